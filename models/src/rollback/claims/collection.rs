//! Theorem 7.2.11 and section 6.1.4: what garbage collection removes, and what it leaves; and why registers are stored ahead.

use super::super::properties;
use super::super::reading::{Collected, Confirmed, Logged};
use super::*;

const SAFE: Case = Case {
    claim: "thesis/rollback/gc-safe",
    sizes: &[
        &[1, 1, 1, 0],
        &[2, 1, 1, 0],
        &[2, 2, 1, 0],
        &[1, 2, 1, 1],
        &[3, 1, 1, 0],
    ],
    deep: &[&[3, 2, 1, 0], &[2, 2, 1, 1]],
    ..BASE
};

const COMPLETE: Case = Case {
    claim: "thesis/rollback/gc-complete",
    sizes: &[
        &[1, 1, 1, 0],
        &[2, 1, 1, 0],
        &[2, 2, 1, 0],
        &[1, 2, 1, 1],
        &[3, 1, 1, 0],
    ],
    deep: &[&[3, 2, 1, 0], &[2, 2, 1, 1]],
    fairness: FAIR,
    ..BASE
};

const AHEAD: Case = Case {
    claim: "thesis/rollback/write-ahead",
    ..BASE
};

/// Every case about stable storage.
pub const CASES: &[Case] = &[
    Case {
        reading: "with every clarification: whatever a restore would need, wherever the worker failed, is in stable storage",
        assumptions: &[("write-ahead", Holds)],
        kills: &[
            "start-early",
            "read-early",
            "write-early",
            "sent-early",
            "stream-early",
            "end-unreceived",
        ],
        build: build!(|setup| {
            safety(
                setup,
                Reading::CLEAR,
                Fails::Workers,
                properties::nothing_needed_is_missing(),
            )
        }),
        ..SAFE
    },
    Case {
        variant: "by-its-consequences",
        reading: "with every clarification: whatever was removed, output and tasks are as without faults",
        kills: &[
            "read-early",
            "write-early",
            "received-early",
            "blocked-early",
        ],
        build: build!(|setup| {
            safety(
                setup,
                Reading::CLEAR,
                Fails::Workers,
                properties::consistent(),
            )
        }),
        ..SAFE
    },
    Case {
        variant: "confirmed-in-memory",
        reading: "the same where the confirmation that a datum was written is kept in memory: only then is STREAM needed any more once it \
                  has been compared",
        sizes: &[&[1, 1, 1, 0], &[2, 2, 1, 0]],
        deep: &[],
        kills: &["stream-early"],
        build: build!(|setup| {
            let reading = Reading {
                confirmed: Confirmed::Volatile,
                ..Reading::CLEAR
            };
            safety(setup, reading, Fails::Workers, properties::consistent())
        }),
        ..SAFE
    },
    Case {
        variant: "one-by-one",
        reading: "registers are removed one in a step, so that a fault may fall in the middle of a collection",
        sizes: &[&[1, 1, 1, 0], &[2, 1, 1, 0], &[1, 2, 1, 1]],
        deep: &[&[2, 2, 1, 0]],
        kills: &["read-early", "blocked-not-last"],
        build: build!(|setup| {
            let reading = Reading {
                collected: Collected::OneByOne,
                ..Reading::CLEAR
            };
            safety(setup, reading, Fails::Workers, properties::consistent())
        }),
        ..SAFE
    },
    Case {
        reading: "with every clarification: in the end every storage is empty",
        assumptions: &[("no-loss", Refuted)],
        kills: &[
            "never-collect",
            "received-not-last",
            "end-not-last",
            "end-unreceived",
            "blocked-not-last",
        ],
        build: build!(|setup| {
            liveness(
                setup,
                Reading::CLEAR,
                Fails::Workers,
                properties::storage_empties(),
            )
        }),
        ..COMPLETE
    },
    Case {
        variant: "one-by-one",
        reading: "the same, one register in a step",
        sizes: &[&[1, 1, 1, 0], &[2, 1, 1, 0], &[1, 2, 1, 1]],
        deep: &[&[2, 2, 1, 0]],
        kills: &["never-collect"],
        build: build!(|setup| {
            let reading = Reading {
                collected: Collected::OneByOne,
                ..Reading::CLEAR
            };
            liveness(
                setup,
                reading,
                Fails::Workers,
                properties::storage_empties(),
            )
        }),
        ..COMPLETE
    },
    Case {
        variant: "one-pass",
        reading: "6.1.4: one pass from the newest to the oldest that spares the register stored last, when a register is stored: the \
                  last ones are looked at before what they wait for is gone, and never again",
        expected: Refuted,
        sizes: &[&[1, 1, 0, 0]],
        deep: &[],
        build: build!(|setup| {
            let reading = Reading {
                collected: Collected::OnePass,
                ..Reading::CLEAR
            };
            liveness(
                setup,
                reading,
                Fails::Workers,
                properties::storage_empties(),
            )
        }),
        ..COMPLETE
    },
    Case {
        variant: "confirmed-in-memory",
        reading: "Algorithm 8 has no field for the confirmation that a datum was written: a fault after the task was blocked forgets it, and WRITE and BLOCKED stay",
        expected: Refuted,
        sizes: &[&[1, 2, 1, 1]],
        deep: &[],
        build: build!(|setup| {
            let reading = Reading {
                confirmed: Confirmed::Volatile,
                ..Reading::CLEAR
            };
            liveness(
                setup,
                reading,
                Fails::Workers,
                properties::storage_empties(),
            )
        }),
        ..COMPLETE
    },
    Case {
        reading: "with every clarification: READ and WRITE are stored before the action",
        assumptions: &[("write-ahead", Refuted)],
        kills: &["write-anew", "read-anew"],
        ..AHEAD
    },
    Case {
        variant: "blocked-and-end",
        reading: "with every clarification, tasks being blocked: so are BLOCKED and END, before the task is returned",
        sizes: BLOCKS,
        deep: BLOCKS_DEEP,
        kills: &["blocked-afterwards", "end-afterwards"],
        ..AHEAD
    },
    Case {
        variant: "leader",
        reading: "with every clarification, the leader failing: so are SENT, before the task is sent, and RECEIVED and STREAM, before \
                  they are acted upon",
        sizes: LEADER_FAULTS,
        deep: LEADER_FAULTS_DEEP,
        fairness: FAIR,
        kills: &[
            "sent-afterwards",
            "received-afterwards",
            "write-unconfirmed",
        ],
        build: build!(|setup| {
            liveness(
                setup,
                Reading::CLEAR,
                Fails::Leader,
                properties::storage_empties(),
            )
        }),
        ..AHEAD
    },
    Case {
        variant: "any-node",
        reading: "with every clarification, any node failing: whatever a restore would need is in stable storage; STREAM is, before its \
                  datum can be read",
        sizes: &[&[1, 1, 1, 0], &[5, 2, 1, 0], &[5, 2, 2, 0]],
        deep: &[],
        kills: &["stream-afterwards"],
        build: build!(|setup| {
            safety(
                setup,
                Reading::CLEAR,
                Fails::Any,
                properties::nothing_needed_is_missing(),
            )
        }),
        ..AHEAD
    },
    Case {
        variant: "read-afterwards",
        reading: "READ is stored after the datum was taken out of the stream: a fault in between loses it",
        expected: Refuted,
        sizes: &[&[2, 1, 1, 0]],
        deep: &[],
        build: build!(|setup| {
            let reading = Reading {
                read: Logged::Afterwards,
                ..Reading::CLEAR
            };
            safety(setup, reading, Fails::Workers, properties::consistent())
        }),
        ..AHEAD
    },
    Case {
        variant: "write-afterwards",
        reading: "WRITE is stored after the datum was put into the stream: a fault in between writes it twice",
        expected: Refuted,
        sizes: &[&[1, 1, 1, 0]],
        deep: &[],
        build: build!(|setup| {
            let reading = Reading {
                write: Logged::Afterwards,
                ..Reading::CLEAR
            };
            safety(setup, reading, Fails::Workers, properties::consistent())
        }),
        ..AHEAD
    },
];
