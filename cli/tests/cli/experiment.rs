//! `verdict experiment`: the same numbers for the same seed, in each format, and what it refuses.

use crate::bad_input::assert_refusal;
use crate::support::{Folder, verdict, verdict_here};
use serde_json::Value;
use std::path::Path;

#[test]
fn the_experiment_says_what_was_chosen_and_what_came_of_it() {
    let ran = verdict(&["experiment", "transpeer"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!("experiment_transpeer", ran.out);
}

#[test]
fn the_formats_agree() {
    let csv = verdict_here(&["experiment", "transpeer", "--seed", "3", "--format", "csv"]);
    let json = verdict_here(&["experiment", "transpeer", "--seed", "3", "--format", "json"]);
    let document: Value = serde_json::from_str(&json.out).expect("a document");
    let rows = document["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 10);
    let longest = rows[4]["transpeer"]["longest"].as_f64().expect("a number");
    let line = csv
        .out
        .lines()
        .find(|line| line.starts_with("5,Transpeer,"));
    let written = line.and_then(|line| line.split(',').nth(2));
    assert_eq!(written, Some(&format!("{longest:.2}")[..]));
    assert!(rows.iter().all(|row| row["repaired"]["inNoOrder"] == 0));
}

#[test]
fn a_plot_has_a_curve_for_each_system() {
    let folder = Folder::new();
    let ran = folder.verdict(&["experiment", "transpeer", "--plot", "out.svg"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let drawn = std::fs::read_to_string(folder.path("out.svg")).expect("a file");
    assert_eq!(drawn.matches("<polyline").count(), 3);
    for name in ["Transpeer<", "TranspeerToken<", "with failures<"] {
        assert!(drawn.contains(name), "{name}");
    }
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/figure-3.svg");
    let kept = std::fs::read_to_string(book).expect("a figure of the book");
    assert_eq!(drawn, kept);
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (args, words) in [
        (
            &["experiment", "transpeer", "--gap", "0"][..],
            &["--gap", "0"][..],
        ),
        (&["experiment", "transpeer", "--seed", "-1"], &["-1"]),
        (&["experiment", "tables"], &["tables"]),
    ] {
        assert_refusal(&verdict_here(args), args, words);
    }
}

/// Few enough seeds and time units for a test.
const SMALL: [&str; 6] = ["--seeds", "3", "--units", "20000", "--losses", "2"];

fn wandering(more: &[&str]) -> Vec<&'static str> {
    let words = ["experiment", "wandering"].into_iter().chain(SMALL);
    let more: Vec<&'static str> = more.iter().map(|word| &*word.to_string().leak()).collect();
    words.chain(more).collect()
}

#[test]
fn every_table_of_the_wandering_token_stands_beside_the_papers() {
    for (table, row) in [
        ("1", "2 at once"),
        ("3", "2 at once"),
        ("4", "1000 to 1500"),
        ("5", "mean of the bins"),
    ] {
        let ran = verdict_here(&wandering(&["--table", table]));
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{table}");
        assert!(ran.out.contains(row), "{}", ran.out);
        assert!(
            ran.out.contains("SplitMix64, seeded with 1 to 3"),
            "{}",
            ran.out
        );
        let json = verdict_here(&wandering(&["--table", table, "--format", "json"]));
        let document: Value = serde_json::from_str(&json.out).expect("a document");
        let figures = document["figures"].as_array().expect("figures");
        let csv = verdict_here(&wandering(&["--table", table, "--format", "csv"]));
        assert_eq!(csv.out.lines().count(), figures.len() + 1);
        let named = figures.iter().find(|figure| figure["name"] == row);
        let figure = named.expect("the row");
        let line = format!("{row},{},", figure["said"].as_str().expect("what is said"));
        assert!(csv.out.contains(&line), "{}", csv.out);
    }
}

#[test]
fn other_sizes_have_rows_of_which_nothing_is_said() {
    let ran = verdict_here(&wandering(&["--nodes", "20", "--format", "json"]));
    let document: Value = serde_json::from_str(&ran.out).expect("a document");
    assert_eq!(document["verdict"], "ambiguous");
    let figures = document["figures"].as_array().expect("figures");
    assert!(figures.iter().all(|figure| figure["fits"].is_null()));
}

#[test]
fn the_wandering_token_is_drawn() {
    let folder = Folder::new();
    for (more, curves) in [
        (&["--table", "4"][..], 4),
        (&["--figure", "1"], 3),
        (&["--nodes", "10"], 3),
    ] {
        let mut words = wandering(more);
        words.extend(["--plot", "out.svg"]);
        let ran = folder.verdict(&words);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let drawn = std::fs::read_to_string(folder.path("out.svg")).expect("a file");
        assert_eq!(drawn.matches("<polyline").count(), curves, "{more:?}");
    }
}

#[test]
fn a_wandering_token_that_makes_no_sense_is_refused() {
    for (more, words) in [
        (&["--nodes", "0"][..], &["--nodes", "2..=10000"][..]),
        (&["--nodes", "1"], &["--nodes", "2..=10000"]),
        (&["--table", "2"], &["--table", "1, 3, 4, 5"]),
        (&["--seeds", "1"], &["--seeds", "2..=10000"]),
        (&["--seeds", "1000000"], &["--seeds", "2..=10000"]),
        (&["--losses", "0"], &["--losses"]),
        (&["--figure", "1", "--table", "3"], &["--figure", "--table"]),
        (&["--figure", "2"], &["--figure", "1"]),
    ] {
        let args: Vec<&str> = ["experiment", "wandering"]
            .iter()
            .chain(more)
            .copied()
            .collect();
        assert_refusal(&verdict_here(&args), &args, words);
    }
}
