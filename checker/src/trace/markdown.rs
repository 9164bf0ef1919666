//! A trace as a page of Markdown: where it comes from, one row for each step, how to repeat it.

use super::changes::{changes, short};
use super::{Step, Trace};
use std::fmt::Write;

/// The trace as Markdown. With the path of its file, the page ends with the command that replays it.
pub fn to_markdown(trace: &Trace, path: Option<&str>) -> String {
    let mut page = String::new();
    write_page(&mut page, trace, path).expect("writing to a string cannot fail");
    page
}

fn write_page(page: &mut String, trace: &Trace, path: Option<&str>) -> std::fmt::Result {
    let origin = &trace.origin;
    writeln!(page, "# Counterexample to {}\n", code(&origin.claim))?;
    let length = trace.length_in_words();
    let property = code(&origin.property);
    match trace.before_loop() {
        None => writeln!(page, "The run breaks {property} in {length}.\n")?,
        Some(start) if start == trace.steps.len() => writeln!(
            page,
            "The run breaks {property}: after {length} it may rest forever.\n"
        )?,
        Some(start) => writeln!(
            page,
            "The run breaks {property}: after {length} it is back in the state of step {start} and \
             can go on like that forever.\n"
        )?,
    }
    writeln!(page, "| | |\n|---|---|")?;
    let rows = [
        ("variant", origin.variant.clone()),
        ("parameters", origin.size.in_words()),
        ("world", origin.world.clone()),
        ("assumptions", origin.assumptions.join(", ")),
        ("not assumed", origin.lacking.join(", ")),
        ("dropped", origin.dropped.join(", ")),
        ("added", origin.added.join(", ")),
        ("mutant", origin.mutant.clone().unwrap_or_default()),
    ];
    for (name, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
        writeln!(page, "| {name} | {} |", cell(value))?;
    }

    writeln!(page, "\n| # | step | what changed |\n|--:|---|---|")?;
    let start = trace.states.first().into_iter().flatten();
    let start = start.map(|(name, value)| cell(&format!("{name} = {}", short(value))));
    writeln!(
        page,
        "| 0 | {} | {} |",
        cell("start"),
        start.collect::<Vec<_>>().join("<br>")
    )?;
    for (index, (step, states)) in trace.steps.iter().zip(trace.states.windows(2)).enumerate() {
        let mut effects: Vec<String> = changes(&states[0], &states[1])
            .iter()
            .map(|change| cell(&change.to_string()))
            .collect();
        effects.extend(sends(step));
        writeln!(
            page,
            "| {} | {} | {} |",
            index + 1,
            cell(&step.label),
            effects.join("<br>")
        )?;
    }
    if let Some(path) = path {
        let command = format!("{} replay {}", crate::command::name(), shell_word(path));
        writeln!(
            page,
            "\nTo replay it, step by step, against the model:\n\n```sh\n{command}\n```"
        )?;
    }
    Ok(())
}

/// One line for each message: ``sends `TOKEN(S1, 1)` to S1, S2``.
fn sends(step: &Step) -> Vec<String> {
    let mut by_message: Vec<(&str, Vec<&str>)> = Vec::new();
    for sent in &step.sent {
        match by_message
            .iter_mut()
            .find(|(message, _)| *message == sent.message)
        {
            Some((_, receivers)) => receivers.push(&sent.to),
            None => by_message.push((&sent.message, vec![&sent.to])),
        }
    }
    let line = |(message, to): (&str, Vec<&str>)| {
        format!("sends {} to {}", cell(message), cell(&to.join(", ")))
    };
    by_message.into_iter().map(line).collect()
}

/// Code in a cell of a table, where a bar would end the cell even within code.
fn cell(text: &str) -> String {
    code(text).replace('|', "\\|")
}

/// Any text as inline code: nothing in it is taken for Markdown or HTML.
fn code(text: &str) -> String {
    let text = text.replace(|c: char| c.is_control() || c.is_whitespace(), " ");
    let text = text.trim();
    if text.is_empty() {
        return "(empty)".to_owned();
    }
    let longest_run = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest_run + 1);
    match text.starts_with('`') || text.ends_with('`') {
        true => format!("{fence} {text} {fence}"),
        false => format!("{fence}{text}{fence}"),
    }
}

/// The path as a shell takes it: quoted if it has anything but the usual characters of a path.
fn shell_word(path: &str) -> String {
    let usual = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,@%".contains(c);
    match !path.is_empty() && path.chars().all(usual) {
        true => path.to_owned(),
        false => format!(
            "'{}'",
            path.replace('\'', r"'\''").replace(['\n', '\r'], " ")
        ),
    }
}
