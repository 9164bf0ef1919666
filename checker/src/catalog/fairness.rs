//! What a scheduler owes, in words.

use crate::judge::FairClasses;
use crate::liveness::Fairness;

/// The classes of steps that a world has, in words.
const KNOWN: &[(&str, &str)] = &[
    ("deliver", "every delivery"),
    ("suspect", "every report of a crash"),
    ("timeout", "every timer"),
    ("return", "every return"),
    ("local", "every local step"),
];

/// `weak, for every delivery and every report of a crash`; empty if nothing is owed.
pub(super) fn in_words(classes: &FairClasses) -> String {
    let owed = |wanted: Fairness, word: &str| {
        let owed = classes.iter().filter(|(_, fairness)| *fairness == wanted);
        let owed: Vec<String> = owed.map(|(class, _)| steps(class)).collect();
        let (last, rest) = owed.split_last()?;
        let list = if rest.is_empty() {
            last.clone()
        } else {
            format!("{} and {last}", rest.join(", "))
        };
        Some(format!("{word}, for {list}"))
    };
    let parts = [
        owed(Fairness::Weak, "weak"),
        owed(Fairness::Strong, "strong"),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

fn steps(class: &str) -> String {
    let known = KNOWN.iter().find(|(name, _)| *name == class);
    known.map_or_else(
        || format!("every step `{class}`"),
        |(_, words)| (*words).to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use Fairness::{Strong, Weak};

    #[test]
    fn classes_are_told_by_what_is_owed() {
        let classes = vec![
            ("deliver", Weak),
            ("timeout", Strong),
            ("suspect", Weak),
            ("enter", Weak),
        ];
        assert_eq!(
            in_words(&classes),
            "weak, for every delivery, every report of a crash and every step `enter`; strong, for every timer"
        );
        assert_eq!(in_words(&Vec::new()), "");
    }
}
