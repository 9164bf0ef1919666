//! Sections 5.1, 5.2 and 6: that requests are served, in which order, and what it all costs.

use super::super::{Counted, Mutant, Reading, Resent, RuleThree, Successors, properties};
use super::token::{clocked, cut_broadcasts, reordered, repaired};
use super::{Question, Section5};
use verdict_checker::catalog::Claim;
use verdict_checker::liveness::Fairness::{Strong, Weak};
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::Algorithm;

/// Timers are owed strongly: one that is ready again and again fires, as it does in a system in which time passes.
fn fair(asked: Question) -> Question {
    asked.fair([("deliver", Weak), ("timeout", Strong), ("suspect", Weak)])
}

/// The same where ticks count: time passes, and whoever is inside leaves in the end.
fn fair_in_ticks(asked: Question) -> Question {
    asked.fair([
        ("deliver", Weak),
        ("timeout", Strong),
        ("suspect", Weak),
        ("leave", Weak),
        ("tick", Weak),
    ])
}

/// Progress of a reading that does not have it.
fn no_progress(reading: Reading) -> Question {
    fair(Section5::fifo(reading).asks(properties::progress))
        .expect(Refuted)
        .sizes([[3, 1, 1, 1]])
}

/// The claims about progress, order and cost.
pub(super) fn claims() -> Vec<Claim> {
    let meant = Section5::fifo(Reading::MEANT);
    let patient = || {
        Section5::any_order(Reading::MEANT)
            .from_every_tree()
            .with_patience()
            .counting(Counted::Broadcasts)
            .in_ticks()
            .asks(properties::no_false_alarm)
            .sizes([
                [2, 1, 2, 0, 1, 2],
                [3, 1, 1, 0, 1, 4],
                [3, 1, 1, 0, 2, 4],
                [3, 1, 2, 0, 1, 4],
            ])
            .deep([[4, 1, 1, 0, 1, 6]])
    };
    vec![
        progress(),
        Claim::safety(
            "naimi/recovery/order-preserved",
            "Section 5.1, M1 and M2",
            "Recovery by M1 or M2 preserves the order of the next queue; recovery by M3 does not \
             claim to.",
        )
        .case(
            meant
                .counting(Counted::QueueSearches)
                .asks(properties::order_preserved)
                .reading(
                    "as-meant",
                    "as the text means it, over FIFO channels, as long as M3 has not run: nobody enters before a site that \
                     waits with a smaller position",
                )
                .sizes([[3, 1, 1, 1], [3, 2, 1, 1], [3, 1, 2, 2], [4, 1, 1, 1]])
                .deep([[4, 2, 1, 1], [4, 1, 1, 2]])
                .kills([Mutant::SamePosition, Mutant::KeepPosition]),
        )
        .case(
            meant
                .counting(Counted::QueueSearches)
                .in_ticks()
                .asks(properties::order_preserved)
                .reading("clock", "the same in ticks, false alarms included")
                .sizes([[3, 1, 1, 1, 1], [3, 1, 1, 2, 1]])
                .kills([Mutant::SamePosition, Mutant::KeepPosition]),
        )
        .case(
            Section5::any_order(Reading::REORDERED)
                .counting(Counted::QueueSearches)
                .in_ticks()
                .asks(properties::order_preserved)
                .reading(
                    "repaired-clock",
                    "with the five repairs, over channels that reorder, in ticks",
                )
                .sizes([[3, 1, 1, 1, 1], [3, 1, 1, 2, 1]])
                .deep([[3, 1, 1, 1, 2], [3, 1, 2, 1, 1]])
                .without("whole-broadcasts", Holds)
                .kills([Mutant::SamePosition, Mutant::KeepPosition]),
        ),
        Claim::quantity(
            "naimi/recovery/one-extra-message",
            "Section 5.1, cost of COMMIT; Section 1",
            "The extension adds just one message, the COMMIT, to each token request, so that the \
             message complexity grows from log(N) to log(N) + 1.",
        )
        .case(
            Section5::any_order(Reading::MEANT)
                .counting(Counted::Commits)
                .asks(properties::one_commit)
                .reading(
                    "as-meant",
                    "without failures, over channels that reorder: a site gets at most one COMMIT for each request",
                )
                .sizes([[2, 1, 2, 0], [3, 1, 1, 0]])
                .deep([[3, 1, 2, 0], [4, 1, 1, 0]])
                .kills([Mutant::CommitTwice]),
        )
        .case(
            Section5::any_order(Reading::MEANT)
                .counting(Counted::Commits)
                .in_ticks()
                .asks(properties::one_commit)
                .reading(
                    "clock",
                    "the same in ticks: N*T_msg passes although nothing has failed, and a site is sent a COMMIT by each of \
                     two sites that take it for their next",
                )
                .expect(Refuted)
                .sizes([[3, 1, 2, 0, 1]]),
        )
        .case(
            Section5::fifo(Reading::REPAIRED)
                .counting(Counted::Commits)
                .asks(properties::one_commit)
                .reading(
                    "repaired",
                    "the price of the fourth repair: a COMMIT without a position, and one with it",
                )
                .expect(Refuted)
                .sizes([[3, 1, 1, 0]]),
        ),
        Claim::quantity(
            "naimi/recovery/one-broadcast",
            "Section 1; Section 6, message complexity; Section 7",
            "Recovery from a failure takes at most one broadcast.",
        )
        .case(
            meant
                .counting(Counted::Broadcasts)
                .asks(properties::one_broadcast)
                .reading(
                    "as-meant",
                    "as the text means it, over FIFO channels: two sites that lost their requests make one each",
                )
                .expect(Refuted)
                .sizes([[3, 1, 1, 1]]),
        )
        .case(
            meant
                .counting(Counted::Broadcasts)
                .in_ticks()
                .asks(properties::no_false_alarm)
                .reading(
                    "false-alarm",
                    "without failures, in ticks (a message takes 1 to d, T_msg is d), there is none: N*T_msg is long \
                     enough for every COMMIT",
                )
                .expect(Refuted)
                .sizes([[3, 1, 1, 0, 1], [3, 1, 1, 0, 2]]),
        )
        .case(
            patient()
                .reading(
                    "too-short",
                    "the same over channels that reorder, from every start tree: nor is (2(N-1)-1)*T_msg",
                )
                .expect(Refuted)
                .sizes([[3, 1, 1, 0, 1, 3], [4, 1, 1, 0, 1, 5]])
                .not_deeper(),
        )
        .case(
            patient()
                .reading(
                    "long-enough",
                    "the same over channels that reorder, from every start tree: 2(N-1)*T_msg is",
                )
                .kills([Mutant::NoCommit]),
        )
        .case(
            Section5::fifo(Reading::REPAIRED)
                .counting(Counted::Broadcasts)
                .in_ticks()
                .asks(properties::no_false_alarm)
                .reading(
                    "no-false-alarm",
                    "the same with the repairs: a COMMIT that is sent at once arrives within N*T_msg",
                )
                .sizes([[3, 1, 1, 0, 1], [3, 1, 1, 0, 2]])
                .deep([[4, 1, 1, 0, 1], [4, 1, 1, 0, 2]])
                .kills([Mutant::NoCommit]),
        ),
    ]
}

