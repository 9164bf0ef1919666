//! What is asked of the ring, in the words of the paper.

use super::complaints::{detection_portrait, portrait, wrong_counts};
use super::plugin::{Application, Site, Token};
use super::titles::{nested_titles, titles};
use super::{Counting, Node, Ring};
use crate::world::{Event, NodeSet, View};
use verdict_checker::property::{Demand, Promise, Property};

pub(super) type Sites<'a, App> = View<'a, Node<App>>;

/// The live sites with this token.
pub(super) fn with_token<'a, App: Application>(
    view: &Sites<'a, App>,
    token: Token,
) -> impl Iterator<Item = (usize, &'a Site<App::Data>)> {
    view.live().filter(move |(_, site)| site.token == token)
}

fn some_real<App: Application>(view: &Sites<App>) -> bool {
    with_token(view, Token::Real).next().is_some()
}

/// "At a given time t, only one process has its token variable equal to REAL."
pub fn unique_real<App: Application>() -> Property<Ring<App>> {
    Property::always("unique-real", |ring: &Ring<App>, state| {
        with_token(&ring.view(state), Token::Real).count() <= 1
    })
    .when(|ring, state| some_real(&ring.view(state)))
    .complain(|ring, state| {
        let view = ring.view(state);
        let holders: Vec<_> = with_token(&view, Token::Real)
            .map(|(i, site)| format!("S{i} (count {})", site.count))
            .collect();
        format!(
            "{} have token = REAL at the same time.",
            holders.join(" and ")
        )
    })
}

/// Section II.A: the detection sets of the holder and its backups, or what `members` leaves of them, are
/// different, nested, all contain S_T, and have at most k+1 members.
fn nested<App: Application>(ring: &Ring<App>, state: &[u32], members: NodeSet) -> bool {
    let view = ring.view(state);
    let holder = with_token(&view, Token::Real).map(|(i, _)| i).next();
    let sets: Vec<_> = view
        .live()
        .filter(|(_, site)| site.token != Token::None)
        .map(|(i, site)| (i, site.detection.and(members)))
        .collect();
    sets.iter().all(|(i, set)| {
        let small = set.len() <= ring.actors()[*i].k + 1;
        let chained = sets
            .iter()
            .filter(|(j, _)| j != i)
            .all(|(_, other)| set != other && (set.is_subset(*other) || other.is_subset(*set)));
        small && chained && holder.is_none_or(|holder| set.contains(holder))
    })
}

fn everyone<App: Application>(ring: &Ring<App>) -> NodeSet {
    (0..ring.actors().len()).collect()
}

/// [`nested`] in every state.
pub fn nested_always<App: Application>() -> Property<Ring<App>> {
    Property::always("nested-detection", |ring: &Ring<App>, state| {
        nested(ring, state, everyone(ring))
    })
    .complain(detection_portrait)
}

fn at_rest<App: Application>(view: &Sites<App>) -> bool {
    view.messages().next().is_none()
}

/// [`nested`] in every state in which nothing is in flight.
pub fn nested_at_rest<App: Application>() -> Property<Ring<App>> {
    Property::always("nested-detection at rest", |ring: &Ring<App>, state| {
        !at_rest(&ring.view(state)) || nested(ring, state, everyone(ring))
    })
    .when(|ring, state| at_rest(&ring.view(state)))
    .complain(detection_portrait)
}

/// The live members of the sets are [`nested`] in every state in which nothing is in flight.
pub fn live_members_nested_at_rest<App: Application>() -> Property<Ring<App>> {
    Property::always("live members nested at rest", |ring: &Ring<App>, state| {
        let view = ring.view(state);
        let live = view.live().map(|(i, _)| i).collect();
        !at_rest(&view) || nested(ring, state, live)
    })
    .when(|ring, state| {
        let view = ring.view(state);
        at_rest(&view) && view.live().count() < view.len()
    })
    .complain(detection_portrait)
}

/// Lines 23 and 39: no message that could still act on its receiver is older than what the
/// receiver knows (the world has dropped those that cannot), and a holder's count is the number of
/// positions its token has passed, so modulo N its own position.
pub fn stale_discarded<App: Application>() -> Property<Ring<App>> {
    Property::always("stale messages do nothing", |ring: &Ring<App>, state| {
        let view = ring.view(state);
        view.messages().all(|envelope| {
            let receiver = view.node(usize::from(envelope.dst));
            receiver.is_none_or(|site| site.count < envelope.msg.count)
        })
    })
    .and("count is the position", |ring: &Ring<App>, state| {
        let view = ring.view(state);
        let nodes = view.len() as u64;
        with_token(&view, Token::Real).all(|(i, site)| site.count % nodes == i as u64)
            && view
                .messages()
                .all(|envelope| envelope.msg.count % nodes == u64::from(envelope.msg.holder))
    })
    .when(|ring, state| ring.view(state).messages().next().is_some())
    .complain(wrong_counts)
}

