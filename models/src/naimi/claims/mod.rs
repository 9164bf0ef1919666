//! The claims about Naimi and Trehel's algorithm and its two extensions, each reading with its sizes and the verdict
//! it must get.

pub mod consult;
pub mod figures;
pub mod original;
pub mod positions;
pub mod recovery;
pub mod token;

use crate::catalog::{Case, Setup, SetupError};
use crate::world::{Resident, World};
use std::ops::RangeInclusive;
use verdict_checker::judge::{FairClasses, Judge};
use verdict_checker::property::Property;

/// Every case of this source, in the order of the paper.
pub const CASES: &[&[Case]] = &[
    original::CASES,
    figures::AVERAGE,
    consult::CASES,
    positions::CASES,
    token::CASES,
    figures::CASES,
];

/// A property of sites in a world, ready to be judged.
fn judge<A: Resident + Send + 'static>(
    setup: &Setup,
    world: World<A>,
    property: Property<World<A>>,
    fairness: FairClasses,
) -> Result<Box<dyn Judge>, SetupError> {
    let origin = setup.origin(property.name);
    Ok(world.subject(property, fairness, origin))
}

/// A value of a parameter that must lie in a range.
fn within(
    setup: &Setup,
    name: &str,
    range: RangeInclusive<u64>,
    why: &str,
) -> Result<u8, SetupError> {
    Ok(setup.within(name, range, why)? as u8)
}
