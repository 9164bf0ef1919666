//! Our repair of Algorithm 7: epoch and leader in one word, one CAS.
//!
//! No election can keep two nodes from having the role at the same time if a leader may be accused while it lives
//! and never steps down. What one word gives is a leader for each epoch, and so a number that
//! tells the younger of two leaders: work can be fenced with it.

use super::*;

const WHOLE: Algorithm = Algorithm::OneWord { wraps: None };
const ASYNCHRONOUS: Scenario = Scenario::new(WHOLE, Tempo::Asynchronous);
const ROLE_TAKEN: Scenario = Scenario::new(WHOLE, Tempo::Waits(Timeouts::RoleTaken));

const REPAIR: Case = Case {
    claim: "thesis/repair",
    ..BASE
};

/// With an epoch of w bits.
fn wrapping(setup: &Setup, scenario: Scenario) -> Result<Scenario, SetupError> {
    let bits = setup.within("w", 1..=14, "bits")? as u8;
    Ok(Scenario {
        algorithm: Algorithm::OneWord { wraps: Some(bits) },
        ..scenario
    })
}

/// Every case about the repair.
pub const CASES: &[Case] = &[
    Case {
        variant: "per-epoch",
        reading: "asynchronous: no two nodes lead in the same epoch, whoever is accused",
        expected: Holds,
        sizes: EXHAUSTED,
        deep: &[&[3, 3, 3], &[4, 1, 1], &[4, 2, 1]],
        kills: &["keep-epoch", "lead-anyway"],
        build: build!(|setup| safety(setup, ASYNCHRONOUS, properties::one_leads_per_epoch())),
        ..REPAIR
    },
    Case {
        variant: "from-nothing",
        reading: "as per-epoch, but at first nobody leads and the word names no epoch, as in the library",
        expected: Holds,
        sizes: &[&[2, 1, 1], &[2, 2, 2], &[3, 1, 1], &[3, 2, 1]],
        deep: &[&[2, 3, 3], &[3, 2, 2]],
        kills: &["keep-epoch", "lead-anyway"],
        build: build!(|setup| {
            let scenario = Scenario {
                first: First::Nobody,
                ..ASYNCHRONOUS
            };
            safety(setup, scenario, properties::one_leads_per_epoch())
        }),
        ..REPAIR
    },
    Case {
        variant: "fenced",
        reading: "asynchronous: work that shows its epoch is accepted only from the leader that the word names",
        expected: Holds,
        sizes: &[&[2, 1, 1], &[2, 2, 2], &[3, 1, 1], &[3, 2, 1]],
        deep: &[&[2, 3, 3], &[3, 2, 2]],
        kills: &["no-fence", "keep-epoch"],
        build: build!(|setup| {
            let scenario = Scenario {
                fenced_work: true,
                ..ASYNCHRONOUS
            };
            safety(setup, scenario, properties::fenced())
        }),
        ..REPAIR
    },
    Case {
        variant: "asynchronous",
        reading: "roles: a live leader may be accused, and does not step down",
        sizes: &[&[2, 0, 0], &[3, 2, 1]],
        build: build!(|setup| safety(setup, ASYNCHRONOUS, properties::one_leads())),
        ..REPAIR
    },
    Case {
        variant: "round-trip",
        reading: "roles; a timeout waits for the answer of a live leader, and not for a winner to take the role",
        sizes: &[&[2, 1, 1], &[3, 1, 0], &[3, 2, 1]],
        build: build!(|setup| {
            let scenario = Scenario::new(WHOLE, Tempo::Waits(Timeouts::RoundTrip));
            safety(setup, scenario, properties::one_leads())
        }),
        ..REPAIR
    },
    Case {
        variant: "role-taken",
        reading: "roles; a timeout also waits for winners to take the role, a contact takes no time: what Algorithm 7 does \
                  not survive",
        expected: Holds,
        sizes: EXHAUSTED,
        deep: EXHAUSTED_DEEP,
        assumptions: ASSUMED,
        kills: &["keep-epoch", "lead-anyway", "return-as-before"],
        build: build!(|setup| safety(setup, ROLE_TAKEN, properties::one_leads())),
        ..REPAIR
    },
    Case {
        variant: "role-taken-at-once",
        reading: "roles, as role-taken, but a contact with nobody or oneself fails at once",
        expected: Holds,
        sizes: EXHAUSTED,
        kills: &["keep-epoch", "lead-anyway", "return-as-before"],
        build: build!(|setup| {
            let scenario = ROLE_TAKEN.hopeless(Hopeless::FailsAtOnce);
            safety(setup, scenario, properties::one_leads())
        }),
        ..REPAIR
    },
    Case {
        variant: "role-taken-kept",
        reading: "roles, as role-taken, but requests are messages, and a node inside an election responds after it",
        expected: Holds,
        sizes: &[&[2, 1, 1], &[2, 2, 2], &[3, 1, 1], &[3, 2, 1]],
        deep: &[&[3, 2, 2]],
        assumptions: ASSUMED,
        kills: &["keep-epoch", "lead-anyway", "return-as-before"],
        build: build!(|setup| {
            let scenario = ROLE_TAKEN.by_message(Requests::Kept);
            safety(setup, scenario, properties::one_leads())
        }),
        ..REPAIR
    },
    Case {
        variant: "wraps",
        reading: "as role-taken, with an epoch of w bits: 2^w elections while one node stands before its CAS",
        parameters: WITH_BITS,
        sizes: &[&[2, 2, 2, 1], &[2, 4, 4, 2], &[3, 2, 1, 1]],
        deep: &[&[2, 8, 8, 3]],
        build: build!(|setup| {
            let scenario = wrapping(setup, ROLE_TAKEN)?;
            safety(setup, scenario, properties::one_leads())
        }),
        ..REPAIR
    },
    Case {
        variant: "wraps-not-yet",
        reading: "as role-taken, with an epoch of w bits and fewer than 2^w elections after the first",
        expected: Holds,
        parameters: WITH_BITS,
        sizes: &[&[2, 1, 1, 1], &[3, 1, 1, 1], &[2, 3, 3, 2], &[3, 2, 2, 2]],
        deep: &[&[3, 3, 3, 2], &[2, 7, 7, 3]],
        kills: &["keep-epoch", "lead-anyway", "return-as-before"],
        build: build!(|setup| {
            let scenario = wrapping(setup, ROLE_TAKEN)?;
            safety(setup, scenario, properties::one_leads())
        }),
        ..REPAIR
    },
    Case {
        variant: "wraps-per-epoch",
        reading: "asynchronous, with an epoch of w bits: the same epoch comes round while its first leader still leads",
        parameters: WITH_BITS,
        sizes: &[&[3, 0, 0, 1], &[5, 0, 0, 2]],
        build: build!(|setup| {
            let scenario = wrapping(setup, ASYNCHRONOUS)?;
            safety(setup, scenario, properties::one_leads_per_epoch())
        }),
        ..REPAIR
    },
    harnesses::REPAIR,
];
