//! The rows of Table 4.1, as properties. A cell that says that something bad occurs is a claim that it can
//! (`possible`), one that says that it does not is an invariant (`always`).

use super::Harness;
use super::harness::names;
use super::history::{Pid, State};
use std::collections::BTreeSet;
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
pub fn orphans(moment: Moment, says: Cell) -> Property<Harness> {
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
            format!("{whose}{orphan} depends on what {lost} did and cannot do again.")
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
            Some(pid) => format!("{pid} goes back, and has not crashed."),
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
        Some(pid) => format!(
            "{pid} does not end at global checkpoint {}.",
            state.committed
        ),
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
pub fn checkpoints_per_process(stored: Stored, says: Cell) -> Property<Harness> {
    let hoards = move |harness: &Harness, state: &State| {
        let mut all = state.pids();
        all.find_map(|pid| {
            let kept = kept(harness, state, pid, stored);
            (kept.len() > 1).then_some((pid, kept))
        })
    };
    let occurs = move |harness: &Harness, state: &State| hoards(harness, state).is_some();
    let property = match says {
        Cell::Yes => Property::possible(
            "a process must keep an older checkpoint beside its latest",
            occurs,
        ),
        Cell::No => Property::always(
            "no process must keep a checkpoint beside its latest",
            move |harness, state| !occurs(harness, state),
        )
        .when(|harness: &Harness, state| state.pids().any(|pid| harness.latest(state, pid) > 0)),
    };
    property.complain(move |harness, state| match hoards(harness, state) {
        Some((pid, kept)) => {
            let kept: Vec<_> = kept.iter().map(|index| start(*index)).collect();
            format!("{pid} must keep {}.", kept.join(" and "))
        }
        None => "The latest checkpoint of each process is enough.".to_owned(),
    })
}

/// The latest checkpoint of a process, and those from which it would start again if one process crashed now.
fn kept(harness: &Harness, state: &State, pid: Pid, stored: Stored) -> BTreeSet<u8> {
    if !state.is_running() {
        return BTreeSet::new();
    }
    let needed = state.pids().filter_map(|crashed| {
        let mut struck = state.clone();
        struck.of_mut(crashed).crashed = true;
        let settled = harness.settle(struck);
        let process = settled.of(pid);
        process.back_to.map(|position| process.index_at(position))
    });
    let process = state.of(pid);
    let latest = match stored {
        Stored::Needed => harness.latest(state, pid),
        Stored::Tentative => process.history.len(),
    };
    needed.chain([process.index_at(latest)]).collect()
}

fn tell_lost(harness: &Harness, state: &State) -> String {
    let losers = state.pids().filter(|pid| harness.lost(state, *pid) > 0);
    let told: Vec<_> = losers
        .map(|pid| {
            let lost = checkpoints(harness.lost(state, pid));
            let to = start(state.of(pid).index_at(state.of(pid).position()));
            format!("{pid} loses {lost} and is back at {to}")
        })
        .collect();
    match told.is_empty() {
        true => "No checkpoint is lost.".to_owned(),
        false => format!("{}.", told.join("; ")),
    }
}

fn checkpoints(count: usize) -> String {
    match count {
        0 => "no checkpoint".to_owned(),
        1 => "one checkpoint".to_owned(),
        many => format!("{many} checkpoints"),
    }
}

fn start(index: u8) -> String {
    match index {
        0 => "the start".to_owned(),
        index => format!("checkpoint {index}"),
    }
}
