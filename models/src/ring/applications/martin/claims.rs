//! What is claimed of Martin's algorithm over the plug-in.

use super::properties::{bounded_requests, bounded_while_held};
use super::reading::Mutant::{EnterOnRequest, HandOnInside, HolderAsks, NoMemory, SwallowRequest};
use super::reading::Reading;
use crate::ring::applications::{mutual_exclusion, progress};
use crate::ring::plugin::Launch;
use crate::ring::plugin::Mutant::ForgetSuspicion;
use crate::ring::setting::Mutant::{Own, Plugin};
use crate::ring::setting::{FAIR, OnRing};
use verdict_checker::catalog::Claim;
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::Algorithm;

/// A request has the next count of its site.
const NEXT_COUNT: OnRing<Reading> = OnRing::meant(Reading {
    launch: Launch::NextCount,
});

/// The repair.
const NEXT_ROUND: OnRing<Reading> = OnRing::meant(Reading {
    launch: Launch::NextRound,
});

/// Section III.A, second paragraph.
pub fn claims() -> Vec<Claim> {
    vec![
        Claim::safety(
            "ring/martin/mutex",
            "Section III.A, second paragraph",
            "Martin's algorithm, with the token and every request sent through the plug-in as \
             objects of their own, gives at most one node at a time access to the shared \
             resource, also when nodes crash.",
        )
        .case(
            NEXT_COUNT
                .asks(mutual_exclusion)
                .reading(
                    "as-worded",
                    "requests go against the token, each an object of its own, sent with the next count of its site",
                )
                .sizes([[3, 1, 2, 1]])
                .deep([[3, 1, 3, 1], [3, 1, 2, 2], [4, 1, 2, 1], [4, 2, 1, 1]])
                .without("no-loss", Holds)
                .without("perfect-detector", Refuted)
                .kills([EnterOnRequest, HandOnInside].map(Own)),
        ),
        Claim::liveness(
            "ring/martin/progress",
            "Section III.A, second paragraph",
            "In Martin's algorithm over the plug-in, every request of a live node is eventually \
             served; losing the request of a node that crashes before it has sent all k+1 copies \
             does not violate liveness.",
        )
        .case(
            NEXT_COUNT
                .asks(progress)
                .reading(
                    "next-count",
                    "a second request has the next count of its site (line 17); whoever passed the first on has counted \
                     as far and takes it for an old one; no crash is needed",
                )
                .expect(Refuted)
                .assuming("no-crash")
                .fair(FAIR)
                .sizes([[3, 1, 2, 2]]),
        )
        .case(
            NEXT_ROUND
                .asks(progress)
                .reading(
                    "next-round",
                    "the repair: a request has a count one round higher than the last of its site",
                )
                .fair(FAIR)
                .sizes([[3, 1, 2, 1], [4, 1, 2, 1]])
                .deep([[3, 1, 2, 2], [3, 1, 3, 1], [4, 2, 1, 1]])
                .without("no-loss", Refuted)
                .without("at-most-k-in-a-row", Refuted)
                .kills([Own(SwallowRequest), Plugin(ForgetSuspicion), Own(NoMemory)]),
        )
        .case(
            NEXT_ROUND
                .asks(progress)
                .reading(
                    "next-round-without-crashes",
                    "the repair, if nobody crashes: requests again and again",
                )
                .assuming("no-crash")
                .fair(FAIR)
                .sizes([[3, 1, 2, 2]])
                .kills([Own(SwallowRequest)]),
        ),
        Claim::quantity(
            "ring/martin/bounded-requests",
            "Section III.A, second paragraph",
            "On a ring of N nodes at most N-1 requests are pending, so at most N-1 request \
             objects have to be kept circulating and unique.",
        )
        .case(
            NEXT_ROUND
                .asks(bounded_requests)
                .reading(
                    "every-state",
                    "at most N - 1 requests are pending in every state; but while the token is in flight all N sites may ask",
                )
                .expect(Refuted)
                .sizes([[3, 1, 3, 1]]),
        )
        .case(
            NEXT_ROUND
                .asks(bounded_while_held)
                .reading(
                    "while-held",
                    "at most N - 1 requests are pending while a site holds the token, if nobody crashes",
                )
                .assuming("no-crash")
                .sizes([[3, 1, 3, 1]])
                .kills([Own(HolderAsks)]),
        ),
    ]
}
