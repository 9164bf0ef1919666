//! Assumption 7.2.3 and Theorems 7.2.9 and 7.2.10: each task once, nobody else rolls back, faults on faults.

use super::super::Mutant::{
    BlockedAfterwards, BlockedEarly, EndAfterwards, EndUnreceived, RestartWhenAsked, SentEarly,
    StartEarly, WriteAnew, WriteNever,
};
use super::super::reading::{Again, Answers, Lost, Receipt, Restored};
use super::*;

pub(super) fn exactly_once() -> Claim {
    let once = |reading| CLEAR.read(reading).asks(properties::exactly_once);
    let ends = |reading| CLEAR.read(reading).asks(properties::ends).fair(FAIR);
    let then_stored = Reading {
        receipt: Receipt::ThenStored,
        ..Reading::CLEAR
    };
    let by_received = Reading {
        again: Again::ByReceived,
        ..Reading::CLEAR
    };
    let by_sent = Reading {
        again: Again::BySent,
        ..Reading::CLEAR
    };
    let queued_again = Reading {
        lost: Lost::QueuedAgain,
        ..Reading::CLEAR
    };
    Claim::safety(
        "thesis/rollback/exactly-once",
        "Assumption 7.2.3; Section 6.1.5; Theorem 7.2.11, cases BLOCKED and END",
        "No task is duplicated in the system and none is dropped: a task returned twice is \
         removed the second time and confirmed again, so each task is finished exactly once. \
         The text says this case by case; the summary is ours.",
    )
    .case(
        once(Reading::CLEAR)
            .reading(
                "clear",
                "with every clarification, tasks being blocked: there is never more than one of a task",
            )
            .sizes(BLOCKS)
            .deep(BLOCKS_DEEP)
            .without("stable-storage", Holds)
            .without("write-ahead", Holds)
            .without("no-loss", Bounded)
            .without("fifo", Bounded)
            .kills(planted([BlockedEarly, BlockedAfterwards, EndAfterwards])),
    )
    .case(
        ends(Reading::CLEAR)
            .reading(
                "clear-ends",
                "with every clarification, tasks being blocked: each task is finished in the end",
            )
            .sizes(BLOCKS)
            .deep(BLOCKS_DEEP)
            .without("stable-storage", Refuted)
            .without("no-loss", Refuted)
            .kills(planted([StartEarly, EndUnreceived, SentEarly])),
    )
    .case(
        ends(then_stored)
            .reading(
                "receipt-then-stored",
                "6.1.1: START is stored after the task was received; a fault in between loses the task",
            )
            .expect(Refuted)
            .sizes([[TWICE, 1, 1, 0]]),
    )
    .case(
        ends(by_received)
            .reading(
                "again-by-received",
                "6.1.5: a task that was returned before, as the RECEIVED register of this worker says, is removed; a task that comes \
                 back to a worker (Fig. 6.4) is returned by it twice with good reason",
            )
            .expect(Refuted)
            .sizes([[TWICE, 1, 0, 1]]),
    )
    .case(
        once(by_sent)
            .reading(
                "again-by-sent",
                "a task is taken to be returned again if the worker has none: a late second return of an earlier stint is \
                 taken for that of the next",
            )
            .expect(Refuted)
            .sizes([[TWICE, 1, 1, 1]]),
    )
    .case(
        once(queued_again)
            .reading(
                "lost-is-queued",
                "6.1.2: a worker fails for ever, and the FTC queues its task again; what the worker has returned before may \
                 arrive after the report",
            )
            .expect(Refuted)
            .sizes([[TWICE, 2, 1, 0]]),
    )
    .case(
        once(queued_again)
            .reading(
                "lost-is-queued-late-reports",
                "the same, a fault being reported only after the last message of the worker: there is one of each task",
            )
            .assuming("late-reports")
            .sizes([[TWICE, 2, 1, 0], [READ_THEN_WRITE, 2, 1, 0]]),
    )
}

pub(super) fn no_domino() -> Claim {
    Claim::safety(
        "thesis/rollback/no-domino",
        "Theorem 7.2.9; Section 6.1.5",
        "With a reliable Log Buffer the recovery of a worker is consistent and no other \
         worker has to roll back, so that there is no domino effect.",
    )
    .case(
        ANY_FAILS
            .asks(properties::only_the_faulty_roll_back)
            .reading(
                "clear",
                "with every clarification, any node failing: a worker that did not fail never begins its task again",
            )
            .sizes([[TWICE, 2, 1, 1], [WRITTEN_AND_READ, 2, 1, 0]])
            .deep([[TWICE, 2, 2, 0], [READ_THEN_WRITE, 2, 1, 0]])
            .kills(planted([RestartWhenAsked])),
    )
}

pub(super) fn repeated_faults() -> Claim {
    let sizes = [
        [TWICE, 1, 2, 0],
        [TWICE, 1, 3, 0],
        [READ_THEN_WRITE, 1, 2, 0],
        [READ_THEN_WRITE, 1, 3, 0],
    ];
    let deep = [[SECTION_6_2, 1, 2, 0], [READ_THEN_WRITE, 2, 2, 0]];
    let consistent = |reading| CLEAR.read(reading).asks(properties::consistent);
    let removes = Reading {
        restored: Restored::Removes,
        ..Reading::CLEAR
    };
    let any_answer = Reading {
        answers: Answers::Any,
        ..Reading::CLEAR
    };
    Claim::safety(
        "thesis/rollback/repeated-faults",
        "Theorem 7.2.10",
        "A worker hit by further faults during its restore starts the restore again, which \
         removes no register, and ends in the state before the first fault.",
    )
    .case(
        consistent(Reading::CLEAR)
            .reading(
                "clear",
                "with every clarification, two and three faults: output and tasks are as without faults",
            )
            .sizes(sizes)
            .deep(deep)
            .without("stable-storage", Holds)
            .without("write-ahead", Refuted)
            .without("no-loss", Bounded)
            .without("fifo", Bounded)
            .kills(planted([WriteAnew, WriteNever])),
    )
    .case(
        CLEAR
            .asks(properties::ends)
            .fair(FAIR)
            .reading(
                "clear-ends",
                "with every clarification, two and three faults: each task is finished in the end",
            )
            .sizes(sizes)
            .deep(deep)
            .kills(planted([StartEarly])),
    )
    .case(
        consistent(removes)
            .reading(
                "restored-removes",
                "6.1.5: registers that were used to restore are removed; the second fault finds nothing",
            )
            .expect(Refuted)
            .sizes([[TWICE, 1, 2, 0], [READ_THEN_WRITE, 1, 2, 0]]),
    )
    .case(
        consistent(removes)
            .reading(
                "restored-removes-one-fault",
                "the same with one fault: nobody notices",
            )
            .sizes([
                [TWICE, 1, 1, 0],
                [READ_THEN_WRITE, 1, 1, 0],
                [SECTION_6_2, 1, 1, 0],
            ])
            .kills(planted([WriteAnew])),
    )
    .case(
        consistent(any_answer)
            .reading(
                "answers-any",
                "an answer does not say which question it answers: one that an earlier life has asked makes the worker write again",
            )
            .expect(Refuted)
            .sizes([[TWICE, 1, 3, 0]]),
    )
}
