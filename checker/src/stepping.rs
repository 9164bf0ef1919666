//! Stepping through a model by the names of its steps: where a walk has come to, what can be done there, what is true there,
//! and the shortest way from there to a state of some kind.
//!
//! A walk is names and nothing else, so it survives a change of the model as far as the model still takes these steps; the first
//! step that it does not take is named.

use crate::judge::{Run, Subject};
use crate::property::{Conjunct, Demand, Kept, OfState, Promise, Property};
use crate::random::Random;
use crate::search::Limits;
use crate::space::{Arcs, DraftOf, Row, Space, Visit};
use crate::trace::changes::changes;
use crate::trace::{Trace, data};
use crate::verdict::Verdict;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::borrow::Borrow;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// A walk: where it begins, and the names of its steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Way {
    /// Which of the initial states, counted from 0.
    #[serde(default)]
    pub start: usize,
    /// The steps, by name: the label, and ` (2)` behind it for the second step of this label that leads elsewhere.
    #[serde(default)]
    pub steps: Vec<String>,
}

/// What is true of a part of the property in one state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Truth {
    /// The conjunct or promise.
    pub part: String,
    /// What it comes to here.
    pub word: &'static str,
    /// Whether it is broken here.
    pub broken: bool,
}

/// A step that can be taken.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Next {
    /// Its name in a [`Way`].
    pub name: String,
    /// Its kind: the word it begins with.
    pub kind: String,
    /// The lane on which it happens.
    pub at: Option<String>,
    /// What it changes.
    pub changes: Vec<String>,
    /// What is broken where it leads.
    pub broken: Vec<String>,
    /// Whether it leads to what the property calls possible.
    pub reaches: bool,
    /// The number of the state of this walk to which it leads back.
    pub back_to: Option<usize>,
}

/// Where a walk has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Walked {
    /// The walk as a run; it need not decide anything.
    pub run: Trace,
    /// The names of the steps that were taken.
    pub steps: Vec<String>,
    /// What is true, in each state.
    pub truth: Vec<Vec<Truth>>,
    /// What could be done, in each state; empty where nobody asked.
    pub next: Vec<Vec<Next>>,
    /// How many initial states there are.
    pub starts: usize,
    /// What is wrong with the last state, if something is.
    pub complaint: Option<String>,
    /// The first step that the model does not take.
    pub lost: Option<Lost>,
}

/// A step that the model does not take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lost {
    /// The number of the step, counted from 1.
    pub step: usize,
    /// Its name.
    pub name: String,
}

/// Says of a state, as it is shown, whether it is looked for.
pub type Looks = dyn Fn(&Map<String, Value>) -> bool + Send + Sync;

/// Where to.
pub enum Goal {
    /// To what decides the property: what breaks it, or the witness that it asks for.
    Decided,
    /// To a state in which the premise of the property is true.
    Premise,
    /// To a state in which a step of this label can be taken.
    Enabled(String),
    /// To a state that looks like this.
    Looks(Arc<Looks>),
}

/// What a search from a state came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The names of the steps to take; nothing if there is no such run, or none was found.
    pub steps: Option<Vec<String>>,
    /// How many of these steps come before the loop, if the run goes on for ever.
    pub before_loop: Option<usize>,
    /// Distinct states that were seen.
    pub states: usize,
    /// Whether everything that can be reached was seen.
    pub exhausted: bool,
}

/// A whole state graph, small enough to be drawn or sent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Whole {
    /// How many of the states are initial: the first ones.
    pub starts: usize,
    /// The states.
    pub states: Vec<Map<String, Value>>,
    /// What is true in each.
    pub truth: Vec<Vec<Truth>>,
    /// The steps from each, and the number of the state to which each leads.
    pub arcs: Vec<Vec<(Next, usize)>>,
}

