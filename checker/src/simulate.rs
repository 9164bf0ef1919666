//! Simulation: random runs, for sizes that no search can exhaust.
//!
//! A run depends on its seed alone, and run number r of seed s is run number 0 of seed s + r: so one line
//! repeats any run, on any machine. What is found is cut down to the steps that matter and put in order (or
//! replaced by a shorter run, if a small search from the beginning finds one); where nothing is found, the verdict is `bounded`, however many runs were made.

mod schedule;

pub use schedule::{NotASchedule, Schedule};

use crate::command;
use crate::judge::{Run, Subject};
use crate::minimise::{is_decided, minimise_run};
use crate::property::Demand;
use crate::random::Random;
use crate::replay::replay;
use crate::search::{Limits, Search};
use crate::space::{Row, Space};
use crate::straighten::straighten;
use crate::trace::{Origin, Trace};
use crate::verdict::Verdict;
use schedule::{Actors, Chooser};
use std::borrow::Borrow;
use std::collections::HashSet;

/// How many fingerprints are remembered to count distinct states.
const MOST_REMEMBERED: usize = 1 << 21;
/// How many distinct states are searched for a run that is shorter than the one that was found.
const SMALL_SEARCH: usize = 1 << 15;
/// How many steps pass between two reports within one run.
const STEPS_PER_REPORT: usize = 1 << 12;

/// How to simulate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simulation {
    /// Where randomness begins.
    pub seed: u64,
    /// How many runs, at most.
    pub runs: usize,
    /// How many steps in a run, at most.
    pub max_steps: usize,
    /// How the next step is chosen.
    pub schedule: Schedule,
}

/// Why nothing was simulated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSimulated {
    /// The property is about infinite runs.
    #[error(
        "`{0}` says what happens in the end, and no finite run can break that: it cannot be simulated, only checked"
    )]
    Liveness(String),
    /// It is a measurement already.
    #[error("the claim is measured over seeds by its own experiment: `check` runs it")]
    Measured,
    /// No step would be taken.
    #[error("a simulation needs at least one run of at least one step")]
    NoSteps,
}

/// What came of a simulation.
#[derive(Clone, Debug)]
pub struct Simulated {
    /// `refuted` (or, for a claim that something can happen, `holds`) if something was found, else `bounded`.
    pub verdict: Verdict,
    /// What was counted.
    pub counts: SimulationCounts,
    /// What was found.
    pub finding: Option<Finding>,
}

/// What a simulation counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SimulationCounts {
    /// Runs made.
    pub runs: usize,
    /// Runs that ended because nothing could happen any more.
    pub rested: usize,
    /// Steps taken in all runs together.
    pub steps: usize,
    /// The number of steps of the longest run.
    pub deepest: usize,
    /// Distinct states seen, as far as they were counted.
    pub distinct: usize,
    /// Whether there were too many distinct states to count them all.
    pub more_distinct: bool,
}

/// A run that decides the property.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The number of the run, counted from 0.
    pub run: usize,
    /// The seed of which it is the first run.
    pub seed: u64,
    /// How many steps it took.
    pub steps: usize,
    /// The run, cut down to the steps that matter and put in order; or a shorter one.
    pub trace: Trace,
    /// The conjuncts that its last state breaks.
    pub broken: Vec<String>,
    /// What is wrong with that state.
    pub complaint: Option<String>,
    /// The command that finds it again.
    pub repeat: String,
}

/// How far a simulation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simulating {
    /// Runs made.
    pub run: usize,
    /// Runs to be made.
    pub runs: usize,
    /// Steps taken.
    pub steps: usize,
    /// Distinct states seen.
    pub distinct: usize,
}

impl Simulation {
    /// The command that makes these runs again for this model.
    pub fn command(&self, origin: &Origin) -> String {
        let mut words = vec![
            format!("{} simulate", command::name()),
            origin.claim.clone(),
        ];
        let mut option =
            |name: &str, value: &dyn std::fmt::Display| words.push(format!("{name} {value}"));
        option("--variant", &origin.variant);
        for (name, value) in origin.size.iter() {
            option("-p", &format!("{name}={value}"));
        }
        for name in &origin.dropped {
            option("--without", name);
        }
        if let Some(mutant) = &origin.mutant {
            option("--mutant", mutant);
        }
        option("--seed", &self.seed);
        option("--runs", &self.runs);
        option("--steps", &self.max_steps);
        option("--schedule", &self.schedule);
        words.join(" ")
    }
}

