//! The labels of steps, letter by letter: traces store them.

use super::*;

#[test]
fn every_step_has_a_stable_readable_label() {
    let script: &[(&str, &[Do])] = &[
        ("start", &[Offer(&["go"]), Set("X", 1, 1)]),
        ("go", &[Send(1, "PING"), Send(2, "PING")]),
    ];
    let toys = vec![toy(script), idle().immortal(), idle().immortal()];
    let world = world(toys, |a| {
        a.losses = 1;
        a.duplicates = 1;
        crash_budget(a, 1);
        a.crash.amid_sends = true;
        may_return(a, 1, Memory::Lost);
        a.detector = Detector::Perfect;
    });
    let expected = [
        "crash S0",
        "deliver PING S0->S1",
        "deliver PING S0->S2",
        "duplicate PING S0->S1",
        "duplicate PING S0->S2",
        "go S0",
        "go S0, crash S0 having sent only PING->S1",
        "go S0, crash S0 having sent only PING->S2",
        "go S0, crash S0 having sent only nothing",
        "lose PING S0->S1",
        "lose PING S0->S2",
        "return S0",
        "suspect S0 at S1",
        "suspect S0 at S2",
        "timeout X at S0",
    ];
    assert_eq!(Vec::from_iter(all_labels(&world)), expected);
}

#[test]
fn with_ticks_a_label_says_how_long_a_message_took() {
    let toys = vec![toy(&[("start", &[Send(1, "PING")])]), idle()];
    let world = world(toys, |a| a.time = Time::Ticks { delay: 2 });
    let expected = [
        "deliver PING S0->S1 after 1",
        "deliver PING S0->S1 after 2",
        "tick",
    ];
    assert_eq!(Vec::from_iter(all_labels(&world)), expected);
}

#[test]
fn a_label_leads_to_one_state_only() {
    // The same step offered with two options of the same name would be two steps under one label.
    let script: &[(&str, &[Do])] = &[
        ("start", &[Offer(&["go", "stay"]), Set("T", 1, 1)]),
        ("go", &[Send(1, "A"), Send(1, "A"), Send(1, "B")]),
    ];
    let world = world(vec![toy(script), idle()], |a| {
        a.losses = 1;
        a.duplicates = 1;
        crash_budget(a, 2);
        a.crash.amid_sends = true;
        may_return(a, 1, Memory::Kept);
        a.detector = Detector::Mistaken { mistakes: 1 };
    });
    let explored = Search::new(&world, &[]).keep_states().run();
    for number in 0..explored.states.len() {
        let steps = world.steps(explored.states.get(number));
        let by_label = |label: String| {
            let same = steps.iter().filter(|(step, _)| world.label(step) == label);
            same.map(|(_, next)| next).collect::<BTreeSet<_>>()
        };
        for (step, _) in &steps {
            assert_eq!(
                by_label(world.label(step)).len(),
                1,
                "{}",
                world.label(step)
            );
        }
    }
}

#[test]
fn the_classes_of_steps_are_what_fairness_names() {
    let script: &[(&str, &[Do])] = &[
        ("start", &[Offer(&["go"]), Set("X", 1, 1)]),
        ("go", &[Send(1, "PING"), Send(1, "PONG")]),
    ];
    let world = world(vec![toy(script), idle().immortal()], |a| {
        a.losses = 1;
        a.duplicates = 1;
        crash_budget(a, 1);
        a.crash.amid_sends = true;
        may_return(a, 1, Memory::Lost);
        a.detector = Detector::Perfect;
    });
    let explored = Search::new(&world, &[]).keep_states().run();
    let mut classes = BTreeSet::new();
    for number in 0..explored.states.len() {
        for (step, _) in world.steps(explored.states.get(number)) {
            let kind = world.describe(&[], &step, &[]).kind;
            classes.insert((world.action(&step).0, kind));
        }
    }
    let expected = [
        ("crash", "crash"),
        // A handler that ends in a crash amid its sends is a crash to the scheduler.
        ("crash", "go"),
        ("deliver", "deliver"),
        ("duplicate", "duplicate"),
        ("local", "go"),
        ("lose", "lose"),
        ("return", "return"),
        ("suspect", "suspect"),
        ("timeout", "timeout"),
    ];
    let expected = expected.map(|(class, kind)| (class.to_owned(), kind.to_owned()));
    assert_eq!(Vec::from_iter(classes), expected);
}
