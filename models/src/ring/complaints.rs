//! What is wrong with a state of the ring, in sentences.

use super::Ring;
use super::plugin::{Application, Token};
use super::properties::with_token;

/// `S0 has token = REAL and count = 3; S1 has crashed.`: what a reader needs to see of the sites.
pub(super) fn portrait<App: Application>(ring: &Ring<App>, state: &[u32]) -> String {
    let view = ring.view(state);
    let sites = (0..view.len()).map(|i| match view.node(i) {
        None => format!("S{i} has crashed"),
        Some(site) => format!(
            "S{i} has token = {} and count = {}",
            format!("{:?}", site.token).to_uppercase(),
            site.count
        ),
    });
    format!("{}.", sites.collect::<Vec<_>>().join("; "))
}

/// The detection sets of those that have the token or a copy.
pub(super) fn detection_portrait<App: Application>(ring: &Ring<App>, state: &[u32]) -> String {
    let view = ring.view(state);
    let sets = view.live().filter(|(_, site)| site.token != Token::None);
    let sets: Vec<_> = sets
        .map(|(i, site)| format!("S{i} has D = {:?}", site.detection))
        .collect();
    format!(
        "The detection sets are not nested around one holder: {}.",
        sets.join("; ")
    )
}

/// Which counts are wrong: of messages that are old and could still act, of holders, of messages.
pub(super) fn wrong_counts<App: Application>(ring: &Ring<App>, state: &[u32]) -> String {
    let view = ring.view(state);
    let nodes = view.len() as u64;
    let stale = view.messages().filter_map(|envelope| {
        let receiver = view.node(usize::from(envelope.dst))?;
        (receiver.count >= envelope.msg.count).then(|| {
            format!(
                "{}, on its way to S{}, is not newer than what S{} knows (count = {}), but would still \
                 change it.",
                envelope.msg, envelope.dst, envelope.dst, receiver.count
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
    let messages = view
        .messages()
        .filter(|envelope| envelope.msg.count % nodes != u64::from(envelope.msg.holder))
        .map(|envelope| {
            let position = envelope.msg.count % nodes;
            format!(
                "{} has a count that is the position of S{position}.",
                envelope.msg
            )
        });
    let wrong: Vec<_> = stale.chain(holders).chain(messages).collect();
    wrong.join(" ")
}
