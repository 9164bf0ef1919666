//! Every check of the audit, shown to fail on a success that deserves it.

mod toy;

use stateright::Model;
use std::sync::Arc;
use std::time::Duration;
use toy::Counter;
use verdict_checker::audit::{self, Audit, AuditCheck, AuditResult, CheckResult};
use verdict_checker::exact::Exactness;
use verdict_checker::judge::Subject;
use verdict_checker::liveness::Fairness::Weak;
use verdict_checker::property::{Promise, Property};
use verdict_checker::reduction::Compared;
use verdict_checker::search::{Cut, Limits};
use verdict_checker::space::OfModel;
use verdict_checker::subject::AnySubject;
use verdict_checker::trace::Origin;
use verdict_checker::verdict::Verdict;

const CHECKS: [&str; 8] = [
    audit::EXHAUSTED,
    audit::ACTIONS_OCCUR,
    audit::FAIR_CLASSES_OCCUR,
    audit::FINGERPRINTS_DIFFER,
    audit::SUCCESSORS_AGREE,
    audit::ANTECEDENT_OCCURS,
    audit::NOT_SETTLED_INITIALLY,
    audit::STATERIGHT_AGREES,
];

fn of(subject: &dyn AnySubject) -> Audit {
    let audit = subject.audit(Limits::default());
    let names: Vec<_> = audit.checks.iter().map(|check| check.name).collect();
    assert_eq!(names, CHECKS);
    audit
}

/// The subject succeeds, and its audit fails these checks and no others.
fn vacuous(subject: &dyn AnySubject, failing: &[&str]) -> Audit {
    let judgement = subject.judge(Limits::default(), &|_| {});
    assert_ne!(
        judgement.verdict,
        Verdict::Refuted,
        "an audit is for successes"
    );
    let audit = of(subject);
    let failed: Vec<_> = audit.failures().map(|check| check.name).collect();
    assert_eq!(failed, failing, "{audit:#?}");
    assert!(audit.is_vacuous());
    assert_eq!(audit.result(), AuditResult::Vacuous);
    audit
}

fn detail<'a>(audit: &'a Audit, name: &str) -> &'a str {
    &audit.check(name).expect("a check of this name").detail
}

fn result(audit: &Audit, name: &str) -> CheckResult {
    audit.check(name).expect("a check of this name").result
}

fn promise(promise: Promise<Counter>) -> Subject<Counter> {
    let property = Property::promises("kept", vec![promise]);
    Counter::honest().with(property, vec![("climb", Weak), ("reset", Weak)])
}

#[test]
fn an_honest_success_passes_every_check() {
    let property = Property::always("small", |_, count| *count < 10).when(|_, count| *count > 3);
    let audit = of(&Counter::honest().with(property, vec![("reset", Weak)]));
    for check in &audit.checks {
        assert_eq!(check.result, CheckResult::Passed, "{check:?}");
    }
    assert!(!audit.is_vacuous());
    assert_eq!(audit.result(), AuditResult::Passed);
    assert_eq!(
        detail(&audit, audit::STATERIGHT_AGREES),
        "both count 10 states"
    );
    assert_eq!(
        detail(&audit, audit::FINGERPRINTS_DIFFER),
        "10 pairs of states with equal fingerprints were equal"
    );
}

#[test]
fn an_honest_promise_passes_every_check_that_applies() {
    let subjects = [
        promise(Promise::eventually("five", |_, count| *count == 5)),
        promise(Promise::infinitely_often("five", |_, count| *count == 5)),
        promise(Promise::leads_to("up", |_, c| *c == 2, |_, c| *c == 5)),
    ];
    for subject in subjects {
        assert_eq!(of(&subject).result(), AuditResult::Passed);
    }
}

#[test]
fn a_kind_of_step_that_never_occurs_fails() {
    let space = Counter {
        words: &["climb to ", "crash ", "reset", "tick"],
        ..Counter::honest()
    };
    let audit = vacuous(&space.safe(), &[audit::ACTIONS_OCCUR]);
    assert_eq!(
        detail(&audit, audit::ACTIONS_OCCUR),
        "no step begins with `crash` or `tick`"
    );
}

#[test]
fn a_class_that_the_model_lacks_cannot_be_fair() {
    let property = Property::always("small", |_, count| *count < 100);
    let subject = Counter::honest().with(property, vec![("climb", Weak), ("deliver", Weak)]);
    let audit = vacuous(&subject, &[audit::FAIR_CLASSES_OCCUR]);
    assert_eq!(
        detail(&audit, audit::FAIR_CLASSES_OCCUR),
        "no step is of class `deliver`"
    );
}

