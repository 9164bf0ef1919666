//! The bully.

mod costs;

use super::super::bully::properties;
use super::super::bully::{Accepts, Additional, Bully, Group, Mutant, Unless};
use verdict_checker::catalog::{Asked, Asks, Claim};
use verdict_checker::liveness::Fairness::{self, Weak};
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::{Algorithm, InWorld};

/// Messages arrive, timers fire, crashes of leaders are noticed, time passes.
const FAIR: [(&str, Fairness); 4] = [
    ("deliver", Weak),
    ("timeout", Weak),
    ("suspect", Weak),
    ("tick", Weak),
];

const MEANT: &str = "who receives an ELECTION begins one unless it is in one; T and T' are 2d+1; crashed processes stay down";
const PRINTED: &str =
    "to the letter: who receives an ELECTION begins one unless it has not begun one yet";
const EVER: &str = "who receives an ELECTION begins one unless it has ever begun one";
const ALWAYS: &str = "who receives an ELECTION begins one, whatever it is doing";

/// One process that has crashed is started again.
const RETURNING: Bully = Bully {
    returns: 1,
    ..Bully::MEANT
};
/// The same, repaired.
const REPAIRED: Bully = Bully {
    accepts: Accepts::NotLower,
    ..RETURNING
};

type Question = Asked<InWorld<Bully>>;

/// N, C, d, T and T'; T = T' = 2d+1.
fn asked<Marker>(of: Bully, property: impl Asks<Group, Marker>) -> Question {
    of.asks(property)
        .reading("as-meant", MEANT)
        .sizes([
            [3, 2, 1, 3, 3],
            [3, 2, 2, 5, 5],
            [4, 3, 1, 3, 3],
            [4, 2, 2, 5, 5],
        ])
        .deep([[4, 3, 2, 5, 5], [5, 2, 1, 3, 3]])
}

/// The same where one process returns.
fn returning<Marker>(of: Bully, property: impl Asks<Group, Marker>) -> Question {
    asked(of, property)
        .sizes([[3, 1, 1, 3, 3], [3, 2, 1, 3, 3], [3, 2, 2, 5, 5]])
        .deep([[4, 1, 1, 3, 3], [4, 2, 1, 3, 3]])
}

/// Every election ends, where nobody is owed a report: one process may be the only one that notices a crash.
fn ends(unless: Unless) -> Question {
    let noticed_by_one = FAIR.into_iter().filter(|(class, _)| *class != "suspect");
    asked(
        Bully {
            unless,
            ..Bully::MEANT
        },
        properties::elections_end,
    )
    .fair(noticed_by_one)
}

/// Every claim about the bully.
pub fn claims() -> Vec<Claim> {
    [elected(), known(), costs::costs()]
        .into_iter()
        .flatten()
        .collect()
}

fn elected() -> Vec<Claim> {
    use Mutant::{AskFewer, GiveUp, Meek, NoAnswer, NoWord};
    vec![
        Claim::safety(
            "basics/bully/unique",
            "The Bully Algorithm: Properties, LE1",
            "At most one process that has not crashed is elected, since of two leaders the one \
               with the lower UID would discover the other and defer to it; assumed are reliable \
               delivery, bounded latency, and crashes detected by timeouts, possibly during an \
               election.",
        )
        .case(
            asked(Bully::MEANT, properties::unique)
                .without("synchrony", Refuted)
                .without("no-loss", Refuted)
                .without("no-duplicates", Holds)
                .without("crash-stop", Refuted)
                .without("perfect-detector", Holds)
                .kills([NoAnswer, AskFewer]),
        )
        .case(
            returning(RETURNING, properties::unique)
                .reading("returning", "in every state, also when a crashed process is started again and bullies the leader")
                .expect(Refuted),
        )
        .case(
            returning(RETURNING, properties::unique_at_rest)
                .reading("returning-at-rest", "the same, whenever nothing is in transit and nobody is in an election")
                .kills([NoWord]),
        ),
        Claim::safety(
            "basics/bully/elects-max-live",
            "Election with Possible Crashes",
            "The process elected is the one with the highest UID among those currently up.",
        )
        .case(
            asked(Bully::MEANT, properties::elects_max_live)
                .without("synchrony", Refuted)
                .without("no-loss", Refuted)
                .without("no-duplicates", Holds)
                .without("crash-stop", Refuted)
                .kills([NoAnswer, AskFewer]),
        )
        .case(
            returning(RETURNING, properties::elects_max_live)
                .reading("returning", "in every state, also when a crashed process is started again")
                .expect(Refuted),
        )
        .case(
            returning(RETURNING, properties::elects_max_live_at_rest)
                .reading("returning-at-rest", "the same, whenever nothing is in transit and nobody is in an election")
                .kills([NoWord]),
        ),
        Claim::liveness(
            "basics/bully/terminates",
            "The Bully Algorithm: Properties, LE2",
            "A process is eventually elected and all processes that have not crashed eventually \
               know it; the slides derive this from the assumed reliable delivery.",
        )
        .case(
            asked(Bully::MEANT, properties::terminates)
                .fair(FAIR)
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .kills([GiveUp]),
        )
        .case(
            returning(RETURNING, properties::terminates)
                .reading("returning", "also when a crashed process is started again")
                .fair(FAIR)
                .kills([GiveUp]),
        )
        .case(ends(Unless::InOne).reading("one-notices", "as meant, and it is enough that one process notices").kills([Meek]))
        .case(ends(Unless::Printed).reading("as-printed", PRINTED).expect(Refuted))
        .case(
            asked(Bully { unless: Unless::Printed, ..Bully::MEANT }, properties::terminates)
                .reading("as-printed-all-notice", "to the letter, where every process notices that the leader is down")
                .fair(FAIR)
                .kills([GiveUp]),
        )
        .case(
            ends(Unless::Ever)
                .reading("once-ever", EVER)
                .sizes([[4, 2, 1, 3, 3], [4, 2, 2, 5, 5]])
                .not_deeper()
                .expect(Refuted),
        )
        .case(ends(Unless::Never).reading("always", ALWAYS).kills([Meek])),
    ]
}

