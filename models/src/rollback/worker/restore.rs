//! The restore mechanism (section 6.1.5, Fig. 6.6), and what a worker says to a new leader.

use super::{AtWork, Doing};
use crate::rollback::messages::{Ending, Message, Status};
use crate::rollback::pipeline::TaskId;
use crate::rollback::reading::{Answers, Blocked, Check, Mutant, Others};
use crate::rollback::registers::{Register, Stable};

impl<L: Stable<Register>> AtWork<'_, L> {
    /// "Begins by reading the last register stored in the LB" (6.1.5).
    pub(super) fn restore(&mut self) {
        if self.rules.reading.answers == Answers::Own {
            let life = self.life() + 1;
            let mut registers = self.log.registers().iter();
            match registers.position(|r| matches!(r, Register::Life(_))) {
                Some(at) => self.log.amend(at, Register::Life(life)),
                None => self.log.store(Register::Life(life)),
            }
        }
        let registers = self.log.registers().iter().rev();
        let mut of_tasks = registers.filter(|r| r.task().is_some());
        let last = of_tasks.next().cloned();
        let last_start = || {
            let mut registers = self.log.registers().iter().rev();
            registers.find_map(|register| match register {
                Register::Start(task) => Some(*task),
                _ => None,
            })
        };
        self.worker.doing = match last {
            None => Doing::Nothing,
            Some(
                Register::End { received: true, .. } | Register::Blocked { received: true, .. },
            ) => Doing::Nothing,
            Some(Register::End { task, .. }) => Doing::Ends(Ending::Finished(task)),
            Some(Register::Blocked { task, .. }) => {
                Doing::Ends(Ending::Blocked(match self.rules.reading.blocked {
                    Blocked::State => task,
                    Blocked::Id => last_start().unwrap_or(task),
                }))
            }
            Some(_) => match last_start() {
                Some(checkpoint) => {
                    self.worker.restoring = self.rules.reading.others == Others::Asked;
                    Doing::At(checkpoint)
                }
                // Only if START was removed too early: there is nothing to begin with.
                None => Doing::Nothing,
            },
        };
        self.changed();
    }

    /// A new leader introduces itself: what the old one did not confirm is sent again.
    pub(super) fn greet(&mut self, about: Option<(TaskId, u16)>) {
        if let Some((task, stint)) = about {
            let status = self.status(task, stint);
            if self.rules.reading.check != Check::Everything || status == Status::NotReceived {
                self.mail(Message::Status(task, stint, status));
            }
        }
        if self.is(Mutant::RestartWhenAsked) && self.worker.doing.task().is_some() {
            return self.restore();
        }
        if self.rules.reading.check == Check::AsPrinted {
            return;
        }
        if self.rules.reading.check != Check::Everything {
            if let Doing::Returned(ending) = self.worker.doing {
                self.mail(Message::Return(ending));
            }
            return;
        }
        for register in self.log.registers().to_vec() {
            if let Some(message) = self.unanswered(&register) {
                self.mail(message);
            }
        }
        let life = self.life();
        match self.worker.doing {
            Doing::Rereads(_, datum) => self.mail(Message::Reread(datum)),
            Doing::Asks(_, datum) => self.mail(Message::WasWritten(datum, life)),
            Doing::Wonders(_, want) => self.mail(Message::WhoHas(want)),
            _ => {}
        }
    }

    /// What to say again about a register that the leader has not answered for.
    fn unanswered(&self, register: &Register) -> Option<Message> {
        let running = self.worker.doing.task();
        match *register {
            Register::Write {
                datum,
                confirmed: false,
            } => {
                // Not yet in the stream, or not known to be.
                let ahead = running.is_some_and(|t| t.id == datum.task && t.pc <= datum.op);
                (!ahead).then_some(Message::Copy(datum))
            }
            Register::Blocked { over: true, .. } => None,
            Register::Blocked {
                task,
                received: true,
                ..
            } => Some(Message::IsOver(task.id)),
            Register::Blocked { task, .. } => Some(Message::Return(Ending::Blocked(task))),
            Register::End {
                task,
                received: false,
            } => Some(Message::Return(Ending::Finished(task))),
            _ => None,
        }
    }

    fn status(&self, task: TaskId, stint: u16) -> Status {
        let mut status = Status::NotReceived;
        if matches!(&self.worker.doing, Doing::Got(t) if (t.id, t.stint) == (task, stint)) {
            status = Status::Working;
        }
        for register in self.log.registers() {
            match register {
                Register::Start(t) if (t.id, t.stint) == (task, stint) => status = Status::Working,
                Register::Blocked { task: t, .. } if (t.id, t.stint) == (task, stint) => {
                    status = Status::Finished;
                }
                Register::End { task: t, .. } if *t == task => status = Status::Finished,
                _ => {}
            }
        }
        status
    }
}
