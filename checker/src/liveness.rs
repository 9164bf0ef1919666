//! Does something good happen in the end, on every fair run?
//!
//! A **run** starts in an initial state and follows edges for ever; it may stop only in a state
//! where it may [rest](may_rest): one without out-edges, or with none but
//! [optional](Fairness::Optional) ones. There it stutters for ever.
//!
//! A key is **enabled** in a state if some out-edge of that state has it, wherever that edge leads.
//! It is **taken** by a step along such an edge, self-loops included. A run is *weakly* fair to a
//! key unless from some point on the key is enabled in each state and never taken; *strongly* fair
//! unless the key is enabled infinitely often and taken only finitely often.
//!
//! [`check`] answers with a fair run that breaks the goal, as a [`Lasso`], or with nothing if there
//! is none. It works on the whole reachable graph, so a graph from a search that was cut must not
//! be given to it.
//!
//! How it works, and why the answer is right:
//!
//! 1. A run that breaks a goal has a moment from which it *owes* the goal and never pays: for
//!    `Eventually` the first state, for `LeadsTo` some `from`-state, for `InfinitelyOften` any
//!    state. The states where such a debt can be open are found breadth first (`debt`).
//! 2. The states which an infinite run visits infinitely often are strongly connected by the edges
//!    which it takes infinitely often. So the goal is broken by a run that rests in an indebted
//!    state, or by one that stays in a strongly connected set of them, large enough to be fair
//!    (`components`).
//! 3. Of these the one that is reached by the fewest steps is taken, and a short fair cycle is laid
//!    through it (`cycle`).
//!
//! [`validate`] checks a lasso against the definitions above and shares no code with the search.
//!
//! ```
//! use verdict_checker::graph::GraphBuilder;
//! use verdict_checker::liveness::{BitSet, Fairness, Goal, check};
//!
//! // 0 <-> 1 for ever by key 0, although key 1 leads from 1 to the good state 2.
//! let mut builder = GraphBuilder::default();
//! builder.push_initial(0);
//! builder.push_state([(1, 0)]);
//! builder.push_state([(0, 0), (2, 1)]);
//! builder.push_state([]);
//! let graph = builder.build().unwrap();
//! let good = BitSet::from_fn(graph.state_count(), |state| state == 2);
//!
//! let weak = check(&graph, &[Fairness::None, Fairness::Weak], Goal::Eventually(&good));
//! assert_eq!(weak.unwrap().cycle.len(), 2); // key 1 is disabled in state 0, time and again
//! let strong = check(&graph, &[Fairness::None, Fairness::Strong], Goal::Eventually(&good));
//! assert_eq!(strong, None);
//! ```

mod bitset;
mod components;
mod cycle;
mod debt;
mod tally;
mod validate;

pub use bitset::BitSet;
pub use validate::validate;

use crate::graph::{Edge, Graph, Key, State};
use crate::search::Cut;
use crate::watch::Patience;
use components::FairComponents;
use debt::Debt;

/// What a run owes to the actions with one key; each kind asks for more than the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fairness {
    /// It need never happen, even where nothing else can: a crash, a loss. A run may end where only
    /// such actions are enabled.
    Optional,
    /// A run may pass it over for ever, but only by doing something else.
    None,
    /// It is not enabled for ever without being taken.
    Weak,
    /// It is not enabled infinitely often while taken only finitely often. Implies `Weak`.
    Strong,
}

/// What every fair run should do; each set holds the states in which a predicate is true.
#[derive(Clone, Copy, Debug)]
pub enum Goal<'a> {
    /// Every fair run visits the set.
    Eventually(&'a BitSet),
    /// On every fair run, each `from`-state is itself, or is later followed by, a `to`-state.
    LeadsTo {
        /// Where the debt arises.
        from: &'a BitSet,
        /// Where it is paid.
        to: &'a BitSet,
    },
    /// Every fair run visits the set infinitely often (a run that rests must rest in it).
    InfinitelyOften(&'a BitSet),
}

impl Goal<'_> {
    /// Where the goal is reached.
    fn is_paid_in(&self, state: State) -> bool {
        match self {
            Goal::Eventually(good) | Goal::InfinitelyOften(good) => good.contains(state),
            Goal::LeadsTo { to, .. } => to.contains(state),
        }
    }

    fn assert_fits(&self, graph: &Graph) {
        let bounds = match self {
            Goal::Eventually(good) | Goal::InfinitelyOften(good) => [good.bound(), good.bound()],
            Goal::LeadsTo { from, to } => [from.bound(), to.bound()],
        };
        assert_eq!(
            bounds,
            [graph.state_count(); 2],
            "a goal's sets must cover the graph's states"
        );
    }
}

