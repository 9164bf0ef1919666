//! How a setup becomes a harness.

use super::{Change, Family, Harness};
use crate::catalog::{Setup, SetupError};
use std::sync::Arc;
use verdict_checker::judge::{Judge, Subject};
use verdict_checker::property::Property;

/// A value of a parameter that must lie in a range.
fn within(
    setup: &Setup,
    name: &str,
    range: std::ops::RangeInclusive<u64>,
) -> Result<usize, SetupError> {
    let value = setup.get(name);
    if range.contains(&value) {
        return Ok(value as usize);
    }
    Err(SetupError::OutOfRange {
        name: name.to_owned(),
        value,
        expected: format!("{} to {}", range.start(), range.end()),
    })
}

/// A property of a family, or of a reading of it, ready to be judged.
pub fn judge(
    setup: &Setup,
    family: Family,
    reading: Option<Change>,
    property: Property<Harness>,
) -> Result<Box<dyn Judge>, SetupError> {
    let processes = within(setup, "N", 2..=6)?;
    let harness = Harness {
        family,
        changes: [reading, setup.mutant.as_deref().and_then(Change::named)],
        processes,
        messages: within(setup, "M", 0..=16)?,
        checkpoints: within(setup, "C", 0..=8)?,
        failures: within(setup, "failures", 0..=processes as u64)?,
    };
    Ok(Box::new(Subject {
        origin: setup.origin(property.name),
        space: Arc::new(harness),
        property,
        fairness: Vec::new(),
    }))
}

/// A property of a family as it is.
pub fn cell(
    setup: &Setup,
    family: Family,
    property: Property<Harness>,
) -> Result<Box<dyn Judge>, SetupError> {
    judge(setup, family, None, property)
}
