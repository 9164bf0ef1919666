//! Tokens that do not travel on a ring: Raymond's tree and Suzuki and Kasami's requests, with the copies of section V of
//! the token-ring paper.
//!
//! [`raymond`] and [`suzuki_kasami`] are the two mutual exclusion algorithms, each as its own paper has it and
//! unaware of copies; [`layer`] is section V; this file puts one upon the other ([`Node`]). [`reading`] says which copies
//! there are and who crashes, [`properties`] what is asked, [`claims`] which verdict it gets.
//!
//! A hand-over is one step, as `SafeSendToken` is on the ring; a crash may still fall between its sends. A
//! token that is not wanted stays where it is, so that a run is as long as its requests: each node
//! asks a given number of times ([`Node::asks`]), and no date has to be lowered for the search to end. Stale
//! messages are dropped as on the ring.
//!
//! With k = 0 there is no copy and what remains is the algorithm by itself.

mod claims;
mod complaints;
pub mod layer;
pub mod members;
pub mod properties;
pub mod raymond;
pub mod reading;
pub mod suzuki_kasami;
#[cfg(test)]
mod tests;

pub use claims::claims;

use crate::ring::plugin::Token;
use layer::{Copies, Delivered, Layer, Mutant, TokenMessage};
use serde::Serialize;
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use verdict_world::{NodeSet, Resident, World};

/// Where a node stands with respect to its critical section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Elsewhere.
    Idle,
    /// Waiting for the token.
    Asking,
    /// In it.
    Inside,
}

/// What a holder that is not inside does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Nobody wants the token.
    Keep,
    /// It enters its critical section.
    Enter,
    /// It passes the token on. The future path of the token, as far as it knows: the predictable nodes.
    Pass(Vec<usize>),
}

/// A mutual exclusion algorithm with a token, unaware of its copies.
pub trait Base: Clone + Send + Sync + 'static {
    /// The variables of a node.
    type State: Clone + Debug + Eq + Hash + Serialize + Send + Sync;
    /// What the token carries.
    type Data: Clone + Debug + Display + Eq + Hash + Ord + Serialize + Send + Sync;
    /// Its messages other than the token.
    type Request: Clone + Debug + Display + Eq + Hash + Ord + Send + Sync;

    /// The variables at the start; S_0 has the token.
    fn start(&self, i: usize) -> Self::State;
    /// What the first token carries.
    fn first(&self) -> Self::Data;
    /// Where a node stands.
    fn phase(&self, state: &Self::State) -> Phase;
    /// A node wants to enter.
    fn ask(&self, i: usize, state: &mut Self::State, holds: bool) -> Requests<Self>;
    /// A request arrives.
    fn on_request(&self, from: usize, state: &mut Self::State, request: Self::Request);
    /// `DeliverToken`.
    fn deliver(&self, i: usize, state: &mut Self::State);
    /// `UpdateToken`: a copy becomes the token; these nodes were skipped.
    fn update(&self, state: &Self::State, data: &mut Self::Data, skipped: NodeSet);
    /// What a holder that is not inside does next.
    fn turn(&self, i: usize, state: &mut Self::State, data: &mut Self::Data) -> Turn;
    /// The token is handed to `next`.
    fn pass(&self, state: &mut Self::State, data: &mut Self::Data, next: usize);
    /// A node leaves its critical section.
    fn leave(&self, state: &mut Self::State);
    /// What has to be asked of others after an event.
    fn outstanding(&self, i: usize, state: &mut Self::State) -> Requests<Self>;
}

/// Requests and to whom they go.
pub type Requests<B> = Vec<(usize, <B as Base>::Request)>;

/// A node: an algorithm and its token's copies.
#[derive(Clone, Debug)]
pub struct Node<B> {
    /// The algorithm.
    pub base: B,
    /// The copies.
    pub layer: Layer,
    /// How many times this node asks for the token in a run.
    pub asks: u8,
    /// Whether this node may crash.
    pub mortal: bool,
}

/// The variables of a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Site<State, Data> {
    /// The algorithm's.
    #[serde(flatten)]
    pub base: State,
    /// The layer's.
    #[serde(flatten)]
    pub copies: Copies<Data>,
    /// How many times it will still ask.
    pub asks: u8,
}

/// The variables of a node that runs `B`.
pub type SiteOf<B> = Site<<B as Base>::State, <B as Base>::Data>;

/// A message.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Message<Data, Request> {
    /// The token or a copy of it.
    Token(TokenMessage<Data>),
    /// A message of the algorithm.
    Request(Request),
}

/// What a node does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    /// It wants to enter its critical section.
    Ask,
    /// It leaves it.
    Leave,
}

/// Nodes in a world.
pub type Nodes<B> = World<Node<B>>;

impl<B: Base> Node<B> {
    fn run(
        &self,
        i: usize,
        state: &mut Cow<SiteOf<B>>,
        out: &mut Out<Self>,
        event: impl FnOnce(&mut SiteOf<B>, &mut Out<Self>) -> Delivered,
    ) {
        let mut site = (**state).clone();
        let delivered = event(&mut site, out);
        self.accept(i, &mut site, delivered);
        self.hand_over(i, &mut site, out);
        for (receiver, request) in self.base.outstanding(i, &mut site.base) {
            out.send(Id::from(receiver), Message::Request(request));
        }
        self.offer(&site, out);
        if site != **state {
            *state = Cow::Owned(site);
        }
    }

