//! Fig. 4 as it is printed, the text that explains it, and the truth that both are held against.
//!
//! # Why the printed recurrence is right, although it does not look it
//!
//! The text derives a recurrence for a *chain*: the first correct site ends a run of i crashes, and the rest is a shorter
//! chain. Fig. 4 prints that sum with `W` on both sides, as if the rest were a shorter *ring*, and with
//! starting values that are those of a ring. It is right all the same. Let T be the (k+1) x (k+1) matrix that
//! carries the length of the run so far from site to site, each crash marked by y. The rings of N sites with a correct
//! one, and at most k crashes in a row, are counted by the trace of T^N, and the chains by an entry of it. Both obey the
//! recurrence of the characteristic polynomial, `x^(k+1) = x^k + y x^(k-1) + ... + y^k`, once N > k+1; and for N up to
//! k+1 Newton's identities give the traces the same sum, cut at i = N - 2, plus `N y^(N-1)`: the third line of the figure.
//! The values for N = f (first and second line) are in no sum, because every term of the last line keeps `N - f` but
//! for one.

/// Which text is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The recurrence of Fig. 4, with its undefined n as N.
    Printed,
    /// The text: S_0 is correct, or in a run of i crashes that ends at correct sites; the rest is a chain.
    Chain,
    /// The same, but "the first non faulty node among the first k ones" to the letter: it ends a run of at most k - 1.
    AmongTheFirstK,
    /// The sites in a queue, as the text under the figures of section IV says, and not in a ring.
    Queue,
}

verdict_checker::mutants! {
    /// One line changed, to see that the comparison notices.
    OneForN = "one-for-n": "Fig. 4, third line: 1 instead of n",
    StrictlyFewer = "strictly-fewer": "Fig. 4, first line: f < k instead of f <= k",
    NoLimit = "no-limit": "Fig. 4, fourth line: n although f > k",
    SumTooShort = "sum-too-short": "the last term of the sum is left out",
    RunBeginsAtS0 = "run-begins-at-s0": "the text: a run that S_0 belongs to begins at S_0",
}

/// `W_k(f, N)` for all f and N up to a size, for one k.
pub struct Table {
    k: usize,
    reading: Reading,
    mutant: Option<Mutant>,
    /// By N, then by f.
    rings: Vec<Vec<u128>>,
    chains: Vec<Vec<u128>>,
}

impl Table {
    /// Fills the table for rings of up to `nodes` sites.
    pub fn new(reading: Reading, mutant: Option<Mutant>, k: usize, nodes: usize) -> Self {
        let mut table = Table {
            k,
            reading,
            mutant,
            rings: Vec::new(),
            chains: Vec::new(),
        };
        for n in 0..=nodes {
            let chains = (0..=n).map(|f| table.chain(f, n)).collect();
            table.chains.push(chains);
            let rings = (0..=n).map(|f| table.ring(f, n)).collect();
            table.rings.push(rings);
        }
        table
    }

    /// `W_k(f, N)`.
    pub fn ways(&self, f: usize, n: usize) -> u128 {
        self.rings[n][f]
    }

    fn ring(&self, f: usize, n: usize) -> u128 {
        let k = self.k;
        match self.reading {
            Reading::Queue => return self.chains[n][f],
            // Lines 1 to 4: fewer than two correct sites.
            _ if n == f => {
                let fits = match self.mutant {
                    Some(Mutant::StrictlyFewer) => f < k,
                    _ => f <= k,
                };
                return u128::from(fits);
            }
            _ if n - 1 == f => {
                return match self.mutant {
                    Some(Mutant::OneForN) if f <= k => 1,
                    Some(Mutant::NoLimit) => n as u128,
                    _ if f <= k => n as u128,
                    _ => 0,
                };
            }
            _ => {}
        }
        match self.reading {
            Reading::Printed => self.sum(f, n, &self.rings),
            _ => {
                let with_s0_in_a_run = |i: usize| {
                    let places = match self.mutant {
                        Some(Mutant::RunBeginsAtS0) => 1,
                        _ => i as u128,
                    };
                    places * self.chains[n - i - 2][f - i]
                };
                let runs = (1..=k.min(f)).map(with_s0_in_a_run);
                self.chains[n - 1][f] + runs.sum::<u128>()
            }
        }
    }

    /// A chain of n sites, f of them crashed.
    fn chain(&self, f: usize, n: usize) -> u128 {
        if n == f {
            return u128::from(f <= self.k);
        }
        self.sum(f, n, &self.chains)
    }

    /// The last line of Fig. 4.
    fn sum(&self, f: usize, n: usize, shorter: &[Vec<u128>]) -> u128 {
        let longest = self.k.min(f);
        let cut = self.mutant == Some(Mutant::SumTooShort)
            || self.reading == Reading::AmongTheFirstK && longest == self.k;
        let runs = if cut { 0..longest } else { 0..longest + 1 };
        runs.map(|i| shorter[n - i - 1][f - i]).sum()
    }
}

/// How many rings of `nodes` sites have f crashes and a longest run of r, by f and r: every ring is
/// looked at. At most 24 sites.
pub fn one_by_one(nodes: usize) -> Vec<Vec<u128>> {
    assert!(nodes <= 24, "2^{nodes} rings are too many to look at");
    let mut found = vec![vec![0; nodes + 1]; nodes + 1];
    for ring in 0u32..1 << nodes {
        found[ring.count_ones() as usize][longest_run(ring, nodes)] += 1;
    }
    found
}

/// The longest run of ones around a ring of bits.
fn longest_run(ring: u32, nodes: usize) -> usize {
    let all = (1u32 << nodes) - 1;
    let mut left = ring;
    // Each turn removes the last one of every run.
    (0..nodes)
        .find(|_| {
            let done = left == 0;
            left &= ((left << 1) | (left >> (nodes - 1))) & all;
            done
        })
        .unwrap_or(nodes)
}
