//! What a trace is made of.

use crate::size::Size;
use serde_json::{Map, Value};

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
    /// The values of the model's parameters, such as `N = 3`.
    pub size: Size,
    /// The world that was built, in words.
    pub world: String,
    /// The names of the assumptions in force.
    pub assumptions: Vec<String>,
    /// The names of the assumptions of the model that the reading itself does not make.
    pub lacking: Vec<String>,
    /// The names of the assumptions that were dropped from those of the reading.
    pub dropped: Vec<String>,
    /// The names of the assumptions that were added to those of the reading.
    pub added: Vec<String>,
    /// The mutant of the algorithm, if it was not the algorithm itself.
    pub mutant: Option<String>,
}

/// One step of a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The stable, readable name by which the step is replayed: `deliver TOKEN(S2, 3) S1->S3`.
    pub label: String,
    /// The class of the step: the word that its label begins with, such as `deliver`, `crash`, `suspect`.
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
