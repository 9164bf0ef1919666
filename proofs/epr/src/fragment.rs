//! What a protocol file may not say: axioms about what changes, and questions with infinitely many terms.

use crate::ground::{OutsideTheFragment, is_in_the_fragment};
use crate::obligation::{obligations, runs};
use crate::syntax::{Formula, Protocol, Term};
use std::fmt;

/// Why a protocol is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The clause or action at fault.
    pub of: String,
    why: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

/// Whether every question about this protocol is decidable.
pub fn check(protocol: &Protocol) -> Result<(), Refused> {
    for axiom in &protocol.axioms {
        if let Some(symbol) = changing(protocol, &axiom.formula) {
            let (of, name) = (axiom.name.clone(), &protocol.symbols[symbol].name);
            let why = format!(
                "axiom {of} speaks of `{name}`, which changes; expected fixed symbols only"
            );
            return Err(Refused { of, why });
        }
    }
    for question in obligations(protocol)
        .iter()
        .map(|o| &o.question)
        .chain(&runs(protocol))
    {
        is_in_the_fragment(protocol, question).map_err(|outside: OutsideTheFragment| Refused {
            of: outside.of.clone(),
            why: outside.to_string(),
        })?;
    }
    Ok(())
}

/// A symbol in the formula that is not fixed.
fn changing(protocol: &Protocol, formula: &Formula) -> Option<usize> {
    let term = |t: &Term| changing_term(protocol, t);
    match formula {
        Formula::And(all) | Formula::Or(all) => all.iter().find_map(|f| changing(protocol, f)),
        Formula::Not(inner) | Formula::Forall(_, inner) | Formula::Exists(_, inner) => {
            changing(protocol, inner)
        }
        Formula::Iff(both) => changing(protocol, &both.0).or_else(|| changing(protocol, &both.1)),
        Formula::Is { relation, args, .. } => {
            let itself = (!protocol.symbols[*relation].fixed).then_some(*relation);
            itself.or_else(|| args.iter().find_map(term))
        }
        Formula::Equal(a, b) => term(a).or_else(|| term(b)),
    }
}

fn changing_term(protocol: &Protocol, term: &Term) -> Option<usize> {
    match term {
        Term::Variable(_) => None,
        Term::Of { function, args, .. } => {
            let itself = (!protocol.symbols[*function].fixed).then_some(*function);
            itself.or_else(|| args.iter().find_map(|arg| changing_term(protocol, arg)))
        }
    }
}
