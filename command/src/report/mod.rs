//! Outcomes, for people and for programs.
//!
//! | where | for whom |
//! |---|---|
//! | [`human`], [`steps`], [`table`], [`summary`], [`figures`] | whoever sits at a terminal |
//! | [`json`] | programs, with a schema of our own |
//! | [`junit`], [`sarif`], [`github`], [`gitlab`], [`markdown`], [`badge`] | other people's pipelines |
//! | [`problem`], [`place`] | what all of those tell: what is wrong, and where it is written |

pub mod badge;
pub mod figures;
pub mod github;
pub mod gitlab;
pub mod human;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod place;
pub mod problem;
pub mod sarif;
pub mod steps;
pub mod summary;
pub mod table;

use crate::args::ReportFormat;
use crate::outcome::Outcome;
use place::Places;
use std::io;
use verdict_checker::catalog::{Catalog, Claim};
use verdict_checker::command::name;
use verdict_checker::ledger::Finding;

/// What a check has come to.
pub struct Report<'a, 'c> {
    /// What was checked.
    pub catalog: &'c Catalog,
    /// What came out, in the order of the catalog.
    pub outcomes: &'a [Outcome<'c>],
    /// Claims that were asked for and have no model, where that is not what was expected.
    pub unmodelled: &'a [&'c Claim],
    /// What the ledger has of another version of a model.
    pub stale: &'a [Finding],
    /// How many runs were selected and left out, because the check was ended before.
    pub left_out: usize,
    /// The words that repeat the limits of the searches.
    pub limits: &'a str,
    /// The exit code.
    pub code: u8,
    /// Where things are written.
    pub places: &'a Places,
}

impl Report<'_, '_> {
    /// The command that repeats a run.
    pub fn repeat(&self, outcome: &Outcome) -> String {
        format!("{} {}{}", name(), outcome.target.command(), self.limits)
    }

    /// In words, what became of a check that was ended before it was over.
    pub fn left_out(&self) -> Option<String> {
        let interrupted = self.outcomes.iter().any(|outcome| outcome.interrupted);
        if self.left_out == 0 && !interrupted {
            return None;
        }
        let runs = crate::layout::count(self.left_out, "run");
        Some(if self.left_out == 0 {
            "interrupted: the last run was not brought to its end".to_owned()
        } else if interrupted || self.code > 128 {
            format!("interrupted: {runs} left out")
        } else {
            format!("ended at the first that was not as expected: {runs} left out")
        })
    }

    /// The report in one of its formats.
    pub fn text(&self, format: ReportFormat) -> io::Result<String> {
        Ok(match format {
            ReportFormat::Human => self.human()?,
            ReportFormat::Json => json::text(self)?,
            ReportFormat::Junit => junit::text(self)?,
            ReportFormat::Sarif => sarif::text(self)?,
            ReportFormat::Github => github::text(self),
            ReportFormat::Gitlab => gitlab::text(self)?,
            ReportFormat::Markdown => markdown::text(self),
            ReportFormat::Badge => badge::text(self)?,
        })
    }

    /// As it stands on a terminal, without colours.
    fn human(&self) -> io::Result<String> {
        let mut bytes = Vec::new();
        let mut out = anstream::StripStream::new(&mut bytes);
        let mut last: Option<&Outcome> = None;
        for outcome in self.outcomes {
            human::one(&mut out, outcome, last, self.limits, steps::Detail::Full)?;
            last = Some(outcome);
        }
        human::end(&mut out, self)?;
        String::from_utf8(bytes).map_err(io::Error::other)
    }
}
