//! Ricart and Agrawala's algorithm, procedure by procedure as the slide "Ricart-Agrawala Algorithm" prints it; every
//! procedure runs undisturbed up to its end or its `wait` ([`line_by_line`] asks which of them must).
//!
//! | slide | here |
//! |---|---|
//! | `OUT_CS`, `REQ_CS`, `IN_CS` | [`MyState`] |
//! | `pending_oks`, `myclock`, `myreq_lt`, `req_delayed` | fields of [`Process`] |
//! | `req_access()` up to `wait`, the rest of it | steps `request` and `enter` |
//! | `rel_access()` | step `release` |
//! | `onReq`, `onOk` | delivery of REQ, of OK |
//!
//! To the letter: `myclock` is raised by the REQs of others and by nothing else, so that it is not a Lamport clock ("Lamport
//! timestamps..."), although the slide before says it is; whoever meets no REQ uses its timestamp again. [`Clock`] has this and
//! two better ones. Slips that admit one reading only: `max(myclock, m.ts)` takes the number of a pair, and the undefined `req
//! set` is all the others. `my_prior` compares timestamps also in IN_CS, where the original always delays; that is kept.
//!
//! Clocks grow for ever, but only their differences matter: the world lowers them together, and the search ends although
//! processes ask for ever. `myreq_lt` is forgotten in OUT_CS, where no line reads it.

mod history;
pub mod line_by_line;
mod names;
pub mod properties;
mod setting;

pub use history::{History, Wait};
pub use setting::{Askers, RicartAgrawala};

use serde::Serialize;
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use verdict_world::{World, ticks};

verdict_checker::mutants! {
    /// Errors in the procedures.
    GrantAlways = "grant-always": "my_prior is false whatever my own request",
    IgnorePid = "ignore-pid": "onReq compares the clocks and not the pids",
    KeepClock = "keep-clock": "onReq does not raise myclock",
    OneOkLess = "one-ok-less": "pending_oks = N-2",
    ForgetDelayed = "forget-delayed": "rel_access sends no ok",
    KeepDelayed = "keep-delayed": "rel_access does not empty req_delayed",
    NoWait = "no-wait": "req_access does not wait for pending_oks to be 0",
    OneByOne = "one-by-one": "req_access sends the next REQ only when the last has been answered",
}

/// What moves `myclock`, beside the REQs of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clock {
    /// Nothing: the slide to the letter.
    Printed,
    /// The process's own requests: `myclock = myclock+1; myreq_lt = myclock`, as Ricart and Agrawala have it.
    OwnRequests,
    /// That, and the OKs, which carry the clock of their sender: a Lamport clock.
    Lamport,
}

/// Where a process stands: "Process States wrt Critical Sections".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum MyState {
    /// Not interested.
    #[serde(rename = "OUT_CS")]
    Out,
    /// In `req_access()`.
    #[serde(rename = "REQ_CS")]
    Req,
    /// Executing CS.
    #[serde(rename = "IN_CS")]
    In,
}

/// The variables of a process, and below them what only the properties look at.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Process {
    /// Where it stands.
    pub mystate: MyState,
    /// OKs that it waits for.
    pub pending_oks: i8,
    /// Its logical clock.
    pub myclock: u8,
    /// The timestamp of its request.
    pub myreq_lt: u8,
    /// Who waits for its OK; sorted, because the order in which OKs leave does not matter.
    pub req_delayed: Vec<u8>,
    /// What has happened to it, where a reading counts that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<History>,
    /// How long it waits, where a reading counts that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<Wait>,
}

/// What processes say to each other, with what the sender had heard of if a reading asks for that.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Message {
    /// A request with its timestamp; the pid is the sender's.
    Req(u8, Vec<u8>),
    /// Permission, with the sender's clock if that is a Lamport clock.
    Ok(Option<u8>, Vec<u8>),
}

/// What a process does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    /// It calls `req_access()`.
    Request,
    /// Its `wait` is over.
    Enter,
    /// It calls `rel_access()`.
    Release,
}

/// One process.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    processes: usize,
    clock: Clock,
    /// How often it may ask; for ever if nothing is said.
    requests: Option<u8>,
    /// Whether ticks are counted; then a critical section takes no time.
    timed: bool,
    mutant: Option<Mutant>,
}

/// Processes in a world.
pub type Processes = World<Node>;

impl Node {
    fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    fn may_request(&self, process: &Process, out: &mut Out<Self>) {
        let made = process.history.as_ref().map(|h| h.entries);
        if self.requests.is_none() || made < self.requests {
            out.choose_random("access", vec![Act::Request]);
        }
    }

    fn others(&self, pid: usize) -> impl Iterator<Item = usize> + use<> {
        (0..self.processes).filter(move |other| *other != pid)
    }

    /// Sends a message, and counts it.
    fn send(process: &mut Process, to: usize, message: Message, out: &mut Out<Self>) {
        if let Some(history) = &mut process.history {
            history.sent += 1;
        }
        out.send(Id::from(to), message);
    }

    /// `procedure req_access()`, up to its `wait`.
    fn req_access(&self, pid: usize, p: &mut Process, out: &mut Out<Self>) {
        p.mystate = MyState::Req;
        p.pending_oks = self.processes as i8 - 1 - i8::from(self.is(Mutant::OneOkLess));
        p.myreq_lt = p.myclock + 1;
        if self.clock != Clock::Printed {
            p.myclock = p.myreq_lt;
        }
        let mut past = Vec::new();
        if let Some(history) = &mut p.history {
            history.before_request = history.past.clone();
            history.past[pid] += 1;
            past = history.past.clone();
        }
        if let Some(wait) = &mut p.wait {
            wait.now = 0;
            out.set_timer((), ticks(1));
        }
        let at_once = if self.is(Mutant::OneByOne) {
            1
        } else {
            self.processes
        };
        for other in self.others(pid).take(at_once) {
            Self::send(p, other, Message::Req(p.myreq_lt, past.clone()), out);
        }
    }

