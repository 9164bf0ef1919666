//! Every claim of this source that a machine can judge, in the order of the text.

mod figure_2;
mod passing;
mod percentages;
mod protocol;
mod simulation;
mod walk;

use verdict_checker::catalog::Claim;

/// Every claim of this source that a machine can judge.
pub fn claims() -> Vec<Claim> {
    let mut claims = Vec::new();
    claims.extend(protocol::claims());
    claims.extend(simulation::claims());
    claims
}
