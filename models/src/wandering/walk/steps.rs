//! The steps of a walk: a token arrives, leaves, is lost; a component generates one.

use super::super::figure_2::{Figure2, LastToken};
use super::super::rules::{Component, Decision, Host, Mutant, Time, Token};
use super::{Algorithm, History, Live, Mind, NOW, State, Step, Walk, Watch};

impl Walk {
    pub(super) fn start(&self) -> State {
        let mind = |host| Mind {
            component: Component::new(&self.rules, self.clock(Host(host))),
            last: LastToken::default(),
        };
        let mut state = State {
            minds: (0..self.hosts).map(mind).collect(),
            tokens: Vec::new(),
            lost: 0,
            over: false,
            history: History::default(),
        };
        let token = Token {
            timestamp: self.clock(Host(0)),
            generator: Host(0),
        };
        self.arrive(&mut state, token, Host(0));
        state
    }

    /// By how much the clock of a component is behind.
    fn lag_of(&self, host: Host) -> Time {
        match host {
            Host(0) => self.lag,
            Host(_) => 0,
        }
    }

    /// Now, by the clock of a component.
    pub(super) fn clock(&self, host: Host) -> Time {
        NOW - self.lag_of(host)
    }

    /// When a component generates a token if it receives none.
    pub(super) fn deadline(&self, state: &State, host: Host) -> Option<Time> {
        let mind = &state.minds[usize::from(host.0)];
        let by_its_clock = mind.component.deadline(&self.rules)?;
        Some(by_its_clock + self.lag_of(host))
    }

    pub(super) fn hosts(&self) -> impl Iterator<Item = Host> + use<> {
        (0..self.hosts).map(Host)
    }

    pub(super) fn figure(&self) -> Option<(Figure2, bool)> {
        match self.algorithm {
            Algorithm::Rules => None,
            Algorithm::RulesBeside(figure) => Some((figure, false)),
            Algorithm::Figure(figure) => Some((figure, true)),
        }
    }

    /// A token comes to a component: what becomes of it.
    fn arrive(&self, state: &mut State, token: Token, at: Host) -> Decision {
        let now = self.clock(at);
        let mind = &mut state.minds[usize::from(at.0)];
        let decision = match self.figure() {
            None => mind.component.receive(&self.rules, now, token),
            Some((figure, false)) => {
                let decision = mind.component.receive(&self.rules, now, token);
                let other = figure.receive(&mut mind.last, now, token);
                if decision != other {
                    state.history.disagreement = Some((at, decision, other));
                }
                decision
            }
            // `select` waits anew after each turn.
            Some((figure, true)) => {
                mind.component.since = now;
                let own = mind.last.id == Some(token);
                match own && self.rules.mutant == Some(Mutant::RemoveOwn) {
                    true => Decision::Remove,
                    false => figure.receive(&mut mind.last, now, token),
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
            going: None,
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
        let now = self.clock(live.at);
        mind.component.release(&self.rules, now, decision);
        if let Some((_, true)) = self.figure() {
            mind.component.since = now;
        }
        live
    }

    fn pass(&self, state: &State, token: usize, to: Host) -> (Step, State) {
        let mut next = state.clone();
        let live = match state.tokens[token].going {
            None => self.leave(&mut next, token),
            Some(_) => next.tokens.remove(token),
        };
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

    fn send(&self, state: &State, token: usize, to: Host) -> (Step, State) {
        let mut next = state.clone();
        let live = self.leave(&mut next, token);
        next.tokens.push(Live {
            until: NOW + 1,
            going: Some(to),
            used: false,
            ..live
        });
        next.tokens.sort_unstable();
        let (of, from) = (live.token.generator, live.at);
        (
            Step::Send {
                token,
                of,
                from,
                to,
            },
            next,
        )
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
        let now = self.clock(at);
        let mind = &mut next.minds[usize::from(at.0)];
        let (token, decision) = mind.component.regenerate(&self.rules, at, now);
        if let Some((figure, _)) = self.figure() {
            figure.regenerate(&mut mind.last, now, at);
        }
        self.note_first(&mut next, token);
        self.keep(&mut next, token, at, decision);
        next.over = next.tokens.len() > self.most;
        (Step::Regenerate(at), next)
    }

    /// When a token was generated, by the clock that most go by.
    fn generated(&self, token: Token) -> Time {
        token.timestamp + self.lag_of(token.generator)
    }

    /// The first of those generated after a loss; of several at the same moment the one that precedes.
    fn note_first(&self, state: &mut State, token: Token) {
        let Some(lost_for) = state.history.lost_for else {
            return;
        };
        state.history.first = match state.history.first {
            None => Some((token, lost_for > self.rules.constants.min)),
            Some((first, clean)) if self.generated(token) == self.generated(first) => {
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
        let generates = self.hosts().filter_map(|host| self.deadline(state, host));
        leaves.chain(generates).min()
    }

    /// What the component would do with a token that came now.
    pub fn would(&self, state: &State, at: Host, token: Token) -> Decision {
        let mind = &state.minds[usize::from(at.0)];
        match self.figure() {
            Some((figure, true)) => figure.judge(&mind.last, self.clock(at), token),
            None | Some((_, false)) => mind.component.judge(&self.rules, self.clock(at), token),
        }
    }

    pub(super) fn all_steps(&self, state: &State) -> Vec<(Step, State)> {
        let mut steps = self.remembering_steps(state);
        for (_, next) in &mut steps {
            self.settle(next);
        }
        steps
    }

    /// The steps into states in which nothing is forgotten.
    pub(super) fn remembering_steps(&self, state: &State) -> Vec<(Step, State)> {
        let mut steps = Vec::new();
        if state.over || state.history.disagreement.is_some() {
            return steps;
        }
        for (i, live) in state.tokens.iter().enumerate() {
            if live.until > NOW {
                continue;
            }
            if let Some(to) = live.going {
                steps.push(self.pass(state, i, to));
                continue;
            }
            let others = || self.hosts().filter(|to| *to != live.at);
            steps.extend(others().map(|to| self.pass(state, i, to)));
            if self.slow_passing {
                steps.extend(others().map(|to| self.send(state, i, to)));
            }
            if state.lost < self.losses {
                steps.push(self.lose(state, i));
            }
        }
        for host in self.hosts() {
            let due = self.deadline(state, host);
            if due.is_some_and(|due| due <= NOW) {
                steps.push(self.regenerate(state, host));
            }
        }
        if steps.is_empty() {
            let moment = self.next_moment(state);
            steps.extend(moment.map(|moment| self.wait(state, moment - NOW)));
        }
        steps
    }
}
