//! Ricart and Agrawala.

use super::super::ricart_agrawala::line_by_line::{self, LineByLine, Procedure};
use super::super::ricart_agrawala::properties::{self, Bound};
use super::super::ricart_agrawala::{Askers, Clock, Mutant, RicartAgrawala};
use super::FAIR;
use verdict_checker::catalog::{Asked, Claim};
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::{Algorithm, InWorld};

const TO_THE_LETTER: &str = "the four procedures to the letter, each undisturbed up to its end or its wait; processes ask for ever";

/// Every claim about it.
pub fn claims() -> Vec<Claim> {
    let parts = [ricart_agrawala(), earliest_first(), time()];
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
                .sizes([[4]])
                .kills([Mutant::NoWait]),
        )
        .case(
            lines_mutex(Procedure::ReqAccess)
                .reading("req-access-in-lines", "handlers may run between two lines of req_access")
                .without("no-loss", Holds)
                .without("no-duplicates", Refuted)
                .without("no-crash", Holds)
                .kills([LineMutant::TimestampFirst]),
        )
        .case(
            lines_mutex(Procedure::RelAccess)
                .reading("rel-access-in-lines", "handlers may run between two lines of rel_access")
                .without("no-loss", Holds)
                .without("no-duplicates", Refuted)
                .without("no-crash", Holds)
                .kills([LineMutant::OutLast]),
        )
        .case(
            lines_mutex(Procedure::OnReq)
                .reading("on-req-in-lines", "the application and other handlers may run between two lines of onReq")
                .without("no-duplicates", Refuted)
                .without("no-crash", Holds)
                .kills([LineMutant::ClockLast]),
        )
        .case(
            lines_mutex(Procedure::OnOk)
                .reading("on-ok-in-lines", "two onOk may both read pending_oks before one of them writes it")
                .without("no-loss", Holds)
                .without("no-duplicates", Refuted)
                .without("no-crash", Holds)
                .kills([LineMutant::OkTwice]),
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
                .without("no-loss", Refuted)
                .without("no-duplicates", Refuted)
                .without("no-crash", Refuted)
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
                .without("no-crash", Refuted)
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
                .without("no-crash", Holds)
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
            by_causality(Clock::Printed)
                .assuming("fifo")
                .reading(
                    "by-happened-before-fifo-two",
                    "the same over FIFO channels, two processes: who is asked has always heard what its OK tells",
                )
                .sizes([[2, 2]])
                .kills([Mutant::KeepClock]),
        )
        .case(
            by_causality(Clock::Printed)
                .assuming("fifo")
                .reading(
                    "by-happened-before-fifo",
                    "the same over FIFO channels, three processes: what a third one tells overtakes the request it is about",
                )
                .sizes([[3, 2]])
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
                .without("no-duplicates", Refuted)
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

fn time() -> Vec<Claim> {
    let sizes = [[2, 1, 1], [3, 1, 1], [2, 2, 1], [2, 2, 2], [4, 1, 1]];
    let several = [[2, 1, 1], [3, 1, 1], [2, 2, 1], [2, 2, 2]];
    let one = RicartAgrawala::timed(Askers::One);
    let all = RicartAgrawala::timed(Askers::All);
    vec![
        Claim::quantity(
            "basics/ricart-agrawala/time",
            "Ricart-Agrawala Algorithm: Complexity",
            "All the processes have to be reached, which takes as many hops as the network diameter D in the worst case: the time \
               complexity is O(D).",
        )
        .case(
            one.asks_of(properties::waits_at_most, Bound::RoundTrip)
                .reading(
                    "alone",
                    "who asks alone waits 2D at most: a REQ to the farthest process and its OK; a message takes at most D units, the \
                     critical section none",
                )
                .sizes(sizes)
                .without("no-loss", Refuted)
                .without("no-duplicates", Holds)
                .without("synchrony", Refuted)
                .without("no-crash", Refuted)
                .kills([Mutant::OneByOne]),
        )
        .case(
            all.asks_of(properties::waits_at_most, Bound::RoundTrip)
                .reading("whoever-asks", "the same where others ask too")
                .sizes([[2, 1, 1], [3, 1, 1]])
                .expect(Refuted),
        )
        .case(
            all.asks_of(properties::waits_at_most, Bound::InTurn)
                .reading("in-turn", "the same, where others ask too: (N+2) D at most, though critical sections take no time")
                .sizes(several)
                .deep([[3, 1, 2]])
                .without("no-loss", Refuted)
                .without("synchrony", Refuted)
                .without("no-crash", Refuted)
                .kills([Mutant::OneByOne]),
        )
        .case(
            all.asks_of(properties::some_wait, Bound::InTurn)
                .reading(
                    "in-turn-is-met",
                    "and somebody waits so long, so that the time grows with N where D does not: no bound in D alone will do",
                )
                .sizes(several)
                .kills([Mutant::GrantAlways]),
        ),
    ]
}
