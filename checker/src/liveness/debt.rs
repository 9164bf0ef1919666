//! Where a run can owe the goal, and the shortest way to get there.

use std::collections::VecDeque;

use super::{BitSet, Goal};
use crate::graph::{Edge, Graph, State};
use crate::search::Cut;
use crate::watch::Patience;

/// No edge leads here: a run begins in this state, or it falls into debt in it.
const NO_EDGE: Edge = Edge::MAX;

/// The states that a run can visit while it owes the goal, with the shortest way to each.
///
/// The search runs over pairs (state, in debt or not). A run that is not in debt may *choose* to
/// start counting in any state in which debt can arise, at no cost; a run in debt stays so, because
/// steps into states that pay are left out. Thus a pair (state, in debt) is reached exactly by the
/// runs that owe the goal from some state on and have not paid since. Both kinds of pairs go
/// through one queue, so that each is reached by the fewest steps:
///
/// | goal | free of debt | falls into debt |
/// |---|---|---|
/// | `Eventually` | never | in an initial state that does not pay |
/// | `LeadsTo` | all reachable states | in a `from`-state that does not pay |
/// | `InfinitelyOften` | all reachable states | in any state that does not pay |
///
/// For `InfinitelyOften`, a run breaks the goal iff it visits the set finitely often, i.e. avoids
/// it from some state on.
pub(super) struct Debt<'a> {
    graph: &'a Graph,
    goal: Goal<'a>,
    free: Layer,
    owing: Layer,
}

/// The states reached with, or without, debt: in the order of discovery, hence by distance.
struct Layer {
    seen: BitSet,
    order: Vec<State>,
    came_by: Vec<Edge>,
}

impl Layer {
    fn new(states: usize) -> Self {
        Layer {
            seen: BitSet::new(states),
            order: Vec::new(),
            came_by: vec![NO_EDGE; states],
        }
    }

    fn reach(&mut self, state: State, by: Edge) -> bool {
        let is_new = self.seen.insert(state);
        if is_new {
            self.order.push(state);
            self.came_by[state as usize] = by;
        }
        is_new
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Account {
    Free,
    Owing,
}

impl<'a> Debt<'a> {
    pub(super) fn explore(
        graph: &'a Graph,
        goal: Goal<'a>,
        patience: &mut Patience,
    ) -> Result<Self, Cut> {
        let tracks_free = !matches!(goal, Goal::Eventually(_));
        let mut debt = Debt {
            graph,
            goal,
            free: Layer::new(if tracks_free { graph.state_count() } else { 0 }),
            owing: Layer::new(graph.state_count()),
        };
        let mut queue = VecDeque::new();
        for &state in graph.initial() {
            if tracks_free {
                debt.reach_free(state, NO_EDGE, &mut queue);
            } else {
                debt.reach_owing(state, NO_EDGE, &mut queue);
            }
        }
        while let Some((state, account)) = queue.pop_front() {
            patience.turn()?;
            for edge in graph.edges(state) {
                match account {
                    Account::Free => debt.reach_free(graph.target(edge), edge, &mut queue),
                    Account::Owing => debt.reach_owing(graph.target(edge), edge, &mut queue),
                }
            }
        }
        Ok(debt)
    }

    fn reach_free(&mut self, state: State, by: Edge, queue: &mut VecDeque<(State, Account)>) {
        if !self.free.reach(state, by) {
            return;
        }
        queue.push_back((state, Account::Free));
        let falls_into_debt = match self.goal {
            Goal::Eventually(_) => unreachable!("an Eventually is owed from the start"),
            Goal::LeadsTo { from, .. } => from.contains(state),
            Goal::InfinitelyOften(_) => true,
        };
        if falls_into_debt {
            self.reach_owing(state, NO_EDGE, queue);
        }
    }

    fn reach_owing(&mut self, state: State, by: Edge, queue: &mut VecDeque<(State, Account)>) {
        if !self.goal.is_paid_in(state) && self.owing.reach(state, by) {
            queue.push_back((state, Account::Owing));
        }
    }

    /// The states that can be visited in debt, nearest first.
    pub(super) fn states(&self) -> &[State] {
        &self.owing.order
    }

    /// The first state and the edges of a shortest run that is in debt in `end`, one of
    /// [`Debt::states`].
    pub(super) fn path_to(&self, end: State) -> (State, Vec<Edge>) {
        let mut path = Vec::new();
        let mut state = self.walk_back(&self.owing, end, &mut path);
        if !matches!(self.goal, Goal::Eventually(_)) {
            state = self.walk_back(&self.free, state, &mut path);
        }
        path.reverse();
        (state, path)
    }

    fn walk_back(&self, layer: &Layer, mut state: State, path: &mut Vec<Edge>) -> State {
        while layer.came_by[state as usize] != NO_EDGE {
            path.push(layer.came_by[state as usize]);
            state = self.graph.source(layer.came_by[state as usize]);
        }
        state
    }
}
