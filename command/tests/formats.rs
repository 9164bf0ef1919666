//! Every format of `check` is what its readers expect.

mod toy;

use quick_junit::{Report, TestCaseStatus};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use toy::{Ran, many, mixed, run, sound};

const RUNS: usize = 5;

/// A check of everything, where nothing is recorded.
fn check(format: &str) -> Ran {
    let ran = run(
        mixed(),
        &[
            "check",
            "count",
            "count/nobody-looked",
            "--ledger",
            "/nowhere",
            "--format",
            format,
        ],
    );
    assert_eq!(ran.code, 12, "{}", ran.err);
    ran
}

fn kept(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).expect("a schema in JSON")
}

/// The document, which the schema accepts; of another one it must be told apart.
fn valid(schema: &str, text: &str) -> Value {
    let schema = kept(schema);
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let document: Value = serde_json::from_str(text).expect("JSON");
    let errors: Vec<String> = validator
        .iter_errors(&document)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(errors, [""; 0], "{text}");
    let other = serde_json::json!({ "runs": 1, "results": 1 });
    assert!(
        !validator.is_valid(&other),
        "a schema that accepts anything"
    );
    document
}

#[test]
fn json_is_as_its_schema_says() {
    let document = valid("schema/results-1.schema.json", &check("json").out);
    assert_eq!(document["format"], "verdict-results");
    assert_eq!(document["version"], 1);
    assert_eq!(document["results"].as_array().unwrap().len(), RUNS + 1);
    let dropped = run(sound(), &["assumptions", "count", "--format", "json"]);
    valid("schema/results-1.schema.json", &dropped.out);
}

#[test]
fn sarif_has_only_what_is_not_as_expected_each_with_its_line_and_its_run() {
    let document = valid("tests/schemas/sarif-2.1.0.json", &check("sarif").out);
    let results = document["runs"][0]["results"].as_array().unwrap();
    let rules: Vec<&str> = results
        .iter()
        .map(|r| r["ruleId"].as_str().unwrap())
        .collect();
    assert_eq!(
        rules,
        ["unexpected-safety", "unexpected-safety", "inconclusive"]
    );
    let mut fingerprints = BTreeSet::new();
    for result in results {
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "command/tests/toy/mod.rs");
        assert!(place["region"]["startLine"].as_u64().unwrap() > 1);
        fingerprints.insert(result["partialFingerprints"]["verdict/v1"].to_string());
    }
    assert_eq!(fingerprints.len(), results.len(), "one for each");
    let flow = &results[0]["codeFlows"][0]["threadFlows"][0]["locations"];
    let steps = flow.as_array().unwrap();
    assert_eq!(steps.len(), 1 + 2, "the start, and two steps to the left");
    let line = |at: usize| {
        let place = &steps[at]["location"]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "command/tests/toy/mod.rs");
        let number = place["region"]["startLine"].as_u64().expect("a line");
        let line = include_str!("toy/mod.rs").lines().nth(number as usize - 1);
        line.expect("a line of the file").trim()
    };
    assert!(line(0).contains(".reading("), "the reading: {}", line(0));
    for step in [1, 2] {
        assert!(
            line(step).starts_with("fn next_state("),
            "what it executes: {}",
            line(step)
        );
    }
    let again = valid("tests/schemas/sarif-2.1.0.json", &check("sarif").out);
    assert_eq!(again, document, "the same check gives the same document");
}

#[test]
fn sarif_of_what_is_as_expected_has_no_result() {
    let ran = run(
        sound(),
        &["check", "--ledger", "/nowhere", "--format", "sarif"],
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    let document = valid("tests/schemas/sarif-2.1.0.json", &ran.out);
    assert_eq!(document["runs"][0]["results"], serde_json::json!([]));
}

#[test]
fn junit_has_a_name_for_each_run_and_fails_what_is_not_as_expected() {
    let report = Report::deserialize_from_str(&check("junit").out).expect("JUnit");
    let suites = &report.test_suites;
    assert_eq!(suites.len(), 1);
    let cases = &suites[0].test_cases;
    let names: BTreeSet<String> = cases.iter().map(|case| case.name.to_string()).collect();
    assert_eq!(names.len(), RUNS + 1, "no name is there twice");
    assert!(names.contains("count/small refuted limit=3"), "{names:?}");
    let failed = cases
        .iter()
        .filter(|case| matches!(case.status, TestCaseStatus::NonSuccess { .. }))
        .map(|case| case.name.to_string());
    let failed: Vec<String> = failed.collect();
    let expected = [
        "count/wrong wrong limit=3",
        "count/wrong wrong limit=4",
        "count/nobody-looked",
    ];
    assert_eq!(failed, expected, "a refutation that is expected passes");
}

#[test]
fn gitlab_has_a_line_and_a_fingerprint_for_each_problem() {
    let path = "tests/schemas/gitlab-code-quality.json";
    let document = valid(path, &check("gitlab").out);
    let entries = document.as_array().unwrap();
    assert_eq!(entries.len(), 3);
    assert_eq!(entries[0]["severity"], "critical");
    assert_eq!(entries[0]["location"]["path"], "command/tests/toy/mod.rs");
}

#[test]
fn github_gets_one_line_for_each_problem() {
    let out = check("github").out;
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3, "{out}");
    assert!(
        lines[0].starts_with("::error file=command/tests/toy/mod.rs,line="),
        "{out}"
    );
    assert!(
        lines[0].contains("refuted in 2 steps, but holds was expected"),
        "{out}"
    );
    assert!(lines[2].starts_with("::warning "), "{out}");
}

