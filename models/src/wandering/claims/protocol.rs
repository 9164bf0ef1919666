//! Sections 4 and 5 and Fig. 2: what is claimed of the passing protocol and of the rules, judged by exhaustive search.

use super::{figure_2, passing, walk};
use verdict_checker::catalog::Claim;

/// Every claim of this part, in the order of the text.
pub fn claims() -> Vec<Claim> {
    vec![
        passing::one_holder_claim(),
        passing::loss_only_by_commit(),
        walk::removal(),
        walk::regeneration(),
        figure_2::as_printed(),
    ]
}
