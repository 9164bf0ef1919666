//! The table of verdicts: one row for each case, all its sizes together.

use crate::layout::{Cell, Flush, Table, thousands};
use crate::outcome::Outcome;
use crate::style;
use std::io::{self, Write};
use verdict_checker::verdict::Verdict;

/// Writes the table.
pub fn write(out: &mut dyn Write, outcomes: &[Outcome]) -> io::Result<()> {
    let mut table = Table::new([
        ("claim", Flush::Left),
        ("variant", Flush::Left),
        ("verdict", Flush::Left),
        ("sizes", Flush::Left),
        ("states", Flush::Right),
        ("depth", Flush::Right),
        ("steps", Flush::Right),
        ("expected", Flush::Left),
    ]);
    for case in outcomes.chunk_by(|a, b| std::ptr::eq(a.run.case, b.run.case)) {
        table.row(row(case));
    }
    table.write(out)
}

/// The outcomes of one case. What broke at one size is broken; what was cut at one size is not decided.
fn row(outcomes: &[Outcome]) -> Vec<Cell> {
    let case = outcomes[0].run.case;
    let worst = outcomes.iter().max_by_key(|o| gravity(o.judgement.verdict));
    let verdict = worst.map_or(Verdict::Unchecked, |o| o.judgement.verdict);
    let sizes: Vec<String> = outcomes.iter().map(values).collect();
    let counts = || outcomes.iter().map(|o| &o.judgement.counts);
    let states: usize = counts().map(|c| c.distinct).sum();
    let depth = counts().map(|c| c.depth).max().unwrap_or(0);
    // The shortest: the run that a reader will want to see.
    let steps = outcomes.iter().filter_map(Outcome::steps).min();
    let unexpected = outcomes.iter().find(|o| o.as_expected() == Some(false));
    let expected = match unexpected {
        Some(Outcome {
            expected: Some(expected),
            ..
        }) => Cell::styled(format!("NO: {expected}"), style::BAD),
        _ => Cell::styled("yes", style::FAINT),
    };
    vec![
        case.claim.into(),
        case.variant.into(),
        Cell::styled(verdict.word(), style::of(verdict)),
        sizes.join(" ").into(),
        thousands(states).into(),
        depth.to_string().into(),
        steps
            .map_or(String::new(), |steps| steps.to_string())
            .into(),
        expected,
    ]
}

/// The values of the parameters: `3,1`.
fn values(outcome: &Outcome) -> String {
    let setup = &outcome.run.setup;
    let values = outcome.run.case.parameters.iter();
    let values = values.filter_map(|p| Some(setup.parameters.get(p.name)?.to_string()));
    values.collect::<Vec<_>>().join(",")
}

fn gravity(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Proved => 0,
        Verdict::Holds => 1,
        Verdict::Unchecked => 2,
        Verdict::Bounded => 3,
        Verdict::Refuted => 4,
    }
}
