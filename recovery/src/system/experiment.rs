//! What the mechanism costs (section 8.2 of the thesis): the same pipeline without it, with it, with one fault, and with faults by
//! chance. Absolute times mean nothing elsewhere; what is reported is how much longer a run takes than one without the
//! mechanism, measured in turns on the same machine.

use super::bare;
use super::config::Config;
use super::faults::{Fault, Rate};
use super::log::Policy;
use super::report::RunError;
use super::stable::Folder;
use super::streams::Handout;
use super::supervisor::run;
use crate::messages::Party;
use crate::pipeline::{Op, Pipeline, StreamId};
use crate::registers::WorkerId;
use std::path::Path;
use std::time::{Duration, Instant};

/// What is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behaviour {
    /// Without the mechanism.
    Bare,
    /// With it, without faults.
    WithoutFaults,
    /// W1 fails once, half-way.
    OneFault,
    /// Each access to a stream is a fault with a probability of 1 in 1000.
    SeveralFaults,
}

impl Behaviour {
    /// In the order of the thesis.
    pub const ALL: [Behaviour; 4] = [
        Behaviour::Bare,
        Behaviour::WithoutFaults,
        Behaviour::OneFault,
        Behaviour::SeveralFaults,
    ];
    /// The overheads that the thesis reports on average, in percent (8.2.2).
    pub const REPORTED: [f64; 4] = [0.0, 8.75, 12.44, 24.92];
}

/// One setting of the experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// How many workers.
    pub workers: u8,
    /// How much is computed for each datum.
    pub work: u32,
    /// How many data a task reads.
    pub reads: u16,
    /// How many it writes.
    pub writes: u16,
    /// Where the storage is, and what it survives; none means memory.
    pub policy: Option<Policy>,
    /// How often each behaviour is measured.
    pub repetitions: u32,
    /// Where chance begins.
    pub seed: u64,
}

/// What was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The setting.
    pub setting: Setting,
    /// The median time of each behaviour.
    pub times: [Duration; 4],
    /// How many faults the runs with faults by chance had, on average.
    pub faults: f64,
}

impl Measured {
    /// How much longer than without the mechanism, in percent.
    pub fn overheads(&self) -> [f64; 4] {
        let bare = self.times[0].as_secs_f64().max(f64::MIN_POSITIVE);
        self.times
            .map(|time| (time.as_secs_f64() / bare - 1.0) * 100.0)
    }
}

impl Setting {
    /// For each worker a pair of tasks: one that writes, and one that reads from it and writes too. A task is handed out when
    /// all that it reads is there, so that no time goes into blocking tasks, with the mechanism or without it.
    pub fn pipeline(&self) -> Pipeline {
        let write = |stream| vec![Op::Write(StreamId(stream), stream); self.writes.into()];
        let workers = u16::from(self.workers);
        let first = (1..=workers).map(write);
        let second = (1..=workers).map(|stream| {
            let mut ops = vec![Op::Read(StreamId(stream)); self.reads.into()];
            ops.extend(write(workers + stream));
            ops
        });
        let tasks = first.chain(second).collect();
        Pipeline::new(tasks, Some(self.writes)).expect("no task reads more than is written")
    }

    /// Measures every behaviour, in turns.
    pub fn measure(&self, scratch: &Path) -> Result<Measured, RunError> {
        let mut config = Config::new(self.pipeline(), self.workers);
        config.work = self.work;
        config.handout = Handout::WhenReady;
        let (mut times, mut faults) = ([const { Vec::new() }; 4], 0);
        let mut half_way = 1;
        for repetition in 0..self.repetitions {
            for behaviour in Behaviour::ALL {
                config.plan.clear();
                config.rate = Rate::NEVER;
                config.seed = self.seed.wrapping_add(repetition.into());
                match behaviour {
                    Behaviour::OneFault => config.plan.push(Fault {
                        node: Party::Worker(WorkerId(1)),
                        after: half_way,
                    }),
                    Behaviour::SeveralFaults => {
                        (config.rate.times, config.rate.out_of) = (1, 1000);
                    }
                    _ => {}
                }
                let folder = self.policy.map(|policy| Folder {
                    path: scratch.join(format!("{repetition}-{behaviour:?}")),
                    policy,
                });
                config.folder = folder.clone();
                let mut begun = Instant::now();
                if behaviour == Behaviour::Bare {
                    bare::run(&config);
                } else {
                    let report = loop {
                        match run(&config) {
                            Err(RunError::NotReached { took, .. }) => {
                                config.plan[0].after = (took / 2).max(1);
                                clear(folder.as_ref());
                                begun = Instant::now();
                            }
                            other => break other?,
                        }
                    };
                    if behaviour == Behaviour::WithoutFaults {
                        let first = report.steps_of.iter().find(|(p, _)| *p != Party::Leader);
                        half_way = first.map_or(1, |(_, steps)| (steps / 2).max(1));
                    }
                    if behaviour == Behaviour::SeveralFaults {
                        faults += report.faults;
                    }
                }
                times[behaviour as usize].push(begun.elapsed());
                clear(folder.as_ref());
            }
        }
        Ok(Measured {
            setting: *self,
            times: times.map(|mut times| {
                times.sort_unstable();
                times[times.len() / 2]
            }),
            faults: faults as f64 / f64::from(self.repetitions),
        })
    }
}

/// What cannot be removed stays, in a temporary folder.
fn clear(folder: Option<&Folder>) {
    let _ = folder.map(|folder| std::fs::remove_dir_all(&folder.path));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_behaviour_runs_to_its_end() {
        let setting = Setting {
            workers: 2,
            work: 0,
            reads: 3,
            writes: 5,
            policy: Some(Policy::Written),
            repetitions: 2,
            seed: 1,
        };
        let folder = tempfile::tempdir().expect("a folder");
        let measured = setting.measure(folder.path()).expect("it runs");
        assert_eq!(measured.overheads()[0], 0.0);
    }
}
