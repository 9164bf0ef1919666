//! Section 6.1.1 and Assumption 7.2.7: why registers are stored ahead of the action.

use super::super::Mutant::{
    BlockedAfterwards, EndAfterwards, ReadAnew, ReceivedAfterwards, SentAfterwards,
    StreamAfterwards, WriteAnew, WriteUnconfirmed,
};
use super::super::reading::Logged;
use super::*;

pub(super) fn write_ahead() -> Claim {
    let consistent = |reading| CLEAR.read(reading).asks(properties::consistent);
    let read_afterwards = Reading {
        read: Logged::Afterwards,
        ..Reading::CLEAR
    };
    let write_afterwards = Reading {
        write: Logged::Afterwards,
        ..Reading::CLEAR
    };
    Claim::safety(
        "thesis/rollback/write-ahead",
        "Section 6.1.1, READ and WRITE; Assumption 7.2.7",
        "READ and WRITE registers have to be stored before the action: stored afterwards, a \
         fault in between loses the data read or writes the data twice. Contradictory in the \
         text and kept as variants: whether the leader may read a failed worker's Log Buffer \
         (Section 6.1.1 allows it, Assumption 7.2.5 forbids it).",
    )
    .case(
        consistent(Reading::CLEAR)
            .reading(
                "clear",
                "with every clarification: READ and WRITE are stored before the action",
            )
            .sizes(WORKER_FAULTS)
            .deep(WORKER_FAULTS_DEEP)
            .without("write-ahead", Refuted)
            .kills(planted([WriteAnew, ReadAnew])),
    )
    .case(
        consistent(Reading::CLEAR)
            .reading(
                "blocked-and-end",
                "with every clarification, tasks being blocked: so are BLOCKED and END, before the task is returned",
            )
            .sizes(BLOCKS)
            .deep(BLOCKS_DEEP)
            .kills(planted([BlockedAfterwards, EndAfterwards])),
    )
    .case(
        LEADER_FAILS
            .asks(properties::storage_empties)
            .fair(FAIR)
            .reading(
                "leader",
                "with every clarification, the leader failing: so are SENT, before the task is sent, and RECEIVED and STREAM, before \
                 they are acted upon",
            )
            .sizes(LEADER_FAULTS)
            .deep(LEADER_FAULTS_DEEP)
            .kills(planted([
                SentAfterwards,
                ReceivedAfterwards,
                WriteUnconfirmed,
            ])),
    )
    .case(
        ANY_FAILS
            .asks(properties::nothing_needed_is_missing)
            .reading(
                "any-node",
                "with every clarification, any node failing: whatever a restore would need is in stable storage; STREAM is, before its \
                 datum can be read",
            )
            .sizes([
                [TWICE, 1, 1, 0],
                [WRITTEN_AND_READ, 2, 1, 0],
                [WRITTEN_AND_READ, 2, 2, 0],
            ])
            .kills(planted([StreamAfterwards])),
    )
    .case(
        consistent(read_afterwards)
            .reading(
                "read-afterwards",
                "READ is stored after the datum was taken out of the stream: a fault in between loses it",
            )
            .expect(Refuted)
            .sizes([[READ_THEN_WRITE, 1, 1, 0]]),
    )
    .case(
        consistent(write_afterwards)
            .reading(
                "write-afterwards",
                "WRITE is stored after the datum was put into the stream: a fault in between writes it twice",
            )
            .expect(Refuted)
            .sizes([[TWICE, 1, 1, 0]]),
    )
}