#[test]
fn a_summary_has_the_table_and_a_picture_of_each_new_counterexample() {
    let out = check("markdown").out;
    assert!(out.contains("| count | 2 | 3 | 5 |"), "{out}");
    assert_eq!(
        out.matches("```mermaid\nsequenceDiagram\n").count(),
        2,
        "{out}"
    );
    assert!(out.len() < 1 << 20);
}

#[test]
fn a_badge_says_how_many() {
    let badge = |ran: Ran| -> Value { serde_json::from_str(&ran.out).expect("JSON") };
    let red = badge(check("badge"));
    assert_eq!(
        (&red["message"], &red["color"]),
        (&"3 unexpected".into(), &"red".into())
    );
    let green = badge(run(
        sound(),
        &["check", "--ledger", "/nowhere", "--format", "badge"],
    ));
    assert_eq!(green["schemaVersion"], 1);
    assert_eq!(green["message"], "3 runs as expected");
}

#[test]
fn two_reports_never_go_to_one_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out").display().to_string();
    let beside = folder.path().join("./out").display().to_string();
    let (junit, sarif) = (
        format!("--report=junit={file}"),
        format!("--report=sarif={beside}"),
    );
    let trace = format!("--trace-out={file}");
    let one = ["count/small", "--variant=refuted"];
    for words in [
        vec![&*junit, &*sarif],
        vec![&*junit, &*junit],
        vec!["--format=json", "--report=json=-"],
        vec!["--report=json=-", "--report=junit=-"],
        [&one[..], &[&*trace, &*junit]].concat(),
    ] {
        let ran = run(
            sound(),
            &[&["check", "--ledger=/nowhere"], &words[..]].concat(),
        );
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (2, ""),
            "{words:?}: {}",
            ran.err
        );
        assert!(ran.err.contains("would both write to"), "{}", ran.err);
    }
    assert!(std::fs::read_dir(folder.path()).unwrap().next().is_none());
    // What people read may have a document behind it.
    let ran = run(sound(), &["check", "--ledger=/nowhere", "--report=badge=-"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
}

#[test]
fn a_part_to_which_nothing_falls_says_so() {
    let part = |shard: &str| run(sound(), &["check", "--ledger=/nowhere", "--shard", shard]);
    let empty = part("3/3");
    assert!(
        empty.err.contains("nothing falls to part 3/3"),
        "{}",
        empty.err
    );
    let full = part("1/3");
    assert_eq!(full.err, "", "{}", full.out);
}

#[test]
fn several_reports_go_into_files_beside_what_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let to = |name: &str| folder.path().join(name);
    let option = |format: &str, path: &PathBuf| format!("--report={format}={}", path.display());
    let (junit, sarif) = (to("out.xml"), to("deep/out.sarif"));
    let (first, second) = (option("junit", &junit), option("sarif", &sarif));
    let ran = run(mixed(), &["check", "--ledger", "/nowhere", &first, &second]);
    assert_eq!(ran.code, 12, "{}", ran.err);
    assert!(ran.out.contains("2 UNEXPECTED"), "{}", ran.out);
    assert!(Report::deserialize_from_str(&std::fs::read_to_string(junit).unwrap()).is_ok());
    valid(
        "tests/schemas/sarif-2.1.0.json",
        &std::fs::read_to_string(sarif).unwrap(),
    );
}

#[test]
fn what_is_not_as_expected_is_told_again_at_the_end_with_what_runs_it_again() {
    let out = check("human").out;
    let end: Vec<&str> = out.lines().rev().take(12).collect();
    let end: String = end
        .into_iter()
        .rev()
        .map(|line| format!("{line}\n"))
        .collect();
    assert!(
        end.contains("unexpected: count/wrong wrong limit=3: refuted in 2 steps"),
        "{end}"
    );
    assert!(
        end.contains("\n  verdict check count/wrong --variant wrong -p limit=4\n"),
        "{end}"
    );
    assert!(
        end.ends_with("5 runs: 2 holds, 3 refuted; 2 UNEXPECTED\n"),
        "{end}"
    );
}

