//! Claims of Arantes and Sopena, "Easily rendering token-ring algorithms of distributed and parallel
//! applications fault tolerant": the token plug-in, and the algorithms built on it.
//!
//! Lines of Fig. 2 are numbered as the paper's prose counts them (24 updates `count`, 34 opens
//! `ReceiveSuspected`, 38 opens `UseBackup`). The figure as extracted from PDF also numbers two
//! continuation lines, so it runs up to two ahead between lines 18 and 37.

use super::applications::{chang_roberts, le_lann, martin, misra, transpeer};
use super::plugin::Mutant::{
    AnnounceRegeneration, CountOneMore, ForgetSuspicion, IgnoreKnownCrashes, KeepCount, KeepToken,
    OneCrashSuffices, SendOneLess, SendOneMore, TakeOldMessages, WatchOneMore,
};
use super::plugin::{
    Back, Bound, Handover, Monitoring, Reading, Test, Tested, Update, UpdateDetection,
};
use super::setting::Mutant::Plugin;
use super::setting::{FAIR, FAIR_TO_MESSAGES, Guest, OfRing, OnRing};
use super::{Bare, Counting, properties, titles};
use verdict_checker::catalog::Claim;
use verdict_checker::verdict::Verdict::{Bounded, Holds, Refuted};
use verdict_world::Algorithm;

/// Every claim about the ring and about what runs on it, in the order of the source.
pub fn claims() -> Vec<Claim> {
    let all = [
        of_the_plugin(),
        le_lann::claims(),
        martin::claims(),
        misra::claims(),
        chang_roberts::claims::claims(),
        transpeer::claims(),
    ];
    all.into_iter().flatten().collect()
}

const AS_MEANT: &str = "Fig. 2 as the text means it: the test of lines 29 and 36 is D \\ F = {S_i}";

/// The plug-in as the text means it.
const MEANT: OnRing<Bare> = OnRing::meant(Bare);

/// Monitoring only the closest predecessor.
const CLOSEST_ONLY: OnRing<Bare> = read(Reading {
    monitoring: Monitoring::ClosestOnly,
    ..Reading::MEANT
});

/// SafeSendToken line by line; what arrives meanwhile waits.
const LINE_BY_LINE: OnRing<Bare> = read(Reading {
    handover: Handover::LineByLine,
    ..Reading::MEANT
});

/// SafeSendToken line by line; what arrives meanwhile does not wait.
const INTERRUPTED: OnRing<Bare> = read(Reading {
    handover: Handover::Interrupted,
    ..Reading::MEANT
});

/// `updateDetection` where it is printed, and the test of line 36 as it is printed.
const DETECTION_AS_PRINTED: OnRing<Bare> = read(Reading {
    update_detection: UpdateDetection::WherePrinted,
    tested: Tested::ByAll,
    ..Reading::MEANT
});

const DETECTION_AS_PRINTED_SAYS: &str = "updateDetection only in lines 15, 21 and 33 as printed, and no question in line 36 \
    whether there is a copy: a holder is given its token again, and it is still one token";

/// k = N - 1, which section II excludes.
const ONE_MORE: OnRing<Bare> = read(Reading {
    bound: Bound::OneMore,
    ..Reading::MEANT
});

/// A site that comes back knows nothing.
const EMPTY: OnRing<Bare> = read(Reading {
    back: Back::Empty,
    ..Reading::MEANT
});

const fn read(plugin: Reading) -> OnRing<Bare> {
    OnRing {
        guest: Bare,
        plugin,
    }
}

/// At the sizes that most cases share.
fn at_all_sizes<G: Guest>(asked: OfRing<G>) -> OfRing<G> {
    asked
        .sizes([[3, 1], [4, 1], [4, 2], [5, 2]])
        .deep([[5, 3], [6, 3], [8, 2]])
}

/// A reading that falls at the smallest size.
fn falls<G: Guest>(asked: OfRing<G>) -> OfRing<G> {
    asked.expect(Refuted).sizes([[3, 1]])
}

/// What is asked of Fig. 2 as the text means it.
fn meant(asked: OfRing<Bare>) -> OfRing<Bare> {
    at_all_sizes(asked).reading("as-meant", AS_MEANT)
}

fn of_the_plugin() -> Vec<Claim> {
    vec![
        unique_real(),
        never_lost(),
        circulates(),
        backup_becomes_real(),
        nested_detection(),
        stale_discarded(),
        beyond_k(),
        bound_is_tight(),
        no_message_regeneration(),
        closest_only(),
        test_as_printed(),
        update_order_as_printed(),
    ]
}

