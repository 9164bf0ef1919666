//! Runs: simulated, cut down, put in order.

mod explain;
mod minimise;
mod simulate;
mod straighten;
mod threads;
