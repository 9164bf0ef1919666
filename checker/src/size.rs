//! Sizes: the values of a model's parameters, in the order in which the model lists them.

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The value of a parameter: a number, or one of a few words.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A number.
    Number(u64),
    /// A word, such as the name of a worked example.
    Word(String),
}

/// Values of parameters, each parameter once, in the order of the model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(Vec<(String, Value)>);

impl Size {
    /// The value of a parameter.
    pub fn value(&self, name: &str) -> Option<&Value> {
        let found = self.0.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value)
    }

    /// Sets a parameter, which keeps its place if it has one; answers with the value it had.
    pub fn set(&mut self, name: &str, value: Value) -> Option<Value> {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => Some(std::mem::replace(old, value)),
            None => {
                self.0.push((name.to_owned(), value));
                None
            }
        }
    }

    /// The parameters with their values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Whether there is no parameter.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// As in a sentence: `N = 3, k = 1`.
    pub fn in_words(&self) -> String {
        let words = self.iter().map(|(name, value)| format!("{name} = {value}"));
        words.collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for Size {
    /// As it is typed: `N=3 k=1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.iter().map(|(name, value)| format!("{name}={value}"));
        f.pad(&words.collect::<Vec<_>>().join(" "))
    }
}

impl FromIterator<(String, Value)> for Size {
    fn from_iter<I: IntoIterator<Item = (String, Value)>>(values: I) -> Self {
        let mut size = Size::default();
        for (name, value) in values {
            size.set(&name, value);
        }
        size
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{number}"),
            Value::Word(word) => f.write_str(word),
        }
    }
}

/// A text that is no value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a whole number or a word such as `twice`")]
pub struct NotAValue;

impl FromStr for Value {
    type Err = NotAValue;

    fn from_str(text: &str) -> Result<Self, NotAValue> {
        if let Ok(number) = text.parse() {
            return Ok(Value::Number(number));
        }
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-._".contains(c);
        let is_word = text.starts_with(|c: char| c.is_ascii_lowercase()) && text.chars().all(plain);
        is_word
            .then(|| Value::Word(text.to_owned()))
            .ok_or(NotAValue)
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Size;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a record of parameters, each a whole number or a word")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Size, A::Error> {
                let mut size = Size::default();
                while let Some((name, value)) = map.next_entry::<String, Value>()? {
                    if size.set(&name, value).is_some() {
                        return Err(serde::de::Error::custom(format!("{name} is there twice")));
                    }
                }
                Ok(size)
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(values: &[(&str, &str)]) -> Size {
        let parsed = |(name, value): &(&str, &str)| {
            let value = value.parse().expect("a value");
            ((*name).to_owned(), value)
        };
        values.iter().map(parsed).collect()
    }

    #[test]
    fn the_order_is_kept_in_words_and_in_json() {
        let size = size(&[("workers", "2"), ("pipeline", "twice"), ("N", "3")]);
        assert_eq!(size.to_string(), "workers=2 pipeline=twice N=3");
        assert_eq!(size.in_words(), "workers = 2, pipeline = twice, N = 3");
        let json = serde_json::to_string(&size).expect("plain data");
        assert_eq!(json, r#"{"workers":2,"pipeline":"twice","N":3}"#);
        assert_eq!(serde_json::from_str::<Size>(&json).ok(), Some(size));
    }

    #[test]
    fn a_parameter_that_is_there_twice_is_refused() {
        assert!(serde_json::from_str::<Size>(r#"{"N":2,"N":3}"#).is_err());
    }

    #[test]
    fn values_are_numbers_or_plain_words() {
        assert_eq!("17".parse(), Ok(Value::Number(17)));
        assert_eq!(
            "section-6.2".parse(),
            Ok(Value::Word("section-6.2".to_owned()))
        );
        for wrong in [
            "",
            "-1",
            "1.5",
            "Twice",
            "two words",
            "18446744073709551616",
        ] {
            assert_eq!(wrong.parse::<Value>(), Err(NotAValue), "{wrong}");
        }
    }
}
