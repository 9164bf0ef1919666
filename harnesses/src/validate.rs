//! A real run walked through the model: every step must be one that the model can take.
//!
//! The world is that of the models: leader, workers and streams, channels that keep order, nodes that lose their memory and
//! come back with their stable storage. Its budgets of crashes and returns are single bytes, and it remembers every
//! state it has seen; so the state is carried over to a fresh world now and then, with all budgets whole. What is never
//! in the model is that all nodes stop at once and their mail with them; such a [`POWER_CUT`] is made here: every node but the streams is
//! down, nothing is under way, and from there the model goes on.

use verdict_checker::follow::{Follower, NotAStep};
use verdict_models::rollback::properties::Scene;
use verdict_models::rollback::{Node, System};
use verdict_recovery::Mechanism;
use verdict_recovery::messages::Party;
use verdict_recovery::registers::Record;
use verdict_recovery::system::POWER_CUT;
use verdict_recovery::system::steps::Run;
use verdict_world::{Assumptions, Crash, EnvelopeOf, LocalOf, Memory, Order, Return, World};

/// After so many steps the state moves to a fresh world. Fewer than there are returns in a budget.
const CARRIED_OVER: usize = 200;

/// A run that is one of the model's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Validated {
    /// How many steps it has.
    pub steps: usize,
    /// How many faults of single nodes.
    pub crashes: usize,
    /// How often everything stopped at once.
    pub power_cuts: usize,
    /// Whether all tasks are done at its end.
    pub all_done: bool,
    /// What is left in stable storages at its end, apart from lists of finished tasks and numbers of lives.
    pub nothing_left: bool,
}

/// A run that is none of the model's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step {number}: {error}")]
pub struct NotARun {
    /// The first step that the model cannot take, counted from 1.
    pub number: usize,
    /// Why not, and what it could have done.
    pub error: NotAStep,
}

fn world(rules: &Mechanism) -> System {
    let nodes = usize::from(rules.workers) + 2;
    let assumptions = Assumptions {
        order: Order::Fifo,
        crash: Crash {
            budget: u8::MAX,
            consecutive: None,
            amid_sends: false,
        },
        returns: Return::UpTo {
            times: u8::MAX,
            memory: Memory::Stable,
        },
        ..Assumptions::default()
    };
    World::new(vec![Node(rules.clone()); nodes], assumptions)
}

/// The parts of a state: what each node holds, what is under way.
type Parts = (Vec<LocalOf<Node>>, Vec<EnvelopeOf<Node>>);

fn parts(world: &System, state: &[u32]) -> Parts {
    let view = world.view(state);
    let locals = (0..view.len()).map(|node| view.local(node).clone());
    (locals.collect(), view.messages().cloned().collect())
}

/// What is left when everything stops at once.
fn cut((mut locals, _): Parts, rules: &Mechanism) -> Parts {
    for (node, local) in locals.iter_mut().enumerate() {
        if rules.party(node) != Party::Streams {
            local.up = false;
            local.state = None;
            local.choices.clear();
        }
    }
    (locals, Vec::new())
}

/// Walks a run through the model.
pub fn validate(run: &Run) -> Result<Validated, NotARun> {
    let rules = &run.rules;
    let mut done = Validated {
        steps: run.steps.len(),
        crashes: 0,
        power_cuts: 0,
        all_done: false,
        nothing_left: false,
    };
    let mut here = world(rules);
    let mut states: Option<Vec<Vec<u32>>> = None;
    let mut at = 0;
    loop {
        let mut follower = Follower::new(&here);
        if let Some(states) = states.take() {
            follower = Follower::among(&here, states);
        }
        let mut cuts = false;
        let from = at;
        while at < run.steps.len() && at < from + CARRIED_OVER && !cuts {
            let label = &run.steps[at];
            if label == POWER_CUT {
                cuts = true;
                done.power_cuts += 1;
            } else {
                follower.take(label).map_err(|error| NotARun {
                    number: at + 1,
                    error,
                })?;
                done.crashes += usize::from(label.starts_with("crash "));
            }
            at += 1;
        }
        let fresh = world(rules);
        let moved = follower.states().iter().map(|state| {
            let mut parts = parts(&here, state);
            if cuts {
                parts = cut(parts, rules);
            }
            fresh.state(&parts.0, &parts.1)
        });
        let moved: Vec<_> = moved.collect();
        if at == run.steps.len() {
            let scene = |state: &Vec<u32>| Scene::of(&fresh, state).all_done();
            done.all_done = moved.iter().any(scene);
            done.nothing_left = moved.iter().any(|state| nothing_left(&fresh, state));
            return Ok(done);
        }
        states = Some(moved);
        here = fresh;
    }
}

fn nothing_left(world: &System, state: &[u32]) -> bool {
    let scene = Scene::of(world, state);
    let workers = scene.rules.workers();
    let mut of_workers = workers.flat_map(|id| scene.log(id));
    let mut of_leader = scene.records().iter();
    of_workers.all(|register| register.task().is_none())
        && of_leader.all(|record| matches!(record, Record::Done(_)))
}
