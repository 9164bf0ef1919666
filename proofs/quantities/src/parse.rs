//! The text of a theory.
//!
//! ```text
//! theory NAME
//! claim "CLAIM" says "what it comes to"
//! natural VARIABLE, ...                    integer VARIABLE, ...
//! arbitrary FUNCTION(VARIABLE, ...) "what it stands for"
//! define FUNCTION(VARIABLE, ..., 0) = TERM  "what it counts"
//! define FUNCTION(VARIABLE, ..., VARIABLE + 1) = TERM
//! axiom NAME(VARIABLE, ...): TERM = TERM "what it says"
//! lemma NAME(VARIABLE, ...): TERM = TERM [by induction on VARIABLE] [using NAME(TERM, ...), ...] "what it says"
//! ```
//!
//! A statement goes on over indented lines; `#` begins a remark.

use crate::polynomial::{Atom, Polynomial};
use crate::theory::{Axiom, Definition, Induction, Lemma, Theory, Use};
use std::collections::BTreeMap;

/// What is wrong with a theory, and in which line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Wrong {
    /// The line in which its statement begins.
    pub line: usize,
    /// What was expected.
    pub what: String,
}

/// Reads a theory.
///
/// # Errors
///
/// If a statement is none of those above, or speaks of what is not declared.
pub fn parse(text: &str) -> Result<Theory, Wrong> {
    let mut theory = Theory::default();
    for (line, statement) in statements(text) {
        let mut reader = Reader::new(&statement, &theory);
        let read = reader.statement().map_err(|what| Wrong { line, what })?;
        read.put_into(&mut theory)
            .map_err(|what| Wrong { line, what })?;
    }
    if theory.name.is_empty() {
        let what = "`theory NAME` is missing".to_owned();
        return Err(Wrong { line: 1, what });
    }
    Ok(theory)
}

fn statements(text: &str) -> Vec<(usize, String)> {
    let mut all: Vec<(usize, String)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        if line.trim().is_empty() {
            continue;
        }
        match all.last_mut() {
            Some((_, statement)) if line.starts_with(' ') => {
                statement.push(' ');
                statement.push_str(line.trim());
            }
            _ => all.push((number + 1, line.trim().to_owned())),
        }
    }
    all
}

enum Statement {
    Name(String),
    Claim(String, String),
    Variables(Vec<String>, bool),
    Arbitrary(String, usize),
    Define(Definition),
    Axiom(Axiom),
    Lemma(Lemma),
}

impl Statement {
    fn put_into(self, theory: &mut Theory) -> Result<(), String> {
        match self {
            Statement::Name(name) => theory.name = name,
            Statement::Claim(claim, says) => theory.claims.push((claim, says)),
            Statement::Variables(names, natural) => {
                for name in names {
                    if theory.variables.insert(name.clone(), natural).is_some() {
                        return Err(format!("`{name}` is declared twice"));
                    }
                }
            }
            Statement::Arbitrary(name, arity) => declare(&mut theory.functions, name, arity)?,
            Statement::Define(definition) => {
                let Definition {
                    name,
                    parameters,
                    successor,
                    ..
                } = &definition;
                let twice = theory
                    .definitions
                    .iter()
                    .any(|d| d.name == *name && d.successor.is_some() == successor.is_some());
                if twice {
                    return Err(format!("`{name}` is defined twice for the same argument"));
                }
                let arity = parameters.len() + 1;
                match theory.functions.get(name) {
                    Some(known) if *known == arity && successor.is_some() => {}
                    None if successor.is_none() => {
                        declare(&mut theory.functions, name.clone(), arity)?
                    }
                    _ => {
                        return Err(format!(
                            "`{name}` is first defined for 0, then for a successor"
                        ));
                    }
                }
                theory.definitions.push(definition);
            }
            Statement::Axiom(axiom) => {
                theory.is_new(&axiom.name)?;
                theory.axioms.push(axiom);
            }
            Statement::Lemma(lemma) => {
                theory.is_new(&lemma.name)?;
                theory.lemmas.push(lemma);
            }
        }
        Ok(())
    }
}

