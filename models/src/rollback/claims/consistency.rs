//! Theorems 7.2.8 to 7.2.10: no orphans, the same output, each task once, nobody else rolls back, faults on faults.

use super::super::properties::{self, Stable};
use super::super::reading::{
    Again, Answers, Found, Readable, Receipt, Replayed, Restored, Written,
};
use super::*;

const ASSUMED: Dropped = &[
    ("stable-storage", Holds),
    ("write-ahead", Refuted),
    ("no-loss", Holds),
    ("fifo", Holds),
];

const ORPHANS: Case = Case {
    claim: "thesis/rollback/always-no-orphans",
    sizes: &[&[2, 1, 1, 0], &[2, 2, 1, 0], &[2, 1, 2, 0], &[3, 1, 1, 0]],
    ..BASE
};

const OUTPUT: Case = Case {
    claim: "thesis/rollback/same-output",
    expected: Refuted,
    sizes: &[&[2, 1, 1, 0]],
    deep: &[],
    ..BASE
};

const ONCE: Case = Case {
    claim: "thesis/rollback/exactly-once",
    sizes: BLOCKS,
    deep: BLOCKS_DEEP,
    ..BASE
};

const REPEATED: Case = Case {
    claim: "thesis/rollback/repeated-faults",
    sizes: &[&[1, 1, 2, 0], &[1, 1, 3, 0], &[2, 1, 2, 0], &[2, 1, 3, 0]],
    deep: &[&[3, 1, 2, 0], &[2, 2, 2, 0]],
    ..BASE
};

