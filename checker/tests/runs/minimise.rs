//! Cut-down runs show the same with no step too many.

use crate::threads::{Op, Threads, order, trace_of};
use proptest::prelude::*;
use verdict_checker::judge::Subject;
use verdict_checker::property::Property;
use verdict_checker::subject::AnySubject;

fn counted(programs: Vec<Vec<Op>>) -> Subject<Threads> {
    let property = Property::always("nothing is counted", |_: &Threads, s| s.shared[3] == 0);
    Threads(programs).judged_by(property, Vec::new())
}

#[test]
fn detours_and_idle_threads_disappear() {
    let subject = counted(vec![
        vec![Op::CountIf(3, 0, 1)],
        vec![Op::Idle, Op::Set(0, 1)],
        vec![Op::Idle; 9],
        vec![Op::Idle, Op::Restart],
    ]);
    let long = trace_of(&subject, &[2, 3, 3, 2, 1, 2, 3, 2, 3, 3, 1, 2, 0]);
    let short = subject.minimise(&long).unwrap();
    assert_eq!(order(&short), [1, 1, 0]);
    assert!(subject.replay(&short).is_ok());
}

#[test]
fn a_detour_disappears_although_none_of_its_parts_can() {
    let round = vec![Op::CountIf(3, 0, 1), Op::Idle, Op::Restart];
    let subject = counted(vec![round, vec![Op::Set(0, 1)]]);
    let long = trace_of(&subject, &[0, 0, 0, 1, 0]);
    assert_eq!(order(&subject.minimise(&long).unwrap()), [1, 0]);
}

#[test]
fn a_run_that_ends_too_late_is_cut_where_it_decides() {
    let subject = counted(vec![vec![Op::CountIf(3, 0, 0), Op::Idle, Op::Idle]]);
    let late = trace_of(&subject, &[0, 0, 0]);
    assert_eq!(order(&subject.minimise(&late).unwrap()), [0]);
}

#[test]
fn the_step_that_breaks_a_property_of_steps_is_kept() {
    let property = Property::every_step("T1 stays at home", |_: &Threads, _, step, _| *step != 1);
    let programs = vec![vec![Op::Idle; 3], vec![Op::Spin]];
    let subject = Threads(programs).judged_by(property, Vec::new());
    let long = trace_of(&subject, &[0, 0, 0, 1]);
    assert_eq!(order(&subject.minimise(&long).unwrap()), [1]);
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        2 => Just(Op::Idle),
        1 => Just(Op::Restart),
        3 => (0usize..3).prop_map(|variable| Op::Set(variable, 1)),
        3 => (0usize..3).prop_map(|variable| Op::CountIf(3, variable, 1)),
    ]
}

proptest! {
    #[test]
    fn whatever_is_found_becomes_no_longer_and_nothing_more_can_be_left_out(
        programs in prop::collection::vec(prop::collection::vec(op(), 2..6), 2..5),
        choices in prop::collection::vec(0usize..4, 60),
    ) {
        let subject = counted(programs);
        let mut walked = Vec::new();
        let mut state = verdict_checker::space::Space::initial(&*subject.space).remove(0);
        for choice in choices {
            let mut steps = verdict_checker::space::Space::steps(&*subject.space, &state);
            if steps.is_empty() || state.shared[3] > 0 {
                break;
            }
            let (thread, next) = steps.swap_remove(choice % steps.len());
            walked.push(thread);
            state = next;
        }
        if state.shared[3] == 0 {
            return Ok(());
        }
        let long = trace_of(&subject, &walked);
        let short = subject.minimise(&long).unwrap();
        prop_assert!(short.steps.len() <= long.steps.len());
        prop_assert!(subject.replay(&short).is_ok());
        prop_assert_eq!(&subject.minimise(&short).unwrap(), &short);
        let straight = subject.straighten(&short).unwrap();
        prop_assert_eq!(straight.steps.len(), short.steps.len());
        prop_assert_eq!(straight.states.last(), short.states.last());
        prop_assert_eq!(subject.replay(&straight), subject.replay(&short));
    }
}
