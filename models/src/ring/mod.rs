//! The fault-tolerant token ring, alone: a holder keeps the token for a while, then passes it on.
//!
//! [`plugin`] is the algorithm of Fig. 2; this file puts it into the world; [`properties`] says what is
//! asked of it, [`titles`] why there is only one token, and [`claims`] which verdict it gets.
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

pub mod claims;
mod complaints;
pub mod packed;
pub mod plugin;
pub mod properties;
mod setting;
#[cfg(test)]
mod tests;
pub mod titles;

use crate::world::{Resident, World};
use plugin::{Application, Plugin, Sends, Site, TokenMessage};
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;

/// A site as an actor.
pub type Node<App> = Plugin<App>;

/// What the application does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    /// It calls `SafeSendToken`.
    Release,
    /// Read line by line: it sends the next copy.
    SendTo(u8),
}

impl<App: Application> Plugin<App> {
    /// Lets a handler of the plug-in work on the actor's state, then offers what the application may do next.
    fn run(
        &self,
        state: &mut Cow<Site<App::Data>>,
        out: &mut Out<Self>,
        handler: impl FnOnce(&Self, &mut Site<App::Data>) -> Sends<App>,
    ) {
        let mut site = (**state).clone();
        for (receiver, message) in handler(self, &mut site) {
            out.send(Id::from(receiver), message);
        }
        self.offer(&site, out);
        if site != **state {
            *state = Cow::Owned(site);
        }
    }

    fn offer(&self, site: &Site<App::Data>, out: &mut Out<Self>) {
        let acts = if !site.sending.is_empty() {
            site.sending.iter().map(|j| Act::SendTo(j as u8)).collect()
        } else if site.token == plugin::Token::Real {
            vec![Act::Release]
        } else {
            Vec::new()
        };
        out.choose_random("application", acts);
    }
}

impl<App: Application> Actor for Plugin<App> {
    type Msg = TokenMessage<App::Data>;
    type State = Site<App::Data>;
    type Timer = ();
    type Storage = ();
    type Random = Act;

    fn on_start(&self, id: Id, _: &Option<()>, out: &mut Out<Self>) -> Self::State {
        let site = self.initialisation(usize::from(id));
        self.offer(&site, out);
        site
    }

    fn on_msg(
        &self,
        id: Id,
        state: &mut Cow<Self::State>,
        _src: Id,
        message: Self::Msg,
        out: &mut Out<Self>,
    ) {
        self.run(state, out, |plugin, site| {
            plugin.safe_receive_token(id.into(), site, message)
        });
    }

    fn on_random(&self, id: Id, state: &mut Cow<Self::State>, act: &Act, out: &mut Out<Self>) {
        self.run(state, out, |plugin, site| match act {
            Act::Release => plugin.safe_send_token(id.into(), site),
            Act::SendTo(j) => plugin.send_next(id.into(), usize::from(*j), site),
        });
    }
}

impl<App: Application> Resident for Plugin<App> {
    fn on_suspect(&self, id: Id, state: &mut Cow<Self::State>, suspect: Id, out: &mut Out<Self>) {
        self.run(state, out, |plugin, site| {
            plugin.receive_suspected(id.into(), site, suspect.into())
        });
    }

    fn watches(&self, id: Id, site: &Self::State, other: Id) -> bool {
        self.monitors(id.into(), site, other.into())
    }

    fn date(&self, site: &Self::State) -> Option<u64> {
        Some(site.count)
    }

    fn date_of(&self, message: &Self::Msg) -> Option<u64> {
        Some(message.count)
    }

    fn period(&self) -> Option<u64> {
        Some(self.nodes as u64)
    }

    fn lower(&self, site: &Self::State, by: u64) -> Self::State {
        Site {
            count: site.count - by,
            data: site
                .data
                .as_ref()
                .map(|data| self.application.lower(data, by)),
            ..site.clone()
        }
    }

    fn lower_message(&self, message: &Self::Msg, by: u64) -> Self::Msg {
        TokenMessage {
            count: message.count - by,
            data: self.application.lower(&message.data, by),
            ..message.clone()
        }
    }

    fn message_name(&self, message: &Self::Msg) -> String {
        message.to_string()
    }

    /// Two messages of one channel with one holder differ by whole rounds, and the older is stale.
    fn undated_name(&self, message: &Self::Msg) -> String {
        format!("TOKEN(S{})", message.holder)
    }

    fn choice_name(&self, act: &Act) -> String {
        match act {
            Act::Release => "release".to_owned(),
            Act::SendTo(j) => format!("send-to-S{j}"),
        }
    }

    fn vocabulary(&self) -> Vec<String> {
        ["release ", "deliver TOKEN"].map(str::to_owned).to_vec()
    }
}

/// No application: the token carries nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bare;

impl Application for Bare {
    type Data = ();
    fn first(&self) {}
    fn on_send(&self, (): &mut ()) {}
    fn update_token(&self, (): &mut (), _: usize) {}
    fn lower(&self, (): &(), _: u64) {}
}

/// An application that counts the positions its token has passed, as Misra's counts passive sites: one
/// for each hop, and in `UpdateToken` one for each site that was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counting;

impl Application for Counting {
    type Data = u64;
    fn first(&self) -> u64 {
        0
    }
    fn on_send(&self, passed: &mut u64) {
        *passed += 1;
    }
    fn update_token(&self, passed: &mut u64, detected: usize) {
        *passed += detected as u64 - 1;
    }
    fn lower(&self, passed: &u64, by: u64) -> u64 {
        passed.saturating_sub(by)
    }
}

/// A ring of sites in a world.
pub type Ring<App = Bare> = World<Node<App>>;
