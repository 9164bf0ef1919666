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
