//! What a snapshot must be, asked of any algorithm that takes one of the money ([`super::money`]).
//!
//! "For any two events a, b such that a -> b, if b is pre-snapshot, so is a": on one process that is so by itself; between two
//! it says that no message is received before and sent after the snapshot. Beyond the slides' word *consistent*: the state of
//! a channel is what was sent before and received after; nothing is lost or gained; and the recorded state is "a possible
//! configuration of the ongoing execution": the basic algorithm can go from where the snapshot began to what was recorded, and
//! from there to where it ended.

use super::money::{Account, Global, Units};
use verdict_checker::property::{Promise, Property};
use verdict_world::{NodeSet, Resident, View, World};

/// What is asked of a process, and of what it has recorded.
pub trait Snapshot: Resident {
    /// To whom it can send.
    fn outgoing(process: &Self::State) -> NodeSet;
    /// Its account when the snapshot began, and the units on its outgoing channels.
    fn began(process: &Self::State) -> (Account, &Units);
    /// Its account.
    fn account(process: &Self::State) -> Account;
    /// Its recorded account.
    fn recorded(process: &Self::State) -> Option<Account>;
    /// Whether its part of the snapshot is there.
    fn is_complete(process: &Self::State) -> bool;
    /// The recorded state of a channel: the numbers of its messages.
    fn in_transit(&self, processes: &[&Self::State], from: usize, to: usize) -> NodeSet;
    /// What was sent through a channel before the snapshot of its sender and received after that of its receiver.
    fn truly_in_transit(processes: &[&Self::State], from: usize, to: usize) -> NodeSet;
    /// Whether something was received through it before the snapshot that was sent after it.
    fn crossed(processes: &[&Self::State], from: usize, to: usize) -> bool;
    /// Whether a message is one of the basic algorithm.
    fn carries_unit(message: &Self::Msg) -> bool;
}

/// The processes. One that is down has nothing to show: while there is such a one, nothing is asked.
fn processes<'a, A: Snapshot>(view: &View<'a, A>) -> Vec<&'a A::State> {
    let up: Vec<_> = view.live().map(|(_, process)| process).collect();
    if up.len() == view.len() {
        up
    } else {
        Vec::new()
    }
}

/// Whether every process has its part of the snapshot.
pub fn is_complete<A: Snapshot>(world: &World<A>, state: &[u32]) -> bool {
    let processes = processes(&world.view(state));
    !processes.is_empty() && processes.into_iter().all(A::is_complete)
}

fn channels<A: Snapshot>(processes: &[&A::State]) -> Vec<(usize, usize)> {
    let of = |(from, process): (usize, &&A::State)| {
        A::outgoing(process)
            .iter()
            .map(move |to| (from, to))
            .collect::<Vec<_>>()
    };
    processes.iter().enumerate().flat_map(of).collect()
}

/// A global state with these accounts, and with units in each channel by this count.
fn global<A: Snapshot>(
    processes: &[&A::State],
    account: impl Fn(&A::State) -> Option<Account>,
    in_channel: impl Fn(usize, usize) -> u8,
) -> Option<Global> {
    let accounts: Option<Vec<_>> = processes.iter().map(|process| account(process)).collect();
    let mut state = Global {
        accounts: accounts?,
        channels: vec![vec![0; processes.len()]; processes.len()],
    };
    for (from, to) in channels::<A>(processes) {
        state.channels[from][to] = in_channel(from, to);
    }
    Some(state)
}

/// What was recorded, once it is complete.
pub fn recorded<A: Snapshot>(world: &World<A>, state: &[u32]) -> Option<Global> {
    let processes = processes(&world.view(state));
    if !is_complete(world, state) {
        return None;
    }
    let actor = world.actors().first()?;
    global::<A>(&processes, A::recorded, |from, to| {
        actor.in_transit(&processes, from, to).len() as u8
    })
}

/// The state of the basic algorithm when the snapshot began.
pub fn began<A: Snapshot>(world: &World<A>, state: &[u32]) -> Option<Global> {
    let processes = processes(&world.view(state));
    global::<A>(
        &processes,
        |process| Some(A::began(process).0),
        |from, to| A::began(processes[from]).1[to],
    )
}

/// The state of the basic algorithm now.
pub fn now<A: Snapshot>(world: &World<A>, state: &[u32]) -> Option<Global> {
    let view = world.view(state);
    let units = |from: usize, to: usize| {
        let on_channel = view
            .messages()
            .filter(|e| (usize::from(e.src), usize::from(e.dst)) == (from, to));
        on_channel.filter(|e| A::carries_unit(&e.msg)).count() as u8
    };
    global::<A>(
        &processes(&view),
        |process| Some(A::account(process)),
        units,
    )
}

