//! Corollary 7.1.7 and Lemmas 7.1.8 to 7.1.11: numbers of Algorithm 7.

use super::*;
use verdict_checker::liveness::Fairness::{self, Weak};

const fn seven(timeouts: Timeouts) -> Scenario {
    Scenario::new(Algorithm::Seven, Tempo::Waits(timeouts))
}

const ASYNCHRONOUS: Scenario = Scenario::new(Algorithm::Seven, Tempo::Asynchronous);

/// Everyone that is up goes on: messages arrive, timeouts come to their end.
const FAIR: [(&str, Fairness); 2] = [("deliver", Weak), ("timeout", Weak)];

/// No node runs `LeaderElection` a third time.
fn two_runs(timeouts: Timeouts) -> Asked<InWorld<Scenario>> {
    let scenario = seven(timeouts).counting(Counted::Runs);
    scenario.asks_of(properties::runs_at_most, 2)
}

pub fn claims() -> Vec<Claim> {
    vec![
        at_most_twice(),
        counter_bound(),
        constant_space(),
        wait_free(),
        lock_free(),
    ]
}

fn at_most_twice() -> Claim {
    Claim::quantity(
        "thesis/alg7/at-most-twice",
        "Corollary 7.1.7; Lemma 7.1.6, case a.2",
        "A node runs Algorithm 7 at most twice to finish a leader election.",
    )
    .case(
        two_runs(Timeouts::RoundTrip)
            .reading(
                "round-trip",
                "one leader crashes for good, a timeout waits for the answer of a live leader",
            )
            .expect(Refuted)
            .sizes([[3, 1, 0], [4, 1, 0]]),
    )
    .case(
        two_runs(Timeouts::PastFirstCas)
            .reading(
                "past-first-cas",
                "one leader crashes for good, a timeout also waits for every election that has passed its first CAS",
            )
            .sizes([[3, 1, 0], [4, 1, 0]])
            .deep([[5, 1, 0]])
            .kills([Mutant::SkipUpdate]),
    )
    .case(
        two_runs(Timeouts::PastFirstCas)
            .reading(
                "past-first-cas-reintegrated",
                "as past-first-cas, and the leader is reintegrated: its first run only finds out who leads",
            )
            .expect(Refuted)
            .sizes([[2, 1, 1], [3, 1, 1]]),
    )
    .case(
        two_runs(Timeouts::Serial)
            .reading(
                "serial",
                "one leader crashes, and may be reintegrated; no timeout is over while anyone is inside an election",
            )
            .sizes([[2, 1, 1], [3, 1, 1], [4, 1, 1]])
            .deep([[5, 1, 1]])
            .kills([Mutant::SkipUpdate]),
    )
    .case(
        two_runs(Timeouts::PastFirstCas)
            .reading(
                "past-first-cas-two-crashes",
                "as past-first-cas, and the winner crashes with its second CAS on the way: who has lost to it twice contacts it in \
                 vain and runs a third time, in the same call of CommunicateWithLeader",
            )
            .expect(Refuted)
            .sizes([[3, 2, 0], [4, 2, 0]]),
    )
    .case(
        two_runs(Timeouts::Serial)
            .reading(
                "serial-two-crashes",
                "as serial, and a competitor crashes for good too: between its two CAS it costs the others one run",
            )
            .sizes([[3, 2, 0], [4, 2, 0]])
            .kills([Mutant::SkipUpdate]),
    )
    .case(
        two_runs(Timeouts::Serial)
            .reading(
                "serial-three-crashes",
                "as serial, and two competitors crash, each between its two CAS: nobody has been elected yet, and the last runs a \
                 third time; case a.2 of the proof supposes that one of them completes its second CAS",
            )
            .expect(Refuted)
            .sizes([[4, 3, 0]]),
    )
}

