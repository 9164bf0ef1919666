//! Who is told about crashes.

use super::*;

/// S0 may crash; S1 watches it and never crashes; S0 watches nobody.
fn pair() -> Vec<Toy> {
    let watched = Toy {
        watches_after: Some("never"),
        ..idle()
    };
    vec![watched, idle().immortal()]
}

fn detecting(detector: Detector) -> impl Fn(&mut Assumptions) {
    move |assumptions| {
        crash_budget(assumptions, 1);
        assumptions.detector = detector;
    }
}

#[test]
fn without_a_detector_nobody_is_told() {
    // S0 up, S0 down.
    assert_eq!(count(pair(), detecting(Detector::None)), 2);
}

#[test]
fn a_perfect_detector_reports_every_crash_once_and_nothing_else() {
    // Up; down; down and reported.
    assert_eq!(count(pair(), detecting(Detector::Perfect)), 3);
    let world = world(pair(), detecting(Detector::Perfect));
    assert_eq!(enabled(&world, &first_state(&world)), ["crash S0"]);
    let reported = after(&world, &["crash S0", "suspect S0 at S1"]);
    assert_eq!(enabled(&world, &reported), [""; 0]);
}

#[test]
fn a_mistaken_detector_reports_up_to_b_nodes_that_are_up() {
    // As above, and: reported while up; then down, and not reported a second time.
    let mistaken = |mistakes| detecting(Detector::Mistaken { mistakes });
    assert_eq!(count(pair(), mistaken(1)), 3 + 2);
    assert_eq!(
        count(pair(), mistaken(2)),
        5,
        "no node is reported twice to the same one"
    );
    assert_eq!(count(pair(), mistaken(0)), 3);
}

#[test]
fn mistakes_are_counted_over_all_nodes() {
    // Three nodes that never crash; each of the 6 ordered pairs may be reported, at most one: 1 + 6; at most
    // two: 1 + 6 + the pairs of reports, 15, and those of one node in either order, 3 more.
    let toys = || vec![idle().immortal(); 3];
    let mistaken =
        |mistakes| move |a: &mut Assumptions| a.detector = Detector::Mistaken { mistakes };
    assert_eq!(count(toys(), mistaken(1)), 1 + 6);
    assert_eq!(count(toys(), mistaken(2)), 1 + 6 + 15 + 3);
}

#[test]
fn who_does_not_watch_is_not_told() {
    let mut toys = pair();
    toys[1].watches_after = Some("never");
    assert_eq!(count(toys, detecting(Detector::Perfect)), 2);
}

#[test]
fn who_begins_to_watch_is_told_of_earlier_crashes() {
    let mut toys = pair();
    toys[1].watches_after = Some("P");
    toys[0].script = vec![("start", vec![Send(1, "P")])];
    let world = world(toys, detecting(Detector::Perfect));
    let blind = after(&world, &["crash S0"]);
    assert_eq!(enabled(&world, &blind), ["deliver P S0->S1"]);
    let watching = after(&world, &["crash S0", "deliver P S0->S1"]);
    assert_eq!(enabled(&world, &watching), ["suspect S0 at S1"]);
}

#[test]
fn a_late_report_waits_for_the_last_message_of_the_crashed() {
    let mut toys = pair();
    toys[0].script = vec![("start", vec![Send(1, "P")])];
    let late = |a: &mut Assumptions| {
        detecting(Detector::Perfect)(a);
        a.late_reports = true;
    };
    let world = world(toys.clone(), late);
    let sent = after(&world, &["crash S0"]);
    assert_eq!(enabled(&world, &sent), ["deliver P S0->S1"]);
    let arrived = after(&world, &["crash S0", "deliver P S0->S1"]);
    assert_eq!(enabled(&world, &arrived), ["suspect S0 at S1"]);
    // Up or down, P on its way or arrived, and reported after that; a report at any moment would add
    // two more: reported before P arrives, and P after it, which S1 remembers in that order.
    assert_eq!(count(toys.clone(), late), 4 + 1);
    assert_eq!(count(toys, detecting(Detector::Perfect)), 4 + 1 + 2);
}

#[test]
fn the_dead_are_told_nothing() {
    let world = world(vec![idle(); 2], |a| {
        detecting(Detector::Perfect)(a);
        crash_budget(a, 2);
    });
    let dead = after(&world, &["crash S0", "crash S1"]);
    assert_eq!(enabled(&world, &dead), [""; 0]);
}

#[test]
fn a_return_withdraws_a_report_that_was_not_delivered() {
    let world = world(pair(), |a| {
        detecting(Detector::Perfect)(a);
        may_return(a, 1, Memory::Lost);
    });
    let back = after(&world, &["crash S0", "return S0"]);
    assert_eq!(enabled(&world, &back), [""; 0]);
    // Up, down, reported; back, unreported or reported before.
    assert_eq!(explore(world).distinct, 5);
}

#[test]
fn the_next_crash_is_reported_anew() {
    let world = world(pair(), |a| {
        detecting(Detector::Perfect)(a);
        crash_budget(a, 2);
        may_return(a, 1, Memory::Lost);
    });
    let once = ["crash S0", "suspect S0 at S1", "return S0"];
    let back = after(&world, &once);
    assert!(world.view(&back).local(1).reported.is_empty());
    let twice = [&once[..], &["crash S0", "suspect S0 at S1"]].concat();
    let state = after(&world, &twice);
    assert_eq!(log(&world, &state, 1), ["suspect S0", "suspect S0"]);
}

#[test]
fn who_has_forgotten_a_report_hears_it_again() {
    let path = ["crash S0", "suspect S0 at S1", "crash S1", "return S1"];
    for (memory, told_again) in [
        (Memory::Lost, true),
        (Memory::Stable, true),
        (Memory::Kept, false),
    ] {
        let world = world(vec![idle(); 2], |a| {
            detecting(Detector::Perfect)(a);
            crash_budget(a, 2);
            may_return(a, 1, memory);
        });
        let back = after(&world, &path);
        let again = enabled(&world, &back).contains(&"suspect S0 at S1".to_owned());
        assert_eq!(again, told_again, "{memory:?}");
    }
}

#[test]
fn a_return_also_clears_the_reports_that_a_pausing_node_keeps() {
    let world = world(vec![idle(); 2], |a| {
        detecting(Detector::Perfect)(a);
        crash_budget(a, 3);
        may_return(a, 2, Memory::Kept);
    });
    let path = [
        "crash S0",
        "suspect S0 at S1",
        "crash S1",
        "return S0",
        "return S1",
        "crash S0",
        "suspect S0 at S1",
    ];
    let state = after(&world, &path);
    assert_eq!(log(&world, &state, 1), ["suspect S0", "suspect S0"]);
}
