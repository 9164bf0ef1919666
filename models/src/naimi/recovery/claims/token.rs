//! Sections 5.1 and 5.2: the token, and who regenerates it.

use super::super::{Mutant, Reading, Sites, TokenPosition, properties};
use super::{Question, Section5};
use verdict_checker::catalog::{Asks, Claim};
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::Algorithm;

/// Refuted as the text means it, over FIFO channels.
fn meant(property: impl Asks<Sites, ()>) -> Question {
    Section5::fifo(Reading::MEANT)
        .asks(property)
        .reading(
            "as-meant",
            "section 5 as the text means it, over FIFO channels",
        )
        .expect(Refuted)
        .sizes([[3, 1, 1, 1]])
}

/// With all repairs, over FIFO channels.
pub(super) fn repaired<Marker>(property: impl Asks<Sites, Marker>) -> Question {
    Section5::fifo(Reading::REPAIRED)
        .asks(property)
        .reading("repaired", "over FIFO channels, with the four repairs")
        .sizes([[3, 1, 1, 1], [3, 1, 1, 2], [3, 2, 2, 1]])
        .deep([[4, 1, 1, 1], [4, 2, 1, 1], [4, 1, 1, 3]])
        .without("whole-broadcasts", Holds)
}

/// The same where a site may crash between two sends of a broadcast.
pub(super) fn cut_broadcasts<Marker>(property: impl Asks<Sites, Marker>) -> Question {
    Section5::fifo(Reading::REPAIRED)
        .asks(property)
        .lacking("whole-broadcasts")
        .reading(
            "repaired-cut-broadcasts",
            "over FIFO channels, with the four repairs, and a site may crash between two sends of a broadcast",
        )
        .sizes([[3, 1, 1, 2]])
        .deep([[4, 1, 1, 2], [4, 1, 1, 3]])
}

/// With the fifth repair, over channels that reorder, from every start tree.
pub(super) fn reordered<Marker>(property: impl Asks<Sites, Marker>) -> Question {
    Section5::any_order(Reading::REORDERED)
        .from_every_tree()
        .asks(property)
        .reading(
            "repaired-any-order",
            "over channels that reorder as in section 2, from every start tree, with the fifth repair: requests have \
             numbers, and COMMIT says which it answers",
        )
        .sizes([[3, 1, 1, 1], [3, 1, 1, 2]])
        .deep([[3, 1, 2, 1], [4, 1, 1, 3]])
        .without("whole-broadcasts", Holds)
}

/// The same in ticks.
pub(super) fn clocked<Marker>(property: impl Asks<Sites, Marker>) -> Question {
    Section5::any_order(Reading::REORDERED)
        .from_every_tree()
        .in_ticks()
        .asks(property)
        .reading(
            "repaired-clock",
            "with the five repairs, over channels that reorder, from every start tree, in ticks: a message takes 1 to d, \
             T_msg is d, and a critical section takes any time",
        )
        .sizes([[3, 1, 1, 1, 1], [3, 1, 1, 2, 1]])
        .deep([[3, 1, 1, 1, 2], [3, 1, 2, 1, 1]])
        .without("whole-broadcasts", Holds)
}

/// Refuted as the text means it, in ticks.
fn meant_in_ticks<Marker>(property: impl Asks<Sites, Marker>) -> Question {
    Section5::fifo(Reading::MEANT)
        .in_ticks()
        .asks(property)
        .reading(
            "clock",
            "as meant, over FIFO channels, in ticks: a message takes 1 to d, T_msg is d",
        )
        .expect(Refuted)
        .sizes([[3, 1, 1, 1, 1], [3, 1, 1, 1, 2]])
}

/// The claims about the token.
pub(super) fn claims() -> Vec<Claim> {
    vec![
        one_token(),
        Claim::safety(
            "naimi/recovery/one-regenerator",
            "Section 5.2, proof of safety; Section 5.1, M3.a (iii)",
            "When the token is lost, only one site regenerates it: neither two sites by M2, nor \
             two by M3, nor one by each.",
        )
        .case(meant(properties::one_regenerator))
        .case(meant_in_ticks(properties::one_regenerator))
        .case(repaired(properties::one_regenerator).kills([Mutant::NoElection]))
        .case(clocked(properties::one_regenerator).kills([Mutant::NoElection])),
        Claim::safety(
            "naimi/recovery/m2-m3-exclusive",
            "Section 5.2, proof of safety",
            "M2 and M3 are not compatible: it cannot be that one site regenerates the token by M2 \
             and another by M3.",
        )
        .case(meant(properties::m2_m3_exclusive).sizes([[4, 1, 1, 1]]))
        .case(meant_in_ticks(properties::m2_m3_exclusive).sizes([[4, 1, 1, 1, 1]]))
        .case(
            repaired(properties::m2_m3_exclusive)
                .sizes([[3, 1, 1, 1], [3, 2, 2, 1]])
                .deep([[4, 1, 1, 1]])
                .kills([Mutant::SilentQueue]),
        )
        .case(
            clocked(properties::m2_m3_exclusive)
                .sizes([[3, 1, 1, 1, 1]])
                .kills([Mutant::SilentQueue]),
        ),
        Claim::safety(
            "naimi/recovery/regenerate-only-if-lost",
            "Section 5.2, proof of safety; Section 5.1, M2 and M3.a (iii)",
            "A site regenerates the token if and only if no ACK_SEARCH_PREV (M2) or \
             ACK_SEARCH_QUEUE (M3) has reached it within 2*T_msg, and no answer implies that the \
             token has been lost.",
        )
        .case(meant(properties::only_if_lost))
        .case(meant_in_ticks(properties::only_if_lost))
        .case(repaired(properties::only_if_lost).kills([Mutant::SilentPrev, Mutant::SilentQueue]))
        .case(clocked(properties::only_if_lost).kills([Mutant::SilentPrev, Mutant::SilentQueue])),
    ]
}

