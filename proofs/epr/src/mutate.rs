//! Protocols that lack one thing: a guard, or a clause of the invariant. A proof that nothing breaks shows nothing.

use crate::obligation::{Obligation, obligations};
use crate::proof::{Witness, decide};
use crate::syntax::Protocol;
use std::fmt;

/// What is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Without {
    /// A guard of an action.
    Guard {
        /// The action.
        action: String,
        /// The guard.
        guard: String,
        /// Whether the proof is said to need it.
        needed: bool,
    },
    /// A clause of the invariant.
    Clause(String),
}

impl fmt::Display for Without {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Without::Guard { action, guard, .. } => write!(f, "guard {guard} of {action}"),
            Without::Clause(name) => write!(f, "clause {name}"),
        }
    }
}

/// Everything that can be left out.
pub fn all(protocol: &Protocol) -> Vec<Without> {
    let guards = protocol.actions.iter().flat_map(|action| {
        action.guards.iter().map(|guard| Without::Guard {
            action: action.name.clone(),
            guard: guard.name.clone(),
            needed: guard.needed,
        })
    });
    let clauses = protocol
        .invariant
        .iter()
        .map(|c| Without::Clause(c.name.clone()));
    guards.chain(clauses).collect()
}

/// What is assumed of the surroundings.
pub fn assumed(protocol: &Protocol) -> Vec<Without> {
    let named = |what: &Without| {
        let Without::Guard { action, guard, .. } = what else {
            return false;
        };
        let mut of = protocol.actions.iter().filter(|a| a.name == *action);
        of.any(|a| a.guards.iter().any(|g| g.name == *guard && g.assumed))
    };
    all(protocol).into_iter().filter(named).collect()
}

/// The protocol without it.
pub fn without(protocol: &Protocol, what: &Without) -> Protocol {
    let mut less = protocol.clone();
    match what {
        Without::Guard { action, guard, .. } => {
            let of = less.actions.iter_mut().filter(|a| a.name == *action);
            of.for_each(|a| a.guards.retain(|g| g.name != *guard));
        }
        Without::Clause(name) => less.invariant.retain(|clause| clause.name != *name),
    }
    less
}

/// The obligations that may fail without it: of one action, or of all.
fn concerned(less: &Protocol, what: &Without) -> Vec<Obligation> {
    let mut all = obligations(less);
    all.retain(|obligation| match what {
        Without::Guard { action, .. } => obligation
            .action
            .is_some_and(|a| less.actions[a].name == *action),
        Without::Clause(_) => obligation.action.is_some(),
    });
    all
}

/// The obligations that fail without it, by name.
pub fn broken(protocol: &Protocol, what: &Without) -> Vec<String> {
    let less = without(protocol, what);
    let concerned = concerned(&less, what).into_iter();
    let failed = concerned.filter_map(|obligation| decide(&less, &obligation.question).err());
    failed.map(|witness| witness.name).collect()
}

/// One obligation that fails without it, with its counterexample: of those with the fewest variables, the first.
pub fn first_broken(protocol: &Protocol, what: &Without) -> Option<Witness> {
    let less = without(protocol, what);
    let mut concerned = concerned(&less, what);
    let variables = |obligation: &Obligation| {
        let mut count = 0;
        let clause = less.clauses().nth(obligation.clause);
        if let Some(clause) = clause {
            clause.formula.variables(&mut |_| count += 1);
        }
        count
    };
    concerned.sort_by_key(variables);
    let mut all = concerned.iter();
    all.find_map(|obligation| decide(&less, &obligation.question).err())
}
