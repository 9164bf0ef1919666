//! Global snapshots: Chandy-Lamport and Lai-Yang.
//!
//! | where | what |
//! |---|---|
//! | [`money`] | the basic algorithm that goes on meanwhile |
//! | [`consistency`] | what a snapshot must be |
//! | [`chandy_lamport`], [`costs`], [`example`] | the algorithm with markers, what it costs, the example of the slides |
//! | [`lai_yang`] | the algorithm with colours |

pub mod chandy_lamport;
pub mod consistency;
pub mod costs;
pub mod example;
pub mod lai_yang;
pub mod money;
#[cfg(test)]
mod tests;

use chandy_lamport::{ChandyLamport, Member as Marking, Mutant, Records};
use consistency::{channel_states, completes, conserved, consistent, cut, ends, inconsistent};
use costs::Until;
use example::{Example, Sends};
use lai_yang::{Difference, LaiYang, Member as Colouring, Mutant as Unwise, Red};
use verdict_checker::catalog::{Claim, Model};
use verdict_checker::domain::every_instance_is_right;
use verdict_checker::liveness::Fairness::Weak;
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::{Algorithm, Order, Place};

/// N, E, M, T, I: every strongly connected network of two and three processes, and the ring of four; two units; one and
/// all initiators.
const SIZES: [[u64; 5]; 9] = [
    [2, 2, 2, 2, 1],
    [2, 2, 2, 2, 2],
    [3, 3, 2, 1, 1],
    [3, 3, 2, 1, 3],
    [3, 4, 2, 1, 1],
    [3, 4, 2, 1, 3],
    [3, 5, 2, 1, 1],
    [3, 6, 2, 1, 1],
    [4, 4, 2, 1, 1],
];
/// Four processes, and more payments.
const DEEP: [[u64; 5]; 6] = [
    [3, 4, 2, 2, 1],
    [3, 6, 2, 1, 3],
    [3, 6, 2, 2, 1],
    [4, 5, 2, 1, 1],
    [4, 6, 1, 1, 1],
    [4, 7, 1, 1, 1],
];
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

/// The claims of these slides, with their readings.
pub fn claims() -> Vec<Claim> {
    vec![
        marks_consistent(),
        markers(),
        time(),
        terminates(),
        worked_example(),
        needs_fifo(),
        colours_consistent(),
        channel_state(),
        needs_trigger(),
    ]
}

const MEANT: &str = "a channel's state is what arrives through it between the local snapshot and its marker; \
    the procedures are atomic";

fn marks_consistent() -> Claim {
    Claim::safety(
        "basics/chandy-lamport/consistent",
        "Snapshot Algorithm (II); Chandy-Lamport Alg. Correctness",
        "With FIFO channels and a strongly connected graph, the recorded states form a consistent cut: whenever a happens \
         before b and b precedes the snapshot, a precedes it too.",
    )
    .case(
        ChandyLamport::MEANT
            .asks(consistent::<Marking>)
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
            .asks(cut::<Marking>)
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
            .asks(consistent::<Marking>)
            .reading("recorded-at-once", "the last line of takeSnapshot to the letter: the incoming channels' \
                state is recorded there, before anything has been appended to chstate")
            .sizes([[2, 2, 2, 2, 1], [3, 3, 2, 1, 1]])
            .expect(Refuted),
    )
    .case(
        ChandyLamport { records: Records::Interrupted, ..ChandyLamport::MEANT }
            .asks(cut::<Marking>)
            .reading("not-atomic", "takeSnapshot is not atomic: between the markers and the last line, which \
                records the state, the process may go on paying")
            .sizes([[2, 2, 2, 2, 1], [3, 3, 2, 1, 1]])
            .expect(Refuted),
    )
}

