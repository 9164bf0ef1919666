//! Which assumptions a claim rests on: each dropped alone, then every pair of which neither matters alone.
//!
//! Only readings that do not fall under all their assumptions are listed: what falls anyway needs none of them.

use super::verdicts::fate;
use super::{Chapter, Reading, cell, in_steps, readings};
use crate::command::name;
use crate::ledger::{Ledger, Record};
use crate::verdict::{Verdict, together};
use std::collections::BTreeMap;
use std::fmt::Write;

/// All claims by all assumptions at a glance, a table for each source; `folder` is where the pages of the sources are.
pub fn assumptions(ledger: &Ledger, chapters: &[Chapter], folder: &str) -> String {
    let mut text = String::new();
    for chapter in chapters {
        let rests = resting(ledger, chapter);
        if rests.is_empty() {
            continue;
        }
        let names = names(&rests);
        let (title, key) = (&chapter.title, &chapter.key);
        let _ = writeln!(text, "## {title}\n\n[Every run]({folder}/{key}.md)\n");
        let columns: String = names.iter().map(|name| format!(" {name} |")).collect();
        let _ = writeln!(text, "| claim | readings |{columns} pairs |");
        let _ = writeln!(text, "|---|---|{}---|", "---|".repeat(names.len()));
        for rests in rests.chunk_by(|a, b| a.claim == b.claim) {
            let _ = write!(text, "| `{}` | {} |", rests[0].claim, rests.len());
            for name in &names {
                let _ = write!(text, " {} |", alone(rests, name));
            }
            let _ = writeln!(text, " {} |", in_pairs(rests));
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// The page of one source: what its assumptions mean, and each run; `None` if nothing of it rests on any.
pub fn assumptions_of(ledger: &Ledger, chapter: &Chapter, overview: &str) -> Option<String> {
    let rests = resting(ledger, chapter);
    if rests.is_empty() {
        return None;
    }
    let command = name();
    let mut text = format!(
        "# Without an assumption: {}\n\n\
         Each assumption of a reading dropped alone, then, for the first reading of a claim, every pair of which neither matters alone; at the \
         sizes of every check, smallest first. \"Not needed\" is said of those sizes and no others, and only if every state was seen; \"no run\" is what a search found that \
         was cut.\n\
         The command shows the shortest run. [The overview]({overview}) has all sources. Generated from the ledger (`{command} readme`).\n\n\
         | assumption | what it says |\n|---|---|\n",
        chapter.title
    );
    let names = names(&rests);
    for (assumption, meaning) in &chapter.assumptions {
        if names.contains(&assumption.as_str()) {
            let _ = writeln!(text, "| {assumption} | {} |", cell(meaning));
        }
    }
    for rests in rests.chunk_by(|a, b| a.claim == b.claim) {
        let claim = rests[0].claim;
        let _ = write!(
            text,
            "\n## `{claim}`\n\n| reading | without | what becomes of it | the run |\n|---|---|---|---|\n"
        );
        for reading in rests {
            text.extend(reading.rows());
        }
    }
    Some(text)
}

/// A reading that does not fall under all its assumptions.
struct Rests<'a> {
    claim: &'a str,
    variant: &'a str,
    /// The names of its assumptions, in the order of the model, those that are in force only at larger sizes last.
    assumed: Vec<&'a str>,
    /// What became of it without some of them, in the order of the names.
    dropped: Vec<&'a [Record]>,
}

fn resting<'a>(ledger: &'a Ledger, chapter: &'a Chapter) -> Vec<Rests<'a>> {
    let readings = readings(ledger, chapter).into_iter();
    let rests = readings.filter_map(|reading| {
        let Reading {
            claim,
            variant,
            records,
            dropped,
        } = reading;
        let falls = records.iter().any(|record| record.verdict.is_failure());
        let mut assumed: Vec<&str> = Vec::new();
        for name in records.iter().flat_map(|record| &record.assumptions) {
            if !assumed.contains(&name.as_str()) {
                assumed.push(name);
            }
        }
        let place = |name: &String| assumed.iter().position(|known| *known == name);
        let mut dropped: Vec<_> = dropped.chunk_by(|a, b| a.dropped == b.dropped).collect();
        dropped.sort_by_key(|records| {
            let places: Vec<_> = records[0].dropped.iter().map(place).collect();
            (places.len(), places)
        });
        (!falls && !assumed.is_empty()).then_some(Rests {
            claim,
            variant,
            assumed,
            dropped,
        })
    });
    rests.collect()
}

/// The assumptions of some readings, in the order in which they come.
fn names<'a>(rests: &[Rests<'a>]) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for name in rests.iter().flat_map(|reading| &reading.assumed) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    names
}

fn verdict(records: &[Record]) -> Verdict {
    together(records.iter().map(|record| record.verdict))
}

