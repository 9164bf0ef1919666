//! A run as the page's script takes it.

use crate::code;
use serde::Serialize;
use serde_json::{Map, Value};
use verdict_checker::catalog::Setup;
use verdict_checker::explain::Explanation;
use verdict_checker::stepping::{self, Next, Truth, Walked, Way};
use verdict_checker::subject::AnySubject;
use verdict_checker::trace::svg::{self, Drawing};
use verdict_checker::trace::{Role, Trace};

/// How many steps a run may have to be explained while a reader waits.
const EXPLAINED: usize = 200;

/// A run with everything that a page shows of it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    /// What it is, in a few words.
    pub title: String,
    /// The verdict that it decides, as a word; empty for a run that decides none.
    pub verdict: String,
    /// What is wrong, or what is shown, in a sentence.
    pub what: String,
    /// The lanes.
    pub lanes: Vec<String>,
    /// The states, one more than steps.
    pub states: Vec<Map<String, Value>>,
    /// The steps.
    pub steps: Vec<Taken>,
    /// How many steps come before the loop, for a run that goes on for ever.
    pub before_loop: Option<usize>,
    /// Which of the initial states it begins with.
    pub start: usize,
    /// The state in which it begins, in words.
    pub begins: String,
    /// The sentences.
    pub told: Vec<Sentence>,
    /// How it goes on for ever, in words.
    pub for_ever: Option<String>,
    /// What is true in each state.
    pub truth: Vec<Vec<Truth>>,
    /// What could be done in each state.
    pub next: Vec<Vec<Next>>,
    /// The picture.
    pub svg: String,
    /// The words behind the name of the command that repeat it.
    pub command: String,
    /// How the model is built.
    pub setup: Built,
}

/// One step.
#[derive(Clone, Debug, Serialize)]
pub struct Taken {
    /// Its name; see [`Way`].
    pub name: String,
    /// Its kind.
    pub kind: String,
    /// What it means to a reader: `deliver`, `lose`, `duplicate`, `crash`, `return`, `suspect`, `local`.
    pub role: &'static str,
    /// Its lane.
    pub at: Option<String>,
    /// What it changed.
    pub changes: Vec<String>,
    /// Under which key the lines that it executes are found; see [`code::key`].
    #[serde(skip_serializing_if = "String::is_empty")]
    pub code: String,
}

/// A sentence of an explanation.
#[derive(Clone, Debug, Serialize)]
pub struct Sentence {
    /// The first step that it tells, counted from 1.
    pub step: usize,
    /// The last one.
    pub through: usize,
    /// The sentence.
    pub text: String,
    /// From which steps it follows.
    pub because: Vec<usize>,
}

/// What was changed about the model.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Built {
    /// The values of its parameters.
    pub parameters: Map<String, Value>,
    /// Assumptions that were dropped.
    pub without: Vec<String>,
    /// Assumptions that were added.
    pub with: Vec<String>,
    /// The mutant.
    pub mutant: Option<String>,
}

impl Built {
    /// A setup.
    pub fn of(setup: &Setup) -> Self {
        let parameters = setup.size.iter();
        let parameters = parameters.map(|(name, value)| {
            let value = serde_json::to_value(value).expect("a number or a word");
            (name.to_owned(), value)
        });
        Built {
            parameters: parameters.collect(),
            without: setup.without.clone(),
            with: setup.with.clone(),
            mutant: setup.mutant.clone(),
        }
    }
}

/// What a page is told about a run besides the run.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// What it is, in a few words.
    pub title: String,
    /// The verdict that it decides.
    pub verdict: String,
    /// The words behind the name of the command that repeat it.
    pub command: String,
    /// Of how many states, the last ones, all steps that could be taken are told.
    pub alternatives: usize,
}

impl Run {
    /// The keys of the lines that its steps execute.
    pub fn code_keys(&self) -> impl Iterator<Item = &str> {
        self.steps.iter().map(|step| step.code.as_str())
    }