fn counter_bound() -> Claim {
    Claim::safety(
        "thesis/alg7/counter-bound",
        "Lemma 7.1.8",
        "At all times and for every node, the counter in the node's local memory is at most \
         the counter in the shared memory.",
    )
    .case(
        ASYNCHRONOUS
            .asks(properties::counter_bound)
            .reading(
                "asynchronous",
                "whatever the timeouts; the counter is an integer without a limit",
            )
            .sizes([[2, 1, 1], [2, 2, 2], [3, 1, 1], [3, 2, 1]])
            .deep([[2, 3, 3], [3, 2, 2], [4, 1, 1]])
            .kills([Mutant::CountFirst]),
    )
}

fn constant_space() -> Claim {
    Claim::quantity(
        "thesis/alg7/constant-space",
        "Lemma 7.1.9; Section 5.6.1",
        "The shared memory and each node store two integers, the leader id and a counter, \
         whatever the number of nodes. The thesis takes an integer as constant size although \
         the counter grows with each election.",
    )
    .case(
        ASYNCHRONOUS
            .asks(properties::two_integers)
            .reading(
                "two-integers",
                "node and memory keep a leader id and a counter, and nothing is hidden in them, whatever N",
            )
            .sizes([[2, 1, 1], [2, 2, 2], [3, 1, 1], [3, 2, 1]])
            .deep([[4, 1, 1]])
            .kills([Mutant::CountFirst]),
    )
    .case(
        seven(Timeouts::Serial)
            .bits(Bits::Asked)
            .asks(properties::counter_fits)
            .reading(
                "bits",
                "the counter fits into w bits however many elections there are, even if elections are serial",
            )
            .expect(Refuted)
            .sizes([[2, 2, 1, 1], [3, 2, 0, 1], [2, 4, 3, 2]])
            .deep([[2, 8, 7, 3]]),
    )
}

fn wait_free() -> Claim {
    Claim::liveness(
        "thesis/alg7/wait-free",
        "Lemma 7.1.10",
        "Algorithm 7 is wait-free: every node that performs the election completes it, as \
         leader or with updated local information, in a bounded number of its own steps.",
    )
    .case(
        ASYNCHRONOUS
            .counting(Counted::Accesses)
            .asks(properties::four_accesses)
            .reading(
                "procedure",
                "LeaderElection alone, whatever the timeouts: four accesses",
            )
            .sizes([[2, 1, 1], [3, 1, 1]])
            .deep([[3, 2, 1]])
            .kills([Mutant::Retry]),
    )
    .case(
        two_runs(Timeouts::RoundTrip)
            .reading(
                "two-runs",
                "CommunicateWithLeader, as the proof bounds it: two runs of LeaderElection, with one crash; each further \
                 node allows another run",
            )
            .expect(Refuted)
            .sizes([[3, 1, 0], [4, 1, 0]]),
    )
    .case(
        seven(Timeouts::RoundTrip)
            .asks(properties::every_call_ends)
            .reading(
                "call-ends",
                "CommunicateWithLeader ends: every node that stays up leads or has a leader in the end, though no bound \
                 is given",
            )
            .fair(FAIR)
            .sizes([[2, 1, 1], [3, 1, 0], [3, 1, 1]])
            .deep([[3, 2, 1]])
            .kills([Mutant::Retry, Mutant::SkipUpdate]),
    )
}

fn lock_free() -> Claim {
    Claim::liveness(
        "thesis/alg7/lock-free",
        "Lemma 7.1.11",
        "Algorithm 7 is lock-free: infinitely often some node that performs the election \
         finishes it in a finite number of steps; derived from its being wait-free.",
    )
    .case(
        ASYNCHRONOUS
            .asks(properties::elections_end)
            .reading(
                "asynchronous",
                "whatever the timeouts, and wherever nodes stall for ever, elections come to an end",
            )
            .fair(FAIR)
            .sizes([[2, 1, 1], [2, 2, 1], [3, 1, 1]])
            .deep([[3, 2, 1]])
            .kills([Mutant::Retry]),
    )
}
