//! Algorithm 4 against Algorithm 3.

use super::{BASE, Case, Holds, Judge, Parameter, Refuted, Setup, SetupError, World, build, world};
use crate::catalog::Sources;
use crate::election::linearisable::linearisable;
use crate::election::llsc::{Calls, Cas, Mutant, Reading};
use crate::world::{Assumptions, Order};

const SOURCES: Sources = &[
    (
        "election/linearisable.rs",
        include_str!("../linearisable.rs"),
    ),
    ("election/llsc.rs", include_str!("../llsc.rs")),
    (
        "../../election/src/llsc.rs",
        include_str!("../../../../election/src/llsc.rs"),
    ),
];

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "threads",
        meaning: "threads that call CAS on the same location",
    },
    Parameter {
        name: "calls",
        meaning: "calls of each thread, with any values",
    },
    Parameter {
        name: "values",
        meaning: "values that there are; the first is there at the start",
    },
];

fn threads(setup: &Setup, reading: Reading, which: Calls) -> Result<Box<dyn Judge>, SetupError> {
    let cas = Cas {
        threads: setup.within("threads", 1..=4, "threads")? as usize,
        calls: setup.within("calls", 1..=4, "calls")? as u8,
        values: setup.within("values", 2..=4, "values")? as u8,
        reading,
        which,
        links_break: setup.lacks("links-last"),
        mutant: setup.mutant.as_deref().and_then(Mutant::named),
    };
    // FIFO, so that messages behave as accesses.
    let assumptions = setup.world(Assumptions {
        order: Order::Fifo,
        ..Assumptions::default()
    });
    let space = World::new(vec![cas; cas.threads + 1], assumptions);
    let property = linearisable();
    let origin = setup.origin(property.name);
    Ok(space.subject(property, Vec::new(), origin))
}

const CAS: Case = Case {
    claim: "thesis/cas-from-llsc",
    parameters: PARAMETERS,
    sizes: &[&[1, 1, 2], &[2, 1, 2], &[2, 2, 2]],
    mutants: Mutant::NAMES,
    sources: &[SOURCES, world::SOURCES],
    build: build!(|setup| threads(setup, Reading::IfDifferent, Calls::Any)),
    ..BASE
};

/// Every case about Algorithm 4.
pub const CASES: &[Case] = &[
    Case {
        variant: "as-printed",
        reading: "line 12 as extracted: the store is attempted if LL(p) differs from old; one thread is enough",
        ..CAS
    },
    Case {
        variant: "as-meant",
        reading: "line 12 as meant, any calls: a store of the value that is there already makes the SC of another \
                  thread fail, whose CAS then answers false although the value was the expected one all the time; the \
                  election makes such a call (Table 5.7, row 12)",
        sizes: &[&[2, 1, 2], &[2, 2, 2], &[3, 1, 2]],
        build: build!(|setup| threads(setup, Reading::IfEqual, Calls::Any)),
        ..CAS
    },
    Case {
        variant: "as-meant-changing",
        reading: "line 12 as meant, calls with new different from old: whoever makes an SC fail has changed the value",
        expected: Holds,
        sizes: &[&[2, 1, 2], &[2, 2, 2], &[2, 2, 3], &[3, 1, 3]],
        deep: &[&[3, 2, 2], &[2, 3, 3], &[4, 1, 2]],
        assumptions: &[("links-last", Refuted)],
        kills: &["store-anyway", "say-true"],
        build: build!(|setup| threads(setup, Reading::IfEqual, Calls::Changing)),
        ..CAS
    },
    Case {
        variant: "again",
        reading: "the repair: an SC that fails sends the thread back to line 12; any calls, and links may break",
        expected: Holds,
        sizes: &[&[2, 1, 2], &[2, 2, 2], &[3, 1, 2]],
        deep: &[&[2, 2, 3], &[3, 2, 2], &[4, 1, 2]],
        assumptions: &[("links-last", Holds)],
        kills: &["store-anyway", "say-true"],
        build: build!(|setup| threads(setup, Reading::Again, Calls::Any)),
        ..CAS
    },
];
