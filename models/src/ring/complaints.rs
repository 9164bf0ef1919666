//! What is wrong with a state of the ring, in sentences.

use super::application::Message;
use super::plugin::{Token, TokenMessage};
use super::properties::{OneToken, held, in_flight, with_token};
use super::{Ring, TheToken};
use verdict_world::Resident;

/// `S0 has token = REAL and count = 3; S1 has crashed.`: what a reader needs to see of the sites.
pub(super) fn portrait<App: OneToken>(ring: &Ring<App>, state: &[u32]) -> String {
    let view = ring.view(state);
    let sites = (0..view.len()).map(|i| match view.node(i) {
        None => format!("S{i} has crashed"),
        Some(site) => {
            let held = &site.held[&TheToken];
            let token = format!("{:?}", held.token).to_uppercase();
            format!("S{i} has token = {token} and count = {}", held.count)
        }
    });
    format!("{}.", sites.collect::<Vec<_>>().join("; "))
}

/// The detection sets of those that have the token or a copy.
pub(super) fn detection_portrait<App: OneToken>(ring: &Ring<App>, state: &[u32]) -> String {
    let view = ring.view(state);
    let sets = held(&view).filter(|(_, held)| held.token != Token::None);
    let sets: Vec<_> = sets
        .map(|(i, held)| format!("S{i} has D = {:?}", held.detection))
        .collect();
    format!(
        "The detection sets are not nested around one holder: {}.",
        sets.join("; ")
    )
}

/// Which counts are wrong: of messages that are old and could still act, of holders, of messages.
pub(super) fn wrong_counts<App: OneToken>(ring: &Ring<App>, state: &[u32]) -> String {
    let view = ring.view(state);
    let nodes = view.len() as u64;
    let name = |message: &TokenMessage<App::Data>| {
        let message = Message::Token(TheToken, message.clone());
        ring.actors()[0].message_name(&message)
    };
    let stale = in_flight(&view).filter_map(|(to, message)| {
        let known = view.node(to)?.held[&TheToken].count;
        (known >= message.count).then(|| {
            let message = name(message);
            format!(
                "{message}, on its way to S{to}, is not newer than what S{to} knows (count = {known}), but \
                 would still change it.",
            )
        })
    });
    let holders = with_token(&view, Token::Real)
        .filter(|(i, site)| site.count % nodes != *i as u64)
        .map(|(i, site)| {
            let position = site.count % nodes;
            let count = site.count;
            format!(
                "S{i} has token = REAL and count = {count}, which is the position of S{position}."
            )
        });
    let messages = in_flight(&view)
        .filter(|(_, message)| message.count % nodes != u64::from(message.holder))
        .map(|(_, message)| {
            let position = message.count % nodes;
            let message = name(message);
            format!("{message} has a count that is the position of S{position}.")
        });
    let wrong: Vec<_> = stale.chain(holders).chain(messages).collect();
    wrong.join(" ")
}
