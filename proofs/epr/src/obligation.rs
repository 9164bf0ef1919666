//! What has to be true for an invariant to be inductive: each obligation is a question that must have the answer no.

use crate::ground::{Fact, Question};
use crate::syntax::{Action, Clause, Formula, Protocol};

/// One step of an induction.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// The action after which the clause must be true; nothing, if it must be true at first.
    pub action: Option<usize>,
    /// The clause, by its place in [`Protocol::clauses`].
    pub clause: usize,
    /// The clause is false there: this must be impossible.
    pub question: Question,
}

fn facts<'a>(clauses: impl IntoIterator<Item = &'a Clause>) -> Vec<Fact> {
    let formulas = clauses.into_iter().map(|clause| clause.formula.clone());
    formulas.map(|formula| Fact { formula, time: 0 }).collect()
}

/// Some parameters take this step at this time.
fn taken(protocol: &Protocol, action: &Action, time: usize) -> Fact {
    let step = Formula::And(protocol.transition(action));
    let formula = match action.parameters[..] {
        [] => step,
        _ => Formula::Exists(action.parameters.clone(), Box::new(step)),
    };
    Fact { formula, time }
}

/// All obligations: first those of the beginning, then those of each action.
pub fn obligations(protocol: &Protocol) -> Vec<Obligation> {
    let mut all = Vec::new();
    for (number, clause) in protocol.clauses().enumerate() {
        let mut so = facts(protocol.axioms.iter().chain(&protocol.init));
        so.push(denied(clause, 0));
        all.push(Obligation {
            action: None,
            clause: number,
            question: Question {
                name: format!("init: {}", clause.name),
                steps: Vec::new(),
                facts: so,
            },
        });
    }
    for (place, action) in protocol.actions.iter().enumerate() {
        for (number, clause) in protocol.clauses().enumerate() {
            let mut so = facts(protocol.axioms.iter().chain(protocol.clauses()));
            so.push(taken(protocol, action, 0));
            so.push(denied(clause, 1));
            all.push(Obligation {
                action: Some(place),
                clause: number,
                question: Question {
                    name: format!("{}: {}", action.name, clause.name),
                    steps: vec![place],
                    facts: so,
                },
            });
        }
    }
    all
}

fn denied(clause: &Clause, time: usize) -> Fact {
    let formula = clause.formula.clone().negated();
    Fact { formula, time }
}

/// The runs that must exist, each as a question that must have the answer yes.
pub fn runs(protocol: &Protocol) -> Vec<Question> {
    let question = |run: &crate::syntax::Run| {
        let mut so = facts(protocol.axioms.iter().chain(&protocol.init));
        for (time, action) in run.actions.iter().enumerate() {
            so.push(taken(protocol, &protocol.actions[*action], time));
        }
        let time = run.actions.len();
        let formula = run.reaching.clone();
        so.push(Fact { formula, time });
        Question {
            name: format!("run: {}", run.reason),
            steps: run.actions.clone(),
            facts: so,
        }
    };
    protocol.runs.iter().map(question).collect()
}