/// Anything that can be stepped through.
pub trait Stepping: Send + Sync {
    /// Walks; what could be done is told of the last `alternatives` states.
    fn walk(&self, way: &Way, alternatives: usize) -> Walked;
    /// The shortest way from the end of a walk to a goal.
    fn toward(&self, way: &Way, goal: &Goal, limits: Limits) -> Found;
    /// Random steps from the end of a walk, until the property is decided.
    fn wander(&self, way: &Way, seed: u64, steps: usize) -> Vec<String>;
    /// The walk that a trace tells, as far as the model takes it.
    fn way(&self, trace: &Trace) -> Way;
    /// The state graph, if it has at most so many states.
    fn whole(&self, most: usize) -> Option<Whole>;
}

type Named<S> = (String, <S as Space>::Step, <S as Space>::OwnedState);

impl<S: Space> Subject<S> {
    /// The steps from a state with names that tell them apart; of steps that do the same, the first.
    fn named(&self, state: &S::State) -> Vec<Named<S>> {
        let mut named: Vec<Named<S>> = Vec::new();
        let mut labels: HashMap<String, usize> = HashMap::new();
        for (step, next) in self.space.steps(state) {
            let label = self.space.label(&step);
            let begins = |name: &str| name == label || name.starts_with(&format!("{label} ("));
            if named
                .iter()
                .any(|(name, _, known)| begins(name) && *known == next)
            {
                continue;
            }
            let count = labels.entry(label.clone()).or_default();
            *count += 1;
            let name = match count {
                1 => label,
                nth => format!("{label} ({nth})"),
            };
            named.push((name, step, next));
        }
        named
    }

    fn begin(&self, way: &Way) -> (usize, S::OwnedState) {
        let initial = self.space.initial();
        let start = way.start.min(initial.len().saturating_sub(1));
        (initial.len(), initial.get(start).to_owned())
    }

    /// As far as the model takes these steps.
    fn go(&self, way: &Way) -> (Run<S>, Vec<String>, Option<Lost>) {
        let mut run = Run {
            states: vec![self.begin(way).1],
            steps: Vec::new(),
        };
        for (index, wanted) in way.steps.iter().enumerate() {
            let mut steps = self.named(run.last()).into_iter();
            let Some((_, step, next)) = steps.find(|(name, _, _)| name == wanted) else {
                let lost = Lost {
                    step: index + 1,
                    name: wanted.clone(),
                };
                return (run, way.steps[..index].to_vec(), Some(lost));
            };
            run.steps.push(step);
            run.states.push(next);
        }
        (run, way.steps.clone(), None)
    }

    fn truth(&self, before: Option<(&S::State, &S::Step)>, state: &S::State) -> Vec<Truth> {
        let space = &*self.space;
        let truth = |part: &str, word, broken| Truth {
            part: part.to_owned(),
            word,
            broken,
        };
        let name = self.property.name;
        let mut all: Vec<Truth> = match &self.property.demand {
            Demand::Always(conjuncts) => {
                let of = |conjunct: &Conjunct<S>| match (conjunct.holds)(space, state) {
                    true => truth(&conjunct.name, "holds", false),
                    false => truth(&conjunct.name, "broken", true),
                };
                conjuncts.iter().map(of).collect()
            }
            Demand::EveryStep(holds) => match before {
                None => vec![truth(name, "no step yet", false)],
                Some((before, step)) if holds(space, before, step, state) => {
                    vec![truth(name, "kept by this step", false)]
                }
                Some(_) => vec![truth(name, "broken by this step", true)],
            },
            Demand::Possible(wanted) => match wanted(space, state) {
                true => vec![truth(name, "reached", false)],
                false => vec![truth(name, "not here", false)],
            },
            Demand::Promises(promises) => {
                let of = |promise: &Promise<S>| {
                    let word = match &promise.kept {
                        Kept::Eventually(p) | Kept::InfinitelyOften(p) => match p(space, state) {
                            true => "true here",
                            false => "not true here",
                        },
                        Kept::LeadsTo(from, to) => match (from(space, state), to(space, state)) {
                            (_, true) => "true here",
                            (true, false) => "owed from here on",
                            (false, false) => "not true here",
                        },
                    };
                    truth(&promise.name, word, false)
                };
                promises.iter().map(of).collect()
            }
        };
        if let Some(premise) = &self.property.antecedent {
            let word = match premise(space, state) {
                true => "true here",
                false => "not true here",
            };
            all.push(truth("premise", word, false));
        }
        all
    }

