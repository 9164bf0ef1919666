//! Chang and Roberts' election, and rings without ids.

use super::super::anonymous::{self, Coins, Machines};
use super::super::chang_roberts::counts::Counted;
use super::super::chang_roberts::every_ring::EveryRing;
use super::super::chang_roberts::{ChangRoberts, Mutant, Ring, Starts, properties};
use verdict_checker::catalog::{Asked, Asks, Claim, Model};
use verdict_checker::domain::every_instance_is_right;
use verdict_checker::liveness::Fairness::Weak;
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::{Algorithm, InWorld};

const PRINTED: &str =
    "the code to the letter, called by any nonparticipants at any moment; channels may reorder";
const UNGUARDED: &str =
    "the same, called once by anyone at any moment, participant or not: the code has no guard";

/// N and A: both arrangements of three, the extreme ones of six and one between.
const SIZES: [[u64; 2]; 6] = [[1, 0], [3, 0], [3, 1], [6, 0], [6, 50], [6, 119]];

type Question = Asked<InWorld<ChangRoberts>>;

fn asked<Marker>(property: impl Asks<Ring, Marker>) -> Question {
    ChangRoberts::PRINTED
        .asks(property)
        .reading("as-printed", PRINTED)
        .sizes(SIZES)
}

fn unguarded<Marker>(property: impl Asks<Ring, Marker>) -> Question {
    let unguarded = ChangRoberts {
        starts: Starts::Anyone,
        ..ChangRoberts::PRINTED
    };
    unguarded
        .asks(property)
        .reading("unguarded", UNGUARDED)
        .sizes([[3, 0], [3, 1], [4, 3]])
}

fn again(resets: bool) -> Question {
    let again = ChangRoberts {
        starts: Starts::Again,
        resets,
        ..ChangRoberts::PRINTED
    };
    again
        .asks(properties::answered)
        .fair([("deliver", Weak)])
        .sizes([[3, 0], [3, 1], [4, 3]])
}