fn is_cut<A: Snapshot>(world: &World<A>, state: &[u32]) -> bool {
    let processes = processes(&world.view(state));
    channels::<A>(&processes)
        .into_iter()
        .all(|(from, to)| !A::crossed(&processes, from, to))
}

fn channels_are_right<A: Snapshot>(world: &World<A>, state: &[u32]) -> bool {
    let processes = processes(&world.view(state));
    let actor = &world.actors()[0];
    let right = |(from, to): (usize, usize)| {
        actor.in_transit(&processes, from, to) == A::truly_in_transit(&processes, from, to)
    };
    !is_complete(world, state) || channels::<A>(&processes).into_iter().all(right)
}

fn money_is_conserved<A: Snapshot>(world: &World<A>, state: &[u32]) -> bool {
    let (Some(recorded), Some(began)) = (recorded(world, state), began(world, state)) else {
        return true;
    };
    recorded.sum() == began.sum()
}

/// Whether the basic algorithm can go from one state of it to another, if both are known.
fn can_go<A: Snapshot>(
    world: &World<A>,
    state: &[u32],
    from: Option<Global>,
    to: Option<Global>,
) -> bool {
    let (Some(from), Some(to)) = (from, to) else {
        return true;
    };
    let outgoing: Vec<_> = processes(&world.view(state))
        .into_iter()
        .map(A::outgoing)
        .collect();
    from.reaches(&to, &outgoing)
}

fn portrait<A: Snapshot>(world: &World<A>, state: &[u32]) -> String {
    let seen = processes(&world.view(state));
    let of = |(from, to): &(usize, usize)| A::crossed(&seen, *from, *to);
    let crossed = channels::<A>(&seen).into_iter().filter(of);
    let mut words: Vec<_> = crossed
        .map(|(from, to)| {
            format!("S{to} received before its snapshot what S{from} sent after its own")
        })
        .collect();
    if let (Some(recorded), Some(began)) = (recorded(world, state), began(world, state)) {
        words.push(format!(
            "{} units were there when the snapshot began, {} were recorded",
            began.sum(),
            recorded.sum()
        ));
        for (from, to) in channels::<A>(&seen) {
            let (written, truly) = (
                recorded.channels[from][to],
                A::truly_in_transit(&seen, from, to).len(),
            );
            if usize::from(written) != truly {
                words.push(format!(
                    "the channel from S{from} to S{to} is recorded with {written}, and had {truly}"
                ));
            }
        }
    }
    format!("{}.", words.join("; "))
}

/// The recorded states form a consistent cut.
pub fn cut<A: Snapshot>() -> Property<World<A>> {
    Property::always("consistent cut", is_cut)
        .when(is_complete)
        .complain(portrait)
}

/// The recorded states of channels are what was sent before and received after.
pub fn channel_states<A: Snapshot>() -> Property<World<A>> {
    Property::always(
        "channels hold what was sent before and received after",
        channels_are_right,
    )
    .when(is_complete)
    .complain(portrait)
}

/// A consistent cut with the states of its channels, in which no money is lost or gained.
pub fn conserved<A: Snapshot>() -> Property<World<A>> {
    cut()
        .and(
            "channels hold what was sent before and received after",
            channels_are_right,
        )
        .and("no money is lost or gained", money_is_conserved)
}

/// The same, and a state between that in which the snapshot began and every later one.
pub fn consistent<A: Snapshot>() -> Property<World<A>> {
    conserved()
        .and(
            "the start leads to what was recorded",
            |world: &World<A>, state| {
                can_go(world, state, began(world, state), recorded(world, state))
            },
        )
        .and(
            "what was recorded leads to the end",
            |world: &World<A>, state| {
                can_go(world, state, recorded(world, state), now(world, state))
            },
        )
}

/// Some run takes a snapshot that is no consistent cut.
pub fn inconsistent<A: Snapshot>() -> Property<World<A>> {
    Property::possible(
        "a snapshot that is no consistent cut",
        |world: &World<A>, state| is_complete(world, state) && !is_cut(world, state),
    )
}

/// Every process comes to have its part of the snapshot.
pub fn completes<A: Snapshot>() -> Property<World<A>> {
    Property::promises(
        "the snapshot completes",
        vec![Promise::eventually(
            "every process has its part of the snapshot",
            is_complete::<A>,
        )],
    )
}

/// The snapshot completes, and then nothing is under way any more.
pub fn ends<A: Snapshot>() -> Property<World<A>> {
    Property::promises(
        "the snapshot ends",
        vec![
            Promise::eventually(
                "every process has its part of the snapshot",
                is_complete::<A>,
            ),
            Promise::eventually("no message is under way", |world: &World<A>, state| {
                world.view(state).messages().next().is_none()
            }),
        ],
    )
}
