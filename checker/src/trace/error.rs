//! What can be wrong with a trace, in words that let a person find and mend the place.

use serde_json::Value;
use std::path::PathBuf;

/// Why a text, a file or a value is not a trace.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The text is no JSON at all: truncated, or something else entirely. The message has line and
    /// column.
    #[error("not JSON, or cut off: {0}")]
    NotJson(serde_json::Error),

    /// One field is not what the format says.
    #[error("{field}: expected {expected}, found {found}")]
    Field {
        /// The path of the field, such as `states[3].step.label`.
        field: String,
        /// What would be right.
        expected: String,
        /// What is there.
        found: String,
    },

    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(std::io::Error),

    /// Any of the above, with the name of the file.
    #[error("{path}: {error}", path = path.display())]
    InFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: Box<TraceError>,
    },
}

impl TraceError {
    pub(super) fn field(
        field: impl Into<String>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        TraceError::Field {
            field: field.into(),
            expected: expected.into(),
            found: found.into(),
        }
    }
}

/// A JSON value in a few words: its kind, and the value itself where that is short.
pub(crate) fn describe(value: Option<&Value>) -> String {
    match value {
        None => "nothing".to_owned(),
        Some(Value::Null) => "null".to_owned(),
        Some(Value::Bool(b)) => format!("the boolean {b}"),
        Some(Value::Number(n)) => format!("the number {n}"),
        Some(Value::String(s)) => format!("the string {}", quoted(s)),
        Some(Value::Array(items)) => format!("a list of length {}", items.len()),
        Some(Value::Object(fields)) => format!("a record with {} fields", fields.len()),
    }
}

/// A string in quotes, shortened: an error message must stay one paragraph.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        format!("{text:?}")
    } else {
        let start: String = text.chars().take(LONGEST).collect();
        format!("{start:?} and more")
    }
}