    fn next(&self, run: &[S::OwnedState], at: usize) -> Vec<Next> {
        let state: &S::State = run[at].borrow();
        let shown = self.space.show(state);
        let wanted = matches!(self.property.demand, Demand::Possible(_));
        let next = |(name, step, next): Named<S>| {
            let after: &S::State = next.borrow();
            let described = self.space.describe(state, &step, after);
            let truth = self.truth(Some((state, &step)), after);
            let changed = changes(&shown, &self.space.show(after));
            let broken = truth.into_iter().filter(|truth| truth.broken);
            Next {
                name,
                kind: described.kind,
                at: described.at,
                changes: changed.iter().map(ToString::to_string).collect(),
                broken: broken.map(|truth| truth.part).collect(),
                reaches: wanted && self.property.decides(&self.space, after),
                back_to: run[..=at].iter().position(|known| *known == next),
            }
        };
        self.named(state).into_iter().map(next).collect()
    }
}

impl<S: Space + Send + Sync + 'static> Stepping for Subject<S> {
    fn walk(&self, way: &Way, alternatives: usize) -> Walked {
        let (run, steps, lost) = self.go(way);
        let told = run.states.len().saturating_sub(alternatives);
        let next = (0..run.states.len()).map(|at| match at < told {
            true => Vec::new(),
            false => self.next(&run.states, at),
        });
        let truth = run.states.iter().enumerate().map(|(at, state)| {
            let before = at.checked_sub(1);
            let before = before.map(|before| (run.states[before].borrow(), &run.steps[before]));
            self.truth(before, state.borrow())
        });
        let truth: Vec<Vec<Truth>> = truth.collect();
        let is_broken = truth.last().is_some_and(|all| all.iter().any(|t| t.broken));
        let complaint = self.property.complaint.as_ref().filter(|_| is_broken);
        Walked {
            complaint: complaint.map(|say| say(&self.space, run.last())),
            next: next.collect(),
            truth,
            starts: self.begin(way).0,
            run: self.trace(&run, None),
            steps,
            lost,
        }
    }

    fn toward(&self, way: &Way, goal: &Goal, limits: Limits) -> Found {
        let (mut run, _, _) = self.go(way);
        let here = run.states.pop().expect("a run has a first state");
        let property = match goal {
            Goal::Decided => Some(shared(&self.property, &self.space)),
            Goal::Premise => self.property.antecedent.as_ref().map(|premise| {
                let (premise, space) = (premise.clone(), self.space.clone());
                Property::possible("premise", move |_, state| premise(&space, state))
            }),
            Goal::Enabled(label) => {
                let label = label.clone();
                let property = Property::possible("enabled", move |rooted: &Rooted<S>, state| {
                    let steps = rooted.space.steps(state);
                    steps.iter().any(|(step, _)| rooted.label(step) == label)
                });
                Some(property)
            }
            Goal::Looks(like) => {
                let like = like.clone();
                let property =
                    Property::possible("looks like this", move |rooted: &Rooted<S>, state| {
                        like(&rooted.show(state))
                    });
                Some(property)
            }
        };
        let Some(property) = property else {
            return Found {
                steps: None,
                before_loop: None,
                states: 0,
                exhausted: true,
            };
        };
        let subject = Subject {
            space: Arc::new(Rooted {
                space: self.space.clone(),
                before: run.states.pop(),
                at: self.space.fingerprint(here.borrow()),
            }),
            property,
            fairness: self.fairness.clone(),
            origin: self.origin.clone(),
        };
        let judgement = subject.judge(limits, &|_| {});
        let refuted_without_a_run = judgement.trace.is_none();
        let named = judgement
            .trace
            .as_ref()
            .map(|trace| self.names(&here, trace));
        Found {
            steps: named,
            before_loop: judgement.trace.as_ref().and_then(Trace::before_loop),
            states: judgement.counts.distinct,
            exhausted: judgement.verdict != Verdict::Bounded && refuted_without_a_run,
        }
    }

    fn wander(&self, way: &Way, seed: u64, steps: usize) -> Vec<String> {
        let (run, mut names, _) = self.go(way);
        let mut state = run.last().to_owned();
        let mut random = Random::from_seed(seed);
        for _ in 0..steps {
            if self.property.decides(&self.space, state.borrow()) {
                break;
            }
            let mut all = self.named(state.borrow());
            if all.is_empty() {
                break;
            }
            let (name, _, next) = all.swap_remove(random.below(all.len()));
            names.push(name);
            state = next;
        }
        names
    }

    fn way(&self, trace: &Trace) -> Way {
        let initial = self.space.initial();
        let first = trace.states.first();
        let begins = |index: &usize| Some(&self.space.show(initial.get(*index))) == first;
        let start = (0..initial.len()).find(begins).unwrap_or(0);
        let steps = self.names(&initial.get(start).to_owned(), trace);
        Way { start, steps }
    }

    fn whole(&self, most: usize) -> Option<Whole> {
        let initial = self.space.initial();
        let mut states: Vec<S::OwnedState> = Vec::new();
        let mut numbers: HashMap<S::OwnedState, usize> = HashMap::new();
        let mut open = VecDeque::new();
        for index in 0..initial.len() {
            let state = initial.get(index).to_owned();
            numbers.entry(state.clone()).or_insert(index);
            open.push_back(index);
            states.push(state);
        }
        let starts = states.len();
        let mut arcs = Vec::new();
        while let Some(at) = open.pop_front() {
            if states.len() > most {
                return None;
            }
            let here = states[at].clone();
            let told = self.next(std::slice::from_ref(&here), 0);
            let named = self.named(here.borrow()).into_iter();
            let arcs_here = named.zip(told).map(|((_, _, next), told)| {
                let number = *numbers.entry(next.clone()).or_insert_with(|| {
                    open.push_back(states.len());
                    states.push(next);
                    states.len() - 1
                });
                (told, number)
            });
            arcs.push(arcs_here.collect());
        }
        Some(Whole {
            starts,
            truth: states
                .iter()
                .map(|s| self.truth(None, s.borrow()))
                .collect(),
            states: states.iter().map(|s| self.space.show(s.borrow())).collect(),
            arcs,
        })
    }
}

