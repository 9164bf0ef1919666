//! Sections 2 and 6: the simulations, over the rules of section 5 as they are searched.
//!
//! | where | what |
//! |---|---|
//! | [`engine`] | components and tokens, time unit by time unit |
//! | [`access`] | the reference without coordination, and its closed form |
//! | [`transient`] | what happens after a loss |
//! | [`experiments`] | the three as experiments over seeds |
//! | [`readings`] | the readings of the rules that are simulated |
//! | [`gauges`] | what is read off, beside what the paper says |
//! | [`hops`] | how soon spurious tokens are discarded |
//! | [`paper`] | the tables as printed |
//!
//! Pure: the numbers that are drawn are an argument, and nobody looks at a clock.

pub mod access;
pub mod engine;
pub mod experiments;
pub mod gauges;
pub mod hops;
pub mod paper;
pub mod readings;
#[cfg(test)]
mod tests;
pub mod transient;
