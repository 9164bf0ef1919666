//! A run with the constants of Table 2 in which a lost token is never replaced by one that stays: too long to be found by
//! searching all runs, so that here it is directed, and checked step by step against the same space.
//!
//! Seven components. Before the loss the token goes to and fro between S5 and S6 (at first S4), and looks in on S1, S2, S3
//! and S4, about 360 units apart. It is lost shortly before S0, which it has not visited since the start, waits no longer.
//! From then on, whoever generates a token sends it to the one that generated the last; that one uses it, and sends it
//! to the one before; which was enabled by an older token less than ∆min ago, and discards it. The
//! next component waits no longer about 360 units later.

use super::super::rules::{Adaptive, Host, Mutant, Rules, Time};
use super::{Algorithm, Section5, State, Step, Walk, Watch};
use std::collections::HashMap;
use verdict_checker::catalog::{Model, Parameter, SetupError};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::size::Size;
use verdict_checker::space::Space;

const HOSTS: u16 = 7;
const HUBS: [Host; 2] = [Host(5), Host(6)];
/// Between two visits to the others before the loss.
const APART: Time = 360;
/// When the second hub is visited first, so that it uses the token again shortly before the loss.
const LATE: Time = 500;
/// When the token is lost, at the next occasion.
const LOSS: Time = 1790;
/// After so many steps a run that has not come back to an earlier state is given up.
const PATIENCE: usize = 20_000;

/// What became of the directed run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How many steps lead to the part that repeats, and how long that is in steps and in time; none if it never does.
    pub cycle: Option<(usize, usize, Time)>,
    /// How often the last token was removed before the part that repeats.
    pub before: usize,
    /// And in each turn of it.
    pub vanished: usize,
}

/// Chooses the steps.
struct Director {
    elapsed: Time,
    looked_in: u16,
    lost: bool,
    /// Who generated a token, the last behind.
    generators: Vec<Host>,
}

impl Director {
    /// The step to take; none if the run has left the path.
    fn choose(&mut self, state: &State, steps: &[(Step, State)]) -> Option<usize> {
        let at = |wanted: &dyn Fn(&Step) -> bool| steps.iter().position(|(step, _)| wanted(step));
        let holder = state.tokens.iter().find(|live| live.until <= super::NOW);
        let chosen = match holder {
            None => at(&|step| matches!(step, Step::Wait(_) | Step::Regenerate(_))),
            Some(live) if self.lost => {
                let to = self.next_for(live.at)?;
                at(&|step| matches!(step, Step::Pass { to: host, .. } if *host == to))
            }
            Some(live) if self.elapsed >= LOSS && HUBS.contains(&live.at) => {
                at(&|step| matches!(step, Step::Lose { .. }))
            }
            Some(live) => {
                let to = self.before_the_loss(live.at);
                at(&|step| matches!(step, Step::Pass { to: host, .. } if *host == to))
            }
        }?;
        match steps[chosen].0 {
            Step::Wait(by) => self.elapsed += by,
            Step::Lose { .. } => self.lost = true,
            Step::Regenerate(host) => self.generators.push(host),
            Step::Pass { .. } | Step::Send { .. } => {}
        }
        Some(chosen)
    }

    fn before_the_loss(&mut self, at: Host) -> Host {
        let due = self.looked_in < 4 && self.elapsed >= APART * Time::from(self.looked_in + 1);
        if HUBS.contains(&at) && due {
            self.looked_in += 1;
            return Host(self.looked_in);
        }
        match at == HUBS[0] {
            true if self.elapsed < LATE => Host(4),
            true => HUBS[1],
            false => HUBS[0],
        }
    }

    /// From its generator to the one before, and from there to the one before that.
    fn next_for(&self, at: Host) -> Option<Host> {
        let place = self.generators.iter().rposition(|host| *host == at)?;
        self.generators.get(place.checked_sub(1)?).copied()
    }
}

/// The run under these rules, up to where it repeats.
pub fn directed(adaptive: Adaptive, mutant: Option<Mutant>) -> Outcome {
    let walk = Walk {
        hosts: HOSTS,
        rules: Rules {
            adaptive,
            mutant,
            ..Section5::TEXT.rules
        },
        algorithm: Algorithm::Rules,
        watch: Watch::Nothing,
        most: 2,
        losses: 1,
        lag: 0,
        slow_passing: false,
        rounds: 0,
    };
    let mut director = Director {
        elapsed: 0,
        looked_in: 0,
        lost: false,
        generators: HUBS.to_vec(),
    };
    let mut state = walk.initial().remove(0);
    let mut seen: HashMap<State, (usize, Time, usize)> = HashMap::new();
    let mut vanished = 0;
    for number in 0..PATIENCE {
        if director.lost {
            let here = (number, director.elapsed, vanished);
            if let Some((first, then, before)) = seen.insert(state.clone(), here) {
                return Outcome {
                    cycle: Some((first, number - first, director.elapsed - then)),
                    before,
                    vanished: vanished - before,
                };
            }
        }
        let mut steps = walk.steps(&state);
        let Some(chosen) = director.choose(&state, &steps) else {
            break;
        };
        let (step, next) = steps.swap_remove(chosen);
        let removed = matches!(step, Step::Pass { .. }) && next.tokens.is_empty();
        vanished += usize::from(removed);
        state = next;
    }
    Outcome {
        cycle: None,
        before: vanished,
        vanished: 0,
    }
}

/// The directed run with the fixed timeout: whether a token stays in the end.
#[derive(Clone, Copy, Debug)]
pub struct Table2;

impl Model for Table2 {
    type Mutant = Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn build(&self, _: &Size, mutant: Option<Mutant>) -> Result<Domain, SetupError> {
        let setting = "N = 7; Delta_skip = 1, Delta_op = 4, Delta_min = 600, Delta_max = 1800; one token lost; one \
                       run, directed";
        Ok(Domain::new(setting, move || vec![instance(mutant)]))
    }
}

fn instance(mutant: Option<Mutant>) -> Instance {
    let Outcome {
        cycle,
        before,
        vanished,
    } = directed(Adaptive::Off, mutant);
    let (first, steps, time) = cycle.unwrap_or_default();
    Instance::new("the directed run")
        .with("removed before", before)
        .with("removed in each turn", vanished)
        .must(cycle.is_none() || vanished == 0)
        .or_say(format!(
            "After {first} steps, the loss among them, the run repeats for ever: in the {steps} steps and {time} time \
             units of each turn the last token is removed {vanished} times, and none is ever lost again."
        ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each of the seven is the killer of a token about every 1805 = ∆max + ∆skip + ∆op units, five generations apart;
    /// the pattern is the same again after all seven have had each of the five places.
    #[test]
    fn the_directed_run_repeats_after_seven_times_the_time_between_two_tokens_of_a_component() {
        let outcome = directed(Adaptive::Off, None);
        let (_, _, time) = outcome.cycle.expect("it repeats");
        assert_eq!(time, 7 * (1800 + 1 + 4));
        assert_eq!(outcome.vanished, 7 * 5);
    }

    #[test]
    fn the_adaptive_timeout_ends_the_directed_run() {
        let outcome = directed(Adaptive::On, None);
        assert_eq!(outcome.before, 7, "the first dominoes fall all the same");
        assert_eq!(outcome.vanished, 0);
    }
}
