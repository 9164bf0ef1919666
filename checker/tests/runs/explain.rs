//! Explanations of runs of the toy: loops, rests, properties of steps, witnesses.

use crate::threads::{Op, Threads};
use verdict_checker::judge::{FairClasses, Judge, Subject};
use verdict_checker::liveness::Fairness;
use verdict_checker::property::{Promise, Property};
use verdict_checker::search::Limits;

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
