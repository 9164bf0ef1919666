//! Garbage collection of a Log Buffer (section 6.1.4).

use super::{AtWork, deviations};
use crate::overridable::overridable;
use crate::pipeline::{Datum, TaskId};
use crate::registers::Register;
use std::collections::BTreeMap;

impl AtWork<'_> {
    /// A register was stored, or END marked: one of the moments at which the thesis collects.
    pub(super) fn stored(&mut self) {
        overridable!(self.stored());
        self.changed();
    }

    /// Something that a precondition looks at has changed: whatever can be removed now is.
    pub(super) fn changed(&mut self) {
        overridable!(self.changed());
        while self.collect_backwards(self.log.registers().len()) > 0 {}
    }

    /// "Starting with the previous node", "until the checked node becomes the HEAD" (6.1.4). Answers with how many
    /// registers were removed.
    pub(super) fn collect_backwards(&mut self, below: usize) -> usize {
        let mut facts = Facts::about(self.log.registers());
        let mut removed = 0;
        for at in (0..below).rev() {
            let register = &self.log.registers()[at];
            if self.can_go(register, &facts) {
                facts.without(register);
                self.log.remove(at);
                removed += 1;
            }
        }
        removed
    }

    /// The newest register that can be removed.
    pub(super) fn newest_useless(&self) -> Option<usize> {
        let registers = self.log.registers();
        let facts = Facts::about(registers);
        registers
            .iter()
            .rposition(|register| self.can_go(register, &facts))
    }

    fn can_go(&self, register: &Register, facts: &Facts) -> bool {
        let of_task = register.task().and_then(|task| facts.0.get(&task));
        of_task.is_some_and(|of_task| self.is_useless(register, *of_task))
    }

    /// The preconditions of section 6.1.4.
    fn is_useless(&self, register: &Register, of_task: OfTask) -> bool {
        overridable!(self.is_useless(register, of_task));
        match register {
            Register::Start(_) | Register::Read { .. } => of_task.over,
            Register::Write { datum, confirmed } => {
                of_task.over && self.is_confirmed(datum, *confirmed)
            }
            Register::Blocked { .. } => of_task.over && of_task.work == 0,
            Register::End { received, .. } => *received && of_task.work + of_task.blocked == 0,
            Register::Life(_) => false,
        }
    }

    /// Whether the FTC has confirmed that the datum is in the stream, as its WRITE register says.
    pub(super) fn is_confirmed(&self, datum: &Datum, noted: bool) -> bool {
        overridable!(self.is_confirmed(datum));
        noted
    }
}

/// What the preconditions ask about all registers of a task.
#[derive(Clone, Copy, Default)]
pub(super) struct OfTask {
    /// Whether it is finished, here (END) or elsewhere.
    pub(super) over: bool,
    /// How many START, READ and WRITE registers there are.
    pub(super) work: usize,
    /// How many BLOCKED registers there are.
    pub(super) blocked: usize,
}

/// The registers of a Log Buffer, summed up by task.
struct Facts(BTreeMap<TaskId, OfTask>);

impl Facts {
    fn about(registers: &[Register]) -> Self {
        let mut facts = Facts(BTreeMap::new());
        for register in registers {
            let Some(task) = register.task() else {
                continue;
            };
            let of_task = facts.0.entry(task).or_default();
            match register {
                Register::End { .. } => of_task.over = true,
                Register::Blocked { over, .. } => {
                    of_task.over |= over;
                    of_task.blocked += 1;
                }
                _ => of_task.work += 1,
            }
        }
        facts
    }

    fn without(&mut self, register: &Register) {
        let Some(of_task) = register.task().and_then(|task| self.0.get_mut(&task)) else {
            return;
        };
        match register {
            Register::End { .. } => {}
            Register::Blocked { .. } => of_task.blocked -= 1,
            _ => of_task.work -= 1,
        }
    }
}