/// Every case about consistency.
pub const CASES: &[Case] = &[
    Case {
        variant: "as-stated",
        reading: "the formula to the letter: an event is stable while its register is in the storage; garbage collection removes \
                  registers of tasks whose results others go on to use",
        expected: Refuted,
        sizes: &[&[3, 1, 0, 0], &[3, 2, 1, 0]],
        deep: &[],
        build: build!(|setup| {
            let property = properties::no_orphans(Stable::Stored);
            safety(setup, Reading::CLEAR, Fails::Workers, property)
        }),
        ..ORPHANS
    },
    Case {
        variant: "until-over",
        reading: "an event is also stable when its task is over and will never be performed again",
        assumptions: &[
            ("stable-storage", Holds),
            ("write-ahead", Refuted),
            ("no-loss", Holds),
            ("fifo", Holds),
        ],
        kills: &["read-early"],
        build: build!(|setup| {
            let property = properties::no_orphans(Stable::StoredOrOver);
            safety(setup, Reading::CLEAR, Fails::Workers, property)
        }),
        ..ORPHANS
    },
    Case {
        variant: "until-over-doubled",
        reading: "the same formula, where the FTC goes by STREAM registers alone: it holds, and data are written twice all the \
                  same (same-output, register-alone); the formula is about what is known, not about what was done",
        kills: &["read-early"],
        build: build!(|setup| {
            let reading = Reading {
                written: Written::RegisterAlone,
                ..Reading::CLEAR
            };
            let property = properties::no_orphans(Stable::StoredOrOver);
            safety(setup, reading, Fails::Workers, property)
        }),
        ..ORPHANS
    },
    Case {
        variant: "clear",
        reading: "with every clarification: nothing is written twice, out of order or not at all, and every task reads what it \
                  would have read",
        expected: Holds,
        sizes: WORKER_FAULTS,
        deep: WORKER_FAULTS_DEEP,
        assumptions: ASSUMED,
        kills: &[
            "write-anew",
            "write-never",
            "read-anew",
            "reread-in-silence",
        ],
        build: build!(|setup| {
            safety(
                setup,
                Reading::CLEAR,
                Fails::Workers,
                properties::same_output(),
            )
        }),
        ..OUTPUT
    },
    Case {
        variant: "register-alone",
        reading: "6.1.5: whether a datum was written, the FTC knows from STREAM registers alone; after a fault between writing and \
                  sending the copy there is none",
        sizes: &[&[1, 1, 1, 0], &[2, 1, 1, 0]],
        build: build!(|setup| {
            let reading = Reading {
                written: Written::RegisterAlone,
                ..Reading::CLEAR
            };
            safety(setup, reading, Fails::Workers, properties::same_output())
        }),
        ..OUTPUT
    },
    Case {
        variant: "clear-freely",
        reading: "with every clarification, tasks being sent at any time and waiting for what they read: beside readable-at-once, which is \
                  asked in the same setting",
        expected: Holds,
        sizes: &[&[2, 1, 1, 0], &[2, 2, 1, 0]],
        kills: &["write-anew", "write-never"],
        build: build!(|setup| {
            freely(
                setup,
                Reading::CLEAR,
                Fails::Workers,
                properties::same_output(),
            )
        }),
        ..OUTPUT
    },
    Case {
        variant: "readable-at-once",
        reading: "tasks being sent at any time, a datum can be read before the FTC has compared it: it may be gone from the stream when the FTC looks for it",
        sizes: &[&[2, 2, 1, 0]],
        build: build!(|setup| {
            let reading = Reading {
                readable: Readable::AtOnce,
                ..Reading::CLEAR
            };
            freely(setup, reading, Fails::Workers, properties::same_output())
        }),
        ..OUTPUT
    },
    Case {
        variant: "found-by-value",
        reading: "6.1.5: the FTC looks for the data that was read in the stream, by what it says; an equal datum behind it is taken \
                  out in its place",
        build: build!(|setup| {
            let reading = Reading {
                found: Found::ByValue,
                ..Reading::CLEAR
            };
            safety(setup, reading, Fails::Workers, properties::same_output())
        }),
        ..OUTPUT
    },
    Case {
        variant: "first-register",
        reading: "6.1.5: a task that is performed again takes a READ register of its stream, whatever its counter",
        sizes: &[&[3, 1, 1, 0]],
        build: build!(|setup| {
            let reading = Reading {
                replayed: Replayed::First,
                ..Reading::CLEAR
            };
            safety(setup, reading, Fails::Workers, properties::same_output())
        }),
        ..OUTPUT
    },
    Case {
        reading: "with every clarification, tasks being blocked: there is never more than one of a task",
        assumptions: &[
            ("stable-storage", Holds),
            ("write-ahead", Holds),
            ("no-loss", Holds),
            ("fifo", Holds),
        ],
        kills: &["blocked-early", "blocked-afterwards", "end-afterwards"],
        build: build!(|setup| {
            safety(
                setup,
                Reading::CLEAR,
                Fails::Workers,
                properties::exactly_once(),
            )
        }),
        ..ONCE
    },
    Case {
        variant: "clear-ends",
        reading: "with every clarification, tasks being blocked: each task is finished in the end",
        assumptions: &[("stable-storage", Refuted), ("no-loss", Refuted)],
        fairness: FAIR,
        kills: &["start-early", "end-unreceived", "sent-early"],
        build: build!(|setup| {
            liveness(setup, Reading::CLEAR, Fails::Workers, properties::ends())
        }),
        ..ONCE
    },
    Case {
        variant: "receipt-then-stored",
        reading: "6.1.1: START is stored after the task was received; a fault in between loses the task",
        expected: Refuted,
        sizes: &[&[1, 1, 1, 0]],
        deep: &[],
        fairness: FAIR,
        build: build!(|setup| {
            let reading = Reading {
                receipt: Receipt::ThenStored,
                ..Reading::CLEAR
            };
            liveness(setup, reading, Fails::Workers, properties::ends())
        }),
        ..ONCE
    },
    Case {
        variant: "again-by-received",
        reading: "6.1.5: a task that was returned before, as the RECEIVED register of this worker says, is removed; a task that comes \
                  back to a worker (Fig. 6.4) is returned by it twice with good reason",
        expected: Refuted,
        sizes: &[&[1, 1, 0, 1]],
        deep: &[],
        fairness: FAIR,
        build: build!(|setup| {
            let reading = Reading {
                again: Again::ByReceived,
                ..Reading::CLEAR
            };
            liveness(setup, reading, Fails::Workers, properties::ends())
        }),
        ..ONCE
    },
    Case {
        variant: "again-by-sent",
        reading: "a task is taken to be returned again if the worker has none: a late second return of an earlier stint is \
                  taken for that of the next",
        expected: Refuted,
        sizes: &[&[1, 1, 1, 1]],
        deep: &[],
        build: build!(|setup| {
            let reading = Reading {
                again: Again::BySent,
                ..Reading::CLEAR
            };
            safety(setup, reading, Fails::Workers, properties::exactly_once())
        }),
        ..ONCE
    },
    Case {
        claim: "thesis/rollback/no-domino",
        reading: "with every clarification, any node failing: a worker that did not fail never begins its task again",
        sizes: &[&[1, 2, 1, 1], &[5, 2, 1, 0]],
        deep: &[&[1, 2, 2, 0], &[2, 2, 1, 0]],
        kills: &["restart-when-asked"],
        build: build!(|setup| {
            safety(
                setup,
                Reading::CLEAR,
                Fails::Any,
                properties::only_the_faulty_roll_back(),
            )
        }),
        ..BASE
    },
    Case {
        reading: "with every clarification, two and three faults: output and tasks are as without faults",
        assumptions: ASSUMED,
        kills: &["write-anew", "write-never"],
        ..REPEATED
    },
    Case {
        variant: "clear-ends",
        reading: "with every clarification, two and three faults: each task is finished in the end",
        fairness: FAIR,
        kills: &["start-early"],
        build: build!(|setup| {
            liveness(setup, Reading::CLEAR, Fails::Workers, properties::ends())
        }),
        ..REPEATED
    },
    Case {
        variant: "restored-removes",
        reading: "6.1.5: registers that were used to restore are removed; the second fault finds nothing",
        expected: Refuted,
        sizes: &[&[1, 1, 2, 0], &[2, 1, 2, 0]],
        deep: &[],
        build: build!(|setup| {
            let reading = Reading {
                restored: Restored::Removes,
                ..Reading::CLEAR
            };
            safety(setup, reading, Fails::Workers, properties::consistent())
        }),
        ..REPEATED
    },
    Case {
        variant: "restored-removes-one-fault",
        reading: "the same with one fault: nobody notices",
        sizes: &[&[1, 1, 1, 0], &[2, 1, 1, 0], &[3, 1, 1, 0]],
        deep: &[],
        kills: &["write-anew"],
        build: build!(|setup| {
            let reading = Reading {
                restored: Restored::Removes,
                ..Reading::CLEAR
            };
            safety(setup, reading, Fails::Workers, properties::consistent())
        }),
        ..REPEATED
    },
    Case {
        variant: "answers-any",
        reading: "an answer does not say which question it answers: one that an earlier life has asked makes the worker write again",
        expected: Refuted,
        sizes: &[&[1, 1, 3, 0]],
        deep: &[],
        build: build!(|setup| {
            let reading = Reading {
                answers: Answers::Any,
                ..Reading::CLEAR
            };
            safety(setup, reading, Fails::Workers, properties::consistent())
        }),
        ..REPEATED
    },
];
