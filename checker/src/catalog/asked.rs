//! Writing a case: a model, what is asked of it, and what is expected.

use super::case::{Case, Mutation, Question};
use super::model::{Model, Questioner};
use super::{Assumption, Change, Mutants, Setup, SetupError};
use crate::judge::FairClasses;
use crate::liveness::Fairness;
use crate::size::Size;
use crate::subject::AnySubject;
use crate::trace::Origin;
use crate::verdict::Verdict;
use std::panic::Location;
use std::sync::Arc;

/// A question to a model, on its way to becoming a [`Case`].
#[derive(Clone)]
pub struct Asked<M: Model> {
    written: &'static Location<'static>,
    variant: &'static str,
    reading: &'static str,
    expected: Verdict,
    sizes: Vec<Vec<u64>>,
    deep: Vec<Vec<u64>>,
    without: Vec<(&'static str, Verdict)>,
    kills: Vec<M::Mutant>,
    lacking: Vec<&'static str>,
    slips: Vec<String>,
    asked: Asking<M>,
}

/// What decides the verdict.
struct Asking<M: Model> {
    model: M,
    question: Questioner<M::Space>,
    /// The path of the function that makes the property.
    path: &'static str,
    /// What it was given.
    about: String,
    /// Whether the property was asked by its name, so that only the model knows whether there is one.
    by_name: bool,
    fairness: FairClasses,
}

impl<M: Model> Asked<M> {
    #[track_caller]
    pub(super) fn new(
        model: M,
        path: &'static str,
        about: String,
        question: Questioner<M::Space>,
    ) -> Self {
        Asked {
            written: Location::caller(),
            variant: "as-meant",
            reading: "",
            expected: Verdict::Holds,
            sizes: Vec::new(),
            deep: Vec::new(),
            without: Vec::new(),
            kills: Vec::new(),
            lacking: Vec::new(),
            slips: Vec::new(),
            asked: Asking {
                model,
                question,
                path,
                about,
                by_name: false,
                fairness: Vec::new(),
            },
        }
    }

    /// The property was asked by its name.
    pub(super) fn by_name(mut self) -> Self {
        self.asked.by_name = true;
        self
    }

    /// The name of the reading, unique within its claim, and what it takes the source to say.
    #[track_caller]
    pub fn reading(mut self, variant: &'static str, reading: &'static str) -> Self {
        self.written = Location::caller();
        (self.variant, self.reading) = (variant, reading);
        self
    }

    /// What a check must find; `holds` if nothing is said.
    pub fn expect(mut self, verdict: Verdict) -> Self {
        self.expected = verdict;
        self
    }

    /// The sizes that every check covers, smallest first, as values of the parameters in their order.
    pub fn sizes<const P: usize>(mut self, sizes: impl AsRef<[[u64; P]]>) -> Self {
        self.sizes = sizes.as_ref().iter().map(|size| size.to_vec()).collect();
        self
    }

    /// Further sizes, checked with `--deep`.
    pub fn deep<const P: usize>(mut self, sizes: impl AsRef<[[u64; P]]>) -> Self {
        self.deep = sizes.as_ref().iter().map(|size| size.to_vec()).collect();
        self
    }

    /// No sizes but those that every check covers.
    pub fn not_deeper(mut self) -> Self {
        self.deep.clear();
        self
    }

    /// What becomes of the claim without an assumption: `refuted` if one of the sizes of every check refutes it, `holds` if
    /// all of them are exhausted, `bounded` otherwise.
    pub fn without(mut self, assumption: &'static str, expected: Verdict) -> Self {
        self.without.push((assumption, expected));
        self
    }

    /// The mutants that the property must refute.
    pub fn kills(mut self, mutants: impl IntoIterator<Item = M::Mutant>) -> Self {
        self.kills = mutants.into_iter().collect();
        self
    }

