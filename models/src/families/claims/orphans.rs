//! The row "Orphan processes": Yes, No, Yes, No, possible (temporal), No.
//!
//! The table does not say when. Each cell is read at three moments: when the failure strikes; of the latest checkpoints; when the recovery
//! is complete.

use super::super::Change;
use super::super::columns::{
    Causal, Column, Coordinated, Induced, Optimistic, Pessimistic, Uncoordinated, errors,
};
use super::super::properties::Cell::{No, Yes};
use super::super::properties::Moment::{After, Checkpoints, Failure};
use super::super::properties::orphans;
use super::{CHECKPOINTING, CHECKPOINTING_DEEP, LOGGING, LOGGING_DEEP, WITNESS};
use verdict_checker::catalog::{Claim, Model};
use verdict_checker::verdict::Verdict::Refuted;

/// Every reading of every cell.
pub(super) fn row(table: Claim) -> Claim {
    table
        .case(
            Uncoordinated
                .as_described()
                .asks_of(orphans, (Failure, Yes))
                .reading(
                    "uncoordinated-orphans-at-failure",
                    "Yes: when the failure strikes, a survivor can be an orphan",
                )
                .sizes(WITNESS)
                .kills(errors([Change::SaveSends])),
        )
        .case(
            Uncoordinated
                .as_described()
                .asks_of(orphans, (Checkpoints, Yes))
                .reading(
                    "uncoordinated-orphans-at-checkpoints",
                    "Yes: the latest checkpoint of a survivor can depend on what is lost, so \
                     that going back there does not help",
                )
                .sizes(WITNESS)
                .kills(errors([Change::SaveSends])),
        )
        .case(
            Uncoordinated
                .as_described()
                .asks_of(orphans, (After, Yes))
                .reading(
                    "uncoordinated-orphans-after",
                    "Yes: an orphan can be left when the recovery is complete",
                )
                .expect(Refuted)
                .sizes(CHECKPOINTING)
                .deep(CHECKPOINTING_DEEP),
        )
        .case(
            Coordinated
                .as_described()
                .asks_of(orphans, (Failure, No))
                .reading(
                    "coordinated-orphans-at-failure",
                    "No: not even when the failure strikes is a survivor an orphan",
                )
                .expect(Refuted)
                .sizes(CHECKPOINTING)
                .deep(CHECKPOINTING_DEEP),
        )
        .case(
            Coordinated
                .as_described()
                .asks_of(orphans, (Checkpoints, No))
                .reading(
                    "coordinated-orphans-at-checkpoints",
                    "No: the latest checkpoints depend on nothing that is lost",
                )
                .sizes(CHECKPOINTING)
                .deep(CHECKPOINTING_DEEP)
                .kills(errors([Change::NoBlock, Change::KeepTentative])),
        )
        .case(
            Coordinated
                .as_described()
                .asks_of(orphans, (After, No))
                .reading(
                    "coordinated-orphans-after",
                    "No: no orphan is left when the recovery is complete",
                )
                .sizes(CHECKPOINTING)
                .deep(CHECKPOINTING_DEEP)
                .kills(errors([Change::FollowNobody])),
        )
        .case(
            Induced
                .as_described()
                .asks_of(orphans, (Failure, Yes))
                .reading(
                    "cic-orphans-at-failure",
                    "Yes: when the failure strikes, a survivor can be an orphan",
                )
                .sizes(WITNESS)
                .kills(errors([Change::SaveSends])),
        )
        .case(
            Induced
                .as_described()
                .asks_of(orphans, (Checkpoints, Yes))
                .reading(
                    "cic-orphans-at-checkpoints",
                    "Yes: the latest checkpoint of a survivor can depend on what is lost, so \
                     that going back there does not help",
                )
                .sizes(WITNESS)
                .kills(errors([Change::SaveSends])),
        )
        .case(
            Induced
                .as_described()
                .asks_of(orphans, (After, Yes))
                .reading(
                    "cic-orphans-after",
                    "Yes: an orphan can be left when the recovery is complete",
                )
                .expect(Refuted)
                .sizes(CHECKPOINTING)
                .deep(CHECKPOINTING_DEEP),
        )
        .case(
            Pessimistic
                .as_described()
                .asks_of(orphans, (Failure, No))
                .reading(
                    "pessimistic-orphans-at-failure",
                    "No: not even when the failure strikes is a survivor an orphan",
                )
                .sizes(LOGGING)
                .deep(LOGGING_DEEP)
                .kills(errors([Change::NoReplay, Change::SendBeforeLog])),
        )
        .case(
            Pessimistic
                .as_described()
                .asks_of(orphans, (Checkpoints, No))
                .reading(
                    "pessimistic-orphans-at-checkpoints",
                    "No: the latest checkpoints depend on nothing that is lost",
                )
                .sizes(LOGGING)
                .deep(LOGGING_DEEP)
                .kills(errors([Change::NoReplay, Change::SendBeforeLog])),
        )
        .case(
            Pessimistic
                .with(Change::FollowNobody)
                .asks_of(orphans, (After, No))
                .reading(
                    "pessimistic-orphans-after",
                    "No: no orphan is left when the recovery is complete, of which the others \
                     know nothing",
                )
                .sizes(LOGGING)
                .deep(LOGGING_DEEP)
                .kills(errors([Change::NoReplay, Change::SendBeforeLog])),
        )
        .case(
            Optimistic
                .as_described()
                .asks_of(orphans, (Failure, Yes))
                .reading(
                    "optimistic-orphans-at-failure",
                    "Possible: when the failure strikes, a survivor can be an orphan",
                )
                .sizes(WITNESS)
                .kills(errors([Change::SendWhenLogged])),
        )
        .case(
            Optimistic
                .as_described()
                .asks_of(orphans, (Checkpoints, Yes))
                .reading(
                    "optimistic-orphans-at-checkpoints",
                    "Possible: the latest checkpoint of a survivor can depend on what is lost",
                )
                .sizes(WITNESS)
                .kills(errors([Change::SendWhenLogged])),
        )
        .case(
            Optimistic
                .as_described()
                .asks_of(orphans, (After, No))
                .reading(
                    "optimistic-orphans-after",
                    "temporal: no orphan is left when the recovery is complete",
                )
                .sizes(LOGGING)
                .deep(LOGGING_DEEP)
                .kills(errors([Change::FollowNobody])),
        )
        .case(
            Causal
                .as_described()
                .asks_of(orphans, (Failure, No))
                .reading(
                    "causal-orphans-at-failure",
                    "No: not even when the failure strikes is a survivor an orphan",
                )
                .sizes(LOGGING)
                .deep(LOGGING_DEEP)
                .kills(errors([
                    Change::NoReplay,
                    Change::NoPiggyback,
                    Change::OwnOnly,
                    Change::ForgetAtCheckpoint,
                ])),
        )
        .case(
            Causal
                .as_described()
                .asks_of(orphans, (Checkpoints, No))
                .reading(
                    "causal-orphans-at-checkpoints",
                    "No: the latest checkpoints depend on nothing that is lost",
                )
                .sizes(LOGGING)
                .deep(LOGGING_DEEP)
                .kills(errors([
                    Change::NoReplay,
                    Change::NoPiggyback,
                    Change::ForgetAtCheckpoint,
                ])),
        )
        .case(
            Causal
                .with(Change::FollowNobody)
                .asks_of(orphans, (After, No))
                .reading(
                    "causal-orphans-after",
                    "No: no orphan is left when the recovery is complete, of which the others \
                     know nothing",
                )
                .sizes(LOGGING)
                .deep(LOGGING_DEEP)
                .kills(errors([
                    Change::NoReplay,
                    Change::NoPiggyback,
                    Change::OwnOnly,
                    Change::ForgetAtCheckpoint,
                ])),
        )
        .case(
            Causal
                .with(Change::ForgetAtCheckpoint)
                .asks_of(orphans, (Failure, No))
                .reading(
                    "causal-orphans-graph-emptied",
                    "No, though a process empties its antecedence graph when it takes a \
                     checkpoint: one way to read the paragraph on unnecessary nodes",
                )
                .expect(Refuted)
                .sizes(WITNESS),
        )
}
