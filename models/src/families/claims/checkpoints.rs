//! The row "Checkpoint / process": several, 1, several, 1, several, 1.

use super::super::Change;
use super::super::columns::{
    Causal, Column, Coordinated, Induced, Optimistic, Pessimistic, Uncoordinated, errors,
};
use super::super::properties::Cell::{No, Yes};
use super::super::properties::Stored::{Needed, Tentative};
use super::super::properties::checkpoints_per_process;
use super::{CHECKPOINTING, CHECKPOINTING_DEEP, LOGGING, LOGGING_DEEP, WITNESS};
use verdict_checker::catalog::{Claim, Model};
use verdict_checker::verdict::Verdict::Refuted;

/// Every reading of every cell.
pub(super) fn row(table: Claim) -> Claim {
    table
        .case(
            Uncoordinated
                .as_described()
                .asks_of(checkpoints_per_process, (Needed, Yes))
                .reading(
                    "uncoordinated-checkpoints",
                    "several: a failure can need an older checkpoint than the latest of a \
                     process",
                )
                .sizes(WITNESS)
                .kills(errors([Change::FollowNobody, Change::SaveSends])),
        )
        .case(
            Coordinated
                .as_described()
                .asks_of(checkpoints_per_process, (Needed, No))
                .reading(
                    "coordinated-checkpoints",
                    "1: whichever process crashes, nobody needs an older checkpoint than its \
                     latest",
                )
                .sizes(CHECKPOINTING)
                .deep(CHECKPOINTING_DEEP)
                .kills(errors([Change::NoBlock, Change::KeepTentative])),
        )
        .case(
            Coordinated
                .as_described()
                .asks_of(checkpoints_per_process, (Tentative, No))
                .reading(
                    "coordinated-checkpoints-tentative",
                    "1, also while a round is not complete: what was stored in it counts beside \
                     the last global checkpoint",
                )
                .expect(Refuted)
                .sizes(CHECKPOINTING)
                .deep(CHECKPOINTING_DEEP),
        )
        .case(
            Induced
                .as_described()
                .asks_of(checkpoints_per_process, (Needed, Yes))
                .reading(
                    "cic-checkpoints",
                    "several: a failure can need an older checkpoint than the latest of a \
                     process",
                )
                .sizes(WITNESS)
                .kills(errors([Change::FollowNobody, Change::SaveSends])),
        )
        .case(
            Pessimistic
                .as_described()
                .asks_of(checkpoints_per_process, (Needed, No))
                .reading(
                    "pessimistic-checkpoints",
                    "1: whichever process crashes, nobody needs an older checkpoint than its \
                     latest",
                )
                .sizes(LOGGING)
                .deep(LOGGING_DEEP)
                .kills(errors([Change::NoReplay, Change::SendBeforeLog])),
        )
        .case(
            Optimistic
                .as_described()
                .asks_of(checkpoints_per_process, (Needed, Yes))
                .reading(
                    "optimistic-checkpoints",
                    "several: a failure can need an older checkpoint than the latest of a \
                     process",
                )
                .sizes(WITNESS)
                .kills(errors([Change::FollowNobody, Change::SendWhenLogged])),
        )
        .case(
            Causal
                .as_described()
                .asks_of(checkpoints_per_process, (Needed, No))
                .reading(
                    "causal-checkpoints",
                    "1: whichever process crashes, nobody needs an older checkpoint than its \
                     latest",
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
