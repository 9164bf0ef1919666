//! A short cycle through a fair component that is fair by itself.

use std::ops::Range;

use super::components::FairComponents;
use super::tally::{Judgment, Tally};
use super::{Fairness, slot};
use crate::graph::{Edge, Graph, Key, State};
use crate::search::Cut;
use crate::watch::Patience;

/// How much work goes into shortening a cycle, in edges looked at; beyond it a longer
/// one will do.
const SHORTENING_BUDGET: usize = 50_000_000;

/// The edges of a fair cycle from `home` through its fair component and back.
///
/// The walk pays for what it has seen so far, and for no more: a weak key is due while it was
/// enabled in every state visited and never taken; a strong key is due once it was enabled in a
/// state visited, until it is taken. While something is due, the walk goes to the nearest step that
/// settles any of it; then home, on the way to which something new may fall due.
///
/// It ends, because what is settled stays settled (a key that was taken, a weak key that was once
/// disabled) and each hop settles a key. Each hop exists, because the component is fair: inside it,
/// each strong key enabled somewhere has an edge, and each weak key has an edge or a state in which
/// it is disabled.
pub(super) fn fair_cycle(
    graph: &Graph,
    fairness: &[Fairness],
    fair: &FairComponents,
    home: State,
    patience: &mut Patience,
) -> Result<Vec<Edge>, Cut> {
    let mut paths = Paths::new(graph, fair, home);
    let mut due = Due::new(graph, fairness, home);
    let mut walk: Vec<Edge> = Vec::new();
    let mut here = home;
    while !(due.is_empty() && here == home && !walk.is_empty()) {
        // A hop may look at the whole component.
        patience.look()?;
        let hop = if due.is_empty() {
            paths.shortest(here, |edge| graph.target(edge) == home)
        } else {
            paths.shortest(here, |edge| due.is_settled_by(edge))
        };
        for edge in hop {
            due.step(edge);
            here = graph.target(edge);
            walk.push(edge);
        }
    }
    drop_detours(graph, fairness, &mut walk);
    Ok(walk)
}

/// Shortest paths inside one component.
struct Paths<'a> {
    graph: &'a Graph,
    fair: &'a FairComponents,
    home: State,
    /// The edge by which the current search came to a state; wiped after each search.
    came_by: Vec<Edge>,
}

const UNSEEN: Edge = Edge::MAX;
const SEARCH_BEGINS: Edge = Edge::MAX - 1;

impl<'a> Paths<'a> {
    fn new(graph: &'a Graph, fair: &'a FairComponents, home: State) -> Self {
        Paths {
            graph,
            fair,
            home,
            came_by: vec![UNSEEN; graph.state_count()],
        }
    }

    /// The shortest path (of one edge at least) from `start` that ends with a wanted edge.
    fn shortest(&mut self, start: State, is_wanted: impl Fn(Edge) -> bool) -> Vec<Edge> {
        let mut queue = vec![start];
        self.came_by[start as usize] = SEARCH_BEGINS;
        let mut head = 0;
        let path = 'search: loop {
            let state = *queue
                .get(head)
                .expect("a fair component has all that is due");
            head += 1;
            for edge in self.graph.edges(state) {
                let target = self.graph.target(edge);
                if !self.fair.are_together(self.home, target) {
                    continue;
                }
                if is_wanted(edge) {
                    break 'search self.path_ending_with(edge, state);
                }
                if self.came_by[target as usize] == UNSEEN {
                    self.came_by[target as usize] = edge;
                    queue.push(target);
                }
            }
        };
        for state in queue {
            self.came_by[state as usize] = UNSEEN;
        }
        path
    }

    fn path_ending_with(&self, last: Edge, mut state: State) -> Vec<Edge> {
        let mut path = vec![last];
        while self.came_by[state as usize] != SEARCH_BEGINS {
            path.push(self.came_by[state as usize]);
            state = self.graph.source(self.came_by[state as usize]);
        }
        path.reverse();
        path
    }
}

/// What the walk still has to do to be fair, given the states and edges on it so far.
struct Due<'a> {
    graph: &'a Graph,
    fairness: &'a [Fairness],
    taken: Vec<bool>,
    keys: Vec<Key>,
}

impl<'a> Due<'a> {
    fn new(graph: &'a Graph, fairness: &'a [Fairness], home: State) -> Self {
        let mut due = Due {
            graph,
            fairness,
            taken: vec![false; graph.key_count()],
            keys: Vec::new(),
        };
        // A weak key is due from the first state or never: one disabled there is settled.
        due.add_enabled_in(home, |fairness| fairness >= Fairness::Weak);
        due
    }

    fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    fn is_settled_by(&self, edge: Edge) -> bool {
        let target = self.graph.target(edge);
        self.keys.iter().any(|&key| self.settles(key, edge, target))
    }

    fn settles(&self, key: Key, edge: Edge, target: State) -> bool {
        let is_enabled = || {
            self.graph
                .edges(target)
                .any(|edge| self.graph.key(edge) == key)
        };
        self.graph.key(edge) == key || (self.fairness[slot(key)] == Fairness::Weak && !is_enabled())
    }

    fn step(&mut self, edge: Edge) {
        let target = self.graph.target(edge);
        self.taken[slot(self.graph.key(edge))] = true;
        let mut keys = std::mem::take(&mut self.keys);
        keys.retain(|&key| !self.settles(key, edge, target));
        self.keys = keys;
        self.add_enabled_in(target, |fairness| fairness == Fairness::Strong);
    }

    fn add_enabled_in(&mut self, state: State, is_asked: impl Fn(Fairness) -> bool) {
        for edge in self.graph.edges(state) {
            let key = self.graph.key(edge);
            let is_due = is_asked(self.fairness[slot(key)]) && !self.taken[slot(key)];
            if is_due && !self.keys.contains(&key) {
                self.keys.push(key);
            }
        }
    }
}

/// Leaves out parts of a closed walk that return to where they began, as long as the rest is fair.
fn drop_detours(graph: &Graph, fairness: &[Fairness], walk: &mut Vec<Edge>) {
    let mut tally = Tally::new(graph.key_count());
    let mut budget = SHORTENING_BUDGET;
    while let Some(detour) = find_detour(graph, fairness, walk, &mut tally, &mut budget) {
        walk.drain(detour);
    }
}

/// The first and longest part of a closed walk that is not needed, but never the whole of it.
fn find_detour(
    graph: &Graph,
    fairness: &[Fairness],
    walk: &[Edge],
    tally: &mut Tally,
    budget: &mut usize,
) -> Option<Range<usize>> {
    for begin in 0..walk.len() {
        let begin_state = graph.source(walk[begin]);
        for end in (begin + 1..=walk.len()).rev() {
            *budget = budget.checked_sub(1)?;
            let rest_length = walk.len() - (end - begin);
            if rest_length == 0 || graph.target(walk[end - 1]) != begin_state {
                continue;
            }
            *budget = budget.checked_sub(rest_length)?;
            let rest = walk[..begin].iter().chain(&walk[end..]).copied();
            if is_fair(graph, fairness, tally, rest) {
                return Some(begin..end);
            }
        }
    }
    None
}

fn is_fair(
    graph: &Graph,
    fairness: &[Fairness],
    tally: &mut Tally,
    cycle: impl Iterator<Item = Edge>,
) -> bool {
    tally.clear();
    for edge in cycle {
        tally.count_state(graph, graph.source(edge));
        tally.count_step(graph.key(edge));
    }
    tally.judge(fairness) == Judgment::Fair
}
