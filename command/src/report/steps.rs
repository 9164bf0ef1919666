//! A trace, one line for each step.

use crate::layout::{shorten, width, wrap};
use crate::style::{FAINT, paint};
use std::io::{self, Write};
use verdict_checker::explain::{number, together};
use verdict_checker::trace::Trace;
use verdict_checker::trace::changes::changes;

const INDENT: usize = 4;
/// A label longer than this does not push the changes of all other steps to the right.
const LONGEST_LABEL: usize = 40;

/// How much of a step is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// A line each.
    Line,
    /// Everything that changed, in as many lines as it takes.
    Full,
}

impl Detail {
    /// Everything, if it is asked for.
    pub fn full(asked: bool) -> Self {
        if asked { Detail::Full } else { Detail::Line }
    }
}

/// Writes the steps of a trace with what each changed, and how a lasso goes on. Ticks in a row are one line.
pub fn write(out: &mut dyn Write, trace: &Trace, detail: Detail) -> io::Result<()> {
    let all: Vec<_> = (0..trace.steps.len()).collect();
    let lines = together(trace, &all).into_iter().map(|(first, last)| {
        let label = match last - first {
            0 => trace.steps[first].label.clone(),
            more => format!("{} ticks", more + 1),
        };
        (number(first, last), label, first, last)
    });
    let lines: Vec<_> = lines.collect();
    let widest = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or(0);
    let number_width = widest(&mut lines.iter().map(|line| line.0.len()));
    let labels = &mut lines.iter().map(|line| line.1.chars().count());
    let label_width = widest(labels).min(LONGEST_LABEL);
    for (number, label, first, last) in lines {
        let changed: Vec<String> = changes(&trace.states[first], &trace.states[last + 1])
            .iter()
            .map(ToString::to_string)
            .collect();
        let room = width().saturating_sub(INDENT + number_width + 2);
        if detail == Detail::Full {
            writeln!(out, "{:INDENT$}{number:>number_width$}  {label}", "")?;
            for line in changed.iter().flat_map(|change| wrap(change, room - 2)) {
                let indent = INDENT + number_width + 4;
                writeln!(out, "{:indent$}{}", "", paint(FAINT, &line))?;
            }
            continue;
        }
        let label = format!("{:<label_width$}", shorten(&label, room));
        let used = label.chars().count() + 2;
        let changed = match room.saturating_sub(used) {
            // No room for anything that could be understood.
            0..8 => String::new(),
            room => shorten(&changed.join("; "), room),
        };
        let line = format!(
            "{:INDENT$}{number:>number_width$}  {label}  {}",
            "",
            paint(FAINT, &changed)
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    if let Some(entry) = trace.before_loop() {
        let goes_on = if entry == trace.steps.len() {
            "then the run may rest for ever: nothing that fairness demands is enabled".to_owned()
        } else {
            format!("then again from step {} on, for ever", entry + 1)
        };
        let indent = INDENT + number_width + 2;
        for line in wrap(&goes_on, width().saturating_sub(indent)) {
            writeln!(out, "{:indent$}{line}", "")?;
        }
    }
    Ok(())
}
