//! What can be typed beyond what every catalog has.

mod bench;
mod experiment;
mod pipeline;
mod prove;
mod resilience;
mod wandering;

pub use bench::{Bench, Rower};
pub use experiment::{Experiment, Transpeer, Which};
pub use pipeline::{
    PIPELINE_EXAMPLES, Pipeline, PipelineCommand, PipelineExample, PipelineRun, Rollback,
    StorageKind, VALIDATE_EXAMPLE, Validate,
};
pub use prove::{Prove, Solver};
pub use resilience::{Failures, Resilience, TableFormat, Target};
pub use wandering::{PaperFigure, PaperTable, Reading, Wandering};
