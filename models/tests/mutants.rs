//! Successes are audited: none is vacuous, and every listed mutant dies. Here one reading of each claim is, at its
//! smallest size; `verdict check` audits all of them.

use verdict_checker::audit::{self, AuditResult, Outcome};
use verdict_checker::search::Limits;
use verdict_checker::verdict::Verdict;
use verdict_models::catalog::mutants::{self, Coverage, MUTANT_KILLED, audit, kill, matrix};
use verdict_models::catalog::{self, Case, SetupError};

fn case(claim: &str, variant: &str) -> &'static Case {
    catalog::cases_of(claim)
        .find(|case| case.variant == variant)
        .expect("a case of the catalog")
}

fn holding() -> impl Iterator<Item = &'static Case> {
    catalog::cases().filter(|case| case.expected == Verdict::Holds)
}

/// The first reading of each claim that holds.
fn first_of_each_claim() -> Vec<&'static Case> {
    let mut cases: Vec<_> = holding().collect();
    cases.dedup_by_key(|case| case.claim);
    cases
}

/// The cases that name no mutant, each for a reason.
const WITHOUT_MUTANT: &[(&str, &str, &str)] = &[(
    "ring/bound-is-tight",
    "one-more",
    "a witness: the run itself shows that the loss happens",
)];

#[test]
fn every_success_names_a_mutant_that_it_kills() {
    let without: Vec<_> = holding()
        .filter(|case| case.kills.is_empty())
        .map(|case| (case.claim, case.variant))
        .collect();
    let excused = WITHOUT_MUTANT
        .iter()
        .map(|(claim, variant, _)| (*claim, *variant));
    assert_eq!(without, excused.collect::<Vec<_>>());
}

#[test]
fn every_mutant_is_listed_by_a_case_of_its_model() {
    for case in catalog::cases() {
        for mutant in case.mutants {
            // The same mutant, not only one of the same name.
            let mut relatives = holding().filter(|other| other.mutants.contains(mutant));
            let killed = relatives.any(|other| other.kills.contains(&mutant.0));
            assert!(killed, "{}: nobody must kill {}", case.claim, mutant.0);
        }
    }
}

#[test]
fn one_success_of_each_claim_passes_its_audit() {
    for case in first_of_each_claim() {
        let audit = audit(case, &case.smallest(), Limits::default()).expect("a size of its own");
        let name = format!("{} {}", case.claim, case.variant);
        assert_eq!(audit.result(), AuditResult::Passed, "{name}: {audit:#?}");
        for check in [
            audit::EXHAUSTED,
            audit::ACTIONS_OCCUR,
            audit::FINGERPRINTS_DIFFER,
            audit::SUCCESSORS_AGREE,
            audit::NOT_SETTLED_INITIALLY,
        ] {
            let outcome = audit.check(check).expect("always made").outcome;
            assert_eq!(outcome, Outcome::Passed, "{name}: {check}");
        }
        let counted_twice = audit.check(audit::STATERIGHT_AGREES).expect("always made");
        assert_ne!(counted_twice.outcome, Outcome::Failed, "{name}");
        let killed = audit
            .checks
            .iter()
            .filter(|check| check.name == MUTANT_KILLED && check.outcome == Outcome::Passed);
        assert_eq!(killed.count(), case.kills.len(), "{name}");
    }
}

#[test]
fn a_mutant_that_survives_makes_the_success_vacuous() {
    // A copy too few endangers the token, but never makes two of it.
    let blind = Case {
        kills: &["keep-token", "send-one-less"],
        ..*case("ring/unique-real", "as-meant")
    };
    let audit = audit(&blind, &blind.smallest(), Limits::default()).expect("a size of its own");
    let failures: Vec<_> = audit.failures().map(|check| &check.detail[..]).collect();
    assert_eq!(failures, ["send-one-less: survives, up to N = 5, k = 2"]);
    assert_eq!(audit.result(), AuditResult::Vacuous);
}

#[test]
fn a_mutant_is_tried_at_larger_sizes_until_it_dies() {
    let case = case("ring/unique-real", "as-meant");
    let killed = kill(case, "one-crash-suffices", Limits::default()).expect("a mutant");
    assert_eq!(killed.parameters, case.setup(&[4, 2]).parameters);
    assert_eq!(killed.steps(), Some(2));
    assert_eq!(killed.property, "unique-real");
    assert_eq!(
        killed.in_words(),
        "refuted in 2 steps (N = 4, k = 2): unique-real"
    );
    let trace = killed.trace.expect("the run that kills it");
    assert_eq!(trace.origin.mutant.as_deref(), Some("one-crash-suffices"));
    let setup = {
        let mut setup = case.setup(&[4, 2]);
        setup.mutant = trace.origin.mutant.clone();
        setup
    };
    let judge = case.judge(&setup).expect("the same setup");
    assert_eq!(judge.replay(&trace).map(|replayed| replayed.steps), Ok(2));
}

