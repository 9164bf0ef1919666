//! Explanations: what a run shows, and how it came about, in plain sentences.
//!
//! The words are read off a trace: the roles of its steps, what each step changed, and which
//! step happened before which. Which steps play a part, and what made a step possible, is asked of the model.
//!
//! | where | what |
//! |---|---|
//! | `relevance` | which steps play a part |
//! | `sentence` | one step in words |
//! | `effects` | what it changed, in words |
//! | `time` | how much time passes, and what only tells that |
//! | `timers` | what it did to timers |
//! | `dropped` | which step used an assumption that was dropped |

mod dropped;
mod effects;
mod relevance;
mod sentence;
mod time;
mod timers;

use crate::judge::Subject;
use crate::replay::{Mismatch, Replayed, Shows, replay, walk};
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
    /// What the source claims; empty if nobody has said. See [`Explanation::claiming`].
    pub claimed: String,
    /// What the source is taken to say; empty if nobody has said.
    pub reading: String,
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
    /// The number of the last step that the sentence tells: another one where time passes step by step.
    pub through: usize,
    /// Its label.
    pub label: String,
    /// The numbers of the steps from which it follows directly: what its lane did before, what sent its message, what made it
    /// possible.
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

/// Replays a trace, strictly, and explains it.
pub fn explain<S: Space>(subject: &Subject<S>, trace: &Trace) -> Result<Explanation, Mismatch> {
    let replayed = replay(subject, trace)?;
    let run = walk(subject, trace)?;
    let relevance = Relevance::by_model(subject, trace, run, &replayed);
    Ok(Explanation::with(trace, &replayed, &relevance))
}

