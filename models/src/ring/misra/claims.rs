//! The claims about the termination detection, each reading with its sizes and the verdict it must get.

use super::setting::{live, out_of_order, safe, without_crashes};
use super::{Detects, Mutant, Reading, Routes};
use crate::catalog::{Case, Parameter, Sources, build};
use crate::ring::claims as ring;
use crate::ring::plugin::{self, Update};
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
    Parameter {
        name: "M",
        meaning: "application messages that each site may send",
    },
    Parameter {
        name: "C",
        meaning: "computations, each begun where the end of the last was announced",
    },
];

/// The files that define the detection.
pub const SOURCES: Sources = &[
    ("ring/misra/mod.rs", include_str!("mod.rs")),
    ("ring/misra/properties.rs", include_str!("properties.rs")),
    ("ring/misra/setting.rs", include_str!("setting.rs")),
];

/// `UpdateToken` in the order of lines 41 and 42, which makes it add nothing.
const UPDATE_AS_PRINTED: plugin::Reading = plugin::Reading {
    update: Update::Printed,
    ..plugin::Reading::MEANT
};

const FAIR: &str = "weak, for every delivery, every report of a crash, every becoming passive and every passing on";

/// What the cases share.
const BASE: Case = Case {
    claim: "ring/misra/safe",
    variant: "",
    reading: "",
    expected: Holds,
    parameters: PARAMETERS,
    sizes: &[&[3, 1, 1, 1]],
    deep: &[],
    assumptions: &[],
    kills: &[],
    mutants: Mutant::NAMES,
    fairness: "",
    sources: &[SOURCES, ring::SOURCES, world::SOURCES],
    build: build!(|setup| safe(setup, Reading::REPAIRED)),
};

const LIVE: Case = Case {
    claim: "ring/misra/live",
    fairness: FAIR,
    build: build!(|setup| live(setup, Reading::REPAIRED)),
    ..BASE
};

/// Every case about the termination detection.
pub const CASES: &[Case] = &[
    Case {
        variant: "as-worded",
        reading: "word by word: a node counts if it is passive when it receives the token; not even a crash is \
                  needed",
        expected: Refuted,
        build: build!(|setup| safe(&without_crashes(setup), Reading::WORDED)),
        ..BASE
    },
    Case {
        variant: "since-last-visit",
        reading: "as in the literature: a node counts if it has been passive since the token last left it; but a \
                  report of a crash may overtake the last message of the crashed node, FIFO or not",
        expected: Refuted,
        build: build!(|setup| safe(setup, Reading::MISRA)),
        ..BASE
    },
    Case {
        variant: "since-last-visit-without-crashes",
        reading: "as in the literature, if nobody crashes: Misra's algorithm itself",
        sizes: &[&[3, 1, 1, 1], &[3, 1, 2, 2], &[4, 1, 1, 1]],
        assumptions: &[
            ("no-loss", Holds),
            ("no-duplicates", Holds),
            ("fifo", Refuted),
            ("no-crash", Refuted),
            ("along-the-ring", Refuted),
        ],
        kills: &[
            "pass-while-active",
            "never-restart",
            "detect-at-once",
            "forget-messages",
            "forgive-once-finished",
        ],
        build: build!(|setup| safe(&without_crashes(setup), Reading::MISRA)),
        ..BASE
    },
    Case {
        variant: "refusing-the-dead",
        reading: "as in the literature, and a node that was told of a crash takes no more messages from there: the \
                  smallest repair found",
        sizes: &[&[3, 1, 1, 1], &[3, 1, 2, 2], &[4, 1, 1, 1], &[4, 2, 1, 1]],
        assumptions: &[
            ("no-loss", Holds),
            ("no-duplicates", Holds),
            ("fifo", Refuted),
            ("at-most-k-in-a-row", Holds),
            ("crash-stop", Refuted),
            ("perfect-detector", Refuted),
            ("along-the-ring", Refuted),
            ("refuse-the-dead", Refuted),
            ("initial-backups", Holds),
        ],
        kills: &[
            "pass-while-active",
            "never-restart",
            "detect-at-once",
            "forget-messages",
            "forgive-once-finished",
        ],
        ..BASE
    },
    Case {
        variant: "update-as-printed",
        reading: "repaired, with UpdateToken after line 41: #(D) - 1 is 0, crashed nodes are not counted, and the \
                  token takes longer to reach N",
        sizes: &[&[3, 1, 1, 1], &[4, 1, 1, 1]],
        kills: &["pass-while-active", "never-restart", "detect-at-once"],
        build: build!(|setup| {
            let reading = Reading {
                plugin: UPDATE_AS_PRINTED,
                ..Reading::REPAIRED
            };
            safe(setup, reading)
        }),
        ..BASE
    },
    Case {
        variant: "first-passive-node",
        reading: "repaired, and no passive_count at all: the first node that was passive since the token last left \
                  it announces the termination; on a one-way ring nobody else can have become active",
        sizes: &[&[3, 1, 1, 1], &[3, 1, 2, 2], &[4, 1, 1, 1]],
        deep: &[&[4, 2, 1, 1]],
        kills: &[
            "pass-while-active",
            "forget-messages",
            "forgive-once-finished",
        ],
        build: build!(|setup| {
            let reading = Reading {
                detects: Detects::FirstPassive,
                ..Reading::REPAIRED
            };
            safe(setup, reading)
        }),
        ..BASE
    },
    Case {
        variant: "out-of-order",
        reading: "repaired, over the channels of section II, \"messages might be delivered out of order\"",
        expected: Refuted,
        build: build!(|setup| safe(&out_of_order(setup), Reading::REPAIRED)),
        ..BASE
    },
    Case {
        variant: "to-any-successor",
        reading: "repaired, with application messages to each of the k+1 successors that a node knows",
        expected: Refuted,
        build: build!(|setup| {
            let reading = Reading {
                routes: Routes::Successors,
                ..Reading::REPAIRED
            };
            safe(setup, reading)
        }),
        ..BASE
    },
    Case {
        variant: "exactly-n",
        reading: "repaired, but termination is detected when passive_count = N, as printed: where a crashed node \
                  is added to N - 1, the next node makes it N + 1",
        expected: Refuted,
        build: build!(|setup| {
            let reading = Reading {
                detects: Detects::Exactly,
                ..Reading::REPAIRED
            };
            live(setup, reading)
        }),
        ..LIVE
    },
    Case {
        variant: "exactly-n-update-as-printed",
        reading: "passive_count = N, and UpdateToken after line 41: the count only ever grows by one, so that the \
                  two slips cancel out",
        sizes: &[&[3, 1, 1, 1]],
        kills: &["never-forgive", "always-restart"],
        build: build!(|setup| {
            let reading = Reading {
                detects: Detects::Exactly,
                plugin: UPDATE_AS_PRINTED,
                ..Reading::REPAIRED
            };
            live(setup, reading)
        }),
        ..LIVE
    },
    Case {
        variant: "at-least-n",
        reading: "repaired: termination is detected when passive_count is N or more",
        sizes: &[&[3, 1, 1, 1]],
        deep: &[&[3, 1, 2, 2], &[4, 1, 1, 1]],
        assumptions: &[
            ("no-loss", Refuted),
            ("no-duplicates", Holds),
            ("fifo", Holds),
            ("at-most-k-in-a-row", Refuted),
            ("crash-stop", Bounded),
            ("perfect-detector", Refuted),
            ("along-the-ring", Holds),
            ("refuse-the-dead", Holds),
            ("initial-backups", Refuted),
        ],
        kills: &["never-forgive", "always-restart"],
        ..LIVE
    },
];
