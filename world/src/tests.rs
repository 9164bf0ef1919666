//! Every axis of the world by itself, with toy actors whose state counts are known by hand.
//!
//! Each count is established four times: by hand, in the comment beside it; by our search with one
//! thread and with three; and by stateright's own breadth-first search.

mod against_actor_model;
mod arcs;
mod boundary;
mod channel;
mod crash;
mod dates;
mod detector;
mod kept;
mod labels;
mod reduced;
mod returns;
mod silent;
mod symmetric;
mod time;

use super::*;
use stateright::actor::{Actor, Id, Out};
use stateright::{Checker, Model};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use verdict_checker::search::{Counts, Limits, Search};
use verdict_checker::space::{AsModel, Row, Space};

/// One thing that a toy does in a handler.
#[derive(Clone, Copy, Debug)]
enum Do {
    /// Sends a message.
    Send(usize, &'static str),
    /// Sets a timer that fires after this many ticks, at the earliest and at the latest.
    Set(&'static str, u64, u64),
    /// Cancels a timer.
    Cancel(&'static str),
    /// Offers local steps.
    Offer(&'static [&'static str]),
    /// Saves what has happened so far to stable storage.
    Save,
}
use Do::{Cancel, Offer, Save, Send, Set};

/// An actor that follows a script and remembers, in order, all that has happened to it.
///
/// Its handlers always change its state (unless it is `forgetful`), so stateright's `ActorModel`,
/// which never consumes a message whose handler changes nothing, moves as our world does.
#[derive(Clone, Default)]
struct Toy {
    /// What is done when: at `start`, or when a message, `timeout T`, a local step or `suspect S0` happens.
    script: Vec<(&'static str, Vec<Do>)>,
    /// Never crashes.
    immortal: bool,
    /// What it has been through can be seen after it has crashed.
    remembered: bool,
    /// Does not watch other nodes until it has heard this, if anything.
    watches_after: Option<&'static str>,
    /// In a synchronous world: the messages and local steps of others that do not count as answers.
    ignorable: &'static [&'static str],
    /// Remembers nothing, and has the date 5; messages called `OLD` have the date 1.
    forgetful: bool,
}

/// A toy with this script.
fn toy(script: &[(&'static str, &[Do])]) -> Toy {
    let script = script.iter().map(|(when, what)| (*when, what.to_vec()));
    Toy {
        script: script.collect(),
        ..Toy::default()
    }
}

/// A toy that does nothing.
fn idle() -> Toy {
    Toy::default()
}

impl Toy {
    fn immortal(mut self) -> Self {
        self.immortal = true;
        self
    }

    fn remembered(mut self) -> Self {
        self.remembered = true;
        self
    }

    fn perform(&self, event: &str, log: &[String], out: &mut Out<Self>) {
        let parts = self.script.iter().filter(|(when, _)| *when == event);
        for action in parts.flat_map(|(_, what)| what) {
            match *action {
                Send(to, message) => out.send(Id::from(to), message),
                Set(timer, may, must) => out.set_timer(
                    timer,
                    Duration::from_millis(may)..Duration::from_millis(must),
                ),
                Cancel(timer) => out.cancel_timer(timer),
                Offer(steps) => out.choose_random("steps", steps.to_vec()),
                Save => out.save(log.to_vec()),
            }
        }
    }

    #[expect(
        clippy::owned_cow,
        reason = "stateright hands a Cow of the whole state"
    )]
    fn react(&self, event: &str, log: &mut Cow<Vec<String>>, out: &mut Out<Self>) {
        if !self.forgetful {
            log.to_mut().push(event.to_owned());
        }
        self.perform(event, log, out);
    }
}

impl Actor for Toy {
    type Msg = &'static str;
    type State = Vec<String>;
    type Timer = &'static str;
    type Storage = Vec<String>;
    type Random = &'static str;

    fn on_start(&self, _: Id, saved: &Option<Vec<String>>, out: &mut Out<Self>) -> Vec<String> {
        let log = match saved {
            None => Vec::new(),
            Some(saved) => [&saved[..], &["restored".to_owned()]].concat(),
        };
        self.perform("start", &log, out);
        log
    }

    fn on_msg(
        &self,
        _: Id,
        log: &mut Cow<Vec<String>>,
        _: Id,
        message: &'static str,
        out: &mut Out<Self>,
    ) {
        self.react(message, log, out);
    }

    fn on_timeout(
        &self,
        _: Id,
        log: &mut Cow<Vec<String>>,
        timer: &&'static str,
        out: &mut Out<Self>,
    ) {
        self.react(&format!("timeout {timer}"), log, out);
    }

    fn on_random(
        &self,
        _: Id,
        log: &mut Cow<Vec<String>>,
        step: &&'static str,
        out: &mut Out<Self>,
    ) {
        self.react(step, log, out);
    }
}

impl Resident for Toy {
    fn on_suspect(&self, _: Id, log: &mut Cow<Vec<String>>, suspect: Id, out: &mut Out<Self>) {
        self.react(&format!("suspect S{}", usize::from(suspect)), log, out);
    }

    fn watches(&self, _: Id, log: &Vec<String>, _: Id) -> bool {
        self.watches_after
            .is_none_or(|event| log.iter().any(|entry| entry == event))
    }

    fn may_crash(&self, _: Id) -> bool {
        !self.immortal
    }

    fn remains(&self, state: &Self::State) -> Option<Self::State> {
        self.remembered.then(|| state.clone())
    }

    fn is_access(&self, message: &&'static str) -> bool {
        message.starts_with("ACCESS")
    }

    fn is_mark(&self, message: &&'static str) -> bool {
        *message == "M"
    }

    fn could_answer(&self, _: Id, _: &&'static str, _: Id, message: &&'static str) -> bool {
        !self.ignorable.contains(message)
    }

    fn could_answer_by(&self, _: Id, _: &&'static str, _: Id, step: &&'static str) -> bool {
        !self.ignorable.contains(step)
    }

    fn date(&self, _: &Vec<String>) -> Option<u64> {
        self.forgetful.then_some(5)
    }

    fn date_of(&self, message: &&'static str) -> Option<u64> {
        (*message == "OLD").then_some(1)
    }

    fn message_name(&self, message: &&'static str) -> String {
        (*message).to_owned()
    }

    fn timer_name(&self, timer: &&'static str) -> String {
        (*timer).to_owned()
    }

    fn choice_name(&self, step: &&'static str) -> String {
        (*step).to_owned()
    }
}

/// A world of toys under assumptions that are the friendliest but for what `change` does.
fn world(toys: Vec<Toy>, change: impl FnOnce(&mut Assumptions)) -> World<Toy> {
    let mut assumptions = Assumptions::default();
    change(&mut assumptions);
    World::new(toys, assumptions)
}

/// Explores the world with one thread and with three, and with stateright; all must agree.
fn explore(world: World<Toy>) -> Counts {
    let world = Arc::new(world);
    let search = |threads| {
        let limits = Limits {
            threads,
            ..Limits::default()
        };
        let explored = Search::new(&*world, &[]).limits(limits).run();
        assert_eq!(explored.cut, None);
        explored.counts
    };
    let (ours, threaded) = (search(1), search(3));
    let theirs = AsModel(world.clone()).checker().spawn_bfs().join();
    let counted = |c: &Counts| (c.distinct, c.total, c.depth);
    assert_eq!(counted(&ours), counted(&threaded), "one thread and three");
    let stateright = (
        theirs.unique_state_count(),
        theirs.state_count(),
        theirs.max_depth() - 1,
    );
    assert_eq!(counted(&ours), stateright, "ours and stateright's");
    ours
}

/// How many distinct states the world has.
fn count(toys: Vec<Toy>, change: impl FnOnce(&mut Assumptions)) -> usize {
    explore(world(toys, change)).distinct
}

fn first_state(world: &World<Toy>) -> Vec<u32> {
    world.initial().get(0).to_vec()
}

/// The labels of the steps that are possible in a state, in action order.
fn enabled(world: &World<Toy>, state: &[u32]) -> Vec<String> {
    let steps = world.steps(state);
    steps.iter().map(|(step, _)| world.label(step)).collect()
}

/// The state after these steps.
fn after(world: &World<Toy>, labels: &[&str]) -> Vec<u32> {
    labels.iter().fold(first_state(world), |state, label| {
        let mut steps = world.steps(&state).into_iter();
        let found = steps.find(|(step, _)| world.label(step) == *label);
        let enabled = enabled(world, &state);
        found
            .unwrap_or_else(|| panic!("`{label}` is not among {enabled:?}"))
            .1
    })
}

/// The messages in flight, as text.
fn network(world: &World<Toy>, state: &[u32]) -> Vec<&'static str> {
    world.view(state).messages().map(|m| m.msg).collect()
}

/// What has happened to a node that is up.
fn log(world: &World<Toy>, state: &[u32], node: usize) -> Vec<String> {
    world.view(state).node(node).expect("it is up").clone()
}

/// The labels of all steps between reachable states.
fn all_labels(world: &World<Toy>) -> BTreeSet<String> {
    let explored = Search::new(world, &[]).keep_states().run();
    (0..explored.states.len())
        .flat_map(|number| enabled(world, explored.states.get(number)))
        .collect()
}

fn crash_budget(assumptions: &mut Assumptions, budget: Budget) {
    assumptions.crash.budget = budget;
}

fn may_return(assumptions: &mut Assumptions, times: Budget, memory: Memory) {
    assumptions.returns = Return::UpTo { times, memory };
}
