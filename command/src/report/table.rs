//! The table of verdicts: one row for each case, all its sizes together.

use crate::layout::{Cell, Flush, Table, thousands, width};
use crate::outcome::Outcome;
use crate::style;
use std::io::{self, Write};
use verdict_checker::catalog::Case;
use verdict_checker::verdict::Verdict;

/// Writes the table: a row for each reading, or for each claim where the window is too narrow for that.
pub fn write(out: &mut dyn Write, outcomes: &[Outcome]) -> io::Result<()> {
    let readings = readings(outcomes);
    if readings.fits(width()) {
        return readings.write(out);
    }
    claims(outcomes).write(out)
}

/// A row for each claim.
fn claims(outcomes: &[Outcome]) -> Table {
    let mut table = Table::new([
        ("claim", Flush::Left),
        ("readings", Flush::Left),
        ("ok", Flush::Left),
    ]);
    for claim in outcomes.chunk_by(|a, b| a.target.case.claim == b.target.case.claim) {
        let readings = claim.chunk_by(|a, b| std::ptr::eq(a.target.case, b.target.case));
        let verdicts = readings.filter_map(|reading| {
            let worst = reading.iter().max_by_key(|o| gravity(o.judgement.verdict));
            worst.map(|outcome| outcome.judgement.verdict)
        });
        let verdicts: Vec<Verdict> = verdicts.collect();
        let tally = Verdict::ALL.into_iter().filter_map(|verdict| {
            let number = verdicts.iter().filter(|found| **found == verdict).count();
            (number > 0).then(|| format!("{number} {verdict}"))
        });
        let tally: Vec<String> = tally.collect();
        table.row([
            claim[0].target.case.claim.into(),
            tally.join(", ").into(),
            as_expected(claim),
        ]);
    }
    table
}

fn as_expected(outcomes: &[Outcome]) -> Cell {
    let unexpected = outcomes.iter().find(|o| o.as_expected() == Some(false));
    match unexpected.and_then(|o| o.expected) {
        Some(expected) => Cell::styled(format!("NO: {expected}"), style::BAD),
        None => Cell::styled("yes", style::FAINT),
    }
}

/// A row for each reading.
fn readings(outcomes: &[Outcome]) -> Table {
    let cases = || outcomes.chunk_by(|a, b| std::ptr::eq(a.target.case, b.target.case));
    let first = outcomes.first().map(|outcome| names(outcome.target.case));
    let shared = first.filter(|first| cases().all(|case| names(case[0].target.case) == *first));
    let sizes = match &shared {
        Some(names) => format!("sizes {names}"),
        None => "sizes".to_owned(),
    };
    let mut table = Table::new([
        ("claim and variant", Flush::Left),
        ("verdict", Flush::Left),
        (sizes.trim_end(), Flush::Left),
        ("states", Flush::Right),
        ("depth", Flush::Right),
        ("steps", Flush::Right),
        ("ok", Flush::Left),
    ]);
    for case in cases() {
        table.row(row(case, shared.is_none()));
    }
    table
}

/// The outcomes of one case. What broke at one size is broken; what was cut at one size is not decided.
fn row(outcomes: &[Outcome], with_names: bool) -> Vec<Cell> {
    let case = outcomes[0].target.case;
    let worst = outcomes.iter().max_by_key(|o| gravity(o.judgement.verdict));
    let verdict = worst.map_or(Verdict::Unchecked, |o| o.judgement.verdict);
    let values: Vec<String> = outcomes.iter().map(values).collect();
    let mut sizes = values.join(" ");
    if with_names && !case.parameters.is_empty() {
        sizes = format!("{}: {sizes}", names(case));
    }
    let counts = || outcomes.iter().map(|o| &o.judgement.counts);
    let states: usize = counts().map(|c| c.distinct).sum();
    let depth = counts().map(|c| c.depth).max().unwrap_or(0);
    // A measurement has neither, and 0 would look like a search that found nothing.
    let measured = verdict.is_measured();
    let searched = |count: String| if measured { String::new() } else { count };
    // The shortest: the run that a reader will want to see.
    let steps = outcomes.iter().filter_map(Outcome::steps).min();
    let steps = steps.map_or(String::new(), |steps| steps.to_string());
    vec![
        format!("{} {}", case.claim, case.variant).into(),
        Cell::styled(verdict.word(), style::of(verdict)),
        sizes.into(),
        searched(thousands(states)).into(),
        searched(depth.to_string()).into(),
        steps.into(),
        as_expected(outcomes),
    ]
}

/// The names of the parameters: `N,k`.
fn names(case: &Case) -> String {
    let names: Vec<&str> = case.parameters.iter().map(|p| p.name).collect();
    names.join(",")
}

/// The values of the parameters: `3,1`.
fn values(outcome: &Outcome) -> String {
    let values = outcome.target.setup.size.iter();
    let values = values.map(|(_, value)| value.to_string());
    values.collect::<Vec<_>>().join(",")
}

fn gravity(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Proved => 0,
        Verdict::Holds => 1,
        Verdict::Unchecked => 2,
        Verdict::Bounded => 3,
        Verdict::Refuted => 4,
        Verdict::Reproduced => 1,
        Verdict::Ambiguous => 3,
        Verdict::NotReproduced => 4,
    }
}
