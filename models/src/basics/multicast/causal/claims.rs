//! What is claimed of causal order, and the verdict that each reading must get.

use super::super::b_multicast::{self, B, Plain};
use super::super::group::Groups;
use super::super::layers::{Carrier, Record};
use super::super::properties;
use super::super::r_multicast::{DELIVER_FIRST, REPEAT_FIRST, Turn};
use super::super::rule::{Link, Rule};
use super::super::setting::Setting;
use super::super::with_a_crash::Holding::{EvenIfLost, Never, UnlessLost};
use super::super::with_a_crash::with_a_crash;
use super::{Mutant, Notes, Timestamps, Vectors};
use verdict_checker::catalog::Claim;
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::Algorithm;

const OVER_B: Setting<Timestamps> = Setting::new(Timestamps::USUAL, Carrier::B);
const OVER_R: Setting<Timestamps> = Setting::new(Timestamps::USUAL, Carrier::R(Turn::RepeatFirst));
const SIZES: [[u64; 5]; 3] = [[3, 1, 1, 0, 1], [3, 2, 1, 0, 1], [3, 1, 1, 1, 1]];
const WITH_A_CRASH: &[[u64; 5]] = &[[3, 2, 0, 0, 1], [3, 1, 1, 0, 1]];
/// Lamport's relation, which a message carries as soon as it arrives.
const BY_RECEIPT: Rule = Rule {
    link: Link::Receipt,
    ..Rule::CAUSAL
};

fn two_groups(vectors: Vectors) -> Setting<Timestamps> {
    let notes = Notes::Deliveries;
    Setting::new(Timestamps { vectors, notes }, Carrier::B).on(Groups::Two)
}

