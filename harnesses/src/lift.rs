//! A run of the code as a trace of the model.
//!
//! An access of the code is two steps of the model, the request that reaches the memory and the answer that reaches the node:
//! nothing happens in between, as in the scenario.

use crate::explore::{Event, Scenario};
use std::borrow::Borrow;
use std::sync::Arc;
use verdict_checker::judge::{Run, Subject};
use verdict_checker::space::{Row, Space};
use verdict_checker::trace::{Origin, Trace};
use verdict_models::election::algorithm::Procedure;
use verdict_models::election::properties::one_leads;
use verdict_models::election::{Election, Hopeless, Nodes, Timeouts};
use verdict_world::{Assumptions, Crash, Memory, Order, Return, Time, World};

/// A step that the model does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the model cannot take step {step} (`{label}`); it can take: {}", .enabled.join(", "))]
pub struct NotTaken {
    /// The number of the step, counted from 1.
    pub step: usize,
    /// The step.
    pub label: String,
    /// What it can do instead.
    pub enabled: Vec<String>,
}

/// The names of the model's steps that an event is.
fn labels(event: &Event) -> Vec<String> {
    match event {
        Event::Crash(node) => vec![format!("crash n{node}")],
        Event::Return(node) => vec![format!("return n{node}")],
        Event::Accuses(node, leader) => vec![format!("timeout contact({leader}) at n{node}")],
        Event::Made(node, life, access, found) => {
            let life = match life {
                1 => String::new(),
                _ => format!(" in life {life}"),
            };
            vec![
                format!("deliver {access}{life} n{node}->shm"),
                format!("deliver {access}={found}{life} shm->n{node}"),
            ]
        }
    }
}

/// The world of a scenario, as the reading `role-taken` has it.
fn world(scenario: &Scenario, events: &[Event]) -> Nodes {
    let count = |wanted: fn(&Event) -> bool| events.iter().filter(|e| wanted(e)).count() as u8;
    let verdict_election::Procedure {
        algorithm,
        become_leader,
    } = scenario.procedure;
    let procedure = Procedure {
        algorithm,
        become_leader,
        reads: Default::default(),
        mutant: None,
    };
    let mut election = Election::new(scenario.parts.len(), procedure);
    election.timeouts = Timeouts::RoleTaken;
    if !scenario.succeeds_itself {
        election.hopeless = Hopeless::NeverWithOneself;
    }
    let assumptions = Assumptions {
        order: Order::Fifo,
        time: Time::Synchronous,
        crash: Crash {
            budget: count(|event| matches!(event, Event::Crash(_))),
            consecutive: None,
            amid_sends: false,
        },
        returns: Return::UpTo {
            times: count(|event| matches!(event, Event::Return(_))),
            memory: Memory::Stable,
        },
        ..Assumptions::default()
    };
    World::new(vec![election; election.nodes + 1], assumptions)
}

/// What happened, as a trace of the model that this origin names. Whether that model takes it is for its replay to say.
pub fn lift(scenario: &Scenario, events: &[Event], origin: Origin) -> Result<Trace, NotTaken> {
    let space = world(scenario, events);
    let mut run: Run<Nodes> = Run {
        states: vec![space.initial().get(0).to_owned()],
        steps: Vec::new(),
    };
    for label in events.iter().flat_map(labels) {
        let mut steps = space.steps(run.states.last().expect("a run has a first state").borrow());
        let Some(found) = steps
            .iter()
            .position(|(step, _)| space.label(step) == label)
        else {
            return Err(NotTaken {
                step: run.steps.len() + 1,
                label,
                enabled: steps.iter().map(|(step, _)| space.label(step)).collect(),
            });
        };
        let (step, next) = steps.swap_remove(found);
        run.steps.push(step);
        run.states.push(next);
    }
    let subject = Subject {
        space: Arc::new(space),
        property: one_leads(),
        fairness: Vec::new(),
        origin,
    };
    Ok(subject.trace(&run, None))
}
