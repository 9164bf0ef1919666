//! Section 4.2: whom the notification message accuses.

use super::{Algorithm, Claim, Holds, Mutant, Refuted, Requests, Scenario, Tempo};
use super::{one_leads, two_lead};
use crate::election::detector::{self, Notifications, Timeout, Ways, found_out, never_mistaken};
use verdict_checker::catalog::Asked;
use verdict_checker::liveness::Fairness::Weak;
use verdict_world::{Algorithm as _, InWorld};

/// Algorithm 7, whose `Communicate` is the detector.
const ELECTION: Scenario =
    Scenario::new(Algorithm::Seven, Tempo::Detector).by_message(Requests::Kept);

fn accuses(ways: Ways, timeout: Timeout) -> Asked<InWorld<Notifications>> {
    Notifications { ways, timeout }.asks(never_mistaken)
}

pub fn claims() -> Vec<Claim> {
    let detector = Claim::safety(
        "thesis/detector",
        "Section 4.2; Fig. 4.1",
        "A worker that waits 3 s for a notification message, resends once (or, when idle, \
         sends an alive message) and waits 3 s again starts an election only if the leader \
         has crashed; assumed are that no message is lost and that 3 s are enough for the \
         leader's reply.",
    );
    vec![then(alone(detector))]
}

/// The detector.
fn alone(claim: Claim) -> Claim {
    let whatever = Notifications {
        ways: Ways::Both,
        timeout: Timeout::OfAnyLength,
    };
    claim
        .case(
            accuses(Ways::Both, Timeout::InTime)
                .reading(
                    "both-ways",
                    "as assumed: no message is lost, and the timeout is longer than a round trip, T > 2d",
                )
                .sizes([[1, 3, 1], [1, 5, 2], [2, 3, 1]])
                .deep([[1, 7, 3], [2, 5, 2], [3, 3, 1]])
                .without("no-loss", Refuted)
                .without("reply-in-time", Refuted)
                .kills([detector::Mutant::NoAlive, detector::Mutant::Deaf]),
        )
        .case(
            accuses(Ways::Both, Timeout::OfAnyLength)
                .reading(
                    "round-trip",
                    "the timeout is no longer than a round trip, T = 2d: an idle worker has no second try",
                )
                .expect(Refuted)
                .sizes([[1, 2, 1], [1, 4, 2], [2, 2, 1]]),
        )
        .case(
            accuses(Ways::Busy, Timeout::InTime)
                .reading(
                    "first-way",
                    "workers that return tasks, and are never idle: thanks to the resend half the time is enough, T > d",
                )
                .sizes([[1, 2, 1], [1, 3, 2], [2, 2, 1], [2, 3, 2]])
                .deep([[1, 5, 4], [3, 2, 1]])
                .without("no-loss", Refuted)
                .without("reply-in-time", Refuted)
                .kills([detector::Mutant::NoResend, detector::Mutant::Deaf]),
        )
        .case(
            accuses(Ways::Busy, Timeout::InTime)
                .reading(
                    "first-way-in-time",
                    "as first-way with T > 2d: the resend also makes up for a lost message",
                )
                .sizes([[1, 3, 1], [1, 5, 2], [2, 3, 1]])
                .without("no-loss", Holds)
                .without("reply-in-time", Refuted)
                .kills([detector::Mutant::Deaf]),
        )
        .case(
            whatever
                .asks(found_out)
                .reading(
                    "found-out",
                    "a leader that crashes is found out by every worker, whatever the timeout",
                )
                .fair(["tick", "deliver", "timeout", "local"].map(|class| (class, Weak)))
                .sizes([[1, 3, 1], [1, 2, 2], [2, 3, 1]])
                .kills([detector::Mutant::Patient]),
        )
}

/// The election that it starts.
fn then(claim: Claim) -> Claim {
    claim
        .case(
            two_lead(ELECTION)
                .reading(
                    "then-two-leaders",
                    "Algorithm 7 behind the detector, nobody crashes, T <= d: the accused leader never steps down, and there are two",
                )
                .sizes([[2, 0, 0, 1, 1], [2, 0, 0, 2, 2], [3, 0, 0, 1, 1]]),
        )
        .case(
            one_leads(ELECTION)
                .reading(
                    "then-one-leader",
                    "Algorithm 7 behind the detector, with a crash and a reintegration, T > 2d, requests kept during an election",
                )
                .sizes([[2, 1, 1, 3, 1], [3, 1, 0, 3, 1]])
                .deep([[2, 1, 1, 5, 2], [3, 1, 1, 3, 1]])
                .kills([Mutant::IgnoreCounter, Mutant::LeadAnyway]),
        )
}
