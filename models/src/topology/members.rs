//! T, "the set of its successors", with its order: predictable nodes before monitors (section V, Fig. 6).

use serde::{Serialize, Serializer};
use std::fmt::{self, Debug, Display};
use verdict_world::NodeSet;

/// T: different nodes, the holder first.
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Members(Vec<u8>);

impl Members {
    /// The members in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|node| usize::from(*node))
    }

    /// S_T.
    pub fn holder(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The members as a set.
    pub fn set(&self) -> NodeSet {
        self.iter().collect()
    }

    /// How many entries T has.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether no node is entered twice.
    pub fn are_distinct(&self) -> bool {
        self.set().len() == self.len()
    }

    /// The first `most` different nodes among these.
    pub(super) fn different(nodes: impl IntoIterator<Item = usize>, most: usize) -> Self {
        let mut members = Members::default();
        for node in nodes {
            if members.len() < most && !members.set().contains(node) {
                members.0.push(node as u8);
            }
        }
        members
    }

    /// The members before `node` and itself; all, if it is none of them.
    pub(super) fn up_to(&self, node: usize) -> NodeSet {
        let before = self.iter().take_while(|member| *member != node);
        before.chain([node]).collect()
    }

    /// `node` and the members after it.
    pub(super) fn starting_at(&self, node: usize) -> Self {
        let rest = self
            .0
            .iter()
            .skip_while(|member| usize::from(**member) != node);
        Members(rest.copied().collect())
    }
}

impl FromIterator<usize> for Members {
    fn from_iter<I: IntoIterator<Item = usize>>(nodes: I) -> Self {
        Members(nodes.into_iter().map(|node| node as u8).collect())
    }
}

impl Display for Members {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.iter().map(|node| format!("S{node}")).collect();
        f.write_str(&names.join(" "))
    }
}

impl Debug for Members {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl Serialize for Members {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|node| format!("S{node}")))
    }
}
