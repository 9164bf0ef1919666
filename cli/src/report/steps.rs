//! A trace, one line for each step.

use crate::layout::{WIDTH, shorten};
use crate::style::{FAINT, paint};
use std::io::{self, Write};
use verdict_checker::trace::Trace;
use verdict_checker::trace::changes::changes;

const INDENT: usize = 4;
/// A label longer than this does not push the changes of all other steps to the right.
const LONGEST_LABEL: usize = 40;

/// Writes the steps of a trace with what each changed, and how a lasso goes on.
pub fn write(out: &mut dyn Write, trace: &Trace) -> io::Result<()> {
    let number_width = trace.steps.len().to_string().len();
    let labels = trace.steps.iter().map(|step| step.label.chars().count());
    let label_width = labels.max().unwrap_or(0).min(LONGEST_LABEL);
    for (index, (step, pair)) in trace.steps.iter().zip(trace.states.windows(2)).enumerate() {
        let changed: Vec<String> = changes(&pair[0], &pair[1])
            .iter()
            .map(ToString::to_string)
            .collect();
        let label = format!("{:<label_width$}", step.label);
        let used = INDENT + number_width + 2 + label.chars().count() + 2;
        let changed = shorten(&changed.join("; "), WIDTH.saturating_sub(used));
        let line = format!(
            "{:INDENT$}{:>number_width$}  {label}  {}",
            "",
            index + 1,
            paint(FAINT, &changed)
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    if let Some(start) = trace.loop_start {
        let goes_on = if start == trace.steps.len() {
            "then nothing more happens, although every step that is owed may be taken".to_owned()
        } else {
            format!("then again from step {start} on, for ever")
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
