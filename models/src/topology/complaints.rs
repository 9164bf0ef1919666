//! What is wrong with a state, in sentences.

use super::{Base, Message, Nodes, Phase};
use crate::ring::plugin::Token;

/// `S0 has token = REAL and is inside; S1 has token = BACKUP, T = S0 S1; S2 has crashed.`
pub(super) fn portrait<B: Base>(nodes: &Nodes<B>, state: &[u32]) -> String {
    let view = nodes.view(state);
    let sites = (0..view.len()).map(|i| {
        let Some(site) = view.node(i) else {
            return format!("S{i} has crashed");
        };
        let token = match site.copies.token {
            Token::Real => "token = REAL".to_owned(),
            Token::Backup => format!("token = BACKUP with T = {}", site.copies.members),
            Token::None => "token = NONE".to_owned(),
        };
        let phase = match view.actor(i).base.phase(&site.base) {
            Phase::Idle => "",
            Phase::Asking => " and waits for it",
            Phase::Inside => " and is in its critical section",
        };
        format!("S{i} has {token}{phase}")
    });
    format!("{}.", sites.collect::<Vec<_>>().join("; "))
}

/// The detection sets of those that have the token or a copy.
pub(super) fn detection_sets<B: Base>(nodes: &Nodes<B>, state: &[u32]) -> String {
    let view = nodes.view(state);
    let sets = view
        .live()
        .filter(|(_, site)| site.copies.token != Token::None);
    let sets: Vec<_> = sets
        .map(|(i, site)| format!("S{i} has D = {:?}", site.copies.detection(i)))
        .collect();
    format!(
        "No TOKEN is in transit, and the detection sets are not nested around one holder: {}.",
        sets.join("; ")
    )
}

/// Every T that there is.
pub(super) fn every_t<B: Base>(nodes: &Nodes<B>, state: &[u32]) -> String {
    let view = nodes.view(state);
    let held = view
        .live()
        .filter(|(_, site)| site.copies.token != Token::None);
    let held = held.map(|(i, site)| format!("S{i} has T = {}", site.copies.members));
    let sent = view.messages().filter_map(|envelope| match &envelope.msg {
        Message::Token(token) => Some(format!(
            "the TOKEN on its way to S{} has T = {}",
            envelope.dst, token.members
        )),
        Message::Request(_) => None,
    });
    let all: Vec<_> = held.chain(sent).collect();
    format!(
        "T should have {} different members: {}.",
        nodes.actors()[0].layer.k + 1,
        all.join("; ")
    )
}
