//! The readings of `ring/any-topology`, each with its sizes and the verdict it must get.
//!
//! For each of the two algorithms: by itself (`bare`), with the copies of section V and no more (`literal`), and with the
//! repairs (`told`, `queue`; for Raymond's tree also `path`). A variant is named by the algorithm, the reading, and what is
//! asked: `unique`, `never-lost`, `members`, `nested`, `progress`.

mod raymond;
mod suzuki_kasami;

use super::layer::{Mutant, Renewal};
use super::properties::unique;
use super::setting;
use crate::catalog::{Case, Parameter, Sources, build};
use crate::world;
use verdict_checker::verdict::Verdict::Holds;

/// Every case.
pub const CASES: [&[Case]; 2] = [suzuki_kasami::CASES, raymond::CASES];

const N: Parameter = Parameter {
    name: "N",
    meaning: "nodes",
};
const K: Parameter = Parameter {
    name: "k",
    meaning: "crashes to be tolerated",
};
const R: Parameter = Parameter {
    name: "r",
    meaning: "requests in a run, by each node in turn, S_{N-1} first",
};

/// The files that define the model.
pub const SOURCES: Sources = &[
    ("topology/complaints.rs", include_str!("../complaints.rs")),
    ("topology/layer.rs", include_str!("../layer.rs")),
    ("topology/members.rs", include_str!("../members.rs")),
    ("topology/mod.rs", include_str!("../mod.rs")),
    ("topology/properties.rs", include_str!("../properties.rs")),
    ("topology/raymond.rs", include_str!("../raymond.rs")),
    ("topology/setting.rs", include_str!("../setting.rs")),
    (
        "topology/suzuki_kasami.rs",
        include_str!("../suzuki_kasami.rs"),
    ),
];

const FAIR: &str =
    "weak, for every delivery, every report of a crash, every request and every exit";
const FAIR_WITHOUT_CRASHES: &str = "weak, for every delivery, every request and every exit";
const FAIR_WITHOUT_CLIENTS: &str = "weak, for every delivery and every report of a crash";

/// What the first repair needs beyond section II.
const CALM: &[&str] = &["whole-broadcasts", "late-reports"];

/// What all cases share.
const BASE: Case = Case {
    claim: "ring/any-topology",
    variant: "",
    reading: "",
    expected: Holds,
    parameters: &[N, K, R],
    sizes: &[&[3, 1, 3], &[4, 1, 2], &[4, 2, 2]],
    deep: &[],
    assumptions: &[],
    kills: &[],
    mutants: Mutant::NAMES,
    fairness: "",
    sources: &[SOURCES, world::SOURCES],
    build: build!(|setup| {
        let nodes = setting::suzuki_kasami(setup, Renewal::Replace)?;
        setting::safety(setup, nodes, unique())
    }),
};

/// The algorithm by itself: no copies, no crash.
const BARE: Case = Case {
    parameters: &[N, R],
    sizes: &[&[3, 3], &[3, 5], &[4, 4]],
    deep: &[&[3, 7], &[4, 5]],
    ..BASE
};
