//! The same code with one of its four procedures run line by line: between two lines of it the others may run, whole. It is
//! what happens to code of which only the slide is known: nothing there says which procedures exclude each other.
//!
//! The application runs `req_access` and `rel_access`, one after the other; each message is handled by a thread of its own.
//! `foreach` is one line: sends only leave. `pending_oks = pending_oks-1` is two: a read and a write.

mod names;
mod properties;
mod setting;

pub use properties::{mutex, progress};
pub use setting::LineByLine;

use super::{Message, MyState};
use serde::Serialize;
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use verdict_world::World;

verdict_checker::mutants! {
    /// Errors in the code.
    TimestampFirst = "timestamp-first": "req_access takes its timestamp before it sets mystate",
    ClockLast = "clock-last": "onReq raises myclock after it has answered",
    ForgetDelayed = "forget-delayed": "rel_access sends no ok",
    OutLast = "out-last": "rel_access sets mystate after it has sent its oks",
    OkTwice = "ok-counts-twice": "onOk takes two from pending_oks",
}

/// A procedure of the slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Procedure {
    /// `req_access()`.
    ReqAccess,
    /// `rel_access()`.
    RelAccess,
    /// `onReq()`.
    OnReq,
    /// `onOk()`.
    OnOk,
}

/// A procedure that has been called, and the line that comes next, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Thread {
    /// `req_access()`; line 6 is the `wait`.
    Requesting(u8),
    /// In the critical section.
    Inside,
    /// `rel_access()`.
    Releasing(u8),
    /// `onReq()` with its sender, timestamp and `my_prior`.
    OnReq {
        /// The next line.
        line: u8,
        /// `sender`.
        sender: u8,
        /// `m.ts`.
        lt: u8,
        /// `my_prior`, once it has been computed.
        my_prior: bool,
    },
    /// `onOk()`, which has read `pending_oks`.
    OnOk(i8),
}

/// The variables of a process and the threads that it runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Process {
    mystate: MyState,
    pending_oks: i8,
    myclock: u8,
    myreq_lt: u8,
    req_delayed: Vec<u8>,
    requests: u8,
    /// The application's thread, if it is in a procedure or inside; handlers of messages, sorted.
    application: Option<Thread>,
    handlers: Vec<Thread>,
}

/// One process.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    processes: usize,
    requests: u8,
    lines_of: Option<Procedure>,
    mutant: Option<Mutant>,
}

/// What a process does by itself: the next line, or the rest, of a thread.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    /// It calls `req_access()`.
    Request,
    /// A thread goes on.
    GoOn(Thread),
}

type Processes = World<Node>;

impl Node {
    fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    /// Runs the next line of a thread; answers with what is left of it.
    fn line(
        &self,
        pid: usize,
        p: &mut Process,
        thread: Thread,
        out: &mut Out<Self>,
    ) -> Option<Thread> {
        match thread {
            Thread::Requesting(line) => {
                let order = if self.is(Mutant::TimestampFirst) {
                    [3, 2, 1]
                } else {
                    [1, 2, 3]
                };
                match order.get(usize::from(line) - 1).unwrap_or(&line) {
                    1 => p.mystate = MyState::Req,
                    2 => p.pending_oks = self.processes as i8 - 1,
                    3 => p.myreq_lt = p.myclock + 1,
                    4 => {} // req.ts = (myreq_lt, pid)
                    5 => {
                        for other in (0..self.processes).filter(|other| *other != pid) {
                            out.send(Id::from(other), Message::Req(p.myreq_lt, Vec::new()));
                        }
                    }
                    6 => {
                        p.mystate = MyState::In;
                        return Some(Thread::Inside);
                    }
                    line => unreachable!("req_access has no line {line}"),
                }
                Some(Thread::Requesting(line + 1))
            }
            Thread::Inside => self.line(pid, p, Thread::Releasing(1), out),
            Thread::Releasing(line) => {
                let order = if self.is(Mutant::OutLast) {
                    [2, 3, 1]
                } else {
                    [1, 2, 3]
                };
                match order[usize::from(line) - 1] {
                    1 => p.mystate = MyState::Out,
                    2 if self.is(Mutant::ForgetDelayed) => {}
                    2 => p.req_delayed.iter().for_each(|other| {
                        out.send(Id::from(usize::from(*other)), Message::Ok(None, Vec::new()));
                    }),
                    _ => p.req_delayed.clear(),
                }
                (line < 3).then_some(Thread::Releasing(line + 1))
            }
            Thread::OnReq {
                line,
                sender,
                lt,
                mut my_prior,
            } => {
                let order = if self.is(Mutant::ClockLast) {
                    [2, 3, 1]
                } else {
                    [1, 2, 3]
                };
                match order[usize::from(line) - 1] {
                    1 => p.myclock = p.myclock.max(lt),
                    2 => {
                        my_prior =
                            p.mystate != MyState::Out && (p.myreq_lt, pid) < (lt, sender.into())
                    }
                    _ if my_prior => p.req_delayed.push(sender),
                    _ => out.send(Id::from(usize::from(sender)), Message::Ok(None, Vec::new())),
                }
                p.req_delayed.sort_unstable();
                let line = line + 1;
                (line <= 3).then_some(Thread::OnReq {
                    line,
                    sender,
                    lt,
                    my_prior,
                })
            }
            Thread::OnOk(read) => {
                p.pending_oks = read - 1 - i8::from(self.is(Mutant::OkTwice));
                None
            }
        }
    }

