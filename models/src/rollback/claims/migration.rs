//! Sections 6.1.3 and 6.1.5: tasks that are blocked and move, and leaders that fail.

use super::super::properties;
use super::super::reading::{Asked, Blocked, Check, Counters, Interrupted, Others, Queue};
use super::*;

const MIGRATES: Case = Case {
    claim: "thesis/rollback/blocked-migrates",
    sizes: BLOCKS,
    deep: BLOCKS_DEEP,
    ..BASE
};

const LEADER: Case = Case {
    claim: "thesis/rollback/leader-fault",
    sizes: LEADER_FAULTS,
    deep: LEADER_FAULTS_DEEP,
    build: build!(|setup| {
        safety(
            setup,
            Reading::CLEAR,
            Fails::Leader,
            properties::consistent(),
        )
    }),
    ..BASE
};

/// Every case about blocking and about the leader.
pub const CASES: &[Case] = &[
    Case {
        reading: "with every clarification: output and tasks are as without faults",
        kills: &["blocked-early", "blocked-afterwards", "received-early"],
        ..MIGRATES
    },
    Case {
        variant: "clear-ends",
        reading: "with every clarification: each task is finished in the end, and every storage is empty",
        fairness: FAIR,
        kills: &["never-collect", "received-early"],
        build: build!(|setup| {
            liveness(
                setup,
                Reading::CLEAR,
                Fails::Workers,
                properties::storage_empties(),
            )
        }),
        ..MIGRATES
    },
    Case {
        variant: "streams-of-one",
        reading: "with every clarification, streams that hold one datum, tasks sent at any time: one that finds its stream empty or full is \
                  blocked, as in the running system",
        sizes: &[&[4, 1, 1, 1], &[4, 1, 1, 2]],
        deep: &[&[4, 2, 1, 1]],
        kills: &["blocked-early", "received-early"],
        build: build!(|setup| freely(
            setup,
            Reading::CLEAR,
            Fails::Workers,
            properties::consistent()
        )),
        ..MIGRATES
    },
    Case {
        variant: "blocked-by-id",
        reading: "Algorithm 8: BLOCKED has the id of the task; after a fault the worker can only send the checkpoint of START, and what \
                  was done since is done again",
        expected: Refuted,
        sizes: &[&[1, 2, 1, 1]],
        deep: &[],
        build: build!(|setup| {
            let reading = Reading {
                blocked: Blocked::Id,
                ..Reading::CLEAR
            };
            safety(setup, reading, Fails::Workers, properties::consistent())
        }),
        ..MIGRATES
    },
    Case {
        variant: "counters-of-worker",
        reading: "each worker counts for itself: an equal datum written after the move has the counter of the one before",
        expected: Refuted,
        sizes: &[&[1, 1, 0, 1]],
        deep: &[],
        build: build!(|setup| {
            let reading = Reading {
                counters: Counters::OfWorker,
                ..Reading::CLEAR
            };
            safety(setup, reading, Fails::Workers, properties::consistent())
        }),
        ..MIGRATES
    },
    Case {
        variant: "interrupted",
        reading: "6.1.3: a task may be blocked at any time, also before it is back where it was when the fault came: it moves without \
                  the registers of what it has done",
        expected: Refuted,
        sizes: &[&[1, 2, 1, 1]],
        deep: &[],
        build: build!(|setup| {
            let reading = Reading {
                interrupted: Interrupted::AnyTime,
                ..Reading::CLEAR
            };
            safety(setup, reading, Fails::Workers, properties::consistent())
        }),
        ..MIGRATES
    },
    Case {
        variant: "others-asked",
        reading: "6.1.5: the FTC also asks the workers that had the task before; with counters that travel nobody ever has what is \
                  asked for, and nothing breaks",
        kills: &["received-early"],
        build: build!(|setup| {
            let reading = Reading {
                others: Others::Asked,
                ..Reading::CLEAR
            };
            safety(setup, reading, Fails::Workers, properties::consistent())
        }),
        ..MIGRATES
    },
    Case {
        reading: "with every clarification: output and tasks are as without faults",
        assumptions: &[("stable-storage", Refuted), ("no-loss", Holds)],
        kills: &["received-not-last", "restart-when-asked"],
        ..LEADER
    },
    Case {
        variant: "clear-ends",
        reading: "with every clarification: each task is finished in the end, and every storage is empty",
        fairness: FAIR,
        kills: &["sent-early", "write-unconfirmed", "collect-untold"],
        build: build!(|setup| {
            liveness(
                setup,
                Reading::CLEAR,
                Fails::Leader,
                properties::storage_empties(),
            )
        }),
        ..LEADER
    },
    Case {
        variant: "clear-any",
        reading: "with every clarification, leader and workers failing: each task is finished in the end, and every storage is empty",
        sizes: &[&[1, 1, 2, 0], &[1, 2, 1, 1]],
        deep: &[&[1, 1, 2, 1], &[2, 1, 2, 0]],
        fairness: FAIR,
        kills: &["sent-early"],
        build: build!(|setup| {
            liveness(
                setup,
                Reading::CLEAR,
                Fails::Any,
                properties::storage_empties(),
            )
        }),
        ..LEADER
    },
    Case {
        variant: "clear-any-consistent",
        reading: "with every clarification, leader and workers failing: output and tasks are as without faults",
        sizes: &[&[1, 1, 2, 0], &[1, 2, 1, 1], &[5, 2, 2, 0]],
        deep: &[&[1, 1, 2, 1], &[2, 1, 2, 0]],
        kills: &["write-anew"],
        build: build!(|setup| {
            safety(setup, Reading::CLEAR, Fails::Any, properties::consistent())
        }),
        ..LEADER
    },
    Case {
        variant: "asked-is-compared",
        reading: "6.1.2: the FTC compares a datum when a restored worker asks about it, and then stores STREAM; a fault of the leader in \
                  between leaves a datum that can be read, and nobody who knows that it was written",
        expected: Refuted,
        sizes: &[&[5, 2, 2, 0]],
        deep: &[],
        build: build!(|setup| {
            let reading = Reading {
                asked: Asked::Compared,
                ..Reading::CLEAR
            };
            safety(setup, reading, Fails::Any, properties::consistent())
        }),
        ..LEADER
    },
    Case {
        variant: "as-printed",
        reading: "6.1.5: a task of which the worker says FINISHED, and which is not in the queue, is queued again from SENT",
        expected: Refuted,
        sizes: &[&[1, 1, 1, 0]],
        deep: &[],
        build: build!(|setup| {
            let reading = Reading {
                check: Check::AsPrinted,
                ..Reading::CLEAR
            };
            safety(setup, reading, Fails::Leader, properties::consistent())
        }),
        ..LEADER
    },
    Case {
        variant: "open-sent",
        reading: "the new leader asks about every SENT that is open, and no more: what the old one had received and not stored, or \
                  stored and not confirmed, nobody repeats",
        expected: Refuted,
        sizes: &[&[1, 1, 1, 0]],
        deep: &[],
        fairness: FAIR,
        build: build!(|setup| {
            let reading = Reading {
                check: Check::OpenSent,
                ..Reading::CLEAR
            };
            liveness(setup, reading, Fails::Leader, properties::storage_empties())
        }),
        ..LEADER
    },
    Case {
        variant: "queue-in-memory",
        reading: "Algorithm 9 has no register for the queue of tasks: those that wait there are lost with the leader",
        expected: Refuted,
        sizes: &[&[1, 1, 1, 0]],
        deep: &[],
        fairness: FAIR,
        build: build!(|setup| {
            let reading = Reading {
                queue: Queue::Volatile,
                ..Reading::CLEAR
            };
            liveness(setup, reading, Fails::Leader, properties::storage_empties())
        }),
        ..LEADER
    },
];
