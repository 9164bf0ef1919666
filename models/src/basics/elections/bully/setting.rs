//! The world of the bully, and what is read differently in it.

use super::{Mutant, Node};
use verdict_checker::catalog::{Parameter, SetupError};
use verdict_checker::size::Size;
use verdict_world::{Algorithm, Assumptions, Crash, Detector, Memory, Return, Time};

/// "It sends back an ANSWER and begins another election (unless it has not done this yet)."
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unless {
    /// To the letter: it begins one only if it has begun one before.
    Printed,
    /// It begins one unless it is in one.
    InOne,
    /// It begins one unless it has ever begun one.
    Ever,
    /// It always begins one.
    Never,
}

/// When T' begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Additional {
    /// When T is over.
    AfterT,
    /// With the first ANSWER.
    AfterAnswer,
}

/// Who accepts which LEADER.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Accepts {
    /// "From a process with higher UID": any that is sent to it.
    Higher,
    /// A repair: not one from a process lower than a leader that it has and does not know to have crashed.
    NotLower,
}

/// How an election begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Begins {
    /// Each process that notices a crash of the leader begins one.
    WhoNotices,
    /// One process begins one, once, and messages are counted; whether the old leader is up, and silent if not.
    Only(Initiator, bool),
}

/// Who begins the only election.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Initiator {
    /// The lowest UID.
    Lowest,
    /// The highest UID but one.
    Second,
    /// The highest UID.
    Highest,
}

/// The algorithm, as it is read.
#[derive(Clone, Copy, Debug)]
pub struct Bully {
    /// When an ELECTION begins another election.
    pub unless: Unless,
    /// When T' begins.
    pub additional: Additional,
    /// Which LEADERs are accepted.
    pub accepts: Accepts,
    /// How an election begins.
    pub begins: Begins,
    /// How many crashed processes are started again.
    pub returns: u8,
}

impl Bully {
    /// As meant: unless it is in an election; T' begins when T ends; nobody returns.
    pub const MEANT: Bully = Bully {
        unless: Unless::InOne,
        additional: Additional::AfterT,
        accepts: Accepts::Higher,
        begins: Begins::WhoNotices,
        returns: 0,
    };
}

impl Algorithm for Bully {
    type Node = Node;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        vec![
            Parameter::new("N", "processes"),
            Parameter::new("C", "how many crash"),
            Parameter::new("d", "the most ticks that a message takes"),
            Parameter::new("T", "ticks to wait for an ANSWER"),
            Parameter::new("T2", "ticks to wait for a LEADER after that: T'"),
        ]
    }

    fn assumptions(&self, size: &Size) -> Result<Assumptions, SetupError> {
        let budget = size.within("C", 0..=9, "crashes in a run")?;
        let delay = size.within("d", 1..=9, "ticks")?;
        Ok(self.settle(Assumptions {
            time: Time::Ticks { delay },
            crash: Crash {
                budget,
                consecutive: None,
                amid_sends: true,
            },
            returns: match self.returns {
                0 => Return::Never,
                times => Return::UpTo {
                    times,
                    memory: Memory::Stable,
                },
            },
            detector: Detector::Perfect,
            late_reports: true,
            ..Assumptions::default()
        }))
    }

    /// Who is started again knows that much.
    fn settle(&self, world: Assumptions) -> Assumptions {
        let returns = match world.returns {
            Return::Never => Return::Never,
            Return::UpTo { times, .. } => Return::UpTo {
                times,
                memory: Memory::Stable,
            },
        };
        Assumptions { returns, ..world }
    }

    fn nodes(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Node>, SetupError> {
        let processes = size.within("N", 2..=8, "processes that all know each other")?;
        let node = Node {
            processes,
            unless: self.unless,
            additional: self.additional,
            accepts: self.accepts,
            begins: self.begins,
            t: size.within("T", 1..=99, "ticks")?,
            t_prime: size.within("T2", 1..=99, "ticks")?,
            mutant,
        };
        Ok(vec![node; processes])
    }

    fn start(&self, _: &Size) -> String {
        "all know S(N-1) as their leader".to_owned()
    }
}
