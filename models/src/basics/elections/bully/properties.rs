//! What is asked of the bully: LE1 and LE2, in every state and at rest; which timeouts are long enough.

use super::{Group, Node, Phase};
use verdict_checker::property::{Promise, Property};
use verdict_world::View;

/// The live processes that take themselves as the leader.
fn leaders(view: &View<Node>) -> Vec<usize> {
    let own = view
        .live()
        .filter(|(i, p)| p.leader.map(usize::from) == Some(*i));
    own.map(|(i, _)| i).collect()
}

/// All that are up have the same leader, which is up and knows it.
fn agreed(view: &View<Node>) -> bool {
    let mut known = view.live().map(|(_, p)| p.leader);
    let first = known.next().flatten();
    known.all(|leader| leader == first)
        && first.is_none_or(|leader| leaders(view) == [usize::from(leader)])
        && (first.is_some() || view.live().next().is_none())
}

/// Nothing is in transit, nobody is in an election, and nobody has a leader that is down.
fn at_rest(view: &View<Node>) -> bool {
    let quiet = view.live().all(|(_, p)| {
        let alive = p
            .leader
            .is_some_and(|leader| view.node(leader.into()).is_some());
        p.phase == Phase::Idle && alive
    });
    quiet && view.messages().next().is_none()
}

/// `S0 has S2 as its leader and is idle; S2 is down.`
fn portrait(group: &Group, state: &[u32]) -> String {
    let view = group.view(state);
    let each = (0..view.len()).map(|i| match view.node(i) {
        None => format!("S{i} is down"),
        Some(p) => {
            let leader = match p.leader {
                Some(leader) if usize::from(leader) == i => "itself".to_owned(),
                Some(leader) => format!("S{leader}"),
                None => "nobody".to_owned(),
            };
            format!("S{i} has {leader} as its leader")
        }
    });
    format!("{}.", each.collect::<Vec<_>>().join("; "))
}

/// LE1 in every state: at most one process that is up takes itself as the leader.
pub fn unique() -> Property<Group> {
    Property::always("at most one leader", |group: &Group, state| {
        leaders(&group.view(state)).len() <= 1
    })
    .when(|group, state| {
        leaders(&group.view(state))
            .iter()
            .any(|i| i + 1 < group.actors().len())
    })
    .complain(portrait)
}

/// LE1 at rest.
pub fn unique_at_rest() -> Property<Group> {
    Property::always("at most one leader at rest", |group: &Group, state| {
        let view = group.view(state);
        !at_rest(&view) || leaders(&view).len() <= 1
    })
    .when(|group, state| at_rest(&group.view(state)))
    .complain(portrait)
}

fn max_live(view: &View<Node>) -> bool {
    let highest = view.live().map(|(i, _)| i).last();
    leaders(view).iter().all(|leader| Some(*leader) == highest)
}

/// In every state, who takes itself as the leader has the highest UID of those that are up.
pub fn elects_max_live() -> Property<Group> {
    Property::always(
        "the leader is the highest that is up",
        |group: &Group, state| max_live(&group.view(state)),
    )
    .when(|group, state| {
        leaders(&group.view(state))
            .iter()
            .any(|i| i + 1 < group.actors().len())
    })
    .complain(portrait)
}

/// The same at rest.
pub fn elects_max_live_at_rest() -> Property<Group> {
    Property::always(
        "at rest, the leader is the highest that is up",
        |group: &Group, state| {
            let view = group.view(state);
            !at_rest(&view) || max_live(&view)
        },
    )
    .when(|group, state| at_rest(&group.view(state)))
    .complain(portrait)
}

/// LE2: whenever no process that is up is the leader, one becomes it.
pub fn terminates() -> Property<Group> {
    let none = |group: &Group, state: &[u32]| {
        let view = group.view(state);
        leaders(&view).is_empty() && view.live().next().is_some()
    };
    let some = move |group: &Group, state: &[u32]| !none(group, state);
    let promise = Promise::leads_to("a process is elected", none, some);
    Property::promises("a leader in the end", vec![promise]).complain(portrait)
}

