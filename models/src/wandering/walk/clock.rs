//! The passage of time, and what of the past is forgotten.

use super::super::figure_2::Stamp;
use super::super::rules::{Evidence, Host, Mutant, Time, Token};
use super::{NOW, State, Step, Walk, Watch};
use std::collections::BTreeMap;

impl Walk {
    /// Time passes: every moment lies so much further back.
    pub(super) fn wait(&self, state: &State, by: Time) -> (Step, State) {
        let mut next = state.clone();
        for mind in &mut next.minds {
            let component = &mut mind.component;
            component.since -= by;
            component.operated = component.operated.map(|at| at - by);
            if let Some(enabling) = &mut component.enabled {
                enabling.at -= by;
            }
            // NULL has been there for ever.
            mind.last.timestamp = mind.last.timestamp.saturating_sub(by);
        }
        for live in &mut next.tokens {
            live.until -= by;
        }
        map_tokens(&mut next, |token| Token {
            timestamp: token.timestamp - by,
            ..token
        });
        let cap = 2 * self.rules.constants.max;
        if !next.tokens.is_empty() {
            next.history.present = (next.history.present + by).min(cap);
        }
        let lost_for = next.history.lost_for;
        next.history.lost_for = lost_for.map(|age| (age + by).min(cap));
        (Step::Wait(by), next)
    }

    /// Whether `lasttoken.timestamp` is a generation time.
    fn stamps_are_timestamps(&self) -> bool {
        self.figure().is_some_and(|(figure, _)| match figure.stamp {
            Stamp::Generation | Stamp::Distance => true,
            Stamp::Arrival | Stamp::Execution => false,
        })
    }

    /// Forgets what nothing depends on any more.
    pub(super) fn settle(&self, state: &mut State) {
        let min = self.rules.constants.min;
        for (number, mind) in state.minds.iter_mut().enumerate() {
            let now = self.clock(Host(number as u16));
            let component = &mut mind.component;
            component.operated = component.operated.filter(|at| now <= at + min);
            if self.rules.mutant != Some(Mutant::Grudge) {
                component.enabled = component.enabled.filter(|e| now < e.at + min);
            }
            if let Some((figure, _)) = self.figure() {
                // One more than the comparison reaches back.
                if !self.stamps_are_timestamps() {
                    let oldest = now - figure.per - 1;
                    mind.last.timestamp = mind.last.timestamp.max(oldest);
                }
            }
        }
        self.forget_history(state);
        self.compress(state);
    }

    fn forget_history(&self, state: &mut State) {
        let history = &mut state.history;
        let counts = matches!(self.watch, Watch::Rounds | Watch::AnyRounds);
        if !counts {
            history.rounds = 0;
        }
        history.bereft &= self.watch == Watch::Rounds;
        if self.watch != Watch::Presence || state.tokens.is_empty() {
            history.present = 0;
        }
        if self.watch != Watch::First {
            history.lost_for = None;
            history.first = None;
        }
        // Once the first token is known, only whether it counts.
        if history.first.is_some() {
            history.lost_for = Some(0);
        }
    }

    /// Moves old timestamps together, as far as nothing can tell the difference.
    fn compress(&self, state: &mut State) {
        let (exact, gap) = match (self.figure(), self.rules.evidence) {
            (Some((figure, _)), _) => (1, figure.per + 1),
            (None, Evidence::Recent) => (1, 1),
            (None, Evidence::SinceGeneration) => (self.rules.constants.min + 1, 1),
        };
        // A token that is generated later may yet bear a timestamp as old as that.
        let exact = exact + self.lag;
        let mut stamps: Vec<Time> = Vec::new();
        map_tokens(state, |token| {
            stamps.push(token.timestamp);
            token
        });
        if self.stamps_are_timestamps() {
            stamps.extend(state.minds.iter().map(|mind| mind.last.timestamp));
        }
        stamps.sort_unstable_by(|a, b| b.cmp(a));
        stamps.dedup();
        let mut moved = BTreeMap::new();
        let (mut above, mut new_above) = (None, None);
        for stamp in stamps {
            let new = match (above, new_above) {
                (Some(above), Some(new_above)) if NOW - above >= exact => {
                    new_above - gap.min(above - stamp)
                }
                _ if NOW - stamp < exact => stamp,
                _ => NOW - (NOW - stamp).min(exact + gap - 1),
            };
            moved.insert(stamp, new);
            (above, new_above) = (Some(stamp), Some(new));
        }
        map_tokens(state, |token| Token {
            timestamp: moved[&token.timestamp],
            ..token
        });
        if self.stamps_are_timestamps() {
            for mind in &mut state.minds {
                mind.last.timestamp = moved[&mind.last.timestamp];
            }
        }
        state.tokens.sort_unstable();
    }
}

/// Changes every token that a state knows of.
fn map_tokens(state: &mut State, mut change: impl FnMut(Token) -> Token) {
    for live in &mut state.tokens {
        live.token = change(live.token);
    }
    for mind in &mut state.minds {
        if let Some(enabling) = &mut mind.component.enabled {
            enabling.by = change(enabling.by);
        }
        mind.last.id = mind.last.id.map(&mut change);
    }
    if let Some((first, _)) = &mut state.history.first {
        *first = change(*first);
    }
}
