//! Mutants, each with what it changes in the worker. Those that are not named here are about the leader.

use super::Deviation;
use crate::messages::{Act, Ending, Message};
use crate::mutant::Mutant;
use crate::pipeline::Task;
use crate::registers::Register;
use crate::worker::collection::OfTask;
use crate::worker::lookup::Known;
use crate::worker::{AtWork, Doing};

impl Mutant {
    /// Whether END or BLOCKED is stored after the task is returned.
    fn returns_first(self, ending: Ending) -> bool {
        match ending {
            Ending::Finished(_) => self == Mutant::EndAfterwards,
            Ending::Blocked(_) => self == Mutant::BlockedAfterwards,
        }
    }
}

impl Deviation for Mutant {
    fn perform(&self, work: &mut AtWork, task: Task, known: Known) -> Option<()> {
        match (self, known) {
            (Mutant::ReadAnew, Known::Read(_)) => {
                let (stream, counter) = work.reads_next(&task)?;
                work.perform(task, Known::NotRead(stream, counter));
            }
            (Mutant::RereadInSilence, Known::Read(datum)) => work.has_read(task, datum),
            (Mutant::WriteAnew, Known::Written(datum) | Known::Announced(datum)) => {
                work.push(task, datum);
            }
            (Mutant::WriteNever, Known::Announced(datum)) => work.skip_write(task, datum),
            _ => return None,
        }
        Some(())
    }

    fn end(&self, work: &mut AtWork, ending: Ending) -> Option<()> {
        if !self.returns_first(ending) {
            return None;
        }
        work.mail(Message::Return(ending));
        work.worker.doing = Doing::HasReturned(ending);
        Some(())
    }

    fn offers(&self, work: &AtWork) -> Option<Vec<Act>> {
        match work.worker.doing {
            Doing::HasReturned(ending) => Some(vec![Act::Return(ending.task())]),
            _ => None,
        }
    }

    fn act(&self, work: &mut AtWork, act: Act) -> Option<()> {
        match (work.worker.doing, act) {
            (Doing::HasReturned(ending), Act::Return(_)) => {
                work.log_end(ending);
                work.worker.doing = Doing::Returned(ending);
                work.stored();
            }
            _ => return None,
        }
        Some(())
    }

    fn hear(&self, work: &mut AtWork, message: Message) -> Option<()> {
        match (self, message) {
            (Mutant::RestartWhenAsked, Message::NewLeader(about))
                if work.worker.doing.task().is_some() =>
            {
                if let Some((task, stint)) = about {
                    work.tell_status(task, stint);
                }
                work.restore();
            }
            _ => return None,
        }
        Some(())
    }

    fn is_useless(&self, work: &AtWork, register: &Register, of_task: OfTask) -> Option<bool> {
        match (self, register) {
            (Mutant::NeverCollect, _) => Some(false),
            (Mutant::StartEarly, Register::Start(_))
            | (Mutant::ReadEarly, Register::Read { .. }) => Some(true),
            (Mutant::WriteEarly, Register::Write { datum, confirmed }) => {
                Some(work.is_confirmed(datum, *confirmed))
            }
            (Mutant::WriteUnconfirmed, Register::Write { .. })
            | (Mutant::BlockedNotLast, Register::Blocked { .. }) => Some(of_task.over),
            (Mutant::BlockedEarly, Register::Blocked { received, .. }) => {
                Some(*received || of_task.over && of_task.work == 0)
            }
            (Mutant::EndUnreceived, Register::End { .. }) => {
                Some(of_task.work + of_task.blocked == 0)
            }
            (Mutant::EndNotLast, Register::End { received, .. }) => Some(*received),
            _ => None,
        }
    }
}
