//! Section 5.2: the four invariants about positions.

use super::super::{Mutant, Reading, Sites, properties};
use super::token::clocked;
use super::{Question, Section5};
use verdict_checker::catalog::{Asks, Claim};
use verdict_checker::verdict::Verdict::{Holds, Refuted};
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

/// The same in ticks.
fn fifo_in_ticks(property: impl Asks<Sites, ()>) -> Question {
    Section5::fifo(Reading::MEANT)
        .in_ticks()
        .asks(property)
        .reading(
            "fifo-clock",
            "without failures, over FIFO channels, in ticks, false alarms included",
        )
        .sizes([[3, 1, 1, 0, 1], [3, 1, 1, 0, 2], [3, 1, 2, 0, 1]])
        .deep([[3, 1, 2, 0, 2]])
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

/// The same with request numbers.
fn numbered(property: impl Asks<Sites, ()>) -> Question {
    Section5::any_order(Reading::NUMBERED)
        .asks(property)
        .reading(
            "numbered",
            "without failures, over channels that reorder, with request numbers: COMMIT says which request it answers",
        )
        .sizes([[2, 1, 2, 0], [3, 1, 1, 0]])
        .deep([[3, 1, 2, 0], [4, 1, 1, 0]])
        .kills([Mutant::AnyNumber])
}

/// The same in ticks.
fn numbered_in_ticks(property: impl Asks<Sites, ()>) -> Question {
    Section5::any_order(Reading::NUMBERED)
        .in_ticks()
        .asks(property)
        .reading(
            "numbered-clock",
            "the same in ticks: N*T_msg passes although nothing has failed, a site searches the queue while the token is \
             on its way, and makes a second",
        )
        .expect(Refuted)
        .sizes([[3, 1, 2, 0, 1]])
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
        .deep([[4, 1, 1, 1], [4, 2, 1, 1], [4, 1, 1, 3]])
        .without("whole-broadcasts", Holds)
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
        )
        .case(fifo_in_ticks(properties::i1_in_transit).kills([KeepPosition]))
        .case(numbered(properties::i1_in_transit))
        .case(numbered_in_ticks(properties::i1_in_transit))
        .case(clocked(properties::i1_unless_lost).kills([KeepPosition])),
        Claim::safety(
            "naimi/recovery/I2",
            "Section 5.2, invariant I2",
            "Without failures, the positions are in the order of the next queue; the recovery \
             mechanisms do not change this.",
        )
        .case(any_order(properties::i2))
        .case(fifo(properties::i2).kills([SamePosition]))
        .case(with_a_crash(properties::i2))
        .case(repaired(properties::i2).kills([SamePosition]))
        .case(fifo_in_ticks(properties::i2).kills([SamePosition]))
        .case(numbered(properties::i2))
        .case(numbered_in_ticks(properties::i2))
        .case(clocked(properties::i2).kills([SamePosition])),
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
        )
        .case(fifo_in_ticks(properties::i3).kills([KeepPosition]))
        .case(numbered(properties::i3))
        .case(numbered_in_ticks(properties::i3))
        .case(clocked(properties::i3_nobody_gets_ahead).kills([KeepPosition, SilentQueue])),
        Claim::safety(
            "naimi/recovery/I4",
            "Section 5.2, invariant I4; Section 5.1, footnote 3",
            "Without failures, no two sites have the same position; the recovery mechanisms do \
             not change this, message ordering being controlled by Lamport timestamps.",
        )
        .case(any_order(properties::i4))
        .case(fifo(properties::i4).kills([SamePosition]))
        .case(with_a_crash(properties::i4))
        .case(
            Section5::fifo(Reading::LOSERS_TOLD)
                .from_every_tree()
                .asks(properties::i4_with_the_first_token)
                .reading(
                    "next-has-not-failed",
                    "with a crash, over FIFO channels, from every start tree, and with the first repair, so that one candidate \
                     is elected; the first token is never lost. M3.a (ii): S_j has a next, but it has not failed, it has \
                     not got its COMMIT yet",
                )
                .expect(Refuted)
                .sizes([[4, 1, 1, 1]]),
        )
        .case(repaired(properties::i4).kills([SamePosition, SilentQueue]))
        .case(fifo_in_ticks(properties::i4).kills([SamePosition]))
        .case(numbered(properties::i4))
        .case(numbered_in_ticks(properties::i4))
        .case(clocked(properties::i4).kills([SamePosition, SilentQueue])),
        fairness(),
    ]
}

/// The bound of section 6.
fn fairness() -> Claim {
    let bound = || properties::position_bounds_wait;
    Claim::safety(
        "naimi/recovery/fairness",
        "Section 6, fairness",
        "After receiving the COMMIT message, a site has its position p in the next queue, which ensures that it will \
         access the critical section after at most p - 1 other critical section accesses.",
    )
    .case(any_order(bound()))
    .case(
        numbered(bound())
            .sizes([[3, 1, 1, 0], [3, 1, 2, 0]])
            .deep([[4, 1, 1, 0]]),
    )
    .case(numbered_in_ticks(bound()))
    .case(fifo_in_ticks(bound()).kills([Mutant::SamePosition, Mutant::KeepPosition]))
    .case(with_a_crash(bound()).sizes([[4, 1, 1, 1]]))
    .case(repaired(bound()).kills([Mutant::SilentQueue]))
    .case(clocked(bound()).kills([Mutant::SilentQueue]))
}
