//! Strict replay: a trace that was found is believed, and one with a single thing changed is not.

use serde_json::json;
use stateright::Model;
use std::sync::Arc;
use verdict_checker::judge::{FairClasses, Subject};
use verdict_checker::liveness::Fairness::{self, Strong, Weak};
use verdict_checker::property::{Promise, Property};
use verdict_checker::replay::Mismatch;
use verdict_checker::search::Limits;
use verdict_checker::space::OfModel;
use verdict_checker::subject::AnySubject;
use verdict_checker::trace::{Origin, Trace};

/// A cart on the rails 0 to 3: it goes round on 0, 1, 2 by `turn`; from 1 it may `leave` to 3, and `return` to 0.
struct Cart;

impl Model for Cart {
    type State = u8;
    type Action = &'static str;

    fn init_states(&self) -> Vec<u8> {
        vec![0]
    }

    fn actions(&self, state: &u8, actions: &mut Vec<&'static str>) {
        actions.extend(match state {
            1 => &["turn round", "leave now"][..],
            3 => &["return home"],
            _ => &["turn round"],
        });
    }

    fn next_state(&self, state: &u8, action: &'static str) -> Option<u8> {
        Some(match action {
            "leave now" => 3,
            "return home" => 0,
            _ => (state + 1) % 3,
        })
    }

    fn format_action(&self, action: &&'static str) -> String {
        (*action).to_owned()
    }
}

type Space = OfModel<Cart>;

fn subject(property: Property<Space>, fairness: FairClasses) -> Subject<Space> {
    Subject {
        space: Arc::new(OfModel(Cart)),
        property,
        fairness,
        origin: Origin::default(),
    }
}

fn never(state: u8) -> Subject<Space> {
    let property = Property::always("never there", move |_: &Space, at: &u8| *at != state);
    subject(property, Vec::new())
}

/// The cart leaves in the end.
fn leaves(fairness: FairClasses) -> Subject<Space> {
    let promise = Promise::eventually("it leaves", |_: &Space, at: &u8| *at == 3);
    subject(Property::promises("leaves", vec![promise]), fairness)
}

fn found(subject: &Subject<Space>) -> Trace {
    let trace = subject.judge(Limits::default(), &|_| {}).trace;
    trace.expect("a run decides the property")
}

fn rejected(subject: &Subject<Space>, change: impl FnOnce(&mut Trace)) -> Mismatch {
    let mut trace = found(subject);
    change(&mut trace);
    let mismatch = subject.replay(&trace);
    mismatch.expect_err("a changed trace is not believed")
}

fn labels(trace: &Trace) -> Vec<&str> {
    trace.steps.iter().map(|step| &step.label[..]).collect()
}

#[test]
fn a_run_that_was_found_is_believed() {
    let bad = never(2);
    let replayed = bad.replay(&found(&bad)).unwrap();
    assert_eq!(
        (replayed.steps, replayed.broken),
        (2, vec!["never there".to_owned()])
    );
    let possible = Property::possible("there", |_: &Space, at: &u8| *at == 3);
    let possible = subject(possible, Vec::new());
    assert_eq!(possible.replay(&found(&possible)).unwrap().steps, 2);
    let steps = Property::every_step("never home", |_: &Space, _, step, _| *step != "return home");
    let steps = subject(steps, Vec::new());
    assert_eq!(steps.replay(&found(&steps)).unwrap().steps, 3);
}

#[test]
fn another_value_is_noticed_where_it_stands() {
    for index in 0..3 {
        let mismatch = rejected(&never(2), |trace| {
            trace.states[index]["state"] = json!("7");
        });
        let label = ["start", "turn round", "turn round"][index];
        assert_eq!(
            mismatch,
            Mismatch::Differs {
                step: index,
                label: label.to_owned(),
                variable: "state".to_owned(),
                model: index.to_string(),
                trace: "\"7\"".to_owned(),
            }
        );
    }
}

#[test]
fn a_variable_too_many_or_too_few_is_noticed() {
    let mismatch = rejected(&never(2), |trace| {
        for state in &mut trace.states {
            state.insert("more".to_owned(), json!(1));
        }
    });
    assert!(matches!(mismatch, Mismatch::Differs { step: 0, variable, .. } if variable == "more"));
    let mismatch = rejected(&never(2), |trace| {
        trace.states[1].remove("state");
    });
    assert!(matches!(mismatch, Mismatch::Malformed(_)), "{mismatch}");
}

