//! Lai and Yang's colours.

use super::super::consistency::{channel_states, completes, conserved, consistent, cut, ends};
use super::super::lai_yang::{Difference, LaiYang, Member, Mutant, Red};
use super::{DEEP, SIZES};
use verdict_checker::catalog::Claim;
use verdict_checker::liveness::Fairness::Weak;
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::Algorithm;

pub fn colours_consistent() -> Claim {
    Claim::safety(
        "basics/lai-yang/consistent",
        "Removing FIFO Hypothesis; Lai-Yang Algorithm (I)-(II)",
        "When each message carries its sender's colour and a process takes its snapshot before it receives a red message, the \
         snapshots are consistent whatever the order of delivery. As printed a red message triggers takeSnapshot even in a \
         marked process; read as: only if not yet marked.",
    )
    .case(
        LaiYang::MEANT
            .asks(consistent::<Member>)
            .reading("as-meant", "a red message makes a process take its snapshot only if it is not yet marked")
            .sizes(SIZES)
            .deep(DEEP)
            .without("no-loss", Refuted)
            .without("no-duplicates", Refuted)
            .without("strongly-connected", Holds)
            .kills([Mutant::Colourless, Mutant::ReceiveFirst, Mutant::PaleSend, Mutant::LogLess]),
    )
    .case(
        LaiYang::MEANT
            .asks(conserved::<Member>)
            .reading("lossy", "the cut, the channels and the sum, where a message may be lost: a lost one is \
                in transit for ever")
            .lacking("no-loss")
            .sizes(SIZES)
            .without("strongly-connected", Holds)
            .kills([Mutant::Colourless, Mutant::ReceiveFirst, Mutant::PaleSend, Mutant::LogLess]),
    )
    .case(
        LaiYang { red: Red::TakesAgain, ..LaiYang::MEANT }
            .asks(cut::<Member>)
            .reading("as-printed", "wrappedReceive to the letter: every red message makes its receiver take \
                its snapshot again")
            .sizes([[2, 2, 2, 2, 1], [3, 3, 2, 2, 1]])
            .expect(Refuted),
    )
}

pub fn channel_state() -> Claim {
    let by = |difference| {
        LaiYang {
            difference,
            ..LaiYang::MEANT
        }
        .asks(channel_states::<Member>)
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
            .kills([Mutant::LogLess]),
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

pub fn needs_trigger() -> Claim {
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
            .asks(completes::<Member>)
            .fair([("deliver", Weak)])
            .reading("no-trigger", "without a trigger every snapshot completes")
            .sizes([[2, 2, 1, 1, 1], [2, 2, 1, 1, 2], [3, 3, 1, 1, 1]])
            .expect(Refuted),
    )
    .case(
        triggering
            .asks(ends::<Member>)
            .fair([("deliver", Weak)])
            .reading("trigger", "with a trigger the snapshot completes, and then nothing more is under way")
            .sizes(SIZES)
            .without("no-loss", Refuted)
            .without("no-duplicates", Holds)
            .without("no-crash", Refuted)
            .without("strongly-connected", Refuted)
            .kills([Mutant::Colourless, Mutant::NoTrigger]),
    )
    .case(
        triggering
            .asks(consistent::<Member>)
            .reading("trigger-consistent", "and it is consistent")
            .sizes([[2, 2, 2, 2, 1], [2, 2, 2, 2, 2], [3, 3, 2, 1, 1], [3, 3, 2, 1, 3], [3, 4, 2, 1, 1]])
            .deep([[3, 4, 2, 1, 3], [3, 5, 2, 1, 1]])
            .kills([Mutant::ReceiveFirst, Mutant::PaleSend]),
    )
    .case(
        LaiYang { red: Red::TakesAgain, ..triggering }
            .asks(ends::<Member>)
            .fair([("deliver", Weak)])
            .reading("trigger-as-printed", "with a trigger after every takeSnapshot, and takeSnapshot on every \
                red message, as printed")
            .sizes([[2, 2, 0, 0, 1]])
            .expect(Refuted),
    )
}
