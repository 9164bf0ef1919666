//! Section 5: the world that section 2 assumes.

use super::super::original::START;
use super::{Counted, Mutant, Reading, Recovery};
use verdict_checker::catalog::{Parameter, SetupError};
use verdict_checker::size::Size;
use verdict_world::{Algorithm, Assumptions, Crash, Detector, Order, Time};

/// How T_msg is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clock {
    /// A timer waits for whatever could answer it.
    Synchronous,
    /// A message takes one to d ticks, and T_msg is d.
    Ticks,
}

/// Section 5, as it is read: N sites with up to r requests each, in the world of section 2 (reliable channels, bounded
/// transmission times, permanent crashes).
#[derive(Clone, Copy, Debug)]
pub struct Section5 {
    /// How the text is read.
    pub reading: Reading,
    /// Section 2 lets messages overtake each other; FIFO is an assumption of ours.
    pub order: Order,
    /// How T_msg is read.
    pub clock: Clock,
    /// What is counted.
    pub counted: Counted,
}

impl Section5 {
    /// A reading over FIFO channels; nothing is counted.
    pub fn fifo(reading: Reading) -> Self {
        Section5 {
            reading,
            order: Order::Fifo,
            clock: Clock::Synchronous,
            counted: Counted::Nothing,
        }
    }

    /// A reading over channels that reorder; nothing is counted.
    pub fn any_order(reading: Reading) -> Self {
        Section5 {
            order: Order::Any,
            ..Section5::fifo(reading)
        }
    }

    /// The same in ticks.
    pub fn in_ticks(self) -> Self {
        Section5 {
            clock: Clock::Ticks,
            ..self
        }
    }

    /// The same with something counted.
    pub fn counting(self, counted: Counted) -> Self {
        Section5 { counted, ..self }
    }

    fn time(&self, size: &Size) -> Result<Time, SetupError> {
        Ok(match self.clock {
            Clock::Synchronous => Time::Synchronous,
            Clock::Ticks => Time::Ticks {
                delay: size.within("d", 1..=8, "ticks")?,
            },
        })
    }
}

fn nodes(size: &Size) -> Result<u8, SetupError> {
    size.within("N", 2..=8, "of which S0 has the token at first")
}

impl Algorithm for Section5 {
    type Node = Recovery;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        let mut parameters = vec![
            Parameter::new("N", "sites"),
            Parameter::new("k", "predecessors that a COMMIT names"),
            Parameter::new("r", "requests that each site makes"),
            Parameter::new("crashes", "crashes in a run"),
        ];
        match self.clock {
            Clock::Synchronous => {}
            Clock::Ticks => parameters.push(Parameter::new("d", "T_msg in ticks")),
        }
        parameters
    }

    fn assumptions(&self, size: &Size) -> Result<Assumptions, SetupError> {
        let most = u64::from(nodes(size)?) - 1;
        Ok(Assumptions {
            order: self.order,
            time: self.time(size)?,
            crash: Crash {
                budget: size.within("crashes", 0..=most, "at most N - 1")?,
                consecutive: None,
                amid_sends: false,
            },
            detector: Detector::Perfect,
            ..Assumptions::default()
        })
    }

    fn nodes(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Recovery>, SetupError> {
        let nodes = nodes(size)?;
        let site = Recovery {
            nodes,
            k: size.within("k", 1..=7, "as many as a COMMIT may name")?,
            requests: size.within("r", 1..=3, "for each site")?,
            reading: self.reading,
            mutant,
            counted: self.counted,
            t_msg: match self.time(size)? {
                Time::Ticks { delay } => delay,
                Time::Synchronous | Time::Asynchronous => 0,
            },
        };
        Ok(vec![site; nodes.into()])
    }

    fn start(&self, _: &Size) -> String {
        format!("{START}, at position 0")
    }
}
