//! What a step changed: the difference of two states, field by field.

use serde_json::{Map, Value};
use std::fmt;

/// One field that differs between two states.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The variable of the state.
    pub variable: String,
    /// The field within the variable, such as `token` or `seen[2]`; empty for the variable itself.
    pub field: String,
    /// How it differs.
    pub difference: Difference,
}

/// How a field differs.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    /// One value became another.
    Became(Value, Value),
    /// Elements left a list or entered it; their order is not told.
    Elements {
        /// Those that are no longer there.
        gone: Vec<Value>,
        /// Those that are new.
        new: Vec<Value>,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Became(before, after) => {
                write!(f, "{} -> {}", short(before), short(after))
            }
            Difference::Elements { gone, new } => {
                let gone = gone.iter().map(|value| format!("-{}", short(value)));
                let new = new.iter().map(|value| format!("+{}", short(value)));
                f.write_str(&gone.chain(new).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

impl fmt::Display for Change {
    /// `S1.token: BACKUP -> REAL`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {}",
            path(&self.variable, &self.field),
            self.difference
        )
    }
}

impl Change {
    /// The change as seen by someone who already knows the variable: `token: BACKUP -> REAL`.
    pub fn within_variable(&self) -> String {
        if self.field.is_empty() {
            self.difference.to_string()
        } else {
            format!("{}: {}", self.field, self.difference)
        }
    }

    /// As [`Change::within_variable`], but only what it became where the rest would be too long.
    pub(super) fn brief(&self, longest: usize) -> String {
        let full = self.within_variable();
        match &self.difference {
            Difference::Became(_, after) if full.chars().count() > longest => {
                let name = if self.field.is_empty() { "" } else { ": " };
                format!("{}{name}-> {}", self.field, short(after))
            }
            _ => full,
        }
    }
}

/// Every field in which `after` differs from `before`, in the order of `before`.
pub fn changes(before: &Map<String, Value>, after: &Map<String, Value>) -> Vec<Change> {
    let mut found = Vec::new();
    let added = after.keys().filter(|name| !before.contains_key(*name));
    for variable in before.keys().chain(added) {
        let before = before.get(variable).unwrap_or(&Value::Null);
        let after = after.get(variable).unwrap_or(&Value::Null);
        compare(variable, String::new(), before, after, &mut found);
    }
    found
}

fn compare(variable: &str, field: String, before: &Value, after: &Value, found: &mut Vec<Change>) {
    if before == after {
        return;
    }
    if let (Some(old), Some(new)) = (members(before), members(after)) {
        let (gone, new) = (without(old, new), without(new, old));
        found.push(Change {
            variable: variable.to_owned(),
            field,
            difference: Difference::Elements { gone, new },
        });
        return;
    }
    let difference = match (before, after) {
        (Value::Object(old), Value::Object(new)) if is_same_record(old, new) => {
            let added = new.keys().filter(|name| !old.contains_key(*name));
            for name in old.keys().chain(added) {
                let old_value = old.get(name).unwrap_or(&Value::Null);
                let new_value = new.get(name).unwrap_or(&Value::Null);
                compare(variable, path(&field, name), old_value, new_value, found);
            }
            return;
        }
        (Value::Array(old), Value::Array(new)) if is_indexed(old, new) => {
            for (index, (old_value, new_value)) in old.iter().zip(new).enumerate() {
                compare(
                    variable,
                    format!("{field}[{index}]"),
                    old_value,
                    new_value,
                    found,
                );
            }
            return;
        }
        (Value::Array(old), Value::Array(new)) => {
            let (gone, added) = (without(old, new), without(new, old));
            if gone.is_empty() && added.is_empty() {
                Difference::Became(before.clone(), after.clone())
            } else {
                Difference::Elements { gone, new: added }
            }
        }
        _ => Difference::Became(before.clone(), after.clone()),
    };
    found.push(Change {
        variable: variable.to_owned(),
        field,
        difference,
    });
}

/// Whether a record is still the same one, so that its fields can be told one by one: it keeps at
/// least half of them.
fn is_same_record(old: &Map<String, Value>, new: &Map<String, Value>) -> bool {
    let kept = old.keys().filter(|key| new.contains_key(*key)).count();
    2 * kept >= old.len()
}

/// The members of an ITF set, `{"#set": [...]}`.
fn members(value: &Value) -> Option<&Vec<Value>> {
    let fields = value.as_object().filter(|fields| fields.len() == 1)?;
    fields.get("#set")?.as_array()
}

/// Whether a list is indexed by something, such as a node: it keeps its length, and has flags or numbers, or plain words and
/// records of which one alone differs.
fn is_indexed(old: &[Value], new: &[Value]) -> bool {
    let is_flag_or_number = |value: &Value| value.is_boolean() || value.is_number();
    let is_plain = |value: &Value| match value {
        Value::String(text) => text.chars().all(|c| c.is_alphanumeric() || c == '_'),
        Value::Object(_) => true,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => false,
    };
    let all = |is: &dyn Fn(&Value) -> bool| old.iter().chain(new).all(is);
    let differ = old.iter().zip(new).filter(|(old, new)| old != new).count();
    let one_of_several = old.len() > 1 && differ == 1;
    old.len() == new.len() && (all(&is_flag_or_number) || one_of_several && all(&is_plain))
}

/// The elements of `all` that remain when those of `taken` are taken out, one for one.
fn without(all: &[Value], taken: &[Value]) -> Vec<Value> {
    let mut taken: Vec<&Value> = taken.iter().collect();
    let mut rest = Vec::new();
    for value in all {
        match taken.iter().position(|candidate| *candidate == value) {
            Some(index) => drop(taken.swap_remove(index)),
            None => rest.push(value.clone()),
        }
    }
    rest
}

fn path(outer: &str, inner: &str) -> String {
    match (outer.is_empty(), inner.is_empty()) {
        (true, _) => inner.to_owned(),
        (_, true) => outer.to_owned(),
        _ if inner.starts_with('[') => format!("{outer}{inner}"),
        _ => format!("{outer}.{inner}"),
    }
}

/// A value as a person would write it down: no quotes around words, `none` for null, `{a, b}` for a set.
pub fn short(value: &Value) -> String {
    if let Some(members) = members(value) {
        let members: Vec<_> = members.iter().map(short).collect();
        return format!("{{{}}}", members.join(", "));
    }
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) if text.is_empty() => "\"\"".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            format!(
                "[{}]",
                items.iter().map(short).collect::<Vec<_>>().join(", ")
            )
        }
        Value::Object(fields) => {
            let fields = fields
                .iter()
                .map(|(name, value)| format!("{name}: {}", short(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}
