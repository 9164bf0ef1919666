//! Section 5.2: the four invariants about positions.

use super::super::{Mutant, Reading, Sites, properties};
use super::{Question, Section5};
use verdict_checker::catalog::{Asks, Claim};
use verdict_checker::verdict::Verdict::Refuted;
use verdict_world::Algorithm;

/// Without failures, over channels that are FIFO.
fn fifo(property: impl Asks<Sites, ()>) -> Question {
    Section5::fifo(Reading::MEANT)
        .asks(property)
        .reading(
            "fifo",
            "without failures, over FIFO channels, in every state",
        )
        .sizes([[2, 1, 2, 0], [3, 1, 1, 0], [3, 1, 2, 0]])
        .deep([[4, 1, 1, 0], [4, 2, 1, 0]])
        .without("fifo", Refuted)
}

/// Without failures, over channels that reorder.
fn any_order(property: impl Asks<Sites, ()>) -> Question {
    Section5::any_order(Reading::MEANT)
        .asks(property)
        .reading(
            "any-order",
            "without failures, over channels that reorder as section 2 allows: a COMMIT that the token has overtaken \
             is taken for the answer to the site's next request",
        )
        .expect(Refuted)
        .sizes([[2, 1, 2, 0]])
}

fn with_a_crash(property: impl Asks<Sites, ()>) -> Question {
    Section5::fifo(Reading::MEANT)
        .asks(property)
        .reading(
            "with-a-crash",
            "\"they do not change the other invariants\": the same with a crash, over FIFO channels",
        )
        .expect(Refuted)
        .sizes([[3, 1, 1, 1]])
}

fn repaired(property: impl Asks<Sites, ()>) -> Question {
    Section5::fifo(Reading::REPAIRED)
        .asks(property)
        .reading(
            "repaired",
            "with crashes, over FIFO channels, with the four repairs",
        )
        .sizes([[3, 1, 1, 1], [3, 1, 1, 2], [3, 1, 2, 1]])
        .deep([[4, 1, 1, 1], [4, 2, 1, 1], [4, 1, 1, 2]])
}

/// The claims I1 to I4.
pub(super) fn claims() -> Vec<Claim> {
    use Mutant::{KeepPosition, SamePosition, SilentQueue};
    vec![
        Claim::safety(
            "naimi/recovery/I1",
            "Section 5.2, invariant I1; Section 5.1",
            "Without failures, the site with the smallest position has the token; when the token \
             is lost in a failure, M2 makes this true again within a bounded time.",
        )
        .case(
            Section5::fifo(Reading::MEANT)
                .asks(properties::i1)
                .reading(
                    "in-every-state",
                    "without failures, in every state: not while the token is on its way",
                )
                .expect(Refuted)
                .sizes([[2, 1, 1, 0]]),
        )
        .case(
            fifo(properties::i1_in_transit)
                .reading(
                    "in-transit",
                    "without failures, over FIFO channels: the site with the smallest position has the token, or the \
                     token is on its way to it",
                )
                .kills([KeepPosition]),
        )
        .case(
            repaired(properties::i1_unless_lost)
                .reading(
                    "unless-lost",
                    "with crashes, over FIFO channels, with the four repairs: the same, unless there is no token",
                )
                .kills([KeepPosition]),
        ),
        Claim::safety(
            "naimi/recovery/I2",
            "Section 5.2, invariant I2",
            "Without failures, the positions are in the order of the next queue; the recovery \
             mechanisms do not change this.",
        )
        .case(any_order(properties::i2))
        .case(fifo(properties::i2).kills([SamePosition]))
        .case(with_a_crash(properties::i2))
        .case(repaired(properties::i2).kills([SamePosition])),
        Claim::safety(
            "naimi/recovery/I3",
            "Section 5.2, invariant I3",
            "Without failures, once a site has its position, no site can get a new position that \
             is smaller; the recovery mechanisms do not change this.",
        )
        .case(any_order(properties::i3))
        .case(fifo(properties::i3).kills([KeepPosition]))
        .case(with_a_crash(properties::i3).reading(
            "with-a-crash",
            "the same with a crash, over FIFO channels: who regenerates the token by M2 gets position 0, with \
             sites behind it that have theirs",
        ))
        .case(
            repaired(properties::i3_nobody_gets_ahead)
                .reading(
                    "repaired",
                    "with crashes, over FIFO channels, with the four repairs, as the order it stands for: no site gets \
                     ahead of one that had a position before",
                )
                .kills([KeepPosition, SilentQueue]),
        ),
        Claim::safety(
            "naimi/recovery/I4",
            "Section 5.2, invariant I4; Section 5.1, footnote 3",
            "Without failures, no two sites have the same position; the recovery mechanisms do \
             not change this, message ordering being controlled by Lamport timestamps.",
        )
        .case(any_order(properties::i4))
        .case(fifo(properties::i4).kills([SamePosition]))
        .case(with_a_crash(properties::i4))
        .case(repaired(properties::i4).kills([SamePosition, SilentQueue])),
    ]
}
