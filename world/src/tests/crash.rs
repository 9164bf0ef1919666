//! Who may crash, how many at once, and amid what.

use super::*;

/// Any number of crashes, at most so many in a row.
fn consecutive(k: u8) -> impl Fn(&mut Assumptions) {
    move |assumptions| {
        crash_budget(assumptions, 64);
        assumptions.crash.consecutive = Some(k);
    }
}

#[test]
fn a_budget_bounds_the_crashes_of_a_run() {
    let two = || vec![idle(), idle()];
    assert_eq!(count(two(), |a| crash_budget(a, 0)), 1);
    // Both up; S0 down; S1 down.
    assert_eq!(count(two(), |a| crash_budget(a, 1)), 3);
    assert_eq!(count(two(), |a| crash_budget(a, 2)), 4);
}

#[test]
fn some_nodes_never_crash() {
    let toys = vec![idle().immortal(), idle()];
    assert_eq!(count(toys, |a| crash_budget(a, 2)), 2);
}

#[test]
fn at_most_k_consecutive_counts_around_the_ring() {
    // Binary words around a ring without two neighbouring ones: the Lucas numbers 4, 7, 11.
    for (nodes, words) in [(3, 4), (4, 7), (5, 11)] {
        assert_eq!(
            count(vec![idle(); nodes], consecutive(1)),
            words,
            "{nodes} nodes"
        );
    }
    // Without three neighbouring ones: 1 + 3 + 3; 1 + 4 + 6; 1 + 5 + 10 + 5; 1 + 6 + 15 + 14 + 3.
    for (nodes, words) in [(3, 7), (4, 11), (5, 21), (6, 39)] {
        assert_eq!(
            count(vec![idle(); nodes], consecutive(2)),
            words,
            "{nodes} nodes"
        );
    }
}

#[test]
fn the_first_node_is_the_neighbour_of_the_last() {
    let world = world(vec![idle(); 4], consecutive(1));
    let down = after(&world, &["crash S0"]);
    assert_eq!(enabled(&world, &down), ["crash S2"]);
}

#[test]
fn a_crash_may_join_two_rows_only_if_the_whole_is_short_enough() {
    let world = world(vec![idle(); 6], consecutive(2));
    let apart = after(&world, &["crash S0", "crash S2"]);
    // S1 would make three in a row; so would not S3 (S2, S3), S5 (S5, S0), S4.
    assert_eq!(
        enabled(&world, &apart),
        ["crash S3", "crash S4", "crash S5"]
    );
}

#[test]
fn a_bound_that_was_dropped_allows_one_more() {
    let dropped = |a: &mut Assumptions| {
        consecutive(1)(a);
        a.drop_named("at-most-k-in-a-row").unwrap();
    };
    assert_eq!(count(vec![idle(); 4], dropped), 11);
}

#[test]
fn messages_to_the_dead_are_dropped_if_nobody_returns() {
    let sent = || vec![toy(&[("start", &[Send(1, "A")])]), idle()];
    let never = world(sent(), |a| crash_budget(a, 1));
    let dead = after(&never, &["crash S1"]);
    assert_eq!(network(&never, &dead), [""; 0]);
    let returning = world(sent(), |a| {
        crash_budget(a, 1);
        may_return(a, 1, Memory::Lost);
    });
    let dead = after(&returning, &["crash S1"]);
    assert_eq!(network(&returning, &dead), ["A"]);
    let back = after(&returning, &["crash S1", "return S1", "deliver A S0->S1"]);
    assert_eq!(log(&returning, &back, 1), ["A"]);
}

#[test]
fn messages_sent_to_the_dead_are_dropped_as_well() {
    let script: &[(&str, &[Do])] = &[("start", &[Offer(&["go"])]), ("go", &[Send(1, "A")])];
    let world = world(vec![toy(script), idle()], |a| crash_budget(a, 1));
    let state = after(&world, &["crash S1", "go S0"]);
    assert_eq!(network(&world, &state), [""; 0]);
}

