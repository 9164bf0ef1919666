//! Traces: a run of a model, step by step, as data.
//!
//! A [`Trace`] is self-contained: it can be drawn without the model that produced it, and replayed
//! strictly against the model it names.
//!
//! | where | what |
//! |---|---|
//! | [`itf`] | the file format, ITF JSON, written and strictly read |
//! | [`store`] | where a trace is kept, and how it gets there whole or not at all |
//! | [`causality`] | which step happened before which |
//! | [`changes`] | what a step changed |
//! | [`mermaid`], [`shiviz`], [`svg`], [`markdown`] | a trace for people to look at |

pub mod causality;
pub mod changes;
mod check;
pub(crate) mod data;
pub(crate) mod error;
pub mod itf;
mod length;
pub mod markdown;
pub mod mermaid;
mod role;
pub mod shiviz;
pub mod store;
pub mod svg;
mod svg_layout;

pub use data::{Origin, Sent, Step, Trace};
pub use error::TraceError;
pub use role::Role;