/// A fair run that breaks a goal: a prefix, and a cycle repeated for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasso {
    /// The initial state in which the run begins.
    pub start: State,
    /// The edges from `start` to the state in which the cycle begins.
    pub prefix: Vec<Edge>,
    /// The edges from that state back to it. None: the run rests there.
    pub cycle: Vec<Edge>,
}

impl Lasso {
    /// The state in which the cycle begins and ends, or in which the run rests.
    pub fn loop_state(&self, graph: &Graph) -> State {
        self.prefix
            .last()
            .map_or(self.start, |&edge| graph.target(edge))
    }

    /// The states of the prefix, then those of the cycle: `start` first, and the state in which the
    /// cycle closes not repeated. The run goes from the last one back to the one at index
    /// `prefix.len()`.
    pub fn states(&self, graph: &Graph) -> Vec<State> {
        let turns = self.cycle.len().saturating_sub(1);
        let edges = self.prefix.iter().chain(&self.cycle[..turns]);
        std::iter::once(self.start)
            .chain(edges.map(|&edge| graph.target(edge)))
            .collect()
    }
}

/// A fair run that breaks the goal, or `None` if the goal holds on every fair run (also if there is
/// no initial state).
///
/// `fairness` is indexed by key. The prefix is as short as any fair counterexample's can be; the
/// cycle is short, but not always the shortest. The same graph gives the same lasso: ties go to the
/// first initial state and the first edge.
///
/// # Panics
///
/// If `fairness` lacks a key of the graph, or a set of the goal was made for another number of
/// states.
pub fn check(graph: &Graph, fairness: &[Fairness], goal: Goal) -> Option<Lasso> {
    let endless = &mut Patience::endless();
    let lasso = check_within(graph, fairness, goal, endless);
    lasso.expect("endless patience does not run out")
}

/// As [`check`], unless patience runs out before.
pub fn check_within(
    graph: &Graph,
    fairness: &[Fairness],
    goal: Goal,
    patience: &mut Patience,
) -> Result<Option<Lasso>, Cut> {
    assert!(
        fairness.len() >= graph.key_count(),
        "the graph has {} keys, but fairness is given for {} only",
        graph.key_count(),
        fairness.len()
    );
    goal.assert_fits(graph);

    let debt = Debt::explore(graph, goal, patience)?;
    let fair = FairComponents::find(graph, fairness, debt.states(), patience)?;
    // The states come by distance: the first one from which a run need not pay has the shortest
    // prefix.
    let rests = |state| may_rest(graph, fairness, state);
    let mut by_distance = debt.states().iter().copied();
    let Some(end) = by_distance.find(|&state| rests(state) || fair.contains(state)) else {
        return Ok(None);
    };
    let (start, prefix) = debt.path_to(end);
    let cycle = match rests(end) {
        true => Vec::new(),
        false => cycle::fair_cycle(graph, fairness, &fair, end, patience)?,
    };
    Ok(Some(Lasso {
        start,
        prefix,
        cycle,
    }))
}

/// About how many bytes [`check`] takes for each state of a graph: what is known of each in `debt` and `components`.
pub const BYTES_PER_STATE: usize = 56;

/// Whether a run may stop in a state for good: nothing but optional actions is enabled there.
pub fn may_rest(graph: &Graph, fairness: &[Fairness], state: State) -> bool {
    graph
        .edges(state)
        .all(|edge| fairness[slot(graph.key(edge))] == Fairness::Optional)
}

/// An index into an array over keys.
fn slot(key: Key) -> usize {
    key as usize
}