/// Looks for a run that decides the property by taking random steps.
pub fn simulate<S: Space>(
    subject: &Subject<S>,
    simulation: &Simulation,
    on_progress: &dyn Fn(Simulating),
) -> Result<Simulated, NotSimulated> {
    if subject.property.is_liveness() {
        return Err(NotSimulated::Liveness(subject.property.name.to_owned()));
    }
    if simulation.runs == 0 || simulation.max_steps == 0 {
        return Err(NotSimulated::NoSteps);
    }
    let mut simulator = Simulator {
        subject,
        simulation,
        on_progress,
        actors: Actors::default(),
        seen: HashSet::new(),
        counts: SimulationCounts::default(),
    };
    let finding = (0..simulation.runs).find_map(|number| {
        let run = simulator.run(number);
        simulator.counts.runs += 1;
        simulator.report();
        Some(finding(subject, simulation, number, run?))
    });
    let verdict = match (&finding, &subject.property.demand) {
        (None, _) => Verdict::Bounded,
        (Some(_), Demand::Possible(_)) => Verdict::Holds,
        (Some(_), _) => Verdict::Refuted,
    };
    Ok(Simulated {
        verdict,
        counts: simulator.counts,
        finding,
    })
}

fn finding<S: Space>(
    subject: &Subject<S>,
    simulation: &Simulation,
    number: usize,
    run: Run<S>,
) -> Finding {
    const DECIDES: &str = "a run that was cut down still decides the property";
    let steps = run.steps.len();
    let run = minimise_run(subject, run);
    let run = shorter(subject, &run).unwrap_or(run);
    let trace = subject.trace(&run, None);
    let trace = straighten(subject, &trace).expect(DECIDES);
    let replayed = replay(subject, &trace).expect(DECIDES);
    let again = Simulation {
        seed: simulation.seed.wrapping_add(number as u64),
        runs: 1,
        ..simulation.clone()
    };
    Finding {
        run: number,
        seed: again.seed,
        steps,
        repeat: again.command(&trace.origin),
        trace,
        broken: replayed.broken,
        complaint: replayed.complaint,
    }
}

/// A shorter run that decides the property, if a small search finds one. A random run may have led far
/// from the beginning before anything went wrong, and no step of it can be left out; yet the same may
/// go wrong earlier.
fn shorter<S: Space>(subject: &Subject<S>, run: &Run<S>) -> Option<Run<S>> {
    let limits = Limits {
        states: SMALL_SEARCH,
        ..Limits::default()
    };
    let explored = Search::new(&*subject.space, std::slice::from_ref(&subject.property))
        .limits(limits)
        .run();
    let path = explored.violation?.path;
    (path.len() <= run.steps.len()).then(|| subject.follow(&path))
}

struct Simulator<'a, S: Space> {
    subject: &'a Subject<S>,
    simulation: &'a Simulation,
    on_progress: &'a dyn Fn(Simulating),
    actors: Actors<S::Step>,
    seen: HashSet<u64>,
    counts: SimulationCounts,
}

impl<S: Space> Simulator<'_, S> {
    /// Makes one run; answers with it if it decides the property.
    fn run(&mut self, number: usize) -> Option<Run<S>> {
        let Subject {
            space, property, ..
        } = self.subject;
        let mut random = Random::from_seed(self.simulation.seed.wrapping_add(number as u64));
        let initial = space.initial();
        let first = initial.get(random.below(initial.len()));
        let mut run: Run<S> = Run {
            states: vec![first.to_owned()],
            steps: Vec::new(),
        };
        self.visit(first);
        if property.decides(space, first) {
            return Some(run);
        }
        let mut chooser = Chooser::new(self.simulation, random);
        while run.steps.len() < self.simulation.max_steps {
            let before = run.last();
            let mut steps = space.steps(before);
            if steps.is_empty() {
                self.counts.rested += 1;
                return None;
            }
            let actor_of = |index: usize| {
                let (step, after): &(S::Step, S::OwnedState) = &steps[index];
                self.actors.of(&**space, before, step, after.borrow())
            };
            let chosen = chooser.choose(run.steps.len(), steps.len(), actor_of);
            let (step, after) = steps.swap_remove(chosen);
            let decided = is_decided(self.subject, before, &step, after.borrow());
            self.visit(after.borrow());
            run.steps.push(step);
            run.states.push(after);
            self.counts.steps += 1;
            self.counts.deepest = self.counts.deepest.max(run.steps.len());
            if decided {
                return Some(run);
            }
            if run.steps.len().is_multiple_of(STEPS_PER_REPORT) {
                self.report();
            }
        }
        None
    }

    fn visit(&mut self, state: &S::State) {
        let fingerprint = self.subject.space.fingerprint(state);
        if self.seen.len() < MOST_REMEMBERED {
            self.seen.insert(fingerprint);
        } else if !self.seen.contains(&fingerprint) {
            self.counts.more_distinct = true;
        }
        self.counts.distinct = self.seen.len();
    }

    fn report(&self) {
        (self.on_progress)(Simulating {
            run: self.counts.runs,
            runs: self.simulation.runs,
            steps: self.counts.steps,
            distinct: self.counts.distinct,
        });
    }
}
