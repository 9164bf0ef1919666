//! What is claimed of Le Lann's algorithm over the plug-in.

use super::reading::AsWorded;
use super::reading::Mutant::{EnterAtOnce, PassAlways, PassOnEntry};
use crate::ring::applications::{mutual_exclusion, progress};
use crate::ring::plugin::Mutant::{ForgetSuspicion, KeepToken, OneCrashSuffices, SendOneLess};
use crate::ring::setting::Mutant::{Own, Plugin};
use crate::ring::setting::{FAIR, OfRing, OnRing};
use verdict_checker::catalog::Claim;
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::Algorithm;

const AS_WORDED: OnRing<AsWorded> = OnRing::meant(AsWorded);

fn as_worded(asked: OfRing<AsWorded>) -> OfRing<AsWorded> {
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
