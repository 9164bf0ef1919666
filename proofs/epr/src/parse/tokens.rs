//! Names, signs and quoted texts, each with its line.

use super::mistake;
use crate::syntax::Mistake;

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    Name(&'a str),
    Sign(&'a str),
    Text(&'a str),
}

const SIGNS: [&str; 16] = [
    "<->", "->", ":=", "!=", "=", "&", "|", "(", ")", ",", ":", ".", "<", ">", "!", "'",
];

/// The tokens of a file, one after another.
pub struct Tokens<'a> {
    file: &'a str,
    all: Vec<(Token<'a>, usize)>,
    at: usize,
    last_line: usize,
}

impl<'a> Tokens<'a> {
    pub fn of(file: &'a str, text: &'a str) -> Result<Self, Mistake> {
        let (mut all, mut rest, mut line) = (Vec::new(), text, 1);
        while let Some(first) = rest.chars().next() {
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
            let length = if first == '\n' {
                line += 1;
                1
            } else if first.is_whitespace() {
                first.len_utf8()
            } else if first == '#' {
                rest.find('\n').unwrap_or(rest.len())
            } else if first == '"' {
                let Some(end) = rest[1..].find('"') else {
                    return Err(mistake(
                        file,
                        line,
                        "a quote that is never closed".to_owned(),
                    ));
                };
                all.push((Token::Text(&rest[1..=end]), line));
                line += rest[1..=end].matches('\n').count();
                end + 2
            } else if first.is_ascii_alphabetic() {
                let name = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
                // A name may have a hyphen inside, and `a->b` is an arrow.
                let name = rest[..name].trim_end_matches('-').len();
                all.push((Token::Name(&rest[..name]), line));
                name
            } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                all.push((Token::Sign(sign), line));
                sign.len()
            } else {
                return Err(mistake(
                    file,
                    line,
                    format!("`{first}` is no part of the language"),
                ));
            };
            rest = &rest[length..];
        }
        Ok(Tokens {
            file,
            all,
            at: 0,
            last_line: line,
        })
    }

    pub fn peek(&self) -> Option<Token<'a>> {
        self.all.get(self.at).map(|(token, _)| *token)
    }

    pub fn next(&mut self) -> Option<Token<'a>> {
        let token = self.peek();
        self.at += usize::from(token.is_some());
        token
    }

    /// The line of the token that was taken last.
    pub fn line(&self) -> usize {
        let last = self.at.checked_sub(1).and_then(|at| self.all.get(at));
        last.map_or(self.last_line, |(_, line)| *line)
    }

    pub fn wrong(&self, what: String) -> Mistake {
        mistake(self.file, self.line(), what)
    }

    /// The token that was taken last is not what was expected.
    pub fn unexpected(&self, expected: &str) -> Mistake {
        let found = self.at.checked_sub(1).and_then(|at| self.all.get(at));
        let found = match found {
            Some((Token::Name(word) | Token::Sign(word), _)) => format!("`{word}`"),
            Some((Token::Text(text), _)) => format!("{text:?}"),
            None => "nothing".to_owned(),
        };
        self.wrong(format!("expected {expected}, found {found}"))
    }

    fn ended(&self, expected: &str) -> Mistake {
        let what = format!("expected {expected}, found the end of the file");
        mistake(self.file, self.last_line, what)
    }

    pub fn skip(&mut self, sign: &str) -> bool {
        let is = self.peek() == Some(Token::Sign(sign));
        self.at += usize::from(is);
        is
    }

    pub fn skip_word(&mut self, word: &str) -> bool {
        let is = self.peek() == Some(Token::Name(word));
        self.at += usize::from(is);
        is
    }

    pub fn sign(&mut self, sign: &str) -> Result<(), Mistake> {
        match self.next() {
            Some(Token::Sign(found)) if found == sign => Ok(()),
            None => Err(self.ended(&format!("`{sign}`"))),
            Some(_) => Err(self.unexpected(&format!("`{sign}`"))),
        }
    }

    pub fn word(&mut self, word: &str) -> Result<(), Mistake> {
        match self.next() {
            Some(Token::Name(found)) if found == word => Ok(()),
            None => Err(self.ended(&format!("`{word}`"))),
            Some(_) => Err(self.unexpected(&format!("`{word}`"))),
        }
    }

    pub fn name(&mut self, what: &str) -> Result<String, Mistake> {
        match self.next() {
            Some(Token::Name(name)) => Ok(name.to_owned()),
            None => Err(self.ended(what)),
            Some(_) => Err(self.unexpected(what)),
        }
    }

    /// A quoted text; line breaks inside are spaces.
    pub fn text(&mut self, what: &str) -> Result<String, Mistake> {
        match self.next() {
            Some(Token::Text(text)) => Ok(text.split_whitespace().collect::<Vec<_>>().join(" ")),
            None => Err(self.ended(what)),
            Some(_) => Err(self.unexpected(what)),
        }
    }
}