fn progress() -> Claim {
    let anyone_answers = Reading {
        successors: Successors::Anyone,
        ..Reading::REPAIRED
    };
    let rule_three_as_printed = Reading {
        rule_three: RuleThree::NextTakesLast,
        ..Reading::REPAIRED
    };
    let resent_along_last = Reading {
        resent: Resent::AlongLast,
        ..Reading::REPAIRED
    };
    Claim::liveness(
        "naimi/recovery/progress",
        "Section 5.2, liveness",
        "A site that requests the critical section enters it within a bounded time, with up \
         to N-1 permanent crashes: a lost request is noticed within N*T_msg and resent, so \
         the site obtains a position, and a site with a position receives the token.",
    )
    .case(no_progress(Reading::MEANT).reading(
        "as-meant",
        "section 5 as the text means it, over FIFO channels: a predecessor that answered SEARCH_PREV may hand \
         the token to the crashed site before CONNECTION reaches it",
    ))
    .case(
        no_progress(anyone_answers)
            .reading(
                "anyone-answers",
                "repaired, but to the letter of M1: every live predecessor answers ARE_YOU_ALIVE, also one that has \
                 left the queue",
            )
            .sizes([[3, 2, 1, 1]]),
    )
    .case(no_progress(rule_three_as_printed).reading(
        "rule-three-as-printed",
        "repaired, but rule III as printed: next takes the value of last",
    ))
    .case(no_progress(resent_along_last).reading(
        "resent-along-last",
        "repaired, but the tail treats the request of M3.a (i) as section 3 says: rule II has pointed its \
         last to the requester, so it sends the request back",
    ))
    .case(
        fair(repaired(properties::progress))
            .sizes([[3, 1, 1, 1], [3, 1, 1, 2], [3, 1, 2, 1]])
            .deep([[3, 2, 2, 1], [4, 1, 1, 1], [4, 2, 1, 1], [4, 1, 1, 3]])
            .without("no-loss", Refuted)
            .without("fifo", Refuted)
            .kills([Mutant::AnswerAnyPosition]),
    )
    .case(fair(cut_broadcasts(properties::progress)).kills([Mutant::AnswerAnyPosition]))
    .case(fair(reordered(properties::progress)).kills([Mutant::AnswerAnyPosition]))
    .case(
        fair_in_ticks(Section5::fifo(Reading::MEANT).in_ticks().asks(properties::progress))
            .reading(
                "clock",
                "as meant, over FIFO channels, in ticks, a critical section may take any time",
            )
            .expect(Refuted)
            .sizes([[3, 1, 1, 1, 1]]),
    )
    .case(
        fair_in_ticks(Section5::any_order(Reading::MEANT).in_ticks().asks(properties::progress))
            .reading(
                "no-failure-clock",
                "as meant, without failures, over channels that reorder, in ticks: N*T_msg passes although nothing has \
                 failed; after the search and a COMMIT for an earlier request two sites wait for each other, and a third \
                 holds an idle token",
            )
            .expect(Refuted)
            .sizes([[3, 1, 2, 0, 1]]),
    )
    .case(
        fair_in_ticks(Section5::fifo(Reading::MEANT).in_ticks().asks(properties::progress))
            .reading(
                "no-failure-clock-fifo",
                "as meant, without failures, over FIFO channels, in ticks: false alarms keep nobody out",
            )
            .sizes([[3, 1, 2, 0, 1], [3, 1, 1, 0, 2]])
            .without("fifo", Refuted),
    )
    .case(fair_in_ticks(clocked(properties::progress)).kills([Mutant::AnswerAnyPosition]))
}
