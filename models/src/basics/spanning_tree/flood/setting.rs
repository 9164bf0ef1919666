//! The networks in which a spanning tree is built, and the readings of its slide.

use super::{Member, Mutant};
use verdict_checker::catalog::{Parameter, SetupError};
use verdict_checker::size::{Size, Value};
use verdict_world::{Algorithm, Assumptions, Network, Order, Time, World};

/// To which `if` the last `else` belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Else {
    /// To `if parent != pid`, as is meant.
    OfParent,
    /// To `if expected == 0`, under which it stands.
    AsIndented,
}

/// What is followed beside the algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Watch {
    /// Nothing.
    Nothing,
    /// Whose events came before.
    Past,
    /// The longest chain of messages, each sent after the one before it arrived.
    Hops,
    /// The ticks since the start, at the initiator.
    Clock,
}

/// The slide, as it is read.
#[derive(Clone, Copy, Debug)]
pub struct Flood {
    /// To which `if` the last `else` belongs.
    pub last_else: Else,
    /// What is followed beside it.
    pub watch: Watch,
    /// How many ticks a message takes at most, if they are counted.
    pub delay: Option<u8>,
}

impl Flood {
    /// As the slide means it.
    pub const MEANT: Flood = Flood {
        last_else: Else::OfParent,
        watch: Watch::Nothing,
        delay: None,
    };
    /// As the slide is indented.
    pub const INDENTED: Flood = Flood {
        last_else: Else::AsIndented,
        ..Flood::MEANT
    };

    /// The same, following whose events came before.
    pub const fn with_past(self) -> Flood {
        Flood {
            watch: Watch::Past,
            ..self
        }
    }

    fn networks(size: &Size) -> Result<impl Iterator<Item = Network>, SetupError> {
        let nodes: usize = size.within("N", 1..=6, "in every connected network")?;
        let range = nodes as u64 - 1..=(nodes * (nodes - 1) / 2) as u64;
        let edges: usize = size.within("E", range, "which is what connects so many processes")?;
        Ok(Network::connected(nodes, edges))
    }

    fn members(self, network: &Network, mutant: Option<Mutant>) -> Vec<Member> {
        let neighbours = (0..network.len()).map(|node| network.outgoing(node));
        neighbours
            .map(|neighbours| Member {
                reading: self,
                mutant,
                neighbours,
            })
            .collect()
    }
}

impl Algorithm for Flood {
    type Node = Member;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        vec![
            Parameter::new("N", "processes"),
            Parameter::new("E", "edges"),
        ]
    }

    fn assumptions(&self, _: &Size) -> Result<Assumptions, SetupError> {
        let time = self
            .delay
            .map_or(Time::Asynchronous, |delay| Time::Ticks { delay });
        Ok(Assumptions {
            order: Order::Fifo,
            time,
            ..Assumptions::default()
        })
    }

    fn nodes(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Member>, SetupError> {
        let first = Flood::networks(size)?.next();
        let none =
            || SetupError::out_of_range("E", Value::Number(0), "such that there is a network");
        Ok(self.members(&first.ok_or_else(none)?, mutant))
    }

    fn casts(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Vec<Member>>, SetupError> {
        Ok(Flood::networks(size)?
            .map(|network| self.members(&network, mutant))
            .collect())
    }

    fn start(&self, _: &Size) -> String {
        "every connected network of N processes and E edges, up to the names of all but the initiator S0".to_owned()
    }
}

/// Processes of the spanning tree in a world.
pub type Processes = World<Member>;
