//! What a file with an algorithm needs: `use verdict::prelude::*;`.

pub use stateright::actor::{Actor, Id, Out};
pub use std::borrow::Cow;
pub use verdict_checker::catalog::{
    Asked, Assumption, Case, Catalog, Claim, Kind, Model, Mutants, NoMutants, Parameter, Plain,
    Setup, SetupError, Source, Switch,
};
pub use verdict_checker::liveness::Fairness::{self, Strong, Weak};
pub use verdict_checker::measure::{Experiment, Gauge, Said};
pub use verdict_checker::mutants;
pub use verdict_checker::property::{Promise, Property};
pub use verdict_checker::size::Size;
pub use verdict_checker::space::OfModel;
pub use verdict_checker::verdict::Verdict::{
    self, Ambiguous, Bounded, Holds, NotReproduced, Proved, Refuted, Reproduced,
};
pub use verdict_world::{
    Algorithm, Assumptions, Crash, Detector, Memory, NodeSet, Order, Resident, Return, Time, World,
    ticks,
};
