//! Algorithm 4 against Algorithm 3.

use super::{Claim, Holds, Refuted};
use crate::election::linearisable::linearisable;
use crate::election::llsc::{Calls, FromLlsc, Mutant, Reading};
use verdict_checker::catalog::Asked;
use verdict_world::{Algorithm, InWorld};

/// Calls of Algorithm 4, with lines 12 to 14 read like this.
fn calls(reading: Reading, which: Calls) -> Asked<InWorld<FromLlsc>> {
    let cas = FromLlsc {
        reading,
        which,
        links_last: true,
    };
    cas.asks(linearisable)
}

pub fn claims() -> Vec<Claim> {
    vec![
        Claim::safety(
            "thesis/cas-from-llsc",
            "Section 5.1.1; Algorithm 4",
            "CAS can be implemented with LL and SC as in Algorithm 4. Line 12 as extracted \
             attempts the store if LL(p) differs from old; the reading meant is if they are \
             equal.",
        )
        .case(
            calls(Reading::IfDifferent, Calls::Any)
                .reading(
                    "as-printed",
                    "line 12 as extracted: the store is attempted if LL(p) differs from old; one thread is enough",
                )
                .expect(Refuted)
                .sizes([[1, 1, 2], [2, 1, 2], [2, 2, 2]]),
        )
        .case(
            calls(Reading::IfEqual, Calls::Any)
                .reading(
                    "as-meant",
                    "line 12 as meant, any calls: a store of the value that is there already makes the SC of another \
                     thread fail, whose CAS then answers false although the value was the expected one all the time; the \
                     election makes such a call (Table 5.7, row 12)",
                )
                .expect(Refuted)
                .sizes([[2, 1, 2], [2, 2, 2], [3, 1, 2]]),
        )
        .case(
            calls(Reading::IfEqual, Calls::Changing)
                .reading(
                    "as-meant-changing",
                    "line 12 as meant, calls with new different from old: whoever makes an SC fail has changed the value",
                )
                .sizes([[2, 1, 2], [2, 2, 2], [2, 2, 3], [3, 1, 3]])
                .deep([[3, 2, 2], [2, 3, 3], [4, 1, 2]])
                .without("links-last", Refuted)
                .kills([Mutant::StoreAnyway, Mutant::SayTrue]),
        )
        .case(
            calls(Reading::Again, Calls::Any)
                .reading(
                    "again",
                    "the repair: an SC that fails sends the thread back to line 12; any calls, and links may break",
                )
                .sizes([[2, 1, 2], [2, 2, 2], [3, 1, 2]])
                .deep([[2, 2, 3], [3, 2, 2], [4, 1, 2]])
                .without("links-last", Holds)
                .kills([Mutant::StoreAnyway, Mutant::SayTrue]),
        ),
    ]
}
