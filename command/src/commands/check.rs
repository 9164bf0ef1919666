//! `verdict check`: what was found, with the evidence.

mod saver;
mod stale;
mod together;
mod watch;

use super::{ledger, note};
use crate::args::{BOUNDED_STATES, Check, DROPPED_STATES, PAIR_STATES, ReportFormat};
use crate::error::Failure;
use crate::exit::Surprise;
use crate::kept::Keeper;
use crate::outcome::{Outcome, limit_words};
use crate::plan::{Plan, Run, Sizes, Target, plan};
use crate::progress::Display;
use crate::report::place::Places;
use crate::report::steps::Detail;
use crate::report::{Report, human};
use crate::select::Selection;
use crate::{Session, exit, interrupt, select};
use saver::Saver;
use std::io;
use std::path::Path;
use together::Together;
use verdict_checker::catalog::Claim;
use verdict_checker::command::name;
use verdict_checker::file::{expect_folder, expect_place, write_whole};
use verdict_checker::ledger::{ChangeKind, Ledger, Record, since};
use verdict_checker::reduce::Reduce;
use verdict_checker::verdict::Verdict;

/// Checks the selected claims.
pub fn run(args: &Check, session: &mut Session<'_>) -> Result<u8, Failure> {
    if args.part.watch {
        return watch::run(args, session);
    }
    interrupt::watch()?;
    let catalog = session.catalog;
    let mut selection = select::select(catalog, &args.claims, args.changes.variant.as_deref())?;
    let mut plan = planned(args, &selection)?;
    if let Some(shard) = args.part.shard {
        let some = !plan.runs.is_empty();
        plan.keep_shard(shard);
        if some && plan.runs.is_empty() {
            let text = format!("nothing falls to part {shard}: there are fewer cases than parts");
            plan.notes.push(text);
        }
        if shard.part > 1 {
            selection.unmodelled.clear();
        }
    }
    let recorded = Recorded::load(args)?;
    expect_places(args)?;
    if args.part.stale {
        let all = plan.runs.len();
        plan.runs = stale::keep(plan.runs, &recorded.ledger, catalog);
        let left = plan.runs.len();
        let words = format!("{left} of {all} runs are to be made anew");
        plan.notes.push(words);
    }
    let keeper = Keeper::new(&args.kept, catalog, &plan.runs)?;
    for text in plan.notes.iter().chain(&keeper.notes) {
        note(session, text)?;
    }
    let mut limits = limit_words(args.max_states, &args.resources);
    if let Some(expected) = args.expect {
        limits += &format!(" --expect {expected}");
    }
    if let Some(by) = args.reduce {
        limits += &format!(" --reduce {}", by.word());
    }
    let mut together = Together::begin(args, &plan.runs, session)?;
    if let Some(together) = &mut together
        && together.follows()
    {
        return together.follow(plan.runs, args, session);
    }
    let mut checked = Checked::default();
    checked.run_all(
        plan.runs,
        args,
        &limits,
        &keeper,
        session,
        together.as_mut(),
    )?;
    if let Some(together) = together {
        together.finish()?;
    }
    for text in std::mem::take(&mut checked.notes) {
        note(session, &text)?;
    }
    let outcomes = &checked.outcomes;
    let mut surprises: Vec<Surprise> = outcomes.iter().filter_map(Outcome::surprise).collect();
    // What could not be kept does not keep the rest from being told.
    let mut failed = checked.failed;
    if args.update_ledger {
        match ledger::update(&args.ledger, catalog, outcomes) {
            Ok(texts) => {
                for text in texts {
                    note(session, &text)?;
                }
            }
            Err(failure) => failed = failed.or(Some(failure)),
        }
    }
    if let Some(then) = &recorded.since {
        let (words, contradicted) = became(then, &ledger::fresh(catalog, outcomes));
        for text in words {
            note(session, &text)?;
        }
        surprises.extend(contradicted.then_some(Surprise::Stale));
    }
    let unmodelled: &[&Claim] = match args.expect {
        Some(Verdict::Unchecked) => &[],
        _ => &selection.unmodelled,
    };
    surprises.extend((!unmodelled.is_empty()).then_some(Surprise::Inconclusive));
    let stale = stale::findings(args, &recorded.ledger, &selection, outcomes, catalog);
    let here = std::env::current_dir().unwrap_or_default();
    let report = Report {
        catalog,
        outcomes,
        unmodelled: &selection.unmodelled,
        stale: &stale,
        left_out: checked.left_out,
        limits: &limits,
        code: interrupt::code().unwrap_or_else(|| exit::code(surprises)),
        places: &Places::new(&here, &args.ledger),
    };
    // Files first: whoever reads standard output may have gone away.
    for to in &args.reports {
        let text = report.text(to.format)?;
        if to.path == Path::new("-") {
            session.out.write_all(text.as_bytes())?;
        } else if let Err(error) =
            interrupt::while_writing(&to.path, || write_whole(&to.path, &text))
        {
            failed = failed.or(Some(Failure::file(&to.path, error)));
        }
    }
    if let Some(error) = checked.closed {
        return Err(error.into());
    }
    interrupt::done();
    match args.format {
        ReportFormat::Human => human::end(session.out, &report)?,
        other => session.out.write_all(report.text(other)?.as_bytes())?,
    }
    match failed {
        Some(failure) => Err(failure),
        None => Ok(report.code),
    }
}

