//! Suzuki and Kasami's algorithm.

use super::super::layer::{Mutant, Renewal};
use super::super::properties::{distinct_members, nested_at_rest, never_lost, progress, unique};
use super::super::reading::{Everywhere, Reading};
use super::{BARE, BARE_DEEP, FAIR, FAIR_WITHOUT_CLIENTS, FAIR_WITHOUT_CRASHES, SIZES, calm};
use verdict_checker::catalog::Claim;
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::Algorithm;

const QUEUE: [[u64; 3]; 3] = [[4, 1, 2], [3, 1, 3], [4, 2, 2]];
const QUEUE_DEEP: [[u64; 3]; 3] = [[3, 1, 5], [5, 2, 2], [4, 2, 3]];

const TOLD: [[u64; 3]; 4] = [[3, 1, 3], [4, 1, 2], [4, 2, 2], [5, 2, 2]];
const TOLD_DEEP: [[u64; 3]; 4] = [[3, 1, 5], [4, 2, 3], [5, 3, 2], [4, 1, 4]];

pub(super) fn readings(claim: Claim) -> Claim {
    let literal = Reading::copied(Everywhere, Renewal::Replace);
    let told = Reading::copied(Everywhere, Renewal::Tell);
    let queue = Reading::copied(Everywhere, Renewal::Queue);
    claim
        .case(
            Reading::bare(Everywhere)
                .asks(unique)
                .reading(
                    "suzuki-kasami-bare",
                    "the algorithm by itself, without copies and crashes: mutual exclusion",
                )
                .sizes(BARE)
                .deep(BARE_DEEP)
                .kills([Mutant::KeepToken]),
        )
        .case(
            Reading::bare(Everywhere)
                .asks(progress)
                .reading(
                    "suzuki-kasami-bare-progress",
                    "the algorithm by itself, without copies and crashes: whoever asks enters",
                )
                .sizes(BARE)
                .deep(BARE_DEEP)
                .fair(FAIR_WITHOUT_CRASHES)
                .kills([Mutant::DeafInside]),
        )
        .case(
            calm(literal.asks(unique))
                .reading(
                    "suzuki-kasami-literal-unique",
                    "section V and no more: T is renewed and sent to its members. Who was \
                     replaced keeps its old copy and its old detection set, even if no crash \
                     cuts a hand-over and every report is late",
                )
                .expect(Refuted)
                .sizes([[3, 1, 1], [4, 2, 2]])
                .without("whole-broadcasts", Refuted)
                .without("late-reports", Refuted),
        )
        .case(
            literal
                .asks(never_lost)
                .reading(
                    "suzuki-kasami-literal-never-lost",
                    "section V and no more: the token is lost by one crash between the sends of \
                     a hand-over, or because two tokens replace each other",
                )
                .expect(Refuted)
                .sizes([[3, 1, 3], [4, 2, 2]])
                .fair(FAIR_WITHOUT_CLIENTS),
        )
        .case(
            literal
                .asks(distinct_members)
                .reading(
                    "suzuki-kasami-literal-members",
                    "the rule that forms T: k+1 different members (fewer only by the crashed), \
                     the holder first",
                )
                .sizes(SIZES)
                .kills([Mutant::RepeatMembers, Mutant::OneMemberLess]),
        )
        .case(
            literal
                .without_crashes()
                .asks(nested_at_rest)
                .reading(
                    "suzuki-kasami-literal-nested",
                    "section V and no more, without crashes: the detection sets of all who have \
                     a copy are different and nested while no TOKEN is in transit",
                )
                .expect(Refuted)
                .sizes([[3, 1, 1], [4, 2, 2]]),
        )
        .case(
            literal
                .asks(progress)
                .reading(
                    "suzuki-kasami-literal-progress",
                    "section V and no more: whoever asks enters, or crashes",
                )
                .expect(Refuted)
                .sizes([[3, 1, 3], [4, 2, 2]])
                .fair(FAIR),
        )
        .case(
            calm(told.asks(unique))
                .reading(
                    "suzuki-kasami-told-unique",
                    "first repair: the replaced are told and drop their copies; no crash cuts a \
                     hand-over, and a crash is reported after the last message of the crashed",
                )
                .sizes(TOLD)
                .deep(TOLD_DEEP)
                .without("whole-broadcasts", Refuted)
                .without("late-reports", Refuted)
                .without("perfect-detector", Refuted)
                .without("crash-stop", Refuted)
                .without("at-most-k-crashes", Holds)
                .without("initial-backups", Holds)
                .without("no-loss", Refuted)
                .without("no-duplicates", Holds)
                .kills([
                    Mutant::KeepToken,
                    Mutant::IgnoreReplacement,
                    Mutant::OneCrashSuffices,
                    Mutant::TakeOldMessages,
                ]),
        )
        .case(
            calm(told.asks(never_lost))
                .reading(
                    "suzuki-kasami-told-never-lost",
                    "first repair, with the same two assumptions: a REAL token exists or will \
                     exist again",
                )
                .sizes(TOLD)
                .deep(TOLD_DEEP)
                .fair(FAIR_WITHOUT_CLIENTS)
                .without("whole-broadcasts", Refuted)
                .without("late-reports", Refuted)
                .without("at-most-k-crashes", Refuted)
                .without("initial-backups", Refuted)
                .without("no-loss", Refuted)
                .kills([Mutant::OneMemberLess]),
        )
        .case(
            told.without_crashes()
                .asks(nested_at_rest)
                .reading(
                    "suzuki-kasami-told-nested",
                    "first repair, without crashes: the detection sets are different and nested \
                     while no TOKEN is in transit",
                )
                .sizes(TOLD)
                .deep(TOLD_DEEP)
                .kills([Mutant::IgnoreReplacement]),
        )
        .case(
            calm(told.asks(progress))
                .reading(
                    "suzuki-kasami-told-progress",
                    "first repair, with the same two assumptions: whoever asks enters, or \
                     crashes",
                )
                .sizes(TOLD)
                .deep(TOLD_DEEP)
                .fair(FAIR)
                .without("whole-broadcasts", Refuted)
                .without("late-reports", Refuted)
                .kills([Mutant::DeafInside]),
        )
        .case(
            queue
                .asks(unique)
                .reading(
                    "suzuki-kasami-queue-unique",
                    "second repair: nobody is replaced; the token passes through T in its order \
                     and new members enter at the end. Nothing is assumed beyond section II",
                )
                .sizes(QUEUE)
                .deep(QUEUE_DEEP)
                .without("perfect-detector", Refuted)
                .without("crash-stop", Refuted)
                .without("at-most-k-crashes", Refuted)
                .without("initial-backups", Holds)
                .without("no-loss", Holds)
                .kills([
                    Mutant::KeepToken,
                    Mutant::JumpTheQueue,
                    Mutant::OneCrashSuffices,
                    Mutant::TakeOldMessages,
                ]),
        )
        .case(
            queue
                .asks(never_lost)
                .reading(
                    "suzuki-kasami-queue-never-lost",
                    "second repair: a REAL token exists or will exist again",
                )
                .sizes(QUEUE)
                .deep(QUEUE_DEEP)
                .fair(FAIR_WITHOUT_CLIENTS)
                .without("at-most-k-crashes", Refuted)
                .without("initial-backups", Refuted)
                .without("no-loss", Refuted)
                .kills([Mutant::OneMemberLess, Mutant::IgnoreKnownCrashes]),
        )
        .case(
            queue
                .asks(distinct_members)
                .reading(
                    "suzuki-kasami-queue-members",
                    "second repair: T has k+1 different members (fewer only by the crashed), \
                     the holder first",
                )
                .sizes(QUEUE)
                .deep(QUEUE_DEEP)
                .kills([Mutant::OneMemberLess]),
        )
        .case(
            queue
                .without_crashes()
                .asks(nested_at_rest)
                .reading(
                    "suzuki-kasami-queue-nested",
                    "second repair, without crashes: the detection sets are different and \
                     nested while no TOKEN is in transit",
                )
                .sizes(QUEUE)
                .deep(QUEUE_DEEP)
                .kills([Mutant::JumpTheQueue]),
        )
        .case(
            queue
                .asks(progress)
                .reading(
                    "suzuki-kasami-queue-progress",
                    "second repair: whoever asks enters, or crashes",
                )
                .sizes([[3, 1, 3], [4, 1, 2], [4, 2, 2]])
                .deep(QUEUE_DEEP)
                .fair(FAIR)
                .kills([Mutant::DeafInside, Mutant::IgnoreKnownCrashes]),
        )
}
