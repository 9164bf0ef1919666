//! The rows of Table 4.1, as properties. A cell that says that something bad occurs is a claim that it can
//! (`possible`), one that says that it does not is an invariant (`always`).

use super::Harness;
use super::harness::{names, start};
use super::history::{Pid, State};
use verdict_checker::property::Property;

/// A row's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// It occurs.
    Yes,
    /// It never does.
    No,
}

/// When a process is called an orphan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// When the failure strikes.
    Failure,
    /// When the failure strikes, and its latest checkpoint is no better than its state.
    Checkpoints,
    /// When the recovery is complete.
    After,
}

fn cell(
    cell: Cell,
    [yes, no]: [&'static str; 2],
    occurs: impl Fn(&Harness, &State) -> bool + Send + Sync + 'static,
) -> Property<Harness> {
    match cell {
        Cell::Yes => Property::possible(yes, occurs),
        Cell::No => Property::always(no, move |harness, state| !occurs(harness, state))
            .when(|_, state| !state.is_running()),
    }
}

/// Domino effect, as in Fig. 2.4.
pub fn domino(says: Cell) -> Property<Harness> {
    let names_of = [
        "a process goes back because of a rollback that its own brought about",
        "no process goes back because of a rollback that its own brought about",
    ];
    cell(says, names_of, |_, state| pushed_by_itself(state).is_some()).complain(
        |harness, state| match pushed_by_itself(state) {
            Some(pid) => {
                let process = state.of(pid);
                let others = names(process.pushed_by & !(1 << pid.0)).join(" and ");
                format!(
                    "The rollback of {pid} comes back to it by way of {others}: it goes back again and loses {}.",
                    checkpoints(harness.lost(state, pid))
                )
            }
            None => "No rollback comes back.".to_owned(),
        },
    )
}

fn pushed_by_itself(state: &State) -> Option<Pid> {
    let mut all = state.pids();
    all.find(|pid| state.of(*pid).pushed_by & (1 << pid.0) != 0)
}

/// Domino effect, if every checkpoint counts that is lost to the rollback of somebody else.
pub fn domino_at_all(says: Cell) -> Property<Harness> {
    let names_of = [
        "a process goes back past its latest checkpoint because another goes back",
        "no process goes back past its latest checkpoint because another goes back",
    ];
    let occurs = |harness: &Harness, state: &State| {
        let pushed = |pid: &Pid| state.of(*pid).pushed_by != 0 && harness.lost(state, *pid) > 0;
        state.pids().any(|pid| pushed(&pid))
    };
    cell(says, names_of, occurs).complain(tell_lost)
}

/// Orphan processes.
pub fn orphans((moment, says): (Moment, Cell)) -> Property<Harness> {
    let names_of = match moment {
        Moment::Failure => [
            "a survivor depends on what the crashed process cannot restore",
            "no survivor depends on what a crashed process cannot restore",
        ],
        Moment::Checkpoints => [
            "the latest checkpoint of a survivor depends on what the crashed process cannot restore",
            "no latest checkpoint of a survivor depends on what a crashed process cannot restore",
        ],
        Moment::After => [
            "an orphan is left when the recovery is complete",
            "no orphan is left when the recovery is complete",
        ],
    };
    let occurs = move |harness: &Harness, state: &State| orphan(harness, state, moment).is_some();
    let property = cell(says, names_of, occurs);
    property.complain(move |harness, state| match orphan(harness, state, moment) {
        Some((orphan, lost)) => {
            let whose = match moment {
                Moment::Checkpoints => "The latest checkpoint of ",
                Moment::Failure | Moment::After => "",
            };
            let kept = match moment {
                Moment::After => state.of(lost).position(),
                Moment::Failure | Moment::Checkpoints => harness.restored(state, lost),
            };
            let first = harness.event(state, lost, kept);
            format!("{whose}{orphan} depends on what {lost} did from `{first}` on, and {lost} cannot restore that.")
        }
        None => "There is no orphan.".to_owned(),
    })
}

/// A process that is an orphan, and of whom.
fn orphan(harness: &Harness, state: &State, moment: Moment) -> Option<(Pid, Pid)> {
    let is_moment = match moment {
        Moment::Failure | Moment::Checkpoints => state.is_struck(),
        Moment::After => harness.is_settled(state),
    };
    if !is_moment {
        return None;
    }
    let position = |pid| match moment {
        Moment::Failure | Moment::After => state.of(pid).position(),
        Moment::Checkpoints => harness.latest(state, pid),
    };
    let kept = |pid| match moment {
        Moment::After => state.of(pid).position(),
        Moment::Failure | Moment::Checkpoints => harness.restored(state, pid),
    };
    state.survivors().find_map(|survivor| {
        let past = state.past(survivor, position(survivor));
        // When all is over, survivors may have gone back as well.
        let mut others = state.pids().filter(|other| match moment {
            Moment::After => *other != survivor,
            Moment::Failure | Moment::Checkpoints => state.of(*other).crashed,
        });
        let lost = others.find(|other| past[usize::from(other.0)] > kept(*other))?;
        Some((survivor, lost))
    })
}

/// Rollback extent "unbounded": everyone has taken C checkpoints, and everyone is back at the start.
pub fn back_to_the_start(says: Cell) -> Property<Harness> {
    let names_of = [
        "everyone has taken C checkpoints and is back at the start",
        "never is everyone back at the start who has taken C checkpoints",
    ];
    let occurs = |harness: &Harness, state: &State| {
        state.pids().all(|pid| {
            let process = state.of(pid);
            process.position() == 0 && process.local_checkpoints() == harness.checkpoints
        })
    };
    cell(says, names_of, occurs).complain(tell_lost)
}

/// Rollback extent "possibly several checkpoints": a process loses C.
pub fn several() -> Property<Harness> {
    let occurs = |harness: &Harness, state: &State| {
        let mut lost = state.pids().map(|pid| harness.lost(state, pid));
        lost.any(|lost| lost >= harness.checkpoints.max(1))
    };
    Property::possible("a process loses C checkpoints", occurs).complain(tell_lost)
}

/// Rollback extent "last checkpoint": nobody loses one, and only those go back that crashed.
pub fn last_checkpoint() -> Property<Harness> {
    Property::always(
        "no process loses a checkpoint",
        |harness: &Harness, state| state.pids().all(|pid| harness.lost(state, pid) == 0),
    )
    .and("only those go back that crashed", |_, state| {
        state.survivors().all(|pid| state.of(pid).back_to.is_none())
    })
    .when(|harness, state| harness.is_settled(state))
    .complain(|harness, state| {
        let innocent = state
            .survivors()
            .find(|pid| state.of(*pid).back_to.is_some());
        match innocent {
            Some(pid) => {
                let crashed = crashed(state);
                format!("{crashed} crashed, and {pid}, which did not, goes back as well.")
            }
            None => tell_lost(harness, state),
        }
    })
}

/// Rollback extent "last global checkpoint": that is where everyone ends.
pub fn last_global_checkpoint() -> Property<Harness> {
    let strays = |harness: &Harness, state: &State| {
        let ended = harness.is_settled(state);
        let strays = move |pid: &Pid| {
            let process = state.of(*pid);
            process.position() != process.behind(state.committed)
        };
        state.pids().find(|pid| ended && strays(pid))
    };
    Property::always(
        "everyone ends at the last global checkpoint",
        move |harness, state| strays(harness, state).is_none(),
    )
    .when(|harness, state| harness.is_settled(state))
    .complain(move |harness, state| match strays(harness, state) {
        Some(pid) => {
            let process = state.of(pid);
            let ends = start(process.index_at(process.position()));
            let line = start(state.committed);
            let crashed = crashed(state);
            format!("After a crash of {crashed}, {pid} starts again from {ends}; the last global checkpoint is {line}.")
        }
        None => "All end at the last global checkpoint.".to_owned(),
    })
}

/// Which checkpoints count for the row about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// The latest, and those that a failure would need.
    Needed,
    /// Also those that are stored although the round is not complete.
    Tentative,
}