fn known() -> Vec<Claim> {
    use Mutant::{GiveUp, NoWord};
    let repaired = "a LEADER from one lower than the leader one has is ignored, unless that one is known to have crashed";
    vec![
        Claim::liveness(
            "basics/bully/known-by-all",
            "Leader Election: Properties, LE2",
            "The election is eventually known by all the processes that have not crashed.",
        )
        .case(
            asked(Bully::MEANT, properties::known_by_all)
                .fair(FAIR)
                .without("no-loss", Refuted)
                .without("no-duplicates", Holds)
                .without("crash-stop", Refuted)
                .kills([NoWord, GiveUp]),
        )
        .case(
            returning(RETURNING, properties::known_by_all)
                .reading("returning", "also when a crashed process is started again")
                .fair(FAIR)
                .expect(Refuted),
        )
        .case(
            returning(REPAIRED, properties::known_by_all)
                .reading("repaired", repaired)
                .fair(FAIR)
                .kills([NoWord]),
        ),
        Claim::safety(
            "basics/bully/timeouts",
            "The Bully Algorithm (II)",
            "T ticks are enough to wait for an ANSWER and T' for a LEADER, with messages that take at most d; the \
               slide says that an upper bound exists, and not which T and T' follow from it.",
        )
        .case(
            asked(Bully::MEANT, properties::unique)
                .reading("t-of-a-round-trip", "T = 2d: the time of an ELECTION and of its ANSWER")
                .sizes([[3, 2, 1, 2, 3], [3, 2, 2, 4, 5]])
                .not_deeper()
                .expect(Refuted),
        )
        .case(
            asked(Bully::MEANT, properties::unique)
                .reading("t-of-a-tick-more", "T = 2d+1: a tick more")
                .without("no-loss", Refuted)
                .without("no-duplicates", Holds)
                .without("synchrony", Refuted)
                .without("crash-stop", Refuted)
                .without("perfect-detector", Holds)
                .without("late-reports", Holds)
                .sizes([[3, 2, 1, 3, 3], [3, 2, 2, 5, 5], [3, 2, 3, 7, 7]])
                .not_deeper()
                .kills([Mutant::NoAnswer]),
        )
        .case(
            asked(Bully::MEANT, properties::one_round)
                .reading("t-prime-of-a-round-trip", "T' = 2d, from the end of T: no second round if only the old leader crashes")
                .sizes([[3, 1, 1, 3, 2], [4, 1, 2, 5, 4]])
                .not_deeper()
                .expect(Refuted),
        )
        .case(
            asked(Bully::MEANT, properties::known_by_all)
                .reading("t-prime-of-one-tick", "T' = 1 costs rounds and no more: the leader is known in the end")
                .without("no-loss", Refuted)
                .without("crash-stop", Refuted)
                .without("perfect-detector", Refuted)
                .without("late-reports", Refuted)
                .fair(FAIR)
                .sizes([[3, 2, 1, 3, 1], [4, 3, 1, 3, 1], [4, 2, 2, 5, 1]])
                .not_deeper()
                .kills([NoWord]),
        )
        .case(
            asked(Bully::MEANT, properties::one_round)
                .reading("t-prime-of-a-tick-more", "T' = 2d+1, from the end of T")
                .without("no-loss", Refuted)
                .without("no-duplicates", Holds)
                .without("synchrony", Refuted)
                .without("perfect-detector", Refuted)
                .without("late-reports", Holds)
                .sizes([[3, 1, 1, 3, 3], [4, 1, 1, 3, 3], [4, 1, 2, 5, 5]])
                .not_deeper()
                .kills([Mutant::NoWord]),
        )
        .case(
            asked(Bully { additional: Additional::AfterAnswer, ..Bully::MEANT }, properties::one_round)
                .reading("t-prime-from-the-answer", "T' = T+2d, from the first ANSWER")
                .sizes([[4, 1, 2, 5, 9]])
                .not_deeper()
                .expect(Refuted),
        )
        .case(
            asked(Bully { additional: Additional::AfterAnswer, ..Bully::MEANT }, properties::one_round)
                .reading("t-prime-from-the-answer-longer", "T' = T+2d+1, from the first ANSWER, which may be one to an earlier election")
                .without("no-loss", Refuted)
                .without("no-duplicates", Holds)
                .without("synchrony", Refuted)
                .without("perfect-detector", Refuted)
                .without("late-reports", Holds)
                .sizes([[3, 1, 1, 3, 6], [4, 1, 1, 3, 6], [4, 1, 2, 5, 10]])
                .not_deeper()
                .kills([Mutant::NoWord]),
        ),
    ]
}
