//! A page of what is recorded: the ledger and the stored trace, with no search.

use super::{Mutated, Page, Place, Switch};
use crate::evidence::Evidence;
use crate::run::{About, Built, Run};
use verdict_checker::catalog::{Case, Catalog, Claim, Setup};
use verdict_checker::stepping::Way;
use verdict_checker::subject::AnySubject;
use verdict_checker::trace::Trace;
use verdict_checker::verdict::together;

/// How many random steps show what a model does where no run decides anything.
const SAMPLE: usize = 14;
/// What the run is called that is kept of a reading.
const RECORDED: &str = "The recorded run";
/// Up to how many states a page carries the whole state graph.
pub const WHOLE: usize = 150;
/// Of how many states of a run a page tells what else could have happened.
pub const TOLD: usize = 120;

impl<'a> Page<'a> {
    /// The page of a reading from what is recorded of it. A trace that the model no longer takes is left out, and the page says so.
    pub fn recorded(
        catalog: &'a Catalog,
        claim: &'a Claim,
        case: &'a Case,
        evidence: &'a Evidence,
        trace: Option<Trace>,
        place: Place,
    ) -> Page<'a> {
        let mut notes = Vec::new();
        if evidence.stale {
            notes.push(
                "Stale: what decides this verdict has changed since it was recorded.".to_owned(),
            );
        }
        if evidence.missing {
            notes.push("Not every size of the catalog is recorded.".to_owned());
        }
        let mut setup = Setup::of(case.smallest());
        let mut runs = Vec::new();
        if let Some(trace) = &trace {
            setup = Setup {
                size: trace.origin.size.clone(),
                without: trace.origin.dropped.clone(),
                with: trace.origin.added.clone(),
                mutant: trace.origin.mutant.clone(),
            };
        }
        let mut subject = case.subject(&setup).ok();
        if let (Some(built), Some(trace)) = (&subject, &trace) {
            let about = About {
                title: RECORDED.to_owned(),
                verdict: evidence.verdict().word().to_owned(),
                command: String::new(),
                alternatives: TOLD,
            };
            let replays = built.replay(trace).is_ok();
            match Run::of(&**built, &setup, trace, about).filter(|_| replays) {
                Some(run) => runs.push(run),
                None => notes.push(
                    "The recorded run is of another version of the model, and is not shown."
                        .to_owned(),
                ),
            }
        } else if trace.is_some() {
            setup = Setup::of(case.smallest());
            subject = case.subject(&setup).ok();
            notes.push("The recorded run is of another version of the model.".to_owned());
        }
        if let Some(built) = subject.as_ref().filter(|_| runs.is_empty()) {
            runs.extend(sample(&**built, &setup));
        }
        let stepping = subject.as_ref().and_then(|subject| subject.stepping());
        Page {
            catalog,
            claim,
            case,
            evidence,
            world: subject.as_ref().map_or_else(String::new, |s| s.setting()),
            size: setup.size.in_words(),
            switches: switches_of(case, evidence),
            mutants: mutants_of(case),
            audit: Vec::new(),
            whole: stepping.and_then(|stepping| stepping.whole(WHOLE)),
            setup: Built::of(&setup),
            runs,
            notes,
            on_code: Vec::new(),
            place,
        }
    }

    /// The same page, with the commands that take real code through the recorded run; without them where it shows no such run.
    pub fn taken_by(mut self, commands: Vec<String>) -> Self {
        if self.runs.first().is_some_and(|run| run.title == RECORDED) {
            self.on_code = commands;
        }
        self
    }
}

/// A few steps at random: what the model does, where no run decides anything.
pub fn sample(subject: &dyn AnySubject, setup: &Setup) -> Option<Run> {
    let stepping = subject.stepping()?;
    let start = Way::default();
    let way = Way {
        steps: stepping.wander(&start, 1, SAMPLE),
        ..start
    };
    let walked = stepping.walk(&way, TOLD);
    let about = About {
        title: "A sample run, taken at random".to_owned(),
        ..About::default()
    };
    (!way.steps.is_empty()).then(|| Run::walked(subject, setup, &way, walked, about))
}

/// The assumptions in force, with what is recorded of the claim without each.
pub fn switches_of(case: &Case, evidence: &Evidence) -> Vec<Switch> {
    let switches = case.assumed().into_iter().map(|assumption| {
        let without = |names: &[String]| names.len() == 1 && names[0] == assumption.name;
        let records = evidence
            .dropped
            .iter()
            .filter(|record| without(&record.dropped));
        let records: Vec<_> = records.collect();
        let expected = case
            .without
            .iter()
            .find(|(name, _)| *name == assumption.name);
        let (verdict, found) = match (&records[..], expected) {
            ([], None) => (String::new(), String::new()),
            ([], Some((_, verdict))) => (
                verdict.word().to_owned(),
                "expected by the catalog, not recorded".to_owned(),
            ),
            (records, _) => {
                let verdict = together(records.iter().map(|record| record.verdict));
                let decided = records.iter().find(|record| record.verdict == verdict);
                let found = decided.map_or_else(String::new, |record| {
                    let steps = record.steps.map(|steps| format!("a run of {steps} steps"));
                    let size = Some(record.parameters.in_words());
                    let cut = record.cut.clone();
                    let parts = [steps, size.filter(|size| !size.is_empty()), cut];
                    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
                });
                (verdict.word().to_owned(), found)
            }
        };
        Switch {
            name: assumption.name.to_owned(),
            meaning: assumption.meaning.to_owned(),
            verdict,
            found,
            run: None,
        }
    });
    switches.collect()
}

/// The mutants that the property must refute, of which nothing is recorded but that the audit passed.
fn mutants_of(case: &Case) -> Vec<Mutated> {
    let mutants = case.kills.iter().map(|name| Mutated {
        name: (*name).to_owned(),
        change: case.change(name).unwrap_or_default().to_owned(),
        found: "must be refuted".to_owned(),
        run: None,
    });
    mutants.collect()
}
