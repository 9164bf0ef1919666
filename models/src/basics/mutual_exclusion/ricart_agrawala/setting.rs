//! The world of Ricart and Agrawala's algorithm, and what is read differently in it.

use super::{Clock, Mutant, Node};
use verdict_checker::catalog::{Parameter, SetupError};
use verdict_checker::size::Size;
use verdict_world::{Algorithm, Assumptions, Time};

/// Who asks, where it is counted how long processes wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Askers {
    /// S0 alone.
    One,
    /// Everybody.
    All,
}

/// The algorithm, as it is read.
#[derive(Clone, Copy, Debug)]
pub struct RicartAgrawala {
    /// What moves the clocks.
    pub clock: Clock,
    /// Whether each process asks a given number of times, so that what happened can be counted; otherwise it asks for ever.
    pub counted: bool,
    /// Who asks, if ticks are counted: a message takes 1 to D of them, a critical section none.
    pub timed: Option<Askers>,
}

impl RicartAgrawala {
    /// The slide to the letter; everyone asks for ever.
    pub const PRINTED: RicartAgrawala = RicartAgrawala {
        clock: Clock::Printed,
        counted: false,
        timed: None,
    };
    /// The slide to the letter; everyone asks a given number of times.
    pub const COUNTED: RicartAgrawala = RicartAgrawala {
        counted: true,
        ..RicartAgrawala::PRINTED
    };

    /// The slide to the letter, where it is counted how long these wait.
    pub const fn timed(askers: Askers) -> RicartAgrawala {
        RicartAgrawala {
            timed: Some(askers),
            ..RicartAgrawala::COUNTED
        }
    }
}

impl Algorithm for RicartAgrawala {
    type Node = Node;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        let mut parameters = vec![Parameter::new("N", "processes")];
        if self.counted {
            parameters.push(Parameter::new("R", "how often each process asks"));
        }
        if self.timed.is_some() {
            parameters.push(Parameter::new(
                "D",
                "the diameter of the network: the most ticks that a message takes",
            ));
        }
        parameters
    }

    fn assumptions(&self, size: &Size) -> Result<Assumptions, SetupError> {
        let mut world = Assumptions::default();
        if self.timed.is_some() {
            let delay = size.within("D", 1..=9, "hops of one tick each")?;
            world.time = Time::Ticks { delay };
        }
        Ok(world)
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
            timed: self.timed.is_some(),
            mutant,
        };
        let mut nodes = vec![node; processes];
        if self.timed == Some(Askers::One) {
            for other in &mut nodes[1..] {
                other.requests = Some(0);
            }
        }
        Ok(nodes)
    }

    fn start(&self, _: &Size) -> String {
        let asks = if self.counted { "R times" } else { "for ever" };
        let who = match self.timed {
            Some(Askers::One) => "S0",
            Some(Askers::All) | None => "each",
        };
        let mut start = format!("all are in OUT_CS with myclock = 0; {who} asks {asks}");
        if self.timed.is_some() {
            start.push_str("; a critical section takes no time");
        }
        start
    }
}
