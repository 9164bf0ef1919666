//! Section 6.2: the worked example.

use super::super::example::{Figure610, figures};
use super::*;

const SOURCES: Sources = &[
    ("rollback/claims/example.rs", include_str!("example.rs")),
    ("rollback/example.rs", include_str!("../example.rs")),
];

fn mechanism(setup: &Setup) -> Mechanism {
    Mechanism {
        mutant: setup.mutant.as_deref().and_then(Mutant::named),
        ..Mechanism::new(examples::section_6_2(), 2)
    }
}

const EXAMPLE: Case = Case {
    claim: "thesis/rollback/example-6.2",
    parameters: &[],
    sizes: &[&[]],
    deep: &[],
    sources: &[SOURCES, super::SOURCES, world::SOURCES],
    ..BASE
};

/// Every case about the example.
pub const CASES: &[Case] = &[
    Case {
        variant: "as-printed",
        reading: "Figures 6.8 to 6.16 as the text describes them; at Fig. 6.10 it has garbage collection wait until T2 is returned, which \
                  sections 6.1.4 and 6.2 (Fig. 6.14) contradict",
        expected: Refuted,
        build: build!(|setup| {
            let domain = figures(mechanism(setup), Figure610::AsPrinted);
            Ok(domain.subject(setup.origin("section 6.2")))
        }),
        ..EXAMPLE
    },
    Case {
        variant: "corrected",
        reading: "the same, with the registers of T2 collected when END is stored",
        kills: &[
            "write-anew",
            "start-early",
            "never-collect",
            "end-unreceived",
        ],
        build: build!(|setup| {
            let domain = figures(mechanism(setup), Figure610::Collected);
            Ok(domain.subject(setup.origin("section 6.2")))
        }),
        ..EXAMPLE
    },
];
