//! What people read, and what programs read.

use crate::support::{APP, FEW, Folder, Ran, UNCHECKED, results, run, run_here, verdict};
use serde_json::Value;

/// Times and memory differ from run to run.
fn assert_report(name: &str, args: &[&str]) {
    assert_ran(name, &verdict(args));
}

fn assert_ran(name: &str, ran: &Ran) {
    assert_eq!(ran.code, 0, "{}", ran.err);
    let mut settings = insta::Settings::clone_current();
    settings.add_filter(
        r"\d+\.\d\d s; [\d.]+ MiB, [\d,]+ bytes",
        "[time] s; [memory] MiB, [memory] bytes",
    );
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(name, ran.out));
}

#[test]
fn list_of_one_source() {
    assert_report("list_ring", &["list", "ring"]);
}

#[test]
fn show_of_a_claim_with_several_readings() {
    assert_report("show_unique_real", &["show", "ring/unique-real"]);
}

#[test]
fn show_of_a_claim_without_a_model() {
    assert_ran("show_unchecked", &run_here(&FEW, &["show", UNCHECKED]));
}

#[test]
fn check_of_a_refuted_claim() {
    assert_report(
        "check_refuted",
        &["check", "ring/unique-real", "--variant", "line-by-line"],
    );
}

#[test]
fn check_of_a_refuted_liveness_claim() {
    assert_report("check_refuted_liveness", &["check", "ring/test-as-printed"]);
}

#[test]
fn check_of_a_claim_that_holds_at_several_sizes() {
    assert_report("check_holds", &["check", "ring/no-message-regeneration"]);
}

#[test]
fn the_table_of_assumptions() {
    assert_report(
        "assumptions_unique_real",
        &["assumptions", "ring/unique-real"],
    );
}

#[test]
fn the_suite_ends_with_a_table_and_where_to_go_next() {
    let ran = run_here(&FEW, &[]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let first = ran.out.lines().next().unwrap();
    for title in [
        "claim", "variant", "verdict", "sizes", "states", "depth", "steps", "ok",
    ] {
        assert!(first.contains(title), "{first}");
    }
    let row = |line: &&str| line.starts_with("ring/") && line.ends_with("yes");
    let few = FEW.catalog();
    assert_eq!(ran.out.lines().filter(row).count(), few.cases().count());
    assert!(ran.out.contains("all as expected"), "{}", ran.out);
    assert!(ran.out.contains("unchecked: verdict list"), "{}", ran.out);
    assert!(
        ran.out
            .contains("verdict check ring/unique-real --variant line-by-line"),
        "{}",
        ran.out
    );
    assert_eq!(ran.err, "", "no progress where nobody watches");
}

#[test]
fn eighty_columns_never_wrap() {
    let folder = Folder::new();
    let narrow = |args: &[&str]| {
        let mut command = folder.command(args);
        command.env("COLUMNS", "80");
        run(command)
    };
    for args in [
        &["list"] as &[&str],
        &["show", "ring/never-lost"],
        &["check", "ring/nested-detection"],
        &[
            "check",
            "ring/unique-real",
            "--variant",
            "line-by-line",
            "--full",
        ],
        &[
            "check",
            "ring/test-as-printed",
            "--expect",
            "holds",
            "--threads",
            "1",
        ],
        &["assumptions", "ring/never-lost", "--max-states", "2000"],
        &["show", "basics/ricart-agrawala/mutex"],
        &["explain", "ring/unique-real", "--variant", "line-by-line"],
    ] {
        for line in narrow(args).out.lines() {
            assert!(line.chars().count() <= 80, "{args:?}: {line}");
        }
    }
    let full = narrow(&[
        "check",
        "ring/unique-real",
        "--variant",
        "line-by-line",
        "--full",
    ]);
    assert!(!full.out.contains('…'), "{}", full.out);
    // A row for each claim: rows of readings would take two lines each.
    let list = narrow(&["list"]).out;
    let claims = APP.catalog().claims();
    let rows = list.lines().filter(|line| line.contains('/'));
    assert_eq!(rows.count(), claims.len(), "{list}");
    assert!(!list.contains('…'), "{list}");
}

#[test]
fn what_all_readings_share_is_shown_once() {
    let out = verdict(&["show", "ring/unique-real"]).out;
    assert_eq!(out.matches("\n  written in ").count(), 1, "{out}");
    let models = || out.lines().filter(|line| line.starts_with("  model "));
    let told: std::collections::BTreeSet<&str> = models().collect();
    assert_eq!(told.len(), models().count(), "{out}");
}

#[test]
fn nothing_is_wider_than_a_window_except_commands_to_paste() {
    for args in [
        &["list"] as &[&str],
        &["show", "ring/never-lost"],
        &["check", "ring/nested-detection"],
        &["assumptions", "ring/never-lost", "--max-states", "2000"],
    ] {
        for line in verdict(args).out.lines() {
            let is_command = line.contains("verdict check");
            assert!(
                is_command || line.chars().count() <= 100,
                "{args:?}: {line}"
            );
            assert_eq!(line.trim_end(), line, "{args:?}");
        }
    }
}

#[test]
fn an_audit_that_was_cut_is_not_called_passed() {
    // Its smallest size has more states than an audit looks at.
    let args = [
        "check",
        "thesis/table-4.1",
        "--variant",
        "optimistic-domino-untracked",
    ];
    let ran = verdict(&args);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("audit       partial: "), "{}", ran.out);
    assert!(!ran.out.contains("passed"), "{}", ran.out);
    let ran = verdict(&[&args[..], &["--format", "json"]].concat());
    let results = results(&ran);
    assert_eq!(results[0]["audit"]["result"], "partial");
    assert_eq!(results[0]["audit"]["checks"][0]["result"], "cut");
}

