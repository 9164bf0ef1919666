//! Requests, COMMIT, the token: what a site does while nothing fails.

use super::super::original::{Handled, Phase};
use super::super::site::SiteId;
use super::{Counted, Message, Mutant, Resent, Timer, TokenPosition, Turn};

impl Turn<'_> {
    /// It wants to enter the critical section; up to r times.
    pub(super) fn request(&mut self) {
        let last = self.site.tree.request(self.me, self.rules.tree_rules());
        if self.site.tree.phase == Phase::Inside {
            return self.enter();
        }
        if let Some(last) = last {
            self.send_request(last, false);
        }
        self.set(Timer::Commit);
    }

    /// Its own request.
    pub(super) fn send_request(&mut self, to: SiteId, direct: bool) {
        let (origin, number) = (self.me, self.number());
        let request = Message::Request {
            origin,
            direct,
            number,
        };
        self.send(to, request);
    }

    /// "Our algorithm makes no assumption on the time for executing critical sections": where ticks count, its end is
    /// a step of its own.
    fn enter(&mut self) {
        self.site.accesses += 1;
        match self.rules.t_msg {
            0 => self.set(Timer::CriticalSection),
            _ => self.out.choose_random("site", vec![super::Act::Leave]),
        }
    }

    /// A token request. A site's own request that comes back to it has found nobody: it is dropped, and the site's
    /// timer does the rest.
    pub(super) fn on_request(&mut self, origin: SiteId, direct: bool, number: Option<u8>) {
        if origin == self.me {
            return;
        }
        let tail = direct && self.site.position.is_some() && self.site.tree.next.is_none();
        if tail && self.rules.reading.resent == Resent::AtTheTail {
            self.site.tree.last = self.me;
        }
        let rules = self.rules.tree_rules();
        match self.site.tree.on_request(self.me, origin, rules) {
            Handled::Forwarded(last) => {
                let request = Message::Request {
                    origin,
                    direct: false,
                    number,
                };
                self.send(last, request);
            }
            Handled::Granted => self.hand_over(origin),
            Handled::Queued => {
                self.site.accepted = number;
                self.commit_next();
            }
            Handled::Forgotten => {}
        }
    }

    /// The token goes; "a site loses its position when it leaves the queue".
    pub(super) fn hand_over(&mut self, to: SiteId) {
        if !self.is(Mutant::KeepPosition) {
            self.site.position = None;
        }
        self.send(to, Message::Token);
    }

    /// "Whenever a site S_j updates its next variable ... it sends a COMMIT message to the requester": at once if it
    /// has a position, else as soon as it gets one (in Fig. 2, B, C and E wait for that).
    pub(super) fn commit_next(&mut self) {
        let Some(next) = self.site.tree.next else {
            return;
        };
        let knows = self.site.position.is_some() || self.rules.reading.repairs.commits_at_once;
        if !knows || self.is(Mutant::NoCommit) {
            return;
        }
        let one_more = u8::from(!self.is(Mutant::SamePosition));
        let further = self.site.predecessors.iter().copied();
        let predecessors = std::iter::once(self.me).chain(further);
        let message = Message::Commit {
            position: self.site.position.map(|position| position + one_more),
            predecessors: predecessors.take(self.rules.k.into()).collect(),
            number: self.site.accepted,
        };
        if self.is(Mutant::CommitTwice) {
            self.send(next, message.clone());
        }
        self.send(next, message);
    }

    /// COMMIT. One that finds its receiver no longer waiting has been overtaken by the token: it is dropped. So is the
    /// answer to an earlier request, where a site can tell.
    pub(super) fn on_commit(
        &mut self,
        position: Option<u8>,
        predecessors: Vec<SiteId>,
        number: Option<u8>,
    ) {
        self.count(Counted::Commits);
        let answered = number.is_none() || number == self.number();
        if self.site.tree.phase != Phase::Waiting || !(answered || self.is(Mutant::AnyNumber)) {
            return;
        }
        let first = self.site.position.is_none() && position.is_some();
        self.site.position = position.or(self.site.position);
        self.site.predecessors = predecessors;
        self.stop_recovery();
        if first {
            self.commit_next();
            self.answer_late();
        }
        self.look_at_predecessor();
    }

    /// The token. A site that has no position and gets it is the first of the queue.
    pub(super) fn on_token(&mut self) {
        let waiting = self.site.tree.phase == Phase::Waiting;
        self.site.tree.on_token();
        self.become_first();
        if waiting {
            self.enter();
        }
    }

    /// It has the token: nobody is before it in the queue.
    pub(super) fn become_first(&mut self) {
        self.stop_recovery();
        self.site.predecessors.clear();
        let zero = self.rules.reading.token_position == TokenPosition::Zero;
        if zero && self.site.position.is_none() {
            self.site.position = Some(0);
            self.commit_next();
        }
        self.answer_late();
    }

    /// What it waited for has come, or is waited for anew.
    pub(super) fn stop_recovery(&mut self) {
        self.site.recovering = None;
        for timer in [
            Timer::Commit,
            Timer::LastWords,
            Timer::Answers,
            Timer::LateAnswers,
        ] {
            self.out.cancel_timer(timer);
        }
    }

    /// The critical section ends.
    pub(super) fn release(&mut self) {
        if let Some(next) = self.site.tree.release(self.rules.tree_rules()) {
            self.site.accepted = None;
            self.hand_over(next);
        }
        if self.site.accesses < self.rules.requests {
            let again = vec![super::Act::Request];
            self.out.choose_random("site", again);
        }
    }

    /// Makes the token anew, at the head of the queue.
    pub(super) fn regenerate(&mut self, by: super::Mechanism) {
        self.site.regenerated = Some(by);
        let waited_for_position = self.site.position.is_none();
        self.site.tree.on_token();
        self.site.position = Some(0);
        self.become_first();
        if waited_for_position {
            self.commit_next();
        }
        self.enter();
    }
}