/// Every claim about Chang and Roberts' election.
pub fn claims() -> Vec<Claim> {
    use Mutant::{DoneEarly, LowestWins, Mute, NoWord, PassAll};
    let counted = ChangRoberts {
        counts: true,
        ..ChangRoberts::PRINTED
    };
    let counted_unguarded = ChangRoberts {
        starts: Starts::Anyone,
        ..counted
    };
    vec![
        Claim::safety(
            "basics/chang-roberts/unique",
            "Leader Election: Properties, LE1; Chang and Robert's Election (I)-(II)",
            "At most one process is elected, the variables elected and done are stable, and \
               termination implies that a process has been elected, also with several concurrent \
               initiators; the code is taken as printed.",
        )
        .case(
            asked(properties::unique)
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .without("no-crash", Holds)
                .kills([PassAll, DoneEarly]),
        )
        .case(
            asked(properties::stable)
                .reading("stable", "elected and done, once they have a value, keep it")
                .kills([PassAll]),
        )
        .case(unguarded(properties::unique).kills([PassAll, DoneEarly]))
        .case(
            EveryRing
                .asks(every_instance_is_right)
                .reading("every-arrangement", "as printed, on every ring of N: at most one, the highest, and in every fair run one")
                .sizes([[1], [2], [3], [4], [5]])
                .deep([[6]])
                .kills([PassAll, DoneEarly, LowestWins, Mute, NoWord]),
        ),
        Claim::safety(
            "basics/chang-roberts/elects-max",
            "Leader Election: Problem Statement; Chang and Robert's Election (I)",
            "Only the highest UID passes all the way around the ring, so the process elected is \
               the one with the highest UID.",
        )
        .case(
            asked(properties::elects_max)
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .without("no-crash", Holds)
                .kills([PassAll, LowestWins]),
        ),
        Claim::liveness(
            "basics/chang-roberts/terminates",
            "Leader Election: Properties, LE2; Chang and Robert's Election (II)",
            "On a ring without crashes, once some process has started an election, a process is \
               eventually elected and every process eventually learns of it.",
        )
        .case(
            asked(properties::terminates)
                .fair([("deliver", Weak)])
                .without("no-loss", Refuted)
                .without("no-duplicates", Holds)
                .without("no-crash", Refuted)
                .kills([Mute, NoWord]),
        ),
        Claim::quantity(
            "basics/chang-roberts/messages",
            "C&R's Election: Complexity",
            "An election always takes n LEADER messages; it takes n ELECTION messages in the best \
               case (the highest UID alone initiates) and n(n+1)/2 in the worst (all initiate at \
               once, UIDs decreasing along the ring); on average O(n log n).",
        )
        .case(
            counted
                .asks(properties::messages)
                .reading("as-printed", "in every run n LEADERs, and from n to n(n+1)/2 ELECTIONs; called by nonparticipants")
                .sizes([[1, 0], [2, 0], [3, 0], [3, 1], [4, 0], [4, 5], [5, 0], [5, 23]])
                .without("no-duplicates", Refuted)
                .kills([PassAll, NoWord]),
        )
        .case(
            counted
                .asks(properties::best_is_met)
                .reading("best-is-met", "some run takes n ELECTIONs, whatever the arrangement")
                .sizes([[3, 0], [3, 1], [5, 0], [5, 23]])
                .kills([NoWord]),
        )
        .case(
            counted
                .asks(properties::worst_is_met)
                .reading("worst-is-met", "some run on a decreasing ring takes n(n+1)/2 ELECTIONs")
                .sizes([[3, 1], [5, 23]])
                .kills([NoWord]),
        )
        .case(
            Counted::Messages
                .asks(every_instance_is_right)
                .reading(
                    "every-arrangement",
                    "in rounds, over all arrangements and all sets of initiators: n LEADERs; n ELECTIONs if and only if the highest \
                     initiates alone; n(n+1)/2 if and only if all, the highest perhaps excepted, initiate on a decreasing ring; n(1 + 1/2 + ... + 1/n) on average \
                     if all initiate; n = 1 to 7",
                )
                .sizes([[]])
                .kills([PassAll, Mute]),
        )
        .case(
            counted_unguarded
                .asks(properties::messages)
                .reading("unguarded", UNGUARDED)
                .sizes([[2, 0], [3, 0]])
                .expect(Refuted),
        ),
        Claim::quantity(
            "basics/chang-roberts/time",
            "C&R's Election: Complexity, time cost",
            "The time is n in the best case (the highest UID alone initiates) and (n-1)+n in the worst, when the \
               only initiator has the second highest UID and follows the highest.",
        )
        .case(
            Counted::Time
                .asks(every_instance_is_right)
                .reading(
                    "in-rounds",
                    "rounds until a process is elected, over all arrangements and all sets of initiators: n whenever the highest is \
                     among them, 2n-1 when one that follows the highest initiates alone, whatever its UID, and never more; all know \
                     it n rounds later; n = 1 to 7",
                )
                .sizes([[]])
                .kills([PassAll, Mute]),
        ),
        Claim::safety(
            "basics/chang-roberts/no-fifo-needed",
            "Chang and Robert's Election (I)",
            "The election needs a unidirectional ring whose channels are not necessarily FIFO: \
               safety and termination hold when messages overtake each other.",
        )
        .case(
            asked(properties::unique)
                .reading("safety", "at most one is elected, over channels that reorder")
                .without("no-loss", Holds)
                .sizes([[3, 0], [3, 1], [6, 119]])
                .kills([PassAll]),
        )
        .case(
            asked(properties::terminates)
                .reading("termination", "an election ends, over channels that reorder")
                .without("no-loss", Refuted)
                .without("no-crash", Refuted)
                .fair([("deliver", Weak)])
                .sizes([[3, 0], [3, 1], [6, 119]])
                .kills([Mute]),
        )
        .case(
            again(true)
                .reading(
                    "with-the-reset",
                    "the code with `mystate = nonparticipant` in onLeader, without which no second election is possible: every \
                     election ends, over channels that reorder",
                )
                .expect(Refuted),
        ),
        Claim::liveness(
            "basics/chang-roberts/again",
            "Chang and Robert's Election (II)",
            "Once an election is over, another one can be held: who starts it hears of a leader.",
        )
        .case(
            again(false)
                .reading("as-printed", "the code to the letter: nothing makes a participant a nonparticipant again")
                .assuming("fifo")
                .expect(Refuted),
        )
        .case(
            again(true)
                .reading("repaired", "onLeader also says `mystate = nonparticipant`; FIFO channels")
                .assuming("fifo")
                .without("fifo", Refuted)
                .without("no-loss", Refuted)
                .without("no-crash", Refuted)
                .kills([Mute, NoWord]),
        ),
        Claim::safety(
            "basics/chang-roberts/anonymous",
            "Leader Election: Properties, note",
            "In an anonymous system, with no personal ids and a regular network topology, the leader election problem \
               has no solution.",
        )
        .case(
            Machines
                .asks(every_instance_is_right)
                .reading(
                    "deterministic",
                    "no deterministic one: of all machines with up to three states and one message, no two processes on a ring of 2 to \
                     5 ever differ when they move in step",
                )
                .sizes([[]])
                .kills([anonymous::Mutant::Marked]),
        )
        .case(
            ChangRoberts { anonymous: true, ..ChangRoberts::PRINTED }
                .asks(properties::unique)
                .reading("same-ids", "Chang and Roberts' code where all UIDs are equal elects one process")
                .sizes([[2], [3]])
                .expect(Refuted),
        )
        .case(
            Coins
                .asks(anonymous::no_solution)
                .reading("with-coins", "none at all, also if processes draw at random and know n")
                .sizes([[2], [3]])
                .expect(Refuted),
        )
        .case(
            Coins
                .asks(anonymous::never_two)
                .reading("with-coins-never-two", "and the one with coins never elects two processes")
                .without("no-loss", Holds)
                .without("no-crash", Holds)
                .sizes([[2], [3], [4]])
                .kills([anonymous::Mutant::NotMet]),
        ),
    ]
}