#[test]
fn results_are_one_document_with_the_promised_fields() {
    let ran = verdict(&[
        "check",
        "ring/unique-real",
        "ring/test-as-printed",
        "--format",
        "json",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let results = results(&ran);
    let runs = FEW.catalog().cases().map(|case| case.sizes.len());
    assert_eq!(results.len(), runs.sum::<usize>());
    for result in &results {
        assert!(result["claim"].as_str().unwrap().starts_with("ring/"));
        assert!(result["variant"].is_string());
        assert!(result["parameters"]["N"].as_u64().is_some());
        assert!(result["parameters"]["k"].as_u64().is_some());
        for names in ["assumptions", "lacking", "dropped", "added"] {
            let names = result[names].as_array().unwrap();
            assert!(names.iter().all(Value::is_string));
        }
        let in_force = result["assumptions"].as_array().unwrap();
        assert!(in_force.contains(&"perfect-detector".into()));
        let world = result["world"].as_str().unwrap();
        assert!(world.contains("perfect detector"), "{world}");
        assert_eq!(result["hash"].as_str().map(str::len), Some(32));
        assert_eq!(result["verdict"], result["expected"]);
        assert_eq!(result["asExpected"], true);
        assert!(result["exhausted"].is_boolean());
        for count in ["distinctStates", "totalStates", "depth", "branching"] {
            assert!(result[count].as_u64().is_some(), "{count}");
        }
        for measure in ["seconds", "bytesPerState", "collisionProbability"] {
            assert!(result[measure].as_f64().is_some(), "{measure}");
        }
        assert_eq!(result["trace"].is_null(), result["verdict"] == "holds");
    }
    let last = results.last().unwrap();
    assert_eq!(last["trace"]["steps"], 2, "crash the holder, report it");
    assert_eq!(last["trace"]["file"], Value::Null);
    assert_eq!(
        last["exhausted"], true,
        "cycles are looked for among all states"
    );
    assert_eq!(
        last["fairness"].as_str().map(|f| f.starts_with("weak")),
        Some(true)
    );
    let line_by_line = &results[8];
    assert_eq!(
        line_by_line["exhausted"], false,
        "a search for a bad state ends there"
    );
    assert_eq!(line_by_line["broken"], serde_json::json!(["unique-real"]));
}

#[test]
fn a_claim_without_a_model_is_unchecked() {
    let ran = run_here(&FEW, &["check", UNCHECKED, "--format", "json"]);
    assert_eq!(ran.code, 20);
    let results = results(&ran);
    assert_eq!(results.len(), 1);
    assert_eq!(results[0]["verdict"], "unchecked");
    assert_eq!(results[0]["trace"], Value::Null);
    let expected = run_here(&FEW, &["check", UNCHECKED, "--expect", "unchecked"]);
    assert_eq!(expected.code, 0);
}

#[test]
fn the_list_for_programs_has_every_claim() {
    let ran = verdict(&["list", "--format", "json"]);
    let document: Value = serde_json::from_str(&ran.out).unwrap();
    let claims = document["claims"].as_array().unwrap();
    assert_eq!(claims.len(), APP.catalog().claims().len());
    let listed: u64 = document["summary"]
        .as_array()
        .unwrap()
        .iter()
        .map(|source| source["judged"].as_u64().unwrap() + source["unchecked"].as_u64().unwrap())
        .sum();
    assert_eq!(listed as usize, claims.len());
    assert_eq!(claims[0]["cases"][0]["verdict"], "holds");
}

#[test]
fn assumptions_for_programs_say_what_was_dropped() {
    let args = ["assumptions", "ring/unique-real", "--format", "json"];
    let ran = verdict(&args);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for result in &results(&ran) {
        let dropped = result["dropped"].as_array().unwrap();
        assert_eq!(dropped.len(), 1);
        let in_force = result["assumptions"].as_array().unwrap();
        assert!(!in_force.contains(&dropped[0]));
        let is_listed = result["variant"] == "as-meant";
        assert_eq!(result["asExpected"] == true, is_listed, "{result}");
    }
    let listed = verdict(&[&args[..], &["--listed"]].concat());
    let listed = results(&listed);
    assert!(listed.iter().all(|result| result["variant"] == "as-meant"));
    assert_eq!(
        listed.len(),
        4 * 4 + 2,
        "four survive at four sizes, two fall at once"
    );
}
