//! The columns of Table 4.1 as families of models, each with the errors that can be put into it.

use super::{Change, Family, Harness};
use std::fmt::Debug;
use std::marker::PhantomData;
use verdict_checker::catalog::{Model, Mutants, Parameter, SetupError};
use verdict_checker::size::Size;

/// A column. It is a type, because what can be wrong in one family means nothing in another.
pub trait Column: Copy + Eq + Debug + Send + Sync + 'static {
    /// The family.
    const FAMILY: Family;
    /// The changes that are errors in it.
    const ERRORS: &'static [Change];

    /// The family as section 2.1.5 has it.
    fn as_described(self) -> Reading<Self> {
        Reading {
            column: self,
            otherwise: None,
        }
    }

    /// The family with one line read otherwise.
    fn with(self, change: Change) -> Reading<Self> {
        Reading {
            otherwise: Some(change),
            ..self.as_described()
        }
    }
}

macro_rules! columns {
    ($($column:ident: [$($error:ident),+],)+) => {
        $(
            #[doc = concat!("[`Family::", stringify!($column), "`].")]
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub struct $column;

            impl Column for $column {
                const FAMILY: Family = Family::$column;
                const ERRORS: &'static [Change] = &[$(Change::$error),+];
            }
        )+
    };
}

columns! {
    Uncoordinated: [FollowNobody, SaveSends],
    Coordinated: [FollowNobody, NoBlock, KeepTentative],
    Induced: [FollowNobody, SaveSends, NoForced, ForceLate],
    Pessimistic: [NoReplay, SendBeforeLog],
    Optimistic: [FollowNobody, NoReplay, SendWhenLogged, NoTracking],
    Causal: [NoReplay, NoPiggyback, OwnOnly, ForgetAtCheckpoint],
}

/// An error in the family of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ErrorIn<C>(Change, PhantomData<C>);

impl<C: Column> Mutants for ErrorIn<C> {
    fn all() -> Vec<Self> {
        let errors = C::ERRORS.iter();
        errors.map(|error| ErrorIn(*error, PhantomData)).collect()
    }

    fn name(self) -> &'static str {
        self.0.name()
    }

    fn change(self) -> &'static str {
        self.0.change()
    }
}

/// These changes as errors in the family of a column. One that the column does not list is no mutant of its models, and
/// the catalog says so.
pub(super) fn errors<C: Column, const COUNT: usize>(
    changes: [Change; COUNT],
) -> [ErrorIn<C>; COUNT] {
    changes.map(|change| ErrorIn(change, PhantomData))
}

/// A column, as it is described or with one line read otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading<C> {
    column: C,
    otherwise: Option<Change>,
}

impl<C: Column> Model for Reading<C> {
    type Mutant = ErrorIn<C>;
    type Space = Harness;

    fn parameters(&self) -> Vec<Parameter> {
        vec![
            Parameter::new("N", "processes"),
            Parameter::new("M", "messages that they send in all"),
            Parameter::new(
                "C",
                "checkpoints that each takes of its own accord; rounds, if they are coordinated",
            ),
            Parameter::new("failures", "processes that crash at most, at one moment"),
        ]
    }

    fn build(&self, size: &Size, mutant: Option<ErrorIn<C>>) -> Result<Harness, SetupError> {
        let processes: usize = size.within("N", 2..=6, "processes")?;
        Ok(Harness {
            family: C::FAMILY,
            changes: [self.otherwise, mutant.map(|ErrorIn(change, _)| change)],
            processes,
            messages: size.within("M", 0..=16, "messages in all")?,
            checkpoints: size.within("C", 0..=8, "of each process")?,
            failures: size.within("failures", 0..=processes as u64, "of different processes")?,
        })
    }
}
