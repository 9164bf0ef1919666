//! The row "Checkpoint / process": several, 1, several, 1, several, 1.

use super::super::properties::{Stored::*, checkpoints_per_process};
use super::*;

/// Every reading of every cell.
pub const CASES: &[Case] = &[
    Case {
        variant: "uncoordinated-checkpoints",
        reading: "several: a failure can need an older checkpoint than the latest of a process",
        sizes: WITNESS,
        deep: &[],
        kills: &["follow-nobody", "save-sends"],
        build: build!(|setup| cell(
            setup,
            Family::Uncoordinated,
            checkpoints_per_process(Needed, Yes)
        )),
        ..UNCOORDINATED
    },
    Case {
        variant: "coordinated-checkpoints",
        reading: "1: whichever process crashes, nobody needs an older checkpoint than its latest",
        kills: &["no-block", "keep-tentative"],
        build: build!(|setup| cell(
            setup,
            Family::Coordinated,
            checkpoints_per_process(Needed, No)
        )),
        ..COORDINATED
    },
    Case {
        variant: "coordinated-checkpoints-tentative",
        reading: "1, also while a round is not complete: what was stored in it counts beside the last global checkpoint",
        expected: Refuted,
        build: build!(|setup| cell(
            setup,
            Family::Coordinated,
            checkpoints_per_process(Tentative, No)
        )),
        ..COORDINATED
    },
    Case {
        variant: "cic-checkpoints",
        reading: "several: a failure can need an older checkpoint than the latest of a process",
        sizes: WITNESS,
        deep: &[],
        kills: &["follow-nobody", "save-sends"],
        build: build!(|setup| cell(setup, Family::Induced, checkpoints_per_process(Needed, Yes))),
        ..INDUCED
    },
    Case {
        variant: "pessimistic-checkpoints",
        reading: "1: whichever process crashes, nobody needs an older checkpoint than its latest",
        kills: &["no-replay", "send-before-log"],
        build: build!(|setup| cell(
            setup,
            Family::Pessimistic,
            checkpoints_per_process(Needed, No)
        )),
        ..PESSIMISTIC
    },
    Case {
        variant: "optimistic-checkpoints",
        reading: "several: a failure can need an older checkpoint than the latest of a process",
        sizes: WITNESS,
        deep: &[],
        kills: &["follow-nobody", "send-when-logged"],
        build: build!(|setup| cell(
            setup,
            Family::Optimistic,
            checkpoints_per_process(Needed, Yes)
        )),
        ..OPTIMISTIC
    },
    Case {
        variant: "causal-checkpoints",
        reading: "1: whichever process crashes, nobody needs an older checkpoint than its latest",
        kills: &["no-replay", "no-piggyback", "forget-at-checkpoint"],
        build: build!(|setup| cell(setup, Family::Causal, checkpoints_per_process(Needed, No))),
        ..CAUSAL
    },
];
