//! `verdict assumptions`: each assumption dropped in turn.

use super::check::{max_states, settles};
use super::{ledger, note};
use crate::args::{Assumptions, DROPPED_STATES, Format};
use crate::error::Failure;
use crate::exit::Surprise;
use crate::layout::{Cell, Flush, Table, count, text_width, thousands, wrap};
use crate::outcome::Outcome;
use crate::plan::{Run, Sizes, Target, plan, without};
use crate::progress::Display;
use crate::report::json;
use crate::select::Selection;
use crate::style::{self, paint};
use crate::{Session, exit, interrupt, select};
use std::io;
use verdict_checker::catalog::Case;
use verdict_checker::size::Size;
use verdict_checker::verdict::{Verdict, together};

/// Drops each assumption of the selected claims.
pub fn run(args: &Assumptions, session: &mut Session<'_>) -> Result<u8, Failure> {
    let catalog = session.catalog;
    interrupt::watch()?;
    let selection = select::select(catalog, &args.claims, args.changes.variant.as_deref())?;
    let base = plan(&selection, &args.changes, &[], Sizes::Default)?;
    for text in &base.notes {
        note(session, text)?;
    }
    let cases = base
        .runs
        .chunk_by(|a, b| std::ptr::eq(a.target.case, b.target.case));
    let dropped: Vec<Dropped> = cases.flat_map(|sizes| dropped(sizes, args)).collect();
    if args.update_ledger {
        ledger::expect_place(&args.ledger)?;
    }
    if dropped.is_empty() {
        return nothing_to_drop(args, &selection, session);
    }
    let runs = dropped.iter().map(|dropped| dropped.sizes.len()).sum();
    let mut display = Display::new(runs, session.show_progress);
    let mut outcomes: Vec<Outcome> = Vec::new();
    let mut runs = 0;
    for dropped in &dropped {
        if interrupt::stop().is_raised() {
            break;
        }
        outcomes.extend(dropped.judge(args, &mut display)?);
        runs += dropped.sizes.len();
        display.reach(runs);
    }
    drop(display);
    let mut unrecorded = None;
    if args.update_ledger {
        match ledger::update(&args.ledger, catalog, &outcomes) {
            Ok(texts) => {
                for text in texts {
                    note(session, &text)?;
                }
            }
            // What was found is told nonetheless.
            Err(failure) => unrecorded = Some(failure),
        }
    }
    match args.format {
        Format::Json => {
            let results = outcomes
                .iter()
                .map(|outcome| json::outcome(outcome, catalog));
            json::document(session.out, results.collect())?;
        }
        Format::Human => tables(&outcomes, session)?,
    }
    if let Some(failure) = unrecorded {
        return Err(failure);
    }
    let code = exit::code(outcomes.iter().filter_map(Outcome::surprise));
    Ok(interrupt::code().unwrap_or(code))
}

/// One assumption that a case is to do without, at all sizes that were asked for.
struct Dropped<'c> {
    case: &'c Case,
    name: String,
    sizes: Vec<Size>,
}

/// Each assumption in force.
fn dropped<'c>(sizes: &[Run<'c>], args: &Assumptions) -> Vec<Dropped<'c>> {
    let case = sizes[0].target.case;
    let in_force = &sizes[0].subject.origin().assumptions;
    let listed = |name: &&String| {
        let known = case.without.iter().any(|(known, _)| known == name);
        !args.listed || known
    };
    let dropped = in_force.iter().filter(listed).map(|name| Dropped {
        case,
        name: name.clone(),
        sizes: sizes
            .iter()
            .map(|run| run.target.setup.size.clone())
            .collect(),
    });
    dropped.collect()
}

