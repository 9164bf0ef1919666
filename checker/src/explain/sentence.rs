//! One step in words: who does what, what it sends, what it now has.

use super::and;
use crate::trace::changes::{Change, Difference, changes, short};
use crate::trace::{Role, Step, Trace};
use serde_json::{Map, Value};

/// The variables in which a world of actors keeps its books. The sentences say the same in words.
const BOOKS: [&str; 2] = ["network", "spent"];
/// The fields of a node that belong to the world and not to the algorithm.
const BOOKS_OF_A_NODE: [&str; 3] = ["up", "may", "reported"];
/// The longest value that is worth repeating as what it was before.
const LONGEST_FORMER_VALUE: usize = 16;
/// The longest list that is shown as a whole.
const LONGEST_LIST: usize = 60;

/// What happens in a step.
pub(super) fn tell(trace: &Trace, index: usize) -> String {
    let step = &trace.steps[index];
    let effects = Effects::of(trace, index);
    let stops = trace.goes_down(index);
    let mut head = head(trace, index);
    let mut clauses = Vec::new();
    if let Some(lane) = stops {
        if step.role() != Role::Crash {
            head.push_str(" but crashes while it sends");
            clauses.push(cut_short(step));
        }
        clauses.extend(void(trace, index, lane));
    } else {
        clauses.extend(sends(trace, index));
        clauses.extend(effects.own(step));
        match (clauses.first_mut(), &step.at) {
            (Some(first), Some(_)) => first.insert_str(0, "it "),
            (None, _) if effects.changes.is_empty() => head.push_str(match step.role() {
                Role::Deliver => " and ignores it",
                Role::Suspect => " and does nothing about it",
                _ => "",
            }),
            _ => {}
        }
    }
    clauses.extend(effects.elsewhere(stops));
    let clauses = match &clauses[..] {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{}, and {last}", most.join(", ")),
    };
    let mut text = match (clauses.strip_prefix("it sends "), &step.at) {
        // A step that is called `send` says no more than what it sends.
        (Some(rest), Some(at)) if step.kind.starts_with("send") => format!("{at} sends {rest}"),
        _ if clauses.is_empty() => head,
        _ => format!("{head}: {clauses}"),
    };
    text.push('.');
    if let Some((field, by)) = &effects.lowered {
        text.push_str(&format!(
            " (The model now lowers every {field} by {by}: only their differences matter.)"
        ));
    }
    text
}

/// Whether a step changed anything of a lane that an algorithm could notice.
pub(super) fn changes_lane(trace: &Trace, index: usize, lane: &str) -> bool {
    let effects = Effects::of(trace, index);
    trace.goes_down(index) == Some(lane)
        || effects.changes.iter().any(|change| change.variable == lane)
}

/// Whether a step changed a variable that belongs to no lane, so that any later step may have seen it.
pub(super) fn changes_shared(trace: &Trace, index: usize) -> bool {
    let changes = Effects::of(trace, index).changes;
    changes
        .iter()
        .any(|change| !trace.lanes.contains(&change.variable))
}

/// The lanes in the first state; lanes that have the same are told together.
pub(super) fn start(trace: &Trace, lanes: &[String]) -> String {
    let Some(first) = trace.states.first() else {
        return String::new();
    };
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for lane in lanes {
        let Some(Value::Object(fields)) = first.get(lane) else {
            continue;
        };
        let fields = without_books(fields);
        let fields: Vec<_> = fields
            .iter()
            .map(|(name, value)| equation(name, value))
            .collect();
        let fields = and(&fields);
        match groups.iter_mut().find(|(has, _)| *has == fields) {
            Some((_, members)) => members.push(lane),
            None => groups.push((fields, vec![lane])),
        }
    }
    groups.retain(|(fields, _)| !fields.is_empty());
    let groups: Vec<_> = groups
        .iter()
        .map(|(fields, members)| {
            let has = if members.len() == 1 { "has" } else { "have" };
            format!("{} {has} {fields}", and(members))
        })
        .collect();
    match groups.is_empty() {
        true => String::new(),
        false => format!("{}.", groups.join("; ")),
    }
}

/// Who does what.
fn head(trace: &Trace, index: usize) -> String {
    let step = &trace.steps[index];
    let at = step.at.as_deref();
    let message = step.message.as_deref().unwrap_or("a message");
    let on_the_way = || match step.channel(&trace.lanes) {
        Some((from, to)) => format!(
            "{message}, on its way from {} to {},",
            trace.lanes[from], trace.lanes[to]
        ),
        None => message.to_owned(),
    };
    match (step.role(), at) {
        (Role::Deliver, Some(at)) => match &step.from {
            Some(from) => format!("{at} receives {message} from {from}"),
            None => format!("{at} receives {message}"),
        },
        (Role::Lose, _) => format!("{} is lost", on_the_way()),
        (Role::Duplicate, _) => format!("{} is doubled", on_the_way()),
        (Role::Crash, Some(at)) => format!("{at} crashes"),
        (Role::Return, Some(at)) => format!("{at} is back"),
        (Role::Suspect, Some(at)) => match &step.from {
            Some(from) if trace.is_up(from, index) => {
                format!("{at} is told by mistake that {from} has crashed")
            }
            Some(from) => format!("{at} learns that {from} has crashed"),
            None => format!("{at} learns of a crash"),
        },
        (_, Some(at)) => local(step, at),
        (_, None) if step.label == "tick" => "Time passes".to_owned(),
        (_, None) => format!("The step is `{}`", step.label),
    }
}