impl<S: Space> Subject<S> {
    /// The names of the steps of a run that begins here.
    fn names(&self, here: &S::OwnedState, trace: &Trace) -> Vec<String> {
        let mut state = here.clone();
        let mut names = Vec::new();
        for (step, shown) in trace.steps.iter().zip(&trace.states[1..]) {
            let mut all = self.named(state.borrow()).into_iter();
            let found = all.find(|(_, taken, next)| {
                self.space.label(taken) == step.label && self.space.show(next.borrow()) == *shown
            });
            let Some((name, _, next)) = found else { break };
            names.push(name);
            state = next;
        }
        names
    }
}

/// A space whose runs begin where a walk has come to.
struct Rooted<S: Space> {
    space: Arc<S>,
    /// The state before, if there is one: a row is filled only by expanding.
    before: Option<S::OwnedState>,
    at: u64,
}

/// Keeps the one successor that is wanted.
struct Keep<R> {
    wanted: u64,
    row: R,
    found: bool,
}

impl<R> Visit<R> for Keep<R> {
    fn successor(&mut self, fingerprint: u64, build: impl FnOnce(&mut R) -> bool) {
        if fingerprint == self.wanted && !self.found {
            self.found = build(&mut self.row);
        }
    }
}

impl<S: Space + Send + 'static> Space for Rooted<S> {
    type State = S::State;
    type OwnedState = S::OwnedState;
    type Row = S::Row;
    type Step = S::Step;
    type Scratch = S::Scratch;

    fn scratch(&self) -> S::Scratch {
        self.space.scratch()
    }

    fn initial(&self) -> S::Row {
        let mut keep = Keep {
            wanted: self.at,
            row: S::Row::default(),
            found: false,
        };
        match &self.before {
            Some(before) => {
                let mut scratch = self.space.scratch();
                self.space.expand(before.borrow(), &mut scratch, &mut keep);
            }
            None => {
                let mut all = self.space.initial();
                let mut prints = (0..all.len()).map(|i| self.space.fingerprint(all.get(i)));
                let first = prints.position(|print| print == self.at);
                keep.row
                    .append_where(&mut all, &mut |index| Some(index) == first);
            }
        }
        keep.row
    }

    fn fingerprint(&self, state: &S::State) -> u64 {
        self.space.fingerprint(state)
    }

    fn expand(&self, state: &S::State, scratch: &mut S::Scratch, visit: &mut impl Visit<S::Row>) {
        self.space.expand(state, scratch, visit);
    }

    fn sketch(
        &self,
        state: &S::State,
        scratch: &mut S::Scratch,
        hand: &mut impl FnMut(u64, Option<DraftOf<S>>),
    ) {
        self.space.sketch(state, scratch, hand);
    }

    fn finish(
        &self,
        state: &S::State,
        draft: DraftOf<S>,
        scratch: &mut S::Scratch,
        row: &mut S::Row,
    ) -> bool {
        self.space.finish(state, draft, scratch, row)
    }

    fn expand_with_steps(
        &self,
        state: &S::State,
        scratch: &mut S::Scratch,
        visit: &mut impl Visit<S::Row>,
        see: &mut dyn FnMut(&S::Step, &S::State),
    ) {
        self.space.expand_with_steps(state, scratch, visit, see);
    }

    fn steps(&self, state: &S::State) -> Vec<(S::Step, S::OwnedState)> {
        self.space.steps(state)
    }

    fn arcs(&self, state: &S::State, scratch: &mut S::Scratch, arcs: &mut impl Arcs<S::Step>) {
        self.space.arcs(state, scratch, arcs);
    }

    fn label(&self, step: &S::Step) -> String {
        self.space.label(step)
    }

    fn action(&self, step: &S::Step) -> (String, String) {
        self.space.action(step)
    }

    fn describe(&self, before: &S::State, step: &S::Step, after: &S::State) -> data::Step {
        self.space.describe(before, step, after)
    }

    fn lanes(&self) -> Vec<String> {
        self.space.lanes()
    }

    fn show(&self, state: &S::State) -> Map<String, Value> {
        self.space.show(state)
    }

    fn setting(&self) -> String {
        self.space.setting()
    }

    fn vocabulary(&self) -> Vec<String> {
        self.space.vocabulary()
    }
}

