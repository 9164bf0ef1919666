//! What is asked of Martin's algorithm alone: how many requests are pending.

use super::{Martin, Object};
use crate::ring::Ring;
use crate::ring::applications::{Phase, in_phase};
use crate::ring::properties::holders;
use verdict_checker::property::Property;

/// Whether a live site holds the token.
fn token_is_held(ring: &Ring<Martin>, state: &[u32]) -> bool {
    let view = ring.view(state);
    !holders(&view, Object::Token).is_empty()
}

fn complain_of_waiting(ring: &Ring<Martin>, state: &[u32]) -> String {
    let waiting = in_phase(ring, state, Phase::Wants);
    let names: Vec<_> = waiting.iter().map(|i| format!("S{i}")).collect();
    let nodes = ring.actors().len();
    format!(
        "The requests of {} are pending at the same time: {} on a ring of {nodes} sites.",
        names.join(" and "),
        waiting.len()
    )
}

/// "The maximum number of pending requests is N - 1 for a ring with N sites."
pub fn bounded_requests() -> Property<Ring<Martin>> {
    Property::always("at most N - 1 requests are pending", |ring, state| {
        in_phase(ring, state, Phase::Wants).len() < ring.actors().len()
    })
    .when(|ring, state| !in_phase(ring, state, Phase::Wants).is_empty())
    .complain(complain_of_waiting)
}

/// The same while a live site holds the token.
pub fn bounded_while_held() -> Property<Ring<Martin>> {
    Property::always("at most N - 1 while the token is held", |ring, state| {
        let pending = in_phase(ring, state, Phase::Wants).len();
        !token_is_held(ring, state) || pending < ring.actors().len()
    })
    .when(|ring, state| {
        token_is_held(ring, state) && !in_phase(ring, state, Phase::Wants).is_empty()
    })
    .complain(complain_of_waiting)
}
