//! `verdict assumptions`: each assumption dropped in turn.

use super::note;
use crate::args::{Assumptions, Format};
use crate::error::Failure;
use crate::exit::Surprise;
use crate::layout::{Cell, Flush, Table, count, thousands};
use crate::outcome::Outcome;
use crate::plan::{Run, Sizes, plan};
use crate::progress::Display;
use crate::report::json;
use crate::select::Selection;
use crate::style::{self, paint};
use crate::{Streams, exit, select};
use std::io;
use std::time::Duration;
use verdict_checker::search::Limits;
use verdict_checker::verdict::Verdict;
use verdict_models::catalog::meaning;

/// In some worlds without an assumption messages pile up, and each state has more successors than the last.
const PATIENCE: Duration = Duration::from_secs(10);

/// Drops each assumption of the selected claims.
pub fn run(args: &Assumptions, streams: &mut Streams<'_>) -> Result<u8, Failure> {
    let mut selection = select::select(&args.claims, args.changes.variant.as_deref())?;
    let all = selection.cases.len();
    selection.cases.retain(|case| !case.assumptions.is_empty());
    if selection.cases.is_empty() {
        return nothing_to_drop(args, all, &selection, streams);
    }
    let base = plan(&selection, &args.changes, &[], Sizes::Smallest)?;
    for text in &base.notes {
        note(streams, text)?;
    }
    let mut runs = Vec::new();
    for whole in base.runs {
        let dropped: Vec<Run> = whole
            .case
            .assumed()
            .map(|name| without(&whole, name))
            .collect();
        runs.push(whole);
        runs.extend(dropped);
    }
    let mut limits = args.resources.limits(Some(args.max_states));
    if args.resources.max_seconds.is_none() {
        limits.time = PATIENCE;
    }
    let mut display = Display::new(runs.len(), streams.show_progress);
    let mut outcomes = Vec::new();
    for run in runs {
        outcomes.push(Outcome::of(run, limits, None, &mut display)?);
    }
    drop(display);
    match args.format {
        Format::Json => json::document(streams.out, outcomes.iter().map(json::outcome).collect())?,
        Format::Human => tables(&outcomes, limits, streams)?,
    }
    Ok(exit::code(outcomes.iter().filter_map(Outcome::surprise)))
}

fn without(whole: &Run, name: &str) -> Run {
    let mut setup = whole.setup.clone();
    setup.without.push(name.to_owned());
    Run {
        case: whole.case,
        setup,
        from_catalog: false,
    }
}

fn nothing_to_drop(
    args: &Assumptions,
    cases: usize,
    selection: &Selection,
    streams: &mut Streams<'_>,
) -> Result<u8, Failure> {
    let what = if cases == 0 {
        "no model yet, so there is nothing to check"
    } else {
        "no assumption that can be dropped by name"
    };
    match args.format {
        Format::Json => json::document(streams.out, Vec::new())?,
        Format::Human => {
            for claim in &selection.claims {
                writeln!(streams.out, "{} has {what}", claim.id)?;
            }
        }
    }
    let surprise = (cases == 0).then_some(Surprise::Inconclusive);
    Ok(exit::code(surprise))
}

fn tables(outcomes: &[Outcome], limits: Limits, streams: &mut Streams<'_>) -> io::Result<()> {
    let out = &mut *streams.out;
    let cases = outcomes.chunk_by(|a, b| std::ptr::eq(a.run.case, b.run.case));
    for (index, outcomes) in cases.enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let run = &outcomes[0].run;
        let claim = paint(style::STRONG, run.case.claim);
        let variant = paint(style::STRONG, run.case.variant);
        writeln!(out, "{claim} {variant}, {}", run.size())?;
        let mut table = Table::new([
            ("without", Flush::Left),
            ("verdict", Flush::Left),
            ("states", Flush::Right),
            ("expected", Flush::Left),
            ("the assumption", Flush::Left),
        ]);
        for outcome in outcomes {
            table.row(row(outcome));
        }
        table.fit();
        table.write(out)?;
    }
    let is_cut = |o: &Outcome| o.judgement.verdict == Verdict::Bounded;
    if outcomes.iter().any(is_cut) {
        writeln!(
            out,
            "\nbounded: nothing was found within {} states and {} s; raise the limits with --max-states\n\
             and --max-seconds",
            thousands(limits.states),
            limits.time.as_secs()
        )?;
    }
    Ok(())
}

fn row(outcome: &Outcome) -> Vec<Cell> {
    let verdict = outcome.judgement.verdict;
    let words = match outcome.steps() {
        Some(steps) if verdict == Verdict::Refuted => {
            format!("refuted in {}", count(steps, "step"))
        }
        _ => verdict.word().to_owned(),
    };
    let expected = match (outcome.as_expected(), outcome.expected) {
        (Some(false), Some(expected)) => Cell::styled(format!("NO: {expected}"), style::BAD),
        (Some(true), _) => Cell::styled("yes", style::FAINT),
        _ => Cell::styled("-", style::FAINT),
    };
    let (name, meaning) = match outcome.run.setup.without.first() {
        Some(name) => (name.as_str(), meaning(name)),
        None => ("(nothing)", "all assumptions in force"),
    };
    vec![
        name.into(),
        Cell::styled(words, style::of(verdict)),
        thousands(outcome.judgement.counts.distinct).into(),
        expected,
        Cell::styled(meaning, style::FAINT),
    ]
}