/// Nobody that is up is in an election.
fn quiet(view: &View<Node>) -> bool {
    view.live().all(|(_, p)| p.phase == Phase::Idle)
}

/// Every election ends, also if only one process has noticed that the leader is down.
pub fn elections_end() -> Property<Group> {
    let quiet = |group: &Group, state: &[u32]| quiet(&group.view(state));
    let promise = Promise::leads_to(
        "the election ends",
        move |group, state| !quiet(group, state),
        quiet,
    );
    Property::promises("every election ends", vec![promise]).complain(portrait)
}

/// LE2: again and again all that are up have the same leader, which is up.
pub fn known_by_all() -> Property<Group> {
    let agreed = |group: &Group, state: &[u32]| agreed(&group.view(state));
    let promise = Promise::infinitely_often("all that are up know the leader", agreed);
    Property::promises("the leader is known", vec![promise]).complain(portrait)
}

/// At rest, all that are up have the same leader.
pub fn known_at_rest() -> Property<Group> {
    Property::always("at rest, all know the leader", |group: &Group, state| {
        let view = group.view(state);
        !at_rest(&view) || agreed(&view)
    })
    .when(|group, state| at_rest(&group.view(state)))
    .complain(portrait)
}

/// T' is long enough: with only the old leader crashed, nobody has to begin a second round.
pub fn one_round() -> Property<Group> {
    let crashed = |group: &Group, state: &[u32]| {
        let view = group.view(state);
        (0..view.len()).filter(|i| view.node(*i).is_none()).count()
    };
    Property::always("no second round", |group: &Group, state| {
        group.view(state).live().all(|(_, p)| !p.again)
    })
    .when(move |group, state| {
        crashed(group, state) > 0
            && group
                .view(state)
                .live()
                .any(|(_, p)| p.phase == Phase::Waits)
    })
    .complain(portrait)
}

/// Messages sent, in all.
fn sent(view: &View<Node>) -> usize {
    view.live()
        .filter_map(|(_, p)| p.sent)
        .map(usize::from)
        .sum()
}

/// When the election is over, so many messages have been sent.
pub fn takes(messages: Messages) -> Property<Group> {
    let over = |group: &Group, state: &[u32]| {
        let view = group.view(state);
        let begun = (0..view.len()).all(|i| view.local(i).choices.is_empty());
        begun && quiet(&view) && view.messages().next().is_none()
    };
    Property::always("so many messages", move |group: &Group, state| {
        let (n, sent) = (group.actors().len(), sent(&group.view(state)));
        !over(group, state) || messages.allow(n, sent)
    })
    .when(over)
    .complain(|group, state| {
        format!(
            "{} messages. {}",
            sent(&group.view(state)),
            portrait(group, state)
        )
    })
}

/// The bound of [`Messages::Doubling`] is met: some run takes that many.
pub fn doubling_is_met(group: &Group) -> Property<Group> {
    let most = doubling(group.actors().len());
    Property::possible(
        "an election with so many messages",
        move |group: &Group, state| {
            let view = group.view(state);
            quiet(&view) && view.messages().next().is_none() && sent(&view) == most
        },
    )
}

fn doubling(n: usize) -> usize {
    (1 << n) - 2 + (n - 1) * (1 << (n - 2))
}

/// How many messages an election of n processes takes.
#[derive(Clone, Copy, Debug)]
pub enum Messages {
    /// n-1.
    Best,
    /// n^2-1, or fewer: everyone asks all that are higher once, everyone asked answers, and the highest announces itself once.
    OnceEach,
    /// n^2-n-1: the same without the highest, who is down.
    OnceEachWithoutLeader,
    /// 2^n - 2 + (n-1) 2^(n-2), or fewer: each ELECTION that arrives begins another election, so that each process can begin as
    /// many as all lower ones together.
    Doubling,
}

impl Messages {
    fn allow(self, n: usize, sent: usize) -> bool {
        match self {
            Messages::Best => sent == n - 1,
            Messages::OnceEach => sent < n * n,
            Messages::OnceEachWithoutLeader => sent == n * n - n - 1,
            Messages::Doubling => sent <= doubling(n),
        }
    }
}