/// Section II: "the token is regenerated instantaneously ... without needing to communicate", a hop is
/// k+1 messages, "a node monitors at most k other nodes".
pub fn no_message_regeneration<App: Application>() -> Property<Ring<App>> {
    Property::every_step(
        "no-message-regeneration",
        |ring: &Ring<App>, before, step, after| {
            let (earlier, later) = (ring.view(before), ring.view(after));
            let k = ring.actors()[0].k;
            let monitored = |site: &Site<App::Data>| site.detection.len().saturating_sub(1);
            let few = later.live().all(|(_, site)| monitored(site) <= k);
            let cost = match step.event {
                _ if step.crashes => true,
                Event::Choose { node, .. } => {
                    let holder = earlier.node(usize::from(node));
                    holder.is_none_or(|site| site.token != Token::Real) || ring.sends(step) == k + 1
                }
                _ => ring.sends(step) == 0,
            };
            few && cost
        },
    )
    .when(|ring, state| {
        let view = ring.view(state);
        // Regenerated: a holder that knows of the crash of the site before it.
        with_token(&view, Token::Real).any(|(_, site)| !site.faulty.is_empty())
    })
}

/// "A REAL token exists or will exist again": under fair deliveries and reports alone, for whoever does
/// not hold the token sends nothing.
pub fn never_lost<App: Application>() -> Property<Ring<App>> {
    Property::promises("never-lost", vec![real_again()])
        .when(|ring, state| !some_real(&ring.view(state)))
        .complain(portrait)
}

fn real_again<App: Application>() -> Promise<Ring<App>> {
    Promise::infinitely_often("a REAL token exists again", |ring: &Ring<App>, state| {
        some_real(&ring.view(state))
    })
}

/// "Eventually every node will hold it", again and again.
pub fn circulates<App: Application>(nodes: usize) -> Property<Ring<App>> {
    let visits = (0..nodes).map(|i| {
        Promise::infinitely_often(
            format!("S{i} holds the token again, or has crashed"),
            move |ring: &Ring<App>, state| {
                let site = ring.view(state).node(i);
                site.is_none_or(|site| site.token == Token::Real)
            },
        )
    });
    Property::promises("circulates", visits.collect()).complain(portrait)
}

/// "If S_i does not crash, its token will eventually change from BACKUP to REAL."
pub fn backup_becomes_real<App: Application>(nodes: usize) -> Property<Ring<App>> {
    let promises = (0..nodes).map(|i| {
        let has = move |token: Token, ring: &Ring<App>, state: &[u32]| {
            ring.view(state).node(i).map(|site| site.token) == Some(token)
        };
        Promise::leads_to(
            format!("S{i}, a BACKUP, becomes REAL or crashes"),
            move |ring: &Ring<App>, state| has(Token::Backup, ring, state),
            move |ring: &Ring<App>, state| {
                has(Token::Real, ring, state) || ring.view(state).node(i).is_none()
            },
        )
    });
    Property::promises("backup-becomes-real", promises.collect())
        .when(|ring, state| {
            with_token(&ring.view(state), Token::Backup)
                .next()
                .is_some()
        })
        .complain(portrait)
}

/// Whether more than k sites are down.
fn more_than_k_down<App: Application>(ring: &Ring<App>, state: &[u32]) -> bool {
    let view = ring.view(state);
    view.len() - view.live().count() > ring.actors()[0].k
}

/// With more than k sites down, a REAL token exists or will exist again.
pub fn beyond_k<App: Application>() -> Property<Ring<App>> {
    Property::promises(
        "beyond-k",
        vec![
            Promise::leads_to(
                "with more than k sites down, a REAL token exists again",
                more_than_k_down,
                |ring: &Ring<App>, state| some_real(&ring.view(state)),
            ),
            real_again(),
        ],
    )
    .when(more_than_k_down)
    .complain(portrait)
}

/// No live site has the token or a copy, and none is in flight: it will never be seen again.
pub fn lost_for_ever<App: Application>() -> Property<Ring<App>> {
    Property::possible("the token is lost for ever", |ring: &Ring<App>, state| {
        titles(&ring.view(state)).is_empty()
    })
    .complain(portrait)
}

/// Everything that is asked of the ring in every state.
pub fn all_safety<App: Application>() -> Property<Ring<App>> {
    let mut all = unique_real().complain(portrait);
    all.name = "safe";
    let parts = [
        nested_titles(),
        live_members_nested_at_rest(),
        stale_discarded(),
    ];
    for part in parts {
        let Demand::Always(conjuncts) = part.demand else {
            continue;
        };
        for conjunct in conjuncts {
            all = all.and(&conjunct.name, move |ring, state| {
                (conjunct.holds)(ring, state)
            });
        }
    }
    all
}

/// Everything that is asked of all fair runs of the ring.
pub fn all_liveness<App: Application>(nodes: usize) -> Property<Ring<App>> {
    let parts = [never_lost(), circulates(nodes), backup_becomes_real(nodes)];
    let promises = parts.into_iter().filter_map(|part| match part.demand {
        Demand::Promises(promises) => Some(promises),
        _ => None,
    });
    Property::promises("live", promises.flatten().collect()).complain(portrait)
}

/// Line 42: the application learns how many positions were skipped.
pub fn update_sees_the_gap() -> Property<Ring<Counting>> {
    Property::always("UpdateToken learns the gap", |ring: &Ring<Counting>, state| {
        let view = ring.view(state);
        with_token(&view, Token::Real).all(|(_, site)| site.data == Some(site.count))
    })
    .when(|ring, state| {
        with_token(&ring.view(state), Token::Real).any(|(_, site)| !site.faulty.is_empty())
    })
    .complain(|ring, state| {
        let view = ring.view(state);
        let wrong: Vec<_> = with_token(&view, Token::Real)
            .map(|(i, site)| {
                let counted = site.data.unwrap_or_default();
                format!(
                    "The token at S{i} has count = {}, but the application on it has counted {counted}.",
                    site.count
                )
            })
            .collect();
        wrong.join(" ")
    })
}
