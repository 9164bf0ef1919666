//! What is asked of Ricart and Agrawala's algorithm: ME1, ME2, who is first, and what it costs.

use super::{MyState, Node, Process, Processes};
use verdict_checker::property::{Promise, Property};
use verdict_world::{Time, View};

fn those_in(view: &View<Node>, mystate: MyState) -> Vec<usize> {
    let there = view.live().filter(|(_, p)| p.mystate == mystate);
    there.map(|(pid, _)| pid).collect()
}

/// Two processes such that the first is inside and the second waits although `first(second, first)`.
fn overtaken(
    view: &View<Node>,
    first: impl Fn((usize, &Process), (usize, &Process)) -> bool,
) -> Option<(usize, usize)> {
    let inside = view.live().filter(|(_, p)| p.mystate == MyState::In);
    let pairs = inside.flat_map(|a| view.live().map(move |b| (a, b)));
    let mut wrong = pairs.filter(|(a, b)| b.1.mystate == MyState::Req && first(*b, *a));
    wrong.next().map(|(a, b)| (a.0, b.0))
}

/// `S0 is in REQ_CS, its request has timestamp (2, 0).`
fn portrait(processes: &Processes, state: &[u32]) -> String {
    let view = processes.view(state);
    let each = view.live().map(|(pid, p)| match p.mystate {
        MyState::Out => format!("S{pid} is in OUT_CS"),
        MyState::Req => format!("S{pid} is in REQ_CS with ({}, {pid})", p.myreq_lt),
        MyState::In => format!("S{pid} is in IN_CS with ({}, {pid})", p.myreq_lt),
    });
    format!("{}.", each.collect::<Vec<_>>().join("; "))
}

/// ME1: at most one process is in its critical section.
pub fn mutex() -> Property<Processes> {
    Property::always(
        "at most one process in IN_CS",
        |world: &Processes, state| those_in(&world.view(state), MyState::In).len() <= 1,
    )
    .when(|world, state| !those_in(&world.view(state), MyState::In).is_empty())
    .complain(portrait)
}

/// ME2: every request succeeds. (That whoever is inside can leave needs no proof: `rel_access` waits for nothing.)
pub fn progress(world: &Processes) -> Property<Processes> {
    let enters = (0..world.actors().len()).map(|pid| {
        let is = move |mystate: MyState| {
            move |world: &Processes, state: &[u32]| {
                let view = world.view(state);
                view.node(pid).is_some_and(|p| p.mystate == mystate)
            }
        };
        Promise::leads_to(
            format!("S{pid}, having asked, enters"),
            is(MyState::Req),
            is(MyState::In),
        )
    });
    Property::promises("progress", enters.collect()).complain(portrait)
}

/// "The earliest request gets the priority", by timestamps: whoever is inside has the least of all.
pub fn earliest_by_timestamp() -> Property<Processes> {
    let earlier =
        |(i, a): (usize, &Process), (j, b): (usize, &Process)| (a.myreq_lt, i) < (b.myreq_lt, j);
    Property::always(
        "the least timestamp is inside",
        move |world: &Processes, state| overtaken(&world.view(state), earlier).is_none(),
    )
    .when(|world, state| {
        let view = world.view(state);
        !those_in(&view, MyState::In).is_empty() && !those_in(&view, MyState::Req).is_empty()
    })
    .complain(portrait)
}

/// The latest request of the first happened before the latest of the second.
fn happened_before((i, a): (usize, &Process), (_, b): (usize, &Process)) -> bool {
    match (&a.history, &b.history) {
        (Some(a), Some(b)) => b.before_request.get(i) == Some(&a.past[i]),
        _ => false,
    }
}

/// "The earliest request gets the priority", by happened-before: nobody is inside while a request waits that happened before
/// its own.
pub fn earliest_by_causality() -> Property<Processes> {
    Property::always("no request that happened before waits", |world: &Processes, state| {
        overtaken(&world.view(state), happened_before).is_none()
    })
    .when(|world, state| {
        let view = world.view(state);
        let mut waiting = view.live().filter(|(_, p)| p.mystate == MyState::Req);
        waiting.any(|a| view.live().any(|b| b.0 != a.0 && b.1.mystate == MyState::Req && happened_before(a, b)))
    })
    .complain(|world, state| match overtaken(&world.view(state), happened_before) {
        Some((inside, waits)) => format!(
            "S{inside} is inside, S{waits} waits, and the request of S{waits} happened before that of S{inside}. {}",
            portrait(world, state)
        ),
        None => portrait(world, state),
    })
}

