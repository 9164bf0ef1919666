//! Faults that are injected: after a step that is named, or by chance.

use crate::messages::Party;
use crate::registers::WorkerId;
use fastrand::Rng;
use std::fmt;
use std::str::FromStr;

/// A node fails after a number of its own steps: `W1@12`, `leader@30`.
///
/// A step of a node is what it does by itself, what it hears, its accesses to the streams, and its returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Who.
    pub node: Party,
    /// After how many of its steps.
    pub after: u64,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.node, self.after)
    }
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!("`{text}` is no fault: write W1@12 (W1 fails after its 12th step) or leader@30")
        };
        let (node, after) = text.split_once('@').ok_or_else(wrong)?;
        let node = match node.strip_prefix('W') {
            Some(number) => Party::Worker(WorkerId(number.parse().map_err(|_| wrong())?)),
            None if node == "leader" => Party::Leader,
            None => return Err(wrong()),
        };
        let after = after.parse().ok().filter(|after| *after > 0);
        let after = after.ok_or_else(wrong)?;
        Ok(Fault { node, after })
    }
}

/// A probability: `1/1000`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// So many times.
    pub times: u32,
    /// Out of so many.
    pub out_of: u32,
}

impl Rate {
    /// Never.
    pub const NEVER: Rate = Rate {
        times: 0,
        out_of: 1,
    };

    /// Whether it happens this time.
    pub fn happens(self, random: &mut Rng) -> bool {
        self.times > 0 && random.u32(..self.out_of) < self.times
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.times, self.out_of)
    }
}

impl FromStr for Rate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/');
        let numbers = parts.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        match numbers {
            // A node that fails at every access never gets anywhere.
            Some((times, out_of)) if times < out_of => Ok(Rate { times, out_of }),
            _ => Err(format!(
                "`{text}` is no rate below 1: write, for example, 1/1000"
            )),
        }
    }
}

/// How often one worker fails by chance in one process, and no oftener: at a rate close to 1 it would never get anywhere.
pub const MOST_BY_CHANCE: u64 = 250;

/// The faults that await one node.
#[derive(Debug)]
pub struct Fate {
    /// After which steps, the next one last.
    planned: Vec<u64>,
    /// At which share of its accesses.
    rate: Rate,
    /// Faults by chance so far.
    by_chance: u64,
    /// Steps so far, over all lives.
    pub steps: u64,
    /// Faults so far.
    pub faults: u64,
    /// Where its chances come from.
    pub random: Rng,
}

impl Fate {
    /// What awaits a node.
    pub fn of(node: Party, plan: &[Fault], rate: Rate, seed: u64) -> Self {
        let own = plan.iter().filter(|fault| fault.node == node);
        let mut planned: Vec<_> = own.map(|fault| fault.after).collect();
        planned.sort_unstable_by(|a, b| b.cmp(a));
        let number = match node {
            Party::Leader => 0,
            Party::Worker(id) => u64::from(id.0),
            Party::Streams => 256,
        };
        // Seeds are mixed, so that W2 of seed 1 is not W1 of seed 2.
        let seed = Rng::with_seed(seed).u64(..) ^ number;
        Fate {
            planned,
            rate: if node == Party::Leader {
                Rate::NEVER
            } else {
                rate
            },
            by_chance: 0,
            steps: 0,
            faults: 0,
            random: Rng::with_seed(seed),
        }
    }

    /// Counts a step; answers whether the node fails now.
    pub fn step(&mut self) -> bool {
        self.steps += 1;
        let fails = self.planned.last() == Some(&self.steps);
        if fails {
            self.planned.pop();
        }
        fails
    }

    /// Whether the node fails at this access: before it, or after it.
    pub fn access(&mut self) -> Option<When> {
        if self.is_spared() || !self.rate.happens(&mut self.random) {
            return None;
        }
        self.by_chance += 1;
        Some(match self.random.bool() {
            true => When::Before,
            false => When::After,
        })
    }

    /// Whether it has failed by chance as often as a worker may.
    pub fn is_spared(&self) -> bool {
        self.by_chance >= MOST_BY_CHANCE
    }

    /// The next planned fault, if one is still ahead, and how many steps the node took.
    pub fn ahead_and_steps(&self) -> (Option<u64>, u64) {
        (self.planned.last().copied(), self.steps)
    }
}

/// On which side of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// It does not happen.
    Before,
    /// Its answer is lost.
    After,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_and_rates_are_read_as_they_are_written() {
        for text in ["W1@12", "W255@1", "leader@30"] {
            assert_eq!(
                text.parse::<Fault>().map(|fault| fault.to_string()),
                Ok(text.to_owned())
            );
        }
        for wrong in [
            "",
            "W1",
            "W1@",
            "W1@0",
            "W@3",
            "w1@3",
            "W256@1",
            "leader@-1",
            "streams@3",
            "W1@1@2",
        ] {
            let error = wrong.parse::<Fault>().expect_err(wrong);
            assert!(error.contains("W1@12"), "{error}");
        }
        assert_eq!(
            "1/1000".parse(),
            Ok(Rate {
                times: 1,
                out_of: 1000
            })
        );
        for wrong in ["", "1", "1/0", "2/1", "1/1", "0.001", "-1/2"] {
            assert!(wrong.parse::<Rate>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn planned_faults_come_in_the_order_of_steps_whatever_the_order_of_the_plan() {
        let plan = ["W1@3", "W2@1", "W1@1"].map(|text| text.parse().expect("a fault"));
        let mut fate = Fate::of(Party::Worker(WorkerId(1)), &plan, Rate::NEVER, 7);
        let fails: Vec<_> = (0..4).map(|_| fate.step()).collect();
        assert_eq!(fails, [true, false, true, false]);
        assert_eq!(fate.ahead_and_steps(), (None, 4));
        let fate = Fate::of(
            Party::Leader,
            &["leader@9".parse().expect("a fault")],
            Rate::NEVER,
            7,
        );
        assert_eq!(fate.ahead_and_steps(), (Some(9), 0));
    }
}
