//! The parameters of a model.

use super::SetupError;
use crate::size::Value;

/// A parameter of a model: a number, or one of a few words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, as in the source.
    pub name: &'static str,
    /// What it stands for.
    pub meaning: &'static str,
    /// The words it can be, if it is not a number.
    pub words: &'static [&'static str],
}

impl Parameter {
    /// A number.
    pub const fn new(name: &'static str, meaning: &'static str) -> Self {
        let words = &[];
        Parameter {
            name,
            meaning,
            words,
        }
    }

    /// One of these words.
    pub const fn one_of(
        name: &'static str,
        meaning: &'static str,
        words: &'static [&'static str],
    ) -> Self {
        Parameter {
            name,
            meaning,
            words,
        }
    }

    /// A value as a catalog lists it: a number, which for a parameter of words is the place of one.
    pub(super) fn value(&self, listed: u64) -> Value {
        let word = self
            .words
            .get(usize::try_from(listed).unwrap_or(usize::MAX));
        match word {
            Some(word) => Value::Word((*word).to_owned()),
            None => Value::Number(listed),
        }
    }

    /// Whether it can have this value.
    pub(super) fn accept(&self, value: &Value) -> Result<(), SetupError> {
        let fits = match value {
            Value::Number(_) => self.words.is_empty(),
            Value::Word(word) => self.words.contains(&word.as_str()),
        };
        if fits {
            return Ok(());
        }
        let expected = if self.words.is_empty() {
            "a whole number".to_owned()
        } else {
            format!("one of {}", self.words.join(", "))
        };
        Err(SetupError::WrongKind {
            name: self.name.to_owned(),
            value: value.clone(),
            expected,
        })
    }
}
