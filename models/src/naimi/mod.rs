//! Sopena, Arantes, Bertier, Sens, "A fault-tolerant token-based mutual exclusion algorithm using a dynamic tree":
//! Naimi and Trehel's algorithm, and two ways to make it survive crashes.
//!
//! [`original`] is the algorithm without failures (section 3), [`consult`] Naimi and Trehel's own extension (section 4),
//! [`recovery`] the one that the paper proposes (section 5). In each, `mod.rs` begins the algorithm, `properties.rs` has
//! what is asked of it, `setting.rs` in which world, and `claims` what is claimed, with the verdict that each reading must get.
//! [`figure_1`], [`figure_2`] and [`compare`] are worked examples; their claims are in `claims.rs`.

mod claims;
pub mod compare;
pub mod consult;
pub mod figure_1;
pub mod figure_2;
pub mod original;
pub mod recovery;
pub mod site;
#[cfg(test)]
mod tests;

pub use claims::claims;
