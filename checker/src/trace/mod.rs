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
pub(crate) mod error;
pub mod itf;
pub mod markdown;
pub mod mermaid;
mod role;
pub mod shiviz;
pub mod store;
pub mod svg;
mod svg_layout;

pub use error::TraceError;
pub use role::Role;

use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A run of a model: `states.len() == steps.len() + 1`, and `steps[i]` leads from `states[i]` to
/// `states[i + 1]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Which claim, which model, under which assumptions.
    pub origin: Origin,
    /// The lanes of a drawing (usually one per node), in order; each is also a variable of every state.
    pub lanes: Vec<String>,
    /// Every state as an ordered record of variables.
    pub states: Vec<Map<String, Value>>,
    /// What happened between the states.
    pub steps: Vec<Step>,
    /// For a lasso: the index of the state to which the last state returns.
    pub loop_start: Option<usize>,
}

/// Where a trace comes from: everything needed to build the same model again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The claim's stable id, such as `ring/unique-real`.
    pub claim: String,
    /// The reading of the source that was modelled, such as `as-printed`.
    pub variant: String,
    /// The property that the last state (or the loop) breaks.
    pub property: String,
    /// Parameters of the model, such as `N = 3`.
    pub parameters: BTreeMap<String, u64>,
    /// The names of the assumptions in force.
    pub assumptions: Vec<String>,
    /// The names of the assumptions that were dropped.
    pub dropped: Vec<String>,
    /// The mutant of the algorithm, if it was not the algorithm itself.
    pub mutant: Option<String>,
    /// Content hash over what defines the model.
    pub model_hash: String,
}

/// One step of a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The stable, readable name by which the step is replayed: `deliver TOKEN(S2, 3) S1->S3`.
    pub label: String,
    /// The class of the step: the first word of its label, such as `deliver`, `crash`, `suspect`.
    pub kind: String,
    /// The lane on which the step happens, if it happens on one.
    pub at: Option<String>,
    /// For a delivery: the lane that sent the message.
    pub from: Option<String>,
    /// For a delivery, loss or duplication: the message.
    pub message: Option<String>,
    /// The messages that leave with this step.
    pub sent: Vec<Sent>,
}

/// A message that leaves a lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The lane it goes to.
    pub to: String,
    /// The message as text.
    pub message: String,
}

impl Trace {
    /// `1 step`, `7 steps`.
    pub fn length_in_words(&self) -> String {
        match self.steps.len() {
            1 => "1 step".to_owned(),
            steps => format!("{steps} steps"),
        }
    }

    /// For a lasso: how many steps come before its loop. All of them, if the run comes to rest.
    ///
    /// The last state goes on to the state at `loop_start`, so it is the one before that again; some
    /// tools repeat the state at `loop_start` itself instead, and that is understood too.
    pub fn before_loop(&self) -> Option<usize> {
        let start = self.loop_start?;
        let rests = start >= self.steps.len();
        let repeated = start
            .checked_sub(1)
            .and_then(|entry| self.states.get(entry));
        let goes_on = !rests && repeated.is_some() && repeated == self.states.last();
        Some(start - usize::from(goes_on))
    }
}

impl Origin {
    /// The parameters as in a sentence: `N = 3, k = 1`.
    pub fn parameters_in_words(&self) -> String {
        let parameters = self
            .parameters
            .iter()
            .map(|(name, value)| format!("{name} = {value}"));
        parameters.collect::<Vec<_>>().join(", ")
    }
}
