//! Rings without ids: the note on the slide "Leader Election: Properties". "Has no solution", in what sense?
//!
//! - No deterministic one: processes that all run one machine and start alike stay alike when they move in step. [`Machines`] runs
//!   every small machine on small rings and looks whether any two processes ever differ.
//! - With coins there is one, if all know how many they are: [`Coins`] is Itai and Rodeh's election, without round numbers, as
//!   Fokkink and Pang simplified it ("Variations on Itai-Rodeh leader election for anonymous rings"), over FIFO channels.

use serde::Serialize;
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use verdict_checker::catalog::{Model, Parameter, SetupError};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::property::Property;
use verdict_checker::size::Size;
use verdict_world::{Algorithm, Assumptions, Order, Resident, World};

verdict_checker::mutants! {
    /// Errors in rings without ids.
    Marked = "marked": "one process of the ring starts differently",
    NotMet = "not-met": "who receives its own identity passes it on as if it were alone",
}

/// A deterministic process on a directed ring: in each round it hears its predecessor say something or nothing, changes its
/// state, and says something or nothing.
struct Machine {
    /// Whether it says something at first.
    says: bool,
    /// For each state and what is heard: the next state and what is said.
    table: Vec<(usize, bool)>,
}

impl Machine {
    /// The machine of this number among those with so many states.
    fn numbered(states: usize, mut number: usize) -> Self {
        let says = number % 2 == 1;
        number /= 2;
        let entry = |number: &mut usize| {
            let digit = *number % (2 * states);
            *number /= 2 * states;
            (digit / 2, digit % 2 == 1)
        };
        let table = (0..2 * states).map(|_| entry(&mut number)).collect();
        Machine { says, table }
    }

    fn how_many(states: usize) -> usize {
        2 * (2 * states).pow(2 * states as u32)
    }

    /// Whether, in step, two of `n` processes ever differ.
    fn breaks_symmetry(&self, states: usize, n: usize, marked: bool) -> bool {
        let mut ring = vec![(0, self.says); n];
        ring[0].1 ^= marked;
        // All alike, there are so many different rings and no more.
        for _ in 0..2 * states {
            let heard = |i: usize| usize::from(ring[(i + n - 1) % n].1);
            ring = (0..n)
                .map(|i| self.table[2 * ring[i].0 + heard(i)])
                .collect();
            if ring.iter().any(|process| *process != ring[0]) {
                return true;
            }
        }
        false
    }
}

/// Every machine with up to three states, on rings of one to five.
#[derive(Clone, Copy, Debug)]
pub struct Machines;

impl Model for Machines {
    type Mutant = Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn build(&self, _: &Size, mutant: Option<Mutant>) -> Result<Domain, SetupError> {
        let marked = mutant == Some(Mutant::Marked);
        let of = move |(states, n): (usize, usize)| {
            let machines =
                (0..Machine::how_many(states)).map(|number| Machine::numbered(states, number));
            let breaking = machines
                .filter(|machine| machine.breaks_symmetry(states, n, marked))
                .count();
            Instance::new(format!("{states} states, n = {n}"))
                .with("machines", Machine::how_many(states))
                .with("in which two processes ever differ", breaking)
                .must(breaking == 0)
        };
        let list = move || {
            (1..=3)
                .flat_map(|states| (2..=5).map(move |n| of((states, n))))
                .collect()
        };
        let setting =
            "deterministic machines that start alike and move in step; one kind of message";
        Ok(Domain::new(setting, list))
    }
}

/// Where a process of the election with coins stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Phase {
    /// It draws an identity; what arrives meanwhile waits.
    Draws(Vec<Candidate>),
    /// It stands for election.
    Active(u8),
    /// It passes messages on.
    Passive,
    /// It is the leader.
    Leader,
}

/// An identity, how far it has come, and whether nobody else has met it with the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Candidate {
    id: u8,
    hop: u8,
    alone: bool,
}

/// One process: all are the same.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    processes: u8,
    mutant: Option<Mutant>,
}

impl Node {
    fn send(&self, id: Id, candidate: Candidate, out: &mut Out<Self>) {
        let next = (usize::from(id) + 1) % usize::from(self.processes);
        out.send(Id::from(next), candidate);
    }

