//! One step in words: who does what, what it sends, what it now has.

use super::and;
use super::effects::{Effects, equation, without_books};
use crate::trace::changes::short;
use crate::trace::{Role, Step, Trace};
use serde_json::Value;

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
