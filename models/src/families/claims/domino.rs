//! The row "Domino effect": Yes, No, Yes, No, Yes, No.

use super::super::properties::{domino, domino_at_all};
use super::*;

/// Every reading of every cell.
pub const CASES: &[Case] = &[
    Case {
        variant: "uncoordinated-domino",
        reading: "Yes: a rollback can come back, as in Fig. 2.4",
        sizes: WITNESS,
        deep: &[],
        kills: &["follow-nobody", "save-sends"],
        ..UNCOORDINATED
    },
    Case {
        variant: "coordinated-domino",
        reading: "No: no rollback comes back, with the blocking protocol",
        kills: &["no-block", "keep-tentative"],
        build: build!(|setup| cell(setup, Family::Coordinated, domino(No))),
        ..COORDINATED
    },
    Case {
        variant: "cic-domino",
        reading: "Yes: a rollback can come back, as in Fig. 2.4, although forced checkpoints are taken by the index-based rule",
        expected: Refuted,
        build: build!(|setup| cell(setup, Family::Induced, domino(Yes))),
        ..INDUCED
    },
    Case {
        variant: "cic-domino-never",
        reading: "section 2.1.5 instead of the table: forced checkpoints are there to avoid the domino effect, and do",
        kills: &["no-forced", "force-late"],
        build: build!(|setup| cell(setup, Family::Induced, domino(No))),
        ..INDUCED
    },
    Case {
        variant: "cic-domino-unforced",
        reading: "Yes, if the forced checkpoints are left out, and only the local ones are there",
        sizes: WITNESS,
        deep: &[],
        kills: &["follow-nobody", "save-sends"],
        build: build!(|setup| judge(setup, Family::Induced, Some(Change::NoForced), domino(Yes))),
        ..INDUCED
    },
    Case {
        variant: "cic-domino-at-all",
        reading: "Yes, if a single checkpoint that is lost to the rollback of another counts as the domino effect",
        sizes: WITNESS,
        deep: &[],
        kills: &["follow-nobody", "save-sends"],
        build: build!(|setup| cell(setup, Family::Induced, domino_at_all(Yes))),
        ..INDUCED
    },
    Case {
        variant: "pessimistic-domino",
        reading: "No: no rollback comes back",
        kills: &["no-replay"],
        build: build!(|setup| cell(setup, Family::Pessimistic, domino(No))),
        ..PESSIMISTIC
    },
    Case {
        variant: "optimistic-domino",
        reading: "Yes: a rollback can come back, as in Fig. 2.4, although dependencies are tracked",
        expected: Refuted,
        build: build!(|setup| cell(setup, Family::Optimistic, domino(Yes))),
        ..OPTIMISTIC
    },
    Case {
        variant: "optimistic-domino-never",
        reading: "section 2.1.5 instead of the table: dependencies are tracked to avoid the domino effect, and do avoid it",
        kills: &["no-replay", "no-tracking"],
        build: build!(|setup| cell(setup, Family::Optimistic, domino(No))),
        ..OPTIMISTIC
    },
    Case {
        variant: "optimistic-domino-untracked",
        reading: "Yes, if dependencies are not tracked: whoever goes back then restores a checkpoint and replays nothing",
        sizes: &[&[2, 3, 1, 1], &[2, 3, 2, 1]],
        deep: &[],
        kills: &["follow-nobody", "send-when-logged"],
        build: build!(|setup| judge(
            setup,
            Family::Optimistic,
            Some(Change::NoTracking),
            domino(Yes)
        )),
        ..OPTIMISTIC
    },
    Case {
        variant: "optimistic-domino-at-all",
        reading: "Yes, if a single checkpoint that is lost to the rollback of another counts as the domino effect",
        sizes: WITNESS,
        deep: &[],
        kills: &["follow-nobody", "send-when-logged"],
        build: build!(|setup| cell(setup, Family::Optimistic, domino_at_all(Yes))),
        ..OPTIMISTIC
    },
    Case {
        variant: "causal-domino",
        reading: "No: no rollback comes back",
        kills: &["no-replay"],
        build: build!(|setup| cell(setup, Family::Causal, domino(No))),
        ..CAUSAL
    },
];
