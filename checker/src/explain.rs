//! Explanations: what a run shows, and how it came about, in plain sentences.
//!
//! Everything here is read off a trace: the roles of its steps, what each step changed, and which
//! step happened before which. So it works for any model, and needs nothing but the file.
//!
//! | where | what |
//! |---|---|
//! | `relevance` | which steps play a part |
//! | `sentence` | one step in words |
//! | `effects` | what it changed, in words |
//! | `dropped` | which step used an assumption that was dropped |

mod dropped;
mod effects;
mod relevance;
mod sentence;

use crate::judge::Subject;
use crate::replay::{Mismatch, Replayed, Shows};
use crate::space::Space;
use crate::trace::Trace;
use relevance::Relevance;
use serde::Serialize;
use std::fmt;

/// A run, explained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// Which claim, of what size, under which assumptions.
    pub subject: String,
    /// Whether the run breaks the property or shows that something is possible.
    pub shows: Shows,
    /// The conjuncts or promises that are broken.
    pub broken: Vec<String>,
    /// What is wrong, for which nodes, with their values.
    pub what: String,
    /// The state in which the run begins, as far as it matters.
    pub start: String,
    /// The steps that play a part, in order.
    pub steps: Vec<Told>,
    /// The numbers of the steps that play no part.
    pub left_out: Vec<usize>,
    /// For a run that goes on for ever: how.
    pub for_ever: Option<String>,
    /// How the run used the assumptions that were dropped.
    pub dropped: Vec<UsedAssumption>,
}

/// A step, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Told {
    /// The number of the step in the run, counted from 1.
    pub step: usize,
    /// Its label.
    pub label: String,
    /// The numbers of the steps from which it follows directly.
    pub because: Vec<usize>,
    /// What happens, in a sentence.
    pub text: String,
}

/// An assumption that was dropped, and what the run made of that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UsedAssumption {
    /// The name of the assumption.
    pub name: String,
    /// The number of the step that the assumption forbids, if it forbids steps.
    pub step: Option<usize>,
    /// The same, in a sentence.
    pub text: String,
}

/// Explains a run that was replayed.
pub fn explain(trace: &Trace, replayed: &Replayed) -> Explanation {
    let relevance = Relevance::of(trace, replayed);
    let told = relevance.steps.iter().map(|&index| Told {
        step: index + 1,
        label: trace.steps[index].label.clone(),
        because: relevance.because(index).map(|cause| cause + 1).collect(),
        text: sentence::tell(trace, index),
    });
    Explanation {
        subject: subject(trace),
        shows: replayed.shows,
        broken: replayed.broken.clone(),
        what: what(trace, replayed),
        start: sentence::start(trace, &relevance.lanes),
        steps: told.collect(),
        left_out: relevance.left_out().map(|index| index + 1).collect(),
        for_ever: for_ever(trace, replayed),
        dropped: dropped::used(trace),
    }
}

impl<S: Space> Subject<S> {
    /// Replays a trace, strictly, and explains it.
    pub fn explain(&self, trace: &Trace) -> Result<Explanation, Mismatch> {
        Ok(explain(trace, &self.replay(trace)?))
    }
}

fn subject(trace: &Trace) -> String {
    let origin = &trace.origin;
    let mut parts = vec![origin.claim.clone(), origin.variant.clone()];
    parts.push(origin.parameters_in_words());
    parts.extend(origin.dropped.iter().map(|name| format!("without {name}")));
    parts.extend(origin.mutant.iter().map(|name| format!("mutant {name}")));
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}

