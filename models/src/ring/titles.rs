//! Titles to the token: the invariant that relates sites and messages in transit, and makes uniqueness inductive.

use super::complaints::portrait;
use super::plugin::{Held, Token};
use super::properties::{OneToken, Sites, held, in_flight};
use super::{Ring, TheToken};
use verdict_checker::property::Property;
use verdict_world::NodeSet;

/// A right to the token: whoever is the first live site from position `from` on may hold it, and
/// `owner` stands at position `to`. Positions are counts: they do not wrap around.
pub(super) struct Title {
    owner: usize,
    from: u64,
    to: u64,
}

/// Every title of a live site: the token itself, copies held, and copies in flight that are news to their receiver.
pub(super) fn titles<App: OneToken>(view: &Sites<App>) -> Vec<Title> {
    let nodes = view.len() as u64;
    let at_sites = held(view).filter_map(|(owner, held)| {
        let from = held.count;
        match held.token {
            Token::None => None,
            Token::Real => Some(Title {
                owner,
                from,
                to: from,
            }),
            Token::Backup => {
                let to = from + held.detection.len() as u64 - 1;
                Some(Title { owner, from, to })
            }
        }
    });
    let coming = in_flight(view).filter_map(|(owner, message)| {
        let from = message.count;
        let known = view.node(owner)?.held[&TheToken].count;
        let distance = (owner as u64 + nodes - u64::from(message.holder)) % nodes;
        (from > known).then_some(Title {
            owner,
            from,
            to: from + distance,
        })
    });
    at_sites.chain(coming).collect()
}

/// The invariant behind uniqueness, "related both to the current state of the nodes and the messages in
/// transit": of two titles of different live sites, the one that ends later begins no later than the other
/// ends. So the owner of the earlier one stands in the detection set of the later one, which
/// cannot be used while that owner lives.
///
/// It implies uniqueness: two REAL tokens would be two titles [p, p] and [q, q] with p < q, but
/// q <= p. It is preserved by every step, because a title is only ever shortened to the position of
/// its owner when all before it are dead (UseBackup), or replaced by titles that begin one position later,
/// when the one at the front is given away (SafeSendToken).
///
/// That argument uses two things that nesting alone does not say, and without which the invariant
/// holds but is not inductive; a test has the counterexamples. Only the crashed are suspected, or
/// UseBackup could skip a live site. All titles of one site end at the same position, or a holder could
/// let go of the token while a title of its own, a round ahead, is on its way to it.
pub fn nested_titles<App: OneToken>() -> Property<Ring<App>> {
    Property::always("titles nest", |ring: &Ring<App>, state| {
        let titles = titles(&ring.view(state));
        titles.iter().all(|a| {
            let later = titles.iter().filter(|b| b.owner != a.owner && a.to <= b.to);
            later.into_iter().all(|b| b.from <= a.to)
        })
    })
    .and("titles end at their owner", |ring: &Ring<App>, state| {
        let view = ring.view(state);
        let nodes = view.len() as u64;
        titles(&view)
            .iter()
            .all(|title| title.to % nodes == title.owner as u64)
    })
    .and("detection sets match", |ring: &Ring<App>, state| {
        held(&ring.view(state)).all(|(i, held)| detection_matches(ring, i, held))
    })
    .and(
        "only the crashed are suspected",
        |ring: &Ring<App>, state| {
            let view = ring.view(state);
            let suspected = view.live().flat_map(|(_, site)| site.faulty.iter());
            suspected.into_iter().all(|j| view.node(j).is_none())
        },
    )
    .and(
        "titles of one site end together",
        |ring: &Ring<App>, state| {
            let titles = titles(&ring.view(state));
            titles
                .iter()
                .all(|a| titles.iter().all(|b| a.owner != b.owner || a.to == b.to))
        },
    )
    .when(|ring, state| titles(&ring.view(state)).len() > 1)
    .symmetric()
    .complain(portrait)
}

/// D is {S_T, ..., S_i}, where S_T is the position that count names; empty without a token.
fn detection_matches<App: OneToken>(ring: &Ring<App>, i: usize, held: &Held<App::Data>) -> bool {
    let nodes = ring.actors().len();
    let expected: NodeSet = match held.token {
        Token::None => NodeSet::default(),
        Token::Real => NodeSet::only(i),
        Token::Backup => {
            let holder = (held.count % nodes as u64) as usize;
            let span = (i + nodes - holder) % nodes;
            (0..=span).map(|step| (holder + step) % nodes).collect()
        }
    };
    held.detection == expected
}
