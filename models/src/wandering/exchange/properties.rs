//! What is asked of section 4: at most one holder, and no loss but by the commitment.

use super::{Exchanger, Site, Sites, TokenNumber};
use verdict_checker::property::Property;
use verdict_world::View;

type Seen<'a> = View<'a, Exchanger>;

fn tokens(sites: &Sites) -> u8 {
    let numbers = sites.actors().iter().filter_map(|site| site.token);
    numbers.max().map_or(0, |last| last + 1)
}

/// Who has a token, as far as `counts` counts it.
fn holders(view: &Seen, token: TokenNumber, counts: fn(&Site) -> bool) -> Vec<usize> {
    let holds = |site: &Site| site.partner.holds == Some(token) && counts(site);
    let found = view.live().filter(|(_, site)| holds(site));
    found.map(|(i, _)| i).collect()
}

fn at_most_one(sites: &Sites, state: &[u32], counts: fn(&Site) -> bool) -> bool {
    let view = sites.view(state);
    (0..tokens(sites)).all(|token| holders(&view, token, counts).len() <= 1)
}

fn portrait(sites: &Sites, state: &[u32]) -> String {
    let view = sites.view(state);
    let each = view.live().map(|(i, site)| {
        let has = match (site.partner.holds, site.partner.offers) {
            (Some(token), None) => format!("holds token {token}"),
            (Some(token), Some(to)) => format!("offers token {token} to S{}", to.partner.0),
            (None, _) => "has no token".to_owned(),
        };
        let waits = match site.partner.awaits {
            Some(awaited) => format!(
                " and waits for the commitment of S{}",
                awaited.pass.partner.0
            ),
            None => String::new(),
        };
        format!("S{i} {has}{waits}")
    });
    format!("{}.", each.collect::<Vec<_>>().join("; "))
}

/// "When both partners leave the protocol, at most one holds the token": of those that have a token and are not in the
/// protocol with it, no two have the same.
pub fn one_holder() -> Property<Sites> {
    let rests: fn(&Site) -> bool = |site| site.partner.holds_at_rest();
    Property::always(
        "at most one holds the token",
        move |sites: &Sites, state| at_most_one(sites, state, rests),
    )
    .when(|sites, state| some_pass_has_ended(&sites.view(state)))
    .complain(portrait)
}

/// In every state: also a sender that waits for the acknowledgement still has the token.
pub fn one_holder_at_any_time() -> Property<Sites> {
    Property::always(
        "at most one has the token, offered or not",
        move |sites: &Sites, state| at_most_one(sites, state, |_| true),
    )
    .when(|sites, state| some_pass_has_ended(&sites.view(state)))
    .complain(portrait)
}

/// A component that had no token at first has one.
fn some_pass_has_ended(view: &Seen) -> bool {
    let took = |i: usize| {
        let site = view.node(i);
        view.actor(i).token.is_none() && site.is_some_and(|site| site.partner.holds.is_some())
    };
    (0..view.len()).any(took)
}

/// How many tokens are held, and how many would be if each commitment had been taken by one receiver at the moment it
/// was sent.
fn balance(sites: &Sites, state: &[u32]) -> (usize, usize, usize) {
    let view = sites.view(state);
    let held = view.live().filter(|(_, site)| site.partner.holds.is_some());
    let count =
        |of: fn(&Site) -> u8| -> usize { view.live().map(|(_, site)| usize::from(of(site))).sum() };
    let committed = count(|site| site.record.as_ref().map_or(0, |record| record.committed));
    (held.count(), committed, count(|site| site.taken))
}

fn any_record(sites: &Sites, state: &[u32], of: fn(&super::Record) -> bool) -> bool {
    let view = sites.view(state);
    view.live()
        .any(|(_, site)| site.record.as_ref().is_some_and(of))
}

fn is_conserved(sites: &Sites, state: &[u32]) -> bool {
    let (held, committed, taken) = balance(sites, state);
    held + committed == usize::from(tokens(sites)) + taken
}

fn somebody_committed(sites: &Sites, state: &[u32]) -> bool {
    balance(sites, state).1 > 0
}

fn loss(sites: &Sites, state: &[u32]) -> String {
    let (held, committed, taken) = balance(sites, state);
    format!(
        "Tokens held: {held} of {}; commitments sent: {committed}, taken: {taken}. {}",
        tokens(sites),
        portrait(sites, state)
    )
}

/// "Only in case the commitment message is lost" or excessively delayed "the token is lost too; otherwise either the
/// token is passed successfully to the token receiver, or [...] the token sender keeps the token". Whoever has a token
/// parts with it only by sending a commitment; and a commitment that arrives, at a receiver that has not given up, is
/// taken.
pub fn commitment_in_time_brings_the_token() -> Property<Sites> {
    Property::always(
        "a token is given up for a commitment, and got by one",
        is_conserved,
    )
    .and(
        "a commitment that arrives in time brings the token",
        |sites, state| !any_record(sites, state, |record| record.wasted),
    )
    .when(somebody_committed)
    .complain(loss)
}

/// The sentence without the delay: every commitment that arrives brings the token.
pub fn every_commitment_brings_the_token() -> Property<Sites> {
    Property::always(
        "a token is given up for a commitment, and got by one",
        is_conserved,
    )
    .and(
        "a commitment that arrives brings the token",
        |sites, state| !any_record(sites, state, |record| record.wasted || record.late),
    )
    .when(somebody_committed)
    .complain(loss)
}
