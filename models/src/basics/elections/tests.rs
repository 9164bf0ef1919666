//! What the catalog says of elections is what the search finds, and nothing smaller.

use super::chang_roberts::{arrangement, arrangements};
use std::collections::HashSet;
use std::sync::LazyLock;
use verdict_checker::catalog::{Case, Catalog, Setup};
use verdict_checker::search::Limits;
use verdict_checker::size::Size;
use verdict_checker::verdict::{Judgement, Verdict};

static CATALOG: LazyLock<Catalog> = LazyLock::new(|| crate::catalog().expect("no slips"));

fn judged(case: &Case, size: Size) -> Judgement {
    let subject = case.subject(&Setup::of(size)).expect("a size of its own");
    subject.judge(Limits::default(), &|_| {})
}

fn case(claim: &str, variant: &str) -> &'static Case {
    let found = CATALOG.case(claim, variant);
    found.unwrap_or_else(|| panic!("no case {claim} {variant}"))
}

#[test]
fn every_case_gets_its_verdict_at_its_smallest_size() {
    let about = ["basics/chang-roberts/", "basics/bully/"];
    let ours = |case: &&Case| about.iter().any(|part| case.claim.starts_with(part));
    for case in CATALOG.cases().filter(ours) {
        let verdict = judged(case, case.smallest()).verdict;
        assert_eq!(verdict, case.expected, "{} {}", case.claim, case.variant);
    }
}

#[test]
fn the_shortest_runs_have_these_lengths() {
    let found = [
        ("basics/chang-roberts/messages", "unguarded", 4),
        ("basics/chang-roberts/no-fifo-needed", "with-the-reset", 9),
        ("basics/chang-roberts/again", "as-printed", 9),
        ("basics/chang-roberts/anonymous", "same-ids", 4),
        ("basics/chang-roberts/anonymous", "with-coins", 5),
        ("basics/bully/unique", "returning", 7),
        ("basics/bully/terminates", "as-printed", 22),
        ("basics/bully/terminates", "once-ever", 27),
        ("basics/bully/known-by-all", "returning", 11),
        ("basics/bully/timeouts", "t-of-a-round-trip", 8),
        ("basics/bully/timeouts", "t-prime-of-a-round-trip", 12),
        ("basics/bully/messages", "worst", 14),
    ];
    for (claim, variant, length) in found {
        let case = case(claim, variant);
        let judgement = judged(case, case.smallest());
        assert_eq!(judgement.verdict, Verdict::Refuted, "{claim} {variant}");
        let steps = judgement.trace.expect("refuted by a run").steps.len();
        assert_eq!(steps, length, "{claim} {variant}");
    }
}

#[test]
fn arrangements_are_all_different_and_run_from_increasing_to_decreasing() {
    for n in 1..=6 {
        let all: HashSet<_> = (0..arrangements(n))
            .map(|number| arrangement(n, number))
            .collect();
        assert_eq!(all.len(), arrangements(n));
    }
    assert_eq!(arrangement(4, 0), [4, 1, 2, 3]);
    assert_eq!(arrangement(4, 5), [4, 3, 2, 1]);
}