/// Checkpoints per process: several, if `says` is yes.
pub fn checkpoints_per_process((stored, says): (Stored, Cell)) -> Property<Harness> {
    let hoards = move |harness: &Harness, state: &State| older(harness, state, stored);
    let occurs = move |harness: &Harness, state: &State| hoards(harness, state).is_some();
    let property = match says {
        Cell::Yes => Property::possible(
            "a process must keep an older checkpoint beside its latest",
            occurs,
        ),
        Cell::No => Property::always(
            "no process must keep an older checkpoint beside its latest",
            move |harness, state| !occurs(harness, state),
        )
        .when(|harness: &Harness, state| state.pids().any(|pid| harness.latest(state, pid) > 0)),
    };
    property.complain(move |harness, state| match hoards(harness, state) {
        Some(Older {
            pid,
            crashed,
            needed,
            latest,
        }) => {
            let (needed, latest) = (start(needed), start(latest));
            format!("If {crashed} crashes now, {pid} starts again from {needed} and not from {latest}: it must keep both.")
        }
        None => "The latest checkpoint of each process is enough.".to_owned(),
    })
}

/// A checkpoint that must be kept beside a later one.
struct Older {
    /// Whose.
    pid: Pid,
    /// Who might crash now.
    crashed: Pid,
    /// From which `pid` would start again then.
    needed: u8,
    /// The latest that it has.
    latest: u8,
}

fn older(harness: &Harness, state: &State, stored: Stored) -> Option<Older> {
    if !state.is_running() {
        return None;
    }
    state.pids().find_map(|crashed| {
        let mut struck = state.clone();
        struck.of_mut(crashed).crashed = true;
        let settled = harness.settle(struck);
        state.pids().find_map(|pid| {
            let process = settled.of(pid);
            let needed = process.index_at(process.back_to?);
            let latest = process.index_at(match stored {
                Stored::Needed => harness.latest(state, pid),
                Stored::Tentative => process.history.len(),
            });
            let older = Older {
                pid,
                crashed,
                needed,
                latest,
            };
            (needed != latest).then_some(older)
        })
    })
}

fn tell_lost(harness: &Harness, state: &State) -> String {
    let losers = state.pids().filter(|pid| harness.lost(state, *pid) > 0);
    let told: Vec<_> = losers
        .map(|pid| {
            let lost = checkpoints(harness.lost(state, pid));
            let to = start(state.of(pid).index_at(state.of(pid).position()));
            format!("{pid} loses {lost} and starts again from {to}")
        })
        .collect();
    match told.is_empty() {
        true => "No checkpoint is lost.".to_owned(),
        false => {
            format!(
                "After a crash of {}, {}.",
                crashed(state),
                told.join(", and ")
            )
        }
    }
}

fn crashed(state: &State) -> String {
    let crashed: Vec<_> = state.crashed().map(|pid| pid.to_string()).collect();
    crashed.join(" and ")
}

fn checkpoints(count: usize) -> String {
    match count {
        0 => "no checkpoint".to_owned(),
        1 => "one checkpoint".to_owned(),
        many => format!("{many} checkpoints"),
    }
}
