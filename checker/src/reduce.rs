//! Searches that leave out states for which others stand.
//!
//! **Symmetry**: where a model says which renamings of its parts leave it as it is, and a property that it treats all parts alike,
//! of all states that differ by names alone one is stored. What a search finds then is found in the same number of steps.
//!
//! **Silent steps**: a step that nobody but its own part can notice is taken only just before another step of that part, and what
//! lies in between is not stored. What a property does not see it has to say ([`crate::property::Sight`]). The states in between are
//! judged nonetheless, so that a property that sees more than it says is noticed where it matters.
//!
//! Only safety is reduced. If a reduced search finds a run, the whole space is searched as far as that run goes, so that the run
//! that is reported is the one that is always reported; only where that does not fit the limits the run that was found is told, and
//! not as a shortest one. Nothing is believed for its sake alone: [`audit`] compares what was stored with the whole space.

pub mod audit;
mod folded;

pub use folded::Folded;

use crate::judge::{Run, Subject};
use crate::property::{Demand, Property, Sight};
use crate::search::{Limits, Progress, Search};
use crate::space::Space;
use crate::verdict::{Judgement, Verdict};
use std::sync::Arc;

/// Which reductions are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reduce {
    /// Of states that differ by names alone, to store one.
    pub symmetry: bool,
    /// To put off steps that nobody notices.
    pub silent: bool,
}

impl Reduce {
    /// None.
    pub const NONE: Reduce = Reduce {
        symmetry: false,
        silent: false,
    };
    /// By symmetry alone.
    pub const SYMMETRY: Reduce = Reduce {
        symmetry: true,
        silent: false,
    };
    /// By silent steps alone.
    pub const SILENT: Reduce = Reduce {
        symmetry: false,
        silent: true,
    };
    /// By both.
    pub const BOTH: Reduce = Reduce {
        symmetry: true,
        silent: true,
    };

    /// Whether any is wanted.
    pub fn is_any(self) -> bool {
        self != Reduce::NONE
    }
}

/// What a search has left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    /// How many renamings there are, the one that changes nothing among them, if one state was stored for all of them.
    pub symmetry: Option<usize>,
    /// Whether silent steps were put off.
    pub silent: bool,
    /// Whether the run that decides, if there is one, is known to be a shortest one.
    pub shortest: bool,
}

impl Reduced {
    /// The names of all reductions.
    pub const NAMES: [&'static str; 2] = ["symmetry", "silent"];

    /// The names of the reductions that were made, as they are recorded.
    pub fn names(&self) -> Vec<String> {
        let made = [self.symmetry.is_some(), self.silent];
        let made = Reduced::NAMES.into_iter().zip(made);
        let made = made.filter(|(_, made)| *made);
        made.map(|(name, _)| name.to_owned()).collect()
    }

    /// In a sentence.
    pub fn in_words(&self) -> String {
        let mut parts = Vec::new();
        if let Some(renamings) = self.symmetry {
            parts.push(format!(
                "by symmetry, one state stored for all that {renamings} renamings make of it"
            ));
        }
        if self.silent {
            parts.push(
                "by silent steps, taken only just before another step of the same node".to_owned(),
            );
        }
        parts.join("; ")
    }
}

impl<S: Space + Send + Sync + 'static> Subject<S> {
    /// The space as it is searched with these reductions, as far as they can be made, and why others cannot.
    pub fn folded(&self, wanted: Reduce) -> (Option<Folded<S>>, Vec<String>) {
        let mut remarks = Vec::new();
        if !wanted.is_any() {
            return (None, remarks);
        }
        if self.property.is_liveness() {
            remarks.push("not reduced: cycles are judged on all states".to_owned());
            return (None, remarks);
        }
        let symmetry = match self.symmetry() {
            _ if !wanted.symmetry => None,
            Ok(renamings) => Some(renamings),
            Err(why) => {
                remarks.push(format!("not reduced by symmetry: {why}"));
                None
            }
        };
        let sight = match self.silence() {
            _ if !wanted.silent => None,
            Ok(sight) => Some(sight),
            Err(why) => {
                remarks.push(format!("not reduced by silent steps: {why}"));
                None
            }
        };
        let any = symmetry.is_some() || sight.is_some();
        let folded = any.then(|| Folded::new(Arc::clone(&self.space), symmetry, sight));
        (folded, remarks)
    }

