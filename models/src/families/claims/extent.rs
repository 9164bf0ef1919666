//! The row "Rollback extent": unbounded, last global checkpoint, possibly several, last checkpoint, possibly several, last
//! checkpoint.

use super::super::properties::{
    back_to_the_start, last_checkpoint, last_global_checkpoint, several,
};
use super::*;

/// Every reading of every cell.
pub const CASES: &[Case] = &[
    Case {
        variant: "uncoordinated-extent",
        reading: "Unbounded: for every C all can be back at the start, though each has taken C checkpoints",
        sizes: MORE_CHECKPOINTS,
        deep: &[&[2, 2, 6, 1], &[3, 3, 2, 1]],
        kills: &["follow-nobody", "save-sends"],
        build: build!(|setup| cell(setup, Family::Uncoordinated, back_to_the_start(Yes))),
        ..UNCOORDINATED
    },
    Case {
        variant: "coordinated-extent",
        reading: "Last global checkpoint: there all processes end",
        kills: &["no-block", "keep-tentative", "follow-nobody"],
        build: build!(|setup| cell(setup, Family::Coordinated, last_global_checkpoint())),
        ..COORDINATED
    },
    Case {
        variant: "cic-extent",
        reading: "Possibly several checkpoints: for every C a process can lose C",
        sizes: MORE_CHECKPOINTS,
        deep: &[&[2, 2, 6, 1]],
        kills: &["follow-nobody", "save-sends"],
        build: build!(|setup| cell(setup, Family::Induced, several())),
        ..INDUCED
    },
    Case {
        variant: "cic-extent-not-unbounded",
        reading: "several, but not unbounded: never are all back at the start who have taken C checkpoints",
        sizes: &[&[2, 2, 1, 1], &[2, 3, 1, 1], &[2, 3, 2, 1], &[3, 3, 1, 1]],
        deep: &[&[2, 4, 2, 1], &[2, 4, 3, 1]],
        kills: &["no-forced", "force-late"],
        build: build!(|setup| cell(setup, Family::Induced, back_to_the_start(No))),
        ..INDUCED
    },
    Case {
        variant: "pessimistic-extent",
        reading: "Last checkpoint: no checkpoint is lost, and only those go back that crashed",
        kills: &["no-replay", "send-before-log"],
        build: build!(|setup| cell(setup, Family::Pessimistic, last_checkpoint())),
        ..PESSIMISTIC
    },
    Case {
        variant: "optimistic-extent",
        reading: "Possibly several checkpoints: for every C a process can lose C",
        sizes: MORE_CHECKPOINTS,
        deep: &[&[2, 2, 6, 1]],
        kills: &["follow-nobody", "send-when-logged"],
        build: build!(|setup| cell(setup, Family::Optimistic, several())),
        ..OPTIMISTIC
    },
    Case {
        variant: "optimistic-extent-not-unbounded",
        reading: "several, but not unbounded: never are all back at the start who have taken C checkpoints",
        sizes: &[&[2, 2, 1, 1], &[2, 3, 1, 1], &[2, 3, 2, 1], &[3, 3, 1, 1]],
        deep: &[&[2, 4, 2, 1], &[2, 4, 3, 1]],
        kills: &["no-replay"],
        build: build!(|setup| cell(setup, Family::Optimistic, back_to_the_start(No))),
        ..OPTIMISTIC
    },
    Case {
        variant: "causal-extent",
        reading: "Last checkpoint: no checkpoint is lost, and only those go back that crashed",
        kills: &["no-replay", "no-piggyback", "forget-at-checkpoint"],
        build: build!(|setup| cell(setup, Family::Causal, last_checkpoint())),
        ..CAUSAL
    },
];
