//! Lemma 7.1.6: Algorithm 7 under each reading of Assumption 7.1.3.

use super::*;
use crate::election::equation::{self, Earlier, Equation75};

const fn seven(tempo: Tempo) -> Scenario {
    Scenario::new(Algorithm::Seven, tempo)
}

const ROUND_TRIP: Scenario = seven(Tempo::Waits(Timeouts::RoundTrip));
const SECOND_CAS: Scenario = seven(Tempo::Waits(Timeouts::SecondCas));
const ROLE_TAKEN: Scenario = seven(Tempo::Waits(Timeouts::RoleTaken));
const PAST_FIRST_CAS: Scenario = seven(Tempo::Waits(Timeouts::PastFirstCas));
const SERIAL: Scenario = seven(Tempo::Waits(Timeouts::Serial));
const CLOCK: Scenario = seven(Tempo::Clock);

const BY_MESSAGE: [[u64; 3]; 4] = [[2, 1, 1], [2, 2, 2], [3, 1, 1], [3, 2, 1]];
const BY_MESSAGE_DEEP: [[u64; 3]; 3] = [[2, 3, 3], [3, 2, 2], [4, 1, 1]];

pub fn claims() -> Vec<Claim> {
    let unique_leader = Claim::safety(
        "thesis/alg7/unique-leader",
        "Lemma 7.1.6, with Assumptions 7.1.1 to 7.1.4; Algorithm 7",
        "If at some time at most one node believes it is leader (n.lid = n.id), Algorithm 7 \
         preserves this at all later times, also when failed nodes are reintegrated; assumed \
         are unique ids and a communication timeout longer than a complete election.",
    );
    vec![lemma(by_clock(waiting(unwaiting(unique_leader))))]
}

