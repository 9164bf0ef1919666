//! The steps of a run as a file: a header, then one line of JSON for each step.

use super::brief::brief;
use super::program::{Program, ProgramError};
use super::stable::Taken;
use super::{MOST_WORKERS, mechanism};
use crate::Mechanism;
use crate::pipeline::Pipeline;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::{Map, Value, json};
use std::fmt;
use std::io::{self, Write};

/// What the header calls the format.
pub const FORMAT: &str = "verdict-steps";
/// Its version.
pub const VERSION: u64 = 1;

/// Why a text is no record of a run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct StepsError {
    /// Which line, counted from 1.
    pub line: usize,
    /// What is wrong with it, and what was expected.
    pub what: String,
}

/// A run that was read from a file.
#[derive(Clone, Debug)]
pub struct Run {
    /// The system that took it.
    pub rules: Mechanism,
    /// Its steps.
    pub steps: Vec<String>,
}

/// Writes a run.
pub fn write(
    out: &mut dyn Write,
    pipeline: &Pipeline,
    workers: u8,
    taken: &[Taken],
) -> io::Result<()> {
    let program = Program::of(pipeline);
    let header = json!({
        "format": FORMAT,
        "version": VERSION,
        "tasks": program.tasks,
        "capacity": program.capacity,
        "workers": workers,
        "steps": taken.len(),
    });
    writeln!(out, "{header}")?;
    for taken in taken {
        writeln!(out, "{}", json!({"at": taken.at, "step": taken.step}))?;
    }
    Ok(())
}

/// Reads a run.
pub fn parse(text: &str) -> Result<Run, StepsError> {
    let mut lines = (1..).zip(text.lines());
    let (_, first) = lines.next().unwrap_or((1, ""));
    let wrong = |line: usize, what: String| StepsError { line, what };
    let header = object(first).map_err(|what| wrong(1, what))?;
    let (rules, count) = system(&header).map_err(|what| wrong(1, what))?;
    only(&header, &HEADER).map_err(|what| wrong(1, what))?;
    let (mut steps, mut last) = (Vec::new(), 0);
    for (line, text) in lines {
        let step = object(text).map_err(|what| wrong(line, what))?;
        only(&step, &STEP).map_err(|what| wrong(line, what))?;
        let at = number(&step, "at").map_err(|what| wrong(line, what))?;
        if at <= last {
            let what = format!("`at`: expected more than {last}, found {at}");
            return Err(wrong(line, what));
        }
        last = at;
        match step.get("step") {
            Some(Value::String(label)) if label.len() <= LONGEST_NAME => steps.push(label.clone()),
            other => return Err(wrong(line, expected("step", "the name of a step", other))),
        }
    }
    if steps.len() as u64 != count {
        let what = format!(
            "`steps`: the header promises {count} steps, the file has {}: it is cut off, or not of one piece",
            steps.len()
        );
        return Err(wrong(1, what));
    }
    Ok(Run { rules, steps })
}

/// The fields of the header.
const HEADER: [&str; 6] = ["format", "version", "tasks", "capacity", "workers", "steps"];
/// The fields of a step.
const STEP: [&str; 2] = ["at", "step"];

/// More than any pipeline that can be run needs.
const LONGEST_LINE: usize = 4 << 20;
/// No step has a longer name.
const LONGEST_NAME: usize = 1000;

fn object(line: &str) -> Result<Map<String, Value>, String> {
    if line.len() > LONGEST_LINE {
        let most = LONGEST_LINE >> 20;
        return Err(format!(
            "expected a line of at most {most} MiB, found a longer one"
        ));
    }
    serde_json::from_str(line)
        .map(|Object(fields)| fields)
        .map_err(|error: serde_json::Error| {
            let what = brief(&error.to_string());
            let what = match error.is_data() {
                true => what,
                false => format!("not JSON, or cut off: {what}"),
            };
            format!("{what}; a run is a file written by `verdict pipeline run --log`")
        })
}

fn only(fields: &Map<String, Value>, known: &[&str]) -> Result<(), String> {
    let mut names = fields.keys();
    match names.find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => Err(format!(
            "`{}`: expected no field but {}",
            brief(name),
            known.join(", ")
        )),
    }
}

/// An object that has each of its fields once. Other readers keep the last one and say nothing.
struct Object(Map<String, Value>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each;

        impl<'de> Visitor<'de> for Each {
            type Value = Object;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object {...}")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Object, A::Error> {
                let mut fields = Map::new();
                while let Some((name, value)) = entries.next_entry::<String, Value>()? {
                    if fields.contains_key(&name) {
                        let words = format!("the field `{}` is there twice", brief(&name));
                        return Err(A::Error::custom(words));
                    }
                    fields.insert(name, value);
                }
                Ok(Object(fields))
            }
        }

        deserializer.deserialize_map(Each)
    }
}

fn expected(field: &str, what: &str, found: Option<&Value>) -> String {
    let found = found.map_or("nothing".to_owned(), |value| brief(&value.to_string()));
    format!("`{field}`: expected {what}, found {found}")
}

fn number(fields: &Map<String, Value>, field: &str) -> Result<u64, String> {
    let found = fields.get(field);
    let number = found.and_then(Value::as_u64);
    number.ok_or_else(|| expected(field, "a whole number", found))
}

/// The system that a header names, and how many steps follow.
fn system(header: &Map<String, Value>) -> Result<(Mechanism, u64), String> {
    if header.get("format") != Some(&FORMAT.into()) {
        return Err(expected(
            "format",
            &format!("\"{FORMAT}\""),
            header.get("format"),
        ));
    }
    if header.get("version") != Some(&VERSION.into()) {
        return Err(expected(
            "version",
            &VERSION.to_string(),
            header.get("version"),
        ));
    }
    let tasks = header.get("tasks").cloned().unwrap_or_default();
    let tasks = serde_json::from_value(tasks)
        .map_err(|_| expected("tasks", "lists of operations", header.get("tasks")))?;
    let capacity = number(header, "capacity")?;
    let capacity = u16::try_from(capacity)
        .map_err(|_| expected("capacity", "1 to 65535", header.get("capacity")))?;
    let program = Program {
        tasks,
        capacity: Some(capacity),
    };
    let pipeline = program.pipeline().map_err(|error| match error {
        ProgramError::Pipeline { field, error } => {
            format!("`{field}`: expected a pipeline: {error}")
        }
        other => other.to_string(),
    })?;
    let workers = number(header, "workers")?;
    let workers = u8::try_from(workers).ok();
    let workers = workers.filter(|n| (1..=MOST_WORKERS).contains(n));
    let workers = workers.ok_or_else(|| {
        let range = format!("1 to {MOST_WORKERS}");
        expected("workers", &range, header.get("workers"))
    })?;
    Ok((mechanism(pipeline, workers), number(header, "steps")?))
}
