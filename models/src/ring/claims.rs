//! The claims about the ring itself, each reading with its sizes and the verdict it must get.

use super::plugin::{Handover, Mutant, Reading, Test, Update};
use super::setting::{CLOSEST_ONLY, judge, liveness, ring, safety, without_sends};
use super::{Counting, properties, titles};
use crate::catalog::{Case, Parameter, Sources, build};
use crate::world;
use verdict_checker::verdict::Verdict::{Bounded, Holds, Refuted};

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "N",
        meaning: "sites on the ring",
    },
    Parameter {
        name: "k",
        meaning: "consecutive crashes to be tolerated",
    },
];

/// The files that define the ring.
pub const SOURCES: Sources = &[
    ("ring/application.rs", include_str!("application.rs")),
    ("ring/complaints.rs", include_str!("complaints.rs")),
    ("ring/mod.rs", include_str!("mod.rs")),
    ("ring/node.rs", include_str!("node.rs")),
    ("ring/plugin.rs", include_str!("plugin.rs")),
    ("ring/properties.rs", include_str!("properties.rs")),
    ("ring/reading.rs", include_str!("reading.rs")),
    ("ring/setting.rs", include_str!("setting.rs")),
    ("ring/titles.rs", include_str!("titles.rs")),
];

const FAIR: &str = "weak, for every delivery, every report of a crash and every release";
const FAIR_WITHOUT_SENDS: &str = "weak, for every delivery and every report of a crash";

/// What most cases share.
const BASE: Case = Case {
    claim: "",
    variant: "as-meant",
    reading: "Fig. 2 as the text means it: the test of lines 29 and 36 is D \\ F = {S_i}",
    expected: Holds,
    parameters: PARAMETERS,
    sizes: &[&[3, 1], &[4, 1], &[4, 2], &[5, 2]],
    deep: &[&[5, 3], &[6, 3], &[8, 2]],
    assumptions: &[],
    kills: &[],
    mutants: Mutant::NAMES,
    fairness: "",
    sources: &[SOURCES, world::SOURCES],
    build: build!(|setup| safety(setup, Reading::MEANT, properties::unique_real())),
};