    /// Whether a thread stops here: at a line of the procedure that others may interrupt, at its `wait`, in the critical
    /// section.
    fn stops(&self, thread: &Thread) -> bool {
        let procedure = match thread {
            Thread::Requesting(6) | Thread::Inside => return true,
            Thread::Requesting(_) => Procedure::ReqAccess,
            Thread::Releasing(_) => Procedure::RelAccess,
            Thread::OnReq { .. } => Procedure::OnReq,
            Thread::OnOk(_) => Procedure::OnOk,
        };
        self.lines_of == Some(procedure)
    }

    /// Runs a thread up to where it stops.
    fn run(
        &self,
        pid: usize,
        p: &mut Process,
        thread: Thread,
        out: &mut Out<Self>,
    ) -> Option<Thread> {
        let mut rest = self.line(pid, p, thread, out);
        while let Some(thread) = rest.take_if(|thread| !self.stops(thread)) {
            rest = self.line(pid, p, thread, out);
        }
        rest
    }

    /// What the process may do next.
    fn offer(&self, p: &Process, out: &mut Out<Self>) {
        let waits = p.application == Some(Thread::Requesting(6)) && p.pending_oks != 0;
        let application = match &p.application {
            None if p.requests < self.requests => vec![Act::Request],
            None => Vec::new(),
            Some(_) if waits => Vec::new(),
            Some(thread) => vec![Act::GoOn(thread.clone())],
        };
        out.choose_random("application", application);
        let handlers = p.handlers.iter().cloned().map(Act::GoOn);
        out.choose_random("handlers", handlers.collect());
    }
}

impl Actor for Node {
    type Msg = Message;
    type State = Process;
    type Timer = ();
    type Storage = ();
    type Random = Act;

    fn on_start(&self, _: Id, _: &Option<()>, out: &mut Out<Self>) -> Process {
        let process = Process {
            mystate: MyState::Out,
            pending_oks: 0,
            myclock: 0,
            myreq_lt: 0,
            req_delayed: Vec::new(),
            requests: 0,
            application: None,
            handlers: Vec::new(),
        };
        self.offer(&process, out);
        process
    }

    fn on_random(&self, id: Id, process: &mut Cow<Process>, act: &Act, out: &mut Out<Self>) {
        let p = process.to_mut();
        match act {
            Act::Request => {
                p.requests += 1;
                p.application = self.run(id.into(), p, Thread::Requesting(1), out);
            }
            Act::GoOn(thread) if p.application.as_ref() == Some(thread) => {
                p.application = self.run(id.into(), p, thread.clone(), out);
            }
            Act::GoOn(thread) => {
                if let Some(at) = p.handlers.iter().position(|open| open == thread) {
                    p.handlers.remove(at);
                }
                let rest = self.run(id.into(), p, thread.clone(), out);
                p.handlers.extend(rest);
                p.handlers.sort_unstable();
            }
        }
        self.offer(p, out);
    }

    fn on_msg(
        &self,
        id: Id,
        process: &mut Cow<Process>,
        from: Id,
        m: Message,
        out: &mut Out<Self>,
    ) {
        let p = process.to_mut();
        let sender = usize::from(from) as u8;
        let thread = match m {
            Message::Req(lt, _) => Thread::OnReq {
                line: 1,
                sender,
                lt,
                my_prior: false,
            },
            Message::Ok(..) => Thread::OnOk(p.pending_oks),
        };
        // The read of onOk is its first step; the first line of onReq runs when the message arrives.
        let rest = match thread {
            Thread::OnOk(_) if self.stops(&thread) => Some(thread),
            thread => self.run(id.into(), p, thread, out),
        };
        p.handlers.extend(rest);
        p.handlers.sort_unstable();
        self.offer(p, out);
    }
}
