//! Multicast: basic, reliable, and in FIFO, causal and total order.
//!
//! `group.rs` has the nouns of the slides, `history.rs` the definitions of the three orders, `layers.rs` and `process.rs` a process,
//! `properties.rs` what is asked. Each algorithm is a file, with what is claimed of it.

pub mod agreed;
pub mod b_multicast;
pub mod causal;
pub mod fifo;
pub mod group;
pub mod history;
pub mod layers;
pub mod orders;
pub mod process;
pub mod properties;
pub mod r_multicast;
pub mod rule;
pub mod sequencer;
pub mod setting;
#[cfg(test)]
mod tests;
mod total;
mod with_a_crash;

use verdict_checker::catalog::Claim;

/// The claims of these slides, with their readings.
pub fn claims() -> Vec<Claim> {
    let claims = [
        b_multicast::claims(),
        r_multicast::claims(),
        fifo::claims(),
        causal::claims(),
        total::claims(),
        orders::claims(),
    ];
    claims.into_iter().flatten().collect()
}