fn markers() -> Claim {
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

fn time() -> Claim {
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

fn terminates() -> Claim {
    let asked = ChandyLamport::MEANT
        .asks(completes::<Marking>)
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

fn worked_example() -> Claim {
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

fn needs_fifo() -> Claim {
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
            .asks(inconsistent::<Marking>)
            .reading("any-order", "there is such a run where messages overtake each other")
            .sizes([[2, 2, 1, 1, 1], [3, 3, 1, 1, 1], [3, 6, 1, 1, 1]]),
    )
    .case(
        marks(Place::Kept)
            .asks(consistent::<Marking>)
            .reading("marks-in-order", "FIFO is more than is needed: only markers keep their place, and basic \
                messages overtake each other")
            .sizes(SIZES)
            .deep(DEEP)
            .kills([Mutant::LateMarkers, Mutant::Forgetful, Mutant::Endless]),
    )
    .case(
        marks(Place::NotOvertaken)
            .asks(cut::<Marking>)
            .reading("cut-if-not-overtaken", "for the cut alone it is enough that nothing overtakes a marker")
            .sizes(SIZES)
            .deep(DEEP)
            .kills([Mutant::LateMarkers]),
    )
    .case(
        marks(Place::NotOvertaken)
            .asks(channel_states::<Marking>)
            .reading("channels-if-not-overtaken", "but a marker that overtakes a basic message leaves it out \
                of the channel's state")
            .sizes([[2, 2, 1, 1, 1], [3, 3, 1, 1, 1]])
            .expect(Refuted),
    )
    .case(
        marks(Place::NotOvertaking)
            .asks(cut::<Marking>)
            .reading("cut-if-not-overtaking", "it is not enough that markers overtake nothing")
            .sizes([[2, 2, 1, 1, 1], [3, 3, 1, 1, 1]])
            .expect(Refuted),
    )
}

fn colours_consistent() -> Claim {
    Claim::safety(
        "basics/lai-yang/consistent",
        "Removing FIFO Hypothesis; Lai-Yang Algorithm (I)-(II)",
        "When each message carries its sender's colour and a process takes its snapshot before it receives a red message, the \
         snapshots are consistent whatever the order of delivery. As printed a red message triggers takeSnapshot even in a \
         marked process; read as: only if not yet marked.",
    )
    .case(
        LaiYang::MEANT
            .asks(consistent::<Colouring>)
            .reading("as-meant", "a red message makes a process take its snapshot only if it is not yet marked")
            .sizes(SIZES)
            .deep(DEEP)
            .without("no-loss", Refuted)
            .without("no-duplicates", Refuted)
            .without("strongly-connected", Holds)
            .kills([Unwise::Colourless, Unwise::ReceiveFirst, Unwise::PaleSend, Unwise::LogLess]),
    )
    .case(
        LaiYang::MEANT
            .asks(conserved::<Colouring>)
            .reading("lossy", "the cut, the channels and the sum, where a message may be lost: a lost one is \
                in transit for ever")
            .lacking("no-loss")
            .sizes(SIZES)
            .without("strongly-connected", Holds)
            .kills([Unwise::Colourless, Unwise::ReceiveFirst, Unwise::PaleSend, Unwise::LogLess]),
    )
    .case(
        LaiYang { red: Red::TakesAgain, ..LaiYang::MEANT }
            .asks(cut::<Colouring>)
            .reading("as-printed", "wrappedReceive to the letter: every red message makes its receiver take \
                its snapshot again")
            .sizes([[2, 2, 2, 2, 1], [3, 3, 2, 2, 1]])
            .expect(Refuted),
    )
}

fn channel_state() -> Claim {
    let by = |difference| {
        LaiYang {
            difference,
            ..LaiYang::MEANT
        }
        .asks(channel_states::<Colouring>)
    };
    Claim::safety(
        "basics/lai-yang/channel-state",
        "Lai-Yang Algorithm (I)",
        "The state of the channel from p_i to p_j is the set of messages that p_i has logged as sent to p_j minus those that \
         p_j has logged as received from p_i, both taken at the local snapshots.",
    )
    .case(
        by(Difference::OfMessages)
            .reading("messages", "the logs of the two local snapshots, message by message, also where two \
                messages say the same")
            .sizes(SIZES)
            .deep(DEEP)
            .without("no-loss", Holds)
            .without("no-duplicates", Holds)
            .without("strongly-connected", Holds)
            .kills([Unwise::LogLess]),
    )
    .case(
        by(Difference::OfSets)
            .reading("sets", "the logs are sets of what was said: two equal messages are one")
            .sizes([[2, 2, 2, 2, 1], [3, 3, 2, 2, 1]])
            .expect(Refuted),
    )
    .case(
        by(Difference::OfLatestLogs)
            .reading("latest-logs", "the logs as they are when the snapshots are collected: \"keep the log\" \
                says nothing of a moment")
            .sizes([[2, 2, 1, 1, 1], [3, 3, 1, 1, 1]])
            .expect(Refuted),
    )
}

fn needs_trigger() -> Claim {
    let triggering = LaiYang {
        triggers: true,
        ..LaiYang::MEANT
    };
    Claim::liveness(
        "basics/lai-yang/needs-trigger",
        "Lai-Yang Algorithm (III)",
        "If no basic message is sent after the first snapshot, the others take theirs only when they please, so a snapshot may \
         never complete; a trigger message on all outgoing channels just after a local snapshot makes it complete.",
    )
    .case(
        LaiYang::MEANT
            .asks(completes::<Colouring>)
            .fair([("deliver", Weak)])
            .reading("no-trigger", "without a trigger every snapshot completes")
            .sizes([[2, 2, 1, 1, 1], [2, 2, 1, 1, 2], [3, 3, 1, 1, 1]])
            .expect(Refuted),
    )
    .case(
        triggering
            .asks(ends::<Colouring>)
            .fair([("deliver", Weak)])
            .reading("trigger", "with a trigger the snapshot completes, and then nothing more is under way")
            .sizes(SIZES)
            .without("no-loss", Refuted)
            .without("no-duplicates", Holds)
            .without("no-crash", Refuted)
            .without("strongly-connected", Refuted)
            .kills([Unwise::Colourless, Unwise::NoTrigger]),
    )
    .case(
        triggering
            .asks(consistent::<Colouring>)
            .reading("trigger-consistent", "and it is consistent")
            .sizes([[2, 2, 2, 2, 1], [2, 2, 2, 2, 2], [3, 3, 2, 1, 1], [3, 3, 2, 1, 3], [3, 4, 2, 1, 1]])
            .deep([[3, 4, 2, 1, 3], [3, 5, 2, 1, 1]])
            .kills([Unwise::ReceiveFirst, Unwise::PaleSend]),
    )
    .case(
        LaiYang { red: Red::TakesAgain, ..triggering }
            .asks(ends::<Colouring>)
            .fair([("deliver", Weak)])
            .reading("trigger-as-printed", "with a trigger after every takeSnapshot, and takeSnapshot on every \
                red message, as printed")
            .sizes([[2, 2, 0, 0, 1]])
            .expect(Refuted),
    )
}
