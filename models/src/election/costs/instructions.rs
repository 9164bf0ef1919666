//! Table 5.8 and section 5.6.2: Algorithm 5 counted in instructions, and in rounds of its loop.

use verdict_checker::catalog::{Model, NoMutants, Parameter, SetupError};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::size::Size;

verdict_checker::mutants! {
    /// A slip in counting.
    NoTest = "no-test": "the test of the loop is not counted",
}

/// The instructions of Algorithm 5 in x rounds of its loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instructions;

impl Model for Instructions {
    type Mutant = Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn build(&self, _: &Size, mutant: Option<Mutant>) -> Result<Domain, SetupError> {
        let of = move |x: u64| {
            let contacts: Vec<_> = (1..=x).map(|round| round == x).collect();
            let found = instructions(&contacts, mutant);
            Instance::new(format!("x = {x}"))
                .with("claimed", 1 + 4 * x)
                .with("found", found)
                .must(found == 1 + 4 * x)
        };
        Ok(Domain::new("x = 1 to 6", move || (1..=6).map(of).collect()))
    }
}

/// Table 5.8: the instructions of Algorithm 5 when `Communicate` returns this.
fn instructions(contacts: &[bool], mutant: Option<Mutant>) -> u64 {
    let mut count = 1; // leaderContacted := false
    for contacted in contacts {
        count += 2; // Communicate(...) == true
        count += 1; // leaderContacted := true, or LeaderElection(node)
        count += u64::from(mutant != Some(Mutant::NoTest)); // leaderContacted == false
        if *contacted {
            break;
        }
    }
    count
}

/// The rounds of the loop of Algorithm 5, of which section 5.6.2 says that there are at most two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rounds;

impl Model for Rounds {
    type Mutant = NoMutants;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn build(&self, _: &Size, _: Option<NoMutants>) -> Result<Domain, SetupError> {
        let of = |runs: usize| {
            let failed = std::iter::repeat_n(false, runs);
            let rounds = failed.chain([true]).count();
            Instance::new(format!("{runs} runs of LeaderElection"))
                .with("claimed rounds", "at most 2")
                .with("rounds", rounds)
                .must(rounds <= 2)
                .or_say(format!(
                    "A node that runs LeaderElection {runs} times takes {rounds} rounds, where at most 2 are claimed."
                ))
        };
        let what = "no, one or two runs of LeaderElection";
        Ok(Domain::new(what, move || (0..=2).map(of).collect()))
    }
}
