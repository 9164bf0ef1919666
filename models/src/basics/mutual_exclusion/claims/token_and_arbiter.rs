//! The token ring, and the arbiter.

use super::super::arbiter::{self, Centralized, Waiting};
use super::super::token_ring::{self, Reading, TokenRing};
use super::FAIR;
use verdict_checker::catalog::Claim;
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::Algorithm;

pub fn token_ring() -> Vec<Claim> {
    use token_ring::Mutant::{Hoard, KeepToken, SkipNext};
    const AS_MEANT: &str = "onToken executes CS; processes ask for ever";
    vec![
        Claim::safety(
            "basics/token-mutex/mutex",
            "Token Ring Mutex; Token Ring Mutex: Correctness, property ME1",
            "At most one process is in its critical section, because the token is unique.",
        )
        .case(
            TokenRing(Reading::OnToken)
                .asks(token_ring::mutex)
                .reading("as-meant", AS_MEANT)
                .sizes([[1], [3], [6]])
                .deep([[10]])
                .without("no-loss", Holds)
                .without("no-duplicates", Refuted)
                .without("no-crash", Holds)
                .kills([KeepToken]),
        )
        .case(
            TokenRing(Reading::Delimited)
                .asks(token_ring::at_most_one_executes)
                .reading(
                    "delimited",
                    "CS stands between req_access() and rel_access(), and req_access() does what the slide says and no more",
                )
                .sizes([[2]])
                .expect(Refuted),
        ),
        Claim::liveness(
            "basics/token-mutex/progress",
            "Token Ring Mutex; Token Ring Mutex: Correctness, property ME2",
            "Every requesting process eventually enters its critical section, because the rules \
               for passing the token on the ring bring it to each node.",
        )
        .case(
            TokenRing(Reading::OnToken)
                .asks(token_ring::progress)
                .reading("as-meant", AS_MEANT)
                .sizes([[1], [3], [6]])
                .deep([[10]])
                .fair(FAIR)
                .without("no-loss", Refuted)
                .without("no-duplicates", Holds)
                .without("no-crash", Refuted)
                .kills([Hoard, SkipNext]),
        ),
    ]
}

pub fn centralized() -> Vec<Claim> {
    use arbiter::Mutant::{Forgetful, Generous, KeepPermit, Stack};
    const QUEUE: &str = "REQ, PERMIT, RELEASE; the arbiter keeps a queue; processes ask for ever";
    let queue = Centralized {
        waiting: Waiting::Queue,
        counted: false,
    };
    let any_order = Centralized {
        waiting: Waiting::AnyOrder,
        ..queue
    };
    let counted = Centralized {
        counted: true,
        ..queue
    };
    vec![
        Claim::safety(
            "basics/central-mutex/mutex",
            "Plain Centralized Mutex, with property ME1 of Problem Statement",
            "With one arbiter that hands out a single permit, to be sent back after each use, at \
               most one process is in its critical section.",
        )
        .case(
            queue
                .asks(arbiter::mutex)
                .reading("as-meant", QUEUE)
                .sizes([[1], [2], [3], [4]])
                .without("no-loss", Holds)
                .without("no-duplicates", Refuted)
                .without("no-crash", Holds)
                .kills([Generous]),
        ),
        Claim::liveness(
            "basics/central-mutex/progress",
            "Plain Centralized Mutex, with property ME2 of Problem Statement",
            "With an arbiter that queues the waiting processes, every request to enter the \
               critical section eventually succeeds; the slide names the queue and gives no \
               argument.",
        )
        .case(
            queue
                .asks(arbiter::progress)
                .reading("as-meant", QUEUE)
                .sizes([[1], [2], [3], [4]])
                .fair(FAIR)
                .without("no-loss", Refuted)
                .without("no-crash", Refuted)
                .kills([Forgetful, Stack, KeepPermit]),
        )
        .case(
            any_order
                .asks(arbiter::progress)
                .reading("no-queue", "\"usually\": the arbiter serves whom it likes of those that wait")
                .sizes([[2], [3]])
                .fair(FAIR)
                .expect(Refuted),
        ),
        Claim::quantity(
            "basics/central-mutex/messages",
            "Plain Centralized Mutex",
            "A use takes a request, the permit, and the permit sent back: three messages, however many processes \
               there are; the slide gives no number.",
        )
        .case(
            counted
                .asks(arbiter::messages)
                .reading("three", "whenever all are out and nothing is in transit, three messages have been sent for each use")
                .sizes([[1, 2], [2, 2], [3, 2]])
                .without("no-duplicates", Refuted)
                .kills([KeepPermit]),
        ),
    ]
}
