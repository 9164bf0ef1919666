//! Traces that are written, kept, replayed and drawn.

use crate::support::{Folder, RUNS_WITH_TRACES, record, results};

#[test]
fn save_traces_keeps_one_file_for_each_case_with_a_trace() {
    let folder = Folder::new();
    let args = [
        "check",
        "ring/unique-real",
        "ring/bound-is-tight",
        "ring/test-as-printed",
        "--save-traces",
        "--format",
        "json",
    ];
    let ran = folder.verdict(&args);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let mut named: Vec<String> = results(&ran)
        .iter()
        .filter_map(|result| Some(result["trace"]["file"].as_str()?.to_owned()))
        .collect();
    named.sort();
    assert_eq!(folder.files(), named);
    assert!(named.contains(&"traces/ring/unique-real/line-by-line.itf.json".to_owned()));
    assert!(named.contains(&"traces/ring/bound-is-tight/one-more.itf.json".to_owned()));
    for file in &named {
        let ran = folder.verdict(&["replay", file]);
        assert_eq!(ran.code, 0, "{file}: {}", ran.err);
        assert!(ran.out.contains("takes every step"), "{}", ran.out);
    }
}

#[test]
fn a_changed_case_has_no_place_among_the_traces() {
    for change in [
        &["-p", "N=4"] as &[&str],
        &["--without", "crash-stop"],
        &["--mutant", "keep-token"],
    ] {
        let folder = Folder::new();
        let args = [
            "check",
            "ring/unique-real",
            "--variant",
            "as-meant",
            "--save-traces",
        ];
        let ran = folder.verdict(&[&args as &[&str], change].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert_eq!(folder.files(), [""; 0], "{change:?}");
        let told = ran.err.contains("--trace-out");
        assert_eq!(told, ran.out.contains("refuted"), "{change:?}: {}", ran.err);
    }
}

#[test]
fn traces_go_where_they_are_told_to_go() {
    let folder = Folder::new();
    let args = [
        "check",
        "ring/test-as-printed",
        "--save-traces",
        "--traces-dir",
        "kept",
    ];
    let ran = folder.verdict(&args);
    let kept = "kept/ring/test-as-printed/as-printed.itf.json";
    assert_eq!(folder.files(), [kept]);
    assert!(
        ran.out.contains(&format!("verdict replay {kept}")),
        "{}",
        ran.out
    );
    let shown = folder.verdict(&["show", "ring/test-as-printed", "--traces-dir", "kept"]);
    assert!(
        shown.out.contains(&format!("verdict replay {kept}")),
        "{}",
        shown.out
    );
}

#[test]
fn the_same_check_writes_the_same_trace() {
    let folder = Folder::new();
    for threads in ["1", "2"] {
        let file = format!("{threads}.itf.json");
        let args = [
            "check",
            "ring/bound-is-tight",
            "-p",
            "N=5",
            "--threads",
            threads,
            "--trace-out",
            &file,
        ];
        assert_eq!(folder.verdict(&args).code, 0);
    }
    assert_eq!(folder.read("1.itf.json"), folder.read("2.itf.json"));
}

#[test]
fn every_kind_of_trace_replays() {
    let folder = Folder::new();
    for (index, run) in RUNS_WITH_TRACES.iter().enumerate() {
        let file = format!("{index}.itf.json");
        record(run, &folder.path(&file));
        let ran = folder.verdict(&["replay", &file]);
        assert_eq!(ran.code, 0, "{run:?}: {}", ran.err);
    }
}

#[test]
fn a_verdict_without_a_trace_writes_none() {
    let folder = Folder::new();
    let args = [
        "check",
        "ring/stale-discarded",
        "-p",
        "N=3",
        "--trace-out",
        "run.itf.json",
    ];
    let ran = folder.verdict(&args);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("no trace was written"), "{}", ran.err);
    assert_eq!(folder.files(), [""; 0]);
}

#[test]
fn a_trace_is_drawn_in_every_form() {
    let folder = Folder::new();
    record(RUNS_WITH_TRACES[0], &folder.path("run.itf.json"));
    for (form, beginning) in [
        ("mermaid", "sequenceDiagram"),
        ("shiviz", ""),
        ("svg", "<svg"),
        ("markdown", "# Counterexample to `ring/unique-real`"),
    ] {
        let ran = folder.verdict(&["trace", "run.itf.json", "--to", form]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains(beginning), "{form}: {}", ran.out);
        let args = ["trace", "run.itf.json", "--to", form, "-o", "drawing"];
        let written = folder.verdict(&args);
        assert_eq!(
            (written.code, written.out.as_str()),
            (0, ""),
            "{}",
            written.err
        );
        assert_eq!(folder.read("drawing"), ran.out, "{form}");
    }
    assert_eq!(folder.files(), ["drawing", "run.itf.json"]);
}

#[test]
fn a_counterexample_of_the_election_replays_on_real_atomics() {
    let folder = Folder::new();
    let file = "aba.itf.json";
    let claim = "thesis/alg6/unique-leader";
    let args = [
        "check",
        claim,
        "--variant",
        "table-5.1",
        "-p",
        "N=3",
        "--trace-out",
        file,
    ];
    let ran = folder.verdict(&args);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for engine in ["threads", "shuttle"] {
        let ran = folder.verdict(&["replay", "--on", engine, file]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let end = format!(
            "replayed on {engine}: the code takes 16 of the 16 steps; its 5 accesses find what the trace says\n\
             leaders at the end: n2, n3\n"
        );
        assert!(ran.out.ends_with(&end), "{}", ran.out);
    }
}
