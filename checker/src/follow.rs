//! Following a run that something else has taken: step by step, by label alone.
//!
//! A recorded run of a real system has no states to compare with, only the names of its steps. It is a run of the model if the
//! model can take steps of those names, one after the other. Where several steps of one name lead to different states, the
//! model may be in any of them; all are followed, and the run is refused when none is left.

use crate::space::{Row, Space};
use std::borrow::Borrow;

/// A step that the model cannot take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{label}` is no step of the model here; {}", instead(.enabled))]
pub struct NotAStep {
    /// The step.
    pub label: String,
    /// What the model could have done, the most similar first.
    pub enabled: Vec<String>,
}

/// How many alternatives an error lists.
const LISTED: usize = 5;

fn instead(enabled: &[String]) -> String {
    let quoted: Vec<_> = enabled.iter().map(|label| format!("`{label}`")).collect();
    match enabled.len() {
        0 => "it can do nothing at all".to_owned(),
        all @ ..=LISTED => format!("it could have done one of {all}: {}", quoted.join(", ")),
        all => format!(
            "it could have done one of {all}, such as {}",
            quoted[..LISTED].join(", ")
        ),
    }
}

/// Where a run may have come to.
pub struct Follower<'a, S: Space> {
    space: &'a S,
    states: Vec<S::OwnedState>,
}

impl<'a, S: Space> Follower<'a, S> {
    /// At the beginning.
    pub fn new(space: &'a S) -> Self {
        let initial = space.initial();
        let states = (0..initial.len()).map(|i| initial.get(i).to_owned());
        let states = states.collect();
        Follower { space, states }
    }

    /// In a given state.
    pub fn at(space: &'a S, state: S::OwnedState) -> Self {
        Follower::among(space, vec![state])
    }

    /// In one of these states.
    pub fn among(space: &'a S, states: Vec<S::OwnedState>) -> Self {
        Follower { space, states }
    }

    /// The states in which the model may be.
    pub fn states(&self) -> &[S::OwnedState] {
        &self.states
    }

    /// Takes a step by its label. After an error, everything is as before.
    pub fn take(&mut self, label: &str) -> Result<(), NotAStep> {
        let mut after: Vec<S::OwnedState> = Vec::new();
        for state in &self.states {
            for (step, next) in self.space.steps(state.borrow()) {
                if self.space.label(&step) == label && !after.contains(&next) {
                    after.push(next);
                }
            }
        }
        if after.is_empty() {
            return Err(NotAStep {
                label: label.to_owned(),
                enabled: self.enabled(label),
            });
        }
        self.states = after;
        Ok(())
    }

    /// What could be done next, the most similar to `wanted` first.
    fn enabled(&self, wanted: &str) -> Vec<String> {
        let steps = self.states.iter().flat_map(|state| {
            let steps = self.space.steps(state.borrow()).into_iter();
            steps.map(|(step, _)| self.space.label(&step))
        });
        // No label is that long: to compare it would only take long.
        let comparable = wanted.len() <= 1000;
        let distance = |label: &str| {
            let distance = comparable.then(|| strsim::levenshtein(wanted, label));
            distance.unwrap_or_default()
        };
        let mut enabled: Vec<_> = steps.map(|label| (distance(&label), label)).collect();
        enabled.sort();
        enabled.dedup();
        enabled.into_iter().map(|(_, label)| label).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::OfModel;
    use stateright::{Model, Property};

    /// A coin that shows heads, tails, or stands on its edge; a throw has one name for all it can lead to.
    struct Coin;

    impl Model for Coin {
        type State = &'static str;
        type Action = (&'static str, &'static str);

        fn init_states(&self) -> Vec<&'static str> {
            vec!["heads"]
        }

        fn actions(&self, state: &&'static str, actions: &mut Vec<Self::Action>) {
            if *state != "edge" {
                actions.extend(["heads", "tails", "edge"].map(|side| ("throw", side)));
            }
            if *state == "tails" {
                actions.push(("turn", "heads"));
            }
        }

        fn next_state(&self, _: &&'static str, action: Self::Action) -> Option<&'static str> {
            Some(action.1)
        }

        fn format_action(&self, action: &Self::Action) -> String {
            action.0.to_owned()
        }

        fn properties(&self) -> Vec<Property<Self>> {
            Vec::new()
        }
    }

    #[test]
    fn all_states_that_a_label_can_lead_to_are_followed() {
        let space = OfModel(Coin);
        let mut follower = Follower::new(&space);
        follower.take("throw").expect("a coin can be thrown");
        assert_eq!(follower.states(), ["heads", "tails", "edge"]);
        follower.take("turn").expect("it may show tails");
        assert_eq!(follower.states(), ["heads"]);
    }

    #[test]
    fn a_step_that_is_none_is_refused_with_what_is_nearest_and_changes_nothing() {
        let space = OfModel(Coin);
        let mut follower = Follower::at(&space, "tails");
        let error = follower.take("turns").expect_err("no such step");
        assert_eq!(error.enabled, ["turn", "throw"]);
        assert_eq!(
            error.to_string(),
            "`turns` is no step of the model here; it could have done one of 2: `turn`, `throw`"
        );
        assert_eq!(follower.states(), ["tails"]);
        let mut stuck = Follower::at(&space, "edge");
        let error = stuck.take("throw").expect_err("it stands");
        assert!(error.to_string().ends_with("it can do nothing at all"));
    }
}
