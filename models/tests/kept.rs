//! Searches of the catalog that are gone on with in a model built anew, as another process would: what its numbers stand for comes about
//! again, and everything else is the same.

use std::sync::LazyLock;
use std::time::Duration;
use verdict_checker::catalog::{Case, Catalog, Setup};
use verdict_checker::search::{Keeping, Limits};
use verdict_checker::subject::AnySubject;
use verdict_checker::verdict::Judgement;

static CATALOG: LazyLock<Catalog> =
    LazyLock::new(|| verdict_models::catalog().expect("a sound catalog"));

fn subject(case: &Case) -> Box<dyn AnySubject> {
    let built = case.subject(&Setup::of(case.smallest()));
    built.expect("its smallest size can be built")
}

fn limits(states: usize, threads: usize) -> Limits {
    Limits {
        states,
        threads,
        ..Limits::default()
    }
}

/// All that can be said of a judgement.
fn told(judgement: Judgement) -> String {
    let counts = &judgement.counts;
    format!(
        "{} {:?} {:?} {:?} {:?}",
        judgement.verdict,
        judgement.cut,
        [counts.distinct, counts.total, counts.depth],
        [counts.branching, counts.bytes],
        judgement.trace
    )
}

#[test]
fn every_search_of_the_catalog_can_be_gone_on_with() {
    /// Where it ends first, and then.
    const STATES: [usize; 3] = [40, 3_000, 12_000];
    let folder = tempfile::tempdir().expect("a folder");
    let mut cut_short = 0;
    for (number, case) in CATALOG.cases().enumerate() {
        let plain = subject(case);
        if plain.is_liveness() {
            continue;
        }
        let keeping = Keeping {
            checkpoint: Some(folder.path().join(number.to_string())),
            every: Duration::MAX,
            resume: true,
            of: case.variant.to_owned(),
            hash: case.claim.to_owned(),
            spill: None,
        };
        for (states, threads) in STATES.into_iter().zip([2, 1, 3]) {
            let plain = told(plain.judge(limits(states, 1), &|_| {}));
            let kept = subject(case).judge_kept(limits(states, threads), &keeping, &|_| {});
            let kept =
                kept.unwrap_or_else(|error| panic!("{} {}: {error}", case.claim, case.variant));
            cut_short += usize::from(kept.cut.is_some());
            assert_eq!(told(kept), plain, "{} {}", case.claim, case.variant);
        }
    }
    assert!(cut_short > 200, "only {cut_short} searches were cut short");
}
