//! The normal form hides nothing: the plain ring, put into normal form here and by other code than the
//! world's, reaches the same states in the same number of steps.

use super::*;
use crate::ring::TheToken;
use crate::ring::application::SiteOf;
use std::collections::HashSet;
use verdict_checker::space::{Row, Space};
use verdict_world::NodeSet;

/// What one site holds: its variables and the reports it has had; nothing if it is down.
type Held = Option<(SiteOf<Bare>, NodeSet)>;

/// All there is to know of a state: what the sites hold; sender, receiver, holder and count of the messages.
type Portrait = (Vec<Held>, Vec<(u8, u8, u8, u64)>);

fn portrait(ring: &Ring, state: &[u32]) -> Portrait {
    let view = ring.view(state);
    let held = (0..view.len()).map(|i| {
        let site = view.node(i)?;
        Some((site.clone(), view.local(i).reported))
    });
    let messages = view.messages().map(|sent| {
        let message = token(&sent.msg);
        (sent.src, sent.dst, message.holder, message.count)
    });
    let mut messages: Vec<_> = messages.collect();
    messages.sort_unstable();
    (held.collect(), messages)
}

/// Without stale messages, and with all counts lowered by the whole rounds that they have in common.
fn normal_form((mut held, mut messages): Portrait) -> Portrait {
    messages.retain(|(_, receiver, _, count)| {
        let receiver = &held[usize::from(*receiver)];
        receiver
            .as_ref()
            .is_some_and(|(site, _)| *count > site.held[&TheToken].count)
    });
    let live = held
        .iter()
        .flatten()
        .map(|(site, _)| site.held[&TheToken].count);
    let lowest = live.chain(messages.iter().map(|message| message.3)).min();
    let round = held.len() as u64;
    let by = lowest.unwrap_or(0) / round * round;
    for (site, _) in held.iter_mut().flatten() {
        for held in site.held.values_mut() {
            held.count -= by;
        }
    }
    for message in &mut messages {
        message.3 -= by;
    }
    (held, messages)
}

/// The states that are new after 0, 1, 2, ... steps, as portraits.
fn levels(ring: &Ring, steps: usize, portray: fn(Portrait) -> Portrait) -> Vec<HashSet<Portrait>> {
    let mut seen = HashSet::from([ring.initial().get(0).to_vec()]);
    let mut level: Vec<_> = seen.iter().cloned().collect();
    let mut portraits = HashSet::new();
    let mut levels = Vec::new();
    for _ in 0..=steps {
        let new: HashSet<_> = level
            .iter()
            .map(|state| portray(portrait(ring, state)))
            .filter(|portrait| !portraits.contains(portrait))
            .collect();
        portraits.extend(new.iter().cloned());
        levels.push(new);
        let successors = level.iter().flat_map(|state| ring.steps(state));
        level = successors
            .filter_map(|(_, next)| seen.insert(next.clone()).then_some(next))
            .collect();
    }
    levels
}

/// Compares level by level, and answers with the number of states in normal form.
fn compared(nodes: usize, k: usize, steps: usize) -> usize {
    let normal = levels(&ring(nodes, k), steps, |portrait| portrait);
    let plain = levels(&ring(nodes, k).plainly(), steps, normal_form);
    for (step, (normal, plain)) in normal.iter().zip(&plain).enumerate() {
        assert_eq!(normal.len(), plain.len(), "after {step} steps");
        assert!(normal == plain, "other states after {step} steps");
    }
    normal.iter().map(HashSet::len).sum()
}

#[test]
fn three_sites_reach_the_same_states_with_and_without_normal_form() {
    // All 99 states are seen after 9 steps; the plain ring goes on for four more.
    assert_eq!(compared(3, 1, 13), 99);
}

#[test]
fn four_sites_reach_the_same_states_with_and_without_normal_form() {
    // All 279 states are seen after 14 steps.
    assert_eq!(compared(4, 1, 16), 279);
}

#[test]
fn the_plain_ring_really_is_plain() {
    let plain = ring(3, 1).plainly();
    let sizes = |portray| -> usize { levels(&plain, 9, portray).iter().map(HashSet::len).sum() };
    assert!(sizes(|portrait| portrait) > 2 * sizes(normal_form));
}
