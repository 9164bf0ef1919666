//! `verdict page`: one verdict as a file that needs nothing else.

use super::cite::readings;
use super::{ledger, note, on_code, write_whole};
use crate::args::{BOUNDED_STATES, DROPPED_STATES, Page as Args};
use crate::error::Failure;
use crate::outcome;
use crate::plan::{self, Run as Planned};
use crate::progress::Display;
use crate::{Session, exit, select};
use std::path::PathBuf;
use verdict_checker::audit::AuditResult;
use verdict_checker::catalog::kill::{self, MUTANT_STATES};
use verdict_checker::catalog::{Case, Catalog, Setup};
use verdict_checker::command::name;
use verdict_checker::ledger::Record;
use verdict_checker::replay::Shows;
use verdict_checker::search::Limits;
use verdict_checker::stepping::{Goal, Way};
use verdict_checker::subject::AnySubject;
use verdict_checker::trace::{Trace, store};
use verdict_checker::verdict::{Judgement, Verdict};
use verdict_explorer::evidence::Evidence;
use verdict_explorer::page::{Audited, Mutated, Page, Place, Switch, TOLD};
use verdict_explorer::run::{About, Run};

/// The largest page, in bytes: what is beyond is left out, the least important first.
const LARGEST: usize = 1_000_000;
/// How far the audit of a page looks at the model.
const AUDITED_STATES: usize = 30_000;

/// Writes the page.
pub fn run(args: &Args, session: &mut Session<'_>) -> Result<u8, Failure> {
    let catalog = session.catalog;
    let claim = select::claim(catalog, &args.claim)?;
    let cases = readings(claim, args.variant.as_deref())?;
    let case = cases[0];
    if cases.len() > 1 {
        let others: Vec<&str> = cases[1..].iter().map(|case| case.variant).collect();
        let text = format!(
            "the page is of the reading `{}`; with --variant also of {}",
            case.variant,
            others.join(", ")
        );
        note(session, &text)?;
    }
    let recorded = ledger::load(&args.ledger)?;
    let path = store::path_for(&args.traces_dir, case.claim, case.variant);
    let stored = path.is_file().then(|| store::load(&path).ok()).flatten();
    let mut evidence = Evidence::of(catalog, recorded.as_ref(), case);
    let work = 1 + case.assumed().len() + case.kills.len();
    let mut display = Display::new(work, session.show_progress);
    let mut making = Making {
        catalog,
        case,
        limits: args.resources.limits(args.max_states),
        runs: Vec::new(),
        display: &mut display,
    };
    let mut trace = stored.filter(|trace| making.replays(trace));
    let on_code = match trace {
        Some(_) => on_code(session.engines, &args.traces_dir, case),
        None => Vec::new(),
    };
    let needs_a_run = trace.is_none() && evidence.records.iter().any(|r| r.steps.is_some());
    if evidence.records.is_empty() || evidence.stale || evidence.missing || needs_a_run {
        let judged = making.judge(trace.as_ref())?;
        let found = judged
            .iter()
            .find_map(|(_, judgement)| judgement.trace.clone());
        trace = trace.or(found);
        let fresh: Result<Vec<Record>, Failure> = judged
            .iter()
            .map(|(setup, judgement)| making.record(setup, judgement))
            .collect();
        evidence = Evidence::new(catalog, case, fresh?, evidence.dropped.clone());
    }
    let page = Page::recorded(catalog, claim, case, &evidence, trace, Place::File);
    let mut page = page.taken_by(on_code);
    making.runs = std::mem::take(&mut page.runs);
    making.witness();
    page.switches = making.switches(page.switches)?;
    page.mutants = making.mutants(args)?;
    page.audit = making.audit(evidence.verdict())?;
    page.runs = making.runs;
    drop(display);
    let html = fit(page);
    let default = || {
        let name = format!("{}-{}.html", case.claim, case.variant);
        PathBuf::from(name.replace(['/', '\\'], "-"))
    };
    let output = args.output.clone().unwrap_or_else(default);
    write_whole(&output, &html).map_err(|error| Failure::file(&output, error))?;
    writeln!(
        session.out,
        "{}: {} KB",
        output.display(),
        html.len().div_ceil(1000)
    )?;
    Ok(exit::AS_EXPECTED)
}

