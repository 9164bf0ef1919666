//! Finite structures: a state of a protocol with so many values of each sort, its formulas evaluated in it, its steps taken from it.
//!
//! This knows nothing of grounding. So it is a second opinion on every counterexample, and one end of the bridge.

use crate::syntax::{Action, Formula, Protocol, SymbolId, Term, Value, Variable};
use std::fmt::Write;

/// A state: for each symbol its table, by its arguments; of a relation 0 or 1, of a function the place of its value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Structure(Vec<Vec<u8>>);

/// A protocol with finitely many values of each sort.
#[derive(Clone, Debug)]
pub struct Finite<'a> {
    /// The protocol.
    pub protocol: &'a Protocol,
    /// The names of the values of each sort.
    pub names: Vec<Vec<String>>,
}

/// A step from some state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The action.
    pub action: usize,
    /// The values of its parameters.
    pub arguments: Vec<usize>,
    /// Where it leads.
    pub next: Structure,
}

/// Values of variables, innermost last.
type Values<'v> = Vec<(&'v str, usize)>;

impl<'a> Finite<'a> {
    /// The state in which no relation is true, and each function has its first value.
    pub fn blank(&self) -> Structure {
        let size = |args: &[usize]| args.iter().map(|sort| self.names[*sort].len()).product();
        let symbols = self.protocol.symbols.iter();
        Structure(symbols.map(|s| vec![0; size(&s.args)]).collect())
    }

    fn place(&self, symbol: SymbolId, args: &[usize]) -> usize {
        let sorts = &self.protocol.symbols[symbol].args;
        let pairs = sorts.iter().zip(args);
        pairs.fold(0, |place, (sort, arg)| {
            place * self.names[*sort].len() + arg
        })
    }

    /// The value of a symbol.
    pub fn get(&self, state: &Structure, symbol: SymbolId, args: &[usize]) -> usize {
        state.0[symbol][self.place(symbol, args)].into()
    }

    /// Changes the value of a symbol.
    pub fn put(&self, state: &mut Structure, symbol: SymbolId, args: &[usize], value: usize) {
        let place = self.place(symbol, args);
        state.0[symbol][place] = u8::try_from(value).expect("a sort has few values here");
    }

    /// Changes the value of the symbol of this name.
    pub fn set(&self, state: &mut Structure, symbol: &str, args: &[usize], value: usize) {
        let found = self.protocol.symbol(symbol);
        self.put(
            state,
            found.unwrap_or_else(|| panic!("no symbol {symbol}")),
            args,
            value,
        );
    }

    /// Whether a formula without free variables is true.
    pub fn is_true(&self, state: &Structure, formula: &Formula) -> bool {
        self.holds(state, formula, &mut Vec::new())
    }

