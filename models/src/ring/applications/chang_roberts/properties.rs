//! What is asked of Chang and Roberts' election.

use super::{Candidate, ChangRoberts};
use crate::ring::Ring;
use crate::ring::plugin::Token;
use verdict_checker::property::{Promise, Property};
use verdict_world::NodeSet;

/// The live sites that consider themselves leader.
fn leaders(ring: &Ring<ChangRoberts>, state: &[u32]) -> NodeSet {
    let view = ring.view(state);
    let leaders = view.live().filter(|(_, site)| site.own.elected);
    leaders.map(|(i, _)| i).collect()
}

/// No two live sites consider themselves leader.
pub fn unique() -> Property<Ring<ChangRoberts>> {
    Property::always("one leader", |ring, state| leaders(ring, state).len() <= 1)
        .when(|ring, state| !leaders(ring, state).is_empty())
        .complain(|ring, state| {
            let leaders = leaders(ring, state).iter();
            let leaders: Vec<_> = leaders.map(|i| format!("S{i}")).collect();
            format!("{} consider themselves leader.", leaders.join(" and "))
        })
}

/// Whether a live site has sent k+1 copies of a claim: its own, or one that it has passed on. (Who registers on
/// forwarding has done so then; what it has passed on, it knows the count of.)
fn under_way(ring: &Ring<ChangRoberts>, state: &[u32]) -> bool {
    let view = ring.view(state);
    let mut live = view.live();
    live.any(|(_, site)| {
        let mut held = site.held.values();
        let passed_on = held.any(|held| held.token == Token::None && held.count > 0);
        site.own.candidate || site.own.leader.is_some() || passed_on
    })
}

/// "The leader election algorithm ends", and with lines 47-49 the leader is not faulty: once a claim is under
/// way, a live site considers itself leader, and if it crashes another does.
pub fn live_leader() -> Property<Ring<ChangRoberts>> {
    let elected = Promise::leads_to(
        "a live site considers itself leader, once a claim is under way",
        under_way,
        |ring: &Ring<ChangRoberts>, state| !leaders(ring, state).is_empty(),
    );
    Property::promises("a live leader", vec![elected])
        .when(under_way)
        .complain(|ring, state| {
            let view = ring.view(state);
            let known = (0..view.len()).map(|i| match view.node(i) {
                None => format!("S{i} has crashed"),
                Some(site) => match site.own.leader {
                    None => format!("S{i} knows of no leader"),
                    Some(Candidate(j)) => format!("S{i} takes S{j} for the leader"),
                },
            });
            let known: Vec<_> = known.collect();
            format!(
                "No live site considers itself leader: {}.",
                known.join("; ")
            )
        })
}
