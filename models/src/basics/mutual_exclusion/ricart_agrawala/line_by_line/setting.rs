//! Which procedure is run line by line, and how often each process asks.

use super::{Mutant, Node, Procedure};
use verdict_checker::catalog::{Parameter, SetupError};
use verdict_checker::size::Size;
use verdict_world::Algorithm;

/// The code with the lines of one procedure, or of none, apart.
#[derive(Clone, Copy, Debug)]
pub struct LineByLine(pub Option<Procedure>);

impl Algorithm for LineByLine {
    type Node = Node;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        let requests = Parameter::new("R", "how often each process asks");
        vec![Parameter::new("N", "processes"), requests]
    }

    fn nodes(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Node>, SetupError> {
        let processes = size.within("N", 1..=8, "processes that all know each other")?;
        let requests = size.within("R", 1..=9, "requests of each process")?;
        let lines_of = self.0;
        let node = Node {
            processes,
            requests,
            lines_of,
            mutant,
        };
        Ok(vec![node; processes])
    }

    fn start(&self, _: &Size) -> String {
        "all are in OUT_CS with myclock = 0 and myreq_lt = 0".to_owned()
    }
}
