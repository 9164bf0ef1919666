//! One line of a ledger: a record as JSON, closed by a sum over the rest.
//!
//! The sum tells a line that was typed from one that a check has written: a verdict is what a search found. Each line has its own,
//! because one for a whole file would change with every line, and two branches could never be merged.

use super::error::FlawKind;
use super::record::Record;
use crate::sources::ContentHash;
use crate::strict;
use crate::trace::error::{describe, quoted};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// How many digits a sum has.
const DIGITS: usize = 12;

/// The line of a record, without its end. The same record gives the same line.
pub fn write(record: &Record) -> String {
    let mut line = text(record);
    let sum = sum(&line);
    line.truncate(line.len() - "}".len());
    line + &format!(",\"sum\":\"{sum}\"}}")
}

fn text(record: &Record) -> String {
    serde_json::to_string(record).expect("a record is plain data")
}

fn sum(text: &str) -> String {
    let mut hash = ContentHash::new();
    hash.text(text);
    let mut digits = hash.finish();
    digits.truncate(DIGITS);
    digits
}

/// Reads a line, and believes nothing that no check would have written. How a line is spaced, and the order of its fields, are
/// nobody's evidence.
pub fn read(line: &[u8]) -> Result<Record, FlawKind> {
    const COUNT: &str = "a whole number";
    const TEXT: &str = "a string";
    const NAMES: &str = "a list of names";
    if let Some(mark) = conflict(line) {
        return Err(FlawKind::Conflict(mark));
    }
    let value = strict::parse(line).map_err(not_json)?;
    let mut fields = Fields::of(value)?;
    let record = Record {
        claim: fields.take("claim", TEXT)?,
        variant: fields.take("variant", TEXT)?,
        parameters: fields.take("parameters", "a record of whole numbers and words")?,
        dropped: fields.take_some("dropped", NAMES)?.unwrap_or_default(),
        verdict: fields.take(
            "verdict",
            "one of holds, bounded, refuted, reproduced, not-reproduced, ambiguous",
        )?,
        states: fields.take("states", COUNT)?,
        generated: fields.take("generated", COUNT)?,
        depth: fields.take("depth", COUNT)?,
        branching: fields.take("branching", COUNT)?,
        steps: fields.take_some("steps", COUNT)?,
        exhausted: fields.take("exhausted", "true or false")?,
        cut: fields.take_some("cut", TEXT)?,
        reduced: fields.take_some("reduced", NAMES)?.unwrap_or_default(),
        measured: fields.take_some("measured", "a measurement: generator, seeds and figures")?,
        audit: fields.take("audit", "one of passed, vacuous, partial, not-run")?,
        world: fields.take("world", TEXT)?,
        assumptions: fields.take("assumptions", NAMES)?,
        fairness: fields.take_some("fairness", TEXT)?.unwrap_or_default(),
        hash: fields.take("hash", TEXT)?,
    };
    let stored: String = fields.take("sum", TEXT)?;
    fields.finish()?;
    let computed = sum(&text(&record));
    if stored != computed {
        return Err(FlawKind::Edited {
            record: record.key().to_string(),
            stored,
            computed,
        });
    }
    match record.contradiction() {
        None => Ok(record),
        Some(contradiction) => Err(FlawKind::Field {
            place: format!("{}: {}", record.key(), contradiction.field),
            expected: contradiction.expected,
            found: contradiction.found,
        }),
    }
}

/// The error has its own count of lines, and there is only one.
fn not_json(error: serde_json::Error) -> FlawKind {
    let words = error.to_string();
    let what = words
        .rsplit_once(" at line ")
        .map_or(&*words, |(what, _)| what);
    FlawKind::NotJson(format!("{what} at column {}", error.column()))
}

/// The mark of an unfinished merge, if the line is one.
fn conflict(line: &[u8]) -> Option<String> {
    const MARKS: [&str; 4] = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];
    let mark = MARKS.iter().find(|mark| line.starts_with(mark.as_bytes()));
    mark.map(|_| String::from_utf8_lossy(line).into_owned())
}

/// The fields of a line, taken out one by one until none is left.
struct Fields {
    /// What goes before the name of a field to say whose it is.
    record: String,
    rest: Map<String, Value>,
}

impl Fields {
    fn of(value: Value) -> Result<Self, FlawKind> {
        let rest = match value {
            Value::Object(rest) => rest,
            other => {
                return Err(FlawKind::Field {
                    place: "the line".to_owned(),
                    expected: "a record".to_owned(),
                    found: describe(Some(&other)),
                });
            }
        };
        let text = |name: &str| rest.get(name).and_then(Value::as_str);
        let record = match (text("claim"), text("variant")) {
            (Some(claim), Some(variant)) => format!("{claim} {variant}: "),
            (Some(claim), None) => format!("{claim}: "),
            (None, _) => String::new(),
        };
        Ok(Fields { record, rest })
    }

    fn take<T: DeserializeOwned>(&mut self, name: &str, expected: &str) -> Result<T, FlawKind> {
        let found = self.take_some(name, expected)?;
        found.ok_or_else(|| self.wrong(name, expected, None))
    }

    /// A field that is left out where there is nothing to say.
    fn take_some<T: DeserializeOwned>(
        &mut self,
        name: &str,
        expected: &str,
    ) -> Result<Option<T>, FlawKind> {
        let Some(value) = self.rest.remove(name) else {
            return Ok(None);
        };
        match T::deserialize(&value) {
            Ok(read) => Ok(Some(read)),
            Err(_) => Err(self.wrong(name, expected, Some(&value))),
        }
    }

    fn wrong(&self, name: &str, expected: &str, found: Option<&Value>) -> FlawKind {
        FlawKind::Field {
            place: format!("{}{name}", self.record),
            expected: expected.to_owned(),
            found: describe(found),
        }
    }

    fn finish(self) -> Result<(), FlawKind> {
        match self.rest.keys().next() {
            None => Ok(()),
            Some(unknown) => Err(FlawKind::Field {
                place: format!("{}{}", self.record, quoted(unknown)),
                expected: "no such field".to_owned(),
                found: "one".to_owned(),
            }),
        }
    }
}
