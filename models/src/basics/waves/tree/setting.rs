//! The trees, and what is read differently of the slide.

use super::{Member, Mutant};
use verdict_checker::catalog::{Parameter, SetupError};
use verdict_checker::size::Size;
use verdict_world::{Algorithm, Network};

/// Whether the last two lines are comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ends {
    /// They are: "only two processes decide".
    TwoDecide,
    /// They are code.
    AllDecide,
}

/// What an `outToken` carries of what was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Carries {
    /// All that the process knows when it sends.
    AllKnown,
    /// All that it knew when it sent to `toNeighbor`: one variable, never assigned again.
    AllKnownOnce,
    /// What it knows of itself.
    ItsOwn,
}

/// The slide, as it is read.
#[derive(Clone, Copy, Debug)]
pub struct TreeWave {
    /// Whether the last two lines are comments.
    pub ends: Ends,
    /// What a token carries.
    pub carries: Carries,
}

impl Algorithm for TreeWave {
    type Node = Member;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::new("N", "processes")]
    }

    fn nodes(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Member>, SetupError> {
        let nodes: usize = size.within("N", 1..=7, "in every tree")?;
        let tree = Network::trees(nodes)
            .next()
            .expect("there is a tree of every size");
        Ok(self.members(&tree, mutant))
    }

    fn casts(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Vec<Member>>, SetupError> {
        let trees = Network::trees(size.within("N", 1..=7, "in every tree")?);
        Ok(trees.map(|tree| self.members(&tree, mutant)).collect())
    }

    fn start(&self, _: &Size) -> String {
        "every tree of N processes, up to their names".to_owned()
    }
}

impl TreeWave {
    fn members(self, tree: &Network, mutant: Option<Mutant>) -> Vec<Member> {
        let neighbours = (0..tree.len()).map(|node| tree.outgoing(node));
        neighbours
            .map(|neighbours| Member {
                reading: self,
                mutant,
                neighbours,
            })
            .collect()
    }
}
