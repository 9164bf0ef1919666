//! Section 3: the algorithm without failures.

use super::super::original::{MUTANTS, Original, Sites, slip};
use super::super::root_is_tail;
use super::super::tree::{Reading, Rules};
use super::{judge, within};
use crate::catalog::{Case, Parameter, Setup, SetupError, Sources, build};
use crate::world::{self, Assumptions, World};
use verdict_checker::judge::Judge;
use verdict_checker::liveness::Fairness::Weak;
use verdict_checker::property::Property;
use verdict_checker::verdict::Verdict::{Holds, Refuted};

const PARAMETERS: &[Parameter] = &[Parameter {
    name: "N",
    meaning: "sites",
}];

/// The files that define the original algorithm.
pub const SOURCES: Sources = &[
    ("naimi/original.rs", include_str!("../original.rs")),
    ("naimi/root_is_tail.rs", include_str!("../root_is_tail.rs")),
    ("naimi/tree.rs", include_str!("../tree.rs")),
];

const FAIR: &str =
    "weak, for every delivery and every end of a critical section; no request is owed";

fn sites(setup: &Setup, reading: Reading, counts_hops: bool) -> Result<Sites, SetupError> {
    let nodes = within(setup, "N", 2..=8, "of which S0 has the token at first")?;
    let slip = setup.mutant.as_deref().and_then(slip);
    let site = Original {
        rules: Rules { reading, slip },
        counts_hops,
    };
    let assumptions = setup.world(Assumptions::default());
    Ok(World::new(vec![site; usize::from(nodes)], assumptions))
}

fn safety(
    setup: &Setup,
    reading: Reading,
    property: Property<Sites>,
) -> Result<Box<dyn Judge>, SetupError> {
    judge(setup, sites(setup, reading, false)?, property, Vec::new())
}

fn progress(setup: &Setup, reading: Reading) -> Result<Box<dyn Judge>, SetupError> {
    let sites = sites(setup, reading, false)?;
    let property = root_is_tail::progress(sites.actors().len());
    let fairness = vec![("deliver", Weak), ("timeout", Weak)];
    judge(setup, sites, property, fairness)
}

const BASE: Case = Case {
    claim: "",
    variant: "as-meant",
    reading: "section 3 with Fig. 1: a root that is asked points its last to the requester",
    expected: Holds,
    parameters: PARAMETERS,
    sizes: &[&[2], &[3], &[4]],
    deep: &[&[5]],
    assumptions: &[],
    kills: &[],
    mutants: MUTANTS,
    fairness: "",
    sources: &[SOURCES, world::SOURCES],
    build: build!(|setup| safety(setup, Reading::Meant, root_is_tail::mutex())),
};

/// Every case about the original algorithm.
pub const CASES: &[Case] = &[
    Case {
        claim: "naimi/original/mutex",
        assumptions: &[("no-loss", Refuted), ("no-duplicates", Refuted)],
        kills: &["keep-token", "grant-inside"],
        ..BASE
    },
    Case {
        claim: "naimi/original/progress",
        assumptions: &[
            ("no-loss", Refuted),
            ("no-duplicates", Refuted),
            ("no-crash", Refuted),
        ],
        kills: &["forget-request", "stay-below"],
        fairness: FAIR,
        build: build!(|setup| progress(setup, Reading::Meant)),
        ..BASE
    },
    Case {
        claim: "naimi/original/progress",
        variant: "as-printed",
        reading: "action (2) to the letter: a root that is asked sets next and leaves its last as it is, so that \
                  the next request overwrites this one",
        expected: Refuted,
        sizes: &[&[2], &[3]],
        deep: &[],
        fairness: FAIR,
        build: build!(|setup| progress(setup, Reading::Printed)),
        ..BASE
    },
    Case {
        claim: "naimi/original/root-is-tail",
        variant: "in-every-state",
        reading: "in every state there is one root, and it is the tail of the queue that begins at the token",
        expected: Refuted,
        sizes: &[&[2]],
        deep: &[],
        build: build!(|setup| safety(setup, Reading::Meant, root_is_tail::always())),
        ..BASE
    },
    Case {
        claim: "naimi/original/root-is-tail",
        variant: "no-request-in-transit",
        reading: "the same, whenever no request is in transit (the token may be)",
        kills: &["stay-below", "forget-request", "keep-next"],
        build: build!(|setup| safety(setup, Reading::Meant, root_is_tail::without_requests())),
        ..BASE
    },
    Case {
        claim: "naimi/original/root-is-tail",
        variant: "portions",
        reading: "in every state the roots are the tails of the portions of the queue: the one that begins at the \
                  token and one for each request in transit",
        kills: &["stay-below", "forget-request", "keep-next"],
        sizes: &[&[3], &[4]],
        build: build!(|setup| safety(setup, Reading::Meant, root_is_tail::of_portions())),
        ..BASE
    },
    Case {
        claim: "naimi/original/messages",
        variant: "worst-case",
        reading: "with any number of requests at once, a request is sent at most N - 1 times: with the token, N \
                  messages",
        kills: &["stay-below"],
        build: build!(|setup| {
            let sites = sites(setup, Reading::Meant, true)?;
            let most = setup.get("N") as u8 - 1;
            judge(setup, sites, root_is_tail::hops_at_most(most), Vec::new())
        }),
        ..BASE
    },
    Case {
        claim: "naimi/original/messages",
        variant: "log-in-the-worst-case",
        reading: "log(N) for every request: it is sent at most log2(N) times, rounded up",
        expected: Refuted,
        sizes: &[&[4]],
        deep: &[],
        build: build!(|setup| {
            let sites = sites(setup, Reading::Meant, true)?;
            let most = setup.get("N").next_power_of_two().ilog2() as u8;
            judge(setup, sites, root_is_tail::hops_at_most(most), Vec::new())
        }),
        ..BASE
    },
];
