//! Successes are audited: none is vacuous, and every listed mutant dies. Here one reading of each family of models is, at its
//! smallest size; `verdict check` audits all of them, and `verdict mutants` kills every mutant of every case.

use std::collections::BTreeSet;
use std::sync::LazyLock;
use verdict_checker::audit::{self, Audit, AuditResult, CheckResult};
use verdict_checker::catalog::kill::{
    self, AuditLimits, Cell, Coverage, MUTANT_KILLED, MUTANT_STATES, kill, matrix,
};
use verdict_checker::catalog::{Case, Catalog, Setup, SetupError};
use verdict_checker::search::Limits;
use verdict_checker::verdict::Verdict;

static CATALOG: LazyLock<Catalog> =
    LazyLock::new(|| verdict_models::catalog().expect("a sound catalog"));

fn case(claim: &str, variant: &str) -> &'static Case {
    let found = CATALOG.case(claim, variant);
    found.expect("a case of the catalog")
}

fn cases_of(claim: &str) -> &'static [Case] {
    &CATALOG.claim(claim).expect("a claim of the catalog").cases
}

fn holding() -> impl Iterator<Item = &'static Case> {
    CATALOG
        .cases()
        .filter(|case| case.expected == Verdict::Holds)
}

/// The audit of a case at its smallest size.
fn audit(case: &Case, limits: Limits) -> Audit {
    audit_of(case, &Setup::of(case.smallest()), limits)
}

fn audit_of(case: &Case, setup: &Setup, limits: Limits) -> Audit {
    let subject = case.subject(setup).expect("a setup of the case");
    let limits = AuditLimits {
        model: limits,
        mutants: Limits {
            states: limits.states.min(MUTANT_STATES),
            ..limits
        },
    };
    kill::audit(case, setup, &*subject, limits).expect("mutants of the case")
}

/// The first reading that holds of each algorithm: of the claims that share all but the last part of their ids.
fn first_of_each_algorithm() -> Vec<&'static Case> {
    let mut cases: Vec<_> = holding().collect();
    cases.dedup_by_key(|case| case.claim.rsplit_once('/').map(|(algorithm, _)| algorithm));
    cases
}

/// The cases that name no mutant, each for a reason.
const WITHOUT_MUTANT: &[(&str, &str, &str)] = &[
    (
        "ring/bound-is-tight",
        "one-more",
        "a witness: the run itself shows that the loss happens",
    ),
    (
        "naimi/consult/progress",
        "no-failure-clock",
        "a false alarm is all that section 4 has to do without a crash; the reading beside it breaks the same property with one",
    ),
    (
        "naimi/recovery/progress",
        "no-failure-clock-fifo",
        "a false alarm is all that section 5 has to do without a crash; the reading beside it breaks the same property without FIFO \
         channels",
    ),
    (
        "thesis/rollback/same-output",
        "first-register-without-faults",
        "nothing is restored without a fault; the reading beside it breaks the same property with one",
    ),
    (
        "thesis/rollback/exactly-once",
        "lost-is-queued-late-reports",
        "the reading beside it breaks the same property without the assumption",
    ),
    (
        "thesis/rollback/blocked-migrates",
        "counters-of-worker-without-faults",
        "nothing is restored without a fault; the reading beside it breaks the same property with one",
    ),
];

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
    for case in CATALOG.cases() {
        for mutant in &case.mutants {
            // The same mutant, not only one of the same name.
            let mut relatives = holding().filter(|other| other.mutants.contains(mutant));
            let killed = relatives.any(|other| other.kills.contains(&mutant.name));
            assert!(killed, "{}: nobody must kill {}", case.claim, mutant.name);
        }
    }
}

#[test]
fn no_two_mutants_of_a_case_share_a_name() {
    for case in CATALOG.cases() {
        let names: BTreeSet<_> = case.mutants.iter().map(|mutant| mutant.name).collect();
        assert_eq!(names.len(), case.mutants.len(), "{}", case.claim);
    }
}

#[test]
fn one_success_of_each_algorithm_passes_its_audit() {
    for case in first_of_each_algorithm() {
        let audit = audit(case, Limits::default());
        let name = format!("{} {}", case.claim, case.variant);
        assert_eq!(audit.result(), AuditResult::Passed, "{name}: {audit:#?}");
        for check in [
            audit::EXHAUSTED,
            audit::FINGERPRINTS_DIFFER,
            audit::SUCCESSORS_AGREE,
            audit::NOT_SETTLED_INITIALLY,
        ] {
            let result = audit.check(check).expect("always made").result;
            assert_eq!(result, CheckResult::Passed, "{name}: {check}");
        }
        // Not every model names the actions that must occur, or can be counted by stateright.
        for check in [audit::ACTIONS_OCCUR, audit::STATERIGHT_AGREES] {
            let result = audit.check(check).expect("always made").result;
            assert_ne!(result, CheckResult::Failed, "{name}: {check}");
        }
        let killed = audit
            .checks
            .iter()
            .filter(|check| check.name == MUTANT_KILLED && check.result == CheckResult::Passed);
        assert_eq!(killed.count(), case.kills.len(), "{name}");
    }
}