impl<'c> Dropped<'c> {
    /// Judges size after size until one is refuted. A run that is known to exist is looked for at every size in turn, further each
    /// time: a small system may have no end, where the next one falls at once.
    fn judge(
        &self,
        args: &Assumptions,
        display: &mut Display,
    ) -> Result<Vec<Outcome<'c>>, Failure> {
        let listed = self
            .case
            .without
            .iter()
            .find(|(name, _)| *name == self.name);
        let falls = listed.is_some_and(|(_, verdict)| *verdict == Verdict::Refuted);
        if !falls || args.max_states.is_some() {
            return self.search(args, args.max_states, display);
        }
        let mut limit = DROPPED_STATES;
        loop {
            let outcomes = self.search(args, Some(limit), display)?;
            let verdict = together(outcomes.iter().map(|o| o.judgement.verdict));
            let stopped = interrupt::stop().is_raised();
            if verdict != Verdict::Bounded || limit == u32::MAX || stopped {
                return Ok(outcomes);
            }
            limit = limit.saturating_mul(2);
        }
    }

    fn search(
        &self,
        args: &Assumptions,
        asked: Option<u32>,
        display: &mut Display,
    ) -> Result<Vec<Outcome<'c>>, Failure> {
        let mut outcomes: Vec<Outcome> = Vec::new();
        for run in without(self.case, &self.name, self.sizes.iter().cloned())? {
            let last = outcomes.last();
            if last.is_some_and(|last| settles(last, &run.target)) {
                break;
            }
            if interrupt::stop().is_raised() {
                break;
            }
            let limits = args.resources.limits(max_states(asked, &run.target));
            outcomes.push(Outcome::of(run, limits, None, false, display)?);
        }
        Ok(outcomes)
    }
}

fn nothing_to_drop(
    args: &Assumptions,
    selection: &Selection<'_>,
    session: &mut Session<'_>,
) -> Result<u8, Failure> {
    let unmodelled = selection.cases.is_empty();
    let what = match (unmodelled, args.listed) {
        (true, _) => "no model yet, so there is nothing to check",
        (false, true) => {
            "no assumption of which the catalog says what becomes of the claim without it"
        }
        (false, false) => "no assumption that can be dropped by name",
    };
    match args.format {
        Format::Json => json::document(session.out, Vec::new())?,
        Format::Human => {
            for claim in &selection.claims {
                writeln!(session.out, "{} has {what}", claim.id)?;
            }
        }
    }
    Ok(exit::code(unmodelled.then_some(Surprise::Inconclusive)))
}

fn tables(outcomes: &[Outcome<'_>], session: &mut Session<'_>) -> io::Result<()> {
    let out = &mut *session.out;
    let cases = outcomes.chunk_by(|a, b| std::ptr::eq(a.target.case, b.target.case));
    for (index, outcomes) in cases.enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let case = outcomes[0].target.case;
        let claim = paint(style::STRONG, case.claim);
        let variant = paint(style::STRONG, case.variant);
        writeln!(out, "{claim} {variant}: {} with all of them", case.expected)?;
        let mut table = Table::new([
            ("without", Flush::Left),
            ("verdict", Flush::Left),
            ("at", Flush::Left),
            ("states", Flush::Right),
            ("expected", Flush::Left),
            ("the assumption", Flush::Left),
        ]);
        let dropped = outcomes.chunk_by(|a, b| a.target.setup.without == b.target.setup.without);
        for sizes in dropped {
            table.row(row(sizes));
        }
        table.fit();
        table.write(out)?;
    }
    let is_cut = |o: &Outcome| o.judgement.verdict == Verdict::Bounded;
    if outcomes.iter().any(is_cut) {
        let words = "bounded: nothing was found before the search was cut; raise the limit with --max-states";
        writeln!(out)?;
        for line in wrap(words, text_width()) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// One assumption: what became of all sizes together, told by the one that decides.
fn row(sizes: &[Outcome<'_>]) -> Vec<Cell> {
    let verdict = together(sizes.iter().map(|outcome| outcome.judgement.verdict));
    let decides = |outcome: &&Outcome| outcome.judgement.verdict == verdict;
    let last = sizes.iter().rev().find(decides).unwrap_or(&sizes[0]);
    let words = match last.steps() {
        Some(steps) if verdict == Verdict::Refuted => {
            format!("refuted in {}", count(steps, "step"))
        }
        _ => verdict.word().to_owned(),
    };
    let Target { case, setup, .. } = &last.target;
    let name = setup.without.first().map_or("", String::as_str);
    let expected = match case.expectation(setup) {
        Some(expected) if sizes.iter().any(|o| o.as_expected() == Some(false)) => {
            Cell::styled(format!("NO: {expected}"), style::BAD)
        }
        Some(_) => Cell::styled("yes", style::FAINT),
        None => Cell::styled("-", style::FAINT),
    };
    let size = match verdict {
        Verdict::Refuted => setup.size.to_string(),
        _ => format!("up to {}", setup.size).trim_end().to_owned(),
    };
    vec![
        name.into(),
        Cell::styled(words, style::of(verdict)),
        size.into(),
        thousands(last.judgement.counts.distinct).into(),
        expected,
        Cell::styled(case.meaning(name).unwrap_or_default(), style::FAINT),
    ]
}
