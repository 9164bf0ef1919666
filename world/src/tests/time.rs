//! Asynchronous, synchronous, ticks.

use super::*;

fn synchronous(assumptions: &mut Assumptions) {
    assumptions.time = Time::Synchronous;
}

fn ticking(delay: u8) -> impl Fn(&mut Assumptions) {
    move |assumptions| assumptions.time = Time::Ticks { delay }
}

/// S0 waits with a timer of two ticks; S1 has sent it a message.
fn waiting(on_message: &[Do]) -> Vec<Toy> {
    let script: &[(&str, &[Do])] = &[("start", &[Set("T", 2, 2)]), ("PING", on_message)];
    vec![toy(script), toy(&[("start", &[Send(0, "PING")])])]
}

#[test]
fn asynchronous_timers_race_with_messages() {
    // Nothing, T, P, TP, PT.
    assert_eq!(count(waiting(&[]), |_| {}), 5);
}

#[test]
fn a_cancelled_timer_does_not_fire() {
    // Nothing, T, TP, P.
    assert_eq!(count(waiting(&[Cancel("T")]), |_| {}), 4);
}

#[test]
fn a_timer_fires_once_unless_it_is_set_again() {
    let once = vec![toy(&[("start", &[Set("T", 1, 1)])])];
    assert_eq!(count(once, |_| {}), 2);
    // Set again in the first two of its three firings: 0, 1, 2, 3 firings.
    let script: &[(&str, &[Do])] = &[
        ("start", &[Set("A", 1, 1)]),
        ("timeout A", &[Set("B", 1, 1)]),
        ("timeout B", &[Set("C", 1, 1)]),
    ];
    assert_eq!(count(vec![toy(script)], |_| {}), 4);
}

#[test]
fn a_synchronous_timer_waits_for_what_could_answer() {
    // Nothing, P, PT: never T before P.
    assert_eq!(count(waiting(&[]), synchronous), 3);
    // Nothing, P: the answer cancels the timer.
    assert_eq!(count(waiting(&[Cancel("T")]), synchronous), 2);
}

#[test]
fn a_synchronous_timer_does_not_wait_for_other_messages() {
    let mut toys = waiting(&[]);
    toys[0].ignorable = &["PING"];
    assert_eq!(count(toys, synchronous), 5);
}

#[test]
fn a_synchronous_timer_waits_for_an_open_local_step() {
    let toys = |ignorable| {
        let mut waiting = toy(&[("start", &[Set("T", 1, 1)])]);
        waiting.ignorable = ignorable;
        let script: &[(&str, &[Do])] = &[
            ("start", &[Offer(&["answer"])]),
            ("answer", &[Send(0, "ANSWER")]),
        ];
        vec![waiting, toy(script)]
    };
    // The step open; the answer in flight; delivered; then T.
    assert_eq!(count(toys(&[]), synchronous), 4);
    // T may also come first, not while the answer is in flight: T, answer sent, answer delivered.
    assert_eq!(count(toys(&["answer"]), synchronous), 4 + 3);
}

#[test]
fn a_synchronous_timer_does_not_wait_for_the_dead() {
    // S0 has sent a request to S1 and awaits the answer.
    let asking = || {
        let start: &[Do] = &[Set("T", 1, 1), Send(1, "REQUEST")];
        vec![toy(&[("start", start)]).immortal(), idle()]
    };
    let never = world(asking(), |a| {
        synchronous(a);
        crash_budget(a, 1);
    });
    let start = first_state(&never);
    assert_eq!(
        enabled(&never, &start),
        ["deliver REQUEST S0->S1", "crash S1"]
    );
    let dead = after(&never, &["crash S1"]);
    assert_eq!(enabled(&never, &dead), ["timeout T at S0"]);
    // Where nodes return the request waits, but nobody is there to answer it.
    let returning = world(asking(), |a| {
        synchronous(a);
        crash_budget(a, 1);
        may_return(a, 1, Memory::Lost);
    });
    let dead = after(&returning, &["crash S1"]);
    assert_eq!(network(&returning, &dead), ["REQUEST"]);
    assert_eq!(enabled(&returning, &dead), ["timeout T at S0", "return S1"]);
}

#[test]
fn a_message_takes_one_to_d_ticks() {
    let sent = || vec![toy(&[("start", &[Send(1, "A")])]), idle()];
    // Age 0 (it cannot arrive yet) to d, and delivered.
    assert_eq!(count(sent(), ticking(1)), 3);
    assert_eq!(count(sent(), ticking(2)), 4);
    let world = world(sent(), ticking(2));
    assert_eq!(enabled(&world, &first_state(&world)), ["tick"]);
    assert_eq!(
        enabled(&world, &after(&world, &["tick"])),
        ["deliver A S0->S1 after 1", "tick"]
    );
    // At its latest, time waits for it.
    assert_eq!(
        enabled(&world, &after(&world, &["tick", "tick"])),
        ["deliver A S0->S1 after 2"]
    );
}

#[test]
fn time_does_not_pass_when_nothing_waits_for_it() {
    assert_eq!(count(vec![idle()], ticking(1)), 1);
}

#[test]
fn timers_count_ticks() {
    let timer = |may, must| vec![toy(&[("start", &[Set("T", may, must)])])];
    // 2, 1, 0 ticks to go, fired.
    let exact = explore(world(timer(2, 2), ticking(1)));
    assert_eq!((exact.distinct, exact.depth), (4, 3));
    // May fire after 1, must after 3: 3, 2, 1, 0 ticks to the latest moment, fired.
    let range = world(timer(1, 3), ticking(1));
    assert_eq!(enabled(&range, &first_state(&range)), ["tick"]);
    assert_eq!(
        enabled(&range, &after(&range, &["tick"])),
        ["timeout T at S0", "tick"]
    );
    assert_eq!(
        enabled(&range, &after(&range, &["tick", "tick", "tick"])),
        ["timeout T at S0"]
    );
    assert_eq!(explore(range).distinct, 5);
}

#[test]
fn a_timer_longer_than_the_delay_never_beats_the_message() {
    // Sent; arriving, since time waits; delivered.
    assert_eq!(count(waiting(&[Cancel("T")]), ticking(1)), 3);
}

#[test]
fn a_timer_shorter_than_the_delay_may() {
    // After 0, 1, 2 ticks nothing yet (3); P (1). At 2 ticks T is due: T with the message of age 2, then 3,
    // then TP (3).
    assert_eq!(count(waiting(&[Cancel("T")]), ticking(3)), 7);
}

#[test]
fn what_falls_due_at_a_node_that_is_down_is_gone() {
    let sent = vec![toy(&[("start", &[Send(1, "A")])]).immortal(), idle()];
    let world = world(sent, |a| {
        ticking(1)(a);
        crash_budget(a, 1);
        may_return(a, 1, Memory::Lost);
    });
    let waits = after(&world, &["crash S1", "tick"]);
    assert_eq!(network(&world, &waits), ["A"]);
    let gone = after(&world, &["crash S1", "tick", "tick"]);
    assert_eq!(network(&world, &gone), [""; 0]);
}

#[test]
fn a_crashed_node_holds_no_time_up() {
    let timer = vec![toy(&[("start", &[Set("T", 1, 1)])]), idle().immortal()];
    let world = world(timer, |a| {
        ticking(1)(a);
        crash_budget(a, 1);
    });
    let crashed = after(&world, &["tick", "crash S0"]);
    assert_eq!(enabled(&world, &crashed), [""; 0]);
}