/// The steps of the run that decides at the smallest size at which there is one.
fn shortest(records: &[Record]) -> Option<u64> {
    let refuted = records.iter().find(|record| record.verdict.is_failure());
    refuted.and_then(|record| record.steps)
}

/// What becomes of a claim without one assumption: `**3**` if it falls in each of its readings, `**3** (1 of 2)` if only in some.
fn alone(rests: &[Rests<'_>], name: &str) -> String {
    let assuming = rests.iter().filter(|r| r.assumed.contains(&name));
    let (mut readings, mut falls, mut cut, mut unknown) = (0, 0, false, false);
    let mut least: Option<u64> = None;
    for reading in assuming {
        readings += 1;
        match reading.without(&[name]) {
            None => unknown = true,
            Some(records) => match verdict(records) {
                Verdict::Refuted | Verdict::NotReproduced => {
                    falls += 1;
                    least = least.into_iter().chain(shortest(records)).min();
                }
                Verdict::Bounded | Verdict::Ambiguous => cut = true,
                Verdict::Unchecked => unknown = true,
                Verdict::Holds | Verdict::Proved | Verdict::Reproduced => {}
            },
        }
    }
    let run = || least.map_or_else(|| "falls".to_owned(), |steps| steps.to_string());
    match (readings, falls) {
        (0, _) => String::new(),
        (readings, falls) if falls == readings => format!("**{}**", run()),
        (readings, 1..) => format!("**{}** ({falls} of {readings})", run()),
        _ if unknown => "?".to_owned(),
        _ if cut => "no run".to_owned(),
        _ => "not needed".to_owned(),
    }
}

/// How many pairs matter of which neither assumption matters alone, with the shortest run.
fn in_pairs(rests: &[Rests<'_>]) -> String {
    let pairs = || {
        let dropped = rests.iter().flat_map(|reading| &reading.dropped);
        dropped.filter(|records| records[0].dropped.len() == 2)
    };
    let falling = pairs().filter(|records| verdict(records).is_failure());
    let falling: Vec<_> = falling.collect();
    let least = falling.iter().min_by_key(|records| shortest(records));
    match (pairs().count(), least) {
        (0, _) => String::new(),
        (all, None) => format!("none of {all}"),
        (all, Some(records)) => {
            let names = records[0].dropped.join(" and ");
            let steps = shortest(records).map_or_else(String::new, |s| format!(": **{s}**"));
            format!("{} of {all}; {names}{steps}", falling.len())
        }
    }
}

impl<'a> Rests<'a> {
    fn without(&self, names: &[&str]) -> Option<&'a [Record]> {
        let found = self
            .dropped
            .iter()
            .find(|records| records[0].dropped == names);
        found.copied()
    }

    /// A row for each run; those of which nothing came stand together, if they reach equally far.
    fn rows(&self) -> Vec<String> {
        let row = |without: &str, fate: &str, run: &str| {
            format!("| {} | {without} | {fate} | {run} |\n", self.variant)
        };
        let mut rows = Vec::new();
        let mut harmless: BTreeMap<(usize, String), Vec<String>> = BTreeMap::new();
        for records in &self.dropped {
            let names = cell(&records[0].dropped.join(" and "));
            match records.iter().find(|record| record.verdict.is_failure()) {
                Some(first) => {
                    let steps = first.steps.map_or("falls".to_owned(), |steps| {
                        format!("falls in {}", in_steps(steps))
                    });
                    let size = match first.parameters.is_empty() {
                        true => String::new(),
                        false => format!(" at {}", first.parameters.in_words()),
                    };
                    let run = format!("`{}`", repeat(first));
                    rows.push(row(&names, &format!("{steps}{size}"), &run));
                }
                None => {
                    let fate = cell(&fate(records));
                    let fate = match verdict(records) {
                        Verdict::Bounded => fate.replacen("bounded", "no run", 1),
                        word => fate.replacen(word.word(), "not needed", 1),
                    };
                    let order = records[0].dropped.len();
                    harmless.entry((order, fate)).or_default().push(names);
                }
            }
        }
        for ((_, fate), names) in harmless {
            rows.push(row(&names.join("; "), &fate, ""));
        }
        let unknown = self
            .assumed
            .iter()
            .filter(|name| self.without(&[name]).is_none());
        let unknown: Vec<_> = unknown.map(|name| cell(name)).collect();
        if !unknown.is_empty() {
            rows.push(row(&unknown.join("; "), "not looked at", ""));
        }
        rows
    }
}

/// The command that shows the run of a record.
fn repeat(record: &Record) -> String {
    let mut words = format!(
        "{} check {} --variant {}",
        name(),
        record.claim,
        record.variant
    );
    for (name, value) in record.parameters.iter() {
        words += &format!(" -p {name}={value}");
    }
    for name in &record.dropped {
        words += &format!(" --without {name}");
    }
    words
}
