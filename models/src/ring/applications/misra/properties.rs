//! What is asked of the termination detection.

use super::{Sites, Work};
use crate::ring::application::Message;
use verdict_checker::property::{Promise, Property};

/// Who is active, and which application messages can still make someone active.
struct Unrest {
    active: Vec<usize>,
    /// From and to.
    in_transit: Vec<(usize, usize)>,
}

/// Whether a message that its receiver will refuse is in transit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Refused {
    /// It is not: it can make nobody active.
    Ignored,
    /// It is, as any other.
    Counted,
}

impl Unrest {
    fn of(sites: &Sites, state: &[u32]) -> Self {
        Self::with(Refused::Ignored, sites, state)
    }

    fn with(refused: Refused, sites: &Sites, state: &[u32]) -> Self {
        let view = sites.view(state);
        let active = view.live().filter(|(_, process)| process.own.active);
        let work = view.messages().filter_map(|envelope| {
            let (src, dst) = (usize::from(envelope.src), usize::from(envelope.dst));
            let process = view
                .node(dst)
                .filter(|_| envelope.msg == Message::Own(Work))?;
            let counts = refused == Refused::Counted || !process.own.refuses.contains(src);
            counts.then_some((src, dst))
        });
        Unrest {
            active: active.map(|(i, _)| i).collect(),
            in_transit: work.collect(),
        }
    }

    fn is_over(&self) -> bool {
        self.active.is_empty() && self.in_transit.is_empty()
    }
}

fn announced(sites: &Sites, state: &[u32]) -> Option<usize> {
    let view = sites.view(state);
    let mut announcers = view.live().filter(|(_, process)| process.own.announced);
    announcers.next().map(|(i, _)| i)
}

/// Termination is announced only when every live node is passive and nothing that could make one active is in
/// transit. A message to a crashed node is not: nobody will receive it. Nor is one that will be refused.
pub fn safe() -> Property<Sites> {
    announced_when_over(Refused::Ignored)
}

/// The same, to the letter: "no application message is in transit" to a live node, not even one that will be refused.
pub fn safe_to_the_letter() -> Property<Sites> {
    announced_when_over(Refused::Counted)
}

fn announced_when_over(refused: Refused) -> Property<Sites> {
    Property::always("announced only when over", move |sites: &Sites, state| {
        announced(sites, state).is_none() || Unrest::with(refused, sites, state).is_over()
    })
    .when(|sites, state| announced(sites, state).is_some())
    .complain(move |sites, state| {
        let Some(announcer) = announced(sites, state) else {
            return String::new();
        };
        let unrest = Unrest::with(refused, sites, state);
        let active = unrest.active.iter().map(|i| format!("S{i} is active"));
        let in_transit = unrest
            .in_transit
            .iter()
            .map(|(src, dst)| format!("a message of S{src} to S{dst} is in transit"));
        let facts: Vec<_> = active.chain(in_transit).collect();
        format!(
            "S{announcer} has announced the termination, but {}.",
            facts.join(" and ")
        )
    })
}

/// Once the application has terminated, a live node announces it.
pub fn live() -> Property<Sites> {
    let over = |sites: &Sites, state: &[u32]| Unrest::of(sites, state).is_over();
    let promise = Promise::leads_to(
        "the termination is announced",
        over,
        |sites: &Sites, state: &[u32]| announced(sites, state).is_some(),
    );
    Property::promises("the termination is announced", vec![promise])
        .when(over)
        .complain(|sites, state| {
            let view = sites.view(state);
            let tokens: Vec<_> = view
                .live()
                .filter_map(|(i, process)| {
                    let marker = process.held.values().next()?.data?;
                    Some(format!("S{i} has {marker:?}"))
                })
                .collect();
            format!(
                "Every live node is passive and nothing is in transit that could change this, but nobody \
                 announces it; of those with the token or a copy, {}.",
                tokens.join(", ")
            )
        })
}
