//! What is asked of the original algorithm, in the words of section 3; above all its invariant: "the root node of
//! the last tree is always the tail node of the next queue".
//!
//! While a request is in transit the tree is broken into several (section 3 says so itself), and the sentence has no
//! meaning: there are several roots. What is true in every state is this. Cut the waiting sites into *portions*: one
//! begins at the site that has the token or to which it is on its way, one at the origin of every request in
//! transit; each goes on along `next`. Then the roots of the last forest are exactly the tails of the portions,
//! every site's path along `last` ends at a root, and requests in transit lead from portion to portion until the one
//! with the token. With no request in transit that is the sentence of the paper.

use super::super::site::SiteId;
use super::{Message, Original, Phase, Sites};
use verdict_checker::property::{Promise, Property};
use verdict_world::View;

type Seen<'a> = View<'a, Original>;

/// Where the tokens are: at sites, or on their way to them.
fn tokens(view: &Seen) -> Vec<usize> {
    let held = view.live().filter(|(_, site)| site.token).map(|(i, _)| i);
    let moving = view.messages().filter(|e| e.msg == Message::Token);
    held.chain(moving.map(|e| usize::from(e.dst))).collect()
}

fn inside(view: &Seen) -> Vec<usize> {
    let inside = view.live().filter(|(_, site)| site.phase == Phase::Inside);
    inside.map(|(i, _)| i).collect()
}

/// The requests in transit: origin and receiver.
fn requests(view: &Seen) -> Vec<(usize, usize)> {
    let asks = |e: &verdict_world::Envelope<Message>| match e.msg {
        Message::Request { origin, .. } => Some((origin.into(), usize::from(e.dst))),
        Message::Token => None,
    };
    view.messages().filter_map(asks).collect()
}

fn roots(view: &Seen) -> Vec<usize> {
    let roots = view.live().filter(|(i, site)| site.is_root((*i).into()));
    roots.map(|(i, _)| i).collect()
}

/// The end of a path, unless it is longer than there are sites.
fn end(view: &Seen, from: usize, step: impl Fn(usize) -> Option<usize>) -> Option<usize> {
    let mut at = from;
    for _ in 0..=view.len() {
        match step(at) {
            Some(further) => at = further,
            None => return Some(at),
        }
    }
    None
}

/// The tail of the portion of the next queue that begins at a site.
fn tail(view: &Seen, head: usize) -> Option<usize> {
    end(view, head, |i| view.node(i)?.next.map(usize::from))
}

/// The root that a site's `last` leads to.
fn root_of(view: &Seen, site: usize) -> Option<usize> {
    end(view, site, |i| {
        let last = view.node(i)?.last;
        (last != SiteId::from(i)).then(|| last.into())
    })
}

/// There is one root, and it is the tail of the queue that begins at the token.
fn one_root_is_tail(view: &Seen) -> bool {
    let tails: Vec<_> = tokens(view).iter().map(|at| tail(view, *at)).collect();
    match (&roots(view)[..], &tails[..]) {
        ([root], [Some(tail)]) => root == tail,
        _ => false,
    }
}

/// The module's own form of it.
fn roots_are_tails(view: &Seen) -> bool {
    let requests = requests(view);
    let origins = requests.iter().map(|(origin, _)| *origin);
    let heads: Vec<_> = tokens(view).into_iter().chain(origins).collect();
    let mut tails: Vec<_> = heads.iter().filter_map(|at| tail(view, *at)).collect();
    tails.sort_unstable();
    let mut paths = (0..view.len()).map(|i| root_of(view, i));
    tails == roots(view)
        && paths.all(|end| end.is_some())
        && requests.iter().all(|request| reaches_token(view, request))
}

/// Whether a request that follows `last`, and the requests that head the portions it meets, comes to the queue
/// with the token.
fn reaches_token(view: &Seen, request: &(usize, usize)) -> bool {
    let requests = requests(view);
    let goal = tokens(view).first().and_then(|at| tail(view, *at));
    let mut at = request.1;
    for _ in 0..=requests.len() {
        let root = root_of(view, at);
        if root == goal {
            return true;
        }
        let heads = requests
            .iter()
            .find(|(origin, _)| tail(view, *origin) == root);
        let Some((_, receiver)) = heads else {
            return false;
        };
        at = *receiver;
    }
    false
}

