//! What the catalog says of mutual exclusion is what the search finds, and nothing smaller.

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
    let about =
        ["ricart-agrawala/", "token-mutex/", "central-mutex/"].map(|part| format!("basics/{part}"));
    let ours = |case: &&Case| about.iter().any(|part| case.claim.starts_with(part));
    // Four processes are three million states, and have their own run.
    for case in CATALOG
        .cases()
        .filter(ours)
        .filter(|case| case.variant != "four-processes")
    {
        let verdict = judged(case, case.smallest()).verdict;
        assert_eq!(verdict, case.expected, "{} {}", case.claim, case.variant);
    }
}

#[test]
fn the_shortest_runs_have_these_lengths() {
    let found = [
        ("basics/ricart-agrawala/progress", "req-access-in-lines", 12),
        ("basics/ricart-agrawala/progress", "on-req-in-lines", 11),
        (
            "basics/ricart-agrawala/earliest-first",
            "by-happened-before",
            10,
        ),
        (
            "basics/ricart-agrawala/earliest-first",
            "own-requests-count",
            15,
        ),
        ("basics/ricart-agrawala/earliest-first", "in-real-time", 10),
        ("basics/token-mutex/mutex", "delimited", 2),
        ("basics/central-mutex/progress", "no-queue", 8),
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
fn a_token_ring_of_n_has_n_times_3_times_2_to_the_n_less_1_states() {
    // The token is on its way to one of n, the others and it each want it or not; or one of n uses it.
    let mutex = case("basics/token-mutex/mutex", "as-meant");
    for n in 1..=6 {
        let expected = n * 3 * (1 << (n - 1));
        assert_eq!(
            judged(mutex, mutex.size(&[n])).counts.distinct as u64,
            expected,
            "{n}"
        );
    }
}
