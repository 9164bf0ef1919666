//! What is asked of the tree wave: who decides, knowing what, after how many messages.

use super::super::definition::{self, deciders, is_over, is_over_for_all};
use super::{Member, Process};
use verdict_checker::property::{Promise, Property};
use verdict_world::World;

type Tree = World<Member>;

/// A wave, in which two neighbours decide and nobody else.
pub fn two_decide() -> Property<Tree> {
    let mut promises = definition::promises();
    promises.push(Promise::eventually(
        "two neighbours decide, and nobody else",
        |world: &Tree, state| {
            let view = world.view(state);
            let two = deciders(&view);
            let beside = |(node, process): (usize, &Process)| {
                !two.contains(node) || !process.neighbours.and(two).is_empty()
            };
            is_over(&view) && two.len() == 2 && view.live().all(beside)
        },
    ));
    Property::promises("a wave in which two decide", promises).complain(definition::portrait)
}

/// A wave, in which everybody decides.
pub fn all_decide() -> Property<Tree> {
    let mut promises = definition::promises();
    promises.push(Promise::eventually(
        "everybody decides",
        |world: &Tree, state| {
            let view = world.view(state);
            deciders(&view).len() == view.len()
        },
    ));
    Property::promises("a wave in which all decide", promises).complain(definition::portrait)
}

/// Whoever decides has received the information of everybody.
pub fn informed() -> Property<Tree> {
    Property::always("who decides knows of everybody", |world: &Tree, state| {
        let view = world.view(state);
        view.live()
            .all(|(_, process)| process.decided.is_none() || process.knows.len() == view.len())
    })
    .when(|world, state| !deciders(&world.view(state)).is_empty())
    .complain(|world, state| {
        let view = world.view(state);
        let ignorant = view
            .live()
            .filter(|(_, p)| p.decided.is_some() && p.knows.len() < view.len());
        let words = ignorant
            .map(|(node, p)| format!("S{node} has decided and knows of {:?} only", p.knows));
        format!("{}.", words.collect::<Vec<_>>().join("; "))
    })
}

fn sent(world: &Tree, state: &[u32]) -> usize {
    world
        .view(state)
        .live()
        .map(|(_, process)| usize::from(process.sent))
        .sum()
}

/// "Each process sends only one msg."
pub fn one_message_each() -> Property<Tree> {
    Property::always("nobody sends two messages", |world: &Tree, state| {
        world
            .view(state)
            .live()
            .all(|(_, process)| process.sent <= 1)
    })
    .and("in the end there have been N", |world: &Tree, state| {
        let view = world.view(state);
        !is_over_for_all(&view) || sent(world, state) == view.len()
    })
    .when(|world, state| is_over_for_all(&world.view(state)))
}

/// One message in each direction of each edge: 2(N-1).
pub fn one_message_each_way() -> Property<Tree> {
    Property::always(
        "nobody sends more than it has neighbours",
        |world: &Tree, state| {
            let view = world.view(state);
            view.live()
                .all(|(_, process)| usize::from(process.sent) <= process.neighbours.len())
        },
    )
    .and(
        "in the end there have been 2(N-1)",
        |world: &Tree, state| {
            let view = world.view(state);
            !is_over_for_all(&view) || sent(world, state) == 2 * (view.len() - 1)
        },
    )
    .when(|world, state| is_over_for_all(&world.view(state)))
}
