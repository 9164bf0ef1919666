//! The walk as a space: steps, labels, what a reader sees of a state.

use super::super::rules::{Decision, Enabling, Host, Time, Token};
use super::{Live, NOW, State, Step, Walk, Watch};
use serde_json::{Map, Value, json};
use verdict_checker::space::{Space, Visit, fingerprint, first_word};
use verdict_checker::trace;

fn name(host: Host) -> String {
    format!("S{}", host.0)
}

/// A token by its place among those in the system, the oldest first, and its generator: `token 1 of S2`.
fn token_name(place: usize, of: Host) -> String {
    format!("token {place} of {}", name(of))
}

fn ago(now: Time, at: Time) -> String {
    match now - at {
        0 => "now".to_owned(),
        ticks => format!("{ticks} ago"),
    }
}

/// `token 0 of S2 (stamp -4), used by S1 for 1`: its timestamp relative to now, as far as it is kept.
fn token((place, live): (usize, &Live)) -> String {
    let called = token_name(place, live.token.generator);
    let age = NOW - live.token.timestamp;
    let rest = live.until - NOW;
    let at = name(live.at);
    let what = match live.going {
        Some(to) => format!("on its way from {at} to {}", name(to)),
        None if live.used => format!("used by {at}"),
        None => format!("with {at}"),
    };
    format!("{called} (stamp -{age}), {what} for {rest}")
}

impl Walk {
    /// How a token is called that may not be there any more.
    fn remembered(&self, state: &State, token: Token) -> String {
        let place = state.tokens.iter().position(|live| live.token == token);
        match place {
            Some(place) => token_name(place, token.generator),
            None => {
                let age = NOW - token.timestamp;
                format!("a gone token of {} (stamp -{age})", name(token.generator))
            }
        }
    }

    fn lane(&self, state: &State, host: usize) -> Map<String, Value> {
        let mind = &state.minds[host];
        let host = Host(host as u16);
        let now = self.clock(host);
        let mut lane = Map::new();
        if let Some(Enabling { by, at }) = mind.component.enabled {
            let by = self.remembered(state, by);
            lane.insert(
                "enabled".to_owned(),
                json!(format!("by {by} {}", ago(now, at))),
            );
        }
        if let Some(at) = mind.component.operated {
            lane.insert("operated".to_owned(), json!(ago(now, at)));
        }
        if let Some(due) = self.deadline(state, host) {
            let due = due.saturating_sub(NOW);
            lane.insert("regenerates in".to_owned(), json!(due));
        }
        if let (Some(_), Some(id)) = (self.figure(), mind.last.id) {
            let id = self.remembered(state, id);
            let stamp = ago(now, mind.last.timestamp);
            lane.insert("lasttoken".to_owned(), json!(format!("{id}, {stamp}")));
        }
        lane
    }
}

impl Space for Walk {
    type State = State;
    type OwnedState = State;
    type Row = Vec<State>;
    type Step = Step;
    type Scratch = ();

    fn scratch(&self) {}

    fn initial(&self) -> Vec<State> {
        let mut state = self.start();
        self.settle(&mut state);
        vec![state]
    }

    fn fingerprint(&self, state: &State) -> u64 {
        fingerprint(state)
    }

    fn expand(&self, state: &State, (): &mut (), visit: &mut impl Visit<Vec<State>>) {
        for (_, next) in self.all_steps(state) {
            visit.successor(fingerprint(&next), |row| {
                row.push(next);
                true
            });
        }
    }

    fn steps(&self, state: &State) -> Vec<(Step, State)> {
        self.all_steps(state)
    }

    fn label(&self, step: &Step) -> String {
        match *step {
            Step::Wait(by) => format!("wait {by}"),
            Step::Pass {
                token,
                of,
                from,
                to,
                decision,
            } => {
                let [from, to] = [from, to].map(name);
                let token = token_name(token, of);
                let what = match decision {
                    Decision::Use => "which uses it",
                    Decision::PassOn => "which will pass it on",
                    Decision::Remove => "which discards it",
                };
                format!("pass {token} from {from} to {to}, {what}")
            }
            Step::Send {
                token,
                of,
                from,
                to,
            } => {
                let [from, to] = [from, to].map(name);
                format!("send {} from {from} to {to}", token_name(token, of))
            }
            Step::Lose { token, of, from } => {
                format!("lose {} from {}", token_name(token, of), name(from))
            }
            Step::Regenerate(at) => format!("regenerate {}", name(at)),
        }
    }

