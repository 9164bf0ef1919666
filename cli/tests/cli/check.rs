//! What `check` selects, and what it answers.

use crate::support::{APP, FEW, Ran, UNCHECKED, results, run_here, verdict};
use serde_json::{Value, json};
use verdict::prelude::Case;

fn check(args: &[&str]) -> Ran {
    verdict(&[&["check"], args].concat())
}

fn check_json(args: &[&str]) -> Vec<Value> {
    results(&check(&[args, &["--format", "json"]].concat()))
}

#[test]
fn zero_if_every_verdict_is_as_expected() {
    assert_eq!(check(&["ring/unique-real", "-p", "N=3"]).code, 0);
    assert_eq!(
        check(&["ring/test-as-printed", "--expect", "refuted"]).code,
        0
    );
}

#[test]
fn twelve_if_a_safety_claim_is_not_as_expected() {
    let ran = check(&["ring/unique-real", "-p", "N=3", "--expect", "refuted"]);
    assert_eq!(ran.code, 12);
    assert!(
        ran.out.contains("UNEXPECTED: refuted was expected"),
        "{}",
        ran.out
    );
    let args = [
        "ring/unique-real",
        "--without",
        "perfect-detector",
        "--expect",
        "holds",
    ];
    assert_eq!(check(&args).code, 12);
}

#[test]
fn thirteen_if_a_liveness_claim_is_not_as_expected() {
    let ran = check(&["ring/test-as-printed", "--expect", "holds"]);
    assert_eq!(ran.code, 13);
}

#[test]
fn twenty_if_the_search_was_cut() {
    let ran = check(&["ring/unique-real", "-p", "N=4", "--max-states", "5"]);
    assert_eq!(ran.code, 20, "{}", ran.out);
    assert!(ran.out.contains("bounded"), "{}", ran.out);
    assert!(ran.out.contains("cut at 5 distinct states"), "{}", ran.out);
    for limit in ["--max-memory", "--max-seconds"] {
        let ran = check(&["ring/never-lost", "-p", "N=3", limit, "0"]);
        assert_eq!(ran.code, 20, "{}", ran.out);
    }
    let expected = [
        "ring/unique-real",
        "-p",
        "N=4",
        "--max-states",
        "5",
        "--expect",
        "bounded",
    ];
    assert_eq!(check(&expected).code, 0);
}

#[test]
fn safety_comes_before_liveness_before_inconclusive() {
    let both = ["ring/closest-only", "-p", "N=3", "--expect", "refuted"];
    assert_eq!(check(&both).code, 12);
    let liveness_and_unchecked = [
        "check",
        UNCHECKED,
        "ring/test-as-printed",
        "--expect",
        "holds",
    ];
    assert_eq!(run_here(&FEW, &liveness_and_unchecked).code, 13);
}

#[test]
fn a_prefix_selects_what_is_below_it() {
    // Cut at once: what is asked here is which cases are run.
    let of = |selector: &str| {
        let results = check_json(&[selector, "-p", "N=4", "--max-states", "1"]);
        let claims = results
            .iter()
            .map(|r| r["claim"].as_str().unwrap().to_owned());
        claims.collect::<Vec<_>>()
    };
    assert_eq!(of("ring/closest-only"), ["ring/closest-only"; 2]);
    assert_eq!(of("ring"), of("ring/"));
    let takes_n = |case: &&Case| {
        let has_n = case
            .parameters
            .iter()
            .any(|parameter| parameter.name == "N");
        has_n && case.claim.starts_with("ring/")
    };
    let ring = APP.catalog().cases().filter(takes_n).count();
    assert_eq!(of("ring").len(), ring);
}

