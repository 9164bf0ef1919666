//! Corollary 7.1.7, Lemmas 7.1.8 to 7.1.11, and section 5.6.3: numbers of Algorithm 7.

use super::*;
use verdict_checker::liveness::Fairness::Weak;

const fn seven(timeouts: Timeouts) -> Scenario {
    Scenario::new(Algorithm::Seven, Tempo::Waits(timeouts))
}

const ASYNCHRONOUS: Scenario = Scenario::new(Algorithm::Seven, Tempo::Asynchronous);

/// Everyone that is up goes on: messages arrive, timeouts come to their end.
const FAIR: &str = "weak, for every access and every timeout";

/// A liveness property.
fn liveness(
    setup: &Setup,
    scenario: Scenario,
    property: fn(usize) -> Property<Nodes>,
) -> Result<Box<dyn Judge>, SetupError> {
    let property = property(setup.get("N") as usize);
    let fairness = vec![("deliver", Weak), ("timeout", Weak)];
    judge(setup, scenario, property, fairness)
}

const TWICE: Case = Case {
    claim: "thesis/alg7/at-most-twice",
    ..BASE
};

const WAIT_FREE: Case = Case {
    claim: "thesis/alg7/wait-free",
    ..BASE
};

const SPACE: Case = Case {
    claim: "thesis/alg7/constant-space",
    ..BASE
};

/// Every case about a number.
pub const CASES: &[Case] = &[
    Case {
        variant: "round-trip",
        reading: "one leader crashes for good, a timeout waits for the answer of a live leader",
        sizes: &[&[3, 1, 0], &[4, 1, 0]],
        build: build!(|setup| {
            let scenario = seven(Timeouts::RoundTrip).counting(Counted::Runs);
            safety(setup, scenario, properties::runs_at_most(2))
        }),
        ..TWICE
    },
    Case {
        variant: "past-first-cas",
        reading: "one leader crashes for good, a timeout also waits for every election that has passed its first CAS",
        expected: Holds,
        sizes: &[&[3, 1, 0], &[4, 1, 0]],
        deep: &[&[5, 1, 0]],
        kills: &["skip-update"],
        build: build!(|setup| {
            let scenario = seven(Timeouts::PastFirstCas).counting(Counted::Runs);
            safety(setup, scenario, properties::runs_at_most(2))
        }),
        ..TWICE
    },
    Case {
        variant: "past-first-cas-reintegrated",
        reading: "as past-first-cas, and the leader is reintegrated: its first run only finds out who leads",
        sizes: &[&[2, 1, 1], &[3, 1, 1]],
        build: build!(|setup| {
            let scenario = seven(Timeouts::PastFirstCas).counting(Counted::Runs);
            safety(setup, scenario, properties::runs_at_most(2))
        }),
        ..TWICE
    },
    Case {
        variant: "serial",
        reading: "one leader crashes, and may be reintegrated; no timeout is over while anyone is inside an election",
        expected: Holds,
        sizes: &[&[2, 1, 1], &[3, 1, 1], &[4, 1, 1]],
        deep: &[&[5, 1, 1]],
        kills: &["skip-update"],
        build: build!(|setup| {
            let scenario = seven(Timeouts::Serial).counting(Counted::Runs);
            safety(setup, scenario, properties::runs_at_most(2))
        }),
        ..TWICE
    },
    Case {
        claim: "thesis/alg7/counter-bound",
        variant: "asynchronous",
        reading: "whatever the timeouts; the counter is an integer without a limit",
        expected: Holds,
        sizes: &[&[2, 1, 1], &[2, 2, 2], &[3, 1, 1], &[3, 2, 1]],
        deep: &[&[2, 3, 3], &[3, 2, 2], &[4, 1, 1]],
        kills: &["count-first"],
        build: build!(|setup| safety(setup, ASYNCHRONOUS, properties::counter_bound())),
        ..BASE
    },
    harnesses::COUNTER_BOUND,
    harnesses::COUNTER_WRAPS,
    Case {
        variant: "two-integers",
        reading: "node and memory keep a leader id and a counter, and nothing is hidden in them, whatever N",
        expected: Holds,
        sizes: &[&[2, 1, 1], &[2, 2, 2], &[3, 1, 1], &[3, 2, 1]],
        deep: &[&[4, 1, 1]],
        kills: &["count-first"],
        build: build!(|setup| safety(setup, ASYNCHRONOUS, properties::two_integers())),
        ..SPACE
    },
    Case {
        variant: "bits",
        reading: "the counter fits into w bits however many elections there are, even if elections are serial",
        parameters: WITH_BITS,
        sizes: &[&[2, 2, 1, 1], &[3, 2, 0, 1], &[2, 4, 3, 2]],
        deep: &[&[2, 8, 7, 3]],
        build: build!(|setup| {
            let bits = setup.within("w", 1..=14, "bits")? as u32;
            safety(
                setup,
                seven(Timeouts::Serial),
                properties::counter_fits(bits),
            )
        }),
        ..SPACE
    },
    Case {
        variant: "procedure",
        reading: "LeaderElection alone, whatever the timeouts: four accesses",
        expected: Holds,
        sizes: &[&[2, 1, 1], &[3, 1, 1]],
        deep: &[&[3, 2, 1]],
        kills: &["retry"],
        build: build!(|setup| {
            let scenario = ASYNCHRONOUS.counting(Counted::Accesses);
            safety(setup, scenario, properties::four_accesses())
        }),
        ..WAIT_FREE
    },
    Case {
        variant: "two-runs",
        reading: "CommunicateWithLeader, as the proof bounds it: two runs of LeaderElection, with one crash; each further \
                  node allows another run",
        sizes: &[&[3, 1, 0], &[4, 1, 0]],
        build: build!(|setup| {
            let scenario = seven(Timeouts::RoundTrip).counting(Counted::Runs);
            safety(setup, scenario, properties::runs_at_most(2))
        }),
        ..WAIT_FREE
    },
    Case {
        variant: "call-ends",
        reading: "CommunicateWithLeader ends: every node that stays up leads or has a leader in the end, though no bound \
                  is given",
        expected: Holds,
        sizes: &[&[2, 1, 1], &[3, 1, 0], &[3, 1, 1]],
        deep: &[&[3, 2, 1]],
        kills: &["retry", "skip-update"],
        fairness: FAIR,
        build: build!(|setup| {
            liveness(
                setup,
                seven(Timeouts::RoundTrip),
                properties::every_call_ends,
            )
        }),
        ..WAIT_FREE
    },
    Case {
        claim: "thesis/alg7/lock-free",
        variant: "asynchronous",
        reading: "whatever the timeouts, and wherever nodes stall for ever, elections come to an end",
        expected: Holds,
        sizes: &[&[2, 1, 1], &[2, 2, 1], &[3, 1, 1]],
        deep: &[&[3, 2, 1]],
        kills: &["retry"],
        fairness: FAIR,
        build: build!(|setup| liveness(setup, ASYNCHRONOUS, |_| properties::elections_end())),
        ..BASE
    },
];
