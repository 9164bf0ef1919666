//! What is claimed of the termination detection over the plug-in.

use super::properties::{live, safe, safe_to_the_letter};
use super::reading::Mutant::{
    AlwaysRestart, DetectAtOnce, ForgetMessages, ForgiveOnceFinished, NeverForgive, NeverRestart,
    PassWhileActive,
};
use super::reading::{Detects, Reading, Routes};
use crate::ring::plugin::{self, Update};
use crate::ring::setting::Mutant::Own;
use crate::ring::setting::{FAIR, OfRing, OnRing};
use verdict_checker::catalog::Claim;
use verdict_checker::verdict::Verdict::{Bounded, Holds, Refuted};
use verdict_world::Algorithm;

const WORDED: OnRing<Reading> = OnRing::meant(Reading::WORDED);
const MISRA: OnRing<Reading> = OnRing::meant(Reading::MISRA);
const REPAIRED: OnRing<Reading> = OnRing::meant(Reading::REPAIRED);

/// `UpdateToken` in the order of lines 41 and 42, which makes it add nothing.
const UPDATE_AS_PRINTED: plugin::Reading = plugin::Reading {
    update: Update::Printed,
    ..plugin::Reading::MEANT
};

/// The repair with another rule for when the termination is detected.
const fn repaired_but(detects: Detects) -> OnRing<Reading> {
    OnRing::meant(Reading {
        detects,
        ..Reading::REPAIRED
    })
}

fn is_safe(reading: OnRing<Reading>) -> OfRing<Reading> {
    reading.asks(safe).sizes([[3, 1, 1, 1]])
}

fn is_live(reading: OnRing<Reading>) -> OfRing<Reading> {
    reading.asks(live).fair(FAIR).sizes([[3, 1, 1, 1]])
}

/// Section III.B.
pub fn claims() -> Vec<Claim> {
    vec![safety(), liveness()]
}

