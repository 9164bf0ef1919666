//! What the slides claim of mutual exclusion, and the verdict that each reading must get.

mod ricart_agrawala;
mod token_and_arbiter;

use verdict_checker::catalog::Claim;
use verdict_checker::liveness::Fairness::{self, Weak};

/// Every message arrives, whoever may enter does, whoever is inside leaves; nobody has to ask.
const FAIR: [(&str, Fairness); 2] = [("deliver", Weak), ("local", Weak)];

/// The claims of these slides, with their readings.
pub fn claims() -> Vec<Claim> {
    let parts = [
        ricart_agrawala::claims(),
        token_and_arbiter::token_ring(),
        token_and_arbiter::centralized(),
    ];
    parts.into_iter().flatten().collect()
}
