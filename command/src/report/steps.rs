//! A trace, one line for each step.

use crate::layout::{WIDTH, shorten};
use crate::style::{FAINT, paint};
use std::io::{self, Write};
use verdict_checker::explain::{number, together};
use verdict_checker::trace::Trace;
use verdict_checker::trace::changes::changes;

const INDENT: usize = 4;
/// A label longer than this does not push the changes of all other steps to the right.
const LONGEST_LABEL: usize = 40;

/// Writes the steps of a trace with what each changed, and how a lasso goes on. Ticks in a row are one line.
pub fn write(out: &mut dyn Write, trace: &Trace) -> io::Result<()> {
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
        let label = format!("{label:<label_width$}");
        let used = INDENT + number_width + 2 + label.chars().count() + 2;
        let changed = shorten(&changed.join("; "), WIDTH.saturating_sub(used));
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
        writeln!(
            out,
            "{:width$}{goes_on}",
            "",
            width = INDENT + number_width + 2
        )?;
    }
    Ok(())
}
