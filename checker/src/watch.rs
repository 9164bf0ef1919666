//! When a search, or what follows it, has to give up.
//!
//! Memory is counted twice. What the search holds is counted by what it has found (see [`crate::search`]): that is the same
//! for any number of threads, and so is the state at which it cuts. What threads remember, what the allocator keeps and what else
//! the process holds is not in it; against that there is a limit on the resident memory of the whole process, as the
//! operating system counts it. Where that one cuts is up to the machine, so it is only a net: what is counted has to stay
//! below the limit by as much as the rest is likely to take, and so cuts first.

use crate::search::{Cut, Limits};
use std::time::Instant;

/// Memory that a process may come to hold beyond what it held when the search began, whatever its limit: one that runs after
/// others begins with what they have left.
const HEADROOM: usize = 16 << 20;

/// What a process holds before it searches anything: code, catalog, stacks.
const BESIDE: usize = 48 << 20;
/// What threads are likely to remember, and the allocator to keep, at most.
const REMEMBERED: usize = 256 << 20;

/// How much of a limit on the whole process is left for what is counted. The same everywhere.
fn counted(limit: usize) -> usize {
    let rest = BESIDE.saturating_add((limit / 4).min(REMEMBERED));
    limit.saturating_sub(rest).max(limit / 4)
}

/// More threads than this for each core only take memory.
const THREADS_PER_CORE: usize = 8;

/// The limits, and what there was when they began to count.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    started: Instant,
    limits: Limits,
    /// What the search may hold by its own count.
    counted: usize,
    /// What the process may hold.
    resident: usize,
}

impl Watch {
    /// From now on.
    pub fn new(limits: Limits) -> Self {
        let held = match limits.resident {
            usize::MAX => 0,
            _ => resident().unwrap_or(0),
        };
        let least = held.saturating_add((limits.resident / 4).max(HEADROOM));
        Watch {
            started: Instant::now(),
            limits,
            counted: limits.bytes.min(counted(limits.resident)),
            resident: limits.resident.max(least),
        }
    }

    /// What cuts, if this many bytes are held by the search: somebody who ends it, or a limit.
    pub fn cut(&self, bytes: usize) -> Option<Cut> {
        if self.limits.stop.is_raised() {
            Some(Cut::Interrupted)
        } else if bytes >= self.counted {
            Some(Cut::Bytes(self.limits.bytes))
        } else if self.resident < usize::MAX && resident().is_some_and(|held| held >= self.resident)
        {
            Some(Cut::Resident(self.limits.resident))
        } else if self.started.elapsed() >= self.limits.time {
            Some(Cut::Time(self.limits.time))
        } else {
            None
        }
    }

    /// What the search may hold by its own count.
    pub fn counted(&self) -> usize {
        self.counted
    }

    /// Whether a limit on memory is near, if this many bytes are held by the search.
    pub fn is_near(&self, bytes: usize) -> bool {
        let near = |held: usize, limit: usize| held >= limit - limit / 8;
        near(bytes, self.counted)
            || self.resident < usize::MAX
                && resident().is_some_and(|held| near(held, self.resident))
    }

    /// How many threads may work.
    pub fn threads(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.limits.threads.clamp(1, cores * THREADS_PER_CORE)
    }

    /// The seconds since.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}

/// The resident memory of this process in bytes, where the operating system tells (`/proc`).
pub fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

/// Looks at the limits now and then, in long loops.
pub struct Patience<'a> {
    watch: Option<(&'a Watch, usize)>,
    turns: u32,
}

/// How many turns of a loop pass between two looks at the limits.
const TURNS: u32 = 1 << 15;

impl<'a> Patience<'a> {
    /// Never runs out.
    pub fn endless() -> Self {
        let watch = None;
        Patience { watch, turns: 0 }
    }

    /// Runs out when the limits are reached, while this many bytes are held.
    pub fn with(watch: &'a Watch, bytes: usize) -> Self {
        let watch = Some((watch, bytes));
        Patience { watch, turns: 0 }
    }

    /// One more turn.
    pub fn turn(&mut self) -> Result<(), Cut> {
        self.turns = self.turns.wrapping_add(1);
        match self.watch {
            Some((watch, bytes)) if self.turns.is_multiple_of(TURNS) => {
                watch.cut(bytes).map_or(Ok(()), Err)
            }
            _ => Ok(()),
        }
    }

    /// Looks at the limits at once.
    pub fn look(&self) -> Result<(), Cut> {
        let cut = self.watch.and_then(|(watch, bytes)| watch.cut(bytes));
        cut.map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_leaves_room_for_what_is_not() {
        let cuts_at = |limit: usize| {
            let limits = Limits {
                bytes: limit << 20,
                resident: limit << 20,
                ..Limits::default()
            };
            Watch::new(limits).counted >> 20
        };
        assert_eq!([64, 96, 256, 4096].map(cuts_at), [16, 24, 144, 3792]);
        let alone = Limits {
            bytes: 64 << 20,
            ..Limits::default()
        };
        assert_eq!(
            Watch::new(alone).counted,
            64 << 20,
            "no limit on the process"
        );
        let watch = Watch::new(Limits {
            resident: 64 << 20,
            ..alone
        });
        assert_eq!(watch.cut((16 << 20) - 1), None);
        assert_eq!(watch.cut(16 << 20), Some(Cut::Bytes(64 << 20)));
    }

    #[test]
    fn what_the_process_holds_cuts_and_grows_with_what_it_holds() {
        let Some(before) = resident() else {
            return; // No /proc here: the limit is then on what the search counts alone.
        };
        let held = vec![1u8; 64 << 20];
        let after = resident().expect("as before");
        assert!(after >= before + (48 << 20), "{before} {after}");
        assert_eq!(
            held.iter().map(|byte| usize::from(*byte)).sum::<usize>(),
            64 << 20
        );
        let limits = Limits {
            resident: 1 << 20,
            ..Limits::default()
        };
        let watch = Watch::new(limits);
        assert_eq!(watch.cut(0), None, "what was there before is no reason");
        let more = std::hint::black_box(vec![1u8; 64 << 20]);
        assert_eq!(watch.cut(0), Some(Cut::Resident(1 << 20)));
        drop(more);
    }
}
