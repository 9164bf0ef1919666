//! Writing a case that is measured: an experiment, what is read off its runs, and what is expected.

use super::case::{Case, Mutation, Question};
use super::{Assumption, Mutants, Setup, SetupError};
use crate::judge::FairClasses;
use crate::measure::{Experiment, Gauge, SEEDS, Trial};
use crate::size::Size;
use crate::subject::AnySubject;
use crate::trace::Origin;
use crate::verdict::Verdict;
use std::panic::Location;
use std::sync::Arc;

/// An experiment on its way to becoming a [`Case`].
pub struct Measured<E: Experiment> {
    written: &'static Location<'static>,
    variant: &'static str,
    reading: &'static str,
    expected: Verdict,
    sizes: Vec<Vec<u64>>,
    deep: Vec<Vec<u64>>,
    kills: Vec<E::Mutant>,
    measuring: Measuring<E>,
}

type Gauges<O> = Arc<dyn Fn(&Size) -> Vec<Gauge<O>> + Send + Sync>;

/// What decides the verdict.
struct Measuring<E: Experiment> {
    experiment: E,
    gauges: Gauges<E::Outcome>,
    /// The path of the function that makes the gauges.
    path: &'static str,
    /// Nothing is owed by a scheduler that does not exist.
    fairness: FairClasses,
}

impl<E: Experiment> Measured<E> {
    #[track_caller]
    pub(crate) fn new(
        experiment: E,
        path: &'static str,
        gauges: impl Fn(&Size) -> Vec<Gauge<E::Outcome>> + Send + Sync + 'static,
    ) -> Self {
        Measured {
            written: Location::caller(),
            variant: "as-meant",
            reading: "",
            expected: Verdict::Reproduced,
            sizes: Vec::new(),
            deep: Vec::new(),
            kills: Vec::new(),
            measuring: Measuring {
                experiment,
                gauges: Arc::new(gauges),
                path,
                fairness: Vec::new(),
            },
        }
    }

    /// The name of the reading, unique within its claim, and what it takes the source to say.
    #[track_caller]
    pub fn reading(mut self, variant: &'static str, reading: &'static str) -> Self {
        self.written = Location::caller();
        (self.variant, self.reading) = (variant, reading);
        self
    }

    /// What a check must find; `reproduced` if nothing is said.
    pub fn expect(mut self, verdict: Verdict) -> Self {
        self.expected = verdict;
        self
    }

    /// The sizes that every check covers, smallest first: values of the parameters in their order, and the number of seeds.
    pub fn sizes<const P: usize>(mut self, sizes: impl AsRef<[[u64; P]]>) -> Self {
        self.sizes = sizes.as_ref().iter().map(|size| size.to_vec()).collect();
        self
    }

    /// Further sizes, checked with `--deep`.
    pub fn deep<const P: usize>(mut self, sizes: impl AsRef<[[u64; P]]>) -> Self {
        self.deep = sizes.as_ref().iter().map(|size| size.to_vec()).collect();
        self
    }

    /// The mutants with which the figures must not be reproduced.
    pub fn kills(mut self, mutants: impl IntoIterator<Item = E::Mutant>) -> Self {
        self.kills = mutants.into_iter().collect();
        self
    }
}

impl<E: Experiment> From<Measured<E>> for Case {
    fn from(measured: Measured<E>) -> Case {
        let mut slips = Vec::new();
        if !(measured.expected.is_measured() || measured.expected == Verdict::Unchecked) {
            slips.push(format!(
                "a measurement is expected to be `{}`, which only a search can find",
                measured.expected
            ));
        }
        let mut parameters = measured.measuring.experiment.parameters();
        parameters.push(SEEDS);
        Case {
            claim: "",
            written: measured.written,
            variant: measured.variant,
            reading: measured.reading,
            expected: measured.expected,
            parameters,
            sizes: measured.sizes,
            deep: measured.deep,
            without: Vec::new(),
            lacking: Vec::new(),
            kills: measured.kills.into_iter().map(Mutants::name).collect(),
            mutants: Mutation::all_of::<E::Mutant>(),
            slips,
            question: Arc::new(measured.measuring),
        }
    }
}

impl<E: Experiment> Question for Measuring<E> {
    /// None by name; tells whether there is an experiment of this size.
    fn assumptions(&self, size: &Size) -> Result<Vec<Assumption>, SetupError> {
        Trial::<E>::seeds(size)?;
        self.experiment.build(size, None).map(|_| Vec::new())
    }

    fn is_asked(&self, _: &Size) -> Result<(), SetupError> {
        Ok(())
    }

    fn subject(&self, setup: &Setup, origin: Origin) -> Result<Box<dyn AnySubject>, SetupError> {
        let mutant = setup.mutant.as_deref().and_then(E::Mutant::named);
        let ready = self.experiment.build(&setup.size, mutant)?;
        let origin = Origin {
            property: "every figure fits".to_owned(),
            world: E::setting(&ready),
            ..origin
        };
        Ok(Box::new(Trial::<E> {
            seeds: Trial::<E>::seeds(&setup.size)?,
            gauges: (self.gauges)(&setup.size),
            origin,
            ready,
        }))
    }

    fn fairness(&self) -> &FairClasses {
        &self.fairness
    }

    fn roots(&self) -> Vec<&'static str> {
        use std::any::type_name;
        // What is built and what comes out is named where the experiment is.
        let (experiment, mutant) = (type_name::<E>(), type_name::<E::Mutant>());
        vec![type_name::<Trial<E>>(), experiment, mutant, self.path]
    }

    fn data(&self) -> String {
        format!("{:?}; {}", self.experiment, self.path)
    }
}
