//! What is asked of a space.

use crate::liveness::Goal;
use crate::space::Space;
use std::sync::Arc;

/// A predicate on states.
pub type OfState<S> = Arc<dyn Fn(&S, &<S as Space>::State) -> bool + Send + Sync>;
/// A predicate on steps: the state before, the step, the state after.
pub type OfStep<S> = Arc<
    dyn Fn(&S, &<S as Space>::State, &<S as Space>::Step, &<S as Space>::State) -> bool
        + Send
        + Sync,
>;
/// A sentence about a state, for a reader who knows the source but not the model.
pub type Sentence<S> = Arc<dyn Fn(&S, &<S as Space>::State) -> String + Send + Sync>;

/// A named predicate: one line of an invariant.
pub struct Conjunct<S: Space> {
    /// What it says, as a short name.
    pub name: String,
    /// Whether it holds.
    pub holds: OfState<S>,
}

/// Something that every fair run must do.
pub struct Promise<S: Space> {
    /// What it says, as a short name.
    pub name: String,
    /// What must happen.
    pub kept: Kept<S>,
}

/// What a promise asks of every fair run.
pub enum Kept<S: Space> {
    /// It visits such a state.
    Eventually(OfState<S>),
    /// After a state of the first kind it visits, then or later, one of the second.
    LeadsTo(OfState<S>, OfState<S>),
    /// It visits such states again and again.
    InfinitelyOften(OfState<S>),
}

/// What must be true of all runs.
pub enum Demand<S: Space> {
    /// Every reachable state satisfies every conjunct.
    Always(Vec<Conjunct<S>>),
    /// Every step between reachable states satisfies the predicate.
    EveryStep(OfStep<S>),
    /// Some run visits such a state: the claim is that something *can* happen.
    Possible(OfState<S>),
    /// Every fair run keeps every promise.
    Promises(Vec<Promise<S>>),
}

/// What is known of a part or a message by its number.
type OfNumber<S, T> = Arc<dyn Fn(&S, u32) -> T + Send + Sync>;

/// What a property sees of a state, part by part. Parts and messages have the numbers by which the space stores them.
pub struct Sight<S> {
    of_part: OfNumber<S, u64>,
    of_message: OfNumber<S, bool>,
}

/// By hand, because the space need not be `Clone`.
impl<S> Clone for Sight<S> {
    fn clone(&self) -> Self {
        Sight {
            of_part: self.of_part.clone(),
            of_message: self.of_message.clone(),
        }
    }
}

impl<S: 'static> Sight<S> {
    /// What is seen of a part, as a number that differs if that differs; and whether a message is read. The property says the same of two
    /// states that differ only in what is not seen.
    pub fn new(
        of_part: impl Fn(&S, u32) -> u64 + Send + Sync + 'static,
        of_message: impl Fn(&S, u32) -> bool + Send + Sync + 'static,
    ) -> Self {
        Sight {
            of_part: Arc::new(of_part),
            of_message: Arc::new(of_message),
        }
    }

    /// What is seen of a part.
    pub fn sees(&self, space: &S, part: u32) -> u64 {
        (self.of_part)(space, part)
    }

    /// Whether a message is read.
    pub fn reads(&self, space: &S, message: u32) -> bool {
        (self.of_message)(space, message)
    }

    /// The same, asked of another type of space that stores its states alike.
    fn within<T: 'static>(self, space: Arc<S>) -> Sight<T>
    where
        S: Send + Sync,
    {
        let (
            other,
            Sight {
                of_part,
                of_message,
            },
        ) = (space.clone(), self);
        Sight::new(
            move |_, part| of_part(&space, part),
            move |_, message| of_message(&other, message),
        )
    }
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
    /// Whether it treats all parts alike: it says the same of a state under any renaming that leaves the space as it is.
    pub symmetric: bool,
    /// What it sees; everything, if nothing is said.
    pub sight: Option<Sight<S>>,
}

