//! Traces that `replay` refuses, and why.

use crate::bad_input::assert_refusal;
use crate::support::{Folder, RUNS_WITH_TRACES, record};

const FILE: &str = "run.itf.json";

/// A folder with the trace of a run from which `from` was replaced by `to`.
fn altered(from: &str, to: &str) -> Folder {
    altered_run(RUNS_WITH_TRACES[0], from, to)
}

fn altered_run(run: &[&str], from: &str, to: &str) -> Folder {
    let folder = Folder::new();
    record(run, &folder.path(FILE));
    let text = folder.read(FILE);
    assert!(text.contains(from), "{from} is not in: {text}");
    folder.write(FILE, &text.replacen(from, to, 1));
    folder
}

fn refused(folder: &Folder, file: &str, words: &[&str]) {
    let before = folder.files();
    let args = ["replay", file];
    assert_refusal(&folder.verdict(&args), &args, &[&[file], words].concat());
    assert_eq!(folder.files(), before);
}

#[test]
fn files_that_are_no_traces() {
    let folder = Folder::new();
    refused(
        &folder,
        "missing.itf.json",
        &["cannot be read", "--save-traces"],
    );
    std::fs::create_dir(folder.path("folder")).unwrap();
    refused(&folder, "folder", &["is a directory", ".itf.json"]);
    folder.write("empty", "");
    refused(&folder, "empty", &["not JSON, or cut off"]);
    folder.write("text", "Once upon a time");
    refused(&folder, "text", &["not JSON", "line 1"]);
    folder.write("other", "{\"a\": 1}");
    refused(&folder, "other", &["#meta"]);
    std::fs::write(folder.path("binary"), [0xff, 0xfe, 0x00]).unwrap();
    refused(&folder, "binary", &["cannot be read", "UTF-8"]);
    for form in ["mermaid", "shiviz", "svg", "markdown"] {
        let args = ["trace", "text", "--to", form, "-o", "drawing"];
        assert_refusal(&folder.verdict(&args), &args, &["text", "not JSON"]);
    }
    assert_eq!(folder.files(), ["binary", "empty", "other", "text"]);
}

#[test]
fn a_trace_that_is_cut_off() {
    let folder = Folder::new();
    record(RUNS_WITH_TRACES[0], &folder.path(FILE));
    let text = folder.read(FILE);
    folder.write(FILE, &text[..text.len() / 2]);
    refused(&folder, FILE, &["cut off", "line"]);
}

#[test]
fn a_trace_of_another_format() {
    let folder = altered(r#""verdict-trace": "1""#, r#""verdict-trace": "2""#);
    refused(&folder, FILE, &["#meta.verdict-trace", "\"1\"", "\"2\""]);
}

#[test]
fn a_trace_of_another_world() {
    let folder = altered(r#""world": "reliable"#, r#""world": "leaky"#);
    refused(
        &folder,
        FILE,
        &[
            "#meta.world",
            "the trace says \"leaky channels",
            "the model says \"reliable channels",
        ],
    );
    let folder = altered(r#""assumptions": "no-loss, "#, r#""assumptions": ""#);
    refused(&folder, FILE, &["#meta.assumptions", "\"no-loss, "]);
    let folder = altered(
        r#""dropped": """#,
        r#""dropped": "", "lacking": "crash-stop""#,
    );
    refused(&folder, FILE, &["#meta.lacking", "\"crash-stop\""]);
}

#[test]
fn a_trace_of_another_claim_variant_size_or_mutant() {
    for (from, to, words) in [
        (
            "\"ring/unique-real\"",
            "\"ring/unique-rael\"",
            "did you mean `ring/unique-real`?",
        ),
        ("\"ring/unique-real\"", "\"ring\"", "claims"),
        (
            "\"ring/unique-real\"",
            "\"wandering/open-issue\"",
            "has no variant `line-by-line`; its variants are since-generation",
        ),
        (
            "\"line-by-line\"",
            "\"line-by-lane\"",
            "did you mean `line-by-line`?",
        ),
        ("\"line-by-line\"", "\"invariant\"", "#meta.property"),
        ("\"N=3 k=1\"", "\"N=4 k=1\"", "#meta.world"),
        ("\"N=3 k=1\"", "\"N=2 k=1\"", "N = 2 is out of range"),
        (
            "\"N=3 k=1\"",
            "\"N=3\"",
            "#meta.parameters: the parameter k (consecutive crashes to be tolerated) has no value",
        ),
        ("\"N=3 k=1\"", "\"N=3 k=1 d=2\"", "no parameter `d`"),
        (
            "\"dropped\": \"\"",
            "\"dropped\": \"luck\"",
            "no assumption `luck`",
        ),
        (
            "\"dropped\": \"\"",
            "\"dropped\": \"\", \"mutant\": \"rat\"",
            "no mutant `rat`",
        ),
        (
            "\"dropped\": \"\"",
            "\"dropped\": \"no-loss\"",
            "#meta.world",
        ),
        (
            "\"dropped\": \"\"",
            "\"dropped\": \"\", \"added\": \"no-crash\"",
            "#meta.world",
        ),
        (
            "\"property\": \"unique-real\"",
            "\"property\": \"happiness\"",
            "#meta.property: the trace says \"happiness\"",
        ),
    ] {
        refused(&altered(from, to), FILE, &[words]);
    }
}

#[test]
fn a_run_of_a_mutant_is_none_of_the_algorithm() {
    let folder = altered_run(RUNS_WITH_TRACES[4], r#""mutant": "forget-suspicion","#, "");
    refused(
        &folder,
        FILE,
        &["after step 4 (`suspect S1 at S2`) the model has `S2`"],
    );
}

#[test]
fn a_step_that_is_not_enabled() {
    let folder = altered("send-to-S1 S0\"", "send-to-S1 S2\"");
    // The kind is the first word of the label, and stays.
    refused(
        &folder,
        FILE,
        &["step 2 (`send-to-S1 S2`) is not enabled; enabled are: "],
    );
}

#[test]
fn a_state_that_is_another() {
    let folder = altered("\"BACKUP\"", "\"REAL\"");
    refused(
        &folder,
        FILE,
        &["after step 0", "the model has `S1`", "but the trace says"],
    );
}

#[test]
fn a_trace_of_another_algorithm_has_no_code_to_run_on() {
    let folder = Folder::new();
    record(RUNS_WITH_TRACES[0], &folder.path(FILE));
    for engine in ["threads", "shuttle"] {
        let args = ["replay", "--on", engine, FILE];
        let words = [FILE, engine, "not a run of the election", "thesis/alg6"];
        assert_refusal(&folder.verdict(&args), &args, &words);
    }
    let args = ["replay", "--on", "paper", FILE];
    let words = ["no engine `paper`", "threads, shuttle"];
    assert_refusal(&folder.verdict(&args), &args, &words);
    let args = ["replay", "--on", "thread", FILE];
    let words = ["no engine `thread`", "did you mean `threads`?"];
    assert_refusal(&folder.verdict(&args), &args, &words);
}

#[test]
fn the_code_has_no_mutants() {
    let folder = Folder::new();
    let claim = "thesis/alg6/unique-leader";
    let args = [
        "check",
        claim,
        "--variant",
        "serial",
        "--mutant",
        "lead-anyway",
        "-p",
        "N=2",
        "--trace-out",
        FILE,
    ];
    let ran = folder.verdict(&args);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let args = ["replay", "--on", "threads", FILE];
    let words = [FILE, "mutant lead-anyway", "no mutants"];
    assert_refusal(&folder.verdict(&args), &args, &words);
}
