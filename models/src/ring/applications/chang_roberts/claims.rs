//! What is claimed of Chang and Roberts' election over the plug-in.

use super::properties::{live_leader, unique};
use super::reading::Mutant::{
    ElectedThoughOutdone, LeaderPassesOn, NeverElected, PassWorse, RegisterNobody, TakeOverAny,
};
use super::reading::{Leadership, Reading, Registered, Rows, Takeover};
use crate::ring::plugin::Launch;
use crate::ring::setting::Mutant::Own;
use crate::ring::setting::{FAIR_TO_MESSAGES, OfRing, OnRing};
use verdict_checker::catalog::Claim;
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::Algorithm;

const REPAIRED: Reading = Reading {
    leadership: Leadership::Guarded,
    takeover: Takeover::Skipped,
    launch: Launch::NextRound,
    ..Reading::MEANT
};

const REPAIR: &str = "the repair: a leader takes every other claim in, nobody is elected who has passed a better claim \
                      on, UpdateToken takes over the claim of a skipped candidate, each claim is a round newer than \
                      the last";

/// No `UpdateToken`.
const WITHOUT_UPDATE_TOKEN: Reading = Reading {
    takeover: Takeover::Never,
    ..Reading::MEANT
};

/// *currentLeader* is registered when the election is announced.
const REGISTERED_ON_ELECTION: Reading = Reading {
    registered: Registered::OnElection,
    ..Reading::MEANT
};

fn one_leader(reading: Reading) -> OfRing<Reading> {
    OnRing::meant(reading).asks(unique)
}

fn a_live_leader(reading: Reading) -> OfRing<Reading> {
    OnRing::meant(reading)
        .asks(live_leader)
        .fair(FAIR_TO_MESSAGES)
}

/// Section III.C.
pub fn claims() -> Vec<Claim> {
    vec![uniqueness(), liveness()]
}

fn uniqueness() -> Claim {
    let steps_down = Reading {
        leadership: Leadership::StepsDown,
        ..Reading::MEANT
    };
    Claim::safety(
        "ring/chang-roberts/unique",
        "Section III.C",
        "Chang and Roberts' election, each claim sent through the plug-in as an object of its \
         own, executes correctly despite crashes; we read this as: no two live nodes consider \
         themselves leader.",
    )
    .case(
        one_leader(Reading::MEANT)
            .reading(
                "for-good",
                "who receives its own claim is leader for good; a claim that was taken in comes to life when its taker \
                 crashes",
            )
            .expect(Refuted)
            .sizes([[3, 1, 2, 1]]),
    )
    .case(
        one_leader(steps_down)
            .reading(
                "steps-down",
                "who receives its own claim is leader until it passes a better claim on",
            )
            .expect(Refuted)
            .sizes([[3, 1, 2, 1]]),
    )
    .case(
        one_leader(WITHOUT_UPDATE_TOKEN)
            .reading(
                "without-update-token",
                "no UpdateToken: a claim elects nobody but the site that has started it, and every better live candidate takes \
                 it in",
            )
            .sizes([[3, 1, 3, 1], [3, 1, 3, 2], [4, 1, 4, 1]])
            .deep([[4, 2, 4, 1]])
            .kills([PassWorse, TakeOverAny].map(Own)),
    )
    .case(
        one_leader(REGISTERED_ON_ELECTION)
            .reading(
                "registered-on-election",
                "currentLeader is registered when the new leader tells everyone, not when its claim is passed on: the claim of \
                 a crashed leader is taken over, and one that it had taken in comes to life",
            )
            .expect(Refuted)
            .sizes([[3, 1, 2, 1]]),
    )
    .case(
        one_leader(REPAIRED)
            .reading("repaired", REPAIR)
            .sizes([[3, 1, 3, 1], [3, 1, 3, 2], [4, 1, 4, 1]])
            .deep([[4, 2, 4, 1], [4, 1, 4, 2]])
            .without("no-loss", Holds)
            .without("at-most-k-in-a-row", Holds)
            .without("perfect-detector", Refuted)
            .kills([ElectedThoughOutdone, LeaderPassesOn, PassWorse, TakeOverAny].map(Own)),
    )
}

fn liveness() -> Claim {
    let with_one_in_a_row = Reading {
        rows: Rows::One,
        ..Reading::MEANT
    };
    Claim::liveness(
        "ring/chang-roberts/live-leader",
        "Section III.C; UpdateToken, lines 47-49",
        "With at most k consecutive crashes the election ends if and only if some candidate \
         has sent all k+1 copies of its claim; with the given UpdateToken, a crashed leader's \
         claim is taken over by a live successor and the node finally elected is not faulty.",
    )
    .case(
        a_live_leader(WITHOUT_UPDATE_TOKEN)
            .reading(
                "without-update-token",
                "no UpdateToken: the claim of a crashed candidate that nobody outdoes goes around for ever",
            )
            .expect(Refuted)
            .sizes([[3, 1, 1, 1]]),
    )
    .case(
        a_live_leader(REGISTERED_ON_ELECTION)
            .reading(
                "registered-on-election",
                "currentLeader is registered when the new leader tells everyone: a candidate that crashes before it is elected \
                 was registered by nobody, and its claim goes around for ever",
            )
            .expect(Refuted)
            .sizes([[3, 1, 1, 1]]),
    )
    .case(
        a_live_leader(with_one_in_a_row)
            .reading(
                "one-claim-each",
                "lines 47-49 as printed, one claim of each site, k = 1",
            )
            .sizes([[3, 1, 3, 1], [4, 1, 4, 1]])
            .kills([NeverElected, RegisterNobody].map(Own)),
    )
    .case(
        a_live_leader(Reading::MEANT)
            .reading(
                "second-claim",
                "lines 47-49 as printed; a second claim has the next count of its site, and loses both itself and the first",
            )
            .expect(Refuted)
            .sizes([[3, 1, 1, 2]]),
    )
    .case(
        a_live_leader(Reading::MEANT)
            .reading(
                "two-dead-claims",
                "lines 47-49 as printed, k = 2: the claims of two crashed candidates go around for ever, each making the \
                 sites forget that the other was registered",
            )
            .expect(Refuted)
            .sizes([[4, 2, 2, 1]]),
    )
    .case(
        a_live_leader(REPAIRED)
            .reading("repaired", REPAIR)
            .sizes([[3, 1, 3, 1], [4, 1, 4, 1], [4, 2, 2, 1]])
            .deep([[4, 2, 4, 1]])
            .without("no-loss", Refuted)
            .without("at-most-k-in-a-row", Refuted)
            .kills([Own(NeverElected)]),
    )
    .case(
        a_live_leader(REPAIRED)
            .reading(
                "repaired-second-claim",
                "the repair, with a second claim while the first is under way: a crash amid its sends leaves a copy that \
                 outdates the first and names a holder that never hears of it",
            )
            .expect(Refuted)
            .sizes([[3, 1, 1, 2]]),
    )
}
