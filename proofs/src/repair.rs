//! Our repair of Algorithm 7: epoch and leader in one word.

use crate::{Harnesses, Instead, Lacking};
use verdict_checker::catalog::Case;

verdict_checker::mutants! {
    /// What a harness about the repair can lack.
    EpochWraps = "epoch-wraps": "an epoch of 2 bits that begins again at 0",
}

const EVERY_STEP: &str = "election::every_step";

impl Lacking for Mutant {
    fn instead(self) -> Instead {
        match self {
            Mutant::EpochWraps => Instead {
                whole: EVERY_STEP,
                lacking: "election::every_step_with_an_epoch_that_wraps",
            },
        }
    }
}

pub fn cases() -> Vec<(&'static str, Case)> {
    let inductive_step = Harnesses::<Mutant>::pass(&[
        "pack::what_fits_comes_back",
        "pack::every_64_bits_are_one_word",
        "pack::order_is_kept",
        "election::the_first_day",
        EVERY_STEP,
        "election::one_leader_for_each_epoch",
        "candidate::a_call_says_what_it_found",
        "candidate::a_candidate_succeeds_any_leader",
        "candidate::only_the_present_epoch_is_accepted",
    ])
    .reading(
        "inductive-step",
        "any number of nodes, one step from any state: the invariant of the packed word holds at first, every access to \
         the real atomics keeps it, and it means one leader for each epoch; what a user calls says what it found",
    )
    .kills([Mutant::EpochWraps]);
    vec![("thesis/repair", inductive_step.into())]
}