fn one_token() -> Claim {
    let only_commit_gives_a_position = Reading {
        token_position: TokenPosition::None,
        ..Reading::MEANT
    };
    let any_order = Section5::any_order(Reading::MEANT);
    Claim::safety(
        "naimi/recovery/one-token",
        "Section 5.2, safety",
        "There is always at most one token, so at most one site is in the critical section, \
         with up to N-1 permanent crashes, reliable channels that may reorder, and messages \
         that arrive within T_msg.",
    )
    .case(
        any_order
            .asks(properties::one_token)
            .reading(
                "as-meant",
                "section 5 as the text means it, channels that reorder as in section 2: a site that has heard the \
                 stronger candidate before it becomes one itself is never told that it has lost",
            )
            .expect(Refuted)
            .sizes([[3, 1, 1, 1]]),
    )
    .case(
        Section5::fifo(only_commit_gives_a_position)
            .asks(properties::one_token)
            .reading(
                "as-printed",
                "only a COMMIT gives a position: a site that is sent an idle token has none, and its successor \
                 never hears from it; without any failure",
            )
            .expect(Refuted)
            .sizes([[2, 1, 1, 0]]),
    )
    .case(
        any_order
            .asks(properties::one_token)
            .reading(
                "no-failure",
                "without failures, over channels that reorder, in the synchronous world, in which N*T_msg is always long \
                 enough",
            )
            .sizes([[2, 1, 2, 0], [3, 1, 1, 0]])
            .deep([[3, 1, 2, 0], [4, 1, 1, 0]])
            .without("no-loss", Refuted)
            .without("synchrony", Refuted)
            .kills([Mutant::KeepToken, Mutant::NoCommit]),
    )
    .case(
        any_order
            .in_ticks()
            .asks(properties::one_token)
            .reading(
                "no-failure-clock",
                "without failures, over channels that reorder, in ticks: N*T_msg passes although nothing has failed, and \
                 nobody answers SEARCH_QUEUE while the token is on its way",
            )
            .expect(Refuted)
            .sizes([[3, 1, 2, 0, 1]])
            .deep([[3, 1, 2, 0, 2]]),
    )
    .case(
        Section5::fifo(Reading::MEANT)
            .in_ticks()
            .asks(properties::one_token)
            .reading(
                "no-failure-clock-fifo",
                "without failures, over FIFO channels, in ticks: false alarms do no harm",
            )
            .sizes([[2, 1, 2, 0, 1], [3, 1, 1, 0, 2], [3, 1, 2, 0, 1]])
            .deep([[3, 1, 2, 0, 2], [4, 1, 1, 0, 1]])
            .kills([Mutant::KeepToken]),
    )
    .case(
        any_order
            .from_every_tree()
            .with_patience()
            .in_ticks()
            .asks(properties::one_token)
            .reading(
                "no-failure-longer",
                "without failures, over channels that reorder, from every start tree, in ticks, with 2(N-1)*T_msg instead \
                 of N*T_msg",
            )
            .sizes([[2, 1, 2, 0, 1, 2], [3, 1, 2, 0, 1, 4]])
            .deep([[4, 1, 1, 0, 1, 6]])
            .kills([Mutant::KeepToken]),
    )
    .case(
        Section5::fifo(Reading::LOSERS_TOLD)
            .asks(properties::one_token)
            .reading(
                "losers-told",
                "with the first repair alone, over FIFO channels: while an idle token is on its way, neither who sent \
                 it nor who will get it has a position, and nobody answers SEARCH_QUEUE",
            )
            .expect(Refuted)
            .sizes([[4, 1, 1, 1]]),
    )
    .case(
        repaired(properties::one_token)
            .without("fifo", Refuted)
            .without("synchrony", Refuted)
            .without("perfect-detector", Refuted)
            .without("no-loss", Refuted)
            .kills([
                Mutant::KeepToken,
                Mutant::SilentPrev,
                Mutant::SilentQueue,
                Mutant::NoElection,
            ]),
    )
    .case(cut_broadcasts(properties::one_token).kills([
        Mutant::KeepToken,
        Mutant::SilentPrev,
        Mutant::SilentQueue,
    ]))
    .case(meant_in_ticks(properties::one_token))
    .case(
        reordered(properties::one_token)
            .without("synchrony", Refuted)
            .without("no-loss", Refuted)
            .kills([
                Mutant::KeepToken,
                Mutant::SilentPrev,
                Mutant::SilentQueue,
                Mutant::NoElection,
            ]),
    )
    .case(clocked(properties::one_token).kills([Mutant::KeepToken, Mutant::SilentQueue]))
    .case(
        Section5::fifo(Reading::REPAIRED)
            .in_ticks()
            .asks(properties::one_token)
            .reading(
                "repaired-clock-fifo",
                "with the four repairs, over FIFO channels, in ticks",
            )
            .sizes([[3, 1, 1, 1, 1], [3, 1, 1, 2, 1]])
            .deep([[3, 1, 1, 1, 2], [3, 1, 2, 1, 1]])
            .without("whole-broadcasts", Holds)
            .kills([Mutant::KeepToken, Mutant::SilentQueue]),
    )
}
