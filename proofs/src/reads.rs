//! Section 5.6.3 of Sanz Marco's thesis: the reads of an election.

use crate::{Harnesses, Instead, Lacking};
use verdict_checker::catalog::Case;

verdict_checker::mutants! {
    /// What a harness about the reads can lack.
    OutlastsOnlyLeaders = "outlasts-only-leaders": "a contact fails although a node stands between its two CAS",
}

const EVERY_STEP: &str = "reads::every_step";

impl Lacking for Mutant {
    fn instead(self) -> Instead {
        match self {
            Mutant::OutlastsOnlyLeaders => Instead {
                whole: EVERY_STEP,
                lacking: "reads::every_step_if_contacts_do_not_outlast_elections",
            },
        }
    }
}

pub fn cases() -> Vec<(&'static str, Case)> {
    let inductive_step = Harnesses::<Mutant>::pass(&["reads::the_beginning", EVERY_STEP])
        .reading(
            "inductive-step",
            "as exact, any number of nodes, one step from any state: a node that becomes leader reads twice, at most one other \
             seven times, each further one at most six times; 2 + 7 + 6(n-2) is 6n-3",
        )
        .kills([Mutant::OutlastsOnlyLeaders]);
    vec![("thesis/alg7/reads", inductive_step.into())]
}
