//! How a case is to be built: everything that a user may change about it.

use super::Parameter;
use crate::size::{Size, Value};
use std::ops::RangeInclusive;

/// A size, and what is changed about the model at that size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The values of the parameters.
    pub size: Size,
    /// Assumptions to drop.
    pub without: Vec<String>,
    /// Assumptions to add.
    pub with: Vec<String>,
    /// The mutant to build instead of the algorithm.
    pub mutant: Option<String>,
}

impl Setup {
    /// A size with nothing changed.
    pub fn of(size: Size) -> Self {
        Setup {
            size,
            ..Setup::default()
        }
    }

    /// Whether nothing but the size was chosen.
    pub fn is_plain(&self) -> bool {
        self.without.is_empty() && self.with.is_empty() && self.mutant.is_none()
    }
}

/// What is wrong with a [`Setup`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// No such parameter.
    #[error("{claim} has no parameter `{name}`; its parameters are {known}")]
    UnknownParameter {
        /// The claim.
        claim: String,
        /// The parameter.
        name: String,
        /// The parameters there are.
        known: String,
    },
    /// A parameter without a value.
    #[error("the parameter {name} ({meaning}) has no value")]
    MissingParameter {
        /// The parameter.
        name: String,
        /// What it stands for.
        meaning: String,
    },
    /// A parameter out of range.
    #[error("{name} = {value} is out of range: {expected}")]
    OutOfRange {
        /// The parameter.
        name: String,
        /// Its value.
        value: Value,
        /// What would be right.
        expected: String,
    },
    /// A word where a number is wanted, a number where a word is wanted, or another word.
    #[error("the parameter {name} cannot be `{value}`; expected {expected}")]
    WrongKind {
        /// The parameter.
        name: String,
        /// Its value.
        value: Value,
        /// What would be right.
        expected: String,
    },
    /// No such assumption.
    #[error("there is no assumption `{name}`; known here are {known}")]
    UnknownAssumption {
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// An assumption that is not made cannot be dropped.
    #[error("{claim} does not assume `{name}`; it assumes {known}")]
    NotAssumed {
        /// The claim.
        claim: String,
        /// The assumption.
        name: String,
        /// What is assumed.
        known: String,
    },
    /// No such mutant.
    #[error("{claim} has no mutant `{name}`; its mutants are {known}")]
    UnknownMutant {
        /// The claim.
        claim: String,
        /// The mutant.
        name: String,
        /// The mutants there are.
        known: String,
    },
    /// The model lists no such property.
    #[error("the model lists no property `{name}`; it lists {known}")]
    UnknownProperty {
        /// The property.
        name: String,
        /// The properties there are.
        known: String,
    },
}

impl SetupError {
    /// A value that is not among those that make sense.
    pub fn out_of_range(name: &str, value: Value, expected: impl Into<String>) -> Self {
        SetupError::OutOfRange {
            name: name.to_owned(),
            value,
            expected: expected.into(),
        }
    }
}

/// Reading a size. A model is built only with a value for each of its parameters, so these fail only on values.
impl Size {
    /// The number that a parameter has.
    ///
    /// # Panics
    ///
    /// If the model does not list the parameter: a slip in the model, which any check of it shows.
    pub fn number(&self, name: &str) -> Result<u64, SetupError> {
        match self.known(name) {
            Value::Number(number) => Ok(*number),
            word @ Value::Word(_) => Err(SetupError::WrongKind {
                name: name.to_owned(),
                value: word.clone(),
                expected: "a whole number".to_owned(),
            }),
        }
    }

    /// The number that a parameter has, if it is in range; `why` says what the range is about.
    ///
    /// # Panics
    ///
    /// If the model does not list the parameter.
    pub fn within<T: TryFrom<u64>>(
        &self,
        name: &str,
        range: RangeInclusive<u64>,
        why: &str,
    ) -> Result<T, SetupError> {
        let value = self.number(name)?;
        let inside = range.contains(&value).then(|| T::try_from(value).ok());
        inside.flatten().ok_or_else(|| {
            let expected = format!("{} to {}, {why}", range.start(), range.end());
            SetupError::out_of_range(name, Value::Number(value), expected)
        })
    }

    /// The word that a parameter has.
    ///
    /// # Panics
    ///
    /// If the model does not list the parameter, or lists it as a number.
    pub fn word(&self, name: &str) -> &str {
        match self.known(name) {
            Value::Word(word) => word,
            Value::Number(_) => panic!("the model lists the words of {name}"),
        }
    }

    fn known(&self, name: &str) -> &Value {
        let value = self.value(name);
        value.unwrap_or_else(|| panic!("the model lists the parameter {name}"))
    }

    /// The same values in the order of `parameters`; an error if one is missing, unknown or of the wrong kind.
    pub(super) fn in_order(
        &self,
        claim: &str,
        parameters: &[Parameter],
    ) -> Result<Size, SetupError> {
        if let Some((name, _)) = self
            .iter()
            .find(|(name, _)| !parameters.iter().any(|p| p.name == *name))
        {
            return Err(SetupError::UnknownParameter {
                claim: claim.to_owned(),
                name: name.to_owned(),
                known: list(parameters.iter().map(|p| p.name)),
            });
        }
        let ordered = parameters.iter().map(|parameter| {
            let value = self
                .value(parameter.name)
                .ok_or_else(|| SetupError::MissingParameter {
                    name: parameter.name.to_owned(),
                    meaning: parameter.meaning.to_owned(),
                })?;
            parameter.accept(value)?;
            Ok((parameter.name.to_owned(), value.clone()))
        });
        ordered.collect()
    }
}

/// Names in a sentence.
pub(super) fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.into_iter().collect();
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}
