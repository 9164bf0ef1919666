//! Whether a reduced search leaves out only states for which others stand: compared with the whole space, state by state.
//!
//! What is stored, with everything that it stands for, must be the whole space and nothing else; a renaming must take steps to
//! steps; what others can do after a silent step they must be able to do before it; and the property must say the same of a state and
//! of what stands for it. A symmetry that is declared and is none, a name that is forgotten when states are renamed, a step that is
//! taken for silent and is not: each shows in one of these.

use super::{Folded, Reduce};
use crate::judge::Subject;
use crate::property::{Demand, Sight};
use crate::search::Search;
use crate::space::{Row, Space};
use std::borrow::Borrow;
use std::collections::HashSet;

/// What was compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compared {
    /// The states of the whole space.
    pub whole: usize,
    /// Those that the reduced search has stored.
    pub stored: usize,
    /// Those for which they stand, themselves included. More than the whole, if a renaming of where runs begin is nowhere reached.
    pub closure: usize,
}

impl<S: Space + Send + Sync + 'static> Subject<S> {
    /// Compares what a reduced search stores with the whole space, and says in what they differ; `None` if nothing is reduced, or if
    /// the whole space has more states than these.
    pub fn compare_reduced(
        &self,
        wanted: Reduce,
        at_most: usize,
    ) -> Option<Result<Compared, String>> {
        let folded = self.folded(wanted).0?;
        let whole = self.whole(at_most)?;
        Some(self.compare_folded(&folded, &whole))
    }

    fn compare_folded(
        &self,
        folded: &Folded<S>,
        whole: &HashSet<S::OwnedState>,
    ) -> Result<Compared, String> {
        let explored = Search::new(folded, &[]).keep_states().run();
        let stored: HashSet<S::OwnedState> = (0..explored.states.len())
            .map(|index| explored.states.get(index).to_owned())
            .collect();
        let closure = self.closure(folded, stored.iter().cloned());
        let expected = self.closure(folded, whole.iter().cloned());
        if let Some(missing) = expected.iter().find(|state| !has(&closure, state)) {
            return Err(format!("nothing that was stored stands for {missing:?}"));
        }
        if let Some(surplus) = closure.iter().find(|state| !has(&expected, state)) {
            return Err(format!(
                "{surplus:?} is stood for, and is no state of the space"
            ));
        }
        for state in whole {
            if folded.renames() {
                self.same_under_renaming(state)?;
            }
            if let Some(sight) = folded.sight() {
                self.waits(sight, state)?;
            }
        }
        Ok(Compared {
            whole: whole.len(),
            stored: stored.len(),
            closure: closure.len(),
        })
    }

    /// All states, by full states and single steps; nothing if there are more than so many.
    fn whole(&self, at_most: usize) -> Option<HashSet<S::OwnedState>> {
        let initial = self.space.initial();
        let mut queue: Vec<_> = (0..initial.len())
            .map(|i| initial.get(i).to_owned())
            .collect();
        let mut seen: HashSet<S::OwnedState> = queue.iter().cloned().collect();
        while let Some(state) = queue.pop() {
            for (_, next) in self.space.steps(state.borrow()) {
                if seen.insert(next.clone()) {
                    queue.push(next);
                }
            }
            if seen.len() > at_most {
                return None;
            }
        }
        Some(seen)
    }

    /// These states, and all for which they stand.
    fn closure(
        &self,
        folded: &Folded<S>,
        states: impl Iterator<Item = S::OwnedState>,
    ) -> HashSet<S::OwnedState> {
        let mut queue: Vec<_> = states.collect();
        let mut seen: HashSet<_> = queue.iter().cloned().collect();
        while let Some(state) = queue.pop() {
            let mut next = Vec::new();
            if folded.renames() {
                next = self.space.images(state.borrow());
            }
            if let Some(sight) = folded.sight() {
                let moved = self.space.moved(state.borrow(), sight).into_iter();
                next.extend(moved.filter(|moved| moved.silent).map(|moved| moved.next));
            }
            queue.extend(next.into_iter().filter(|state| seen.insert(state.clone())));
        }
        seen
    }

    /// Whether what others can do after a silent step they can do before it, to the same end; and whether the property says the same
    /// before and after.
    fn waits(&self, sight: &Sight<S>, state: &S::OwnedState) -> Result<(), String> {
        let now = self.space.moved(state.borrow(), sight);
        for silent in now.iter().filter(|moved| moved.silent) {
            let label = self.space.label(&silent.step);
            if self.says_of(state) != self.says_of(&silent.next) {
                return Err(format!("the property notices `{label}` in {state:?}"));
            }
            // Where others lead first, and then the part that had waited.
            let others = now.iter().filter(|moved| moved.part != silent.part);
            let ends: HashSet<_> = others
                .flat_map(|other| self.space.moved(other.next.borrow(), sight))
                .filter(|moved| moved.part == silent.part)
                .map(|moved| moved.next)
                .collect();
            let later = self.space.moved(silent.next.borrow(), sight).into_iter();
            let lost = later
                .filter(|moved| moved.part != silent.part)
                .find(|moved| !has(&ends, &moved.next));
            if let Some(lost) = lost {
                let after = self.space.label(&lost.step);
                return Err(format!("`{label}` cannot wait for `{after}` in {state:?}"));
            }
        }
        Ok(())
    }

    /// Whether a renaming takes the steps of a state to the steps of its image, and the property says the same of both.
    fn same_under_renaming(&self, state: &S::OwnedState) -> Result<(), String> {
        let images = self.space.images(state.borrow());
        let nexts = self.space.steps(state.borrow()).into_iter();
        let nexts: Vec<_> = nexts
            .map(|(_, next)| self.space.images(next.borrow()))
            .collect();
        for (number, image) in images.iter().enumerate() {
            let renamed: HashSet<_> = nexts.iter().map(|images| &images[number]).collect();
            let steps = self.space.steps(image.borrow());
            let led_to: HashSet<_> = steps.iter().map(|(_, next)| next).collect();
            if renamed != led_to {
                return Err(format!(
                    "{state:?} and its image {image:?} have other steps"
                ));
            }
            let (one, other) = (self.says_of(state), self.says_of(image));
            if one != other {
                return Err(format!(
                    "{one:?} of {state:?}, and {other:?} of its image {image:?}"
                ));
            }
        }
        Ok(())
    }

    /// What the property says of a state: each conjunct, and the premise.
    fn says_of(&self, state: &S::OwnedState) -> Vec<bool> {
        let (space, state) = (&*self.space, state.borrow());
        let mut says: Vec<bool> = match &self.property.demand {
            Demand::Always(conjuncts) => (conjuncts.iter())
                .map(|conjunct| (conjunct.holds)(space, state))
                .collect(),
            Demand::Possible(wanted) => vec![wanted(space, state)],
            Demand::EveryStep(holds) => {
                let steps = space.steps(state).into_iter();
                let judged = steps.map(|(step, next)| holds(space, state, &step, next.borrow()));
                vec![judged.fold(true, |all, holds| all & holds)]
            }
            Demand::Promises(_) => Vec::new(),
        };
        let premise = &self.property.antecedent;
        says.extend(premise.as_ref().map(|premise| premise(space, state)));
        says
    }
}

fn has<T: Eq + std::hash::Hash>(set: &HashSet<T>, item: &T) -> bool {
    set.contains(item)
}
