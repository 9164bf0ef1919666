//! What is asked of section 4.

use super::super::original::Phase;
use super::{Consult, Message, Sites};
use verdict_checker::property::{Promise, Property};
use verdict_world::View;

fn tokens(view: &View<Consult>) -> usize {
    let held = view.live().filter(|(_, site)| site.tree.token).count();
    let moving = view.messages().filter(|e| e.msg == Message::Token).count();
    held + moving
}

/// `S0 is inside; S1 is waiting (next = S2, has broadcast FAILURE); S2 has crashed.`
fn portrait(sites: &Sites, state: &[u32]) -> String {
    let view = sites.view(state);
    let each = (0..view.len()).map(|i| {
        let Some(site) = view.node(i) else {
            return format!("S{i} has crashed");
        };
        let mut words = match (site.tree.phase, site.tree.token) {
            (Phase::Inside, _) => format!("S{i} is inside with the token"),
            (Phase::Idle, true) => format!("S{i} holds an idle token"),
            (Phase::Waiting, _) => format!("S{i} is waiting"),
            (Phase::Idle, false) => format!("S{i} is idle"),
        };
        let next = site.tree.next.map(|next| format!("next = {next}"));
        let stage = site
            .stage
            .map(|stage| format!("has broadcast {stage:?}").to_uppercase());
        let stage = stage.map(|text| text.replace("HAS BROADCAST", "has broadcast"));
        let facts: Vec<_> = next.into_iter().chain(stage).collect();
        if !facts.is_empty() {
            words.push_str(&format!(" ({})", facts.join(", ")));
        }
        words
    });
    let moving = view.messages().filter(|e| e.msg == Message::Token);
    let moving = moving.map(|e| format!("a token is on its way to S{}", e.dst));
    format!("{}.", each.chain(moving).collect::<Vec<_>>().join("; "))
}

/// At most one token.
pub fn one_token() -> Property<Sites> {
    Property::always("at most one token", |sites: &Sites, state| {
        tokens(&sites.view(state)) <= 1
    })
    .when(|sites, state| {
        let view = sites.view(state);
        view.live().any(|(_, site)| site.stage.is_some())
    })
    .complain(portrait)
}

/// T_wait is long enough: without a crash nobody consults the others.
pub fn no_false_alarm() -> Property<Sites> {
    Property::always("no false alarm", |sites: &Sites, state| {
        let view = sites.view(state);
        let crashed = view.live().count() < view.len();
        crashed || view.live().all(|(_, site)| site.stage.is_none())
    })
    .when(|sites, state| {
        let view = sites.view(state);
        let waiting = view
            .live()
            .filter(|(_, site)| site.tree.phase == Phase::Waiting);
        waiting.count() > 1
    })
    .complain(portrait)
}

/// Every live requester gets the token.
pub fn progress(sites: &Sites) -> Property<Sites> {
    let enters = (0..sites.actors().len()).map(|i| {
        let phase = move |sites: &Sites, state: &[u32]| {
            sites.view(state).node(i).map(|site| site.tree.phase)
        };
        Promise::leads_to(
            format!("S{i}, having asked, enters its critical section or crashes"),
            move |sites: &Sites, state| phase(sites, state) == Some(Phase::Waiting),
            move |sites: &Sites, state| matches!(phase(sites, state), Some(Phase::Inside) | None),
        )
    });
    Property::promises("progress", enters.collect()).complain(portrait)
}
