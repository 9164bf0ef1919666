//! `verdict check`: what was found, with the evidence.

use super::{ledger, note};
use crate::args::{BOUNDED_STATES, Check, DROPPED_STATES, Format};
use crate::error::Failure;
use crate::exit::Surprise;
use crate::layout::count;
use crate::outcome::{Outcome, limit_words};
use crate::plan::{Plan, Sizes, Target, plan};
use crate::progress::Display;
use crate::report::{human, json};
use crate::select::Selection;
use crate::{Session, exit, select};
use std::path::PathBuf;
use verdict_checker::command::name;
use verdict_checker::trace::store;
use verdict_checker::verdict::Verdict;

/// Checks the selected claims.
pub fn run(args: &Check, session: &mut Session<'_>) -> Result<u8, Failure> {
    let catalog = session.catalog;
    let selection = select::select(catalog, &args.claims, args.changes.variant.as_deref())?;
    let plan = planned(args, &selection)?;
    if args.update_ledger {
        ledger::expect_place(&args.ledger)?;
    }
    for text in &plan.notes {
        note(session, text)?;
    }
    let limit_words = limit_words(args.max_states, &args.resources);
    let mut display = Display::new(plan.runs.len(), session.show_progress);
    let mut saver = Saver::new(args);
    let mut outcomes: Vec<Outcome> = Vec::new();
    for run in plan.runs {
        if outcomes
            .last()
            .is_some_and(|last| settles(last, &run.target))
        {
            continue;
        }
        let limits = args
            .resources
            .limits(max_states(args.max_states, &run.target));
        let mut outcome = Outcome::of(run, limits, args.expect, args.exact, &mut display)?;
        saver.save(&mut outcome)?;
        if args.format == Format::Human {
            let first_of_case = outcomes
                .last()
                .is_none_or(|last| !same_matter(&last.target, &outcome.target));
            display.aside(|| -> std::io::Result<()> {
                if first_of_case {
                    if !outcomes.is_empty() {
                        writeln!(session.out)?;
                    }
                    human::heading(session.out, &outcome)?;
                }
                human::outcome(session.out, &outcome, &limit_words)
            })?;
        }
        outcomes.push(outcome);
    }
    drop(display);
    for text in &saver.notes {
        note(session, text)?;
    }
    if args.update_ledger {
        for text in ledger::update(&args.ledger, catalog, &outcomes)? {
            note(session, &text)?;
        }
    }
    finish(args, &selection, &outcomes, session)
}

/// Whether two targets differ in their size alone.
pub(super) fn same_matter(one: &Target, other: &Target) -> bool {
    let (a, b) = (&one.setup, &other.setup);
    std::ptr::eq(one.case, other.case)
        && (&a.without, &a.with, &a.mutant) == (&b.without, &b.with, &b.mutant)
}

/// Whether an outcome makes a larger run needless: a mutant that is dead stays dead, and an assumption that is needed
/// stays needed.
pub(super) fn settles(last: &Outcome, next: &Target) -> bool {
    let changed = next.setup.mutant.is_some() || !next.setup.without.is_empty();
    changed && last.judgement.verdict.is_failure() && same_matter(&last.target, next)
}

/// How many states a target may take. Without an assumption, a world may have no end.
pub(super) fn max_states(asked: Option<u32>, target: &Target) -> Option<u32> {
    if target.setup.without.is_empty() {
        return asked;
    }
    asked.or(match target.case.expectation(&target.setup) {
        None => Some(DROPPED_STATES),
        Some(Verdict::Bounded) => Some(BOUNDED_STATES),
        // The catalog knows that the search ends.
        Some(_) => None,
    })
}

/// The runs, if they go together with the rest of what was typed.
fn planned<'c>(args: &Check, selection: &Selection<'c>) -> Result<Plan<'c>, Failure> {
    let changes = &args.changes;
    let sizes = if args.deep {
        Sizes::Deep
    } else {
        Sizes::Default
    };
    let plan = plan(selection, changes, &args.without, sizes)?;
    match (&args.trace_out, plan.runs.len()) {
        (None, _) | (_, 1) => Ok(plan),
        (Some(_), 0) => Err(Failure::input(
            "--trace-out needs a run to write down, but the selected claims have no model yet",
        )),
        (Some(_), runs) => Err(Failure::input(format!(
            "--trace-out takes the trace of a single run, but this selects {runs}; choose one with \
             --variant and -p, as in: {} {}",
            name(),
            plan.runs[0].target.command()
        ))),
    }
}

fn finish(
    args: &Check,
    selection: &Selection<'_>,
    outcomes: &[Outcome<'_>],
    session: &mut Session<'_>,
) -> Result<u8, Failure> {
    let out = &mut *session.out;
    match args.format {
        Format::Json => {
            let judged = outcomes
                .iter()
                .map(|outcome| json::outcome(outcome, session.catalog));
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
        let stored = self.place(&outcome.target);
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

    fn place(&self, target: &Target) -> Option<PathBuf> {
        let path = || {
            store::path_for(
                &self.args.traces_dir,
                target.case.claim,
                target.case.variant,
            )
        };
        target.from_catalog.then(path)
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
