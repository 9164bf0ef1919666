//! The row "Rollback extent": unbounded, last global checkpoint, possibly several, last checkpoint, possibly several, last
//! checkpoint.

use super::super::Change;
use super::super::columns::{
    Causal, Column, Coordinated, Induced, Optimistic, Pessimistic, Uncoordinated, errors,
};
use super::super::properties::Cell::{No, Yes};
use super::super::properties::{
    back_to_the_start, last_checkpoint, last_global_checkpoint, several,
};
use super::{CHECKPOINTING, CHECKPOINTING_DEEP, LOGGING, LOGGING_DEEP, MORE_CHECKPOINTS};
use verdict_checker::catalog::{Claim, Model};

/// Every reading of every cell.
pub(super) fn row(table: Claim) -> Claim {
    table
        .case(
            Uncoordinated
                .as_described()
                .asks_of(back_to_the_start, Yes)
                .reading(
                    "uncoordinated-extent",
                    "Unbounded: for every C all can be back at the start, though each has taken \
                     C checkpoints",
                )
                .sizes(MORE_CHECKPOINTS)
                .deep([[2, 2, 6, 1], [3, 3, 2, 1]])
                .kills(errors([Change::FollowNobody, Change::SaveSends])),
        )
        .case(
            Coordinated
                .as_described()
                .asks(last_global_checkpoint)
                .reading(
                    "coordinated-extent",
                    "Last global checkpoint: there all processes end",
                )
                .sizes(CHECKPOINTING)
                .deep(CHECKPOINTING_DEEP)
                .kills(errors([
                    Change::NoBlock,
                    Change::KeepTentative,
                    Change::FollowNobody,
                ])),
        )
        .case(
            Induced
                .as_described()
                .asks(several)
                .reading(
                    "cic-extent",
                    "Possibly several checkpoints: for every C a process can lose C",
                )
                .sizes(MORE_CHECKPOINTS)
                .deep([[2, 2, 6, 1]])
                .kills(errors([Change::FollowNobody, Change::SaveSends])),
        )
        .case(
            Induced
                .as_described()
                .asks_of(back_to_the_start, No)
                .reading(
                    "cic-extent-not-unbounded",
                    "several, but not unbounded: never are all back at the start who have taken \
                     C checkpoints",
                )
                .sizes([[2, 2, 1, 1], [2, 3, 1, 1], [2, 3, 2, 1], [3, 3, 1, 1]])
                .deep([[2, 4, 2, 1], [2, 4, 3, 1]])
                .kills(errors([Change::NoForced, Change::ForceLate])),
        )
        .case(
            Pessimistic
                .as_described()
                .asks(last_checkpoint)
                .reading(
                    "pessimistic-extent",
                    "Last checkpoint: no checkpoint is lost, and only those go back that crashed",
                )
                .sizes(LOGGING)
                .deep(LOGGING_DEEP)
                .kills(errors([Change::NoReplay, Change::SendBeforeLog])),
        )
        .case(
            Optimistic
                .as_described()
                .asks(several)
                .reading(
                    "optimistic-extent",
                    "Possibly several checkpoints: for every C a process can lose C",
                )
                .sizes(MORE_CHECKPOINTS)
                .deep([[2, 2, 6, 1]])
                .kills(errors([Change::FollowNobody, Change::SendWhenLogged])),
        )
        .case(
            Optimistic
                .as_described()
                .asks_of(back_to_the_start, No)
                .reading(
                    "optimistic-extent-not-unbounded",
                    "several, but not unbounded: never are all back at the start who have taken \
                     C checkpoints",
                )
                .sizes([[2, 2, 1, 1], [2, 3, 1, 1], [2, 3, 2, 1], [3, 3, 1, 1]])
                .deep([[2, 4, 2, 1], [2, 4, 3, 1]])
                .kills(errors([Change::NoReplay])),
        )
        .case(
            Causal
                .as_described()
                .asks(last_checkpoint)
                .reading(
                    "causal-extent",
                    "Last checkpoint: no checkpoint is lost, and only those go back that crashed",
                )
                .sizes(LOGGING)
                .deep(LOGGING_DEEP)
                .kills(errors([
                    Change::NoReplay,
                    Change::NoPiggyback,
                    Change::ForgetAtCheckpoint,
                ])),
        )
}