fn unique_real() -> Claim {
    Claim::safety(
        "ring/unique-real",
        "Section II.A, value (1) of token; Section II, system model",
        "At any moment at most one live node has token = REAL (none while a new token is \
         being regenerated), provided that channels are reliable, crashes are permanent and \
         no live node is ever suspected.",
    )
    .case(
        meant(MEANT.asks(properties::unique_real))
            // The last is out of reach unless states are left out.
            .deep([[5, 3], [6, 3], [8, 2], [7, 4]])
            .without("no-loss", Holds)
            .without("no-duplicates", Holds)
            .without("at-most-k-in-a-row", Holds)
            .without("crash-stop", Refuted)
            .without("perfect-detector", Refuted)
            .without("initial-backups", Holds)
            .kills([KeepToken, OneCrashSuffices, TakeOldMessages, KeepCount].map(Plugin)),
    )
    .case(
        at_all_sizes(MEANT.asks(titles::nested_titles))
            .reading(
                "invariant",
                "the invariant over sites and messages in transit that makes uniqueness inductive: the \
                 rights to the token of any two live sites nest",
            )
            .kills([KeepToken, WatchOneMore, CountOneMore].map(Plugin)),
    )
    .case(falls(LINE_BY_LINE.asks(properties::unique_real)).reading(
        "line-by-line",
        "SafeSendToken line by line: the sender is REAL until line 19, after its sends, so that \
         in the middle of a hand-over there are two",
    ))
    .case(
        line_by_line(LINE_BY_LINE.asks(properties::unique_outside))
            .reading(
                "line-by-line-outside",
                "SafeSendToken line by line, and whatever arrives meanwhile waits: of the sites that are not in the middle of \
                 it at most one is REAL",
            )
            .kills([KeepToken, OneCrashSuffices].map(Plugin)),
    )
    .case(
        detection_as_printed(DETECTION_AS_PRINTED.asks(properties::unique_real))
            .kills([KeepToken, OneCrashSuffices].map(Plugin)),
    )
    .case(
        ONE_MORE
            .asks(properties::unique_real)
            .reading(
                "k-is-n-minus-1",
                "k = N - 1, which section II excludes: there is still no second token",
            )
            .sizes([[3, 2], [4, 3]])
            .kills([KeepToken, OneCrashSuffices].map(Plugin)),
    )
    .case(
        falls(EMPTY.asks(properties::unique_real))
            .reading(
                "returns-empty",
                "a crashed site comes back, not with lines 3-15 but knowing nothing: its backup has taken over, and the token \
                 that was on its way to it is news to a site that has forgotten its count",
            )
            .lacking("crash-stop"),
    )
}

/// At the sizes of a hand-over line by line.
fn line_by_line(asked: OfRing<Bare>) -> OfRing<Bare> {
    asked.sizes([[3, 1], [4, 1], [4, 2]]).deep([[5, 2]])
}

fn detection_as_printed(asked: OfRing<Bare>) -> OfRing<Bare> {
    asked
        .reading("update-detection-as-printed", DETECTION_AS_PRINTED_SAYS)
        .sizes([[3, 1], [4, 1], [4, 2]])
        .deep([[5, 2]])
}

fn never_lost() -> Claim {
    Claim::liveness(
        "ring/never-lost",
        "Abstract; Section II, basic idea; Section VII",
        "As long as at most k consecutive nodes of the ring crash, the token is not lost: a \
         REAL token exists, or one of the backup copies becomes REAL once the crashes are \
         detected, without any further message being sent.",
    )
    .case(
        meant(MEANT.asks(properties::never_lost))
            .fair(FAIR_TO_MESSAGES)
            .without("no-loss", Refuted)
            .without("no-duplicates", Holds)
            .without("at-most-k-in-a-row", Refuted)
            .without("crash-stop", Bounded)
            .without("perfect-detector", Bounded)
            .without("initial-backups", Refuted)
            .kills([SendOneLess, IgnoreKnownCrashes, ForgetSuspicion].map(Plugin)),
    )
    .case(
        line_by_line(LINE_BY_LINE.asks(properties::never_lost))
            .reading(
                "line-by-line",
                "SafeSendToken line by line, and whatever arrives meanwhile waits until line 21",
            )
            .fair(FAIR_TO_MESSAGES)
            .kills([SendOneLess, ForgetSuspicion].map(Plugin)),
    )
    .case(
        falls(INTERRUPTED.asks(properties::never_lost))
            .reading(
                "interrupted",
                "SafeSendToken line by line, and a token that arrives before its end is received at once: the token has \
                 been around before the last copy is sent, and lines 19 and 20 throw it away; no crash is needed",
            )
            .fair(FAIR)
            .assuming("no-crash"),
    )
    .case(
        falls(ONE_MORE.asks(properties::never_lost))
            .reading(
                "k-is-n-minus-1",
                "k = N - 1, which section II excludes: the copy that a site sends to itself is not newer than what it \
                 knows, so that the last one left may be the one without a copy",
            )
            .fair(FAIR_TO_MESSAGES)
            .sizes([[3, 2], [4, 3]]),
    )
    .case(
        falls(EMPTY.asks(properties::never_lost))
            .reading(
                "returns-empty",
                "a crashed site comes back, not with lines 3-15 but knowing nothing, before its crash is reported: nobody \
                 has the token, and who has a copy watches a site that is up",
            )
            .fair(FAIR_TO_MESSAGES)
            .lacking("crash-stop"),
    )
}

