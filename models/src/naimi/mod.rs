//! Sopena, Arantes, Bertier, Sens, "A fault-tolerant token-based mutual exclusion algorithm using a dynamic tree":
//! Naimi and Trehel's algorithm, and two ways to make it survive crashes.
//!
//! [`tree`] has the variables and rules that all three share. [`original`] is the algorithm without failures and
//! [`root_is_tail`] what is asked of it; [`consult`] is Naimi and Trehel's own extension (section 4), [`recovery`] the
//! one that the paper proposes (section 5). [`numbers`], [`figure_2`] and [`compare`] run through worked
//! examples and counts. [`claims`] says which verdict each claim gets.

pub mod claims;
pub mod compare;
pub mod consult;
pub mod figure_2;
pub mod numbers;
pub mod original;
pub mod recovery;
pub mod root_is_tail;
#[cfg(test)]
mod tests;
pub mod tree;
