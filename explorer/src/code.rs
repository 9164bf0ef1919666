//! The lines of the source that a step executes.
//!
//! A step has a name, and the handler that takes it has another: `deliver REQ S0->S1` is `Message::Req` in `on_msg`. What a message,
//! a timer or a local step is called stands in the model itself, so both names are followed through the text that was compiled.
//! Where a guard decides between several arms, all of them are shown. A step of the world alone (a crash, a loss, a tick) executes
//! nothing of the algorithm, and has no lines.

mod scan;

use scan::{Arm, Function, functions};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use verdict_checker::catalog::{Case, Catalog};
use verdict_checker::trace::Step;

/// The crates of the framework: they take every model's steps, and say nothing about this one.
const FRAMEWORK: [&str; 3] = ["verdict", "verdict_checker", "verdict_world"];
/// Methods that call things by their names, or look at them, and execute nothing.
const NAMING: [&str; 12] = [
    "fmt",
    "message_name",
    "undated_name",
    "choice_name",
    "choice_class",
    "timer_name",
    "vocabulary",
    "could_answer",
    "could_answer_by",
    "is_access",
    "is_mark",
    "actions",
];
/// How many arms of one handler are shown, and how many functions that they call.
const ARMS: usize = 3;
const CALLED: usize = 2;

/// Lines of a source file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lines {
    /// The crate and the file within it: `verdict_models: src/ring/node.rs`.
    pub file: String,
    /// The first of the lines, from 1.
    pub line: usize,
    /// The lines.
    pub text: String,
}

/// The files that decide a verdict, each with its crate, without those of the framework.
pub fn deciding(
    catalog: &Catalog,
    case: &Case,
) -> impl Iterator<Item = (&'static str, &'static str)> {
    let files = catalog.decided_by(case).into_iter();
    files.filter(|(package, _)| !FRAMEWORK.contains(package))
}

/// The source behind a case.
pub struct Code {
    files: Vec<Arc<Vec<Function>>>,
}

/// What was found in each file, by where its text is: a site asks for the same files hundreds of times.
static READ: LazyLock<Mutex<HashMap<usize, Arc<Vec<Function>>>>> = LazyLock::new(Mutex::default);

fn read(place: &str, text: &'static str) -> Arc<Vec<Function>> {
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let found = read.entry(text.as_ptr() as usize);
    found
        .or_insert_with(|| Arc::new(functions(place, text)))
        .clone()
}

/// The lines of several steps, by [`key`].
pub type ByKey = BTreeMap<String, Vec<Lines>>;

impl Code {
    /// The files that decide the verdict, without those of the framework.
    pub fn of(catalog: &Catalog, case: &Case) -> Code {
        let deciding: BTreeSet<_> = deciding(catalog, case).collect();
        let mut files = Vec::new();
        for package in catalog.code() {
            for file in package.files.iter().filter(|file| !file.text.is_empty()) {
                if deciding.contains(&(package.name, file.path)) {
                    let place = format!("{}: {}", package.name, file.path);
                    files.push(read(&place, file.text));
                }
            }
        }
        Code { files }
    }

    /// The lines behind each of these keys that has some.
    pub fn lines<'k>(&self, keys: impl IntoIterator<Item = &'k str>) -> ByKey {
        let keys: BTreeSet<&str> = keys.into_iter().filter(|key| !key.is_empty()).collect();
        let lines = keys
            .into_iter()
            .map(|key| (key.to_owned(), self.of_key(key)));
        lines.filter(|(_, lines)| !lines.is_empty()).collect()
    }

    fn functions(&self) -> impl Iterator<Item = &Function> {
        self.files.iter().flat_map(|file| file.iter())
    }

    fn of_key(&self, key: &str) -> Vec<Lines> {
        let (handler, word) = key.split_once(' ').unwrap_or((key, ""));
        let handlers: &[&str] = match handler {
            "step" => &["on_random", "next_state"],
            _ => &[handler],
        };
        let is_handler = |function: &&Function| handlers.contains(&function.name.as_str());
        let (direct, others): (Vec<&Function>, Vec<&Function>) =
            self.functions().partition(|function| is_handler(function));
        let acting = others
            .into_iter()
            .filter(|function| function.acts && !NAMING.contains(&function.name.as_str()));
        let beside = |function: &&Function| direct.iter().any(|d| d.file == function.file);
        let (near, far): (Vec<&Function>, Vec<&Function>) = acting.partition(beside);
        // What bears the very name comes before what is called so somewhere.
        for names in [BTreeSet::from([plain(word)]), self.names(word)] {
            for candidates in [&direct, &near, &far] {
                for function in candidates {
                    let arms: Vec<&Arm> = function.arms_for(&names).take(ARMS).collect();
                    if !arms.is_empty() {
                        return self.shown(function, &arms);
                    }
                }
            }
        }
        // Two kinds of nodes may have one handler each; among more, nobody could tell which is meant.
        match direct.len() {
            1 | 2 => direct.iter().map(|function| function.lines()).collect(),
            _ => Vec::new(),
        }
    }

    /// The names that a word has in the source: those of the arms that say the word.
    fn names(&self, word: &str) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        if word.is_empty() {
            return names;
        }
        let calls_by_name =
            |function: &&Function| !function.acts || NAMING.contains(&function.name.as_str());
        for function in self.functions().filter(calls_by_name) {
            names.extend(function.called(word).map(plain));
        }
        names
    }

    /// Arms, and behind them the functions that they call.
    fn shown(&self, function: &Function, arms: &[&Arm]) -> Vec<Lines> {
        let mut shown: Vec<Lines> = arms.iter().map(|arm| arm.lines(&function.file)).collect();
        let mut called = BTreeSet::new();
        for name in arms.iter().flat_map(|arm| &arm.calls) {
            let mut found = self.functions().filter(|f| f.name == *name && f.acts);
            if let (Some(one), None) = (found.next(), found.next())
                && one.name != function.name
                && called.len() < CALLED
                && called.insert(&one.name)
            {
                shown.push(one.lines());
            }
        }
        shown
    }
}