fn circulates() -> Claim {
    Claim::liveness(
        "ring/circulates",
        "Section I, liveness property; Section II",
        "The token keeps circulating, so that every live node holds it again and again, given \
         that a holder passes it on within a bounded delay and that at most k consecutive \
         nodes crash.",
    )
    .case(
        meant(MEANT.asks(properties::circulates))
            .fair(FAIR)
            .kills([SendOneLess, IgnoreKnownCrashes, ForgetSuspicion].map(Plugin)),
    )
    .case(
        line_by_line(LINE_BY_LINE.asks(properties::circulates))
            .reading(
                "line-by-line",
                "SafeSendToken line by line, and whatever arrives meanwhile waits until line 21",
            )
            .fair(FAIR)
            .kills([SendOneLess, IgnoreKnownCrashes, ForgetSuspicion].map(Plugin)),
    )
    .case(
        detection_as_printed(DETECTION_AS_PRINTED.asks(properties::circulates))
            .fair(FAIR)
            .kills([SendOneLess, ForgetSuspicion].map(Plugin)),
    )
}

fn backup_becomes_real() -> Claim {
    Claim::liveness(
        "ring/backup-becomes-real",
        "Section II.A, value (2) of token",
        "A node whose token is BACKUP eventually changes it to REAL, unless the node crashes.",
    )
    .case(
        meant(MEANT.asks(properties::backup_becomes_real))
            .fair(FAIR)
            .kills([SendOneLess, IgnoreKnownCrashes, ForgetSuspicion].map(Plugin)),
    )
}

fn nested_detection() -> Claim {
    Claim::safety(
        "ring/nested-detection",
        "Section II.A, detection set; Fig. 1(b)",
        "A node with a REAL or BACKUP token has the detection set D = {S_T, ..., S_i}, of at \
         most k+1 nodes; the k+1 sets of the holder and its backups are pairwise different, \
         nested, and all contain the holder S_T.",
    )
    .case(falls(MEANT.asks(properties::nested_always)).reading(
        "every-state",
        "in every state, also while the token is handed over",
    ))
    .case(falls(MEANT.asks(properties::nested_at_rest)).reading(
        "at-rest",
        "in every state in which no message is in transit",
    ))
    .case(
        at_all_sizes(MEANT.asks(properties::nested_at_rest))
            .reading(
                "at-rest-without-crashes",
                "in every state in which no message is in transit, if nobody crashes",
            )
            .assuming("no-crash")
            .kills([Plugin(WatchOneMore)]),
    )
    .case(
        at_all_sizes(MEANT.asks(properties::live_members_nested_at_rest))
            .reading(
                "live-members-at-rest",
                "the live members of the detection sets, in every state in which no message is in transit: \
                 the strongest form found that survives crashes",
            )
            .kills([WatchOneMore, SendOneMore].map(Plugin)),
    )
}

fn stale_discarded() -> Claim {
    Claim::safety(
        "ring/stale-discarded",
        "Section II.A, count; Section II.B; Fig. 2, lines 23-24 and 39",
        "A TOKEN message that is not newer than the count a node knows is never taken for a \
         valid one; UseBackup adds the number of crashed nodes to count, so that pending old \
         messages are discarded after a regeneration too. We read count as the number of ring \
         positions the token has passed.",
    )
    .case(
        meant(MEANT.asks(properties::stale_discarded))
            .kills([TakeOldMessages, KeepCount, CountOneMore].map(Plugin)),
    )
}

fn beyond_k() -> Claim {
    Claim::liveness(
        "ring/beyond-k",
        "Section I; Section VI, last paragraph",
        "More than k crashes in total are tolerated, provided that at most k of them are \
         consecutive on the ring.",
    )
    .case(
        meant(MEANT.asks(properties::beyond_k))
            .fair(FAIR_TO_MESSAGES)
            .sizes([[4, 1], [5, 1], [6, 2]])
            .deep([[7, 2]])
            .kills([SendOneLess, ForgetSuspicion].map(Plugin)),
    )
}

