//! Small errors made on purpose: each is noticed by the properties that say so.

use super::*;
use crate::ring::plugin::Mutant;
use std::collections::BTreeSet;
use verdict_checker::verdict::Verdict;

/// Whether the case refutes the mutant at one of its sizes. Some mutants make the space infinite.
fn kills(case: &Case, mutant: &str) -> bool {
    case.sizes.iter().any(|size| {
        let mut setup = case.setup(size);
        setup.mutant = Some(mutant.to_owned());
        judged(case, &setup, 30_000).verdict == Verdict::Refuted
    })
}

#[test]
fn every_case_kills_the_mutants_it_lists() {
    for case in CASES {
        for mutant in case.kills {
            assert!(
                kills(case, mutant),
                "{} {} {mutant}",
                case.claim,
                case.variant
            );
        }
    }
}

#[test]
fn every_mutant_is_killed_by_some_case() {
    let killed: BTreeSet<_> = CASES.iter().flat_map(|case| case.kills).collect();
    for (mutant, _) in Mutant::NAMES {
        assert!(killed.contains(mutant), "{mutant} survives");
        assert!(Mutant::named(mutant).is_some(), "{mutant} can be built");
    }
}

#[test]
fn a_case_that_cannot_see_a_mutant_lets_it_live() {
    // A copy too few harms nobody's uniqueness.
    assert!(!kills(
        case("ring/unique-real", "as-meant"),
        "send-one-less"
    ));
}
