//! A reading of the election, as data: the procedure, what a timeout waits for, how the contact is read, who leads at first.
//! How many nodes there are, and what may befall them, is left to the parameters.

use super::algorithm::{Algorithm, BecomeLeader, Mutant, Procedure, Reads};
use super::memory::NodeId;
use super::{Contact, Counted, Election, Hopeless, Requests, Timeouts};
use verdict_checker::catalog::{Parameter, SetupError, Switch};
use verdict_checker::size::Size;
use verdict_world::{Assumptions, Crash, Memory, Order, Return, Time};

/// When a timer may fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tempo {
    /// At any moment.
    Asynchronous,
    /// When what it waits for cannot come any more.
    Waits(Timeouts),
    /// When it has counted more ticks than the longest election takes: four accesses of two messages each,
    /// every message up to d ticks.
    Clock,
    /// As the detector of section 4.2 has it: after T ticks, and a resend, and T ticks.
    Detector,
}

/// Whom the memory names at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum First {
    /// One of the nodes.
    Leads,
    /// A leader that has crashed before and is not among the nodes.
    Gone,
    /// A leader that has crashed before and has just been reintegrated.
    Back,
    /// Nobody, in no epoch.
    Nobody,
}

/// What w bits are for, where there is a parameter w.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bits {
    /// The counter is an integer without a limit; it is asked whether it would fit into them.
    Asked,
    /// They are the epoch of the repair, which begins again at 0.
    Epoch,
}

/// A reading: everything that the parameters do not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scenario {
    /// Which election.
    pub algorithm: Algorithm,
    /// What `BecomeLeader` does.
    pub become_leader: BecomeLeader,
    /// In which order a loser reads.
    pub reads: Reads,
    /// When a timer may fire.
    pub tempo: Tempo,
    /// Whether a timeout is as long as `tempo` has it: longer than an election, in its reading. Otherwise it is only
    /// longer than a round trip.
    pub outlasts_elections: bool,
    /// Contact by messages, and what becomes of requests; in one step if there is nothing.
    pub requests: Option<Requests>,
    /// What becomes of a contact with nobody or oneself.
    pub hopeless: Hopeless,
    /// What is counted.
    pub counted: Counted,
    /// Whether leaders do work that is fenced.
    pub fenced_work: bool,
    /// Whom the memory names at first.
    pub first: First,
    /// What w bits are for, if there is such a parameter.
    pub bits: Option<Bits>,
}

impl Scenario {
    /// The friendliest reading.
    pub const fn new(algorithm: Algorithm, tempo: Tempo) -> Self {
        Scenario {
            algorithm,
            become_leader: BecomeLeader::SetsLeader,
            reads: Reads::CounterFirst,
            tempo,
            outlasts_elections: true,
            requests: None,
            hopeless: Hopeless::TimesOut,
            counted: Counted::Nothing,
            fenced_work: false,
            first: First::Leads,
            bits: None,
        }
    }

    /// With a `BecomeLeader` that changes the role and nothing else.
    pub const fn as_printed(self) -> Self {
        Scenario {
            become_leader: BecomeLeader::ChangesRole,
            ..self
        }
    }

    /// With losers that read the leader id before the counter.
    pub const fn leader_first(self) -> Self {
        Scenario {
            reads: Reads::LeaderFirst,
            ..self
        }
    }

    /// With a contact by messages.
    pub const fn by_message(self, requests: Requests) -> Self {
        Scenario {
            requests: Some(requests),
            ..self
        }
    }

    /// With this outcome of a contact with nobody or oneself.
    pub const fn hopeless(self, hopeless: Hopeless) -> Self {
        Scenario { hopeless, ..self }
    }

    /// Counting.
    pub const fn counting(self, counted: Counted) -> Self {
        Scenario { counted, ..self }
    }

    /// With this leader at first.
    pub const fn first(self, first: First) -> Self {
        Scenario { first, ..self }
    }

    /// With a parameter w.
    pub const fn bits(self, bits: Bits) -> Self {
        Scenario {
            bits: Some(bits),
            ..self
        }
    }

    /// With leaders that do work that is fenced.
    pub const fn fenced(self) -> Self {
        Scenario {
            fenced_work: true,
            ..self
        }
    }

    /// Whether a timeout waits for anything but the answer of a live leader, if it is as long as `tempo` has it.
    fn may_outlast(&self) -> bool {
        match self.tempo {
            Tempo::Waits(Timeouts::RoundTrip) | Tempo::Asynchronous | Tempo::Detector => false,
            Tempo::Waits(_) | Tempo::Clock => true,
        }
    }

    /// What a timeout waits for in a synchronous world.
    fn timeouts(&self) -> Timeouts {
        match self.tempo {
            Tempo::Waits(timeouts) if self.outlasts_elections => timeouts,
            Tempo::Waits(_) | Tempo::Asynchronous | Tempo::Clock | Tempo::Detector => {
                Timeouts::RoundTrip
            }
        }
    }

