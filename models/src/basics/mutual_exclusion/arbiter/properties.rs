//! ME1, ME2 and the number of messages, with one arbiter.

use super::{Group, MyState, Node};
use verdict_checker::property::{Promise, Property};

fn inside(world: &Group, state: &[u32]) -> usize {
    let is_inside = |node: &Node| {
        matches!(
            node,
            Node::Process {
                mystate: MyState::In,
                ..
            }
        )
    };
    world
        .view(state)
        .live()
        .filter(|(_, node)| is_inside(node))
        .count()
}

/// ME1.
pub fn mutex() -> Property<Group> {
    Property::always("at most one process in IN_CS", |world: &Group, state| {
        inside(world, state) <= 1
    })
    .when(|world, state| inside(world, state) > 0)
}

/// ME2.
pub fn progress(world: &Group) -> Property<Group> {
    let enters = (1..world.actors().len()).map(|pid| {
        let is = move |wanted: MyState| {
            move |world: &Group, state: &[u32]| {
                let view = world.view(state);
                matches!(view.node(pid), Some(Node::Process { mystate, .. }) if *mystate == wanted)
            }
        };
        Promise::leads_to(
            format!("p{pid}, having asked, enters"),
            is(MyState::Req),
            is(MyState::In),
        )
    });
    Property::promises("progress", enters.collect())
}

/// Messages sent and uses made, in all.
fn counted(world: &Group, state: &[u32]) -> (usize, usize) {
    let view = world.view(state);
    let each = view.live().map(|(_, node)| match node {
        Node::Arbiter { sent, .. } => (usize::from(*sent), 0),
        Node::Process { sent, uses, .. } => (usize::from(*sent), usize::from(*uses)),
    });
    each.fold((0, 0), |(sent, uses), (s, u)| (sent + s, uses + u))
}

/// A request, a permit and a release for each use: at rest, exactly three messages for each, whatever N.
pub fn messages() -> Property<Group> {
    let at_rest = |world: &Group, state: &[u32]| {
        let view = world.view(state);
        let out = |node: &Node| !matches!(node, Node::Process { mystate, .. } if *mystate != MyState::Out);
        view.messages().next().is_none() && view.live().all(|(_, node)| out(node))
    };
    Property::always(
        "three messages for each use",
        move |world: &Group, state| {
            let (sent, uses) = counted(world, state);
            !at_rest(world, state) || sent == 3 * uses
        },
    )
    .when(move |world, state| at_rest(world, state) && counted(world, state).1 > 1)
    .complain(|world, state| {
        let (sent, uses) = counted(world, state);
        format!("{uses} uses took {sent} messages.")
    })
}