    /// What a scheduler owes, for a property that is judged on cycles: classes of steps. Nothing is owed to others.
    pub fn fair(mut self, classes: impl IntoIterator<Item = (&'static str, Fairness)>) -> Self {
        self.asked.fairness = classes.into_iter().collect();
        self
    }

    /// Reads the source as assuming more than the model does by itself.
    pub fn assuming(self, assumption: &'static str) -> Self {
        self.change(assumption, Change::Assume)
    }

    /// Reads the source as assuming less than the model does by itself.
    pub fn lacking(mut self, assumption: &'static str) -> Self {
        self.lacking.push(assumption);
        self.change(assumption, Change::Drop)
    }

    fn change(mut self, name: &'static str, change: Change) -> Self {
        if !self.asked.model.change(name, change) {
            self.slips.push(format!("there is no assumption `{name}`"));
        }
        self
    }
}

impl<M: Model> From<Asked<M>> for Case {
    fn from(asked: Asked<M>) -> Case {
        Case {
            claim: "",
            written: asked.written,
            variant: asked.variant,
            reading: asked.reading,
            expected: asked.expected,
            parameters: asked.asked.model.parameters(),
            sizes: asked.sizes,
            deep: asked.deep,
            without: asked.without,
            lacking: asked.lacking,
            kills: asked.kills.into_iter().map(Mutants::name).collect(),
            mutants: Mutation::all_of::<M::Mutant>(),
            slips: asked.slips,
            question: Arc::new(asked.asked),
        }
    }
}

/// By hand, because the space need not be `Clone`.
impl<M: Model> Clone for Asking<M> {
    fn clone(&self) -> Self {
        Asking {
            model: self.model.clone(),
            question: Arc::clone(&self.question),
            path: self.path,
            about: self.about.clone(),
            by_name: self.by_name,
            fairness: self.fairness.clone(),
        }
    }
}

impl<M: Model> Asking<M> {
    fn changed(&self, setup: &Setup) -> M {
        let mut model = self.model.clone();
        for name in &setup.without {
            model.change(name, Change::Drop);
        }
        for name in &setup.with {
            model.change(name, Change::Assume);
        }
        model
    }
}

impl<M: Model> Question for Asking<M> {
    fn assumptions(&self, size: &Size) -> Result<Vec<Assumption>, SetupError> {
        self.model.assumptions(size)
    }

    fn is_asked(&self, size: &Size) -> Result<(), SetupError> {
        if self.by_name {
            (self.question)(&self.model.build(size, None)?)?;
        }
        Ok(())
    }

    fn subject(&self, setup: &Setup, origin: Origin) -> Result<Box<dyn AnySubject>, SetupError> {
        let model = self.changed(setup);
        let in_force = model.assumptions(&setup.size)?;
        let in_force = in_force
            .into_iter()
            .filter(|assumption| assumption.in_force);
        let mutant = setup.mutant.as_deref().and_then(M::Mutant::named);
        let space = model.build(&setup.size, mutant)?;
        let property = (self.question)(&space)?;
        let mut fairness = self.fairness.clone();
        fairness.retain(|_| property.is_liveness());
        let origin = Origin {
            property: property.name.to_owned(),
            assumptions: in_force
                .map(|assumption| assumption.name.to_owned())
                .collect(),
            world: crate::space::Space::setting(&space),
            ..origin
        };
        Ok(M::subject(space, property, fairness, origin))
    }

    fn fairness(&self) -> &FairClasses {
        &self.fairness
    }

    fn roots(&self) -> Vec<&'static str> {
        let (model, mutant) = (
            std::any::type_name::<M>(),
            std::any::type_name::<M::Mutant>(),
        );
        vec![model, mutant, std::any::type_name::<M::Space>(), self.path]
    }

    fn data(&self) -> String {
        let Asking {
            model,
            path,
            about,
            fairness,
            ..
        } = self;
        format!("{model:?}; {path}({about}); {fairness:?}")
    }
}
