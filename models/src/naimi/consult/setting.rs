//! Section 4: the world of Naimi and Trehel's own extension.

use super::super::original::START;
use super::{Consult, Mutant};
use verdict_checker::catalog::{Parameter, SetupError};
use verdict_checker::size::Size;
use verdict_world::{Algorithm, Assumptions, Crash, Order, Time};

/// How T_msg and T_cs are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clock {
    /// A timer waits for whatever could answer it.
    Synchronous,
    /// A message takes one to d ticks, T_msg is d, and a critical section ends within T_cs = T_msg.
    BoundedSections,
    /// The same, but a critical section may take any time: T_cs is an average.
    AnySections,
}

/// How long T_wait is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wait {
    /// (N-1)*(T_msg+T_cs): what section 6 gives for the worst case. T_cs is T_msg here.
    Printed,
    /// w*T_msg, with w as a parameter.
    Given,
}

/// Section 4, as it is read: N sites with up to r requests each, in bounded time.
#[derive(Clone, Copy, Debug)]
pub struct Section4 {
    /// Section 2 lets messages overtake each other; FIFO is an assumption of ours.
    pub order: Order,
    /// How T_msg and T_cs are read.
    pub clock: Clock,
    /// How long T_wait is.
    pub wait: Wait,
}

impl Section4 {
    /// Over FIFO channels, in the synchronous world.
    pub const FIFO: Section4 = Section4 {
        order: Order::Fifo,
        clock: Clock::Synchronous,
        wait: Wait::Printed,
    };

    /// In ticks.
    pub const fn in_ticks(order: Order, clock: Clock) -> Self {
        Section4 {
            order,
            clock,
            wait: Wait::Printed,
        }
    }

    /// T_msg in ticks.
    fn t_msg(&self, size: &Size) -> Result<u8, SetupError> {
        match self.clock {
            Clock::Synchronous => Ok(0),
            Clock::BoundedSections | Clock::AnySections => size.within("d", 1..=8, "ticks"),
        }
    }
}

fn nodes(size: &Size) -> Result<u8, SetupError> {
    size.within("N", 2..=8, "of which S0 has the token at first")
}

impl Algorithm for Section4 {
    type Node = Consult;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        let mut parameters = vec![
            Parameter::new("N", "sites"),
            Parameter::new("r", "requests that each site makes"),
            Parameter::new("crashes", "crashes in a run"),
        ];
        match self.clock {
            Clock::Synchronous => {}
            Clock::BoundedSections | Clock::AnySections => {
                parameters.push(Parameter::new("d", "T_msg in ticks"));
            }
        }
        match self.wait {
            Wait::Printed => {}
            Wait::Given => parameters.push(Parameter::new("w", "T_wait in T_msg")),
        }
        parameters
    }

    fn assumptions(&self, size: &Size) -> Result<Assumptions, SetupError> {
        let most = u64::from(nodes(size)?) - 1;
        Ok(Assumptions {
            order: self.order,
            time: match self.t_msg(size)? {
                0 => Time::Synchronous,
                delay => Time::Ticks { delay },
            },
            crash: Crash {
                budget: size.within("crashes", 0..=most, "at most N - 1")?,
                consecutive: None,
                amid_sends: false,
            },
            ..Assumptions::default()
        })
    }

    fn nodes(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Consult>, SetupError> {
        let nodes = nodes(size)?;
        let site = Consult {
            requests: size.within("r", 1..=3, "for each site")?,
            mutant,
            clock: self.clock,
            t_msg: self.t_msg(size)?,
            ..Consult::of(nodes)
        };
        let site = match self.wait {
            Wait::Printed => site,
            Wait::Given => Consult {
                wait: size.within("w", 1..=40, "as a multiple of T_msg")?,
                ..site
            },
        };
        Ok(vec![site; nodes.into()])
    }

    fn start(&self, _: &Size) -> String {
        START.to_owned()
    }
}
