//! Theorem 7.2.8 and section 6.1.4: no orphans, the same output.

use super::super::Mutant::{
    EndUnreceived, ReadAnew, ReadEarly, RereadInSilence, StartEarly, WriteAnew, WriteNever,
};
use super::super::properties::Stable;
use super::super::reading::{Copied, Found, Lost, Readable, Replayed, Written};
use super::*;

/// 6.1.5: whether a datum was written, the FTC knows from STREAM registers alone.
const REGISTER_ALONE: Reading = Reading {
    written: Written::RegisterAlone,
    ..Reading::CLEAR
};

pub(super) fn always_no_orphans() -> Claim {
    let formula = |chapter: Chapter6, stable| -> Question {
        chapter
            .asks_of(properties::no_orphans, stable)
            .sizes([
                [READ_THEN_WRITE, 1, 1, 0],
                [READ_THEN_WRITE, 2, 1, 0],
                [READ_THEN_WRITE, 1, 2, 0],
                [SECTION_6_2, 1, 1, 0],
            ])
            .deep(WORKER_FAULTS_DEEP)
    };
    Claim::safety(
        "thesis/rollback/always-no-orphans",
        "Theorem 7.2.8, with Assumptions 7.2.1 to 7.2.7",
        "No orphan messages arise: for every non-deterministic event that is not stable, each \
         node that depends on it has logged it (Depend(e) is a subset of Log(e)), wherever a \
         fault falls between storing a register and the action it announces.",
    )
    .case(
        formula(CLEAR, Stable::Stored)
            .reading(
                "as-stated",
                "the formula to the letter: an event is stable while its register is in the storage; garbage collection removes \
                 registers of tasks whose results others go on to use",
            )
            .expect(Refuted)
            .sizes([[SECTION_6_2, 1, 0, 0], [SECTION_6_2, 2, 1, 0]])
            .not_deeper(),
    )
    .case(
        formula(CLEAR, Stable::StoredOrOver)
            .reading(
                "until-over",
                "an event is also stable when its task is over and will never be performed again",
            )
            .without("stable-storage", Holds)
            .without("write-ahead", Refuted)
            .without("no-loss", Bounded)
            .without("fifo", Bounded)
            .kills(planted([ReadEarly])),
    )
    .case(
        formula(CLEAR.read(REGISTER_ALONE), Stable::StoredOrOver)
            .reading(
                "until-over-doubled",
                "the same formula, where the FTC goes by STREAM registers alone: it holds, and data are written twice all the \
                 same (same-output, register-alone); the formula is about what is known, not about what was done",
            )
            .kills(planted([ReadEarly])),
    )
}

pub(super) fn same_output() -> Claim {
    let asked = |chapter: Chapter6| chapter.asks(properties::same_output);
    let deviating = |reading| asked(CLEAR.read(reading)).expect(Refuted);
    let at_once = Reading {
        readable: Readable::AtOnce,
        ..Reading::CLEAR
    };
    let by_value = Reading {
        found: Found::ByValue,
        ..Reading::CLEAR
    };
    let first_register = Reading {
        replayed: Replayed::First,
        ..Reading::CLEAR
    };
    let in_parallel = Reading {
        copied: Copied::InParallel,
        ..Reading::CLEAR
    };
    let queued_again = Reading {
        lost: Lost::QueuedAgain,
        ..Reading::CLEAR
    };
    Claim::safety(
        "thesis/rollback/same-output",
        "Section 6.1.4; Section 8.2.2",
        "Recovery and garbage collection do not modify the output of the application: the \
         streams end as in the run without faults, nothing lost, doubled or reordered.",
    )
    .case(
        asked(CLEAR)
            .reading(
                "clear",
                "with every clarification: nothing is written twice, out of order or not at all, and every task reads what it \
                 would have read",
            )
            .sizes(WORKER_FAULTS)
            .deep(WORKER_FAULTS_DEEP)
            .without("stable-storage", Holds)
            .without("write-ahead", Refuted)
            .without("no-loss", Bounded)
            .without("fifo", Refuted)
            .kills(planted([WriteAnew, WriteNever, ReadAnew, RereadInSilence])),
    )
    .case(
        CLEAR
            .asks(properties::output_ends)
            .fair(FAIR)
            .reading(
                "clear-ends",
                "with every clarification: in the end every task is finished, and what it writes is in its stream, once",
            )
            .sizes(WORKER_FAULTS)
            .deep(WORKER_FAULTS_DEEP)
            .without("stable-storage", Refuted)
            .without("no-loss", Refuted)
            .kills(planted([StartEarly, EndUnreceived])),
    )
    .case(
        deviating(REGISTER_ALONE)
            .reading(
                "register-alone",
                "6.1.5: whether a datum was written, the FTC knows from STREAM registers alone; after a fault between writing and \
                 sending the copy there is none",
            )
            .sizes([[TWICE, 1, 1, 0], [READ_THEN_WRITE, 1, 1, 0]]),
    )
    .case(
        asked(CLEAR.freely())
            .reading(
                "clear-freely",
                "with every clarification, tasks being sent at any time and waiting for what they read: beside readable-at-once, which is \
                 asked in the same setting",
            )
            .sizes([[READ_THEN_WRITE, 1, 1, 0], [READ_THEN_WRITE, 2, 1, 0]])
            .kills(planted([WriteAnew, WriteNever])),
    )
    .case(
        asked(CLEAR.read(at_once).freely())
            .reading(
                "readable-at-once",
                "tasks being sent at any time, a datum can be read before the FTC has compared it: it may be gone from the stream when the FTC looks for it",
            )
            .expect(Refuted)
            .sizes([[READ_THEN_WRITE, 2, 1, 0]]),
    )
    .case(
        deviating(by_value)
            .reading(
                "found-by-value",
                "6.1.5: the FTC looks for the data that was read in the stream, by what it says; an equal datum behind it is taken \
                 out in its place",
            )
            .sizes([[READ_THEN_WRITE, 1, 1, 0]]),
    )
    .case(
        deviating(first_register)
            .reading(
                "first-register",
                "6.1.5: a task that is performed again takes a READ register of its stream, whatever its counter",
            )
            .sizes([[SECTION_6_2, 1, 1, 0]]),
    )
    .case(
        asked(CLEAR.read(first_register))
            .reading(
                "first-register-without-faults",
                "the same without a fault: a first execution does not look into the Log Buffer",
            )
            .sizes([[SECTION_6_2, 1, 0, 0], [SECTION_6_2, 2, 0, 0]]),
    )
    .case(
        deviating(in_parallel)
            .reading(
                "copied-in-parallel",
                "6.1.2: the copy is sent to the FTC in parallel with the write; if it is there first and the worker fails, \
                 STREAM says of a datum that it was written which never was",
            )
            .sizes([[TWICE, 1, 1, 0]]),
    )
    .case(
        deviating(queued_again)
            .reading(
                "lost-is-queued",
                "6.1.2: a worker fails for ever, and the FTC queues its task again; another worker has none of its registers, \
                 and writes again what was written",
            )
            .sizes([[TWICE, 2, 1, 0]]),
    )
}
