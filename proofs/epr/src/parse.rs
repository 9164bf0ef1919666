//! Protocol files: read, with names and sorts resolved. The grammar is in `docs/proofs.md`.

mod formulas;
mod tokens;

use crate::fragment;
use crate::syntax::{
    Action, Clause, Formula, Guard, Mistake, Protocol, Run, Sort, Symbol, Term, Update, Value,
    Variable,
};
use tokens::{Token, Tokens};

/// Reads a protocol.
pub fn protocol(file: &str, text: &str) -> Result<Protocol, Mistake> {
    let mut parser = Parser::new(file, text)?;
    parser.whole()?;
    let protocol = parser.protocol;
    for (asked, line, is_there) in [
        ("safety", parser.tokens.line(), !protocol.safety.is_empty()),
        ("run", parser.tokens.line(), !protocol.runs.is_empty()),
    ] {
        if !is_there {
            let what = format!("expected at least one `{asked}` before the end of the file");
            return Err(mistake(file, line, what));
        }
    }
    fragment::check(&protocol).map_err(|outside| {
        let line = line_of(text, &outside.of);
        mistake(file, line, outside.to_string())
    })?;
    Ok(protocol)
}

fn mistake(file: &str, line: usize, what: String) -> Mistake {
    let file = file.to_owned();
    Mistake { file, line, what }
}

/// The line in which this name is introduced.
fn line_of(text: &str, name: &str) -> usize {
    let introduces = |line: &str| {
        let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
        let statement = ["axiom", "init", "action", "safety", "invariant", "run"];
        words.next().is_some_and(|w| statement.contains(&w)) && words.any(|w| w == name)
    };
    1 + text.lines().position(introduces).unwrap_or(0)
}

/// Words that begin a statement, and those within one.
const RESERVED: [&str; 24] = [
    "protocol",
    "claim",
    "sort",
    "relation",
    "function",
    "fixed",
    "axiom",
    "init",
    "action",
    "require",
    "only",
    "assume",
    "safety",
    "invariant",
    "run",
    "reaching",
    "when",
    "forall",
    "exists",
    "true",
    "false",
    "not",
    "reading",
    "of",
];

/// That the named values of a sort differ.
fn distinct(sort: &str, values: &[usize]) -> Clause {
    let value = |function: usize| Term::Of {
        function,
        after: false,
        args: Vec::new(),
    };
    let pairs = values.iter().enumerate().flat_map(|(i, a)| {
        let later = values[i + 1..].iter();
        later.map(|b| Formula::Equal(value(*a), value(*b)).negated())
    });
    Clause {
        name: format!("{sort}-differ"),
        reason: format!("the named values of {sort} are different ones"),
        formula: Formula::And(pairs.collect()),
    }
}

struct Parser<'a> {
    tokens: Tokens<'a>,
    protocol: Protocol,
    /// Variables in scope, innermost last.
    scope: Vec<Variable>,
}

impl<'a> Parser<'a> {
    fn new(file: &'a str, text: &'a str) -> Result<Self, Mistake> {
        let protocol = Protocol {
            name: String::new(),
            claims: Vec::new(),
            reading: String::new(),
            sorts: Vec::new(),
            symbols: Vec::new(),
            axioms: Vec::new(),
            init: Vec::new(),
            actions: Vec::new(),
            safety: Vec::new(),
            invariant: Vec::new(),
            runs: Vec::new(),
        };
        let tokens = Tokens::of(file, text)?;
        let scope = Vec::new();
        Ok(Parser {
            tokens,
            protocol,
            scope,
        })
    }

