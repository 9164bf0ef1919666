//! What is claimed of TranspeerToken: of the system as a model, and of the experiment of Fig. 3.

use super::experiment::AS_DESCRIBED;
use super::figure_3::{self, Asks, Figure3};
use super::properties::{no_loss, serial};
use super::reading::Mutant::{EnterTwice, PassOldHistory, ResubmitToTheSame, RouteEarly};
use super::reading::{Clients, Reading, Routing};
use crate::ring::setting::Mutant::Own;
use crate::ring::setting::{FAIR, OfRing, OnRing};
use verdict_checker::catalog::{Asked, Claim, Model};
use verdict_checker::domain::every_instance_is_right;
use verdict_checker::verdict::Verdict::{Bounded, Holds, Refuted};
use verdict_world::Algorithm;

fn is_serial(reading: Reading) -> OfRing<Reading> {
    OnRing::meant(reading).asks(serial).sizes([[3, 1, 1, 2]])
}

fn loses_nothing(reading: Reading) -> OfRing<Reading> {
    OnRing::meant(reading)
        .asks(no_loss)
        .fair(FAIR)
        .sizes([[3, 1, 1, 1]])
}

/// The experiment with its 20 TMs, 10 of which fail, and 500 transactions.
fn figure_3(reading: Reading, asks: Asks) -> Asked<Figure3> {
    Figure3 { reading, asks }
        .asks(every_instance_is_right)
        .sizes([[10]])
}

/// Section III.D.
pub fn claims() -> Vec<Claim> {
    vec![order(), completeness()]
}

fn order() -> Claim {
    let with_the_copies = Reading {
        routing: Routing::WithTheCopies,
        ..Reading::LITERAL
    };
    let after_k_positions = Reading {
        clients: Clients::Trust,
        ..Reading::REPAIRED
    };
    Claim::safety(
        "ring/transpeer/serial",
        "Section III.D",
        "With one token for each data set circulating among the transaction managers, \
         transactions on the same data set are serialised, also when managers crash.",
    )
    .case(
        is_serial(Reading::LITERAL)
            .reading(
                "routed-at-once",
                "a TM that holds the token enters a transaction into the history and routes it; if it then crashes, \
                 the copies of the token have the history without it",
            )
            .expect(Refuted),
    )
    .case(
        is_serial(Reading::LITERAL)
            .reading(
                "routed-at-once-without-crashes",
                "a TM that holds the token enters a transaction into the history and routes it; nobody crashes",
            )
            .assuming("no-crash")
            .sizes([[3, 1, 1, 2], [4, 1, 1, 2]])
            .deep([[3, 1, 2, 2]])
            .kills([Own(PassOldHistory)]),
    )
    .case(
        is_serial(with_the_copies)
            .reading(
                "routed-with-the-copies",
                "a TM routes what it has entered together with the copies of the token that it passes on; a crash \
                 between these sends still separates them",
            )
            .expect(Refuted),
    )
    .case(
        is_serial(after_k_positions)
            .reading(
                "routed-after-k-positions",
                "a TM only enters transactions; the TM that holds the token k positions further on routes them: the \
                 smallest repair found",
            )
            .sizes([[3, 1, 1, 2], [4, 1, 1, 2]])
            .deep([[4, 2, 1, 2]])
            .without("no-loss", Holds)
            .without("no-duplicates", Holds)
            .without("at-most-k-in-a-row", Holds)
            .without("crash-stop", Refuted)
            .without("perfect-detector", Refuted)
            .without("initial-backups", Holds)
            .kills([Own(RouteEarly)]),
    )
    .case(
        is_serial(Reading::REPAIRED)
            .reading(
                "resubmitted",
                "routed after k positions, by TMs to which clients submit again what was at a TM that has crashed",
            )
            .deep([[3, 1, 2, 2]])
            .kills([RouteEarly, PassOldHistory, EnterTwice].map(Own)),
    )
    .case(
        figure_3(AS_DESCRIBED, Asks::Serial)
            .reading(
                "figure-3",
                "the experiment, 20 seeds: 500 transactions over 20 TMs of which 10 fail upon their 5th, k = 5; \
                 routed at once, as the system is described",
            )
            .expect(Refuted),
    )
    .case(
        figure_3(Reading::REPAIRED, Asks::Serial)
            .reading(
                "figure-3-repaired",
                "the experiment, 20 seeds: 500 transactions over 20 TMs of which 10 fail upon their 5th, k = 5; \
                 routed after k positions",
            )
            .kills([figure_3::Mutant::RouteAtOnce]),
    )
}

fn completeness() -> Claim {
    Claim::liveness(
        "ring/transpeer/no-loss",
        "Section III.D; Fig. 3",
        "With k = 5 no transaction request is lost when nodes crash, at most 5 of them \
         consecutive; the experiment has 20 managers, 10 of which fail upon their 5th \
         transaction, and 500 transactions.",
    )
    .case(
        loses_nothing(Reading::LITERAL)
            .reading(
                "clients-trust",
                "a TM that has a request will route it: but what waits for the token is at that TM alone, and a crash \
                 loses it, whatever k is",
            )
            .expect(Refuted),
    )
    .case(
        loses_nothing(Reading::REPAIRED)
            .reading(
                "clients-resubmit",
                "a client keeps a transaction until it is done, and submits it to the next TM when its own has crashed",
            )
            .sizes([[3, 1, 1, 1], [3, 1, 1, 2]])
            .deep([[4, 1, 1, 1]])
            .without("no-loss", Refuted)
            .without("no-duplicates", Holds)
            .without("at-most-k-in-a-row", Refuted)
            .without("crash-stop", Bounded)
            .without("perfect-detector", Bounded)
            .without("clients-resubmit", Refuted)
            .without("initial-backups", Refuted)
            .kills([PassOldHistory, ResubmitToTheSame].map(Own)),
    )
    .case(
        figure_3(AS_DESCRIBED, Asks::NothingLost)
            .reading(
                "figure-3",
                "the experiment, 20 seeds: 500 transactions over 20 TMs of which 10 fail upon their 5th, k = 5; \
                 clients submit again; every transaction is routed",
            )
            .kills([figure_3::Mutant::ClientsTrust]),
    )
}
