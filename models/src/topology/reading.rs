//! A reading: one of the two algorithms, which copies its token has, and who may crash.
//!
//! The world is that of section II without its ring: reliable channels that reorder, permanent crashes, at most k of them,
//! a detector that is never mistaken; a crash may fall between the sends of a hand-over.

use super::layer::{Layer, Mutant, Renewal};
use super::raymond::{Path, Raymond, Tree};
use super::suzuki_kasami::SuzukiKasami;
use super::{Base, Node};
use std::fmt::Debug;
use verdict_checker::catalog::{Parameter, SetupError, Switch};
use verdict_checker::size::Size;
use verdict_world::{Algorithm, Assumptions, Crash, Detector, NodeSet};

/// One of the two algorithms, whatever the number of nodes.
pub trait Place: Copy + Debug + Send + Sync + 'static {
    /// The algorithm.
    type Base: Base;
    /// The algorithm on so many nodes.
    fn base(&self, nodes: usize) -> Self::Base;
    /// Whether node `i` may crash.
    fn is_mortal(&self, i: usize, nodes: usize) -> bool;
    /// Where the token travels, in words.
    fn in_words(&self) -> String;
    /// The assumptions of the readings of this algorithm.
    const SWITCHES: &'static [Switch<Reading<Self>>];
}

/// How many nodes may crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Crashes {
    /// None.
    Never,
    /// At most k: "at most k consecutive" means nothing without a ring.
    AtMostK,
    /// One more.
    OneMore,
}

/// A reading of section V, or of an algorithm without it.
#[derive(Clone, Copy, Debug)]
pub struct Reading<P> {
    /// The algorithm.
    pub place: P,
    /// How the set of those who have copies is renewed; without that there is no copy, and no k.
    pub renewal: Option<Renewal>,
    /// Whether {S_0, ..., S_k} have copies at the start.
    pub initial_backups: bool,
    /// How many nodes may crash.
    pub crashes: Crashes,
}

impl<P: Place> Reading<P> {
    /// The algorithm by itself: no copies, no crash.
    pub fn bare(place: P) -> Self {
        Reading {
            place,
            renewal: None,
            initial_backups: false,
            crashes: Crashes::Never,
        }
    }

    /// The algorithm with copies of its token.
    pub fn copied(place: P, renewal: Renewal) -> Self {
        Reading {
            renewal: Some(renewal),
            initial_backups: true,
            crashes: Crashes::AtMostK,
            ..Reading::bare(place)
        }
    }

    /// The same without crashes.
    pub fn without_crashes(self) -> Self {
        Reading {
            crashes: Crashes::Never,
            ..self
        }
    }

    const AT_MOST_K_CRASHES: Switch<Self> = Switch {
        name: "at-most-k-crashes",
        meaning: "at most k nodes crash in a run (dropped: one more)",
        holds: |reading| reading.crashes == Crashes::AtMostK,
        assume: |reading| reading.crashes = Crashes::AtMostK,
        drop: |reading| reading.crashes = Crashes::OneMore,
    };

    const INITIAL_BACKUPS: Switch<Self> = Switch {
        name: "initial-backups",
        meaning: "k copies of the token exist at the start (dropped: none does)",
        holds: |reading| reading.initial_backups,
        assume: |reading| reading.initial_backups = reading.renewal.is_some(),
        drop: |reading| reading.initial_backups = false,
    };

    fn dimensions(&self, size: &Size) -> Result<Dimensions, SetupError> {
        let most = NodeSet::CAPACITY as u64;
        let why = "for a tree with an inner node has at least three nodes";
        let nodes: usize = size.within("N", 3..=most, why)?;
        let k = match self.renewal {
            Some(_) => {
                let why = "for T has k + 1 members and does not hold everybody";
                size.within("k", 1..=nodes as u64 - 2, why)?
            }
            None => 0,
        };
        let asks = size.within(
            "r",
            1..=100 * nodes as u64,
            "for each node asks at most 100 times",
        )?;
        Ok(Dimensions { nodes, k, asks })
    }
}

/// N, k and r, if they describe something.
struct Dimensions {
    nodes: usize,
    k: usize,
    asks: usize,
}

impl Dimensions {
    /// How many of r requests are those of node `i`: S_{N-1} asks first, then S_{N-2} and so on down to S_0, then
    /// S_{N-1} again. The last nodes first, because they have no copy at the start.
    fn asks_of(&self, i: usize) -> u8 {
        let turn = self.nodes - 1 - i;
        let rounds = (self.asks + self.nodes - 1 - turn) / self.nodes;
        rounds as u8
    }
}

