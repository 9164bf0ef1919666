//! The command as a user meets it: what it prints, what it answers, what it refuses.

mod bad_input;
mod bad_traces;
mod check;
mod experiment;
mod fuzz;
mod help;
mod pipeline;
mod prove;
mod records;
mod reports;
mod resilience;
mod support;
mod terminal;
mod traces;
