//! What a search has on disk: itself, as far as it has come, and what memory has no room for.

use super::super::checkpoint::{self, Head, Parts, Waiting};
use super::super::keep::KeepError;
use super::super::{Counts, Cut};
use super::Sweep;
use crate::space::Space;
use std::path::Path;
use std::time::Instant;

impl<S: Space> Sweep<'_, S> {
    /// The file that has the search as far as it has come.
    pub(super) fn kept_in(&self) -> Option<&'_ Path> {
        let file = self.keeping.checkpoint.as_deref();
        file.filter(|_| !self.search.keep_states)
    }

    pub(super) fn head(&self) -> Head {
        let mut head = Head::new(self.keeping);
        head.counts = Counts {
            seconds: self.seconds(),
            ..self.explored.counts.clone()
        };
        head.boundary = self.explored.cut == Some(Cut::Boundary);
        head.violation.clone_from(&self.explored.violation);
        head
    }

    /// Writes the search down as far as it has come: between two batches.
    pub(super) fn keep(&mut self) -> Result<(), KeepError> {
        if self.kept_in().is_none() {
            return Ok(());
        }
        self.sift()?;
        let head = Head {
            first: self.first,
            depth: self.depth,
            heap: [self.heap[0], self.heap[1]],
            initial: self.initial.clone(),
            level: Waiting::of(&self.level),
            next: Waiting::of(&self.next),
            ..self.head()
        };
        let parts = Parts {
            space: self.search.space,
            table: &self.explored.table,
            level: &self.level,
            next: &self.next,
            spill: self.spill.as_mut(),
        };
        let file = self.keeping.checkpoint.as_deref();
        checkpoint::write(file.expect("looked at just now"), head, Some(parts))?;
        self.kept = Instant::now();
        Ok(())
    }

    /// Writes down what a search that is over has found. What was cut is as it was written before.
    pub(super) fn keep_result(&self) -> Result<(), KeepError> {
        match self.kept_in() {
            Some(file) if !self.is_cut() => checkpoint::write::<S>(file, self.head(), None),
            _ => Ok(()),
        }
    }

    /// Takes over what is on disk, if anything is and that is wanted; answers whether that search is over.
    pub(super) fn resume(&mut self) -> Result<Option<bool>, KeepError> {
        let keeping = self.keeping;
        let Some(file) = self.kept_in().and(keeping.checkpoint.as_deref()) else {
            return Ok(None);
        };
        let (space, spill) = (self.search.space, self.spill.as_mut());
        let found = match keeping.resume {
            true => checkpoint::read(file, keeping, space, spill)?,
            false => None,
        };
        let Some(found) = found else {
            checkpoint::forget(file);
            return Ok(None);
        };
        let head = found.head;
        self.before = head.counts.seconds;
        self.explored.counts = head.counts;
        self.explored.cut = head.boundary.then_some(Cut::Boundary);
        self.explored.violation = head.violation;
        self.explored.table = found.table;
        self.tabled = match head.spilled.runs.is_empty() {
            true => self.explored.counts.distinct,
            false => head.entries,
        };
        (self.first, self.depth) = (head.first, head.depth);
        (self.initial, self.heap) = (head.initial, [head.heap[0], head.heap[1], 0]);
        (self.level, self.next) = (found.level, found.next);
        if !head.over {
            // As between the two batches where it was written.
            let bytes = self.measure();
            if self.level.len() > 0 || self.next.len() > 0 {
                self.enforce_limits(bytes);
            }
        }
        self.kept = Instant::now();
        Ok(Some(head.over))
    }

    /// Sees to it that the next level is exact where that matters, and that the table has room.
    pub(super) fn make_room(&mut self) -> Result<(), KeepError> {
        let Some(spill) = &self.spill else {
            return Ok(());
        };
        let is_due = spill.is_due(&self.explored.watch, self.tabled, self.held());
        let many = self.explored.counts.distinct > self.search.limits.states;
        if is_due || many || self.level.len() == 0 {
            self.sift()?;
        }
        if let (Some(spill), true) = (&mut self.spill, is_due) {
            spill.write_out(&mut self.explored.table, &self.initial)?;
            self.tabled = 0;
        }
        Ok(())
    }

    /// Takes out of the next level what is on disk.
    pub(super) fn sift(&mut self) -> Result<(), KeepError> {
        if let Some(spill) = &mut self.spill {
            let table = &self.explored.table;
            self.explored.counts.distinct -= spill.sift(table, &mut self.next, self.first)?;
        }
        Ok(())
    }
}
