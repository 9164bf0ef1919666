//! A case: one reading of one claim, ready to be judged.

use crate::world::{Assumptions, NAMES};
use std::collections::BTreeMap;
use verdict_checker::content::ContentHash;
use verdict_checker::judge::Judge;
use verdict_checker::trace::Origin;
use verdict_checker::verdict::Verdict;

/// One reading of a claim: which model, which sizes, what is expected.
#[derive(Clone, Copy)]
pub struct Case {
    /// The claim's id.
    pub claim: &'static str,
    /// The name of the reading, unique within the claim.
    pub variant: &'static str,
    /// What this reading takes the source to say.
    pub reading: &'static str,
    /// What we found, and what a check must find again.
    pub expected: Verdict,
    /// The parameters of the model.
    pub parameters: &'static [Parameter],
    /// The sizes that every check covers, as values of the parameters in order; smallest first.
    pub sizes: &'static [&'static [u64]],
    /// Further sizes, checked with `--deep`.
    pub deep: &'static [&'static [u64]],
    /// The assumptions in force, and what is expected at the smallest size when one is dropped.
    pub assumptions: &'static [(&'static str, Verdict)],
    /// The mutants that the property must refute.
    pub kills: &'static [&'static str],
    /// All mutants of the model, with what each changes.
    pub mutants: &'static [(&'static str, &'static str)],
    /// What a scheduler owes, in words; empty for safety.
    pub fairness: &'static str,
    /// The files that define the model: the algorithm with its properties and its setting, and the
    /// world. A file that lists cases is not among them, or every new case would make all others stale; what
    /// a case itself adds to the model is in the text of `build`.
    pub sources: &'static [Sources],
    /// Builds the model.
    pub build: Build,
}

/// Source files: path and text.
pub type Sources = &'static [(&'static str, &'static str)];

/// A closure that builds a model, together with its text, for the content hash: which reading, which
/// property, which further assumptions. Made by `build!`.
#[derive(Clone, Copy)]
pub struct Build {
    /// The text of the closure.
    pub text: &'static str,
    /// The closure.
    pub run: fn(&Setup) -> Result<Box<dyn Judge>, SetupError>,
}

/// A [`Build`]: `build!(|setup| ...)`.
macro_rules! build {
    ($closure:expr) => {
        $crate::catalog::Build {
            text: stringify!($closure),
            run: $closure,
        }
    };
}
pub(crate) use build;

/// A parameter of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, as in the source.
    pub name: &'static str,
    /// What it stands for.
    pub meaning: &'static str,
}

/// How a case is to be built: everything that a user may change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The values of the parameters.
    pub parameters: BTreeMap<String, u64>,
    /// Assumptions to drop.
    pub without: Vec<String>,
    /// Assumptions to add.
    pub with: Vec<String>,
    /// The mutant to build instead of the algorithm.
    pub mutant: Option<String>,
    /// Filled in by [`Case::judge`].
    origin: Origin,
}

/// What is wrong with a [`Setup`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// No such parameter.
    #[error("{claim} has no parameter `{name}`; its parameters are {known}")]
    UnknownParameter {
        /// The claim.
        claim: String,
        /// The parameter.
        name: String,
        /// The parameters there are.
        known: String,
    },
    /// A parameter out of range.
    #[error("{name} = {value} is out of range: {expected}")]
    OutOfRange {
        /// The parameter.
        name: String,
        /// Its value.
        value: u64,
        /// What would be right.
        expected: String,
    },
    /// No such assumption.
    #[error("there is no assumption `{name}`; known here are {known}")]
    UnknownAssumption {
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// An assumption that is not made cannot be dropped.
    #[error("{claim} does not assume `{name}`; it assumes {known}")]
    NotAssumed {
        /// The claim.
        claim: String,
        /// The assumption.
        name: String,
        /// What is assumed.
        known: String,
    },
    /// No such mutant.
    #[error("{claim} has no mutant `{name}`; its mutants are {known}")]
    UnknownMutant {
        /// The claim.
        claim: String,
        /// The mutant.
        name: String,
        /// The mutants there are.
        known: String,
    },
}

fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.into_iter().collect();
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}

impl Case {
    /// The setup of one of the case's own sizes.
    pub fn setup(&self, size: &[u64]) -> Setup {
        let names = self.parameters.iter().map(|p| p.name.to_owned());
        Setup {
            parameters: names.zip(size.iter().copied()).collect(),
            ..Setup::default()
        }
    }

    /// The setup of the smallest size.
    pub fn smallest(&self) -> Setup {
        self.setup(self.sizes.first().copied().unwrap_or_default())
    }

