//! Raymond's algorithm, on a line S0 - S1 - S2 - ... unless the variant says otherwise.

use super::super::layer::{Mutant, Renewal};
use super::super::properties::{distinct_members, nested_at_rest, never_lost, progress, unique};
use super::super::raymond::{Path, Tree};
use super::super::reading::{OnTree, Reading};
use super::{BARE, BARE_DEEP, FAIR, FAIR_WITHOUT_CLIENTS, FAIR_WITHOUT_CRASHES, SIZES, calm};
use verdict_checker::catalog::Claim;
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::Algorithm;

const TOLD: [[u64; 3]; 4] = [[3, 1, 3], [4, 1, 2], [4, 2, 2], [4, 2, 4]];
const TOLD_DEEP: [[u64; 3]; 3] = [[3, 1, 6], [5, 2, 4], [5, 3, 4]];

/// Only leaves crash.
const LEAVES: [[u64; 3]; 3] = [[3, 1, 3], [4, 1, 4], [4, 2, 4]];
const LEAVES_DEEP: [[u64; 3]; 2] = [[5, 2, 5], [5, 3, 5]];

const LINE: OnTree = OnTree {
    tree: Tree::Line,
    path: Path::Queue,
    inner_nodes_survive: false,
};

/// Only leaves crash, and T follows the edges.
const EDGES: OnTree = OnTree {
    path: Path::Edges,
    inner_nodes_survive: true,
    ..LINE
};

pub(super) fn readings(claim: Claim) -> Claim {
    let literal = Reading::copied(LINE, Renewal::Replace);
    let told = Reading::copied(LINE, Renewal::Tell);
    let path = Reading::copied(EDGES, Renewal::Replace);
    claim
        .case(
            Reading::bare(LINE)
                .asks(unique)
                .reading(
                    "raymond-bare",
                    "the algorithm by itself, without copies and crashes: mutual exclusion",
                )
                .sizes(BARE)
                .deep(BARE_DEEP)
                .kills([Mutant::KeepToken]),
        )
        .case(
            Reading::bare(LINE)
                .asks(progress)
                .reading(
                    "raymond-bare-progress",
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
                    "raymond-literal-unique",
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
                    "raymond-literal-never-lost",
                    "section V and no more: one crash between the sends of a hand-over loses \
                     the token",
                )
                .expect(Refuted)
                .sizes([[3, 1, 3], [4, 2, 2]])
                .fair(FAIR_WITHOUT_CLIENTS),
        )
        .case(
            literal
                .asks(distinct_members)
                .reading(
                    "raymond-literal-members",
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
                    "raymond-literal-nested",
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
                    "raymond-literal-progress",
                    "section V and no more: whoever asks enters, or crashes. Requests travel \
                     along the tree, and a crash cuts it",
                )
                .expect(Refuted)
                .sizes([[3, 1, 1], [4, 2, 2]])
                .fair(FAIR),
        )
        .case(
            calm(told.asks(unique))
                .reading(
                    "raymond-told-unique",
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
                    "raymond-told-never-lost",
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
                    "raymond-told-nested",
                    "first repair, without crashes: the detection sets are different and nested \
                     while no TOKEN is in transit",
                )
                .sizes(TOLD)
                .deep(TOLD_DEEP)
                .kills([Mutant::IgnoreReplacement]),
        )
        .case(
            calm(
                Reading::copied(
                    OnTree {
                        inner_nodes_survive: true,
                        ..LINE
                    },
                    Renewal::Tell,
                )
                .asks(progress),
            )
            .reading(
                "raymond-told-progress",
                "first repair, and only leaves crash: a copy may become the token where \
                 HOLDER does not point to",
            )
            .expect(Refuted)
            .sizes([[3, 1, 3], [4, 2, 4]])
            .fair(FAIR),
        )
        .case(
            path.asks(unique)
                .reading(
                    "raymond-path-unique",
                    "only leaves crash, and T follows the edges: after the next holder comes \
                     the sender, whom the token must pass on its way back. One of the two is an \
                     inner node; nobody needs to be told",
                )
                .sizes(LEAVES)
                .deep(LEAVES_DEEP)
                .without("inner-nodes-survive", Refuted)
                .without("perfect-detector", Refuted)
                .without("crash-stop", Refuted)
                .without("at-most-k-crashes", Holds)
                .without("initial-backups", Holds)
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .kills([Mutant::KeepToken, Mutant::OneCrashSuffices]),
        )
        .case(
            path.asks(never_lost)
                .reading(
                    "raymond-path-never-lost",
                    "only leaves crash, and T follows the edges: a REAL token exists or will \
                     exist again",
                )
                .sizes([[4, 2, 2], [3, 1, 3], [4, 1, 4], [4, 2, 4]])
                .deep(LEAVES_DEEP)
                .fair(FAIR_WITHOUT_CLIENTS)
                .without("inner-nodes-survive", Refuted)
                .without("at-most-k-crashes", Holds)
                .without("initial-backups", Refuted)
                .without("no-loss", Refuted)
                .kills([Mutant::OneMemberLess]),
        )
        .case(
            path.asks(progress)
                .reading(
                    "raymond-path-progress",
                    "only leaves crash, and T follows the edges: HOLDER stays true, and whoever \
                     asks enters, or crashes",
                )
                .sizes(LEAVES)
                .deep(LEAVES_DEEP)
                .fair(FAIR)
                .without("inner-nodes-survive", Refuted)
                .without("at-most-k-crashes", Holds)
                .kills([Mutant::DeafInside]),
        )
        .case(
            Reading::copied(
                OnTree {
                    tree: Tree::Star,
                    ..EDGES
                },
                Renewal::Replace,
            )
            .asks(progress)
            .reading(
                "raymond-path-progress-on-a-star",
                "the same with S1 in the middle of a star",
            )
            .sizes(LEAVES)
            .deep([[5, 2, 5]])
            .fair(FAIR)
            .kills([Mutant::DeafInside]),
        )
}
