//! Formulas and terms. `<->` binds loosest, then `->`, `|`, `&`, `not`; a quantifier reaches as far as it can.

use super::tokens::Token;
use super::{Parser, RESERVED};
use crate::syntax::{Formula, Mistake, Sort, SymbolId, Term};

impl Parser<'_> {
    pub(super) fn formula(&mut self) -> Result<Formula, Mistake> {
        let left = self.implication()?;
        match self.tokens.skip("<->") {
            true => Ok(Formula::Iff(Box::new((left, self.implication()?)))),
            false => Ok(left),
        }
    }

    fn implication(&mut self) -> Result<Formula, Mistake> {
        let left = self.disjunction()?;
        match self.tokens.skip("->") {
            true => Ok(left.implies(self.implication()?)),
            false => Ok(left),
        }
    }

    fn disjunction(&mut self) -> Result<Formula, Mistake> {
        let mut all = vec![self.conjunction()?];
        while self.tokens.skip("|") {
            all.push(self.conjunction()?);
        }
        Ok(if all.len() == 1 {
            all.remove(0)
        } else {
            Formula::Or(all)
        })
    }

    fn conjunction(&mut self) -> Result<Formula, Mistake> {
        let mut all = vec![self.unit()?];
        while self.tokens.skip("&") {
            all.push(self.unit()?);
        }
        Ok(if all.len() == 1 {
            all.remove(0)
        } else {
            Formula::And(all)
        })
    }

    fn unit(&mut self) -> Result<Formula, Mistake> {
        match self.tokens.peek() {
            Some(Token::Name("not")) => {
                self.tokens.next();
                Ok(self.unit()?.negated())
            }
            Some(Token::Name("true")) => {
                self.tokens.next();
                Ok(Formula::And(Vec::new()))
            }
            Some(Token::Name("false")) => {
                self.tokens.next();
                Ok(Formula::Or(Vec::new()))
            }
            Some(Token::Name(word @ ("forall" | "exists"))) => {
                self.tokens.next();
                let variables = self.variables()?;
                self.tokens.sign(".")?;
                self.scope.extend(variables.iter().cloned());
                let body = Box::new(self.formula()?);
                self.scope.truncate(self.scope.len() - variables.len());
                Ok(match word {
                    "forall" => Formula::Forall(variables, body),
                    _ => Formula::Exists(variables, body),
                })
            }
            Some(Token::Sign("(")) => {
                self.tokens.next();
                let inner = self.formula()?;
                self.tokens.sign(")")?;
                Ok(inner)
            }
            _ => self.atom(),
        }
    }

    fn atom(&mut self) -> Result<Formula, Mistake> {
        if let Some(Token::Name(name)) = self.tokens.peek()
            && let Some(relation) = self.protocol.symbol(name)
            && self.protocol.symbols[relation].result.is_none()
        {
            self.tokens.next();
            let args = self.arguments(relation)?;
            return Ok(Formula::Is {
                relation,
                after: false,
                args,
            });
        }
        let (left, sort) = self.term()?;
        let differs = self.tokens.skip("!=");
        if !differs {
            self.tokens.sign("=")?;
        }
        let (right, other) = self.term()?;
        self.same_sort(sort, other)?;
        let equal = Formula::Equal(left, right);
        Ok(if differs { equal.negated() } else { equal })
    }

    pub(super) fn term(&mut self) -> Result<(Term, Sort), Mistake> {
        let name = self.tokens.name("a term")?;
        if let Some(variable) = self.scope.iter().find(|v| v.name == name) {
            return Ok((Term::Variable(name), variable.sort));
        }
        let symbol = self.protocol.symbol(&name);
        let sort = symbol.and_then(|s| self.protocol.symbols[s].result);
        let (Some(function), Some(sort)) = (symbol, sort) else {
            let is = match (symbol, RESERVED.contains(&name.as_str())) {
                (Some(_), _) => "is a relation",
                (None, true) => "is a word of the language",
                (None, false) => "is not known",
            };
            return Err(self.tokens.wrong(format!(
                "expected a variable, a function or a relation: `{name}` {is}"
            )));
        };
        let args = self.arguments(function)?;
        let term = Term::Of {
            function,
            after: false,
            args,
        };
        Ok((term, sort))
    }

    fn arguments(&mut self, symbol: SymbolId) -> Result<Vec<Term>, Mistake> {
        let expected = self.protocol.symbols[symbol].args.clone();
        let mut args = Vec::new();
        if self.tokens.skip("(") {
            loop {
                let (term, sort) = self.term()?;
                if let Some(wanted) = expected.get(args.len()) {
                    self.same_sort(*wanted, sort)?;
                }
                args.push(term);
                if !self.tokens.skip(",") {
                    break;
                }
            }
            self.tokens.sign(")")?;
        }
        match args.len() == expected.len() {
            true => Ok(args),
            false => {
                let (name, found) = (&self.protocol.symbols[symbol].name, args.len());
                let wanted = expected.len();
                Err(self
                    .tokens
                    .wrong(format!("`{name}` has {found} arguments; expected {wanted}")))
            }
        }
    }

    pub(super) fn same_sort(&self, expected: Sort, found: Sort) -> Result<(), Mistake> {
        if expected == found {
            return Ok(());
        }
        let name = |sort: Sort| &self.protocol.sorts[sort];
        let (expected, found) = (name(expected), name(found));
        Err(self.tokens.wrong(format!(
            "expected a term of sort {expected}, found one of sort {found}"
        )))
    }
}
