//! Negations inwards, existential quantifiers into functions.

use super::{Question, Relation, last_change};
use crate::syntax::{self, Formula, Protocol, Sort, SymbolId, Variable};

/// A function of the protocol or of Skolem, by its place in [`Skolem::functions`].
pub type FunctionId = usize;

/// Where a function comes from.
#[derive(Clone, Debug)]
pub enum Symbolic {
    /// A function of the protocol, and after how many steps it was last changed.
    OfProtocol(SymbolId, usize),
    /// The value of a variable in a fact.
    Chosen(usize, String),
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub args: Vec<Sort>,
    pub result: Sort,
    pub origin: Symbolic,
}

/// A term whose variables are universal, by their depth.
#[derive(Clone, Debug)]
pub enum Term {
    Slot(usize),
    Of(FunctionId, Vec<Term>),
}

/// A formula without `exists`, negations only at its atoms.
#[derive(Clone, Debug)]
pub enum Matrix {
    And(Vec<Matrix>),
    Or(Vec<Matrix>),
    Forall(Sort, Box<Matrix>),
    Is(bool, Relation, Vec<Term>),
    Equal(bool, Term, Term),
}

pub struct Skolem<'a> {
    pub protocol: &'a Protocol,
    question: &'a Question,
    pub functions: Vec<Function>,
}

/// What is known on the way down.
#[derive(Clone)]
struct Scope {
    fact: usize,
    time: usize,
    /// What stands for each variable, innermost last.
    bound: Vec<(String, Term)>,
    /// The sorts of the universal variables around.
    universal: Vec<Sort>,
}

impl<'a> Skolem<'a> {
    pub fn new(protocol: &'a Protocol, question: &'a Question) -> Self {
        let mut functions = Vec::new();
        for (symbol, declared) in protocol.symbols.iter().enumerate() {
            let Some(result) = declared.result else {
                continue;
            };
            let end = question.steps.len();
            let times = (0..=end).map(|time| last_change(protocol, &question.steps, symbol, time));
            let mut times: Vec<usize> = times.collect();
            times.dedup();
            for time in times {
                functions.push(Function {
                    name: format!("{}{}", declared.name, "'".repeat(time)),
                    args: declared.args.clone(),
                    result,
                    origin: Symbolic::OfProtocol(symbol, time),
                });
            }
        }
        Skolem {
            protocol,
            question,
            functions,
        }
    }

    pub fn fact(&mut self, fact: usize) -> Matrix {
        let said = &self.question.facts[fact];
        let mut scope = Scope {
            fact,
            time: said.time,
            bound: Vec::new(),
            universal: Vec::new(),
        };
        self.matrix(&said.formula, true, &mut scope)
    }

