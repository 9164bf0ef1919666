//! Section 3: the world of the algorithm without failures.

use super::{Mutant, Original, Reading, Rules, START};
use verdict_checker::catalog::{Parameter, SetupError};
use verdict_checker::size::Size;
use verdict_world::{Algorithm, Assumptions};

/// Section 3, as it is read: N sites in the friendliest asynchronous world.
#[derive(Clone, Copy, Debug)]
pub struct Section3 {
    /// How action (2) is read.
    pub reading: Reading,
    /// Whether requests count how often they are sent.
    pub counts_hops: bool,
}

impl Section3 {
    /// As the text means it.
    pub const MEANT: Section3 = Section3 {
        reading: Reading::Meant,
        counts_hops: false,
    };
    /// Action (2) to the letter.
    pub const PRINTED: Section3 = Section3 {
        reading: Reading::Printed,
        ..Section3::MEANT
    };
    /// As the text means it; requests count how often they are sent.
    pub const COUNTING: Section3 = Section3 {
        counts_hops: true,
        ..Section3::MEANT
    };
}

impl Algorithm for Section3 {
    type Node = Original;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::new("N", "sites")]
    }

    fn assumptions(&self, _: &Size) -> Result<Assumptions, SetupError> {
        Ok(Assumptions::default())
    }

    fn nodes(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Original>, SetupError> {
        let nodes = size.within("N", 2..=8, "of which S0 has the token at first")?;
        let reading = self.reading;
        let site = Original {
            rules: Rules { reading, mutant },
            counts_hops: self.counts_hops,
        };
        Ok(vec![site; nodes])
    }

    fn start(&self, _: &Size) -> String {
        format!("{START}; each site asks again and again")
    }
}
