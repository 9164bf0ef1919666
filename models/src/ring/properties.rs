//! What is asked of the ring, in the words of the paper.

use super::application::{Application, Message};
use super::complaints::{detection_portrait, portrait, wrong_counts};
use super::node::Node;
use super::plugin::{Held, Token, TokenMessage};
use super::titles::{nested_titles, titles};
use super::{Counting, Ring, TheToken};
use stateright::actor::{Actor, Command, Out};
use std::borrow::Cow;
use verdict_checker::property::{Demand, Promise, Property};
use verdict_world::{EnvelopeOf, Event, NodeSet, View};

pub(super) type Sites<'a, App> = View<'a, Node<App>>;

/// An application whose only object is its token.
pub trait OneToken: Application<Object = TheToken> {}

impl<App: Application<Object = TheToken>> OneToken for App {}

/// What the plug-in knows of the token at each live site.
pub(super) fn held<'a, App: OneToken>(
    view: &Sites<'a, App>,
) -> impl Iterator<Item = (usize, &'a Held<App::Data>)> {
    view.live().map(|(i, site)| (i, &site.held[&TheToken]))
}

/// The live sites with this token.
pub(super) fn with_token<'a, App: OneToken>(
    view: &Sites<'a, App>,
    token: Token,
) -> impl Iterator<Item = (usize, &'a Held<App::Data>)> {
    held(view).filter(move |(_, held)| held.token == token)
}

/// The token and its copies in flight, each with its receiver.
pub(super) fn in_flight<'a, App: OneToken>(
    view: &Sites<'a, App>,
) -> impl Iterator<Item = (usize, &'a TokenMessage<App::Data>)> {
    view.messages().filter_map(|envelope| match &envelope.msg {
        Message::Token(TheToken, message) => Some((usize::from(envelope.dst), message)),
        Message::Own(_) => None,
    })
}

fn some_real<App: OneToken>(view: &Sites<App>) -> bool {
    with_token(view, Token::Real).next().is_some()
}

/// Whether a holder knows of a crash, as one does that has regenerated the token.
fn regenerated<App: OneToken>(view: &Sites<App>) -> bool {
    let mut live = view.live();
    live.any(|(_, site)| site.held[&TheToken].token == Token::Real && !site.faulty.is_empty())
}

/// The live sites that hold an object.
pub(super) fn holders<App: Application>(view: &Sites<App>, object: App::Object) -> Vec<usize> {
    let live = view.live();
    let holders = live.filter(|(_, site)| {
        let held = site.held.get(&object);
        held.is_some_and(|held| held.token == Token::Real)
    });
    holders.map(|(i, _)| i).collect()
}

/// "At a given time t, only one process has its token variable equal to REAL." Asked of every object.
pub fn unique_real<App: Application>() -> Property<Ring<App>> {
    fn objects<App: Application>(ring: &Ring<App>) -> impl Iterator<Item = App::Object> {
        let objects = ring.actors()[0].application.objects();
        objects.into_iter().map(|(object, _)| object)
    }
    Property::always("unique-real", |ring: &Ring<App>, state| {
        let view = ring.view(state);
        objects(ring).all(|object| holders(&view, object).len() <= 1)
    })
    .when(|ring, state| {
        let view = ring.view(state);
        objects(ring).any(|object| !holders(&view, object).is_empty())
    })
    .symmetric()
    .sees(Ring::<App>::sight(
        |site| {
            let held = site.held.values();
            held.map(|held| held.token == Token::Real)
                .collect::<Vec<_>>()
        },
        |_| false,
    ))
    .complain(|ring, state| {
        let view = ring.view(state);
        let twice = objects(ring).find(|object| holders(&view, *object).len() > 1);
        let held = twice.map(|object| {
            let holders = view.live().filter_map(|(i, site)| {
                let held = site.held.get(&object)?;
                let real = held.token == Token::Real;
                real.then(|| format!("S{i} (count {})", held.count))
            });
            let holders = holders.collect::<Vec<_>>().join(" and ");
            match objects(ring).count() {
                1 => format!("{holders} have token = REAL at the same time."),
                _ => format!("{holders} have token = REAL for {object} at the same time."),
            }
        });
        held.unwrap_or_default()
    })
}

