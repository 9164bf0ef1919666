//! The claims about the choice of k, each reading with the verdict it must get.
//!
//! The paper names no level for its "resilience threshold", nor for "closer to 100%", so each claim is judged at levels
//! of so many nines: 2 is 99%, 5 is 99.999%.

use super::figure_4::{self, Reading};
use super::questions::{counted, enough, grows_faster, threshold};
use crate::catalog::{Case, Parameter, Sources, build};
use verdict_checker::verdict::Verdict::{Holds, Refuted};

/// The files that define the computation.
pub const SOURCES: Sources = &[
    ("ring/resilience.rs", include_str!("../resilience.rs")),
    ("ring/resilience/decimal.rs", include_str!("decimal.rs")),
    ("ring/resilience/figure_4.rs", include_str!("figure_4.rs")),
    ("ring/resilience/questions.rs", include_str!("questions.rs")),
];

const SIZE: &[Parameter] = &[Parameter {
    name: "N",
    meaning: "the largest ring that is counted",
}];

const LEVEL: &[Parameter] = &[Parameter {
    name: "nines",
    meaning: "the probability that is asked for, as a number of nines: 2 is 99%",
}];

const SLIPS: &[(&str, &str)] = &[
    ("fewer-than-k", "a run of k crashes is already too long"),
    (
        "correct-first",
        "only the rings with a correct S_0 are counted",
    ),
];

/// What most cases share.
const BASE: Case = Case {
    claim: "",
    variant: "as-printed",
    reading: "the recurrence of Fig. 4, with the n of its third line, which is nowhere defined, as N",
    expected: Holds,
    parameters: SIZE,
    sizes: &[&[8], &[16]],
    deep: &[&[20]],
    assumptions: &[],
    kills: &["one-for-n", "strictly-fewer", "no-limit", "sum-too-short"],
    mutants: figure_4::Slip::NAMES,
    fairness: "",
    sources: &[SOURCES],
    build: build!(|setup| counted(setup, Reading::Printed)),
};

/// What the cases about levels share.
const AT_A_LEVEL: Case = Case {
    claim: "ring/k-8",
    variant: "five-nines",
    reading: "the threshold is the smallest k with a probability of at least 99.999%",
    parameters: LEVEL,
    sizes: &[&[5]],
    deep: &[],
    kills: &["fewer-than-k", "correct-first"],
    mutants: SLIPS,
    build: build!(|setup| threshold(setup, 10, 8)),
    ..BASE
};

/// Every case about the choice of k.
pub const CASES: &[Case] = &[
    Case {
        claim: "ring/w-recurrence",
        ..BASE
    },
    Case {
        claim: "ring/w-recurrence",
        variant: "chain",
        reading: "the text: S_0 is correct, or one of i <= k crashes between two correct sites, and the rest is a \
                  chain; with fewer than two correct sites as in Fig. 4",
        kills: &["sum-too-short", "run-begins-at-s0"],
        build: build!(|setup| counted(setup, Reading::Chain)),
        ..BASE
    },
    Case {
        claim: "ring/w-recurrence",
        variant: "among-the-first-k",
        reading: "the text to the letter: the first correct site of a chain is among the first k, so that a run at its \
                  beginning has at most k - 1",
        expected: Refuted,
        sizes: &[&[8]],
        deep: &[],
        kills: &[],
        build: build!(|setup| counted(setup, Reading::AmongTheFirstK)),
        ..BASE
    },
    Case {
        claim: "ring/w-recurrence",
        variant: "queue",
        reading: "the sites in a queue, as the text says of Figs. 5(a) and 5(b): the crashes at its ends do not join",
        expected: Refuted,
        sizes: &[&[8]],
        deep: &[],
        kills: &[],
        build: build!(|setup| counted(setup, Reading::Queue)),
        ..BASE
    },
    AT_A_LEVEL,
    Case {
        variant: "other-levels",
        reading: "the threshold is the smallest k with a probability of at least 99%, 99.9%, 99.99%, 99.9999%",
        expected: Refuted,
        sizes: &[&[2], &[3], &[4], &[6]],
        kills: &[],
        ..AT_A_LEVEL
    },
    Case {
        claim: "ring/k-20",
        variant: "two-nines",
        reading: "close to 100% is 99% or more: k = 20 is enough",
        sizes: &[&[2]],
        kills: &["correct-first"],
        build: build!(|setup| enough(setup, 50, 20)),
        ..AT_A_LEVEL
    },
    Case {
        claim: "ring/k-20",
        variant: "three-nines",
        reading: "close to 100% is 99.9% or more: k = 20 is enough",
        expected: Refuted,
        sizes: &[&[3], &[4]],
        kills: &[],
        build: build!(|setup| enough(setup, 50, 20)),
        ..AT_A_LEVEL
    },
    Case {
        claim: "ring/k-20",
        variant: "as-safe-as-k-8",
        reading: "close to 100% is the level of 99.999% at which k = 8 is the threshold for 10%: k = 20 is enough",
        expected: Refuted,
        kills: &[],
        build: build!(|setup| enough(setup, 50, 20)),
        ..AT_A_LEVEL
    },
    Case {
        claim: "ring/k-20",
        variant: "just-necessary",
        reading: "k = 20 is not only enough but the smallest k, at 99%, 99.9%, 99.99%, 99.999% or 99.9999%",
        expected: Refuted,
        sizes: &[&[2], &[3], &[4], &[5], &[6]],
        kills: &[],
        build: build!(|setup| threshold(setup, 50, 20)),
        ..AT_A_LEVEL
    },
    Case {
        claim: "ring/k-20",
        variant: "grows-faster",
        reading: "from 50 to 10000 nodes the threshold grows more with 50% crashed than with 10%",
        sizes: &[&[2], &[5]],
        deep: &[&[3], &[4], &[6]],
        kills: &["correct-first"],
        build: build!(grows_faster),
        ..AT_A_LEVEL
    },
];
