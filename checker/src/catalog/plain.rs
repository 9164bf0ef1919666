//! Plain stateright models as a family, by the function that makes one.

use super::setup::list;
use super::{Assumption, Model, Mutants, Parameter, SetupError};
use crate::property::{Promise, Property};
use crate::size::Size;
use crate::space::{OfModel, Searchable};
use stateright::Expectation;
use std::fmt;
use std::marker::PhantomData;

/// A family of plain stateright models, taken as they are: the function that makes one of a size, with an error in it if one
/// is asked for.
///
/// ```
/// use stateright::{Model as _, Property};
/// use verdict_checker::catalog::{Claim, Model, NoMutants, Parameter, Plain, SetupError};
/// use verdict_checker::size::Size;
///
/// struct Countdown(u8);
///
/// impl stateright::Model for Countdown {
///     type State = u8;
///     type Action = ();
///     fn init_states(&self) -> Vec<u8> { vec![self.0] }
///     fn actions(&self, left: &u8, actions: &mut Vec<()>) { actions.extend((*left > 0).then_some(())); }
///     fn next_state(&self, left: &u8, _: ()) -> Option<u8> { Some(left - 1) }
///     fn properties(&self) -> Vec<Property<Self>> { vec![Property::sometimes("zero", |_, left| *left == 0)] }
/// }
///
/// fn countdown(size: &Size, _: Option<NoMutants>) -> Result<Countdown, SetupError> {
///     Ok(Countdown(size.within("from", 1..=9, "as rockets do")?))
/// }
///
/// let family = Plain::new(countdown, [Parameter::new("from", "where it starts")]);
/// let claim = Claim::safety("countdown/ends", "page 1", "It can reach zero.")
///     .case(family.asks_its("zero").reading("as-meant", "every second counts").sizes([[3]]));
/// # assert_eq!(claim.cases[0].parameters[0].name, "from");
/// ```
pub struct Plain<F, M, X> {
    make: F,
    parameters: Vec<Parameter>,
    of: PhantomData<fn() -> (M, X)>,
}

impl<F, M, X> Plain<F, M, X>
where
    F: Fn(&Size, Option<X>) -> Result<M, SetupError>,
{
    /// The models that this function makes. It is named, and no closure: its name is how a changed line of it is noticed.
    pub fn new(make: F, parameters: impl IntoIterator<Item = Parameter>) -> Self {
        Plain {
            make,
            parameters: parameters.into_iter().collect(),
            of: PhantomData,
        }
    }
}

impl<F, M, X> Model for Plain<F, M, X>
where
    F: Fn(&Size, Option<X>) -> Result<M, SetupError> + Clone + Send + Sync + 'static,
    M: Searchable,
    X: Mutants,
{
    type Mutant = X;
    type Space = OfModel<M>;

    fn parameters(&self) -> Vec<Parameter> {
        self.parameters.clone()
    }

    fn build(&self, size: &Size, mutant: Option<X>) -> Result<OfModel<M>, SetupError> {
        (self.make)(size, mutant).map(OfModel)
    }

    /// None by name: whatever the model assumes is in its steps. Tells whether there is a model of this size.
    fn assumptions(&self, size: &Size) -> Result<Vec<Assumption>, SetupError> {
        self.build(size, None).map(|_| Vec::new())
    }
}

/// By hand, because the model need not be `Clone`.
impl<F: Clone, M, X> Clone for Plain<F, M, X> {
    fn clone(&self) -> Self {
        Plain {
            make: self.make.clone(),
            parameters: self.parameters.clone(),
            of: PhantomData,
        }
    }
}

/// By hand, because a function prints as its name.
impl<F, M, X> fmt::Debug for Plain<F, M, X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let make = std::any::type_name::<F>();
        write!(f, "Plain({make}, {:?})", self.parameters)
    }
}

/// The property of this name among those that a model lists. What must happen in the end is judged on cycles, of every fair
/// run: stateright itself takes a cycle for an end.
pub(super) fn property<M: Searchable>(
    model: &M,
    name: &str,
) -> Result<Property<OfModel<M>>, SetupError> {
    let own = model.properties();
    let found = own.iter().find(|own| own.name == name);
    let stateright::Property {
        expectation,
        name,
        condition,
    } = found.ok_or_else(|| SetupError::UnknownProperty {
        name: name.to_owned(),
        known: list(own.iter().map(|own| own.name)),
    })?;
    let condition = *condition;
    let holds = move |space: &OfModel<M>, state: &M::State| condition(&space.0, state);
    Ok(match expectation {
        Expectation::Always => Property::always(name, holds),
        Expectation::Sometimes => Property::possible(name, holds),
        Expectation::Eventually => {
            Property::promises(name, vec![Promise::eventually(*name, holds)])
        }
    })
}