#[test]
fn a_mutant_that_survives_makes_the_success_vacuous() {
    // A copy too few endangers the token, but never makes two of it.
    let mut blind = case("ring/unique-real", "as-meant").clone();
    blind.kills = vec!["keep-token", "send-one-less"];
    let audit = audit(&blind, Limits::default());
    let failures: Vec<_> = audit.failures().map(|check| &check.detail[..]).collect();
    assert_eq!(failures, ["send-one-less: survives, up to N = 5, k = 2"]);
    assert_eq!(audit.result(), AuditResult::Vacuous);
}

#[test]
fn a_mutant_is_tried_at_larger_sizes_until_it_dies() {
    let case = case("ring/unique-real", "as-meant");
    let killed = kill(case, "one-crash-suffices", Limits::default()).expect("a mutant");
    assert_eq!(killed.size, case.size(&[4, 2]));
    assert_eq!(killed.steps(), Some(2));
    assert_eq!(killed.property, "unique-real");
    assert_eq!(
        killed.in_words(),
        "refuted in 2 steps (N = 4, k = 2): unique-real"
    );
    let trace = killed.trace.expect("the run that kills it");
    assert_eq!(trace.origin.mutant.as_deref(), Some("one-crash-suffices"));
    let setup = Setup {
        mutant: trace.origin.mutant.clone(),
        ..Setup::of(case.size(&[4, 2]))
    };
    let subject = case.subject(&setup).expect("the same setup");
    assert_eq!(subject.replay(&trace).map(|replayed| replayed.steps), Ok(2));
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
    let audit = audit(case, limits);
    assert_eq!(audit.result(), AuditResult::Partial);
}

#[test]
fn a_mutant_that_outgrows_the_limits_is_cut_and_no_survivor() {
    let mut blind = case("ring/unique-real", "as-meant").clone();
    blind.kills = vec!["count-one-more"];
    let limits = Limits {
        states: 200,
        ..Limits::default()
    };
    let audit = audit(&blind, limits);
    let cut: Vec<_> = audit
        .with_result(CheckResult::Cut)
        .filter(|check| check.name == MUTANT_KILLED)
        .map(|check| &check.detail[..])
        .collect();
    assert_eq!(
        cut,
        ["count-one-more: not refuted before the search was cut (N = 5, k = 2)"]
    );
    assert_eq!(audit.result(), AuditResult::Partial);
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
    let setup = Setup {
        without: vec!["no-duplicates".to_owned()],
        ..Setup::of(case.smallest())
    };
    let audit = audit_of(case, &setup, Limits::default());
    assert_eq!(
        audit.check(MUTANT_KILLED).map(|check| check.result),
        Some(CheckResult::NotApplicable)
    );
    assert!(!audit.is_vacuous(), "{audit:#?}");
}

#[test]
fn the_matrix_has_a_row_for_each_mutant_and_a_cell_for_each_case_that_holds() {
    let mut judged = 0;
    let cases = cases_of("ring/unique-real");
    let rows = matrix(cases, Coverage::Listed, Limits::default(), |_, _| {
        judged += 1
    })
    .expect("the catalog's own mutants");
    let names: Vec<_> = rows.iter().map(|row| row.mutant.name).collect();
    assert!(names.contains(&"keep-token") && !names.contains(&"send-one-less"));
    // What is refuted anyway has no cell.
    let holding: Vec<_> = holding()
        .filter(|c| c.claim == "ring/unique-real")
        .collect();
    let listed: usize = holding.iter().map(|case| case.kills.len()).sum();
    assert!(holding.len() > 1 && listed > holding.len());
    assert_eq!(judged, listed, "each case tries the mutants on its list");
    for row in &rows {
        assert_eq!(row.cells.len(), holding.len());
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
    let ring = cases_of("ring/unique-real")
        .iter()
        .chain(cases_of("ring/never-lost"));
    let rows = matrix(ring, Coverage::All, limits, |_, _| {}).expect("the catalog's own mutants");
    let cells = || rows.iter().flat_map(|row| &row.cells);
    assert!(cells().all(|cell| cell.killed.is_some() && !cell.is_vacuous()));
    let overlooked = |cell: &Cell<'_>| {
        let killed = cell.killed.as_ref();
        !cell.listed && killed.is_some_and(|killed| killed.verdict == Verdict::Holds)
    };
    assert!(cells().any(overlooked));
}
