//! What is asked of TranspeerToken.

use super::{Parties, Party, Transaction, Transpeer};
use std::collections::BTreeSet;
use verdict_checker::property::{Promise, Property};

/// A transaction with those that come before it.
pub type Place = (Transaction, Vec<Transaction>);
/// What the data servers have been given.
pub type Routed = BTreeSet<Place>;

/// What the server has been sent.
fn routed<'a>(parties: &'a Parties, state: &'a [u32]) -> Option<&'a Routed> {
    let server = parties.actors()[0].application.server();
    match &parties.view(state).node(server)?.own {
        Party::Server { routed } => Some(routed),
        _ => None,
    }
}

/// Whether one comes before the other for both, or they are on different data sets; the same transaction at two
/// places does not.
fn ordered(transpeer: &Transpeer, (a, before_a): &Place, (b, before_b): &Place) -> bool {
    let comes_first = |t: &Transaction, before: &[Transaction], then: &[Transaction]| {
        then.strip_prefix(before).and_then(<[_]>::first) == Some(t)
    };
    let one_first = comes_first(a, before_a, before_b) || comes_first(b, before_b, before_a);
    transpeer.data_set(*a) != transpeer.data_set(*b) || (a != b && one_first)
}

/// Pairs of routed transactions that no serial order explains.
pub fn clashes<'a>(
    transpeer: &'a Transpeer,
    routed: &'a Routed,
) -> impl Iterator<Item = [&'a Place; 2]> {
    let pairs = routed
        .iter()
        .enumerate()
        .flat_map(|(n, a)| routed.iter().skip(n + 1).map(move |b| [a, b]));
    pairs.filter(|[a, b]| !ordered(transpeer, a, b))
}

fn clash<'a>(parties: &'a Parties, state: &'a [u32]) -> Option<[&'a Place; 2]> {
    clashes(&parties.actors()[0].application, routed(parties, state)?).next()
}

/// Transactions on one data set are serialised: of any two that were routed, one comes after the other and after
/// all that came before that.
pub fn serial() -> Property<Parties> {
    Property::always("one order for each data set", |parties: &Parties, state| {
        clash(parties, state).is_none()
    })
    .when(|parties, state| routed(parties, state).is_some_and(|routed| routed.len() > 1))
    .complain(|parties, state| {
        let Some(pair) = clash(parties, state) else {
            return String::new();
        };
        let told = pair.map(|(t, before)| {
            let before: Vec<_> = before.iter().map(|t| format!("t{t}")).collect();
            match &before[..] {
                [] => format!("t{t} as the first transaction"),
                _ => format!("t{t} as the one after {}", before.join(", ")),
            }
        });
        format!(
            "The data servers were given {}, and {}: neither comes after the other.",
            told[0], told[1]
        )
    })
}

/// Every transaction that was submitted is routed in the end.
pub fn no_loss(parties: &Parties) -> Property<Parties> {
    let submitted = |t: Transaction, parties: &Parties, state: &[u32]| {
        let client = parties.actors()[0].application.client();
        let client = parties.view(state).node(client);
        client.is_some_and(|site| matches!(&site.own, Party::Client { next, .. } if *next > t))
    };
    let arrived = |t: Transaction, parties: &Parties, state: &[u32]| {
        routed(parties, state).is_some_and(|routed| routed.iter().any(|(r, _)| *r == t))
    };
    let transactions = parties.actors()[0].application.transactions;
    let promises = (0..transactions).map(|t| {
        Promise::leads_to(
            format!("t{t}, once submitted, is routed"),
            move |parties: &Parties, state: &[u32]| submitted(t, parties, state),
            move |parties: &Parties, state: &[u32]| arrived(t, parties, state),
        )
    });
    Property::promises("no transaction is lost", promises.collect())
        .when(move |parties, state| submitted(0, parties, state) && !arrived(0, parties, state))
        .complain(|parties, state| {
            let view = parties.view(state);
            let waiting: Vec<_> = view
                .live()
                .filter_map(|(i, site)| match &site.own {
                    Party::Manager { waiting } if !waiting.is_empty() => Some(format!(
                        "S{i} has {}",
                        waiting
                            .iter()
                            .map(|t| format!("t{t}"))
                            .collect::<Vec<_>>()
                            .join(", ")
                    )),
                    _ => None,
                })
                .collect();
            let waiting = match &waiting[..] {
                [] => "no live TM has it".to_owned(),
                some => format!("of those that wait for a token, {}", some.join(" and ")),
            };
            format!("A transaction was submitted and is never routed; {waiting}.")
        })
}
