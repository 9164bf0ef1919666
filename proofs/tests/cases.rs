//! The harnesses as readings of the claims of the models.

use verdict_checker::catalog::{Case, Catalog, Setup, Slips, kill};
use verdict_checker::search::Limits;
use verdict_checker::verdict::{Judgement, Verdict};

fn models() -> Catalog {
    verdict_models::catalog().unwrap_or_else(|slips| panic!("{slips}"))
}

fn whole() -> Catalog {
    let whole = models().with(verdict_proofs::code(), verdict_proofs::cases());
    whole.unwrap_or_else(|slips| panic!("{slips}"))
}

fn judged(case: &Case) -> Judgement {
    let setup = Setup::of(case.smallest());
    let subject = case.subject(&setup).unwrap_or_else(|e| panic!("{e}"));
    let setting = subject.setting();
    let says_so = "exhausted by the stand-in for Kani, not proved by Kani: every combination of ";
    assert!(setting.starts_with(says_so), "{setting}");
    subject.judge(Limits::default(), &|_| {})
}

/// A state for each harness, and one for the start.
#[test]
fn each_reading_goes_through_its_harnesses_and_gets_its_verdict() {
    let catalog = whole();
    for (claim, variant, verdict, states) in [
        ("thesis/cas-from-llsc", "one-call", Verdict::Holds, 3),
        (
            "thesis/alg7/counter-bound",
            "inductive-step",
            Verdict::Holds,
            3,
        ),
        ("thesis/alg7/counter-bound", "wraps", Verdict::Refuted, 2),
        (
            "thesis/alg7/unique-leader",
            "inductive-step",
            Verdict::Holds,
            3,
        ),
        ("thesis/alg7/reads", "inductive-step", Verdict::Holds, 3),
        ("thesis/repair", "inductive-step", Verdict::Holds, 10),
    ] {
        let case = catalog.case(claim, variant).expect("one of these");
        let found = judged(case);
        let what = format!("{claim} {variant}: {:?}", found.complaint);
        assert_eq!(case.expected, verdict, "{what}");
        assert_eq!(found.verdict, verdict, "{what}");
        assert_eq!(found.counts.distinct, states, "{what}");
        assert_eq!(found.counts.depth, 1, "{what}");
    }
    assert_eq!(verdict_proofs::cases().len(), 6);
}

#[test]
fn a_counter_that_wraps_is_refuted_by_its_last_value() {
    let catalog = whole();
    let wraps = catalog.case("thesis/alg7/counter-bound", "wraps");
    let found = judged(wraps.expect("one of these"));
    let expected = "counter::every_step_with_a_counter_that_wraps does not pass. Not so: no node's counter is greater than \
                    that of the memory; its values, in the order in which it takes them: 9223372036854775807, \
                    9223372036854775807, -1, 0, 0, 0, -1, -1.";
    assert_eq!(found.complaint.as_deref(), Some(expected));
    assert_eq!(found.trace.map(|trace| trace.steps.len()), Some(1));
}

#[test]
fn a_harness_that_lacks_something_is_noticed() {
    for (claim, case) in verdict_proofs::cases() {
        let what = format!("{claim} {}", case.variant);
        assert_eq!(
            case.kills.is_empty(),
            case.expected == Verdict::Refuted,
            "{what}"
        );
        assert_eq!(case.kills.len(), case.mutants.len(), "{what}");
        for mutant in &case.kills {
            let killed = kill::kill(&case, mutant, Limits::default()).expect("a mutant of its own");
            assert!(killed.is_killed(), "{what}: {}", killed.in_words());
        }
    }
}

#[test]
fn they_come_behind_the_readings_of_the_models() {
    let (models, whole) = (models(), whole());
    for (before, after) in models.claims().iter().zip(whole.claims()) {
        let variants = |cases: &[Case]| cases.iter().map(|case| case.variant).collect::<Vec<_>>();
        let mut expected = variants(&before.cases);
        let added = verdict_proofs::cases().into_iter();
        let own = added.filter(|(claim, _)| *claim == before.id);
        expected.extend(own.map(|(_, case)| case.variant));
        assert_eq!(variants(&after.cases), expected, "{}", before.id);
    }
}

#[test]
fn the_source_of_the_harnesses_decides_them() {
    let catalog = whole();
    let repair = catalog.case("thesis/repair", "inductive-step");
    let files = catalog.decided_by(repair.expect("one of these"));
    for file in [
        ("verdict_proofs", "src/harnesses.rs"),
        ("verdict_kani", "src/kani.rs"),
        ("verdict_kani", "src/election.rs"),
        ("verdict_kani", "src/pack.rs"),
        ("verdict_election", "src/procedure.rs"),
    ] {
        assert!(files.contains(&file), "{file:?} is not in {files:?}");
    }
    let models = files.iter().filter(|(name, _)| *name == "verdict_models");
    assert_eq!(models.count(), 0, "{files:?}");
}

#[test]
fn a_reading_of_an_unknown_claim_is_a_slip() {
    let (_, case) = verdict_proofs::cases().remove(0);
    let added = models().with(verdict_proofs::code(), [("thesis/nothing", case)]);
    let Err(Slips(slips)) = added.map(|_| ()) else {
        panic!("it is accepted")
    };
    let said: Vec<_> = slips.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        ["thesis/nothing: there is no such claim, of which `one-call` is a reading"]
    );
}
