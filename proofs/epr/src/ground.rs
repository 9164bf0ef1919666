//! From a question in first-order logic to one in propositional logic.
//!
//! Existential quantifiers become new functions (Skolem). If no function leads from a sort back to itself, there are finitely
//! many terms without variables (Herbrand's universe), and the question has a model if and only if the instances of it at these
//! terms have one, equality being a relation that is reflexive, symmetric, transitive and respected by all others. Those
//! instances, as clauses, are what a solver sees.

mod skolem;

use crate::syntax::{Formula, Protocol, Sort, SymbolId};
use skolem::{FunctionId, Matrix, Skolem, Symbolic};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use verdict_certify::Formula as Clauses;

/// A formula that is taken to be true after some steps.
#[derive(Clone, Debug)]
pub struct Fact {
    /// What is said.
    pub formula: Formula,
    /// After how many steps; of a step, before it.
    pub time: usize,
}

/// Whether facts can be true together, along a run of some actions.
#[derive(Clone, Debug)]
pub struct Question {
    /// What is asked, in short.
    pub name: String,
    /// The actions that are taken, in order.
    pub steps: Vec<usize>,
    /// What is so.
    pub facts: Vec<Fact>,
}

/// A function leads from a sort back to itself: there would be infinitely many terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutsideTheFragment {
    /// The clause or action that is at fault, or the question.
    pub of: String,
    /// The sorts on the circle.
    pub circle: Vec<String>,
}

impl fmt::Display for OutsideTheFragment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} is outside the decidable fragment: a function or a `forall … exists` leads from sort {} back to it",
            self.of,
            self.circle.join(" to ")
        )
    }
}

impl std::error::Error for OutsideTheFragment {}

/// A term without variables, by its place in [`Grounding::terms`].
pub type TermId = usize;

/// A relation, and after how many steps it was last changed.
pub type Relation = (SymbolId, usize);

/// A term without variables.
#[derive(Clone, Debug)]
pub struct Ground {
    /// How it is shown.
    pub name: String,
    /// Its sort.
    pub sort: Sort,
}

/// The clauses of a question, and what their variables stand for.
#[derive(Debug)]
pub struct Grounding {
    /// The clauses.
    pub cnf: Clauses,
    /// All terms.
    pub terms: Vec<Ground>,
    /// The terms of each sort.
    pub universe: Vec<Vec<TermId>>,
    /// By function of the protocol, time of its last change and arguments: its value.
    pub values: HashMap<(SymbolId, usize, Vec<TermId>), TermId>,
    /// The variable of each atom.
    pub atoms: BTreeMap<(Relation, Vec<TermId>), i32>,
    /// The variable of each equality, the smaller term first.
    pub equal: HashMap<(TermId, TermId), i32>,
    /// What the outermost `exists` of each fact chose: the fact, the variable, the term.
    pub chosen: Vec<(usize, String, TermId)>,
}

/// After how many of these steps a symbol was last changed, seen after `time` of them.
pub fn last_change(protocol: &Protocol, steps: &[usize], symbol: SymbolId, time: usize) -> usize {
    let changes = |i: &usize| protocol.is_changed(&protocol.actions[steps[*i]], symbol);
    (0..time).rev().find(changes).map_or(0, |i| i + 1)
}

type Prepared<'a> = (Skolem<'a>, Vec<Matrix>, Vec<Sort>);

fn prepare<'a>(
    protocol: &'a Protocol,
    question: &'a Question,
) -> Result<Prepared<'a>, OutsideTheFragment> {
    let mut skolem = Skolem::new(protocol, question);
    let facts: Vec<Matrix> = (0..question.facts.len()).map(|i| skolem.fact(i)).collect();
    let name = |sort: Sort| protocol.sorts[sort].clone();
    let order = skolem.order_of_sorts();
    let order = order.map_err(|circle| OutsideTheFragment {
        of: question.name.clone(),
        circle: circle.into_iter().map(name).collect(),
    })?;
    Ok((skolem, facts, order))
}

/// Whether a question has finitely many terms; if not, the sorts that lead back to themselves.
pub fn is_in_the_fragment(
    protocol: &Protocol,
    question: &Question,
) -> Result<(), OutsideTheFragment> {
    prepare(protocol, question).map(|_| ())
}

/// The clauses of a question.
pub fn ground(protocol: &Protocol, question: &Question) -> Result<Grounding, OutsideTheFragment> {
    let (skolem, facts, order) = prepare(protocol, question)?;
    let mut grounder = Grounder::new(protocol, skolem);
    for sort in order {
        grounder.populate(sort);
    }
    grounder.equalities();
    for fact in &facts {
        grounder.assert(fact, &mut Vec::new());
    }
    grounder.congruence();
    Ok(grounder.finish())
}

