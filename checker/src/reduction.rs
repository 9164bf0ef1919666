//! Whether the form in which states are stored leaves out only what never matters.
//!
//! A space may leave things out of its states: messages that nobody will ever act on, what is common to all dates. Here the
//! states are walked with everything in them, and each is compared with its reduced form: a step of the one leads where a
//! step of the other does, or nowhere if it only consumes what was left out; and the property says the same of both. By induction
//! every plain state then has its reduced form among those that a search finds, each of those is the form of one, and the verdicts are the same.

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
            self.same_to_property(&state, &form)?;
            let nexts = space.plainly(Some(state.borrow())).unwrap_or_default();
            let steps = space.steps(form.borrow());
            let by_form: HashSet<S::OwnedState> =
                steps.iter().map(|(_, next)| next.clone()).collect();
            let mut reached = HashSet::new();
            for next in nexts {
                let form_of_next = reduced(&next);
                if form_of_next != form && !has(&by_form, &form_of_next) {
                    let of = "leads to none that a step of its reduced form leads to";
                    return Err(format!("a step of {state:?} {of} {form:?}"));
                }
                forms.insert(form_of_next.clone());
                reached.insert(form_of_next);
                if seen.insert(next.clone()) {
                    queue.push_back(next);
                }
            }
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

    fn same_to_property(&self, plain: &S::OwnedState, form: &S::OwnedState) -> Result<(), String> {
        let space = &*self.space;
        let (plain_state, form_state) = (plain.borrow(), form.borrow());
        let differs = |holds: &crate::property::OfState<S>| {
            holds(space, plain_state) != holds(space, form_state)
        };
        let which = match &self.property.demand {
            Demand::Always(conjuncts) => {
                let found = conjuncts.iter().find(|conjunct| differs(&conjunct.holds));
                found.map(|conjunct| conjunct.name.clone())
            }
            Demand::Possible(wanted) => differs(wanted).then(|| "what should be possible".into()),
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