    /// `UpdateToken` and `DeliverToken`, lines 42-43 and 28.
    fn accept(&self, i: usize, site: &mut SiteOf<B>, delivered: Delivered) {
        let (Some(skipped), Some(data)) = (delivered, &mut site.copies.data) else {
            return;
        };
        if !skipped.is_empty() {
            self.base.update(&site.base, data, skipped);
        }
        self.base.deliver(i, &mut site.base);
    }

    /// A holder enters, or passes the token on; more than once, if its copy becomes the token again at
    /// once, because it knows the next holder to have crashed.
    fn hand_over(&self, i: usize, site: &mut SiteOf<B>, out: &mut Out<Self>) {
        while site.copies.token == Token::Real && self.base.phase(&site.base) != Phase::Inside {
            let Some(data) = &mut site.copies.data else {
                return; // a REAL token has its data
            };
            let Turn::Pass(path) = self.base.turn(i, &mut site.base, data) else {
                return;
            };
            let members = self.layer.renewed(i, &site.copies, &path);
            if let (Some(next), Some(data)) = (members.holder(), &mut site.copies.data) {
                self.base.pass(&mut site.base, data, next);
            }
            let (sends, delivered) = self.layer.safe_send_token(i, &mut site.copies, members);
            for (receiver, message) in sends {
                out.send(Id::from(receiver), Message::Token(message));
            }
            if self.layer.is(Mutant::KeepToken) {
                return;
            }
            self.accept(i, site, delivered);
        }
    }

    fn offer(&self, site: &SiteOf<B>, out: &mut Out<Self>) {
        let acts = match self.base.phase(&site.base) {
            Phase::Idle if site.asks > 0 => vec![Act::Ask],
            Phase::Inside => vec![Act::Leave],
            _ => Vec::new(),
        };
        out.choose_random("client", acts);
    }
}

impl<B: Base> Actor for Node<B> {
    type Msg = Message<B::Data, B::Request>;
    type State = SiteOf<B>;
    type Timer = ();
    type Storage = ();
    type Random = Act;

    fn on_start(&self, id: Id, _: &Option<()>, out: &mut Out<Self>) -> Self::State {
        let i = usize::from(id);
        let site = Site {
            base: self.base.start(i),
            copies: self.layer.initialisation(i, self.base.first()),
            asks: self.asks,
        };
        self.offer(&site, out);
        site
    }

    fn on_msg(
        &self,
        id: Id,
        state: &mut Cow<Self::State>,
        src: Id,
        message: Self::Msg,
        out: &mut Out<Self>,
    ) {
        let i = usize::from(id);
        self.run(i, state, out, |site, _| match message {
            Message::Token(received) => {
                self.layer.safe_receive_token(i, &mut site.copies, received)
            }
            Message::Request(request) => {
                let deaf = self.layer.is(Mutant::DeafInside)
                    && self.base.phase(&site.base) == Phase::Inside;
                if !deaf {
                    self.base
                        .on_request(usize::from(src), &mut site.base, request);
                }
                None
            }
        });
    }

    fn on_random(&self, id: Id, state: &mut Cow<Self::State>, act: &Act, out: &mut Out<Self>) {
        let i = usize::from(id);
        self.run(i, state, out, |site, out| {
            match act {
                Act::Ask => {
                    site.asks -= 1;
                    let holds = site.copies.token == Token::Real;
                    for (receiver, request) in self.base.ask(i, &mut site.base, holds) {
                        out.send(Id::from(receiver), Message::Request(request));
                    }
                }
                Act::Leave => self.base.leave(&mut site.base),
            }
            None
        });
    }
}

impl<B: Base> Resident for Node<B> {
    fn show_state(&self, state: &Self::State) -> serde_json::Value {
        serde_json::json!(state)
    }

    fn show_storage(&self, storage: &Self::Storage) -> serde_json::Value {
        serde_json::json!(storage)
    }

    fn on_suspect(&self, id: Id, state: &mut Cow<Self::State>, suspect: Id, out: &mut Out<Self>) {
        let i = usize::from(id);
        self.run(i, state, out, |site, _| {
            self.layer
                .receive_suspected(i, &mut site.copies, usize::from(suspect))
        });
    }

    fn watches(&self, id: Id, site: &Self::State, other: Id) -> bool {
        site.copies
            .detection(usize::from(id))
            .contains(usize::from(other))
    }

    fn may_crash(&self, _: Id) -> bool {
        self.mortal
    }

    fn date(&self, site: &Self::State) -> Option<u64> {
        Some(site.copies.count)
    }

    fn date_of(&self, message: &Self::Msg) -> Option<u64> {
        match message {
            Message::Token(token) => Some(token.count),
            Message::Request(_) => None,
        }
    }

    fn message_name(&self, message: &Self::Msg) -> String {
        match message {
            Message::Token(token) => {
                let carried = token.data.to_string();
                let separator = if carried.is_empty() { "" } else { ", " };
                format!(
                    "TOKEN(T = {}, {}{separator}{carried})",
                    token.members, token.count
                )
            }
            Message::Request(request) => request.to_string(),
        }
    }

    fn choice_name(&self, act: &Act) -> String {
        match act {
            Act::Ask => "ask".to_owned(),
            Act::Leave => "leave".to_owned(),
        }
    }

    fn vocabulary(&self) -> Vec<String> {
        ["ask ", "leave ", "deliver TOKEN", "deliver REQUEST"]
            .map(str::to_owned)
            .to_vec()
    }
}