/// Timeouts that do not wait for elections past their first CAS.
fn unwaiting(claim: Claim) -> Claim {
    claim
        .case(
            two_lead(seven(Tempo::Asynchronous))
                .reading(
                    "asynchronous",
                    "without Assumption 7.1.3: a timeout may accuse a live leader, which never steps down",
                )
                .sizes([[2, 0, 0], [3, 2, 1]]),
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
        .case(
            two_lead(SECOND_CAS)
                .reading(
                    "second-cas",
                    "roles; a timeout also waits for whoever stands between its two CAS, as case a.2 of the proof has it: \
                     the same run as round-trip",
                )
                .sizes([[2, 1, 1], [3, 1, 0], [3, 2, 1]]),
        )
        .case(two_lead(ROLE_TAKEN).reading(
            "role-taken",
            "roles; a timeout also waits for winners to take the role: the second CAS knows no counter, so a node that \
             stalls before it still meets the ABA, here of a leader that succeeds itself (Table 5.7)",
        ))
        .case(
            two_lead(ROLE_TAKEN.hopeless(Hopeless::NeverWithOneself))
                .reading(
                    "role-taken-table-5.1",
                    "roles, as role-taken, but nobody succeeds itself: the ABA of Table 5.1, from one leader to another and \
                     back, against the second CAS",
                )
                .sizes([[3, 2, 1], [3, 2, 2]]),
        )
}

/// Timeouts that do.
fn waiting(claim: Claim) -> Claim {
    const COUNTED: [Mutant; 3] = [
        Mutant::IgnoreCounter,
        Mutant::LeadAnyway,
        Mutant::ReturnAsBefore,
    ];
    claim
        .case(
            needs_7_1_3(one_leads(PAST_FIRST_CAS))
                .reading(
                    "past-first-cas",
                    "roles; a timeout waits for every election that has passed its first CAS, and a contact takes no time",
                )
                .sizes(EXHAUSTED)
                .deep(EXHAUSTED_DEEPER)
                .kills(COUNTED),
        )
        .case(
            one_leads(PAST_FIRST_CAS.leader_first())
                .reading(
                    "past-first-cas-leader-first",
                    "roles, as past-first-cas, but a loser reads the leader id before the counter, as Table 5.9 lists the reads: what \
                     it knows may then be an old leader with a new counter, and the second CAS fails",
                )
                .sizes([[2, 1, 1], [2, 2, 2], [3, 1, 1], [3, 2, 1]])
                .deep([[3, 2, 2]])
                .kills(COUNTED),
        )
        .case(two_lead(PAST_FIRST_CAS.hopeless(Hopeless::FailsAtOnce)).reading(
            "past-first-cas-at-once",
            "roles, as past-first-cas, but a contact with nobody or oneself fails at once: a reintegrated leader \
             succeeds itself while another node stands between its two CAS",
        ))
        .case(
            two_lead(PAST_FIRST_CAS.by_message(Requests::Dropped))
                .reading(
                    "past-first-cas-dropped",
                    "roles, as past-first-cas, but requests are messages, and a node inside an election does not respond",
                )
                .sizes([[2, 1, 1], [3, 1, 0], [3, 2, 1]]),
        )
        .case(
            needs_7_1_3(one_leads(PAST_FIRST_CAS.by_message(Requests::Kept)))
                .reading(
                    "past-first-cas-kept",
                    "roles, as past-first-cas, but requests are messages, and a node inside an election responds after it",
                )
                .sizes(BY_MESSAGE)
                .deep(BY_MESSAGE_DEEP)
                .kills(COUNTED),
        )
        .case(
            needs_7_1_3(one_leads(SERIAL))
                .reading(
                    "serial",
                    "roles; no timeout is over while anyone is inside an election, and a contact takes no time",
                )
                .sizes(EXHAUSTED)
                .deep(EXHAUSTED_DEEP)
                .kills([Mutant::ReturnAsBefore]),
        )
        .case(two_lead(SERIAL.hopeless(Hopeless::FailsAtOnce)).reading(
            "serial-at-once",
            "roles, as serial, but a contact with nobody or oneself fails at once",
        ))
        .case(
            needs_7_1_3(one_leads(SERIAL.by_message(Requests::Dropped)))
                .reading(
                    "serial-dropped",
                    "roles, as serial, but requests are messages, and a node inside an election does not respond",
                )
                .sizes(BY_MESSAGE)
                .deep(BY_MESSAGE_DEEP)
                .kills([Mutant::IgnoreCounter, Mutant::ReturnAsBefore]),
        )
}

/// Timeouts of so many ticks.
fn by_clock(claim: Claim) -> Claim {
    claim
        .case(
            two_lead(CLOCK.by_message(Requests::Dropped))
                .reading(
                    "clock-dropped",
                    "roles; Assumption 7.1.3 to the letter: the timeout is 8d + 1 ticks, an election at most 8d; a node inside \
                     an election does not respond, so a request may reach a winner before the news of having won",
                )
                .sizes([[2, 1, 1, 2], [2, 1, 1, 3], [3, 1, 0, 2], [3, 1, 0, 3]])
                .deep([[3, 1, 1, 2]]),
        )
        .case(
            one_leads(CLOCK.by_message(Requests::Dropped))
                .reading(
                    "clock-dropped-one-tick",
                    "roles, as clock-dropped, every message and access taking one tick: nothing overtakes the news of having \
                     won",
                )
                .sizes([[2, 1, 1, 1], [2, 2, 2, 1], [3, 1, 0, 1], [3, 1, 1, 1]])
                .kills([Mutant::IgnoreCounter, Mutant::ReturnAsBefore]),
        )
        .case(
            one_leads(CLOCK.by_message(Requests::Kept))
                .reading(
                    "clock-kept",
                    "roles; the timeout is 8d + 1 ticks, an election at most 8d; a node inside an election responds after it",
                )
                .sizes([
                    [2, 1, 1, 1],
                    [2, 1, 1, 2],
                    [2, 1, 1, 3],
                    [2, 2, 2, 1],
                    [2, 2, 2, 2],
                    [3, 1, 0, 1],
                    [3, 1, 0, 2],
                    [3, 1, 0, 3],
                    [3, 1, 1, 1],
                    [3, 1, 1, 2],
                ])
                .deep([[2, 2, 2, 3], [2, 1, 1, 4], [3, 1, 1, 3], [3, 2, 1, 1]])
                .without("outlasts-elections", Refuted)
                .kills([
                    Mutant::IgnoreCounter,
                    Mutant::LeadAnyway,
                    Mutant::ReturnAsBefore,
                ]),
        )
        .case(
            one_leads(CLOCK.by_message(Requests::Kept))
                .lacking("outlasts-elections")
                .reading(
                    "clock-kept-short",
                    "as clock-kept, but the timeout is 2d + 1 ticks: longer than a round trip and shorter than an election",
                )
                .expect(Refuted)
                .sizes([[2, 2, 2, 2], [2, 1, 1, 3]]),
        )
}

/// The predicate of the lemma.
fn lemma(claim: Claim) -> Claim {
    claim
        .case(
            SERIAL
                .asks(properties::one_believes)
                .reading(
                    "believes",
                    "the lemma's own predicate, n.lid = n.id, even if elections are serial: a reintegrated leader reads its \
                     own id, believes, and does not lead",
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
                    "the lemma's own predicate, with a BecomeLeader that does not set n.lid, as printed: only reintegrated \
                     leaders ever believe, so it takes two of them",
                )
                .expect(Refuted)
                .sizes([[2, 2, 2], [3, 2, 2]]),
        )
        .case(
            every_one(Equation75(Earlier::Some))
                .reading(
                    "equation-7.5-as-printed",
                    "equation 7.5 says that uniqueness is kept; as printed, for all t1 there is a t, it is true of every history, for \
                     t = t1 will always do",
                )
                .expect(Refuted),
        )
        .case(
            every_one(Equation75(Earlier::Every))
                .reading(
                    "equation-7.5-as-meant",
                    "equation 7.5 for all t and t1, which is what every other reading is asked",
                )
                .kills([equation::Mutant::SomeTime, equation::Mutant::Later]),
        )
}