/// A step of a node by itself: its label is a verb (`release`, `send-to-S1`), and maybe more, and the node.
fn local(step: &Step, at: &str) -> String {
    let label = match step.label.find(&format!(", crash {at}")) {
        Some(end) => &step.label[..end],
        None => &step.label,
    };
    let label = label.strip_suffix(at).unwrap_or(label).trim_end();
    if let Some(timer) = label.strip_prefix("timeout ") {
        let timer = timer.strip_suffix(" at").unwrap_or(timer);
        return format!("{at} finds its timer `{timer}` expired");
    }
    let (verb, rest) = label.split_once([' ', '-']).unwrap_or((label, ""));
    if verb.is_empty() || !verb.chars().all(|c| c.is_ascii_lowercase()) {
        return format!("{at} takes the step `{label}`");
    }
    let rest = rest.replace('-', " ");
    format!("{at} {} {rest}", third_person(verb))
        .trim_end()
        .to_owned()
}

fn third_person(verb: &str) -> String {
    let hisses = ["s", "x", "z", "ch", "sh", "o"]
        .iter()
        .any(|end| verb.ends_with(end));
    let stem = verb.strip_suffix('y');
    match stem {
        _ if hisses => format!("{verb}es"),
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{verb}s"),
    }
}

/// `sends TOKEN(S1, 1) to S1 and S2`
fn sends(trace: &Trace, index: usize) -> Option<String> {
    let step = &trace.steps[index];
    let mut by_message: Vec<(&str, Vec<String>)> = Vec::new();
    for sent in &step.sent {
        let mut to = sent.to.clone();
        if !trace.is_up(&to, index + 1) {
            to.push_str(" (which is down)");
        }
        match by_message
            .iter_mut()
            .find(|(message, _)| *message == sent.message)
        {
            Some((_, receivers)) => receivers.push(to),
            None => by_message.push((&sent.message, vec![to])),
        }
    }
    let sends: Vec<_> = by_message
        .iter()
        .map(|(message, receivers)| format!("{message} to {}", and(receivers)))
        .collect();
    (!sends.is_empty()).then(|| format!("sends {}", and(&sends)))
}

/// What became of the messages of a node that crashed while it was sending them.
fn cut_short(step: &Step) -> String {
    let left: Vec<_> = step
        .sent
        .iter()
        .map(|sent| format!("{} to {}", sent.message, sent.to))
        .collect();
    match left.is_empty() {
        true => "none of its messages has left".to_owned(),
        false if left.len() == 1 => format!("only {} has left", left[0]),
        false => format!("only {} have left", and(&left)),
    }
}

/// Messages that vanish with the node to which they were on their way.
fn void(trace: &Trace, index: usize, lane: &str) -> Option<String> {
    let step = &trace.steps[index];
    let messages = |state: usize| trace.states[state].get("network").and_then(Value::as_array);
    let mut left = messages(index + 1)?.clone();
    let mut gone = Vec::new();
    for message in messages(index)? {
        match left.iter().position(|other| other == message) {
            Some(at) => drop(left.swap_remove(at)),
            None => gone.push(short(message)),
        }
    }
    let arrow = format!("->{lane}");
    gone.retain(|message| message.ends_with(&arrow) && !step.label.ends_with(message.as_str()));
    let gone: Vec<_> = gone
        .iter()
        .filter_map(|message| Some(message.strip_suffix(&arrow)?.rsplit_once(' ')?.0))
        .collect();
    match gone.len() {
        0 => None,
        1 => Some(format!("{}, on its way to {lane}, reaches nobody", gone[0])),
        _ => Some(format!(
            "{}, on their way to {lane}, reach nobody",
            and(&gone)
        )),
    }
}

/// What a step changed, apart from the books of the world.
struct Effects<'a> {
    trace: &'a Trace,
    index: usize,
    changes: Vec<Change>,
    /// The field that the model lowered on all lanes, and by how much.
    lowered: Option<(String, i64)>,
}

impl<'a> Effects<'a> {
    fn of(trace: &'a Trace, index: usize) -> Self {
        let before = without_books_of_nodes(trace, index);
        let mut after = without_books_of_nodes(trace, index + 1);
        let lowered = lowered(trace, &trace.steps[index], &changes(&before, &after));
        if let Some((field, by)) = &lowered {
            for lane in &trace.lanes {
                let value = after.get_mut(lane).and_then(|lane| lane.get_mut(field));
                if let Some(value) = value
                    && let Some(unlowered) = value.as_i64().and_then(|low| low.checked_add(*by))
                {
                    *value = unlowered.into();
                }
            }
        }
        Effects {
            trace,
            index,
            changes: changes(&before, &after),
            lowered,
        }
    }

