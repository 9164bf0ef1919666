//! A trace as a Mermaid sequence diagram, for Markdown pages that render one.
//!
//! A message is drawn when it arrives, as Mermaid has only horizontal arrows. What is lost ends in a
//! cross; what is still in flight at the end is a dotted arrow.

use super::causality::Causality;
use super::{Role, Step, Trace};
use std::fmt::Write;

/// The trace as the text of a `sequenceDiagram`.
pub fn to_mermaid(trace: &Trace) -> String {
    let diagram = Diagram {
        trace,
        names: participants(trace),
    };
    let mut out = String::from("sequenceDiagram\n");
    for (name, title) in diagram.names.iter().zip(titles(trace)) {
        match name == title {
            true => line(&mut out, 1, &format!("participant {name}")),
            false => line(
                &mut out,
                1,
                &format!("participant {name} as {}", escape(title)),
            ),
        }
    }
    for (index, step) in trace.steps.iter().enumerate() {
        if trace.before_loop() == Some(index) {
            line(&mut out, 1, "loop repeats forever");
        }
        let depth = if trace.before_loop().is_some_and(|start| start <= index) {
            2
        } else {
            1
        };
        line(&mut out, depth, &diagram.step(index, step));
    }
    if trace
        .before_loop()
        .is_some_and(|start| start < trace.steps.len())
    {
        line(&mut out, 1, "end");
    }
    for message in Causality::of(trace).in_flight() {
        let (from, to) = (&diagram.names[message.from], &diagram.names[message.to]);
        let text = escape(&format!("still in flight: {}", message.message));
        line(&mut out, 1, &format!("{from}--){to}: {text}"));
    }
    line(&mut out, 1, &diagram.note(None, &ending(trace)));
    out
}

fn line(out: &mut String, depth: usize, text: &str) {
    writeln!(out, "{}{text}", "    ".repeat(depth)).expect("writing to a string cannot fail");
}

fn ending(trace: &Trace) -> String {
    let property = &trace.origin.property;
    match trace.before_loop() {
        None => format!("breaks {property}"),
        Some(start) if start < trace.steps.len() => format!("the loop breaks {property}"),
        Some(_) => format!("stays here forever and breaks {property}"),
    }
}

struct Diagram<'t> {
    trace: &'t Trace,
    names: Vec<String>,
}

impl Diagram<'_> {
    fn step(&self, index: usize, step: &Step) -> String {
        let number = index + 1;
        let lanes = &self.trace.lanes;
        let message = step.message.as_deref().unwrap_or(&step.label);
        match (step.role(), step.channel(lanes)) {
            (Role::Deliver, Some((from, to))) => self.arrow("->>", from, to, number, message),
            (Role::Lose, Some((from, to))) => {
                self.arrow("-x", from, to, number, &format!("lost {message}"))
            }
            (_, Some((from, to))) => {
                let ends = Some((from.min(to), from.max(to)));
                self.note(ends, &format!("{number}. {}", step.label))
            }
            (_, None) => {
                let lane = step.lane(lanes).map(|lane| (lane, lane));
                self.note(lane, &format!("{number}. {}", step.label))
            }
        }
    }

    fn arrow(&self, arrow: &str, from: usize, to: usize, number: usize, text: &str) -> String {
        let (from, to) = (&self.names[from], &self.names[to]);
        format!(
            "{from}{arrow}{to}: {}",
            escape(&format!("{number}. {text}"))
        )
    }

    /// A note over the lanes from the first to the second; over all of them if none is given.
    fn note(&self, lanes: Option<(usize, usize)>, text: &str) -> String {
        let (first, last) = lanes.unwrap_or((0, self.names.len() - 1));
        let (first, last) = (&self.names[first], &self.names[last]);
        match first == last {
            true => format!("Note over {first}: {}", escape(text)),
            false => format!("Note over {first},{last}: {}", escape(text)),
        }
    }
}

/// Notes need something to stand over, even in a trace without lanes.
fn titles(trace: &Trace) -> Vec<&str> {
    match trace.lanes.is_empty() {
        true => vec!["world"],
        false => trace.lanes.iter().map(String::as_str).collect(),
    }
}

/// Mermaid takes words such as `end` or `loop` for its own, so only names that cannot be one are used
/// as they are; otherwise all lanes get a number and an alias.
fn participants(trace: &Trace) -> Vec<String> {
    let titles = titles(trace);
    let plain = |title: &&str| {
        let mut letters = title.chars();
        letters
            .next()
            .is_some_and(|first| first.is_ascii_uppercase())
            && title.len() > 1
            && letters.all(|rest| rest.is_ascii_digit())
    };
    match titles.iter().all(plain) {
        true => titles.into_iter().map(str::to_owned).collect(),
        false => (0..titles.len()).map(|index| format!("L{index}")).collect(),
    }
}

/// Replaces what Mermaid would take for syntax by its entity codes, and line breaks by spaces.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '#' | ';' | '%' | '$' | '&' | '<' | '>' | '"' | '\'' | '`' | '\\' => {
                write!(escaped, "#{};", u32::from(character)).expect("writing to a string");
            }
            _ if character.is_control() || character.is_whitespace() => escaped.push(' '),
            _ => escaped.push(character),
        }
    }
    match escaped.trim() {
        "" => "(no text)".to_owned(),
        text => text.to_owned(),
    }
}
