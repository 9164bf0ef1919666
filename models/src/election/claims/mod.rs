//! The claims about the election, each reading with its sizes and the verdict it must get.
//!
//! The names of the variants say what a timeout waits for (see [`Timeouts`]) and, behind that, how the
//! contact is read.

pub mod algorithm_6;
pub mod algorithm_7;
pub mod bounds;
pub mod costs;
pub mod detector;
pub mod harnesses;
pub mod llsc;
pub mod repair;
pub mod tables;

use super::algorithm::{Algorithm, BecomeLeader, Mutant, Procedure};
use super::memory::NodeId;
use super::{Contact, Counted, Election, Hopeless, Nodes, Requests, Timeouts, properties};
use crate::catalog::{Case, Parameter, Setup, SetupError, Sources, build};
use crate::world::{self, Assumptions, Crash, Memory, Order, Return, Time, World};
use verdict_checker::judge::{FairClasses, Judge};
use verdict_checker::property::Property;
use verdict_checker::verdict::Verdict::{Holds, Refuted};

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "N",
        meaning: "nodes, the first leader among them",
    },
    Parameter {
        name: "crashes",
        meaning: "crashes in a run",
    },
    Parameter {
        name: "returns",
        meaning: "reintegrations in a run",
    },
];

const WITH_DELAY: &[Parameter] = &[
    PARAMETERS[0],
    PARAMETERS[1],
    PARAMETERS[2],
    Parameter {
        name: "d",
        meaning: "ticks that a message or an access takes at most, each way",
    },
];

const WITH_BITS: &[Parameter] = &[
    PARAMETERS[0],
    PARAMETERS[1],
    PARAMETERS[2],
    Parameter {
        name: "w",
        meaning: "bits of the counter",
    },
];

/// The files that define the election; its steps are in the crate `verdict-election`. The scenarios stand beside the cases that use them, so those files
/// are among them: a new case makes its neighbours stale, which costs a check and hides nothing.
pub const SOURCES: Sources = &[
    (
        "election/claims/algorithm_6.rs",
        include_str!("algorithm_6.rs"),
    ),
    (
        "election/claims/algorithm_7.rs",
        include_str!("algorithm_7.rs"),
    ),
    ("election/claims/bounds.rs", include_str!("bounds.rs")),
    ("election/claims/mod.rs", include_str!("mod.rs")),
    ("election/claims/repair.rs", include_str!("repair.rs")),
    ("election/mod.rs", include_str!("../mod.rs")),
    ("election/algorithm.rs", include_str!("../algorithm.rs")),
    ("election/memory.rs", include_str!("../memory.rs")),
    ("election/actor.rs", include_str!("../actor.rs")),
    ("election/properties.rs", include_str!("../properties.rs")),
    (
        "../../election/src/access.rs",
        include_str!("../../../../election/src/access.rs"),
    ),
    (
        "../../election/src/procedure.rs",
        include_str!("../../../../election/src/procedure.rs"),
    ),
];

/// When a timer may fire.
#[derive(Clone, Copy)]
enum Tempo {
    /// At any moment.
    Asynchronous,
    /// When what it waits for cannot come any more.
    Waits(Timeouts),
    /// When it has counted more ticks than the longest election takes: four accesses of two messages each,
    /// every message up to d ticks.
    Clock,
    /// As the detector of section 4.2 has it: after T ticks, and a resend, and T ticks.
    Detector,
}

/// Whom the memory names at first.
#[derive(Clone, Copy, PartialEq)]
enum First {
    /// One of the nodes.
    Leads,
    /// A leader that has crashed before and is not among the nodes.
    Gone,
    /// A leader that has crashed before and has just been reintegrated.
    Back,
    /// Nobody, in no epoch.
    Nobody,
}

/// A reading: everything that the parameters do not say.
#[derive(Clone, Copy)]
struct Scenario {
    algorithm: Algorithm,
    become_leader: BecomeLeader,
    tempo: Tempo,
    /// Contact by messages, and what becomes of requests; in one step if there is nothing.
    requests: Option<Requests>,
    hopeless: Hopeless,
    counted: Counted,
    fenced_work: bool,
    first: First,
}

impl Scenario {
    /// The friendliest reading.
    const fn new(algorithm: Algorithm, tempo: Tempo) -> Self {
        Scenario {
            algorithm,
            become_leader: BecomeLeader::SetsLeader,
            tempo,
            requests: None,
            hopeless: Hopeless::TimesOut,
            counted: Counted::Nothing,
            fenced_work: false,
            first: First::Leads,
        }
    }

    const fn as_printed(self) -> Self {
        Scenario {
            become_leader: BecomeLeader::ChangesRole,
            ..self
        }
    }

    const fn by_message(self, requests: Requests) -> Self {
        Scenario {
            requests: Some(requests),
            ..self
        }
    }

    const fn hopeless(self, hopeless: Hopeless) -> Self {
        Scenario { hopeless, ..self }
    }

