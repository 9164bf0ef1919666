//! The catalog: claims of published sources, each with its readings, each reading a case that can be judged.
//!
//! | where | what |
//! |---|---|
//! | [`claim`](Claim) | sources and claims |
//! | [`model`](Model) | a family of models: one builder for all its readings |
//! | [`plain`](Plain) | a family of plain stateright models |
//! | [`asked`](Asked) | writing a case: `model.asks(property).reading(...).sizes(...)` |
//! | [`measured`](Measured) | writing a case that is measured: `experiment.measures(figures).reading(...).sizes(...)` |
//! | [`case`](Case) | a case: what it is, how it is built |
//! | [`setup`](Setup) | what a user may change about it |
//! | [`kill`] | whether a property refutes what is wrong |
//! | [`assumption`](Assumption), [`mutant`](Mutants) | what can be taken from a model, and what can be put wrong in it |
//!
//! Nothing here names a source: a catalog is made by whoever has claims to judge.

mod asked;
mod assumption;
mod case;
mod claim;
mod code;
mod expected;
mod fairness;
pub mod kill;
mod measured;
mod model;
mod mutant;
mod parameter;
mod plain;
mod publication;
mod setup;
mod slips;

pub use asked::Asked;
pub use assumption::{Assumption, Change, Switch};
pub use case::{Case, Mutation};
pub use claim::{Claim, Kind, Source};
pub use measured::Measured;
pub use model::{Asks, Model, Questioner};
pub use mutant::{Mutants, NoMutants};
pub use parameter::Parameter;
pub use plain::Plain;
pub use publication::Publication;
pub use setup::{Setup, SetupError};
pub use slips::{Slip, Slips};

use crate::sources::{ContentHash, Package};
use code::Code;
use std::collections::BTreeSet;

/// Claims of published sources, in order.
pub struct Catalog {
    code: Code,
    sources: Vec<Source>,
    claims: Vec<Claim>,
    publications: Vec<(&'static str, Publication)>,
}

impl Catalog {
    /// A catalog of these claims. Whatever is wrong with it is told now and not when somebody comes across it.
    ///
    /// `code` is what the build found in the crates that have the models (`sources!`), and decides what is stale.
    pub fn new(
        code: impl IntoIterator<Item = Package>,
        sources: impl IntoIterator<Item = Source>,
        claims: impl IntoIterator<Item = Claim>,
    ) -> Result<Self, Slips> {
        let catalog = Catalog {
            code: Code::new(code),
            sources: sources.into_iter().collect(),
            claims: claims.into_iter().collect(),
            publications: Vec::new(),
        };
        slips::find(&catalog).map(|()| catalog)
    }

    /// The same catalog with further readings of its claims, each behind those that its claim has: what others than its
    /// author have found about them. `code` is that of their models.
    pub fn with(
        mut self,
        code: impl IntoIterator<Item = Package>,
        cases: impl IntoIterator<Item = (&'static str, Case)>,
    ) -> Result<Self, Slips> {
        self.code = self.code.with(code);
        let mut slips = Vec::new();
        for (id, case) in cases {
            match self.claims.iter_mut().find(|claim| claim.id == id) {
                Some(claim) => claim.push(case),
                None => slips.push(Slip::no_claim(id, &case)),
            }
        }
        if !slips.is_empty() {
            return Err(Slips(slips));
        }
        slips::find(&self).map(|()| self)
    }

    /// The sources.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The claims.
    pub fn claims(&self) -> &[Claim] {
        &self.claims
    }

    /// The claims of a source.
    pub fn claims_of(&self, source: &Source) -> impl Iterator<Item = &Claim> {
        let key = source.key;
        self.claims
            .iter()
            .filter(move |claim| claim.source_key() == key)
    }

    /// The source of a claim.
    ///
    /// # Panics
    ///
    /// If the claim is not one of this catalog.
    pub fn source_of(&self, claim: &Claim) -> &Source {
        let found = self
            .sources
            .iter()
            .find(|source| source.key == claim.source_key());
        found.expect("the source of every claim is in its catalog")
    }

    /// The claim with this id.
    pub fn claim(&self, id: &str) -> Option<&Claim> {
        self.claims.iter().find(|claim| claim.id == id)
    }

    /// Every case, in the order of the claims.
    pub fn cases(&self) -> impl Iterator<Item = &Case> {
        self.claims.iter().flat_map(|claim| &claim.cases)
    }

    /// The case of this name.
    pub fn case(&self, claim: &str, variant: &str) -> Option<&Case> {
        let cases = &self.claim(claim)?.cases;
        cases.iter().find(|case| case.variant == variant)
    }

    /// The source files that decide the verdict of a case, each as its crate and its path.
    pub fn decided_by(&self, case: &Case) -> BTreeSet<(&'static str, &'static str)> {
        self.code.files(&case.question.roots())
    }

    /// The crates behind it, as the build found them.
    pub fn code(&self) -> &[Package] {
        self.code.packages()
    }

    /// The same claims over other source text: what has another hash there would be stale.
    pub fn with_code(&self, code: impl IntoIterator<Item = Package>) -> Catalog {
        Catalog {
            code: Code::new(code),
            sources: self.sources.clone(),
            claims: self.claims.clone(),
            publications: self.publications.clone(),
        }
    }

    /// A content hash over whatever decides the verdict of a setup: the source text behind the model, its property, its
    /// world and the search, the data of the reading, and the setup.
    pub fn hash(&self, case: &Case, setup: &Setup) -> String {
        let mut hash = ContentHash::new();
        hash.text(&self.code.digest(case.question.roots()));
        hash.text(&case.question.data());
        hash.text(&setup.size.to_string());
        for (kind, names) in [("without", &setup.without), ("with", &setup.with)] {
            for name in names {
                hash.text(&format!("{kind} {name}"));
            }
        }
        hash.text(setup.mutant.as_deref().unwrap_or_default());
        hash.finish()
    }
}
