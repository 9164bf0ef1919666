//! `verdict check`: what was found, with the evidence.

use super::{ledger, note};
use crate::args::{Check, Format};
use crate::error::Failure;
use crate::exit::Surprise;
use crate::layout::count;
use crate::outcome::{Outcome, limit_words};
use crate::plan::{Plan, Run, Sizes, plan};
use crate::progress::Display;
use crate::report::{human, json};
use crate::select::Selection;
use crate::{Streams, exit, select};
use std::path::PathBuf;
use verdict_checker::trace::store;
use verdict_checker::verdict::Verdict;

/// Checks the selected claims.
pub fn run(args: &Check, streams: &mut Streams<'_>) -> Result<u8, Failure> {
    let selection = select::select(&args.claims, args.changes.variant.as_deref())?;
    let plan = planned(args, &selection)?;
    for text in &plan.notes {
        note(streams, text)?;
    }
    let limits = args.resources.limits(args.max_states);
    let limit_words = limit_words(args.max_states, &args.resources);
    let mut display = Display::new(plan.runs.len(), streams.show_progress);
    let mut saver = Saver::new(args);
    let mut outcomes: Vec<Outcome> = Vec::new();
    for run in plan.runs {
        if outcomes.last().is_some_and(|last| kills(last, &run)) {
            continue;
        }
        let mut outcome = Outcome::of(run, limits, args.expect, &mut display)?;
        saver.save(&mut outcome)?;
        if args.format == Format::Human {
            let first_of_case = outcomes
                .last()
                .is_none_or(|last| !std::ptr::eq(last.run.case, outcome.run.case));
            display.aside(|| -> std::io::Result<()> {
                if first_of_case {
                    if !outcomes.is_empty() {
                        writeln!(streams.out)?;
                    }
                    human::heading(streams.out, &outcome)?;
                }
                human::outcome(streams.out, &outcome, &limit_words)
            })?;
        }
        outcomes.push(outcome);
    }
    drop(display);
    for text in &saver.notes {
        note(streams, text)?;
    }
    if args.update_ledger {
        let updated = ledger::update(&args.ledger, &outcomes)?;
        note(streams, &updated)?;
    }
    finish(args, &selection, &outcomes, streams)
}

/// Whether an outcome makes a larger run needless: a mutant that is dead stays dead.
fn kills(last: &Outcome, next: &Run) -> bool {
    last.run.setup.mutant.is_some()
        && last.judgement.verdict == Verdict::Refuted
        && std::ptr::eq(last.run.case, next.case)
}

/// The runs, if they go together with the rest of what was typed.
fn planned(args: &Check, selection: &Selection) -> Result<Plan, Failure> {
    let changes = &args.changes;
    let other_world = !(args.without.is_empty() && changes.with.is_empty());
    let sizes = match (args.deep, other_world) {
        (true, _) => Sizes::Deep,
        (false, true) => Sizes::Smallest,
        (false, false) => Sizes::Default,
    };
    let plan = plan(selection, changes, &args.without, sizes)?;
    match (&args.trace_out, plan.runs.len()) {
        (None, _) | (_, 1) => Ok(plan),
        (Some(_), 0) => Err(Failure::input(
            "--trace-out needs a run to write down, but the selected claims have no model yet",
        )),
        (Some(_), runs) => Err(Failure::input(format!(
            "--trace-out takes the trace of a single run, but this selects {runs}; choose one with \
             --variant and -p, as in: verdict {}",
            plan.runs[0].command()
        ))),
    }
}

fn finish(
    args: &Check,
    selection: &Selection,
    outcomes: &[Outcome],
    streams: &mut Streams<'_>,
) -> Result<u8, Failure> {
    let out = &mut *streams.out;
    match args.format {
        Format::Json => {
            let judged = outcomes.iter().map(json::outcome);
            let unchecked = selection
                .unmodelled
                .iter()
                .map(|claim| json::unchecked(claim));
            json::document(out, judged.chain(unchecked).collect())?;
        }
        Format::Human => {
            for (index, claim) in selection.unmodelled.iter().enumerate() {
                if index > 0 || !outcomes.is_empty() {
                    writeln!(out)?;
                }
                human::unchecked(out, claim)?;
            }
            if !outcomes.is_empty() {
                writeln!(out)?;
                human::summary(out, outcomes)?;
            }
        }
    }
    let unchecked = !selection.unmodelled.is_empty() && args.expect != Some(Verdict::Unchecked);
    let unchecked = unchecked.then_some(Surprise::Inconclusive);
    let surprises = outcomes.iter().filter_map(Outcome::surprise);
    Ok(exit::code(surprises.chain(unchecked)))
}

/// Keeps the traces that were asked for.
struct Saver<'a> {
    args: &'a Check,
    kept: Vec<PathBuf>,
    not_kept: usize,
    notes: Vec<String>,
}

impl<'a> Saver<'a> {
    fn new(args: &'a Check) -> Self {
        Saver {
            args,
            kept: Vec::new(),
            not_kept: 0,
            notes: Vec::new(),
        }
    }

    fn save(&mut self, outcome: &mut Outcome) -> Result<(), Failure> {
        let Some(trace) = &outcome.judgement.trace else {
            if self.args.trace_out.is_some() {
                let verdict = outcome.judgement.verdict;
                self.notes.push(format!(
                    "no trace was written: the verdict `{verdict}` has none"
                ));
            }
            return Ok(());
        };
        let stored = self.place(&outcome.run);
        let path = match (&self.args.trace_out, &stored) {
            (Some(path), _) => path,
            (None, Some(path)) if self.args.save_traces => path,
            (None, None) if self.args.save_traces => {
                self.not_kept += 1;
                return self.explain_not_kept();
            }
            _ => return Ok(()),
        };
        // The smallest size comes first, and its trace is the one to read.
        if self.kept.contains(path) {
            return Ok(());
        }
        store::save(path, trace).map_err(|error| Failure::file(path, error))?;
        self.kept.push(path.clone());
        outcome.trace_file = Some(path.clone());
        Ok(())
    }

    fn place(&self, run: &Run) -> Option<PathBuf> {
        let path = || store::path_for(&self.args.traces_dir, run.case.claim, run.case.variant);
        run.from_catalog.then(path)
    }

    fn explain_not_kept(&mut self) -> Result<(), Failure> {
        self.notes.clear();
        self.notes.push(format!(
            "{} not kept: only unchanged cases have a place in {}; use --trace-out for others",
            count(self.not_kept, "trace"),
            self.args.traces_dir.display()
        ));
        Ok(())
    }
}
