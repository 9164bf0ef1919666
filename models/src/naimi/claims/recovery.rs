//! Section 5: the extension of Sopena, Arantes, Bertier and Sens. The setting that its claims share; the claims
//! about positions and about the token are in two files of their own.

use super::super::recovery::{Counted, Mutant, Reading, Recovery, Sites, properties};
use super::{judge, within};
use crate::catalog::{Case, Parameter, Setup, SetupError, Sources, build};
use crate::world::{self, Assumptions, Crash, Detector, Order, Time, World};
use verdict_checker::judge::Judge;
use verdict_checker::liveness::Fairness::{Strong, Weak};
use verdict_checker::property::Property;
use verdict_checker::verdict::Verdict::Holds;

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "N",
        meaning: "sites",
    },
    Parameter {
        name: "k",
        meaning: "predecessors that a COMMIT names",
    },
    Parameter {
        name: "r",
        meaning: "requests that each site makes",
    },
    Parameter {
        name: "crashes",
        meaning: "crashes in a run",
    },
];

pub(super) const WITH_DELAY: &[Parameter] = &[
    PARAMETERS[0],
    PARAMETERS[1],
    PARAMETERS[2],
    PARAMETERS[3],
    Parameter {
        name: "d",
        meaning: "T_msg in ticks",
    },
];

/// The files that define the extension and its setting.
pub const SOURCES: Sources = &[
    (
        "naimi/recovery/mechanisms.rs",
        include_str!("../recovery/mechanisms.rs"),
    ),
    ("naimi/recovery/mod.rs", include_str!("../recovery/mod.rs")),
    (
        "naimi/recovery/properties.rs",
        include_str!("../recovery/properties.rs"),
    ),
    (
        "naimi/recovery/queue.rs",
        include_str!("../recovery/queue.rs"),
    ),
    (
        "naimi/recovery/reading.rs",
        include_str!("../recovery/reading.rs"),
    ),
    ("naimi/claims/recovery.rs", include_str!("recovery.rs")),
    ("naimi/tree.rs", include_str!("../tree.rs")),
];

/// Section 2: reliable channels, bounded transmission times, permanent crashes. `order` is an assumption of ours.
fn sites(
    setup: &Setup,
    (reading, counted): (Reading, Counted),
    order: Order,
    time: Time,
) -> Result<Sites, SetupError> {
    let nodes = within(setup, "N", 2..=8, "of which S0 has the token at first")?;
    let site = Recovery {
        nodes,
        k: within(setup, "k", 1..=7, "as many as a COMMIT may name")?,
        requests: within(setup, "r", 1..=3, "for each site")?,
        reading,
        mutant: setup.mutant.as_deref().and_then(Mutant::named),
        counted,
        t_msg: match time {
            Time::Ticks { delay } => delay,
            _ => 0,
        },
    };
    let crashes = within(setup, "crashes", 0..=u64::from(nodes) - 1, "at most N - 1")?;
    let assumptions = setup.world(Assumptions {
        order,
        time,
        crash: Crash {
            budget: crashes,
            consecutive: None,
            amid_sends: false,
        },
        detector: Detector::Perfect,
        ..Assumptions::default()
    });
    Ok(World::new(vec![site; usize::from(nodes)], assumptions))
}

/// A safety property of a reading.
pub(super) fn safety(
    setup: &Setup,
    reading: Reading,
    order: Order,
    property: Property<Sites>,
) -> Result<Box<dyn Judge>, SetupError> {
    counting(setup, (reading, Counted::Nothing), order, property)
}

/// A safety property that needs something counted.
pub(super) fn counting(
    setup: &Setup,
    counted: (Reading, Counted),
    order: Order,
    property: Property<Sites>,
) -> Result<Box<dyn Judge>, SetupError> {
    let sites = sites(setup, counted, order, Time::Synchronous)?;
    judge(setup, sites, property, Vec::new())
}

/// A safety property in a world that counts ticks: a message takes one to d of them, and T_msg is d.
pub(super) fn with_clock(
    setup: &Setup,
    counted: (Reading, Counted),
    property: Property<Sites>,
) -> Result<Box<dyn Judge>, SetupError> {
    let delay = within(setup, "d", 1..=8, "ticks")?;
    let sites = sites(setup, counted, Order::Fifo, Time::Ticks { delay })?;
    judge(setup, sites, property, Vec::new())
}

/// Progress of a reading. Timers are owed strongly: one that is ready again and again fires, as it does in a system
/// in which time passes.
pub(super) fn progress(
    setup: &Setup,
    reading: Reading,
    order: Order,
) -> Result<Box<dyn Judge>, SetupError> {
    let sites = sites(setup, (reading, Counted::Nothing), order, Time::Synchronous)?;
    let property = properties::progress(sites.actors().len());
    let fairness = vec![("deliver", Weak), ("timeout", Strong), ("suspect", Weak)];
    judge(setup, sites, property, fairness)
}

/// What a scheduler owes, in words.
pub(super) const FAIR: &str =
    "weak, for every delivery and report of a crash; strong, for every timer; no request is owed";

/// What most cases share.
pub(super) const BASE: Case = Case {
    claim: "",
    variant: "as-meant",
    reading: "section 5 as the text means it, channels that reorder as in section 2",
    expected: Holds,
    parameters: PARAMETERS,
    sizes: &[&[3, 1, 1, 1]],
    deep: &[],
    assumptions: &[],
    kills: &[],
    mutants: Mutant::NAMES,
    fairness: "",
    sources: &[SOURCES, world::SOURCES],
    build: build!(|setup| safety(setup, Reading::MEANT, Order::Any, properties::one_token())),
};