/// That what is to be written can be, as far as it is known before there is anything.
fn expect_places(args: &Check) -> Result<(), Failure> {
    expect_places_apart(args)?;
    let reports = args.reports.iter().map(|to| &to.path);
    let reports = reports.filter(|path| **path != Path::new("-"));
    for path in reports.chain(&args.trace_out) {
        expect_place(path).map_err(|error| Failure::file(path, error))?;
    }
    if args.save_traces {
        let folder = &args.traces_dir;
        expect_folder(folder).map_err(|error| Failure::file(folder, error))?;
    }
    Ok(())
}

/// That nothing is written over another report, or behind one on standard output: then neither could be read.
fn expect_places_apart(args: &Check) -> Result<(), Failure> {
    let here = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    // The same file by another name is found where it is already there.
    let place = |path: &Path| path.canonicalize().unwrap_or_else(|_| here(path));
    let output = Path::new("-");
    let mut taken = Vec::new();
    if args.format != ReportFormat::Human {
        taken.push((output.to_owned(), "--format".to_owned()));
    }
    if let Some(path) = &args.trace_out {
        taken.push((place(path), "--trace-out".to_owned()));
    }
    for to in &args.reports {
        let path = match to.path == output {
            true => output.to_owned(),
            false => place(&to.path),
        };
        let what = to.option();
        if let Some((_, other)) = taken.iter().find(|(known, _)| *known == path) {
            let shown = to.path.display();
            let whole = match to.path == output {
                true => "standard output".to_owned(),
                false => shown.to_string(),
            };
            return Err(Failure::input(format!(
                "{other} and {what} would both write to {whole}; name a file for each"
            )));
        }
        taken.push((path, what));
    }
    Ok(())
}

/// What earlier checks have recorded, as far as this one needs it. It is read before anything is searched: what cannot be read is
/// told now, and not when there are results to lose.
#[derive(Default)]
struct Recorded {
    ledger: Ledger,
    since: Option<Ledger>,
}

impl Recorded {
    fn load(args: &Check) -> Result<Self, Failure> {
        let since = args.since.as_deref().map(|path| {
            let ledger = ledger::load(path)?;
            ledger.ok_or_else(|| ledger::missing(path))
        });
        let since = since.transpose()?;
        if args.update_ledger {
            // An update mends what is damaged, so only what it could not write is an error.
            ledger::expect_place(&args.ledger)?;
            let ledger = ledger::load(&args.ledger).ok().flatten();
            let ledger = ledger.unwrap_or_default();
            return Ok(Recorded { ledger, since });
        }
        let mut formats = args.reports.iter().map(|to| to.format);
        let tells_stale = |format| !matches!(format, ReportFormat::Human | ReportFormat::Json);
        let needed = args.part.stale || tells_stale(args.format) || formats.any(tells_stale);
        let ledger = match needed {
            true => ledger::load(&args.ledger)?.unwrap_or_default(),
            false => Ledger::default(),
        };
        Ok(Recorded { ledger, since })
    }
}

/// What has been checked so far.
#[derive(Default)]
struct Checked<'c> {
    outcomes: Vec<Outcome<'c>>,
    left_out: usize,
    notes: Vec<String>,
    /// Whoever reads standard output has gone away, but files are still to be written.
    closed: Option<io::Error>,
    /// What could not be written, first of all.
    failed: Option<Failure>,
}

