//! All verdicts: a section for each source, a row for each reading, and what becomes of it without each assumption.

use super::{Chapter, NOTHING, Reading, cell, grouped, in_steps, is_within, largest, readings};
use crate::audit::AuditResult;
use crate::ledger::{Ledger, Record};
use crate::size::Size;
use crate::verdict::{Verdict, together};
use std::fmt::{Display, Write};

const VERDICTS: &str = "\
| claim | reading | verdict | sizes | states | depth | trace |
|---|---|---|---|---|---|---|
";

const WITHOUT: &str = "\
| claim | reading | without | what becomes of it |
|---|---|---|---|
";

/// The longest list, in characters, that is written out.
const LONGEST: usize = 80;

/// All verdicts, source by source, and what becomes of them without each assumption.
pub fn table(ledger: &Ledger, chapters: &[Chapter]) -> String {
    sections(ledger, chapters, |readings| {
        readings.iter().flat_map(rows_without).collect()
    })
}

/// All verdicts, source by source, and nothing else.
pub fn verdicts(ledger: &Ledger, chapters: &[Chapter]) -> String {
    sections(ledger, chapters, |_| Vec::new())
}

fn sections(
    ledger: &Ledger,
    chapters: &[Chapter],
    without: impl Fn(&[Reading<'_>]) -> Vec<String>,
) -> String {
    let mut text = String::new();
    for chapter in chapters {
        let readings = readings(ledger, chapter);
        if readings.is_empty() {
            continue;
        }
        let _ = writeln!(text, "## {}\n", chapter.title);
        let judged = readings.iter().filter(|r| !r.records.is_empty());
        push_table(&mut text, VERDICTS, judged.map(row));
        push_table(&mut text, WITHOUT, without(&readings).into_iter());
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn push_table(text: &mut String, header: &str, rows: impl Iterator<Item = String>) {
    let rows: String = rows.collect();
    if !rows.is_empty() {
        *text += &format!("{header}{rows}\n");
    }
}

fn row(reading: &Reading<'_>) -> String {
    let Reading {
        claim,
        variant,
        records,
        ..
    } = reading;
    let [verdict, sizes, states, depth, trace] =
        listed(records).unwrap_or_else(|| shortened(records));
    format!("| `{claim}` | {variant} | {verdict} | {sizes} | {states} | {depth} | {trace} |\n")
}

/// The cells of a reading with an entry for each size, unless they grow too long.
fn listed(records: &[Record]) -> Option<[String; 5]> {
    let cells = [
        each_verdict(records),
        sizes(records),
        each(records, extent),
        each(records, depth),
        each(records, |record| {
            record.steps.map_or(NOTHING.to_owned(), in_steps)
        }),
    ];
    let fits = |cell: &String| cell.chars().count() <= LONGEST;
    (records.len() == 1 || cells.iter().all(fits)).then_some(cells)
}

/// The cells of a reading with an entry for its largest size only.
fn shortened(records: &[Record]) -> [String; 5] {
    let Some(largest) = largest(records) else {
        return [NOTHING; 5].map(str::to_owned);
    };
    let verdict = together(records.iter().map(|record| record.verdict));
    let vacuous = records.iter().any(|r| r.audit == AuditResult::Vacuous);
    let steps = || records.iter().filter_map(|record| record.steps);
    let trace = match (steps().min(), steps().max()) {
        (Some(least), Some(most)) if least < most => format!("{least} to {}", in_steps(most)),
        (_, most) => most.map_or(NOTHING.to_owned(), in_steps),
    };
    let smaller = records
        .iter()
        .all(|record| is_within(&record.parameters, &largest.parameters));
    let others = format!(
        " and {} {}",
        records.len() - 1,
        if smaller { "smaller" } else { "others" }
    );
    [
        with_remark(verdict, vacuous),
        sizes(std::slice::from_ref(largest)) + &others,
        extent(largest),
        depth(largest),
        trace,
    ]
}

/// How much was looked at: states, or for a measurement how many figures fit, over how many seeds.
fn extent(record: &Record) -> String {
    match &record.measured {
        Some(measured) => measured.in_words(),
        None if !record.reduced.is_empty() => format!("{} stored", grouped(record.states)),
        None => grouped(record.states),
    }
}

fn depth(record: &Record) -> String {
    match record.measured {
        Some(_) => NOTHING.to_owned(),
        None => record.depth.to_string(),
    }
}

fn with_remark(verdict: Verdict, vacuous: bool) -> String {
    let remark = if vacuous { " (vacuous)" } else { "" };
    format!("{verdict}{remark}")
}

/// The verdict, or one for each size if they differ; a vacuous success says so.
fn each_verdict(records: &[Record]) -> String {
    let word = |record: &Record| with_remark(record.verdict, record.audit == AuditResult::Vacuous);
    match records {
        [first, rest @ ..] if rest.iter().all(|record| word(record) == word(first)) => word(first),
        _ => each(records, word),
    }
}

/// `N, k = 3, 1; 4, 1`
fn sizes(records: &[Record]) -> String {
    let names = |size: &Size| size.iter().map(|(name, _)| name.to_owned()).collect();
    let values = |size: &Size| size.iter().map(|(_, value)| value.to_string()).collect();
    let comma = |parts: Vec<String>| parts.join(", ");
    match records.first() {
        Some(first) if !first.parameters.is_empty() => {
            let values = each(records, |record| comma(values(&record.parameters)));
            format!("{} = {values}", comma(names(&first.parameters)))
        }
        Some(_) | None => NOTHING.to_owned(),
    }
}

/// One entry for each size, or only one if none of them says anything.
fn each<T: Display>(records: &[Record], part: impl Fn(&Record) -> T) -> String {
    let parts: Vec<_> = records.iter().map(|r| part(r).to_string()).collect();
    if parts.iter().all(|part| part == NOTHING) {
        return NOTHING.to_owned();
    }
    parts.join("; ")
}

/// What becomes of a reading without each of its assumptions.
fn rows_without(reading: &Reading<'_>) -> Vec<String> {
    let groups = reading.dropped.chunk_by(|a, b| a.dropped == b.dropped);
    let row = |records: &[Record]| {
        let (claim, variant) = (reading.claim, reading.variant);
        let names: Vec<_> = records[0].dropped.iter().map(|name| cell(name)).collect();
        let (names, fate) = (names.join(", "), cell(&fate(records)));
        format!("| `{claim}` | {variant} | {names} | {fate} |\n")
    };
    groups.map(row).collect()
}

/// `refuted at N = 4, k = 2 in 9 steps`, `holds up to N = 5, k = 2`
pub(super) fn fate(records: &[Record]) -> String {
    let verdict = together(records.iter().map(|record| record.verdict));
    let deciding = records.iter().find(|record| record.verdict == verdict);
    let at = |record: &Record| match record.parameters.is_empty() {
        true => String::new(),
        false => format!(" at {}", record.parameters.in_words()),
    };
    match (verdict, deciding) {
        (Verdict::Refuted, Some(first)) => {
            let run = match first.steps {
                Some(steps) => format!(" in {}", in_steps(steps)),
                None => ", every state seen".to_owned(),
            };
            format!("refuted{}{run}", at(first))
        }
        (Verdict::Bounded, Some(first)) => {
            let cut = first.cut.as_deref().unwrap_or("not all sizes checked");
            format!("bounded: {cut}{}", at(first))
        }
        (Verdict::Holds | Verdict::Proved, _) => format!("{verdict}{}", reach(records)),
        (Verdict::Refuted | Verdict::Bounded, None)
        | (
            Verdict::Unchecked | Verdict::Reproduced | Verdict::NotReproduced | Verdict::Ambiguous,
            _,
        ) => verdict.to_string(),
    }
}

/// How far the sizes reach: up to one that all others are within, or a list of them.
fn reach(records: &[Record]) -> String {
    let top = records.iter().find(|top| {
        let within = |record: &Record| is_within(&record.parameters, &top.parameters);
        records.iter().all(within)
    });
    match (records, top) {
        (_, Some(top)) if top.parameters.is_empty() => String::new(),
        ([only], _) => format!(" at {}", only.parameters.in_words()),
        (_, Some(top)) => format!(" up to {}", top.parameters.in_words()),
        (_, None) => {
            let all = sizes(records);
            if all.chars().count() <= LONGEST {
                return format!(" at {all}");
            }
            let [_, largest, ..] = shortened(records);
            format!(" at {largest}")
        }
    }
}
