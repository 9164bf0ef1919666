//! Section 5: the world that section 2 assumes.

use super::super::original::START;
use super::super::site::SiteId;
use super::{Counted, Mutant, Reading, Recovery};
use verdict_checker::catalog::{Parameter, SetupError};
use verdict_checker::size::{Size, Value};
use verdict_world::{Algorithm, Assumptions, Crash, Detector, Order, Time};

/// How T_msg is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clock {
    /// A timer waits for whatever could answer it.
    Synchronous,
    /// A message takes one to d ticks, and T_msg is d.
    Ticks,
}

/// How the last tree looks at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trees {
    /// Every `last` points to S0, as in Fig. 1.
    Star,
    /// Any tree of the sites, with the token at its root: a run begins with any of the N^(N-1).
    Every,
}

/// For how long a site waits for its COMMIT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Patience {
    /// N*T_msg.
    Printed,
    /// m*T_msg, with m as a parameter.
    Given,
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
    /// How the last tree looks at first.
    pub trees: Trees,
    /// For how long a site waits for its COMMIT.
    pub patience: Patience,
}

impl Section5 {
    /// A reading over FIFO channels; nothing is counted.
    pub fn fifo(reading: Reading) -> Self {
        Section5 {
            reading,
            order: Order::Fifo,
            clock: Clock::Synchronous,
            counted: Counted::Nothing,
            trees: Trees::Star,
            patience: Patience::Printed,
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

    /// The same from every start tree.
    pub fn from_every_tree(self) -> Self {
        Section5 {
            trees: Trees::Every,
            ..self
        }
    }

    /// The same with m*T_msg instead of N*T_msg.
    pub fn with_patience(self) -> Self {
        Section5 {
            patience: Patience::Given,
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

/// Every tree of N sites, as where each `last` points; that of the root to itself.
pub fn trees(nodes: u8) -> Vec<Vec<SiteId>> {
    let n = usize::from(nodes);
    let pointers = |mut number: usize| -> Vec<SiteId> {
        let digits = (0..n).map(|_| {
            let digit = number % n;
            number /= n;
            digit.into()
        });
        digits.collect()
    };
    let is_tree = |last: &Vec<SiteId>| {
        let roots = (0..n).filter(|i| usize::from(last[*i]) == *i).count();
        let ends_at_root = |i: usize| {
            let end = (0..n).fold(i, |at, _| last[at].into());
            usize::from(last[end]) == end
        };
        roots == 1 && (0..n).all(ends_at_root)
    };
    (0..n.pow(n as u32)).map(pointers).filter(is_tree).collect()
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
        match self.patience {
            Patience::Printed => {}
            Patience::Given => {
                parameters.push(Parameter::new(
                    "m",
                    "T_msg that a site waits for its COMMIT",
                ));
            }
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
            k: size.within("k", 1..=7, "as many as a COMMIT may name")?,
            requests: size.within("r", 1..=3, "for each site")?,
            mutant,
            counted: self.counted,
            t_msg: match self.time(size)? {
                Time::Ticks { delay } => delay,
                Time::Synchronous | Time::Asynchronous => 0,
            },
            patience: match self.patience {
                Patience::Printed => nodes,
                Patience::Given => size.within("m", 1..=40, "as a multiple of T_msg")?,
            },
            ..Recovery::of(nodes, self.reading)
        };
        Ok(vec![site; nodes.into()])
    }

    fn casts(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Vec<Recovery>>, SetupError> {
        let star = self.nodes(size, mutant)?;
        if self.trees == Trees::Star {
            return Ok(vec![star]);
        }
        if star.len() > 5 {
            let expected = "at most 5 where every start tree is tried";
            return Err(SetupError::out_of_range(
                "N",
                Value::Number(star.len() as u64),
                expected,
            ));
        }
        let cast = |last: Vec<SiteId>| -> Vec<Recovery> {
            let sites = star.iter().zip(last);
            sites
                .map(|(site, last)| Recovery { last, ..*site })
                .collect()
        };
        // The star around S0 is the first of them.
        Ok(trees(star.len() as u8).into_iter().map(cast).collect())
    }

    fn start(&self, _: &Size) -> String {
        match self.trees {
            Trees::Star => format!("{START}, at position 0"),
            Trees::Every => "any tree, the token at its root, at position 0".to_owned(),
        }
    }
}
