//! What is claimed of Le Lann's algorithm over the plug-in.

use super::reading::Mutant::{EnterAtOnce, PassAlways, PassOnEntry};
use super::reading::Reading;
use crate::ring::applications::{mutual_exclusion, progress};
use crate::ring::plugin::Mutant::{ForgetSuspicion, KeepToken, OneCrashSuffices, SendOneLess};
use crate::ring::plugin::{self, Tested, UpdateDetection};
use crate::ring::setting::Mutant::{Own, Plugin};
use crate::ring::setting::{FAIR, OfRing, OnRing};
use verdict_checker::catalog::Claim;
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::Algorithm;

const AS_WORDED: OnRing<Reading> = OnRing::meant(Reading::WORDED);

/// Over a plug-in that calls `updateDetection` there, and lets these make the test of line 36.
const fn over(
    guest: Reading,
    update_detection: UpdateDetection,
    tested: Tested,
) -> OnRing<Reading> {
    OnRing {
        guest,
        plugin: plugin::Reading {
            update_detection,
            tested,
            ..plugin::Reading::MEANT
        },
    }
}

/// Where the token is given to a site once.
fn heard_once(reading: OnRing<Reading>) -> OfRing<Reading> {
    reading
        .asks(mutual_exclusion)
        .sizes([[3, 1], [4, 1], [4, 2]])
        .kills([
            Own(PassOnEntry),
            Plugin(KeepToken),
            Plugin(OneCrashSuffices),
        ])
}

fn as_worded(asked: OfRing<Reading>) -> OfRing<Reading> {
    asked
        .reading(
            "as-worded",
            "a site that receives the token uses it if it wants to, and sends it on otherwise; wishes without end",
        )
        .sizes([[3, 1], [4, 1], [4, 2]])
}

/// Section III.A, first paragraph.
pub fn claims() -> Vec<Claim> {
    vec![
        Claim::safety(
            "ring/le-lann/mutex",
            "Section III.A, first paragraph",
            "Le Lann's algorithm, its send and receive replaced by SafeSendToken and \
             SafeReceiveToken, gives at most one node at a time access to the shared resource, \
             also when nodes crash.",
        )
        .case(
            as_worded(AS_WORDED.asks(mutual_exclusion))
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .without("at-most-k-in-a-row", Holds)
                .without("crash-stop", Refuted)
                .without("perfect-detector", Refuted)
                .without("initial-backups", Holds)
                .kills([
                    Own(EnterAtOnce),
                    Own(PassOnEntry),
                    Plugin(KeepToken),
                    Plugin(OneCrashSuffices),
                ]),
        )
        .case(
            over(Reading::WORDED, UpdateDetection::WherePrinted, Tested::ByAll)
                .asks(mutual_exclusion)
                .reading(
                    "update-detection-as-printed",
                    "the plug-in as printed: a holder goes on monitoring whom it did, a crash passes the test of line 36, and \
                     DeliverToken is called again; who uses the resource then sends the token on",
                )
                .expect(Refuted)
                .sizes([[3, 1]]),
        )
        .case(
            heard_once(over(
                Reading::WORDED,
                UpdateDetection::InAllCases,
                Tested::ByAll,
            ))
            .reading(
                "test-by-all",
                "updateDetection in all cases, as the text has it: a holder monitors nobody, and who makes the test does \
                 not matter",
            ),
        )
        .case(
            heard_once(over(
                Reading::WORDED,
                UpdateDetection::WherePrinted,
                Tested::ByBackups,
            ))
            .reading(
                "guard-in-the-plug-in",
                "updateDetection where it is printed, and the test of line 36 for sites with a copy",
            ),
        )
        .case(
            heard_once(over(
                Reading::GUARDED,
                UpdateDetection::WherePrinted,
                Tested::ByAll,
            ))
            .reading(
                "guard-in-the-application",
                "the plug-in as printed, and a site that uses the resource does nothing when it is given the token again",
            ),
        ),
        Claim::liveness(
            "ring/le-lann/progress",
            "Section III.A, first paragraph",
            "Le Lann's algorithm over the plug-in still executes correctly when nodes crash: \
             every live node that wants the resource eventually gets it, with at most k \
             consecutive crashes.",
        )
        .case(
            as_worded(AS_WORDED.asks(progress))
                .fair(FAIR)
                .without("no-loss", Refuted)
                .without("no-duplicates", Holds)
                .without("at-most-k-in-a-row", Refuted)
                .without("initial-backups", Refuted)
                .kills([
                    Own(PassAlways),
                    Plugin(SendOneLess),
                    Plugin(ForgetSuspicion),
                ]),
        ),
    ]
}
