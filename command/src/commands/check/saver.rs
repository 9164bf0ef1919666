//! Keeps the traces that were asked for.

use crate::args::Check;
use crate::error::Failure;
use crate::interrupt;
use crate::layout::count;
use crate::outcome::Outcome;
use crate::plan::Target;
use std::path::PathBuf;
use verdict_checker::trace::store;

/// What was kept, and what there is to say about it.
pub struct Saver<'a> {
    args: &'a Check,
    kept: Vec<PathBuf>,
    not_kept: usize,
    /// For standard error.
    pub notes: Vec<String>,
}

impl<'a> Saver<'a> {
    /// Nothing yet.
    pub fn new(args: &'a Check) -> Self {
        Saver {
            args,
            kept: Vec::new(),
            not_kept: 0,
            notes: Vec::new(),
        }
    }

    /// Writes the trace of an outcome, if it is wanted.
    pub fn save(&mut self, outcome: &mut Outcome) -> Result<(), Failure> {
        let Some(trace) = &outcome.judgement.trace else {
            if self.args.trace_out.is_some() {
                let verdict = outcome.judgement.verdict;
                self.notes.push(format!(
                    "no trace was written: the verdict `{verdict}` has none"
                ));
            }
            return Ok(());
        };
        let stored = self.place(&outcome.target);
        let (path, saved) = match (&self.args.trace_out, stored) {
            (Some(path), _) => {
                let saved = interrupt::while_writing(path, || store::save(path, trace));
                (path.clone(), saved)
            }
            (None, Some(path)) if self.args.save_traces => {
                // The smallest size comes first, and its trace is the one to read.
                if self.kept.contains(&path) {
                    return Ok(());
                }
                let saved = store::save_below(&self.args.traces_dir, &path, trace);
                (path, saved)
            }
            (None, None) if self.args.save_traces => {
                self.not_kept += 1;
                self.explain_not_kept();
                return Ok(());
            }
            _ => return Ok(()),
        };
        saved.map_err(|error| Failure::file(&path, error))?;
        self.kept.push(path.clone());
        outcome.trace_file = Some(path);
        Ok(())
    }

    fn place(&self, target: &Target) -> Option<PathBuf> {
        let case = target.case;
        let path = || store::path_for(&self.args.traces_dir, case.claim, case.variant);
        target.from_catalog.then(path)
    }

    fn explain_not_kept(&mut self) {
        self.notes.clear();
        self.notes.push(format!(
            "{} not kept: only unchanged cases have a place in {}; use --trace-out for others",
            count(self.not_kept, "trace"),
            self.args.traces_dir.display()
        ));
    }
}
