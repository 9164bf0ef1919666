//! "A Trivial Wave Algorithm: Ring": a token around a directed ring, line by line.
//!
//! | slide | here |
//! |---|---|
//! | "The initiator": `send(toNeighbor, OutToken)`, `receive(fromNeighbor, inToken)`, `decide()` | `on_start`, [`Process::decided`] |
//! | "Any process p that receives": `receive(fromNeighbor, inToken)`, `send(toNeighbor, outToken)` | `on_msg` |
//!
//! Readings: whether "any process" is the initiator too ([`Reading::AnyProcess`]); whether there may be two of the initiators
//! that are "whatever Px" ([`Reading::TwoInitiators`], at every distance). [`Reading::Open`] is not on the slide: the same
//! token along a path whose last process decides, a wave with one initiator to which nothing returns.
//!
//! What a token carries is not said, and the definition of a wave asks for no more than that it arrives.

use super::definition::{Wave, is_over_for_all};
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use verdict_checker::catalog::{Parameter, SetupError};
use verdict_checker::property::Property;
use verdict_checker::size::Size;
use verdict_world::{Algorithm, NodeSet, Resident, World};

/// How the slide is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// The second piece of code is for all but the initiator.
    Meant,
    /// The second piece of code is for any process, the initiator too.
    AnyProcess,
    /// Two processes begin, each as the initiator does.
    TwoInitiators,
    /// No ring but a path; whoever has nobody to send to decides.
    Open,
}

verdict_checker::mutants! {
    /// Errors on the way around.
    Swallow = "swallow": "a process that receives the token does not send it on",
    Hasty = "hasty": "the initiator decides when it has sent the token",
    Around = "around-again": "the initiator sends the token on when it has come back",
}

/// The token, with the processes that have an event before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Token(NodeSet);

/// A process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Process {
    initiator: bool,
    /// How many messages it has sent; 2 stands for more than one.
    sent: u8,
    received: bool,
    /// The processes with an event before the next one here.
    past: NodeSet,
    /// The past of its decision.
    decided: Option<NodeSet>,
}

/// What a process runs.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    reading: Reading,
    mutant: Option<Mutant>,
    initiator: bool,
    /// The neighbour on the ring, or none at the end of a path.
    to_neighbour: Option<usize>,
}

impl Member {
    fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    fn send(&self, process: &mut Process, out: &mut Out<Self>) {
        if let Some(to) = self.to_neighbour {
            process.sent = (process.sent + 1).min(2);
            out.send(Id::from(to), Token(process.past));
        }
    }
}

impl Actor for Member {
    type Msg = Token;
    type State = Process;
    type Timer = ();
    type Random = ();
    type Storage = ();

    fn on_start(&self, id: Id, _: &Option<()>, out: &mut Out<Self>) -> Process {
        let mut process = Process {
            initiator: self.initiator,
            sent: 0,
            received: false,
            past: NodeSet::default(),
            decided: None,
        };
        if self.initiator {
            process.past = NodeSet::only(id.into());
            self.send(&mut process, out); // send(toNeighbor, OutToken)
            if self.is(Mutant::Hasty) || self.to_neighbour.is_none() {
                process.decided = Some(process.past);
            }
        }
        process
    }

    fn on_msg(&self, id: Id, process: &mut Cow<Process>, _: Id, token: Token, out: &mut Out<Self>) {
        let process = process.to_mut();
        process.received = true; // receive(fromNeighbor, inToken)
        let events = token.0.with(id.into());
        process.past = events.iter().fold(process.past, NodeSet::with);
        let decides = process.initiator || self.to_neighbour.is_none();
        if decides {
            process.decided.get_or_insert(process.past); // decide()
        }
        let sends_on = !process.initiator && !self.is(Mutant::Swallow)
            || self.reading == Reading::AnyProcess
            || self.is(Mutant::Around);
        if sends_on {
            self.send(process, out); // send(toNeighbor, outToken)
        }
    }
}

impl Resident for Member {
    fn message_name(&self, token: &Token) -> String {
        format!("TOKEN from {:?}", token.0)
    }

    fn vocabulary(&self) -> Vec<String> {
        vec!["deliver TOKEN".to_owned()]
    }
}

impl Wave for Member {
    fn decision(process: &Process) -> Option<NodeSet> {
        process.decided
    }

    fn has_received(process: &Process) -> bool {
        process.received
    }

    fn is_initiator(_: usize, process: &Process) -> bool {
        process.initiator
    }
}

/// The slide, as it is read.
#[derive(Clone, Copy, Debug)]
pub struct Ring(pub Reading);

impl Ring {
    fn members(self, nodes: usize, initiators: NodeSet, mutant: Option<Mutant>) -> Vec<Member> {
        let member = |node: usize| {
            let last = self.0 == Reading::Open && node + 1 == nodes;
            Member {
                reading: self.0,
                mutant,
                initiator: initiators.contains(node),
                to_neighbour: (!last).then_some((node + 1) % nodes),
            }
        };
        (0..nodes).map(member).collect()
    }
}

impl Algorithm for Ring {
    type Node = Member;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::new("N", "processes")]
    }

    fn nodes(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Member>, SetupError> {
        Ok(self.casts(size, mutant)?.swap_remove(0))
    }

    fn casts(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Vec<Member>>, SetupError> {
        let first = NodeSet::only(0);
        if self.0 == Reading::TwoInitiators {
            let nodes: usize = size.within("N", 2..=16, "two of them initiators")?;
            let with = |second| self.members(nodes, first.with(second), mutant);
            return Ok((1..nodes).map(with).collect());
        }
        let nodes: usize = size.within("N", 1..=16, "on a ring")?;
        Ok(vec![self.members(nodes, first, mutant)])
    }

    fn start(&self, _: &Size) -> String {
        match self.0 {
            Reading::Meant | Reading::AnyProcess => "a directed ring; S0 is the initiator",
            Reading::TwoInitiators => {
                "a directed ring; S0 and any one other process are initiators"
            }
            Reading::Open => "a directed path; S0, its first process, is the initiator",
        }
        .to_owned()
    }
}

/// Each process sends one message, which makes N.
pub fn one_message_each() -> Property<World<Member>> {
    Property::always(
        "nobody sends two messages",
        |world: &World<Member>, state| {
            world
                .view(state)
                .live()
                .all(|(_, process)| process.sent <= 1)
        },
    )
    .and(
        "in the end there have been N",
        |world: &World<Member>, state| {
            let view = world.view(state);
            let sent: usize = view
                .live()
                .map(|(_, process)| usize::from(process.sent))
                .sum();
            !is_over_for_all(&view) || sent == view.len()
        },
    )
    .when(|world, state| is_over_for_all(&world.view(state)))
}
