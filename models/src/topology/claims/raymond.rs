//! Raymond's algorithm, on a line S0 - S1 - S2 - ... unless the variant says otherwise.

use super::super::layer::Renewal::{Replace, Tell};
use super::super::properties::{distinct_members, nested_at_rest, unique};
use super::super::raymond::{Path, Tree};
use super::super::setting::{assuming, mortal_leaves, never_lost, progress, raymond, safety};
use super::{BARE, BASE, CALM, FAIR, FAIR_WITHOUT_CLIENTS, FAIR_WITHOUT_CRASHES};
use crate::catalog::{Case, build};
use verdict_checker::verdict::Verdict::{Holds, Refuted};

const TOLD: Case = Case {
    sizes: &[&[3, 1, 3], &[4, 1, 2], &[4, 2, 2], &[4, 2, 4]],
    deep: &[&[3, 1, 6], &[5, 2, 4], &[5, 3, 4]],
    ..BASE
};

/// Only leaves crash.
const LEAVES: Case = Case {
    sizes: &[&[3, 1, 3], &[4, 1, 4], &[4, 2, 4]],
    deep: &[&[5, 2, 5], &[5, 3, 5]],
    ..BASE
};

pub(super) const CASES: &[Case] = &[
    Case {
        variant: "raymond-bare",
        reading: "the algorithm by itself, without copies and crashes: mutual exclusion",
        kills: &["keep-token"],
        build: build!(|setup| safety(setup, raymond(setup, Replace, Path::Queue)?, unique())),
        ..BARE
    },
    Case {
        variant: "raymond-bare-progress",
        reading: "the algorithm by itself, without copies and crashes: whoever asks enters",
        kills: &["deaf-inside"],
        fairness: FAIR_WITHOUT_CRASHES,
        build: build!(|setup| progress(setup, raymond(setup, Replace, Path::Queue)?)),
        ..BARE
    },
    Case {
        variant: "raymond-literal-unique",
        reading: "section V and no more: T is renewed and sent to its members. Who was replaced keeps its old copy \
                  and its old detection set, even if no crash cuts a hand-over and every report is late",
        expected: Refuted,
        sizes: &[&[3, 1, 1], &[4, 2, 2]],
        assumptions: &[("whole-broadcasts", Refuted), ("late-reports", Refuted)],
        build: build!(|setup| {
            let setup = &assuming(setup, CALM);
            safety(setup, raymond(setup, Replace, Path::Queue)?, unique())
        }),
        ..BASE
    },
    Case {
        variant: "raymond-literal-never-lost",
        reading: "section V and no more: one crash between the sends of a hand-over loses the token",
        expected: Refuted,
        sizes: &[&[3, 1, 3], &[4, 2, 2]],
        fairness: FAIR_WITHOUT_CLIENTS,
        build: build!(|setup| never_lost(setup, raymond(setup, Replace, Path::Queue)?)),
        ..BASE
    },
    Case {
        variant: "raymond-literal-members",
        reading: "the rule that forms T: k+1 different members (fewer only by the crashed), the holder first",
        kills: &["repeat-members", "one-member-less"],
        build: build!(|setup| {
            safety(
                setup,
                raymond(setup, Replace, Path::Queue)?,
                distinct_members(),
            )
        }),
        ..BASE
    },
    Case {
        variant: "raymond-literal-nested",
        reading: "section V and no more, without crashes: the detection sets of all who have a copy are different and \
                  nested while no TOKEN is in transit",
        expected: Refuted,
        sizes: &[&[3, 1, 1], &[4, 2, 2]],
        build: build!(|setup| {
            let setup = &assuming(setup, &["no-crash"]);
            safety(
                setup,
                raymond(setup, Replace, Path::Queue)?,
                nested_at_rest(),
            )
        }),
        ..BASE
    },
    Case {
        variant: "raymond-literal-progress",
        reading: "section V and no more: whoever asks enters, or crashes. Requests travel along the tree, and a crash \
                  cuts it",
        expected: Refuted,
        sizes: &[&[3, 1, 1], &[4, 2, 2]],
        fairness: FAIR,
        build: build!(|setup| progress(setup, raymond(setup, Replace, Path::Queue)?)),
        ..BASE
    },
    Case {
        variant: "raymond-told-unique",
        reading: "first repair: the replaced are told and drop their copies; no crash cuts a hand-over, and a crash \
                  is reported after the last message of the crashed",
        assumptions: &[
            ("whole-broadcasts", Refuted),
            ("late-reports", Refuted),
            ("perfect-detector", Refuted),
            ("crash-stop", Refuted),
            ("at-most-k-crashes", Holds),
            ("initial-backups", Holds),
            ("no-loss", Refuted),
            ("no-duplicates", Holds),
        ],
        kills: &[
            "keep-token",
            "ignore-replacement",
            "one-crash-suffices",
            "take-old-messages",
        ],
        build: build!(|setup| {
            let setup = &assuming(setup, CALM);
            safety(setup, raymond(setup, Tell, Path::Queue)?, unique())
        }),
        ..TOLD
    },
    Case {
        variant: "raymond-told-never-lost",
        reading: "first repair, with the same two assumptions: a REAL token exists or will exist again",
        assumptions: &[
            ("whole-broadcasts", Refuted),
            ("late-reports", Refuted),
            ("at-most-k-crashes", Refuted),
            ("initial-backups", Refuted),
            ("no-loss", Refuted),
        ],
        kills: &["one-member-less"],
        fairness: FAIR_WITHOUT_CLIENTS,
        build: build!(|setup| {
            let setup = &assuming(setup, CALM);
            never_lost(setup, raymond(setup, Tell, Path::Queue)?)
        }),
        ..TOLD
    },
    Case {
        variant: "raymond-told-nested",
        reading: "first repair, without crashes: the detection sets are different and nested while no TOKEN is in transit",
        kills: &["ignore-replacement"],
        build: build!(|setup| {
            let setup = &assuming(setup, &["no-crash"]);
            safety(setup, raymond(setup, Tell, Path::Queue)?, nested_at_rest())
        }),
        ..TOLD
    },
    Case {
        variant: "raymond-told-progress",
        reading: "first repair, and only leaves crash: a copy may become the token where HOLDER does not point to",
        expected: Refuted,
        sizes: &[&[3, 1, 3], &[4, 2, 4]],
        fairness: FAIR,
        build: build!(|setup| {
            let setup = &assuming(setup, CALM);
            progress(setup, mortal_leaves(setup, Tell, Tree::Line, Path::Queue)?)
        }),
        ..BASE
    },
    Case {
        variant: "raymond-path-unique",
        reading: "only leaves crash, and T follows the edges: after the next holder comes the sender, whom the token must \
                  pass on its way back. One of the two is an inner node; nobody needs to be told",
        assumptions: &[
            ("inner-nodes-survive", Refuted),
            ("perfect-detector", Refuted),
            ("crash-stop", Refuted),
            ("at-most-k-crashes", Holds),
            ("initial-backups", Holds),
            ("no-loss", Holds),
            ("no-duplicates", Holds),
        ],
        kills: &["keep-token", "one-crash-suffices"],
        build: build!(|setup| {
            safety(
                setup,
                mortal_leaves(setup, Replace, Tree::Line, Path::Edges)?,
                unique(),
            )
        }),
        ..LEAVES
    },
    Case {
        variant: "raymond-path-never-lost",
        reading: "only leaves crash, and T follows the edges: a REAL token exists or will exist again",
        sizes: &[&[4, 2, 2], &[3, 1, 3], &[4, 1, 4], &[4, 2, 4]],
        assumptions: &[
            ("inner-nodes-survive", Refuted),
            ("at-most-k-crashes", Holds),
            ("initial-backups", Refuted),
            ("no-loss", Refuted),
        ],
        kills: &["one-member-less"],
        fairness: FAIR_WITHOUT_CLIENTS,
        build: build!(|setup| {
            never_lost(
                setup,
                mortal_leaves(setup, Replace, Tree::Line, Path::Edges)?,
            )
        }),
        ..LEAVES
    },
    Case {
        variant: "raymond-path-progress",
        reading: "only leaves crash, and T follows the edges: HOLDER stays true, and whoever asks enters, or crashes",
        assumptions: &[
            ("inner-nodes-survive", Refuted),
            ("at-most-k-crashes", Holds),
        ],
        kills: &["deaf-inside"],
        fairness: FAIR,
        build: build!(|setup| {
            progress(
                setup,
                mortal_leaves(setup, Replace, Tree::Line, Path::Edges)?,
            )
        }),
        ..LEAVES
    },
    Case {
        variant: "raymond-path-progress-on-a-star",
        reading: "the same with S1 in the middle of a star",
        deep: &[&[5, 2, 5]],
        kills: &["deaf-inside"],
        fairness: FAIR,
        build: build!(|setup| {
            progress(
                setup,
                mortal_leaves(setup, Replace, Tree::Star, Path::Edges)?,
            )
        }),
        ..LEAVES
    },
];
