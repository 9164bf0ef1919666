//! What the claims rest on: each assumption dropped, with the length of the shortest run that breaks the claim.

use super::*;
use verdict_checker::verdict::Verdict::{self, Bounded, Holds, Refuted};

/// The verdict at N = 3, k = 1 without this assumption, and the steps of the run that decides.
fn without(claim: &str, assumption: &str) -> (Verdict, Option<Vec<String>>) {
    let case = case(claim, "as-meant");
    let mut setup = Setup::of(case.size(&[3, 1]));
    setup.without.push(assumption.to_owned());
    let judgement = judged(case, &setup, 2_000);
    assert_eq!(
        Some(judgement.verdict),
        case.expectation(&setup),
        "the catalog expects the same of {claim} without {assumption}"
    );
    let labels = |steps: Vec<verdict_checker::trace::Step>| {
        let labels = steps.into_iter().map(|step| step.label);
        labels.collect::<Vec<_>>()
    };
    let trace = judgement.trace.map(|trace| labels(trace.steps));
    (judgement.verdict, trace)
}

fn refuted_by(claim: &str, assumption: &str) -> Vec<String> {
    let (verdict, run) = without(claim, assumption);
    assert_eq!(verdict, Refuted, "{claim} without {assumption}");
    run.expect("a refutation has a run")
}

#[test]
fn two_real_tokens_need_a_false_suspicion() {
    assert_eq!(
        refuted_by("ring/unique-real", "perfect-detector"),
        ["suspect S0 at S1"]
    );
}

#[test]
fn two_real_tokens_need_a_site_that_forgot_its_crash() {
    // S0 crashes with the token, its backup takes over, S0 starts as on the first day: with the token.
    let mut run = refuted_by("ring/unique-real", "crash-stop");
    assert_eq!(run.len(), 3);
    run.sort();
    assert_eq!(run, ["crash S0", "return S0", "suspect S0 at S1"]);
}

#[test]
fn uniqueness_needs_nothing_else() {
    for assumption in [
        "no-loss",
        "no-duplicates",
        "at-most-k-in-a-row",
        "initial-backups",
    ] {
        assert_eq!(
            without("ring/unique-real", assumption),
            (Holds, None),
            "{assumption}"
        );
    }
}

#[test]
fn one_lost_message_loses_the_token() {
    // Sent, and the copy for the next holder lost; its backup does not suspect a site that is up. For the
    // token to stay away, the run goes on or rests.
    let run = refuted_by("ring/never-lost", "no-loss");
    assert_eq!(run.len(), 3);
    assert!(run.iter().any(|step| step.starts_with("lose ")), "{run:?}");
}

#[test]
fn k_plus_one_crashes_in_a_row_lose_the_token() {
    let run = refuted_by("ring/never-lost", "at-most-k-in-a-row");
    assert_eq!(run.len(), 2);
}

#[test]
fn without_initial_backups_the_first_crash_loses_the_token() {
    assert_eq!(
        refuted_by("ring/never-lost", "initial-backups"),
        ["crash S0"]
    );
}

#[test]
fn duplicates_do_not_lose_the_token() {
    assert_eq!(without("ring/never-lost", "no-duplicates").0, Holds);
}

#[test]
fn with_several_tokens_about_the_search_does_not_end() {
    for assumption in ["crash-stop", "perfect-detector"] {
        assert_eq!(
            without("ring/never-lost", assumption).0,
            Bounded,
            "{assumption}"
        );
    }
}

#[test]
fn all_that_section_ii_assumes_is_in_force_and_judged() {
    for claim in ["ring/unique-real", "ring/never-lost"] {
        let case = case(claim, "as-meant");
        let in_force: Vec<_> = case.assumed().iter().map(|a| a.name).collect();
        let judged: Vec<_> = case.without.iter().map(|(name, _)| *name).collect();
        assert_eq!(in_force, judged, "{claim}");
    }
}

#[test]
fn a_reading_that_assumes_more_or_less_says_so() {
    let names = |claim, variant| -> Vec<_> {
        let assumed = case(claim, variant).assumed();
        assumed.into_iter().map(|a| a.name).collect()
    };
    let at_rest = names("ring/nested-detection", "at-rest-without-crashes");
    assert!(at_rest.contains(&"no-crash"), "{at_rest:?}");
    let one_more = names("ring/bound-is-tight", "one-more");
    assert!(!one_more.contains(&"at-most-k-in-a-row"), "{one_more:?}");
    let election = names("ring/chang-roberts/unique", "repaired");
    assert!(!election.contains(&"initial-backups"), "{election:?}");
}

#[test]
fn dropping_an_assumption_has_the_listed_consequence() {
    for case in cases() {
        for (name, expected) in &case.without {
            if *expected == Bounded {
                continue; // an infinite world
            }
            let found = dropped(&case, name);
            let Case { claim, variant, .. } = case;
            assert_eq!(found, *expected, "{claim} {variant} without {name}");
        }
    }
}

/// What the sizes of every check say together when an assumption is dropped. Beyond the smallest, a size that is too
/// large for a test says nothing.
fn dropped(case: &Case, assumption: &str) -> Verdict {
    let verdicts = case.default_sizes().map(|size| {
        let setup = Setup {
            without: vec![assumption.to_owned()],
            ..Setup::of(size)
        };
        judged(case, &setup, 500_000).verdict
    });
    let mut of_the_smallest = None;
    for verdict in verdicts {
        if verdict == Refuted {
            return Refuted;
        }
        of_the_smallest.get_or_insert(verdict);
    }
    of_the_smallest.expect("a case has sizes")
}
