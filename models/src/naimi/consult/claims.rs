//! Section 4: what is claimed of Naimi and Trehel's own extension, and the verdict that each reading must get.

use super::{Mutant, Section4, properties};
use verdict_checker::catalog::{Asked, Claim};
use verdict_checker::liveness::Fairness::{Strong, Weak};
use verdict_checker::verdict::Verdict::Refuted;
use verdict_world::{Algorithm, InWorld};

type Question = Asked<InWorld<Section4>>;

/// Timers are owed strongly: one that is ready again and again fires, as it does in a system in which time passes.
fn progress() -> Question {
    Section4
        .asks(properties::progress)
        .fair([("deliver", Weak), ("timeout", Strong)])
}

/// Every claim about section 4.
pub fn claims() -> Vec<Claim> {
    vec![
        Claim::safety(
            "naimi/consult/one-token",
            "Section 4",
            "In Naimi and Trehel's extension a site becomes a candidate for regenerating the \
             token only after nobody has answered its CONSULT and its FAILURE, and of concurrent \
             candidates the smallest identifier is elected; there is thus at most one token, also \
             with crashes.",
        )
        .case(
            Section4
                .asks(properties::one_token)
                .reading(
                    "as-described",
                    "section 4, over FIFO channels: while the token is on its way nobody owns it, and nobody answers FAILURE",
                )
                .expect(Refuted)
                .sizes([[4, 1, 1]]),
        )
        .case(
            Section4
                .asks(properties::one_token)
                .reading(
                    "three-sites",
                    "section 4, over FIFO channels, three sites: nobody else is left for whom the token could be on its way",
                )
                .sizes([[3, 1, 1], [3, 1, 2], [3, 2, 1]])
                .without("synchrony", Refuted)
                .without("no-loss", Refuted)
                .kills([Mutant::KeepToken, Mutant::SilentFailure]),
        ),
        Claim::liveness(
            "naimi/consult/progress",
            "Section 4",
            "In Naimi and Trehel's extension every live requester eventually gets the token \
             despite crashes: after ELECTED all sites set last to the new owner, and each site \
             that had requested resends its request.",
        )
        .case(
            progress()
                .reading(
                    "as-described",
                    "section 4, over FIFO channels: the owner that answers FAILURE may hand the token to the crashed site, and \
                     then two sites wait for each other and answer each other's CONSULT",
                )
                .expect(Refuted)
                .sizes([[3, 2, 1], [4, 1, 1]]),
        )
        .case(
            progress()
                .reading(
                    "one-request",
                    "section 4, over FIFO channels, three sites with one request each",
                )
                .sizes([[3, 1, 1], [3, 1, 2]])
                .kills([Mutant::KeepToken]),
        ),
    ]
}
