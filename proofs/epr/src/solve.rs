//! The solver: batsat, which need not be trusted. What it learns on the way to `unsatisfiable` is the certificate.

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, lbool};
use verdict_certify::Formula;

/// What became of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Impossible: each clause follows from those before it by unit propagation, and the last is empty.
    Impossible(Vec<Vec<i32>>),
    /// Possible: the value of each variable, from the first.
    Possible(Vec<bool>),
}

/// Takes down every clause that is learnt.
#[derive(Default)]
struct Notes(Vec<Vec<i32>>);

impl Callbacks for Notes {
    fn on_new_clause(&mut self, clause: &[Lit], kind: ClauseKind) {
        if matches!(kind, ClauseKind::Learnt) && !clause.is_empty() {
            self.0.push(clause.iter().map(|l| number(*l)).collect());
        }
    }
}

fn number(literal: Lit) -> i32 {
    let variable = literal.var().idx() as i32 + 1;
    if literal.sign() { variable } else { -variable }
}

/// Solves a formula.
pub fn solve(formula: &Formula) -> Answer {
    let mut solver = Solver::new(Default::default(), Notes::default());
    let variables: Vec<_> = (0..formula.variables)
        .map(|_| solver.new_var_default())
        .collect();
    for clause in &formula.clauses {
        let literal = |l: &i32| Lit::new(variables[l.unsigned_abs() as usize - 1], *l > 0);
        let mut clause: Vec<Lit> = clause.iter().map(literal).collect();
        if !solver.add_clause_reuse(&mut clause) {
            break;
        }
    }
    let answer = solver.solve_limited(&[]);
    if answer == lbool::TRUE {
        let value = |v: &batsat::Var| solver.value_lit(Lit::new(*v, true)) == lbool::TRUE;
        return Answer::Possible(variables.iter().map(value).collect());
    }
    assert!(answer == lbool::FALSE, "nothing limits the solver");
    let mut certificate = std::mem::take(&mut solver.cb_mut().0);
    certificate.push(Vec::new());
    Answer::Impossible(certificate)
}
