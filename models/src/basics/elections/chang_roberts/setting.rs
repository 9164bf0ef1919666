//! Rings of processes, and what is read differently in them.

use super::{Code, Mutant, Node, Starts, Uid};
use verdict_checker::catalog::{Parameter, SetupError};
use verdict_checker::size::{Size, Value};
use verdict_world::Algorithm;

/// The algorithm, as it is read.
#[derive(Clone, Copy, Debug)]
pub struct ChangRoberts {
    /// Who starts elections.
    pub starts: Starts,
    /// Whether `onLeader` makes a nonparticipant of a participant.
    pub resets: bool,
    /// Whether messages are counted.
    pub counts: bool,
    /// Whether all have the same UID.
    pub anonymous: bool,
}

impl ChangRoberts {
    /// The code as printed, called by nonparticipants.
    pub const PRINTED: ChangRoberts = ChangRoberts {
        starts: Starts::Nonparticipants,
        resets: false,
        counts: false,
        anonymous: false,
    };
}

/// The UIDs along the ring from the highest on, in the A-th of the (N-1)! arrangements.
pub fn arrangement(processes: usize, mut number: usize) -> Vec<Uid> {
    let mut left: Vec<Uid> = (1..processes as Uid).collect();
    let mut uids = vec![processes as Uid];
    while !left.is_empty() {
        let each: usize = (1..left.len()).product();
        uids.push(left.remove(number / each));
        number %= each;
    }
    uids
}

/// How many arrangements there are.
pub fn arrangements(processes: usize) -> usize {
    (1..processes).product()
}

impl Algorithm for ChangRoberts {
    type Node = Node;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        let mut parameters = vec![Parameter::new("N", "processes on the ring")];
        if !self.anonymous {
            parameters.push(Parameter::new(
                "A",
                "number of the arrangement of UIDs; 0 is increasing",
            ));
        }
        parameters
    }

    fn nodes(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Node>, SetupError> {
        let processes: usize = size.within("N", 1..=9, "processes on a directed ring")?;
        let node = |uid| Node {
            processes,
            uid,
            anonymous: self.anonymous,
            starts: self.starts,
            counts: self.counts,
            code: Code {
                resets: self.resets,
                mutant,
            },
        };
        if self.anonymous {
            return Ok(vec![node(1); processes]);
        }
        let all = arrangements(processes) as u64;
        let number = size.within("A", 0..=all - 1, "one of the (N-1)! arrangements")?;
        Ok(arrangement(processes, number)
            .into_iter()
            .map(node)
            .collect())
    }

    fn start(&self, size: &Size) -> String {
        let number = |name| match size.value(name) {
            Some(Value::Number(number)) => *number as usize,
            _ => 0,
        };
        if self.anonymous {
            return "all have the same UID".to_owned();
        }
        format!(
            "UIDs along the ring: {:?}",
            arrangement(number("N"), number("A"))
        )
    }
}
