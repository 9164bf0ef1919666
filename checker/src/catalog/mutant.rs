//! Mutants: small errors in an algorithm, made on purpose to see whether a property notices.

use std::fmt::Debug;

/// The errors that can be put into a model, each declared once. Made by [`mutants!`](crate::mutants).
pub trait Mutants: Copy + Eq + Debug + Send + Sync + 'static {
    /// All of them, in the order in which they are listed.
    fn all() -> Vec<Self>;

    /// The name that the command line takes.
    fn name(self) -> &'static str;

    /// What it changes.
    fn change(self) -> &'static str;

    /// The mutant of this name.
    fn named(name: &str) -> Option<Self> {
        Self::all().into_iter().find(|mutant| mutant.name() == name)
    }
}

/// For a model into which no error can be put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoMutants {}

impl Mutants for NoMutants {
    fn all() -> Vec<Self> {
        Vec::new()
    }

    fn name(self) -> &'static str {
        match self {}
    }

    fn change(self) -> &'static str {
        match self {}
    }
}

/// An enum of mutants, each with the name that the command line takes and with what it changes.
///
/// ```
/// use verdict_checker::catalog::Mutants;
///
/// verdict_checker::mutants! {
///     /// Errors in the lock server.
///     Generous = "generous": "the server grants whether or not the lock is taken",
///     Forgetful = "forgetful": "the server keeps no queue",
/// }
///
/// assert_eq!(Mutant::named("generous"), Some(Mutant::Generous));
/// assert_eq!(Mutant::Forgetful.change(), "the server keeps no queue");
/// ```
#[macro_export]
macro_rules! mutants {
    ($(#[$about:meta])* $($mutant:ident = $name:literal: $change:literal,)+) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Mutant {
            $(#[doc = $change] $mutant,)+
        }

        impl $crate::catalog::Mutants for Mutant {
            fn all() -> ::std::vec::Vec<Self> {
                ::std::vec![$(Mutant::$mutant,)+]
            }

            fn name(self) -> &'static str {
                match self {
                    $(Mutant::$mutant => $name,)+
                }
            }

            fn change(self) -> &'static str {
                match self {
                    $(Mutant::$mutant => $change,)+
                }
            }
        }
    };
}