/// `S0 has the token, last = S1 and next = S1; S1 is waiting, last = S1.`
fn portrait(sites: &Sites, state: &[u32]) -> String {
    let view = sites.view(state);
    let each = view.live().map(|(i, site)| {
        let mut words = match (site.phase, site.token) {
            (Phase::Inside, _) => format!("S{i} is inside"),
            (Phase::Idle, true) => format!("S{i} holds an idle token"),
            (Phase::Waiting, _) => format!("S{i} is waiting"),
            (Phase::Idle, false) => format!("S{i} is idle"),
        };
        words.push_str(&format!(" (last = {}", site.last));
        if let Some(next) = site.next {
            words.push_str(&format!(", next = {next}"));
        }
        words + ")"
    });
    format!("{}.", each.collect::<Vec<_>>().join("; "))
}

/// "There is always only one token", at a site or in transit, "which guarantees that at most one site can execute
/// the critical section".
pub fn mutex() -> Property<Sites> {
    Property::always("at most one site inside", |sites: &Sites, state| {
        inside(&sites.view(state)).len() <= 1
    })
    .and("just one token", |sites: &Sites, state| {
        tokens(&sites.view(state)).len() == 1
    })
    .when(|sites, state| !inside(&sites.view(state)).is_empty())
    .symmetric()
    .sees(Sites::sight(
        |site| (site.token, site.phase == Phase::Inside),
        |message| *message == Message::Token,
    ))
    .complain(portrait)
}

/// Every site that asks gets the token.
pub fn progress(sites: &Sites) -> Property<Sites> {
    let enters = (0..sites.actors().len()).map(|i| {
        let is = move |phase: Phase, sites: &Sites, state: &[u32]| {
            let view = sites.view(state);
            view.node(i).is_some_and(|site| site.phase == phase)
        };
        Promise::leads_to(
            format!("S{i}, having asked, enters its critical section"),
            move |sites: &Sites, state| is(Phase::Waiting, sites, state),
            move |sites: &Sites, state| is(Phase::Inside, sites, state),
        )
    });
    Property::promises("progress", enters.collect()).complain(portrait)
}

/// The sentence of the paper, in every state.
pub fn root_is_tail() -> Property<Sites> {
    Property::always("root is tail", |sites: &Sites, state| {
        one_root_is_tail(&sites.view(state))
    })
    .symmetric()
    .complain(portrait)
}

/// The sentence of the paper, whenever no request is in transit.
pub fn root_is_tail_without_requests() -> Property<Sites> {
    Property::always("root is tail at rest", |sites: &Sites, state| {
        let view = sites.view(state);
        !requests(&view).is_empty() || one_root_is_tail(&view)
    })
    .when(|sites, state| {
        let view = sites.view(state);
        requests(&view).is_empty() && view.live().any(|(_, site)| site.next.is_some())
    })
    .symmetric()
    .complain(portrait)
}

/// The form that is true in every state.
pub fn roots_are_tails_of_portions() -> Property<Sites> {
    Property::always("roots are tails of portions", |sites: &Sites, state| {
        roots_are_tails(&sites.view(state))
    })
    .when(|sites, state| requests(&sites.view(state)).len() > 1)
    .symmetric()
    .complain(portrait)
}

/// A request is sent fewer than N times.
pub fn fewer_than_n_sends(sites: &Sites) -> Property<Sites> {
    sends_at_most(sites.actors().len() - 1)
}

/// A request is sent at most log2(N) times, rounded up.
pub fn at_most_log_n_sends(sites: &Sites) -> Property<Sites> {
    sends_at_most(sites.actors().len().next_power_of_two().ilog2() as usize)
}

/// No request is sent more than `most` times; requests must count that.
fn sends_at_most(most: usize) -> Property<Sites> {
    Property::always("sends of one request", move |sites: &Sites, state| {
        let view = sites.view(state);
        view.messages()
            .all(|e| !matches!(e.msg, Message::Request { hops, .. } if usize::from(hops) > most))
    })
    .when(move |sites, state| {
        let view = sites.view(state);
        view.messages()
            .any(|e| matches!(e.msg, Message::Request { hops, .. } if usize::from(hops) == most))
    })
    .symmetric()
    .complain(|sites, state| {
        let view = sites.view(state);
        let far = view.messages().filter_map(|e| match e.msg {
            Message::Request { origin, hops } => Some((hops, origin, e.dst)),
            Message::Token => None,
        });
        match far.max() {
            Some((hops, origin, to)) => format!(
                "The request of {origin} has been sent {hops} times, the last time to S{to}."
            ),
            None => "No request is in transit.".to_owned(),
        }
    })
}
