//! Timers in words. A world lists those of a node in the field `timers`: by name, and where time is counted with the ticks after which
//! they may and must fire, as in `retry in 3..5`.

use super::and;
use crate::trace::{Step, Trace};
use serde_json::Value;

/// The field in which the world lists the timers of a node.
pub(super) const TIMERS: &str = "timers";

struct Timer<'a> {
    name: &'a str,
    /// After how many ticks it may and must fire.
    due: Option<(u64, u64)>,
}

impl<'a> Timer<'a> {
    fn read(text: &'a str) -> Self {
        let counted = text.rsplit_once(" in ").and_then(|(name, span)| {
            let (may, must) = span.split_once("..")?;
            Some((name, (may.parse().ok()?, must.parse().ok()?)))
        });
        match counted {
            Some((name, due)) => Timer {
                name,
                due: Some(due),
            },
            None => Timer {
                name: text,
                due: None,
            },
        }
    }

    /// `` `retry` (due in 3 to 5 ticks)``
    fn in_words(&self) -> String {
        let name = self.name;
        match self.due {
            None => format!("`{name}`"),
            Some((may, must)) if may == must => format!("`{name}` (due in {})", ticks(may)),
            Some((may, must)) => format!("`{name}` (due in {may} to {})", ticks(must)),
        }
    }
}

/// `1 tick`, `7 ticks`.
pub(super) fn ticks(count: u64) -> String {
    match count {
        1 => "1 tick".to_owned(),
        many => format!("{many} ticks"),
    }
}

fn timers<'a>(trace: &'a Trace, state: usize, lane: &str) -> Vec<Timer<'a>> {
    let listed = trace.states[state]
        .get(lane)
        .and_then(|node| node.get(TIMERS))
        .and_then(Value::as_array);
    let listed = listed.into_iter().flatten().filter_map(Value::as_str);
    listed.map(Timer::read).collect()
}

/// The timer that a step lets fire.
pub(super) fn fired(step: &Step) -> Option<&str> {
    let at = step.at.as_deref()?;
    let label = match step.label.find(&format!(", crash {at}")) {
        Some(end) => &step.label[..end],
        None => &step.label,
    };
    let timer = label.strip_prefix("timeout ")?;
    timer.strip_suffix(at)?.strip_suffix(" at ")
}

/// What the node of a step did to its timers: `starts its timer ...`, `stops ...`.
pub(super) fn set_and_stopped(trace: &Trace, index: usize) -> Vec<String> {
    let step = &trace.steps[index];
    let Some(at) = step.at.as_deref() else {
        return Vec::new();
    };
    let fired = fired(step);
    let (before, after) = (timers(trace, index, at), timers(trace, index + 1, at));
    let find = |name: &str, list: &[Timer]| list.iter().any(|timer| timer.name == name);
    let started = after.iter().filter(|timer| {
        let same = |other: &&Timer| other.name == timer.name;
        let earlier = before.iter().find(same);
        let runs_on = earlier.is_some_and(|earlier| earlier.due == timer.due);
        !runs_on || fired == Some(timer.name)
    });
    let started: Vec<_> = started
        .map(|timer| {
            let again = if find(timer.name, &before) {
                " again"
            } else {
                ""
            };
            format!("{}{again}", timer.in_words())
        })
        .collect();
    let stopped: Vec<_> = before
        .iter()
        .filter(|timer| fired != Some(timer.name) && !find(timer.name, &after))
        .map(|timer| format!("`{}`", timer.name))
        .collect();
    let clause = |verb: &str, names: Vec<String>| {
        let timers = if names.len() == 1 { "timer" } else { "timers" };
        (!names.is_empty()).then(|| format!("{verb} its {timers} {}", and(&names)))
    };
    let clauses = [clause("stops", stopped), clause("starts", started)];
    clauses.into_iter().flatten().collect()
}

/// The timers that have come due between two states: `` `retry` of S1``.
pub(super) fn come_due(trace: &Trace, before: usize, after: usize) -> Vec<String> {
    let is_due = |timer: &Timer| timer.due.is_some_and(|(may, _)| may == 0);
    let of_lane = trace.lanes.iter().flat_map(|lane| {
        let earlier = timers(trace, before, lane);
        let waited = move |timer: &Timer| {
            let same = |other: &&Timer| other.name == timer.name;
            earlier.iter().find(same).is_some_and(|t| !is_due(t))
        };
        let now = timers(trace, after, lane).into_iter();
        let now = now.filter(move |timer| is_due(timer) && waited(timer));
        now.map(move |timer| format!("`{}` of {lane}", timer.name))
    });
    of_lane.collect()
}
