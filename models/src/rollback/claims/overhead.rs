//! Section 8.2: what the mechanism costs, as far as the printed numbers go. What it costs on this machine is measured by
//! `verdict experiment rollback`, and never asserted.

use super::super::overhead::{self, Behaviour};
use super::*;

const SOURCES: Sources = &[
    ("rollback/claims/overhead.rs", include_str!("overhead.rs")),
    ("rollback/overhead.rs", include_str!("../overhead.rs")),
];

const TABLE: Case = Case {
    claim: "thesis/rollback/overhead",
    parameters: &[],
    sizes: &[&[]],
    deep: &[],
    mutants: overhead::MUTANTS,
    sources: &[SOURCES],
    ..BASE
};

fn slipped(setup: &Setup) -> bool {
    setup.mutant.is_some()
}

/// Every case about the printed costs.
pub const CASES: &[Case] = &[
    Case {
        variant: "table-a.3",
        reading: "the percentages of Table A.3, and their averages in section 8.2.2, follow from its times",
        kills: &["swap-rows"],
        build: build!(|setup| {
            let domain = overhead::percentages(slipped(setup));
            Ok(domain.subject(setup.origin("Table A.3")))
        }),
        ..TABLE
    },
    Case {
        variant: "averages-of-times",
        reading: "the same averages from the printed average times: a mean of ratios is not the ratio of the means",
        expected: Refuted,
        build: build!(|setup| {
            let domain = overhead::of_average_times(slipped(setup));
            Ok(domain.subject(setup.origin("Table A.3, averages")))
        }),
        ..TABLE
    },
    Case {
        variant: "constant-without-faults",
        reading: "8.2.2: without faults the overhead is constant in the number of workers; read as: within one percentage point",
        kills: &["swap-rows"],
        build: build!(|setup| {
            let domain = overhead::spread(Behaviour::NoFault, slipped(setup));
            Ok(domain.subject(setup.origin("constant without faults")))
        }),
        ..TABLE
    },
    Case {
        variant: "constant-with-one-fault",
        reading: "8.2.2: so it is with one fault; read the same way",
        expected: Refuted,
        build: build!(|setup| {
            let domain = overhead::spread(Behaviour::OneFault, slipped(setup));
            Ok(domain.subject(setup.origin("constant with one fault")))
        }),
        ..TABLE
    },
];