#[test]
fn a_parameter_left_out_is_taken_from_the_first_size_that_agrees() {
    let parameters = |args: &[&str]| {
        let results = check_json(&[&["ring/stale-discarded"], args].concat());
        results
            .into_iter()
            .map(|r| r["parameters"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(parameters(&["-p", "k=2"]), [json!({"N": 4, "k": 2})]);
    assert_eq!(parameters(&["-p", "N=4"]), [json!({"N": 4, "k": 1})]);
    assert_eq!(
        parameters(&["-p", "N=5", "-p", "k=1"]),
        [json!({"N": 5, "k": 1})]
    );
    assert_eq!(parameters(&[]).len(), 4);
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    let with = |threads: &str| {
        let mut results = check_json(&[
            "ring/unique-real",
            "ring/bound-is-tight",
            "--threads",
            threads,
        ]);
        for result in &mut results {
            for measure in ["seconds", "bytesPerState"] {
                result.as_object_mut().unwrap().remove(measure);
            }
        }
        results
    };
    assert_eq!(with("1"), with("3"));
}

#[test]
fn dropping_an_assumption_concerns_only_the_readings_that_make_it() {
    let ran = check(&[
        "ring/nested-detection",
        "--without",
        "no-crash",
        "--format",
        "json",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for result in results(&ran) {
        assert_eq!(result["variant"], "at-rest-without-crashes");
        assert_eq!(result["dropped"], json!(["no-crash"]));
    }
    assert!(ran.err.starts_with("note: 3 cases left out"), "{}", ran.err);
}

#[test]
fn without_an_assumption_every_default_size_is_checked_until_one_is_refuted() {
    let sizes = |assumption: &str| {
        let args = ["ring/unique-real", "--variant", "as-meant", "--without"];
        check_json(&[&args[..], &[assumption]].concat())
    };
    let survived = sizes("no-loss");
    assert_eq!(survived.len(), 4);
    for result in &survived {
        assert_eq!(result["verdict"], "holds");
        assert_eq!(result["asExpected"], true);
        assert_eq!(result["cut"], Value::Null, "the catalog knows its end");
        let in_force = result["assumptions"].as_array().unwrap();
        assert!(!in_force.contains(&json!("no-loss")));
    }
    let fallen = sizes("crash-stop");
    assert_eq!(fallen.len(), 1);
    assert_eq!(fallen[0]["verdict"], "refuted");
}

#[test]
fn an_added_assumption_is_in_force() {
    let results = check_json(&[
        "ring/unique-real",
        "--variant",
        "as-meant",
        "--with",
        "no-crash",
    ]);
    assert_eq!(results.len(), 4);
    for result in &results {
        let in_force = result["assumptions"].as_array().unwrap();
        assert!(in_force.contains(&json!("no-crash")));
        assert_eq!(result["added"], json!(["no-crash"]));
        assert_eq!(result["expected"], Value::Null);
        assert_eq!(result["asExpected"], Value::Null);
    }
}

#[test]
fn a_mutant_is_checked_until_a_size_kills_it() {
    // Dropping line 39 shows only once two crashes in a row can be survived.
    let args = [
        "ring/unique-real",
        "--variant",
        "as-meant",
        "--mutant",
        "keep-count",
    ];
    let results = check_json(&args);
    let last = results.last().unwrap();
    assert_eq!(last["verdict"], "refuted");
    assert_eq!(last["asExpected"], true);
    for survived in &results[..results.len() - 1] {
        assert_eq!(survived["verdict"], "holds");
        assert_eq!(survived["asExpected"], Value::Null);
    }
    assert!(results.len() > 1 && results.len() < 4, "{}", results.len());
    assert_eq!(check(&args).code, 0);
}

#[test]
fn deep_adds_the_larger_sizes() {
    // Cut at once: what is asked here is which sizes are run.
    let args = [
        "ring/unique-real",
        "--variant",
        "as-meant",
        "--max-states",
        "1",
    ];
    let default = check_json(&args).len();
    let deep = check_json(&[&args as &[&str], &["--deep"]].concat()).len();
    assert!(deep > default, "{deep} sizes");
}
