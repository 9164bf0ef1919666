//! The row "Orphan processes": Yes, No, Yes, No, possible (temporal), No.
//!
//! The table does not say when. Each cell is read at three moments: when the failure strikes; of the latest checkpoints; when the recovery
//! is complete.

use super::super::properties::{Moment::*, orphans};
use super::*;

/// Every reading of every cell.
pub const CASES: &[Case] = &[
    Case {
        variant: "uncoordinated-orphans-at-failure",
        reading: "Yes: when the failure strikes, a survivor can be an orphan",
        sizes: WITNESS,
        deep: &[],
        kills: &["save-sends"],
        build: build!(|setup| cell(setup, Family::Uncoordinated, orphans(Failure, Yes))),
        ..UNCOORDINATED
    },
    Case {
        variant: "uncoordinated-orphans-at-checkpoints",
        reading: "Yes: the latest checkpoint of a survivor can depend on what is lost, so that going back there does not help",
        sizes: WITNESS,
        deep: &[],
        kills: &["save-sends"],
        build: build!(|setup| cell(setup, Family::Uncoordinated, orphans(Checkpoints, Yes))),
        ..UNCOORDINATED
    },
    Case {
        variant: "uncoordinated-orphans-after",
        reading: "Yes: an orphan can be left when the recovery is complete",
        expected: Refuted,
        build: build!(|setup| cell(setup, Family::Uncoordinated, orphans(After, Yes))),
        ..UNCOORDINATED
    },
    Case {
        variant: "coordinated-orphans-at-failure",
        reading: "No: not even when the failure strikes is a survivor an orphan",
        expected: Refuted,
        build: build!(|setup| cell(setup, Family::Coordinated, orphans(Failure, No))),
        ..COORDINATED
    },
    Case {
        variant: "coordinated-orphans-at-checkpoints",
        reading: "No: the latest checkpoints depend on nothing that is lost",
        kills: &["no-block", "keep-tentative"],
        build: build!(|setup| cell(setup, Family::Coordinated, orphans(Checkpoints, No))),
        ..COORDINATED
    },
    Case {
        variant: "coordinated-orphans-after",
        reading: "No: no orphan is left when the recovery is complete",
        kills: &["follow-nobody"],
        build: build!(|setup| cell(setup, Family::Coordinated, orphans(After, No))),
        ..COORDINATED
    },
    Case {
        variant: "cic-orphans-at-failure",
        reading: "Yes: when the failure strikes, a survivor can be an orphan",
        sizes: WITNESS,
        deep: &[],
        kills: &["save-sends"],
        build: build!(|setup| cell(setup, Family::Induced, orphans(Failure, Yes))),
        ..INDUCED
    },
    Case {
        variant: "cic-orphans-at-checkpoints",
        reading: "Yes: the latest checkpoint of a survivor can depend on what is lost, so that going back there does not help",
        sizes: WITNESS,
        deep: &[],
        kills: &["save-sends"],
        build: build!(|setup| cell(setup, Family::Induced, orphans(Checkpoints, Yes))),
        ..INDUCED
    },
    Case {
        variant: "cic-orphans-after",
        reading: "Yes: an orphan can be left when the recovery is complete",
        expected: Refuted,
        build: build!(|setup| cell(setup, Family::Induced, orphans(After, Yes))),
        ..INDUCED
    },
    Case {
        variant: "pessimistic-orphans-at-failure",
        reading: "No: not even when the failure strikes is a survivor an orphan",
        kills: &["no-replay", "send-before-log"],
        build: build!(|setup| cell(setup, Family::Pessimistic, orphans(Failure, No))),
        ..PESSIMISTIC
    },
    Case {
        variant: "pessimistic-orphans-at-checkpoints",
        reading: "No: the latest checkpoints depend on nothing that is lost",
        kills: &["no-replay", "send-before-log"],
        build: build!(|setup| cell(setup, Family::Pessimistic, orphans(Checkpoints, No))),
        ..PESSIMISTIC
    },
    Case {
        variant: "pessimistic-orphans-after",
        reading: "No: no orphan is left when the recovery is complete, of which the others know nothing",
        kills: &["no-replay", "send-before-log"],
        build: build!(|setup| judge(
            setup,
            Family::Pessimistic,
            Some(Change::FollowNobody),
            orphans(After, No)
        )),
        ..PESSIMISTIC
    },
    Case {
        variant: "optimistic-orphans-at-failure",
        reading: "Possible: when the failure strikes, a survivor can be an orphan",
        sizes: WITNESS,
        deep: &[],
        kills: &["send-when-logged"],
        build: build!(|setup| cell(setup, Family::Optimistic, orphans(Failure, Yes))),
        ..OPTIMISTIC
    },
    Case {
        variant: "optimistic-orphans-at-checkpoints",
        reading: "Possible: the latest checkpoint of a survivor can depend on what is lost",
        sizes: WITNESS,
        deep: &[],
        kills: &["send-when-logged"],
        build: build!(|setup| cell(setup, Family::Optimistic, orphans(Checkpoints, Yes))),
        ..OPTIMISTIC
    },
    Case {
        variant: "optimistic-orphans-after",
        reading: "temporal: no orphan is left when the recovery is complete",
        kills: &["follow-nobody"],
        build: build!(|setup| cell(setup, Family::Optimistic, orphans(After, No))),
        ..OPTIMISTIC
    },
    Case {
        variant: "causal-orphans-at-failure",
        reading: "No: not even when the failure strikes is a survivor an orphan",
        kills: &[
            "no-replay",
            "no-piggyback",
            "own-only",
            "forget-at-checkpoint",
        ],
        build: build!(|setup| cell(setup, Family::Causal, orphans(Failure, No))),
        ..CAUSAL
    },
    Case {
        variant: "causal-orphans-at-checkpoints",
        reading: "No: the latest checkpoints depend on nothing that is lost",
        kills: &["no-replay", "no-piggyback", "forget-at-checkpoint"],
        build: build!(|setup| cell(setup, Family::Causal, orphans(Checkpoints, No))),
        ..CAUSAL
    },
    Case {
        variant: "causal-orphans-after",
        reading: "No: no orphan is left when the recovery is complete, of which the others know nothing",
        kills: &[
            "no-replay",
            "no-piggyback",
            "own-only",
            "forget-at-checkpoint",
        ],
        build: build!(|setup| judge(
            setup,
            Family::Causal,
            Some(Change::FollowNobody),
            orphans(After, No)
        )),
        ..CAUSAL
    },
    Case {
        variant: "causal-orphans-graph-emptied",
        reading: "No, though a process empties its antecedence graph when it takes a checkpoint: one way to read the paragraph on \
                  unnecessary nodes",
        expected: Refuted,
        sizes: WITNESS,
        deep: &[],
        build: build!(|setup| judge(
            setup,
            Family::Causal,
            Some(Change::ForgetAtCheckpoint),
            orphans(Failure, No)
        )),
        ..CAUSAL
    },
];
