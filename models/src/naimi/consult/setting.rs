//! Section 4: the world of Naimi and Trehel's own extension.

use super::super::original::START;
use super::{Consult, Mutant};
use verdict_checker::catalog::{Parameter, SetupError};
use verdict_checker::size::Size;
use verdict_world::{Algorithm, Assumptions, Crash, Order, Time};

/// Section 4: N sites with up to r requests each, over FIFO channels, in bounded time.
#[derive(Clone, Copy, Debug)]
pub struct Section4;

fn nodes(size: &Size) -> Result<u8, SetupError> {
    size.within("N", 2..=8, "of which S0 has the token at first")
}

impl Algorithm for Section4 {
    type Node = Consult;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        vec![
            Parameter::new("N", "sites"),
            Parameter::new("r", "requests that each site makes"),
            Parameter::new("crashes", "crashes in a run"),
        ]
    }

    fn assumptions(&self, size: &Size) -> Result<Assumptions, SetupError> {
        let most = u64::from(nodes(size)?) - 1;
        Ok(Assumptions {
            order: Order::Fifo,
            time: Time::Synchronous,
            crash: Crash {
                budget: size.within("crashes", 0..=most, "at most N - 1")?,
                consecutive: None,
                amid_sends: false,
            },
            ..Assumptions::default()
        })
    }

    fn nodes(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Consult>, SetupError> {
        let nodes = nodes(size)?;
        let requests = size.within("r", 1..=3, "for each site")?;
        let site = Consult {
            nodes,
            requests,
            mutant,
        };
        Ok(vec![site; nodes.into()])
    }

    fn start(&self, _: &Size) -> String {
        START.to_owned()
    }
}
