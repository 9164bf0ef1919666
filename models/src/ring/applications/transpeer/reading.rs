//! TranspeerToken on rings of every size: how section III.D is read, and what can be put wrong in it.

use super::Transpeer;
use crate::ring::setting::{Dimensions, Guest, OnRing, initial_backups};
use verdict_checker::catalog::{Parameter, SetupError, Switch};
use verdict_checker::size::Size;

/// When a TM routes a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Routing {
    /// As soon as it has entered it, with the token in its hands.
    AtOnce,
    /// Together with the copies of the token that it passes on.
    WithTheCopies,
    /// It only enters it; whoever holds the token k positions further on routes it. By then every copy of the
    /// token that k crashes in a row can bring back has the entry.
    AfterKPositions,
}

/// What a client does when its TM has crashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clients {
    /// Nothing: "transactions requests are not lost".
    Trust,
    /// It submits what is not done yet to the next TM.
    Resubmit,
}

/// One reading of section III.D.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// When a TM routes a transaction.
    pub routing: Routing,
    /// What a client does when its TM has crashed.
    pub clients: Clients,
}

impl Reading {
    /// As the two paragraphs suggest.
    pub const LITERAL: Reading = Reading {
        routing: Routing::AtOnce,
        clients: Clients::Trust,
    };
    /// With both repairs.
    pub const REPAIRED: Reading = Reading {
        routing: Routing::AfterKPositions,
        clients: Clients::Resubmit,
    };
}

verdict_checker::mutants! {
    /// A small error in the algorithm, made on purpose to see whether a property notices.
    RouteEarly = "route-early": "an entry is routed k - 1 positions further on",
    EnterTwice = "enter-twice": "a transaction is entered even if the history has it",
    PassOldHistory = "pass-old-history": "the token is passed on without the last entry",
    ResubmitToTheSame = "resubmit-to-the-same": "a client submits again to the TM that has crashed",
}

impl Guest for Reading {
    type Application = Transpeer;
    type Mutant = Mutant;

    const SITES: &'static str = "transaction managers on the ring";
    const PARAMETERS: &'static [Parameter] = &[
        Parameter::new("D", "data sets, each with its token"),
        Parameter::new(
            "T",
            "transactions that are submitted, dealt out to the data sets in turn",
        ),
    ];
    /// The client and the data server.
    const BESIDE: usize = 2;

    fn application(
        &self,
        ring: Dimensions,
        size: &Size,
        mutant: Option<Mutant>,
    ) -> Result<Transpeer, SetupError> {
        Ok(Transpeer {
            reading: *self,
            managers: ring.nodes,
            k: ring.k,
            data_sets: size.within("D", 1..=26, "since each is named by a letter")?,
            transactions: size.within("T", 1..=99, "so that the search ends")?,
            mutant,
        })
    }

    fn start(&self) -> &'static str {
        "beside the ring a client and a data server, which never crash"
    }

    fn switches() -> &'static [Switch<OnRing<Self>>] {
        &[
            Switch {
                name: "clients-resubmit",
                meaning: "a client whose manager has crashed submits again to the next (dropped: it trusts the crashed one)",
                holds: |ring| ring.guest.clients == Clients::Resubmit,
                assume: |ring| ring.guest.clients = Clients::Resubmit,
                drop: |ring| ring.guest.clients = Clients::Trust,
            },
            const { initial_backups() },
        ]
    }
}
