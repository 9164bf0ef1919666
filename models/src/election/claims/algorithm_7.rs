//! Lemma 7.1.6: Algorithm 7 under each reading of Assumption 7.1.3.

use super::*;

const fn seven(tempo: Tempo) -> Scenario {
    Scenario::new(Algorithm::Seven, tempo)
}

const ROUND_TRIP: Scenario = seven(Tempo::Waits(Timeouts::RoundTrip));
const SECOND_CAS: Scenario = seven(Tempo::Waits(Timeouts::SecondCas));
const ROLE_TAKEN: Scenario = seven(Tempo::Waits(Timeouts::RoleTaken));
const PAST_FIRST_CAS: Scenario = seven(Tempo::Waits(Timeouts::PastFirstCas));
const SERIAL: Scenario = seven(Tempo::Waits(Timeouts::Serial));

const UNIQUE: Case = Case {
    claim: "thesis/alg7/unique-leader",
    ..BASE
};

const BY_MESSAGE: &[&[u64]] = &[&[2, 1, 1], &[2, 2, 2], &[3, 1, 1], &[3, 2, 1]];
const BY_MESSAGE_DEEP: &[&[u64]] = &[&[2, 3, 3], &[3, 2, 2], &[4, 1, 1]];

/// Every case about Lemma 7.1.6.
pub const CASES: &[Case] = &[
    Case {
        variant: "asynchronous",
        reading: "without Assumption 7.1.3: a timeout may accuse a live leader, which never steps down",
        sizes: &[&[2, 0, 0], &[3, 2, 1]],
        build: build!(|setup| safety(setup, seven(Tempo::Asynchronous), properties::one_leads())),
        ..UNIQUE
    },
    Case {
        variant: "round-trip",
        reading: "roles; a timeout waits for the answer of a live leader: a winner is contacted before it has \
                  taken the role, and succeeded",
        sizes: &[&[2, 1, 1], &[3, 1, 0], &[3, 2, 1]],
        build: build!(|setup| safety(setup, ROUND_TRIP, properties::one_leads())),
        ..UNIQUE
    },
    Case {
        variant: "second-cas",
        reading: "roles; a timeout also waits for whoever stands between its two CAS, as case a.2 of the proof has it: \
                  the same run as round-trip",
        sizes: &[&[2, 1, 1], &[3, 1, 0], &[3, 2, 1]],
        build: build!(|setup| safety(setup, SECOND_CAS, properties::one_leads())),
        ..UNIQUE
    },
    Case {
        variant: "role-taken",
        reading: "roles; a timeout also waits for winners to take the role: the second CAS knows no counter, so a node that \
                  stalls before it still meets the ABA, here of a leader that succeeds itself (Table 5.7)",
        build: build!(|setup| safety(setup, ROLE_TAKEN, properties::one_leads())),
        ..UNIQUE
    },
    Case {
        variant: "role-taken-table-5.1",
        reading: "roles, as role-taken, but nobody succeeds itself: the ABA of Table 5.1, from one leader to another and \
                  back, against the second CAS",
        sizes: &[&[3, 2, 1], &[3, 2, 2]],
        build: build!(|setup| {
            let scenario = ROLE_TAKEN.hopeless(Hopeless::NeverWithOneself);
            safety(setup, scenario, properties::one_leads())
        }),
        ..UNIQUE
    },
    Case {
        variant: "past-first-cas",
        reading: "roles; a timeout waits for every election that has passed its first CAS, and a contact takes no time",
        expected: Holds,
        sizes: EXHAUSTED,
        deep: EXHAUSTED_DEEP,
        assumptions: ASSUMED,
        kills: &["ignore-counter", "lead-anyway", "return-as-before"],
        build: build!(|setup| safety(setup, PAST_FIRST_CAS, properties::one_leads())),
        ..UNIQUE
    },
    Case {
        variant: "past-first-cas-at-once",
        reading: "roles, as past-first-cas, but a contact with nobody or oneself fails at once: a reintegrated leader \
                  succeeds itself while another node stands between its two CAS",
        build: build!(|setup| {
            let scenario = PAST_FIRST_CAS.hopeless(Hopeless::FailsAtOnce);
            safety(setup, scenario, properties::one_leads())
        }),
        ..UNIQUE
    },
    Case {
        variant: "past-first-cas-dropped",
        reading: "roles, as past-first-cas, but requests are messages, and a node inside an election does not respond",
        sizes: &[&[2, 1, 1], &[3, 1, 0], &[3, 2, 1]],
        build: build!(|setup| {
            let scenario = PAST_FIRST_CAS.by_message(Requests::Dropped);
            safety(setup, scenario, properties::one_leads())
        }),
        ..UNIQUE
    },
    Case {
        variant: "past-first-cas-kept",
        reading: "roles, as past-first-cas, but requests are messages, and a node inside an election responds after it",
        expected: Holds,
        sizes: BY_MESSAGE,
        deep: BY_MESSAGE_DEEP,
        assumptions: ASSUMED,
        kills: &["ignore-counter", "lead-anyway", "return-as-before"],
        build: build!(|setup| {
            let scenario = PAST_FIRST_CAS.by_message(Requests::Kept);
            safety(setup, scenario, properties::one_leads())
        }),
        ..UNIQUE
    },
    Case {
        variant: "serial",
        reading: "roles; no timeout is over while anyone is inside an election, and a contact takes no time",
        expected: Holds,
        sizes: EXHAUSTED,
        deep: EXHAUSTED_DEEP,
        assumptions: ASSUMED,
        kills: &["return-as-before"],
        build: build!(|setup| safety(setup, SERIAL, properties::one_leads())),
        ..UNIQUE
    },
    Case {
        variant: "serial-at-once",
        reading: "roles, as serial, but a contact with nobody or oneself fails at once",
        build: build!(|setup| {
            let scenario = SERIAL.hopeless(Hopeless::FailsAtOnce);
            safety(setup, scenario, properties::one_leads())
        }),
        ..UNIQUE
    },
    Case {
        variant: "serial-dropped",
        reading: "roles, as serial, but requests are messages, and a node inside an election does not respond",
        expected: Holds,
        sizes: BY_MESSAGE,
        deep: BY_MESSAGE_DEEP,
        assumptions: ASSUMED,
        kills: &["ignore-counter", "return-as-before"],
        build: build!(|setup| {
            let scenario = SERIAL.by_message(Requests::Dropped);
            safety(setup, scenario, properties::one_leads())
        }),
        ..UNIQUE
    },
    Case {
        variant: "clock-dropped",
        reading: "roles; Assumption 7.1.3 to the letter: the timeout is 8d + 1 ticks, an election at most 8d; a node inside \
                  an election does not respond, so a request may reach a winner before the news of having won",
        parameters: WITH_DELAY,
        sizes: &[&[2, 1, 1, 2], &[3, 1, 0, 2]],
        build: build!(|setup| {
            let scenario = seven(Tempo::Clock).by_message(Requests::Dropped);
            safety(setup, scenario, properties::one_leads())
        }),
        ..UNIQUE
    },
    Case {
        variant: "clock-kept",
        reading: "roles; the timeout is 8d + 1 ticks, an election at most 8d; a node inside an election responds after it",
        expected: Holds,
        parameters: WITH_DELAY,
        sizes: &[
            &[2, 1, 1, 1],
            &[2, 1, 1, 2],
            &[2, 2, 2, 1],
            &[3, 1, 0, 2],
            &[3, 1, 1, 1],
            &[3, 1, 1, 2],
        ],
        deep: &[&[2, 2, 2, 2], &[2, 1, 1, 4], &[3, 1, 1, 3], &[3, 2, 1, 1]],
        assumptions: &[("outlasts-elections", Holds)],
        kills: &["ignore-counter", "lead-anyway", "return-as-before"],
        build: build!(|setup| {
            let scenario = seven(Tempo::Clock).by_message(Requests::Kept);
            safety(setup, scenario, properties::one_leads())
        }),
        ..UNIQUE
    },
    Case {
        variant: "believes",
        reading: "the lemma's own predicate, n.lid = n.id, even if elections are serial: a reintegrated leader reads its \
                  own id, believes, and does not lead",
        build: build!(|setup| safety(setup, SERIAL, properties::one_believes())),
        ..UNIQUE
    },
    Case {
        variant: "believes-as-printed",
        reading: "the lemma's own predicate, with a BecomeLeader that does not set n.lid, as printed: only reintegrated \
                  leaders ever believe, so it takes two of them",
        sizes: &[&[2, 2, 2], &[3, 2, 2]],
        build: build!(|setup| safety(setup, SERIAL.as_printed(), properties::one_believes())),
        ..UNIQUE
    },
];
