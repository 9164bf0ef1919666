//! A badge, as shields.io draws one from a file that it is pointed to.

use super::Report;
use super::problem::{self, Rule};
use crate::layout::count;
use serde_json::json;
use std::io;
use verdict_checker::command::name;

/// The document.
pub fn text(report: &Report<'_, '_>) -> io::Result<String> {
    let problems = problem::all(report);
    let stale = problems.iter().filter(|p| p.rule == Rule::Stale).count();
    let unexpected = problems.len() - stale;
    let (message, color) = if report.left_out().is_some() {
        ("interrupted".to_owned(), "lightgrey")
    } else if unexpected > 0 {
        (format!("{unexpected} unexpected"), "red")
    } else if stale > 0 {
        (format!("{stale} stale"), "yellow")
    } else {
        let runs = count(report.outcomes.len(), "run");
        (format!("{runs} as expected"), "brightgreen")
    };
    let badge = json!({ "schemaVersion": 1, "label": name(), "message": message, "color": color });
    Ok(format!("{badge}\n"))
}
