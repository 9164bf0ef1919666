//! The row "Domino effect": Yes, No, Yes, No, Yes, No.

use super::super::Change;
use super::super::columns::{
    Causal, Column, Coordinated, Induced, Optimistic, Pessimistic, Uncoordinated, errors,
};
use super::super::properties::Cell::{No, Yes};
use super::super::properties::{domino, domino_at_all};
use super::{CHECKPOINTING, CHECKPOINTING_DEEP, LOGGING, LOGGING_DEEP, WITNESS};
use verdict_checker::catalog::{Claim, Model};
use verdict_checker::verdict::Verdict::Refuted;

/// Every reading of every cell.
pub(super) fn row(table: Claim) -> Claim {
    table
        .case(
            Uncoordinated
                .as_described()
                .asks_of(domino, Yes)
                .reading(
                    "uncoordinated-domino",
                    "Yes: a rollback can come back, as in Fig. 2.4",
                )
                .sizes(WITNESS)
                .kills(errors([Change::FollowNobody, Change::SaveSends])),
        )
        .case(
            Coordinated
                .as_described()
                .asks_of(domino, No)
                .reading(
                    "coordinated-domino",
                    "No: no rollback comes back, with the blocking protocol",
                )
                .sizes(CHECKPOINTING)
                .deep(CHECKPOINTING_DEEP)
                .kills(errors([Change::NoBlock, Change::KeepTentative])),
        )
        .case(
            Induced
                .as_described()
                .asks_of(domino, Yes)
                .reading(
                    "cic-domino",
                    "Yes: a rollback can come back, as in Fig. 2.4, although forced checkpoints \
                     are taken by the index-based rule",
                )
                .expect(Refuted)
                .sizes(CHECKPOINTING)
                .deep(CHECKPOINTING_DEEP),
        )
        .case(
            Induced
                .as_described()
                .asks_of(domino, No)
                .reading(
                    "cic-domino-never",
                    "section 2.1.5 instead of the table: forced checkpoints are there to avoid \
                     the domino effect, and do",
                )
                .sizes(CHECKPOINTING)
                .deep(CHECKPOINTING_DEEP)
                .kills(errors([Change::NoForced, Change::ForceLate])),
        )
        .case(
            Induced
                .with(Change::NoForced)
                .asks_of(domino, Yes)
                .reading(
                    "cic-domino-unforced",
                    "Yes, if the forced checkpoints are left out, and only the local ones are \
                     there",
                )
                .sizes(WITNESS)
                .kills(errors([Change::FollowNobody, Change::SaveSends])),
        )
        .case(
            Induced
                .as_described()
                .asks_of(domino_at_all, Yes)
                .reading(
                    "cic-domino-at-all",
                    "Yes, if a single checkpoint that is lost to the rollback of another counts \
                     as the domino effect",
                )
                .sizes(WITNESS)
                .kills(errors([Change::FollowNobody, Change::SaveSends])),
        )
        .case(
            Pessimistic
                .as_described()
                .asks_of(domino, No)
                .reading("pessimistic-domino", "No: no rollback comes back")
                .sizes(LOGGING)
                .deep(LOGGING_DEEP)
                .kills(errors([Change::NoReplay])),
        )
        .case(
            Optimistic
                .as_described()
                .asks_of(domino, Yes)
                .reading(
                    "optimistic-domino",
                    "Yes: a rollback can come back, as in Fig. 2.4, although dependencies are \
                     tracked",
                )
                .expect(Refuted)
                .sizes(LOGGING)
                .deep(LOGGING_DEEP),
        )
        .case(
            Optimistic
                .as_described()
                .asks_of(domino, No)
                .reading(
                    "optimistic-domino-never",
                    "section 2.1.5 instead of the table: dependencies are tracked to avoid the \
                     domino effect, and do avoid it",
                )
                .sizes(LOGGING)
                .deep(LOGGING_DEEP)
                .kills(errors([Change::NoReplay, Change::NoTracking])),
        )
        .case(
            Optimistic
                .with(Change::NoTracking)
                .asks_of(domino, Yes)
                .reading(
                    "optimistic-domino-untracked",
                    "Yes, if dependencies are not tracked: whoever goes back then restores a \
                     checkpoint and replays nothing",
                )
                .sizes([[2, 3, 1, 1], [2, 3, 2, 1]])
                .kills(errors([Change::FollowNobody, Change::SendWhenLogged])),
        )
        .case(
            Optimistic
                .as_described()
                .asks_of(domino_at_all, Yes)
                .reading(
                    "optimistic-domino-at-all",
                    "Yes, if a single checkpoint that is lost to the rollback of another counts \
                     as the domino effect",
                )
                .sizes(WITNESS)
                .kills(errors([Change::FollowNobody, Change::SendWhenLogged])),
        )
        .case(
            Causal
                .as_described()
                .asks_of(domino, No)
                .reading("causal-domino", "No: no rollback comes back")
                .sizes(LOGGING)
                .deep(LOGGING_DEEP)
                .kills(errors([Change::NoReplay])),
        )
}
