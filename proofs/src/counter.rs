//! Lemma 7.1.8 of Sanz Marco's thesis.

use crate::{Harnesses, Instead, Lacking};
use verdict_checker::catalog::{Case, NoMutants};
use verdict_checker::verdict::Verdict::Refuted;

verdict_checker::mutants! {
    /// What a harness about the counter can lack.
    CounterWraps = "counter-wraps": "the counter begins again after its last value",
}

const FIRST_DAY: &str = "counter::the_first_day";
const EVERY_STEP: &str = "counter::every_step";
const IT_WRAPS: &str = "counter::every_step_with_a_counter_that_wraps";

impl Lacking for Mutant {
    fn instead(self) -> Instead {
        match self {
            Mutant::CounterWraps => Instead {
                whole: EVERY_STEP,
                lacking: IT_WRAPS,
            },
        }
    }
}

pub fn cases() -> Vec<(&'static str, Case)> {
    const LEMMA: &str = "thesis/alg7/counter-bound";
    let inductive_step = Harnesses::<Mutant>::pass(&[FIRST_DAY, EVERY_STEP])
        .reading(
            "inductive-step",
            "any number of nodes: the lemma is true on the first day, and one step (an access, the begin of an election, a \
             reintegration) from any state in which it is true keeps it, with a counter of 64 bits that has not reached its end",
        )
        .kills([Mutant::CounterWraps]);
    let wraps = Harnesses::<NoMutants>::pass(&[IT_WRAPS])
        .reading(
            "wraps",
            "with a counter of 64 bits that begins again after its last value",
        )
        .expect(Refuted);
    vec![(LEMMA, inductive_step.into()), (LEMMA, wraps.into())]
}