    /// `procedure rel_access()`.
    fn rel_access(&self, p: &mut Process, out: &mut Out<Self>) {
        p.mystate = MyState::Out;
        p.myreq_lt = 0;
        for other in p.req_delayed.clone() {
            if !self.is(Mutant::ForgetDelayed) {
                self.send_ok(p, other.into(), out);
            }
        }
        if !self.is(Mutant::KeepDelayed) {
            p.req_delayed.clear();
        }
    }

    /// The `wait` of `req_access()` is over, and what follows.
    fn enter(&self, p: &mut Process, out: &mut Out<Self>) {
        p.mystate = MyState::In;
        if let Some(history) = &mut p.history {
            history.entries += 1;
        }
        let Some(wait) = &mut p.wait else {
            out.choose_random("access", vec![Act::Release]);
            return;
        };
        wait.longest = wait.longest.max(wait.now);
        out.cancel_timer(());
        self.rel_access(p, out);
        self.may_request(p, out);
    }

    /// Its `wait` is over: it enters, now or whenever it comes to it.
    fn may_enter(&self, p: &mut Process, out: &mut Out<Self>) {
        if self.timed {
            self.enter(p, out);
        } else {
            out.choose_random("access", vec![Act::Enter]);
        }
    }

    fn send_ok(&self, p: &mut Process, to: usize, out: &mut Out<Self>) {
        let past = p.history.as_ref().map(|h| h.past.clone());
        let clock = (self.clock == Clock::Lamport).then_some(p.myclock);
        Self::send(p, to, Message::Ok(clock, past.unwrap_or_default()), out);
    }

    /// `procedure onReq(proc sender, msg m)`.
    fn on_req(&self, pid: usize, p: &mut Process, sender: usize, lt: u8, out: &mut Out<Self>) {
        if !self.is(Mutant::KeepClock) {
            p.myclock = p.myclock.max(lt);
        }
        let earlier = if self.is(Mutant::IgnorePid) {
            p.myreq_lt < lt
        } else {
            (p.myreq_lt, pid) < (lt, sender)
        };
        let my_prior = p.mystate != MyState::Out && earlier && !self.is(Mutant::GrantAlways);
        if my_prior {
            p.req_delayed.push(sender as u8);
            p.req_delayed.sort_unstable();
        } else {
            self.send_ok(p, sender, out);
        }
    }
}

impl Actor for Node {
    type Msg = Message;
    type State = Process;
    type Timer = ();
    type Storage = ();
    type Random = Act;

    fn on_start(&self, _: Id, _: &Option<()>, out: &mut Out<Self>) -> Process {
        let history = History {
            past: vec![0; self.processes],
            ..History::default()
        };
        let process = Process {
            mystate: MyState::Out,
            pending_oks: 0,
            myclock: 0,
            myreq_lt: 0,
            req_delayed: Vec::new(),
            history: self.requests.map(|_| history),
            wait: self.timed.then(Wait::default),
        };
        self.may_request(&process, out);
        process
    }

    fn on_random(&self, id: Id, process: &mut Cow<Process>, act: &Act, out: &mut Out<Self>) {
        let process = process.to_mut();
        match act {
            Act::Request => {
                self.req_access(id.into(), process, out);
                if process.pending_oks == 0 || self.is(Mutant::NoWait) {
                    self.may_enter(process, out);
                }
            }
            Act::Enter => self.enter(process, out),
            Act::Release => {
                self.rel_access(process, out);
                self.may_request(process, out);
            }
        }
    }

    fn on_msg(
        &self,
        id: Id,
        process: &mut Cow<Process>,
        from: Id,
        m: Message,
        out: &mut Out<Self>,
    ) {
        let process = process.to_mut();
        let (Message::Req(_, past) | Message::Ok(_, past)) = &m;
        if let Some(history) = &mut process.history {
            let known = history.past.iter_mut().zip(past);
            known.for_each(|(known, heard)| *known = (*known).max(*heard));
        }
        match m {
            Message::Req(lt, _) => self.on_req(id.into(), process, from.into(), lt, out),
            Message::Ok(clock, _) => {
                process.myclock = process.myclock.max(clock.unwrap_or(0));
                // `procedure onOk`; one OK too many, where messages are doubled, never brings the count back to 0.
                process.pending_oks = (process.pending_oks - 1).max(-1);
                if process.mystate == MyState::Req && process.pending_oks == 0 {
                    self.may_enter(process, out);
                } else if self.is(Mutant::OneByOne) {
                    let asked = self.processes as i8 - 1 - process.pending_oks;
                    let next = self
                        .others(id.into())
                        .nth(usize::from(asked.unsigned_abs()));
                    if let Some(other) = next {
                        let request = Message::Req(process.myreq_lt, Vec::new());
                        Self::send(process, other, request, out);
                    }
                }
            }
        }
    }

    fn on_timeout(&self, _: Id, process: &mut Cow<Process>, (): &(), out: &mut Out<Self>) {
        if let Some(wait) = &mut process.to_mut().wait {
            wait.now += 1;
            out.set_timer((), ticks(1));
        }
    }
}
