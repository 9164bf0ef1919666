//! Sanz Marco, "Fault Tolerance for Stream Programs on Parallel Platforms", Algorithm 3, as the specification of
//! Algorithm 4.
//!
//! What is asked of [`llsc`](super::llsc) is linearisability: a call may be taken to have happened at one moment between its begin and its
//! end. A call that answers true must have stored `new` over `old`; one that answers false must have a moment at which `*p` was
//! something else. Moments are counted from the LL on: a thread that waits before it might as well have called later.

use super::llsc::{Call, Line, State, Thread, Threads, Value};
use super::memory::NodeId;
use std::collections::BTreeSet;
use verdict_checker::property::Property;

/// The calls that have returned, with what each answered, the values p has had meanwhile, and what it replaced.
fn returned<'a>(
    threads: &'a Threads,
    state: &'a [u32],
) -> impl Iterator<Item = (NodeId, Call, bool, &'a BTreeSet<Value>, Option<Value>)> {
    let view = threads.view(state);
    let location = match view.node(view.len() - 1) {
        Some(State::Location(location)) => location,
        _ => unreachable!("the last actor is the location, and it never crashes"),
    };
    (0..view.len() - 1).filter_map(move |actor| match view.node(actor) {
        Some(State::Thread(Thread {
            at: Line::Returned(call, answer),
            ..
        })) => Some((
            NodeId::of(actor),
            *call,
            *answer,
            &location.since[actor],
            location.replaced[actor],
        )),
        _ => None,
    })
}

/// Whether Algorithm 3 could have answered so at some moment of the call.
fn as_specified(
    call: Call,
    answer: bool,
    since: &BTreeSet<Value>,
    replaced: Option<Value>,
) -> bool {
    match answer {
        true => replaced == Some(call.old),
        false => replaced.is_none() && since.iter().any(|value| *value != call.old),
    }
}

/// Algorithm 3: every call answers, and stores, as at one moment of it Algorithm 3 would have.
pub fn linearisable() -> Property<Threads> {
    Property::always("linearisable", |threads: &Threads, state| {
        returned(threads, state)
            .all(|(_, call, answer, since, replaced)| as_specified(call, answer, since, replaced))
    })
    .when(|threads, state| returned(threads, state).count() > 1)
    .complain(|threads, state| {
        let wrong = returned(threads, state).find(|(_, call, answer, since, replaced)| {
            !as_specified(*call, *answer, since, *replaced)
        });
        let (id, call, answer, since, replaced) =
            wrong.expect("a state that breaks the property has a call that does");
        let old = call.old;
        let call = format!("{call} of n{id} answers {answer}");
        match (answer, replaced) {
            (true, Some(value)) => format!("{call}, and has replaced {value}, not {old}."),
            (true, None) => format!("{call}, and has stored nothing."),
            (false, Some(value)) => format!("{call}, and has replaced {value}."),
            (false, None) => {
                debug_assert!(since.iter().all(|value| *value == old));
                format!("{call}, although *p was {old} all the time.")
            }
        }
    })
}
