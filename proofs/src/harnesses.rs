//! Harnesses as instances of a claim: each must pass.

use std::marker::PhantomData;
use verdict_checker::catalog::{Asked, Model, Mutants, NoMutants, Parameter, SetupError};
use verdict_checker::domain::{Domain, Instance, every_instance_is_right};
use verdict_checker::size::Size;
use verdict_kani::Harness;
use verdict_kani::kani::{Exhausted, Lists};

/// By what means a harness was run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Means {
    /// By the stand-in: every combination of values from short lists. What the ledger has.
    StandIn,
    /// On the compiled code, every value at full width, path by path: `ci/symbolic`.
    Symbolic,
    /// By Kani: `ci/kani.yml`.
    Kani,
}

impl Means {
    /// What a pass says, in words.
    pub fn in_words(self) -> String {
        match self {
            Means::StandIn => format!(
                "exhausted by the stand-in for Kani, not proved by Kani: every combination of {}",
                Lists::SHORT.in_words()
            ),
            Means::Symbolic => {
                "executed symbolically at full width on the compiled code".to_owned()
            }
            Means::Kani => "proved by Kani for every value".to_owned(),
        }
    }
}

/// Errors each of which is a harness that lacks something.
pub trait Lacking: Mutants {
    /// Which harness is put in the place of which.
    fn instead(self) -> Instead;
}

/// A harness that lacks something, in the place of one that does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instead {
    /// The one that does not.
    pub whole: &'static str,
    /// The one that does.
    pub lacking: &'static str,
}

impl Lacking for NoMutants {
    fn instead(self) -> Instead {
        match self {}
    }
}

/// These harnesses, all of which must pass.
#[derive(Clone, Copy, Debug)]
pub struct Harnesses<L> {
    names: &'static [&'static str],
    lacking: PhantomData<L>,
}

impl<L: Lacking> Harnesses<L> {
    /// The harnesses of these names pass.
    pub fn pass(names: &'static [&'static str]) -> Asked<Self> {
        let lacking = PhantomData;
        let all = Harnesses { names, lacking };
        all.asks(every_instance_is_right).sizes([[]])
    }
}

impl<L: Lacking> Model for Harnesses<L> {
    type Mutant = L;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn build(&self, _: &Size, mutant: Option<L>) -> Result<Domain, SetupError> {
        let (names, mutant) = (self.names, mutant.map(Lacking::instead));
        let setting = Means::StandIn.in_words();
        let list = move || {
            let instead = |name| match mutant {
                Some(Instead { whole, lacking }) if whole == name => lacking,
                Some(_) | None => name,
            };
            let names = names.iter().map(|name| instead(*name));
            names.map(|name| instance(named(name))).collect()
        };
        Ok(Domain::new(setting, list))
    }
}

fn named(name: &str) -> Harness {
    let harness = verdict_kani::harnesses().iter().find(|h| h.name == name);
    *harness.unwrap_or_else(|| panic!("there is no harness {name}"))
}

fn instance(harness: Harness) -> Instance {
    let outcome = harness.exhaust(&Lists::SHORT);
    let Exhausted {
        runs,
        given_up,
        covers,
        failure,
    } = &outcome;
    let met = covers.values().filter(|met| **met).count();
    let passes = failure.is_none() && harness.is_right(&outcome);
    let complaint = match failure {
        Some(failure) => format!("{} does not pass. {failure}.", harness.name),
        None => format!(
            "{}: {met} of {} covers are met.",
            harness.name, harness.covers
        ),
    };
    Instance::new(harness.name)
        .with("combinations", *runs)
        .with("given up", *given_up)
        .with("covers met", met)
        .must(passes)
        .or_say(complaint)
}
