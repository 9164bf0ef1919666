//! What is asked of the spanning tree: that it is one, that it collects, and what it costs.

use super::super::waves::definition::is_over_for_all;
use super::flood::{INITIATOR, Member, Process, Processes};
use verdict_checker::property::{Promise, Property};
use verdict_world::{Network, NodeSet, View};

type Seen<'a> = View<'a, Member>;

fn all_are_up(view: &Seen) -> bool {
    view.live().count() == view.len()
}

fn has_terminated(world: &Processes, state: &[u32]) -> bool {
    let view = world.view(state);
    view.node(INITIATOR)
        .is_some_and(|process| process.used.is_some())
}

/// Whether one comes from this process to the initiator by going from parent to parent, over channels that there are.
fn leads_to_initiator(view: &Seen, from: usize) -> bool {
    let mut at = from;
    for _ in 0..view.len() {
        let Some(Process {
            parent: Some(parent),
            neighbours,
            ..
        }) = view.node(at)
        else {
            return false;
        };
        if at == INITIATOR {
            return *parent == INITIATOR;
        }
        if !neighbours.contains(*parent) {
            return false;
        }
        at = *parent;
    }
    at == INITIATOR
}

/// Whether every process has in its list those and only those, once each, whose parent it is.
fn lists_agree(view: &Seen) -> bool {
    view.live().all(|(me, process)| {
        let is_child = |(other, its): &(usize, &Process)| *other != me && its.parent == Some(me);
        let children: Vec<u8> = view
            .live()
            .filter(is_child)
            .map(|(other, _)| other as u8)
            .collect();
        process.children == children
    })
}

fn portrait(world: &Processes, state: &[u32]) -> String {
    let view = world.view(state);
    let each = view.live().map(|(node, process)| {
        let parent = process
            .parent
            .map_or("no parent".to_owned(), |parent| format!("parent S{parent}"));
        let children: NodeSet = process
            .children
            .iter()
            .map(|child| usize::from(*child))
            .collect();
        let used = process.used.as_ref().map_or(String::new(), |list| {
            format!(", terminated with {} values", list.len())
        });
        format!("S{node} has {parent}, children {children:?}{used}")
    });
    format!("{}.", each.collect::<Vec<_>>().join("; "))
}

/// When the initiator terminates there is a spanning tree; whoever has a parent is in the tree at any time.
pub fn tree() -> Property<Processes> {
    Property::always(
        "who has a parent is connected to the initiator",
        |world: &Processes, state| {
            let view = world.view(state);
            let connected = |(node, process): (usize, &Process)| {
                process.parent.is_none() || leads_to_initiator(&view, node)
            };
            !all_are_up(&view) || view.live().all(connected)
        },
    )
    .and(
        "everybody has a parent at termination",
        |world: &Processes, state| {
            !has_terminated(world, state)
                || world
                    .view(state)
                    .live()
                    .all(|(_, process)| process.parent.is_some())
        },
    )
    .and(
        "lists of children agree with parents at termination",
        |world: &Processes, state| {
            let view = world.view(state);
            !has_terminated(world, state) || !all_are_up(&view) || lists_agree(&view)
        },
    )
    .when(has_terminated)
    .complain(portrait)
}

/// The initiator terminates, with the value of every process, once.
pub fn collects_all() -> Property<Processes> {
    let all = |world: &Processes, state: &[u32]| {
        let view = world.view(state);
        let everybody: Vec<u8> = (0..view.len() as u8).collect();
        view.node(INITIATOR)
            .is_some_and(|process| process.used.as_ref() == Some(&everybody))
    };
    Property::promises(
        "the initiator collects all values",
        vec![
            Promise::eventually("the initiator terminates", has_terminated),
            Promise::eventually("val_list then holds the value of every process, once", all),
        ],
    )
    .complain(portrait)
}

fn edges(view: &Seen) -> usize {
    view.live()
        .map(|(_, process)| process.neighbours.len())
        .sum::<usize>()
        / 2
}

fn sent(view: &Seen) -> usize {
    view.live()
        .map(|(_, process)| usize::from(process.sent))
        .sum()
}

fn claimed(view: &Seen) -> usize {
    4 * edges(view) - 2 * (view.len() - 1)
}

/// 4E - 2(N-1) messages in every run.
pub fn messages() -> Property<Processes> {
    Property::always(
        "never more than 4E - 2(N-1) messages",
        |world: &Processes, state| {
            let view = world.view(state);
            !all_are_up(&view) || sent(&view) <= claimed(&view)
        },
    )
    .and("4E - 2(N-1) in the end", |world: &Processes, state| {
        let view = world.view(state);
        !is_over_for_all(&view) || sent(&view) == claimed(&view)
    })
    .when(|world, state| is_over_for_all(&world.view(state)))
    .complain(|world, state| {
        let view = world.view(state);
        format!(
            "{} messages have been sent, where the slide counts {}.",
            sent(&view),
            claimed(&view)
        )
    })
}

fn diameter(view: &Seen) -> usize {
    let channels = view
        .live()
        .flat_map(|(node, process)| process.neighbours.iter().map(move |to| (node, to)));
    Network::of_channels(view.len(), channels)
        .diameter()
        .unwrap_or(usize::from(u16::MAX))
}

/// How long a chain of messages may be that ends with the termination.
#[derive(Clone, Copy, Debug)]
pub enum Chain {
    /// 2D.
    TwiceDiameter,
    /// 2D + 2.
    TwiceDiameterAndTwo,
}

impl Chain {
    fn bound(self, view: &Seen) -> usize {
        match self {
            Chain::TwiceDiameter => 2 * diameter(view),
            Chain::TwiceDiameterAndTwo => 2 * diameter(view) + 2,
        }
    }
}

/// The termination comes after a chain of at most so many messages.
pub fn hops(most: Chain) -> Property<Processes> {
    let hops = |view: &Seen| {
        view.node(INITIATOR)
            .map_or(0, |process| usize::from(process.hops))
    };
    Property::always("hops until termination", move |world: &Processes, state| {
        let view = world.view(state);
        !has_terminated(world, state) || !all_are_up(&view) || hops(&view) <= most.bound(&view)
    })
    .when(has_terminated)
    .complain(move |world, state| {
        let view = world.view(state);
        format!(
            "The initiator terminates after {} hops; the diameter is {}, and the bound {}.",
            hops(&view),
            diameter(&view),
            most.bound(&view)
        )
    })
}

/// Some run has a chain of at least 2N messages.
pub fn two_n_hops() -> Property<Processes> {
    Property::possible("a chain of 2N messages", |world: &Processes, state| {
        let view = world.view(state);
        let hops = view
            .node(INITIATOR)
            .map_or(0, |process| usize::from(process.hops));
        has_terminated(world, state) && hops >= 2 * view.len()
    })
}

/// The termination comes at most 2D + 2 times the longest delay after the start.
pub fn time(delay: u8) -> Property<Processes> {
    let clock = |view: &Seen| {
        view.node(INITIATOR)
            .map_or(0, |process| usize::from(process.clock))
    };
    Property::always("ticks until termination", move |world: &Processes, state| {
        let view = world.view(state);
        clock(&view) <= Chain::TwiceDiameterAndTwo.bound(&view) * usize::from(delay)
    })
    .when(has_terminated)
    .complain(move |world, state| {
        let view = world.view(state);
        format!(
            "{} ticks have passed and the initiator has not terminated before; the diameter is {}, a message \
                takes at most {delay}.",
            clock(&view),
            diameter(&view)
        )
    })
}
