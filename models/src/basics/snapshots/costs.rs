//! What a snapshot of Chandy and Lamport costs, and whether it can be had twice.

use super::chandy_lamport::{Member, Process};
use super::consistency::{Snapshot, is_complete};
use verdict_checker::property::{Promise, Property};
use verdict_world::{Network, View, World};

type Processes = World<Member>;

fn network(view: &View<Member>) -> Network {
    let of = |(from, process): (usize, &Process)| {
        Member::outgoing(process)
            .iter()
            .map(move |to| (from, to))
            .collect::<Vec<_>>()
    };
    Network::of_channels(view.len(), view.live().flat_map(of))
}

/// One marker for each channel.
pub fn markers() -> Property<Processes> {
    Property::always(
        "never two markers for a channel",
        |world: &Processes, state| {
            let view = world.view(state);
            view.live()
                .all(|(_, process)| usize::from(process.markers) <= Member::outgoing(process).len())
        },
    )
    .and(
        "one for each when the snapshot is complete",
        |world: &Processes, state| {
            let view = world.view(state);
            let sent: usize = view
                .live()
                .map(|(_, process)| usize::from(process.markers))
                .sum();
            !is_complete(world, state) || sent == network(&view).channels().count()
        },
    )
    .when(is_complete)
}

/// What a chain of markers leads to.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    /// A process is reached: at most D.
    Reached,
    /// A local snapshot terminates: at most D + 1.
    Terminated,
}

/// No process is reached, or terminates, after a longer chain of markers than the diameter allows.
pub fn hops(until: Until) -> Property<Processes> {
    let longest = move |view: &View<Member>| {
        let hops = view.live().map(|(_, process)| match until {
            Until::Reached => process.hops.0,
            Until::Terminated => process.hops.1,
        });
        usize::from(hops.max().unwrap_or(0))
    };
    let bound = move |view: &View<Member>| {
        let diameter = network(view).diameter().unwrap_or(usize::MAX - 1);
        diameter + usize::from(matches!(until, Until::Terminated))
    };
    Property::always("hops of markers", move |world: &Processes, state| {
        let view = world.view(state);
        longest(&view) <= bound(&view)
    })
    .when(is_complete)
    .complain(move |world, state| {
        let view = world.view(state);
        format!(
            "A chain of {} markers has got there, where {} should do.",
            longest(&view),
            bound(&view)
        )
    })
}

/// Whoever starts a second snapshot gets one.
pub fn again() -> Property<Processes> {
    let of_initiator = |wanted: fn(&Process) -> bool| {
        move |world: &Processes, state: &[u32]| world.view(state).node(0).is_some_and(wanted)
    };
    let second = Promise::leads_to(
        "S0, having started a second snapshot, records its state a second time",
        of_initiator(|process| process.calls.0 == 2),
        of_initiator(|process| process.calls.1 == 2),
    );
    Property::promises("a second snapshot", vec![second])
}

/// No local snapshot terminates after a longer chain of markers than the diameter.
pub fn terminated_within_diameter() -> Property<Processes> {
    Property::always(
        "hops of markers until termination",
        |world: &Processes, state| {
            let view = world.view(state);
            let diameter = network(&view).diameter().unwrap_or(usize::MAX);
            view.live()
                .all(|(_, process)| usize::from(process.hops.1) <= diameter)
        },
    )
    .when(is_complete)
}
