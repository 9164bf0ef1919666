//! Section 5.6: what an election costs, in reads and writes of the shared memory.
//!
//! All costs are of one election: the leader has crashed, n nodes compete, nobody else fails. The search visits every
//! state of it with what it has cost so far, so that the largest cost is exact.

use super::*;
use crate::election::costs::{Averages, Bound, Instructions, OneRun, Rounds, Samples};
use crate::election::costs::{instructions, samples};
use crate::election::properties::{Costs, costs_at_most, costs_attained};

const fn counted(timeouts: Timeouts, first: First) -> Scenario {
    let scenario = Scenario::new(Algorithm::Seven, Tempo::Waits(timeouts));
    scenario.counting(Counted::ReadsAndWrites).first(first)
}

/// The leader has crashed and stays away.
const GONE: Scenario = counted(Timeouts::PastFirstCas, First::Gone);
/// The leader has crashed and competes again.
const BACK: Scenario = counted(Timeouts::PastFirstCas, First::Back);

/// This many reads, in the number of nodes, and successful CAS.
const fn costs(each: i16, beside: i16, writes: u8) -> Costs {
    Costs {
        each,
        beside,
        writes,
    }
}

const CLAIMED: Costs = costs(6, -6, 3);
const EXACT: Costs = costs(6, -3, 3);
const WITH_THE_LEADER: Costs = costs(6, 0, 3);
const ONE_BY_ONE: Costs = costs(3, -1, 2);

fn at_most(scenario: Scenario, costs: Costs) -> Asked<InWorld<Scenario>> {
    sized(scenario.asks_of(costs_at_most, costs))
}

fn attained(scenario: Scenario, costs: Costs) -> Asked<InWorld<Scenario>> {
    sized(scenario.asks_of(costs_attained, costs)).kills([Mutant::LeadAnyway])
}

fn sized(asked: Asked<InWorld<Scenario>>) -> Asked<InWorld<Scenario>> {
    asked
        .sizes([[2, 0, 0], [3, 0, 0], [4, 0, 0]])
        .deep([[5, 0, 0]])
}

pub fn claims() -> Vec<Claim> {
    let reads = Claim::quantity(
        "thesis/alg7/reads",
        "Sections 5.6.2 and 5.6.3; Tables 5.8, 5.9 and 5.10; Section 8.1.2; Table A.2",
        "With n competing nodes an election takes at most 6(n-1) reads and 3 successful CAS \
         in all: 2 reads and 2 writes for the winner, 3 reads for each lost first CAS, 4 \
         reads and 1 write for a lost second CAS. Section 8.1.2 takes the measured reads as \
         confirmation of this worst case.",
    );
    vec![measured(counted_by_hand(searched(reads)))]
}

/// The costs of all elections.
fn searched(claim: Claim) -> Claim {
    const LONGER: [Mutant; 2] = [Mutant::SkipUpdate, Mutant::Retry];
    claim
        .case(
            at_most(GONE, CLAIMED)
                .reading(
                    "as-claimed",
                    "6(n-1) reads and 3 CAS, with the timeouts that the thesis needs (past-first-cas): the first run of the node \
                     that fails to compare leader ids, 3 reads, is missing in the sum",
                )
                .expect(Refuted)
                .not_deeper(),
        )
        .case(
            at_most(GONE, EXACT)
                .reading(
                    "exact",
                    "6n-3 reads and 3 CAS: 2 for the winner, 3+4 for the node that fails to compare leader ids, 3+3 for each other",
                )
                .kills(LONGER),
        )
        .case(attained(GONE, EXACT).reading(
            "exact-attained",
            "some election costs 6n-3 reads and 3 CAS, as the one of Table 5.10 does",
        ))
        .case(
            at_most(BACK, WITH_THE_LEADER)
                .reading(
                    "reintegrated",
                    "6n reads and 3 CAS if the crashed leader is back and one of the n, as in section 8.1: its first run, from -1, \
                     comes on top",
                )
                .kills(LONGER),
        )
        .case(attained(BACK, WITH_THE_LEADER).reading(
            "reintegrated-attained",
            "some election with the crashed leader among the n costs 6n reads and 3 CAS",
        ))
        .case(
            at_most(counted(Timeouts::RoundTrip, First::Gone), EXACT)
                .reading(
                    "round-trip",
                    "6n-3 reads and 3 CAS, with timeouts that wait for no election: more nodes raise the counter, and run it more than \
                     twice",
                )
                .expect(Refuted)
                .sizes([[2, 0, 0], [3, 0, 0]])
                .not_deeper(),
        )
        .case(
            at_most(counted(Timeouts::Serial, First::Gone), ONE_BY_ONE)
                .reading(
                    "serial",
                    "3n-1 reads and 2 CAS, with timeouts that wait for every election: nobody reads between the two CAS of another",
                )
                .kills(LONGER),
        )
}

/// The costs of a run and of a call, as the thesis adds them up.
fn counted_by_hand(claim: Claim) -> Claim {
    claim
        .case(
            every_one(OneRun)
                .reading(
                    "one-run",
                    "Table 5.9 and the three behaviours: 2 reads and 2 writes, 3 reads, 4 reads and 1 write in one run",
                )
                .kills([Mutant::SkipUpdate, Mutant::Retry, Mutant::LeadAnyway]),
        )
        .case(
            every_one(Instructions)
                .reading(
                    "table-5.8",
                    "Table 5.8: 1 + (2+1+1)x instructions of Algorithm 5 in x rounds of its loop",
                )
                .kills([instructions::Mutant::NoTest]),
        )
        .case(
            every_one(Rounds)
                .reading(
                    "table-5.8-two-rounds",
                    "section 5.6.2: x is at most 2, since LeaderElection runs at most twice; but the contact that succeeds after the \
                     second run is a third round",
                )
                .expect(Refuted),
        )
}

/// Table A.2.
fn measured(claim: Claim) -> Claim {
    claim
        .case(
            every_one(Samples {
                bound: Bound::AsClaimed,
            })
            .reading(
                "table-a.2",
                "the 250 samples of Table A.2 against 6(n-1), all n cores competing",
            )
            .expect(Refuted),
        )
        .case(
            every_one(Samples {
                bound: Bound::Exact,
            })
            .reading(
                "table-a.2-exact",
                "the 250 samples of Table A.2 against 6n-3, all n cores competing; two of them attain it",
            )
            .kills([samples::Mutant::LeaderStaysAway]),
        )
        .case(
            every_one(Averages)
                .reading(
                    "table-a.2-averages",
                    "the averages of Table A.2 are those of its 50 samples; they leave out the first",
                )
                .expect(Refuted),
        )
}
