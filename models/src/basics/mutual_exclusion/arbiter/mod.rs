//! One arbiter with one permit: the slide "Plain Centralized Mutex", which is two sentences and no code. The messages are ours:
//! REQ to the arbiter, PERMIT from it, RELEASE back.
//!
//! The arbiter "usually keeps a queue": [`Waiting`] has the queue, and the arbiter that is allowed to do without one.

mod names;
mod properties;
mod setting;

pub use properties::{messages, mutex, progress};
pub use setting::Centralized;

use serde::Serialize;
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use verdict_world::World;

verdict_checker::mutants! {
    /// Errors in the arbiter.
    Generous = "generous": "the arbiter sends a permit whether or not it has it",
    Forgetful = "forgetful": "the arbiter drops requests while the permit is out",
    Stack = "stack": "the arbiter serves who came last",
    KeepPermit = "keep-permit": "a process leaves without releasing the permit",
}

/// What the arbiter does with those that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Waiting {
    /// It keeps a queue: who came first is served first.
    Queue,
    /// It serves whom it likes.
    AnyOrder,
}

/// What is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Message {
    /// A process asks for the permit.
    Req,
    /// The arbiter hands it out.
    Permit,
    /// The process sends it back.
    Release,
}

/// Where a process stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum MyState {
    /// Not interested.
    #[serde(rename = "OUT_CS")]
    Out,
    /// Waiting for the permit.
    #[serde(rename = "REQ_CS")]
    Req,
    /// Executing CS.
    #[serde(rename = "IN_CS")]
    In,
}

/// The arbiter, or a process.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Node {
    /// The arbiter.
    Arbiter {
        /// Whether it has the permit.
        permit: bool,
        /// Who waits.
        queue: Vec<u8>,
        /// How many permits it has sent.
        sent: u8,
    },
    /// A process.
    Process {
        /// Where it stands.
        mystate: MyState,
        /// How often it has been inside, where that is counted.
        uses: u8,
        /// How many messages it has sent, where that is counted.
        sent: u8,
    },
}

/// What is done by oneself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    /// A process asks.
    Request,
    /// A process leaves.
    Release,
    /// The arbiter picks one of those that wait.
    Pick(u8),
}

/// Who runs it: node 0 is the arbiter.
#[derive(Clone, Copy, Debug)]
pub struct Role {
    waiting: Waiting,
    /// How often a process may ask; for ever if nothing is said.
    requests: Option<u8>,
    mutant: Option<Mutant>,
}

const ARBITER: usize = 0;

type Group = World<Role>;

impl Role {
    fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    /// Hands the permit out, if it is there and someone waits.
    fn serve(&self, permit: &mut bool, queue: &mut Vec<u8>, sent: &mut u8, out: &mut Out<Self>) {
        if !*permit || queue.is_empty() {
            return;
        }
        if self.waiting == Waiting::AnyOrder {
            let picks = queue.iter().map(|other| Act::Pick(*other));
            out.choose_random("arbiter", picks.collect());
            return;
        }
        let at = if self.is(Mutant::Stack) {
            queue.len() - 1
        } else {
            0
        };
        self.grant(queue.remove(at), permit, sent, out);
    }

    fn grant(&self, to: u8, permit: &mut bool, sent: &mut u8, out: &mut Out<Self>) {
        *permit = self.is(Mutant::Generous);
        *sent += u8::from(self.requests.is_some());
        out.send(Id::from(usize::from(to)), Message::Permit);
    }
}

impl Actor for Role {
    type Msg = Message;
    type State = Node;
    type Timer = ();
    type Storage = ();
    type Random = Act;

    fn on_start(&self, id: Id, _: &Option<()>, out: &mut Out<Self>) -> Node {
        if usize::from(id) == ARBITER {
            return Node::Arbiter {
                permit: true,
                queue: Vec::new(),
                sent: 0,
            };
        }
        out.choose_random("access", vec![Act::Request]);
        Node::Process {
            mystate: MyState::Out,
            uses: 0,
            sent: 0,
        }
    }

    fn on_random(&self, _: Id, node: &mut Cow<Node>, act: &Act, out: &mut Out<Self>) {
        match (node.to_mut(), act) {
            (Node::Process { mystate, sent, .. }, Act::Request) => {
                *mystate = MyState::Req;
                *sent += u8::from(self.requests.is_some());
                out.send(Id::from(ARBITER), Message::Req);
            }
            (
                Node::Process {
                    mystate,
                    uses,
                    sent,
                },
                Act::Release,
            ) => {
                *mystate = MyState::Out;
                if !self.is(Mutant::KeepPermit) {
                    *sent += u8::from(self.requests.is_some());
                    out.send(Id::from(ARBITER), Message::Release);
                }
                if self.requests.is_none_or(|most| *uses < most) {
                    out.choose_random("access", vec![Act::Request]);
                }
            }
            (
                Node::Arbiter {
                    permit,
                    queue,
                    sent,
                },
                Act::Pick(chosen),
            ) => {
                queue.retain(|other| other != chosen);
                self.grant(*chosen, permit, sent, out);
            }
            (Node::Arbiter { .. }, Act::Request | Act::Release)
            | (Node::Process { .. }, Act::Pick(_)) => {
                unreachable!("an act of another role")
            }
        }
    }

    fn on_msg(&self, _: Id, node: &mut Cow<Node>, from: Id, message: Message, out: &mut Out<Self>) {
        match (node.to_mut(), message) {
            (
                Node::Arbiter {
                    permit,
                    queue,
                    sent,
                },
                Message::Req,
            ) => {
                if *permit || !self.is(Mutant::Forgetful) {
                    queue.push(usize::from(from) as u8);
                    if self.waiting == Waiting::AnyOrder {
                        queue.sort_unstable();
                    }
                }
                self.serve(permit, queue, sent, out);
            }
            (
                Node::Arbiter {
                    permit,
                    queue,
                    sent,
                },
                Message::Release,
            ) => {
                *permit = true;
                self.serve(permit, queue, sent, out);
            }
            (Node::Process { mystate, uses, .. }, Message::Permit) => {
                *mystate = MyState::In;
                *uses += u8::from(self.requests.is_some());
                out.choose_random("access", vec![Act::Release]);
            }
            (Node::Arbiter { .. }, Message::Permit)
            | (Node::Process { .. }, Message::Req | Message::Release) => {
                unreachable!("a message for another role")
            }
        }
    }
}