    /// The names of the assumptions in force.
    pub fn assumed(&self) -> impl Iterator<Item = &'static str> {
        self.assumptions.iter().map(|(name, _)| *name)
    }

    /// What is expected of this setup, if the catalog knows.
    pub fn expectation(&self, setup: &Setup) -> Option<Verdict> {
        match (&setup.without[..], &setup.with[..], &setup.mutant) {
            ([], [], None) => Some(self.expected),
            ([], [], Some(mutant)) => {
                let killed = self.kills.contains(&mutant.as_str());
                killed.then_some(Verdict::Refuted)
            }
            ([name], [], None) => {
                let dropped = self.assumptions.iter().find(|(known, _)| known == name);
                dropped.map(|(_, verdict)| *verdict)
            }
            _ => None,
        }
    }

    /// The model and property that this setup describes, ready to be judged.
    pub fn judge(&self, setup: &Setup) -> Result<Box<dyn Judge>, SetupError> {
        self.check(setup)?;
        let mut setup = setup.clone();
        let in_force = self
            .assumed()
            .filter(|name| !setup.lacks(name))
            .map(str::to_owned)
            .chain(
                setup
                    .with
                    .iter()
                    .filter(|name| !self.assumed().any(|n| n == *name))
                    .cloned(),
            )
            .collect();
        setup.origin = Origin {
            claim: self.claim.to_owned(),
            variant: self.variant.to_owned(),
            property: String::new(),
            parameters: setup.parameters.clone(),
            assumptions: in_force,
            dropped: setup.without.clone(),
            mutant: setup.mutant.clone(),
            model_hash: self.hash(&setup),
        };
        (self.build.run)(&setup)
    }

    fn check(&self, setup: &Setup) -> Result<(), SetupError> {
        let claim = || self.claim.to_owned();
        let known = || list(self.parameters.iter().map(|p| p.name));
        for name in setup.parameters.keys() {
            if !self.parameters.iter().any(|p| p.name == name) {
                let (claim, name, known) = (claim(), name.clone(), known());
                return Err(SetupError::UnknownParameter { claim, name, known });
            }
        }
        let exists =
            |name: &str| NAMES.iter().any(|n| n.name == name) || self.assumed().any(|n| n == name);
        for name in setup.without.iter().chain(&setup.with) {
            if !exists(name) {
                let own = self
                    .assumed()
                    .filter(|own| !NAMES.iter().any(|n| n.name == *own));
                let known = list(NAMES.iter().map(|n| n.name).chain(own));
                return Err(SetupError::UnknownAssumption {
                    name: name.clone(),
                    known,
                });
            }
        }
        for name in &setup.without {
            if !self.assumed().any(|n| n == name) {
                let (claim, name, known) = (claim(), name.clone(), list(self.assumed()));
                return Err(SetupError::NotAssumed { claim, name, known });
            }
        }
        match &setup.mutant {
            Some(mutant) if !self.mutants.iter().any(|(name, _)| name == mutant) => {
                let known = list(self.mutants.iter().map(|(name, _)| *name));
                let (claim, name) = (claim(), mutant.clone());
                Err(SetupError::UnknownMutant { claim, name, known })
            }
            _ => Ok(()),
        }
    }

    /// A content hash over what defines the model: its source files and its builder without comments,
    /// layout and tests, and everything in the setup.
    pub fn hash(&self, setup: &Setup) -> String {
        setup.hash(self.definition())
    }

    /// The part of the content hash that all setups share.
    pub(super) fn definition(&self) -> ContentHash {
        let mut hash = ContentHash::new();
        for (path, text) in self.sources.iter().copied().flatten() {
            hash.text(path).source(text);
        }
        hash.source(self.build.text).text(self.variant);
        hash
    }
}

impl Setup {
    /// The content hash of this setup of a model.
    pub(super) fn hash(&self, mut definition: ContentHash) -> String {
        for (name, value) in &self.parameters {
            definition.text(&format!("{name}={value}"));
        }
        for (kind, names) in [("without", &self.without), ("with", &self.with)] {
            for name in names {
                definition.text(&format!("{kind} {name}"));
            }
        }
        definition.text(self.mutant.as_deref().unwrap_or_default());
        definition.finish()
    }

    /// The value of a parameter.
    ///
    /// # Panics
    ///
    /// If the case does not list the parameter, or the setup leaves it out: [`Case::setup`] never does.
    pub fn get(&self, name: &str) -> u64 {
        let value = self.parameters.get(name);
        *value.unwrap_or_else(|| panic!("the case lists the parameter {name}"))
    }

    /// The value of a parameter that must lie in a range, and why.
    pub fn within(
        &self,
        name: &str,
        range: std::ops::RangeInclusive<u64>,
        why: &str,
    ) -> Result<u64, SetupError> {
        let value = self.get(name);
        if range.contains(&value) {
            return Ok(value);
        }
        Err(SetupError::OutOfRange {
            name: name.to_owned(),
            value,
            expected: format!("{} to {}, {why}", range.start(), range.end()),
        })
    }

    /// Whether an assumption was dropped.
    pub fn lacks(&self, assumption: &str) -> bool {
        self.without.iter().any(|name| name == assumption)
    }

    /// The world of the source, with assumptions dropped and added as asked. Names that are not about the
    /// world are left to the model.
    pub fn world(&self, assumptions: Assumptions) -> Assumptions {
        assumptions.changed(&self.without, &self.with)
    }

    /// Where traces of this setup come from.
    pub fn origin(&self, property: &str) -> Origin {
        Origin {
            property: property.to_owned(),
            ..self.origin.clone()
        }
    }
}