/// Every case about the ring itself.
pub const CASES: &[Case] = &[
    Case {
        claim: "ring/unique-real",
        assumptions: &[
            ("no-loss", Holds),
            ("no-duplicates", Holds),
            ("at-most-k-in-a-row", Holds),
            ("crash-stop", Refuted),
            ("perfect-detector", Refuted),
            ("initial-backups", Holds),
        ],
        kills: &[
            "keep-token",
            "one-crash-suffices",
            "take-old-messages",
            "keep-count",
        ],
        ..BASE
    },
    Case {
        claim: "ring/unique-real",
        variant: "invariant",
        reading: "the invariant over sites and messages in transit that makes uniqueness inductive: the \
                  rights to the token of any two live sites nest",
        kills: &["keep-token", "watch-one-more", "count-one-more"],
        build: build!(|setup| safety(setup, Reading::MEANT, titles::nested_titles())),
        ..BASE
    },
    Case {
        claim: "ring/unique-real",
        variant: "line-by-line",
        reading: "SafeSendToken line by line: the sender is REAL until line 19, after its sends, so that \
                  in the middle of a hand-over there are two",
        expected: Refuted,
        sizes: &[&[3, 1]],
        deep: &[],
        build: build!(|setup| {
            let reading = Reading {
                handover: Handover::LineByLine,
                ..Reading::MEANT
            };
            safety(setup, reading, properties::unique_real())
        }),
        ..BASE
    },
    Case {
        claim: "ring/never-lost",
        assumptions: &[
            ("no-loss", Refuted),
            ("no-duplicates", Holds),
            ("at-most-k-in-a-row", Refuted),
            ("crash-stop", Bounded),
            ("perfect-detector", Bounded),
            ("initial-backups", Refuted),
        ],
        kills: &["send-one-less", "ignore-known-crashes", "forget-suspicion"],
        fairness: FAIR_WITHOUT_SENDS,
        build: build!(|setup| without_sends(setup, Reading::MEANT, properties::never_lost())),
        ..BASE
    },
    Case {
        claim: "ring/circulates",
        kills: &["send-one-less", "ignore-known-crashes", "forget-suspicion"],
        fairness: FAIR,
        build: build!(|setup| liveness(setup, Reading::MEANT, properties::circulates)),
        ..BASE
    },
    Case {
        claim: "ring/backup-becomes-real",
        kills: &["send-one-less", "ignore-known-crashes", "forget-suspicion"],
        fairness: FAIR,
        build: build!(|setup| liveness(setup, Reading::MEANT, properties::backup_becomes_real)),
        ..BASE
    },
    Case {
        claim: "ring/nested-detection",
        variant: "every-state",
        reading: "in every state, also while the token is handed over",
        expected: Refuted,
        sizes: &[&[3, 1]],
        deep: &[],
        build: build!(|setup| safety(setup, Reading::MEANT, properties::nested_always())),
        ..BASE
    },
    Case {
        claim: "ring/nested-detection",
        variant: "at-rest",
        reading: "in every state in which no message is in transit",
        expected: Refuted,
        sizes: &[&[3, 1]],
        deep: &[],
        build: build!(|setup| safety(setup, Reading::MEANT, properties::nested_at_rest())),
        ..BASE
    },
    Case {
        claim: "ring/nested-detection",
        variant: "at-rest-without-crashes",
        reading: "in every state in which no message is in transit, if nobody crashes",
        kills: &["watch-one-more"],
        build: build!(|setup| {
            let mut setup = setup.clone();
            setup.with.push("no-crash".to_owned());
            safety(&setup, Reading::MEANT, properties::nested_at_rest())
        }),
        ..BASE
    },
    Case {
        claim: "ring/nested-detection",
        variant: "live-members-at-rest",
        reading: "the live members of the detection sets, in every state in which no message is in transit: \
                  the strongest form found that survives crashes",
        kills: &["watch-one-more", "send-one-more"],
        build: build!(|setup| {
            safety(
                setup,
                Reading::MEANT,
                properties::live_members_nested_at_rest(),
            )
        }),
        ..BASE
    },
    Case {
        claim: "ring/stale-discarded",
        kills: &["take-old-messages", "keep-count", "count-one-more"],
        build: build!(|setup| safety(setup, Reading::MEANT, properties::stale_discarded())),
        ..BASE
    },
    Case {
        claim: "ring/beyond-k",
        sizes: &[&[4, 1], &[5, 1], &[6, 2]],
        deep: &[&[7, 2]],
        kills: &["send-one-less", "forget-suspicion"],
        fairness: FAIR_WITHOUT_SENDS,
        build: build!(|setup| without_sends(setup, Reading::MEANT, properties::beyond_k())),
        ..BASE
    },
    Case {
        claim: "ring/bound-is-tight",
        variant: "one-more",
        reading: "k+1 consecutive crashes allowed: a run exists after which no live site has the token or a copy",
        sizes: &[&[3, 1], &[4, 1], &[4, 2], &[5, 3]],
        deep: &[],
        build: build!(|setup| {
            let mut setup = setup.clone();
            setup.without.push("at-most-k-in-a-row".to_owned());
            safety(&setup, Reading::MEANT, properties::lost_for_ever())
        }),
        ..BASE
    },
    Case {
        claim: "ring/no-message-regeneration",
        sizes: &[&[3, 1], &[4, 1], &[4, 2]],
        deep: &[&[5, 3]],
        kills: &[
            "announce-regeneration",
            "send-one-more",
            "send-one-less",
            "watch-one-more",
        ],
        build: build!(|setup| safety(setup, Reading::MEANT, properties::no_message_regeneration())),
        ..BASE
    },
    Case {
        claim: "ring/closest-only",
        variant: "safety",
        reading: "monitoring only the closest predecessor in D not known to be faulty: uniqueness, its invariant, \
                  nesting at rest, stale messages",
        kills: &[
            "keep-token",
            "one-crash-suffices",
            "take-old-messages",
            "keep-count",
        ],
        build: build!(|setup| safety(setup, CLOSEST_ONLY, properties::all_safety())),
        ..BASE
    },
    Case {
        claim: "ring/closest-only",
        variant: "liveness",
        reading: "monitoring only the closest predecessor in D not known to be faulty: never lost, \
                  circulates, every backup becomes REAL",
        kills: &["send-one-less", "ignore-known-crashes", "forget-suspicion"],
        fairness: FAIR,
        build: build!(|setup| liveness(setup, CLOSEST_ONLY, properties::all_liveness)),
        ..BASE
    },
    Case {
        claim: "ring/test-as-printed",
        variant: "as-printed",
        reading: "D intersect F = {S_i}, literally: S_i is never in its own F, so no copy is ever used",
        expected: Refuted,
        sizes: &[&[3, 1]],
        deep: &[],
        fairness: FAIR_WITHOUT_SENDS,
        build: build!(|setup| {
            let reading = Reading {
                test: Test::Printed,
                ..Reading::MEANT
            };
            without_sends(setup, reading, properties::never_lost())
        }),
        ..BASE
    },
    Case {
        claim: "ring/update-order-as-printed",
        variant: "as-printed",
        reading: "UpdateToken after line 41: #(D) is 1, and an application that counts positions misses the gap",
        expected: Refuted,
        sizes: &[&[3, 1]],
        deep: &[],
        build: build!(|setup| {
            let reading = Reading {
                update: Update::Printed,
                ..Reading::MEANT
            };
            judge(
                setup,
                ring(setup, Counting, reading)?,
                properties::update_sees_the_gap(),
                Vec::new(),
            )
        }),
        ..BASE
    },
    Case {
        claim: "ring/update-order-as-printed",
        variant: "as-meant",
        reading: "UpdateToken before line 41: #(D) - 1 is the number of sites that were skipped",
        kills: &["keep-count", "count-one-more"],
        build: build!(|setup| {
            let ring = ring(setup, Counting, Reading::MEANT)?;
            judge(setup, ring, properties::update_sees_the_gap(), Vec::new())
        }),
        ..BASE
    },
];
