//! Sections 6.1.3 and 6.1.5: tasks that are blocked and move, and leaders that fail.

use super::super::Mutant::{
    BlockedAfterwards, BlockedEarly, CollectUntold, NeverCollect, ReceivedEarly, ReceivedNotLast,
    RestartWhenAsked, SentEarly, WriteAnew, WriteUnconfirmed,
};
use super::super::reading::{Asked, Blocked, Check, Counters, Interrupted, Others, Queue};
use super::*;

pub(super) fn blocked_migrates() -> Claim {
    let consistent = |reading| CLEAR.read(reading).asks(properties::consistent);
    let by_id = Reading {
        blocked: Blocked::Id,
        ..Reading::CLEAR
    };
    let of_worker = Reading {
        counters: Counters::OfWorker,
        ..Reading::CLEAR
    };
    let at_any_time = Reading {
        interrupted: Interrupted::AnyTime,
        ..Reading::CLEAR
    };
    let others_asked = Reading {
        others: Others::Asked,
        ..Reading::CLEAR
    };
    Claim::safety(
        "thesis/rollback/blocked-migrates",
        "Section 6.1.3; Figures 6.3 and 6.4",
        "A task may be blocked, move through other workers and finish elsewhere or where it \
         began, and recovery from a fault still works, since the leader's RECEIVED registers \
         with IsFinished = FALSE record every worker it ran on.",
    )
    .case(
        consistent(Reading::CLEAR)
            .reading(
                "clear",
                "with every clarification: output and tasks are as without faults",
            )
            .sizes(BLOCKS)
            .deep(BLOCKS_DEEP)
            .kills(planted([BlockedEarly, BlockedAfterwards, ReceivedEarly])),
    )
    .case(
        CLEAR
            .asks(properties::storage_empties)
            .fair(FAIR)
            .reading(
                "clear-ends",
                "with every clarification: each task is finished in the end, and every storage is empty",
            )
            .sizes(BLOCKS)
            .deep(BLOCKS_DEEP)
            .kills(planted([NeverCollect, ReceivedEarly])),
    )
    .case(
        CLEAR
            .freely()
            .asks(properties::consistent)
            .reading(
                "streams-of-one",
                "with every clarification, streams that hold one datum, tasks sent at any time: one that finds its stream empty or full is \
                 blocked, as in the running system",
            )
            .sizes([[STREAMS_OF_ONE, 1, 1, 1], [STREAMS_OF_ONE, 1, 1, 2]])
            .deep([[STREAMS_OF_ONE, 2, 1, 1]])
            .kills(planted([BlockedEarly, ReceivedEarly])),
    )
    .case(
        consistent(by_id)
            .reading(
                "blocked-by-id",
                "Algorithm 8: BLOCKED has the id of the task; after a fault the worker can only send the checkpoint of START, and what \
                 was done since is done again",
            )
            .expect(Refuted)
            .sizes([[TWICE, 2, 1, 1]]),
    )
    .case(
        consistent(of_worker)
            .reading(
                "counters-of-worker",
                "each worker counts for itself: an equal datum written after the move has the counter of the one before; a task that \
                 comes back and is performed again takes the one for the other",
            )
            .expect(Refuted)
            .sizes([[TWICE, 1, 1, 1]]),
    )
    .case(
        consistent(of_worker)
            .reading(
                "counters-of-worker-without-faults",
                "the same without a fault: a first execution does not look into the Log Buffer",
            )
            .sizes([[TWICE, 1, 0, 1], [TWICE, 2, 0, 1], [TWICE, 2, 0, 2]]),
    )
    .case(
        consistent(at_any_time)
            .reading(
                "interrupted",
                "6.1.3: a task may be blocked at any time, also before it is back where it was when the fault came: it moves without \
                 the registers of what it has done",
            )
            .expect(Refuted)
            .sizes([[TWICE, 2, 1, 1]]),
    )
    .case(
        consistent(others_asked)
            .reading(
                "others-asked",
                "6.1.5: the FTC also asks the workers that had the task before; with counters that travel nobody ever has what is \
                 asked for, and nothing breaks",
            )
            .sizes(BLOCKS)
            .deep(BLOCKS_DEEP)
            .kills(planted([ReceivedEarly])),
    )
}

