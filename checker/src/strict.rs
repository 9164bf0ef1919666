//! JSON as it was meant: a field that is there twice is an error, and what could take over a terminal is found.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::fmt;

/// Reads a JSON document in which every record has each of its fields once. Other readers keep the last one and say nothing.
pub fn parse(text: &[u8]) -> serde_json::Result<Value> {
    serde_json::from_slice(text).map(|Strict(value)| value)
}

/// The first text, name or value, with a character in it that a terminal obeys instead of showing it: where it stands, and the text.
pub fn unprintable(value: &Value) -> Option<(String, &str)> {
    match value {
        Value::String(text) => has_unprintable(text).then_some((String::new(), text)),
        Value::Array(items) => items.iter().enumerate().find_map(|(index, item)| {
            let (place, text) = unprintable(item)?;
            Some((format!("[{index}]{place}"), text))
        }),
        Value::Object(fields) => fields.iter().find_map(|(name, value)| {
            if has_unprintable(name) {
                return Some((String::new(), name.as_str()));
            }
            let (place, text) = unprintable(value)?;
            Some((format!(".{name}{place}"), text))
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// Whether a text has control characters, or marks that turn the direction of what is written.
pub fn has_unprintable(text: &str) -> bool {
    text.chars().any(is_unprintable)
}

/// Whether a terminal obeys this character instead of showing it. A line may end, and have gaps.
pub fn is_unprintable(c: char) -> bool {
    let moves = c.is_control() && !matches!(c, '\n' | '\t');
    moves || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Each)
    }
}

struct Each;

impl<'de> Visitor<'de> for Each {
    type Value = Strict;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value in JSON")
    }

    fn visit_unit<E>(self) -> Result<Strict, E> {
        Ok(Strict(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Strict, E> {
        Ok(Strict(Value::Bool(value)))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Strict, E> {
        Ok(Strict(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Strict, E> {
        Ok(Strict(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Strict, E> {
        let number = Number::from_f64(value).map_or(Value::Null, Value::Number);
        Ok(Strict(number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Strict, E> {
        Ok(Strict(Value::String(value.to_owned())))
    }

    fn visit_string<E>(self, value: String) -> Result<Strict, E> {
        Ok(Strict(Value::String(value)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Strict, A::Error> {
        let mut items = Vec::new();
        while let Some(Strict(item)) = seq.next_element()? {
            items.push(item);
        }
        Ok(Strict(Value::Array(items)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Strict, A::Error> {
        let mut fields = Map::new();
        while let Some(name) = map.next_key::<String>()? {
            if fields.contains_key(&name) {
                return Err(A::Error::custom(format!(
                    "the field {name:?} is there twice"
                )));
            }
            let Strict(value) = map.next_value()?;
            fields.insert(name, value);
        }
        Ok(Strict(Value::Object(fields)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_field_that_is_there_twice_is_named_with_its_place() {
        let error = parse(b"{\"a\": [{\"b\": 1, \"b\": 2}]}").unwrap_err();
        let words = error.to_string();
        assert!(
            words.starts_with("the field \"b\" is there twice"),
            "{words}"
        );
        assert!(words.contains("line 1"), "{words}");
    }

    #[test]
    fn everything_else_is_read_as_by_others() {
        let text = r#"{"a":[null,true,-3,18446744073709551615,1.5,"x"],"b":{"c":{}}}"#;
        let usual: Value = serde_json::from_str(text).unwrap();
        assert_eq!(parse(text.as_bytes()).unwrap(), usual);
        assert!(parse(b"{} {}").is_err(), "one document");
    }

    #[test]
    fn what_a_terminal_would_obey_is_found_wherever_it_stands() {
        assert_eq!(unprintable(&json!({"a": ["x", "é", 1]})), None);
        let found = json!({"a": ["x", {"b": "\u{1b}[31m"}]});
        assert_eq!(
            unprintable(&found),
            Some((".a[1].b".to_owned(), "\u{1b}[31m"))
        );
        assert!(unprintable(&json!({"\u{202e}": 1})).is_some());
    }
}
