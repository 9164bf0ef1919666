//! How to choose k: the probability that no more than k crashed sites stand in a row.
//!
//! Source: Arantes, Sopena: *Easily rendering token-ring algorithms ... fault tolerant*, section IV. `f` of `N` sites
//! crash, every choice of them equally likely, and
//!
//! ```text
//! P_k(f, N) = W_k(f, N) / C(N, f)
//! ```
//!
//! where `W_k(f, N)` counts the choices without k+1 consecutive crashes around the ring. [`figure_4`] has
//! the recurrence that the paper prints and counts one by one what it should give; [`questions`] what is asked, and
//! [`claims`] the verdicts.
//!
//! # How it is computed here
//!
//! Let `g = N - f` sites be correct, `g > 0`. They cut the crashes into g runs. Starting behind a correct site, a
//! ring is a list of g runs of at most k that sum up to f; there are
//!
//! ```text
//! A_k(f, g) = sum over j of (-1)^j C(g, j) C(f - j(k+1) + g - 1, g - 1)
//! ```
//!
//! such lists (inclusion and exclusion over the runs that are too long). Turn each through the N places of the
//! ring, and every ring comes up once for each of its g correct sites: `W_k(f, N) = N/g A_k(f, g)`. If
//! all sites crash there is one ring, with a run of N.
//!
//! All of this is done in whole numbers of any length: no rounding happens before digits are written.

mod claims;
mod decimal;
pub mod figure_4;
pub mod questions;
#[cfg(test)]
mod tests;

pub use claims::claims;
pub use decimal::{Decimal, DecimalError};

use num_bigint::BigUint;
use std::ops::ControlFlow;
use verdict_checker::random::Random;

verdict_checker::mutants! {
    /// One line of the computation changed, to see that the claims notice.
    FewerThanK = "fewer-than-k": "a run of k crashes is already too long",
    CorrectFirst = "correct-first": "only the rings with a correct S_0 are counted",
}

/// `f` crashes among the `N` sites of a ring.
#[derive(Clone, Debug)]
pub struct Crashes {
    nodes: u32,
    failures: u32,
    mutant: Option<Mutant>,
    /// `C(N, f)`.
    choices: BigUint,
}

/// What is wrong with a number of crashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CrashesError {
    /// No ring at all, or one that is too large.
    #[error("a ring has 1 to {} nodes, not {nodes}", Crashes::MAX_NODES)]
    Nodes {
        /// N.
        nodes: u64,
    },
    /// More crashes than sites.
    #[error("{failures} failures among {nodes} nodes: there can be 0 to {nodes}")]
    Failures {
        /// N.
        nodes: u64,
        /// f.
        failures: u64,
    },
}

impl Crashes {
    /// The largest ring: its answers take half a minute, those for a tenth of it half a second.
    pub const MAX_NODES: u32 = 100_000;

    /// `failures` crashes among `nodes` sites.
    pub fn new(nodes: u64, failures: u64) -> Result<Self, CrashesError> {
        Self::mutated(nodes, failures, None)
    }

    /// The same, with an error in the computation.
    pub fn mutated(
        nodes: u64,
        failures: u64,
        mutant: Option<Mutant>,
    ) -> Result<Self, CrashesError> {
        if nodes == 0 || nodes > Self::MAX_NODES.into() {
            return Err(CrashesError::Nodes { nodes });
        }
        if failures > nodes {
            return Err(CrashesError::Failures { nodes, failures });
        }
        let in_range = "at most MAX_NODES";
        Ok(Crashes {
            nodes: u32::try_from(nodes).expect(in_range),
            failures: u32::try_from(failures).expect(in_range),
            mutant,
            choices: binomial(nodes, failures),
        })
    }

    /// N.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// f.
    pub fn failures(&self) -> u32 {
        self.failures
    }

    /// `W_k(f, N)`: in how many ways the crashes can fall without more than k in a row.
    pub fn ways(&self, k: u32) -> BigUint {
        let (n, f) = (u64::from(self.nodes), u64::from(self.failures));
        let longest = match self.mutant {
            Some(Mutant::FewerThanK) if k > 0 => k - 1,
            _ => k,
        };
        let correct = n - f;
        if correct == 0 {
            return BigUint::from(u32::from(f <= longest.into()));
        }
        let lists = lists_of_runs(f, correct, longest.into());
        match self.mutant {
            Some(Mutant::CorrectFirst) => lists,
            _ => lists * n / correct,
        }
    }

