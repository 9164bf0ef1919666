//! What is refused: exit 2, one paragraph that names what was wrong and what would be right, nothing written.

use crate::support::{FEW, Folder, Ran, UNCHECKED, run_here};

/// Refused with a message that has all of these words.
fn refused(args: &[&str], words: &[&str]) {
    let folder = Folder::new();
    let ran = folder.verdict(args);
    assert_refusal(&ran, args, words);
    assert_eq!(folder.files(), [""; 0], "{args:?}");
}

pub fn assert_refusal(ran: &Ran, what: &[&str], words: &[&str]) {
    let Ran { code, out, err } = ran;
    assert_eq!(*code, 2, "{what:?}: {out}{err}");
    assert_eq!(out, "", "{what:?}");
    assert!(err.starts_with("error: "), "{what:?}: {err}");
    let paragraph = err
        .trim_end()
        .trim_end_matches("For more information, try '--help'.");
    assert!(
        !paragraph.trim_end().contains("\n\n") || err.contains("Usage:"),
        "{what:?}: {err}"
    );
    for word in words {
        assert!(err.contains(word), "{what:?}: {word} is missing in: {err}");
    }
}

const SAVING: &[&str] = &["--save-traces"];

fn check_refused(args: &[&str], words: &[&str]) {
    refused(&[&["check"], args, SAVING].concat(), words);
}

#[test]
fn unknown_claims() {
    for command in ["check", "show", "list", "assumptions"] {
        let nearest = "did you mean `ring/unique-real`?";
        refused(
            &[command, "ring/uniqe-real"],
            &["no claim `ring/uniqe-real`", nearest],
        );
        // For `list` this is a word that stands in claims.
        if command != "list" {
            refused(&[command, "unique-real"], &[nearest]);
        }
        refused(
            &[command, "weather"],
            &["no claim `weather`", "`verdict list`"],
        );
        refused(&[command, ""], &["no claim ``"]);
    }
    refused(&["show", "ring"], &["27 claims", "verdict list ring"]);
}

#[test]
fn unknown_parameters() {
    check_refused(
        &["ring/unique-real", "-p", "M=3"],
        &["no parameter `M`", "N, k"],
    );
    check_refused(
        &["ring", "-p", "n=3"],
        &["no parameter `n`", "did you mean `N`?"],
    );
}

#[test]
fn values_out_of_range() {
    for nodes in ["0", "1", "2", "18446744073709551615"] {
        let size = format!("N={nodes}");
        check_refused(
            &["ring/unique-real", "-p", &size],
            &[&format!("N = {nodes} is out of range"), "3 to"],
        );
    }
    check_refused(
        &["ring/unique-real", "-p", "N=3", "-p", "k=2"],
        &["k = 2 is out of range", "1 to 1"],
    );
    check_refused(
        &["ring/unique-real", "-p", "N=4", "-p", "k=3"],
        &["k < N - 1", "1 to 2"],
    );
    check_refused(
        &["ring/unique-real", "-p", "k=0"],
        &["k = 0", "N = 3 is the smallest default size"],
    );
    for k in ["k=17", "k=62"] {
        check_refused(
            &[
                "ring/unique-real",
                "--variant",
                "as-meant",
                "-p",
                "N=64",
                "-p",
                k,
            ],
            &["is out of range: 1 to 16, where a crash may cut a broadcast"],
        );
    }
    refused(
        &["assumptions", "ring/unique-real", "-p", "N=1"],
        &["N = 1 is out of range"],
    );
}

#[test]
fn values_that_are_no_numbers() {
    for value in ["Four", "-1", "1.5", "", "0x4", "99999999999999999999999"] {
        let size = format!("N={value}");
        let neither = format!("`{value}` is neither a whole number");
        check_refused(&["ring", "-p", &size], &[&neither, "nor a word", "-p N=4"]);
    }
    for word in ["N", "=4", ""] {
        check_refused(&["ring", "-p", word], &["-p N=4"]);
    }
    check_refused(&["ring", "-p", "N=4", "-p", "N=5"], &["N is set twice"]);
}