#[test]
fn a_step_that_is_not_enabled_is_named_with_what_is() {
    for index in 0..2 {
        let mismatch = rejected(&never(2), |trace| {
            trace.steps[index].label = "return home".to_owned();
            trace.steps[index].kind = "return".to_owned();
        });
        let enabled = [&["turn round"][..], &["turn round", "leave now"]][index];
        assert_eq!(
            mismatch,
            Mismatch::NotEnabled {
                step: index + 1,
                label: "return home".to_owned(),
                enabled: enabled.iter().map(|label| (*label).to_owned()).collect(),
            }
        );
    }
}

#[test]
fn another_step_that_is_enabled_leads_elsewhere() {
    let mismatch = rejected(&never(2), |trace| {
        trace.steps[1].label = "leave now".to_owned();
        trace.steps[1].kind = "leave".to_owned();
    });
    assert!(
        matches!(mismatch, Mismatch::Differs { step: 2, .. }),
        "{mismatch}"
    );
}

#[test]
fn a_missing_step_is_noticed_at_its_place() {
    let home = Property::every_step("never home", |_: &Space, _, step, _| *step != "return home");
    let home = subject(home, Vec::new());
    assert_eq!(
        labels(&found(&home)),
        ["turn round", "leave now", "return home"]
    );
    let without = |index: usize| {
        rejected(&home, |trace| {
            trace.steps.remove(index);
            trace.states.remove(index + 1);
        })
    };
    // The next step is not enabled in its place, or the run ends too early.
    assert!(matches!(without(0), Mismatch::NotEnabled { step: 1, .. }));
    assert!(matches!(without(1), Mismatch::NotEnabled { step: 2, .. }));
    assert_eq!(
        without(2),
        Mismatch::DecidesNothing("break `never home`".to_owned())
    );
}

#[test]
fn another_order_is_noticed() {
    let home = Property::every_step("never home", |_: &Space, _, step, _| *step != "return home");
    let home = subject(home, Vec::new());
    let mismatch = rejected(&home, |trace| trace.steps.swap(0, 1));
    assert!(
        matches!(mismatch, Mismatch::NotEnabled { step: 1, .. }),
        "{mismatch}"
    );
    let mismatch = rejected(&home, |trace| trace.states.swap(1, 2));
    assert!(
        matches!(mismatch, Mismatch::Differs { step: 1, .. }),
        "{mismatch}"
    );
}

#[test]
fn a_step_told_otherwise_is_noticed() {
    let mismatch = rejected(&never(2), |trace| {
        trace.steps[1].message = Some("TOKEN".to_owned());
    });
    let expected = Mismatch::Misdescribed {
        step: 2,
        label: "turn round".to_owned(),
        field: "message",
        model: "nothing".to_owned(),
        trace: "TOKEN".to_owned(),
    };
    assert_eq!(mismatch, expected);
}

#[test]
fn lanes_that_the_model_does_not_have_are_noticed() {
    let mismatch = rejected(&never(2), |trace| trace.lanes.push("state".to_owned()));
    assert!(matches!(mismatch, Mismatch::Differs { variable, .. } if variable == "#meta.lanes"));
}

#[test]
fn a_trace_that_does_not_hang_together_is_no_reason_to_panic() {
    let more_states = rejected(&never(2), |trace| {
        trace.states.push(trace.states[0].clone())
    });
    let more_steps = rejected(&never(2), |trace| trace.steps.push(trace.steps[0].clone()));
    let nothing = rejected(&never(2), |trace| {
        trace.states.clear();
        trace.steps.clear();
    });
    let beyond = rejected(&leaves(vec![("turn", Weak)]), |trace| {
        trace.loop_start = Some(99)
    });
    for mismatch in [more_states, more_steps, nothing, beyond] {
        assert!(matches!(mismatch, Mismatch::Malformed(_)), "{mismatch}");
    }
}

