//! Raymond, "A tree-based algorithm for distributed mutual exclusion" (1989), as the token-ring paper plugs its copies
//! into it (section V): the token travels along the edges of a tree, and so do the requests, each node asking
//! its neighbour on the way to the token.
//!
//! | paper | here |
//! |---|---|
//! | `HOLDER`, `USING`, `REQUEST_Q`, `ASKED` | fields of [`State`]; `USING` is [`Phase::Inside`] |
//! | `ASSIGN_PRIVILEGE` | [`turn`](Base::turn) and [`pass`](Base::pass) |
//! | `MAKE_REQUEST` | [`outstanding`](Base::outstanding) |
//! | `PRIVILEGE` | the token |
//!
//! Readings taken: [`Path`] has two readings of "the future path of the token". A node whose copy becomes the
//! token becomes the root as if it had received PRIVILEGE; nothing tells the others, for the section
//! says nothing of the tree. `UpdateToken` has nothing to do: the token carries nothing.

use super::{Base, Phase, Requests, Turn};
use serde::{Serialize, Serializer};
use std::fmt::{self, Display};
use verdict_world::NodeSet;

/// A tree on N nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tree {
    /// S0 - S1 - S2 - ...
    Line,
    /// S1 in the middle.
    Star,
}

impl Tree {
    /// The neighbour of `i` on the way to S0.
    fn towards_first(self, i: usize) -> usize {
        match (self, i) {
            (_, 0 | 1) => 0,
            (Tree::Line, _) => i - 1,
            (Tree::Star, _) => 1,
        }
    }

    /// Whether `i` has one neighbour only.
    pub fn is_leaf(self, i: usize, nodes: usize) -> bool {
        match self {
            Tree::Line => i == 0 || i + 1 == nodes,
            Tree::Star => i != 1,
        }
    }
}

/// What a holder predicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Path {
    /// Its REQUEST_Q: whose requests are not satisfied yet.
    Queue,
    /// Where the token will really go: to the first of REQUEST_Q, back through the sender, to the second.
    Edges,
}

/// The algorithm on a tree of N nodes.
#[derive(Clone, Copy, Debug)]
pub struct Raymond {
    /// The tree.
    pub tree: Tree,
    /// What a holder predicts.
    pub path: Path,
}

/// A node, by name in a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Neighbour(u8);

impl Serialize for Neighbour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("S{}", self.0))
    }
}

/// The variables of a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    /// Where it stands.
    pub phase: Phase,
    /// The neighbour on the way to the token, or the node itself.
    #[serde(rename = "HOLDER")]
    pub holder: Neighbour,
    /// The neighbours that have asked, and the node itself if it has, in the order in which they did.
    #[serde(rename = "REQUEST_Q")]
    pub queue: Vec<Neighbour>,
    /// Whether it has asked `HOLDER`.
    #[serde(rename = "ASKED")]
    pub asked: bool,
}

/// The token carries nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Privilege;

impl Display for Privilege {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

/// `REQUEST`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Request;

impl Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("REQUEST")
    }
}

impl Base for Raymond {
    type State = State;
    type Data = Privilege;
    type Request = Request;

    fn start(&self, i: usize) -> State {
        State {
            phase: Phase::Idle,
            holder: Neighbour(self.tree.towards_first(i) as u8),
            queue: Vec::new(),
            asked: false,
        }
    }

    fn first(&self) -> Privilege {
        Privilege
    }

    fn phase(&self, state: &State) -> Phase {
        state.phase
    }

    /// The node enters its own queue; [`turn`](Base::turn) or [`outstanding`](Base::outstanding) follows.
    fn ask(&self, i: usize, state: &mut State, _: bool) -> Requests<Self> {
        state.phase = Phase::Asking;
        state.queue.push(Neighbour(i as u8));
        Vec::new()
    }

    fn on_request(&self, from: usize, state: &mut State, _: Request) {
        state.queue.push(Neighbour(from as u8));
    }

    fn deliver(&self, i: usize, state: &mut State) {
        state.holder = Neighbour(i as u8);
    }

    fn update(&self, _: &State, _: &mut Privilege, _: NodeSet) {}

    fn turn(&self, i: usize, state: &mut State, _: &mut Privilege) -> Turn {
        let Some(Neighbour(first)) = state.queue.first().copied() else {
            return Turn::Keep;
        };
        if usize::from(first) == i {
            state.queue.remove(0);
            state.asked = false;
            state.phase = Phase::Inside;
            return Turn::Enter;
        }
        let others = state.queue.iter().map(|node| usize::from(node.0));
        let path = match self.path {
            Path::Queue => others.filter(|j| *j != i).collect(),
            Path::Edges => others.flat_map(|j| [j, i]).collect(),
        };
        Turn::Pass(path)
    }

    fn pass(&self, state: &mut State, _: &mut Privilege, next: usize) {
        if let Some(place) = state
            .queue
            .iter()
            .position(|node| usize::from(node.0) == next)
        {
            state.queue.remove(place);
        }
        state.holder = Neighbour(next as u8);
        state.asked = false;
    }

    fn leave(&self, state: &mut State) {
        state.phase = Phase::Idle;
    }

    fn outstanding(&self, i: usize, state: &mut State) -> Requests<Self> {
        let holder = usize::from(state.holder.0);
        if holder == i || state.queue.is_empty() || state.asked {
            return Vec::new();
        }
        state.asked = true;
        vec![(holder, Request)]
    }
}
