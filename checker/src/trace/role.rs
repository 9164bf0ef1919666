//! What a step means to a reader of the trace. Only the few kinds that concern messages, crashes and
//! detectors matter here; every other kind is a local step.

use super::{Step, Trace};
use serde_json::Value;

/// The meaning of a step, decided by its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// `deliver`: a message arrives.
    Deliver,
    /// `lose` or `drop`: a message disappears on its way. Happens on the channel, on no lane.
    Lose,
    /// `duplicate`: a second copy of a message is on its way. Happens on the channel, on no lane.
    Duplicate,
    /// `crash`: the lane stops.
    Crash,
    /// `return` or `recover`: the lane is back.
    Return,
    /// `suspect`: a detector reports lane `from` to lane `at`.
    Suspect,
    /// Anything else: a step of one lane, or of the world.
    Local,
}

impl Trace {
    /// Whether a lane is up in a state: as the field `up` of its variable says, if it has one; else
    /// unless it has crashed before and not returned.
    pub fn is_up(&self, lane: &str, state: usize) -> bool {
        let variable = self.states.get(state).and_then(|state| state.get(lane));
        if let Some(Value::Bool(up)) = variable.and_then(|variable| variable.get("up")) {
            return *up;
        }
        let earlier = self.steps.iter().take(state).rev();
        let mut roles = earlier
            .filter(|step| step.at.as_deref() == Some(lane))
            .map(Step::role);
        roles.find(|role| matches!(role, Role::Crash | Role::Return)) != Some(Role::Crash)
    }

    /// The lane that stops with this step: the step is its crash, or ends in one (a node may crash
    /// amid its sends).
    pub fn goes_down(&self, step: usize) -> Option<&str> {
        let at = self.steps[step].at.as_deref()?;
        let stops = self.is_up(at, step) && !self.is_up(at, step + 1);
        (stops || self.steps[step].role() == Role::Crash).then_some(at)
    }
}

impl Step {
    /// What this step means to a reader.
    pub fn role(&self) -> Role {
        match self.kind.as_str() {
            "deliver" => Role::Deliver,
            "lose" | "drop" => Role::Lose,
            "duplicate" => Role::Duplicate,
            "crash" => Role::Crash,
            "return" | "recover" => Role::Return,
            "suspect" => Role::Suspect,
            _ => Role::Local,
        }
    }

    /// Sender and receiver of the message that this step delivers, loses or duplicates, as indices
    /// into `lanes`.
    ///
    /// A step on the channel need not name its lanes in `from` and `at`; then the label's last word
    /// does (`lose TOKEN(S1, 1) S0->S2`).
    pub(crate) fn channel(&self, lanes: &[String]) -> Option<(usize, usize)> {
        if !matches!(self.role(), Role::Deliver | Role::Lose | Role::Duplicate) {
            return None;
        }
        let position = |name: &str| lanes.iter().position(|lane| lane == name);
        if let (Some(from), Some(at)) = (&self.from, &self.at) {
            return Some((position(from)?, position(at)?));
        }
        let arrow = self.label.split_whitespace().next_back()?;
        arrow
            .match_indices("->")
            .find_map(|(cut, _)| Some((position(&arrow[..cut])?, position(&arrow[cut + 2..])?)))
    }

    /// The lane on which the step happens, as an index into `lanes`.
    pub(crate) fn lane(&self, lanes: &[String]) -> Option<usize> {
        match self.role() {
            Role::Lose | Role::Duplicate => None,
            _ => {
                let at = self.at.as_ref()?;
                lanes.iter().position(|lane| lane == at)
            }
        }
    }
}
