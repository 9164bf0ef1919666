//! Loss, duplication, order.

use super::*;

/// S0 sends these to S1, which remembers in which order they came.
fn sends(messages: &[&'static str]) -> Vec<Toy> {
    let all: Vec<_> = messages.iter().map(|message| Send(1, message)).collect();
    vec![toy(&[("start", &all)]), idle()]
}

fn fifo(assumptions: &mut Assumptions) {
    assumptions.order = Order::Fifo;
}

#[test]
fn a_reliable_channel_delivers_once() {
    // In flight; delivered.
    let counts = explore(world(sends(&["A"]), |_| {}));
    assert_eq!((counts.distinct, counts.total, counts.depth), (2, 2, 1));
}

#[test]
fn in_any_order_messages_overtake_each_other() {
    // Nothing, A, B, AB, BA delivered.
    assert_eq!(count(sends(&["A", "B"]), |_| {}), 5);
}

#[test]
fn in_fifo_order_they_do_not() {
    // Nothing, A, AB delivered.
    assert_eq!(count(sends(&["A", "B"]), fifo), 3);
}

#[test]
fn fifo_is_per_pair_of_nodes() {
    // A from S0 and B from S1 still race to S2: nothing, A, B, AB, BA.
    let toys = || {
        vec![
            toy(&[("start", &[Send(2, "A")])]),
            toy(&[("start", &[Send(2, "B")])]),
            idle(),
        ]
    };
    assert_eq!(count(toys(), fifo), 5);
    // S0 -> S1 and S1 -> S0 are two channels: each of two messages is delivered or not.
    let toys = vec![
        toy(&[("start", &[Send(1, "A")])]),
        toy(&[("start", &[Send(0, "B")])]),
    ];
    assert_eq!(count(toys, fifo), 4);
}

#[test]
fn fifo_holds_for_messages_sent_later_too() {
    // S1 answers GO with A and B; S0 gets GO's answers in order: GO in flight, AB, B, none in flight.
    let toys = vec![
        toy(&[("start", &[Send(1, "GO")])]),
        toy(&[("GO", &[Send(0, "B"), Send(0, "A")])]),
    ];
    let world = world(toys, fifo);
    let state = after(
        &world,
        &["deliver GO S0->S1", "deliver B S1->S0", "deliver A S1->S0"],
    );
    assert_eq!(log(&world, &state, 0), ["B", "A"]);
    assert_eq!(explore(world).distinct, 4);
}

#[test]
fn equal_messages_are_told_apart_by_number_only() {
    // Two, one, none in flight; and one step from each to the next.
    let counts = explore(world(sends(&["A", "A"]), |_| {}));
    assert_eq!((counts.distinct, counts.total), (3, 3));
    let counts = explore(world(sends(&["A", "A"]), fifo));
    assert_eq!((counts.distinct, counts.total), (3, 3));
}

#[test]
fn up_to_b_messages_are_lost() {
    let lossy = |b: Budget| move |a: &mut Assumptions| a.losses = b;
    // In flight, delivered, lost.
    assert_eq!(count(sends(&["A"]), lossy(1)), 3);
    // Without a loss 5. One lost: the other in flight or delivered, 4 in all. Both lost: 1.
    assert_eq!(count(sends(&["A", "B"]), lossy(1)), 5 + 4);
    assert_eq!(count(sends(&["A", "B"]), lossy(2)), 5 + 4 + 1);
    assert_eq!(
        count(sends(&["A", "B"]), lossy(3)),
        10,
        "two messages cannot be lost three times"
    );
}

#[test]
fn in_fifo_order_the_head_of_a_channel_is_lost() {
    let lossy = |b: Budget| {
        move |a: &mut Assumptions| {
            a.losses = b;
            fifo(a);
        }
    };
    // Without a loss 3. A lost: B in flight, B delivered. B lost, after A: A delivered.
    assert_eq!(count(sends(&["A", "B"]), lossy(1)), 3 + 3);
    assert_eq!(count(sends(&["A", "B"]), lossy(2)), 3 + 3 + 1);
}

#[test]
fn up_to_b_messages_are_doubled() {
    let doubling = |b: Budget| move |a: &mut Assumptions| a.duplicates = b;
    // After d doublings there are 1 + d messages, 0 to 1 + d of them delivered; a doubling needs one
    // in flight, so that none is made when all are delivered.
    assert_eq!(count(sends(&["A"]), doubling(0)), 2);
    assert_eq!(count(sends(&["A"]), doubling(1)), 2 + 3);
    assert_eq!(count(sends(&["A"]), doubling(2)), 2 + 3 + 4);
}

#[test]
fn in_fifo_order_the_second_copy_follows_the_first() {
    // Without doubling 3. A doubled: AAB, AB, B, none in flight. B doubled, after A: BB, B, none.
    let doubling = |a: &mut Assumptions| {
        a.duplicates = 1;
        fifo(a);
    };
    assert_eq!(count(sends(&["A", "B"]), doubling), 3 + 4 + 3);
}

/// Of these, `M` is the one that marks its place.
fn marked(place: Place) -> impl Fn(&mut Assumptions) {
    move |assumptions| assumptions.order = Order::Marks(place)
}

#[test]
fn a_mark_that_keeps_its_place_parts_what_came_before_from_what_comes_after() {
    // Nothing, A, B, AB, BA; then the mark and C behind either: ABM, BAM, ABMC, BAMC.
    assert_eq!(count(sends(&["A", "B", "M", "C"]), marked(Place::Kept)), 9);
}

#[test]
fn a_mark_may_overtake_or_be_overtaken_if_only_the_other_is_forbidden() {
    // A, M and C in this order of sending. Nothing overtakes the mark: of the six orders, CAM, CMA and ACM are out.
    let not_overtaken = count(sends(&["A", "M", "C"]), marked(Place::NotOvertaken));
    assert_eq!(
        not_overtaken,
        1 + 2 + 3 + 3,
        "A, M; AM, MA, MC; AMC, MAC, MCA"
    );
    // The mark overtakes nothing: MAC, MCA and CMA are out.
    let not_overtaking = count(sends(&["A", "M", "C"]), marked(Place::NotOvertaking));
    assert_eq!(
        not_overtaking,
        1 + 2 + 3 + 3,
        "A, C; AM, AC, CA; AMC, ACM, CAM"
    );
}

#[test]
fn runs_may_begin_in_several_ways() {
    // One of them sends A, the other A and B: in flight or delivered.
    let two = world(sends(&["A"]), |_| {}).or_with(sends(&["A", "B"]));
    assert_eq!(explore(two).distinct, 2 + 5);
}
