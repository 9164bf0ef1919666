//! The arbiter with its processes, and what is read differently of them.

use super::{Mutant, Role, Waiting};
use verdict_checker::catalog::{Parameter, SetupError};
use verdict_checker::size::Size;
use verdict_world::Algorithm;

/// The algorithm, as it is read.
#[derive(Clone, Copy, Debug)]
pub struct Centralized {
    /// What the arbiter does with those that wait.
    pub waiting: Waiting,
    /// Whether each process asks a given number of times, so that messages can be counted.
    pub counted: bool,
}

impl Algorithm for Centralized {
    type Node = Role;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        let mut parameters = vec![Parameter::new("N", "processes beside the arbiter")];
        if self.counted {
            parameters.push(Parameter::new("R", "how often each process asks"));
        }
        parameters
    }

    fn nodes(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Role>, SetupError> {
        let processes: usize = size.within("N", 1..=12, "beside the arbiter")?;
        let requests = self
            .counted
            .then(|| size.within("R", 1..=9, "requests of each process"));
        let role = Role {
            waiting: self.waiting,
            requests: requests.transpose()?,
            mutant,
        };
        Ok(vec![role; processes + 1])
    }

    fn start(&self, _: &Size) -> String {
        let asks = if self.counted { "R times" } else { "for ever" };
        format!("the arbiter has the permit; each process asks {asks}")
    }
}