#[test]
fn a_suite_that_fits_on_a_screen_has_a_row_for_each_reading_and_another_a_line_for_each_source() {
    let few = run(mixed(), &[]);
    assert_eq!(few.code, 12);
    assert!(few.out.starts_with("claim and variant"), "{}", few.out);
    assert!(
        few.out
            .contains("\nunexpected: count/wrong wrong limit=3: "),
        "{}",
        few.out
    );
    let all = run(many(), &[]);
    assert_eq!(all.code, 0, "{}", all.err);
    let lines: Vec<Vec<&str>> = all
        .out
        .lines()
        .map(|l| l.split_whitespace().collect())
        .collect();
    assert_eq!(lines[0][..3], ["source", "claims", "readings"]);
    assert_eq!(lines[1][..7], ["count", "20", "20", "20", "180", "0", "0"]);
    assert!(all.out.contains("verdict --verbose\n"), "{}", all.out);
    let rows = run(many(), &["--verbose"]);
    assert!(
        rows.out.contains("count/number-19 as-meant"),
        "{}",
        rows.out
    );
}

#[test]
fn what_is_stale_is_checked_anew_and_what_is_not_as_expected_is_never_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = format!("--ledger={}", folder.path().join("ledger").display());
    let count = |out: &str| -> usize {
        let document: Value = serde_json::from_str(out).expect("JSON");
        document["results"].as_array().unwrap().len()
    };
    let stale = ["check", "--stale", "--format=json", &ledger];
    assert_eq!(
        count(&run(mixed(), &stale).out),
        RUNS,
        "nothing is recorded yet"
    );
    let recorded = run(mixed(), &["check", "--update-ledger", &ledger]);
    assert_eq!(recorded.code, 12, "{}", recorded.err);
    let again = run(mixed(), &stale);
    assert_eq!(
        (count(&again.out), again.code),
        (2, 12),
        "the two that are not as expected"
    );
    let since = format!("--since={}", folder.path().join("ledger").display());
    let compared = run(mixed(), &["check", "--ledger=/nowhere", &since]);
    assert!(
        compared.err.ends_with("note: 5 of 5 as before\n"),
        "{}",
        compared.err
    );
}

#[test]
fn shards_make_up_the_whole_and_a_failure_ends_a_check_that_is_in_a_hurry() {
    let names = |args: &[&str]| -> Vec<String> {
        let args = [&["check", "--format=json", "--ledger=/nowhere"], args].concat();
        let document: Value = serde_json::from_str(&run(mixed(), &args).out).expect("JSON");
        let results = document["results"].as_array().unwrap().iter();
        results
            .map(|r| format!("{} {} {}", r["claim"], r["variant"], r["parameters"]))
            .collect()
    };
    let mut parts = [names(&["--shard=1/2"]), names(&["--shard=2/2"])].concat();
    let mut all = names(&[]);
    assert_eq!(all.len(), RUNS);
    assert_eq!(
        names(&["--fail-fast"]),
        all[..4],
        "the fourth is the first that is wrong"
    );
    parts.sort();
    all.sort();
    assert_eq!(parts, all);
}

#[test]
fn a_profile_is_taken_from_its_file_and_what_is_typed_counts_more() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("verdict.toml");
    let text = "[profile.ci]\nclaims = [\"count/small\"]\nmax-states = 3\nformat = \"json\"\nledger = \"/nowhere\"\n";
    std::fs::write(&path, text).unwrap();
    let config = format!("--config={}", path.display());
    let cut = run(mixed(), &["check", "--profile", "ci", &config]);
    let document: Value = serde_json::from_str(&cut.out).unwrap_or_else(|_| panic!("{}", cut.err));
    assert_eq!(document["results"][0]["cut"], "cut at 3 distinct states");
    let typed = run(
        mixed(),
        &["check", "--profile", "ci", &config, "--max-states=4"],
    );
    assert!(
        typed.out.contains("cut at 4 distinct states"),
        "{}{}",
        typed.out,
        typed.err
    );
    let unknown = run(mixed(), &["check", "--profile", "cii", &config]);
    assert_eq!(unknown.code, 2);
    assert!(
        unknown
            .err
            .contains("the profiles are ci; did you mean `ci`?"),
        "{}",
        unknown.err
    );
    std::fs::write(&path, "[profile.ci]\nspeed = 1\n").unwrap();
    let wrong = run(mixed(), &["check", "--profile", "ci", &config]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("unknown field `speed`"), "{}", wrong.err);
}
