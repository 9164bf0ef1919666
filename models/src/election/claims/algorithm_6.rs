//! Lemma 7.1.5 and the caption of Algorithm 6.

use super::*;

const fn six(tempo: Tempo) -> Scenario {
    Scenario::new(Algorithm::Six, tempo)
}

const ROUND_TRIP: Scenario = six(Tempo::Waits(Timeouts::RoundTrip));
const ROLE_TAKEN: Scenario = six(Tempo::Waits(Timeouts::RoleTaken));
const SERIAL: Scenario = six(Tempo::Waits(Timeouts::Serial));
const CLOCK: Scenario = six(Tempo::Clock).by_message(Requests::Kept);

const UNIQUE: Case = Case {
    claim: "thesis/alg6/unique-leader",
    ..BASE
};

const PERSISTENT: Case = Case {
    claim: "thesis/alg6/persistent-faults",
    sizes: &[&[3, 1, 0], &[4, 2, 0]],
    ..BASE
};

/// Every case about Algorithm 6.
pub const CASES: &[Case] = &[
    Case {
        variant: "asynchronous",
        reading: "a timeout may accuse a live leader, which never steps down: no fault is needed",
        sizes: &[&[2, 0, 0], &[3, 1, 1]],
        build: build!(|setup| safety(setup, six(Tempo::Asynchronous), properties::one_leads())),
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
        variant: "role-taken",
        reading: "roles; a timeout also waits for winners to take the role: the ABA of section 5.4 with the fewest \
                  nodes, where the reintegrated leader succeeds itself",
        build: build!(|setup| safety(setup, ROLE_TAKEN, properties::one_leads())),
        ..UNIQUE
    },
    Case {
        variant: "table-5.1",
        reading: "roles, as role-taken, but nobody succeeds itself: the ABA from one leader to another and back, \
                  as in Table 5.1",
        sizes: &[&[3, 2, 1], &[3, 2, 2]],
        build: build!(|setup| {
            let scenario = ROLE_TAKEN.hopeless(Hopeless::NeverWithOneself);
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
        kills: &["return-as-before", "lead-anyway"],
        build: build!(|setup| safety(setup, SERIAL, properties::one_leads())),
        ..UNIQUE
    },
    Case {
        variant: "serial-by-message",
        reading: "roles, as serial, but requests are messages: one that reaches a worker is in vain although the worker \
                  leads when the timeout is over (Table 5.1, rows 6 to 8)",
        build: build!(|setup| {
            let scenario = SERIAL.by_message(Requests::Kept);
            safety(setup, scenario, properties::one_leads())
        }),
        ..UNIQUE
    },
    Case {
        variant: "clock",
        reading: "roles; the timeout is 8d + 1 ticks, an election at most 8d",
        parameters: WITH_DELAY,
        sizes: &[&[2, 1, 1, 1], &[2, 1, 1, 2]],
        build: build!(|setup| safety(setup, CLOCK, properties::one_leads())),
        ..UNIQUE
    },
    Case {
        variant: "believes",
        reading: "believesLeader, n.lid = n.id, even if elections are serial: a reintegrated leader reads its own id, \
                  believes, and does not lead",
        build: build!(|setup| safety(setup, SERIAL, properties::one_believes())),
        ..UNIQUE
    },
    Case {
        variant: "believes-as-printed",
        reading: "believesLeader, with a BecomeLeader that does not set n.lid, as printed: only reintegrated leaders ever \
                  believe, so it takes two of them",
        sizes: &[&[2, 2, 2], &[3, 2, 2]],
        build: build!(|setup| safety(setup, SERIAL.as_printed(), properties::one_believes())),
        ..UNIQUE
    },
    Case {
        variant: "leaders-believe",
        reading: "who leads believes to, with BecomeLeader as meant",
        expected: Holds,
        sizes: EXHAUSTED,
        kills: &["lead-with-old-id"],
        build: build!(|setup| safety(setup, ROUND_TRIP, properties::leaders_believe())),
        ..UNIQUE
    },
    Case {
        variant: "leaders-believe-as-printed",
        reading: "who leads believes to, with a BecomeLeader that does not set n.lid, as printed",
        sizes: &[&[2, 1, 0], &[3, 1, 1]],
        build: build!(|setup| safety(setup, SERIAL.as_printed(), properties::leaders_believe())),
        ..UNIQUE
    },
    Case {
        variant: "believers-lead",
        reading: "who believes to lead does, even if elections are serial",
        build: build!(|setup| safety(setup, SERIAL, properties::believers_lead())),
        ..UNIQUE
    },
    Case {
        variant: "asynchronous",
        reading: "a timeout may accuse a live leader, which never steps down: no fault is needed",
        sizes: &[&[2, 0, 0], &[3, 1, 0]],
        build: build!(|setup| safety(setup, six(Tempo::Asynchronous), properties::one_leads())),
        ..PERSISTENT
    },
    Case {
        variant: "round-trip",
        reading: "roles; a timeout waits for the answer of a live leader: a winner is contacted before it has \
                  taken the role, and succeeded, with one crash and no reintegration",
        build: build!(|setup| safety(setup, ROUND_TRIP, properties::one_leads())),
        ..PERSISTENT
    },
    Case {
        variant: "role-taken",
        reading: "roles; a timeout also waits for winners to take the role",
        expected: Holds,
        sizes: &[&[3, 1, 0], &[3, 2, 0], &[4, 2, 0], &[4, 3, 0], &[5, 2, 0]],
        deep: &[&[5, 4, 0], &[6, 3, 0]],
        assumptions: &[
            ("crash-stop", Refuted),
            ("synchrony", Refuted),
            ("outlasts-elections", Refuted),
        ],
        kills: &["lead-anyway"],
        build: build!(|setup| safety(setup, ROLE_TAKEN, properties::one_leads())),
        ..PERSISTENT
    },
    Case {
        variant: "role-taken-dropped",
        reading: "roles, as role-taken, but requests are messages, and a node inside an election does not respond",
        build: build!(|setup| {
            let scenario = ROLE_TAKEN.by_message(Requests::Dropped);
            safety(setup, scenario, properties::one_leads())
        }),
        ..PERSISTENT
    },
    Case {
        variant: "role-taken-kept",
        reading: "roles, as role-taken, but requests are messages, and a node inside an election responds after it",
        expected: Holds,
        sizes: &[&[3, 1, 0], &[3, 2, 0], &[4, 2, 0]],
        deep: &[&[5, 2, 0]],
        assumptions: &[("crash-stop", Refuted), ("outlasts-elections", Refuted)],
        kills: &["lead-anyway"],
        build: build!(|setup| {
            let scenario = ROLE_TAKEN.by_message(Requests::Kept);
            safety(setup, scenario, properties::one_leads())
        }),
        ..PERSISTENT
    },
    Case {
        variant: "clock-dropped",
        reading: "roles; the timeout is 8d + 1 ticks, and a node inside an election does not respond: enough of a delay \
                  lets a request overtake the news of having won",
        parameters: WITH_DELAY,
        sizes: &[&[3, 1, 0, 4]],
        deep: &[&[3, 1, 0, 5]],
        build: build!(|setup| {
            let scenario = CLOCK.by_message(Requests::Dropped);
            safety(setup, scenario, properties::one_leads())
        }),
        ..PERSISTENT
    },
];
