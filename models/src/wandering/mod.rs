//! Claims of Ciuffoletti, "The Wandering Token: Congestion Avoidance of a Shared Resource": the
//! three-way passing protocol, the rules that regenerate and remove tokens, and the simulations.
//!
//! The text extracted from PDF loses superscripts (10^6 reads "106") and splits the formulas of
//! Fig. 2 over several lines; each claim that depends on such a place says how it was read.
//!
//! [`passing`] is section 4, [`rules`] section 5, [`figure_2`] the loop of Fig. 2, all three as pure steps that the
//! search of all runs and the simulations share.

mod claims;
pub mod exchange;
pub mod figure_2;
pub mod passing;
pub mod rules;
pub mod simulation;
pub mod walk;

pub use claims::claims;
