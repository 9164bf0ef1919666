//! The cells of Table 4.1, each with its readings and the verdict it must get.
//!
//! A variant is called after the column and the row; what follows tells the readings of one cell apart.

pub mod checkpoints;
pub mod domino;
pub mod extent;
pub mod orphans;

use super::properties;
use super::properties::Cell::{No, Yes};
use super::setting::{cell, judge};
use super::{Change, Family};
use crate::catalog::{Case, Parameter, Sources, build};
use verdict_checker::verdict::Verdict::{Holds, Refuted};

const SOURCES: Sources = &[
    ("families/mod.rs", include_str!("../mod.rs")),
    ("families/history.rs", include_str!("../history.rs")),
    (
        "families/checkpointing.rs",
        include_str!("../checkpointing.rs"),
    ),
    ("families/logging.rs", include_str!("../logging.rs")),
    ("families/recovery.rs", include_str!("../recovery.rs")),
    ("families/harness.rs", include_str!("../harness.rs")),
    ("families/properties.rs", include_str!("../properties.rs")),
    ("families/setting.rs", include_str!("../setting.rs")),
];

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "N",
        meaning: "processes",
    },
    Parameter {
        name: "M",
        meaning: "messages that they send in all",
    },
    Parameter {
        name: "C",
        meaning: "checkpoints that each takes of its own accord; rounds, if they are coordinated",
    },
    Parameter {
        name: "failures",
        meaning: "processes that crash at most, at one moment",
    },
];

const FOLLOW_NOBODY: (&str, &str) = ("follow-nobody", "only the crashed process goes back");
const SAVE_SENDS: (&str, &str) = ("save-sends", "every send is saved in a checkpoint at once");
const NO_REPLAY: (&str, &str) = ("no-replay", "the log is never read");

const OF_UNCOORDINATED: &[(&str, &str)] = &[FOLLOW_NOBODY, SAVE_SENDS];
const OF_COORDINATED: &[(&str, &str)] = &[
    FOLLOW_NOBODY,
    (
        "no-block",
        "a process goes on as soon as it has its own checkpoint",
    ),
    ("keep-tentative", "a round that a failure cuts off counts"),
];
const OF_INDUCED: &[(&str, &str)] = &[
    FOLLOW_NOBODY,
    SAVE_SENDS,
    ("no-forced", "no message forces a checkpoint"),
    (
        "force-late",
        "the forced checkpoint is taken behind the message",
    ),
];
const OF_PESSIMISTIC: &[(&str, &str)] =
    &[NO_REPLAY, ("send-before-log", "nothing waits for the log")];
const OF_OPTIMISTIC: &[(&str, &str)] = &[
    FOLLOW_NOBODY,
    NO_REPLAY,
    (
        "send-when-logged",
        "nothing is sent or received before the log is written",
    ),
    (
        "no-tracking",
        "whoever goes back cannot tell what to replay",
    ),
];
const OF_CAUSAL: &[(&str, &str)] = &[
    NO_REPLAY,
    ("no-piggyback", "messages carry no determinants"),
    (
        "own-only",
        "messages carry the sender's own determinants only",
    ),
    (
        "forget-at-checkpoint",
        "a checkpoint empties the antecedence graph",
    ),
];

/// Sizes of a search that must be exhausted, of families that only take checkpoints.
const CHECKPOINTING: &[&[u64]] = &[&[2, 2, 1, 1], &[2, 3, 1, 1], &[2, 3, 2, 1], &[3, 3, 1, 1]];
const CHECKPOINTING_DEEP: &[&[u64]] = &[&[2, 4, 2, 1], &[3, 3, 1, 2], &[3, 3, 2, 1]];
/// The same of families that log; a third process and a second failure without checkpoints.
const LOGGING: &[&[u64]] = &[&[2, 2, 1, 1], &[2, 3, 1, 1], &[2, 3, 2, 1], &[3, 3, 0, 2]];
const LOGGING_DEEP: &[&[u64]] = &[&[2, 4, 2, 1], &[3, 3, 1, 1], &[3, 3, 1, 2]];
/// Sizes of a search for a run.
const WITNESS: &[&[u64]] = &[&[2, 2, 1, 1], &[2, 3, 2, 1], &[3, 3, 1, 1]];
/// The same, each with one more checkpoint.
const MORE_CHECKPOINTS: &[&[u64]] = &[&[2, 2, 1, 1], &[2, 2, 2, 1], &[2, 2, 3, 1], &[2, 2, 4, 1]];

const UNCOORDINATED: Case = Case {
    claim: "thesis/table-4.1",
    variant: "",
    reading: "",
    expected: Holds,
    parameters: PARAMETERS,
    sizes: CHECKPOINTING,
    deep: CHECKPOINTING_DEEP,
    assumptions: &[],
    kills: &[],
    mutants: OF_UNCOORDINATED,
    fairness: "",
    sources: &[SOURCES],
    build: build!(|setup| cell(setup, Family::Uncoordinated, properties::domino(Yes))),
};
const COORDINATED: Case = Case {
    mutants: OF_COORDINATED,
    ..UNCOORDINATED
};
const INDUCED: Case = Case {
    mutants: OF_INDUCED,
    ..UNCOORDINATED
};
const PESSIMISTIC: Case = Case {
    sizes: LOGGING,
    deep: LOGGING_DEEP,
    mutants: OF_PESSIMISTIC,
    ..UNCOORDINATED
};
const OPTIMISTIC: Case = Case {
    sizes: LOGGING,
    deep: LOGGING_DEEP,
    mutants: OF_OPTIMISTIC,
    ..UNCOORDINATED
};
const CAUSAL: Case = Case {
    sizes: LOGGING,
    deep: LOGGING_DEEP,
    mutants: OF_CAUSAL,
    ..UNCOORDINATED
};

/// Every cell, row by row.
pub const CASES: &[&[Case]] = &[
    domino::CASES,
    orphans::CASES,
    extent::CASES,
    checkpoints::CASES,
];
