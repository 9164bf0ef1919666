//! The ring in the setting of its source: sizes, assumptions and fairness that the claims share.

use super::application::Application;
use super::node::Node;
use super::plugin::{Monitoring, Mutant, Reading};
use super::{Bare, Ring};
use crate::catalog::{Setup, SetupError};
use crate::world::{Assumptions, Crash, Detector, NodeSet, World};
use std::ops::RangeInclusive;
use verdict_checker::judge::{FairClasses, Judge};
use verdict_checker::liveness::Fairness::Weak;
use verdict_checker::property::Property;

/// Monitoring only the closest predecessor.
pub(super) const CLOSEST_ONLY: Reading = Reading {
    monitoring: Monitoring::ClosestOnly,
    ..Reading::MEANT
};

/// N and k, if they describe a ring of the paper.
pub(super) fn size(setup: &Setup) -> Result<(usize, usize), SetupError> {
    let (nodes, k) = (setup.get("N"), setup.get("k"));
    let out_of_range = |name: &str, value, expected: String| SetupError::OutOfRange {
        name: name.to_owned(),
        value,
        expected,
    };
    if !(3..=NodeSet::CAPACITY as u64).contains(&nodes) {
        let expected = format!(
            "a ring has 3 to {} sites, since 1 <= k < N - 1",
            NodeSet::CAPACITY
        );
        return Err(out_of_range("N", nodes, expected));
    }
    if !(1..nodes - 1).contains(&k) {
        let expected = format!(
            "the paper demands k < N - 1, so for N = {nodes} k is 1 to {}",
            nodes - 2
        );
        return Err(out_of_range("k", k, expected));
    }
    Ok((nodes as usize, k as usize))
}

/// The value of a further parameter, if it is in range.
pub(super) fn within(
    setup: &Setup,
    name: &str,
    range: RangeInclusive<u8>,
) -> Result<u8, SetupError> {
    let value = setup.get(name);
    let small = u8::try_from(value).ok();
    let found = small.filter(|value| range.contains(value));
    found.ok_or_else(|| SetupError::OutOfRange {
        name: name.to_owned(),
        value,
        expected: format!("{} to {}", range.start(), range.end()),
    })
}

/// The ring of section II with an application.
pub(super) fn ring<App: Application>(
    setup: &Setup,
    application: App,
    reading: Reading,
) -> Result<Ring<App>, SetupError> {
    let (nodes, k) = size(setup)?;
    let reading = Reading {
        initial_backups: !setup.lacks("initial-backups"),
        ..reading
    };
    let mutant = setup.mutant.as_deref().and_then(Mutant::named);
    let site = Node::new(nodes, k, application).reading(reading, mutant);
    let assumptions = setup.world(section_ii(nodes, k));
    Ok(World::new(vec![site; nodes], assumptions))
}

/// Section II: reliable channels that reorder, permanent crashes, at most k consecutive, a detector that is
/// never mistaken; the sends of line 18 are separate, and a crash may fall between any two.
pub(super) fn section_ii(nodes: usize, k: usize) -> Assumptions {
    Assumptions {
        crash: Crash {
            budget: nodes as u8,
            consecutive: Some(k as u8),
            amid_sends: true,
        },
        detector: Detector::Perfect,
        ..Assumptions::default()
    }
}

/// Asks a property of the ring. Nothing is owed to a safety property, and no report where nobody crashes.
pub(super) fn judge<App: Application>(
    setup: &Setup,
    ring: Ring<App>,
    property: Property<Ring<App>>,
    mut fairness: FairClasses,
) -> Result<Box<dyn Judge>, SetupError> {
    let crashes = ring.assumptions().crash.budget > 0;
    fairness.retain(|(class, _)| property.is_liveness() && (crashes || *class != "suspect"));
    let origin = setup.origin(property.name);
    Ok(ring.subject(property, fairness, origin))
}

/// A safety property of the ring without an application.
pub(super) fn safety(
    setup: &Setup,
    reading: Reading,
    property: Property<Ring>,
) -> Result<Box<dyn Judge>, SetupError> {
    judge(setup, ring(setup, Bare, reading)?, property, Vec::new())
}

/// What it owes where nothing but wishes is left to the sites.
pub(super) fn fair_to_messages() -> FairClasses {
    vec![("deliver", Weak), ("suspect", Weak)]
}

/// What a scheduler owes to an application: every message arrives, every crash is reported, and whatever a site does
/// that is not a wish is done.
pub(super) fn fair() -> FairClasses {
    vec![("deliver", Weak), ("suspect", Weak), ("local", Weak)]
}

/// A liveness property; every message arrives, every crash is reported, every holder lets go.
pub(super) fn liveness(
    setup: &Setup,
    reading: Reading,
    property: fn(usize) -> Property<Ring>,
) -> Result<Box<dyn Judge>, SetupError> {
    let ring = ring(setup, Bare, reading)?;
    let property = property(ring.actors().len());
    judge(setup, ring, property, fair())
}

/// A liveness property that may not count on any further send.
pub(super) fn without_sends(
    setup: &Setup,
    reading: Reading,
    property: Property<Ring>,
) -> Result<Box<dyn Judge>, SetupError> {
    judge(
        setup,
        ring(setup, Bare, reading)?,
        property,
        fair_to_messages(),
    )
}