/// By hand, because the space need not be `Clone`.
impl<S: Space> Clone for Demand<S> {
    fn clone(&self) -> Self {
        match self {
            Demand::Always(conjuncts) => {
                let conjuncts = conjuncts.iter().map(|conjunct| Conjunct {
                    name: conjunct.name.clone(),
                    holds: conjunct.holds.clone(),
                });
                Demand::Always(conjuncts.collect())
            }
            Demand::EveryStep(holds) => Demand::EveryStep(holds.clone()),
            Demand::Possible(wanted) => Demand::Possible(wanted.clone()),
            Demand::Promises(promises) => {
                let promises = promises.iter().map(|promise| Promise {
                    name: promise.name.clone(),
                    kept: match &promise.kept {
                        Kept::Eventually(p) => Kept::Eventually(p.clone()),
                        Kept::LeadsTo(p, q) => Kept::LeadsTo(p.clone(), q.clone()),
                        Kept::InfinitelyOften(p) => Kept::InfinitelyOften(p.clone()),
                    },
                });
                Demand::Promises(promises.collect())
            }
        }
    }
}

/// By hand, because the space need not be `Clone`.
impl<S: Space> Clone for Property<S> {
    fn clone(&self) -> Self {
        Property {
            name: self.name,
            demand: self.demand.clone(),
            antecedent: self.antecedent.clone(),
            complaint: self.complaint.clone(),
            symmetric: self.symmetric,
            sight: self.sight.clone(),
        }
    }
}

impl<S: Space> Property<S> {
    /// A property with this demand.
    pub fn new(name: &'static str, demand: Demand<S>) -> Self {
        Property {
            name,
            demand,
            antecedent: None,
            complaint: None,
            symmetric: false,
            sight: None,
        }
    }

    /// Every reachable state satisfies `holds`.
    pub fn always(
        name: &'static str,
        holds: impl Fn(&S, &S::State) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self::new(name, Demand::Always(Vec::new())).and(name, holds)
    }

    /// Adds a conjunct to an invariant.
    ///
    /// # Panics
    ///
    /// If the property is not an invariant.
    pub fn and(
        mut self,
        name: &str,
        holds: impl Fn(&S, &S::State) -> bool + Send + Sync + 'static,
    ) -> Self {
        let Demand::Always(conjuncts) = &mut self.demand else {
            panic!("`{}` is no invariant and has no conjuncts", self.name);
        };
        conjuncts.push(Conjunct {
            name: name.to_owned(),
            holds: Arc::new(holds),
        });
        self
    }

    /// Every step satisfies `holds`.
    pub fn every_step(
        name: &'static str,
        holds: impl Fn(&S, &S::State, &S::Step, &S::State) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self::new(name, Demand::EveryStep(Arc::new(holds)))
    }

    /// Some reachable state satisfies `wanted`.
    pub fn possible(
        name: &'static str,
        wanted: impl Fn(&S, &S::State) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self::new(name, Demand::Possible(Arc::new(wanted)))
    }

    /// Every fair run keeps every promise.
    pub fn promises(name: &'static str, promises: Vec<Promise<S>>) -> Self {
        Self::new(name, Demand::Promises(promises))
    }

    /// States when the property says anything.
    pub fn when(
        mut self,
        antecedent: impl Fn(&S, &S::State) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.antecedent = Some(Arc::new(antecedent));
        self
    }

    /// States what is wrong with a state that breaks the property.
    pub fn complain(
        mut self,
        complaint: impl Fn(&S, &S::State) -> String + Send + Sync + 'static,
    ) -> Self {
        self.complaint = Some(Arc::new(complaint));
        self
    }

    /// States that the property treats all parts alike: whom it speaks of by name, it would not. Then a search may leave out
    /// states that differ from others by names alone; see [`crate::reduce`].
    pub fn symmetric(mut self) -> Self {
        self.symmetric = true;
        self
    }

    /// States what the property sees. Then a search may put off steps that change nothing of it; see [`crate::reduce`].
    pub fn sees(mut self, sight: Sight<S>) -> Self {
        self.sight = Some(sight);
        self
    }

