//! Section 5 in ticks: tokens that wander among N components, each of which follows [`super::rules`] (or the loop of
//! [`super::figure_2`]), with every random choice open: where a token goes next, and whether it is lost on the way.
//!
//! Modelled: passing takes no time, as in section 6. A token stays for ∆op where it is used and for ∆skip where it is not;
//! a new one leaves after ∆skip. Time passes at once to the next moment at which something is due; what is due at the same
//! moment happens in any order. Not modelled: what several tokens do at one component at the same time beyond what the
//! rules say of each; clocks that differ.
//!
//! The space is finite although time goes on: all moments are kept relative to now, an operation or enabling older than
//! ∆min is forgotten because nothing depends on it any more, and of the timestamps only the order is kept, or, where the
//! rules compare more than the order, as much of the distances as they compare.

mod chain;
mod clock;
mod properties;
mod setting;
mod space;
mod table_2;
#[cfg(test)]
mod tests;

pub use chain::AlmostSurely;
pub use properties::{
    at_most_one_operation_per_period, decides_as_the_rules, every_recent_component_removes,
    one_token_without_starvation, operates_again, removal_can_happen, removed_in_the_end,
    replaced_and_stays, replaced_for_good, replaced_in_the_end, the_first_persists,
    the_newest_stays, the_oldest_stays, vanish_in_rounds,
};
pub use setting::{Algorithm, Part, Section5, Watch};
pub use table_2::Table2;

use super::figure_2::{Figure2, LastToken};
use super::rules::{Component, Decision, Host, Mutant, Rules, Time, Token};

/// Now. All moments of a state are relative to it.
pub const NOW: Time = 1_000_000;

/// A component.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mind {
    /// What section 5 has it know.
    pub component: Component,
    /// What Fig. 2 has it know, if the figure has a part in the run.
    pub last: LastToken,
}

/// A token in the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Live {
    /// Which.
    pub token: Token,
    /// Where it is.
    pub at: Host,
    /// Until when.
    pub until: Time,
    /// Whether it is being used there.
    pub used: bool,
}

/// What is only recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct History {
    /// The only token there was has been lost.
    pub bereft: bool,
    /// How often the last token was removed since, up to a number.
    pub rounds: u8,
    /// For how long there has been a token without a break, up to a time.
    pub present: Time,
    /// How long ago the only token was lost, up to a time.
    pub lost_for: Option<Time>,
    /// The first token generated after the loss, and whether the loss was then more than ∆min ago.
    pub first: Option<(Token, bool)>,
    /// What a component did with a token, and what the other description of the algorithm would have it do.
    pub disagreement: Option<(Host, Decision, Decision)>,
}

/// A state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The components.
    pub minds: Vec<Mind>,
    /// The tokens, sorted.
    pub tokens: Vec<Live>,
    /// How many tokens were lost.
    pub lost: u8,
    /// There are more tokens than the model looks at: the run ends here.
    pub over: bool,
    /// What is only recorded.
    pub history: History,
}

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Time passes until the next moment at which something is due.
    Wait(Time),
    /// A token is passed on.
    Pass {
        /// Which: its place among the tokens, the oldest first.
        token: usize,
        /// Who generated it.
        of: Host,
        /// From where.
        from: Host,
        /// To where.
        to: Host,
        /// What becomes of it there.
        decision: Decision,
    },
    /// A token is lost while it is passed on.
    Lose {
        /// Which.
        token: usize,
        /// Who generated it.
        of: Host,
        /// From where.
        from: Host,
    },
    /// A component generates a token.
    Regenerate(Host),
}

/// Components and tokens.
#[derive(Clone, Debug)]
pub struct Walk {
    /// How many components.
    pub hosts: u16,
    /// Section 5, as it is read.
    pub rules: Rules,
    /// Who decides.
    pub algorithm: Algorithm,
    /// What is recorded.
    pub watch: Watch,
    /// How many tokens there may be at once; a run in which there are more is followed up to there.
    pub most: usize,
    /// How many tokens may be lost.
    pub losses: u8,
    /// Up to how many rounds are counted.
    pub rounds: u8,
}

impl Walk {
    fn start(&self) -> State {
        let mind = Mind {
            component: Component::new(&self.rules, NOW),
            last: LastToken::default(),
        };
        let mut state = State {
            minds: vec![mind; usize::from(self.hosts)],
            tokens: Vec::new(),
            lost: 0,
            over: false,
            history: History::default(),
        };
        let token = Token {
            timestamp: NOW,
            generator: Host(0),
        };
        self.arrive(&mut state, token, Host(0));
        state
    }

    fn figure(&self) -> Option<(Figure2, bool)> {
        match self.algorithm {
            Algorithm::Rules => None,
            Algorithm::RulesBeside(figure) => Some((figure, false)),
            Algorithm::Figure(figure) => Some((figure, true)),
        }
    }

