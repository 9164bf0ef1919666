//! What is asked of every multicast: the three properties of "Reliable Multicast", what "Basic Multicast" guarantees, and the
//! orders of [`super::history`].
//!
//! A correct process is one that never crashes. In a promise that is said backwards: after a process has multicast, it delivers or
//! crashes; a run in which it does neither is one in which it is correct and the promise is broken.

use super::group::{Event, Message};
use super::history::History;
use super::layers::Protocol;
use super::process::{Group, Process};
use super::rule::{Order, Rule};
use verdict_checker::liveness::Fairness::{self, Weak};
use verdict_checker::property::{Promise, Property};
use verdict_world::{NodeSet, View};

/// Every message that is in transit arrives; nobody has to multicast, nobody has to crash.
pub const ARRIVES: [(&str, Fairness); 1] = [("deliver", Weak)];

/// Every message that is in transit arrives, and a process goes on with what it has begun; nobody has to multicast, nobody has
/// to crash.
pub const FAIR: [(&str, Fairness); 2] = [("deliver", Weak), ("local", Weak)];

/// What every process did.
pub fn history<'a, P: Protocol>(view: &View<'a, Process<P>>) -> History<'a> {
    let locals = (0..view.len()).map(|process| view.local(process));
    History {
        logs: locals
            .clone()
            .map(|local| local.state.as_ref().map_or(&[][..], |state| &state.log))
            .collect(),
        up: locals
            .filter(|local| local.up)
            .map(|local| usize::from(local.node))
            .collect(),
        groups: view.actor(0).groups,
    }
}

fn portrait<P: Protocol>(group: &Group<P>, state: &[u32]) -> String {
    history(&group.view(state)).portrait()
}

/// Every message that may be multicast in this world.
fn messages<P: Protocol>(group: &Group<P>) -> Vec<Message> {
    let processes = group.actors().iter().enumerate();
    let of = |(sender, process): (usize, &Process<P>)| {
        let groups = process.groups.of(process.nodes, sender);
        let numbers = 1..=process.multicasts;
        numbers.flat_map(move |number| {
            let message = move |group| Message {
                sender: sender as u8,
                number,
                group,
            };
            groups.clone().into_iter().map(message)
        })
    };
    processes.flat_map(of).collect()
}

/// A predicate on histories, as one on states.
fn of<P: Protocol>(
    holds: impl Fn(&History) -> bool + Send + Sync + 'static,
) -> impl Fn(&Group<P>, &[u32]) -> bool + Send + Sync + 'static {
    move |group, state| holds(&history(&group.view(state)))
}

/// Promises about each message and each member of its group.
fn for_members<P: Protocol>(
    name: &'static str,
    group: &Group<P>,
    promise: impl Fn(Message, usize) -> Promise<Group<P>>,
) -> Property<Group<P>> {
    let each = messages(group).into_iter().flat_map(|m| {
        let members = members(group, m).iter();
        members.map(|q| promise(m, q)).collect::<Vec<_>>()
    });
    Property::promises(name, each.collect()).complain(portrait)
}

/// Promises about each message and each two members of its group.
fn for_pairs<P: Protocol>(
    name: &'static str,
    group: &Group<P>,
    promise: impl Fn(Message, usize, usize) -> Promise<Group<P>>,
) -> Property<Group<P>> {
    let each = messages(group).into_iter().flat_map(|m| {
        let members = members(group, m);
        let pairs = members
            .iter()
            .flat_map(|p| members.without(p).iter().map(move |q| (p, q)));
        pairs.map(|(p, q)| promise(m, p, q)).collect::<Vec<_>>()
    });
    Property::promises(name, each.collect()).complain(portrait)
}

fn members<P: Protocol>(group: &Group<P>, m: Message) -> NodeSet {
    let any = &group.actors()[0];
    any.groups.members(any.nodes, m.group)
}

fn is_multicast(history: &History, m: Message) -> bool {
    history.logs[usize::from(m.sender)].contains(&Event::Multicast(m))
}

/// Basic Multicast: a correct process will eventually deliver the message, as long as the multicaster does not crash.
pub fn reach<P: Protocol>(group: &Group<P>) -> Property<Group<P>> {
    for_members("reach", group, |m, q| {
        let p = usize::from(m.sender);
        Promise::leads_to(
            format!("{m:?} of S{p}, which does not crash, is delivered by S{q}"),
            of(move |h| is_multicast(h, m) && h.up.contains(p)),
            of(move |h| h.has_delivered(q, m) || !h.up.contains(q) || !h.up.contains(p)),
        )
    })
}

/// The same, whether or not the multicaster crashes.
pub fn reach_whatever_happens<P: Protocol>(group: &Group<P>) -> Property<Group<P>> {
    for_members("reach whatever happens", group, |m, q| {
        Promise::leads_to(
            format!("{m:?} is delivered by S{q}"),
            of(move |h| is_multicast(h, m)),
            of(move |h| h.has_delivered(q, m) || !h.up.contains(q)),
        )
    })
}

/// Validity: if a correct process multicasts m, it will eventually deliver it. To the letter it need not be a member of the
/// group for that.
pub fn validity<P: Protocol>(group: &Group<P>) -> Property<Group<P>> {
    let promise = |m: Message| {
        let p = usize::from(m.sender);
        Promise::leads_to(
            format!("S{p} delivers its own {m:?}"),
            of(move |h| is_multicast(h, m) && h.up.contains(p)),
            of(move |h| h.has_delivered(p, m) || !h.up.contains(p)),
        )
    };
    let promises = messages(group).into_iter().map(promise).collect();
    Property::promises("validity", promises).complain(portrait)
}

