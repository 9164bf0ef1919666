//! What is asked of Chang and Roberts' election: LE1, LE2, and what it costs.

use super::{Node, Process, Ring};
use verdict_checker::property::{Promise, Property};
use verdict_world::View;

fn elected(view: &View<Node>) -> usize {
    view.live().filter(|(_, p)| p.elected == Some(true)).count()
}

fn highest(ring: &Ring) -> u8 {
    ring.actors()
        .iter()
        .map(|node| node.uid)
        .max()
        .unwrap_or_default()
}

/// `p4 is elected; p1 knows 4.`
fn portrait(ring: &Ring, state: &[u32]) -> String {
    let view = ring.view(state);
    let each = view.live().map(|(i, p)| {
        let name = ring.node_name(i);
        match (p.elected, p.leader) {
            (Some(true), _) => format!("{name} is elected"),
            (_, Some(leader)) => format!("{name} knows {leader}"),
            (_, None) if p.participant => format!("{name} is a participant"),
            (_, None) => format!("{name} is a nonparticipant"),
        }
    });
    format!("{}.", each.collect::<Vec<_>>().join("; "))
}

/// LE1: at most one is elected, and who is done knows of one that is.
pub fn unique() -> Property<Ring> {
    Property::always("at most one is elected", |ring: &Ring, state| {
        elected(&ring.view(state)) <= 1
    })
    .and(
        "who is done knows of one that is elected",
        |ring: &Ring, state| {
            let view = ring.view(state);
            let crashed = (0..view.len()).any(|i| view.node(i).is_none());
            elected(&view) > 0 || crashed || view.live().all(|(_, p)| !p.done)
        },
    )
    .when(|ring, state| elected(&ring.view(state)) > 0)
    .complain(portrait)
}

/// LE1: `elected` and `done` are stable.
pub fn stable() -> Property<Ring> {
    let kept = |before: &Process, after: &Process| {
        let elected = before.elected.is_none() || before.elected == after.elected;
        elected && (!before.done || after.done)
    };
    Property::every_step(
        "elected and done are stable",
        move |ring: &Ring, before, _, after| {
            let (before, after) = (ring.view(before), ring.view(after));
            let pairs = (0..before.len()).filter_map(|i| before.node(i).zip(after.node(i)));
            pairs.into_iter().all(|(b, a)| kept(b, a))
        },
    )
    .when(|ring, state| elected(&ring.view(state)) > 0)
}

/// The one with the highest UID, and no other, is elected and known.
pub fn elects_max(ring: &Ring) -> Property<Ring> {
    let highest = highest(ring);
    Property::always(
        "only the highest UID is elected",
        move |ring: &Ring, state| {
            ring.view(state)
                .live()
                .all(|(_, p)| p.elected != Some(true) || p.uid == highest)
        },
    )
    .and(
        "only the highest UID is known",
        move |ring: &Ring, state| {
            ring.view(state)
                .live()
                .all(|(_, p)| p.leader.is_none_or(|leader| leader == highest))
        },
    )
    .when(|ring, state| elected(&ring.view(state)) > 0)
    .complain(portrait)
}

/// LE2: once someone has started, someone is elected and all learn of it.
pub fn terminates() -> Property<Ring> {
    let started = |ring: &Ring, state: &[u32]| ring.view(state).live().any(|(_, p)| p.participant);
    let is_elected = |ring: &Ring, state: &[u32]| elected(&ring.view(state)) > 0;
    let all_know = |ring: &Ring, state: &[u32]| ring.view(state).live().all(|(_, p)| p.done);
    let promises = vec![
        Promise::leads_to("a process is elected", started, is_elected),
        Promise::leads_to("all learn of it", started, all_know),
    ];
    Property::promises("an election ends", promises).complain(portrait)
}

/// Whoever starts an election, be it the second, hears of a leader after that.
pub fn answered(ring: &Ring) -> Property<Ring> {
    let answered = (0..ring.actors().len()).map(|i| {
        let awaits =
            move |ring: &Ring, state: &[u32]| ring.view(state).node(i).is_some_and(|p| p.awaits);
        let name = format!("{}, having started, hears of a leader", ring.node_name(i));
        Promise::leads_to(name, awaits, move |ring: &Ring, state: &[u32]| {
            !awaits(ring, state)
        })
    });
    Property::promises("every election ends", answered.collect()).complain(portrait)
}

/// ELECTIONs and LEADERs sent, in all.
fn sent(view: &View<Node>) -> (usize, usize) {
    let each = view.live().filter_map(|(_, p)| p.sent);
    each.fold((0, 0), |(e, l), (elections, leaders)| {
        (e + usize::from(elections), l + usize::from(leaders))
    })
}

fn count(ring: &Ring, state: &[u32]) -> String {
    let (elections, leaders) = sent(&ring.view(state));
    format!(
        "{elections} ELECTIONs and {leaders} LEADERs have been sent. {}",
        portrait(ring, state)
    )
}

/// Exactly n LEADERs, at least n ELECTIONs and at most n(n+1)/2: whenever an election has ended and nothing is in transit.
pub fn messages(ring: &Ring) -> Property<Ring> {
    let n = ring.actors().len();
    let at_rest = |ring: &Ring, state: &[u32]| {
        let view = ring.view(state);
        view.messages().next().is_none() && elected(&view) > 0
    };
    Property::always("n LEADERs", move |ring: &Ring, state| {
        !at_rest(ring, state) || sent(&ring.view(state)).1 == n
    })
    .and("at least n ELECTIONs", move |ring: &Ring, state| {
        !at_rest(ring, state) || sent(&ring.view(state)).0 >= n
    })
    .and("at most n(n+1)/2 ELECTIONs", move |ring: &Ring, state| {
        sent(&ring.view(state)).0 <= n * (n + 1) / 2
    })
    .when(at_rest)
    .complain(count)
}

/// The bounds are met: some run takes n ELECTIONs.
pub fn best_is_met(ring: &Ring) -> Property<Ring> {
    takes(ring.actors().len())
}

/// The bounds are met: some run takes n(n+1)/2 ELECTIONs.
pub fn worst_is_met(ring: &Ring) -> Property<Ring> {
    let n = ring.actors().len();
    takes(n * (n + 1) / 2)
}

fn takes(elections: usize) -> Property<Ring> {
    Property::possible(
        "an election with so many ELECTIONs",
        move |ring: &Ring, state| {
            let view = ring.view(state);
            let all_know = view.live().all(|(_, p)| p.done);
            all_know && view.messages().next().is_none() && sent(&view).0 == elections
        },
    )
}
