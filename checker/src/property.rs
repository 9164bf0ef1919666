//! What is asked of a space.

use crate::space::Space;

/// A predicate on states.
pub type OfState<S> = fn(&S, &<S as Space>::State) -> bool;
/// A predicate on steps: the state before, the step, the state after.
pub type OfStep<S> =
    fn(&S, &<S as Space>::State, &<S as Space>::Step, &<S as Space>::State) -> bool;
/// A sentence about a state, for a reader who knows the source but not the model.
pub type Sentence<S> = fn(&S, &<S as Space>::State) -> String;

/// A named predicate: one line of an invariant.
pub struct Conjunct<S: Space> {
    /// What it says, as a short name.
    pub name: &'static str,
    /// Whether it holds.
    pub holds: OfState<S>,
}

/// What must be true of all runs.
pub enum Demand<S: Space> {
    /// Every reachable state satisfies every conjunct.
    Always(Vec<Conjunct<S>>),
    /// Every step between reachable states satisfies the predicate.
    EveryStep(OfStep<S>),
    /// Some run visits such a state: the claim is that something *can* happen.
    Possible(OfState<S>),
    /// Every fair run visits such a state.
    Eventually(OfState<S>),
    /// Every fair run that visits a state of the first kind visits, then or later, one of the second.
    LeadsTo(OfState<S>, OfState<S>),
    /// Every fair run visits such states again and again.
    InfinitelyOften(OfState<S>),
}

/// A property: a demand, and what is needed to report on it honestly.
pub struct Property<S: Space> {
    /// The property's name, unique in its model.
    pub name: &'static str,
    /// What must be true.
    pub demand: Demand<S>,
    /// If the property is an implication: when it says anything at all. A pass in which no
    /// reachable state satisfies this is vacuous.
    pub antecedent: Option<OfState<S>>,
    /// What is wrong with a state that breaks the property.
    pub complaint: Option<Sentence<S>>,
}

impl<S: Space> Property<S> {
    /// The property that every reachable state satisfies `holds`.
    pub fn always(name: &'static str, holds: OfState<S>) -> Self {
        Self::invariant(name, vec![Conjunct { name, holds }])
    }

    /// The property that every reachable state satisfies all conjuncts.
    pub fn invariant(name: &'static str, conjuncts: Vec<Conjunct<S>>) -> Self {
        Self::new(name, Demand::Always(conjuncts))
    }

    /// The property that every step satisfies `holds`.
    pub fn every_step(name: &'static str, holds: OfStep<S>) -> Self {
        Self::new(name, Demand::EveryStep(holds))
    }

    /// A property with this demand.
    pub fn new(name: &'static str, demand: Demand<S>) -> Self {
        Property {
            name,
            demand,
            antecedent: None,
            complaint: None,
        }
    }

    /// States when the property says anything.
    pub fn when(mut self, antecedent: OfState<S>) -> Self {
        self.antecedent = Some(antecedent);
        self
    }

    /// States what is wrong with a state that breaks the property.
    pub fn complain(mut self, complaint: Sentence<S>) -> Self {
        self.complaint = Some(complaint);
        self
    }

    /// Whether the property is judged on cycles.
    pub fn is_liveness(&self) -> bool {
        matches!(
            self.demand,
            Demand::Eventually(_) | Demand::LeadsTo(..) | Demand::InfinitelyOften(_)
        )
    }

    /// Whether `state` ends a search: it breaks the property, or is the witness that was asked for.
    pub fn decides(&self, space: &S, state: &S::State) -> bool {
        match &self.demand {
            Demand::Always(conjuncts) => conjuncts.iter().any(|c| !(c.holds)(space, state)),
            Demand::Possible(wanted) => wanted(space, state),
            _ => false,
        }
    }
}
