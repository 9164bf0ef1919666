//! Section 4: Naimi and Trehel's own extension.

use super::super::consult::{Consult, Mutant, Sites, properties};
use super::{judge, within};
use crate::catalog::{Case, Parameter, Setup, SetupError, Sources, build};
use crate::world::{self, Assumptions, Crash, Order, Time, World};
use verdict_checker::judge::Judge;
use verdict_checker::liveness::Fairness::{Strong, Weak};
use verdict_checker::verdict::Verdict::{Holds, Refuted};

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "N",
        meaning: "sites",
    },
    Parameter {
        name: "r",
        meaning: "requests that each site makes",
    },
    Parameter {
        name: "crashes",
        meaning: "crashes in a run",
    },
];

const SOURCES: Sources = &[
    ("naimi/claims/consult.rs", include_str!("consult.rs")),
    ("naimi/consult/mod.rs", include_str!("../consult/mod.rs")),
    (
        "naimi/consult/properties.rs",
        include_str!("../consult/properties.rs"),
    ),
    ("naimi/tree.rs", include_str!("../tree.rs")),
];

fn sites(setup: &Setup) -> Result<Sites, SetupError> {
    let nodes = within(setup, "N", 2..=8, "of which S0 has the token at first")?;
    let site = Consult {
        nodes,
        requests: within(setup, "r", 1..=3, "for each site")?,
        mutant: setup.mutant.as_deref().and_then(Mutant::named),
    };
    let crashes = within(setup, "crashes", 0..=u64::from(nodes) - 1, "at most N - 1")?;
    let assumptions = setup.world(Assumptions {
        order: Order::Fifo,
        time: Time::Synchronous,
        crash: Crash {
            budget: crashes,
            consecutive: None,
            amid_sends: false,
        },
        ..Assumptions::default()
    });
    Ok(World::new(vec![site; usize::from(nodes)], assumptions))
}

fn one_token(setup: &Setup) -> Result<Box<dyn Judge>, SetupError> {
    judge(setup, sites(setup)?, properties::one_token(), Vec::new())
}

fn progress(setup: &Setup) -> Result<Box<dyn Judge>, SetupError> {
    let sites = sites(setup)?;
    let property = properties::progress(sites.actors().len());
    let fairness = vec![("deliver", Weak), ("timeout", Strong)];
    judge(setup, sites, property, fairness)
}

const BASE: Case = Case {
    claim: "naimi/consult/one-token",
    variant: "as-described",
    reading: "section 4, over FIFO channels: while the token is on its way nobody owns it, and nobody answers FAILURE",
    expected: Refuted,
    parameters: PARAMETERS,
    sizes: &[&[4, 1, 1]],
    deep: &[],
    assumptions: &[],
    kills: &[],
    mutants: Mutant::NAMES,
    fairness: "",
    sources: &[SOURCES, world::SOURCES],
    build: build!(|setup| one_token(setup)),
};

const PROGRESS: Case = Case {
    claim: "naimi/consult/progress",
    reading: "section 4, over FIFO channels: the owner that answers FAILURE may hand the token to the crashed site, and \
              then two sites wait for each other and answer each other's CONSULT",
    sizes: &[&[3, 2, 1], &[4, 1, 1]],
    fairness: "weak, for every delivery; strong, for every timer; no request is owed",
    build: build!(|setup| progress(setup)),
    ..BASE
};

/// Every case about section 4.
pub const CASES: &[Case] = &[
    BASE,
    Case {
        variant: "three-sites",
        reading: "section 4, over FIFO channels, three sites: nobody else is left for whom the token could be on its way",
        expected: Holds,
        sizes: &[&[3, 1, 1], &[3, 1, 2], &[3, 2, 1]],
        assumptions: &[("synchrony", Refuted), ("no-loss", Refuted)],
        kills: &["keep-token", "silent-failure"],
        ..BASE
    },
    PROGRESS,
    Case {
        variant: "one-request",
        reading: "section 4, over FIFO channels, three sites with one request each",
        expected: Holds,
        sizes: &[&[3, 1, 1], &[3, 1, 2]],
        deep: &[],
        kills: &["keep-token"],
        ..PROGRESS
    },
];