    /// A token comes to a component: what becomes of it.
    fn arrive(&self, state: &mut State, token: Token, at: Host) -> Decision {
        let mind = &mut state.minds[usize::from(at.0)];
        let decision = match self.figure() {
            None => mind.component.receive(&self.rules, NOW, token),
            Some((figure, false)) => {
                let decision = mind.component.receive(&self.rules, NOW, token);
                let other = figure.receive(&mut mind.last, NOW, token);
                if decision != other {
                    state.history.disagreement = Some((at, decision, other));
                }
                decision
            }
            // `select` waits anew after each turn.
            Some((figure, true)) => {
                mind.component.since = NOW;
                let own = mind.last.id == Some(token);
                match own && self.rules.mutant == Some(Mutant::RemoveOwn) {
                    true => Decision::Remove,
                    false => figure.receive(&mut mind.last, NOW, token),
                }
            }
        };
        if decision != Decision::Remove {
            self.keep(state, token, at, decision);
        }
        decision
    }

    fn keep(&self, state: &mut State, token: Token, at: Host, decision: Decision) {
        state.tokens.push(Live {
            token,
            at,
            until: NOW + decision.stay(&self.rules.constants),
            used: decision == Decision::Use,
        });
        state.tokens.sort_unstable();
    }

    /// A token leaves where it is.
    fn leave(&self, state: &mut State, token: usize) -> Live {
        let live = state.tokens.remove(token);
        let mind = &mut state.minds[usize::from(live.at.0)];
        let decision = match live.used {
            true => Decision::Use,
            false => Decision::PassOn,
        };
        mind.component.release(&self.rules, NOW, decision);
        if let Some((_, true)) = self.figure() {
            mind.component.since = NOW;
        }
        live
    }

    fn pass(&self, state: &State, token: usize, to: Host) -> (Step, State) {
        let mut next = state.clone();
        let live = self.leave(&mut next, token);
        let decision = self.arrive(&mut next, live.token, to);
        let counts = next.history.bereft || self.watch == Watch::AnyRounds;
        if decision == Decision::Remove && next.tokens.is_empty() && counts {
            next.history.rounds = (next.history.rounds + 1).min(self.rounds);
        }
        let step = Step::Pass {
            token,
            of: live.token.generator,
            from: live.at,
            to,
            decision,
        };
        (step, next)
    }

    fn lose(&self, state: &State, token: usize) -> (Step, State) {
        let mut next = state.clone();
        let live = self.leave(&mut next, token);
        next.lost += 1;
        let alone = next.tokens.is_empty();
        next.history.lost_for = alone.then_some(0);
        next.history.bereft |= alone;
        let (of, from) = (live.token.generator, live.at);
        (Step::Lose { token, of, from }, next)
    }

    fn regenerate(&self, state: &State, at: Host) -> (Step, State) {
        let mut next = state.clone();
        let mind = &mut next.minds[usize::from(at.0)];
        let (token, decision) = mind.component.regenerate(&self.rules, at, NOW);
        if let Some((figure, _)) = self.figure() {
            figure.regenerate(&mut mind.last, NOW, at);
        }
        self.note_first(&mut next, token);
        self.keep(&mut next, token, at, decision);
        next.over = next.tokens.len() > self.most;
        (Step::Regenerate(at), next)
    }

    /// The first of those generated after a loss; of several at the same moment the one that precedes.
    fn note_first(&self, state: &mut State, token: Token) {
        let Some(lost_for) = state.history.lost_for else {
            return;
        };
        state.history.first = match state.history.first {
            None => Some((token, lost_for > self.rules.constants.min)),
            Some((first, clean)) if token.timestamp == first.timestamp => {
                let first = match self.rules.precedes(token, first) {
                    true => token,
                    false => first,
                };
                Some((first, clean))
            }
            Some(earlier) => Some(earlier),
        };
    }

    /// When something is due next.
    fn next_moment(&self, state: &State) -> Option<Time> {
        let leaves = state.tokens.iter().map(|live| live.until);
        let generates = state
            .minds
            .iter()
            .filter_map(|mind| mind.component.deadline(&self.rules));
        leaves.chain(generates).min()
    }

    /// What the component would do with a token that came now.
    pub fn would(&self, state: &State, at: Host, token: Token) -> Decision {
        let mind = &state.minds[usize::from(at.0)];
        match self.figure() {
            Some((figure, true)) => figure.judge(&mind.last, NOW, token),
            None | Some((_, false)) => mind.component.judge(&self.rules, NOW, token),
        }
    }

    fn all_steps(&self, state: &State) -> Vec<(Step, State)> {
        let mut steps = self.remembering_steps(state);
        for (_, next) in &mut steps {
            self.settle(next);
        }
        steps
    }

    /// The steps into states in which nothing is forgotten.
    fn remembering_steps(&self, state: &State) -> Vec<(Step, State)> {
        let mut steps = Vec::new();
        if state.over || state.history.disagreement.is_some() {
            return steps;
        }
        for (i, live) in state.tokens.iter().enumerate() {
            if live.until > NOW {
                continue;
            }
            let others = (0..self.hosts).map(Host).filter(|to| *to != live.at);
            steps.extend(others.map(|to| self.pass(state, i, to)));
            if state.lost < self.losses {
                steps.push(self.lose(state, i));
            }
        }
        for (i, mind) in state.minds.iter().enumerate() {
            let due = mind.component.deadline(&self.rules);
            if due.is_some_and(|due| due <= NOW) {
                steps.push(self.regenerate(state, Host(i as u16)));
            }
        }
        if steps.is_empty() {
            let moment = self.next_moment(state);
            steps.extend(moment.map(|moment| self.wait(state, moment - NOW)));
        }
        steps
    }
}
