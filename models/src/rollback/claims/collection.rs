//! Theorem 7.2.11 and section 6.1.4: what garbage collection removes, and what it leaves.

use super::super::Mutant::{
    BlockedEarly, BlockedNotLast, EndNotLast, EndUnreceived, NeverCollect, ReadEarly,
    ReceivedEarly, ReceivedNotLast, SentEarly, StartEarly, StreamEarly, WriteEarly,
};
use super::super::reading::{Collected, Confirmed};
use super::*;

const SIZES: Sizes = &[
    [TWICE, 1, 1, 0],
    [READ_THEN_WRITE, 1, 1, 0],
    [READ_THEN_WRITE, 2, 1, 0],
    [TWICE, 2, 1, 1],
    [SECTION_6_2, 1, 1, 0],
];
const DEEP: Sizes = &[[SECTION_6_2, 2, 1, 0], [READ_THEN_WRITE, 2, 1, 1]];

/// For readings that remove one register in a step.
const ONE_BY_ONE_SIZES: Sizes = &[
    [TWICE, 1, 1, 0],
    [READ_THEN_WRITE, 1, 1, 0],
    [TWICE, 2, 1, 1],
];
const ONE_BY_ONE_DEEP: Sizes = &[[READ_THEN_WRITE, 2, 1, 0]];

const ONE_BY_ONE: Reading = Reading {
    collected: Collected::OneByOne,
    ..Reading::CLEAR
};

const CONFIRMED_IN_MEMORY: Reading = Reading {
    confirmed: Confirmed::Volatile,
    ..Reading::CLEAR
};

pub(super) fn gc_safe() -> Claim {
    let consistent = |reading| CLEAR.read(reading).asks(properties::consistent);
    Claim::safety(
        "thesis/rollback/gc-safe",
        "Theorem 7.2.11, in words; Section 6.1.4",
        "Garbage collection removes only registers that no future recovery will use, given \
         the precondition stated for each kind of register.",
    )
    .case(
        CLEAR
            .asks(properties::nothing_needed_is_missing)
            .reading(
                "clear",
                "with every clarification: whatever a restore would need, wherever the worker failed, is in stable storage",
            )
            .sizes(SIZES)
            .deep(DEEP)
            .without("write-ahead", Holds)
            .kills(planted([
                StartEarly,
                ReadEarly,
                WriteEarly,
                SentEarly,
                StreamEarly,
                EndUnreceived,
            ])),
    )
    .case(
        consistent(Reading::CLEAR)
            .reading(
                "by-its-consequences",
                "with every clarification: whatever was removed, output and tasks are as without faults",
            )
            .sizes(SIZES)
            .deep(DEEP)
            .kills(planted([
                ReadEarly,
                WriteEarly,
                ReceivedEarly,
                BlockedEarly,
            ])),
    )
    .case(
        consistent(CONFIRMED_IN_MEMORY)
            .reading(
                "confirmed-in-memory",
                "the same where the confirmation that a datum was written is kept in memory: only then is STREAM needed any more once it \
                 has been compared",
            )
            .sizes([[TWICE, 1, 1, 0], [READ_THEN_WRITE, 2, 1, 0]])
            .kills(planted([StreamEarly])),
    )
    .case(
        consistent(ONE_BY_ONE)
            .reading(
                "one-by-one",
                "registers are removed one in a step, so that a fault may fall in the middle of a collection",
            )
            .sizes(ONE_BY_ONE_SIZES)
            .deep(ONE_BY_ONE_DEEP)
            .kills(planted([ReadEarly, BlockedNotLast])),
    )
}

pub(super) fn gc_complete() -> Claim {
    let empties = |reading| {
        let chapter = CLEAR.read(reading);
        chapter.asks(properties::storage_empties).fair(FAIR)
    };
    let one_pass = Reading {
        collected: Collected::OnePass,
        ..Reading::CLEAR
    };
    Claim::liveness(
        "thesis/rollback/gc-complete",
        "Theorem 7.2.11, as formula; Sections 6.2 and 7.3",
        "Every register that is no longer useful is eventually removed, so no storage keeps \
         obsolete registers; read at the end of a run as: every storage is empty. The \
         theorem's formula states this direction, its words the other one.",
    )
    .case(
        empties(Reading::CLEAR)
            .reading(
                "clear",
                "with every clarification: in the end every storage is empty",
            )
            .sizes(SIZES)
            .deep(DEEP)
            .without("no-loss", Refuted)
            .kills(planted([
                NeverCollect,
                ReceivedNotLast,
                EndNotLast,
                EndUnreceived,
                BlockedNotLast,
            ])),
    )
    .case(
        empties(ONE_BY_ONE)
            .reading("one-by-one", "the same, one register in a step")
            .sizes(ONE_BY_ONE_SIZES)
            .deep(ONE_BY_ONE_DEEP)
            .kills(planted([NeverCollect])),
    )
    .case(
        empties(one_pass)
            .reading(
                "one-pass",
                "6.1.4: one pass from the newest to the oldest that spares the register stored last, when a register is stored: the \
                 last ones are looked at before what they wait for is gone, and never again",
            )
            .expect(Refuted)
            .sizes([[TWICE, 1, 0, 0]]),
    )
    .case(
        empties(CONFIRMED_IN_MEMORY)
            .reading(
                "confirmed-in-memory",
                "Algorithm 8 has no field for the confirmation that a datum was written: a fault after the task was blocked forgets it, and WRITE and BLOCKED stay",
            )
            .expect(Refuted)
            .sizes([[TWICE, 2, 1, 1]]),
    )
}