    fn whole(&mut self) -> Result<(), Mistake> {
        self.tokens.word("protocol")?;
        self.protocol.name = self.tokens.name("the name of the protocol")?;
        self.tokens.word("claim")?;
        loop {
            let claim = self.tokens.text("the claim that is proved, in quotes")?;
            self.protocol.claims.push(claim);
            if !self.tokens.skip(",") {
                break;
            }
        }
        self.tokens.word("reading")?;
        let reading = "the reading that is searched, in quotes";
        self.protocol.reading = self.tokens.text(reading)?;
        while let Some(token) = self.tokens.next() {
            let Token::Name(word) = token else {
                return Err(self.tokens.unexpected("a statement"));
            };
            match word {
                "sort" => self.sort()?,
                "fixed" => match self.tokens.next() {
                    Some(Token::Name("relation")) => self.symbol(true, false)?,
                    Some(Token::Name("function")) => self.symbol(true, true)?,
                    _ => return Err(self.tokens.unexpected("`relation` or `function`")),
                },
                "relation" => self.symbol(false, false)?,
                "function" => self.symbol(false, true)?,
                "axiom" => {
                    let clause = self.clause()?;
                    self.protocol.axioms.push(clause);
                }
                "init" => {
                    let clause = self.clause()?;
                    self.protocol.init.push(clause);
                }
                "safety" => {
                    let clause = self.clause()?;
                    self.protocol.safety.push(clause);
                }
                "invariant" => {
                    let clause = self.clause()?;
                    self.protocol.invariant.push(clause);
                }
                "action" => self.action()?,
                "run" => self.run()?,
                _ => {
                    return Err(self.tokens.unexpected(
                        "`sort`, `relation`, `function`, `fixed`, `axiom`, `init`, `action`, `safety`, `invariant` or `run`",
                    ));
                }
            }
        }
        Ok(())
    }

    /// A name that nothing has yet.
    fn fresh(&mut self, what: &str) -> Result<String, Mistake> {
        let name = self.tokens.name(what)?;
        let p = &self.protocol;
        let clauses = p.axioms.iter().chain(&p.init).chain(p.clauses());
        let mut taken = clauses
            .map(|c| &c.name)
            .chain(p.actions.iter().map(|a| &a.name))
            .chain(p.symbols.iter().map(|s| &s.name))
            .chain(p.sorts.iter())
            .chain(self.scope.iter().map(|v| &v.name));
        if RESERVED.contains(&name.as_str()) || taken.any(|t| *t == name) {
            return Err(self.tokens.wrong(format!(
                "`{name}` is taken; expected another name for {what}"
            )));
        }
        Ok(name)
    }

    fn sort(&mut self) -> Result<(), Mistake> {
        let name = self.fresh("the sort")?;
        let sort = self.protocol.sorts.len();
        self.protocol.sorts.push(name.clone());
        if !self.tokens.skip_word("of") {
            return Ok(());
        }
        let mut values = Vec::new();
        loop {
            let value = self.fresh("a value")?;
            values.push(self.protocol.symbols.len());
            self.protocol.symbols.push(Symbol {
                name: value,
                args: Vec::new(),
                result: Some(sort),
                fixed: true,
                about: format!("a value of {name}"),
            });
            if !self.tokens.skip(",") {
                break;
            }
        }
        self.protocol.axioms.push(distinct(&name, &values));
        Ok(())
    }

    fn sort_name(&mut self) -> Result<Sort, Mistake> {
        let name = self.tokens.name("a sort")?;
        let found = self.protocol.sorts.iter().position(|sort| *sort == name);
        found.ok_or_else(|| self.tokens.wrong(format!("there is no sort `{name}`")))
    }

    fn symbol(&mut self, fixed: bool, function: bool) -> Result<(), Mistake> {
        let name = self.fresh("the symbol")?;
        let mut args = Vec::new();
        if self.tokens.skip("(") {
            args.push(self.sort_name()?);
            while self.tokens.skip(",") {
                args.push(self.sort_name()?);
            }
            self.tokens.sign(")")?;
        }
        let result = match function {
            true => {
                self.tokens.sign(":")?;
                Some(self.sort_name()?)
            }
            false => None,
        };
        let about = self.tokens.text("what it is, in quotes")?;
        self.protocol.symbols.push(Symbol {
            name,
            args,
            result,
            fixed,
            about,
        });
        Ok(())
    }

    fn clause(&mut self) -> Result<Clause, Mistake> {
        let name = self.fresh("the clause")?;
        let reason = self.tokens.text("the reason of the clause, in quotes")?;
        self.tokens.sign(":")?;
        let formula = self.formula()?;
        Ok(Clause {
            name,
            reason,
            formula,
        })
    }

    /// `P, Q: process, E: epoch`
    fn variables(&mut self) -> Result<Vec<Variable>, Mistake> {
        let mut variables = Vec::new();
        loop {
            let mut names = vec![self.fresh("a variable")?];
            while self.tokens.skip(",") {
                names.push(self.fresh("a variable")?);
            }
            self.tokens.sign(":")?;
            let sort = self.sort_name()?;
            variables.extend(names.into_iter().map(|name| Variable { name, sort }));
            if !self.tokens.skip(",") {
                return Ok(variables);
            }
        }
    }