#[test]
fn a_premise_that_is_never_true_fails() {
    let property = Property::always("small", |_, count| *count < 100).when(|_, count| *count > 50);
    let subject = Counter::honest().with(property, vec![]);
    vacuous(&subject, &[audit::ANTECEDENT_OCCURS]);
}

#[test]
fn a_model_that_does_nothing_fails() {
    let space = Counter {
        words: &[],
        boundary: 1,
        ..Counter::honest()
    };
    let failing = [audit::EXHAUSTED, audit::NOT_SETTLED_INITIALLY];
    let audit = vacuous(&space.safe(), &failing);
    assert_eq!(
        result(&audit, audit::ACTIONS_OCCUR),
        CheckResult::NotApplicable
    );
}

#[test]
fn a_possibility_that_is_there_from_the_start_fails() {
    let property = Property::possible("zero", |_, count| *count == 0);
    let subject = Counter::honest().with(property, vec![]);
    vacuous(&subject, &[audit::NOT_SETTLED_INITIALLY]);
    let property = Property::possible("nine", |_, count| *count == 9);
    assert!(!of(&Counter::honest().with(property, vec![])).is_vacuous());
}

#[test]
fn a_promise_that_is_kept_whatever_happens_fails() {
    let settled = [
        (
            promise(Promise::eventually("zero", |_, count| *count == 0)),
            "the promise `zero` is kept by the initial states",
        ),
        (
            promise(Promise::infinitely_often("small", |_, count| *count < 100)),
            "the promise `small` has a goal that every state reaches",
        ),
        (
            promise(Promise::leads_to("far", |_, c| *c > 50, |_, c| *c == 5)),
            "the promise `far` is never owed: its premise is true in no state",
        ),
        (
            promise(Promise::leads_to("near", |_, c| *c == 5, |_, c| *c > 4)),
            "the promise `near` is never owed: its premise is true in no state",
        ),
        (
            promise(Promise::leads_to("never", |_, c| *c > 50, |_, c| *c > 60)),
            "the promise `never` has a goal that no state reaches",
        ),
    ];
    for (subject, expected) in settled {
        let audit = vacuous(&subject, &[audit::NOT_SETTLED_INITIALLY]);
        assert_eq!(detail(&audit, audit::NOT_SETTLED_INITIALLY), expected);
    }
    let nothing = Counter::honest().with(Property::promises("nothing", vec![]), vec![]);
    vacuous(&nothing, &[audit::NOT_SETTLED_INITIALLY]);
}

#[test]
fn a_boundary_that_cut_something_fails() {
    let space = Counter {
        boundary: 5,
        words: &["climb to "],
        ..Counter::honest()
    };
    vacuous(&space.safe(), &[audit::EXHAUSTED]);
}

#[test]
fn different_states_with_one_fingerprint_fail() {
    // The climb from 4 to 5 seems to lead back to 0, so that the search never sees 5 and beyond.
    let space = Counter {
        fingerprint: |count| u64::from(count % 5) + 1,
        words: &["climb to "],
        ..Counter::honest()
    };
    let failing = [audit::FINGERPRINTS_DIFFER, audit::STATERIGHT_AGREES];
    let audit = vacuous(&space.safe(), &failing);
    assert_eq!(
        detail(&audit, audit::FINGERPRINTS_DIFFER),
        "{\"count\":0} and {\"count\":5} have the same fingerprint 0x0000000000000001"
    );
    assert_eq!(
        detail(&audit, audit::STATERIGHT_AGREES),
        "stateright counts 10 states, the search 5"
    );
}

#[test]
fn a_search_that_is_handed_other_successors_than_there_are_fails() {
    let space = Counter {
        handed: |count| if count == 5 { 7 } else { count },
        ..Counter::honest()
    };
    let failing = [audit::SUCCESSORS_AGREE, audit::STATERIGHT_AGREES];
    let audit = vacuous(&space.safe(), &failing);
    assert_eq!(
        detail(&audit, audit::SUCCESSORS_AGREE),
        "`climb to 5` leads the search to another state, or another fingerprint"
    );
    let fewer = Counter {
        handed: |count| if count == 5 { 99 } else { count },
        boundary: 50,
        words: &["climb to "],
        ..Counter::honest()
    };
    let failing = [
        audit::EXHAUSTED,
        audit::SUCCESSORS_AGREE,
        audit::STATERIGHT_AGREES,
    ];
    let audit = vacuous(&fewer.safe(), &failing);
    assert_eq!(
        detail(&audit, audit::SUCCESSORS_AGREE),
        "a state has 1 steps, but the search is handed 0 successors"
    );
}

