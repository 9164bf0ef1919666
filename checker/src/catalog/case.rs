//! A case: one reading of one claim, ready to be judged.

use super::setup::list;
use super::{Assumption, Mutants, Parameter, Setup, SetupError};
use crate::judge::FairClasses;
use crate::size::Size;
use crate::subject::AnySubject;
use crate::trace::Origin;
use crate::verdict::Verdict;
use std::panic::Location;
use std::sync::Arc;

/// One reading of a claim: which model, what is asked of it, at which sizes, what is expected. Written as
/// `model.asks(property).reading(...).sizes(...)`; see [`Asked`](super::Asked).
#[derive(Clone)]
pub struct Case {
    /// The claim's id; known once the case has been given to its claim.
    pub claim: &'static str,
    /// The name of the reading, unique within the claim.
    pub variant: &'static str,
    /// What this reading takes the source to say.
    pub reading: &'static str,
    /// What we found, and what a check must find again.
    pub expected: Verdict,
    /// The parameters of the model.
    pub parameters: Vec<Parameter>,
    /// The sizes that every check covers, as values of the parameters in order; smallest first.
    pub sizes: Vec<Vec<u64>>,
    /// Further sizes, checked with `--deep`.
    pub deep: Vec<Vec<u64>>,
    /// What is expected of the sizes of every check together when an assumption is dropped.
    pub without: Vec<(&'static str, Verdict)>,
    /// The assumptions of the model that this reading does not make.
    pub lacking: Vec<&'static str>,
    /// The mutants that the property must refute.
    pub kills: Vec<&'static str>,
    /// Where it is written.
    pub written: &'static Location<'static>,
    /// All mutants of the model.
    pub mutants: Vec<Mutation>,
    /// What is wrong with the case itself; told when the catalog is made.
    pub(super) slips: Vec<String>,
    pub(super) question: Arc<dyn Question>,
}

/// A mutant of a model: its name, and what it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mutation {
    /// The name that the command line takes.
    pub name: &'static str,
    /// What it changes.
    pub change: &'static str,
}

impl Mutation {
    /// All mutants of a model.
    pub(super) fn all_of<X: Mutants>() -> Vec<Self> {
        let all = X::all().into_iter();
        all.map(|mutant| Mutation {
            name: mutant.name(),
            change: mutant.change(),
        })
        .collect()
    }
}

/// A model and what is asked of it, whatever their types.
pub(super) trait Question: Send + Sync {
    /// All assumptions that the model knows, in force or not.
    fn assumptions(&self, size: &Size) -> Result<Vec<Assumption>, SetupError>;
    /// Whether the model has the property that is asked by its name, if it is asked by its name.
    fn is_asked(&self, size: &Size) -> Result<(), SetupError>;
    /// The model of a setup with its property. What `origin` leaves open is filled in: the property, the world.
    fn subject(&self, setup: &Setup, origin: Origin) -> Result<Box<dyn AnySubject>, SetupError>;
    /// What a scheduler owes.
    fn fairness(&self) -> &FairClasses;
    /// The names of the types and functions that decide the verdict, as the compiler writes them.
    fn roots(&self) -> Vec<&'static str>;
    /// The data that decide it: the reading, what is asked, the fairness.
    fn data(&self) -> String;
}

impl Case {
    /// One of the case's own sizes.
    pub fn size(&self, values: &[u64]) -> Size {
        let values = self.parameters.iter().zip(values);
        values
            .map(|(parameter, value)| (parameter.name.to_owned(), parameter.value(*value)))
            .collect()
    }

    /// The sizes that every check covers.
    pub fn default_sizes(&self) -> impl Iterator<Item = Size> {
        self.sizes.iter().map(|size| self.size(size))
    }

    /// The sizes of every check, then the larger ones.
    pub fn all_sizes(&self) -> impl Iterator<Item = Size> {
        self.sizes
            .iter()
            .chain(&self.deep)
            .map(|size| self.size(size))
    }

    /// The smallest size.
    pub fn smallest(&self) -> Size {
        self.default_sizes().next().unwrap_or_default()
    }

