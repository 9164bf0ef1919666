//! `verdict assumptions`: each assumption dropped in turn.

use super::check::{max_states, settles};
use super::{ledger, note};
use crate::args::{Assumptions, DROPPED_STATES, Format};
use crate::error::Failure;
use crate::exit::Surprise;
use crate::layout::{Cell, Flush, Table, count, text_width, thousands, wrap};
use crate::outcome::Outcome;
use crate::plan::{self, Run, Sizes, Target, plan};
use crate::progress::Display;
use crate::report::json;
use crate::select::Selection;
use crate::style::{self, paint};
use crate::{Session, exit, interrupt, select};
use std::io;
use verdict_checker::catalog::{Case, Catalog, Setup};
use verdict_checker::ledger::{Catalogued, Key, Ledger, Updated};
use verdict_checker::reduce::Reduce;
use verdict_checker::search::Cut;
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
    if args.update_ledger {
        ledger::expect_place(&args.ledger)?;
    }
    let recorded = match args.stale {
        true => ledger::load(&args.ledger)?.unwrap_or_default(),
        false => Ledger::default(),
    };
    let mut matters: Vec<Matter> = base
        .runs
        .chunk_by(|a, b| std::ptr::eq(a.target.case, b.target.case))
        .map(|sizes| Matter::new(sizes, args, catalog))
        .collect();
    matters.retain(|matter| !matter.names.is_empty());
    if matters.is_empty() {
        return nothing_to_drop(args, &selection, session);
    }
    let runs = matters.iter().map(Matter::runs).sum();
    let mut display = Display::new(runs, session.show_progress);
    let mut found: Vec<Found> = Vec::new();
    let mut updated = Updated::default();
    let mut unrecorded = None;
    let mut runs = 0;
    for matter in &matters {
        if interrupt::stop().is_raised() {
            break;
        }
        let of_case = matter.judge(args, catalog, &recorded, &mut display)?;
        runs += matter.runs();
        display.reach(runs);
        let outcomes = &of_case.outcomes;
        if args.update_ledger && !outcomes.is_empty() && unrecorded.is_none() {
            // What was found is kept, whatever becomes of the rest, and told even if it cannot be kept.
            unrecorded = ledger::add(&mut updated, &args.ledger, catalog, outcomes).err();
        }
        found.push(of_case);
    }
    drop(display);
    if args.update_ledger {
        for text in ledger::in_words(&updated, &args.ledger) {
            note(session, &text)?;
        }
    }
    match args.format {
        Format::Json => {
            for refused in found.iter().flat_map(|found| &found.refused) {
                note(session, &refused.in_words())?;
            }
            let results = all(&found).map(|outcome| json::outcome(outcome, catalog));
            json::document(session.out, results.collect())?;
        }
        Format::Human => tables(&found, session)?,
    }
    if let Some(failure) = unrecorded {
        return Err(failure);
    }
    let code = exit::code(all(&found).filter_map(Outcome::surprise));
    Ok(interrupt::code().unwrap_or(code))
}

/// A case, and the assumptions that it is to do without.
struct Matter<'c> {
    case: &'c Case,
    names: Vec<String>,
    /// Whether pairs of them are dropped, too.
    pairs: bool,
    sizes: Vec<At>,
}

/// A size, and the assumptions that are made there, in the order of the model.
struct At {
    size: Size,
    assumed: Vec<String>,
}

/// What was found of a case.
#[derive(Default)]
struct Found<'c> {
    outcomes: Vec<Outcome<'c>>,
    refused: Vec<Refused<'c>>,
}

/// Assumptions that the model cannot do without.
struct Refused<'c> {
    case: &'c Case,
    names: Vec<String>,
    why: String,
}

impl Refused<'_> {
    fn in_words(&self) -> String {
        let Refused { case, names, why } = self;
        let (claim, variant, names) = (case.claim, case.variant, names.join(", "));
        format!("{claim} {variant}: {names} cannot be dropped: {why}")
    }
}

fn all<'a, 'c>(found: &'a [Found<'c>]) -> impl Iterator<Item = &'a Outcome<'c>> {
    found.iter().flat_map(|found| &found.outcomes)
}

