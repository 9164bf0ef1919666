//! Algorithm 4 of Sanz Marco's thesis.

use crate::{Harnesses, Instead, Lacking};
use verdict_checker::catalog::Case;

verdict_checker::mutants! {
    /// What a harness about Algorithm 4 can lack.
    Line12AsPrinted = "line-12-as-printed": "the store is attempted if LL(p) differs from old",
    NeverAgain = "never-again": "without the repair, and with writes that change nothing",
}

impl Lacking for Mutant {
    fn instead(self) -> Instead {
        match self {
            Mutant::Line12AsPrinted => Instead {
                whole: "llsc::as_meant_with_calls_that_change",
                lacking: "llsc::as_printed",
            },
            Mutant::NeverAgain => Instead {
                whole: "llsc::again_with_any_calls",
                lacking: "llsc::as_meant_with_any_calls",
            },
        }
    }
}

pub fn cases() -> Vec<(&'static str, Case)> {
    let one_call = Harnesses::<Mutant>::pass(&[
        "llsc::as_meant_with_calls_that_change",
        "llsc::again_with_any_calls",
    ])
    .reading(
        "one-call",
        "one call with any values of 64 bits, up to two writes by others between LL and SC: line 12 as meant if every \
         write changes the value, and the repair that tries again",
    )
    .kills([Mutant::Line12AsPrinted, Mutant::NeverAgain]);
    vec![("thesis/cas-from-llsc", one_call.into())]
}