    fn matrix(&mut self, formula: &Formula, holds: bool, scope: &mut Scope) -> Matrix {
        match (formula, holds) {
            (Formula::And(all), true) | (Formula::Or(all), false) => {
                Matrix::And(all.iter().map(|f| self.matrix(f, holds, scope)).collect())
            }
            (Formula::Or(all), true) | (Formula::And(all), false) => {
                Matrix::Or(all.iter().map(|f| self.matrix(f, holds, scope)).collect())
            }
            (Formula::Not(inner), _) => self.matrix(inner, !holds, scope),
            (Formula::Iff(both), _) => {
                // (a or not b) and (not a or b); denied: (a or b) and (not a or not b).
                let mut either = |a: bool, b: bool| {
                    Matrix::Or(vec![
                        self.matrix(&both.0, a, scope),
                        self.matrix(&both.1, b, scope),
                    ])
                };
                Matrix::And(vec![either(true, !holds), either(false, holds)])
            }
            (Formula::Forall(variables, body), true)
            | (Formula::Exists(variables, body), false) => {
                for Variable { name, sort } in variables {
                    let slot = scope.universal.len();
                    scope.universal.push(*sort);
                    scope.bound.push((name.clone(), Term::Slot(slot)));
                }
                let inner = self.matrix(body, holds, scope);
                let left = scope.universal.len() - variables.len();
                scope.universal.truncate(left);
                scope.bound.truncate(scope.bound.len() - variables.len());
                let sorts = variables.iter().rev().map(|v| v.sort);
                sorts.fold(inner, |body, sort| Matrix::Forall(sort, Box::new(body)))
            }
            (Formula::Exists(variables, body), true)
            | (Formula::Forall(variables, body), false) => {
                let mut slots = Vec::new();
                body.variables(&mut |name| {
                    let bound = scope.bound.iter().rev().find(|(bound, _)| bound == name);
                    if let Some((_, term)) = bound {
                        slots_of(term, &mut slots);
                    }
                });
                slots.sort_unstable();
                slots.dedup();
                for Variable { name, sort } in variables {
                    self.functions.push(Function {
                        name: name.clone(),
                        args: slots.iter().map(|slot| scope.universal[*slot]).collect(),
                        result: *sort,
                        origin: Symbolic::Chosen(scope.fact, name.clone()),
                    });
                    let args = slots.iter().map(|slot| Term::Slot(*slot)).collect();
                    let value = Term::Of(self.functions.len() - 1, args);
                    scope.bound.push((name.clone(), value));
                }
                let inner = self.matrix(body, holds, scope);
                scope.bound.truncate(scope.bound.len() - variables.len());
                inner
            }
            (
                Formula::Is {
                    relation,
                    after,
                    args,
                },
                _,
            ) => {
                let args = args.iter().map(|arg| self.term(arg, scope)).collect();
                let time = self.time(*relation, *after, scope);
                Matrix::Is(holds, (*relation, time), args)
            }
            (Formula::Equal(a, b), _) => {
                Matrix::Equal(holds, self.term(a, scope), self.term(b, scope))
            }
        }
    }

    fn time(&self, symbol: SymbolId, after: bool, scope: &Scope) -> usize {
        let time = scope.time + usize::from(after);
        last_change(self.protocol, &self.question.steps, symbol, time)
    }

    fn term(&self, term: &syntax::Term, scope: &Scope) -> Term {
        match term {
            syntax::Term::Variable(name) => {
                let bound = scope.bound.iter().rev().find(|(bound, _)| bound == name);
                bound
                    .expect("variables were resolved when they were read")
                    .1
                    .clone()
            }
            syntax::Term::Of {
                function,
                after,
                args,
            } => {
                let time = self.time(*function, *after, scope);
                let is = |f: &Function| matches!(f.origin, Symbolic::OfProtocol(s, t) if (s, t) == (*function, time));
                let id = self.functions.iter().position(is);
                let args = args.iter().map(|arg| self.term(arg, scope)).collect();
                Term::Of(id.expect("each function is there at each time"), args)
            }
        }
    }

    /// The sorts in an order in which functions lead from earlier ones to later ones; or a circle.
    pub fn order_of_sorts(&self) -> Result<Vec<Sort>, Vec<Sort>> {
        let mut order: Vec<Sort> = Vec::new();
        let sorts = 0..self.protocol.sorts.len();
        let waits_for = |sort: Sort, order: &[Sort]| {
            let to = self.functions.iter().filter(move |f| f.result == sort);
            to.flat_map(|f| f.args.iter().copied())
                .find(|arg| !order.contains(arg))
        };
        while order.len() < sorts.len() {
            let ready = |s: &Sort| !order.contains(s) && waits_for(*s, &order).is_none();
            match sorts.clone().find(ready) {
                Some(sort) => order.push(sort),
                None => {
                    let stuck = sorts.clone().find(|s| !order.contains(s));
                    let mut path = vec![stuck.expect("one is left")];
                    loop {
                        let last = path[path.len() - 1];
                        let before = waits_for(last, &order).expect("it is stuck");
                        if let Some(begin) = path.iter().position(|s| *s == before) {
                            let mut circle = path.split_off(begin);
                            circle.reverse();
                            return Err(circle);
                        }
                        path.push(before);
                    }
                }
            }
        }
        Ok(order)
    }
}

fn slots_of(term: &Term, slots: &mut Vec<usize>) {
    match term {
        Term::Slot(slot) => slots.push(*slot),
        Term::Of(_, args) => args.iter().for_each(|arg| slots_of(arg, slots)),
    }
}
