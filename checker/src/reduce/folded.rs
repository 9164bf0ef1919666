//! A space in which some states stand for others.

use super::Reduced;
use crate::judge::{Run, Subject};
use crate::property::{Demand, Sight};
use crate::space::{Collecting, DraftOf, Row, Space, Visit};
use crate::trace::data;
use serde_json::{Map, Value};
use std::borrow::Borrow;
use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex};

/// A space of which a part is stored: for each state that is left out, one that stands for it.
pub struct Folded<S: Space> {
    space: Arc<S>,
    /// How many renamings there are, if states that differ by names alone are stored once.
    symmetry: Option<usize>,
    /// What the property sees, if steps that change nothing of it are put off.
    sight: Option<Sight<S>>,
    /// Scratches not in use.
    scratches: Mutex<Vec<S::Scratch>>,
}

impl<S: Space + Send> Folded<S> {
    pub(super) fn new(space: Arc<S>, symmetry: Option<usize>, sight: Option<Sight<S>>) -> Self {
        Folded {
            space,
            symmetry,
            sight,
            scratches: Mutex::default(),
        }
    }

    pub(super) fn reduced(&self, shortest: bool) -> Reduced {
        Reduced {
            symmetry: self.symmetry,
            silent: self.puts_off(),
            shortest,
        }
    }

    /// Whether states that differ by names alone are stored once.
    pub(super) fn renames(&self) -> bool {
        self.symmetry.is_some()
    }

    /// Whether silent steps are put off.
    pub(super) fn puts_off(&self) -> bool {
        self.sight.is_some()
    }

    /// What the property sees, if silent steps are put off.
    pub(super) fn sight(&self) -> Option<&Sight<S>> {
        self.sight.as_ref()
    }

    /// Whether silent steps from a state pass through one of this kind.
    pub(super) fn passes(&self, state: &S::State, wanted: &dyn Fn(&S::State) -> bool) -> bool {
        let Some(sight) = &self.sight else {
            return false;
        };
        let mut found = false;
        let pass = &mut |passed: &S::State| found = found || wanted(passed);
        self.with_scratch(|scratch| {
            self.space
                .strides(state, sight, scratch, pass, &mut |_, _| ());
        });
        found
    }

    fn with_scratch<T>(&self, work: impl FnOnce(&mut S::Scratch) -> T) -> T {
        const UNPOISONED: &str = "the lock is held only to push and pop";
        let spare = self.scratches.lock().expect(UNPOISONED).pop();
        let mut scratch = spare.unwrap_or_else(|| self.space.scratch());
        let result = work(&mut scratch);
        self.scratches.lock().expect(UNPOISONED).push(scratch);
        result
    }

    /// The state that stands for this one, with its fingerprint.
    fn stands_for(&self, state: &S::State, scratch: &mut S::Scratch) -> (u64, S::OwnedState) {
        match self.symmetry {
            Some(_) => self.space.least_image(state, scratch),
            None => (self.space.fingerprint(state), state.to_owned()),
        }
    }

    /// The states that follow, each with the fingerprint of what stands for it; no state where some lie beyond the boundary.
    fn follow(
        &self,
        state: &S::State,
        scratch: &mut S::Scratch,
        hand: &mut dyn FnMut(u64, Option<&S::State>),
    ) {
        let mut row = Collecting::<S::Row>::default();
        match &self.sight {
            None => self.space.expand(state, scratch, &mut row),
            Some(sight) => {
                self.space
                    .strides(state, sight, scratch, &mut |_| (), &mut |print, next| {
                        row.successor(print, |row| {
                            let draft = next.map(S::Row::draft);
                            draft.map(|draft| row.put(draft)).is_some()
                        });
                    });
            }
        }
        for (index, fingerprint) in row.fingerprints.iter().enumerate() {
            let next = row.row.get(index);
            if self.symmetry.is_none() {
                hand(*fingerprint, Some(next));
                continue;
            }
            let (fingerprint, least) = self.space.least_image(next, scratch);
            hand(fingerprint, Some(least.borrow()));
        }
        if let Some(number) = row.beyond {
            hand(number, None);
        }
    }

    /// A run of the space itself along these fingerprints, if there is one.
    pub(super) fn unfold(&self, subject: &Subject<S>, path: &[u64]) -> Option<Run<S>> {
        let starts = self.space.initial();
        let (first, rest) = path.split_first()?;
        let mut starts = (0..starts.len()).map(|index| starts.get(index).to_owned());
        let start = starts.find(|start| self.fingerprint(start.borrow()) == *first)?;
        let mut run = Run {
            states: vec![start],
            steps: Vec::new(),
        };
        for (index, wanted) in rest.iter().enumerate() {
            let last = index + 1 == rest.len();
            let stride = self.stride(subject, run.last(), *wanted, last)?;
            for (step, state) in stride {
                run.steps.push(step);
                run.states.push(state);
            }
        }
        let decides = |state: &S::State| subject.property.decides(&self.space, state);
        let of_steps = matches!(subject.property.demand, Demand::EveryStep(_));
        if !of_steps && !decides(run.last()) {
            let found = self.silently(run.last(), &|state| decides(state.borrow()))?;
            for (step, state) in found {
                run.steps.push(step);
                run.states.push(state);
            }
        }
        Some(run)
    }

