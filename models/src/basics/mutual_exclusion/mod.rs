//! Mutual exclusion: Ricart-Agrawala, a token on a ring, an arbiter.

pub mod arbiter;
mod claims;
pub mod ricart_agrawala;
#[cfg(test)]
mod tests;
pub mod token_ring;

pub use claims::claims;
