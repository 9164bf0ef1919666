//! What a reader is told about every refuted case of the catalog.

use verdict_checker::search::Limits;
use verdict_checker::verdict::Verdict;
use verdict_models::catalog::{self, Case, Setup};

/// Every setup that the catalog expects to end with a run: refuted readings, refuted droppings of an
/// assumption, and witnesses, each at the smallest size.
fn expected_runs() -> Vec<(&'static Case, Setup)> {
    let mut found = Vec::new();
    for case in catalog::cases() {
        let plain = case.setup(case.sizes[0]);
        let dropped = case.assumptions.iter().map(|(name, _)| {
            let mut setup = plain.clone();
            setup.without.push((*name).to_owned());
            setup
        });
        for setup in std::iter::once(plain.clone()).chain(dropped) {
            if case.expectation(&setup) == Some(Verdict::Refuted) {
                found.push((case, setup));
            }
        }
    }
    found
}

#[test]
fn show() {
    for (case, setup) in expected_runs() {
        let judge = case.judge(&setup).unwrap();
        let judgement = judge.judge(Limits::default(), &|_| {});
        println!("=== {} {}", case.claim, case.variant);
        let trace = judgement.trace.expect("a refutation has a run");
        println!("{}", judge.explain(&trace).unwrap());
    }
}
