//! A state graph: which states there are, and which action leads from which to which.
//!
//! The graph is stored in compressed sparse rows: the out-edges of a state are neighbours in two
//! flat arrays, so that a million states with four million edges take 36 MB. It knows no model;
//! states, edges and action keys are plain numbers.
//!
//! ```
//! use verdict_checker::graph::GraphBuilder;
//!
//! let mut builder = GraphBuilder::default();
//! builder.push_initial(0);
//! builder.push_state([(1, 0)]); // state 0: the action with key 0 leads to state 1
//! builder.push_state([]); //       state 1: quiescent
//! let graph = builder.build().unwrap();
//! assert_eq!(graph.edges(0).map(|edge| graph.target(edge)).collect::<Vec<_>>(), [1]);
//! assert!(graph.edges(1).is_empty());
//! ```

use std::ops::Range;

/// The number of a state: states are numbered from 0 in the order in which they are pushed.
pub type State = u32;

/// The number of an edge: edges are numbered from 0 in the order in which they are pushed.
pub type Edge = u32;

/// Names the action of an edge for the purposes of fairness; edges that one fairness assumption
/// covers share a key.
pub type Key = u32;

/// More states or edges than this cannot be numbered: the numbers above serve as marks in the
/// algorithms on the graph.
const NUMBER_LIMIT: usize = (u32::MAX - 8) as usize;

/// A state graph in compressed sparse rows.
#[derive(Clone, Debug)]
pub struct Graph {
    initial: Vec<State>,
    /// The out-edges of state `s` are `offsets[s]..offsets[s + 1]`.
    offsets: Vec<u32>,
    targets: Vec<State>,
    keys: Vec<Key>,
    key_count: usize,
}

impl Graph {
    /// The states in which a run may begin, in the order given.
    pub fn initial(&self) -> &[State] {
        &self.initial
    }

    /// How many states there are, reachable or not.
    pub fn state_count(&self) -> usize {
        self.offsets.len() - 1
    }

    /// How many edges there are.
    pub fn edge_count(&self) -> usize {
        self.targets.len()
    }

    /// One more than the largest key on an edge; 0 if there is no edge.
    pub fn key_count(&self) -> usize {
        self.key_count
    }

    /// The out-edges of a state, in the order in which they were pushed. A state that has none is
    /// quiescent.
    pub fn edges(&self, state: State) -> Range<Edge> {
        self.offsets[state as usize]..self.offsets[state as usize + 1]
    }

    /// The state to which an edge leads.
    pub fn target(&self, edge: Edge) -> State {
        self.targets[edge as usize]
    }

    /// The key of the action that an edge takes.
    pub fn key(&self, edge: Edge) -> Key {
        self.keys[edge as usize]
    }

    /// The state from which an edge leads away; found by bisection, so not for inner loops.
    pub fn source(&self, edge: Edge) -> State {
        assert!((edge as usize) < self.edge_count(), "no edge {edge}");
        // The last state whose row begins at or before the edge; quiescent states have empty rows
        // and come before it.
        (self.offsets.partition_point(|&offset| offset <= edge) - 1) as State
    }
}

/// How many bytes a graph of so many states and edges takes.
pub fn bytes_for(states: usize, edges: usize) -> usize {
    (states + 1) * size_of::<u32>() + edges * (size_of::<State>() + size_of::<Key>())
}

/// Collects a graph state by state.
#[derive(Clone, Debug, Default)]
pub struct GraphBuilder {
    initial: Vec<State>,
    row_ends: Vec<u32>,
    targets: Vec<State>,
    keys: Vec<Key>,
}

impl GraphBuilder {
    /// A builder with room for this many states and edges.
    pub fn with_capacity(states: usize, edges: usize) -> Self {
        GraphBuilder {
            initial: Vec::new(),
            row_ends: Vec::with_capacity(states + 1),
            targets: Vec::with_capacity(edges),
            keys: Vec::with_capacity(edges),
        }
    }

    /// Makes a state, pushed already or not, an initial one.
    pub fn push_initial(&mut self, state: State) {
        self.initial.push(state);
    }