    /// To a scheduler a pass is the same whatever becomes of the token.
    fn action(&self, step: &Step) -> (String, String) {
        let label = match *step {
            Step::Pass { of, from, to, .. } => {
                let [of, from, to] = [of, from, to].map(name);
                format!("pass a token of {of} from {from} to {to}")
            }
            Step::Wait(_) => "wait".to_owned(),
            Step::Send { of, from, to, .. } => {
                let [of, from, to] = [of, from, to].map(name);
                format!("send a token of {of} from {from} to {to}")
            }
            Step::Lose { .. } | Step::Regenerate(_) => self.label(step),
        };
        (first_word(&label), label)
    }

    fn describe(&self, _: &State, step: &Step, _: &State) -> trace::Step {
        let label = self.label(step);
        let mut told = trace::Step {
            kind: first_word(&label),
            label,
            ..trace::Step::default()
        };
        match *step {
            Step::Wait(_) => {}
            Step::Pass { from, .. } | Step::Send { from, .. } => told.at = Some(name(from)),
            Step::Lose { token, of, from } => {
                told.from = Some(name(from));
                told.message = Some(token_name(token, of));
            }
            Step::Regenerate(at) => told.at = Some(name(at)),
        }
        told
    }

    fn lanes(&self) -> Vec<String> {
        (0..self.hosts).map(|i| name(Host(i))).collect()
    }

    fn show(&self, state: &State) -> Map<String, Value> {
        let lanes = (0..usize::from(self.hosts)).map(|i| {
            let lane = self.lane(state, i);
            (name(Host(i as u16)), lane.into())
        });
        let mut shown = Map::from_iter(lanes);
        let tokens: Vec<_> = state.tokens.iter().enumerate().map(token).collect();
        shown.insert("tokens".to_owned(), json!(tokens));
        shown.insert("lost".to_owned(), json!(state.lost));
        shown.insert("over".to_owned(), json!(state.over));
        match self.watch {
            Watch::Rounds | Watch::AnyRounds => {
                shown.insert("bereft".to_owned(), json!(state.history.bereft));
                shown.insert("rounds".to_owned(), json!(state.history.rounds));
            }
            Watch::Presence => {
                shown.insert("present for".to_owned(), json!(state.history.present));
            }
            Watch::First => {
                let first = state.history.first.map(|(token, clean)| {
                    let when = ago(NOW, token.timestamp);
                    format!("{} {when}, clean: {clean}", name(token.generator))
                });
                shown.insert("first after the loss".to_owned(), json!(first));
                let lost = state.history.lost_for;
                shown.insert("lost for".to_owned(), json!(lost));
            }
            Watch::Nothing => {}
        }
        if self.figure().is_some() {
            let told = state.history.disagreement.map(|(at, here, other)| {
                format!("{} by the rules: {here:?}; by Fig. 2: {other:?}", name(at))
            });
            shown.insert("disagreement".to_owned(), json!(told));
        }
        shown
    }

    fn setting(&self) -> String {
        let losses = match self.losses {
            0 => "no token is lost".to_owned(),
            1 => "up to 1 token lost".to_owned(),
            many => format!("up to {many} tokens lost"),
        };
        let most = self.most;
        let passing = match self.slow_passing {
            true => "passing takes up to a tick",
            false => "passing takes no time",
        };
        let clock = match self.lag {
            0 => "one clock".to_owned(),
            lag => format!("the clock of {} is {lag} tick behind", name(Host(0))),
        };
        format!(
            "{passing}; a token goes to any other component; {clock}; {losses}; runs are followed as \
             long as there are at most {most} tokens at once; S0 has just got the only token"
        )
    }

    fn vocabulary(&self) -> Vec<String> {
        let mut words = vec!["wait ", "pass "];
        // Between two components a token goes to and fro, and nobody waits long for it.
        if self.hosts > 2 || self.losses > 0 {
            words.push("regenerate ");
        }
        if self.losses > 0 {
            words.push("lose ");
        }
        if self.slow_passing {
            words.push("send ");
        }
        words.into_iter().map(str::to_owned).collect()
    }
}
