//! What the slides claim of elections, and the verdict that each reading must get.

mod bully;
mod chang_roberts;

use verdict_checker::catalog::Claim;

/// The claims of these slides, with their readings.
pub fn claims() -> Vec<Claim> {
    let parts = [chang_roberts::claims(), bully::claims()];
    parts.into_iter().flatten().collect()
}
