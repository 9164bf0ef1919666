//! Fig. 2 beside the rules of section 5, and by itself.

use super::super::figure_2::Stamp::{self, Arrival, Distance, Execution, Generation};
use super::super::rules::Mutant::{NeverRegenerate, RemoveOwn};
use super::super::walk::{
    Part, Section5, decides_as_the_rules, operates_again, the_newest_stays, the_oldest_stays,
};
use verdict_checker::catalog::{Asked, Claim, Model};
use verdict_checker::liveness::Fairness::Weak;
use verdict_checker::verdict::Verdict::Refuted;

fn compared(stamp: Stamp) -> Asked<Section5> {
    Section5::TEXT
        .with_figure(stamp, Part::Compared)
        .asks(decides_as_the_rules)
        .expect(Refuted)
        .sizes([[3, 1, 3, 9, 2, 0], [3, 4, 12, 36, 2, 0]])
}

fn deciding(stamp: Stamp) -> Section5 {
    Section5::TEXT.with_figure(stamp, Part::Decides)
}

/// Two components: a token can only go to and fro, so that nothing depends on where it goes.
fn operating(of: Section5) -> Asked<Section5> {
    of.asks(operates_again)
        .fair([("pass", Weak), ("wait", Weak)])
        .sizes([[2, 1, 3, 9, 2, 0], [2, 4, 8, 24, 2, 0]])
}

/// The same, if one token may be lost.
fn operating_after_a_loss(of: Section5) -> Asked<Section5> {
    operating(of)
        .fair([("pass", Weak), ("wait", Weak), ("regenerate", Weak)])
        .sizes([[2, 1, 3, 9, 2, 1], [2, 4, 8, 24, 2, 1]])
}

pub fn as_printed() -> Claim {
    Claim::safety(
        "wandering/figure-2-as-printed",
        "Fig. 2; Section 5.1, last paragraph",
        "The loop of Fig. 2 is offered as a description of the whole algorithm, so it should \
         discard, pass on or use a token as the rules of Section 5 do; it compares the \
         timestamps of the received and the last token with a period Delta_per that is \
         defined nowhere. Garbled in extraction and read as: K1_loss = 1.5, K2_loss = 0.05, \
         and an unequal sign between the two ids.",
    )
    .case(compared(Generation).reading(
        "generation-times",
        "to the letter, Delta_per being Delta_min: the timestamps are generation times, as in section 4, and the \
         difference has a sign",
    ))
    .case(compared(Distance).reading(
        "distance",
        "the same, the difference being without sign",
    ))
    .case(compared(Arrival).reading(
        "arrival-times",
        "the difference is between now and when lasttoken was last assigned here",
    ))
    .case(compared(Execution).reading(
        "execution-times",
        "the difference is between now and the last execute(A) here, or generation",
    ))
    .case(
        operating(deciding(Generation))
            .reading(
                "generation-times-operates",
                "to the letter, by itself, with two components and no loss: each performs A again and again",
            )
            .expect(Refuted),
    )
    .case(
        operating(deciding(Arrival))
            .reading(
                "arrival-times-operates",
                "the same with arrival times, which each visit renews",
            )
            .expect(Refuted),
    )
    .case(
        operating(deciding(Execution))
            .reading(
                "execution-times-operates",
                "the same with execution times: the only reading in which the loop goes on working",
            )
            .kills([RemoveOwn]),
    )
    .case(
        operating_after_a_loss(deciding(Execution))
            .reading(
                "execution-times-after-a-loss",
                "the same after a loss: without precedence, two components that generate at the same time discard each \
                 other's token",
            )
            .expect(Refuted),
    )
    .case(
        operating_after_a_loss(Section5::TEXT)
            .reading(
                "rules-after-a-loss",
                "for comparison, the rules of section 5 in the same place",
            )
            .kills([NeverRegenerate]),
    )
    .case(
        deciding(Generation)
            .asks(the_oldest_stays)
            .reading(
                "generation-times-oldest",
                "to the letter: the oldest token is never discarded, as section 5 has it",
            )
            .expect(Refuted)
            .sizes([[3, 1, 3, 9, 2, 0]]),
    )
    .case(
        deciding(Execution)
            .asks(the_oldest_stays)
            .reading(
                "execution-times-oldest",
                "with execution times: the oldest token is never discarded",
            )
            .expect(Refuted)
            .sizes([[3, 1, 3, 9, 2, 0]]),
    )
    .case(
        deciding(Execution)
            .asks(the_newest_stays)
            .reading(
                "execution-times-newest",
                "with execution times: then it is the newest that is never discarded",
            )
            .expect(Refuted)
            .sizes([[3, 1, 3, 9, 2, 0]]),
    )
}
