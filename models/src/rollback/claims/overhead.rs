//! Section 8.2: what the mechanism costs.
use super::*;
/// Every case about the costs.
pub const CASES: &[Case] = &[];
