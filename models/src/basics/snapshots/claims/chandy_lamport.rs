//! Chandy and Lamport's markers.

use super::super::chandy_lamport::{ChandyLamport, Member, Mutant, Records};
use super::super::consistency::{channel_states, completes, consistent, cut, inconsistent};
use super::super::costs::{self, Until};
use super::super::example::{Example, Sends};
use super::{DEEP, SIZES};
use verdict_checker::catalog::{Claim, Model};
use verdict_checker::domain::every_instance_is_right;
use verdict_checker::liveness::Fairness::Weak;
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::{Algorithm, Order, Place};

/// Markers alone.
const NO_MONEY: [[u64; 5]; 9] = [
    [2, 2, 0, 0, 1],
    [3, 3, 0, 0, 1],
    [3, 4, 0, 0, 1],
    [3, 5, 0, 0, 1],
    [3, 6, 0, 0, 1],
    [4, 4, 0, 0, 1],
    [4, 5, 0, 0, 1],
    [4, 6, 0, 0, 1],
    [4, 7, 0, 0, 1],
];

const MEANT: &str = "a channel's state is what arrives through it between the local snapshot and its marker; \
    the procedures are atomic";

pub fn marks_consistent() -> Claim {
    Claim::safety(
        "basics/chandy-lamport/consistent",
        "Snapshot Algorithm (II); Chandy-Lamport Alg. Correctness",
        "With FIFO channels and a strongly connected graph, the recorded states form a consistent cut: whenever a happens \
         before b and b precedes the snapshot, a precedes it too.",
    )
    .case(
        ChandyLamport::MEANT
            .asks(consistent::<Member>)
            .reading("as-meant", MEANT)
            .sizes(SIZES)
            .deep(DEEP)
            .without("fifo", Refuted)
            .without("no-loss", Refuted)
            .without("no-duplicates", Refuted)
            .without("strongly-connected", Holds)
            .kills([Mutant::LateMarkers, Mutant::Forgetful, Mutant::Endless, Mutant::Unguarded]),
    )
    .case(
        ChandyLamport::MEANT
            .asks(cut::<Member>)
            .reading("cut-only", "the slides' definition alone: nothing is received before the snapshot that \
                was sent after it")
            .sizes(SIZES)
            .deep(DEEP)
            .without("fifo", Refuted)
            .without("no-loss", Refuted)
            .without("no-duplicates", Holds)
            .without("strongly-connected", Holds)
            .kills([Mutant::LateMarkers]),
    )
    .case(
        ChandyLamport { records: Records::AtOnce, ..ChandyLamport::MEANT }
            .asks(consistent::<Member>)
            .reading("recorded-at-once", "the last line of takeSnapshot to the letter: the incoming channels' \
                state is recorded there, before anything has been appended to chstate")
            .sizes([[2, 2, 2, 2, 1], [3, 3, 2, 1, 1]])
            .expect(Refuted),
    )
    .case(
        ChandyLamport { records: Records::Interrupted, ..ChandyLamport::MEANT }
            .asks(cut::<Member>)
            .reading("not-atomic", "takeSnapshot is not atomic: between the markers and the last line, which \
                records the state, the process may go on paying")
            .sizes([[2, 2, 2, 2, 1], [3, 3, 2, 1, 1]])
            .expect(Refuted),
    )
}

pub fn markers() -> Claim {
    Claim::quantity(
        "basics/chandy-lamport/markers",
        "Chandy-Lamport Algorithm: Complexity",
        "A snapshot uses exactly one marker message for each FIFO channel, hence E messages for E channels.",
    )
    .case(
        ChandyLamport::MEANT
            .asks(costs::markers)
            .reading("every-run", "in every run, with one initiator and with several")
            .sizes(SIZES)
            .deep(DEEP)
            .without("fifo", Holds)
            .without("no-loss", Holds)
            .without("no-duplicates", Holds)
            .without("no-crash", Holds)
            .kills([Mutant::Unguarded]),
    )
}

pub fn time() -> Claim {
    let counting = ChandyLamport {
        counts_hops: true,
        ..ChandyLamport::MEANT
    };
    let lock_step = ChandyLamport {
        lock_step: true,
        ..counting
    };
    Claim::quantity(
        "basics/chandy-lamport/time",
        "Chandy-Lamport Algorithm: Complexity",
        "All processes have to be reached, which takes as many hops as the network diameter D in the worst case: the time \
         complexity is O(D).",
    )
    .case(
        lock_step
            .asks_of(costs::hops, Until::Reached)
            .reading("reached", "every message takes one unit of time, and every process is reached within D")
            .sizes(NO_MONEY)
            .deep([[4, 8, 0, 0, 1], [4, 12, 0, 0, 1]])
            .without("synchrony", Refuted)
            .kills([Mutant::Unguarded]),
    )
    .case(
        lock_step
            .asks_of(costs::hops, Until::Terminated)
            .reading("terminated", "every message takes one unit of time, and every local snapshot terminates \
                within D + 1")
            .sizes(NO_MONEY)
            .deep([[4, 8, 0, 0, 1], [4, 12, 0, 0, 1]])
            .without("synchrony", Refuted)
            .kills([Mutant::Unguarded]),
    )
    .case(
        lock_step
            .asks(costs::terminated_within_diameter)
            .reading("terminated-within-d", "every message takes one unit of time, and every local snapshot \
                terminates within D")
            .sizes([[2, 2, 0, 0, 1], [3, 6, 0, 0, 1]])
            .expect(Refuted),
    )
    .case(
        counting
            .asks_of(costs::hops, Until::Reached)
            .reading("longest-chain", "messages take any time; no chain of markers that reaches a process is \
                longer than D")
            .sizes([[3, 6, 0, 0, 1], [4, 7, 0, 0, 1]])
            .expect(Refuted),
    )
}

