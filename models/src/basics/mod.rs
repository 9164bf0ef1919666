//! Claims of Bechini's lecture "Fundamental Distributed Algorithms": waves, snapshots, spanning trees,
//! mutual exclusion, elections and multicast. Places are the titles of the slides.

pub mod elections;
pub mod multicast;
pub mod mutual_exclusion;
pub mod snapshots;
pub mod spanning_tree;
pub mod waves;

use verdict_checker::catalog::Claim;

/// Every claim of this source that a machine can judge, in the order of the slides.
pub fn claims() -> Vec<Claim> {
    let claims = [
        waves::claims(),
        snapshots::claims(),
        spanning_tree::claims(),
        mutual_exclusion::claims(),
        elections::claims(),
        multicast::claims(),
    ];
    claims.into_iter().flatten().collect()
}
