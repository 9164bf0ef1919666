//! Outcomes, for people and for programs.

pub mod figures;
pub mod human;
pub mod json;
pub mod steps;
pub mod table;