    /// The ticks until a worker resends its request or gives up, and how often it resends.
    fn patience(&self, size: &Size) -> Result<(u8, u8), SetupError> {
        match self.tempo {
            Tempo::Asynchronous | Tempo::Waits(_) => Ok((0, 0)),
            Tempo::Clock => {
                let messages = if self.outlasts_elections { 8 } else { 2 };
                Ok((1 + messages * delay(size)?, 0))
            }
            Tempo::Detector => Ok((size.within("T", 1..=64, "ticks")?, 1)),
        }
    }

    fn contact(&self, size: &Size) -> Result<Contact, SetupError> {
        let (timeout, resends) = self.patience(size)?;
        Ok(match self.requests {
            None => Contact::OneStep,
            Some(requests) => Contact::ByMessage {
                timeout,
                resends,
                requests,
            },
        })
    }

    fn count(&self, size: &Size) -> Result<usize, SetupError> {
        let why = match self.first {
            First::Leads | First::Nobody => "a leader and at least one worker",
            First::Gone | First::Back => "nodes that compete",
        };
        size.within("N", 2..=12, why)
    }
}

fn delay(size: &Size) -> Result<u8, SetupError> {
    size.within("d", 1..=8, "ticks")
}

const NODES: [Parameter; 3] = [
    Parameter::new("N", "nodes, the first leader among them"),
    Parameter::new("crashes", "crashes in a run"),
    Parameter::new("returns", "reintegrations in a run"),
];

impl verdict_world::Algorithm for Scenario {
    type Node = Election;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        let mut parameters = NODES.to_vec();
        match self.tempo {
            Tempo::Asynchronous | Tempo::Waits(_) => {}
            Tempo::Clock => parameters.push(Parameter::new(
                "d",
                "ticks that a message or an access takes at most, each way",
            )),
            Tempo::Detector => parameters.extend(super::detector::TICKS),
        }
        if self.bits.is_some() {
            parameters.push(Parameter::new("w", "bits of the counter"));
        }
        parameters
    }

    /// FIFO channels make messages to and from the memory behave as accesses.
    fn assumptions(&self, size: &Size) -> Result<Assumptions, SetupError> {
        let budget: u8 = size.within("crashes", 0..=24, "a budget for the whole run")?;
        let times = size.within("returns", 0..=budget.into(), "no more than crashes")?;
        Ok(Assumptions {
            order: Order::Fifo,
            time: match self.tempo {
                Tempo::Asynchronous => Time::Asynchronous,
                Tempo::Waits(_) => Time::Synchronous,
                Tempo::Clock | Tempo::Detector => Time::Ticks {
                    delay: delay(size)?,
                },
            },
            crash: Crash {
                budget,
                consecutive: None,
                amid_sends: false,
            },
            returns: match times {
                0 => Return::Never,
                times => Return::UpTo {
                    times,
                    memory: Memory::Stable,
                },
            },
            ..Assumptions::default()
        })
    }

    /// What is stable is only that a node has been started before.
    fn settle(&self, mut world: Assumptions) -> Assumptions {
        if let Return::UpTo { memory, .. } = &mut world.returns {
            *memory = Memory::Stable;
        }
        world
    }

    fn nodes(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Election>, SetupError> {
        let bits: Option<u8> = match self.bits {
            Some(_) => Some(size.within("w", 1..=14, "bits")?),
            None => None,
        };
        let nodes = self.count(size)?;
        let procedure = Procedure {
            algorithm: match self.bits {
                Some(Bits::Epoch) => Algorithm::OneWord { wraps: bits },
                Some(Bits::Asked) | None => self.algorithm,
            },
            become_leader: self.become_leader,
            reads: self.reads,
            mutant,
        };
        let friendly = Election::new(nodes, procedure);
        let election = Election {
            first_leader: match self.first {
                First::Leads | First::Back => friendly.first_leader,
                First::Gone => NodeId(0),
                First::Nobody => NodeId::NOBODY,
            },
            leader_is_back: self.first == First::Back,
            contact: self.contact(size)?,
            timeouts: self.timeouts(),
            hopeless: self.hopeless,
            fenced_work: self.fenced_work,
            counted: self.counted,
            bits,
            ..friendly
        };
        Ok(vec![election; nodes + 1])
    }

    fn start(&self, size: &Size) -> String {
        let last = self.count(size).unwrap_or_default();
        let first = match self.first {
            First::Leads => format!("n{last} leads at first"),
            First::Gone => "the leader has crashed before and is not among the nodes".to_owned(),
            First::Back => format!("n{last} has led, has crashed and has just been reintegrated"),
            First::Nobody => "nobody leads at first".to_owned(),
        };
        let timeout = match self.tempo {
            Tempo::Asynchronous => return first,
            Tempo::Waits(_) => self.timeouts().in_words().to_owned(),
            Tempo::Clock | Tempo::Detector => {
                let (ticks, _) = self.patience(size).unwrap_or_default();
                format!("a timeout is {ticks} ticks")
            }
        };
        format!("{first}; {timeout}")
    }

    fn switches() -> &'static [Switch<Self>] {
        &[Switch {
            name: "outlasts-elections",
            meaning: "a timeout is longer than an election (dropped: it is longer than a round trip)",
            holds: |scenario| scenario.outlasts_elections && scenario.may_outlast(),
            assume: |scenario| scenario.outlasts_elections = true,
            drop: |scenario| scenario.outlasts_elections = false,
        }]
    }
}
