//! Explanations of runs of the toy: loops, rests, properties of steps, witnesses; which steps are left out, and which made which
//! possible.

use crate::threads::{Op, Threads, trace_of};
use verdict_checker::judge::{FairClasses, Subject};
use verdict_checker::liveness::Fairness;
use verdict_checker::property::{Promise, Property};
use verdict_checker::search::Limits;
use verdict_checker::subject::AnySubject;

fn explained(subject: &Subject<Threads>) -> String {
    let judgement = subject.judge(Limits::default(), &|_| {});
    let trace = judgement.trace.expect("a run");
    subject.explain(&trace).unwrap().to_text()
}

fn fair() -> FairClasses {
    vec![("advance", Fairness::Weak)]
}

/// T0 goes round and round, T1 sets the variable only if it can do so twice in a row.
fn set_for_good() -> Property<Threads> {
    let promise =
        Promise::infinitely_often("the variable is set", |_: &Threads, s| s.shared[0] == 1);
    Property::promises("set for good", vec![promise])
}

#[test]
fn a_loop() {
    let programs = vec![vec![Op::Idle, Op::Idle, Op::Restart], vec![Op::Idle]];
    insta::assert_snapshot!(explained(
        &Threads(programs).judged_by(set_for_good(), fair())
    ));
}

#[test]
fn a_loop_of_one_step_is_no_rest() {
    let subject = Threads(vec![vec![Op::Idle, Op::Spin]]).judged_by(set_for_good(), fair());
    insta::assert_snapshot!(explained(&subject));
}

#[test]
fn a_rest_in_which_something_could_be_done() {
    let subject =
        Threads(vec![vec![Op::Idle, Op::Set(0, 1)]]).judged_by(set_for_good(), Vec::new());
    insta::assert_snapshot!(explained(&subject));
}

#[test]
fn a_step_that_breaks_a_property() {
    let property = Property::every_step("nothing is set", |_: &Threads, _, _, s| s.shared[0] == 0);
    let programs = vec![vec![Op::Idle, Op::Set(0, 1)], vec![Op::Idle]];
    insta::assert_snapshot!(explained(
        &Threads(programs).judged_by(property, Vec::new())
    ));
}

#[test]
fn a_witness() {
    let property = Property::possible("something is counted", |_: &Threads, s| s.shared[3] == 1)
        .complain(|_, state| format!("T1 has counted {}.", state.shared[3]));
    let programs = vec![
        vec![Op::Set(0, 1)],
        vec![Op::CountIf(3, 0, 1)],
        vec![Op::Idle],
    ];
    insta::assert_snapshot!(explained(
        &Threads(programs).judged_by(property, Vec::new())
    ));
}

/// T0 counts once T1 has set the variable; T2 minds its own business.
fn counts_in_the_end() -> Subject<Threads> {
    let programs = vec![
        vec![Op::Await(0, 1), Op::CountIf(3, 0, 1)],
        vec![Op::Set(0, 1), Op::Idle],
        vec![Op::Idle, Op::Await(0, 1)],
    ];
    let property = Property::always("nothing is counted", |_: &Threads, s| s.shared[3] == 0);
    Threads(programs).judged_by(property, Vec::new())
}

#[test]
fn a_step_is_left_out_if_the_rest_can_be_taken_and_breaks_the_same() {
    let subject = counts_in_the_end();
    let wandering = trace_of(&subject, &[2, 1, 1, 2, 0, 0]);
    let explanation = subject.explain(&wandering).unwrap();
    assert_eq!(explanation.left_out, [1, 3, 4]);
    let rest = subject.minimise(&wandering).unwrap();
    let labels: Vec<_> = rest.steps.iter().map(|step| &step.label).collect();
    let told: Vec<_> = explanation.steps.iter().map(|told| &told.label).collect();
    assert_eq!(labels, told);
    let [whole, rest] = [&wandering, &rest].map(|trace| subject.replay(trace).unwrap());
    assert_eq!(whole.broken, rest.broken);
}

#[test]
fn what_made_a_step_possible_is_among_its_causes() {
    let subject = counts_in_the_end();
    let explanation = subject.explain(&trace_of(&subject, &[1, 0, 0])).unwrap();
    assert_eq!(explanation.left_out, [0; 0]);
    let because: Vec<_> = explanation.steps.iter().map(|told| &told.because).collect();
    assert_eq!(because, [&vec![], &vec![1], &vec![2]]);
    assert!(
        explanation.steps[1]
            .text
            .ends_with("(Not possible without step 1.)"),
        "{explanation}"
    );
    // The last step follows from the one before it, and does not name what that follows from.
    assert!(!explanation.steps[2].text.contains("Not possible"));
}

#[test]
fn a_run_with_another_complaint_is_another_run() {
    let programs = vec![vec![Op::CountIf(3, 0, 0)], vec![Op::CountIf(2, 0, 0)]];
    let property = Property::always("nothing is counted", |_: &Threads, s| s.shared[3] == 0)
        .complain(|_, s| format!("Both together have counted {}.", s.shared[2] + s.shared[3]));
    let subject = Threads(programs).judged_by(property, Vec::new());
    let explanation = subject.explain(&trace_of(&subject, &[1, 0])).unwrap();
    assert_eq!(explanation.left_out, [0; 0], "{explanation}");
}

#[test]
fn the_way_to_a_loop_is_told_without_what_has_nothing_to_do_with_it() {
    let programs = vec![
        vec![Op::Await(1, 1), Op::Restart],
        vec![Op::Set(1, 1)],
        vec![Op::Idle],
    ];
    let subject = Threads(programs).judged_by(set_for_good(), fair());
    let mut lasso = trace_of(&subject, &[2, 1, 0, 0]);
    lasso.loop_start = Some(3);
    let explanation = subject.explain(&lasso).unwrap();
    assert_eq!(explanation.left_out, [0; 0], "T2 is owed its step");
    let subject = Threads(vec![
        vec![Op::Await(1, 1), Op::Restart],
        vec![Op::Set(1, 1)],
        vec![Op::Idle],
    ])
    .judged_by(set_for_good(), Vec::new());
    let explanation = subject.explain(&lasso).unwrap();
    assert_eq!(explanation.left_out, [1]);
    assert_eq!(
        explanation.for_ever.as_deref(),
        Some("From then on steps 3 and 4 repeat for ever.")
    );
    let rest = subject.minimise(&lasso).unwrap();
    assert_eq!((rest.steps.len(), rest.loop_start), (3, Some(2)));
    assert!(subject.replay(&rest).is_ok());
}
