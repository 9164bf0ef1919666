//! M1, M2 and M3: what a site does when it learns, or must assume, that something has failed.

use super::super::original::Phase;
use super::super::site::SiteId;
use super::{Counted, Mechanism, Message, Mutant, Recovering, RuleThree, Successors, Timer, Turn};

impl Turn<'_> {
    /// The periodic check of the closest predecessor fails.
    pub(super) fn on_suspect(&mut self, suspect: usize) {
        self.site.faulty = self.site.faulty.with(suspect);
        self.look_at_predecessor();
    }

    /// If the closest predecessor is known to have crashed, what it sent before has T_msg to arrive.
    pub(super) fn look_at_predecessor(&mut self) {
        let closest = self.site.predecessors.first().copied();
        let gone = closest.is_some_and(|closest| self.site.faulty.contains(closest.into()));
        if gone && self.site.tree.phase == Phase::Waiting && self.site.recovering.is_none() {
            self.set(Timer::LastWords);
        }
    }

    /// M1: from the closest to the farthest; the closest is the one whose failure was detected.
    pub(super) fn predecessor_is_gone(&mut self) {
        if self.site.position.is_none() {
            return self.no_commit();
        }
        self.ask_predecessor(1 + usize::from(self.is(Mutant::SkipPredecessor)));
    }

    fn ask_predecessor(&mut self, index: usize) {
        let from = self.me;
        match (self.site.predecessors.get(index), self.site.position) {
            (Some(predecessor), _) => {
                let predecessor = *predecessor;
                let question = Message::AreYouAlive {
                    from,
                    position: self.told_position(),
                    number: self.number(),
                };
                self.send(predecessor, question);
                self.site.recovering = Some(Recovering::M1(index as u8));
                self.set(Timer::Answers);
            }
            // M2: "if no predecessor responded".
            (None, Some(position)) => {
                self.broadcast(&Message::SearchPrev { from, position });
                self.site.recovering = Some(Recovering::M2(None));
                self.set(Timer::Answers);
            }
            (None, None) => {}
        }
    }

    /// The position that ARE_YOU_ALIVE and CONNECTION carry as repaired.
    fn told_position(&self) -> Option<u8> {
        let confirms = self.rules.reading.repairs.confirms_connection;
        self.site.position.filter(|_| confirms)
    }

    /// Whether this site can precede one with the position that it was told: it is in the queue, or the question is
    /// not asked.
    fn can_precede(&self, told: Option<u8>) -> bool {
        match (self.site.position, told) {
            (None, _) => self.rules.reading.successors == Successors::Anyone,
            (Some(_), None) => true,
            (Some(position), Some(told)) => position < told,
        }
    }

    /// "It sets its next variable to S_i"; an idle token goes there at once.
    fn take_successor(&mut self, successor: SiteId, number: Option<u8>) {
        if self.site.tree.holds_idle_token() {
            self.site.tree.token = false;
            self.hand_over(successor);
        } else {
            self.site.tree.next = Some(successor);
            self.site.accepted = number;
        }
    }

    /// M1, at the predecessor.
    pub(super) fn on_are_you_alive(
        &mut self,
        from: SiteId,
        position: Option<u8>,
        number: Option<u8>,
    ) {
        if self.can_precede(position) {
            self.take_successor(from, number);
            self.send(from, Message::IAmAlive);
        }
    }

    /// M1: "it stops querying when it obtains an I_AM_ALIVE message".
    pub(super) fn on_i_am_alive(&mut self, from: SiteId) {
        let Some(Recovering::M1(index)) = self.site.recovering else {
            return;
        };
        if self.site.predecessors.get(usize::from(index)) == Some(&from) {
            self.site.predecessors.drain(..usize::from(index));
            self.stop_recovery();
        }
    }

    /// M2: "all sites having a smaller position than S_i's will answer".
    pub(super) fn on_search_prev(&mut self, from: SiteId, searcher: u8) {
        let any = self.is(Mutant::AnswerAnyPosition);
        match self.site.position {
            Some(position) if (position < searcher || any) && !self.is(Mutant::SilentPrev) => {
                self.send(from, Message::AckSearchPrev { position });
            }
            _ => {}
        }
    }

    pub(super) fn on_ack_search_prev(&mut self, from: SiteId, position: u8) {
        let farthest = self.is(Mutant::ConnectFarthest);
        if let Some(Recovering::M2(best)) = &mut self.site.recovering {
            let answer = (position, from);
            *best = Some(match *best {
                Some(best) if farthest => best.min(answer),
                Some(best) => best.max(answer),
                None => answer,
            });
        }
    }

    fn connect(&mut self, to: SiteId, position: Option<u8>) {
        let (from, number) = (self.me, self.number());
        let connection = Message::Connection {
            from,
            position,
            number,
        };
        self.send(to, connection);
    }

    /// CONNECTION: as after a request, the new successor is told its position and predecessors.
    pub(super) fn on_connection(&mut self, from: SiteId, position: Option<u8>, number: Option<u8>) {
        if self.can_precede(position) {
            self.take_successor(from, number);
            self.commit_next();
        }
    }

    /// M3: no COMMIT within N*T_msg. The candidate applies rule III to itself, as A does in Fig. 2.
    pub(super) fn no_commit(&mut self) {
        let (from, accesses) = (self.me, self.site.accesses);
        self.broadcast(&Message::SearchQueue { from, accesses });
        self.count(Counted::QueueSearches);
        self.site.recovering = Some(Recovering::M3(None));
        self.set(match self.rules.reading.repairs.late_answers {
            true => Timer::LateAnswers,
            false => Timer::Answers,
        });
        self.rule_three();
    }

    fn rule_three(&mut self) {
        if self.is(Mutant::NoRuleThree) {
            return;
        }
        let tree = &mut self.site.tree;
        match self.rules.reading.rule_three {
            RuleThree::LastTakesNext => tree.last = tree.next.unwrap_or(self.me),
            RuleThree::NextTakesLast => tree.next = Some(tree.last),
        }
    }

    /// M3, at the others: the answer, the election (M3.b), and the new last tree (rules I to III).
    pub(super) fn on_search_queue(&mut self, from: SiteId, accesses: u8) {
        self.count(Counted::QueueSearches);
        if let Some(Recovering::M3(_)) = self.site.recovering {
            return self.stand(from, accesses);
        }
        match self.site.position {
            Some(position) => {
                let has_next = self.site.tree.next.is_some();
                if !self.is(Mutant::SilentQueue) {
                    self.send(from, Message::AckSearchQueue { position, has_next });
                }
                if !self.is(Mutant::NoRuleTwo) {
                    self.site.tree.last = from;
                }
            }
            None if self.site.tree.phase == Phase::Waiting => {
                self.rule_three();
                if self.rules.reading.repairs.late_answers {
                    self.site.asked = self.site.asked.with(from.into());
                }
            }
            None => self.site.tree.last = from,
        }
    }

    /// Now that it has a position, it answers those that asked while it had none.
    pub(super) fn answer_late(&mut self) {
        let asked = std::mem::take(&mut self.site.asked);
        for candidate in asked.iter() {
            let (candidate, accesses) = (SiteId::from(candidate), u8::MAX);
            self.on_search_queue(candidate, accesses);
        }
    }

    /// M3.b: fewer accesses win, then the greater identifier; who loses sends a request to who has won.
    fn stand(&mut self, from: SiteId, accesses: u8) {
        if self.is(Mutant::NoElection) {
            return;
        }
        let stronger =
            accesses < self.site.accesses || accesses == self.site.accesses && from > self.me;
        if stronger {
            self.stop_recovery();
            self.send_request(from, false);
            self.set(Timer::Commit);
        } else if self.rules.reading.repairs.tells_weaker {
            let (me, accesses) = (self.me, self.site.accesses);
            let again = Message::SearchQueue { from: me, accesses };
            self.send(from, again);
        }
    }

    pub(super) fn on_ack_search_queue(&mut self, from: SiteId, position: u8, has_next: bool) {
        if let Some(Recovering::M3(best)) = &mut self.site.recovering {
            *best = (*best).max(Some((position, from, has_next)));
        }
    }

    /// 2*T_msg after a question.
    pub(super) fn answers_are_in(&mut self) {
        match self.site.recovering.take() {
            Some(Recovering::M1(index)) => self.ask_predecessor(usize::from(index) + 1),
            Some(Recovering::M2(None)) => self.regenerate(Mechanism::M2),
            Some(Recovering::M2(Some((_, predecessor)))) => {
                self.site.predecessors = vec![predecessor];
                let position = self.told_position();
                self.connect(predecessor, position);
                if position.is_some() {
                    self.site.recovering = Some(Recovering::Connecting);
                    self.set(Timer::Answers);
                }
            }
            Some(Recovering::Connecting) => self.ask_predecessor(1),
            // M3.a (iii), (i) and (ii).
            Some(Recovering::M3(None)) => self.regenerate(Mechanism::M3),
            Some(Recovering::M3(Some((_, tail, has_next)))) => {
                match has_next {
                    false => self.send_request(tail, true),
                    true => self.connect(tail, None),
                }
                self.set(Timer::Commit);
            }
            None => {}
        }
    }
}
