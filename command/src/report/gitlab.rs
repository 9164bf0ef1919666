//! GitLab's report on code quality: a list of problems with their lines.

use super::Report;
use super::problem::{self, Problem, Rule};
use serde_json::{Value, json};
use std::io;

/// The document.
pub fn text(report: &Report<'_, '_>) -> io::Result<String> {
    let all: Vec<Value> = problem::all(report).iter().map(entry).collect();
    let text = serde_json::to_string_pretty(&all).map_err(io::Error::other)?;
    Ok(text + "\n")
}

fn entry(problem: &Problem<'_>) -> Value {
    json!({
        "description": problem.message(),
        "check_name": problem.rule.id(),
        "fingerprint": problem.fingerprint,
        "severity": severity(problem.rule),
        "location": { "path": problem.place.path, "lines": { "begin": problem.place.line } },
    })
}

fn severity(rule: Rule) -> &'static str {
    match rule {
        Rule::Safety | Rule::Liveness => "critical",
        Rule::Vacuous => "major",
        Rule::Inconclusive | Rule::Stale => "minor",
    }
}
