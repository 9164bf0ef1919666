//! Definitions by recursion, and lemmas about them that follow by induction: each obligation is one identity of polynomials.

use crate::polynomial::{Atom, Polynomial};
use std::collections::BTreeMap;

/// A function at zero, or at a successor.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The function.
    pub name: String,
    /// Its arguments but for the last one.
    pub parameters: Vec<String>,
    /// The variable whose successor is the last argument; without one that is 0.
    pub successor: Option<String>,
    /// Its value.
    pub value: Polynomial,
}

/// What is taken to be so.
#[derive(Clone, Debug)]
pub struct Axiom {
    /// Its name.
    pub name: String,
    /// For all of these.
    pub parameters: Vec<String>,
    /// One side.
    pub left: Polynomial,
    /// The other.
    pub right: Polynomial,
}

/// By induction on a natural variable.
#[derive(Clone, Debug)]
pub struct Induction {
    /// The variable.
    pub variable: String,
}

/// An instance of an axiom or of an earlier lemma.
#[derive(Clone, Debug)]
pub struct Use {
    /// Which.
    pub name: String,
    /// For these.
    pub arguments: Vec<Polynomial>,
}

/// What is to be shown.
#[derive(Clone, Debug)]
pub struct Lemma {
    /// Its name.
    pub name: String,
    /// For all of these.
    pub parameters: Vec<String>,
    /// One side.
    pub left: Polynomial,
    /// The other.
    pub right: Polynomial,
    /// How, if not at once.
    pub induction: Option<Induction>,
    /// What it follows from; in an induction, for the step from the variable to its successor.
    pub uses: Vec<Use>,
}

/// A theory: what it defines, and what it shows.
#[derive(Clone, Debug, Default)]
pub struct Theory {
    /// Its name.
    pub name: String,
    /// The claims that it is about, and what each comes to.
    pub claims: Vec<(String, String)>,
    /// The variables, and whether each is natural.
    pub variables: BTreeMap<String, bool>,
    /// The functions, and how many arguments each has.
    pub functions: BTreeMap<String, usize>,
    /// The definitions.
    pub definitions: Vec<Definition>,
    /// The axioms.
    pub axioms: Vec<Axiom>,
    /// The lemmas, in an order in which each follows.
    pub lemmas: Vec<Lemma>,
}

/// Two sides that are, or are to be, equal.
pub type Equation = (Polynomial, Polynomial);

/// What must be zero for a lemma to follow.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// `LEMMA`, `LEMMA for 0` or `LEMMA, step`.
    pub name: String,
    /// What is known: the hypothesis first, then the instances that are used.
    pub known: Vec<Equation>,
    /// The instances of definitions that are used.
    pub unfolded: Vec<Equation>,
    /// What is to be shown.
    pub goal: Equation,
    /// What is left of the difference of its sides: nothing, if the obligation is met.
    pub rest: Polynomial,
}

impl Obligation {
    /// Whether it is met.
    pub fn is_met(&self) -> bool {
        self.rest.is_zero()
    }
}

type Statement<'a> = (&'a [String], &'a Polynomial, &'a Polynomial);

fn substitute(term: &Polynomial, by: &BTreeMap<&str, Polynomial>) -> Polynomial {
    term.map(&mut |atom| match atom {
        Atom::Variable(name) => by
            .get(name.as_str())
            .cloned()
            .unwrap_or_else(|| Polynomial::variable(name)),
        Atom::Applied(name, arguments) => {
            let arguments = arguments
                .iter()
                .map(|argument| substitute(argument, by))
                .collect();
            Polynomial::atom(Atom::Applied(name.clone(), arguments))
        }
    })
}

impl Theory {
    pub(crate) fn is_new(&self, name: &str) -> Result<(), String> {
        match self.statement(name) {
            None => Ok(()),
            Some(_) => Err(format!("`{name}` is stated twice")),
        }
    }

