//! What no state rules out. The states are listed, and the steps walked backwards from the good ones. If that reached every
//! state of a finite chain, the good ones would be reached with probability 1; but walks in which there are more tokens than
//! are looked at are not followed, so that here it says only that the way back is open from where few tokens are.

use super::super::rules::Mutant;
use super::{Section5, State, Walk, Watch};
use std::collections::{HashMap, VecDeque};
use verdict_checker::catalog::{Assumption, Change, Model, Parameter, SetupError};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::size::Size;
use verdict_checker::space::Space;

/// What must happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Good {
    /// There is one token.
    OneToken,
    /// There has been a token for 2 ∆max without a break.
    Settled,
}

impl Good {
    fn is(self, walk: &Walk, state: &State) -> bool {
        match self {
            Good::OneToken => state.tokens.len() == 1,
            Good::Settled => state.history.present >= 2 * walk.rules.constants.max,
        }
    }
}

/// From every state of the walk a good one can be reached.
#[derive(Clone, Copy, Debug)]
pub struct AlmostSurely {
    /// The rules.
    pub of: Section5,
    /// What must happen.
    pub good: Good,
}

impl AlmostSurely {
    /// Spurious tokens are removed until there is one.
    pub const fn one_token(of: Section5) -> Self {
        let good = Good::OneToken;
        AlmostSurely { of, good }
    }

    /// After a loss there is a token again that stays.
    pub const fn settled(of: Section5) -> Self {
        AlmostSurely {
            of: of.watching(Watch::Presence),
            good: Good::Settled,
        }
    }
}

impl Model for AlmostSurely {
    type Mutant = Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        self.of.parameters()
    }

    fn build(&self, size: &Size, mutant: Option<Mutant>) -> Result<Domain, SetupError> {
        let walk = self.of.build(size, mutant)?;
        let good = self.good;
        let setting = format!(
            "{}; each choice has some probability",
            Space::setting(&walk)
        );
        Ok(Domain::new(setting, move || vec![instance(&walk, good)]))
    }

    fn assumptions(&self, size: &Size) -> Result<Vec<Assumption>, SetupError> {
        self.of.assumptions(size)
    }

    fn change(&mut self, name: &str, change: Change) -> bool {
        self.of.change(name, change)
    }
}

/// How many states are listed at most. They are kept in full, all of them before the search begins, so no limit of a search ends it.
const MOST_LISTED: usize = 1 << 20;

fn instance(walk: &Walk, good: Good) -> Instance {
    let Some((states, stuck)) = count(walk, good) else {
        return Instance::left_out(format!("more than {MOST_LISTED} states"));
    };
    Instance::new("all states")
        .with("states", states)
        .with("from which no good state can be reached", stuck)
        .must(stuck == 0)
}

/// How many states there are with fewer tokens than are looked at, and from how many of them no good one can be reached. (A
/// state with as many may be on the point of having more, which is not followed.) Nothing if there are too many.
fn count(walk: &Walk, good: Good) -> Option<(usize, usize)> {
    let first = walk.initial().remove(0);
    let mut numbers = HashMap::from([(first.clone(), 0)]);
    let mut states = VecDeque::from([first]);
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let mut reached = Vec::new();
    let mut open = Vec::new();
    while let Some(state) = states.pop_front() {
        let number = reached.len();
        let is_good = !state.over && good.is(walk, &state);
        let counts = state.tokens.len() < walk.most;
        reached.push((is_good, counts));
        if is_good {
            open.push(number);
        }
        for (_, next) in walk.steps(&state) {
            let to = *numbers.entry(next.clone()).or_insert(before.len());
            if to == before.len() {
                if to == MOST_LISTED {
                    return None;
                }
                before.push(Vec::new());
                states.push_back(next);
            }
            before[to].push(number);
        }
    }
    while let Some(number) = open.pop() {
        for from in std::mem::take(&mut before[number]) {
            if !reached[from].0 {
                reached[from].0 = true;
                open.push(from);
            }
        }
    }
    let counted = reached.iter().filter(|(_, counts)| *counts);
    let stuck = counted.clone().filter(|(reached, _)| !reached).count();
    Some((counted.count(), stuck))
}
