//! The verdicts as tables in Markdown, a summary and all of them, and their place in a document.

use super::{Ledger, Record};
use crate::audit::AuditResult;
use crate::verdict::Verdict;
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

/// Where a table begins in a document.
pub const BEGIN: &str = "<!-- verdicts:begin -->";
/// Where it ends.
pub const END: &str = "<!-- verdicts:end -->";

const HEADER: &str = "\
| claim | reading | verdict | sizes | states | depth | trace |
|---|---|---|---|---|---|---|
";

/// A reading with the records of its sizes.
type Reading<'a> = (&'a str, Vec<&'a Record>);

/// The readings of each claim, in the order of the ledger. Records under dropped assumptions are left out:
/// they belong to the table of assumptions.
fn by_claim(ledger: &Ledger) -> Vec<(&str, Vec<Reading<'_>>)> {
    let mut claims: Vec<(&str, Vec<Reading>)> = Vec::new();
    for record in ledger.records.iter().filter(|r| r.dropped.is_empty()) {
        if claims.last().is_none_or(|(last, _)| *last != record.claim) {
            claims.push((&record.claim, Vec::new()));
        }
        let (_, readings) = claims.last_mut().expect("pushed if there was none");
        match readings.iter_mut().find(|(v, _)| *v == record.variant) {
            Some((_, records)) => records.push(record),
            None => readings.push((&record.variant, vec![record])),
        }
    }
    claims
}

/// The summary: for each source, one row for each claim with the readings that hold and those that fall, and how
/// many claims nobody has checked.
pub fn summary(ledger: &Ledger, chapters: &[Chapter]) -> String {
    let judged = by_claim(ledger);
    let mut text = String::new();
    for chapter in chapters {
        let of_chapter = |(claim, _): &&(&str, _)| chapter.claims.iter().any(|id| id == claim);
        let rows: Vec<_> = judged.iter().filter(of_chapter).collect();
        let (all, checked) = (chapter.claims.len(), rows.len());
        let _ = writeln!(
            text,
            "**{}**: {checked} of {all} claims judged\n",
            chapter.title
        );
        if rows.is_empty() {
            continue;
        }
        text.push_str("| claim | holds | falls |\n|---|---|---|\n");
        for (claim, readings) in rows {
            let list = |falls: bool| {
                let side = readings
                    .iter()
                    .filter(|(_, records)| is_refuted(records) == falls);
                let parts: Vec<_> = side.map(in_brief).collect();
                if parts.is_empty() {
                    "—".to_owned()
                } else {
                    parts.join(", ")
                }
            };
            let _ = writeln!(text, "| `{claim}` | {} | {} |", list(false), list(true));
        }
        text.push('\n');
    }
    text
}

fn is_refuted(records: &[&Record]) -> bool {
    records
        .iter()
        .any(|record| record.verdict == Verdict::Refuted)
}

/// `as-meant (11,916 states)`, `line-by-line (3 steps)`: the largest space that was searched, or the shortest
/// run that breaks it; and the verdict where the column does not say it.
fn in_brief((variant, records): &Reading<'_>) -> String {
    let evidence = if is_refuted(records) {
        let shortest = records.iter().filter(|r| r.verdict == Verdict::Refuted);
        let shortest = shortest.min_by_key(|r| r.trace_steps.unwrap_or(u64::MAX));
        shortest.map(|record| steps(record))
    } else {
        let largest = records.iter().max_by_key(|r| r.distinct_states);
        largest.map(|record| format!("{} states", grouped(record.distinct_states)))
    };
    let mut notes: Vec<_> = records
        .iter()
        .filter(|r| !matches!(r.verdict, Verdict::Holds | Verdict::Refuted))
        .map(|r| r.verdict.to_string())
        .chain(evidence)
        .collect();
    notes.dedup();
    if records.iter().any(|r| r.audit == AuditResult::Vacuous) {
        notes.push("vacuous".to_owned());
    }
    format!("{variant} ({})", notes.join(", "))
}

/// All verdicts: one row for each claim and reading, with its sizes.
pub fn table(ledger: &Ledger) -> String {
    let mut text = HEADER.to_owned();
    for (claim, readings) in by_claim(ledger) {
        for (variant, records) in readings {
            let _ = writeln!(
                text,
                "| `{claim}` | {variant} | {} | {} | {} | {} | {} |",
                verdicts(&records),
                sizes(&records),
                each(&records, |r| grouped(r.distinct_states)),
                each(&records, |r| r.depth.to_string()),
                each(&records, steps),
            );
        }
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

/// Why a table has no place in a document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MarkerError {
    /// A marker is not there.
    #[error("there is no line `{0}`; the table goes between `{BEGIN}` and `{END}`")]
    Missing(&'static str),
    /// A marker is there more than once.
    #[error("the line `{0}` is there more than once; expected one place for the table")]
    Repeated(&'static str),
    /// The end comes first.
    #[error("`{END}` comes before `{BEGIN}`; expected the other way round")]
    Reversed,
}

/// The document with `table` between its two markers, in place of what was there.
pub fn put_into(document: &str, table: &str) -> Result<String, MarkerError> {
    let place = |marker: &'static str| {
        let mut places = document.match_indices(marker).map(|(at, _)| at);
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
    let (before, after) = (&document[..begin], &document[end..]);
    // A blank line on both sides, or Markdown takes the table for a part of the comment.
    Ok(format!("{before}\n\n{}\n\n{after}", table.trim_end()))
}
