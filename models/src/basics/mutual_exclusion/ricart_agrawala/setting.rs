//! The world of Ricart and Agrawala's algorithm, and what is read differently in it.

use super::{Clock, Mutant, Node};
use verdict_checker::catalog::{Parameter, SetupError};
use verdict_checker::size::Size;
use verdict_world::Algorithm;

/// The algorithm, as it is read.
#[derive(Clone, Copy, Debug)]
pub struct RicartAgrawala {
    /// What moves the clocks.
    pub clock: Clock,
    /// Whether each process asks a given number of times, so that what happened can be counted; otherwise it asks for ever.
    pub counted: bool,
}

impl RicartAgrawala {
    /// The slide to the letter; everyone asks for ever.
    pub const PRINTED: RicartAgrawala = RicartAgrawala {
        clock: Clock::Printed,
        counted: false,
    };
    /// The slide to the letter; everyone asks a given number of times.
    pub const COUNTED: RicartAgrawala = RicartAgrawala {
        counted: true,
        ..RicartAgrawala::PRINTED
    };
}

impl Algorithm for RicartAgrawala {
    type Node = Node;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        let mut parameters = vec![Parameter::new("N", "processes")];
        if self.counted {
            parameters.push(Parameter::new("R", "how often each process asks"));
        }
        parameters
    }

    fn nodes(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Node>, SetupError> {
        let processes = size.within("N", 1..=8, "processes that all know each other")?;
        let requests = self
            .counted
            .then(|| size.within("R", 1..=9, "requests of each process"));
        let node = Node {
            processes,
            clock: self.clock,
            requests: requests.transpose()?,
            mutant,
        };
        Ok(vec![node; processes])
    }

    fn start(&self, _: &Size) -> String {
        let asks = if self.counted { "R times" } else { "for ever" };
        format!("all are in OUT_CS with myclock = 0; each asks {asks}")
    }
}
