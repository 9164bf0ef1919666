//! One step in words: who does what, what it sends, what it now has.

use super::effects::{Effects, equation, without_books};
use super::{and, time, timers};
use crate::trace::changes::short;
use crate::trace::{Role, Step, Trace};
use serde_json::Value;

/// What happens in the steps from `first` to `last`: one step, or the passing of time.
pub(super) fn tell(trace: &Trace, first: usize, last: usize) -> String {
    let kind = &trace.steps[first];
    if time::passing(kind).is_some() {
        pass(trace, first, last)
    } else if is_look(kind) {
        look(trace, last)
    } else {
        step(trace, last)
    }
}

/// Whether a step looks at an instance of a claim: a step of a [`crate::domain::Domain`].
pub(super) fn is_look(step: &Step) -> bool {
    step.at.is_none() && step.kind == "look"
}

fn step(trace: &Trace, index: usize) -> String {
    let step = &trace.steps[index];
    let effects = Effects::of(trace, index, index);
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
        clauses.extend(effects.own());
        clauses.extend(timers::set_and_stopped(trace, index));
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
    let clauses = listed(&clauses);
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

/// Clauses that are long enough for a comma before the last one.
fn listed(clauses: &[String]) -> String {
    match clauses {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{}, and {last}", most.join(", ")),
    }
}

/// `7 ticks pass`, and what has come due.
fn pass(trace: &Trace, first: usize, last: usize) -> String {
    let head = time::in_words(&trace.steps[first..=last]);
    let due = timers::come_due(trace, first, last + 1);
    let mut clauses = Vec::new();
    clauses.extend(match &due[..] {
        [] => None,
        [only] => Some(format!("timer {only} is due")),
        several => Some(format!("timers {} are due", and(several))),
    });
    clauses.extend(Effects::of(trace, first, last).own());
    match clauses.is_empty() {
        true => format!("{head}."),
        false => format!("{head}: {}.", listed(&clauses)),
    }
}

/// What was looked at, and what is known of it. What is the same is told once.
fn look(trace: &Trace, index: usize) -> String {
    let label = &trace.steps[index].label;
    let instance = label.strip_prefix("look at ").unwrap_or(label);
    let known = trace.states[index + 1].get("known");
    let known = known.and_then(Value::as_object).into_iter().flatten();
    let mut told: Vec<(Vec<&str>, &Value)> = Vec::new();
    for (name, value) in known {
        match told.last_mut() {
            Some((names, same)) if *same == value && value.is_string() => names.push(name),
            _ => told.push((vec![name], value)),
        }
    }
    let told: Vec<_> = told
        .iter()
        .map(|(names, value)| match value {
            Value::String(text) if text.is_empty() => format!("{} = nothing", and(names)),
            Value::String(text) if text.contains(';') => format!("{} = [{text}]", and(names)),
            value => equation(&and(names), value),
        })
        .collect();
    let instance = with_a_capital(instance);
    match told.is_empty() {
        true => format!("{instance}."),
        false => format!("{instance}: {}.", told.join("; ")),
    }
}

fn with_a_capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// A message as part of a sentence: in quotes, if it has words of its own, as in `` `task T1` ``.
fn quoted(message: &str) -> String {
    let mut depth = 0_usize;
    let has_words = message.chars().any(|c| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ' ' && depth == 0
    });
    match has_words {
        true => format!("`{message}`"),
        false => message.to_owned(),
    }
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
    let message = step.message.as_deref().map(quoted);
    let message = message.as_deref().unwrap_or("a message");
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
            Some(from) => match underway(trace, index, from, at) {
                0 => format!("{at} learns that {from} has crashed"),
                1 => format!(
                    "{at} learns that {from} has crashed, while a message from {from} is still on its way to it"
                ),
                several => format!(
                    "{at} learns that {from} has crashed, while {several} messages from {from} are still on their way to it"
                ),
            },
            None => format!("{at} learns of a crash"),
        },
        (_, Some(at)) => local(step, at),
        (_, None) => format!("The step is `{}`", step.label),
    }
}

/// How many messages from one lane to another are on their way before a step.
pub(super) fn underway(trace: &Trace, index: usize, from: &str, to: &str) -> usize {
    let network = trace.states[index].get("network").and_then(Value::as_array);
    let messages = network.into_iter().flatten().filter_map(Value::as_str);
    let channel = format!("{from}->{to}");
    messages.filter(|message| route(message) == channel).count()
}

/// The channel of a message on its way, `S0->S1` in `TOKEN(S1, 1) S0->S1 after 2`.
fn route(message: &str) -> &str {
    let undated = match message.rsplit_once(" after ") {
        Some((rest, age)) if age.parse::<u32>().is_ok() => rest,
        _ => message,
    };
    undated.rsplit(' ').next().unwrap_or_default()
}

/// The message itself, `TOKEN(S1, 1)` in `TOKEN(S1, 1) S0->S1 after 2`.
fn name(message: &str) -> &str {
    let end = message.rfind(route(message)).unwrap_or(message.len());
    message[..end].trim_end()
}

/// A step of a node by itself: its label is a verb (`release`, `send-to-S1`), and maybe more, and the node.
fn local(step: &Step, at: &str) -> String {
    let label = match step.label.find(&format!(", crash {at}")) {
        Some(end) => &step.label[..end],
        None => &step.label,
    };
    let label = label.strip_suffix(at).unwrap_or(label).trim_end();
    if let Some(timer) = timers::fired(step) {
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
        .map(|(message, receivers)| format!("{} to {}", quoted(message), and(receivers)))
        .collect();
    (!sends.is_empty()).then(|| format!("sends {}", and(&sends)))
}

/// What became of the messages of a node that crashed while it was sending them.
fn cut_short(step: &Step) -> String {
    let left: Vec<_> = step
        .sent
        .iter()
        .map(|sent| format!("{} to {}", quoted(&sent.message), sent.to))
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
    let (mut arrived, message) = (false, step.message.as_deref());
    gone.retain(|gone| {
        // What the node has received is not lost with it.
        let received = !arrived && Some(name(gone)) == message && step.role() == Role::Deliver;
        arrived |= received;
        route(gone).ends_with(&arrow) && !received
    });
    let gone: Vec<_> = gone.iter().map(|gone| quoted(name(gone))).collect();
    match gone.len() {
        0 => None,
        1 => Some(format!("{}, on its way to {lane}, reaches nobody", gone[0])),
        _ => Some(format!(
            "{}, on their way to {lane}, reach nobody",
            and(&gone)
        )),
    }
}
