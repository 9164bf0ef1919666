//! Total order: "if a correct process Tdeliver m1 first and m2 later, the same order of delivering will be experienced by any
//! process". What is claimed of the two algorithms for it, `sequencer.rs` and `agreed.rs`.

use super::agreed::{self, Agreed};
use super::b_multicast::{B, Plain};
use super::group::Groups;
use super::layers::{Carrier, Protocol};
use super::properties;
use super::r_multicast::Turn;
use super::rule::{Order, Rule};
use super::sequencer::{self, Sequencer};
use super::setting::Setting;
use super::with_a_crash::Holding::{Never, UnlessLost};
use super::with_a_crash::with_a_crash;
use verdict_checker::catalog::Claim;
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::Algorithm;

const fn over_b<P: Protocol>(protocol: P) -> Setting<P> {
    Setting::new(protocol, Carrier::B)
}

const fn over_r<P: Protocol>(protocol: P) -> Setting<P> {
    Setting::new(protocol, Carrier::R(Turn::RepeatFirst))
}

const ONE_MESSAGE: &[[u64; 5]] = &[[3, 1, 0, 0, 1]];

/// Deliveries extend to one order of all messages.
const ONE_ORDER: Rule = Rule {
    order: Order::Acyclic,
    ..Rule::TOTAL
};

