//! "Chandy-Lamport Alg. Example (I)-(VI)", step by step, on the processes of [`chandy_lamport`](super::chandy_lamport): p1, p2
//! and p3 with the channels ch12, ch13, ch23 and ch31. p1 and p2 have a unit each; msgA is p1 paying p2, msgB is p2 paying p3.
//!
//! The drawings are not in the extracted text; the steps are those of the description, in its order.

use super::chandy_lamport::{ChandyLamport, Member, Mutant, Records};
use super::consistency::{now, recorded};
use super::money::{Account, Global, Scene};
use verdict_checker::catalog::{Model, Parameter, SetupError};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::size::Size;
use verdict_checker::space::{Row, Space};
use verdict_world::{Assumptions, Network, Order, World};

/// What the slides say happens, after p1 has started, and the step of the model that it is.
const SLIDES: [(&str, &str); 9] = [
    (
        "(II), (III) p3 receives mrk from p1, records its state and sends mrk to p1",
        "deliver marker S0->S2",
    ),
    ("(III) p1 sends msgA to p2", "pay S1 S0"),
    ("(IV) p2 sends msgB to p3", "pay S2 S1"),
    (
        "(IV) p2 receives mrk from p1, records its state, sends mrk to p3 and terminates",
        "deliver marker S0->S1",
    ),
    (
        "(IV) p1 receives mrk from p3 and terminates",
        "deliver marker S2->S0",
    ),
    ("(IV) p3 receives msgB from p2", "deliver unit 0 S1->S2"),
    (
        "(V) p2 receives msgA from p1",
        "deliver unit 0, sent after the snapshot, S0->S1",
    ),
    (
        "(V) p3 receives mrk from p2 and terminates",
        "deliver marker S1->S2",
    ),
    ("(VI) the snapshot", ""),
];

/// In which order msgA and msgB are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sends {
    /// msgA first, as in the example.
    AsShown,
    /// msgB first: the two are concurrent, so that no process can tell the difference.
    Exchanged,
}

/// The example.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// When what is recorded.
    pub records: Records,
    /// In which order msgA and msgB are sent.
    pub sends: Sends,
}

fn world(records: Records, mutant: Option<Mutant>) -> World<Member> {
    let account = |balance| Account {
        balance,
        left: balance,
    };
    let scene = Scene {
        network: Network::of_channels(3, [(0, 1), (0, 2), (1, 2), (2, 0)]),
        start: Global {
            accounts: [1, 1, 0].map(account).to_vec(),
            channels: vec![vec![0; 3]; 3],
        },
    };
    let members = ChandyLamport {
        records,
        ..ChandyLamport::MEANT
    }
    .members(&scene, 1, mutant);
    World::new(
        members,
        Assumptions {
            order: Order::Fifo,
            ..Assumptions::default()
        },
    )
}

/// `p1 1, p2 0, p3 0; ch23 1`
fn words(state: &Global) -> String {
    let balances: Vec<_> = state
        .accounts
        .iter()
        .enumerate()
        .map(|(i, a)| format!("p{} {}", i + 1, a.balance))
        .collect();
    let mut words = balances.join(", ");
    for (from, to) in [(0, 1), (0, 2), (1, 2), (2, 0)] {
        words.push_str(&format!(
            "; ch{}{} {}",
            from + 1,
            to + 1,
            state.channels[from][to]
        ));
    }
    words
}

/// The steps, each with the state that the run goes through, and what is recorded in the end.
fn steps(example: Example, mutant: Option<Mutant>) -> Vec<Instance> {
    let world = world(example.records, mutant);
    let mut state = world.initial().get(0).to_vec();
    let mut slides = SLIDES;
    if example.sends == Sends::Exchanged {
        slides.swap(1, 2);
    }
    let mut visited: Vec<Global> = now(&world, &state).into_iter().collect();
    let mut instances = Vec::new();
    for (said, label) in &slides[..8] {
        let taken = world
            .steps(&state)
            .into_iter()
            .find(|(step, _)| world.label(step) == *label);
        let possible = taken.is_some();
        state = taken.map_or(state, |(_, next)| next);
        visited.extend(now(&world, &state));
        let shown = visited.last().map(words).unwrap_or_default();
        instances.push(
            Instance::new(*said)
                .with("state", shown)
                .must(possible)
                .or_say(format!("{said}: that cannot happen here.")),
        );
    }
    let found = recorded(&world, &state);
    let claimed = "p1 1, p2 0, p3 0; ch12 0; ch13 0; ch23 1; ch31 0";
    let snapshot = found.as_ref().map_or("none".to_owned(), words);
    let occurred = found
        .as_ref()
        .is_some_and(|recorded| visited.contains(recorded));
    let said = slides[8].0;
    let last = Instance::new(said)
        .with("recorded", snapshot.clone())
        .with("on the slide", claimed)
        .with("the run went through it", occurred)
        .must(snapshot == claimed && occurred == (example.sends == Sends::Exchanged));
    instances.push(last.or_say(format!(
        "The snapshot is {snapshot}, where the slide has {claimed}; the run {} through it.",
        if occurred { "went" } else { "never went" }
    )));
    instances
}

impl Model for Example {
    type Mutant = Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn build(&self, _: &Size, mutant: Option<Mutant>) -> Result<Domain, SetupError> {
        let example = *self;
        Ok(Domain::in_order(
            "the example of the slides: p1 and p2 have a unit each",
            move || steps(example, mutant),
        ))
    }
}
