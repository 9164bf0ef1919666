//! Lemma 7.1.6 of Sanz Marco's thesis.

use crate::{Harnesses, Instead, Lacking};
use verdict_checker::catalog::Case;

verdict_checker::mutants! {
    /// What a harness about Lemma 7.1.6 can lack.
    OutlastsOnlyLeaders = "outlasts-only-leaders": "a contact fails although a node stands between its two CAS",
}

const ONE_LEADER: &str = "lemmas::one_leader_if_contacts_outlast_elections";

impl Lacking for Mutant {
    fn instead(self) -> Instead {
        match self {
            Mutant::OutlastsOnlyLeaders => Instead {
                whole: ONE_LEADER,
                lacking: "lemmas::one_leader_if_contacts_only_outlast_leaders",
            },
        }
    }
}

pub fn cases() -> Vec<(&'static str, Case)> {
    let inductive_step = Harnesses::<Mutant>::pass(&["counter::the_first_day", ONE_LEADER])
        .reading(
            "inductive-step",
            "as past-first-cas, any number of nodes, one step from any state: at most one node has passed its first CAS, and \
             whoever is about to try it then has an earlier counter",
        )
        .kills([Mutant::OutlastsOnlyLeaders]);
    vec![("thesis/alg7/unique-leader", inductive_step.into())]
}