/// What is wrong.
fn what(trace: &Trace, replayed: &Replayed) -> String {
    let property = &trace.origin.property;
    let promised: Vec<_> = replayed.broken.iter().map(String::as_str).collect();
    let mut sentences = Vec::new();
    match (trace.before_loop(), replayed.shows) {
        (Some(steps), _) => {
            let after = match steps {
                0 => "In this run".to_owned(),
                _ => format!("After step {steps}"),
            };
            sentences.push(match &promised[..] {
                [promise] => format!("{after} it never comes true that {promise}."),
                several => format!(
                    "{after} none of this ever comes true: {}.",
                    several.join("; ")
                ),
            });
        }
        (None, Shows::Witness) => sentences.push(format!("It can happen: {property}.")),
        (None, Shows::Violation) => {}
    }
    match &replayed.complaint {
        Some(complaint) if trace.loop_start.is_some() => {
            sentences.push(format!("At the end, {}", within_a_sentence(complaint)));
        }
        Some(complaint) => sentences.push(complaint.clone()),
        None if sentences.is_empty() => sentences.push(match trace.steps.len() {
            0 => format!("The first state breaks \"{property}\"."),
            steps => format!("Step {steps} breaks \"{property}\"."),
        }),
        None => {}
    }
    let is_part = |name: &&str| *name != property;
    if trace.loop_start.is_none() && promised.iter().any(is_part) {
        let quoted: Vec<_> = promised.iter().map(|name| format!("\"{name}\"")).collect();
        sentences.push(format!("This breaks {}.", and(&quoted)));
    }
    sentences.join(" ")
}

fn for_ever(trace: &Trace, replayed: &Replayed) -> Option<String> {
    let entry = trace.before_loop()?;
    let last = trace.steps.len();
    if entry + 1 == last {
        return Some(format!("From then on step {last} repeats for ever."));
    }
    if entry + 2 == last {
        return Some(format!(
            "From then on steps {} and {last} repeat for ever.",
            entry + 1
        ));
    }
    if entry < last {
        return Some(format!(
            "From then on steps {} to {last} repeat for ever.",
            entry + 1
        ));
    }
    let possible = &replayed.still_possible;
    let accidents = possible.iter().all(|label| label.starts_with("crash "));
    Some(match possible.len() {
        0 => "From then on nothing can happen any more.".to_owned(),
        _ if accidents => "From then on nothing can happen except further crashes.".to_owned(),
        1..=4 => {
            let quoted: Vec<_> = possible.iter().map(|label| format!("`{label}`")).collect();
            format!(
                "From then on nothing has to happen; all that could is {}.",
                and(&quoted)
            )
        }
        many => format!(
            "From then on nothing has to happen; none of the {many} steps that could is owed."
        ),
    })
}

/// `a`, `a and b`, `a, b and c`.
fn and<T: AsRef<str>>(parts: &[T]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [most @ .., last] => {
            let most: Vec<_> = most.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", most.join(", "), last.as_ref())
        }
    }
}

impl Explanation {
    /// The explanation as text, for a terminal: a headline, what is wrong, the numbered steps.
    pub fn to_text(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = match self.steps.len() + self.left_out.len() {
            1 => "1 step".to_owned(),
            steps => format!("{steps} steps"),
        };
        let shows = match self.shows {
            Shows::Violation => "refuted by",
            Shows::Witness => "witnessed by",
        };
        writeln!(
            f,
            "{}: {shows} a run of {steps}\n\n{}\n",
            self.subject, self.what
        )?;
        if !self.start.is_empty() {
            writeln!(f, "At the start, {}", self.start)?;
        }
        let width = self
            .steps
            .last()
            .map_or(1, |told| told.step.to_string().len());
        for told in &self.steps {
            writeln!(f, "{:>width$}. {}", told.step, told.text)?;
        }
        if let Some(for_ever) = &self.for_ever {
            writeln!(f, "{for_ever}")?;
        }
        match &self.left_out[..] {
            [] => {}
            [only] => writeln!(f, "\nStep {only} plays no part in this.")?,
            several => {
                let numbers: Vec<_> = several.iter().map(ToString::to_string).collect();
                writeln!(
                    f,
                    "\n{} steps play no part in this: {}.",
                    several.len(),
                    and(&numbers)
                )?;
            }
        }
        for (index, dropped) in self.dropped.iter().enumerate() {
            let gap = if index == 0 { "\n" } else { "" };
            writeln!(f, "{gap}{}", dropped.text)?;
        }
        Ok(())
    }
}

/// A sentence as the rest of another: its first letter small, unless it begins with a name.
fn within_a_sentence(sentence: &str) -> String {
    let first = sentence.split(' ').next().unwrap_or_default();
    let mut letters = first.chars();
    let is_word = letters.next().is_some_and(char::is_uppercase)
        && first.len() > 1
        && letters.all(char::is_lowercase);
    match is_word {
        true => first[..1].to_lowercase() + &sentence[1..],
        false => sentence.to_owned(),
    }
}