/// Of the live sites that are not in the middle of `SafeSendToken`, at most one is a holder.
pub fn unique_outside<App: OneToken>() -> Property<Ring<App>> {
    fn outside<App: OneToken>(view: &Sites<App>) -> usize {
        let holders = with_token(view, Token::Real);
        holders.filter(|(_, held)| held.sending.is_empty()).count()
    }
    Property::always("unique-real outside", |ring: &Ring<App>, state| {
        outside(&ring.view(state)) <= 1
    })
    .when(|ring, state| {
        let view = ring.view(state);
        outside(&view) == 1 && with_token(&view, Token::Real).count() > 1
    })
    .symmetric()
    .complain(portrait)
}

/// Section II.A: the detection sets of the holder and its backups, or what `members` leaves of them, are
/// different, nested, all contain S_T, and have at most k+1 members.
fn nested<App: OneToken>(ring: &Ring<App>, state: &[u32], members: NodeSet) -> bool {
    let view = ring.view(state);
    let holder = with_token(&view, Token::Real).map(|(i, _)| i).next();
    let sets: Vec<_> = held(&view)
        .filter(|(_, held)| held.token != Token::None)
        .map(|(i, held)| (i, held.detection.and(members)))
        .collect();
    sets.iter().all(|(i, set)| {
        let small = set.len() <= ring.actors()[*i].k() + 1;
        let chained = sets
            .iter()
            .filter(|(j, _)| j != i)
            .all(|(_, other)| set != other && (set.is_subset(*other) || other.is_subset(*set)));
        small && chained && holder.is_none_or(|holder| set.contains(holder))
    })
}

fn everyone<App: OneToken>(ring: &Ring<App>) -> NodeSet {
    (0..ring.actors().len()).collect()
}

/// [`nested`] in every state.
pub fn nested_always<App: OneToken>() -> Property<Ring<App>> {
    Property::always("nested-detection", |ring: &Ring<App>, state| {
        nested(ring, state, everyone(ring))
    })
    .symmetric()
    .complain(detection_portrait)
}

fn at_rest<App: OneToken>(view: &Sites<App>) -> bool {
    view.messages().next().is_none()
}

/// [`nested`] in every state in which nothing is in flight.
pub fn nested_at_rest<App: OneToken>() -> Property<Ring<App>> {
    Property::always("nested-detection at rest", |ring: &Ring<App>, state| {
        !at_rest(&ring.view(state)) || nested(ring, state, everyone(ring))
    })
    .when(|ring, state| at_rest(&ring.view(state)))
    .symmetric()
    .complain(detection_portrait)
}

/// The live members of the sets are [`nested`] in every state in which nothing is in flight.
pub fn live_members_nested_at_rest<App: OneToken>() -> Property<Ring<App>> {
    Property::always("live members nested at rest", |ring: &Ring<App>, state| {
        let view = ring.view(state);
        let live = view.live().map(|(i, _)| i).collect();
        !at_rest(&view) || nested(ring, state, live)
    })
    .when(|ring, state| {
        let view = ring.view(state);
        at_rest(&view) && view.live().count() < view.len()
    })
    .symmetric()
    .complain(detection_portrait)
}

/// Whether a message does anything to its receiver, as that one is now. A site that is down hears nothing.
fn acts<App: OneToken>(view: &Sites<App>, envelope: &EnvelopeOf<Node<App>>) -> bool {
    let (from, to) = (usize::from(envelope.src), usize::from(envelope.dst));
    let Some(site) = view.node(to) else {
        return false;
    };
    let (mut after, mut out) = (Cow::Borrowed(site), Out::new());
    let message = envelope.msg.clone();
    let receiver = view.actor(to);
    receiver.on_msg(to.into(), &mut after, from.into(), message, &mut out);
    let sends = |command: &Command<_, _, _, _>| matches!(command, Command::Send(..));
    *after != *site || out.iter().any(sends)
}

/// Lines 23 and 39: a message that is not newer than what its receiver knows does nothing, and a holder's count is the number of
/// positions its token has passed, so modulo N its own position.
pub fn stale_discarded<App: OneToken>() -> Property<Ring<App>> {
    Property::always("stale messages do nothing", |ring: &Ring<App>, state| {
        let view = ring.view(state);
        view.messages().all(|envelope| {
            let Message::Token(TheToken, message) = &envelope.msg else {
                return true;
            };
            let site = view.node(usize::from(envelope.dst));
            let is_news = site.is_none_or(|site| site.held[&TheToken].count < message.count);
            is_news || !acts(&view, envelope)
        })
    })
    .and("count is the position", |ring: &Ring<App>, state| {
        let view = ring.view(state);
        let nodes = view.len() as u64;
        with_token(&view, Token::Real).all(|(i, site)| site.count % nodes == i as u64)
            && in_flight(&view)
                .all(|(_, message)| message.count % nodes == u64::from(message.holder))
    })
    .when(|ring, state| ring.view(state).messages().next().is_some())
    .symmetric()
    .complain(wrong_counts)
}

