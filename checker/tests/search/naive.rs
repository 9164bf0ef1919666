//! Breadth-first search as in a textbook: a queue and a map.

use crate::puzzles::Puzzle;
use std::collections::HashMap;

/// The depth of a state, and from which state and by which action it was first reached.
type Found<Action> = (usize, Option<(usize, Action)>);

/// All that a search can find out.
pub struct Naive<P: Puzzle> {
    /// In order of discovery.
    pub states: Vec<P::State>,
    /// How each state was first reached.
    found: Vec<Found<P::Action>>,
    total: usize,
    branching: usize,
    /// Whether no initial state is given twice.
    pub starts_differ: bool,
}

pub fn explore<P: Puzzle>(puzzle: &P) -> Naive<P> {
    let starts = puzzle.starts();
    let mut naive = Naive::<P> {
        states: Vec::new(),
        found: Vec::new(),
        total: starts.len(),
        branching: 0,
        starts_differ: true,
    };
    let mut numbers = HashMap::new();
    for start in starts {
        if numbers.insert(start.clone(), numbers.len()).is_none() {
            naive.states.push(start);
            naive.found.push((0, None));
        }
    }
    naive.starts_differ = naive.states.len() == naive.total;
    let mut at = 0;
    while at < naive.states.len() {
        let moves = puzzle.moves(&naive.states[at]);
        naive.total += moves.len();
        naive.branching = naive.branching.max(moves.len());
        for (action, next) in moves {
            if !numbers.contains_key(&next) {
                numbers.insert(next.clone(), naive.states.len());
                naive.states.push(next);
                let depth = naive.found[at].0 + 1;
                naive.found.push((depth, Some((at, action))));
            }
        }
        at += 1;
    }
    naive
}

impl<P: Puzzle> Naive<P> {
    /// Distinct states, generated states, depth, largest branching.
    pub fn counts(&self) -> [usize; 4] {
        let depth = self.found.last().map_or(0, |(depth, _)| *depth);
        [self.states.len(), self.total, depth, self.branching]
    }

    /// The actions to the first state that satisfies this.
    pub fn way_to(&self, wanted: impl Fn(&P::State) -> bool) -> Option<Vec<String>> {
        let end = self.states.iter().position(wanted)?;
        Some(self.way_to_number(end))
    }

    pub fn way_to_a_bad_state(&self, puzzle: &P) -> Option<Vec<String>> {
        self.way_to(|state| puzzle.bad(state))
    }

    fn way_to_number(&self, end: usize) -> Vec<String> {
        let mut way = Vec::new();
        let mut at = end;
        while let Some((parent, action)) = &self.found[at].1 {
            way.push(format!("{action:?}"));
            at = *parent;
        }
        way.reverse();
        way
    }

    /// The actions of the first run whose last move satisfies this.
    pub fn way_by_move(
        &self,
        puzzle: &P,
        wanted: impl Fn(&P::State, &P::State) -> bool,
    ) -> Option<Vec<String>> {
        self.states.iter().enumerate().find_map(|(number, state)| {
            let mut moves = puzzle.moves(state).into_iter();
            let (action, _) = moves.find(|(_, next)| wanted(state, next))?;
            let mut way = self.way_to_number(number);
            way.push(format!("{action:?}"));
            Some(way)
        })
    }

    /// How many states a search has seen that stops after the level in which it found a way of
    /// this length, or that never stops.
    pub fn seen_with_a_way_of(&self, length: Option<usize>) -> usize {
        let near = |(depth, _): &&(usize, _)| length.is_none_or(|length| *depth <= length);
        self.found.iter().filter(near).count()
    }
}
