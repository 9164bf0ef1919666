//! Martin's algorithm on rings of every size: how section III.A is read, and what can be put wrong in it.

use super::Martin;
use crate::ring::applications::{ASKING, asking};
use crate::ring::plugin::{self, Launch};
use crate::ring::setting::{Dimensions, Guest};
use verdict_checker::catalog::{Parameter, SetupError};
use verdict_checker::size::Size;

verdict_checker::mutants! {
    /// A small error, made on purpose.
    EnterOnRequest = "enter-on-request": "a site whose own request comes back enters",
    HandOnInside = "hand-on-inside":
        "a site that is asked while it is inside hands the token on at once",
    NoMemory = "no-memory": "a site that passes a request on does not remember it",
    SwallowRequest = "swallow-request": "a site without the token keeps a request for itself",
    HolderAsks = "holder-asks": "a site that has the token asks for it all the same",
}

/// One reading of section III.A, second paragraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// With which count a request is sent.
    pub launch: Launch,
}

impl Guest for Reading {
    type Application = Martin;
    type Mutant = Mutant;

    const PARAMETERS: &'static [Parameter] = ASKING;

    fn application(
        &self,
        ring: Dimensions,
        size: &Size,
        mutant: Option<Mutant>,
    ) -> Result<Martin, SetupError> {
        let (askers, wishes) = asking(ring, size)?;
        Ok(Martin {
            nodes: ring.nodes,
            askers,
            wishes,
            reading: *self,
            mutant,
        })
    }

    fn start(&self) -> &'static str {
        "those who ask are the sites after S0, and S0 last"
    }

    fn beneath() -> Vec<plugin::Mutant> {
        vec![
            plugin::Mutant::KeepToken,
            plugin::Mutant::ForgetSuspicion,
            plugin::Mutant::OneCrashSuffices,
        ]
    }
}
