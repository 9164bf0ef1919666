//! What is said when something cannot be done: one paragraph with what was wrong and what would be right.

use crate::suggest;
use std::io;
use std::path::{Path, PathBuf};
use verdict_checker::catalog::{Case, SetupError};

/// Why a command could not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// What was typed or read is wrong.
    #[error("{0}")]
    Input(String),
    /// A file cannot be written.
    #[error("{path} cannot be written: {error}", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Standard output or standard error cannot be written.
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// Bad input.
    pub fn input(message: impl Into<String>) -> Self {
        Failure::Input(message.into())
    }

    /// A file that cannot be written.
    pub fn file(path: &Path, error: io::Error) -> Self {
        let path = path.to_owned();
        Failure::File { path, error }
    }

    /// A setup that its case refuses.
    pub fn setup(case: &Case, error: &SetupError) -> Self {
        let suggestion = match error {
            SetupError::UnknownParameter { name, .. } => {
                suggest::did_you_mean(name, case.parameters.iter().map(|p| p.name))
            }
            SetupError::UnknownAssumption { name, .. } => {
                let known = case.assumptions();
                suggest::did_you_mean(name, known.iter().map(|assumption| assumption.name))
            }
            SetupError::UnknownMutant { name, .. } => {
                suggest::did_you_mean(name, case.mutants.iter().map(|mutant| mutant.name))
            }
            SetupError::WrongKind { name, value, .. } => {
                let parameter = case.parameters.iter().find(|p| p.name == name);
                let words = parameter.map_or(&[][..], |parameter| parameter.words);
                suggest::did_you_mean(&value.to_string(), words.iter().copied())
            }
            SetupError::OutOfRange { .. }
            | SetupError::NotAssumed { .. }
            | SetupError::MissingParameter { .. }
            | SetupError::UnknownProperty { .. } => String::new(),
        };
        Failure::Input(format!("{error}{suggestion}"))
    }
}
