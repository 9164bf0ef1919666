//! Elections: Chang-Roberts on a ring, rings without ids, and the bully.

pub mod anonymous;
pub mod bully;
pub mod chang_roberts;
mod claims;
#[cfg(test)]
mod tests;

pub use claims::claims;