#[test]
fn a_property_of_steps_must_be_asked_of_the_steps_there_are() {
    let space = Counter {
        shown: |count| count.min(5),
        ..Counter::honest()
    };
    let small = Property::every_step("small", |_, _, _, after| *after < 6);
    let audit = vacuous(&space.with(small, vec![]), &[audit::SUCCESSORS_AGREE]);
    assert_eq!(
        detail(&audit, audit::SUCCESSORS_AGREE),
        "a state has 1 steps, but the search is shown 1, or others"
    );
}

#[test]
fn stateright_does_not_run_for_ever_where_the_search_ended() {
    // The search believes in ten states; by its steps the counter climbs without end.
    let space = Counter {
        top: u32::MAX,
        handed: |count| count % 10,
        words: &["climb to "],
        ..Counter::honest()
    };
    let failing = [audit::SUCCESSORS_AGREE, audit::STATERIGHT_AGREES];
    vacuous(&space.safe(), &failing);
}

#[test]
fn stateright_agrees_only_if_it_came_to_an_end() {
    // Ten states again and again: when stateright is stopped, it has seen no more than that.
    let space = Counter {
        repeats: 2_100,
        ..Counter::honest()
    };
    let failing = [audit::SUCCESSORS_AGREE, audit::STATERIGHT_AGREES];
    vacuous(&space.safe(), &failing);
}

#[test]
fn a_large_space_is_counted_once_only() {
    let space = Counter {
        top: 30_000,
        ..Counter::honest()
    };
    let property = Property::always("any", |_, _| true);
    let audit = of(&space.with(property, vec![]));
    assert_eq!(
        result(&audit, audit::STATERIGHT_AGREES),
        CheckResult::NotApplicable
    );
    assert_eq!(audit.result(), AuditResult::Passed);
}

#[test]
fn an_audit_that_was_cut_is_partial_and_says_which_checks_were() {
    let space = Counter {
        top: 1_000_000,
        ..Counter::honest()
    };
    let property = Property::always("any", |_, _| true).when(|_, count| *count == 999_999);
    let limits = Limits {
        states: 100,
        time: Duration::MAX,
        ..Limits::default()
    };
    let audit = space.with(property, vec![("reset", Weak)]).audit(limits);
    assert!(!audit.is_vacuous(), "{audit:#?}");
    assert_eq!(audit.result(), AuditResult::Partial);
    for name in [
        audit::EXHAUSTED,
        audit::ACTIONS_OCCUR,
        audit::FAIR_CLASSES_OCCUR,
        audit::FINGERPRINTS_DIFFER,
        audit::SUCCESSORS_AGREE,
        audit::ANTECEDENT_OCCURS,
        audit::STATERIGHT_AGREES,
    ] {
        assert_eq!(result(&audit, name), CheckResult::Cut, "{name}");
    }
    let settled = result(&audit, audit::NOT_SETTLED_INITIALLY);
    assert_eq!(settled, CheckResult::Passed, "one further state is enough");
}

/// Two switches that anybody may flip, as a stateright model.
struct Switches;

impl Model for Switches {
    type State = [bool; 2];
    type Action = usize;

    fn init_states(&self) -> Vec<[bool; 2]> {
        vec![[false; 2], [true; 2]]
    }

    fn actions(&self, _: &[bool; 2], actions: &mut Vec<usize>) {
        actions.extend([0, 1]);
    }

    fn next_state(&self, state: &[bool; 2], which: usize) -> Option<[bool; 2]> {
        let mut next = *state;
        next[which] ^= true;
        Some(next)
    }
}

#[test]
fn any_stateright_model_can_be_audited() {
    let mixed = |_: &OfModel<Switches>, state: &[bool; 2]| state[0] != state[1];
    let mut subject = Subject {
        space: Arc::new(OfModel(Switches)),
        property: Property::possible("mixed", mixed),
        fairness: vec![],
        origin: Origin::default(),
    };
    assert_eq!(of(&subject).result(), AuditResult::Passed);
    // The second initial state counts as well as the first.
    subject.property = Property::possible("both on", |_, state| *state == [true; 2]);
    vacuous(&subject, &[audit::NOT_SETTLED_INITIALLY]);
}