fn declare(
    functions: &mut BTreeMap<String, usize>,
    name: String,
    arity: usize,
) -> Result<(), String> {
    match functions.insert(name.clone(), arity) {
        None => Ok(()),
        Some(_) => Err(format!("`{name}` is declared twice")),
    }
}

/// A word, a number, a text in quotes, or a sign.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    Number(i128),
    Text(String),
    Sign(char),
}

struct Reader<'a> {
    tokens: Result<Vec<Token>, String>,
    place: usize,
    theory: &'a Theory,
    /// The function that is being defined, which its own definition may use.
    own: Option<(String, usize)>,
}

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length_of = |of: fn(char) -> bool| rest.find(|c| !of(c)).unwrap_or(rest.len());
        let length = if first == '"' {
            let end = rest[1..].find('"').ok_or("a text in quotes has no end")?;
            tokens.push(Token::Text(rest[1..=end].to_owned()));
            end + 2
        } else if first.is_ascii_digit() {
            let length = length_of(|c| c.is_ascii_digit());
            let number = rest[..length]
                .parse()
                .map_err(|_| "a number is too large")?;
            tokens.push(Token::Number(number));
            length
        } else if first.is_ascii_alphabetic() {
            let length = length_of(|c| c.is_ascii_alphanumeric() || c == '_');
            tokens.push(Token::Word(rest[..length].to_owned()));
            length
        } else {
            tokens.push(Token::Sign(first));
            first.len_utf8()
        };
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

impl<'a> Reader<'a> {
    fn new(statement: &str, theory: &'a Theory) -> Self {
        Reader {
            tokens: tokens(statement),
            place: 0,
            theory,
            own: None,
        }
    }

    fn peek(&self) -> Option<Token> {
        self.tokens.as_ref().ok()?.get(self.place).cloned()
    }

    fn next(&mut self) -> Option<Token> {
        let token = self.peek();
        self.place += 1;
        token
    }

    fn eats(&mut self, expected: &Token) -> bool {
        let found = self.peek().as_ref() == Some(expected);
        self.place += usize::from(found);
        found
    }

    fn word(&mut self, what: &str) -> Result<String, String> {
        match self.next() {
            Some(Token::Word(word)) => Ok(word),
            other => Err(unexpected(what, other)),
        }
    }

    fn text(&mut self, what: &str) -> Result<String, String> {
        match self.next() {
            Some(Token::Text(text)) => Ok(text),
            other => Err(unexpected(what, other)),
        }
    }

    fn sign(&mut self, sign: char) -> Result<(), String> {
        match self.next() {
            Some(Token::Sign(found)) if found == sign => Ok(()),
            other => Err(unexpected(&format!("`{sign}`"), other)),
        }
    }

    fn keyword(&mut self, keyword: &str) -> bool {
        self.eats(&Token::Word(keyword.to_owned()))
    }

    fn statement(&mut self) -> Result<Statement, String> {
        if let Err(what) = &self.tokens {
            return Err(what.clone());
        }
        let statement = match self.word("a statement")?.as_str() {
            "theory" => Statement::Name(self.word("the name of the theory")?),
            "claim" => {
                let claim = self.text("the id of a claim in quotes")?;
                if !self.keyword("says") {
                    return Err(unexpected("`says`", self.peek()));
                }
                Statement::Claim(claim, self.text("what it comes to, in quotes")?)
            }
            kind @ ("natural" | "integer") => {
                let natural = kind == "natural";
                let mut names = vec![self.word("a variable")?];
                while self.eats(&Token::Sign(',')) {
                    names.push(self.word("a variable")?);
                }
                Statement::Variables(names, natural)
            }
            "arbitrary" => {
                let name = self.word("a function")?;
                let arity = self.parameters()?.len();
                self.text("what it stands for, in quotes")?;
                Statement::Arbitrary(name, arity)
            }
            "define" => Statement::Define(self.definition()?),
            "axiom" => {
                let (name, parameters, left, right) = self.equation()?;
                self.text("what it says, in quotes")?;
                Statement::Axiom(Axiom {
                    name,
                    parameters,
                    left,
                    right,
                })
            }
            "lemma" => Statement::Lemma(self.lemma()?),
            other => return Err(format!("`{other}` is no statement")),
        };
        match self.next() {
            None => Ok(statement),
            other => Err(unexpected("the end of the statement", other)),
        }
    }

