//! The claims about rollback-recovery, each reading with its sizes and the verdict it must get.
//!
//! The names of the variants say where a reading deviates from [`Reading::CLEAR`], and nothing else does: so each choice has
//! its own verdict.

pub mod collection;
pub mod consistency;
pub mod example;
pub mod migration;
pub mod overhead;

use super::pipeline::{Pipeline, examples};
use super::reading::{Logged, Mutant, Reading};
use super::{Mechanism, Scheduling, System};
use crate::catalog::{Case, Parameter, Setup, SetupError, Sources, build};
use crate::world::{self, Assumptions, Crash, Memory, Order, Return, World};
use verdict_checker::judge::Judge;
use verdict_checker::liveness::Fairness::Weak;
use verdict_checker::property::Property;
use verdict_checker::verdict::Verdict::{self, Holds, Refuted};

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "pipeline",
        meaning: "1: a task that writes a datum twice; 2: and one that reads one of them and writes; 3: the three tasks of section 6.2; 4: a writer and a reader of two data, with streams that hold one; 5: a task that writes a datum, and one that reads it",
    },
    Parameter {
        name: "workers",
        meaning: "workers beside the leader",
    },
    Parameter {
        name: "faults",
        meaning: "faults in a run, of nodes that may fail",
    },
    Parameter {
        name: "blocks",
        meaning: "how often a task may be blocked",
    },
];

/// The files that define the mechanism.
pub const SOURCES: Sources = &[
    ("rollback/actor.rs", include_str!("../actor.rs")),
    ("rollback/claims/mod.rs", include_str!("mod.rs")),
    ("rollback/leader.rs", include_str!("../leader.rs")),
    ("rollback/messages.rs", include_str!("../messages.rs")),
    ("rollback/mod.rs", include_str!("../mod.rs")),
    ("rollback/pipeline.rs", include_str!("../pipeline.rs")),
    ("rollback/properties.rs", include_str!("../properties.rs")),
    ("rollback/reading.rs", include_str!("../reading.rs")),
    ("rollback/registers.rs", include_str!("../registers.rs")),
    ("rollback/streams.rs", include_str!("../streams.rs")),
    ("rollback/worker.rs", include_str!("../worker.rs")),
];

/// Which nodes may fail.
#[derive(Clone, Copy, PartialEq)]
enum Fails {
    /// Workers.
    Workers,
    /// The leader.
    Leader,
    /// Any of them.
    Any,
}

fn within(
    setup: &Setup,
    name: &str,
    range: std::ops::RangeInclusive<u64>,
) -> Result<u64, SetupError> {
    let value = setup.get(name);
    if range.contains(&value) {
        return Ok(value);
    }
    Err(SetupError::OutOfRange {
        name: name.to_owned(),
        value,
        expected: format!("{} to {}", range.start(), range.end()),
    })
}

fn pipeline(setup: &Setup) -> Result<Pipeline, SetupError> {
    Ok(match within(setup, "pipeline", 1..=5)? {
        1 => examples::twice(),
        2 => examples::read_then_write(),
        3 => examples::section_6_2(),
        4 => examples::streams_of_one(),
        _ => examples::written_and_read(),
    })
}

fn mechanism(setup: &Setup, mut reading: Reading, fails: Fails) -> Result<Mechanism, SetupError> {
    if setup.lacks("write-ahead") {
        (reading.read, reading.write) = (Logged::Afterwards, Logged::Afterwards);
    }
    let workers = within(setup, "workers", 1..=8)? as u8;
    Ok(Mechanism {
        blocks: within(setup, "blocks", 0..=100)? as u16,
        workers_fail: fails != Fails::Leader,
        leader_fails: fails != Fails::Workers,
        reading,
        mutant: setup.mutant.as_deref().and_then(Mutant::named),
        ..Mechanism::new(pipeline(setup)?, workers)
    })
}

/// Leader, workers and streams. Mail arrives in the order in which it was sent, as in the mailboxes of LPEL.
fn world_of(setup: &Setup, mechanism: Mechanism) -> Result<System, SetupError> {
    let faults = within(setup, "faults", 0..=100)? as u8;
    let memory = if setup.lacks("stable-storage") {
        Memory::Lost
    } else {
        Memory::Stable
    };
    let assumptions = setup.world(assumptions(faults, memory));
    let parties = usize::from(mechanism.workers) + 2;
    Ok(World::new(vec![mechanism; parties], assumptions))
}