#[test]
fn messages_of_the_dead_still_arrive() {
    let sent = vec![toy(&[("start", &[Send(1, "A")])]), idle()];
    let world = world(sent, |a| crash_budget(a, 1));
    let state = after(&world, &["crash S0", "deliver A S0->S1"]);
    assert_eq!(log(&world, &state, 1), ["A"]);
}

/// S0 may broadcast to all others, and only S0 may crash.
fn broadcast(receivers: usize) -> Vec<Toy> {
    let messages = ["A", "B", "C"];
    let sends: Vec<_> = (1..=receivers).map(|j| Send(j, messages[j - 1])).collect();
    let mut toys = vec![toy(&[("start", &[Offer(&["go"])]), ("go", &sends)])];
    toys.extend(vec![idle().immortal(); receivers]);
    toys
}

fn amid_sends(assumptions: &mut Assumptions) {
    crash_budget(assumptions, 1);
    assumptions.crash.amid_sends = true;
}

#[test]
fn a_crash_cuts_a_broadcast_anywhere() {
    // Before the broadcast: up, down. After it: each of A, B in flight or delivered, S0 up or down: 8.
    assert_eq!(count(broadcast(2), |a| crash_budget(a, 1)), 2 + 8);
    // Only A has left, or only B: in flight or delivered. None left is a crash before, all is one after.
    assert_eq!(count(broadcast(2), amid_sends), 2 + 8 + 4);
}

#[test]
fn a_cut_broadcast_with_returns_may_have_sent_nothing() {
    let kept = |a: &mut Assumptions| {
        crash_budget(a, 1);
        may_return(a, 1, Memory::Kept);
    };
    // Up, down, back: before the step; after it with the message in flight; after its delivery.
    assert_eq!(count(broadcast(1), kept), 9);
    // And: it remembers the step, but nothing has left: down, back.
    let cut = |a: &mut Assumptions| {
        kept(a);
        amid_sends(a);
    };
    assert_eq!(count(broadcast(1), cut), 11);
}

#[test]
fn every_part_of_a_broadcast_may_leave() {
    let cut_labels = |world: &World<Toy>, state: &[u32]| -> Vec<String> {
        let labels = enabled(world, state).into_iter();
        labels.filter(|label| label.contains("only")).collect()
    };
    let cut = |left: &str| format!("go S0, crash S0 having sent only {left}");
    let parts = [
        "A->S1",
        "B->S2",
        "A->S1 and B->S2",
        "C->S3",
        "A->S1 and C->S3",
        "B->S2 and C->S3",
    ];
    let never = world(broadcast(3), amid_sends);
    assert_eq!(cut_labels(&never, &first_state(&never)), parts.map(cut));
    let returning = world(broadcast(3), |a| {
        amid_sends(a);
        may_return(a, 1, Memory::Lost);
    });
    let mut with_nothing = vec![cut("nothing")];
    with_nothing.extend(parts.map(cut));
    assert_eq!(
        cut_labels(&returning, &first_state(&returning)),
        with_nothing
    );
}

/// S0 may send so many equal messages to S1, and crash amid them.
fn many(messages: usize) -> World<Toy> {
    let sends = vec![Send(1, "A"); messages];
    let sender = toy(&[("start", &[Offer(&["go"])]), ("go", &sends)]);
    let mut receiver = idle().immortal();
    receiver.forgetful = true;
    world(vec![sender, receiver], amid_sends)
}

#[test]
fn what_is_too_much_to_be_cut_in_every_way_lies_beyond_the_boundary() {
    for messages in [19, 40, 64, 70] {
        let explored = Search::new(&many(messages), &[]).run();
        assert_eq!(
            explored.cut,
            Some(verdict_checker::search::Cut::Boundary),
            "{messages} messages"
        );
        // Up, before. After: 0 to all of them in flight, S0 up or down; down with none in flight is as before.
        assert_eq!(explored.counts.distinct, 1 + 2 * (messages + 1));
    }
}

#[test]
fn the_most_that_is_cut_is_cut_in_every_way() {
    let explored = Search::new(&many(18), &[]).run();
    assert_eq!(explored.cut, None);
    // The parts that left before a crash are states that delivery leads to as well.
    assert_eq!(explored.counts.distinct, 1 + 2 * 19);
}

