//! Global snapshots: Chandy-Lamport and Lai-Yang.
//!
//! | where | what |
//! |---|---|
//! | [`money`] | the basic algorithm that goes on meanwhile |
//! | [`consistency`] | what a snapshot must be |
//! | [`chandy_lamport`], [`costs`], [`example`] | the algorithm with markers, what it costs, the example of the slides |
//! | [`lai_yang`] | the algorithm with colours |

pub mod chandy_lamport;
mod claims;
pub mod consistency;
pub mod costs;
pub mod example;
pub mod lai_yang;
pub mod money;
#[cfg(test)]
mod tests;

pub use claims::claims;
