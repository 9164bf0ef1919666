//! Whether the form in which states are stored leaves out only what never matters.
//!
//! A space may leave things out of its states: messages that nobody will ever act on, what is common to all dates. Here the
//! states are walked with everything in them, and each is compared with its reduced form: a step of the one leads where a
//! step of the other does, or nowhere if it only consumes what was left out. Such steps can always be taken first: what is
//! possible in the form is possible in the plain state after some of them, and what is to be true in every state is true of
//! the form if it is true after each of them. (A message that nobody will act on may stand before another in its channel, or
//! keep a network from being empty, until it is delivered to no effect.) By induction every plain state then has its reduced form among those that a
//! search finds, each of those is the form of one, and the verdicts are the same.

use crate::judge::Subject;
use crate::property::{Demand, Kept};
use crate::space::Space;
use std::borrow::Borrow;
use std::collections::{HashSet, VecDeque};
use std::hash::Hash;

/// What was compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compared {
    /// States with everything in them.
    pub plain: usize,
    /// Their reduced forms.
    pub reduced: usize,
    /// Whether that was all.
    pub exhausted: bool,
}

fn has<T: Eq + Hash>(set: &HashSet<T>, item: &T) -> bool {
    set.contains(item)
}

impl<S: Space> Subject<S> {
    /// Compares plain states with their reduced forms, breadth first, this many at most; `None` if the space leaves nothing
    /// out, and otherwise what is wrong with the first that differ.
    pub fn compare_plain(&self, at_most: usize) -> Option<Result<Compared, String>> {
        let starts = self.space.plainly(None)?;
        Some(self.compare_from(starts, at_most))
    }

    fn compare_from(&self, starts: Vec<S::OwnedState>, at_most: usize) -> Result<Compared, String> {
        let space = &*self.space;
        let reduced = |state: &S::OwnedState| space.reduced(state.borrow());
        let initial = crate::space::Row::len(&space.initial());
        let mut forms: HashSet<S::OwnedState> = starts.iter().map(reduced).collect();
        if forms.len() != initial {
            let found = forms.len();
            return Err(format!("{found} initial states, the space has {initial}"));
        }
        let mut seen: HashSet<S::OwnedState> = starts.iter().cloned().collect();
        let mut queue: VecDeque<_> = starts.into();
        let mut plain = 0;
        while plain < at_most
            && let Some(state) = queue.pop_front()
        {
            plain += 1;
            let form = reduced(&state);
            let steps = space.steps(form.borrow());
            let by_form: HashSet<S::OwnedState> =
                steps.iter().map(|(_, next)| next.clone()).collect();
            let mut reached = HashSet::new();
            // The state itself, then those to which steps lead that only consume what the form has left out.
            let mut alike = vec![state.clone()];
            let mut at = 0;
            while let Some(one) = alike.get(at).cloned() {
                at += 1;
                for next in space.plainly(Some(one.borrow())).unwrap_or_default() {
                    let form_of_next = reduced(&next);
                    if form_of_next == form {
                        if !alike.contains(&next) {
                            alike.push(next.clone());
                        }
                    } else if !has(&by_form, &form_of_next) {
                        let of = "leads to none that a step of its reduced form leads to";
                        return Err(format!("a step of {one:?} {of} {form:?}"));
                    }
                    forms.insert(form_of_next.clone());
                    reached.insert(form_of_next);
                    if seen.insert(next.clone()) {
                        queue.push_back(next);
                    }
                }
            }
            self.same_to_property(&alike, &form)?;
            if let Some((step, _)) = steps
                .iter()
                .find(|(_, next)| *next != form && !has(&reached, next))
            {
                let label = space.label(step);
                return Err(format!("`{label}` of {form:?} is no step of {state:?}"));
            }
        }
        Ok(Compared {
            plain,
            reduced: forms.len(),
            exhausted: queue.is_empty(),
        })
    }

    /// What is asked of the form, compared with what is asked of the plain states that are alike, the first of which led here.
    fn same_to_property(
        &self,
        alike: &[S::OwnedState],
        form: &S::OwnedState,
    ) -> Result<(), String> {
        let space = &*self.space;
        let (plain, form_state) = (&alike[0], form.borrow());
        type Holds<S> = crate::property::OfState<S>;
        let differs = |holds: &Holds<S>| holds(space, plain.borrow()) != holds(space, form_state);
        let in_all = |holds: &Holds<S>| alike.iter().all(|one| holds(space, one.borrow()));
        let in_one = |holds: &Holds<S>| alike.iter().any(|one| holds(space, one.borrow()));
        let which = match &self.property.demand {
            Demand::Always(conjuncts) => {
                let found = conjuncts.iter().find(|conjunct| {
                    in_all(&conjunct.holds) != (conjunct.holds)(space, form_state)
                });
                found.map(|conjunct| conjunct.name.clone())
            }
            Demand::Possible(wanted) => (in_one(wanted) != wanted(space, form_state))
                .then(|| "what should be possible".into()),
            // A step is judged by the states around it, which are compared as such.
            Demand::EveryStep(_) => None,
            Demand::Promises(promises) => {
                let found = promises.iter().find(|promise| match &promise.kept {
                    Kept::Eventually(goal) | Kept::InfinitelyOften(goal) => differs(goal),
                    Kept::LeadsTo(from, to) => differs(from) || differs(to),
                });
                found.map(|promise| promise.name.clone())
            }
        };
        match which {
            Some(name) => Err(format!("`{name}` differs in {plain:?} and {form:?}")),
            None => Ok(()),
        }
    }
}
