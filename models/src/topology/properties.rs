//! What is asked of a token with copies on any topology, in the words of sections II and V.

use super::complaints::{detection_sets, every_t, portrait};
use super::members::Members;
use super::{Base, Message, Node, Nodes, Phase, SiteOf};
use crate::ring::plugin::Token;
use verdict_checker::property::{Promise, Property};
use verdict_world::View;

fn with_token<'a, B: Base>(
    view: &View<'a, Node<B>>,
    token: Token,
) -> impl Iterator<Item = (usize, &'a SiteOf<B>)> {
    view.live()
        .filter(move |(_, site)| site.copies.token == token)
}

fn some_real<B: Base>(view: &View<Node<B>>) -> bool {
    with_token(view, Token::Real).next().is_some()
}

fn is_in<B: Base>(nodes: &Nodes<B>, state: &[u32], i: usize, phase: Phase) -> bool {
    let view = nodes.view(state);
    let site = view.node(i);
    site.is_some_and(|site| view.actor(i).base.phase(&site.base) == phase)
}

/// The T of every TOKEN in transit that is news to its receiver.
fn in_transit<'a, B: Base>(view: &View<'a, Node<B>>) -> impl Iterator<Item = &'a Members> {
    view.messages().filter_map(|envelope| match &envelope.msg {
        Message::Token(token) => Some(&token.members),
        Message::Request(_) => None,
    })
}

/// The token is unique, and so is whoever is in its critical section: only the holder is.
pub fn unique<B: Base>() -> Property<Nodes<B>> {
    Property::always("one REAL token", |nodes: &Nodes<B>, state| {
        with_token(&nodes.view(state), Token::Real).count() <= 1
    })
    .and("inside with the token", |nodes: &Nodes<B>, state| {
        nodes.view(state).live().all(|(i, site)| {
            site.copies.token == Token::Real || !is_in(nodes, state, i, Phase::Inside)
        })
    })
    .when(|nodes, state| some_real(&nodes.view(state)))
    .complain(portrait)
}

/// The holder comes first in its T, and every T has k+1 different members: fewer only by the crashed,
/// whom a copy that becomes the token leaves out.
pub fn distinct_members<B: Base>() -> Property<Nodes<B>> {
    Property::always("members are different", |nodes: &Nodes<B>, state| {
        let view = nodes.view(state);
        let held = view.live().map(|(_, site)| &site.copies.members);
        held.chain(in_transit(&view)).all(Members::are_distinct)
    })
    .and("k+1 members", |nodes: &Nodes<B>, state| {
        let view = nodes.view(state);
        let crashed = view.len() - view.live().count();
        let held = view
            .live()
            .filter(|(_, site)| site.copies.token != Token::None);
        let held = held.map(|(_, site)| &site.copies.members);
        let size = nodes.actors()[0].layer.k + 1;
        held.chain(in_transit(&view))
            .all(|members| members.len() <= size && members.len() + crashed >= size)
    })
    .and(
        "the holder is the first member",
        |nodes: &Nodes<B>, state| {
            let view = nodes.view(state);
            with_token(&view, Token::Real).all(|(i, site)| site.copies.members.holder() == Some(i))
        },
    )
    .when(|nodes, state| in_transit(&nodes.view(state)).next().is_some())
    .complain(every_t)
}

/// Fig. 6(c): "the k + 1 detection sets are different from each other and have nested intersections", and
/// each contains the holder; asked while no TOKEN is in transit.
pub fn nested_at_rest<B: Base>() -> Property<Nodes<B>> {
    let at_rest = |nodes: &Nodes<B>, state: &[u32]| in_transit(&nodes.view(state)).next().is_none();
    Property::always("nested at rest", move |nodes: &Nodes<B>, state| {
        let view = nodes.view(state);
        let holder = with_token(&view, Token::Real).map(|(i, _)| i).next();
        let sets: Vec<_> = view
            .live()
            .filter(|(_, site)| site.copies.token != Token::None)
            .map(|(i, site)| site.copies.detection(i))
            .collect();
        !at_rest(nodes, state)
            || sets.iter().enumerate().all(|(place, set)| {
                let mut others = sets[place + 1..].iter();
                holder.is_none_or(|holder| set.contains(holder))
                    && others.all(|other| {
                        set != other && (set.is_subset(*other) || other.is_subset(*set))
                    })
            })
    })
    // The token has moved since the start.
    .when(move |nodes, state| {
        at_rest(nodes, state)
            && with_token(&nodes.view(state), Token::Real).any(|(_, site)| site.copies.count > 0)
    })
    .complain(detection_sets)
}

/// A REAL token exists or will exist again, even if nobody leaves a critical section or asks.
pub fn never_lost<B: Base>() -> Property<Nodes<B>> {
    let again =
        Promise::infinitely_often("a REAL token exists again", |nodes: &Nodes<B>, state| {
            some_real(&nodes.view(state))
        });
    Property::promises("never lost", vec![again])
        .when(|nodes, state| !some_real(&nodes.view(state)))
        .complain(portrait)
}

/// Whoever asks for the token enters its critical section, or crashes.
pub fn progress<B: Base>(nodes: &Nodes<B>) -> Property<Nodes<B>> {
    let promises = (0..nodes.actors().len()).map(|i| {
        Promise::leads_to(
            format!("S{i}, which asks, enters or crashes"),
            move |nodes: &Nodes<B>, state| is_in(nodes, state, i, Phase::Asking),
            move |nodes: &Nodes<B>, state| {
                is_in(nodes, state, i, Phase::Inside) || nodes.view(state).node(i).is_none()
            },
        )
    });
    Property::promises("progress", promises.collect())
        .when(|nodes, state| {
            (0..nodes.actors().len()).any(|i| is_in(nodes, state, i, Phase::Asking))
        })
        .complain(portrait)
}