fn safety() -> Claim {
    let update_as_printed = OnRing {
        plugin: UPDATE_AS_PRINTED,
        ..REPAIRED
    };
    let update_as_printed_taken = OnRing {
        plugin: UPDATE_AS_PRINTED,
        ..MISRA
    };
    let to_any_successor = OnRing::meant(Reading {
        routes: Routes::Successors,
        ..Reading::REPAIRED
    });
    Claim::safety(
        "ring/misra/safe",
        "Section III.B; UpdateToken, lines 44-46",
        "Misra's algorithm over the plug-in announces termination only when every live node \
         is passive and no application message is in transit, given FIFO reception, crashed \
         nodes counted as passive by UpdateToken, and an initiator that does not crash before \
         all of its k+1 copies are sent.",
    )
    .case(
        is_safe(WORDED)
            .reading(
                "as-worded",
                "word by word: a node counts if it is passive when it receives the token; not even a crash is \
                 needed",
            )
            .expect(Refuted)
            .assuming("no-crash"),
    )
    .case(
        is_safe(MISRA)
            .reading(
                "since-last-visit",
                "as in the literature: a node counts if it has been passive since the token last left it; but a \
                 report of a crash may overtake the last message of the crashed node, FIFO or not",
            )
            .expect(Refuted),
    )
    .case(
        is_safe(MISRA)
            .reading(
                "since-last-visit-without-crashes",
                "as in the literature, if nobody crashes: Misra's algorithm itself",
            )
            .assuming("no-crash")
            .sizes([[3, 1, 1, 1], [3, 1, 2, 2], [4, 1, 1, 1]])
            .without("no-loss", Holds)
            .without("no-duplicates", Holds)
            .without("fifo", Refuted)
            .without("no-crash", Refuted)
            .without("along-the-ring", Refuted)
            .kills(
                [
                    PassWhileActive,
                    NeverRestart,
                    DetectAtOnce,
                    ForgetMessages,
                    ForgiveOnceFinished,
                ]
                .map(Own),
            ),
    )
    .case(
        is_safe(REPAIRED)
            .reading(
                "refusing-the-dead",
                "as in the literature, and a node that was told of a crash takes no more messages from there: the \
                 smallest repair found",
            )
            .sizes([[3, 1, 1, 1], [3, 1, 2, 2], [4, 1, 1, 1], [4, 2, 1, 1]])
            .without("no-loss", Holds)
            .without("no-duplicates", Holds)
            .without("fifo", Refuted)
            .without("at-most-k-in-a-row", Holds)
            .without("crash-stop", Refuted)
            .without("perfect-detector", Refuted)
            .without("along-the-ring", Refuted)
            .without("refuse-the-dead", Refuted)
            .without("initial-backups", Holds)
            .kills(
                [
                    PassWhileActive,
                    NeverRestart,
                    DetectAtOnce,
                    ForgetMessages,
                    ForgiveOnceFinished,
                ]
                .map(Own),
            ),
    )
    .case(
        is_safe(update_as_printed)
            .reading(
                "update-as-printed",
                "repaired, with UpdateToken after line 41: #(D) - 1 is 0, crashed nodes are not counted, and the \
                 token takes longer to reach N",
            )
            .sizes([[3, 1, 1, 1], [4, 1, 1, 1]])
            .kills([PassWhileActive, NeverRestart, DetectAtOnce].map(Own)),
    )
    .case(
        is_safe(update_as_printed_taken)
            .reading(
                "update-as-printed-taken",
                "UpdateToken after line 41, and no refusal: that crashed nodes are not counted sends the token around the live \
                 ones once more, which does not make the last message of a crashed one arrive",
            )
            .expect(Refuted),
    )
    .case(
        REPAIRED
            .asks(safe_to_the_letter)
            .reading(
                "refused-messages-count",
                "repaired, and asked to the letter: a message that its receiver will refuse is an application message in \
                 transit too; termination is announced before it arrives",
            )
            .expect(Refuted)
            .sizes([[3, 1, 1, 1]]),
    )
    .case(
        REPAIRED
            .asks(safe_to_the_letter)
            .reading(
                "refused-messages-count-late-reports",
                "the same, a crash being reported only after the last message of the crashed node: there is nothing to refuse",
            )
            .assuming("late-reports")
            .sizes([[3, 1, 1, 1], [4, 1, 1, 1]])
            .kills([PassWhileActive, ForgetMessages].map(Own)),
    )
    .case(
        is_safe(repaired_but(Detects::FirstPassive))
            .reading(
                "first-passive-node",
                "repaired, and no passive_count at all: the first node that was passive since the token last left \
                 it announces the termination; on a one-way ring nobody else can have become active",
            )
            .sizes([[3, 1, 1, 1], [3, 1, 2, 2], [4, 1, 1, 1]])
            .deep([[4, 2, 1, 1]])
            .kills([PassWhileActive, ForgetMessages, ForgiveOnceFinished].map(Own)),
    )
    .case(
        is_safe(REPAIRED)
            .reading(
                "out-of-order",
                "repaired, over the channels of section II, \"messages might be delivered out of order\"",
            )
            .expect(Refuted)
            .lacking("fifo"),
    )
    .case(
        is_safe(to_any_successor)
            .reading(
                "to-any-successor",
                "repaired, with application messages to each of the k+1 successors that a node knows",
            )
            .expect(Refuted),
    )
}

fn liveness() -> Claim {
    let exactly = repaired_but(Detects::Exactly);
    let exactly_as_printed = OnRing {
        plugin: UPDATE_AS_PRINTED,
        ..exactly
    };
    Claim::liveness(
        "ring/misra/live",
        "Section III.B; UpdateToken, lines 44-46",
        "Once the application has terminated, Misra's algorithm over the plug-in eventually \
         announces it, with at most k consecutive crashes and the same assumptions on FIFO \
         reception and on the initiator.",
    )
    .case(
        is_live(exactly)
            .reading(
                "exactly-n",
                "repaired, but termination is detected when passive_count = N, as printed: where a crashed node \
                 is added to N - 1, the next node makes it N + 1",
            )
            .expect(Refuted),
    )
    .case(
        is_live(exactly_as_printed)
            .reading(
                "exactly-n-update-as-printed",
                "passive_count = N, and UpdateToken after line 41: the count only ever grows by one, so that the \
                 two slips cancel out",
            )
            .kills([NeverForgive, AlwaysRestart].map(Own)),
    )
    .case(
        is_live(REPAIRED)
            .reading(
                "at-least-n",
                "repaired: termination is detected when passive_count is N or more",
            )
            .deep([[3, 1, 2, 2], [4, 1, 1, 1]])
            .without("no-loss", Refuted)
            .without("no-duplicates", Holds)
            .without("fifo", Holds)
            .without("at-most-k-in-a-row", Refuted)
            .without("crash-stop", Bounded)
            .without("perfect-detector", Refuted)
            .without("along-the-ring", Holds)
            .without("refuse-the-dead", Holds)
            .without("initial-backups", Refuted)
            .kills([NeverForgive, AlwaysRestart].map(Own)),
    )
}
