//! Section 3: what is claimed of the algorithm without failures, and the verdict that each reading must get.

use super::average::Average;
use super::{Mutant, Section3, Sites, properties};
use verdict_checker::catalog::{Asked, Asks, Claim, Model};
use verdict_checker::domain::every_instance_is_right;
use verdict_checker::liveness::Fairness::Weak;
use verdict_checker::verdict::Verdict::Refuted;
use verdict_world::{Algorithm, InWorld};

type Question = Asked<InWorld<Section3>>;

/// What most cases share.
fn asked<Marker>(of: Section3, property: impl Asks<Sites, Marker>) -> Question {
    let meant = "section 3 with Fig. 1: a root that is asked points its last to the requester";
    of.asks(property)
        .reading("as-meant", meant)
        .sizes([[2], [3], [4]])
        .deep([[5]])
}

/// Whoever is inside leaves, and every message arrives; nobody has to ask.
fn progress(of: Section3) -> Question {
    asked(of, properties::progress).fair([("deliver", Weak), ("timeout", Weak)])
}

/// Every claim about the algorithm without failures.
pub fn claims() -> Vec<Claim> {
    use Mutant::{ForgetRequest, GrantInside, KeepNext, KeepToken, StayBelow};
    vec![
        Claim::safety(
            "naimi/original/mutex",
            "Section 1; Section 5.2, proof of safety",
            "In the original algorithm, without failures, there is always just one token, so at \
             most one site is in the critical section.",
        )
        .case(
            asked(Section3::MEANT, properties::mutex)
                // The last two are out of reach unless states are left out; see the chapter on that.
                .deep([[5], [6], [7]])
                .without("no-loss", Refuted)
                .without("no-duplicates", Refuted)
                .kills([KeepToken, GrantInside]),
        ),
        Claim::liveness(
            "naimi/original/progress",
            "Section 3; Section 5.2, liveness",
            "In the original algorithm, without failures, every site that requests the critical \
             section eventually gets the token, which each holder sends to its next.",
        )
        .case(
            progress(Section3::MEANT)
                .without("no-loss", Refuted)
                .without("no-duplicates", Refuted)
                .without("no-crash", Refuted)
                .kills([ForgetRequest, StayBelow]),
        )
        .case(
            progress(Section3::PRINTED)
                .reading(
                    "as-printed",
                    "action (2) to the letter: a root that is asked sets next and leaves its last as it is, so that \
                     the next request overwrites this one",
                )
                .expect(Refuted)
                .sizes([[2], [3]])
                .not_deeper(),
        ),
        Claim::safety(
            "naimi/original/root-is-tail",
            "Section 3, invariant of the algorithm",
            "The root of the last tree is always the tail of the next queue. Section 3 itself \
             adds that the tree is temporarily broken into several rooted trees while a request \
             is in transit.",
        )
        .case(
            asked(Section3::MEANT, properties::root_is_tail)
                .reading(
                    "in-every-state",
                    "in every state there is one root, and it is the tail of the queue that begins at the token",
                )
                .expect(Refuted)
                .sizes([[2]])
                .not_deeper(),
        )
        .case(
            asked(Section3::MEANT, properties::root_is_tail_without_requests)
                .reading(
                    "no-request-in-transit",
                    "the same, whenever no request is in transit (the token may be)",
                )
                .kills([StayBelow, ForgetRequest, KeepNext]),
        )
        .case(
            asked(Section3::MEANT, properties::roots_are_tails_of_portions)
                .reading(
                    "portions",
                    "in every state the roots are the tails of the portions of the queue: the one that begins at the \
                     token and one for each request in transit",
                )
                .sizes([[3], [4]])
                .kills([StayBelow, ForgetRequest, KeepNext]),
        ),
        Claim::quantity(
            "naimi/original/messages",
            "Section 1; Section 5.1, cost of COMMIT",
            "A token request takes O(log N) messages for N sites; the text gives it as log(N), \
             and speaks of the average only for tree-based algorithms in general.",
        )
        .case(
            asked(Section3::COUNTING, properties::fewer_than_n_sends)
                .reading(
                    "worst-case",
                    "with any number of requests at once, a request is sent at most N - 1 times: with the token, N \
                     messages",
                )
                .kills([StayBelow]),
        )
        .case(
            asked(Section3::COUNTING, properties::at_most_log_n_sends)
                .reading(
                    "log-in-the-worst-case",
                    "log(N) for every request: it is sent at most log2(N) times, rounded up",
                )
                .expect(Refuted)
                .sizes([[4]])
                .not_deeper(),
        )
        .case(
            Average
                .asks(every_instance_is_right)
                .reading(
                    "average",
                    "requests one at a time, from any site alike: an entry takes H(N-1) messages on average, token included, \
                     which is at most log2(N); N = 2 to 6",
                )
                .sizes([[]])
                .kills([StayBelow, KeepToken]),
        ),
    ]
}