fn bound_is_tight() -> Claim {
    Claim::liveness(
        "ring/bound-is-tight",
        "Section II, definition of k; Section IV, closing remark",
        "More than k consecutive crashes are beyond the algorithm and would need a separate \
         function to regenerate the token; we read this as the claim that k+1 consecutive \
         crashes can lose the token for good.",
    )
    .case(
        MEANT
            .asks(properties::lost_for_ever)
            .reading(
                "one-more",
                "k+1 consecutive crashes allowed: a run exists after which no live site has the token or a copy",
            )
            .lacking("at-most-k-in-a-row")
            .sizes([[3, 1], [4, 1], [4, 2], [5, 3]]),
    )
}

fn no_message_regeneration() -> Claim {
    Claim::quantity(
        "ring/no-message-regeneration",
        "Section I; Section II, message cost; Section II.A, detection set",
        "Regenerating the token takes no message at all; passing it on takes k messages more \
         than in the original algorithm, hence k+1 for each hop; and a node monitors at most \
         k others.",
    )
    .case(
        meant(MEANT.asks(properties::no_message_regeneration))
            .sizes([[3, 1], [4, 1], [4, 2]])
            .deep([[5, 3]])
            .kills([AnnounceRegeneration, SendOneMore, SendOneLess, WatchOneMore].map(Plugin)),
    )
}

fn closest_only() -> Claim {
    Claim::liveness(
        "ring/closest-only",
        "Section II.B, third remark",
        "A node need not monitor all of its set D at once: it is enough to watch the closest \
         predecessor in D not yet known to be faulty and, when that one crashes, to go on to \
         the one before it.",
    )
    .case(
        at_all_sizes(CLOSEST_ONLY.asks(properties::all_safety))
            .reading(
                "safety",
                "monitoring only the closest predecessor in D not known to be faulty: uniqueness, its invariant, \
                 nesting at rest, stale messages",
            )
            .kills([KeepToken, OneCrashSuffices, TakeOldMessages, KeepCount].map(Plugin)),
    )
    .case(
        at_all_sizes(CLOSEST_ONLY.asks(properties::all_liveness))
            .reading(
                "liveness",
                "monitoring only the closest predecessor in D not known to be faulty: never lost, \
                 circulates, every backup becomes REAL",
            )
            .fair(FAIR)
            .kills([SendOneLess, IgnoreKnownCrashes, ForgetSuspicion].map(Plugin)),
    )
}

fn test_as_printed() -> Claim {
    let printed = read(Reading {
        test: Test::Printed,
        ..Reading::MEANT
    });
    Claim::liveness(
        "ring/test-as-printed",
        "Fig. 2, lines 29 and 36 (SafeReceiveToken, ReceiveSuspected)",
        "A backup takes the token over when the printed test D intersect F = {S_i} is true, \
         which the prose explains as: all the other nodes that S_i monitors have crashed. \
         Since S_i is never in its own F, the reading meant is D minus F = {S_i}.",
    )
    .case(
        falls(printed.asks(properties::never_lost))
            .reading(
                "as-printed",
                "D intersect F = {S_i}, literally: S_i is never in its own F, so no copy is ever used",
            )
            .fair(FAIR_TO_MESSAGES),
    )
}

fn update_order_as_printed() -> Claim {
    let meant = OnRing::meant(Counting);
    let printed = OnRing {
        guest: Counting,
        plugin: Reading {
            update: Update::Printed,
            ..Reading::MEANT
        },
    };
    Claim::safety(
        "ring/update-order-as-printed",
        "Fig. 2, lines 41-42 (UseBackup), with line 45 of UpdateToken in Section III.B",
        "UseBackup resets D to {S_i} before it calls UpdateToken, whose version for Misra's \
         algorithm is meant to add the #(D) - 1 crashed nodes to passive_count; in this \
         printed order too, each regeneration is to count the crashed nodes as passive.",
    )
    .case(falls(printed.asks(properties::update_sees_the_gap)).reading(
        "as-printed",
        "UpdateToken after line 41: #(D) is 1, and an application that counts positions misses the gap",
    ))
    .case(
        at_all_sizes(meant.asks(properties::update_sees_the_gap))
            .reading(
                "as-meant",
                "UpdateToken before line 41: #(D) - 1 is the number of sites that were skipped",
            )
            .kills([KeepCount, CountOneMore].map(Plugin)),
    )
}