    /// The same property, asked of another type of space with the same states and steps: what it looks at
    /// is still `space`.
    pub fn within<T>(self, space: Arc<S>) -> Property<T>
    where
        S: Send + 'static,
        T: 'static + Space<State = S::State, Step = S::Step>,
    {
        let of_state = |holds: OfState<S>| -> OfState<T> {
            let space = space.clone();
            Arc::new(move |_, state| holds(&space, state))
        };
        let demand = match self.demand {
            Demand::Always(conjuncts) => {
                let conjuncts = conjuncts.into_iter().map(|conjunct| Conjunct {
                    name: conjunct.name,
                    holds: of_state(conjunct.holds),
                });
                Demand::Always(conjuncts.collect())
            }
            Demand::EveryStep(holds) => {
                let space = space.clone();
                Demand::EveryStep(Arc::new(move |_, before, step, after| {
                    holds(&space, before, step, after)
                }))
            }
            Demand::Possible(wanted) => Demand::Possible(of_state(wanted)),
            Demand::Promises(promises) => {
                let promises = promises.into_iter().map(|promise| Promise {
                    name: promise.name,
                    kept: match promise.kept {
                        Kept::Eventually(p) => Kept::Eventually(of_state(p)),
                        Kept::LeadsTo(p, q) => Kept::LeadsTo(of_state(p), of_state(q)),
                        Kept::InfinitelyOften(p) => Kept::InfinitelyOften(of_state(p)),
                    },
                });
                Demand::Promises(promises.collect())
            }
        };
        Property {
            name: self.name,
            symmetric: self.symmetric,
            sight: self.sight.map(|sight| sight.within(space.clone())),
            demand,
            antecedent: self.antecedent.map(of_state),
            complaint: self.complaint.map(|complaint| -> Sentence<T> {
                Arc::new(move |_, state| complaint(&space, state))
            }),
        }
    }

    /// Whether the property is judged on cycles.
    pub fn is_liveness(&self) -> bool {
        matches!(self.demand, Demand::Promises(_))
    }

    /// Whether `state` ends a search: it breaks the property, or is the witness that was asked for.
    pub fn decides(&self, space: &S, state: &S::State) -> bool {
        match &self.demand {
            Demand::Always(conjuncts) => conjuncts.iter().any(|c| !(c.holds)(space, state)),
            Demand::Possible(wanted) => wanted(space, state),
            Demand::EveryStep(_) | Demand::Promises(_) => false,
        }
    }
}

impl<S: Space> Promise<S> {
    /// Every fair run visits such a state.
    pub fn eventually(
        name: impl Into<String>,
        p: impl Fn(&S, &S::State) -> bool + Send + Sync + 'static,
    ) -> Self {
        let (name, kept) = (name.into(), Kept::Eventually(Arc::new(p)));
        Promise { name, kept }
    }

    /// Every fair run visits such states again and again.
    pub fn infinitely_often(
        name: impl Into<String>,
        p: impl Fn(&S, &S::State) -> bool + Send + Sync + 'static,
    ) -> Self {
        let (name, kept) = (name.into(), Kept::InfinitelyOften(Arc::new(p)));
        Promise { name, kept }
    }

    /// After a state of the first kind, every fair run visits one of the second.
    pub fn leads_to(
        name: impl Into<String>,
        from: impl Fn(&S, &S::State) -> bool + Send + Sync + 'static,
        to: impl Fn(&S, &S::State) -> bool + Send + Sync + 'static,
    ) -> Self {
        let (name, kept) = (name.into(), Kept::LeadsTo(Arc::new(from), Arc::new(to)));
        Promise { name, kept }
    }
}

impl<S: Space> Kept<S> {
    /// Hands the goal that corresponds to this promise to `judge`, with its sets of states made by
    /// `states`.
    pub fn with_goal<T>(
        &self,
        states: impl Fn(&OfState<S>) -> crate::liveness::BitSet,
        judge: impl FnOnce(Goal) -> T,
    ) -> T {
        match self {
            Kept::Eventually(p) => judge(Goal::Eventually(&states(p))),
            Kept::InfinitelyOften(p) => judge(Goal::InfinitelyOften(&states(p))),
            Kept::LeadsTo(p, q) => {
                let (from, to) = (&states(p), &states(q));
                judge(Goal::LeadsTo { from, to })
            }
        }
    }
}
