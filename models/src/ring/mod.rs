//! The fault-tolerant token ring, alone: a holder keeps the token for a while, then passes it on.
//!
//! [`plugin`] is the algorithm of Fig. 2, [`application`] its API, [`node`] the actor, [`setting`] the world of section II;
//! [`properties`] says what is asked of it, [`titles`] why there is only one token, and [`claims`](claims()) which verdict
//! it gets. What the ring is for is in [`applications`].
//!
//! # Why the search ends although `count` grows for ever
//!
//! Every handler reads counts only in comparisons with, and sums onto, other counts: add the
//! same number to every count of a state, nodes and messages alike, and the same steps are possible, leading to
//! states that differ by the same number. So states that differ by a common shift are bisimilar, and
//! the world keeps one of them: it lowers all counts together by multiples of N ([`Resident::period`]).
//! Multiples of N, because then `count mod N` keeps its meaning: the ring position of the
//! token, on which [`titles`] has an invariant.
//!
//! A message whose count is not larger than its receiver's will be ignored now and, as counts only
//! grow, for ever (line 23): it is *stale*, and the world drops it, provided that delivering it changes
//! nothing (a mutant without line 23 keeps it). What remains is finite: a node that is up cannot be passed by the
//! token, so the counts of live nodes and of messages that are not stale lie within about one round of each
//! other. A test compares this with the plain model, hop by hop.

pub mod application;
pub mod applications;
mod claims;
mod complaints;
pub mod node;
pub mod packed;
pub mod plugin;
pub mod properties;
pub mod reading;
pub mod setting;
#[cfg(test)]
mod tests;
pub mod titles;

pub use claims::claims;

use application::{Api, Application};
use node::Node;
use setting::{Dimensions, Guest};
use std::convert::Infallible;
use std::fmt;
use verdict_checker::catalog::{Mutants, NoMutants, SetupError};
use verdict_checker::size::Size;
use verdict_world::World;

/// The one token of an application that has no other objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TheToken;

impl fmt::Display for TheToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TOKEN")
    }
}

/// What a holder does: it calls `SafeSendToken`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Release;

/// The words of an application that does nothing but release the token.
fn release_and_deliver() -> Vec<String> {
    ["release ", "deliver TOKEN"].map(str::to_owned).to_vec()
}

/// No application: the token carries nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bare;

impl Application for Bare {
    type Object = TheToken;
    type Data = ();
    type Own = ();
    type Act = Release;
    type Message = Infallible;

    fn objects(&self) -> Vec<(TheToken, Option<()>)> {
        vec![(TheToken, Some(()))]
    }

    fn start(&self, _: usize) {}

    fn on_deliver(&self, _: &mut Api<Self>, TheToken: TheToken) {}

    fn acts(&self, site: &Api<Self>) -> Vec<Release> {
        site.holds(TheToken).map(|()| Release).into_iter().collect()
    }

    fn on_act(&self, site: &mut Api<Self>, Release: &Release) {
        site.safe_send(TheToken, ());
    }

    fn turned(&self, (): &(), _: u64) -> Option<()> {
        Some(())
    }

    fn act_name(&self, Release: &Release) -> String {
        "release".to_owned()
    }

    fn vocabulary(&self) -> Vec<String> {
        release_and_deliver()
    }
}

impl Guest for Bare {
    type Application = Bare;
    type Mutant = NoMutants;

    fn application(
        &self,
        _: Dimensions,
        _: &Size,
        _: Option<NoMutants>,
    ) -> Result<Bare, SetupError> {
        Ok(Bare)
    }

    fn beneath() -> Vec<plugin::Mutant> {
        plugin::Mutant::all()
    }
}

/// An application that counts the positions its token has passed, as Misra's counts passive sites: one
/// for each hop, and in `UpdateToken` one for each site that was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counting;

impl Application for Counting {
    type Object = TheToken;
    type Data = u64;
    type Own = ();
    type Act = Release;
    type Message = Infallible;

    fn objects(&self) -> Vec<(TheToken, Option<u64>)> {
        vec![(TheToken, Some(0))]
    }

    fn start(&self, _: usize) {}

    fn on_deliver(&self, _: &mut Api<Self>, TheToken: TheToken) {}

    fn update_token(&self, _: usize, (): &(), _: TheToken, passed: &mut u64, detected: usize) {
        *passed += detected as u64 - 1;
    }

    fn acts(&self, site: &Api<Self>) -> Vec<Release> {
        site.holds(TheToken).map(|_| Release).into_iter().collect()
    }

    fn on_act(&self, site: &mut Api<Self>, Release: &Release) {
        if let Some(passed) = site.holds(TheToken) {
            let passed = passed + 1;
            site.safe_send(TheToken, passed);
        }
    }

    fn lower(&self, passed: &u64, by: u64) -> u64 {
        passed.saturating_sub(by)
    }

    fn turned(&self, passed: &u64, by: u64) -> Option<u64> {
        Some(passed + by)
    }

    fn act_name(&self, Release: &Release) -> String {
        "release".to_owned()
    }

    fn vocabulary(&self) -> Vec<String> {
        release_and_deliver()
    }
}

impl Guest for Counting {
    type Application = Counting;
    type Mutant = NoMutants;

    fn application(
        &self,
        _: Dimensions,
        _: &Size,
        _: Option<NoMutants>,
    ) -> Result<Counting, SetupError> {
        Ok(Counting)
    }

    fn beneath() -> Vec<plugin::Mutant> {
        plugin::Mutant::all()
    }
}

/// A ring of sites in a world.
pub type Ring<App = Bare> = World<Node<App>>;