/// What became of a case without some assumptions, at all sizes together.
struct Fate<'c> {
    verdict: Verdict,
    /// What was searched for it; nothing, if the ledger knew.
    outcomes: Vec<Outcome<'c>>,
    /// Whether more might be found with a larger limit on states: it ended a search, and neither time nor memory did.
    may_go_on: bool,
}

impl<'c> Matter<'c> {
    fn new(sizes: &[Run<'c>], args: &Assumptions, catalog: &Catalog) -> Self {
        let case = sizes[0].target.case;
        let stands = |case: &&Case| !case.expected.is_failure();
        let first = || {
            let claim = catalog.claim(case.claim)?;
            claim.cases.iter().find(stands)
        };
        let chosen = args.changes.variant.is_some()
            || first().is_some_and(|first| std::ptr::eq(first, case));
        let listed = |name: &&String| {
            let known = case.without.iter().any(|(known, _)| known == name);
            // What falls under all assumptions falls without them, too.
            known || !(args.listed || (args.pairs && case.expected.is_failure()))
        };
        let at = |run: &Run| At {
            size: run.target.setup.size.clone(),
            assumed: run.subject.origin().assumptions.clone(),
        };
        let sizes: Vec<At> = sizes.iter().map(at).collect();
        let mut names: Vec<String> = Vec::new();
        for name in sizes.iter().flat_map(|at| &at.assumed).filter(listed) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        Matter {
            case,
            names,
            pairs: args.pairs && chosen,
            sizes,
        }
    }

    /// How many runs it can come to.
    fn runs(&self) -> usize {
        let at = |at: &At| {
            let singles = self.names.iter().filter(|name| at.assumed.contains(name));
            let singles = singles.count();
            let pairs = if self.pairs {
                singles * singles.saturating_sub(1) / 2
            } else {
                0
            };
            singles + pairs
        };
        self.sizes.iter().map(at).sum()
    }

    /// The sizes at which all of these assumptions are made.
    fn sizes_of(&self, names: &[String]) -> impl Iterator<Item = &At> {
        let are_made = |at: &&At| names.iter().all(|name| at.assumed.contains(name));
        self.sizes.iter().filter(are_made)
    }

    /// Two assumptions in the order of the model, if there is a size at which both are made.
    fn pair(&self, one: &str, other: &str) -> Option<[String; 2]> {
        let pair = [one, other].map(str::to_owned);
        let assumed = &self.sizes_of(&pair).next()?.assumed;
        let place = |name: &String| assumed.iter().position(|known| known == name);
        let [one, other] = pair;
        Some(match place(&one) < place(&other) {
            true => [one, other],
            false => [other, one],
        })
    }

    /// Each assumption alone; then, if that is asked for, the pairs of which neither matters alone.
    fn judge(
        &self,
        args: &Assumptions,
        catalog: &Catalog,
        recorded: &Ledger,
        display: &mut Display,
    ) -> Result<Found<'c>, Failure> {
        let mut found = Found::default();
        let mut harmless: Vec<&String> = Vec::new();
        let mut without = |names: &[String]| -> Result<Option<Verdict>, Failure> {
            if let Some(verdict) = self.known(names, catalog, recorded) {
                return Ok(Some(verdict));
            }
            // The size is one of the catalog, and the assumption is made: the model itself must refuse to do without.
            if let Err(error) = plan::without(self.case, names, self.sizes()) {
                found.refused.push(Refused {
                    case: self.case,
                    names: names.to_vec(),
                    why: error.to_string(),
                });
                return Ok(None);
            }
            let fate = self.without(names, args, display)?;
            found.outcomes.extend(fate.outcomes);
            Ok(Some(fate.verdict))
        };
        for name in &self.names {
            let verdict = without(std::slice::from_ref(name))?;
            if interrupt::stop().is_raised() {
                return Ok(found);
            }
            if verdict.is_some_and(|verdict| !verdict.is_failure()) {
                harmless.push(name);
            }
        }
        let pairs = harmless.iter().enumerate().flat_map(|(index, first)| {
            let behind = harmless[index + 1..].iter();
            behind.filter_map(|second| self.pair(first, second))
        });
        for pair in pairs.filter(|_| self.pairs) {
            without(&pair)?;
            if interrupt::stop().is_raised() {
                break;
            }
        }
        Ok(found)
    }

