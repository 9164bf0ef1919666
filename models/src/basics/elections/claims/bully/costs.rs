//! What an election by the bully costs.

use super::super::super::bully::properties::{self, Messages};
use super::super::super::bully::{Begins, Bully, Initiator, Mutant, Unless};
use verdict_checker::catalog::Claim;
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::Algorithm;

pub fn costs() -> Vec<Claim> {
    use Initiator::{Highest, Lowest, Second};
    let counted = |initiator, leader_up, unless, messages| {
        let begins = Begins::Only(initiator, leader_up);
        let bully = Bully {
            begins,
            unless,
            ..Bully::MEANT
        };
        bully.asks_of(properties::takes, messages).sizes([
            [2, 0, 1, 3, 3],
            [3, 0, 1, 3, 3],
            [4, 0, 1, 3, 3],
            [4, 0, 2, 5, 5],
            [5, 0, 1, 3, 3],
        ])
    };
    vec![
        Claim::quantity(
            "basics/bully/messages",
            "The Bully Algorithm: Properties, message complexity",
            "An election started by the highest UID takes n-1 LEADER messages, and one started by \
               the lowest UID, the worst case, O(n^2) messages.",
        )
        .case(
            counted(Highest, true, Unless::InOne, Messages::Best)
                .reading("best", "the highest UID begins: n-1 messages")
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .without("synchrony", Holds)
                .without("no-crash", Refuted)
                .without("perfect-detector", Refuted)
                .kills([Mutant::NoWord]),
        )
        .case(
            counted(Second, false, Unless::InOne, Messages::Best)
                .reading("best-after-a-crash", "the leader is down and the highest that is up begins: one ELECTION and n-2 LEADERs, n-1 in all")
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .without("synchrony", Holds)
                .without("no-crash", Refuted)
                .without("perfect-detector", Refuted)
                .kills([Mutant::NoWord]),
        )
        .case(
            counted(Lowest, false, Unless::InOne, Messages::OnceEachWithoutLeader)
                .reading("worst-after-a-crash", "the lowest UID begins, the leader is down: n^2-n-1 messages in every run")
                .without("no-loss", Refuted)
                .without("no-duplicates", Refuted)
                .without("synchrony", Refuted)
                .without("no-crash", Refuted)
                .without("perfect-detector", Refuted)
                .kills([Mutant::NoAnswer]),
        )
        .case(
            counted(Lowest, true, Unless::InOne, Messages::OnceEach)
                .reading(
                    "worst",
                    "the lowest UID begins and the highest is up, as when the lowest has been started again: n^2-1 messages at most, \
                     each process asking once",
                )
                .sizes([[3, 0, 1, 3, 3], [4, 0, 1, 3, 3]])
                .expect(Refuted),
        )
        .case(
            counted(Lowest, true, Unless::InOne, Messages::Doubling)
                .reading(
                    "worst-doubling",
                    "the same: 2^n - 2 + (n-1) 2^(n-2) at most, each process asking as often as all lower ones together",
                )
                .without("no-loss", Refuted)
                .without("no-duplicates", Refuted)
                .without("synchrony", Refuted)
                .without("no-crash", Refuted)
                .without("perfect-detector", Refuted)
                .kills([Mutant::AnswerTwice]),
        )
        .case(
            Bully {
                begins: Begins::Only(Lowest, true),
                ..Bully::MEANT
            }
            .asks(properties::doubling_is_met)
            .reading("worst-doubling-is-met", "some run takes that many")
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .without("no-crash", Holds)
                .without("perfect-detector", Holds)
            .sizes([[2, 0, 1, 3, 3], [3, 0, 1, 3, 3], [4, 0, 1, 3, 3]])
            .kills([Mutant::Meek]),
        )
        .case(
            counted(Lowest, true, Unless::Ever, Messages::OnceEach)
                .reading("worst-once-ever", "the same, where who has ever begun an election begins no other: n^2-1 messages at most")
                .without("no-loss", Refuted)
                .without("no-duplicates", Refuted)
                .without("synchrony", Refuted)
                .without("no-crash", Refuted)
                .without("perfect-detector", Refuted)
                .kills([Mutant::AnswerTwice]),
        ),
    ]
}
