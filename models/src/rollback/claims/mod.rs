//! The claims about rollback-recovery, in the order of the thesis, each reading with its sizes and the verdict it must get.
//!
//! The names of the variants say where a reading deviates from the clear one, and nothing else does: so each choice has
//! its own verdict.

mod ahead;
mod collection;
mod consistency;
mod example;
mod migration;
mod overhead;
mod repetition;

use super::chapter_6::{Chapter6, Example, Fails, planted};
use super::properties;
use super::reading::Reading;
use verdict_checker::catalog::{Asked, Claim};
use verdict_checker::liveness::Fairness::{self, Weak};
use verdict_checker::verdict::Verdict::{Bounded, Holds, Refuted};
use verdict_world::{Algorithm, InWorld};

/// Every claim about rollback-recovery.
pub fn claims() -> Vec<Claim> {
    vec![
        consistency::always_no_orphans(),
        consistency::same_output(),
        repetition::exactly_once(),
        repetition::no_domino(),
        repetition::repeated_faults(),
        collection::gc_safe(),
        collection::gc_complete(),
        migration::blocked_migrates(),
        migration::leader_fault(),
        ahead::write_ahead(),
        example::example_6_2(),
        overhead::overhead(),
    ]
}

type Question = Asked<InWorld<Chapter6>>;

const CLEAR: Chapter6 = Chapter6::CLEAR;
const LEADER_FAILS: Chapter6 = CLEAR.failing(Fails::Leader);
const ANY_FAILS: Chapter6 = CLEAR.failing(Fails::Any);

/// What is owed in a fair run: messages, accesses, the steps of leader and workers, and the return of whoever failed. Nobody
/// owes a fault or a block.
const FAIR: [(&str, Fairness); 3] = [("deliver", Weak), ("local", Weak), ("return", Weak)];

const TWICE: u64 = Example::Twice as u64;
const READ_THEN_WRITE: u64 = Example::ReadThenWrite as u64;
const SECTION_6_2: u64 = Example::Section62 as u64;
const STREAMS_OF_ONE: u64 = Example::StreamsOfOne as u64;
const WRITTEN_AND_READ: u64 = Example::WrittenAndRead as u64;

/// Pipeline, workers, faults, blocks.
type Sizes = &'static [[u64; 4]];

const WORKER_FAULTS: Sizes = &[
    [TWICE, 1, 1, 0],
    [READ_THEN_WRITE, 1, 1, 0],
    [READ_THEN_WRITE, 2, 1, 0],
    [TWICE, 1, 2, 0],
    [READ_THEN_WRITE, 1, 2, 0],
    [SECTION_6_2, 1, 1, 0],
];
const WORKER_FAULTS_DEEP: Sizes = &[
    [SECTION_6_2, 2, 1, 0],
    [SECTION_6_2, 1, 2, 0],
    [READ_THEN_WRITE, 2, 2, 0],
];

const BLOCKS: Sizes = &[
    [TWICE, 1, 1, 1],
    [TWICE, 2, 1, 1],
    [TWICE, 2, 1, 2],
    [READ_THEN_WRITE, 1, 1, 1],
];
const BLOCKS_DEEP: Sizes = &[
    [TWICE, 2, 2, 2],
    [READ_THEN_WRITE, 2, 1, 1],
    [READ_THEN_WRITE, 1, 2, 1],
];

const LEADER_FAULTS: Sizes = &[
    [TWICE, 1, 1, 0],
    [TWICE, 1, 2, 0],
    [TWICE, 2, 0, 1],
    [TWICE, 2, 1, 1],
    [READ_THEN_WRITE, 1, 1, 0],
];
const LEADER_FAULTS_DEEP: Sizes = &[[READ_THEN_WRITE, 1, 1, 1], [READ_THEN_WRITE, 2, 1, 0]];