/// What is claimed of it.
pub fn claims() -> Vec<Claim> {
    let keeps = properties::keeps::<Timestamps>;
    let plain = properties::keeps::<Plain>;
    vec![
        Claim::safety(
            "basics/causal-multicast",
            "Other Multicast Semantics, Causal",
            "If the multicast of m1 happens before that of m2, both on correct processes, every \
             destination delivers m1 before m2, which implies FIFO order; vector timestamps and a \
             hold-back queue implement it.",
        )
        .case(
            OVER_B
                .asks_of(keeps, Rule::CAUSAL)
                .reading(
                    "timestamps",
                    "happened before is what messages carry that were delivered; a destination that delivers m2 has delivered m1 \
                     before",
                )
                .sizes(SIZES)
                .deep([[3, 2, 2, 0, 1], [4, 1, 1, 1, 1]])
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .kills([Mutant::Hasty, Mutant::Optimist]),
        )
        .case(
            OVER_R
                .asks_of(keeps, Rule::CAUSAL.of_any())
                .reading("timestamps-over-r", "the same over Rmulticast, and if the multicasters are not correct, too")
                .sizes([[3, 1, 1, 0, 1]])
                .deep([[3, 1, 1, 0, 2], [3, 2, 1, 0, 1]])
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .kills([Mutant::Hasty]),
        )
        .case(
            OVER_B
                .asks_of(keeps, Rule::FIFO)
                .reading("gives-fifo", "timestamps give FIFO order too")
                .sizes([[3, 2, 0, 0, 1], [3, 2, 1, 0, 1]])
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .kills([Mutant::Disorderly]),
        )
        .case(
            OVER_B
                .asks_of(keeps, Rule::TOTAL)
                .reading("not-total", "timestamps do not give total order")
                .sizes([[3, 1, 1, 0, 0]])
                .expect(Refuted),
        )
        .case(
            OVER_B
                .recording(Record::Receipts)
                .asks_of(keeps, BY_RECEIPT.at_others())
                .reading(
                    "as-printed",
                    "happened before as Lamport defines it: a message that has arrived and is still held back counts as well",
                )
                .sizes([[3, 2, 1, 0, 0]])
                .expect(Refuted),
        )
        .case(
            Setting::new(Timestamps { notes: Notes::Receipts, ..Timestamps::USUAL }, Carrier::B)
                .recording(Record::Receipts)
                .asks_of(keeps, BY_RECEIPT)
                .reading(
                    "stamped-on-receipt",
                    "the same, repaired: a process takes note of a timestamp when the message arrives, not when it is delivered",
                )
                .sizes([[3, 1, 1, 0, 1], [3, 2, 1, 0, 1]])
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .kills([Mutant::Hasty, Mutant::Optimist]),
        )
        .case(
            REPEAT_FIRST
                .asks_of(plain, Rule::CAUSAL.of_any())
                .reading(
                    "fifo-links-repeat-first",
                    "no timestamps at all: Rmulticast that repeats before it delivers, over channels that are FIFO",
                )
                .assuming("fifo")
                .sizes([[3, 1, 1, 0, 1], [3, 1, 1, 0, 2], [3, 2, 1, 0, 1]])
                .deep([[3, 1, 1, 1, 1], [4, 1, 1, 0, 1]])
                .without("fifo", Refuted)
                .without("no-loss", Refuted)
                .kills([b_multicast::Mutant::Silent]),
        )
        .case(
            DELIVER_FIRST
                .asks_of(plain, Rule::CAUSAL.at_others())
                .reading(
                    "fifo-links-deliver-first",
                    "the same, but delivering before it repeats: what the application says at once overtakes what it answers",
                )
                .assuming("fifo")
                .sizes([[3, 1, 1, 0, 0]])
                .expect(Refuted),
        )
        .case(
            B.asks_of(plain, Rule::CAUSAL.at_others())
                .reading("fifo-links", "Bmulticast alone, over channels that are FIFO")
                .assuming("fifo")
                .sizes([[3, 1, 1, 0, 0]])
                .expect(Refuted),
        )
        .case(
            OVER_B
                .on(Groups::Open)
                .asks_of(keeps, Rule::CAUSAL)
                .reading("open-group", "a multicaster outside the group")
                .sizes([[3, 2, 1, 0, 0], [4, 1, 1, 1, 0]])
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .kills([Mutant::Hasty]),
        )
        .case(
            two_groups(Vectors::PerGroup)
                .asks_of(keeps, Rule::CAUSAL.at_others())
                .reading(
                    "two-groups",
                    "two groups that overlap, a vector for each; m1 and m2 to the same group, as printed, with what happened \
                     between them in the other",
                )
                .sizes([[4, 0, 2, 1, 0]])
                .expect(Refuted),
        )
        .case(
            two_groups(Vectors::One)
                .asks(properties::reach::<Timestamps>)
                .reading("two-groups-one-vector", "one vector for both groups: who belongs to one waits for messages to the other")
                .sizes([[4, 0, 2, 0, 0]])
                .fair(properties::ARRIVES)
                .expect(Refuted),
        )
        .case(
            two_groups(Vectors::All)
                .asks_of(keeps, Rule::CAUSAL.across())
                .reading(
                    "two-groups-all-vectors",
                    "a message carries the vectors of both groups, and waits for what its receiver can get; also between groups",
                )
                .sizes([[4, 0, 1, 1, 0], [4, 0, 2, 1, 0]])
                .deep([[4, 1, 2, 1, 0]])
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .kills([Mutant::Hasty]),
        )
        .case(
            two_groups(Vectors::All)
                .asks(properties::reach::<Timestamps>)
                .reading("two-groups-all-vectors-reach", "and everyone gets the messages to its groups")
                .sizes([[4, 0, 2, 0, 0], [4, 0, 2, 1, 0]])
                .fair(properties::ARRIVES)
                .without("no-loss", Refuted)
                .without("no-duplicates", Holds)
                .kills([Mutant::Late]),
        )
        .cases(with_a_crash(
            Timestamps::USUAL,
            Mutant::Late,
            [
                ("validity-over-b", WITH_A_CRASH, UnlessLost),
                ("reach-over-b", &[[3, 1, 1, 0, 1]], Never),
                ("agreement-over-b", &[[3, 1, 0, 0, 1]], Never),
                ("validity-over-r", WITH_A_CRASH, EvenIfLost),
                ("reach-over-r", WITH_A_CRASH, UnlessLost),
                ("agreement-over-r", WITH_A_CRASH, UnlessLost),
            ],
        )),
    ]
}
