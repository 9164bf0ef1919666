//! How a simulation chooses the next step.

use super::Simulation;
use crate::random::Random;
use crate::space::Space;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

/// How the next step is chosen among those that are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Each with the same chance.
    Uniform,
    /// First the class of the step, then one of that class. Every run draws anew how often each class is
    /// chosen, from 1 to 256 times: so in some runs crashes are rare and much happens before the first one,
    /// and in others they come early and often.
    Weights,
    /// By priorities, after Burckhardt, Kothari, Musuvathi, Nagarakatte: A randomized scheduler with
    /// probabilistic guarantees of finding bugs (PCT), 2010. Everyone who can act (each lane once for every
    /// class of its steps) gets a random priority, and the highest that can act does. Few changes of
    /// priority are enough for most bugs: one that needs d constraints on the order of steps needs d - 1.
    Priorities {
        /// d: at d - 1 random moments, whoever acts then gets the lowest priority from there on.
        changes: usize,
    },
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Schedule::Uniform => f.write_str("uniform"),
            Schedule::Weights => f.write_str("weights"),
            Schedule::Priorities { changes } => write!(f, "priorities:{changes}"),
        }
    }
}

/// A text that is no schedule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a schedule; schedules are `uniform`, `weights`, and `priorities:3` with any number from 1 on"
)]
pub struct NotASchedule(String);

impl FromStr for Schedule {
    type Err = NotASchedule;

    fn from_str(text: &str) -> Result<Self, NotASchedule> {
        for plain in [Schedule::Uniform, Schedule::Weights] {
            if text == plain.to_string() {
                return Ok(plain);
            }
        }
        let changes = text
            .strip_prefix("priorities:")
            .and_then(|number| number.parse().ok());
        match changes {
            Some(changes) if changes > 0 => Ok(Schedule::Priorities { changes }),
            _ => Err(NotASchedule(text.to_owned())),
        }
    }
}

/// Numbers for those who act and for the classes of what they do, so that a step needs to be described
/// only once.
pub(super) struct Actors<Step> {
    by_step: HashMap<Step, Actor>,
    numbers: HashMap<(String, Option<String>), u32>,
}

/// Who takes a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Actor {
    /// The class of the step.
    class: u32,
    /// The class of the step, on its lane.
    lane: u32,
}

impl<Step> Default for Actors<Step> {
    fn default() -> Self {
        Actors {
            by_step: HashMap::new(),
            numbers: HashMap::new(),
        }
    }
}

impl<Step: Clone + Eq + Hash> Actors<Step> {
    /// Who takes this step.
    pub(super) fn of<S: Space<Step = Step>>(
        &mut self,
        space: &S,
        before: &S::State,
        step: &Step,
        after: &S::State,
    ) -> Actor {
        if let Some(actor) = self.by_step.get(step) {
            return *actor;
        }
        let (class, action) = space.action(step);
        // On no lane, each action stands for itself.
        let lane = space.describe(before, step, after).at.unwrap_or(action);
        let actor = Actor {
            class: self.number(class.clone(), None),
            lane: self.number(class, Some(lane)),
        };
        self.by_step.insert(step.clone(), actor);
        actor
    }

    fn number(&mut self, class: String, lane: Option<String>) -> u32 {
        let fresh = self.numbers.len() as u32;
        *self.numbers.entry((class, lane)).or_insert(fresh)
    }
}

/// Chooses the steps of one run.
pub(super) struct Chooser {
    random: Random,
    manner: Manner,
}

enum Manner {
    Uniform,
    /// By class.
    Weights(HashMap<u32, usize>),
    Priorities(Priorities),
}

struct Priorities {
    /// Those that were lowered are below all that were drawn.
    of_actor: HashMap<u32, u64>,
    /// The moments at which a priority is lowered, latest first.
    changes: Vec<usize>,
    lowest: u64,
}

impl Chooser {
    pub(super) fn new(simulation: &Simulation, mut random: Random) -> Self {
        let manner = match simulation.schedule {
            Schedule::Uniform => Manner::Uniform,
            Schedule::Weights => Manner::Weights(HashMap::new()),
            Schedule::Priorities { changes } => {
                let moments = (1..changes).map(|_| moment(&mut random, simulation.max_steps));
                let mut changes: Vec<_> = moments.collect();
                changes.sort_unstable_by(|a, b| b.cmp(a));
                Manner::Priorities(Priorities {
                    of_actor: HashMap::new(),
                    lowest: changes.len() as u64,
                    changes,
                })
            }
        };
        Chooser { random, manner }
    }

    /// The index of the step to take, of `count` possible ones, after `taken` steps.
    pub(super) fn choose(
        &mut self,
        taken: usize,
        count: usize,
        actor_of: impl FnMut(usize) -> Actor,
    ) -> usize {
        let random = &mut self.random;
        let numbers: Vec<u32> = match self.manner {
            Manner::Uniform => return random.below(count),
            Manner::Weights(_) => (0..count).map(actor_of).map(|actor| actor.class).collect(),
            Manner::Priorities(_) => (0..count).map(actor_of).map(|actor| actor.lane).collect(),
        };
        let chosen = match &mut self.manner {
            Manner::Uniform => unreachable!("has returned"),
            Manner::Weights(weights) => by_weight(weights, &numbers, random),
            Manner::Priorities(priorities) => {
                while priorities.changes.last() == Some(&taken) {
                    priorities.changes.pop();
                    let first = priorities.first(&numbers, random);
                    priorities.lowest -= 1;
                    priorities.of_actor.insert(first, priorities.lowest);
                }
                priorities.first(&numbers, random)
            }
        };
        let chosen: Vec<_> = (0..count)
            .filter(|index| numbers[*index] == chosen)
            .collect();
        chosen[random.below(chosen.len())]
    }
}

/// One of these classes, each as often as its weight says; those not seen before draw theirs now.
fn by_weight(weights: &mut HashMap<u32, usize>, classes: &[u32], random: &mut Random) -> u32 {
    let mut classes = classes.to_vec();
    classes.sort_unstable();
    classes.dedup();
    for class in &classes {
        weights
            .entry(*class)
            .or_insert_with(|| 1 << (2 * random.below(5)));
    }
    let total = classes.iter().map(|class| weights[class]).sum();
    let mut left = random.below(total);
    for class in classes {
        match left.checked_sub(weights[&class]) {
            Some(rest) => left = rest,
            None => return class,
        }
    }
    unreachable!("a number below the sum of the weights falls to one of them")
}

impl Priorities {
    /// The actor with the highest priority; those not seen before draw theirs now.
    fn first(&mut self, actors: &[u32], random: &mut Random) -> u32 {
        // Above all priorities that were lowered, of which there are fewer than 2^32.
        let draw = |random: &mut Random| random.next_u64() | 1 << 63;
        for actor in actors {
            self.of_actor.entry(*actor).or_insert_with(|| draw(random));
        }
        let first = actors
            .iter()
            .max_by_key(|actor| (self.of_actor[*actor], Reverse(**actor)));
        *first.expect("somebody can act")
    }
}

/// A random moment of a run, with the same chance for every order of magnitude: how long runs will be is
/// not known beforehand, and a moment after the end is no moment.
fn moment(random: &mut Random, max_steps: usize) -> usize {
    let magnitudes = max_steps.ilog2() as usize + 1;
    let up_to = 1usize << (random.below(magnitudes) + 1);
    random.below(up_to.min(max_steps))
}