    fn silence(&self) -> Result<Sight<S>, String> {
        let name = self.property.name;
        if matches!(self.property.demand, Demand::EveryStep(_)) {
            return Err(format!("`{name}` is asked of every step"));
        }
        let Some(sight) = &self.property.sight else {
            return Err(format!("`{name}` does not say what it sees"));
        };
        self.space.silence().map_err(str::to_owned)?;
        Ok(sight.clone())
    }

    /// The property as it is asked of what is stored: also of the states that silent steps pass through.
    fn watchful(&self, folded: &Folded<S>) -> Property<Folded<S>> {
        let property = self.property.clone().within(Arc::clone(&self.space));
        if !folded.puts_off() {
            return property;
        }
        match property.demand {
            Demand::Always(conjuncts) => {
                let all = move |space: &Folded<S>, state: &S::State| {
                    conjuncts
                        .iter()
                        .all(|conjunct| (conjunct.holds)(space, state))
                };
                Property::always(property.name, move |space: &Folded<S>, state| {
                    all(space, state) && !space.passes(state, &|passed| !all(space, passed))
                })
            }
            Demand::Possible(wanted) => {
                Property::possible(property.name, move |space: &Folded<S>, state| {
                    wanted(space, state) || space.passes(state, &|passed| wanted(space, passed))
                })
            }
            demand @ (Demand::EveryStep(_) | Demand::Promises(_)) => {
                Property::new(property.name, demand)
            }
        }
    }

    fn symmetry(&self) -> Result<usize, String> {
        if !self.property.symmetric {
            let name = self.property.name;
            return Err(format!(
                "`{name}` does not say that it treats all parts alike"
            ));
        }
        match self.space.symmetries() {
            Ok(1) => Err("there is no name to change".to_owned()),
            Ok(renamings) => Ok(renamings),
            Err(why) => Err(why.to_owned()),
        }
    }

    /// Judges the property, with these reductions where they can be made.
    pub fn judge_reduced(
        &self,
        wanted: Reduce,
        limits: Limits,
        on_progress: &(dyn Fn(Progress) + Sync),
    ) -> Judgement {
        let (folded, mut remarks) = self.folded(wanted);
        let Some(folded) = folded else {
            return Judgement {
                remarks,
                ..self.judge(limits, on_progress)
            };
        };
        let property = [self.watchful(&folded)];
        let explored = Search::new(&folded, &property)
            .limits(limits)
            .on_progress(on_progress)
            .run();
        let wanted = matches!(self.property.demand, Demand::Possible(_));
        let (found, not_found) = match wanted {
            true => (Verdict::Holds, Verdict::Refuted),
            false => (Verdict::Refuted, Verdict::Holds),
        };
        let Some(violation) = &explored.violation else {
            let verdict = match explored.cut {
                None => not_found,
                Some(_) => Verdict::Bounded,
            };
            return Judgement {
                reduced: Some(folded.reduced(true)),
                remarks,
                ..self.judgement(verdict, &explored, None)
            };
        };
        let run = folded.unfold(self, &violation.path);
        let of_reduced = |run: Run<S>| Judgement {
            reduced: Some(folded.reduced(false)),
            ..self.judgement(found, &explored, Some((run, None)))
        };
        let reduced = run.map(of_reduced);
        drop(explored);
        let whole = self.judge(limits, on_progress);
        match reduced {
            _ if whole.trace.is_some() => {
                remarks.push("a reduced search found a run; the whole space was searched for the first of the shortest".to_owned());
                Judgement { remarks, ..whole }
            }
            Some(reduced) if whole.cut.is_some() => {
                remarks.push("the run was found by a reduced search; the whole space was too large to look for a shorter one".to_owned());
                Judgement { remarks, ..reduced }
            }
            // Only a model that is not what it says to be comes here: the whole search decides.
            _ => {
                remarks.push("a reduced search found what is no run of the model: what the model says of itself is wrong".to_owned());
                Judgement { remarks, ..whole }
            }
        }
    }
}
