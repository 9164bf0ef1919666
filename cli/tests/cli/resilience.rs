//! `verdict resilience`: what it answers, what it refuses, and the figures of the book.

use crate::bad_input::assert_refusal;
use crate::support::{Folder, verdict, verdict_here};
use serde_json::Value;
use std::path::Path;

fn refused(args: &[&str], words: &[&str]) {
    let folder = Folder::new();
    let args = [&["resilience"], args, &["--plot", "out.svg"]].concat();
    assert_refusal(&folder.verdict(&args), &args, words);
    assert_eq!(folder.files(), [""; 0], "{args:?}");
}

#[test]
fn the_smallest_k_with_its_neighbours() {
    let ran = verdict(&["resilience", "--nodes", "50", "--failures", "10%"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!(ran.out, @r"
    5 of 50 nodes crash, all choices equally likely: k = 5 is the smallest k with a
    probability of at least 0.99999 that no more than k of them stand in a row.

    k  probability     risk
    1  0.640709660367  0.359290339633
    2  0.975575336517  0.0244246634825
    3  0.998938058109  0.00106194189054
    4  0.999976401291  2.35987086787e-5
    5  1               0                 <- smallest
    ");
}

#[test]
fn a_number_a_percentage_and_a_target_in_percent() {
    let of = |failures: &str, target: &str| {
        let args = [
            "resilience",
            "--nodes",
            "1000",
            "--failures",
            failures,
            "--target",
            target,
            "--format",
            "json",
        ];
        let ran = verdict_here(&args);
        assert_eq!(ran.code, 0, "{}", ran.err);
        serde_json::from_str::<Value>(&ran.out).expect("a document")
    };
    let document = of("500", "0.999");
    assert_eq!(document, of("50%", "99.9%"));
    assert_eq!(document["target"], "0.999");
    let ring = &document["rings"][0];
    assert_eq!(
        (&ring["nodes"], &ring["failures"]),
        (&1000.into(), &500.into())
    );
    assert_eq!(ring["smallestK"], 18);
    let rows = ring["rows"].as_array().unwrap();
    for (k, row) in rows.iter().enumerate() {
        assert_eq!(row["k"], k);
        let number = |name: &str| row[name].as_str().unwrap().parse::<f64>().unwrap();
        let sum = number("probability") + number("risk");
        assert!((sum - 1.0).abs() < 1e-11, "{row}");
        assert_eq!(row.get("drawn"), None);
    }
}

#[test]
fn draws_stand_beside_the_exact_values_and_depend_on_the_seed_alone() {
    let of = |seed: &str| {
        let args = [
            "resilience",
            "--nodes",
            "100",
            "--failures",
            "50",
            "--samples",
            "2000",
            "--seed",
            seed,
            "--format",
            "csv",
        ];
        let ran = verdict_here(&args);
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out
    };
    let csv = of("3");
    assert_eq!(csv, of("3"));
    assert_ne!(csv, of("4"));
    let mut lines = csv.lines();
    assert_eq!(
        lines.next(),
        Some("nodes,failures,k,probability,risk,drawn")
    );
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |place: usize| cells[place].parse::<f64>().unwrap();
        assert!((number(3) - number(5)).abs() < 0.05, "{line}");
    }
}

#[test]
fn a_ring_of_which_nothing_is_left() {
    let ran = verdict_here(&["resilience", "--nodes", "4", "--failures", "100%"]);
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("No node is left"), "{}", ran.out);
    assert!(ran.out.contains("k = 4 is the smallest"), "{}", ran.out);
}

#[test]
fn what_is_refused() {
    refused(
        &["--nodes", "0", "--failures", "0"],
        &["1 to 100000 nodes", "not 0"],
    );
    refused(
        &["--nodes", "100001", "--failures", "1"],
        &["1 to 100000 nodes"],
    );
    refused(
        &["--nodes", "10", "--failures", "11"],
        &["11 failures among 10 nodes", "0 to 10"],
    );
    refused(
        &["--nodes", "100,10", "--failures", "50"],
        &["50 failures among 10 nodes"],
    );
    for percentage in ["101%", "100.5%", "%", "x%"] {
        refused(
            &["--nodes", "10", "--failures", percentage],
            &["--failures", "0% to 100%"],
        );
    }
    for failures in ["0.5", "half", ""] {
        refused(
            &["--nodes", "10", "--failures", failures],
            &["--failures", "a percentage such as 50%"],
        );
    }
    let ring = ["--nodes", "10", "--failures", "5"];
    for (target, words) in [
        ("1", "below 1"),
        ("100%", "below 1"),
        ("1.5", "below 1"),
        ("0", "above 0"),
        ("nearly", "not a decimal number"),
        ("0.9999999999999999999999999999999", "at most 30 digits"),
    ] {
        refused(
            &[&ring[..], &["--target", target]].concat(),
            &["--target", words],
        );
    }
    refused(&["--nodes", "ten", "--failures", "5"], &["--nodes", "ten"]);
    refused(&["--nodes", "10"], &["--failures"]);
    refused(&["--failures", "5"], &["--nodes"]);
    refused(&[&ring[..], &["--format", "xml"]].concat(), &["xml", "csv"]);
    refused(
        &[&ring[..], &["--samples", "1000001"]].concat(),
        &["1000000"],
    );
}

#[test]
fn a_plot_is_written_whole_or_not_at_all() {
    let folder = Folder::new();
    folder.write("file", "");
    let plot = |place: &'static str| {
        [
            "resilience",
            "--nodes",
            "10",
            "--failures",
            "5",
            "--plot",
            place,
        ]
    };
    for place in ["missing/out.svg", "file/out.svg", "."] {
        let args = plot(place);
        assert_refusal(&folder.verdict(&args), &args, &[place, "cannot be written"]);
    }
    assert_eq!(folder.files(), ["file"]);
    assert_eq!(folder.verdict(&plot("out.svg")).code, 0);
    let svg = folder.read("out.svg");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("when 5 nodes crash"), "{svg}");
    assert_eq!(svg.matches("<polyline").count(), 1);
}

/// The figures and tables of the book are what the command writes today.
#[test]
fn the_figures_of_the_book() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    for (failures, name) in [("10%", "figure-5a"), ("50%", "figure-5b")] {
        let folder = Folder::new();
        let plot = folder.path("figure.svg");
        let args = [
            "resilience",
            "--nodes",
            "50,500,1000,5000,10000",
            "--failures",
            failures,
            "--format",
            "csv",
            "--plot",
            plot.to_str().expect("a plain path"),
        ];
        let ran = verdict_here(&args);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let kept = |ending: &str| std::fs::read_to_string(docs.join(format!("{name}.{ending}")));
        assert_eq!(ran.out, kept("csv").expect("a table of the book"));
        assert_eq!(
            folder.read("figure.svg"),
            kept("svg").expect("a figure of the book")
        );
    }
}