impl<P: Place> Algorithm for Reading<P> {
    type Node = Node<P::Base>;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        let n = Parameter::new("N", "nodes");
        let k = self
            .renewal
            .map(|_| Parameter::new("k", "crashes to be tolerated"));
        let meaning = "requests in a run, by each node in turn, S_{N-1} first";
        let r = Parameter::new("r", meaning);
        [Some(n), k, Some(r)].into_iter().flatten().collect()
    }

    fn assumptions(&self, size: &Size) -> Result<Assumptions, SetupError> {
        let k = self.dimensions(size)?.k;
        let crashes = match self.crashes {
            Crashes::Never => 0,
            Crashes::AtMostK => k,
            Crashes::OneMore => k + 1,
        };
        Ok(Assumptions {
            crash: Crash {
                budget: crashes as u8,
                consecutive: None,
                amid_sends: true,
            },
            detector: Detector::Perfect,
            ..Assumptions::default()
        })
    }

    /// Who leaves tells the k + 1 members of T; a crash leaves any part of that.
    fn is_feasible(&self, size: &Size, world: &Assumptions) -> Result<(), SetupError> {
        if self.renewal.is_some() && world.cuts_broadcasts() {
            size.within::<u64>("k", 1..=16, "where a crash may cut a broadcast")?;
        }
        Ok(())
    }

    fn nodes(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Self::Node>, SetupError> {
        let dimensions = self.dimensions(size)?;
        let nodes = dimensions.nodes;
        let layer = Layer {
            k: dimensions.k,
            // With k = 0 the new holder is all there is of T.
            renewal: self.renewal.unwrap_or(Renewal::Replace),
            initial_backups: self.initial_backups,
            mutant,
        };
        let node = |i| Node {
            base: self.place.base(nodes),
            layer,
            asks: dimensions.asks_of(i),
            mortal: self.place.is_mortal(i, nodes),
        };
        Ok((0..nodes).map(node).collect())
    }

    fn start(&self, _: &Size) -> String {
        let copies = match self.initial_backups {
            true => " and S1 to Sk have copies of it",
            false => "",
        };
        format!("{}; S0 has the token{copies}", self.place.in_words())
    }

    fn switches() -> &'static [Switch<Self>] {
        P::SWITCHES
    }
}

/// Suzuki and Kasami's algorithm: everybody is linked to everybody.
#[derive(Clone, Copy, Debug)]
pub struct Everywhere;

impl Place for Everywhere {
    type Base = SuzukiKasami;

    fn base(&self, nodes: usize) -> SuzukiKasami {
        SuzukiKasami { nodes }
    }

    fn is_mortal(&self, _: usize, _: usize) -> bool {
        true
    }

    fn in_words(&self) -> String {
        "every node linked to every other".to_owned()
    }

    const SWITCHES: &'static [Switch<Reading<Self>>] =
        &[Reading::AT_MOST_K_CRASHES, Reading::INITIAL_BACKUPS];
}

/// Raymond's algorithm on a tree.
#[derive(Clone, Copy, Debug)]
pub struct OnTree {
    /// The tree.
    pub tree: Tree,
    /// What a holder predicts.
    pub path: Path,
    /// Whether only leaves crash.
    pub inner_nodes_survive: bool,
}

impl Place for OnTree {
    type Base = Raymond;

    fn base(&self, _: usize) -> Raymond {
        let OnTree { tree, path, .. } = *self;
        Raymond { tree, path }
    }

    fn is_mortal(&self, i: usize, nodes: usize) -> bool {
        !self.inner_nodes_survive || self.tree.is_leaf(i, nodes)
    }

    fn in_words(&self) -> String {
        let tree = match self.tree {
            Tree::Line => "nodes on a line",
            Tree::Star => "nodes on a star around S1",
        };
        let mortal = match self.inner_nodes_survive {
            true => ", of which only leaves crash",
            false => "",
        };
        format!("{tree}{mortal}")
    }

    const SWITCHES: &'static [Switch<Reading<Self>>] = &[
        Reading::AT_MOST_K_CRASHES,
        Reading::INITIAL_BACKUPS,
        Switch {
            name: "inner-nodes-survive",
            meaning: "only leaves of the tree crash (dropped: any node may)",
            holds: |reading| reading.place.inner_nodes_survive && reading.crashes != Crashes::Never,
            assume: |reading| reading.place.inner_nodes_survive = true,
            drop: |reading| reading.place.inner_nodes_survive = false,
        },
    ];
}