    /// All assumptions that the model knows, in force or not, at its smallest size.
    pub fn assumptions(&self) -> Vec<Assumption> {
        self.assumptions_at(&self.smallest())
    }

    fn assumptions_at(&self, size: &Size) -> Vec<Assumption> {
        self.question.assumptions(size).unwrap_or_default()
    }

    /// The assumptions in force, at the smallest size.
    pub fn assumed(&self) -> Vec<Assumption> {
        self.assumed_at(&self.smallest())
    }

    /// The assumptions in force at a size: nobody crashes where the budget is none, and some may where it is one.
    pub fn assumed_at(&self, size: &Size) -> Vec<Assumption> {
        let mut all = self.assumptions_at(size);
        all.retain(|assumption| assumption.in_force);
        all
    }

    /// What an assumption of the model means.
    pub fn meaning(&self, assumption: &str) -> Option<&'static str> {
        let all = self.assumptions();
        let found = all.iter().find(|known| known.name == assumption);
        found.map(|known| known.meaning)
    }

    /// What a mutant changes.
    pub fn change(&self, mutant: &str) -> Option<&'static str> {
        let found = self.mutants.iter().find(|known| known.name == mutant);
        found.map(|known| known.change)
    }

    /// What a scheduler owes, in words; empty for safety.
    pub fn fairness(&self) -> String {
        super::fairness::in_words(self.question.fairness())
    }

    /// What is expected of the catalog's own sizes with this changed, if the catalog knows.
    pub fn expectation(&self, setup: &Setup) -> Option<Verdict> {
        match (&setup.without[..], &setup.with[..], &setup.mutant) {
            ([], [], None) => Some(self.expected),
            ([], [], Some(mutant)) => {
                let killed = self.kills.contains(&mutant.as_str());
                let dead = match self.expected.is_measured() {
                    true => Verdict::NotReproduced,
                    false => Verdict::Refuted,
                };
                killed.then_some(dead)
            }
            ([name], [], None) => {
                let dropped = self.without.iter().find(|(known, _)| known == name);
                dropped.map(|(_, verdict)| *verdict)
            }
            _ => None,
        }
    }

    /// The model and property that this setup describes, ready to be judged.
    pub fn subject(&self, setup: &Setup) -> Result<Box<dyn AnySubject>, SetupError> {
        let setup = self.accept(setup)?;
        let origin = Origin {
            claim: self.claim.to_owned(),
            variant: self.variant.to_owned(),
            size: setup.size.clone(),
            lacking: self.lacking.iter().map(|name| (*name).to_owned()).collect(),
            dropped: setup.without.clone(),
            added: setup.with.clone(),
            mutant: setup.mutant.clone(),
            ..Origin::default()
        };
        self.question.subject(&setup, origin)
    }

    /// The setup with its size in the order of the parameters, if every name in it is known.
    pub(super) fn accept(&self, setup: &Setup) -> Result<Setup, SetupError> {
        let claim = || self.claim.to_owned();
        let size = setup.size.in_order(self.claim, &self.parameters)?;
        let known = self.question.assumptions(&size)?;
        let names = |assumed: bool| {
            let names = known.iter().filter(|a| a.in_force || !assumed);
            list(names.map(|a| a.name))
        };
        for name in setup.without.iter().chain(&setup.with) {
            if !known.iter().any(|a| a.name == name) {
                return Err(SetupError::UnknownAssumption {
                    name: name.clone(),
                    known: names(false),
                });
            }
        }
        for name in &setup.without {
            if !known.iter().any(|a| a.name == name && a.in_force) {
                return Err(SetupError::NotAssumed {
                    claim: claim(),
                    name: name.clone(),
                    known: names(true),
                });
            }
        }
        match &setup.mutant {
            Some(mutant) if self.change(mutant).is_none() => Err(SetupError::UnknownMutant {
                claim: claim(),
                name: mutant.clone(),
                known: list(self.mutants.iter().map(|mutant| mutant.name)),
            }),
            _ => Ok(Setup {
                size,
                ..setup.clone()
            }),
        }
    }
}
