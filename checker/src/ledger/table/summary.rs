//! One row for each source: how many claims are judged, what became of them, and how far that reaches.

use super::{Chapter, NOTHING, Reading, cell, grouped, in_steps, readings};
use crate::ledger::Ledger;
use crate::verdict::{Verdict, together};
use std::collections::BTreeSet;
use std::fmt::Write;

/// What became of the readings of one source.
#[derive(Default)]
struct Counted {
    hold: usize,
    fall: usize,
    bounded: usize,
    vacuous: usize,
    reproduced: usize,
    not_reproduced: usize,
    ambiguous: usize,
}

impl Counted {
    fn of(readings: &[Reading<'_>]) -> Self {
        let mut counted = Counted::default();
        for reading in readings {
            let verdict = together(reading.records.iter().map(|record| record.verdict));
            let count = match verdict {
                Verdict::Refuted => &mut counted.fall,
                Verdict::Holds | Verdict::Proved | Verdict::Reproduced if reading.is_vacuous() => {
                    &mut counted.vacuous
                }
                Verdict::Holds | Verdict::Proved => &mut counted.hold,
                Verdict::Bounded | Verdict::Unchecked => &mut counted.bounded,
                Verdict::Reproduced => &mut counted.reproduced,
                Verdict::NotReproduced => &mut counted.not_reproduced,
                Verdict::Ambiguous => &mut counted.ambiguous,
            };
            *count += 1;
        }
        counted
    }

    /// What neither holds nor falls; a measured figure does neither.
    fn others(&self) -> Vec<String> {
        let others = [
            (self.bounded, "bounded"),
            (self.vacuous, "vacuous"),
            (self.reproduced, "reproduced"),
            (self.not_reproduced, "not reproduced"),
            (self.ambiguous, "ambiguous"),
        ];
        let others = others.iter().filter(|(count, _)| *count > 0);
        others
            .map(|(count, word)| format!("{count} {word}"))
            .collect()
    }

    fn others_in_words(&self) -> String {
        let others = self.others();
        if others.is_empty() {
            NOTHING.to_owned()
        } else {
            others.join(", ")
        }
    }
}

/// The summary: one table with a row for each source. The counterexample is the longest of those that are the shortest of their
/// reading.
pub fn summary(ledger: &Ledger, chapters: &[Chapter]) -> String {
    let mut rows = Vec::new();
    for chapter in chapters {
        let mut readings = readings(ledger, chapter);
        readings.retain(|reading| !reading.records.is_empty());
        rows.push((chapter, Counted::of(&readings), readings));
    }
    let others = rows
        .iter()
        .any(|(_, counted, _)| !counted.others().is_empty());
    let mut text = "| source | claims judged | readings that hold | that fall |".to_owned();
    text += if others { " others |" } else { "" };
    text += " largest space exhausted | longest counterexample |\n";
    text += "|---|---|---|---|";
    text += if others { "---|" } else { "" };
    text += "---|---|\n";
    for (chapter, counted, readings) in rows {
        let judged: BTreeSet<_> = readings.iter().map(|reading| reading.claim).collect();
        let _ = write!(
            text,
            "| {} | {} of {} | {} | {} |",
            cell(&chapter.title),
            judged.len(),
            chapter.claims.len(),
            counted.hold,
            counted.fall
        );
        if others {
            let _ = write!(text, " {} |", counted.others_in_words());
        }
        let (space, run) = (largest_space(&readings), longest_run(&readings));
        let _ = writeln!(text, " {space} | {run} |");
    }
    text
}

/// ``934,378 states (`ring/unique-real`)``; of equals the first counts, so they are asked in reverse.
fn largest_space(readings: &[Reading<'_>]) -> String {
    let spaces = readings.iter().rev().filter_map(|reading| {
        let exhausted = reading.records.iter().filter(|record| record.exhausted);
        Some((exhausted.map(|record| record.states).max()?, reading.claim))
    });
    match spaces.max_by_key(|(states, _)| *states) {
        Some((states, claim)) => format!("{} states (`{claim}`)", grouped(states)),
        None => NOTHING.to_owned(),
    }
}

/// ``23 steps (`ring/unique-real`)``
fn longest_run(readings: &[Reading<'_>]) -> String {
    let runs = readings.iter().rev().filter_map(|reading| {
        let refuted = reading.records.iter();
        let refuted = refuted.filter(|record| record.verdict == Verdict::Refuted);
        Some((
            refuted.filter_map(|record| record.steps).min()?,
            reading.claim,
        ))
    });
    match runs.max_by_key(|(steps, _)| *steps) {
        Some((steps, claim)) => format!("{} (`{claim}`)", in_steps(steps)),
        None => NOTHING.to_owned(),
    }
}