    fn action(&mut self) -> Result<(), Mistake> {
        let name = self.fresh("the action")?;
        let mut parameters = Vec::new();
        if self.tokens.skip("(") {
            parameters = self.variables()?;
            self.tokens.sign(")")?;
        }
        let reason = self
            .tokens
            .text("what the action is in the source, in quotes")?;
        self.scope.clone_from(&parameters);
        let (mut guards, mut updates) = (Vec::<Guard>::new(), Vec::<Update>::new());
        loop {
            match self.tokens.peek() {
                Some(Token::Name(word @ ("require" | "only" | "assume"))) => {
                    self.tokens.next();
                    let name = self.tokens.name("the name of the guard")?;
                    if guards.iter().any(|guard| guard.name == name) {
                        return Err(self.tokens.wrong(format!("there are two guards `{name}`")));
                    }
                    self.tokens.sign(":")?;
                    let formula = self.formula()?;
                    guards.push(Guard {
                        name,
                        formula,
                        needed: word != "only",
                        assumed: word == "assume",
                    });
                }
                Some(Token::Name(word)) if !RESERVED.contains(&word) => {
                    let update = self.update()?;
                    if updates.iter().any(|u| u.symbol == update.symbol) {
                        let twice = &self.protocol.symbols[update.symbol].name;
                        return Err(self.tokens.wrong(format!("`{twice}` is changed twice")));
                    }
                    updates.push(update);
                }
                _ => break,
            }
        }
        self.scope.clear();
        self.protocol.actions.push(Action {
            name,
            reason,
            parameters,
            guards,
            updates,
        });
        Ok(())
    }

    /// `relation(X, Y) := formula`, or `function(X) := term when formula`
    fn update(&mut self) -> Result<Update, Mistake> {
        let name = self.tokens.name("a symbol")?;
        let symbol = self.protocol.symbol(&name);
        let symbol =
            symbol.ok_or_else(|| self.tokens.wrong(format!("there is no symbol `{name}`")))?;
        let Symbol {
            args,
            result,
            fixed,
            ..
        } = self.protocol.symbols[symbol].clone();
        if fixed {
            return Err(self
                .tokens
                .wrong(format!("`{name}` is fixed; no action may change it")));
        }
        let mut names = Vec::new();
        if self.tokens.skip("(") {
            names.push(self.fresh("a variable")?);
            while self.tokens.skip(",") {
                names.push(self.fresh("a variable")?);
            }
            self.tokens.sign(")")?;
        }
        if names.len() != args.len() {
            let (found, expected) = (names.len(), args.len());
            return Err(self.tokens.wrong(format!(
                "`{name}` has {found} arguments; expected {expected}"
            )));
        }
        let pairs = names.into_iter().zip(args);
        let variables: Vec<_> = pairs.map(|(name, sort)| Variable { name, sort }).collect();
        self.tokens.sign(":=")?;
        self.scope.extend(variables.iter().cloned());
        let value = match result {
            None => Value::Is(self.formula()?),
            Some(sort) => {
                let (term, found) = self.term()?;
                self.same_sort(sort, found)?;
                let when = match self.tokens.skip_word("when") {
                    true => self.formula()?,
                    false => Formula::And(Vec::new()),
                };
                Value::Becomes(term, when)
            }
        };
        self.scope.truncate(self.scope.len() - variables.len());
        Ok(Update {
            symbol,
            variables,
            value,
        })
    }

    fn run(&mut self) -> Result<(), Mistake> {
        let reason = self.tokens.text("what the run shows, in quotes")?;
        self.tokens.sign(":")?;
        let mut actions = Vec::new();
        loop {
            let name = self.tokens.name("an action")?;
            let action = self.protocol.action(&name);
            let action =
                action.ok_or_else(|| self.tokens.wrong(format!("there is no action `{name}`")))?;
            actions.push(action);
            if !self.tokens.skip(",") {
                break;
            }
        }
        self.tokens.word("reaching")?;
        let reaching = self.formula()?;
        self.protocol.runs.push(Run {
            reason,
            actions,
            reaching,
        });
        Ok(())
    }
}
