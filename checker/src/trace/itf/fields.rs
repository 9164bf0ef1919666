//! Taking a JSON record apart with errors that name the place, and the values that JSON has and ITF
//! has not.

use super::super::error::{describe, quoted};
use super::TraceError;
use serde_json::{Map, Value, json};

/// A JSON record together with its place in the document.
pub(super) struct Record<'a> {
    place: String,
    fields: &'a Map<String, Value>,
}

impl<'a> Record<'a> {
    pub(super) fn new(place: impl Into<String>, value: &'a Value) -> Result<Self, TraceError> {
        let place = place.into();
        match value {
            Value::Object(fields) => Ok(Record { place, fields }),
            other => Err(TraceError::field(place, "a record", describe(Some(other)))),
        }
    }

    /// The path of a field; the top level of the document needs no prefix.
    pub(super) fn path(&self, name: &str) -> String {
        match (self.place.as_str(), name) {
            ("the trace", name) => name.to_owned(),
            (place, "") => place.to_owned(),
            (place, name) => format!("{place}.{name}"),
        }
    }

    fn wrong(&self, name: &str, expected: &str) -> TraceError {
        TraceError::field(self.path(name), expected, describe(self.fields.get(name)))
    }

    pub(super) fn only(&self, known: &[&str]) -> Result<(), TraceError> {
        match self
            .fields
            .keys()
            .find(|name| !known.contains(&name.as_str()))
        {
            Some(name) => Err(TraceError::field(
                &self.place,
                format!("no other fields than {}", known.join(", ")),
                quoted(name),
            )),
            None => Ok(()),
        }
    }

    pub(super) fn optional(&self, name: &str) -> Option<&'a Value> {
        self.fields.get(name)
    }

    pub(super) fn required(&self, name: &str) -> Result<&'a Value, TraceError> {
        self.optional(name)
            .ok_or_else(|| self.wrong(name, "a value"))
    }

    pub(super) fn optional_text(&self, name: &str) -> Result<Option<&'a str>, TraceError> {
        match self.optional(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(self.wrong(name, "a string")),
        }
    }

    pub(super) fn text(&self, name: &str) -> Result<&'a str, TraceError> {
        self.optional_text(name)?
            .ok_or_else(|| self.wrong(name, "a string"))
    }

    pub(super) fn list(&self, name: &str) -> Result<&'a [Value], TraceError> {
        match self.optional(name) {
            Some(Value::Array(items)) => Ok(items),
            _ => Err(self.wrong(name, "a list")),
        }
    }

    pub(super) fn record(&self, name: &str) -> Result<Record<'a>, TraceError> {
        match self.optional(name) {
            Some(Value::Object(fields)) => Ok(Record {
                place: self.path(name),
                fields,
            }),
            _ => Err(self.wrong(name, "a record")),
        }
    }

    pub(super) fn index(&self, name: &str) -> Result<usize, TraceError> {
        let number = self.optional(name).and_then(Value::as_u64);
        number
            .and_then(|number| usize::try_from(number).ok())
            .ok_or_else(|| self.wrong(name, "the index of a state, a whole number from 0"))
    }
}

/// The largest integer that every reader of JSON keeps exactly.
const SAFE_INTEGER: i128 = (1 << 53) - 1;

const BIG: &str = "#bigint";
const TUPLE: &str = "#tup";

fn integer(value: &Value) -> Option<i128> {
    value
        .as_i64()
        .map(i128::from)
        .or_else(|| value.as_u64().map(i128::from))
}

/// A value of a state in ITF's own terms.
pub(super) fn encode(value: &Value) -> Value {
    match value {
        Value::Null => json!({ TUPLE: [] }),
        Value::Number(number) => match integer(value) {
            Some(big) if big.abs() > SAFE_INTEGER => json!({ BIG: number.to_string() }),
            _ => value.clone(),
        },
        Value::Array(items) => items.iter().map(encode).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| (name.clone(), encode(value)))
            .collect(),
        other => other.clone(),
    }
}

/// The inverse of [`encode`]; other ITF forms (sets, tuples, maps) stay as they are.
pub(super) fn decode(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(decode).collect(),
        Value::Object(fields) => special(fields).unwrap_or_else(|| {
            fields
                .iter()
                .map(|(name, value)| (name.clone(), decode(value)))
                .collect()
        }),
        other => other.clone(),
    }
}

/// What a record means if it is the ITF form of null or of a large integer.
pub(in crate::trace) fn special(fields: &Map<String, Value>) -> Option<Value> {
    let (name, value) = fields.iter().next().filter(|_| fields.len() == 1)?;
    match (name.as_str(), value) {
        (TUPLE, Value::Array(items)) if items.is_empty() => Some(Value::Null),
        (BIG, Value::String(digits)) => {
            let big: i128 = digits.parse().ok()?;
            let number = i64::try_from(big)
                .map(Value::from)
                .or_else(|_| u64::try_from(big).map(Value::from));
            number.ok().filter(|_| big.abs() > SAFE_INTEGER)
        }
        _ => None,
    }
}
