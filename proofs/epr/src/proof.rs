//! Obligations decided: each with a certificate that the checker accepts, or with a counterexample to the induction.

use crate::ground::{Grounding, Question, ground, last_change};
use crate::obligation::{Obligation, obligations, runs};
use crate::solve::{Answer, solve};
use crate::structure::{Finite, Structure};
use crate::syntax::Protocol;
use std::fmt;
use verdict_certify::{Formula, check};

/// A question that was decided.
#[derive(Debug)]
pub struct Decided {
    /// What was asked.
    pub name: String,
    /// The clauses.
    pub cnf: Formula,
    /// The clauses that refute them, which the checker has accepted.
    pub certificate: Vec<Vec<i32>>,
}

/// States along a run that answer a question with yes.
#[derive(Clone, Debug)]
pub struct Witness {
    /// What was asked.
    pub name: String,
    /// The states, drawn as far as they change.
    shown: String,
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

/// Decides a question: impossible with a certificate, or possible with a witness.
pub fn decide(protocol: &Protocol, question: &Question) -> Result<Decided, Witness> {
    let grounding = ground(protocol, question)
        .unwrap_or_else(|e| panic!("the fragment was checked when the file was read: {e}"));
    let name = question.name.clone();
    match solve(&grounding.cnf) {
        Answer::Impossible(certificate) => {
            let cnf = grounding.cnf;
            check(&cnf, &certificate)
                .unwrap_or_else(|e| panic!("{name}: the solver's certificate is refused: {e}"));
            Ok(Decided {
                name,
                cnf,
                certificate,
            })
        }
        Answer::Possible(values) => {
            let (finite, states) = structures(protocol, question, &grounding, &values);
            let shown = draw(question, &finite, &states);
            Err(Witness { name, shown })
        }
    }
}

/// Decides all obligations. Those that fail come with a counterexample: two states and the step between them.
pub fn prove(protocol: &Protocol) -> (Vec<Decided>, Vec<Witness>) {
    let (mut decided, mut broken) = (Vec::new(), Vec::new());
    for Obligation { question, .. } in obligations(protocol) {
        match decide(protocol, &question) {
            Ok(one) => decided.push(one),
            Err(witness) => broken.push(witness),
        }
    }
    (decided, broken)
}

/// The runs that the protocol promises: each with its states, or its name if there is no such run.
pub fn can_move(protocol: &Protocol) -> Vec<Result<Witness, String>> {
    let all = runs(protocol);
    let decided = all.iter().map(|run| match decide(protocol, run) {
        Ok(impossible) => Err(impossible.name),
        Err(witness) => Ok(witness),
    });
    decided.collect()
}

/// The states that a solution means: equal terms are one value.
fn structures<'a>(
    protocol: &'a Protocol,
    question: &Question,
    grounding: &Grounding,
    values: &[bool],
) -> (Finite<'a>, Vec<Structure>) {
    let is = |variable: i32| values[variable as usize - 1];
    let mut value_of = vec![0; grounding.terms.len()];
    let mut names = Vec::new();
    for sort in &grounding.universe {
        let mut first: Vec<usize> = Vec::new();
        for &term in sort {
            let same = |t: &usize| is(grounding.equal[&((*t).min(term), (*t).max(term))]);
            value_of[term] = first.iter().position(same).unwrap_or_else(|| {
                first.push(term);
                first.len() - 1
            });
        }
        let mut shown: Vec<String> = Vec::new();
        for term in first {
            let name = &grounding.terms[term].name;
            let twice = shown
                .iter()
                .filter(|other| other.trim_end_matches('*') == name)
                .count();
            shown.push(format!("{name}{}", "*".repeat(twice)));
        }
        names.push(shown);
    }
    let finite = Finite { protocol, names };
    let mut states = Vec::new();
    for time in 0..=question.steps.len() {
        let mut state = finite.blank();
        for symbol in 0..protocol.symbols.len() {
            let last = last_change(protocol, &question.steps, symbol, time);
            for ((of, when, args), value) in &grounding.values {
                if (*of, *when) == (symbol, last) {
                    let args: Vec<_> = args.iter().map(|t| value_of[*t]).collect();
                    finite.put(&mut state, symbol, &args, value_of[*value]);
                }
            }
            for (((of, when), args), variable) in &grounding.atoms {
                if (*of, *when) == (symbol, last) && is(*variable) {
                    let args: Vec<_> = args.iter().map(|t| value_of[*t]).collect();
                    finite.put(&mut state, symbol, &args, 1);
                }
            }
        }
        states.push(state);
    }
    recheck(question, &finite, &states);
    (finite, states)
}

/// Looks at a solution again without any grounding: each fact about one state must be true in it, each step must be one.
fn recheck(question: &Question, finite: &Finite, states: &[Structure]) {
    let steps = question.steps.len();
    for (time, action) in question.steps.iter().enumerate() {
        let mut all = finite.steps(&states[time]).into_iter();
        let taken = all.any(|step| step.action == *action && step.next == states[time + 1]);
        let name = &finite.protocol.actions[*action].name;
        assert!(
            taken,
            "{}: {name} is no step:\n{}",
            question.name,
            draw(question, finite, states)
        );
    }
    let of_states = question.facts.iter().enumerate();
    for (i, fact) in of_states.filter(|(_, fact)| !is_step(&fact.formula)) {
        assert!(fact.time <= steps, "{}", question.name);
        let holds = finite.is_true(&states[fact.time], &fact.formula);
        assert!(
            holds,
            "{}: fact {i} is false in its own solution",
            question.name
        );
    }
}

/// Whether a formula speaks of two states.
fn is_step(formula: &crate::syntax::Formula) -> bool {
    use crate::syntax::{Formula, Term};
    fn term(t: &Term) -> bool {
        match t {
            Term::Variable(_) => false,
            Term::Of { after, args, .. } => *after || args.iter().any(term),
        }
    }
    match formula {
        Formula::And(all) | Formula::Or(all) => all.iter().any(is_step),
        Formula::Not(inner) | Formula::Forall(_, inner) | Formula::Exists(_, inner) => {
            is_step(inner)
        }
        Formula::Iff(both) => is_step(&both.0) || is_step(&both.1),
        Formula::Is { after, args, .. } => *after || args.iter().any(term),
        Formula::Equal(a, b) => term(a) || term(b),
    }
}

fn draw(question: &Question, finite: &Finite, states: &[Structure]) -> String {
    let mut shown = String::from("  a state\n");
    shown.push_str(&finite.show(&states[0], None));
    for (time, action) in question.steps.iter().enumerate() {
        let mut all = finite.steps(&states[time]).into_iter();
        let step = all.find(|s| s.action == *action && s.next == states[time + 1]);
        let name = step.map(|step| finite.show_step(step.action, &step.arguments));
        let name = name.unwrap_or_else(|| finite.protocol.actions[*action].name.clone());
        shown.push_str(&format!("  {name}\n"));
        let changed = finite.show(&states[time + 1], Some(&states[time]));
        let nothing = "    nothing changes\n".to_owned();
        shown.push_str(if changed.is_empty() {
            &nothing
        } else {
            &changed
        });
    }
    shown
}
