//! Our repair of Algorithm 7: epoch and leader in one word, one CAS.
//!
//! No election can keep two nodes from having the role at the same time if a leader may be accused while it lives
//! and never steps down. What one word gives is a leader for each epoch, and so a number that
//! tells the younger of two leaders: work can be fenced with it.

use super::*;

const WHOLE: Algorithm = Algorithm::OneWord { wraps: None };
const ASYNCHRONOUS: Scenario = Scenario::new(WHOLE, Tempo::Asynchronous);
const ROUND_TRIP: Scenario = Scenario::new(WHOLE, Tempo::Waits(Timeouts::RoundTrip));
const ROLE_TAKEN: Scenario = Scenario::new(WHOLE, Tempo::Waits(Timeouts::RoleTaken));

pub fn claims() -> Vec<Claim> {
    let repair = Claim::safety(
        "thesis/repair",
        "Sections 5.2 to 5.4; our repair, not in the thesis",
        "One CAS on one word that packs an epoch and the leader id keeps the leader unique \
         for any number of nodes with reintegration, as long as the epoch does not wrap. This \
         claim is ours and repairs Algorithm 7.",
    );
    vec![wrapping(roles(by_epoch(repair)))]
}

/// A leader for each epoch.
fn by_epoch(claim: Claim) -> Claim {
    claim
        .case(
            ASYNCHRONOUS
                .asks(properties::one_leads_per_epoch)
                .reading(
                    "per-epoch",
                    "asynchronous: no two nodes lead in the same epoch, whoever is accused",
                )
                .sizes(EXHAUSTED)
                .deep([[3, 3, 3], [4, 1, 1], [4, 2, 1]])
                .kills([Mutant::KeepEpoch, Mutant::LeadAnyway]),
        )
        .case(
            ASYNCHRONOUS
                .first(First::Nobody)
                .asks(properties::one_leads_per_epoch)
                .reading(
                    "from-nothing",
                    "as per-epoch, but at first nobody leads and the word names no epoch, as in the library",
                )
                .sizes([[2, 1, 1], [2, 2, 2], [3, 1, 1], [3, 2, 1]])
                .deep([[2, 3, 3], [3, 2, 2]])
                .kills([Mutant::KeepEpoch, Mutant::LeadAnyway]),
        )
        .case(
            ASYNCHRONOUS
                .fenced()
                .asks(properties::fenced)
                .reading(
                    "fenced",
                    "asynchronous: work that shows its epoch is accepted only from the leader that the word names",
                )
                .sizes([[2, 1, 1], [2, 2, 2], [3, 1, 1], [3, 2, 1]])
                .deep([[2, 3, 3], [3, 2, 2]])
                .kills([Mutant::NoFence, Mutant::KeepEpoch]),
        )
}

const KILLED: [Mutant; 3] = [
    Mutant::KeepEpoch,
    Mutant::LeadAnyway,
    Mutant::ReturnAsBefore,
];

/// A leader at a time.
fn roles(claim: Claim) -> Claim {
    claim
        .case(
            two_lead(ASYNCHRONOUS)
                .reading(
                    "asynchronous",
                    "roles: a live leader may be accused, and does not step down",
                )
                .sizes([[2, 0, 0], [3, 2, 1]]),
        )
        .case(
            two_lead(ROUND_TRIP)
                .reading(
                    "round-trip",
                    "roles; a timeout waits for the answer of a live leader, and not for a winner to take the role",
                )
                .sizes([[2, 1, 1], [3, 1, 0], [3, 2, 1]]),
        )
        .case(
            needs_7_1_3(one_leads(ROLE_TAKEN))
                .reading(
                    "role-taken",
                    "roles; a timeout also waits for winners to take the role, a contact takes no time: what Algorithm 7 does \
                     not survive",
                )
                .sizes(EXHAUSTED)
                .deep(EXHAUSTED_DEEPER)
                .kills(KILLED),
        )
        .case(
            one_leads(ROLE_TAKEN.hopeless(Hopeless::FailsAtOnce))
                .reading(
                    "role-taken-at-once",
                    "roles, as role-taken, but a contact with nobody or oneself fails at once",
                )
                .sizes(EXHAUSTED)
                .kills(KILLED),
        )
        .case(
            needs_7_1_3(one_leads(ROLE_TAKEN.by_message(Requests::Kept)))
                .reading(
                    "role-taken-kept",
                    "roles, as role-taken, but requests are messages, and a node inside an election responds after it",
                )
                .sizes([[2, 1, 1], [2, 2, 2], [3, 1, 1], [3, 2, 1]])
                .deep([[3, 2, 2]])
                .kills(KILLED),
        )
}

/// An epoch of w bits.
fn wrapping(claim: Claim) -> Claim {
    claim
        .case(
            two_lead(ROLE_TAKEN.bits(Bits::Epoch))
                .reading(
                    "wraps",
                    "as role-taken, with an epoch of w bits: 2^w elections while one node stands before its CAS",
                )
                .sizes([[2, 2, 2, 1], [2, 4, 4, 2], [3, 2, 1, 1]])
                .deep([[2, 8, 8, 3]]),
        )
        .case(
            one_leads(ROLE_TAKEN.bits(Bits::Epoch))
                .reading(
                    "wraps-not-yet",
                    "as role-taken, with an epoch of w bits and fewer than 2^w elections after the first",
                )
                .sizes([[2, 1, 1, 1], [3, 1, 1, 1], [2, 3, 3, 2], [3, 2, 2, 2]])
                .deep([[3, 3, 3, 2], [2, 7, 7, 3]])
                .kills(KILLED),
        )
        .case(
            ASYNCHRONOUS
                .bits(Bits::Epoch)
                .asks(properties::one_leads_per_epoch)
                .reading(
                    "wraps-per-epoch",
                    "asynchronous, with an epoch of w bits: the same epoch comes round while its first leader still leads",
                )
                .expect(Refuted)
                .sizes([[3, 0, 0, 1], [5, 0, 0, 2]]),
        )
}
