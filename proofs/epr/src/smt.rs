//! The same questions as SMT-LIB, for solvers that know nothing of our grounding. Each must be answered `unsat`.

use crate::ground::{Question, last_change};
use crate::syntax::{Formula, Protocol, SymbolId, Term, Variable};
use std::fmt::Write;

/// A question as a script.
pub fn script(protocol: &Protocol, question: &Question) -> String {
    let to = To { protocol, question };
    let mut text = format!("; {}: {}\n(set-logic UF)\n", protocol.name, question.name);
    for sort in &protocol.sorts {
        let _ = writeln!(text, "(declare-sort |{sort}| 0)");
    }
    for (symbol, declared) in protocol.symbols.iter().enumerate() {
        let sorts: Vec<_> = declared.args.iter().map(|s| to.sort(*s)).collect();
        let result = declared.result.map_or("Bool".to_owned(), |s| to.sort(s));
        let end = question.steps.len();
        let mut times: Vec<usize> = (0..=end)
            .map(|time| last_change(protocol, &question.steps, symbol, time))
            .collect();
        times.dedup();
        for time in times {
            let name = to.name(symbol, time);
            let _ = writeln!(text, "(declare-fun {name} ({}) {result})", sorts.join(" "));
        }
    }
    for fact in &question.facts {
        let _ = writeln!(text, "(assert {})", to.formula(&fact.formula, fact.time));
    }
    text.push_str("(check-sat)\n");
    text
}

struct To<'a> {
    protocol: &'a Protocol,
    question: &'a Question,
}

impl To<'_> {
    fn sort(&self, sort: usize) -> String {
        format!("|{}|", self.protocol.sorts[sort])
    }

    fn name(&self, symbol: SymbolId, time: usize) -> String {
        format!("|{}@{time}|", self.protocol.symbols[symbol].name)
    }

    fn at(&self, symbol: SymbolId, after: bool, time: usize) -> String {
        let time = time + usize::from(after);
        let last = last_change(self.protocol, &self.question.steps, symbol, time);
        self.name(symbol, last)
    }

    fn applied(&self, name: String, args: &[Term], time: usize) -> String {
        let args: Vec<_> = args.iter().map(|arg| self.term(arg, time)).collect();
        match args.is_empty() {
            true => name,
            false => format!("({name} {})", args.join(" ")),
        }
    }

    fn term(&self, term: &Term, time: usize) -> String {
        match term {
            Term::Variable(name) => format!("|{name}|"),
            Term::Of {
                function,
                after,
                args,
            } => self.applied(self.at(*function, *after, time), args, time),
        }
    }

    fn formula(&self, formula: &Formula, time: usize) -> String {
        let many = |word: &str, none: &str, all: &[Formula]| match all {
            [] => none.to_owned(),
            _ => {
                let all: Vec<_> = all.iter().map(|f| self.formula(f, time)).collect();
                format!("({word} {})", all.join(" "))
            }
        };
        let bound = |word: &str, variables: &[Variable], body: &Formula| {
            let pairs = variables
                .iter()
                .map(|v| format!("(|{}| {})", v.name, self.sort(v.sort)));
            let pairs: Vec<_> = pairs.collect();
            format!(
                "({word} ({}) {})",
                pairs.join(" "),
                self.formula(body, time)
            )
        };
        match formula {
            Formula::And(all) => many("and", "true", all),
            Formula::Or(all) => many("or", "false", all),
            Formula::Not(inner) => format!("(not {})", self.formula(inner, time)),
            Formula::Iff(both) => {
                let (a, b) = (self.formula(&both.0, time), self.formula(&both.1, time));
                format!("(= {a} {b})")
            }
            Formula::Is {
                relation,
                after,
                args,
            } => self.applied(self.at(*relation, *after, time), args, time),
            Formula::Equal(a, b) => format!("(= {} {})", self.term(a, time), self.term(b, time)),
            Formula::Forall(variables, body) => bound("forall", variables, body),
            Formula::Exists(variables, body) => bound("exists", variables, body),
        }
    }
}