/// The same property, asked of runs that begin elsewhere.
fn shared<S: Space + Send + 'static>(
    property: &Property<S>,
    space: &Arc<S>,
) -> Property<Rooted<S>> {
    let of_state = |holds: &OfState<S>| -> OfState<Rooted<S>> {
        let (holds, space) = (holds.clone(), space.clone());
        Arc::new(move |_, state| holds(&space, state))
    };
    let demand = match &property.demand {
        Demand::Always(conjuncts) => {
            let conjuncts = conjuncts.iter().map(|conjunct| Conjunct {
                name: conjunct.name.clone(),
                holds: of_state(&conjunct.holds),
            });
            Demand::Always(conjuncts.collect())
        }
        Demand::EveryStep(holds) => {
            let (holds, space) = (holds.clone(), space.clone());
            Demand::EveryStep(Arc::new(move |_, before, step, after| {
                holds(&space, before, step, after)
            }))
        }
        Demand::Possible(wanted) => Demand::Possible(of_state(wanted)),
        Demand::Promises(promises) => {
            let promises = promises.iter().map(|promise| Promise {
                name: promise.name.clone(),
                kept: match &promise.kept {
                    Kept::Eventually(p) => Kept::Eventually(of_state(p)),
                    Kept::LeadsTo(p, q) => Kept::LeadsTo(of_state(p), of_state(q)),
                    Kept::InfinitelyOften(p) => Kept::InfinitelyOften(of_state(p)),
                },
            });
            Demand::Promises(promises.collect())
        }
    };
    Property::new(property.name, demand)
}

/// What a step changed, as text.
pub fn changed(run: &Trace) -> Vec<Vec<String>> {
    let pairs = run.states.windows(2);
    let changed = pairs.map(|pair| changes(&pair[0], &pair[1]));
    changed
        .map(|all| all.iter().map(ToString::to_string).collect())
        .collect()
}