#[test]
fn an_audit_passes_only_if_every_check_that_applies_ran_to_its_end() {
    let of = |checks: &[AuditCheck]| {
        let checks = checks.to_vec();
        Audit { checks }.result()
    };
    let [passed, failed] = [AuditCheck::passed("one", ""), AuditCheck::failed("two", "")];
    let [cut, aside] = [
        AuditCheck::cut("three", ""),
        AuditCheck::not_applicable("four", ""),
    ];
    let with = |more: &AuditCheck| of(&[passed.clone(), aside.clone(), more.clone()]);
    assert_eq!(with(&passed), AuditResult::Passed);
    assert_eq!(with(&aside), AuditResult::Passed);
    assert_eq!(with(&cut), AuditResult::Partial);
    assert_eq!(with(&failed), AuditResult::Vacuous);
    assert_eq!(of(&[cut, failed]), AuditResult::Vacuous);
    assert_eq!(of(&[aside]), AuditResult::NotRun);
    assert_eq!(of(&[]), AuditResult::NotRun);
}

#[test]
fn results_are_written_by_their_words() {
    for result in [
        AuditResult::Passed,
        AuditResult::Vacuous,
        AuditResult::Partial,
        AuditResult::NotRun,
    ] {
        let written = serde_json::to_value(result).expect("plain data");
        assert_eq!(written, result.word());
    }
}

#[test]
fn an_audit_is_plain_data() {
    let audit = of(&Counter::honest().safe());
    let json = serde_json::to_value(&audit).expect("plain data");
    let expected = serde_json::json!({
        "name": "exhausted", "result": "passed", "detail": "all 10 states were seen"
    });
    assert_eq!(json["checks"][0], expected);
    assert_eq!(json["checks"][5]["result"], "not-applicable");
}

#[test]
fn plain_states_are_compared_with_the_form_in_which_they_are_stored() {
    let compare_below = |limit, reduced: Option<fn(u32) -> u32>, at_most| {
        let counter = Counter {
            reduced,
            ..Counter::honest()
        };
        let small = Property::always("small", move |_, count: &u32| *count < limit);
        counter.with(small, vec![]).compare_plain(at_most)
    };
    let compare = |reduced, at_most| compare_below(1000, reduced, at_most);
    assert_eq!(compare(None, 100), None);
    let found = |plain, reduced, exhausted| Compared {
        plain,
        reduced,
        exhausted,
    };
    assert_eq!(
        compare(Some(|count| count % 100), 100),
        Some(Ok(found(30, 10, true)))
    );
    // The form of the last successor has been seen too.
    assert_eq!(
        compare(Some(|count| count % 100), 4),
        Some(Ok(found(4, 5, false)))
    );
    let wrong = |reduced: fn(u32) -> u32| compare(Some(reduced), 100).and_then(Result::err);
    let said = wrong(|count| if count == 107 { 3 } else { count % 100 });
    assert_eq!(
        said.as_deref(),
        Some("a step of 106 leads to none that a step of its reduced form leads to 6")
    );
    let said = wrong(|count| if count >= 100 { 9 } else { count });
    assert_eq!(said.as_deref(), Some("`reset` of 9 is no step of 9"));
    let differs = compare_below(105, Some(|count| count % 100), 100);
    let words = "`small` differs in 105 and 5".to_owned();
    assert_eq!(differs, Some(Err(words)));
}

#[test]
fn full_states_tell_what_fingerprints_hide() {
    let exact = |fingerprint: fn(u32) -> u64, limits| {
        let counter = Counter {
            fingerprint,
            ..Counter::honest()
        };
        AnySubject::exact(&counter.safe(), limits).expect("it is searched")
    };
    let honest = Counter::honest().fingerprint;
    let found = exact(honest, Limits::default());
    let (states, compared) = (10, 10);
    assert_eq!(found, Exactness::Exact { states, compared });
    let hidden = exact(|count| u64::from(count % 5) + 1, Limits::default());
    assert!(!hidden.is_exact());
    assert_eq!(
        hidden.to_string(),
        "not exact: 5 and 0 have the fingerprint 0000000000000001"
    );
    let limits = Limits {
        bytes: 1,
        ..Limits::default()
    };
    assert_eq!(exact(honest, limits), Exactness::Cut(Cut::Bytes(1)));
}
