//! Named assumptions: what a model relies on, and what can be taken from it.

/// An assumption that a model knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// The name that `--without` and `--with` take.
    pub name: &'static str,
    /// What is relied on, and what dropping it means.
    pub meaning: &'static str,
    /// Whether it is relied on.
    pub in_force: bool,
}

/// What is done to an assumption.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is not relied on any more.
    Drop,
    /// It is relied on.
    Assume,
}

/// An assumption as a switch on the data of a model. A model lists its own ([`Model::switches`](super::Model::switches));
/// a world brings those about channels, time, crashes and detectors.
pub struct Switch<M> {
    /// The name.
    pub name: &'static str,
    /// What is relied on, and what dropping it means.
    pub meaning: &'static str,
    /// Whether it is relied on.
    pub holds: fn(&M) -> bool,
    /// Relies on it.
    pub assume: fn(&mut M),
    /// Relies on it no more.
    pub drop: fn(&mut M),
}

impl<M> Switch<M> {
    /// What it says of a model.
    pub fn of(&self, model: &M) -> Assumption {
        Assumption {
            name: self.name,
            meaning: self.meaning,
            in_force: (self.holds)(model),
        }
    }

    /// Changes a model.
    pub fn change(&self, model: &mut M, change: Change) {
        match change {
            Change::Drop => (self.drop)(model),
            Change::Assume => (self.assume)(model),
        }
    }

    /// Changes the assumption of this name, if it is among `switches`; whether it is.
    pub fn change_named(switches: &[Self], model: &mut M, name: &str, change: Change) -> bool {
        let found = switches.iter().find(|switch| switch.name == name);
        if let Some(switch) = found {
            switch.change(model, change);
        }
        found.is_some()
    }
}
