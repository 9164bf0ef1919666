//! Worked examples and numbers: Fig. 1, Fig. 2, and the comparison of section 6.

use super::super::compare;
use super::super::consult;
use super::super::figure_2::{Later, figure_2};
use super::super::numbers;
use super::super::original::{self, slip};
use super::super::recovery::{Mutant, Reading, RuleThree};
use super::super::tree::{self, Rules};
use super::recovery as setting;
use crate::catalog::{Build, Case, Setup, Sources, build};
use crate::world;
use verdict_checker::verdict::Verdict::{Holds, Refuted};

const SOURCES: Sources = &[
    ("naimi/compare.rs", include_str!("../compare.rs")),
    ("naimi/consult/mod.rs", include_str!("../consult/mod.rs")),
    ("naimi/figure_2.rs", include_str!("../figure_2.rs")),
    ("naimi/numbers.rs", include_str!("../numbers.rs")),
];

fn rules(setup: &Setup, reading: tree::Reading) -> Rules {
    let slip = setup.mutant.as_deref().and_then(slip);
    Rules { reading, slip }
}

fn mutant(setup: &Setup) -> Option<Mutant> {
    setup.mutant.as_deref().and_then(Mutant::named)
}

fn others_mutant(setup: &Setup) -> Option<consult::Mutant> {
    setup.mutant.as_deref().and_then(consult::Mutant::named)
}

const BASE: Case = Case {
    claim: "naimi/figure-1",
    variant: "as-meant",
    reading: "Fig. 1, step by step: a root that is asked points its last to the requester",
    expected: Holds,
    parameters: &[],
    sizes: &[&[]],
    deep: &[],
    assumptions: &[],
    kills: &["stay-below", "forget-request"],
    mutants: original::MUTANTS,
    fairness: "",
    sources: &[SOURCES, super::original::SOURCES],
    build: FIGURE_1,
};

const FIGURE_1: Build = build!(|setup| {
    let rules = rules(setup, tree::Reading::Meant);
    Ok(numbers::figure_1(rules).subject(setup.origin("Fig. 1")))
});

const FIGURE_2: Case = Case {
    claim: "naimi/figure-2",
    reading: "Fig. 2, step by step; A's SEARCH_QUEUE arrives after that of D, who loses; rule III as in the example",
    kills: &[
        "silent-queue",
        "no-rule-two",
        "no-rule-three",
        "no-commit",
        "no-election",
    ],
    mutants: Mutant::NAMES,
    sources: &[SOURCES, setting::SOURCES, world::SOURCES],
    build: build!(|setup| {
        let figure = figure_2(Reading::MEANT, mutant(setup), Later::OfTheWinner);
        Ok(figure.subject(setup.origin("Fig. 2")))
    }),
    ..BASE
};

const COMPARE: Case = Case {
    claim: "naimi/compare",
    variant: "proposed",
    reading: "the half about the proposed extension, as meant: at most one broadcast, only lost requests are sent \
              again, the order kept; none at all where M1 can repair it",
    kills: &["skip-predecessor", "connect-farthest"],
    mutants: Mutant::NAMES,
    sources: &[SOURCES, setting::SOURCES, world::SOURCES],
    build: build!(|setup| {
        let half = compare::of_the_proposed(Reading::MEANT, mutant(setup));
        Ok(half.subject(setup.origin("section 6, proposed")))
    }),
    ..BASE
};

/// What a request costs on average.
pub const AVERAGE: &[Case] = &[Case {
    claim: "naimi/original/messages",
    variant: "average",
    reading: "requests one at a time, from any site alike: an entry takes H(N-1) messages on average, token included, \
                  which is at most log2(N); N = 2 to 6",
    kills: &["stay-below", "keep-token"],
    build: build!(|setup| {
        let rules = rules(setup, tree::Reading::Meant);
        Ok(numbers::average(rules).subject(setup.origin("messages on average")))
    }),
    ..BASE
}];

/// Every case about the figures and the comparison.
pub const CASES: &[Case] = &[
    BASE,
    Case {
        variant: "as-printed",
        reading: "action (2) to the letter: a root that is asked leaves its last as it is",
        expected: Refuted,
        kills: &[],
        build: build!(|setup| {
            let rules = rules(setup, tree::Reading::Printed);
            Ok(numbers::figure_1(rules).subject(setup.origin("Fig. 1")))
        }),
        ..BASE
    },
    FIGURE_2,
    Case {
        variant: "rule-three-as-printed",
        reading: "Fig. 2 with rule III as printed: next takes the value of last",
        expected: Refuted,
        kills: &[],
        build: build!(|setup| {
            let reading = Reading {
                rule_three: RuleThree::NextTakesLast,
                ..Reading::MEANT
            };
            let figure = figure_2(reading, mutant(setup), Later::OfTheWinner);
            Ok(figure.subject(setup.origin("Fig. 2")))
        }),
        ..FIGURE_2
    },
    Case {
        variant: "loser-heard-last",
        reading: "Fig. 2, but D's SEARCH_QUEUE arrives after that of A: nobody else knows yet who has won, so last \
                  points to D",
        expected: Refuted,
        kills: &[],
        build: build!(|setup| {
            let figure = figure_2(Reading::MEANT, mutant(setup), Later::OfTheLoser);
            Ok(figure.subject(setup.origin("Fig. 2")))
        }),
        ..FIGURE_2
    },
    COMPARE,
    Case {
        variant: "fewer-phases",
        reading: "the proposed extension has fewer phases: it waits less often than Naimi and Trehel's",
        expected: Refuted,
        kills: &[],
        build: build!(|setup| {
            let half = compare::phases(Reading::MEANT, mutant(setup));
            Ok(half.subject(setup.origin("section 6, phases")))
        }),
        ..COMPARE
    },
    Case {
        variant: "naimi-trehel",
        reading: "the half about Naimi and Trehel's extension: at most four broadcasts, and all successors of the faulty \
                  site send their requests again",
        kills: &["no-resend"],
        mutants: consult::Mutant::NAMES,
        build: build!(|setup| {
            let half = compare::of_naimi_trehel(others_mutant(setup));
            Ok(half.subject(setup.origin("section 6, Naimi-Trehel")))
        }),
        ..COMPARE
    },
];