fn system(setup: &Setup, reading: Reading, fails: Fails) -> Result<System, SetupError> {
    world_of(setup, mechanism(setup, reading, fails)?)
}

/// A mechanism in a world with so many faults.
pub(super) fn with_faults(mechanism: Mechanism, faults: u8) -> System {
    let parties = usize::from(mechanism.workers) + 2;
    let assumptions = assumptions(faults, Memory::Stable);
    World::new(vec![mechanism; parties], assumptions)
}

fn assumptions(faults: u8, memory: Memory) -> Assumptions {
    Assumptions {
        order: Order::Fifo,
        crash: Crash {
            budget: faults,
            consecutive: None,
            amid_sends: false,
        },
        returns: match faults {
            0 => Return::Never,
            times => Return::UpTo { times, memory },
        },
        ..Assumptions::default()
    }
}

fn safety(
    setup: &Setup,
    reading: Reading,
    fails: Fails,
    property: Property<System>,
) -> Result<Box<dyn Judge>, SetupError> {
    let origin = setup.origin(property.name);
    Ok(system(setup, reading, fails)?.subject(property, Vec::new(), origin))
}

/// Tasks are sent at any time, and wait for what they read.
fn freely(
    setup: &Setup,
    reading: Reading,
    fails: Fails,
    property: Property<System>,
) -> Result<Box<dyn Judge>, SetupError> {
    let origin = setup.origin(property.name);
    let mut mechanism = mechanism(setup, reading, fails)?;
    mechanism.scheduling = Scheduling::Free;
    Ok(world_of(setup, mechanism)?.subject(property, Vec::new(), origin))
}

fn liveness(
    setup: &Setup,
    reading: Reading,
    fails: Fails,
    property: Property<System>,
) -> Result<Box<dyn Judge>, SetupError> {
    let origin = setup.origin(property.name);
    let fair = ["deliver", "local", "return"].map(|class| (class, Weak));
    Ok(system(setup, reading, fails)?.subject(property, fair.to_vec(), origin))
}

const FAIR: &str = "weak, for messages, accesses, the steps of leader and workers, and the return of whoever failed; nobody owes a fault or a block";

/// What most cases share: workers fail, nothing is blocked.
const BASE: Case = Case {
    claim: "",
    variant: "clear",
    reading: "",
    expected: Holds,
    parameters: PARAMETERS,
    sizes: WORKER_FAULTS,
    deep: WORKER_FAULTS_DEEP,
    assumptions: &[],
    kills: &[],
    mutants: Mutant::NAMES,
    fairness: "",
    sources: &[SOURCES, world::SOURCES],
    build: build!(|setup| {
        safety(
            setup,
            Reading::CLEAR,
            Fails::Workers,
            super::properties::consistent(),
        )
    }),
};

const WORKER_FAULTS: &[&[u64]] = &[
    &[1, 1, 1, 0],
    &[2, 1, 1, 0],
    &[2, 2, 1, 0],
    &[1, 1, 2, 0],
    &[2, 1, 2, 0],
    &[3, 1, 1, 0],
];
const WORKER_FAULTS_DEEP: &[&[u64]] = &[&[3, 2, 1, 0], &[3, 1, 2, 0], &[2, 2, 2, 0]];

const BLOCKS: &[&[u64]] = &[&[1, 1, 1, 1], &[1, 2, 1, 1], &[1, 2, 1, 2], &[2, 1, 1, 1]];
const BLOCKS_DEEP: &[&[u64]] = &[&[1, 2, 2, 2], &[2, 2, 1, 1], &[2, 1, 2, 1]];

const LEADER_FAULTS: &[&[u64]] = &[
    &[1, 1, 1, 0],
    &[1, 1, 2, 0],
    &[1, 2, 0, 1],
    &[1, 2, 1, 1],
    &[2, 1, 1, 0],
];
const LEADER_FAULTS_DEEP: &[&[u64]] = &[&[2, 1, 1, 1], &[2, 2, 1, 0]];

/// Dropped assumptions and what comes of it.
type Dropped = &'static [(&'static str, Verdict)];

/// Every case about rollback-recovery.
pub const CASES: &[&[Case]] = &[
    consistency::CASES,
    collection::CASES,
    migration::CASES,
    example::CASES,
    overhead::CASES,
];