    /// A run that the model takes; nothing if it does not, or if there is nothing to step through.
    pub fn of(subject: &dyn AnySubject, setup: &Setup, trace: &Trace, about: About) -> Option<Run> {
        let stepping = subject.stepping()?;
        let way = stepping.way(trace);
        if way.steps.len() < trace.steps.len() {
            return None;
        }
        let walked = stepping.walk(&way, about.alternatives);
        let explained = match trace.steps.len() <= EXPLAINED {
            true => subject.explain(trace).ok(),
            false => None,
        };
        Some(Run::new(
            walked,
            trace,
            way.start,
            explained.as_ref(),
            setup,
            about,
        ))
    }

    /// Where a walk has come to, as a run. If it decides the property, it is explained.
    pub fn walked(
        subject: &dyn AnySubject,
        setup: &Setup,
        way: &Way,
        walked: Walked,
        about: About,
    ) -> Run {
        let trace = as_deciding(subject, &walked.run);
        let decides = trace.is_some();
        let trace = trace.unwrap_or_else(|| walked.run.clone());
        let explained = match decides && trace.steps.len() <= EXPLAINED {
            true => subject.explain(&trace).ok(),
            false => None,
        };
        Run::new(walked, &trace, way.start, explained.as_ref(), setup, about)
    }

    fn new(
        walked: Walked,
        trace: &Trace,
        start: usize,
        explained: Option<&Explanation>,
        setup: &Setup,
        about: About,
    ) -> Run {
        let what = match (explained, &walked.complaint) {
            (Some(explained), _) => explained.what.clone(),
            (None, Some(complaint)) => complaint.clone(),
            (None, None) => String::new(),
        };
        let drawing = Drawing {
            what: Some(&what),
            in_page: true,
        };
        let changes = stepping::changed(trace);
        let steps = trace.steps.iter().zip(walked.steps).zip(changes);
        let told = explained
            .map(|explained| explained.steps.iter())
            .into_iter();
        Run {
            title: about.title,
            verdict: about.verdict,
            svg: svg::draw(trace, &drawing),
            what,
            lanes: trace.lanes.clone(),
            states: trace.states.clone(),
            steps: steps
                .map(|((step, name), changes)| Taken {
                    code: code::key(role(step.role()), &name),
                    name,
                    kind: step.kind.clone(),
                    role: role(step.role()),
                    at: step.at.clone(),
                    changes,
                })
                .collect(),
            before_loop: trace.before_loop(),
            start,
            begins: explained.map_or_else(String::new, |explained| explained.start.clone()),
            told: told
                .flatten()
                .map(|told| Sentence {
                    step: told.step,
                    through: told.through,
                    text: told.text.clone(),
                    because: told.because.clone(),
                })
                .collect(),
            for_ever: explained.and_then(|explained| explained.for_ever.clone()),
            truth: walked.truth,
            next: walked.next,
            command: about.command,
            setup: Built::of(setup),
        }
    }
}

/// The run as a trace that decides the property, if it does: as it is, or as a lasso that goes back to a state it has been in, or
/// that rests in its last one.
pub fn as_deciding(subject: &dyn AnySubject, run: &Trace) -> Option<Trace> {
    if !subject.is_liveness() {
        return subject.replay(run).is_ok().then(|| run.clone());
    }
    let (last, before) = run.states.split_last()?;
    let entries = before.iter().enumerate().rev();
    let entries = entries.filter(|(_, state)| *state == last);
    // The state to which the last state returns is the one behind the entry; a loop of one step is told twice.
    let loops = entries.map(|(entry, _)| entry + 1);
    let mut all = loops.chain([run.steps.len()]);
    all.find_map(|loop_start| {
        let trace = Trace {
            loop_start: Some(loop_start),
            ..run.clone()
        };
        subject.replay(&trace).is_ok().then_some(trace)
    })
}

pub(crate) fn role(role: Role) -> &'static str {
    match role {
        Role::Deliver => "deliver",
        Role::Lose => "lose",
        Role::Duplicate => "duplicate",
        Role::Crash => "crash",
        Role::Return => "return",
        Role::Suspect => "suspect",
        Role::Local => "local",
    }
}
