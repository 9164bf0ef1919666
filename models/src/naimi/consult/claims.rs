//! Section 4: what is claimed of Naimi and Trehel's own extension, and the verdict that each reading must get.

use super::{Clock, Mutant, Section4, properties};
use verdict_checker::catalog::{Asked, Claim};
use verdict_checker::liveness::Fairness::{Strong, Weak};
use verdict_checker::verdict::Verdict::Refuted;
use verdict_world::{Algorithm, InWorld, Order};

type Question = Asked<InWorld<Section4>>;

/// Timers are owed strongly: one that is ready again and again fires, as it does in a system in which time passes.
fn progress() -> Question {
    Section4::FIFO
        .asks(properties::progress)
        .fair([("deliver", Weak), ("timeout", Strong)])
}

/// The same where ticks count: time passes, and whoever is inside leaves in the end.
fn progress_in_ticks(order: Order, clock: Clock) -> Question {
    let owed = [("deliver", Weak), ("timeout", Strong), ("tick", Weak)];
    // Where a section may take any time, its end is a step of its own.
    let leaves = (clock == Clock::AnySections).then_some(("leave", Weak));
    Section4::in_ticks(order, clock)
        .asks(properties::progress)
        .fair(owed.into_iter().chain(leaves))
}

/// Every claim about section 4.
pub fn claims() -> Vec<Claim> {
    vec![one_token(), progresses()]
}

fn one_token() -> Claim {
    let in_ticks =
        |order, clock| -> Question { Section4::in_ticks(order, clock).asks(properties::one_token) };
    Claim::safety(
        "naimi/consult/one-token",
        "Section 4",
        "In Naimi and Trehel's extension a site becomes a candidate for regenerating the \
         token only after nobody has answered its CONSULT and its FAILURE, and of concurrent \
         candidates the smallest identifier is elected; there is thus at most one token, also \
         with crashes.",
    )
    .case(
        Section4::FIFO
            .asks(properties::one_token)
            .reading(
                "as-described",
                "section 4, over FIFO channels: while the token is on its way nobody owns it, and nobody answers FAILURE",
            )
            .expect(Refuted)
            .sizes([[4, 1, 1]]),
    )
    .case(
        Section4::FIFO
            .asks(properties::one_token)
            .reading(
                "three-sites",
                "section 4, over FIFO channels, three sites, in the synchronous world: nobody else is left for whom the \
                 token could be on its way",
            )
            .sizes([[3, 1, 1], [3, 1, 2], [3, 2, 1]])
            .without("synchrony", Refuted)
            .without("no-loss", Refuted)
            .kills([Mutant::KeepToken, Mutant::SilentFailure]),
    )
    .case(
        in_ticks(Order::Fifo, Clock::BoundedSections)
            .reading(
                "three-sites-clock",
                "the same in ticks, T_wait = (N-1)*(T_msg+T_cs), T_elec = 2*T_msg: the candidate with the greater identifier \
                 stands when the other has been heard already, and both are elected",
            )
            .expect(Refuted)
            .sizes([[3, 1, 1, 1], [3, 1, 1, 2]]),
    )
    .case(
        in_ticks(Order::Any, Clock::AnySections)
            .reading(
                "no-failure-clock",
                "without failures, over channels that reorder, three sites, in ticks, critical sections of any length: \
                 T_wait passes although nothing has failed, and does no harm",
            )
            .sizes([[3, 1, 0, 1], [3, 1, 0, 2], [3, 2, 0, 1]])
            .kills([Mutant::KeepToken]),
    )
}

fn progresses() -> Claim {
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
    )
    .case(
        progress_in_ticks(Order::Fifo, Clock::BoundedSections)
            .reading(
                "three-sites-clock",
                "section 4, over FIFO channels, three sites, in ticks, each critical section within T_cs = T_msg",
            )
            .sizes([[3, 1, 1, 1], [3, 1, 1, 2], [3, 2, 1, 1]])
            .kills([Mutant::KeepToken]),
    )
    .case(
        progress_in_ticks(Order::Any, Clock::AnySections)
            .reading(
                "no-failure-clock",
                "without failures, over channels that reorder, three sites, in ticks, critical sections of any length: \
                 T_wait passes although nothing has failed, and keeps nobody out",
            )
            .sizes([[3, 1, 0, 1]])
            .deep([[3, 1, 0, 2], [3, 2, 0, 1]]),
    )
    .case(
        progress_in_ticks(Order::Any, Clock::BoundedSections)
            .reading(
                "any-order-clock",
                "the same over channels that reorder",
            )
            .expect(Refuted)
            .sizes([[3, 2, 1, 1]]),
    )
    .case(
        progress_in_ticks(Order::Fifo, Clock::AnySections)
            .reading(
                "any-section-clock",
                "the same over FIFO channels, but critical sections take any time: T_cs is an average",
            )
            .expect(Refuted)
            .sizes([[3, 2, 1, 1]]),
    )
}