#[test]
fn a_state_that_decides_needs_no_loop() {
    let mismatch = rejected(&never(2), |trace| trace.loop_start = Some(2));
    assert_eq!(mismatch, Mismatch::NeedlessLoop("never there".to_owned()));
}

#[test]
fn a_lasso_that_moves_is_believed() {
    let unfair_to_leaving = leaves(vec![("turn", Weak)]);
    let trace = found(&unfair_to_leaving);
    assert_eq!(labels(&trace), ["turn round"; 3]);
    // The last state is that before the loop's first.
    assert_eq!(trace.loop_start, Some(1));
    let replayed = unfair_to_leaving.replay(&trace).unwrap();
    assert_eq!(replayed.broken, ["it leaves"]);
}

#[test]
fn a_lasso_that_rests_is_believed() {
    // Nothing at all is owed: the cart may rest where it is.
    let lazy = leaves(Vec::new());
    let trace = found(&lazy);
    assert_eq!((trace.steps.len(), trace.loop_start), (0, Some(0)));
    assert_eq!(lazy.replay(&trace).unwrap().broken, ["it leaves"]);
}

#[test]
fn an_unfair_loop_is_rejected() {
    let unfair = found(&leaves(vec![("turn", Weak)]));
    // Leaving is enabled once in each round: weak fairness does not owe it, strong fairness does.
    let weak = leaves(vec![("turn", Weak), ("leave", Weak)]);
    assert!(weak.replay(&unfair).is_ok());
    let strong = leaves(vec![("turn", Weak), ("leave", Strong)]);
    assert_eq!(
        strong.replay(&unfair),
        Err(Mismatch::Unfair("leave now".to_owned()))
    );
}

#[test]
fn a_rest_where_something_is_owed_is_rejected() {
    let rest = found(&leaves(Vec::new()));
    for owed in [Fairness::None, Weak, Strong] {
        assert_eq!(
            leaves(vec![("turn", owed)]).replay(&rest),
            Err(Mismatch::Unfair("turn round".to_owned())),
            "{owed:?}"
        );
    }
}

#[test]
fn a_loop_that_does_not_close_is_rejected() {
    let turning = leaves(vec![("turn", Weak)]);
    for open in [0, 2] {
        let mismatch = rejected(&turning, |trace| trace.loop_start = Some(open));
        assert_eq!(mismatch, Mismatch::LoopDoesNotClose(open));
    }
    // One step more, and the loop ends elsewhere.
    let mismatch = rejected(&turning, |trace| {
        trace.steps.push(trace.steps[0].clone());
        trace.states.push(trace.states[1].clone());
    });
    assert_eq!(mismatch, Mismatch::LoopDoesNotClose(1));
}

#[test]
fn a_lasso_without_its_loop_decides_nothing() {
    let turning = leaves(vec![("turn", Weak)]);
    let mismatch = rejected(&turning, |trace| trace.loop_start = None);
    assert_eq!(
        mismatch,
        Mismatch::DecidesNothing("break `leaves`".to_owned())
    );
    // The end of the run is where a rest would be, and there is something owed.
    let mismatch = rejected(&turning, |trace| trace.loop_start = Some(3));
    assert_eq!(mismatch, Mismatch::Unfair("turn round".to_owned()));
}

#[test]
fn a_loop_that_keeps_the_promise_is_rejected() {
    let never_home =
        |promise| subject(Property::promises("p", vec![promise]), vec![("turn", Weak)]);
    let turning = found(&leaves(vec![("turn", Weak)]));
    let visits = never_home(Promise::infinitely_often("2", |_: &Space, at: &u8| {
        *at == 2
    }));
    let paid = never_home(Promise::leads_to(
        "1 then 2",
        |_: &Space, at: &u8| *at == 1,
        |_: &Space, at: &u8| *at == 2,
    ));
    for kept in [visits, paid] {
        let mismatch = kept.replay(&turning);
        assert_eq!(
            mismatch,
            Err(Mismatch::DecidesNothing("break `p`".to_owned()))
        );
    }
    let unpaid = never_home(Promise::leads_to(
        "1 then 3",
        |_: &Space, at: &u8| *at == 1,
        |_: &Space, at: &u8| *at == 3,
    ));
    assert!(unpaid.replay(&turning).is_ok());
}
