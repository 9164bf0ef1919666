//! A family of models, and what can be asked of it.

use super::{Asked, Assumption, Change, Mutants, Parameter, SetupError, Switch, plain};
use crate::judge::{FairClasses, Subject};
use crate::property::Property;
use crate::size::Size;
use crate::space::{OfModel, Searchable, Space};
use crate::subject::AnySubject;
use crate::trace::Origin;
use std::fmt::Debug;
use std::sync::Arc;

/// A family of models: one builder for all readings of an algorithm and all its sizes.
///
/// A value of the type is a reading: plain data, which enters the content hash through `Debug`. An algorithm whose nodes
/// are actors implements `verdict_world::Algorithm` instead, and gets its world of assumptions with that.
pub trait Model: Clone + Debug + Send + Sync + 'static {
    /// The errors that can be put into it; [`NoMutants`](super::NoMutants) if there are none.
    type Mutant: Mutants;
    /// What is searched.
    type Space: Space + Send + Sync + 'static;

    /// The parameters, in the order in which sizes are listed.
    fn parameters(&self) -> Vec<Parameter>;

    /// The model at one size.
    fn build(&self, size: &Size, mutant: Option<Self::Mutant>) -> Result<Self::Space, SetupError>;

    /// The assumptions that are switches on the reading.
    fn switches() -> &'static [Switch<Self>] {
        &[]
    }

    /// All assumptions that it knows, in force or not.
    fn assumptions(&self, size: &Size) -> Result<Vec<Assumption>, SetupError> {
        let _ = size;
        Ok(Self::switches()
            .iter()
            .map(|switch| switch.of(self))
            .collect())
    }

    /// Drops an assumption or adds one; whether it is known.
    fn change(&mut self, name: &str, change: Change) -> bool {
        Switch::change_named(Self::switches(), self, name, change)
    }

    /// A property of the model, ready to be judged.
    fn subject(
        space: Self::Space,
        property: Property<Self::Space>,
        fairness: FairClasses,
        origin: Origin,
    ) -> Box<dyn AnySubject> {
        Box::new(Subject {
            space: Arc::new(space),
            property,
            fairness,
            origin,
        })
    }

    /// Asks a property of this reading: a function `fn() -> Property<_>`, or one that looks at the model first,
    /// `fn(&Self::Space) -> Property<_>`.
    #[track_caller]
    fn asks<Marker, A: Asks<Self::Space, Marker>>(&self, property: A) -> Asked<Self> {
        let path = std::any::type_name::<A>();
        Asked::new(self.clone(), path, String::new(), property.into_question())
    }

    /// Asks a property that takes data: a function `fn(D) -> Property<_>`.
    #[track_caller]
    fn asks_of<D, A>(&self, property: A, data: D) -> Asked<Self>
    where
        D: Clone + Debug + Send + Sync + 'static,
        A: Fn(D) -> Property<Self::Space> + Send + Sync + 'static,
    {
        let path = std::any::type_name::<A>();
        let about = format!("{data:?}");
        let question = move |_: &Self::Space| Ok(property(data.clone()));
        Asked::new(self.clone(), path, about, Arc::new(question))
    }

    /// Asks a property that a plain stateright model lists itself, by its name: `always` of every reachable state,
    /// `sometimes` of some, `eventually` of every fair run.
    #[track_caller]
    fn asks_its<P: Searchable>(&self, property: &'static str) -> Asked<Self>
    where
        Self: Model<Space = OfModel<P>>,
    {
        let path = std::any::type_name::<P>();
        let question = move |space: &OfModel<P>| plain::property(&space.0, property);
        let about = property.to_owned();
        Asked::new(self.clone(), path, about, Arc::new(question)).by_name()
    }
}

/// A property, once the model is there and if it has such a property.
pub type Questioner<S> = Arc<dyn Fn(&S) -> Result<Property<S>, SetupError> + Send + Sync>;

/// A function that makes a property.
pub trait Asks<S: Space, Marker>: 'static {
    /// The property, once the model is there.
    fn into_question(self) -> Questioner<S>;
}

impl<S: Space, F: Fn() -> Property<S> + Send + Sync + 'static> Asks<S, ()> for F {
    fn into_question(self) -> Questioner<S> {
        Arc::new(move |_| Ok(self()))
    }
}

impl<S: Space, F: Fn(&S) -> Property<S> + Send + Sync + 'static> Asks<S, (S,)> for F {
    fn into_question(self) -> Questioner<S> {
        Arc::new(move |space| Ok(self(space)))
    }
}
