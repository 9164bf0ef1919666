//! SARIF 2.1.0: only what is not as it should be, each result at the line where the reading is written, with the run that shows it.

use super::Report;
use super::place::Place;
use super::problem::{self, Problem, Rule};
use serde_json::{Value, json};
use std::io;
use verdict_checker::command::name;
use verdict_checker::trace::Trace;
use verdict_checker::trace::changes::changes;

/// Where the schema is published.
pub const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// A longer run is cut: nobody steps through it in a browser.
const MOST_STEPS: usize = 1000;

/// The document.
pub fn text(report: &Report<'_, '_>) -> io::Result<String> {
    let results: Vec<Value> = problem::all(report).iter().map(result).collect();
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

fn result(problem: &Problem<'_>) -> Value {
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
    if let Some(trace) = problem.trace {
        let shown =
            json!([{ "message": { "text": problem.name }, "threadFlows": [flow(trace, &place)] }]);
        result["codeFlows"] = shown;
    }
    result
}

fn flow(trace: &Trace, place: &Value) -> Value {
    let step = |index: usize| {
        let changed = changes(&trace.states[index], &trace.states[index + 1]);
        let changed: Vec<String> = changed.iter().map(ToString::to_string).collect();
        let label = &trace.steps[index].label;
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
