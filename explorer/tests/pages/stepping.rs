//! Stepping through a model by names.

use crate::toy::{case, catalog, trace};
use verdict_checker::catalog::Setup;
use verdict_checker::search::Limits;
use verdict_checker::stepping::{Goal, Way};
use verdict_explorer::run::as_deciding;

fn way(steps: &[&str]) -> Way {
    Way {
        start: 0,
        steps: steps.iter().map(|step| (*step).to_owned()).collect(),
    }
}

#[test]
fn a_walk_says_what_is_true_and_what_can_be_done_and_where_it_is_lost() {
    let catalog = catalog();
    let case = case(&catalog, "lamp/off");
    let subject = case.subject(&Setup::of(case.smallest())).expect("a size");
    let stepping = subject.stepping().expect("it has steps");
    let walked = stepping.walk(&way(&["On(0)", "On(1)", "On(1)"]), usize::MAX);
    let lost = walked.lost.expect("a switch is turned on once");
    assert_eq!((lost.step, lost.name.as_str()), (3, "On(1)"));
    assert_eq!(walked.steps, ["On(0)", "On(1)"]);
    let broken: Vec<bool> = walked.truth.iter().map(|all| all[0].broken).collect();
    assert_eq!(broken, [false, false, true]);
    let names: Vec<_> = walked.next[1]
        .iter()
        .map(|next| next.name.as_str())
        .collect();
    assert_eq!(names, ["Off(0)", "On(1)"]);
    assert_eq!(walked.next[1][0].back_to, Some(0));
    assert_eq!(walked.next[1][1].broken, ["one is off"]);
    assert!(stepping.walk(&way(&["On(0)"]), 1).next[0].is_empty());
}

#[test]
fn from_any_state_the_shortest_run_is_found_and_replays() {
    let catalog = catalog();
    let case = case(&catalog, "lamp/off");
    let setup = Setup::of(case.size(&[3]));
    let subject = case.subject(&setup).expect("a size");
    let stepping = subject.stepping().expect("it has steps");
    for (before, left) in [(&[][..], 3), (&["On(1)"], 2), (&["On(1)", "On(0)"], 1)] {
        let found = stepping.toward(&way(before), &Goal::Decided, Limits::default());
        let steps = found.steps.expect("all can be turned on");
        assert_eq!(steps.len(), left, "{before:?}");
        let whole: Vec<&str> = before
            .iter()
            .copied()
            .chain(steps.iter().map(String::as_str))
            .collect();
        let walked = stepping.walk(&way(&whole), 0);
        let trace = as_deciding(&*subject, &walked.run).expect("it decides");
        subject.replay(&trace).expect("and replays");
        assert_eq!(stepping.way(&trace).steps, whole);
    }
    let enabled = Goal::Enabled("Off(2)".to_owned());
    let found = stepping.toward(&way(&["On(0)"]), &enabled, Limits::default());
    assert_eq!(found.steps.expect("after one step"), ["On(2)"]);
    let never = Goal::Looks(std::sync::Arc::new(|_| false));
    let found = stepping.toward(&way(&["On(0)"]), &never, Limits::default());
    assert_eq!(
        (found.steps, found.exhausted, found.states),
        (None, true, 8)
    );
}

#[test]
fn a_lasso_is_found_from_anywhere_and_kept_as_one() {
    let catalog = catalog();
    let case = case(&catalog, "lamp/end");
    let subject = case.subject(&Setup::of(case.smallest())).expect("a size");
    let stepping = subject.stepping().expect("it has steps");
    let found = stepping.toward(&way(&["On(0)"]), &Goal::Decided, Limits::default());
    let steps = found.steps.expect("it need not be on in the end");
    let all: Vec<&str> = std::iter::once("On(0)")
        .chain(steps.iter().map(String::as_str))
        .collect();
    let walked = stepping.walk(&way(&all), 0);
    let trace = as_deciding(&*subject, &walked.run).expect("a lasso");
    assert!(trace.loop_start.is_some());
    subject.replay(&trace).expect("it replays");
}

#[test]
fn a_random_walk_depends_on_its_seed_alone() {
    let catalog = catalog();
    let case = case(&catalog, "lamp/few");
    let subject = case.subject(&Setup::of(case.smallest())).expect("a size");
    let stepping = subject.stepping().expect("it has steps");
    let walk = |seed| stepping.wander(&Way::default(), seed, 12);
    assert_eq!(walk(7).len(), 12);
    assert_eq!(walk(7), walk(7));
    assert_ne!(walk(7), walk(8));
}

#[test]
fn a_small_graph_is_whole_and_a_larger_one_is_left_alone() {
    let catalog = catalog();
    let case = case(&catalog, "lamp/off");
    let subject = case.subject(&Setup::of(case.size(&[3]))).expect("a size");
    let stepping = subject.stepping().expect("it has steps");
    let whole = stepping.whole(8).expect("eight states");
    assert_eq!((whole.states.len(), whole.starts), (8, 1));
    assert_eq!(whole.arcs.iter().map(Vec::len).sum::<usize>(), 24);
    assert_eq!(stepping.whole(7), None);
}

#[test]
fn a_trace_tells_its_walk() {
    let catalog = catalog();
    let case = case(&catalog, "lamp/off");
    let trace = trace(case).expect("it is refuted");
    let subject = case.subject(&Setup::of(case.smallest())).expect("a size");
    let way = subject.stepping().expect("it has steps").way(&trace);
    assert_eq!(way.steps.len(), 2);
}