    fn parameters(&mut self) -> Result<Vec<String>, String> {
        self.sign('(')?;
        let mut names = vec![self.declared()?];
        while self.eats(&Token::Sign(',')) {
            names.push(self.declared()?);
        }
        self.sign(')')?;
        Ok(names)
    }

    fn declared(&mut self) -> Result<String, String> {
        let name = self.word("a variable")?;
        match self.theory.variables.contains_key(&name) {
            true => Ok(name),
            false => Err(format!("the variable `{name}` is not declared")),
        }
    }

    fn definition(&mut self) -> Result<Definition, String> {
        let name = self.word("a function")?;
        self.sign('(')?;
        let mut parameters = Vec::new();
        let successor = loop {
            if self.eats(&Token::Number(0)) {
                break None;
            }
            let variable = self.declared()?;
            if self.eats(&Token::Sign('+')) {
                if !self.eats(&Token::Number(1)) {
                    return Err(unexpected("`1`", self.peek()));
                }
                if !self.theory.variables[&variable] {
                    return Err(format!(
                        "`{variable}` is not natural, so that there is no end to it"
                    ));
                }
                break Some(variable);
            }
            parameters.push(variable);
            self.sign(',')?;
        };
        self.sign(')')?;
        self.sign('=')?;
        self.own = Some((name.clone(), parameters.len() + 1));
        let value = self.term()?;
        if successor.is_none() {
            self.text("what it counts, in quotes")?;
        }
        let known: Vec<&String> = parameters.iter().chain(&successor).collect();
        check_variables(&value, &known)?;
        check_recursion(&value, &name, successor.as_deref())?;
        Ok(Definition {
            name,
            parameters,
            successor,
            value,
        })
    }

    fn equation(&mut self) -> Result<(String, Vec<String>, Polynomial, Polynomial), String> {
        let name = self.word("a name")?;
        let parameters = self.parameters()?;
        self.sign(':')?;
        let left = self.term()?;
        self.sign('=')?;
        let right = self.term()?;
        let known: Vec<&String> = parameters.iter().collect();
        check_variables(&left, &known)?;
        check_variables(&right, &known)?;
        Ok((name, parameters, left, right))
    }

    fn lemma(&mut self) -> Result<Lemma, String> {
        let (name, parameters, left, right) = self.equation()?;
        let mut induction = None;
        if self.keyword("by") {
            if !(self.keyword("induction") && self.keyword("on")) {
                return Err(unexpected("`induction on`", self.peek()));
            }
            let variable = self.declared()?;
            if !self.theory.variables[&variable] || !parameters.contains(&variable) {
                return Err(format!("`{variable}` is no natural parameter of `{name}`"));
            }
            induction = Some(Induction { variable });
        }
        let mut uses = Vec::new();
        if self.keyword("using") {
            loop {
                let name = self.word("the name of a lemma or an axiom")?;
                uses.push(self.instance(name)?);
                if !self.eats(&Token::Sign(',')) {
                    break;
                }
            }
        }
        self.text("what it says, in quotes")?;
        Ok(Lemma {
            name,
            parameters,
            left,
            right,
            induction,
            uses,
        })
    }

    fn instance(&mut self, name: String) -> Result<Use, String> {
        let arguments = self.arguments()?;
        let Some((parameters, ..)) = self.theory.statement(&name) else {
            return Err(format!("there is no earlier lemma or axiom `{name}`"));
        };
        if parameters.len() != arguments.len() {
            return Err(format!("`{name}` takes {} terms", parameters.len()));
        }
        for (parameter, argument) in parameters.iter().zip(&arguments) {
            if self.theory.variables[parameter] && !self.theory.is_natural(argument) {
                return Err(format!(
                    "`{argument}` may be negative, and `{name}` is about natural `{parameter}`"
                ));
            }
        }
        Ok(Use { name, arguments })
    }

