//! The restore mechanism (section 6.1.5, Fig. 6.6), and what a worker says to a new leader.

use super::{AtWork, Doing, deviations};
use crate::messages::{Ending, Message, Status};
use crate::overridable::overridable;
use crate::pipeline::{Task, TaskId};
use crate::registers::Register;

impl AtWork<'_> {
    /// "Begins by reading the last register stored in the LB" (6.1.5).
    pub(super) fn restore(&mut self) {
        self.count_life();
        let mut registers = self.log.registers().iter().rev();
        let last = registers.find(|register| register.task().is_some());
        match last.cloned() {
            None
            | Some(
                Register::End { received: true, .. } | Register::Blocked { received: true, .. },
            ) => self.worker.doing = Doing::Nothing,
            Some(Register::End { task, .. }) => {
                self.worker.doing = Doing::Ends(Ending::Finished(task));
            }
            Some(Register::Blocked { task, .. }) => {
                self.worker.doing = Doing::Ends(Ending::Blocked(self.as_blocked(task)));
            }
            Some(
                Register::Start(_)
                | Register::Read { .. }
                | Register::Write { .. }
                | Register::Life(_),
            ) => match self.checkpoint() {
                Some(checkpoint) => self.begin_again(checkpoint),
                // Only if START was removed too early: there is nothing to begin with.
                None => self.worker.doing = Doing::Nothing,
            },
        }
        self.changed();
    }

    /// Lives are counted, so that an answer to an earlier one is known as such.
    fn count_life(&mut self) {
        overridable!(self.count_life());
        let life = self.life() + 1;
        let mut registers = self.log.registers().iter();
        match registers.position(|register| matches!(register, Register::Life(_))) {
            Some(at) => self.log.amend(at, Register::Life(life)),
            None => self.log.store(Register::Life(life)),
        }
    }

    /// The task of the last START.
    pub(super) fn checkpoint(&self) -> Option<Task> {
        let mut registers = self.log.registers().iter().rev();
        registers.find_map(|register| match register {
            Register::Start(task) => Some(*task),
            _ => None,
        })
    }

    /// A task that was blocked is returned again as BLOCKED has it.
    fn as_blocked(&self, task: Task) -> Task {
        overridable!(self.as_blocked(task));
        task
    }

    /// A task that was being performed is performed again from its checkpoint.
    fn begin_again(&mut self, checkpoint: Task) {
        overridable!(self.begin_again());
        self.worker.doing = Doing::At(checkpoint);
    }

    /// A new leader introduces itself, and believes this worker to have this task in this stint.
    pub(super) fn greet(&mut self, about: Option<(TaskId, u16)>) {
        if let Some((task, stint)) = about {
            self.tell_status(task, stint);
        }
        self.repeat();
    }

    /// What became of a task; all but NOT_RECEIVED is clear from what is repeated.
    pub(super) fn tell_status(&mut self, task: TaskId, stint: u16) {
        overridable!(self.tell_status(task, stint));
        let status = self.status(task, stint);
        if status == Status::NotReceived {
            self.mail(Message::Status(task, stint, status));
        }
    }

    /// What the old leader did not confirm is sent again.
    pub(super) fn repeat(&mut self) {
        overridable!(self.repeat());
        for register in self.log.registers().to_vec() {
            if let Some(message) = self.unanswered(&register) {
                self.mail(message);
            }
        }
        self.ask_again();
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

    /// A question that was not answered is asked again.
    fn ask_again(&mut self) {
        overridable!(self.ask_again());
        let life = self.life();
        match self.worker.doing {
            Doing::Rereads(_, datum) => self.mail(Message::Reread(datum)),
            Doing::Asks(_, datum) => self.mail(Message::WasWritten(datum, life)),
            _ => {} // No question is open.
        }
    }

    pub(super) fn status(&self, task: TaskId, stint: u16) -> Status {
        overridable!(self.status(task, stint));
        self.logged_status(task, stint)
    }

    /// What the Log Buffer says of a task in this stint.
    pub(super) fn logged_status(&self, task: TaskId, stint: u16) -> Status {
        let mut status = Status::NotReceived;
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
