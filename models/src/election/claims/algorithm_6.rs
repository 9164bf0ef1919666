//! Lemma 7.1.5 and the caption of Algorithm 6.

use super::*;

const fn six(tempo: Tempo) -> Scenario {
    Scenario::new(Algorithm::Six, tempo)
}

const ASYNCHRONOUS: Scenario = six(Tempo::Asynchronous);
const ROUND_TRIP: Scenario = six(Tempo::Waits(Timeouts::RoundTrip));
const ROLE_TAKEN: Scenario = six(Tempo::Waits(Timeouts::RoleTaken));
const SERIAL: Scenario = six(Tempo::Waits(Timeouts::Serial));
const CLOCK: Scenario = six(Tempo::Clock).by_message(Requests::Kept);

pub fn claims() -> Vec<Claim> {
    vec![unique_leader(), persistent_faults()]
}

fn unique_leader() -> Claim {
    Claim::safety(
        "thesis/alg6/unique-leader",
        "Lemma 7.1.5; Section 5.4; Table 5.1",
        "Once at most one node believes it is leader (n.lid = n.id), Algorithm 6 keeps it so \
         at all later times. The thesis states this property in order to refute it: when \
         failed nodes may be reintegrated, an ABA on the leader id violates it.",
    )
    .case(
        two_lead(ASYNCHRONOUS)
            .reading(
                "asynchronous",
                "a timeout may accuse a live leader, which never steps down: no fault is needed",
            )
            .sizes([[2, 0, 0], [3, 1, 1]]),
    )
    .case(
        two_lead(ROUND_TRIP)
            .reading(
                "round-trip",
                "roles; a timeout waits for the answer of a live leader: a winner is contacted before it has \
                 taken the role, and succeeded",
            )
            .sizes([[2, 1, 1], [3, 1, 0], [3, 2, 1]]),
    )
    .case(two_lead(ROLE_TAKEN).reading(
        "role-taken",
        "roles; a timeout also waits for winners to take the role: the ABA of section 5.4 with the fewest \
         nodes, where the reintegrated leader succeeds itself",
    ))
    .case(
        two_lead(ROLE_TAKEN.hopeless(Hopeless::NeverWithOneself))
            .reading(
                "table-5.1",
                "roles, as role-taken, but nobody succeeds itself: the ABA from one leader to another and back, \
                 as in Table 5.1",
            )
            .sizes([[3, 2, 1], [3, 2, 2]]),
    )
    .case(
        needs_7_1_3(one_leads(SERIAL))
            .reading(
                "serial",
                "roles; no timeout is over while anyone is inside an election, and a contact takes no time",
            )
            .sizes(EXHAUSTED)
            .deep(EXHAUSTED_DEEP)
            .kills([Mutant::ReturnAsBefore, Mutant::LeadAnyway]),
    )
    .case(two_lead(SERIAL.by_message(Requests::Kept)).reading(
        "serial-by-message",
        "roles, as serial, but requests are messages: one that reaches a worker is in vain although the worker \
         leads when the timeout is over (Table 5.1, rows 6 to 8)",
    ))
    .case(
        two_lead(CLOCK)
            .reading(
                "clock",
                "roles; the timeout is 8d + 1 ticks, an election at most 8d",
            )
            .sizes([[2, 1, 1, 1], [2, 1, 1, 2], [2, 1, 1, 3], [3, 1, 1, 1]]),
    )
    .case(
        SERIAL
            .asks(properties::one_believes)
            .reading(
                "believes",
                "believesLeader, n.lid = n.id, even if elections are serial: a reintegrated leader reads its own id, \
                 believes, and does not lead",
            )
            .expect(Refuted)
            .sizes(SHORTEST),
    )
    .case(
        SERIAL
            .as_printed()
            .asks(properties::one_believes)
            .reading(
                "believes-as-printed",
                "believesLeader, with a BecomeLeader that does not set n.lid, as printed: only reintegrated leaders ever \
                 believe, so it takes two of them",
            )
            .expect(Refuted)
            .sizes([[2, 2, 2], [3, 2, 2]]),
    )
    .case(
        ROUND_TRIP
            .asks(properties::leaders_believe)
            .reading(
                "leaders-believe",
                "who leads believes to, with BecomeLeader as meant",
            )
            .sizes(EXHAUSTED)
            .kills([Mutant::LeadWithOldId]),
    )
    .case(
        SERIAL
            .as_printed()
            .asks(properties::leaders_believe)
            .reading(
                "leaders-believe-as-printed",
                "who leads believes to, with a BecomeLeader that does not set n.lid, as printed",
            )
            .expect(Refuted)
            .sizes([[2, 1, 0], [3, 1, 1]]),
    )
    .case(
        SERIAL
            .asks(properties::believers_lead)
            .reading(
                "believers-lead",
                "who believes to lead does, even if elections are serial",
            )
            .expect(Refuted)
            .sizes(SHORTEST),
    )
}