struct Grounder<'a> {
    skolem: Skolem<'a>,
    out: Grounding,
    /// The value of each function at each argument.
    applied: HashMap<(FunctionId, Vec<TermId>), TermId>,
}

impl<'a> Grounder<'a> {
    fn new(protocol: &'a Protocol, skolem: Skolem<'a>) -> Self {
        let out = Grounding {
            cnf: Clauses::default(),
            terms: Vec::new(),
            universe: vec![Vec::new(); protocol.sorts.len()],
            values: HashMap::new(),
            atoms: BTreeMap::new(),
            equal: HashMap::new(),
            chosen: Vec::new(),
        };
        Grounder {
            skolem,
            out,
            applied: HashMap::new(),
        }
    }

    fn variable(&mut self) -> i32 {
        self.out.cnf.variables += 1;
        self.out.cnf.variables as i32
    }

    fn new_term(&mut self, name: String, sort: Sort) -> TermId {
        self.out.terms.push(Ground { name, sort });
        self.out.universe[sort].push(self.out.terms.len() - 1);
        self.out.terms.len() - 1
    }

    /// Makes all terms of a sort; the sorts from which functions lead to it have theirs already.
    fn populate(&mut self, sort: Sort) {
        for id in 0..self.skolem.functions.len() {
            let function = self.skolem.functions[id].clone();
            if function.result != sort {
                continue;
            }
            for args in product(&function.args, &self.out.universe) {
                let shown: Vec<&str> = args
                    .iter()
                    .map(|t| self.out.terms[*t].name.as_str())
                    .collect();
                let name = match shown[..] {
                    [] => function.name.clone(),
                    _ => format!("{}({})", function.name, shown.join(", ")),
                };
                let term = self.new_term(name, sort);
                if let Symbolic::OfProtocol(symbol, time) = function.origin {
                    self.out.values.insert((symbol, time, args.clone()), term);
                }
                if let (Symbolic::Chosen(fact, variable), []) = (&function.origin, &args[..]) {
                    self.out.chosen.push((*fact, variable.clone(), term));
                }
                self.applied.insert((id, args), term);
            }
        }
        if self.out.universe[sort].is_empty() {
            self.new_term("some".to_owned(), sort);
        }
    }

    /// The variable that says whether two terms are equal; none, if they are the same.
    fn equal(&self, a: TermId, b: TermId) -> Option<i32> {
        (a != b).then(|| self.out.equal[&(a.min(b), a.max(b))])
    }

    /// Equality is transitive; that it is symmetric and reflexive is in how it is written.
    fn equalities(&mut self) {
        for sort in self.out.universe.clone() {
            for (i, &a) in sort.iter().enumerate() {
                for &b in &sort[i + 1..] {
                    let variable = self.variable();
                    self.out.equal.insert((a.min(b), a.max(b)), variable);
                }
            }
            for (i, &a) in sort.iter().enumerate() {
                for (j, &b) in sort.iter().enumerate().skip(i + 1) {
                    for &c in &sort[j + 1..] {
                        let same = |x: TermId, y: TermId| self.out.equal[&(x.min(y), x.max(y))];
                        let (ab, bc, ac) = (same(a, b), same(b, c), same(a, c));
                        self.out.cnf.clauses.extend([
                            vec![-ab, -bc, ac],
                            vec![-ab, -ac, bc],
                            vec![-ac, -bc, ab],
                        ]);
                    }
                }
            }
        }
    }

    /// Equal arguments, equal values: of functions, and of the relations that occur.
    fn congruence(&mut self) {
        let mut by_function: BTreeMap<FunctionId, Vec<(Vec<TermId>, TermId)>> = BTreeMap::new();
        for ((function, args), value) in &self.applied {
            let all = by_function.entry(*function).or_default();
            all.push((args.clone(), *value));
        }
        for mut all in by_function.into_values() {
            all.sort();
            for (i, (args, value)) in all.iter().enumerate() {
                for (others, other) in &all[i + 1..] {
                    let mut clause = self.unequal(args, others);
                    clause.extend(self.equal(*value, *other));
                    self.out.cnf.clauses.push(clause);
                }
            }
        }
        let mut relations: Vec<Relation> = self.out.atoms.keys().map(|(r, _)| *r).collect();
        relations.dedup();
        for relation in relations {
            let args = self.skolem.protocol.symbols[relation.0].args.clone();
            for from in product(&args, &self.out.universe) {
                let here = self.atom(relation, from.clone());
                for (place, sort) in args.iter().enumerate() {
                    for other in self.out.universe[*sort].clone() {
                        if other == from[place] {
                            continue;
                        }
                        let mut to = from.clone();
                        to[place] = other;
                        let there = self.atom(relation, to);
                        let Some(same) = self.equal(from[place], other) else {
                            continue;
                        };
                        self.out.cnf.clauses.push(vec![-same, -here, there]);
                    }
                }
            }
        }
    }

