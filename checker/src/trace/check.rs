//! What every trace must satisfy before it is written and after it is read.

use super::error::{describe, quoted};
use super::itf::fields::special;
use super::{Step, Trace, TraceError};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The variable of a state in the file that holds the step; no state may have its own.
pub(super) const STEP: &str = "step";

/// Deeper values could not be read back: the JSON reader stops at 128 levels.
const DEEPEST: usize = 64;

/// The records that ITF gives a meaning of its own.
const ITF_FORMS: [&str; 5] = ["#set", "#tup", "#map", "#bigint", "#unserializable"];

impl Trace {
    /// Checks that the trace hangs together and can be written as ITF and read back unchanged.
    ///
    /// Fields are named as in the file: `steps[i]` is `states[i + 1].step`.
    pub fn validate(&self) -> Result<(), TraceError> {
        self.validate_origin()?;
        self.validate_shape()?;
        self.validate_lanes()?;
        for (index, state) in self.states.iter().enumerate() {
            self.validate_state(index, state)?;
        }
        for (index, step) in self.steps.iter().enumerate() {
            self.validate_step(&format!("states[{}].step", index + 1), step)?;
        }
        Ok(())
    }

    fn validate_origin(&self) -> Result<(), TraceError> {
        for name in self.origin.size.iter().map(|(name, _)| name) {
            if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c == '=') {
                return Err(TraceError::field(
                    "#meta.parameters",
                    "names without spaces and =",
                    quoted(name),
                ));
            }
        }
        let lists = [
            ("#meta.assumptions", &self.origin.assumptions),
            ("#meta.lacking", &self.origin.lacking),
            ("#meta.dropped", &self.origin.dropped),
            ("#meta.added", &self.origin.added),
        ];
        for (field, names) in lists {
            for name in names {
                if name.is_empty() || name.contains(',') || name.trim() != name {
                    return Err(TraceError::field(
                        field,
                        "names without commas and without spaces around them",
                        quoted(name),
                    ));
                }
            }
        }
        Ok(())
    }

    fn validate_shape(&self) -> Result<(), TraceError> {
        if self.states.len() != self.steps.len() + 1 {
            return Err(TraceError::field(
                "states",
                format!(
                    "{} (the start, and one for each step)",
                    self.steps.len() + 1
                ),
                self.states.len().to_string(),
            ));
        }
        match self.loop_start {
            Some(start) if start >= self.states.len() => Err(TraceError::field(
                "loop",
                format!("the index of one of the {} states", self.states.len()),
                start.to_string(),
            )),
            _ => Ok(()),
        }
    }

    fn validate_lanes(&self) -> Result<(), TraceError> {
        let mut seen = BTreeSet::new();
        for lane in &self.lanes {
            let problem = if lane.is_empty() || lane.contains(char::is_whitespace) {
                Some("names without spaces")
            } else if !seen.insert(lane) {
                Some("each lane once")
            } else if !self.states[0].contains_key(lane) {
                Some("variables of the states")
            } else {
                None
            };
            if let Some(expected) = problem {
                return Err(TraceError::field("#meta.lanes", expected, quoted(lane)));
            }
        }
        Ok(())
    }

    fn validate_state(&self, index: usize, state: &Map<String, Value>) -> Result<(), TraceError> {
        for (name, value) in state {
            let field = format!("states[{index}].{name}");
            if name == STEP || name.starts_with('#') {
                return Err(TraceError::field(
                    field,
                    format!("variables not called {STEP} and not starting with #"),
                    quoted(name),
                ));
            }
            if !self.states[0].contains_key(name) {
                return Err(TraceError::field(
                    field,
                    "the same variables in every state",
                    "a variable that states[0] does not have",
                ));
            }
            validate_value(&field, value, 0)?;
        }
        match self.states[0]
            .keys()
            .find(|name| !state.contains_key(*name))
        {
            Some(name) => Err(TraceError::field(
                format!("states[{index}].{name}"),
                "a value for every variable",
                "nothing",
            )),
            None => Ok(()),
        }
    }

    fn validate_step(&self, field: &str, step: &Step) -> Result<(), TraceError> {
        let rest = step.label.strip_prefix(&step.kind);
        let goes_on = |c: char| c.is_alphanumeric() || c == '_';
        if step.kind.is_empty() || rest.is_none_or(|rest| rest.starts_with(goes_on)) {
            return Err(TraceError::field(
                format!("{field}.kind"),
                format!("the first word of the label {}", quoted(&step.label)),
                quoted(&step.kind),
            ));
        }
        let lane = |field: String, name: &str| {
            if self.lanes.iter().any(|lane| lane == name) {
                return Ok(());
            }
            let lanes = self.lanes.join(" ");
            Err(TraceError::field(
                field,
                format!("one of the lanes {lanes}"),
                quoted(name),
            ))
        };
        if let Some(at) = &step.at {
            lane(format!("{field}.at"), at)?;
        }
        if let Some(from) = &step.from {
            lane(format!("{field}.from"), from)?;
        }
        for (index, sent) in step.sent.iter().enumerate() {
            lane(format!("{field}.sent[{index}].to"), &sent.to)?;
        }
        Ok(())
    }
}

fn validate_value(field: &str, value: &Value, depth: usize) -> Result<(), TraceError> {
    if depth > DEEPEST {
        let expected = format!("at most {DEEPEST} levels of nesting");
        return Err(TraceError::field(field, expected, "more"));
    }
    match value {
        Value::Null | Value::Bool(_) | Value::String(_) => Ok(()),
        Value::Number(number) if number.is_i64() || number.is_u64() => Ok(()),
        Value::Number(_) => Err(TraceError::field(
            field,
            "an integer (ITF has no fractions)",
            describe(Some(value)),
        )),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .try_for_each(|(i, item)| validate_value(&format!("{field}[{i}]"), item, depth + 1)),
        Value::Object(fields) if special(fields).is_some() => {
            let expected = "null or the number itself";
            Err(TraceError::field(
                field,
                expected,
                format!("its ITF form {value}"),
            ))
        }
        Value::Object(fields) => fields.iter().try_for_each(|(name, inner)| {
            let itf_form = fields.len() == 1 && ITF_FORMS.contains(&name.as_str());
            if name.starts_with('#') && !itf_form {
                let expected = "field names that do not start with #";
                return Err(TraceError::field(field, expected, quoted(name)));
            }
            validate_value(&format!("{field}.{name}"), inner, depth + 1)
        }),
    }
}
