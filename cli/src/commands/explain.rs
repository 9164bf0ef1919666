//! `verdict explain`: what a counterexample shows, in plain sentences.

use super::{note, replay};
use crate::args::{Explain, Format};
use crate::error::Failure;
use crate::outcome::Outcome;
use crate::plan::{Sizes, plan};
use crate::progress::Display;
use crate::report::json;
use crate::{Streams, exit, select};
use serde_json::json;
use std::path::Path;
use verdict_checker::explain::Explanation;

/// Explains a stored trace, or the counterexamples of a claim.
pub fn run(args: &Explain, streams: &mut Streams<'_>) -> Result<u8, Failure> {
    let explanations = if is_file(&args.subject) {
        vec![of_file(Path::new(&args.subject))?]
    } else {
        of_claims(args, streams)?
    };
    match args.format {
        Format::Json => json::write(streams.out, &json!({ "explanations": explanations }))?,
        Format::Human => {
            for (index, explanation) in explanations.iter().enumerate() {
                if index > 0 {
                    writeln!(streams.out)?;
                }
                write!(streams.out, "{explanation}")?;
            }
        }
    }
    Ok(exit::AS_EXPECTED)
}

/// A word that names no claim but looks like a file is one, even if it is missing: then that is the error.
fn is_file(word: &str) -> bool {
    Path::new(word).exists() || word.ends_with(".json")
}

fn of_file(path: &Path) -> Result<Explanation, Failure> {
    let trace = replay::load(path)?;
    let in_file = |failure: Failure| Failure::input(format!("{}: {failure}", path.display()));
    let judge = replay::model(&trace.origin).map_err(in_file)?;
    let explained = judge.explain(&trace);
    explained.map_err(|mismatch| in_file(Failure::input(mismatch.to_string())))
}

fn of_claims(args: &Explain, streams: &mut Streams<'_>) -> Result<Vec<Explanation>, Failure> {
    let selectors = [args.subject.clone()];
    let selection = select::select(&selectors, args.changes.variant.as_deref())?;
    let plan = plan(&selection, &args.changes, &args.without, Sizes::Smallest)?;
    for text in &plan.notes {
        note(streams, text)?;
    }
    let limits = args.resources.limits(None);
    let mut display = Display::new(plan.runs.len(), streams.show_progress);
    let mut explanations = Vec::new();
    for run in plan.runs {
        let judge = run
            .case
            .judge(&run.setup)
            .map_err(|error| Failure::setup(run.case, &error))?;
        let outcome = Outcome::of(run, limits, None, &mut display)?;
        if let Some(trace) = &outcome.judgement.trace {
            let straight = judge.straighten(trace).unwrap_or_else(|_| trace.clone());
            let explained = judge.explain(&straight);
            explanations.push(explained.map_err(|m| Failure::input(m.to_string()))?);
        }
    }
    drop(display);
    if explanations.is_empty() {
        let subject = &args.subject;
        note(
            streams,
            &format!(
                "{subject} has no counterexample to explain; try --without, with a name that `verdict show` lists"
            ),
        )?;
    }
    Ok(explanations)
}
