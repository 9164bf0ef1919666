//! The table of verdicts, in Markdown, and its place in the README.

use super::{Ledger, Record};
use crate::audit::AuditResult;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Write};

/// The claims of one source, in the order of the catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// What the source is called.
    pub title: String,
    /// The ids of its claims.
    pub claims: Vec<String>,
}

/// Where the table begins in a README.
pub const BEGIN: &str = "<!-- verdicts:begin -->";
/// Where it ends.
pub const END: &str = "<!-- verdicts:end -->";

const HEADER: &str = "\
| claim | reading | verdict | sizes | states | depth | trace |
|---|---|---|---|---|---|---|
";

/// The table: one row for each claim and reading, with its sizes; then, for each source, the claims that
/// nobody has checked.
///
/// Records under dropped assumptions are left out: they belong to the table of assumptions.
pub fn table(ledger: &Ledger, chapters: &[Chapter]) -> String {
    let mut rows: Vec<((&str, &str), Vec<&Record>)> = Vec::new();
    for record in ledger.records.iter().filter(|r| r.dropped.is_empty()) {
        let reading = (&record.claim[..], &record.variant[..]);
        match rows.iter_mut().find(|(known, _)| *known == reading) {
            Some((_, records)) => records.push(record),
            None => rows.push((reading, vec![record])),
        }
    }
    let mut text = HEADER.to_owned();
    for ((claim, variant), records) in &rows {
        let _ = writeln!(
            text,
            "| `{claim}` | {variant} | {} | {} | {} | {} | {} |",
            verdicts(records),
            sizes(records),
            each(records, |r| grouped(r.distinct_states)),
            each(records, |r| r.depth.to_string()),
            each(records, steps),
        );
    }
    let checked: BTreeSet<&str> = rows.iter().map(|((claim, _), _)| *claim).collect();
    let unchecked: Vec<_> = chapters
        .iter()
        .map(|chapter| {
            let open = chapter.claims.iter();
            let open = open.filter(|claim| !checked.contains(&claim[..])).count();
            (chapter, open)
        })
        .filter(|(_, open)| *open > 0)
        .collect();
    if !unchecked.is_empty() {
        text.push('\n');
    }
    for (chapter, open) in unchecked {
        let all = chapter.claims.len();
        let _ = writeln!(
            text,
            "- {}: {open} of {all} claims unchecked",
            chapter.title
        );
    }
    text
}

/// The verdict, or one for each size if they differ; a vacuous success says so.
fn verdicts(records: &[&Record]) -> String {
    let word = |record: &&Record| match record.audit {
        AuditResult::Vacuous => format!("{} (vacuous)", record.verdict),
        _ => record.verdict.to_string(),
    };
    let words: BTreeSet<String> = records.iter().map(word).collect();
    if words.len() > 1 {
        return each(records, |record| word(&record));
    }
    words.into_iter().collect()
}

/// `N, k = 3, 1; 4, 1`
fn sizes(records: &[&Record]) -> String {
    let comma = |parts: Vec<String>| parts.join(", ");
    let names = |parameters: &BTreeMap<String, u64>| comma(parameters.keys().cloned().collect());
    let values = |record: &Record| comma(record.parameters.values().map(u64::to_string).collect());
    match records.first().map(|record| names(&record.parameters)) {
        None => String::new(),
        Some(names) if names.is_empty() => "—".to_owned(),
        Some(names) => format!("{names} = {}", each(records, values)),
    }
}

fn steps(record: &Record) -> String {
    match record.trace_steps {
        None => "—".to_owned(),
        Some(1) => "1 step".to_owned(),
        Some(steps) => format!("{steps} steps"),
    }
}

/// One entry for each size, or only one if all are the same and say nothing.
fn each<T: Display>(records: &[&Record], part: impl Fn(&Record) -> T) -> String {
    let parts: Vec<_> = records.iter().map(|r| part(r).to_string()).collect();
    if parts.iter().all(|part| part == "—") {
        return "—".to_owned();
    }
    parts.join("; ")
}

/// `1,234,567`
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Why the table has no place in a README.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MarkerError {
    /// A marker is not there.
    #[error("the README lacks the line `{0}`; the table goes between `{BEGIN}` and `{END}`")]
    Missing(&'static str),
    /// A marker is there more than once.
    #[error("the README has the line `{0}` more than once; expected one place for the table")]
    Repeated(&'static str),
    /// The end comes first.
    #[error("the README has `{END}` before `{BEGIN}`; expected the other way round")]
    Reversed,
}

/// The README with `table` between its two markers, in place of what was there.
pub fn put_into(readme: &str, table: &str) -> Result<String, MarkerError> {
    let place = |marker: &'static str| {
        let mut places = readme.match_indices(marker).map(|(at, _)| at);
        match (places.next(), places.next()) {
            (None, _) => Err(MarkerError::Missing(marker)),
            (Some(at), None) => Ok(at),
            (Some(_), Some(_)) => Err(MarkerError::Repeated(marker)),
        }
    };
    let (begin, end) = (place(BEGIN)? + BEGIN.len(), place(END)?);
    if end < begin {
        return Err(MarkerError::Reversed);
    }
    let (before, after) = (&readme[..begin], &readme[end..]);
    // A blank line on both sides, or Markdown takes the table for a part of the comment.
    Ok(format!("{before}\n\n{}\n\n{after}", table.trim_end()))
}
