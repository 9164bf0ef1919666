//! Stale messages: dropped if, and only if, their delivery would change nothing.

use super::*;
use verdict_checker::judge::Subject;
use verdict_checker::property::Property;
use verdict_checker::trace::Origin;

/// S0 sends two stale messages to S1, which has the date 5 and remembers nothing.
fn stale(answers: &[Do]) -> Vec<Toy> {
    let clerk = Toy {
        forgetful: true,
        ..toy(&[("OLD", answers)])
    };
    vec![toy(&[("start", &[Send(1, "OLD"), Send(1, "OLD")])]), clerk]
}

#[test]
fn a_stale_message_that_changes_nothing_is_dropped_at_once() {
    assert_eq!(count(stale(&[]), |_| {}), 1);
    let plain = world(stale(&[]), |_| {}).plainly();
    assert_eq!(
        explore(plain).distinct,
        3,
        "plainly: two, one, none in flight"
    );
}

#[test]
fn a_stale_message_that_is_answered_is_kept() {
    // n of 2 are still in flight; of the 2 - n answers 0 to 2 - n are delivered: 1 + 2 + 3. Here delivering
    // one of two equal messages leaves the receiver as it was, and the other message with it.
    assert_eq!(count(stale(&[Send(0, "AGAIN")]), |_| {}), 6);
    let plain = world(stale(&[Send(0, "AGAIN")]), |_| {}).plainly();
    assert_eq!(explore(plain).distinct, 6);
}

#[test]
fn if_nodes_return_nothing_is_stale() {
    let returning = |a: &mut Assumptions| may_return(a, 1, Memory::Lost);
    assert_eq!(count(stale(&[]), returning), 3);
}

#[test]
fn a_state_with_stale_messages_moves_as_the_one_without() {
    for answers in [&[][..], &[Send(0, "AGAIN")]] {
        for crashes in [0, 1] {
            let space = world(stale(answers), |a| crash_budget(a, crashes));
            let subject = Subject {
                space: Arc::new(space),
                property: Property::always("anything", |_, _| true),
                fairness: Vec::new(),
                origin: Origin::default(),
            };
            let compared = subject.compare_plain(1000).expect("a world");
            let compared = compared.expect("the same moves");
            let leaves_out = answers.is_empty() || crashes > 0;
            assert!(compared.exhausted);
            assert_eq!(
                compared.plain > compared.reduced,
                leaves_out,
                "{compared:?}"
            );
        }
    }
}