fn persistent_faults() -> Claim {
    const SHORTEST: [[u64; 3]; 2] = [[3, 1, 0], [4, 2, 0]];
    Claim::safety(
        "thesis/alg6/persistent-faults",
        "Section 5.2; caption of Algorithm 6; Lemma 7.1.5, end of proof",
        "Algorithm 6 tolerates persistent faults: as long as no failed node is reintegrated, \
         at most one node believes it is leader.",
    )
    .case(
        two_lead(ASYNCHRONOUS)
            .reading(
                "asynchronous",
                "a timeout may accuse a live leader, which never steps down: no fault is needed",
            )
            .sizes([[2, 0, 0], [3, 1, 0]]),
    )
    .case(
        two_lead(ROUND_TRIP)
            .reading(
                "round-trip",
                "roles; a timeout waits for the answer of a live leader: a winner is contacted before it has \
                 taken the role, and succeeded, with one crash and no reintegration",
            )
            .sizes(SHORTEST),
    )
    .case(
        needs_7_1_3(one_leads(ROLE_TAKEN).without("crash-stop", Refuted))
            .reading(
                "role-taken",
                "roles; a timeout also waits for winners to take the role",
            )
            .sizes([[3, 1, 0], [3, 2, 0], [4, 2, 0], [4, 3, 0], [5, 2, 0]])
            .deep([[5, 4, 0], [6, 3, 0]])
            .kills([Mutant::LeadAnyway]),
    )
    .case(
        two_lead(ROLE_TAKEN.by_message(Requests::Dropped))
            .reading(
                "role-taken-dropped",
                "roles, as role-taken, but requests are messages, and a node inside an election does not respond",
            )
            .sizes(SHORTEST),
    )
    .case(
        one_leads(ROLE_TAKEN.by_message(Requests::Kept))
            .reading(
                "role-taken-kept",
                "roles, as role-taken, but requests are messages, and a node inside an election responds after it",
            )
            .sizes([[3, 1, 0], [3, 2, 0], [4, 2, 0]])
            .deep([[5, 2, 0]])
            .without("crash-stop", Refuted)
            .without("outlasts-elections", Refuted)
            .kills([Mutant::LeadAnyway]),
    )
    .case(
        two_lead(CLOCK.by_message(Requests::Dropped))
            .reading(
                "clock-dropped",
                "roles; the timeout is 8d + 1 ticks, and a node inside an election does not respond: enough of a delay \
                 lets a request overtake the news of having won",
            )
            .sizes([[3, 1, 0, 4]])
            .deep([[3, 1, 0, 5]]),
    )
    .case(
        one_leads(CLOCK.by_message(Requests::Dropped))
            .reading(
                "clock-dropped-short",
                "roles, as clock-dropped, with a delay of 1 to 3 ticks: too short for a request to overtake the news",
            )
            .sizes([[3, 1, 0, 1], [3, 1, 0, 2], [3, 1, 0, 3], [3, 2, 0, 2], [3, 2, 0, 3]])
            .kills([Mutant::LeadAnyway]),
    )
    .case(
        one_leads(CLOCK)
            .reading(
                "clock-kept",
                "roles; the timeout is 8d + 1 ticks, and a node inside an election responds after it",
            )
            .sizes([[3, 1, 0, 1], [3, 1, 0, 2], [3, 1, 0, 3], [3, 1, 0, 4], [3, 2, 0, 2]])
            .deep([[3, 2, 0, 3], [4, 2, 0, 1]])
            .kills([Mutant::LeadAnyway]),
    )
}
