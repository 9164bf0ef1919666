//! What the slides claim of mutual exclusion, and the verdict that each reading must get.

use super::arbiter::{self, Centralized, Waiting};
use super::ricart_agrawala::line_by_line::{self, LineByLine, Procedure};
use super::ricart_agrawala::{Clock, Mutant, RicartAgrawala, properties};
use super::token_ring::{self, Reading, TokenRing};
use verdict_checker::catalog::{Asked, Claim};
use verdict_checker::liveness::Fairness::{self, Weak};
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::{Algorithm, InWorld};

/// Every message arrives, whoever may enter does, whoever is inside leaves; nobody has to ask.
const FAIR: [(&str, Fairness); 2] = [("deliver", Weak), ("local", Weak)];

const TO_THE_LETTER: &str = "the four procedures to the letter, each undisturbed up to its end or its wait; processes ask for ever";

/// The claims of these slides, with their readings.
pub fn claims() -> Vec<Claim> {
    let parts = [
        ricart_agrawala(),
        earliest_first(),
        token_ring(),
        centralized(),
    ];
    parts.into_iter().flatten().collect()
}

/// ME1 with the lines of one procedure apart.
fn lines_mutex(procedure: Procedure) -> Asked<InWorld<LineByLine>> {
    LineByLine(Some(procedure))
        .asks(line_by_line::mutex)
        .sizes([[2, 1], [2, 2], [3, 1]])
}

/// ME2 with the lines of one procedure apart.
fn lines_progress(procedure: Procedure) -> Asked<InWorld<LineByLine>> {
    LineByLine(Some(procedure))
        .asks(line_by_line::progress)
        .sizes([[2, 1], [2, 2], [3, 1]])
        .fair(FAIR)
}

fn ricart_agrawala() -> Vec<Claim> {
    use line_by_line::Mutant as LineMutant;
    let messages = RicartAgrawala::COUNTED.asks(properties::messages);
    vec![
        Claim::safety(
            "basics/ricart-agrawala/mutex",
            "Ricart-Agrawala Alg. Correctness (I)-(II), property ME1",
            "At most one process is in its critical section at any time, conflicting requests \
               being ordered by Lamport timestamps and process ids.",
        )
        .case(
            RicartAgrawala::PRINTED
                .asks(properties::mutex)
                .reading("as-printed", TO_THE_LETTER)
                .sizes([[1], [2], [3]])
                .without("no-loss", Holds)
                .without("no-duplicates", Refuted)
                .without("no-crash", Holds)
                .kills([Mutant::GrantAlways, Mutant::IgnorePid, Mutant::KeepClock, Mutant::OneOkLess, Mutant::KeepDelayed]),
        )
        .case(
            RicartAgrawala::PRINTED
                .asks(properties::mutex)
                .reading("four-processes", TO_THE_LETTER)
                .sizes([[4]]),
        )
        .case(
            lines_mutex(Procedure::ReqAccess)
                .reading("req-access-in-lines", "handlers may run between two lines of req_access")
                .kills([LineMutant::TimestampFirst]),
        )
        .case(
            lines_mutex(Procedure::RelAccess)
                .reading("rel-access-in-lines", "handlers may run between two lines of rel_access"),
        )
        .case(
            lines_mutex(Procedure::OnReq)
                .reading("on-req-in-lines", "the application and other handlers may run between two lines of onReq")
                .kills([LineMutant::ClockLast]),
        )
        .case(
            lines_mutex(Procedure::OnOk)
                .reading("on-ok-in-lines", "two onOk may both read pending_oks before one of them writes it"),
        ),
        Claim::liveness(
            "basics/ricart-agrawala/progress",
            "Problem Statement, property ME2; Ricart-Agrawala Alg. Correctness (II)",
            "Every request to enter the critical section eventually succeeds; the slides only say \
               that this can be proven by showing that there is neither deadlock nor starvation.",
        )
        .case(
            RicartAgrawala::PRINTED
                .asks(properties::progress)
                .reading("as-printed", TO_THE_LETTER)
                .sizes([[2], [3]])
                .deep([[4]])
                .fair(FAIR)
                .without("no-loss", Refuted)
                .without("no-crash", Refuted)
                .kills([Mutant::ForgetDelayed]),
        )
        .case(
            lines_progress(Procedure::ReqAccess)
                .reading("req-access-in-lines", "handlers may run between two lines of req_access")
                .expect(Refuted),
        )
        .case(
            lines_progress(Procedure::RelAccess)
                .reading("rel-access-in-lines", "handlers may run between two lines of rel_access")
                .kills([LineMutant::ForgetDelayed]),
        )
        .case(
            lines_progress(Procedure::OnReq)
                .reading("on-req-in-lines", "the application and other handlers may run between two lines of onReq")
                .expect(Refuted),
        )
        .case(
            lines_progress(Procedure::OnOk)
                .reading("on-ok-in-lines", "two onOk may both read pending_oks before one of them writes it")
                .sizes([[3, 1]])
                .expect(Refuted),
        ),
        Claim::quantity(
            "basics/ricart-agrawala/messages",
            "Ricart-Agrawala Algorithm: Complexity",
            "One use of the critical section takes n-1 REQ and n-1 OK messages, 2(n-1) in total.",
        )
        .case(
            messages
                .reading("as-printed", "whenever all are out and nothing is in transit, 2(n-1) messages have been sent for each entry")
                .sizes([[1, 2], [2, 3], [3, 2]])
                .without("no-duplicates", Refuted)
                .kills([Mutant::KeepDelayed]),
        ),
    ]
}

fn earliest_first() -> Vec<Claim> {
    let by_causality = |clock| {
        let algorithm = RicartAgrawala {
            clock,
            ..RicartAgrawala::COUNTED
        };
        algorithm
            .asks(properties::earliest_by_causality)
            .sizes([[2, 2], [3, 2]])
    };
    vec![
        Claim::safety(
            "basics/ricart-agrawala/earliest-first",
            "Ricart-Agrawala Algorithm - Basics",
            "Conflicts between requests are resolved with totally ordered (Lamport) timestamps: the \
               earliest request gets the priority.",
        )
        .case(
            RicartAgrawala::PRINTED
                .asks(properties::earliest_by_timestamp)
                .reading("by-timestamp", "whoever is inside has a smaller timestamp than all that wait")
                .sizes([[2], [3]])
                .deep([[4]])
                .without("no-loss", Holds)
                .without("no-duplicates", Refuted)
                .kills([Mutant::GrantAlways, Mutant::IgnorePid, Mutant::KeepClock]),
        )
        .case(
            by_causality(Clock::Printed)
                .reading(
                    "by-happened-before",
                    "nobody is inside while a request waits that happened before its own; myclock as printed, which only the REQs of \
                     others move",
                )
                .expect(Refuted),
        )
        .case(
            by_causality(Clock::OwnRequests)
                .reading("own-requests-count", "the same, where a process's own request moves its clock too")
                .sizes([[3, 2]])
                .expect(Refuted),
        )
        .case(
            by_causality(Clock::Lamport)
                .reading("lamport-clock", "the same, where OKs carry and move clocks too: a Lamport clock")
                .kills([Mutant::KeepClock]),
        )
        .case(
            RicartAgrawala::COUNTED
                .asks(properties::earliest_in_real_time)
                .reading("in-real-time", "of two that ask once each, who has asked when the other had not enters first")
                .fair(FAIR)
                .sizes([[2, 1], [3, 1]])
                .expect(Refuted),
        ),
    ]
}

fn token_ring() -> Vec<Claim> {
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

fn centralized() -> Vec<Claim> {
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