    /// What the lane of the step, or the world, now has.
    fn own(&self, step: &Step) -> Option<String> {
        let at = step.at.as_deref();
        let mine = |change: &&Change| match at {
            Some(at) => change.variable == at,
            None => true,
        };
        let told: Vec<_> = self
            .changes
            .iter()
            .filter(mine)
            .map(|c| self.told(c, at))
            .collect();
        let verb = match (step.role(), at) {
            (Role::Return, _) => "starts again with",
            (_, Some(_)) => "now has",
            (_, None) => "now",
        };
        (!told.is_empty()).then(|| format!("{verb} {}", and(&told)))
    }

    /// What other lanes now have; not the one that is down.
    fn elsewhere(&self, down: Option<&str>) -> Vec<String> {
        let Some(at) = self.trace.steps[self.index].at.as_deref() else {
            return Vec::new();
        };
        let elsewhere = self
            .changes
            .iter()
            .filter(|change| change.variable != at && down != Some(change.variable.as_str()));
        let mut told: Vec<(String, Vec<String>)> = Vec::new();
        for change in elsewhere {
            let is_lane = self.trace.lanes.contains(&change.variable);
            let at = is_lane.then_some(change.variable.as_str());
            let text = self.told(change, at);
            let subject = match is_lane {
                true => format!("{} now has", change.variable),
                false => "now".to_owned(),
            };
            match told.iter_mut().find(|(known, _)| *known == subject) {
                Some((_, texts)) => texts.push(text),
                None => told.push((subject, vec![text])),
            }
        }
        let sentence =
            |(subject, texts): &(String, Vec<String>)| format!("{subject} {}", and(texts));
        told.iter().map(sentence).collect()
    }

    /// `token = REAL (was BACKUP)`, for someone who knows the lane.
    fn told(&self, change: &Change, lane: Option<&str>) -> String {
        let name = match (lane, change.field.is_empty()) {
            (Some(_), true) => "state".to_owned(),
            (Some(_), false) => change.field.clone(),
            (None, true) => change.variable.clone(),
            (None, false) if change.field.starts_with('[') => {
                format!("{}{}", change.variable, change.field)
            }
            (None, false) => format!("{}.{}", change.variable, change.field),
        };
        match &change.difference {
            Difference::Became(before, after) => {
                let former = short(before);
                let now = equation(&name, after);
                let worth_it = !before.is_null() && former.chars().count() <= LONGEST_FORMER_VALUE;
                match worth_it {
                    true => format!("{now} (was {former})"),
                    false => now,
                }
            }
            elements @ Difference::Elements { .. } => {
                let after = self.trace.states[self.index + 1].get(&change.variable);
                let whole = after.and_then(|value| match change.field.is_empty() {
                    true => Some(value),
                    false => value.get(&change.field),
                });
                match whole.map(|value| equation(&name, value)) {
                    Some(whole) if whole.chars().count() <= LONGEST_LIST => whole,
                    _ => format!("{name} with {elements}"),
                }
            }
        }
    }
}

fn equation(name: &str, value: &Value) -> String {
    match value {
        Value::Null => format!("no {name}"),
        _ => format!("{name} = {}", short(value)),
    }
}

/// The field that the model has lowered on all lanes, and by how much. A model may do so because only
/// differences matter to it; it is no doing of the step, and shows on lanes that have no part in the step.
fn lowered(trace: &Trace, step: &Step, changes: &[Change]) -> Option<(String, i64)> {
    let is_other = |change: &&Change| {
        Some(&change.variable) != step.at.as_ref() && trace.lanes.contains(&change.variable)
    };
    let change = changes.iter().find(is_other)?;
    Some((change.field.clone(), fall(change)?))
}

/// By how much a number fell.
fn fall(change: &Change) -> Option<i64> {
    let Difference::Became(before, after) = &change.difference else {
        return None;
    };
    let by = before.as_i64()?.checked_sub(after.as_i64()?)?;
    (by > 0).then_some(by)
}

fn without_books(fields: &Map<String, Value>) -> Map<String, Value> {
    let kept = fields
        .iter()
        .filter(|(name, _)| !BOOKS_OF_A_NODE.contains(&name.as_str()));
    kept.map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

fn without_books_of_nodes(trace: &Trace, state: usize) -> Map<String, Value> {
    let variables = trace.states[state].iter();
    let variables = variables.filter(|(name, _)| !BOOKS.contains(&name.as_str()));
    let stripped = variables.map(|(name, value)| {
        let value = match value {
            Value::Object(fields) if trace.lanes.contains(name) => without_books(fields).into(),
            other => other.clone(),
        };
        (name.clone(), value)
    });
    stripped.collect()
}