    /// Adds the next state with all of its out-edges. Targets may be states that are still to be
    /// pushed.
    pub fn push_state(&mut self, edges: impl IntoIterator<Item = (State, Key)>) {
        for (target, key) in edges {
            self.targets.push(target);
            self.keys.push(key);
        }
        // Too many edges for a u32 are refused by `build`, which looks at the true length.
        self.row_ends.push(self.targets.len() as u32);
    }

    /// The finished graph, or what is wrong with it.
    pub fn build(self) -> Result<Graph, GraphError> {
        let states = self.row_ends.len();
        if states > NUMBER_LIMIT {
            return Err(GraphError::TooManyStates(states));
        }
        if self.targets.len() > NUMBER_LIMIT {
            return Err(GraphError::TooManyEdges(self.targets.len()));
        }
        let is_missing = |state: State| state as usize >= states;
        if let Some(&state) = self.initial.iter().find(|&&state| is_missing(state)) {
            return Err(GraphError::MissingInitial { state, states });
        }
        if let Some(edge) = self.targets.iter().position(|&target| is_missing(target)) {
            let target = self.targets[edge];
            return Err(GraphError::MissingTarget {
                edge,
                target,
                states,
            });
        }
        let mut offsets = self.row_ends;
        offsets.insert(0, 0);
        let key_count = self.keys.iter().max().map_or(0, |&key| key as usize + 1);
        Ok(Graph {
            initial: self.initial,
            offsets,
            targets: self.targets,
            keys: self.keys,
            key_count,
        })
    }
}

/// Why a graph could not be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// States are numbered with 32 bits.
    #[error("{0} states are more than a graph can number ({NUMBER_LIMIT})")]
    TooManyStates(usize),
    /// Edges are numbered with 32 bits.
    #[error("{0} edges are more than a graph can number ({NUMBER_LIMIT})")]
    TooManyEdges(usize),
    /// An initial state was never pushed.
    #[error("initial state {state} does not exist: only {states} states were pushed")]
    MissingInitial {
        /// The number given as initial.
        state: State,
        /// How many states were pushed.
        states: usize,
    },
    /// An edge leads to a state that was never pushed.
    #[error("edge {edge} leads to state {target}, but only {states} states were pushed")]
    MissingTarget {
        /// The number of the edge.
        edge: usize,
        /// Where it leads.
        target: State,
        /// How many states were pushed.
        states: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(initial: &[State], rows: &[&[(State, Key)]]) -> Result<Graph, GraphError> {
        let mut builder = GraphBuilder::with_capacity(rows.len(), 4);
        initial
            .iter()
            .for_each(|&state| builder.push_initial(state));
        rows.iter()
            .for_each(|row| builder.push_state(row.iter().copied()));
        builder.build()
    }

    #[test]
    fn the_source_of_an_edge_is_found_past_quiescent_states() {
        let graph = graph(&[0], &[&[], &[(0, 7), (3, 1)], &[], &[], &[(1, 2)]]).unwrap();
        assert_eq!(
            (0..3).map(|edge| graph.source(edge)).collect::<Vec<_>>(),
            [1, 1, 4]
        );
        assert_eq!(
            (graph.state_count(), graph.edge_count(), graph.key_count()),
            (5, 3, 8)
        );
    }

    #[test]
    fn an_edge_or_an_initial_state_that_leads_nowhere_is_refused() {
        assert_eq!(
            graph(&[0], &[&[(1, 0)]]).unwrap_err().to_string(),
            "edge 0 leads to state 1, but only 1 states were pushed"
        );
        assert_eq!(
            graph(&[2], &[&[]]).unwrap_err().to_string(),
            "initial state 2 does not exist: only 1 states were pushed"
        );
    }

    #[test]
    fn a_graph_may_be_empty() {
        let graph = graph(&[], &[]).unwrap();
        assert_eq!(
            (graph.state_count(), graph.edge_count(), graph.key_count()),
            (0, 0, 0)
        );
    }
}