    /// A candidate arrives.
    fn hear(&self, me: Id, phase: &mut Phase, c: Candidate, out: &mut Out<Self>) {
        let around = c.hop == self.processes;
        let further = Candidate {
            hop: c.hop + 1,
            ..c
        };
        match phase {
            Phase::Draws(waiting) => waiting.push(c),
            Phase::Active(_) if around && c.alone => *phase = Phase::Leader,
            Phase::Active(_) if around => {
                *phase = Phase::Draws(Vec::new());
                out.choose_random("draw", vec![1, 2]);
            }
            Phase::Active(id) if c.id == *id => self.send(
                me,
                Candidate {
                    alone: c.alone && self.mutant == Some(Mutant::NotMet),
                    ..further
                },
                out,
            ),
            Phase::Active(id) if c.id > *id => {
                *phase = Phase::Passive;
                self.send(me, further, out);
            }
            Phase::Passive => self.send(me, further, out),
            // A lower identity ends here; nothing arrives at a leader.
            Phase::Active(_) | Phase::Leader => {}
        }
    }
}

impl Actor for Node {
    type Msg = Candidate;
    type State = Phase;
    type Timer = ();
    type Storage = ();
    /// The identity that a process draws.
    type Random = u8;

    fn on_start(&self, _: Id, _: &Option<()>, out: &mut Out<Self>) -> Phase {
        out.choose_random("draw", vec![1, 2]);
        Phase::Draws(Vec::new())
    }

    fn on_random(&self, me: Id, phase: &mut Cow<Phase>, id: &u8, out: &mut Out<Self>) {
        let phase = phase.to_mut();
        let drawn = std::mem::replace(phase, Phase::Active(*id));
        self.send(
            me,
            Candidate {
                id: *id,
                hop: 1,
                alone: true,
            },
            out,
        );
        if let Phase::Draws(waiting) = drawn {
            waiting
                .into_iter()
                .for_each(|c| self.hear(me, phase, c, out));
        }
    }

    fn on_msg(&self, me: Id, phase: &mut Cow<Phase>, _: Id, c: Candidate, out: &mut Out<Self>) {
        self.hear(me, phase.to_mut(), c, out);
    }
}

impl Resident for Node {
    fn show_state(&self, state: &Phase) -> serde_json::Value {
        serde_json::json!(state)
    }

    fn message_name(&self, c: &Candidate) -> String {
        let alone = if c.alone { "alone" } else { "met" };
        format!("({}, {}, {alone})", c.id, c.hop)
    }

    fn choice_name(&self, id: &u8) -> String {
        format!("draw {id}")
    }
}

/// The election with coins.
#[derive(Clone, Copy, Debug)]
pub struct Coins;

impl Algorithm for Coins {
    type Node = Node;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::new(
            "N",
            "processes on the ring, which all know N",
        )]
    }

    fn assumptions(&self, _: &Size) -> Result<Assumptions, SetupError> {
        Ok(Assumptions {
            order: Order::Fifo,
            ..Assumptions::default()
        })
    }

    fn nodes(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Node>, SetupError> {
        let processes: u8 = size.within("N", 2..=6, "processes on a directed ring")?;
        Ok(vec![Node { processes, mutant }; processes.into()])
    }
}

type Ring = World<Node>;

fn leaders(ring: &Ring, state: &[u32]) -> usize {
    ring.view(state)
        .live()
        .filter(|(_, phase)| **phase == Phase::Leader)
        .count()
}

/// The note to the letter: no run ends with one leader and everyone else passive.
pub fn no_solution() -> Property<Ring> {
    Property::always("nobody is ever elected alone", |ring: &Ring, state| {
        let view = ring.view(state);
        let rest = view
            .live()
            .all(|(_, phase)| matches!(phase, Phase::Leader | Phase::Passive));
        leaders(ring, state) != 1 || !rest || view.messages().next().is_some()
    })
}

/// The election with coins never elects two.
pub fn never_two() -> Property<Ring> {
    Property::always("at most one leader", |ring: &Ring, state| {
        leaders(ring, state) <= 1
    })
    .when(|ring, state| leaders(ring, state) > 0)
}