    const fn counting(self, counted: Counted) -> Self {
        Scenario { counted, ..self }
    }
}

/// N nodes and their memory. FIFO channels make messages to and from the memory behave as accesses.
fn nodes(setup: &Setup, scenario: Scenario) -> Result<Nodes, SetupError> {
    let nodes = setup.within("N", 2..=12, "a leader and at least one worker")?;
    let crashes = setup.within("crashes", 0..=24, "a budget for the whole run")?;
    let returns = setup.within("returns", 0..=crashes, "no more than crashes")?;
    let mut election = Election::new(
        nodes as usize,
        Procedure {
            algorithm: scenario.algorithm,
            become_leader: scenario.become_leader,
            mutant: setup.mutant.as_deref().and_then(Mutant::named),
        },
    );
    election.hopeless = scenario.hopeless;
    election.counted = scenario.counted;
    election.fenced_work = scenario.fenced_work;
    match scenario.first {
        First::Leads => {}
        First::Gone => election.first_leader = NodeId(0),
        First::Back => election.leader_is_back = true,
        First::Nobody => election.first_leader = NodeId::NOBODY,
    }
    let outlasts = !setup.lacks("outlasts-elections");
    let (mut timeout, mut resends) = (0, 0);
    let time = match scenario.tempo {
        Tempo::Asynchronous => Time::Asynchronous,
        Tempo::Waits(timeouts) => {
            if outlasts {
                election.timeouts = timeouts;
            }
            Time::Synchronous
        }
        Tempo::Clock => {
            let delay = setup.within("d", 1..=8, "ticks")? as u8;
            timeout = 1 + if outlasts { 8 * delay } else { 2 * delay };
            Time::Ticks { delay }
        }
        Tempo::Detector => {
            let delay = setup.within("d", 1..=8, "ticks")? as u8;
            timeout = setup.within("T", 1..=64, "ticks")? as u8;
            resends = 1;
            Time::Ticks { delay }
        }
    };
    if let Some(requests) = scenario.requests {
        election.contact = Contact::ByMessage {
            timeout,
            resends,
            requests,
        };
    }
    let mut assumptions = setup.world(Assumptions {
        order: Order::Fifo,
        time,
        crash: Crash {
            budget: crashes as u8,
            consecutive: None,
            amid_sends: false,
        },
        returns: match returns {
            0 => Return::Never,
            times => Return::UpTo {
                times: times as u8,
                memory: Memory::Stable,
            },
        },
        ..Assumptions::default()
    });
    // What is stable is only that a node has been started before.
    if let Return::UpTo { memory, .. } = &mut assumptions.returns {
        *memory = Memory::Stable;
    }
    let actors = vec![election; election.nodes + 1];
    Ok(World::new(actors, assumptions))
}

fn judge(
    setup: &Setup,
    scenario: Scenario,
    property: Property<Nodes>,
    fairness: FairClasses,
) -> Result<Box<dyn Judge>, SetupError> {
    let origin = setup.origin(property.name);
    Ok(nodes(setup, scenario)?.subject(property, fairness, origin))
}

fn safety(
    setup: &Setup,
    scenario: Scenario,
    property: Property<Nodes>,
) -> Result<Box<dyn Judge>, SetupError> {
    judge(setup, scenario, property, Vec::new())
}

/// What most cases share: the roles of the nodes, and the smallest size that shows anything.
const BASE: Case = Case {
    claim: "",
    variant: "",
    reading: "",
    expected: Refuted,
    parameters: PARAMETERS,
    sizes: &[&[2, 1, 1], &[3, 2, 1]],
    deep: &[],
    assumptions: &[],
    kills: &[],
    mutants: Mutant::NAMES,
    fairness: "",
    sources: &[SOURCES, world::SOURCES],
    build: build!(|setup| {
        let scenario = Scenario::new(Algorithm::Seven, Tempo::Asynchronous);
        safety(setup, scenario, properties::one_leads())
    }),
};

/// The sizes of a search that must be exhausted.
const EXHAUSTED: &[&[u64]] = &[
    &[2, 1, 1],
    &[2, 2, 2],
    &[2, 3, 3],
    &[3, 1, 1],
    &[3, 2, 1],
    &[3, 2, 2],
];
const EXHAUSTED_DEEP: &[&[u64]] = &[&[3, 3, 3], &[4, 1, 1], &[4, 2, 1], &[4, 2, 2]];

/// Assumption 7.1.3 in any reading: a synchronous world, whose timeouts wait for elections.
const ASSUMED: &[(&str, verdict_checker::verdict::Verdict)] =
    &[("synchrony", Refuted), ("outlasts-elections", Refuted)];

/// Every case about the election, in the order of the claims.
pub const CASES: &[&[Case]] = &[
    llsc::CASES,
    harnesses::FROM_LLSC,
    algorithm_6::CASES,
    algorithm_7::CASES,
    bounds::CASES,
    costs::CASES,
    tables::CASES,
    repair::CASES,
    detector::CASES,
];
