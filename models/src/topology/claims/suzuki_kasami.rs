//! Suzuki and Kasami's algorithm.

use super::super::layer::Renewal::{Queue, Replace, Tell};
use super::super::properties::{distinct_members, nested_at_rest, unique};
use super::super::setting::{assuming, never_lost, progress, safety, suzuki_kasami};
use super::{BARE, BASE, CALM, FAIR, FAIR_WITHOUT_CLIENTS, FAIR_WITHOUT_CRASHES};
use crate::catalog::{Case, build};
use verdict_checker::verdict::Verdict::{Holds, Refuted};

const QUEUE: Case = Case {
    sizes: &[&[4, 1, 2], &[3, 1, 3], &[4, 2, 2]],
    deep: &[&[3, 1, 5], &[5, 2, 2], &[4, 2, 3]],
    ..BASE
};

const TOLD: Case = Case {
    sizes: &[&[3, 1, 3], &[4, 1, 2], &[4, 2, 2], &[5, 2, 2]],
    deep: &[&[3, 1, 5], &[4, 2, 3], &[5, 3, 2], &[4, 1, 4]],
    ..BASE
};

pub(super) const CASES: &[Case] = &[
    Case {
        variant: "suzuki-kasami-bare",
        reading: "the algorithm by itself, without copies and crashes: mutual exclusion",
        kills: &["keep-token"],
        build: build!(|setup| safety(setup, suzuki_kasami(setup, Replace)?, unique())),
        ..BARE
    },
    Case {
        variant: "suzuki-kasami-bare-progress",
        reading: "the algorithm by itself, without copies and crashes: whoever asks enters",
        kills: &["deaf-inside"],
        fairness: FAIR_WITHOUT_CRASHES,
        build: build!(|setup| progress(setup, suzuki_kasami(setup, Replace)?)),
        ..BARE
    },
    Case {
        variant: "suzuki-kasami-literal-unique",
        reading: "section V and no more: T is renewed and sent to its members. Who was replaced keeps its old copy \
                  and its old detection set, even if no crash cuts a hand-over and every report is late",
        expected: Refuted,
        sizes: &[&[3, 1, 1], &[4, 2, 2]],
        assumptions: &[("whole-broadcasts", Refuted), ("late-reports", Refuted)],
        build: build!(|setup| {
            let setup = &assuming(setup, CALM);
            safety(setup, suzuki_kasami(setup, Replace)?, unique())
        }),
        ..BASE
    },
    Case {
        variant: "suzuki-kasami-literal-never-lost",
        reading: "section V and no more: the token is lost by one crash between the sends of a hand-over, or because \
                  two tokens replace each other",
        expected: Refuted,
        sizes: &[&[3, 1, 3], &[4, 2, 2]],
        fairness: FAIR_WITHOUT_CLIENTS,
        build: build!(|setup| never_lost(setup, suzuki_kasami(setup, Replace)?)),
        ..BASE
    },
    Case {
        variant: "suzuki-kasami-literal-members",
        reading: "the rule that forms T: k+1 different members (fewer only by the crashed), the holder first",
        kills: &["repeat-members", "one-member-less"],
        build: build!(|setup| {
            safety(setup, suzuki_kasami(setup, Replace)?, distinct_members())
        }),
        ..BASE
    },
    Case {
        variant: "suzuki-kasami-literal-nested",
        reading: "section V and no more, without crashes: the detection sets of all who have a copy are different and \
                  nested while no TOKEN is in transit",
        expected: Refuted,
        sizes: &[&[3, 1, 1], &[4, 2, 2]],
        build: build!(|setup| {
            let setup = &assuming(setup, &["no-crash"]);
            safety(setup, suzuki_kasami(setup, Replace)?, nested_at_rest())
        }),
        ..BASE
    },
    Case {
        variant: "suzuki-kasami-literal-progress",
        reading: "section V and no more: whoever asks enters, or crashes",
        expected: Refuted,
        sizes: &[&[3, 1, 3], &[4, 2, 2]],
        fairness: FAIR,
        build: build!(|setup| progress(setup, suzuki_kasami(setup, Replace)?)),
        ..BASE
    },
    Case {
        variant: "suzuki-kasami-told-unique",
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
            safety(setup, suzuki_kasami(setup, Tell)?, unique())
        }),
        ..TOLD
    },
    Case {
        variant: "suzuki-kasami-told-never-lost",
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
            never_lost(setup, suzuki_kasami(setup, Tell)?)
        }),
        ..TOLD
    },
    Case {
        variant: "suzuki-kasami-told-nested",
        reading: "first repair, without crashes: the detection sets are different and nested while no TOKEN is in transit",
        kills: &["ignore-replacement"],
        build: build!(|setup| {
            let setup = &assuming(setup, &["no-crash"]);
            safety(setup, suzuki_kasami(setup, Tell)?, nested_at_rest())
        }),
        ..TOLD
    },
    Case {
        variant: "suzuki-kasami-told-progress",
        reading: "first repair, with the same two assumptions: whoever asks enters, or crashes",
        assumptions: &[("whole-broadcasts", Refuted), ("late-reports", Refuted)],
        kills: &["deaf-inside"],
        fairness: FAIR,
        build: build!(|setup| {
            let setup = &assuming(setup, CALM);
            progress(setup, suzuki_kasami(setup, Tell)?)
        }),
        ..TOLD
    },
    Case {
        variant: "suzuki-kasami-queue-unique",
        reading: "second repair: nobody is replaced; the token passes through T in its order and new members enter at \
                  the end. Nothing is assumed beyond section II",
        assumptions: &[
            ("perfect-detector", Refuted),
            ("crash-stop", Refuted),
            ("at-most-k-crashes", Refuted),
            ("initial-backups", Holds),
            ("no-loss", Holds),
        ],
        kills: &[
            "keep-token",
            "jump-the-queue",
            "one-crash-suffices",
            "take-old-messages",
        ],
        build: build!(|setup| safety(setup, suzuki_kasami(setup, Queue)?, unique())),
        ..QUEUE
    },
    Case {
        variant: "suzuki-kasami-queue-never-lost",
        reading: "second repair: a REAL token exists or will exist again",
        assumptions: &[
            ("at-most-k-crashes", Refuted),
            ("initial-backups", Refuted),
            ("no-loss", Refuted),
        ],
        kills: &["one-member-less", "ignore-known-crashes"],
        fairness: FAIR_WITHOUT_CLIENTS,
        build: build!(|setup| never_lost(setup, suzuki_kasami(setup, Queue)?)),
        ..QUEUE
    },
    Case {
        variant: "suzuki-kasami-queue-members",
        reading: "second repair: T has k+1 different members (fewer only by the crashed), the holder first",
        kills: &["one-member-less"],
        build: build!(|setup| safety(setup, suzuki_kasami(setup, Queue)?, distinct_members())),
        ..QUEUE
    },
    Case {
        variant: "suzuki-kasami-queue-nested",
        reading: "second repair, without crashes: the detection sets are different and nested while no TOKEN is in transit",
        kills: &["jump-the-queue"],
        build: build!(|setup| {
            let setup = &assuming(setup, &["no-crash"]);
            safety(setup, suzuki_kasami(setup, Queue)?, nested_at_rest())
        }),
        ..QUEUE
    },
    Case {
        variant: "suzuki-kasami-queue-progress",
        reading: "second repair: whoever asks enters, or crashes",
        sizes: &[&[3, 1, 3], &[4, 1, 2], &[4, 2, 2]],
        kills: &["deaf-inside", "ignore-known-crashes"],
        fairness: FAIR,
        build: build!(|setup| progress(setup, suzuki_kasami(setup, Queue)?)),
        ..QUEUE
    },
];