pub fn terminates() -> Claim {
    let asked = ChandyLamport::MEANT
        .asks(completes::<Member>)
        .fair([("deliver", Weak)]);
    Claim::liveness(
        "basics/chandy-lamport/terminates",
        "Chandy-Lamport Algorithm (I)-(II)",
        "In a strongly connected network every process takes its local snapshot, and every local snapshot terminates; any \
         process can start one.",
    )
    .case(
        asked
            .clone()
            .reading("as-meant", "two processes or more; one snapshot")
            .sizes(SIZES)
            .deep(DEEP)
            .without("fifo", Holds)
            .without("no-loss", Refuted)
            .without("no-duplicates", Holds)
            .without("no-crash", Refuted)
            .without("strongly-connected", Refuted)
            .kills([Mutant::NoMarker]),
    )
    .case(
        asked
            .reading("alone", "the same with one process: no marker ever arrives, and only a marker leads to \
                termination")
            .sizes([[1, 0, 1, 0, 1]])
            .expect(Refuted),
    )
    .case(
        ChandyLamport { again: true, ..ChandyLamport::MEANT }
            .asks(costs::again)
            .fair([("deliver", Weak)])
            .reading("again", "when its local snapshot has terminated, S0 starts another: marked is never reset")
            .sizes([[2, 2, 0, 0, 1], [3, 3, 0, 0, 1]])
            .expect(Refuted),
    )
}

pub fn worked_example() -> Claim {
    let example = |records, sends| {
        Example { records, sends }
            .asks(every_instance_is_right)
            .sizes([[]])
    };
    Claim::replay(
        "basics/chandy-lamport/worked-example",
        "Chandy-Lamport Alg. Example (I)-(VI)",
        "In the example with three processes, the snapshot started by p1 records ch23 = {msgB} and leaves ch12, ch13 and ch31 \
         empty; it is a consistent cut, yet a global state that the run never went through.",
    )
    .case(
        example(Records::Meant, Sends::AsShown)
            .reading("as-meant", "the steps in the order of the slides; the state of a channel is what arrives \
                between snapshot and marker")
            .kills([Mutant::LateMarkers, Mutant::Forgetful]),
    )
    .case(
        example(Records::Meant, Sends::Exchanged)
            .reading("msgb-first", "the same with msgB sent before msgA, which no process can tell apart: this \
                run goes through the recorded state")
            .kills([Mutant::LateMarkers, Mutant::Forgetful]),
    )
    .case(
        example(Records::AtOnce, Sends::AsShown)
            .reading("recorded-at-once", "the last line of takeSnapshot to the letter: p3 records ch23 before \
                msgB has arrived")
            .expect(Refuted),
    )
}

pub fn needs_fifo() -> Claim {
    let ordered = |order| ChandyLamport {
        order,
        ..ChandyLamport::MEANT
    };
    let marks = |place| ordered(Order::Marks(place));
    Claim::safety(
        "basics/chandy-lamport/needs-fifo",
        "Chandy-Lamport Alg. Correctness; Removing FIFO Hypothesis",
        "The FIFO hypothesis is crucial for the correctness of Chandy-Lamport: without it, some run records a snapshot that is \
         not a consistent cut.",
    )
    .case(
        ordered(Order::Any)
            .asks(inconsistent::<Member>)
            .reading("any-order", "there is such a run where messages overtake each other")
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .without("no-crash", Holds)
                .without("strongly-connected", Holds)
            .sizes([[2, 2, 1, 1, 1], [3, 3, 1, 1, 1], [3, 6, 1, 1, 1]])
            .kills([Mutant::Coloured]),
    )
    .case(
        marks(Place::Kept)
            .asks(consistent::<Member>)
            .reading("marks-in-order", "FIFO is more than is needed: only markers keep their place, and basic \
                messages overtake each other")
                .without("no-loss", Refuted)
                .without("no-duplicates", Refuted)
            .sizes(SIZES)
            .deep(DEEP)
            .kills([Mutant::LateMarkers, Mutant::Forgetful, Mutant::Endless]),
    )
    .case(
        marks(Place::NotOvertaken)
            .asks(cut::<Member>)
            .reading("cut-if-not-overtaken", "for the cut alone it is enough that nothing overtakes a marker")
                .without("no-loss", Refuted)
            .sizes(SIZES)
            .deep(DEEP)
            .kills([Mutant::LateMarkers]),
    )
    .case(
        marks(Place::NotOvertaken)
            .asks(channel_states::<Member>)
            .reading("channels-if-not-overtaken", "but a marker that overtakes a basic message leaves it out \
                of the channel's state")
            .sizes([[2, 2, 1, 1, 1], [3, 3, 1, 1, 1]])
            .expect(Refuted),
    )
    .case(
        marks(Place::NotOvertaking)
            .asks(cut::<Member>)
            .reading("cut-if-not-overtaking", "it is not enough that markers overtake nothing")
            .sizes([[2, 2, 1, 1, 1], [3, 3, 1, 1, 1]])
            .expect(Refuted),
    )
}
