//! An obligation as SMT-LIB, for a solver that knows nothing of our polynomials: everything is a real number, functions are
//! uninterpreted, definitions are given by the instances that are used.

use crate::polynomial::{Atom, Polynomial};
use crate::theory::{Equation, Obligation, Theory};

fn number(value: i128) -> String {
    match value {
        0.. => format!("{value}.0"),
        _ => format!("(- {}.0)", value.unsigned_abs()),
    }
}

fn atom(of: &Atom) -> String {
    match of {
        Atom::Variable(name) => name.clone(),
        Atom::Applied(name, arguments) => {
            let arguments: Vec<_> = arguments.iter().map(term).collect();
            format!("({name} {})", arguments.join(" "))
        }
    }
}

fn term(of: &Polynomial) -> String {
    let terms = of.terms().map(|(product, coefficient)| {
        let factors = product
            .iter()
            .flat_map(|(of, times)| vec![atom(of); *times as usize]);
        format!(
            "(* 1.0 {} {})",
            number(coefficient),
            factors.collect::<Vec<_>>().join(" ")
        )
    });
    format!("(+ 0.0 0.0 {})", terms.collect::<Vec<_>>().join(" "))
}

fn equation((left, right): &Equation) -> String {
    format!("(= {} {})", term(left), term(right))
}

/// The obligation; it is met if the answer is `unsat`. The last assertion denies the goal.
pub fn script(theory: &Theory, obligation: &Obligation) -> String {
    let mut lines = vec![
        format!("; {}: {}", theory.name, obligation.name),
        "(set-logic QF_UFNRA)".to_owned(),
    ];
    for name in theory.variables.keys() {
        lines.push(format!("(declare-const {name} Real)"));
    }
    for (name, arity) in &theory.functions {
        lines.push(format!(
            "(declare-fun {name} ({}) Real)",
            vec!["Real"; *arity].join(" ")
        ));
    }
    for fact in obligation.unfolded.iter().chain(&obligation.known) {
        lines.push(format!("(assert {})", equation(fact)));
    }
    lines.push(format!("(assert (not {}))", equation(&obligation.goal)));
    lines.push("(check-sat)\n".to_owned());
    lines.join("\n")
}
