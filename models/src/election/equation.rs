//! Equation 7.5, which is to say that uniqueness once reached is kept, on every short history.
//!
//! Printed: `∀t1. ∃t. (uniqueLeader(t) ∧ t1 ≥ t) ⟹ uniqueLeader(t1)`. The t exists for each t1 by itself, and t = t1 will
//! always do: the formula is true of every history, also of one that loses uniqueness. Meant is `∀t`.

use verdict_checker::catalog::{Model, Parameter, SetupError};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::size::Size;

/// How the earlier time is quantified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Earlier {
    /// `∃t`, as printed.
    Some,
    /// `∀t`, as meant.
    Every,
}

verdict_checker::mutants! {
    /// A small error, made on purpose.
    SomeTime = "some-time": "the earlier time is one that exists, not every one",
    Later = "later": "t1 is any time, also before t",
}

/// Equation 7.5 on every history of up to five moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Equation75(pub Earlier);

impl Model for Equation75 {
    type Mutant = Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn build(&self, _: &Size, mutant: Option<Mutant>) -> Result<Domain, SetupError> {
        let earlier = match mutant {
            Some(Mutant::SomeTime) => Earlier::Some,
            _ => self.0,
        };
        let later = mutant == Some(Mutant::Later);
        let what =
            "every history of up to five moments: whether there is at most one leader at each";
        Ok(Domain::new(what, move || {
            let histories = (1..=5).flat_map(histories);
            histories
                .map(|history| instance(&history, earlier, later))
                .collect()
        }))
    }
}

/// Every history of so many moments.
fn histories(moments: u32) -> impl Iterator<Item = Vec<bool>> {
    let all = 0..1u32 << moments;
    all.map(move |bits| (0..moments).map(|at| bits >> at & 1 == 1).collect())
}

/// The formula, on one history.
fn formula(unique: &[bool], earlier: Earlier, later: bool) -> bool {
    let times = 0..unique.len();
    times.clone().all(|t1| {
        let implied = |t: usize| !(unique[t] && (t1 >= t || later)) || unique[t1];
        match earlier {
            Earlier::Some => times.clone().any(implied),
            Earlier::Every => times.clone().all(implied),
        }
    })
}

/// Whether uniqueness, once there, is there at the next moment.
fn keeps(unique: &[bool]) -> bool {
    unique.windows(2).all(|pair| !pair[0] || pair[1])
}

fn instance(unique: &[bool], earlier: Earlier, later: bool) -> Instance {
    let words: Vec<_> = unique
        .iter()
        .map(|u| if *u { "one" } else { "two" })
        .collect();
    let history = words.join(", ");
    let (says, does) = (formula(unique, earlier, later), keeps(unique));
    let is = |yes: bool| if yes { "is" } else { "is not" };
    Instance::new(history.clone())
        .with("formula", says.to_string())
        .with("kept", does.to_string())
        .must(says == does)
        .or_say(format!(
            "With {history} leaders uniqueness {} kept, and the formula {} true.",
            is(does),
            is(says)
        ))
}
