//! What a step changed, as far as an algorithm could notice, in words.
//!
//! The books of the world are left out, and so are timers, which have words of their own.

use super::timers::TIMERS;
use super::{and, time};
use crate::trace::changes::{Change, Difference, changes, short};
use crate::trace::{Role, Step, Trace};
use serde_json::{Map, Value};

/// The variables in which a world of actors keeps its books. The sentences say the same in words.
const BOOKS: [&str; 2] = ["network", "spent"];
/// The fields of a node that belong to the world and not to the algorithm.
const BOOKS_OF_A_NODE: [&str; 3] = ["up", "may", "reported"];
/// The longest value that is worth repeating as what it was before.
const LONGEST_FORMER_VALUE: usize = 16;
/// The longest list that is shown as a whole.
const LONGEST_LIST: usize = 60;

/// What a step changed.
pub(super) struct Effects<'a> {
    trace: &'a Trace,
    /// The state after it.
    after: usize,
    step: &'a Step,
    pub(super) changes: Vec<Change>,
    /// The field that the model lowered on all lanes, and by how much.
    pub(super) lowered: Option<(String, i64)>,
}

impl<'a> Effects<'a> {
    /// Of the steps from `first` to `last`, which are of one kind.
    pub(super) fn of(trace: &'a Trace, first: usize, last: usize) -> Self {
        let step = &trace.steps[first];
        let before = without_books_of_nodes(trace, first);
        let mut after = without_books_of_nodes(trace, last + 1);
        let lowered = lowered(trace, step, &changes(&before, &after));
        if let Some((field, by)) = &lowered {
            for lane in &trace.lanes {
                let value = after.get_mut(lane).and_then(|lane| lane.get_mut(field));
                if let Some(value) = value
                    && let Some(unlowered) = value.as_i64().and_then(|low| low.checked_add(*by))
                {
                    *value = unlowered.into();
                }
            }
        }
        let mut changes = changes(&before, &after);
        let passing = trace.steps[first..=last].iter().map(time::passing);
        if let Some(passed) = passing.sum::<Option<u64>>() {
            changes.retain(|change| !time::only_tells(change, passed));
        }
        Effects {
            trace,
            after: last + 1,
            step,
            changes,
            lowered,
        }
    }

    /// What the lane of the step, or the world, now has.
    pub(super) fn own(&self) -> Option<String> {
        let at = self.step.at.as_deref();
        let mine = |change: &&Change| match at {
            Some(at) => change.variable == at,
            None => true,
        };
        let told: Vec<_> = self
            .changes
            .iter()
            .filter(mine)
            .map(|c| self.told(c, at))
            .collect();
        let verb = match (self.step.role(), at) {
            (Role::Return, _) => "starts again with",
            (_, Some(_)) => "now has",
            (_, None) => "now",
        };
        (!told.is_empty()).then(|| format!("{verb} {}", and(&told)))
    }

    /// What other lanes now have; not the one that is down.
    pub(super) fn elsewhere(&self, down: Option<&str>) -> Vec<String> {
        let Some(at) = self.step.at.as_deref() else {
            return Vec::new();
        };
        let elsewhere = self
            .changes
            .iter()
            .filter(|change| change.variable != at && down != Some(change.variable.as_str()));
        let mut told: Vec<(String, Vec<String>)> = Vec::new();
        for change in elsewhere {
            let is_lane = self.trace.lanes.contains(&change.variable);
            let at = is_lane.then_some(change.variable.as_str());
            let text = self.told(change, at);
            let subject = match is_lane {
                true => format!("{} now has", change.variable),
                false => "now".to_owned(),
            };
            match told.iter_mut().find(|(known, _)| *known == subject) {
                Some((_, texts)) => texts.push(text),
                None => told.push((subject, vec![text])),
            }
        }
        let sentence =
            |(subject, texts): &(String, Vec<String>)| format!("{subject} {}", and(texts));
        told.iter().map(sentence).collect()
    }

    /// `token = REAL (was BACKUP)`, for someone who knows the lane.
    fn told(&self, change: &Change, lane: Option<&str>) -> String {
        let name = match (lane, change.field.is_empty()) {
            (Some(_), true) => "state".to_owned(),
            (Some(_), false) => change.field.clone(),
            (None, true) => change.variable.clone(),
            (None, false) if change.field.starts_with('[') => {
                format!("{}{}", change.variable, change.field)
            }
            (None, false) => format!("{}.{}", change.variable, change.field),
        };
        match &change.difference {
            Difference::Became(before, after) => {
                let former = short(before);
                let now = equation(&name, after);
                let worth_it = !before.is_null() && former.chars().count() <= LONGEST_FORMER_VALUE;
                match worth_it {
                    true => format!("{now} (was {former})"),
                    false => now,
                }
            }
            elements @ Difference::Elements { .. } => {
                let after = self.trace.states[self.after].get(&change.variable);
                let whole = after.and_then(|value| match change.field.is_empty() {
                    true => Some(value),
                    false => value.get(&change.field),
                });
                match whole.map(|value| equation(&name, value)) {
                    Some(whole) if whole.chars().count() <= LONGEST_LIST => whole,
                    _ => format!("{name} with {elements}"),
                }
            }
        }
    }
}

pub(super) fn equation(name: &str, value: &Value) -> String {
    match value {
        Value::Null => format!("no {name}"),
        _ => format!("{name} = {}", short(value)),
    }
}

/// The field that the model has lowered on all lanes, and by how much. A model may do so because only
/// differences matter to it; it is no doing of the step, and shows on lanes that have no part in the step.
fn lowered(trace: &Trace, step: &Step, changes: &[Change]) -> Option<(String, i64)> {
    let at = step.at.as_ref()?;
    let is_other =
        |change: &&Change| change.variable != *at && trace.lanes.contains(&change.variable);
    let change = changes.iter().find(is_other)?;
    Some((change.field.clone(), fall(change)?))
}

/// By how much a number fell.
fn fall(change: &Change) -> Option<i64> {
    let Difference::Became(before, after) = &change.difference else {
        return None;
    };
    let by = before.as_i64()?.checked_sub(after.as_i64()?)?;
    (by > 0).then_some(by)
}

pub(super) fn without_books(fields: &Map<String, Value>) -> Map<String, Value> {
    let kept = fields
        .iter()
        .filter(|(name, _)| !BOOKS_OF_A_NODE.contains(&name.as_str()));
    kept.map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

fn without_books_of_nodes(trace: &Trace, state: usize) -> Map<String, Value> {
    let variables = trace.states[state].iter();
    let variables = variables.filter(|(name, _)| !BOOKS.contains(&name.as_str()));
    let stripped = variables.map(|(name, value)| {
        let value = match value {
            Value::Object(fields) if trace.lanes.contains(name) => {
                let mut fields = without_books(fields);
                if fields.get(TIMERS).is_some_and(Value::is_array) {
                    fields.shift_remove(TIMERS);
                }
                fields.into()
            }
            other => other.clone(),
        };
        (name.clone(), value)
    });
    stripped.collect()
}
