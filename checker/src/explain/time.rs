//! Steps with which time passes and nothing else happens, and what merely tells how much of it has.
//!
//! A world with clocks calls such a step `tick`, or `wait 4` where it passes over moments at which nothing can happen.

use crate::trace::Step;
use crate::trace::changes::{Change, Difference};
use serde_json::Value;

/// How much time passes with a step, if that is all that happens.
pub(super) fn passing(step: &Step) -> Option<u64> {
    if step.at.is_some() {
        return None;
    }
    match step.label.strip_prefix("wait ") {
        Some(units) => units.parse().ok(),
        None => (step.label == "tick").then_some(1),
    }
}

/// How much time passes with these steps, in words: `7 ticks pass`.
pub(super) fn in_words(steps: &[Step]) -> String {
    let passed: u64 = steps.iter().filter_map(passing).sum();
    let unit = match steps.iter().all(|step| step.label == "tick") {
        true => "tick",
        false => "time unit",
    };
    match passed {
        1 => format!("1 {unit} passes"),
        many => format!("{many} {unit}s pass"),
    }
}

/// Whether a change shows no more than that so much time has passed: an age has grown by it, or a rest has shrunk. A number that has
/// come down to nothing says more: something is due.
pub(super) fn only_tells(change: &Change, passed: u64) -> bool {
    match &change.difference {
        Difference::Became(before, after) => {
            let is_due = after.as_u64() == Some(0);
            !is_due && has_aged(before, after, passed)
        }
        Difference::Elements { gone, new } => {
            let mut left: Vec<&Value> = new.iter().collect();
            let aged = gone.iter().all(|before| {
                let after = left
                    .iter()
                    .position(|after| has_aged(before, after, passed));
                after.map(|place| left.swap_remove(place)).is_some()
            });
            aged && left.is_empty()
        }
    }
}

fn has_aged(before: &Value, after: &Value, passed: u64) -> bool {
    match (before, after) {
        (Value::Number(before), Value::Number(after)) => {
            let number = |number: &serde_json::Number| number.as_i64();
            let both = number(before).zip(number(after));
            both.is_some_and(|(before, after)| before.abs_diff(after) == passed)
        }
        (Value::String(before), Value::String(after)) => {
            let (before, after) = (pieces(before), pieces(after));
            let pairs = || before.iter().zip(&after);
            before.len() == after.len() && pairs().all(|(b, a)| b.has_aged(a, passed))
        }
        _ => false,
    }
}

/// A number that stands alone, or the text between such numbers: the digit of `S1` belongs to a name.
#[derive(Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Number(u64),
}

impl Piece {
    fn has_aged(&self, after: &Piece, passed: u64) -> bool {
        match (self, after) {
            (Piece::Number(before), Piece::Number(after)) => {
                let by = before.abs_diff(*after);
                by == 0 || by == passed || *after == 0 && by < passed
            }
            (before, after) => before == after,
        }
    }
}

/// What just happened is said to be so `now`, and later to be so many units `ago`.
fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for word in text.split_inclusive([' ', ',', ';', ')', '(', '-', '=']) {
        let stem = word.trim_end_matches([' ', ',', ';', ')', '(', '-', '=']);
        let (number, rest) = match stem {
            "now" => (Some(0), format!(" ago{}", &word[stem.len()..])),
            _ => (stem.parse().ok(), word[stem.len()..].to_owned()),
        };
        let text = match number {
            Some(number) => {
                pieces.push(Piece::Number(number));
                rest
            }
            None => word.to_owned(),
        };
        match pieces.last_mut() {
            Some(Piece::Text(before)) => before.push_str(&text),
            _ => pieces.push(Piece::Text(text)),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::changes::changes;
    use serde_json::json;

    fn tells(before: Value, after: Value, passed: u64) -> bool {
        let state = |value: Value| [("x".to_owned(), value)].into_iter().collect();
        let changes = changes(&state(before), &state(after));
        assert_eq!(changes.len(), 1, "one field differs");
        only_tells(&changes[0], passed)
    }

    #[test]
    fn ages_grow_and_rests_shrink() {
        assert!(tells(json!(9), json!(7), 2));
        assert!(tells(json!(0), json!(4), 4));
        assert!(tells(json!("now"), json!("3 ago"), 3));
        let used = "token 0 of S0 (stamp -1), used by S1 for 1";
        let later = "token 0 of S0 (stamp -2), used by S1 for 0";
        assert!(tells(json!(used), json!(later), 1));
        let others = ["token 1 of S3 (stamp -0), with S3 for 4"; 1];
        let aged = ["token 1 of S3 (stamp -1), with S3 for 3"; 1];
        assert!(tells(json!([used, others[0]]), json!([later, aged[0]]), 1));
    }

    #[test]
    fn what_is_due_or_over_or_somebody_else_is_told() {
        assert!(!tells(json!(1), json!(0), 1), "it is due");
        assert!(!tells(json!(9), json!(7), 1), "by more than the time");
        assert!(!tells(json!("3 ago"), Value::Null, 1), "it is over");
        assert!(!tells(json!("held by S1"), json!("held by S2"), 1));
        assert!(!tells(json!("up for 3"), json!("down for 2"), 1));
        assert!(!tells(json!(["now"]), json!(["1 ago", "now"]), 1));
    }

    #[test]
    fn time_is_told_in_its_own_unit() {
        let step = |label: &str| Step {
            label: label.to_owned(),
            ..Step::default()
        };
        assert_eq!(
            in_words(&[step("wait 4"), step("wait 3")]),
            "7 time units pass"
        );
        assert_eq!(in_words(&[step("wait 1")]), "1 time unit passes");
        assert_eq!(in_words(&[step("tick"), step("tick")]), "2 ticks pass");
        assert_eq!(passing(&step("wait for S1")), None);
        let at = Some("S1".to_owned());
        assert_eq!(passing(&Step { at, ..step("tick") }), None);
    }
}
