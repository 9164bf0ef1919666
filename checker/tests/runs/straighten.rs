//! Straightened runs switch lanes as rarely as they can, and are still runs.

use crate::threads::{Op, Threads, order, trace_of};
use verdict_checker::judge::Subject;
use verdict_checker::property::Property;
use verdict_checker::straighten::lane_switches;
use verdict_checker::subject::AnySubject;

/// T0 counts if T1 has set variable 0 before; T2 minds its own business.
fn dependent() -> Subject<Threads> {
    let programs = vec![
        vec![Op::Idle, Op::CountIf(3, 0, 1)],
        vec![Op::Idle, Op::Set(0, 1)],
        vec![Op::Idle, Op::Idle],
    ];
    let property = Property::always("nothing is counted", |_: &Threads, s| s.shared[3] == 0);
    Threads(programs).judged_by(property, Vec::new())
}

#[test]
fn independent_steps_are_told_lane_by_lane() {
    let subject = dependent();
    let tangled = trace_of(&subject, &[0, 1, 2, 1, 2, 0]);
    assert_eq!(lane_switches(&tangled), 5);
    let straight = subject.straighten(&tangled).unwrap();
    // T1 must set before T0 counts; apart from that everything is free, and the least number wins ties.
    assert_eq!(order(&straight), [1, 1, 0, 0, 2, 2]);
    assert_eq!(lane_switches(&straight), 2);
    assert_eq!(straight.states.last(), tangled.states.last());
    assert_eq!(subject.replay(&straight), subject.replay(&tangled));
}

#[test]
fn a_run_that_is_straight_stays_as_it_is() {
    let subject = dependent();
    let straight = trace_of(&subject, &[2, 2, 1, 1, 0, 0]);
    assert_eq!(subject.straighten(&straight), Ok(straight));
}

#[test]
fn the_step_that_breaks_a_property_of_steps_stays_last() {
    let programs = vec![vec![Op::Idle; 2], vec![Op::Idle, Op::Set(0, 1)]];
    let property = Property::every_step("nothing is set", |_: &Threads, _, _, after| {
        after.shared[0] == 0
    });
    let subject = Threads(programs).judged_by(property, Vec::new());
    let tangled = trace_of(&subject, &[1, 0, 0, 1]);
    let straight = subject.straighten(&tangled).unwrap();
    assert_eq!(order(&straight), [0, 0, 1, 1]);
}

#[test]
fn a_trace_that_is_no_run_is_refused() {
    let subject = dependent();
    let mut wrong = trace_of(&subject, &[0, 1, 1, 0]);
    wrong.steps[1].label = "advance T7".to_owned();
    assert!(subject.straighten(&wrong).is_err());
    assert!(subject.minimise(&wrong).is_err());
}
