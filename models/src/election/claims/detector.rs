//! Section 4.2: whom the notification message accuses.

use super::*;
use crate::election::detector::{Detector, Mutant, Ways, found_out, never_mistaken};
use verdict_checker::liveness::Fairness::Weak;

const DETECTOR: Sources = &[
    ("election/detector.rs", include_str!("../detector.rs")),
    ("election/claims/detector.rs", include_str!("detector.rs")),
];

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "workers",
        meaning: "workers beside the leader",
    },
    Parameter {
        name: "T",
        meaning: "ticks that a worker waits each time; the 3 seconds",
    },
    Parameter {
        name: "d",
        meaning: "ticks that a message takes at most",
    },
];

const WITH_TIMEOUT: &[Parameter] = &[
    super::PARAMETERS[0],
    super::PARAMETERS[1],
    super::PARAMETERS[2],
    PARAMETERS[1],
    PARAMETERS[2],
];

/// Algorithm 7, whose `Communicate` is the detector.
const ELECTION: Scenario =
    Scenario::new(Algorithm::Seven, Tempo::Detector).by_message(Requests::Kept);

/// The leader crashes, or not.
fn group(setup: &Setup, ways: Ways) -> Result<World<Detector>, SetupError> {
    let workers = setup.within("workers", 1..=6, "beside the leader")? as usize;
    let delay = setup.within("d", 1..=8, "ticks")? as u8;
    let mut timeout = setup.within("T", 1..=64, "ticks")? as u8;
    if setup.lacks("reply-in-time") {
        timeout = delay;
    }
    let detector = Detector {
        timeout,
        ways,
        mutant: setup.mutant.as_deref().and_then(Mutant::named),
    };
    let assumptions = setup.world(Assumptions {
        order: Order::Fifo,
        time: Time::Ticks { delay },
        crash: Crash {
            budget: 1,
            consecutive: None,
            amid_sends: false,
        },
        ..Assumptions::default()
    });
    Ok(World::new(vec![detector; workers + 1], assumptions))
}

fn accuses(setup: &Setup, ways: Ways) -> Result<Box<dyn Judge>, SetupError> {
    let property = never_mistaken();
    let origin = setup.origin(property.name);
    Ok(group(setup, ways)?.subject(property, Vec::new(), origin))
}

const MESSAGE: Case = Case {
    claim: "thesis/detector",
    parameters: PARAMETERS,
    mutants: Mutant::NAMES,
    sources: &[DETECTOR, world::SOURCES],
    build: build!(|setup| accuses(setup, Ways::Both)),
    ..BASE
};

/// Every case about the detector.
pub const CASES: &[Case] = &[
    Case {
        variant: "both-ways",
        reading: "as assumed: no message is lost, and the timeout is longer than a round trip, T > 2d",
        expected: Holds,
        sizes: &[&[1, 3, 1], &[1, 5, 2], &[2, 3, 1]],
        deep: &[&[1, 7, 3], &[2, 5, 2], &[3, 3, 1]],
        assumptions: &[("no-loss", Refuted), ("reply-in-time", Refuted)],
        kills: &["no-alive", "deaf"],
        ..MESSAGE
    },
    Case {
        variant: "round-trip",
        reading: "the timeout is no longer than a round trip, T = 2d: an idle worker has no second try",
        sizes: &[&[1, 2, 1], &[1, 4, 2], &[2, 2, 1]],
        ..MESSAGE
    },
    Case {
        variant: "first-way",
        reading: "workers that return tasks, and are never idle: thanks to the resend half the time is enough, T > d",
        expected: Holds,
        sizes: &[&[1, 2, 1], &[1, 3, 2], &[2, 2, 1], &[2, 3, 2]],
        deep: &[&[1, 5, 4], &[3, 2, 1]],
        assumptions: &[("no-loss", Refuted), ("reply-in-time", Refuted)],
        kills: &["no-resend", "deaf"],
        build: build!(|setup| accuses(setup, Ways::Busy)),
        ..MESSAGE
    },
    Case {
        variant: "first-way-in-time",
        reading: "as first-way with T > 2d: the resend also makes up for a lost message",
        expected: Holds,
        sizes: &[&[1, 3, 1], &[1, 5, 2], &[2, 3, 1]],
        assumptions: &[("no-loss", Holds), ("reply-in-time", Refuted)],
        kills: &["deaf"],
        build: build!(|setup| accuses(setup, Ways::Busy)),
        ..MESSAGE
    },
    Case {
        variant: "found-out",
        reading: "a leader that crashes is found out by every worker, whatever the timeout",
        expected: Holds,
        sizes: &[&[1, 3, 1], &[1, 2, 2], &[2, 3, 1]],
        fairness: "weak, for ticks, messages, timeouts, and workers that return their tasks",
        kills: &["patient"],
        build: build!(|setup| {
            let property = found_out();
            let origin = setup.origin(property.name);
            let fair = ["tick", "deliver", "timeout", "local"].map(|class| (class, Weak));
            Ok(group(setup, Ways::Both)?.subject(property, fair.to_vec(), origin))
        }),
        ..MESSAGE
    },
    Case {
        variant: "then-two-leaders",
        reading: "Algorithm 7 behind the detector, nobody crashes, T <= d: the accused leader never steps down, and there are two",
        parameters: WITH_TIMEOUT,
        sizes: &[&[2, 0, 0, 1, 1], &[2, 0, 0, 2, 2], &[3, 0, 0, 1, 1]],
        mutants: super::super::algorithm::Mutant::NAMES,
        sources: &[SOURCES, DETECTOR, world::SOURCES],
        build: build!(|setup| safety(setup, ELECTION, properties::one_leads())),
        ..MESSAGE
    },
    Case {
        variant: "then-one-leader",
        reading: "Algorithm 7 behind the detector, with a crash and a reintegration, T > 2d, requests kept during an election",
        expected: Holds,
        parameters: WITH_TIMEOUT,
        sizes: &[&[2, 1, 1, 3, 1], &[3, 1, 0, 3, 1]],
        deep: &[&[2, 1, 1, 5, 2], &[3, 1, 1, 3, 1]],
        kills: &["ignore-counter", "lead-anyway"],
        mutants: super::super::algorithm::Mutant::NAMES,
        sources: &[SOURCES, DETECTOR, world::SOURCES],
        build: build!(|setup| safety(setup, ELECTION, properties::one_leads())),
        ..MESSAGE
    },
];
