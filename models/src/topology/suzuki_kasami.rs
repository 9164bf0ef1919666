//! Suzuki, Kasami, "A distributed mutual exclusion algorithm" (1985), as the token-ring paper plugs its copies into it
//! (section V): the token travels only between nodes that have requested it.
//!
//! | paper | here |
//! |---|---|
//! | `RN` | [`State::rn`]: the highest request number heard of each node |
//! | `LN`, `Q` | [`Data`]: the request of each node that was served last, and the queue; both on the token |
//! | `REQUEST(j, n)` | [`Request`]; j is the sender |
//!
//! Readings taken:
//!
//! - The predictable nodes are Q, in its order, brought up to date with RN: "nodes from which the token holder has
//!   received a request that has not been satisfied yet".
//! - `UpdateToken` strikes a crashed node from Q and marks its request as served. Otherwise whoever
//!   regenerates the token would offer it to the dead again and again.
//! - A node that gets the token and does not want it (a node on the way, if T is a queue) has been served.

use super::{Base, Phase, Requests, Turn};
use serde::Serialize;
use std::fmt::{self, Display};
use verdict_world::NodeSet;

/// The algorithm on N nodes.
#[derive(Clone, Copy, Debug)]
pub struct SuzukiKasami {
    /// N.
    pub nodes: usize,
}

/// The variables of a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    /// Where it stands.
    pub phase: Phase,
    /// The highest request number heard of each node.
    #[serde(rename = "RN")]
    pub rn: Vec<u8>,
}

/// What the token carries.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Data {
    /// The number of the last request of each node that was served.
    #[serde(rename = "LN")]
    pub ln: Vec<u8>,
    /// Who waits, in the order in which they will be served.
    #[serde(rename = "Q")]
    pub queue: Vec<u8>,
}

impl Display for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let served: Vec<_> = self.ln.iter().map(u8::to_string).collect();
        write!(f, "LN = {}", served.join(" "))?;
        if !self.queue.is_empty() {
            let queue: Vec<_> = self.queue.iter().map(|node| format!("S{node}")).collect();
            write!(f, ", Q = {}", queue.join(" "))?;
        }
        Ok(())
    }
}

/// `REQUEST(n)`: the sender's n-th.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Request(pub u8);

impl Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "REQUEST({})", self.0)
    }
}

impl Base for SuzukiKasami {
    type State = State;
    type Data = Data;
    type Request = Request;

    fn start(&self, _: usize) -> State {
        State {
            phase: Phase::Idle,
            rn: vec![0; self.nodes],
        }
    }

    fn first(&self) -> Data {
        Data {
            ln: vec![0; self.nodes],
            queue: Vec::new(),
        }
    }

    fn phase(&self, state: &State) -> Phase {
        state.phase
    }

    /// A node that holds the token enters without a request.
    fn ask(&self, i: usize, state: &mut State, holds: bool) -> Requests<Self> {
        state.phase = Phase::Asking;
        if holds {
            return Vec::new();
        }
        state.rn[i] += 1;
        let others = (0..self.nodes).filter(|j| *j != i);
        others.map(|j| (j, Request(state.rn[i]))).collect()
    }

    fn on_request(&self, from: usize, state: &mut State, request: Request) {
        state.rn[from] = state.rn[from].max(request.0);
    }

    fn deliver(&self, _: usize, _: &mut State) {}

    fn update(&self, state: &State, data: &mut Data, skipped: NodeSet) {
        data.queue.retain(|j| !skipped.contains(usize::from(*j)));
        for crashed in skipped.iter() {
            data.ln[crashed] = data.ln[crashed].max(state.rn[crashed]);
        }
    }

    fn turn(&self, i: usize, state: &mut State, data: &mut Data) -> Turn {
        data.queue.retain(|j| usize::from(*j) != i);
        if state.phase == Phase::Asking {
            state.phase = Phase::Inside;
            return Turn::Enter;
        }
        data.ln[i] = state.rn[i];
        for j in (1..self.nodes).map(|step| (i + step) % self.nodes) {
            let waits = state.rn[j] == data.ln[j] + 1;
            if waits && !data.queue.contains(&(j as u8)) {
                data.queue.push(j as u8);
            }
        }
        if data.queue.is_empty() {
            return Turn::Keep;
        }
        Turn::Pass(data.queue.iter().map(|j| usize::from(*j)).collect())
    }

    fn pass(&self, _: &mut State, data: &mut Data, next: usize) {
        data.queue.retain(|j| usize::from(*j) != next);
    }

    /// LN and Q are brought up to date by [`turn`](Base::turn), which follows at once.
    fn leave(&self, state: &mut State) {
        state.phase = Phase::Idle;
    }

    fn outstanding(&self, _: usize, _: &mut State) -> Requests<Self> {
        Vec::new()
    }
}