    fn arguments(&mut self) -> Result<Vec<Polynomial>, String> {
        self.sign('(')?;
        let mut all = vec![self.term()?];
        while self.eats(&Token::Sign(',')) {
            all.push(self.term()?);
        }
        self.sign(')')?;
        Ok(all)
    }

    fn term(&mut self) -> Result<Polynomial, String> {
        let mut sum = self.product()?;
        loop {
            if self.eats(&Token::Sign('+')) {
                sum = sum.plus(&self.product()?);
            } else if self.eats(&Token::Sign('-')) {
                sum = sum.minus(&self.product()?);
            } else {
                return Ok(sum);
            }
        }
    }

    fn product(&mut self) -> Result<Polynomial, String> {
        let mut product = self.factor()?;
        while self.eats(&Token::Sign('*')) {
            product = product.times(&self.factor()?);
        }
        Ok(product)
    }

    fn factor(&mut self) -> Result<Polynomial, String> {
        match self.next() {
            Some(Token::Number(value)) => Ok(Polynomial::number(value)),
            Some(Token::Sign('(')) => {
                let inner = self.term()?;
                self.sign(')')?;
                Ok(inner)
            }
            Some(Token::Word(name)) if self.peek() == Some(Token::Sign('(')) => {
                let arguments = self.arguments()?;
                let own = self.own.as_ref().filter(|(own, _)| *own == name);
                let arity = own
                    .map(|(_, arity)| arity)
                    .or_else(|| self.theory.functions.get(&name));
                match arity {
                    None => Err(format!("the function `{name}` is not declared")),
                    Some(arity) if *arity != arguments.len() => {
                        Err(format!("`{name}` takes {arity} terms"))
                    }
                    Some(_) => Ok(Polynomial::atom(Atom::Applied(name, arguments))),
                }
            }
            Some(Token::Word(name)) if self.theory.variables.contains_key(&name) => {
                Ok(Polynomial::variable(&name))
            }
            Some(Token::Word(name)) => Err(format!("the variable `{name}` is not declared")),
            other => Err(unexpected("a term", other)),
        }
    }
}

/// No variable but these.
fn check_variables(term: &Polynomial, known: &[&String]) -> Result<(), String> {
    for atom in term.terms().flat_map(|(product, _)| product.keys()) {
        match atom {
            Atom::Variable(name) if !known.contains(&name) => {
                return Err(format!("`{name}` is not among the parameters"));
            }
            Atom::Variable(_) => {}
            Atom::Applied(_, arguments) => arguments
                .iter()
                .try_for_each(|a| check_variables(a, known))?,
        }
    }
    Ok(())
}

/// A definition speaks of itself only at the predecessor.
fn check_recursion(term: &Polynomial, own: &str, successor: Option<&str>) -> Result<(), String> {
    for atom in term.terms().flat_map(|(product, _)| product.keys()) {
        let Atom::Applied(name, arguments) = atom else {
            continue;
        };
        let at_predecessor =
            successor.is_some_and(|v| arguments.last() == Some(&Polynomial::variable(v)));
        if name == own && !at_predecessor {
            return Err(format!(
                "`{own}` is defined by itself, and not by its predecessor"
            ));
        }
        arguments
            .iter()
            .try_for_each(|a| check_recursion(a, own, successor))?;
    }
    Ok(())
}

fn unexpected(what: &str, found: Option<Token>) -> String {
    let found = match found {
        None => "the statement ends".to_owned(),
        Some(Token::Word(word)) => format!("`{word}` is found"),
        Some(Token::Number(number)) => format!("`{number}` is found"),
        Some(Token::Text(text)) => format!("\"{text}\" is found"),
        Some(Token::Sign(sign)) => format!("`{sign}` is found"),
    };
    format!("{what} is expected, and {found}")
}