#[test]
fn a_word_for_a_number_and_a_number_for_a_word() {
    check_refused(
        &["ring", "-p", "N=four"],
        &[
            "ring/unique-real (as-meant)",
            "N cannot be `four`; expected a whole number",
        ],
    );
    let claim = "thesis/rollback/exactly-once";
    for value in ["1", "thrice"] {
        let pipeline = format!("pipeline={value}");
        check_refused(
            &[claim, "-p", &pipeline],
            &[
                claim,
                &format!("pipeline cannot be `{value}`"),
                "expected one of twice, read-then-write",
            ],
        );
    }
    check_refused(&[claim, "-p", "pipeline=twise"], &["did you mean `twice`?"]);
}

#[test]
fn unknown_assumptions() {
    for option in ["--without", "--with"] {
        let nearest = "did you mean `perfect-detector`?";
        check_refused(
            &["ring/unique-real", option, "perfect-detectors"],
            &["no assumption `perfect-detectors`", nearest],
        );
    }
    check_refused(
        &["ring/unique-real", "--without", "fifo"],
        &["does not assume `fifo`", "it assumes no-loss"],
    );
    let both = [
        "ring/unique-real",
        "--without",
        "no-loss",
        "--with",
        "no-loss",
    ];
    check_refused(&both, &["both dropped and added"]);
}

#[test]
fn unknown_variants_and_mutants() {
    let variant = ["ring/unique-real", "--variant", "as-ment"];
    check_refused(
        &variant,
        &["variant `as-ment`", "invariant", "did you mean `as-meant`?"],
    );
    let unchecked = ["check", UNCHECKED, "--variant", "as-meant"];
    assert_refusal(
        &run_here(&FEW, &unchecked),
        &unchecked,
        &["have no model yet"],
    );
    let mutant = ["ring/unique-real", "--mutant", "keep-tokens"];
    check_refused(
        &mutant,
        &["no mutant `keep-tokens`", "did you mean `keep-token`?"],
    );
}

#[test]
fn wrong_usage() {
    refused(&["chekc"], &["chekc", "check"]);
    refused(&["check", "--threads", "0"], &["0", "1..=1024"]);
    refused(&["check", "--max-states", "many"], &["many"]);
    refused(
        &["check", "--expect", "true"],
        &["true", "proved", "refuted"],
    );
    refused(&["check", "--deep", "-p", "N=3"], &["--deep"]);
    refused(&["list", "--format", "xml"], &["xml", "human", "json"]);
    refused(&["trace", "x.itf.json", "--to", "png"], &["png", "mermaid"]);
    refused(&["completions", "cmd"], &["cmd", "bash"]);
}

#[test]
fn a_trace_of_several_runs_cannot_go_to_one_file() {
    let args = ["check", "ring/unique-real", "--trace-out", "run.itf.json"];
    refused(&args, &["single run", "-p N=3 -p k=1"]);
    let unchecked = ["check", UNCHECKED, "--trace-out", "run.itf.json"];
    assert_refusal(&run_here(&FEW, &unchecked), &unchecked, &["no model yet"]);
}

#[test]
fn places_that_cannot_be_written() {
    let folder = Folder::new();
    folder.write("file", "");
    let args = [
        "check",
        "ring/test-as-printed",
        "--trace-out",
        "file/run.itf.json",
    ];
    assert_refusal(
        &folder.verdict(&args),
        &args,
        &["file/run.itf.json cannot be written"],
    );
    let args = [
        "check",
        "ring/test-as-printed",
        "--trace-out",
        "run.itf.json",
    ];
    assert_eq!(folder.verdict(&args).code, 0);
    for place in ["missing/run.svg", "file/run.svg", "."] {
        let args = ["trace", "run.itf.json", "--to", "svg", "-o", place];
        assert_refusal(&folder.verdict(&args), &args, &[place, "cannot be written"]);
    }
    assert_eq!(folder.files(), ["file", "run.itf.json"]);
}
