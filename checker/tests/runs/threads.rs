//! A toy: threads that step through little programs over shared variables.

use serde_json::{Map, Value, json};
use std::sync::Arc;
use verdict_checker::judge::{FairClasses, Subject};
use verdict_checker::property::Property;
use verdict_checker::space::{Space, Visit, fingerprint};
use verdict_checker::trace::{Origin, Step, Trace};

/// One instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Does nothing.
    Idle,
    /// Sets a variable.
    Set(usize, u8),
    /// Adds one to a variable, if another has the value.
    CountIf(usize, usize, u8),
    /// Waits until a variable has the value.
    Await(usize, u8),
    /// Goes back to the first instruction.
    Restart,
    /// Stays where it is.
    Spin,
}

/// The program of each thread.
pub struct Threads(pub Vec<Vec<Op>>);

/// Where each thread is, and the variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub at: Vec<usize>,
    pub shared: Vec<u8>,
}

impl Threads {
    fn next(&self, state: &State, thread: usize) -> Option<State> {
        let op = *self.0[thread].get(state.at[thread])?;
        let mut next = state.clone();
        next.at[thread] += 1;
        match op {
            Op::Idle => {}
            Op::Await(variable, value) if state.shared[variable] == value => {}
            Op::Await(..) => return None,
            Op::Set(variable, value) => next.shared[variable] = value,
            Op::CountIf(counter, variable, value) => {
                next.shared[counter] += u8::from(state.shared[variable] == value);
            }
            Op::Restart => next.at[thread] = 0,
            Op::Spin => next.at[thread] -= 1,
        }
        Some(next)
    }

    pub fn judged_by(self, property: Property<Threads>, fairness: FairClasses) -> Subject<Threads> {
        let origin = Origin {
            claim: "toy/threads".to_owned(),
            variant: "plain".to_owned(),
            property: property.name.to_owned(),
            ..Origin::default()
        };
        Subject {
            space: Arc::new(self),
            property,
            fairness,
            origin,
        }
    }
}

impl Space for Threads {
    type State = State;
    type OwnedState = State;
    type Row = Vec<State>;
    type Step = usize;
    type Scratch = ();

    fn scratch(&self) {}

    fn initial(&self) -> Vec<State> {
        vec![State {
            at: vec![0; self.0.len()],
            shared: vec![0; 4],
        }]
    }

    fn fingerprint(&self, state: &State) -> u64 {
        fingerprint(state)
    }

    fn expand(&self, state: &State, (): &mut (), visit: &mut impl Visit<Vec<State>>) {
        for (_, next) in self.steps(state) {
            visit.successor(fingerprint(&next), |row| {
                row.push(next);
                true
            });
        }
    }

    fn steps(&self, state: &State) -> Vec<(usize, State)> {
        let threads = 0..self.0.len();
        threads
            .filter_map(|thread| Some((thread, self.next(state, thread)?)))
            .collect()
    }

    fn label(&self, thread: &usize) -> String {
        format!("advance T{thread}")
    }

    fn describe(&self, _: &State, thread: &usize, _: &State) -> Step {
        Step {
            label: self.label(thread),
            kind: "advance".to_owned(),
            at: Some(format!("T{thread}")),
            ..Step::default()
        }
    }

    fn lanes(&self) -> Vec<String> {
        (0..self.0.len())
            .map(|thread| format!("T{thread}"))
            .collect()
    }

    fn show(&self, state: &State) -> Map<String, Value> {
        let lanes = self.lanes().into_iter().zip(&state.at);
        let lanes = lanes.map(|(lane, at)| (lane, json!({ "at": at })));
        lanes
            .chain([("shared".to_owned(), json!(state.shared))])
            .collect()
    }

    fn vocabulary(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The trace in which the threads advance in this order.
pub fn trace_of(subject: &Subject<Threads>, order: &[usize]) -> Trace {
    let mut run = verdict_checker::judge::Run {
        states: vec![subject.space.initial().remove(0)],
        steps: Vec::new(),
    };
    for thread in order {
        let next = subject.space.next(run.last(), *thread);
        run.states
            .push(next.expect("the thread has an instruction left"));
        run.steps.push(*thread);
    }
    subject.trace(&run, None)
}

/// The threads of a trace, step by step.
pub fn order(trace: &Trace) -> Vec<usize> {
    let lanes = trace
        .steps
        .iter()
        .map(|step| step.at.as_deref().expect("a thread"));
    lanes
        .map(|lane| lane[1..].parse().expect("a number"))
        .collect()
}
