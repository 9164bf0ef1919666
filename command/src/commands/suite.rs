//! No command: check everything, and say where to go next.

use crate::args::{Changes, Resources};
use crate::error::Failure;
use crate::layout::count;
use crate::outcome::Outcome;
use crate::plan::{Plan, Sizes, plan};
use crate::progress::Display;
use crate::report::{human, table};
use crate::style::{self, paint};
use crate::{Session, exit, select};
use verdict_checker::command::name;
use verdict_checker::verdict::Verdict;

/// Checks the default suite.
pub fn run(session: &mut Session<'_>) -> Result<u8, Failure> {
    let catalog = session.catalog;
    let selection = select::select(catalog, &[], None)?;
    let Plan { runs, .. } = plan(&selection, &Changes::default(), &[], Sizes::Default)?;
    let limits = Resources::default().limits(None);
    let mut display = Display::new(runs.len(), session.show_progress);
    let mut outcomes = Vec::new();
    for run in runs {
        outcomes.push(Outcome::of(run, limits, None, false, &mut display)?);
    }
    drop(display);

    let out = &mut *session.out;
    table::write(out, &outcomes)?;
    writeln!(out)?;
    human::summary(out, &outcomes)?;
    for outcome in outcomes.iter().filter(|o| o.surprise().is_some()) {
        let what = paint(style::BAD, "unexpected:");
        writeln!(out, "{what} {} {}", name(), outcome.target.command())?;
    }
    let unchecked = catalog
        .claims()
        .iter()
        .filter(|claim| claim.cases.is_empty());
    match unchecked.count() {
        0 => {}
        1 => writeln!(out, "1 claim is still unchecked: {} list", name())?,
        many => writeln!(
            out,
            "{} are still unchecked: {} list",
            count(many, "claim"),
            name()
        )?,
    }
    let refuted = outcomes
        .iter()
        .find(|o| o.judgement.verdict == Verdict::Refuted);
    if let Some(outcome) = refuted {
        let case = outcome.target.case;
        writeln!(
            out,
            "See what breaks a claim: {} check {} --variant {}",
            name(),
            case.claim,
            case.variant
        )?;
    }
    if let Some(outcome) = outcomes.first() {
        writeln!(
            out,
            "Read what a verdict rests on: {} show {}",
            name(),
            outcome.target.case.claim
        )?;
    }
    Ok(exit::code(outcomes.iter().filter_map(Outcome::surprise)))
}
