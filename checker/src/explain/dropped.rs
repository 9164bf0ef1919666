//! Which step of a run did what an assumption forbids, if that assumption was dropped.

use super::sentence::underway;
use super::{UsedAssumption, and};
use crate::replay::{Mismatch, Replayed};
use crate::size::Value;
use crate::trace::causality::Causality;
use crate::trace::{Role, Trace};

/// What the run made of every assumption that was dropped.
pub(super) fn used(trace: &Trace) -> Vec<UsedAssumption> {
    let dropped = trace.origin.dropped.iter();
    dropped.map(|name| use_of(trace, name)).collect()
}

/// What the model says of a run if the assumption is made: where it ceases to be a run.
pub(super) fn by_model(name: &str, kept: &Result<Replayed, Mismatch>) -> UsedAssumption {
    let (step, with_it) = match kept {
        Ok(_) => (None, None),
        Err(Mismatch::NotEnabled { step, .. }) => (
            Some(*step),
            Some(format!("step {step} would not be possible")),
        ),
        Err(Mismatch::Differs { step: 0, .. }) => (
            None,
            Some("the run would be another one from the start".to_owned()),
        ),
        Err(Mismatch::Differs { step, .. } | Mismatch::Misdescribed { step, .. }) => (
            Some(*step),
            Some(format!("the run would be another one from step {step} on")),
        ),
        Err(Mismatch::Unfair(_)) => (None, Some("the run could not go on like this".to_owned())),
        Err(
            Mismatch::Measured
            | Mismatch::Malformed(_)
            | Mismatch::DecidesNothing(_)
            | Mismatch::NeedlessLoop(_)
            | Mismatch::LoopDoesNotClose(_),
        ) => (None, Some("the run would break nothing".to_owned())),
    };
    let text = match with_it {
        Some(with_it) => format!("`{name}` is not assumed here: with it, {with_it}."),
        None => possible_anyway(name),
    };
    let name = name.to_owned();
    UsedAssumption { name, step, text }
}

fn possible_anyway(name: &str) -> String {
    format!("`{name}` is not assumed here, but this run would be possible even if it were.")
}

fn use_of(trace: &Trace, name: &str) -> UsedAssumption {
    let (step, text) = match sign(trace, name) {
        Sign::None => (
            None,
            format!("`{name}` is not assumed here; no single step shows that."),
        ),
        Sign::Absent => (None, possible_anyway(name)),
        Sign::Step(index, what) => (
            Some(index + 1),
            format!(
                "`{name}` is not assumed here: in step {} {what}.",
                index + 1
            ),
        ),
    };
    let name = name.to_owned();
    UsedAssumption { name, step, text }
}

/// How a run shows that an assumption does not hold.
enum Sign {
    /// By this step, which does this.
    Step(usize, String),
    /// It would show, but does not.
    Absent,
    /// The assumption is not about steps.
    None,
}

fn sign(trace: &Trace, name: &str) -> Sign {
    let at = |index: usize| trace.steps[index].at.clone().unwrap_or_default();
    let first = |role: Role, what: &dyn Fn(usize) -> String| {
        let found = trace.steps.iter().position(|step| step.role() == role);
        found.map(|index| (index, what(index)))
    };
    let found = match name {
        "no-loss" => first(Role::Lose, &|_| "a message is lost".to_owned()),
        "no-duplicates" => first(Role::Duplicate, &|_| "a message is doubled".to_owned()),
        "crash-stop" => first(Role::Return, &|index| {
            format!("{} is back after its crash", at(index))
        }),
        "perfect-detector" => false_report(trace),
        "late-reports" => early_report(trace),
        "no-crash" => first_crash(trace, |_| true),
        "whole-broadcasts" => first_crash(trace, |index| trace.steps[index].role() != Role::Crash),
        "at-most-k-in-a-row" => match trace.origin.size.value("k") {
            Some(Value::Number(k)) => one_crash_too_many(trace, *k as usize),
            Some(Value::Word(_)) | None => return Sign::None,
        },
        "fifo" => overtaking(trace),
        _ => return Sign::None,
    };
    match found {
        Some((index, what)) => Sign::Step(index, what),
        None => Sign::Absent,
    }
}

fn false_report(trace: &Trace) -> Option<(usize, String)> {
    trace.steps.iter().enumerate().find_map(|(index, step)| {
        let (Role::Suspect, Some(at), Some(from)) = (step.role(), &step.at, &step.from) else {
            return None;
        };
        let text = format!("the detector reports {from} to {at}, although {from} is up");
        trace.is_up(from, index).then_some((index, text))
    })
}

/// The first report of a crash while a message of the crashed node is still on its way to who hears of it.
fn early_report(trace: &Trace) -> Option<(usize, String)> {
    trace.steps.iter().enumerate().find_map(|(index, step)| {
        let (Role::Suspect, Some(at), Some(from)) = (step.role(), &step.at, &step.from) else {
            return None;
        };
        let text = format!(
            "{at} learns that {from} has crashed before the last message of {from} arrives"
        );
        (underway(trace, index, from, at) > 0).then_some((index, text))
    })
}

fn first_crash(trace: &Trace, wanted: impl Fn(usize) -> bool) -> Option<(usize, String)> {
    (0..trace.steps.len())
        .filter(|index| wanted(*index))
        .find_map(|index| Some((index, format!("{} crashes", trace.goes_down(index)?))))
}

/// The first crash after which more than `k` neighbours are down; the lanes stand in a ring.
fn one_crash_too_many(trace: &Trace, k: usize) -> Option<(usize, String)> {
    let count = trace.lanes.len();
    (0..trace.steps.len()).find_map(|index| {
        let crashed = trace.goes_down(index)?;
        let place = trace.lanes.iter().position(|lane| lane == crashed)?;
        let is_down = |lane: &usize| !trace.is_up(&trace.lanes[*lane], index + 1);
        let before = (1..count).map(|i| (place + count - i) % count);
        let first = before.take_while(is_down).last().unwrap_or(place);
        let row: Vec<_> = (0..count)
            .map(|i| (first + i) % count)
            .take_while(is_down)
            .map(|lane| trace.lanes[lane].as_str())
            .collect();
        let text = format!(
            "{crashed} crashes, so that {} are down: more than {k} in a row",
            and(&row)
        );
        (row.len() > k).then_some((index, text))
    })
}

/// The first delivery of a message while an earlier one of the same channel is still on its way.
fn overtaking(trace: &Trace) -> Option<(usize, String)> {
    let causality = Causality::of(trace);
    (0..trace.steps.len()).find_map(|index| {
        let step = &trace.steps[index];
        let (channel, sent_by) = (step.channel(&trace.lanes)?, causality.sent_by(index)?);
        let overtaken = |later: usize| {
            let other = &trace.steps[later];
            let earlier = causality.sent_by(later).is_some_and(|sent| sent < sent_by);
            other.role() == Role::Deliver && other.channel(&trace.lanes) == Some(channel) && earlier
        };
        let waiting = causality
            .in_flight()
            .iter()
            .any(|message| (message.from, message.to) == channel && message.sent_by < sent_by);
        let overtakes = step.role() == Role::Deliver
            && (waiting || (index + 1..trace.steps.len()).any(overtaken));
        let text = || "a message overtakes an earlier one of its channel".to_owned();
        overtakes.then(|| (index, text()))
    })
}
