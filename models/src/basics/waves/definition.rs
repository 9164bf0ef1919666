//! What a wave is, and what a traversal is: the definitions of the slides "Wave Algorithms" and "Traversal Algorithms",
//! asked of any algorithm that says of each process whether it has decided and whose events came before that.
//!
//! Happened-before is tracked beside the algorithm: each process knows which processes have an event in its past, and each
//! message carries the past of its sender. No decision depends on it.

use verdict_checker::property::{Promise, Property};
use verdict_world::{NodeSet, Resident, View, World};

/// What the definitions look at.
pub trait Wave: Resident {
    /// If the process has decided: the processes that have an event before that, itself among them.
    fn decision(state: &Self::State) -> Option<NodeSet>;
    /// Whether it has received a token.
    fn has_received(state: &Self::State) -> bool;
    /// Whether it performs its first event without any input.
    fn is_initiator(node: usize, state: &Self::State) -> bool;
}

/// The processes that have decided, each with the past of its decision.
fn decisions<'a, A: Wave>(
    view: &View<'a, A>,
) -> impl Iterator<Item = (usize, NodeSet)> + use<'a, A> {
    let live: Vec<_> = view.live().collect();
    live.into_iter()
        .filter_map(|(process, state)| Some((process, A::decision(state)?)))
}

/// How many have decided.
pub fn deciders<A: Wave>(view: &View<A>) -> NodeSet {
    decisions(view).map(|(process, _)| process).collect()
}

/// Whether nothing more will happen.
pub fn is_over<A: Resident>(view: &View<A>) -> bool {
    let waits = |node: usize| view.local(node).choices.is_empty();
    view.messages().next().is_none() && (0..view.len()).all(waits)
}

/// Whether nothing more will happen and nobody has crashed: whoever has cannot be asked how much it sent.
pub fn is_over_for_all<A: Resident>(view: &View<A>) -> bool {
    is_over(view) && view.live().count() == view.len()
}

fn everybody<A: Resident>(view: &View<A>) -> NodeSet {
    (0..view.len()).collect()
}

/// The three properties, each asked of every fair run. What was decided stays so, and can be judged at the end.
pub fn promises<A: Wave>() -> Vec<Promise<World<A>>> {
    vec![
        Promise::eventually("it is finite", |world: &World<A>, state| {
            is_over(&world.view(state))
        }),
        Promise::eventually("somebody decides", |world: &World<A>, state| {
            !deciders(&world.view(state)).is_empty()
        }),
        Promise::eventually(
            "everybody has an event before each decision",
            |world: &World<A>, state| {
                let view = world.view(state);
                let all = everybody(&view);
                is_over(&view) && decisions(&view).all(|(_, past)| past == all)
            },
        ),
    ]
}

/// What is to be said of a state that keeps a promise no more.
pub fn portrait<A: Wave>(world: &World<A>, state: &[u32]) -> String {
    let view = world.view(state);
    let decided: Vec<_> = decisions(&view)
        .map(|(process, past)| format!("S{process} has decided after events of {past:?}"))
        .collect();
    let in_flight = view.messages().count();
    let decided = if decided.is_empty() {
        "Nobody has decided".to_owned()
    } else {
        decided.join("; ")
    };
    match in_flight {
        0 => format!("{decided}; no token is in flight."),
        1 => format!("{decided}; a token is in flight."),
        _ => format!("{decided}; {in_flight} tokens are in flight."),
    }
}

/// The computation is a wave.
pub fn wave<A: Wave>() -> Property<World<A>> {
    Property::promises("the computation is a wave", promises()).complain(portrait)
}

/// A wave in which everybody receives a token, and which ends with a decision of the one initiator and of nobody else.
pub fn traversal<A: Wave>() -> Property<World<A>> {
    let mut promises = promises();
    promises.push(Promise::eventually(
        "everybody receives a token",
        |world: &World<A>, state| {
            world
                .view(state)
                .live()
                .all(|(_, process)| A::has_received(process))
        },
    ));
    promises.push(Promise::eventually(
        "the initiator decides, and nobody else",
        |world: &World<A>, state| {
            let view = world.view(state);
            let initiators = view
                .live()
                .filter(|(node, process)| A::is_initiator(*node, process));
            let initiators: NodeSet = initiators.map(|(process, _)| process).collect();
            is_over(&view) && initiators.len() == 1 && deciders(&view) == initiators
        },
    ));
    Property::promises("the computation is a traversal", promises).complain(portrait)
}

/// When somebody decides, everybody has received a token, and no token is still under way.
pub fn tokens_are_back<A: Wave>() -> Property<World<A>> {
    let decided = |world: &World<A>, state: &[u32]| !deciders(&world.view(state)).is_empty();
    Property::always(
        "no token is under way after the decision",
        move |world: &World<A>, state| {
            !decided(world, state) || world.view(state).messages().next().is_none()
        },
    )
    .and(
        "everybody has received a token before the decision",
        move |world: &World<A>, state| {
            let view = world.view(state);
            !decided(world, state) || view.live().all(|(_, process)| A::has_received(process))
        },
    )
    .when(decided)
    .complain(portrait)
}