    /// The names of the clauses among these that are false.
    pub fn broken<'c>(
        &self,
        state: &Structure,
        clauses: impl IntoIterator<Item = &'c crate::syntax::Clause>,
    ) -> Vec<&'c str> {
        let all = clauses.into_iter();
        let broken = all.filter(|clause| !self.is_true(state, &clause.formula));
        broken.map(|clause| clause.name.as_str()).collect()
    }

    fn holds<'v>(&self, state: &Structure, formula: &'v Formula, values: &mut Values<'v>) -> bool {
        match formula {
            Formula::And(all) => all.iter().all(|f| self.holds(state, f, values)),
            Formula::Or(all) => all.iter().any(|f| self.holds(state, f, values)),
            Formula::Not(inner) => !self.holds(state, inner, values),
            Formula::Iff(both) => {
                self.holds(state, &both.0, values) == self.holds(state, &both.1, values)
            }
            Formula::Is {
                relation,
                after,
                args,
            } => {
                assert!(!after, "only one state is looked at");
                let args: Vec<_> = args.iter().map(|t| self.value(state, t, values)).collect();
                self.get(state, *relation, &args) == 1
            }
            Formula::Equal(a, b) => self.value(state, a, values) == self.value(state, b, values),
            Formula::Forall(variables, body) => {
                let mut parts = Vec::new();
                alternatives(body, true, &mut parts);
                let known = |(_, part): &(bool, &'v Formula)| {
                    last_of(variables, part).map_or(0, |last| last + 1)
                };
                let ready: Vec<usize> = parts.iter().map(known).collect();
                !self.fails(state, variables, &parts, &ready, values.len(), values)
            }
            Formula::Exists(variables, body) => {
                self.some(variables, values, &mut |this, values| {
                    this.holds(state, body, values)
                })
            }
        }
    }

    /// Whether some values of these variables are as is asked.
    fn some<'v>(
        &self,
        variables: &'v [Variable],
        values: &mut Values<'v>,
        asked: &mut dyn FnMut(&Self, &mut Values<'v>) -> bool,
    ) -> bool {
        let Some((first, rest)) = variables.split_first() else {
            return asked(self, values);
        };
        (0..self.names[first.sort].len()).any(|value| {
            values.push((&first.name, value));
            let is = self.some(rest, values, asked);
            values.pop();
            is
        })
    }

    /// Whether some values of these variables make all alternatives false; each is looked at as soon as its own are known.
    fn fails<'v>(
        &self,
        state: &Structure,
        variables: &'v [Variable],
        parts: &[(bool, &'v Formula)],
        ready: &[usize],
        outside: usize,
        values: &mut Values<'v>,
    ) -> bool {
        let depth = values.len() - outside;
        let pairs = parts.iter().zip(ready);
        for ((positive, part), _) in pairs.filter(|(_, at)| **at == depth) {
            if self.holds(state, part, values) == *positive {
                return false;
            }
        }
        let Some(next) = variables.get(depth) else {
            return true;
        };
        (0..self.names[next.sort].len()).any(|value| {
            values.push((&next.name, value));
            let fails = self.fails(state, variables, parts, ready, outside, values);
            values.pop();
            fails
        })
    }

    fn value(&self, state: &Structure, term: &Term, values: &Values) -> usize {
        match term {
            Term::Variable(name) => {
                let bound = values.iter().rev().find(|(bound, _)| bound == name);
                bound
                    .expect("variables were resolved when they were read")
                    .1
            }
            Term::Of {
                function,
                after,
                args,
            } => {
                assert!(!after, "only one state is looked at");
                let args: Vec<_> = args.iter().map(|t| self.value(state, t, values)).collect();
                self.get(state, *function, &args)
            }
        }
    }

    /// All steps from a state.
    pub fn steps(&self, state: &Structure) -> Vec<Step> {
        let mut all = Vec::new();
        for (number, action) in self.protocol.actions.iter().enumerate() {
            let ready: Vec<usize> = action
                .guards
                .iter()
                .map(|g| known_after(action, g))
                .collect();
            self.choose(state, action, &ready, &mut Vec::new(), &mut |values| {
                all.push(Step {
                    action: number,
                    arguments: values.iter().map(|(_, value)| *value).collect(),
                    next: self.after(state, action, values),
                });
            });
        }
        all
    }

    /// All values of the parameters with which the guards are true; each guard is looked at as soon as its own are known.
    fn choose<'v>(
        &self,
        state: &Structure,
        action: &'v Action,
        ready: &[usize],
        values: &mut Values<'v>,
        see: &mut dyn FnMut(&mut Values<'v>),
    ) {
        let depth = values.len();
        let pairs = action.guards.iter().zip(ready);
        let known = pairs.filter(|(_, at)| **at == depth);
        for (guard, _) in known {
            if !self.holds(state, &guard.formula, values) {
                return;
            }
        }
        let Some(next) = action.parameters.get(values.len()) else {
            return see(values);
        };
        for value in 0..self.names[next.sort].len() {
            values.push((&next.name, value));
            self.choose(state, action, ready, values, see);
            values.pop();
        }
    }

    fn after<'v>(
        &self,
        state: &Structure,
        action: &'v Action,
        values: &mut Values<'v>,
    ) -> Structure {
        let mut next = state.clone();
        for update in &action.updates {
            let before = values.len();
            self.some(&update.variables, values, &mut |this, values| {
                let args: Vec<_> = values[before..].iter().map(|(_, value)| *value).collect();
                let new = match &update.value {
                    Value::Is(formula) => Some(this.holds(state, formula, values).into()),
                    Value::Becomes(term, when) => {
                        let changes = this.holds(state, when, values);
                        changes.then(|| this.value(state, term, values))
                    }
                };
                if let Some(new) = new {
                    this.put(&mut next, update.symbol, &args, new);
                }
                false
            });
        }
        next
    }

    /// `pass(p = S1, q = S2)`
    pub fn show_step(&self, action: usize, arguments: &[usize]) -> String {
        let action = &self.protocol.actions[action];
        let pairs = action.parameters.iter().zip(arguments);
        let shown = pairs.map(|(p, value)| format!("{} = {}", p.name, self.names[p.sort][*value]));
        let shown: Vec<_> = shown.collect();
        match shown.is_empty() {
            true => action.name.clone(),
            false => format!("{}({})", action.name, shown.join(", ")),
        }
    }

    /// What is true, a line for each symbol; of `before`, if there is one, only what differs.
    pub fn show(&self, state: &Structure, before: Option<&Structure>) -> String {
        let mut lines = String::new();
        for (symbol, declared) in self.protocol.symbols.iter().enumerate() {
            if before.is_some_and(|before| before.0[symbol] == state.0[symbol]) {
                continue;
            }
            let mut shown = Vec::new();
            self.each_place(&declared.args, &mut Vec::new(), &mut |args| {
                let value = self.get(state, symbol, args);
                let pairs = declared.args.iter().zip(args);
                let names: Vec<&str> = pairs
                    .map(|(sort, arg)| self.names[*sort][*arg].as_str())
                    .collect();
                let at = match names.is_empty() {
                    true => declared.name.clone(),
                    false => format!("{}({})", declared.name, names.join(", ")),
                };
                match declared.result {
                    // A value that is called after itself.
                    Some(sort) if at == self.names[sort][value] => {}
                    Some(sort) => shown.push(format!("{at} = {}", self.names[sort][value])),
                    None if value == 1 => shown.push(at),
                    None => {}
                }
            });
            if shown.is_empty() && declared.result.is_some() {
                continue;
            }
            if shown.is_empty() {
                shown.push(format!("{}: none", declared.name));
            }
            let _ = writeln!(lines, "    {}", shown.join(", "));
        }
        lines
    }

    fn each_place(&self, sorts: &[usize], args: &mut Vec<usize>, see: &mut dyn FnMut(&[usize])) {
        let Some((first, rest)) = sorts.split_first() else {
            return see(args);
        };
        for value in 0..self.names[*first].len() {
            args.push(value);
            self.each_place(rest, args, see);
            args.pop();
        }
    }
}

/// The alternatives of a formula that is meant as it stands, or denied.
fn alternatives<'f>(formula: &'f Formula, positive: bool, parts: &mut Vec<(bool, &'f Formula)>) {
    match (formula, positive) {
        (Formula::Or(all), true) | (Formula::And(all), false) => {
            all.iter().for_each(|f| alternatives(f, positive, parts));
        }
        (Formula::Not(inner), _) => alternatives(inner, !positive, parts),
        _ => parts.push((positive, formula)),
    }
}

/// The last of these variables that occurs in a formula.
fn last_of(variables: &[Variable], formula: &Formula) -> Option<usize> {
    let mut last = None;
    formula.variables(&mut |name| {
        last = last.max(variables.iter().position(|v| v.name == name));
    });
    last
}

/// How many parameters must be known before a guard can be looked at.
fn known_after(action: &Action, guard: &crate::syntax::Guard) -> usize {
    last_of(&action.parameters, &guard.formula).map_or(0, |last| last + 1)
}