    /// Some of these are unequal.
    fn unequal(&self, these: &[TermId], those: &[TermId]) -> Vec<i32> {
        let pairs = these.iter().zip(those);
        pairs
            .filter_map(|(a, b)| Some(-self.equal(*a, *b)?))
            .collect()
    }

    fn atom(&mut self, relation: Relation, args: Vec<TermId>) -> i32 {
        if let Some(variable) = self.out.atoms.get(&(relation, args.clone())) {
            return *variable;
        }
        let variable = self.variable();
        self.out.atoms.insert((relation, args), variable);
        variable
    }

    /// The matrix is true, with these values of its variables.
    fn assert(&mut self, matrix: &Matrix, values: &mut Vec<TermId>) {
        match matrix {
            Matrix::And(all) => all.iter().for_each(|one| self.assert(one, values)),
            Matrix::Forall(sort, body) => {
                for term in self.out.universe[*sort].clone() {
                    values.push(term);
                    self.assert(body, values);
                    values.pop();
                }
            }
            Matrix::Or(_) | Matrix::Is(..) | Matrix::Equal(..) => {
                let mut clause = Vec::new();
                if !self.one_of(matrix, values, &mut clause) {
                    self.out.cnf.clauses.push(clause);
                }
            }
        }
    }

    /// Adds to a clause what makes the matrix true; whether it is true anyway.
    fn one_of(&mut self, matrix: &Matrix, values: &mut Vec<TermId>, clause: &mut Vec<i32>) -> bool {
        match matrix {
            Matrix::Or(all) => all.iter().any(|one| self.one_of(one, values, clause)),
            Matrix::Is(holds, relation, args) => {
                let args = args.iter().map(|arg| self.term(arg, values)).collect();
                let variable = self.atom(*relation, args);
                clause.push(if *holds { variable } else { -variable });
                false
            }
            Matrix::Equal(holds, a, b) => {
                let (a, b) = (self.term(a, values), self.term(b, values));
                match self.equal(a, b) {
                    None => *holds,
                    Some(same) => {
                        clause.push(if *holds { same } else { -same });
                        false
                    }
                }
            }
            // A new variable stands for the whole; it occurs nowhere else negatively (Plaisted and Greenbaum).
            Matrix::And(_) | Matrix::Forall(..) => {
                let stands = self.variable();
                self.define(stands, matrix, values);
                clause.push(stands);
                false
            }
        }
    }

    fn define(&mut self, stands: i32, matrix: &Matrix, values: &mut Vec<TermId>) {
        match matrix {
            Matrix::And(all) => all.iter().for_each(|one| self.define(stands, one, values)),
            Matrix::Forall(sort, body) => {
                for term in self.out.universe[*sort].clone() {
                    values.push(term);
                    self.define(stands, body, values);
                    values.pop();
                }
            }
            Matrix::Or(_) | Matrix::Is(..) | Matrix::Equal(..) => {
                let mut clause = vec![-stands];
                if !self.one_of(matrix, values, &mut clause) {
                    self.out.cnf.clauses.push(clause);
                }
            }
        }
    }

    fn term(&self, term: &skolem::Term, values: &[TermId]) -> TermId {
        match term {
            skolem::Term::Slot(slot) => values[*slot],
            skolem::Term::Of(function, args) => {
                let args: Vec<_> = args.iter().map(|arg| self.term(arg, values)).collect();
                self.applied[&(*function, args)]
            }
        }
    }

    fn finish(self) -> Grounding {
        self.out
    }
}

/// All tuples of terms of these sorts.
fn product(sorts: &[Sort], universe: &[Vec<TermId>]) -> Vec<Vec<TermId>> {
    let mut tuples = vec![Vec::new()];
    for sort in sorts {
        let longer = tuples.iter().flat_map(|tuple: &Vec<TermId>| {
            universe[*sort].iter().map(|term| {
                let mut longer = tuple.clone();
                longer.push(*term);
                longer
            })
        });
        tuples = longer.collect();
    }
    tuples
}
