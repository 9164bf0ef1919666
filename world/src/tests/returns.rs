//! What a node that comes back remembers.

use super::*;

/// S1 gets a message and does this; only S1 may crash.
fn receiver(on_message: &[Do]) -> Vec<Toy> {
    vec![
        toy(&[("start", &[Send(1, "P")])]).immortal(),
        toy(&[("P", on_message)]),
    ]
}

fn returning(crashes: Budget, times: Budget, memory: Memory) -> impl Fn(&mut Assumptions) {
    move |assumptions| {
        crash_budget(assumptions, crashes);
        may_return(assumptions, times, memory);
    }
}

#[test]
fn crashes_and_returns_have_budgets_of_their_own() {
    let node = || vec![idle()];
    // Up, down, back, down again, back again: as far as both budgets reach.
    assert_eq!(count(node(), returning(2, 2, Memory::Lost)), 5);
    assert_eq!(count(node(), returning(2, 1, Memory::Lost)), 4);
    assert_eq!(count(node(), returning(1, 2, Memory::Lost)), 3);
    assert_eq!(count(node(), |a| crash_budget(a, 2)), 2, "never back");
}

#[test]
fn memory_lost() {
    // P in flight: up, down, back. P delivered: up, down, back with nothing remembered, or delivered after
    // the return and remembered.
    assert_eq!(count(receiver(&[]), returning(1, 1, Memory::Lost)), 7);
    // What was saved is lost too.
    assert_eq!(count(receiver(&[Save]), returning(1, 1, Memory::Lost)), 7);
}

#[test]
fn memory_kept() {
    // P in flight or delivered; up, down, back.
    assert_eq!(count(receiver(&[]), returning(1, 1, Memory::Kept)), 6);
}

#[test]
fn stable_storage_kept() {
    // As with memory lost; but who is back after the delivery knows what was saved, and that it is back.
    assert_eq!(count(receiver(&[Save]), returning(1, 1, Memory::Stable)), 7);
    let world = world(receiver(&[Save]), returning(1, 1, Memory::Stable));
    let restored = after(&world, &["deliver P S0->S1", "crash S1", "return S1"]);
    assert_eq!(log(&world, &restored, 1), ["P", "restored"]);
    let fresh = after(&world, &["crash S1", "return S1", "deliver P S0->S1"]);
    assert_eq!(log(&world, &fresh, 1), ["P"]);
}

#[test]
fn nothing_saved_is_nothing_kept() {
    let world = world(receiver(&[]), returning(1, 1, Memory::Stable));
    let state = after(&world, &["deliver P S0->S1", "crash S1", "return S1"]);
    assert_eq!(log(&world, &state, 1), [""; 0]);
    assert_eq!(explore(world).distinct, 7);
}

#[test]
fn a_crash_is_a_pause_for_timers_and_local_steps_if_memory_is_kept() {
    // The first PING sets a timer and opens a step; starting again does neither.
    let busy = || receiver(&[Set("T", 1, 1), Offer(&["go"])]);
    let path = ["deliver P S0->S1", "crash S1", "return S1"];
    let kept = world(busy(), returning(1, 1, Memory::Kept));
    assert_eq!(
        enabled(&kept, &after(&kept, &path)),
        ["go S1", "timeout T at S1"]
    );
    for memory in [Memory::Lost, Memory::Stable] {
        let world = world(busy(), returning(1, 1, memory));
        assert_eq!(enabled(&world, &after(&world, &path)), [""; 0]);
    }
}

#[test]
fn nothing_happens_to_a_node_that_is_down() {
    let busy = receiver(&[Set("T", 1, 1), Offer(&["go"])]);
    let world = world(busy, returning(1, 1, Memory::Kept));
    let down = after(&world, &["deliver P S0->S1", "crash S1"]);
    assert_eq!(enabled(&world, &down), ["return S1"]);
}

#[test]
fn who_starts_again_without_memory_starts_as_on_the_first_day() {
    let starting = toy(&[("start", &[Send(1, "HELLO"), Offer(&["go"])])]);
    let world = world(
        vec![starting, idle().immortal()],
        returning(1, 1, Memory::Lost),
    );
    let back = after(&world, &["crash S0", "return S0"]);
    assert_eq!(network(&world, &back), ["HELLO", "HELLO"]);
    assert_eq!(enabled(&world, &back), ["deliver HELLO S0->S1", "go S0"]);
}

#[test]
fn a_crash_cuts_a_new_start_as_any_other_handler() {
    let starting = || {
        let hello = toy(&[("start", &[Send(1, "HELLO"), Send(1, "AGAIN")])]);
        vec![hello, idle().immortal()]
    };
    let amid = |crashes| {
        move |a: &mut Assumptions| {
            returning(crashes, 1, Memory::Lost)(a);
            a.crash.amid_sends = true;
        }
    };
    let cut = |left: &str| format!("return S0, crash S0 having sent only {left}");
    let twice = world(starting(), amid(2));
    let down = after(&twice, &["crash S0"]);
    let steps = enabled(&twice, &down);
    for left in ["nothing", "HELLO->S1", "AGAIN->S1"] {
        assert!(steps.contains(&cut(left)), "{left} is not in {steps:?}");
    }
    let again = after(&twice, &["crash S0", &cut("HELLO->S1")]);
    let mut messages = network(&twice, &again);
    messages.sort_unstable();
    assert_eq!(messages, ["AGAIN", "HELLO", "HELLO"]);
    assert!(!enabled(&twice, &again).contains(&"return S0".to_owned()));
    explore(twice);
    // A second crash that nobody grants does not happen.
    let once = world(starting(), amid(1));
    let down = after(&once, &["crash S0"]);
    let cuts = enabled(&once, &down).into_iter();
    assert_eq!(cuts.filter(|label| label.contains("only")).count(), 0);
}
