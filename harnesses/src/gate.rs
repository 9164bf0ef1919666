//! A node that stops before and after each access.

use crate::engine::{Engine, Receiver, Sender};
use std::cell::Cell;
use verdict_election::memory::{Memory, Variable};
use verdict_election::{Access, Found, Node, NodeId, Procedure, Word};

/// Take the next step. A node that can get no more of these is let go.
#[derive(Clone, Copy, Debug)]
pub struct Go;

/// Where a node has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report {
    /// It stands before this access.
    Stands(Access),
    /// It has made the access and not yet looked at what was found.
    Found(Found),
    /// It has returned from `LeaderElection`.
    Returned(Node),
}

/// A memory whose accesses wait for a [`Go`] before and after.
struct Gated<'a, E: Engine> {
    memory: &'a E::Memory,
    orders: &'a E::Receiver<Go>,
    reports: &'a E::Sender<Report>,
    let_go: Cell<bool>,
}

impl<E: Engine> Gated<'_, E> {
    /// Waits for its turn; false if the node is let go.
    fn turn(&self) -> bool {
        let go = !self.let_go.get() && self.orders.receive().is_some();
        self.let_go.set(!go);
        go
    }

    fn report(&self, report: Report) {
        // If nobody listens, nobody will give an order either.
        self.reports.send(report);
    }
}

impl<E: Engine> Memory for Gated<'_, E> {
    fn load(&self, variable: Variable) -> u64 {
        self.memory.load(variable)
    }

    fn cas(&self, variable: Variable, cmp: u64, new: u64) -> bool {
        self.memory.cas(variable, cmp, new)
    }

    /// A node that is let go does not touch the memory any more: it finds nothing until `LeaderElection` returns.
    fn perform(&self, access: Access) -> Found {
        self.report(Report::Stands(access));
        if !self.turn() {
            return nothing(access);
        }
        let found = self.memory.perform(access);
        self.report(Report::Found(found));
        self.turn();
        found
    }
}

fn nothing(access: Access) -> Found {
    match access {
        Access::ReadCounter => Found::Counter(Word::NOTHING.cnt),
        Access::ReadLeader => Found::Leader(Word::NOTHING.lid),
        Access::ReadWord => Found::Word(Word::NOTHING),
        Access::CasCounter { .. }
        | Access::CasLeader { .. }
        | Access::CasWord { .. }
        | Access::Work { .. } => Found::Success(false),
    }
}

/// One life of a node: at each order it calls `LeaderElection`, makes an access of it, or looks at what was found.
pub fn live<E: Engine>(
    id: NodeId,
    mut node: Node,
    procedure: Procedure,
    memory: &E::Memory,
    orders: &E::Receiver<Go>,
    reports: &E::Sender<Report>,
) {
    let gated = Gated::<E> {
        memory,
        orders,
        reports,
        let_go: Cell::new(false),
    };
    while gated.turn() {
        procedure.run(id, &mut node, &gated);
        gated.report(Report::Returned(node));
    }
}