    /// What the ledger says of the models as they stand, if it says all.
    fn known(&self, names: &[String], catalog: &Catalog, recorded: &Ledger) -> Option<Verdict> {
        let mut verdicts = Vec::new();
        for At { size, .. } in self.sizes_of(names) {
            let key = Key {
                claim: self.case.claim.to_owned(),
                variant: self.case.variant.to_owned(),
                dropped: names.to_vec(),
                parameters: size.clone(),
            };
            let record = recorded.get(&key)?;
            if catalog.hash_of(&key).as_ref() != Some(&record.hash) {
                return None;
            }
            verdicts.push(record.verdict);
            if record.verdict.is_failure() {
                break;
            }
        }
        Some(together(verdicts))
    }

    /// Judges size after size until one is refuted. A run that is known to exist is looked for at every size in turn, further each
    /// time: a small system may have no end, where the next one falls at once.
    fn without(
        &self,
        names: &[String],
        args: &Assumptions,
        display: &mut Display,
    ) -> Result<Fate<'c>, Failure> {
        let setup = Setup {
            without: names.to_vec(),
            ..Setup::default()
        };
        let falls = self.case.expectation(&setup) == Some(Verdict::Refuted);
        if !falls || args.max_states.is_some() {
            return self.search(names, args, args.max_states, display);
        }
        let mut limit = DROPPED_STATES;
        loop {
            let fate = self.search(names, args, Some(limit), display)?;
            let may_go_on = fate.may_go_on && limit < u32::MAX && !interrupt::stop().is_raised();
            if fate.verdict != Verdict::Bounded || !may_go_on {
                return Ok(fate);
            }
            limit = limit.saturating_mul(2);
        }
    }

    fn search(
        &self,
        names: &[String],
        args: &Assumptions,
        asked: Option<u32>,
        display: &mut Display,
    ) -> Result<Fate<'c>, Failure> {
        let mut outcomes: Vec<Outcome> = Vec::new();
        let runs = plan::without(self.case, names, self.sizes());
        for run in runs.map_err(|error| Failure::setup(self.case, &error))? {
            let last = outcomes.last();
            if last.is_some_and(|last| settles(last, &run.target)) {
                break;
            }
            if interrupt::stop().is_raised() {
                break;
            }
            let limits = args.resources.limits(max_states(asked, &run.target));
            outcomes.push(Outcome::of(
                run,
                limits,
                None,
                false,
                Reduce::NONE,
                display,
            )?);
        }
        let cuts = || outcomes.iter().filter_map(|o| o.judgement.cut.as_ref());
        let by_states = |cut: &Cut| matches!(cut, Cut::States(_));
        Ok(Fate {
            verdict: together(outcomes.iter().map(|outcome| outcome.judgement.verdict)),
            may_go_on: cuts().any(by_states)
                && cuts().all(|cut| by_states(cut) || *cut == Cut::Boundary),
            outcomes,
        })
    }

    fn sizes(&self) -> impl Iterator<Item = Size> {
        self.sizes.iter().map(|at| at.size.clone())
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

fn tables(found: &[Found<'_>], session: &mut Session<'_>) -> io::Result<()> {
    let out = &mut *session.out;
    let known = |found: &&Found| !found.outcomes.is_empty() || !found.refused.is_empty();
    for (index, Found { outcomes, refused }) in found.iter().filter(known).enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let of_outcome = outcomes.first().map(|outcome| outcome.target.case);
        let Some(case) = of_outcome.or(refused.first().map(|refused| refused.case)) else {
            continue;
        };
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
        for Refused { names, .. } in refused {
            table.row(vec![
                names.join(", ").into(),
                "cannot be dropped".into(),
                "".into(),
                "".into(),
                Cell::styled("-", style::FAINT),
                "".into(),
            ]);
        }
        table.fit();
        table.write(out)?;
        for refused in refused {
            for line in wrap(&refused.in_words(), text_width()) {
                writeln!(out, "{line}")?;
            }
        }
    }
    let is_cut = |o: &Outcome| o.judgement.verdict == Verdict::Bounded;
    if all(found).any(is_cut) {
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
    let meaning = match &setup.without[..] {
        [name] => case.meaning(name),
        _ => None,
    };
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
        setup.without.join(", ").into(),
        Cell::styled(words, style::of(verdict)),
        size.into(),
        thousands(last.judgement.counts.distinct).into(),
        expected,
        Cell::styled(meaning.unwrap_or_default(), style::FAINT),
    ]
}