/// The page as HTML, with less in it if it would be too long.
fn fit(mut page: Page<'_>) -> String {
    let mut html = page.html();
    for least in 0..5 {
        if html.len() <= LARGEST {
            break;
        }
        match least {
            0 => page.whole = None,
            1 => page
                .runs
                .iter_mut()
                .skip(1)
                .for_each(|run| run.next.clear()),
            2 => page.runs.iter_mut().for_each(|run| run.next.clear()),
            3 => page.runs.iter_mut().skip(1).for_each(|run| run.svg.clear()),
            _ => {
                page.runs.truncate(1);
                page.switches
                    .iter_mut()
                    .for_each(|switch| switch.run = None);
                page.mutants.iter_mut().for_each(|mutant| mutant.run = None);
            }
        }
        html = page.html();
    }
    html
}

struct Making<'a> {
    catalog: &'a Catalog,
    case: &'a Case,
    limits: Limits,
    runs: Vec<Run>,
    display: &'a mut Display,
}

impl Making<'_> {
    fn subject(&self, setup: &Setup) -> Result<Box<dyn AnySubject>, Failure> {
        let built = self.case.subject(setup);
        built.map_err(|error| Failure::setup(self.case, &error))
    }

    fn replays(&self, trace: &Trace) -> bool {
        let subject = self.case.subject(&super::replay::setup(&trace.origin));
        subject.is_ok_and(|subject| subject.replay(trace).is_ok())
    }

    /// Judges every default size now. Where a search is cut before it decides, a stored run that replays still does.
    fn judge(&mut self, stored: Option<&Trace>) -> Result<Vec<(Setup, Judgement)>, Failure> {
        let mut judged = Vec::new();
        for size in self.case.default_sizes() {
            let setup = Setup::of(size);
            let subject = self.subject(&setup)?;
            self.display
                .start(format!("{} {}", self.case.claim, setup.size));
            let mut judgement = outcome::judge(&*subject, self.limits, self.display);
            let of_this_setup = |trace: &&Trace| super::replay::setup(&trace.origin) == setup;
            if let (Verdict::Bounded, Some(trace)) =
                (judgement.verdict, stored.filter(of_this_setup))
                && let Ok(replayed) = subject.replay(trace)
            {
                judgement.verdict = match replayed.shows {
                    Shows::Violation => Verdict::Refuted,
                    Shows::Witness => Verdict::Holds,
                };
                judgement.trace = Some(trace.clone());
            }
            judged.push((setup, judgement));
        }
        self.display.advance();
        Ok(judged)
    }

    fn record(&self, setup: &Setup, judgement: &Judgement) -> Result<Record, Failure> {
        let subject = self.subject(setup)?;
        let fairness = match subject.is_liveness() {
            true => self.case.fairness(),
            false => String::new(),
        };
        let hash = self.catalog.hash(self.case, setup);
        let audit = AuditResult::NotRun;
        Ok(Record::new(
            subject.origin(),
            &fairness,
            judgement,
            audit,
            hash,
        ))
    }

    /// Adds a run to the page; answers with its number.
    fn add(
        &mut self,
        subject: &dyn AnySubject,
        setup: &Setup,
        trace: &Trace,
        title: &str,
        words: String,
    ) -> Option<usize> {
        let about = About {
            title: title.to_owned(),
            verdict: Verdict::Refuted.word().to_owned(),
            command: format!("{} {words}", name()),
            alternatives: TOLD,
        };
        let run = Run::of(subject, setup, trace, about)?;
        self.runs.push(run);
        Some(self.runs.len() - 1)
    }

    /// The shortest run to a state in which the premise is true: the property says something.
    fn witness(&mut self) {
        let setup = Setup::of(self.case.smallest());
        let Ok(subject) = self.subject(&setup) else {
            return;
        };
        let Some(stepping) = subject.stepping() else {
            return;
        };
        let start = Way::default();
        let limits = Limits {
            states: AUDITED_STATES,
            ..self.limits
        };
        let found = stepping.toward(&start, &Goal::Premise, limits);
        let Some(steps) = found.steps.filter(|steps| !steps.is_empty()) else {
            return;
        };
        let way = Way { steps, ..start };
        let about = About {
            title: "A run in which the premise comes true".to_owned(),
            ..About::default()
        };
        let walked = stepping.walk(&way, TOLD);
        self.runs
            .push(Run::walked(&*subject, &setup, &way, walked, about));
    }

    /// What becomes of the claim without each assumption, with the run that shows it.
    fn switches(&mut self, recorded: Vec<Switch>) -> Result<Vec<Switch>, Failure> {
        let mut switches = Vec::new();
        for mut switch in recorded {
            let expected = self
                .case
                .without
                .iter()
                .find(|(name, _)| *name == switch.name);
            let most = match expected {
                Some((_, Verdict::Bounded)) => BOUNDED_STATES,
                _ => DROPPED_STATES,
            };
            let limits = Limits {
                states: self.limits.states.min(most as usize),
                ..self.limits
            };
            let planned = plan::without(
                self.case,
                std::slice::from_ref(&switch.name),
                self.case.default_sizes(),
            )
            .map_err(|error| Failure::setup(self.case, &error))?;
            let mut said = Vec::new();
            for Planned { target, subject } in planned {
                self.display.start(target.name());
                let judgement = outcome::judge(&*subject, limits, self.display);
                said.push(judgement.verdict);
                if let Some(trace) = judgement
                    .trace
                    .as_ref()
                    .filter(|_| judgement.verdict.is_failure())
                {
                    let title = format!("Without {}", switch.name);
                    switch.run =
                        self.add(&*subject, &target.setup, trace, &title, target.command());
                    let size = target.setup.size.in_words();
                    switch.found = [trace.length_in_words(), size]
                        .join("; ")
                        .trim_end_matches("; ")
                        .to_owned();
                }
                if judgement.verdict.is_failure() {
                    break;
                }
                switch.found = match &judgement.cut {
                    Some(cut) => format!("{cut}; {}", target.setup.size.in_words()),
                    None => format!("up to {}", target.setup.size.in_words()),
                };
            }
            switch.verdict = verdict_checker::verdict::together(said).word().to_owned();
            self.display.advance();
            switches.push(switch);
        }
        Ok(switches)
    }

    fn mutants(&mut self, args: &Args) -> Result<Vec<Mutated>, Failure> {
        let mut mutants = Vec::new();
        let limits = Limits {
            states: MUTANT_STATES,
            ..args.resources.limits(None)
        };
        for mutant in &self.case.kills {
            self.display.start(format!("{}, {mutant}", self.case.claim));
            let killed = kill::kill(self.case, mutant, limits);
            let killed = killed.map_err(|error| Failure::setup(self.case, &error))?;
            let setup = Setup {
                mutant: Some((*mutant).to_owned()),
                ..Setup::of(killed.size.clone())
            };
            let run = match killed.trace.as_ref().filter(|_| killed.is_killed()) {
                Some(trace) => {
                    let subject = self.subject(&setup)?;
                    let title = format!("Mutant {mutant}");
                    let words = format!(
                        "check {} --variant {} --mutant {mutant}",
                        self.case.claim, self.case.variant
                    );
                    self.add(&*subject, &setup, trace, &title, words)
                }
                None => None,
            };
            mutants.push(Mutated {
                name: (*mutant).to_owned(),
                change: self.case.change(mutant).unwrap_or_default().to_owned(),
                found: killed.in_words(),
                run,
            });
            self.display.advance();
        }
        Ok(mutants)
    }

    /// The audit of a success; the mutants are told elsewhere.
    fn audit(&mut self, verdict: Verdict) -> Result<Vec<Audited>, Failure> {
        if !verdict.is_success() {
            return Ok(Vec::new());
        }
        let subject = self.subject(&Setup::of(self.case.smallest()))?;
        self.display.start(format!("{}, audit", self.case.claim));
        let audit = subject.audit(Limits {
            states: AUDITED_STATES,
            ..self.limits
        });
        let checks = audit.checks.into_iter().map(|check| {
            let result = serde_json::to_value(check.result).unwrap_or_default();
            Audited {
                name: check.name.to_owned(),
                result: result.as_str().unwrap_or_default().to_owned(),
                detail: check.detail,
            }
        });
        Ok(checks.collect())
    }
}
