//! The applications by themselves: their counts, their runs, and that counts which wrap hide nothing.

use super::{chang_roberts, counts_are_close, martin};
use crate::ring::plugin::Launch;
use crate::ring::setting::{Guest, OnRing};
use crate::ring::tests::{at_smallest, case, labels};
use verdict_checker::catalog::{Case, SetupError};
use verdict_checker::search::Search;
use verdict_checker::size::Size;
use verdict_checker::verdict::Verdict;
use verdict_world::{Algorithm, World};

#[test]
fn the_spaces_have_as_many_states_as_ever() {
    for (claim, variant, states) in [
        ("ring/le-lann/mutex", "as-worded", 412),
        ("ring/martin/mutex", "as-worded", 11_204),
    ] {
        let judgement = at_smallest(claim, variant);
        assert_eq!(judgement.verdict, Verdict::Holds, "{claim}");
        assert_eq!(judgement.counts.distinct, states, "{claim}");
    }
}

#[test]
fn all_n_sites_may_ask_while_the_token_is_in_flight() {
    let judgement = at_smallest("ring/martin/bounded-requests", "every-state");
    let labels = labels(&judgement);
    assert_eq!(labels.len(), 4);
    assert_eq!(
        labels
            .iter()
            .filter(|label| label.starts_with("want "))
            .count(),
        3
    );
}

#[test]
fn a_second_claim_loses_itself_and_the_first_without_any_crash() {
    let judgement = at_smallest("ring/chang-roberts/live-leader", "second-claim");
    let labels = labels(&judgement);
    assert_eq!(labels.len(), 4);
    assert!(
        labels.iter().all(|label| !label.starts_with("crash")),
        "{labels:?}"
    );
}

/// Whether all counts of an application stay within half the range in which they wrap.
fn stays_close<G: Guest>(guest: G, size: &Size) -> Result<bool, SetupError> {
    let on_ring = OnRing::meant(guest);
    let ring = World::new(on_ring.nodes(size, None)?, on_ring.assumptions(size)?);
    let explored = Search::new(&ring, &[counts_are_close()]).run();
    assert!(explored.counts.distinct > 1_000 || explored.violation.is_some());
    Ok(explored.violation.is_none() && explored.cut.is_none())
}

#[test]
fn counts_that_wrap_are_never_misjudged() {
    let size = |values: [u64; 4]| case("ring/martin/mutex", "as-worded").size(&values);
    for launch in [Launch::NextCount, Launch::NextRound] {
        let martin = martin::Reading { launch };
        assert_eq!(stays_close(martin, &size([3, 1, 2, 1])), Ok(true));
        let election = chang_roberts::Reading {
            launch,
            ..chang_roberts::Reading::MEANT
        };
        assert_eq!(stays_close(election, &size([3, 1, 3, 2])), Ok(true));
    }
}

/// What is said about a size that does not describe a ring of the paper.
fn refused(case: &Case, values: &[u64]) -> String {
    let setup = verdict_checker::catalog::Setup::of(case.size(values));
    match case.subject(&setup) {
        Ok(_) => panic!("{values:?} is accepted"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_size_that_makes_no_sense_is_refused_by_name() {
    let martin = case("ring/martin/mutex", "as-worded");
    for (name, values) in [
        ("N", [2, 1, 1, 1]),
        ("k", [3, 2, 1, 1]),
        ("A", [3, 1, 4, 1]),
        ("R", [3, 1, 1, 10]),
    ] {
        let error = refused(martin, &values);
        assert!(error.starts_with(&format!("{name} ")), "{error}");
    }
    let one_claim_each = case("ring/chang-roberts/live-leader", "one-claim-each");
    let error = refused(one_claim_each, &[4, 2, 1, 1]);
    assert!(error.contains("two-dead-claims is about more"), "{error}");
}
