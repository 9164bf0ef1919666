//! "A More Complex Example: Tree Wave", line by line, on an undirected tree.
//!
//! | slide | here |
//! |---|---|
//! | `bool recv[n_neigh]` | [`Process::recv`], the neighbours that are true |
//! | `while len(filter(false, recv)) > 1: receive(fromNeighbor, ..)` | `on_msg` while [`Process::to_neighbour`] is none |
//! | `send(toNeighbor, outToken)` | [`Member::go_on`] |
//! | `receive(toNeighbor, inToken)`, `decide()` | `on_msg` afterwards |
//! | `foreach n in neighbors\toNeighbor: send(n, outToken)` | the same, with [`Ends::AllDecide`] |
//!
//! A `receive` takes from the mailbox what it asks for; other messages wait there, which is the same as being ignored because
//! no line ever asks for them. A process without neighbours has no `toNeighbor`: its `send` has no receiver, and it waits for
//! ever. What `outToken` is made of is not said: [`Carries`].

mod properties;
mod setting;

pub use properties::{all_decide, informed, one_message_each, one_message_each_way, two_decide};
pub use setting::{Carries, Ends, TreeWave};

use super::definition::Wave;
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use verdict_world::{NodeSet, Resident};

verdict_checker::mutants! {
    /// Errors in the loop and behind it.
    Quiet = "quiet-leaf": "S0, if it is a leaf, does not begin",
    Eager = "eager": "the loop ends while two neighbours are silent, and the smaller of them is toNeighbor",
    Hasty = "hasty": "a process decides when it has sent",
    Everywhere = "everywhere": "a process sends to all its neighbours instead of to toNeighbor",
    OnlyDown = "only-down": "the final loop leaves out the largest neighbour",
}

/// A token: who has an event before it, and whose information it carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Token {
    past: NodeSet,
    carries: NodeSet,
}

/// A process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Process {
    neighbours: NodeSet,
    recv: NodeSet,
    to_neighbour: Option<usize>,
    sent: u8,
    past: NodeSet,
    /// Whose information it has received.
    knows: NodeSet,
    /// What it has sent to `toNeighbor`.
    out_token: NodeSet,
    /// The past of its decision.
    decided: Option<NodeSet>,
}

/// What a process runs.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    reading: TreeWave,
    mutant: Option<Mutant>,
    neighbours: NodeSet,
}

impl Member {
    fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    fn send(&self, process: &mut Process, to: usize, out: &mut Out<Self>) {
        process.sent += 1;
        let carries = process.out_token;
        out.send(
            Id::from(to),
            Token {
                past: process.past,
                carries,
            },
        );
    }

    /// What follows the loop, if its condition is false.
    fn go_on(&self, me: usize, process: &mut Process, out: &mut Out<Self>) {
        let silent = process.neighbours.minus(process.recv);
        let enough = if self.is(Mutant::Eager) { 2 } else { 1 };
        if silent.len() > enough || self.is(Mutant::Quiet) && me == 0 && process.recv.is_empty() {
            return;
        }
        let Some(to_neighbour) = silent.iter().next() else {
            return;
        };
        process.to_neighbour = Some(to_neighbour);
        process.past = process.past.with(me);
        process.out_token = match self.reading.carries {
            Carries::AllKnown | Carries::AllKnownOnce => process.knows,
            Carries::ItsOwn => NodeSet::only(me),
        };
        let all = self.is(Mutant::Everywhere);
        let receivers = if all {
            process.neighbours
        } else {
            NodeSet::only(to_neighbour)
        };
        for to in receivers.iter() {
            self.send(process, to, out); // send(toNeighbor, outToken)
        }
        if self.is(Mutant::Hasty) {
            process.decided = Some(process.past);
        }
    }

    /// `decide()`, and the two lines behind it.
    fn decide(&self, process: &mut Process, to_neighbour: usize, out: &mut Out<Self>) {
        process.decided = Some(process.past);
        if self.reading.ends == Ends::TwoDecide {
            return;
        }
        if self.reading.carries == Carries::AllKnown {
            process.out_token = process.knows;
        }
        let mut others = process.neighbours.without(to_neighbour);
        if self.is(Mutant::OnlyDown) {
            others = others
                .iter()
                .max()
                .map_or(others, |largest| others.without(largest));
        }
        for to in others.iter() {
            self.send(process, to, out);
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
        let me = usize::from(id);
        let mut process = Process {
            neighbours: self.neighbours,
            recv: NodeSet::default(),
            to_neighbour: None,
            sent: 0,
            past: NodeSet::default(),
            knows: NodeSet::only(me),
            out_token: NodeSet::default(),
            decided: None,
        };
        self.go_on(me, &mut process, out);
        process
    }

    fn on_msg(
        &self,
        id: Id,
        process: &mut Cow<Process>,
        from: Id,
        token: Token,
        out: &mut Out<Self>,
    ) {
        let (me, from) = (usize::from(id), usize::from(from));
        let asked_for = process
            .to_neighbour
            .is_none_or(|to| to == from && process.decided.is_none());
        if !asked_for {
            return; // It stays in the mailbox: no line asks for it.
        }
        let process = process.to_mut();
        process.recv = process.recv.with(from); // recv[fromNeighbor] = true
        process.past = token.past.iter().fold(process.past.with(me), NodeSet::with);
        process.knows = token.carries.iter().fold(process.knows, NodeSet::with);
        match process.to_neighbour {
            None => self.go_on(me, process, out),
            Some(to_neighbour) => self.decide(process, to_neighbour, out),
        }
    }
}

impl Resident for Member {
    fn message_name(&self, token: &Token) -> String {
        format!("TOKEN from {:?} about {:?}", token.past, token.carries)
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
        !process.recv.is_empty()
    }

    fn is_initiator(_: usize, process: &Process) -> bool {
        process.neighbours.len() == 1
    }
}