fn subject_in_words(trace: &Trace) -> String {
    let origin = &trace.origin;
    let mut parts = vec![origin.claim.clone(), origin.variant.clone()];
    parts.push(origin.size.in_words());
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
            let complaint = within_a_sentence(complaint, &trace.lanes);
            sentences.push(format!("At the end, {complaint}"));
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

/// The steps to be told, each as the first and the last of those that are told as one: the passing of time is, but not across the
/// beginning of a loop.
pub fn together(trace: &Trace, steps: &[usize]) -> Vec<(usize, usize)> {
    let ticks = |step: usize| time::passing(&trace.steps[step]).is_some();
    let mut groups: Vec<(usize, usize)> = Vec::new();
    for &step in steps {
        match groups.last_mut() {
            Some((_, last))
                if ticks(step)
                    && *last + 1 == step
                    && ticks(*last)
                    && trace.before_loop() != Some(step) =>
            {
                *last = step;
            }
            _ => groups.push((step, step)),
        }
    }
    groups
}

fn tell(trace: &Trace, relevance: &Relevance, first: usize, last: usize) -> Told {
    let mut text = sentence::tell(trace, first, last);
    let hidden = relevance.hidden_causes(trace, first);
    let numbers: Vec<_> = hidden.iter().map(|step| (step + 1).to_string()).collect();
    match numbers.len() {
        0 => {}
        1 => text.push_str(&format!(" (Not possible without step {}.)", numbers[0])),
        _ => text.push_str(&format!(" (Not possible without steps {}.)", and(&numbers))),
    }
    let because = relevance.because(first).into_iter();
    Told {
        step: first + 1,
        through: last + 1,
        label: trace.steps[first].label.clone(),
        because: because.map(|cause| cause + 1).collect(),
        text,
    }
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

impl Told {
    fn number(&self) -> String {
        number(self.step - 1, self.through - 1)
    }
}

/// The number of a step, counted from 1, or those of steps that are told together: `4`, `4-36`.
pub fn number(first: usize, last: usize) -> String {
    match first == last {
        true => (first + 1).to_string(),
        false => format!("{}-{}", first + 1, last + 1),
    }
}

impl Explanation {
    /// Explains a run that was replayed, by its trace alone: every step is told.
    pub fn of(trace: &Trace, replayed: &Replayed) -> Self {
        Explanation::with(trace, replayed, &Relevance::by_trace(trace))
    }

    fn with(trace: &Trace, replayed: &Replayed, relevance: &Relevance) -> Self {
        let steps = 0..trace.steps.len();
        let left_out = steps.filter(|step| !relevance.is_told(*step));
        let told = together(trace, &relevance.steps);
        Explanation {
            subject: subject_in_words(trace),
            claimed: String::new(),
            reading: String::new(),
            shows: replayed.shows,
            broken: replayed.broken.clone(),
            what: what(trace, replayed),
            start: sentence::start(trace, &relevance.lanes(trace, replayed)),
            steps: told
                .into_iter()
                .map(|(first, last)| tell(trace, relevance, first, last))
                .collect(),
            left_out: left_out.map(|step| step + 1).collect(),
            for_ever: for_ever(trace, replayed),
            dropped: dropped::used(trace),
        }
    }

    /// The explanation, and what is explained: the claim, and how it was read. A trace knows neither.
    pub fn claiming(self, claimed: &str, reading: &str) -> Self {
        Explanation {
            claimed: claimed.to_owned(),
            reading: reading.to_owned(),
            ..self
        }
    }

    /// The explanation, and what would become of the run if an assumption that was dropped were made: the answer of the model that
    /// makes it. It says where the trace alone does not show which step the assumption forbids.
    pub fn with_assumption(mut self, name: &str, kept: &Result<Replayed, Mismatch>) -> Self {
        let unclear = |used: &&mut UsedAssumption| used.name == name && used.step.is_none();
        if let Some(used) = self.dropped.iter_mut().find(unclear) {
            *used = dropped::by_model(name, kept);
        }
        self
    }

    /// The explanation as text, for a terminal: a headline, what is wrong, the numbered steps.
    pub fn to_text(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = self.steps.iter().map(|told| told.through + 1 - told.step);
        let steps = match told.sum::<usize>() + self.left_out.len() {
            1 => "1 step".to_owned(),
            steps => format!("{steps} steps"),
        };
        let shows = match self.shows {
            Shows::Violation => "refuted by",
            Shows::Witness => "witnessed by",
        };
        writeln!(f, "{}: {shows} a run of {steps}\n", self.subject)?;
        let explained = [("Claimed", &self.claimed), ("Read as", &self.reading)];
        let mut gap = "";
        for (name, text) in explained.iter().filter(|(_, text)| !text.is_empty()) {
            writeln!(f, "{name}: {text}")?;
            gap = "\n";
        }
        writeln!(f, "{gap}{}\n", self.what)?;
        if !self.start.is_empty() {
            writeln!(f, "At the start, {}", self.start)?;
        }
        let numbers = self.steps.iter().map(Told::number);
        let width = numbers.map(|number| number.len()).max().unwrap_or(0);
        for told in &self.steps {
            writeln!(f, "{:>width$}. {}", told.number(), told.text)?;
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
fn within_a_sentence(sentence: &str, lanes: &[String]) -> String {
    let first = sentence.split(' ').next().unwrap_or_default();
    let mut letters = first.chars();
    let Some(capital) = letters.next().filter(|letter| letter.is_uppercase()) else {
        return sentence.to_owned();
    };
    let rest = letters.as_str();
    let is_article = first == "A" && sentence != first;
    let is_word = is_article || !rest.is_empty() && rest.chars().all(char::is_lowercase);
    match is_word && !lanes.iter().any(|lane| lane == first) {
        true => capital.to_lowercase().collect::<String>() + &sentence[capital.len_utf8()..],
        false => sentence.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::within_a_sentence;

    #[test]
    fn a_word_loses_its_capital_and_a_name_keeps_it() {
        for (sentence, within) in [
            ("Two nodes lead.", "two nodes lead."),
            ("S1 leads.", "S1 leads."),
            ("A is down.", "A is down."),
            ("Bea is down.", "Bea is down."),
            ("Élus sont deux.", "élus sont deux."),
            ("\u{468} is down.", "\u{468} is down."),
            ("", ""),
        ] {
            let lanes = ["A".to_owned(), "Bea".to_owned()];
            assert_eq!(within_a_sentence(sentence, &lanes), within);
        }
        assert_eq!(within_a_sentence("A node is down.", &[]), "a node is down.");
    }
}
