//! What ties a protocol to a model that is searched: at a size, each state of the model is read as a structure of the protocol.
//! Then every step of the model must be a step of the protocol, every step of the protocol from such a state one of the model, and
//! every clause of the invariant true in all of them.

use crate::structure::{Finite, Step, Structure};
use std::collections::BTreeMap;
use std::fmt;

/// All reachable states of a model at some size, each read as a structure.
#[derive(Clone, Debug, Default)]
pub struct Searched {
    /// Where it begins.
    pub initial: Vec<usize>,
    /// Each state, as the protocol sees it.
    pub states: Vec<Structure>,
    /// The steps from each state: how they are called, and where they lead. Those of the last states are missing if the search was
    /// cut.
    pub steps: Vec<Vec<(String, usize)>>,
}

/// What was compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crossed {
    /// States of the model.
    pub states: usize,
    /// Steps of the model that are steps of the protocol.
    pub forth: usize,
    /// Steps of the model that the protocol does not see.
    pub silent: usize,
    /// Steps of the protocol that are steps of the model, by action.
    pub back: BTreeMap<String, usize>,
    /// Steps of the protocol that the model does not take because of its size.
    pub beyond: usize,
}

/// Where the bridge does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Which of the things that must be so is not.
    pub kind: Kind,
    /// The details.
    pub what: String,
}

/// What can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A state breaks an axiom, the first state breaks what is true at first, or a reachable one breaks the invariant.
    State,
    /// A step of the model is none of the protocol.
    Forth,
    /// A step of the protocol is none of the model.
    Back,
    /// Nothing is wrong in what was searched, but not all was.
    Cut,
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

/// Whether one step belongs to the one before it.
pub type Pairs<'a> = &'a dyn Fn(&Step, &Step) -> bool;

/// How a model and a protocol are compared, beyond the states.
pub struct Crossing<'a> {
    /// The protocol with as many values as the model has.
    pub finite: Finite<'a>,
    /// Whether the protocol does not see steps of this name.
    pub silent: &'a dyn Fn(&str) -> bool,
    /// Whether the model does not take this step from this state because its size forbids it.
    pub beyond: &'a dyn Fn(usize, &Step) -> bool,
    /// The form in which states are compared, where the model stores one of several that no step tells apart.
    pub form: &'a dyn Fn(Structure) -> Structure,
    /// Whether the model takes the second step together with the first, wherever the protocol can; then the first alone is no
    /// step of the model.
    pub at_once: Option<Pairs<'a>>,
}

impl<'a> Crossing<'a> {
    /// A protocol that sees every step of the model, of which the model takes every step, one by one.
    pub fn of(finite: Finite<'a>) -> Self {
        Crossing {
            finite,
            silent: &|_| false,
            beyond: &|_, _| false,
            form: &|state| state,
            at_once: None,
        }
    }

    /// The steps of the protocol from a state, each as far as the model goes at once, in the form that is compared. What was done
    /// last is what a longer one is named by.
    fn steps(&self, state: &Structure) -> Vec<Step> {
        let mut whole = self.finite.steps(state);
        if let Some(at_once) = self.at_once {
            let goes_on = |first: Step| {
                let mut further = self.finite.steps(&first.next);
                further.retain(|then| at_once(&first, then));
                match further.is_empty() {
                    true => vec![first],
                    false => further,
                }
            };
            whole = whole.into_iter().flat_map(goes_on).collect();
        }
        for step in &mut whole {
            step.next = (self.form)(step.next.clone());
        }
        whole
    }

    /// Compares both ways.
    pub fn cross(&self, searched: &Searched) -> Result<Crossed, Gap> {
        self.states(searched)?;
        let mut crossed = Crossed {
            states: searched.states.len(),
            ..Crossed::default()
        };
        for (at, state) in searched
            .states
            .iter()
            .enumerate()
            .take(searched.steps.len())
        {
            let steps = self.steps(state);
            for (label, to) in &searched.steps[at] {
                let next = &searched.states[*to];
                if next == state && (self.silent)(label) {
                    crossed.silent += 1;
                } else if steps.iter().any(|step| step.next == *next) {
                    crossed.forth += 1;
                } else {
                    return Err(self.no_action(label, state, next));
                }
            }
            for step in &steps {
                if self.arrives(searched, at, &step.next) {
                    let name = &self.finite.protocol.actions[step.action].name;
                    *crossed.back.entry(name.clone()).or_default() += 1;
                } else if (self.beyond)(at, step) {
                    crossed.beyond += 1;
                } else {
                    return Err(self.no_step(state, step));
                }
            }
        }
        match searched.states.len() - searched.steps.len() {
            0 => Ok(crossed),
            open => Err(Gap {
                kind: Kind::Cut,
                what: format!("the search of the model was cut, with {open} states open"),
            }),
        }
    }

    /// Whether the model goes from this state to one that is read so, perhaps after steps that the protocol does not see.
    fn arrives(&self, searched: &Searched, at: usize, next: &Structure) -> bool {
        let (mut seen, mut open) = (vec![at], vec![at]);
        while let Some(here) = open.pop() {
            for (label, to) in searched.steps.get(here).into_iter().flatten() {
                let there = &searched.states[*to];
                if there == next {
                    return true;
                }
                let silent = *there == searched.states[at] && (self.silent)(label);
                if silent && !seen.contains(to) {
                    seen.push(*to);
                    open.push(*to);
                }
            }
        }
        false
    }

    fn states(&self, searched: &Searched) -> Result<(), Gap> {
        let protocol = self.finite.protocol;
        let gap = |state: &Structure, broken: Vec<&str>| match broken[..] {
            [] => Ok(()),
            _ => Err(Gap {
                kind: Kind::State,
                what: format!(
                    "{} is false in a reachable state of the model:\n{}",
                    broken.join(", "),
                    self.finite.show(state, None)
                ),
            }),
        };
        for at in &searched.initial {
            let state = &searched.states[*at];
            gap(state, self.finite.broken(state, &protocol.init))?;
            gap(state, self.finite.broken(state, &protocol.axioms))?;
        }
        for state in &searched.states {
            gap(state, self.finite.broken(state, protocol.clauses()))?;
        }
        Ok(())
    }

    fn no_action(&self, label: &str, state: &Structure, next: &Structure) -> Gap {
        let (before, after) = (
            self.finite.show(state, None),
            self.finite.show(next, Some(state)),
        );
        Gap {
            kind: Kind::Forth,
            what: format!(
                "the model takes `{label}`, which is no action of {}, from\n{before}  to\n{after}",
                self.finite.protocol.name
            ),
        }
    }

    fn no_step(&self, state: &Structure, step: &Step) -> Gap {
        let (before, after) = (
            self.finite.show(state, None),
            self.finite.show(&step.next, Some(state)),
        );
        let name = self.finite.show_step(step.action, &step.arguments);
        Gap {
            kind: Kind::Back,
            what: format!("the model has no step for {name} from\n{before}  to\n{after}"),
        }
    }
}
