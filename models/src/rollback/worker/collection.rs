//! Garbage collection of a Log Buffer (section 6.1.4).

use super::AtWork;
use crate::rollback::pipeline::TaskId;
use crate::rollback::reading::{Collected, Mutant};
use crate::rollback::registers::{Register, Stable};
use std::collections::BTreeMap;

impl<L: Stable<Register>> AtWork<'_, L> {
    /// A register was stored, or END marked: one of the moments at which the thesis collects.
    pub(super) fn stored(&mut self) {
        if self.rules.reading.collected == Collected::OnePass {
            // "Except the node most recently stored" (6.1.4).
            let newest = self.log.registers().len().saturating_sub(1);
            self.collect_backwards(newest, usize::MAX);
        } else {
            self.changed();
        }
    }

    /// Something that a precondition looks at has changed.
    pub(super) fn changed(&mut self) {
        let all = self.log.registers().len();
        match self.rules.reading.collected {
            Collected::Whole => {
                while self.collect_backwards(self.log.registers().len(), usize::MAX) > 0 {}
            }
            Collected::OneByOne => {
                let facts = Facts::about(self.log.registers());
                self.worker.collecting = (0..all).any(|at| self.is_useless(at, &facts));
            }
            Collected::OnePass => {}
        }
    }

    pub(super) fn collect_one(&mut self) {
        self.collect_backwards(self.log.registers().len(), 1);
        self.changed();
    }

    /// "Starting with the previous node", "until the checked node becomes the HEAD" (6.1.4). Answers with how many
    /// registers were removed.
    fn collect_backwards(&mut self, below: usize, most: usize) -> usize {
        let mut facts = Facts::about(self.log.registers());
        let mut removed = 0;
        for at in (0..below).rev() {
            if removed < most && self.is_useless(at, &facts) {
                facts.without(&self.log.registers()[at]);
                self.log.remove(at);
                removed += 1;
            }
        }
        removed
    }

    /// The preconditions of section 6.1.4.
    fn is_useless(&self, at: usize, facts: &Facts) -> bool {
        let register = &self.log.registers()[at];
        let Some(task) = register.task() else {
            return false;
        };
        let of_task = facts.0.get(&task).copied().unwrap_or_default();
        match register {
            _ if self.is(Mutant::NeverCollect) => false,
            Register::Start(_) => of_task.over || self.is(Mutant::StartEarly),
            Register::Read { .. } => of_task.over || self.is(Mutant::ReadEarly),
            Register::Write { datum, confirmed } => {
                let confirmed = *confirmed || self.worker.confirmed.contains(datum);
                (of_task.over || self.is(Mutant::WriteEarly))
                    && (confirmed || self.is(Mutant::WriteUnconfirmed))
            }
            Register::Blocked { received, .. } => {
                of_task.over && (of_task.work == 0 || self.is(Mutant::BlockedNotLast))
                    || *received && self.is(Mutant::BlockedEarly)
            }
            Register::End { received, .. } => {
                (*received || self.is(Mutant::EndUnreceived))
                    && (of_task.work + of_task.blocked == 0 || self.is(Mutant::EndNotLast))
            }
            Register::Life(_) => false,
        }
    }
}

/// What the preconditions ask about all registers of a task.
#[derive(Clone, Copy, Default)]
struct OfTask {
    /// Whether it is finished, here (END) or elsewhere.
    over: bool,
    /// How many START, READ and WRITE registers there are.
    work: usize,
    /// How many BLOCKED registers there are.
    blocked: usize,
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