/// "The earliest request gets the priority", on a clock on the wall: of two processes that ask once each, the one that has
/// asked when the other had not enters first.
pub fn earliest_in_real_time(world: &Processes) -> Property<Processes> {
    let processes = world.actors().len();
    let entered = |p: &Process| p.history.as_ref().is_some_and(|h| h.entries > 0);
    let pairs = (0..processes).flat_map(|i| (0..processes).map(move |j| (i, j)));
    let promises = pairs.filter(|(i, j)| i != j).map(|(i, j)| {
        let both =
            move |world: &Processes, state: &[u32], wanted: fn(&Process, &Process) -> bool| {
                let view = world.view(state);
                let pair = view.node(i).zip(view.node(j));
                pair.is_some_and(|(a, b)| wanted(a, b))
            };
        let asked = move |world: &Processes, state: &[u32]| {
            both(world, state, |a, b| {
                let never =
                    b.mystate == MyState::Out && b.history.as_ref().is_some_and(|h| h.entries == 0);
                a.mystate == MyState::Req && never
            })
        };
        let first = move |world: &Processes, state: &[u32]| {
            let view = world.view(state);
            let pair = view.node(i).zip(view.node(j));
            pair.is_some_and(|(a, b)| a.mystate == MyState::In && !entered(b))
        };
        Promise::leads_to(
            format!("S{i}, who asked first, enters before S{j}"),
            asked,
            first,
        )
    });
    Property::promises("who asks first enters first", promises.collect()).complain(portrait)
}

/// n-1 REQs and n-1 OKs for each use: at rest, exactly 2(n-1) messages have been sent for each entry.
pub fn messages(world: &Processes) -> Property<Processes> {
    let each = 2 * (world.actors().len() - 1);
    let at_rest = |world: &Processes, state: &[u32]| {
        let view = world.view(state);
        view.messages().next().is_none() && view.live().all(|(_, p)| p.mystate == MyState::Out)
    };
    let counted = |world: &Processes, state: &[u32]| {
        let view = world.view(state);
        let histories = view.live().filter_map(|(_, p)| p.history.as_ref());
        histories.fold((0, 0), |(sent, entries), h| {
            (sent + usize::from(h.sent), entries + usize::from(h.entries))
        })
    };
    Property::always(
        "2(n-1) messages for each entry",
        move |world: &Processes, state| {
            let (sent, entries) = counted(world, state);
            !at_rest(world, state) || sent == each * entries
        },
    )
    .when(move |world, state| at_rest(world, state) && counted(world, state).1 > 1)
    .complain(move |world, state| {
        let (sent, entries) = counted(world, state);
        format!("{entries} entries took {sent} messages.")
    })
}

/// How long a process may wait, from `req_access()` to its critical section.
#[derive(Clone, Copy, Debug)]
pub enum Bound {
    /// 2D: a REQ there and an OK back.
    RoundTrip,
    /// (N+2) D: the others ask until a REQ comes from who asks first, then the first round trip ends, then there is an OK from
    /// each in turn.
    InTurn,
}

impl Bound {
    fn ticks(self, world: &Processes) -> usize {
        let Time::Ticks { delay } = world.assumptions().time else {
            return 0;
        };
        let times = match self {
            Bound::RoundTrip => 2,
            Bound::InTurn => world.actors().len() + 2,
        };
        times * usize::from(delay)
    }
}

fn longest(world: &Processes, state: &[u32]) -> usize {
    let view = world.view(state);
    let waits = view.live().filter_map(|(_, p)| p.wait);
    waits
        .map(|wait| usize::from(wait.longest.max(wait.now)))
        .max()
        .unwrap_or(0)
}

/// Nobody waits longer than that.
pub fn waits_at_most(bound: Bound) -> Property<Processes> {
    Property::always(
        "ticks from a request to its entry",
        move |world: &Processes, state| longest(world, state) <= bound.ticks(world),
    )
    .when(|world, state| longest(world, state) > 1)
    .complain(move |world, state| {
        format!(
            "Somebody has waited for {} ticks; the bound is {}.",
            longest(world, state),
            bound.ticks(world)
        )
    })
}

/// Somebody waits as long as that.
pub fn some_wait(bound: Bound) -> Property<Processes> {
    Property::possible("a wait as long as that", move |world: &Processes, state| {
        longest(world, state) >= bound.ticks(world)
    })
}
