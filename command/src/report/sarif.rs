//! SARIF 2.1.0: only what is not as it should be, each result at the line where the reading is written, with the run that shows it:
//! each step at the line that it executes.

use super::Report;
use super::place::Place;
use super::problem::{self, Problem, Rule};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;
use verdict_checker::catalog::Case;
use verdict_checker::command::name;
use verdict_checker::trace::Trace;
use verdict_checker::trace::changes::changes;
use verdict_explorer::code::{self, Code};

/// Where the schema is published.
pub const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// A longer run is cut: nobody steps through it in a browser.
const MOST_STEPS: usize = 1000;

/// The document.
pub fn text(report: &Report<'_, '_>) -> io::Result<String> {
    let problems = problem::all(report);
    let results = problems.iter().map(|problem| result(report, problem));
    let results: Vec<Value> = results.collect();
    let rules = Rule::ALL.map(|rule| {
        json!({
            "id": rule.id(),
            "shortDescription": { "text": rule.meaning() },
            "defaultConfiguration": { "level": level(rule) },
        })
    });
    let document = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": name(),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "invocations": [{
                "executionSuccessful": report.left_out().is_none(),
                "exitCode": report.code,
            }],
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    });
    let text = serde_json::to_string_pretty(&document).map_err(io::Error::other)?;
    Ok(text + "\n")
}

fn level(rule: Rule) -> &'static str {
    if rule.is_error() { "error" } else { "warning" }
}

fn result(report: &Report<'_, '_>, problem: &Problem<'_>) -> Value {
    let place = physical(&problem.place);
    let index = Rule::ALL.iter().position(|rule| *rule == problem.rule);
    let mut result = json!({
        "ruleId": problem.rule.id(),
        "ruleIndex": index,
        "level": level(problem.rule),
        "message": { "text": problem.message() },
        "locations": [{
            "physicalLocation": place,
            "logicalLocations": [{ "fullyQualifiedName": problem.name }],
        }],
        "partialFingerprints": { "verdict/v1": problem.fingerprint },
    });
    if let Some((trace, case)) = problem.shown {
        let executed = executed(report, trace, case);
        let flow = flow(trace, &place, &executed);
        result["codeFlows"] =
            json!([{ "message": { "text": problem.name }, "threadFlows": [flow] }]);
    }
    result
}

/// Where each step of a run stands, by the key of its code. A step of the world alone is not there: it executes nothing.
fn executed(report: &Report<'_, '_>, trace: &Trace, case: &Case) -> BTreeMap<String, Value> {
    let keys: Vec<String> = trace.steps.iter().map(code::key_of).collect();
    let code = Code::of(report.catalog, case).lines(keys.iter().map(String::as_str));
    let places = code.into_iter().filter_map(|(key, lines)| {
        let place = report.places.of_lines(report.catalog, lines.first()?)?;
        Some((key, physical(&place)))
    });
    places.collect()
}

fn flow(trace: &Trace, place: &Value, executed: &BTreeMap<String, Value>) -> Value {
    let step = |index: usize| {
        let changed = changes(&trace.states[index], &trace.states[index + 1]);
        let changed: Vec<String> = changed.iter().map(ToString::to_string).collect();
        let taken = &trace.steps[index];
        let label = &taken.label;
        let place = executed.get(&code::key_of(taken)).unwrap_or(place);
        json!({
            "location": {
                "physicalLocation": place,
                "message": { "text": format!("{label}: {}", changed.join("; ")) },
            },
            "executionOrder": index + 1,
        })
    };
    let mut locations = vec![json!({
        "location": { "physicalLocation": place, "message": { "text": "start" } },
        "executionOrder": 0,
    })];
    locations.extend((0..trace.steps.len().min(MOST_STEPS)).map(step));
    json!({ "locations": locations })
}

fn physical(place: &Place) -> Value {
    json!({
        "artifactLocation": { "uri": uri(&place.path), "uriBaseId": "%SRCROOT%" },
        "region": { "startLine": place.line },
    })
}

/// A path as a part of an address.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte) {
            uri.push(byte.into());
        } else {
            uri += &format!("%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_an_address() {
        assert_eq!(uri("src/a b/ü.rs"), "src/a%20b/%C3%BC.rs");
    }
}