pub(super) fn leader_fault() -> Claim {
    let consistent = |chapter: Chapter6| chapter.asks(properties::consistent);
    let empties = |chapter: Chapter6| chapter.asks(properties::storage_empties).fair(FAIR);
    let asked_is_compared = Reading {
        asked: Asked::Compared,
        ..Reading::CLEAR
    };
    let as_printed = Reading {
        check: Check::AsPrinted,
        ..Reading::CLEAR
    };
    let open_sent = Reading {
        check: Check::OpenSent,
        ..Reading::CLEAR
    };
    let queue_in_memory = Reading {
        queue: Queue::Volatile,
        ..Reading::CLEAR
    };
    Claim::safety(
        "thesis/rollback/leader-fault",
        "Section 6.1.5, incorrect data in the leader's storage; Section 6.1.2",
        "If the leader fails between storing SENT and sending the task, or between receiving \
         a task and storing RECEIVED, the new leader's check of the stable storage sets it \
         right. The printed condition (a SENT and no RECEIVED with IsFinished = FALSE) is \
         also read as: no RECEIVED at all.",
    )
    .case(
        consistent(LEADER_FAILS)
            .reading(
                "clear",
                "with every clarification: output and tasks are as without faults",
            )
            .sizes(LEADER_FAULTS)
            .deep(LEADER_FAULTS_DEEP)
            .without("stable-storage", Refuted)
            .without("no-loss", Bounded)
            .kills(planted([ReceivedNotLast, RestartWhenAsked])),
    )
    .case(
        empties(LEADER_FAILS)
            .reading(
                "clear-ends",
                "with every clarification: each task is finished in the end, and every storage is empty",
            )
            .sizes(LEADER_FAULTS)
            .deep(LEADER_FAULTS_DEEP)
            .kills(planted([SentEarly, WriteUnconfirmed, CollectUntold])),
    )
    .case(
        empties(ANY_FAILS)
            .reading(
                "clear-any",
                "with every clarification, leader and workers failing: each task is finished in the end, and every storage is empty",
            )
            .sizes([[TWICE, 1, 2, 0], [TWICE, 2, 1, 1]])
            .deep([[TWICE, 1, 2, 1], [READ_THEN_WRITE, 1, 2, 0]])
            .kills(planted([SentEarly])),
    )
    .case(
        consistent(ANY_FAILS)
            .reading(
                "clear-any-consistent",
                "with every clarification, leader and workers failing: output and tasks are as without faults",
            )
            .sizes([
                [TWICE, 1, 2, 0],
                [TWICE, 2, 1, 1],
                [WRITTEN_AND_READ, 2, 2, 0],
            ])
            .deep([[TWICE, 1, 2, 1], [READ_THEN_WRITE, 1, 2, 0]])
            .kills(planted([WriteAnew])),
    )
    .case(
        consistent(ANY_FAILS.read(asked_is_compared))
            .reading(
                "asked-is-compared",
                "6.1.2: the FTC compares a datum when a restored worker asks about it, and then stores STREAM; a fault of the leader in \
                 between leaves a datum that can be read, and nobody who knows that it was written",
            )
            .expect(Refuted)
            .sizes([[WRITTEN_AND_READ, 2, 2, 0]]),
    )
    .case(
        consistent(LEADER_FAILS.read(as_printed))
            .reading(
                "as-printed",
                "6.1.5: a task of which the worker says FINISHED, and which is not in the queue, is queued again from SENT",
            )
            .expect(Refuted)
            .sizes([[TWICE, 1, 1, 0]]),
    )
    .case(
        empties(LEADER_FAILS.read(open_sent))
            .reading(
                "open-sent",
                "the new leader asks about every SENT that is open, and no more: what the old one had received and not stored, or \
                 stored and not confirmed, nobody repeats",
            )
            .expect(Refuted)
            .sizes([[TWICE, 1, 1, 0]]),
    )
    .case(
        empties(LEADER_FAILS.read(queue_in_memory))
            .reading(
                "queue-in-memory",
                "Algorithm 9 has no register for the queue of tasks: those that wait there are lost with the leader",
            )
            .expect(Refuted)
            .sizes([[TWICE, 1, 1, 0]]),
    )
}
