//! The strongly connected sets of states in which a run can stay for ever and be fair.

use super::tally::{Judgment, Tally};
use super::{BitSet, Fairness};
use crate::graph::{Edge, Graph, State};
use crate::search::Cut;
use crate::watch::Patience;

/// Every state belongs to one part; this one is of no further interest.
const OUTSIDE: u32 = 0;
/// The component that is being judged.
const UNDER_TEST: u32 = 1;
/// The states that the search starts with.
const REGION: u32 = 2;

/// The largest strongly connected sets of states, within a region, that have a fair run through all
/// their states and edges.
///
/// Let a run stay in the region for ever, and let `I` be the states and edges which it visits
/// infinitely often; `I` is strongly connected. A component `C` of a part of the region is judged
/// by the run through *all* of `C`:
///
/// - That run is fair: keep `C`.
/// - It has no edge inside: no infinite run can stay there, drop it.
/// - A weak key is enabled in all of `C` and taken by no edge inside. The same is true of each `I`
///   inside `C`, so drop `C`.
/// - A strong key is enabled somewhere in `C` and taken by no edge inside. A fair `I` inside `C`
///   must avoid the states in which it is enabled. Take them out, and look for the components of
///   what remains.
///
/// Hence each fair `I` stays inside some part all the way down, and is in the end inside a
/// component that was kept. Conversely each component kept has a fair run. A key that starved is
/// not enabled in what remains, so the parts are nested at most as deep as there are strong keys,
/// and the cost is at most that many times the size of the region.
///
/// All is iterative: graphs are far deeper than the stack.
pub(super) struct FairComponents {
    part: Vec<u32>,
    fair: BitSet,
}

impl FairComponents {
    /// The fair components within `region`, a list of distinct states.
    pub(super) fn find(
        graph: &Graph,
        fairness: &[Fairness],
        region: &[State],
        patience: &mut Patience,
    ) -> Result<Self, Cut> {
        let mut search = Search::new(graph, fairness);
        region
            .iter()
            .for_each(|&state| search.part[state as usize] = REGION);
        search.decompose(region, REGION, patience)?;
        while let Some((states, part)) = search.unexplored.pop() {
            search.decompose(&states, part, patience)?;
        }
        Ok(FairComponents {
            part: search.part,
            fair: search.fair,
        })
    }

    /// Whether a state belongs to a fair component.
    pub(super) fn contains(&self, state: State) -> bool {
        self.fair.contains(state)
    }

    /// Whether `other` is in the fair component of `state`.
    pub(super) fn are_together(&self, state: State, other: State) -> bool {
        self.part[state as usize] == self.part[other as usize]
    }
}

struct Search<'a> {
    graph: &'a Graph,
    fairness: &'a [Fairness],
    part: Vec<u32>,
    fair: BitSet,
    /// Parts that are neither kept nor dropped. Each was split from a component by taking states
    /// out, so there are few of them.
    unexplored: Vec<(Vec<State>, u32)>,
    /// Parts are numbered on. Each number used up goes with a state: one taken out by a split, or
    /// one of a component kept.
    next_part: u32,
    tally: Tally,
    /// Tarjan's numbers; 0 for a state which is not open.
    index: Vec<u32>,
    low: Vec<u32>,
    open: Vec<State>,
    opened: u32,
    /// The path of the depth-first search: a state, and the next of its edges to follow.
    path: Vec<(State, Edge)>,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph, fairness: &'a [Fairness]) -> Self {
        let states = graph.state_count();
        Search {
            graph,
            fairness,
            part: vec![OUTSIDE; states],
            fair: BitSet::new(states),
            unexplored: Vec::new(),
            next_part: REGION + 1,
            tally: Tally::new(graph.key_count()),
            index: vec![0; states],
            low: vec![0; states],
            open: Vec::new(),
            opened: 0,
            path: Vec::new(),
        }
    }

    /// Tarjan's algorithm on the states of one part, judging each component as it closes.
    ///
    /// A closed component leaves the part at once. So a state which is still in the part and has an
    /// index is open, and no separate mark is needed for what is on Tarjan's stack.
    fn decompose(
        &mut self,
        states: &[State],
        part: u32,
        patience: &mut Patience,
    ) -> Result<(), Cut> {
        let graph = self.graph;
        self.opened = 0;
        for &root in states {
            if self.part[root as usize] != part {
                continue;
            }
            self.open(root);
            while let Some(&mut (state, ref mut next)) = self.path.last_mut() {
                patience.turn()?;
                if *next < graph.edges(state).end {
                    let target = graph.target(*next);
                    *next += 1;
                    if self.part[target as usize] != part {
                        continue;
                    }
                    match self.index[target as usize] {
                        0 => self.open(target),
                        index => self.lower(state, index),
                    }
                } else {
                    self.path.pop();
                    let low = self.low[state as usize];
                    if let Some(&(parent, _)) = self.path.last() {
                        self.lower(parent, low);
                    }
                    if low == self.index[state as usize] {
                        self.close(state);
                    }
                }
            }
        }
        Ok(())
    }

    fn open(&mut self, state: State) {
        self.opened += 1;
        self.index[state as usize] = self.opened;
        self.low[state as usize] = self.opened;
        self.open.push(state);
        self.path.push((state, self.graph.edges(state).start));
    }

    fn lower(&mut self, state: State, low: u32) {
        self.low[state as usize] = self.low[state as usize].min(low);
    }

    /// The component that was entered at `root` is complete: it is the top of the open states.
    fn close(&mut self, root: State) {
        let start = self
            .open
            .iter()
            .rposition(|&state| state == root)
            .expect("the root is open");
        // Taken out of `self` for a moment, to be read while the marks are written.
        let mut open = std::mem::take(&mut self.open);
        self.settle(&open[start..]);
        open.truncate(start);
        self.open = open;
    }

    /// Keeps, drops or splits a component.
    fn settle(&mut self, component: &[State]) {
        for &state in component {
            self.index[state as usize] = 0;
        }
        self.move_to(UNDER_TEST, component);
        if !self.count_all_of(component) {
            return self.move_to(OUTSIDE, component);
        }
        match self.tally.judge(self.fairness) {
            Judgment::StarvesWeak => self.move_to(OUTSIDE, component),
            Judgment::Fair => {
                let part = self.number_part();
                self.move_to(part, component);
                for &state in component {
                    self.fair.insert(state);
                }
            }
            Judgment::StarvesStrong(mut starved) => {
                starved.sort_unstable();
                let graph = self.graph;
                let starves = |edge| starved.binary_search(&graph.key(edge)).is_ok();
                let rest: Vec<State> = (component.iter().copied())
                    .filter(|&state| !graph.edges(state).any(starves))
                    .collect();
                self.move_to(OUTSIDE, component);
                let part = self.number_part();
                self.move_to(part, &rest);
                self.unexplored.push((rest, part));
            }
        }
    }

    /// Tallies all states and inner edges of the component under test; false if it has no inner
    /// edge.
    fn count_all_of(&mut self, component: &[State]) -> bool {
        let mut has_inner_edge = false;
        self.tally.clear();
        for &state in component {
            self.tally.count_state(self.graph, state);
            for edge in self.graph.edges(state) {
                if self.part[self.graph.target(edge) as usize] == UNDER_TEST {
                    self.tally.count_step(self.graph.key(edge));
                    has_inner_edge = true;
                }
            }
        }
        has_inner_edge
    }

    fn move_to(&mut self, part: u32, states: &[State]) {
        for &state in states {
            self.part[state as usize] = part;
        }
    }

    fn number_part(&mut self) -> u32 {
        self.next_part += 1;
        self.next_part - 1
    }
}
