//! The same actors in stateright's own `ActorModel`, as far as it can express a world: no crashes, no
//! detector, no bounds.
//!
//! `ActorModel` never consumes a message whose handler leaves the state borrowed and sends nothing; a
//! toy's handlers always write to the state, so that both deliver the same messages. It puts no
//! bound on losses; a toy's log tells how many there were, so that counting them adds no states.

use super::*;
use stateright::actor::{ActorModel, LossyNetwork, Network};

fn in_actor_model(toys: &[Toy], ordered: bool, lossy: bool) -> usize {
    let network = match ordered {
        true => Network::new_ordered([]),
        false => Network::new_unordered_nonduplicating([]),
    };
    let lossy = match lossy {
        true => LossyNetwork::Yes,
        false => LossyNetwork::No,
    };
    let model = ActorModel::<Toy>::new((), ())
        .actors(toys.iter().cloned())
        .init_network(network)
        .lossy_network(lossy)
        .property(stateright::Expectation::Always, "explored", |_, _| true);
    model.checker().spawn_bfs().join().unique_state_count()
}

fn in_our_world(toys: &[Toy], ordered: bool, lossy: bool) -> usize {
    count(toys.to_vec(), |a| {
        a.order = match ordered {
            true => Order::Fifo,
            false => Order::Any,
        };
        a.losses = if lossy { Budget::MAX } else { 0 };
    })
}

/// Distinct states in all four kinds of networks, the same on both sides: any order, any order and
/// lossy, FIFO, FIFO and lossy.
fn counts(toys: &[Toy]) -> [usize; 4] {
    [(false, false), (false, true), (true, false), (true, true)].map(|(ordered, lossy)| {
        let ours = in_our_world(toys, ordered, lossy);
        let theirs = in_actor_model(toys, ordered, lossy);
        assert_eq!(ours, theirs, "ordered: {ordered}, lossy: {lossy}");
        ours
    })
}

#[test]
fn a_request_and_its_answers() {
    let client = toy(&[("start", &[Send(1, "A"), Send(1, "B")])]);
    let server = toy(&[("A", &[Send(0, "C")]), ("B", &[Send(0, "D"), Send(0, "E")])]);
    assert_eq!(counts(&[client, server]), [40, 106, 7, 31]);
}

#[test]
fn a_flood_among_three() {
    // No channel ever carries two messages at once, so that FIFO makes no difference.
    let first = toy(&[("start", &[Send(1, "X"), Send(2, "X")])]);
    let second = toy(&[("X", &[Send(2, "Y"), Send(0, "Y")])]);
    let third = toy(&[("X", &[Send(0, "Z")]), ("Y", &[Send(1, "Z")])]);
    assert_eq!(counts(&[first, second, third]), [34, 120, 34, 120]);
}

#[test]
fn timers_and_local_steps() {
    let waiting = toy(&[
        ("start", &[Set("T", 1, 1), Send(1, "ASK")]),
        ("timeout T", &[Send(1, "ASK AGAIN"), Set("U", 1, 1)]),
        ("ANSWER", &[Cancel("T"), Cancel("U")]),
    ]);
    let answering = toy(&[
        ("ASK", &[Offer(&["answer", "be silent"])]),
        ("answer", &[Send(0, "ANSWER")]),
        ("ASK AGAIN", &[Send(0, "ANSWER")]),
    ]);
    assert_eq!(counts(&[waiting, answering]), [57, 113, 39, 81]);
}
