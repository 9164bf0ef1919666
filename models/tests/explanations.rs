//! What a reader is told about every run that the catalog expects: each refuted reading, each refuted
//! dropping of an assumption, each witness, at the smallest size. The run is put in order first.
//!
//! The first run of each claim is kept as a snapshot. Those are meant to be read: each must be clear to someone who
//! knows the source and not the model.

use std::collections::BTreeSet;
use verdict_checker::explain::Explanation;
use verdict_checker::search::Limits;
use verdict_checker::straighten::lane_switches;
use verdict_checker::verdict::Verdict;
use verdict_models::catalog::{self, Case, Setup};

/// The case as its source has it, and with each assumption dropped that it cannot do without.
fn setups(case: &Case) -> Vec<Setup> {
    let plain = case.setup(case.sizes[0]);
    let without = |name: &str| {
        let mut setup = plain.clone();
        setup.without.push(name.to_owned());
        setup
    };
    let mut setups: Vec<_> = case.assumed().map(without).collect();
    setups.retain(|setup| case.expectation(setup) == Some(Verdict::Refuted));
    setups.insert(0, plain);
    setups
}

/// A mutant at every size; some errors show only on larger rings.
fn mutants(case: &'static Case, name: &'static str) -> impl Iterator<Item = Setup> {
    case.sizes.iter().map(move |size| {
        let mut setup = case.setup(size);
        setup.mutant = Some(name.to_owned());
        setup
    })
}

/// The explanation of the run that decides, if there is one.
fn explained(case: &Case, setup: &Setup) -> Option<Explanation> {
    let judge = case.judge(setup).expect("a setup of the catalog");
    let trace = judge.judge(Limits::default(), &|_| {}).trace?;
    let straight = judge.straighten(&trace).expect("a run of the model");
    assert_eq!(straight.steps.len(), trace.steps.len());
    assert_eq!(straight.states.last(), trace.states.last());
    assert!(lane_switches(&straight) <= lane_switches(&trace));
    let short = judge.minimise(&straight).expect("a run of the model");
    assert_eq!(
        short.steps.len(),
        trace.steps.len(),
        "a shortest run can do without no step"
    );
    Some(judge.explain(&straight).expect("a run of the model"))
}

/// What every explanation has: each step in a sentence, and what is wrong in the end.
fn assert_sound(explanation: &Explanation, name: &str) {
    assert!(!explanation.steps.is_empty(), "{name}: {explanation}");
    let text = explanation.to_text();
    assert!(text.lines().count() > explanation.steps.len(), "{name}");
}

#[test]
fn every_run_that_decides_a_case() {
    let mut shown = BTreeSet::new();
    for case in catalog::cases() {
        for setup in setups(case) {
            let Some(explanation) = explained(case, &setup) else {
                continue;
            };
            let mut name = format!("{}-{}", case.claim.replace('/', "-"), case.variant);
            for dropped in &setup.without {
                name.push_str(&format!("-without-{dropped}"));
            }
            assert_sound(&explanation, &name);
            if shown.insert(case.claim) {
                insta::assert_snapshot!(name, explanation.to_text());
            }
        }
    }
}

#[test]
fn one_refutation_of_a_mutant_is_explained_for_each_claim() {
    let mut shown = BTreeSet::new();
    let mut owed = BTreeSet::new();
    for case in catalog::cases() {
        for name in case.kills {
            if shown.contains(case.claim) {
                continue;
            }
            owed.insert(case.claim);
            // A mutant that makes something impossible dies without a run.
            if let Some(explanation) = mutants(case, name).find_map(|setup| explained(case, &setup))
            {
                assert_sound(&explanation, name);
                shown.insert(case.claim);
            }
        }
    }
    assert_eq!(shown, owed);
}
