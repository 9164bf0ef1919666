//! `verdict explain`: what a counterexample shows, in plain sentences.

use super::{note, replay};
use crate::args::{Explain, Format};
use crate::error::Failure;
use crate::layout::paragraphs;
use crate::plan::{Run, Sizes, plan};
use crate::progress::Display;
use crate::report::json;
use crate::{Session, exit, outcome, select};
use serde_json::json;
use std::path::Path;
use verdict_checker::catalog::{Case, Catalog};
use verdict_checker::command::name;
use verdict_checker::explain::Explanation;
use verdict_checker::trace::Trace;

/// Explains a stored trace, or the counterexamples of a claim.
pub fn run(args: &Explain, session: &mut Session<'_>) -> Result<u8, Failure> {
    let explanations = if is_file(&args.subject) {
        vec![of_file(session.catalog, Path::new(&args.subject))?]
    } else {
        of_claims(args, session)?
    };
    match args.format {
        Format::Json => json::write(session.out, &json!({ "explanations": explanations }))?,
        Format::Human => {
            for (index, explanation) in explanations.iter().enumerate() {
                if index > 0 {
                    writeln!(session.out)?;
                }
                write!(session.out, "{}", paragraphs(&explanation.to_string()))?;
            }
        }
    }
    Ok(exit::AS_EXPECTED)
}

/// A word that names no claim but looks like a file is one, even if it is missing: then that is the error.
fn is_file(word: &str) -> bool {
    Path::new(word).exists() || word.ends_with(".json")
}

fn of_file(catalog: &Catalog, path: &Path) -> Result<Explanation, Failure> {
    let trace = replay::load(path)?;
    let in_file = |failure: Failure| Failure::input(format!("{}: {failure}", path.display()));
    let subject = replay::model(catalog, &trace.origin).map_err(in_file)?;
    let explained = subject
        .explain(&trace)
        .map_err(|mismatch| in_file(Failure::input(mismatch.to_string())))?;
    let case = replay::case(catalog, &trace.origin)?;
    completed(explained, &trace, catalog, case)
}

/// The explanation of a run of a case, with what the claim says, and with what would become of the run under each assumption that
/// was dropped.
fn completed(
    mut explained: Explanation,
    trace: &Trace,
    catalog: &Catalog,
    case: &Case,
) -> Result<Explanation, Failure> {
    for name in &trace.origin.dropped {
        let mut setup = replay::setup(&trace.origin);
        setup.without.retain(|dropped| dropped != name);
        let kept = case
            .subject(&setup)
            .map_err(|error| Failure::setup(case, &error))?;
        explained = explained.with_assumption(name, &kept.replay(trace));
    }
    let claimed = catalog.claim(case.claim).map_or("", |claim| claim.says);
    Ok(explained.claiming(claimed, case.reading))
}

fn of_claims(args: &Explain, session: &mut Session<'_>) -> Result<Vec<Explanation>, Failure> {
    let selectors = [args.subject.clone()];
    let variant = args.changes.variant.as_deref();
    let selection = select::select(session.catalog, &selectors, variant)?;
    let plan = plan(&selection, &args.changes, &args.without, Sizes::Smallest)?;
    for text in &plan.notes {
        note(session, text)?;
    }
    let limits = args.resources.limits(None);
    let mut display = Display::new(plan.runs.len(), session.show_progress);
    let mut explanations = Vec::new();
    for Run { target, subject } in plan.runs {
        display.start(target.name());
        let judgement = outcome::judge(&*subject, limits, &display);
        display.advance();
        if let Some(trace) = &judgement.trace {
            let explained = subject.explain(trace);
            let explained = explained.map_err(|m| Failure::input(m.to_string()))?;
            let catalog = session.catalog;
            explanations.push(completed(explained, trace, catalog, target.case)?);
        }
    }
    drop(display);
    if explanations.is_empty() {
        let subject = &args.subject;
        note(
            session,
            &format!(
                "{subject} has no counterexample to explain; try --without, with a name that `{} show` lists",
                name()
            ),
        )?;
    }
    Ok(explanations)
}