/// Section II: "the token is regenerated instantaneously ... without needing to communicate", a hop is
/// k+1 messages, "a node monitors at most k other nodes".
pub fn no_message_regeneration<App: OneToken>() -> Property<Ring<App>> {
    Property::every_step(
        "no-message-regeneration",
        |ring: &Ring<App>, before, step, after| {
            let (earlier, later) = (ring.view(before), ring.view(after));
            let k = ring.actors()[0].k();
            let monitored = |held: &Held<App::Data>| held.detection.len().saturating_sub(1);
            let few = held(&later).all(|(_, held)| monitored(held) <= k);
            let cost = match step.event {
                _ if step.crashes => true,
                Event::Choose { node, .. } => {
                    let holder = earlier.node(usize::from(node));
                    holder.is_none_or(|site| site.held[&TheToken].token != Token::Real)
                        || ring.sends(step) == k + 1
                }
                _ => ring.sends(step) == 0,
            };
            few && cost
        },
    )
    .symmetric()
    .when(|ring, state| regenerated(&ring.view(state)))
}

/// "A REAL token exists or will exist again": under fair deliveries and reports alone, for whoever does
/// not hold the token sends nothing.
pub fn never_lost<App: OneToken>() -> Property<Ring<App>> {
    Property::promises("never-lost", vec![real_again()])
        .when(|ring, state| !some_real(&ring.view(state)))
        .complain(portrait)
}

fn real_again<App: OneToken>() -> Promise<Ring<App>> {
    Promise::infinitely_often("a REAL token exists again", |ring: &Ring<App>, state| {
        some_real(&ring.view(state))
    })
}

/// "Eventually every node will hold it", again and again.
pub fn circulates<App: OneToken>(ring: &Ring<App>) -> Property<Ring<App>> {
    let visits = (0..ring.actors().len()).map(|i| {
        Promise::infinitely_often(
            format!("S{i} holds the token again, or has crashed"),
            move |ring: &Ring<App>, state| {
                let site = ring.view(state).node(i);
                site.is_none_or(|site| site.held[&TheToken].token == Token::Real)
            },
        )
    });
    Property::promises("circulates", visits.collect()).complain(portrait)
}

/// "If S_i does not crash, its token will eventually change from BACKUP to REAL."
pub fn backup_becomes_real<App: OneToken>(ring: &Ring<App>) -> Property<Ring<App>> {
    let promises = (0..ring.actors().len()).map(|i| {
        let has = move |token: Token, ring: &Ring<App>, state: &[u32]| {
            let site = ring.view(state).node(i);
            site.is_some_and(|site| site.held[&TheToken].token == token)
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
fn more_than_k_down<App: OneToken>(ring: &Ring<App>, state: &[u32]) -> bool {
    let view = ring.view(state);
    view.len() - view.live().count() > ring.actors()[0].k()
}

/// With more than k sites down, a REAL token exists or will exist again.
pub fn beyond_k<App: OneToken>() -> Property<Ring<App>> {
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
pub fn lost_for_ever<App: OneToken>() -> Property<Ring<App>> {
    Property::possible("the token is lost for ever", |ring: &Ring<App>, state| {
        titles(&ring.view(state)).is_empty()
    })
    .symmetric()
    .complain(portrait)
}

/// Everything that is asked of the ring in every state.
pub fn all_safety<App: OneToken>() -> Property<Ring<App>> {
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
pub fn all_liveness<App: OneToken>(ring: &Ring<App>) -> Property<Ring<App>> {
    let parts = [never_lost(), circulates(ring), backup_becomes_real(ring)];
    let promises = parts.into_iter().filter_map(|part| match part.demand {
        Demand::Promises(promises) => Some(promises),
        _ => None,
    });
    Property::promises("live", promises.flatten().collect()).complain(portrait)
}

/// Line 42: the application learns how many positions were skipped. Not declared symmetric: where the application counts fewer, lowered counts are
/// not what they were.
pub fn update_sees_the_gap() -> Property<Ring<Counting>> {
    Property::always("UpdateToken learns the gap", |ring: &Ring<Counting>, state| {
        let view = ring.view(state);
        with_token(&view, Token::Real).all(|(_, site)| site.data == Some(site.count))
    })
    .when(|ring, state| regenerated(&ring.view(state)))
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
