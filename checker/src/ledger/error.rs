//! What can be wrong with a ledger, and where.

use crate::command;
use std::io;
use std::path::PathBuf;

/// Why a ledger cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// A line is not as it was written.
    #[error("{0}; `{name} check --update-ledger` drops such lines and records anew what it checks", name = command::name())]
    Flaw(#[from] Flaw),

    /// Something else stands where a folder or a file of the ledger belongs.
    #[error("{path}: expected {expected}, found {found}", path = path.display())]
    Misplaced {
        /// Where.
        path: PathBuf,
        /// What belongs there.
        expected: &'static str,
        /// What is there.
        found: &'static str,
    },

    /// The system refuses.
    #[error("{path}: cannot be {action}: {error}", path = path.display())]
    System {
        /// The file or folder.
        path: PathBuf,
        /// What was tried: `read`, `written`, `locked`, `removed`.
        action: &'static str,
        /// What the system says.
        error: io::Error,
    },
}

/// What is wrong with one line of one file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}:{line}: {kind}", path = path.display())]
pub struct Flaw {
    /// The file.
    pub path: PathBuf,
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: FlawKind,
}

/// What can be wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FlawKind {
    /// Git could not merge this place.
    #[error("the mark `{0}` of a merge that git could not finish")]
    Conflict(String),

    /// The line is no JSON: cut off, or something else entirely.
    #[error("expected a record in JSON, found a line that is none or cut off: {0}")]
    NotJson(String),

    /// A field is not what the format says, or not what the other fields allow.
    #[error("{place}: expected {expected}, found {found}")]
    Field {
        /// The record, as far as the line says which, and the field.
        place: String,
        /// What would be right.
        expected: String,
        /// What is there.
        found: String,
    },

    /// The record belongs in another file.
    #[error("{record}: expected in {expected}, the file of its source")]
    Elsewhere {
        /// What the line is about.
        record: String,
        /// The name of the file.
        expected: String,
    },

    /// The sum does not fit the rest of the line.
    #[error(
        "{record}: sum: expected {computed} for the rest of the line, found {stored}: it was edited by hand"
    )]
    Edited {
        /// What the line is about.
        record: String,
        /// The sum in the line.
        stored: String,
        /// The sum of the rest of the line.
        computed: String,
    },

    /// Two lines are about the same.
    #[error(
        "{record}: line {first} is about the same; expected one line, so that it is clear what was found"
    )]
    Duplicate {
        /// What both are about.
        record: String,
        /// The number of the first line.
        first: usize,
    },
}
