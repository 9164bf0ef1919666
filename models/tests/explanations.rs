//! What a reader is told about the runs that decide the claims.
//!
//! Every run that is kept in `traces/` is explained: nothing is searched for, so that this is quick. The first of each claim is kept
//! as a snapshot. Those are meant to be read: each must be clear to someone who knows the source and not the model.
//! A run for each assumption that can be dropped, and a run of a mutant, are searched for.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use verdict_checker::catalog::{Case, Catalog, Setup};
use verdict_checker::explain::Explanation;
use verdict_checker::search::Limits;
use verdict_checker::straighten::lane_switches;
use verdict_checker::subject::AnySubject;
use verdict_checker::trace::{Trace, store};
use verdict_checker::verdict::Verdict;

static CATALOG: LazyLock<Catalog> =
    LazyLock::new(|| verdict_models::catalog().expect("a sound catalog"));

/// What is searched for is found within so many states, or in another case.
const NEAR: usize = 20_000;

fn traces() -> Vec<PathBuf> {
    fn below(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder of traces") {
            let path = entry.expect("an entry of it").path();
            match path.is_dir() {
                true => below(&path, found),
                false => found.push(path),
            }
        }
    }
    let mut found = Vec::new();
    below(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../traces"),
        &mut found,
    );
    found.sort();
    found
}

/// The case of a trace and the model it was taken from, if it is one of this catalog.
fn subject_of(trace: &Trace) -> Option<(&'static Case, Box<dyn AnySubject>)> {
    let origin = &trace.origin;
    let case = CATALOG.case(&origin.claim, &origin.variant)?;
    let setup = Setup {
        size: origin.size.clone(),
        without: origin.dropped.clone(),
        with: origin.added.clone(),
        mutant: origin.mutant.clone(),
    };
    let subject = case.subject(&setup).expect("a setup of the catalog");
    Some((case, subject))
}

fn claim_of(case: &Case) -> &'static str {
    let claim = CATALOG.claim(case.claim);
    claim.expect("the claim of a case").says
}

/// What every explanation has: each step in a sentence, and a step left out only if the run without all that is left out is a run
/// of the model that breaks the same.
fn explained(subject: &dyn AnySubject, trace: &Trace, name: &str) -> Explanation {
    let explanation = subject.explain(trace).expect("a run of the model");
    let sentences = explanation.steps.len();
    assert!(explanation.to_text().lines().count() > sentences, "{name}");
    let mut told = BTreeSet::new();
    for step in &explanation.steps {
        told.extend(step.step..=step.through);
    }
    let left_out: BTreeSet<_> = explanation.left_out.iter().copied().collect();
    let all: BTreeSet<_> = (1..=trace.steps.len()).collect();
    assert_eq!(&told | &left_out, all, "{name}");
    assert!(told.is_disjoint(&left_out), "{name}");

    let rest = subject.minimise(trace).expect("a run of the model");
    let kept = told.iter().map(|step| &trace.steps[step - 1].label);
    let labels = rest.steps.iter().map(|step| &step.label);
    assert!(labels.eq(kept), "{name}: {rest:#?}");
    let [whole, rest] = [trace, &rest].map(|trace| subject.replay(trace).expect(name));
    assert_eq!(whole.broken, rest.broken, "{name}");
    assert_eq!(whole.complaint, rest.complaint, "{name}");
    if trace.loop_start.is_none() {
        assert!(
            left_out.is_empty(),
            "{name}: a shortest run needs every step"
        );
    }
    explanation
}

#[test]
fn every_run_that_is_kept() {
    let mut shown = BTreeSet::new();
    let (mut explanations, mut elsewhere) = (0, Vec::new());
    for path in traces() {
        let trace = store::load(&path).expect("a trace");
        let Some((case, subject)) = subject_of(&trace) else {
            elsewhere.push(trace.origin.claim);
            continue;
        };
        let name = format!("{}-{}", case.claim.replace('/', "-"), case.variant);
        let explanation = explained(&*subject, &trace, &name);
        let explanation = explanation.claiming(claim_of(case), case.reading);
        explanations += 1;
        if shown.insert(case.claim) {
            insta::assert_snapshot!(name, explanation.to_text());
        }
    }
    assert!(explanations > 150, "only {explanations} traces are kept");
    assert_eq!(
        elsewhere,
        ["thesis/alg7/counter-bound"],
        "a claim that is proved, not modelled"
    );
}

#[test]
fn every_run_that_is_kept_is_told_in_the_order_in_which_it_is_checked() {
    for path in traces() {
        let trace = store::load(&path).expect("a trace");
        let Some((_, subject)) = subject_of(&trace) else {
            continue;
        };
        let straight = subject.straighten(&trace).expect("a run of the model");
        assert_eq!(straight, trace, "{}", path.display());
    }
}

/// The run that decides a setup, in the order in which it is told.
fn found(case: &Case, setup: &Setup) -> Option<(Box<dyn AnySubject>, Trace)> {
    let subject = case.subject(setup).expect("a setup of the catalog");
    let limits = Limits {
        states: NEAR,
        ..Limits::default()
    };
    let trace = subject.judge(limits, &|_| {}).trace?;
    let straight = subject.straighten(&trace).expect("a run of the model");
    assert_eq!(straight.steps.len(), trace.steps.len());
    assert_eq!(straight.states.last(), trace.states.last());
    assert!(lane_switches(&straight) <= lane_switches(&trace));
    Some((subject, straight))
}

#[test]
fn a_run_for_each_assumption_that_is_needed() {
    let (mut shown, mut owed) = (BTreeSet::new(), BTreeSet::new());
    for case in CATALOG.cases() {
        for (name, expected) in &case.without {
            if *expected != Verdict::Refuted || shown.contains(name) {
                continue;
            }
            owed.insert(name);
            let run = case.default_sizes().find_map(|size| {
                let without = vec![(*name).to_owned()];
                let setup = Setup {
                    without,
                    ..Setup::of(size)
                };
                found(case, &setup)
            });
            let Some((subject, trace)) = run else {
                continue;
            };
            let explanation = explained(&*subject, &trace, name);
            let setup = Setup::of(trace.origin.size.clone());
            let kept = case.subject(&setup).expect("the case itself");
            let explanation = explanation
                .with_assumption(name, &kept.replay(&trace))
                .claiming(claim_of(case), case.reading);
            assert_eq!(explanation.dropped[0].name, *name);
            insta::assert_snapshot!(format!("without-{name}"), explanation.to_text());
            shown.insert(name);
        }
    }
    assert_eq!(shown, owed);
}

#[test]
fn a_run_of_a_mutant_for_each_source() {
    let (mut shown, mut owed) = (BTreeSet::new(), BTreeSet::new());
    for case in CATALOG.cases() {
        let source = case.claim.split('/').next().expect("a word");
        for name in &case.kills {
            if shown.contains(source) {
                continue;
            }
            owed.insert(source);
            let setup = Setup {
                mutant: Some((*name).to_owned()),
                ..Setup::of(case.smallest())
            };
            // A mutant that makes something impossible dies without a run.
            if let Some((subject, trace)) = found(case, &setup) {
                let text = explained(&*subject, &trace, name).to_text();
                assert!(text.contains(&format!("mutant {name}")), "{text}");
                shown.insert(source);
            }
        }
    }
    assert_eq!(shown, owed);
}
