//! How a setup becomes a harness.

use super::{Change, Family, Harness};
use crate::catalog::{Setup, SetupError};
use std::sync::Arc;
use verdict_checker::judge::{Judge, Subject};
use verdict_checker::property::Property;

/// A property of a family, or of a reading of it, ready to be judged.
pub fn judge(
    setup: &Setup,
    family: Family,
    reading: Option<Change>,
    property: Property<Harness>,
) -> Result<Box<dyn Judge>, SetupError> {
    let number = |name, range, of| setup.within(name, range, of).map(|value| value as usize);
    let processes = number("N", 2..=6, "processes")?;
    let harness = Harness {
        family,
        changes: [reading, setup.mutant.as_deref().and_then(Change::named)],
        processes,
        messages: number("M", 0..=16, "messages in all")?,
        checkpoints: number("C", 0..=8, "of each process")?,
        failures: number("failures", 0..=processes as u64, "of different processes")?,
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
