//! Section 5: the claims with the verdict that each reading must get, in the order of the text: about positions, about the
//! token, and about what waiting sites get for which effort.

mod positions;
mod service;
mod token;

use super::Section5;
use verdict_checker::catalog::{Asked, Claim};
use verdict_world::InWorld;

type Question = Asked<InWorld<Section5>>;

/// Every claim about section 5.
pub fn claims() -> Vec<Claim> {
    let parts = [positions::claims(), token::claims(), service::claims()];
    parts.into_iter().flatten().collect()
}