impl<'c> Checked<'c> {
    fn run_all(
        &mut self,
        runs: Vec<Run<'c>>,
        args: &Check,
        limits: &str,
        keeper: &Keeper,
        session: &mut Session<'_>,
        mut together: Option<&mut Together>,
    ) -> Result<(), Failure> {
        let mut display = Display::new(runs.len(), session.show_progress);
        let mut saver = Saver::new(args);
        let mut runs = runs.into_iter().enumerate();
        while let Some((number, run)) = runs.next() {
            if self.ends(args) {
                self.left_out = 1 + runs.len();
                break;
            }
            let last = self.outcomes.last();
            if last.is_some_and(|last| settles(last, &run.target)) {
                continue;
            }
            let states = max_states(args.max_states, &run.target);
            let searching = args.resources.limits(states);
            let reduce = reduction(args, &run.target);
            let (expect, exact) = (args.expect, args.exact);
            let keeping = keeper.keeping(&run.target);
            let mut outcome = match &mut together {
                None if keeping.is_asked() => {
                    Outcome::kept(run, searching, &keeping, expect, exact, &mut display)?
                }
                None => Outcome::of(run, searching, expect, exact, reduce, &mut display)?,
                Some(together) => together.outcome(number, run, searching, args, &mut display)?,
            };
            let mut limits = limits.to_owned();
            if args.reduce.is_none() {
                // Nobody has asked for it, so that only what was done is told.
                let is_refusal = |remark: &String| remark.starts_with("not reduced");
                outcome
                    .judgement
                    .remarks
                    .retain(|remark| !is_refusal(remark));
                if outcome.judgement.reduced.is_some() {
                    limits += " --reduce both";
                }
            }
            if !outcome.interrupted
                && let Err(failure) = saver.save(&mut outcome)
            {
                self.failed.get_or_insert(failure);
            }
            if args.format == ReportFormat::Human && self.closed.is_none() {
                let detail = Detail::full(args.full);
                let told = display.aside(|| {
                    human::one(session.out, &outcome, self.outcomes.last(), &limits, detail)?;
                    session.out.flush()
                });
                self.heard(told, args)?;
            }
            self.outcomes.push(outcome);
        }
        drop(display);
        self.notes = saver.notes;
        self.notes
            .extend(together.into_iter().flat_map(|together| together.notes()));
        Ok(())
    }

    fn ends(&self, args: &Check) -> bool {
        let unexpected = |outcome: &Outcome| outcome.surprise().is_some();
        interrupt::stop().is_raised()
            || (args.part.fail_fast && self.outcomes.last().is_some_and(unexpected))
    }

    /// If nobody listens any more, the rest is checked only if somebody reads what is written.
    fn heard(&mut self, told: io::Result<()>, args: &Check) -> Result<(), Failure> {
        let writes = args.update_ledger || args.save_traces || !args.reports.is_empty();
        match told {
            Err(error) if writes => self.closed = Some(error),
            told => told?,
        }
        Ok(())
    }
}

/// What became of verdicts, in words, and whether one of them is contradicted. What this check did not look at is not gone.
fn became(then: &Ledger, fresh: &Ledger) -> (Vec<String>, bool) {
    let mut changes = since(then, fresh);
    changes.retain(|change| !matches!(change.kind, ChangeKind::Gone { .. }));
    let contradicted = |kind: &ChangeKind| matches!(kind, ChangeKind::Contradicted { .. });
    let any = changes.iter().any(|change| contradicted(&change.kind));
    let mut words: Vec<String> = changes.iter().map(ToString::to_string).collect();
    let same = fresh.records().len() - changes.len();
    words.push(format!("{same} of {} as before", fresh.records().len()));
    (words, any)
}

/// Whether an outcome makes a larger run needless: a mutant that is dead stays dead, and an assumption that is needed
/// stays needed.
pub(super) fn settles(last: &Outcome, next: &Target) -> bool {
    let changed = next.setup.mutant.is_some() || !next.setup.without.is_empty();
    changed && last.judgement.verdict.is_failure() && last.target.is_same_matter(next)
}

/// The same, where the outcome is known from a record.
fn settles_on_record(last: &Target, record: &Record, next: &Target) -> bool {
    let changed = next.setup.mutant.is_some() || !next.setup.without.is_empty();
    changed && record.verdict.is_failure() && last.is_same_matter(next)
}

/// By what the search of a target is reduced: as asked; otherwise at the larger sizes, of which the smaller ones have full counts.
fn reduction(args: &Check, target: &Target) -> Reduce {
    let larger = || {
        let mut smaller = target.case.default_sizes();
        args.deep && !args.exact && smaller.all(|size| size != target.setup.size)
    };
    match args.reduce {
        Some(by) => by.reduce(),
        None if larger() => Reduce::BOTH,
        None => Reduce::NONE,
    }
}

/// How many states a target may take. Without an assumption, a world may have no end.
pub(super) fn max_states(asked: Option<u32>, target: &Target) -> Option<u32> {
    if target.setup.without.is_empty() {
        return asked;
    }
    asked.or(match target.case.expectation(&target.setup) {
        None if target.setup.without.len() > 1 => Some(PAIR_STATES),
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