/// Under which key the lines of a step of a trace are found; see [`key`].
pub fn key_of(step: &Step) -> String {
    key(crate::run::role(step.role()), &step.label)
}

/// Under which key the lines of a step are found, from its role and its name; empty for a step that is the world's alone.
pub fn key(role: &str, name: &str) -> String {
    let behind = |word: &str| name.strip_prefix(word).unwrap_or(name).trim_start();
    match role {
        "deliver" => format!("on_msg {}", word(behind("deliver"))),
        "suspect" => "on_suspect".to_owned(),
        "return" => "on_start".to_owned(),
        "local" if name.starts_with("timeout ") => {
            format!("on_timeout {}", word(behind("timeout")))
        }
        "local" if name != "tick" => format!("step {}", word(name)),
        _ => String::new(),
    }
}

/// The word with which a text begins.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '-' && c != '_');
    &text[..end.unwrap_or(text.len())]
}

/// A name without what only sets its words apart: `become-passive` is `BecomePassive`.
fn plain(name: impl AsRef<str>) -> String {
    let kept = name.as_ref().chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
impl Actor for Node {
    fn on_msg(&self, id: Id, state: &mut Cow<State>, message: Message, out: &mut Out<Self>) {
        match message {
            // Rule 2
            Message::Compare { old, new } if old > new => out.send(id, new),
            Message::Compare {
                old,
                ..
            } => {
                state.to_mut().old = old;
            }
            Message::Token(n) => self.receive(state, n),
        }
    }

    fn on_timeout(&self, state: &mut Cow<State>, _: &Timer) {
        state.to_mut().late = true;
    }
}

/// Lines 3-7.
fn receive(state: &mut Cow<State>, n: u8) {
    state.to_mut().token = n; // line 4: "}" closes nothing
}

impl Resident for Node {
    fn message_name(&self, message: &Message) -> String {
        match message {
            Message::Compare { old, new } => {
                format!("CAS_l({old},{new})")
            }
            Message::Token(n) => format!("TOKEN({n})"),
        }
    }
}
"#;

    fn code() -> Code {
        Code {
            files: vec![read("a: b.rs", TEXT)],
        }
    }

    fn starts(key: &str) -> Vec<(usize, String)> {
        let lines = code().of_key(key).into_iter();
        let first = |text: &str| text.lines().next().unwrap_or_default().to_owned();
        lines
            .map(|lines| (lines.line, first(&lines.text)))
            .collect()
    }

    #[test]
    fn a_message_is_followed_from_what_it_is_called_to_the_arms_that_take_it() {
        let found = starts(&key("deliver", "deliver CAS_l(-1,2) n2->shm"));
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!(found[0], (5, "// Rule 2".to_owned()));
        assert_eq!(found[1], (7, "Message::Compare {".to_owned()));
    }

    #[test]
    fn a_call_is_followed_to_what_it_calls() {
        let found = starts(&key("deliver", "deliver TOKEN(3) S0->S1"));
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!(found[0].0, 13);
        assert_eq!(found[1], (22, "/// Lines 3-7.".to_owned()));
    }

    #[test]
    fn a_handler_without_arms_is_shown_whole_and_a_step_of_the_world_has_none() {
        let found = starts(&key("local", "timeout contact(2) at n1"));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].1.starts_with("fn on_timeout"), "{found:?}");
        for (role, name) in [
            ("crash", "crash n1"),
            ("lose", "lose X a->b"),
            ("local", "tick"),
        ] {
            assert_eq!(key(role, name), "");
        }
    }
}