/// What is claimed of both.
pub fn claims() -> Vec<Claim> {
    const PLACE: &str = "Other Multicast Semantics, Total";
    let numbered = properties::keeps::<Sequencer>;
    let agreed = properties::keeps::<Agreed>;
    vec![
        Claim::safety(
            "basics/total-multicast",
            PLACE,
            "If a correct process delivers m1 before m2, every process delivers them in this \
             order; the slides define this order and give no algorithm.",
        )
        .case(
            B.asks_of(properties::keeps::<Plain>, Rule::TOTAL)
                .reading("no-algorithm", "Bmulticast alone, over channels that are FIFO")
                .assuming("fifo")
                .sizes([[2, 1, 1, 0, 0]])
                .expect(Refuted),
        )
        .case(
            over_b(Sequencer::OfEachGroup)
                .asks_of(numbered, Rule::TOTAL)
                .reading(
                    "sequencer",
                    "the last member numbers the messages; a destination that delivers m2 has delivered m1 before",
                )
                .sizes([[3, 1, 1, 0, 1], [3, 1, 0, 1, 1]])
                .deep([[3, 2, 1, 0, 1], [4, 1, 1, 0, 1]])
                .without("no-loss", Holds)
                .without("no-duplicates", Refuted)
                .kills([sequencer::Mutant::Skip, sequencer::Mutant::Repeat, sequencer::Mutant::Impatient]),
        )
        .case(
            over_r(Sequencer::OfEachGroup)
                .asks_of(numbered, Rule::TOTAL.of_any())
                .reading("sequencer-over-r", "the same over Rmulticast, and if the first process is not correct, too")
                .sizes([[2, 1, 1, 0, 1], [2, 1, 1, 0, 2]])
                .deep([[3, 1, 1, 0, 1]])
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .kills([sequencer::Mutant::Repeat]),
        )
        .case(
            over_b(Agreed::ByGroup)
                .asks_of(agreed, Rule::TOTAL)
                .reading(
                    "agreed",
                    "each member proposes a number and the highest is taken; a destination that delivers m2 has delivered m1 before",
                )
                .sizes([[2, 1, 1, 0, 1], [3, 1, 1, 0, 1]])
                .deep([[3, 1, 1, 1, 1]])
                .without("no-loss", Holds)
                .without("no-duplicates", Refuted)
                .kills([agreed::Mutant::Unfair, agreed::Mutant::Forget, agreed::Mutant::Hurry]),
        )
        .case(
            over_r(Agreed::ByGroup)
                .asks_of(agreed, Rule::TOTAL.of_any())
                .reading("agreed-over-r", "the same over Rmulticast, and if the first process is not correct, too")
                .sizes([[2, 1, 1, 0, 1], [3, 1, 1, 0, 1]])
                .without("no-loss", Holds)
                .without("no-duplicates", Holds)
                .kills([agreed::Mutant::Unfair]),
        )
        .case(
            over_b(Sequencer::OfEachGroup)
                .asks_of(numbered, Rule::FIFO.at_others())
                .reading("sequencer-not-fifo", "over channels that reorder, a sequencer does not give FIFO order")
                .sizes([[3, 2, 0, 0, 0]])
                .expect(Refuted),
        )
        .case(
            over_b(Agreed::ByGroup)
                .asks_of(agreed, Rule::FIFO.at_others())
                .reading("agreed-not-fifo", "over channels that reorder, agreed numbers do not give FIFO order")
                .sizes([[3, 2, 0, 0, 0]])
                .expect(Refuted),
        )
        .case(
            over_b(Sequencer::OfEachGroup)
                .asks_of(numbered, Rule::CAUSAL)
                .reading("sequencer-fifo-links", "over channels that are FIFO, a sequencer gives causal order too")
                .assuming("fifo")
                .sizes([[3, 1, 1, 0, 1], [3, 2, 0, 0, 1]])
                .deep([[3, 2, 1, 0, 1]])
                .without("fifo", Refuted)
                .without("no-loss", Refuted)
                .without("no-duplicates", Holds)
                .kills([sequencer::Mutant::Repeat]),
        )
        .case(
            over_b(Agreed::ByGroup)
                .asks_of(agreed, Rule::CAUSAL)
                .reading("agreed-fifo-links", "over channels that are FIFO, agreed numbers give causal order too")
                .assuming("fifo")
                .sizes([[3, 1, 1, 0, 1], [3, 2, 0, 0, 1]])
                .without("fifo", Refuted)
                .without("no-loss", Refuted)
                .without("no-duplicates", Refuted)
                .kills([agreed::Mutant::Unfair]),
        )
        .case(
            over_b(Sequencer::OfEachGroup)
                .on(Groups::Open)
                .asks_of(numbered, Rule::TOTAL)
                .reading("sequencer-open-group", "a sequencer, and a multicaster outside the group")
                .sizes([[3, 1, 1, 0, 1], [4, 1, 1, 0, 1]])
                .without("no-loss", Holds)
                .kills([sequencer::Mutant::Repeat]),
        )
        .case(
            over_b(Agreed::ByGroup)
                .on(Groups::Open)
                .asks_of(agreed, Rule::TOTAL)
                .reading("agreed-open-group", "agreed numbers, and a multicaster outside the group")
                .sizes([[3, 1, 1, 0, 1], [4, 1, 1, 0, 1]])
                .without("no-loss", Holds)
                .kills([agreed::Mutant::Unfair]),
        )
        .case(
            over_b(Sequencer::OfEachGroup)
                .on(Groups::Open)
                .asks(properties::by_any_process::<Sequencer>)
                .reading(
                    "to-the-letter",
                    "what a correct process delivers is experienced by any process, and one is outside the group",
                )
                .sizes([[3, 1, 0, 0, 0]])
                .fair(properties::ARRIVES)
                .expect(Refuted),
        )
        .case(
            over_r(Sequencer::OfEachGroup)
                .asks(properties::by_any_process::<Sequencer>)
                .reading("to-the-letter-crash", "the same in one group of all, of which one may crash")
                .sizes([[3, 1, 0, 0, 1]])
                .fair(properties::FAIR)
                .expect(Refuted),
        )
        .case(
            over_b(Sequencer::OfEachGroup)
                .on(Groups::Two)
                .asks_of(numbered, Rule::TOTAL)
                .reading("two-groups-sequencer-each", "two groups that overlap, a sequencer for each")
                .sizes([[4, 0, 1, 1, 0]])
                .expect(Refuted),
        )
        .case(
            over_b(Sequencer::Common)
                .on(Groups::Two)
                .asks_of(numbered, ONE_ORDER)
                .reading(
                    "two-groups-common-sequencer",
                    "one sequencer for both groups, which tells everyone each number: one order of all messages",
                )
                .sizes([[3, 0, 2, 0, 0], [4, 0, 1, 1, 0]])
                .without("no-loss", Holds)
                .without("no-duplicates", Refuted)
                .kills([sequencer::Mutant::Repeat]),
        )
        .case(
            over_b(Agreed::ByGroup)
                .on(Groups::Two)
                .asks_of(agreed, Rule::TOTAL)
                .reading("two-groups-agreed-each", "two groups that overlap, numbers agreed on in each")
                .sizes([[4, 0, 1, 1, 0]])
                .expect(Refuted),
        )
        .case(
            over_b(Agreed::Together)
                .on(Groups::Two)
                .asks_of(agreed, ONE_ORDER)
                .reading("two-groups-agreed-together", "a member counts the numbers of both groups together: one order of all messages")
                .sizes([[4, 0, 1, 1, 0]])
                .without("no-loss", Holds)
                .without("no-duplicates", Refuted)
                .kills([agreed::Mutant::Unfair]),
        )
        .case(
            over_b(Agreed::ByGroup)
                .on(Groups::Pairs)
                .asks_of(agreed, Rule::TOTAL)
                .reading(
                    "pairs-as-printed",
                    "any two of three processes are a group, with numbers agreed on in each; two messages to different groups \
                     have one receiver in common, so that nothing is asked of them",
                )
                .sizes([[3, 1, 1, 0, 0], [3, 1, 1, 1, 0]])
                .without("no-loss", Holds)
                .without("no-duplicates", Refuted)
                .kills([agreed::Mutant::Unfair]),
        )
        .case(
            over_b(Agreed::ByGroup)
                .on(Groups::Pairs)
                .asks_of(agreed, ONE_ORDER)
                .reading(
                    "pairs-one-order",
                    "the same, asking for one order of all messages: the definition, which looks at two messages at a time, does \
                     not give it",
                )
                .sizes([[3, 1, 1, 1, 0]])
                .expect(Refuted),
        )
        .case(
            over_b(Agreed::Together)
                .on(Groups::Pairs)
                .asks_of(agreed, ONE_ORDER)
                .reading("pairs-together", "the same, with the numbers of all groups counted together")
                .sizes([[3, 1, 1, 0, 0], [3, 1, 1, 1, 0]])
                .without("no-loss", Holds)
                .without("no-duplicates", Refuted)
                .kills([agreed::Mutant::Forget]),
        )
        .case(
            over_b(Sequencer::OfEachGroup)
                .asks(properties::reach::<Sequencer>)
                .reading("sequencer-reach", "nobody crashes: everyone delivers what is multicast, by a sequencer")
                .sizes([[3, 1, 1, 0, 0], [3, 1, 0, 1, 0]])
                .fair(properties::ARRIVES)
                .without("no-loss", Refuted)
                .without("no-duplicates", Refuted)
                .without("no-crash", Refuted)
                .kills([sequencer::Mutant::Late]),
        )
        .case(
            over_b(Agreed::ByGroup)
                .asks(properties::reach::<Agreed>)
                .reading("agreed-reach", "nobody crashes: everyone delivers what is multicast, by agreed numbers")
                .sizes([[2, 1, 1, 0, 0], [3, 1, 1, 0, 0]])
                .fair(properties::ARRIVES)
                .without("no-loss", Refuted)
                .without("no-duplicates", Refuted)
                .without("no-crash", Refuted)
                .kills([agreed::Mutant::Late]),
        )
        .cases(with_a_crash(
            Sequencer::OfEachGroup,
            sequencer::Mutant::Late,
            [
                ("sequencer-validity-over-b", ONE_MESSAGE, Never),
                ("sequencer-reach-over-b", ONE_MESSAGE, Never),
                ("sequencer-agreement-over-b", ONE_MESSAGE, Never),
                ("sequencer-validity-over-r", ONE_MESSAGE, Never),
                ("sequencer-reach-over-r", ONE_MESSAGE, Never),
                ("sequencer-agreement-over-r", &[[2, 1, 1, 0, 1], [3, 1, 0, 0, 1], [3, 1, 0, 0, 2]], UnlessLost),
            ],
        ))
        .cases(with_a_crash(
            Agreed::ByGroup,
            agreed::Mutant::Late,
            [
                ("agreed-validity-over-b", ONE_MESSAGE, Never),
                ("agreed-reach-over-b", ONE_MESSAGE, Never),
                ("agreed-agreement-over-b", ONE_MESSAGE, Never),
                ("agreed-validity-over-r", ONE_MESSAGE, Never),
                ("agreed-reach-over-r", ONE_MESSAGE, Never),
                ("agreed-agreement-over-r", &[[3, 1, 1, 0, 1]], Never),
            ],
        )),
    ]
}