/// Agreement: if a correct process delivers m, then all the other correct processes in group(m) will eventually deliver it.
pub fn agreement<P: Protocol>(group: &Group<P>) -> Property<Group<P>> {
    for_pairs("agreement", group, |m, p, q| {
        Promise::leads_to(
            format!("S{q} delivers {m:?} as S{p} does"),
            of(move |h| h.has_delivered(p, m) && h.up.contains(p)),
            of(move |h| h.has_delivered(q, m) || !h.up.contains(q) || !h.up.contains(p)),
        )
    })
}

/// Uniform agreement: the same if any process delivers it, correct or not.
pub fn uniform<P: Protocol>(group: &Group<P>) -> Property<Group<P>> {
    for_pairs("uniform agreement", group, |m, p, q| {
        Promise::leads_to(
            format!("S{q} delivers {m:?} as S{p} did"),
            of(move |h| h.has_delivered(p, m)),
            of(move |h| h.has_delivered(q, m) || !h.up.contains(q)),
        )
    })
}

/// Total order to the letter: what a correct process delivers, in whatever order, "will be experienced by any process", member
/// or not, crashed or not.
pub fn by_any_process<P: Protocol>(group: &Group<P>) -> Property<Group<P>> {
    let nodes = group.actors().len();
    let each = messages(group).into_iter().flat_map(|m| {
        let pairs = members(group, m)
            .iter()
            .flat_map(|p| (0..nodes).map(move |q| (p, q)));
        let promise = move |(p, q): (usize, usize)| {
            Promise::leads_to(
                format!("S{q} delivers {m:?} as S{p} does"),
                of(move |h| h.has_delivered(p, m) && h.up.contains(p)),
                of(move |h| h.has_delivered(q, m) || !h.up.contains(p)),
            )
        };
        pairs
            .filter(|(p, q)| p != q)
            .map(promise)
            .collect::<Vec<_>>()
    });
    Property::promises("by any process", each.collect()).complain(portrait)
}

fn has_received(history: &History, process: usize, m: Message) -> bool {
    history.logs[process].contains(&Event::Receive(m))
}

/// The argument for agreement: if a correct process does not Rdeliver m, no other process Bdelivered it either. Needs
/// receipts on record.
pub fn no_other_has_it<P: Protocol>(group: &Group<P>) -> Property<Group<P>> {
    for_pairs("no other has it", group, |m, p, q| {
        Promise::leads_to(
            format!("S{q} Rdelivers {m:?}, which S{p} Bdelivered"),
            of(move |h| has_received(h, p, m)),
            of(move |h| h.has_delivered(q, m) || !h.up.contains(q)),
        )
    })
}

/// The same, if no other correct process Bdelivered it.
pub fn no_other_correct_has_it<P: Protocol>(group: &Group<P>) -> Property<Group<P>> {
    for_pairs("no other correct process has it", group, |m, p, q| {
        Promise::leads_to(
            format!("S{q} Rdelivers {m:?}, which S{p}, still up, Bdelivered"),
            of(move |h| has_received(h, p, m) && h.up.contains(p)),
            of(move |h| h.has_delivered(q, m) || !h.up.contains(q) || !h.up.contains(p)),
        )
    })
}

/// "There should be an HB relation from any other Bdeliver and the local Rdeliver": of each two processes that have the first
/// message, one has heard of it in a way that began at the other. Needs pasts on record, and delivery before repetition, so that
/// who has heard of a Bdeliver has heard of the Rdeliver.
pub fn deliveries_are_related<P: Protocol>() -> Property<Group<P>> {
    let having = |group: &Group<P>, state: &[u32]| -> Vec<(usize, NodeSet)> {
        let live = group.view(state);
        let having = live
            .live()
            .filter(|(_, state)| state.log.iter().any(|e| matches!(e, Event::Deliver(_))));
        having
            .map(|(process, state)| (process, state.past))
            .collect()
    };
    Property::always("deliveries are related", move |group: &Group<P>, state| {
        let having = having(group, state);
        having.iter().all(|(p, before_p)| {
            let mut others = having.iter();
            others.all(|(q, before_q)| p == q || before_p.contains(*q) || before_q.contains(*p))
        })
    })
    .when(move |group, state| having(group, state).len() > 1)
    .complain(portrait)
}

/// Integrity: a correct process delivers a message m at most once. What holds of one that crashes holds of a correct one.
pub fn integrity<P: Protocol>() -> Property<Group<P>> {
    let once = |h: &History| {
        (0..h.logs.len()).all(|p| {
            h.delivered(p)
                .all(|m| h.delivered(p).filter(|x| *x == m).count() == 1)
        })
    };
    Property::always("at most once", of(once))
        .when(of(|h| {
            (0..h.logs.len()).any(|p| h.delivered(p).next().is_some())
        }))
        .complain(portrait)
}

/// The same, and only what was multicast, by a member of its group.
pub fn integrity_with_origin<P: Protocol>() -> Property<Group<P>> {
    let multicast = |h: &History| {
        (0..h.logs.len()).all(|p| {
            h.delivered(p)
                .all(|m| is_multicast(h, m) && h.members(m).contains(p))
        })
    };
    integrity().and("only what was multicast to it", of(multicast))
}

/// An order, as far as every run has come.
pub fn keeps<P: Protocol>(rule: Rule) -> Property<Group<P>> {
    let name = match rule.order {
        Order::Fifo => "FIFO order",
        Order::Causal => "causal order",
        Order::Total => "total order",
        Order::Acyclic => "one order of all messages",
    };
    Property::always(name, of(move |h| rule.holds(h)))
        .when(of(move |h| rule.matters(h)))
        .complain(portrait)
}