    pub(crate) fn statement(&self, name: &str) -> Option<Statement<'_>> {
        let axiom = self.axioms.iter().find(|axiom| axiom.name == name);
        let lemma = self.lemmas.iter().find(|lemma| lemma.name == name);
        let of_axiom = axiom.map(|a| (a.parameters.as_slice(), &a.left, &a.right));
        of_axiom.or_else(|| lemma.map(|l| (l.parameters.as_slice(), &l.left, &l.right)))
    }

    /// Whether this is a natural number whatever its variables are: a sum of natural variables and numbers.
    pub fn is_natural(&self, term: &Polynomial) -> bool {
        let natural = |atom: &Atom| matches!(atom, Atom::Variable(name) if self.variables.get(name) == Some(&true));
        term.terms()
            .all(|(product, coefficient)| coefficient > 0 && product.keys().all(natural))
    }

    /// With every function replaced by its definition, as far as its last argument is 0 or a successor.
    fn unfold(&self, term: &Polynomial, used: &mut Vec<Equation>) -> Polynomial {
        term.map(&mut |atom| match atom {
            Atom::Variable(name) => Polynomial::variable(name),
            Atom::Applied(name, arguments) => match self.defined(name, arguments) {
                Some(value) => {
                    used.push((Polynomial::atom(atom.clone()), value.clone()));
                    self.unfold(&value, used)
                }
                None => Polynomial::atom(atom.clone()),
            },
        })
    }

    fn defined(&self, name: &str, arguments: &[Polynomial]) -> Option<Polynomial> {
        let (last, others) = arguments.split_last()?;
        let is_zero = last.is_zero();
        let predecessor = last.minus(&Polynomial::number(1));
        let is_successor = last.constant() > 0 && self.is_natural(&predecessor);
        if !is_zero && !is_successor {
            return None;
        }
        let of_this = |d: &&Definition| d.name == name && d.successor.is_none() == is_zero;
        let definition = self.definitions.iter().find(of_this)?;
        let names = definition.parameters.iter().map(String::as_str);
        let mut by: BTreeMap<&str, Polynomial> = names.zip(others.iter().cloned()).collect();
        if let Some(variable) = &definition.successor {
            by.insert(variable, predecessor);
        }
        Some(substitute(&definition.value, &by))
    }

    fn instance(&self, used: &Use, at: &BTreeMap<&str, Polynomial>) -> Option<Equation> {
        let (parameters, left, right) = self.statement(&used.name)?;
        let arguments = used
            .arguments
            .iter()
            .map(|argument| substitute(argument, at));
        let by = parameters
            .iter()
            .map(String::as_str)
            .zip(arguments)
            .collect();
        Some((substitute(left, &by), substitute(right, &by)))
    }

    fn obligation(&self, name: String, goal: Equation, known: Vec<Equation>) -> Obligation {
        let mut unfolded = Vec::new();
        let rules: Vec<Equation> = known
            .iter()
            .map(|(left, right)| {
                (
                    self.unfold(left, &mut unfolded),
                    self.unfold(right, &mut unfolded),
                )
            })
            .collect();
        let left = self.unfold(&goal.0, &mut unfolded);
        let mut rest = left.minus(&self.unfold(&goal.1, &mut unfolded));
        for (left, right) in rules.iter().chain(&rules) {
            rest = rest.knowing(left, right);
        }
        unfolded.sort();
        unfolded.dedup();
        Obligation {
            name,
            known,
            unfolded,
            goal,
            rest,
        }
    }

    /// What must be zero for each lemma to follow from those before it.
    pub fn obligations(&self) -> Vec<Obligation> {
        let each = self.lemmas.iter().flat_map(|lemma| {
            let goal = |at: &BTreeMap<&str, Polynomial>| {
                (substitute(&lemma.left, at), substitute(&lemma.right, at))
            };
            let uses = |at| {
                lemma
                    .uses
                    .iter()
                    .filter_map(move |used| self.instance(used, &at))
            };
            let same = BTreeMap::new();
            let Some(Induction { variable }) = &lemma.induction else {
                let known = uses(same.clone()).collect();
                return vec![self.obligation(lemma.name.clone(), goal(&same), known)];
            };
            let zero = BTreeMap::from([(variable.as_str(), Polynomial::number(0))]);
            let next = Polynomial::variable(variable).plus(&Polynomial::number(1));
            let next = BTreeMap::from([(variable.as_str(), next)]);
            let at_zero = self.obligation(
                format!("{} for {variable} = 0", lemma.name),
                goal(&zero),
                uses(zero.clone()).collect(),
            );
            let known = [goal(&same)].into_iter().chain(uses(same)).collect();
            let step = self.obligation(
                format!("{}, step of {variable}", lemma.name),
                goal(&next),
                known,
            );
            vec![at_zero, step]
        });
        each.collect()
    }

    /// The first obligation that is not met, in words.
    pub fn complaint(&self) -> Option<String> {
        let all = self.obligations();
        if all.is_empty() {
            return Some(format!("{} shows nothing", self.name));
        }
        let unmet = all.into_iter().find(|obligation| !obligation.is_met())?;
        let Obligation {
            name,
            goal: (left, right),
            rest,
            ..
        } = unmet;
        Some(format!(
            "{name}: {left} = {right} does not follow; what is left of it is {rest} = 0"
        ))
    }

    /// The value of a function for numbers, by its definitions; `arbitrary` gives those without one.
    pub fn value(
        &self,
        name: &str,
        arguments: &[i128],
        arbitrary: &dyn Fn(&str, &[i128]) -> i128,
    ) -> i128 {
        let numbers: Vec<_> = arguments
            .iter()
            .map(|value| Polynomial::number(*value))
            .collect();
        let Some(value) = self.defined(name, &numbers) else {
            return arbitrary(name, arguments);
        };
        let value = value.map(&mut |atom| match atom {
            Atom::Variable(name) => Polynomial::variable(name),
            Atom::Applied(name, arguments) => {
                let numbers: Option<Vec<i128>> =
                    arguments.iter().map(Polynomial::as_number).collect();
                let numbers = numbers.expect("a definition speaks of its parameters alone");
                Polynomial::number(self.value(name, &numbers, arbitrary))
            }
        });
        value
            .as_number()
            .expect("a definition speaks of its parameters alone")
    }
}
