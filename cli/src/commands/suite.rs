//! No command: check everything, and say where to go next.

use crate::args::{Changes, Resources};
use crate::error::Failure;
use crate::layout::count;
use crate::outcome::Outcome;
use crate::plan::{Plan, Sizes, plan};
use crate::progress::Display;
use crate::report::{human, table};
use crate::style::{self, paint};
use crate::{Streams, exit, select};
use verdict_checker::verdict::Verdict;
use verdict_models::catalog;

/// Checks the default suite.
pub fn run(streams: &mut Streams<'_>) -> Result<u8, Failure> {
    let selection = select::select(&[], None)?;
    let Plan { runs, .. } = plan(&selection, &Changes::default(), &[], Sizes::Default)?;
    let limits = Resources::default().limits(None);
    let mut display = Display::new(runs.len(), streams.show_progress);
    let mut outcomes = Vec::new();
    for run in runs {
        outcomes.push(Outcome::of(run, limits, None, &mut display)?);
    }
    drop(display);

    let out = &mut *streams.out;
    table::write(out, &outcomes)?;
    writeln!(out)?;
    human::summary(out, &outcomes)?;
    for outcome in outcomes.iter().filter(|o| o.surprise().is_some()) {
        let what = paint(style::BAD, "unexpected:");
        writeln!(out, "{what} verdict {}", outcome.run.command())?;
    }
    let unchecked = catalog::claims().filter(|claim| catalog::cases_of(claim.id).next().is_none());
    match unchecked.count() {
        0 => {}
        1 => writeln!(out, "1 claim is still unchecked: verdict list")?,
        many => writeln!(
            out,
            "{} are still unchecked: verdict list",
            count(many, "claim")
        )?,
    }
    let refuted = outcomes
        .iter()
        .find(|o| o.judgement.verdict == Verdict::Refuted);
    if let Some(outcome) = refuted {
        let case = outcome.run.case;
        writeln!(
            out,
            "See what breaks a claim: verdict check {} --variant {}",
            case.claim, case.variant
        )?;
    }
    if let Some(outcome) = outcomes.first() {
        writeln!(
            out,
            "Read what a verdict rests on: verdict show {}",
            outcome.run.case.claim
        )?;
    }
    Ok(exit::code(outcomes.iter().filter_map(Outcome::surprise)))
}
