//! Claims about lists of instances.

use verdict_checker::domain::{Domain, Instance};
use verdict_checker::search::{Cut, Limits};
use verdict_checker::subject::AnySubject;
use verdict_checker::trace::{Origin, itf};
use verdict_checker::verdict::{Judgement, Verdict};

fn judged(judge: &dyn AnySubject) -> Judgement {
    judge.judge(Limits::default(), &|_| {})
}

/// The claim that n * n + n + 41 is prime, for n below a bound; 40 is the first n for which it is not.
fn euler(below: u64) -> Vec<Instance> {
    let is_prime = |n: u64| {
        (2..n)
            .take_while(|d| d * d <= n)
            .all(|d| !n.is_multiple_of(d))
    };
    let of = |n| {
        let value = n * n + n + 41;
        Instance::new(format!("n = {n}"))
            .with("value", value)
            .must(is_prime(value))
    };
    (0..below).map(of).collect()
}

#[test]
fn a_claim_holds_if_every_instance_is_right() {
    let judge = Domain::new("n < 40", || euler(40)).subject(Origin::default());
    let judgement = judged(&*judge);
    assert_eq!(judgement.verdict, Verdict::Holds);
    assert_eq!((judgement.counts.distinct, judgement.counts.depth), (41, 1));
    assert_eq!(judge.setting(), "n < 40");
    let audit = judge.audit(Limits::default());
    assert!(!audit.is_vacuous(), "{audit:#?}");
}

#[test]
fn an_instance_that_was_left_out_makes_a_claim_bounded() {
    let most = || {
        let large = Instance::left_out("n = 10^100");
        euler(40).into_iter().chain([large]).collect()
    };
    let judgement = judged(&*Domain::new("some n", most).subject(Origin::default()));
    assert_eq!(judgement.verdict, Verdict::Bounded);
    assert_eq!(judgement.cut, Some(Cut::Boundary));
    assert_eq!(judgement.counts.distinct, 41);
}

#[test]
fn the_first_instance_that_is_wrong_is_the_counterexample() {
    let judge = Domain::new("n < 50", || euler(50)).subject(Origin::default());
    let judgement = judged(&*judge);
    assert_eq!(judgement.verdict, Verdict::Refuted);
    assert_eq!(
        judgement.complaint.as_deref(),
        Some("At n = 40: value = 1681.")
    );
    let trace = judgement.trace.expect("a counterexample");
    let labels: Vec<_> = trace.steps.iter().map(|step| &step.label[..]).collect();
    assert_eq!(labels, ["look at n = 40"]);
    let read = itf::read(&itf::write(&trace)).expect("what was written");
    assert_eq!(judge.replay(&read).map(|replayed| replayed.steps), Ok(1));
}

#[test]
fn in_order_a_counterexample_leads_through_what_comes_before() {
    let judge = Domain::in_order("n < 50", || euler(50)).subject(Origin::default());
    let trace = judged(&*judge).trace.expect("a counterexample");
    assert_eq!(trace.steps.len(), 41);
    assert_eq!(judge.replay(&trace).map(|replayed| replayed.steps), Ok(41));
}

#[test]
fn a_domain_without_instances_is_vacuous() {
    let judge = Domain::new("nothing", Vec::new).subject(Origin::default());
    assert_eq!(judged(&*judge).verdict, Verdict::Holds);
    assert!(judge.audit(Limits::default()).is_vacuous());
}

#[test]
fn what_is_said_can_be_chosen() {
    let list = || vec![Instance::new("row 1").must(false).or_say("Row 1 is wrong.")];
    let judgement = judged(&*Domain::new("a table", list).subject(Origin::default()));
    assert_eq!(judgement.complaint.as_deref(), Some("Row 1 is wrong."));
}

#[test]
#[should_panic(expected = "two instances are called \"row 1\"")]
fn two_instances_of_one_name_are_an_error() {
    let list = || vec![Instance::new("row 1"), Instance::new("row 1")];
    judged(&*Domain::new("a table", list).subject(Origin::default()));
}
