//! What the ring is for: the algorithms of section III over the plug-in, side by side.
//!
//! | section | folder | what it is |
//! |---|---|---|
//! | III.A | [`le_lann`], [`martin`] | mutual exclusion |
//! | III.B | [`misra`] | detection of termination |
//! | III.C | [`chang_roberts`] | election of a leader |
//! | III.D | [`transpeer`] | transactions on replicated data, and the experiment of Fig. 3 |
//!
//! In each folder `mod.rs` is the algorithm, `reading.rs` how the text is read and what can be put wrong, `properties.rs`
//! what is asked of it alone, and `claims.rs` what is claimed, with the verdict that each reading gets. None of
//! them knows of copies, counts or crashes. What the two for mutual exclusion share, the phases of a site and what is asked of
//! them, is here.

pub mod chang_roberts;
pub mod le_lann;
pub mod martin;
pub mod misra;
#[cfg(test)]
mod tests;
pub mod transpeer;

use super::Ring;
use super::application::{Application, Message};
use super::setting::Dimensions;
use serde::Serialize;
use verdict_checker::catalog::{Parameter, SetupError};
use verdict_checker::property::{Promise, Property};
use verdict_checker::size::Size;

/// The parameters of an application whose sites ask for something.
const ASKING: &[Parameter] = &[
    Parameter::new(
        "A",
        "sites that ever ask: for the resource, or to be leader",
    ),
    Parameter::new("R", "times that each of them may ask"),
];

/// A and R: how many sites ask, and how often each may.
fn asking(ring: Dimensions, size: &Size) -> Result<(usize, u8), SetupError> {
    let sites = size.within("A", 1..=ring.nodes as u64, "for there are no more sites")?;
    let times = size.within("R", 1..=9, "so that the search ends")?;
    Ok((sites, times))
}

/// What a site is about, in an algorithm for mutual exclusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// It does not need the resource.
    Idle,
    /// It wants the resource.
    Wants,
    /// It uses the resource.
    Inside,
}

/// What a site remembers in an algorithm for mutual exclusion.
pub trait Client {
    /// What the site is about.
    fn phase(&self) -> Phase;
}

/// An algorithm for mutual exclusion.
pub trait MutualExclusion: Application<Own: Client> {
    /// The sites of a ring of `nodes` that ever want the resource.
    fn askers(&self, nodes: usize) -> Vec<usize> {
        (0..nodes).collect()
    }
}

/// The live sites in this phase.
fn in_phase<App: MutualExclusion>(ring: &Ring<App>, state: &[u32], phase: Phase) -> Vec<usize> {
    let view = ring.view(state);
    let found = view.live().filter(|(_, site)| site.own.phase() == phase);
    found.map(|(i, _)| i).collect()
}

/// At most one live site uses the resource.
pub fn mutual_exclusion<App: MutualExclusion>() -> Property<Ring<App>> {
    Property::always("mutual exclusion", |ring: &Ring<App>, state| {
        in_phase(ring, state, Phase::Inside).len() <= 1
    })
    .when(|ring, state| !in_phase(ring, state, Phase::Inside).is_empty())
    .complain(|ring, state| {
        let inside = in_phase(ring, state, Phase::Inside);
        let inside: Vec<_> = inside.iter().map(|i| format!("S{i}")).collect();
        format!(
            "{} use the resource at the same time.",
            inside.join(" and ")
        )
    })
}

/// Each site that ever asks enters whenever it wants the resource, or crashes.
pub fn progress<App: MutualExclusion>(ring: &Ring<App>) -> Property<Ring<App>> {
    let sites = ring.actors()[0].application.askers(ring.actors().len());
    let promises = sites.into_iter().map(|i| {
        let is = move |phase, ring: &Ring<App>, state: &[u32]| {
            let site = ring.view(state).node(i);
            site.is_some_and(|site| site.own.phase() == phase)
        };
        Promise::leads_to(
            format!("S{i}, which wants the resource, enters or crashes"),
            move |ring: &Ring<App>, state| is(Phase::Wants, ring, state),
            move |ring: &Ring<App>, state| {
                is(Phase::Inside, ring, state) || ring.view(state).node(i).is_none()
            },
        )
    });
    Property::promises("progress", promises.collect())
        .when(|ring, state| !in_phase(ring, state, Phase::Wants).is_empty())
        .complain(|ring, state| {
            let waiting = in_phase(ring, state, Phase::Wants);
            let waiting: Vec<_> = waiting.iter().map(|i| format!("S{i}")).collect();
            format!("{} waits for ever.", waiting.join(" and "))
        })
}

/// How far the counts of an object go before they wrap, if it may be launched this many times.
///
/// A launch adds a round at most, and an object is at most two rounds ahead of what any live site or message knows
/// of it; newer is what is ahead by less than half the range. [`counts_are_close`] is checked, not trusted.
fn rounds(launches: u8, nodes: usize) -> u64 {
    2 * (u64::from(launches) + 2) * nodes as u64
}

/// All counts of one object, at live sites and under way to them, lie within less than half the range in which
/// counts wrap: newer and older are what they would be with counts that grow for ever.
pub fn counts_are_close<App: Application>() -> Property<Ring<App>> {
    Property::always("counts are close", |ring: &Ring<App>, state| {
        let view = ring.view(state);
        let application = &view.actor(0).application;
        let wrap = application.wrap(view.len()).unwrap_or(u64::MAX);
        let objects = application.objects().into_iter();
        objects.map(|(object, _)| object).all(|object| {
            let held = view.live().map(|(_, site)| site.held[&object].count);
            let sent = view.messages().filter_map(|sent| match &sent.msg {
                Message::Token(name, message) if *name == object => Some(message.count),
                _ => None,
            });
            let mut counts: Vec<_> = held.chain(sent).collect();
            counts.sort_unstable();
            let (Some(first), Some(last)) = (counts.first(), counts.last()) else {
                return true; // nobody is left
            };
            let around = first + (wrap - last);
            let gaps = counts.windows(2).map(|pair| pair[1] - pair[0]);
            let widest = gaps.chain([around]).max().unwrap_or(around);
            wrap - widest < wrap / 2
        })
    })
}
