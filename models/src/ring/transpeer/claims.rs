//! The claims about TranspeerToken, each reading with its sizes and the verdict it must get.

use super::experiment::{Asks, figure_3};
use super::setting::{no_loss, serial, without_crashes};
use super::{Clients, Mutant, Reading, Routing};
use crate::catalog::{Case, Parameter, Sources, build};
use crate::ring::claims as ring;
use crate::world;
use verdict_checker::verdict::Verdict::{Bounded, Holds, Refuted};

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "N",
        meaning: "transaction managers on the ring",
    },
    Parameter {
        name: "k",
        meaning: "consecutive crashes to be tolerated",
    },
    Parameter {
        name: "D",
        meaning: "data sets, each with its token",
    },
    Parameter {
        name: "T",
        meaning: "transactions that are submitted, dealt out to the data sets in turn",
    },
];

/// The files that define the system.
pub const SOURCES: Sources = &[
    ("ring/transpeer/mod.rs", include_str!("mod.rs")),
    (
        "ring/transpeer/properties.rs",
        include_str!("properties.rs"),
    ),
    ("ring/transpeer/setting.rs", include_str!("setting.rs")),
];

const FAIR: &str =
    "weak, for every delivery, every report of a crash, every routing and every passing on";

const LOAD: &[Parameter] = &[Parameter {
    name: "load",
    meaning: "how often transactions are submitted, as a multiple of the first load",
}];

/// The file that defines the experiment.
const EXPERIMENT: Sources = &[(
    "ring/transpeer/experiment.rs",
    include_str!("experiment.rs"),
)];

/// What the cases share.
const BASE: Case = Case {
    claim: "ring/transpeer/serial",
    variant: "",
    reading: "",
    expected: Holds,
    parameters: PARAMETERS,
    sizes: &[&[3, 1, 1, 2]],
    deep: &[],
    assumptions: &[],
    kills: &[],
    mutants: Mutant::NAMES,
    fairness: "",
    sources: &[SOURCES, ring::SOURCES, world::SOURCES],
    build: build!(|setup| serial(setup, Reading::REPAIRED)),
};

const NO_LOSS: Case = Case {
    claim: "ring/transpeer/no-loss",
    sizes: &[&[3, 1, 1, 1]],
    fairness: FAIR,
    build: build!(|setup| no_loss(setup, Reading::REPAIRED)),
    ..BASE
};

/// The experiment of Fig. 3 with its 20 TMs, 10 of which fail, and 500 transactions.
const FIGURE_3: Case = Case {
    parameters: LOAD,
    sizes: &[&[10]],
    deep: &[],
    mutants: &[],
    fairness: "",
    sources: &[SOURCES, EXPERIMENT, ring::SOURCES, world::SOURCES],
    ..BASE
};

/// Every case about TranspeerToken.
pub const CASES: &[Case] = &[
    Case {
        variant: "routed-at-once",
        reading: "a TM that holds the token enters a transaction into the history and routes it; if it then crashes, \
                  the copies of the token have the history without it",
        expected: Refuted,
        build: build!(|setup| serial(setup, Reading::LITERAL)),
        ..BASE
    },
    Case {
        variant: "routed-at-once-without-crashes",
        reading: "a TM that holds the token enters a transaction into the history and routes it; nobody crashes",
        sizes: &[&[3, 1, 1, 2], &[4, 1, 1, 2]],
        deep: &[&[3, 1, 2, 2]],
        kills: &["pass-old-history"],
        build: build!(|setup| serial(&without_crashes(setup), Reading::LITERAL)),
        ..BASE
    },
    Case {
        variant: "routed-with-the-copies",
        reading: "a TM routes what it has entered together with the copies of the token that it passes on; a crash \
                  between these sends still separates them",
        expected: Refuted,
        build: build!(|setup| {
            let reading = Reading {
                routing: Routing::WithTheCopies,
                ..Reading::LITERAL
            };
            serial(setup, reading)
        }),
        ..BASE
    },
    Case {
        variant: "routed-after-k-positions",
        reading: "a TM only enters transactions; the TM that holds the token k positions further on routes them: the \
                  smallest repair found",
        sizes: &[&[3, 1, 1, 2], &[4, 1, 1, 2]],
        deep: &[&[4, 2, 1, 2]],
        assumptions: &[
            ("no-loss", Holds),
            ("no-duplicates", Holds),
            ("at-most-k-in-a-row", Holds),
            ("crash-stop", Bounded),
            ("perfect-detector", Bounded),
            ("initial-backups", Holds),
        ],
        kills: &["route-early"],
        build: build!(|setup| {
            let reading = Reading {
                clients: Clients::Trust,
                ..Reading::REPAIRED
            };
            serial(setup, reading)
        }),
        ..BASE
    },
    Case {
        variant: "resubmitted",
        reading: "routed after k positions, by TMs to which clients submit again what was at a TM that has crashed",
        deep: &[&[3, 1, 2, 2]],
        kills: &["route-early", "pass-old-history", "enter-twice"],
        ..BASE
    },
    Case {
        variant: "figure-3",
        reading: "the experiment, 20 seeds: 500 transactions over 20 TMs of which 10 fail upon their 5th, k = 5; \
                  routed at once, as the system is described",
        expected: Refuted,
        build: build!(|setup| figure_3(setup, Asks::SerialAtOnce)),
        ..FIGURE_3
    },
    Case {
        variant: "figure-3-repaired",
        reading: "the experiment, 20 seeds: 500 transactions over 20 TMs of which 10 fail upon their 5th, k = 5; \
                  routed after k positions",
        kills: &["route-at-once"],
        mutants: &[("route-at-once", "a TM routes what it has entered at once")],
        build: build!(|setup| figure_3(setup, Asks::SerialRepaired)),
        ..FIGURE_3
    },
    Case {
        variant: "clients-trust",
        reading: "a TM that has a request will route it: but what waits for the token is at that TM alone, and a crash \
                  loses it, whatever k is",
        expected: Refuted,
        build: build!(|setup| no_loss(setup, Reading::LITERAL)),
        ..NO_LOSS
    },
    Case {
        variant: "clients-resubmit",
        reading: "a client keeps a transaction until it is done, and submits it to the next TM when its own has crashed",
        sizes: &[&[3, 1, 1, 1], &[3, 1, 1, 2]],
        deep: &[&[4, 1, 1, 1]],
        assumptions: &[
            ("no-loss", Refuted),
            ("no-duplicates", Holds),
            ("at-most-k-in-a-row", Refuted),
            ("crash-stop", Bounded),
            ("perfect-detector", Bounded),
            ("clients-resubmit", Refuted),
            ("initial-backups", Refuted),
        ],
        kills: &["pass-old-history", "resubmit-to-the-same"],
        ..NO_LOSS
    },
    Case {
        variant: "figure-3",
        reading: "the experiment, 20 seeds: 500 transactions over 20 TMs of which 10 fail upon their 5th, k = 5; \
                  clients submit again; every transaction is routed",
        kills: &["clients-trust"],
        mutants: &[("clients-trust", "clients do not submit again")],
        build: build!(|setup| figure_3(setup, Asks::NothingLost)),
        claim: "ring/transpeer/no-loss",
        ..FIGURE_3
    },
];