    /// `P_k(f, N)`.
    pub fn probability(&self, k: u32) -> Probability<'_> {
        Probability {
            ways: self.ways(k),
            choices: &self.choices,
        }
    }

    /// The smallest k with `P_k(f, N)` at least the target; `None` only of a mutant.
    pub fn smallest(&self, target: &Decimal) -> Option<u32> {
        // A run cannot be longer than f, so k = f is always enough.
        (0..=self.failures).find(|k| self.probability(*k).at_least(target))
    }

    /// How many of the rings drawn at random have a longest run of 0, 1, 2 ... crashes. The draws depend on the
    /// seed alone.
    pub fn sample(&self, rings: u32, seed: u64) -> Vec<u32> {
        let mut random = Random::from_seed(seed);
        let mut seen = vec![0; self.failures as usize + 1];
        for _ in 0..rings {
            seen[self.longest_run(&mut random)] += 1;
        }
        seen
    }

    /// Decides site by site, so that every choice of f sites is equally likely, and measures the runs on the way.
    fn longest_run(&self, random: &mut Random) -> usize {
        let (mut crashes, mut longest, mut run) = (self.failures as usize, 0, 0);
        // The run that begins at S_0, once a correct site has ended it.
        let mut first = None;
        for left in (1..=self.nodes as usize).rev() {
            if random.below(left) < crashes {
                crashes -= 1;
                run += 1;
            } else {
                first.get_or_insert(run);
                longest = longest.max(run);
                run = 0;
            }
        }
        longest.max(run + first.unwrap_or(0))
    }
}

/// `P_k(f, N)`, exactly.
#[derive(Clone, Debug)]
pub struct Probability<'a> {
    ways: BigUint,
    choices: &'a BigUint,
}

impl Probability<'_> {
    /// Whether it is at least this number.
    pub fn at_least(&self, number: &Decimal) -> bool {
        number.times_at_most(self.choices, &self.ways)
    }

    /// Its first significant digits, rounded down; 1 is written only if it is 1.
    pub fn digits(&self, digits: usize) -> String {
        decimal::quotient(&self.ways, self.choices, digits, decimal::Rounding::Down)
    }

    /// The probability of more than k in a row, rounded up; 0 is written only if it is 0.
    pub fn risk(&self, digits: usize) -> String {
        let others = self.choices - &self.ways;
        decimal::quotient(&others, self.choices, digits, decimal::Rounding::Up)
    }

    /// For drawing: the nearest number of this type, about.
    pub fn rounded(&self) -> f64 {
        self.digits(17).parse().expect("the digits of a number")
    }
}

/// `C(n, r)`.
fn binomial(n: u64, r: u64) -> BigUint {
    let r = r.min(n - r);
    let numerators = (0..r).map(|i| n - i);
    scaled(BigUint::from(1u32), numerators, 1..=r)
}

/// `A_k(f, g)`: the lists of `correct` runs, each of at most k crashes, together `failures`.
fn lists_of_runs(failures: u64, correct: u64, k: u64) -> BigUint {
    // term = C(g, j) C(m, g - 1) with m = f - j(k+1) + g - 1; the next one by small factors alone.
    let mut m = failures + correct - 1;
    let mut term = binomial(m, correct - 1);
    let (mut added, mut taken) = (BigUint::from(0u32), BigUint::from(0u32));
    let terms = (0..=correct).try_for_each(|j| {
        *(if j % 2 == 0 { &mut added } else { &mut taken }) += &term;
        if j == correct || m - (correct - 1) < k + 1 {
            return ControlFlow::Break(());
        }
        // C(g, j+1) = C(g, j) (g-j)/(j+1), and C(m-1, r) = C(m, r) (m-r)/m, k+1 times.
        let (steps, rest) = (0..=k, m - (correct - 1));
        let numerators = std::iter::once(correct - j).chain(steps.clone().map(|i| rest - i));
        let denominators = std::iter::once(j + 1).chain(steps.map(|i| m - i));
        term = scaled(std::mem::take(&mut term), numerators, denominators);
        m -= k + 1;
        ControlFlow::Continue(())
    });
    debug_assert!(terms.is_break(), "the last term ends the sum");
    added - taken
}

/// The number times all numerators, divided by all denominators, which must come out even.
fn scaled(
    number: BigUint,
    numerators: impl Iterator<Item = u64>,
    denominators: impl Iterator<Item = u64>,
) -> BigUint {
    let product = packed(numerators).into_iter().fold(number, |n, by| n * by);
    packed(denominators)
        .into_iter()
        .fold(product, |n, by| n / by)
}

/// The factors, as many as fit multiplied into one.
fn packed(factors: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut packs = vec![1u64];
    for factor in factors {
        let last = packs.last_mut().expect("never empty");
        match last.checked_mul(factor) {
            Some(product) => *last = product,
            None => packs.push(factor),
        }
    }
    packs
}
