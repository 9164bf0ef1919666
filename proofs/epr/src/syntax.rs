//! What a protocol file says, as data.

use std::fmt;

/// A sort, by its place in [`Protocol::sorts`].
pub type Sort = usize;
/// A relation or a function, by its place in [`Protocol::symbols`].
pub type SymbolId = usize;

/// A relation or a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// The sorts of its arguments.
    pub args: Vec<Sort>,
    /// The sort of its value; nothing if it is a relation.
    pub result: Option<Sort>,
    /// Whether no action changes it.
    pub fixed: bool,
    /// What it is.
    pub about: String,
}

/// A variable of a quantifier, an action or an update.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its sort.
    pub sort: Sort,
}

/// A term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A variable.
    Variable(String),
    /// A function of terms, before or after the step.
    Of {
        /// The function.
        function: SymbolId,
        /// Whether its value after the step is meant.
        after: bool,
        /// The arguments.
        args: Vec<Term>,
    },
}

/// A formula of first order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// All of these; true, if there are none.
    And(Vec<Formula>),
    /// One of these; false, if there are none.
    Or(Vec<Formula>),
    /// Not this.
    Not(Box<Formula>),
    /// Both or neither.
    Iff(Box<(Formula, Formula)>),
    /// A relation between terms, before or after the step.
    Is {
        /// The relation.
        relation: SymbolId,
        /// Whether the relation after the step is meant.
        after: bool,
        /// The arguments.
        args: Vec<Term>,
    },
    /// The same.
    Equal(Term, Term),
    /// For all values.
    Forall(Vec<Variable>, Box<Formula>),
    /// For some values.
    Exists(Vec<Variable>, Box<Formula>),
}

impl Formula {
    /// Not this.
    pub fn negated(self) -> Formula {
        Formula::Not(Box::new(self))
    }

    /// If this, then that.
    pub fn implies(self, then: Formula) -> Formula {
        Formula::Or(vec![self.negated(), then])
    }

    /// For all values of these variables, if there are any.
    pub fn for_all(self, variables: &[Variable]) -> Formula {
        match variables {
            [] => self,
            _ => Formula::Forall(variables.to_vec(), Box::new(self)),
        }
    }
}

impl Term {
    fn variables(&self, see: &mut dyn FnMut(&str)) {
        match self {
            Term::Variable(name) => see(name),
            Term::Of { args, .. } => args.iter().for_each(|arg| arg.variables(see)),
        }
    }
}

impl Formula {
    /// Shows the variables that occur, free or not; no name is used twice, one inside the other.
    pub fn variables(&self, see: &mut dyn FnMut(&str)) {
        match self {
            Formula::And(all) | Formula::Or(all) => all.iter().for_each(|f| f.variables(see)),
            Formula::Not(inner) | Formula::Forall(_, inner) | Formula::Exists(_, inner) => {
                inner.variables(see);
            }
            Formula::Iff(both) => {
                both.0.variables(see);
                both.1.variables(see);
            }
            Formula::Is { args, .. } => args.iter().for_each(|arg| arg.variables(see)),
            Formula::Equal(a, b) => {
                a.variables(see);
                b.variables(see);
            }
        }
    }
}

/// A formula with a name and a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub reason: String,
    /// What it says.
    pub formula: Formula,
}

/// A condition of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// Its name.
    pub name: String,
    /// What it says.
    pub formula: Formula,
    /// Whether the proof needs it. If not, the algorithm has it, and the proof holds of more than the algorithm.
    pub needed: bool,
    /// Whether it is no part of the algorithm, but what the source assumes of its surroundings.
    pub assumed: bool,
}

/// What an action does to one symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    /// What is changed.
    pub symbol: SymbolId,
    /// Its arguments.
    pub variables: Vec<Variable>,
    /// Its new value there.
    pub value: Value,
}

/// A new value, in terms of the state before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of a relation.
    Is(Formula),
    /// Of a function, where the condition is true; elsewhere it stays.
    Becomes(Term, Formula),
}

/// One atomic step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Its name.
    pub name: String,
    /// Which line of the source it is.
    pub reason: String,
    /// Whoever takes it, and with what.
    pub parameters: Vec<Variable>,
    /// When it can be taken: all of these.
    pub guards: Vec<Guard>,
    /// What it does, at once.
    pub updates: Vec<Update>,
}

/// A run that must exist: a proof about a protocol that cannot move says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What it shows.
    pub reason: String,
    /// Its actions, in order.
    pub actions: Vec<usize>,
    /// What is true at its end.
    pub reaching: Formula,
}

/// A transition system with what is to be proved of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Protocol {
    /// Its name.
    pub name: String,
    /// The claims that are proved.
    pub claims: Vec<String>,
    /// Which of their readings is meant: the one that is searched.
    pub reading: String,
    /// The names of the sorts.
    pub sorts: Vec<String>,
    /// Relations and functions.
    pub symbols: Vec<Symbol>,
    /// What is taken for granted; of fixed symbols alone.
    pub axioms: Vec<Clause>,
    /// What is true at first.
    pub init: Vec<Clause>,
    /// The steps.
    pub actions: Vec<Action>,
    /// What is to be proved.
    pub safety: Vec<Clause>,
    /// What makes it inductive.
    pub invariant: Vec<Clause>,
    /// Runs that must exist.
    pub runs: Vec<Run>,
}

impl Protocol {
    /// All that is proved together: the safety, and what makes it inductive.
    pub fn clauses(&self) -> impl Iterator<Item = &Clause> {
        self.safety.iter().chain(&self.invariant)
    }

    /// What taking this action means, its parameters being free: its guards, and what is so after it.
    pub fn transition(&self, action: &Action) -> Vec<Formula> {
        let guards = action.guards.iter().map(|guard| guard.formula.clone());
        guards.chain(action.updates.iter().map(changes)).collect()
    }

    /// Whether this action changes this symbol.
    pub fn is_changed(&self, action: &Action, symbol: SymbolId) -> bool {
        action.updates.iter().any(|update| update.symbol == symbol)
    }

    /// The symbol of this name.
    pub fn symbol(&self, name: &str) -> Option<SymbolId> {
        self.symbols.iter().position(|symbol| symbol.name == name)
    }

    /// The action of this name.
    pub fn action(&self, name: &str) -> Option<usize> {
        self.actions.iter().position(|action| action.name == name)
    }
}

/// What is so of a changed symbol after the step.
fn changes(update: &Update) -> Formula {
    let args = || {
        let names = update.variables.iter().map(|v| v.name.clone());
        names.map(Term::Variable).collect::<Vec<_>>()
    };
    let whole = match &update.value {
        Value::Is(formula) => {
            let after = Formula::Is {
                relation: update.symbol,
                after: true,
                args: args(),
            };
            Formula::Iff(Box::new((after, formula.clone())))
        }
        Value::Becomes(term, when) => {
            let function = |after| Term::Of {
                function: update.symbol,
                after,
                args: args(),
            };
            let changed = Formula::Equal(function(true), term.clone());
            let same = Formula::Equal(function(true), function(false));
            Formula::And(vec![
                when.clone().implies(changed),
                Formula::Or(vec![when.clone(), same]),
            ])
        }
    };
    whole.for_all(&update.variables)
}

/// What is wrong with a protocol file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What was found and what was expected.
    pub what: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}: {}", self.file, self.line, self.what)
    }
}

impl std::error::Error for Mistake {}