#[test]
fn a_message_to_the_dead_is_no_part_of_a_broadcast_if_nobody_returns() {
    let mut toys = broadcast(3);
    toys[1].immortal = false;
    let world = world(toys, |a| {
        amid_sends(a);
        crash_budget(a, 2);
    });
    let state = after(&world, &["crash S1"]);
    assert_eq!(
        enabled(&world, &state),
        [
            "go S0",
            "crash S0",
            "go S0, crash S0 having sent only B->S2",
            "go S0, crash S0 having sent only C->S3",
        ]
    );
}

#[test]
fn a_crash_amid_sends_is_a_crash_like_any_other() {
    let none_left = world(broadcast(2), |a| {
        amid_sends(a);
        crash_budget(a, 0);
    });
    assert_eq!(enabled(&none_left, &first_state(&none_left)), ["go S0"]);
    let neighbours = world(broadcast(2), |a| {
        amid_sends(a);
        crash_budget(a, 3);
        a.crash.consecutive = Some(0);
    });
    assert_eq!(enabled(&neighbours, &first_state(&neighbours)), ["go S0"]);
}

#[test]
fn the_event_that_was_cut_short_is_over() {
    let answering = toy(&[("GO", &[Send(1, "A"), Send(1, "B")])]);
    let world = world(
        vec![answering, toy(&[("start", &[Send(0, "GO")])]).immortal()],
        |a| {
            amid_sends(a);
            may_return(a, 1, Memory::Kept);
        },
    );
    let cut = "deliver GO S1->S0, crash S0 having sent only B->S1";
    let state = after(&world, &[cut]);
    assert_eq!(network(&world, &state), ["B"]);
    let back = after(&world, &[cut, "return S0"]);
    assert_eq!(
        log(&world, &back, 0),
        ["GO"],
        "its state is that after the handler"
    );
}

/// S0 accesses S1, which cannot crash and answers, and sends it a message.
fn accessing() -> Vec<Toy> {
    vec![
        toy(&[("start", &[Send(1, "ACCESS"), Send(1, "P")])]),
        toy(&[("ACCESS", &[Send(0, "ACCESS done")])]).immortal(),
    ]
}

#[test]
fn an_access_dies_with_its_node_and_mail_does_not() {
    for order in [Order::Any, Order::Fifo] {
        let world = world(accessing(), |a| {
            crash_budget(a, 1);
            may_return(a, 1, Memory::Lost);
            a.order = order;
        });
        let before = after(&world, &["crash S0"]);
        assert_eq!(enabled(&world, &before), ["deliver P S0->S1", "return S0"]);
        let answered = after(&world, &["deliver ACCESS S0->S1", "crash S0", "return S0"]);
        let starts_again = ["deliver ACCESS S0->S1", "deliver P S0->S1"];
        let next = enabled(&world, &answered);
        assert!(
            next.iter().all(|step| starts_again.contains(&&step[..])),
            "{next:?}"
        );
    }
}

#[test]
fn how_many_states_an_access_has() {
    // S1 has seen nothing, P, the access, or both in either order: 5. While S0 is up, the answer to an access is on its way or
    // back: 1 + 1 + 3 * 2. When it is down, there is none: 5.
    assert_eq!(count(accessing(), |a| crash_budget(a, 1)), 13);
}

#[test]
fn what_a_crash_leaves_is_seen_and_does_nothing() {
    let toys = || vec![toy(&[("start", &[Offer(&["work"])])]), idle()];
    let forgotten = world(toys(), |a| crash_budget(a, 1));
    let kept = world(toys().into_iter().map(Toy::remembered).collect(), |a| {
        crash_budget(a, 1)
    });
    let down = |world: &World<Toy>| after(world, &["work S0", "crash S0"]);
    assert_eq!(forgotten.view(&down(&forgotten)).local(0).state, None);
    assert!(kept.view(&down(&kept)).local(0).state.is_some());
    assert!(
        kept.view(&down(&kept)).node(0).is_none(),
        "it is down all the same"
    );
    assert_eq!(
        enabled(&kept, &down(&kept)),
        enabled(&forgotten, &down(&forgotten))
    );
}