    /// The steps from a state to one for which a state with this fingerprint stands: silent ones of one part, then another of that part.
    fn stride(
        &self,
        subject: &Subject<S>,
        from: &S::State,
        wanted: u64,
        last: bool,
    ) -> Option<Stride<S>> {
        let Some(sight) = &self.sight else {
            let mut steps = self.space.steps(from).into_iter();
            let found = steps.find(|(step, next)| {
                self.fingerprint(next.borrow()) == wanted
                    && subject.is_culprit(from, step, next.borrow(), last)
            });
            return found.map(|step| vec![step]);
        };
        let mut queue = VecDeque::from([(None, Vec::new(), from.to_owned())]);
        let mut seen = HashSet::new();
        while let Some((part, steps, state)) = queue.pop_front() {
            for moved in self.space.moved(state.borrow(), sight) {
                let own = part.is_none_or(|part| part == moved.part);
                let reaches = || self.fingerprint(moved.next.borrow()) == wanted;
                if !own || !moved.silent && !reaches() {
                    continue;
                }
                let mut further: Stride<S> = steps.clone();
                further.push((moved.step, moved.next.clone()));
                if !moved.silent {
                    return Some(further);
                }
                if seen.insert((moved.part, moved.next.clone())) {
                    queue.push_back((Some(moved.part), further, moved.next));
                }
            }
        }
        None
    }

    /// The silent steps of one part that lead to such a state.
    fn silently(
        &self,
        from: &S::State,
        wanted: &dyn Fn(&S::OwnedState) -> bool,
    ) -> Option<Stride<S>> {
        let sight = self.sight.as_ref()?;
        let mut queue = VecDeque::from([(None, Vec::new(), from.to_owned())]);
        let mut seen = HashSet::new();
        while let Some((part, steps, state)) = queue.pop_front() {
            for moved in self.space.moved(state.borrow(), sight) {
                let own = part.is_none_or(|part| part == moved.part);
                if !own || !moved.silent || !seen.insert((moved.part, moved.next.clone())) {
                    continue;
                }
                let mut further: Stride<S> = steps.clone();
                further.push((moved.step, moved.next.clone()));
                if wanted(&moved.next) {
                    return Some(further);
                }
                queue.push_back((Some(moved.part), further, moved.next));
            }
        }
        None
    }
}

/// Steps with the states that they lead to.
type Stride<S> = Vec<(<S as Space>::Step, <S as Space>::OwnedState)>;

impl<S: Space + Send> Space for Folded<S> {
    type State = S::State;
    type OwnedState = S::OwnedState;
    type Row = S::Row;
    type Step = S::Step;
    type Scratch = S::Scratch;

    fn scratch(&self) -> S::Scratch {
        self.space.scratch()
    }

    fn trim(&self, scratch: &mut S::Scratch, bytes: usize) {
        self.space.trim(scratch, bytes);
    }

    fn heap(&self, state: &S::State) -> usize {
        self.space.heap(state)
    }

    fn held(&self) -> usize {
        self.space.held()
    }

    fn initial(&self) -> S::Row {
        let (all, mut stored) = (self.space.initial(), S::Row::default());
        let mut scratch = self.space.scratch();
        for index in 0..all.len() {
            let (_, least) = self.stands_for(all.get(index), &mut scratch);
            stored.put(S::Row::draft(least.borrow()));
        }
        stored
    }

    fn fingerprint(&self, state: &S::State) -> u64 {
        self.with_scratch(|scratch| self.stands_for(state, scratch).0)
    }

    fn expand(&self, state: &S::State, scratch: &mut S::Scratch, visit: &mut impl Visit<S::Row>) {
        self.follow(state, scratch, &mut |fingerprint, next| {
            visit.successor(fingerprint, |row| {
                let draft = next.map(S::Row::draft);
                draft.map(|draft| row.put(draft)).is_some()
            });
        });
    }

    fn sketch(
        &self,
        state: &S::State,
        scratch: &mut S::Scratch,
        hand: &mut impl FnMut(u64, Option<DraftOf<S>>),
    ) {
        self.follow(state, scratch, &mut |fingerprint, next| {
            hand(fingerprint, next.map(S::Row::draft));
        });
    }

    /// As the space itself takes them: where they lead is not yet what stands for it.
    fn steps(&self, state: &S::State) -> Vec<(S::Step, S::OwnedState)> {
        self.space.steps(state)
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