#[test]
fn the_conjunct_that_broke_is_recorded() {
    let case = case("ring/unique-real", "invariant");
    let killed = kill(case, "watch-one-more", Limits::default()).expect("a mutant");
    assert_eq!(
        killed.broken,
        ["titles end at their owner", "detection sets match"]
    );
}

#[test]
fn a_search_that_was_cut_neither_kills_nor_acquits() {
    let case = case("ring/unique-real", "as-meant");
    let limits = Limits {
        states: 10,
        ..Limits::default()
    };
    let killed = kill(case, "send-one-less", limits).expect("a mutant");
    assert_eq!(killed.verdict, Verdict::Bounded);
    assert_eq!(killed.steps(), None);
    let audit = audit(case, &case.smallest(), limits).expect("a size of its own");
    assert_eq!(audit.result(), AuditResult::NotRun);
}

#[test]
fn a_mutant_that_outgrows_the_limits_makes_the_success_vacuous() {
    let blind = Case {
        kills: &["count-one-more"],
        ..*case("ring/unique-real", "as-meant")
    };
    let limits = Limits {
        states: 200,
        ..Limits::default()
    };
    let audit = audit(&blind, &blind.smallest(), limits).expect("a size of its own");
    let failures: Vec<_> = audit.failures().map(|check| &check.detail[..]).collect();
    assert_eq!(
        failures,
        ["count-one-more: not refuted before the search was cut (N = 5, k = 2)"]
    );
}

#[test]
fn a_mutant_that_does_not_exist_is_an_error_that_lists_those_that_do() {
    let case = case("ring/unique-real", "as-meant");
    let error = kill(case, "keep-tokens", Limits::default()).expect_err("no such mutant");
    let SetupError::UnknownMutant { name, known, .. } = error else {
        panic!("{error}");
    };
    assert_eq!(name, "keep-tokens");
    assert!(known.contains("keep-token, "), "{known}");
}

#[test]
fn under_other_assumptions_the_mutants_are_left_alone() {
    let case = case("ring/unique-real", "as-meant");
    let mut setup = case.smallest();
    setup.without.push("no-duplicates".to_owned());
    let audit = audit(case, &setup, Limits::default()).expect("an assumption of the case");
    assert_eq!(
        audit.check(MUTANT_KILLED).map(|check| check.outcome),
        Some(Outcome::Skipped)
    );
    assert!(!audit.is_vacuous(), "{audit:#?}");
}

#[test]
fn the_matrix_has_a_row_for_each_mutant_and_a_cell_for_each_case_that_holds() {
    let mut judged = 0;
    let cases: Vec<_> = catalog::cases_of("ring/unique-real").collect();
    let rows = matrix(cases, Coverage::Listed, Limits::default(), |_, _| {
        judged += 1
    })
    .expect("the catalog's own mutants");
    let names: Vec<_> = rows.iter().map(|row| row.mutant).collect();
    assert!(names.contains(&"keep-token") && !names.contains(&"send-one-less"));
    assert_eq!(judged, 4 + 3, "the lists of `as-meant` and `invariant`");
    for row in &rows {
        // `line-by-line` is refuted anyway.
        assert_eq!(row.cells.len(), 2);
        assert!(row.cells.iter().all(|cell| !cell.is_vacuous()));
    }
}

#[test]
fn a_property_that_does_not_list_a_mutant_may_overlook_it() {
    // A mutant whose counts run away has no end; where no property stops it, a limit must.
    let limits = Limits {
        states: 2_000,
        ..Limits::default()
    };
    let ring = || catalog::cases_of("ring/unique-real").chain(catalog::cases_of("ring/never-lost"));
    let rows = matrix(ring(), Coverage::All, limits, |_, _| {}).expect("the catalog's own mutants");
    let cells = || rows.iter().flat_map(|row| &row.cells);
    assert!(cells().all(|cell| cell.killed.is_some() && !cell.is_vacuous()));
    let overlooked = |cell: &mutants::Cell| {
        let killed = cell.killed.as_ref();
        !cell.listed && killed.is_some_and(|killed| killed.verdict == Verdict::Holds)
    };
    assert!(cells().any(overlooked));
}
