//! Which order implies which: over all small histories, and not over one algorithm.
//!
//! Every history with so many processes and messages is a state of Bmulticast over channels that reorder: a process delivers
//! whatever part of the messages in whatever order, and what it has not delivered is still on its way. So a law about histories
//! is an invariant there. A history is taken as it stands, as the whole run; a process that has not crashed is correct.

use super::b_multicast::{B, Mutant, Plain};
use super::group::Groups;
use super::history::History;
use super::process::Group;
use super::properties::history;
use super::rule::{Delivery, Order, Rule};
use verdict_checker::catalog::Claim;
use verdict_checker::property::Property;
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::Algorithm;

/// What is taken for granted of a history, beside orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// Nothing.
    Nothing,
    /// Correct processes have delivered their own messages.
    Validity,
    /// Correct processes have delivered their own messages, and what other correct processes multicast or delivered.
    Completion,
}

/// A law: if a history is in these orders, it is in that one.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// The premises.
    pub if_all: &'static [Rule],
    /// What else is given.
    pub given: Given,
    /// The conclusion.
    pub then: Rule,
}

impl Law {
    fn speaks(&self, history: &History, mutant: Option<Mutant>) -> bool {
        let given = match self.given {
            Given::Nothing => true,
            Given::Validity => history.is_valid(),
            Given::Completion => history.is_complete(),
        };
        let mut premises = self.if_all.iter();
        if mutant == Some(Mutant::FirstPremise) {
            premises.next();
        }
        if mutant == Some(Mutant::LastPremise) {
            premises.next_back();
        }
        given && premises.all(|rule| rule.holds(history))
    }
}

/// A law holds of every history.
pub fn law(law: Law) -> Property<Group<Plain>> {
    Property::always("the law", move |group: &Group<Plain>, state| {
        let history = history(&group.view(state));
        law.then.holds(&history) || !law.speaks(&history, group.actors()[0].mutant)
    })
    .when(move |group, state| {
        let history = history(&group.view(state));
        law.speaks(&history, None) && law.then.matters(&history)
    })
    .complain(|group, state| history(&group.view(state)).portrait())
}

const IN_ORDER: Delivery = Delivery::InOrder;
const BOTH: Delivery = Delivery::Both;

const TOTAL_AND_FIFO: Law = Law {
    if_all: &[Rule::TOTAL, Rule::FIFO],
    given: Given::Validity,
    then: Rule::CAUSAL,
};

/// What is claimed.
pub fn claims() -> Vec<Claim> {
    let one_group = B.asks_of(law, TOTAL_AND_FIFO).sizes([
        [2, 2, 1, 0, 0],
        [3, 1, 1, 0, 0],
        [3, 1, 1, 1, 0],
        [3, 2, 1, 0, 0],
    ]);
    let implies_fifo = |then, if_all| {
        B.asks_of(
            law,
            Law {
                if_all,
                given: Given::Nothing,
                then,
            },
        )
    };
    vec![
        Claim::safety(
            "basics/orders/causal-implies-fifo",
            "Other Multicast Semantics, Causal",
            "Every history in causal order is in FIFO order, because what one process multicasts first happens before what it \
             multicasts later.",
        )
        .case(
            implies_fifo(Rule::FIFO, &[Rule::CAUSAL])
                .reading("as-printed", "who delivers m2 has delivered m1 before, in both definitions; one group")
                .sizes([[2, 2, 1, 0, 1], [3, 2, 0, 0, 1], [3, 2, 1, 0, 1]])
                .deep([[3, 3, 1, 0, 1]])
                .kills([Mutant::FirstPremise]),
        )
        .case(
            implies_fifo(Rule::FIFO.asking(IN_ORDER), &[CAUSAL_IN_ORDER])
                .reading("in-order", "who delivers both delivers m1 first, in both definitions")
                .sizes([[2, 2, 1, 0, 1], [3, 2, 1, 0, 1]])
                .kills([Mutant::FirstPremise]),
        )
        .case(
            implies_fifo(Rule::FIFO.asking(BOTH), &[CAUSAL_BOTH])
                .reading("to-the-letter", "every destination delivers both, m1 first, in both definitions")
                .sizes([[2, 2, 1, 0, 1], [3, 2, 1, 0, 1]])
                .kills([Mutant::FirstPremise]),
        )
        .case(
            implies_fifo(Rule::FIFO, &[CAUSAL_IN_ORDER])
                .reading(
                    "mixed",
                    "if the two definitions are not read alike, it does not: causal order for those who deliver both, FIFO \
                     order without gaps",
                )
                .sizes([[2, 2, 0, 0, 0]])
                .expect(Refuted),
        )
        .case(
            B.on(Groups::Two)
                .asks_of(law, Law { if_all: &[CAUSAL_ACROSS], given: Given::Nothing, then: Rule::FIFO.across() })
                .reading("two-groups", "two groups that overlap, and messages to different groups are ordered too")
                .sizes([[3, 0, 2, 0, 1], [3, 1, 2, 0, 1], [4, 0, 2, 0, 1]])
                .kills([Mutant::FirstPremise]),
        )
        .case(
            implies_fifo(Rule::CAUSAL.at_others(), &[Rule::FIFO])
                .reading("converse", "FIFO order does not imply causal order")
                .sizes([[3, 1, 1, 0, 0]])
                .expect(Refuted),
        ),
        Claim::safety(
            "basics/orders/total-and-fifo",
            "Other Multicast Semantics, Total with FIFO and Causal",
            "A history that is in total order and in FIFO order is in causal order, where correct processes deliver what they \
             multicast; the slide says nothing of it.",
        )
        .case(
            one_group
                .clone()
                .reading("one-group", "one group of correct processes; who delivers m2 has delivered m1 before, in all definitions")
                .deep([[3, 2, 2, 0, 0], [4, 1, 1, 1, 0]])
                .without("no-loss", Holds)
                .without("no-crash", Refuted)
                .kills([Mutant::FirstPremise, Mutant::LastPremise]),
        )
        .case(
            B.asks_of(law, Law { if_all: &[TOTAL_IN_ORDER, FIFO_IN_ORDER], given: Given::Completion, then: CAUSAL_IN_ORDER })
                .reading("in-order", "the same for those who deliver both, in all definitions, once every message has been delivered")
                .sizes([[2, 2, 1, 0, 0], [3, 1, 1, 1, 0], [3, 2, 1, 0, 0]])
                .kills([Mutant::FirstPremise, Mutant::LastPremise]),
        )
        .case(
            B.asks_of(law, Law { if_all: &[TOTAL_IN_ORDER, FIFO_IN_ORDER], given: Given::Validity, then: CAUSAL_IN_ORDER })
                .reading("in-order-on-the-way", "the same while messages are on their way")
                .sizes([[3, 1, 1, 1, 0]])
                .expect(Refuted),
        )
        .case(
            B.asks_of(law, Law { given: Given::Nothing, ..TOTAL_AND_FIFO })
                .reading("without-validity", "a process need not deliver what it multicasts: then nothing ties its answer to the question")
                .sizes([[3, 1, 1, 0, 0]])
                .expect(Refuted),
        )
        .case(
            B.asks_of(law, Law { given: Given::Completion, ..TOTAL_AND_FIFO })
                .reading(
                    "with-a-crash",
                    "one process may crash; total order as printed binds any process, crashed ones too, and leaves them no gaps",
                )
                .sizes([[3, 1, 1, 0, 1], [3, 1, 1, 1, 1], [3, 2, 1, 0, 1]])
                .kills([Mutant::FirstPremise, Mutant::LastPremise]),
        )
        .case(
            B.asks_of(law, Law { if_all: &[TOTAL_AT_CORRECT, FIFO_AT_CORRECT], given: Given::Completion, then: CAUSAL_AT_CORRECT })
                .reading(
                    "with-a-crash-correct",
                    "the same if all definitions bind correct processes only: happened before goes through one that crashes",
                )
                .sizes([[3, 1, 1, 1, 1]])
                .expect(Refuted),
        )
        .case(
            B.asks_of(law, Law { if_all: &[TOTAL_IN_ORDER, FIFO_IN_ORDER], given: Given::Completion, then: CAUSAL_IN_ORDER })
                .reading("with-a-crash-in-order", "the same if they ask for the order only of those who deliver both messages")
                .sizes([[3, 1, 1, 1, 1]])
                .expect(Refuted),
        )
        .case(
            B.on(Groups::Open)
                .asks_of(law, TOTAL_AND_FIFO)
                .reading("open-group", "a multicaster outside the group, which delivers nothing and so answers nothing")
                .sizes([[3, 1, 1, 0, 0], [3, 2, 1, 0, 0], [4, 1, 1, 0, 0]])
                .kills([Mutant::FirstPremise, Mutant::LastPremise]),
        )
        .case(
            B.on(Groups::Two)
                .asks_of(law, Law { given: Given::Completion, then: Rule::CAUSAL.at_others(), ..TOTAL_AND_FIFO })
                .reading("two-groups", "two groups that overlap, all definitions as printed: what happens between m1 and m2 may go through the other group")
                .sizes([[4, 0, 2, 1, 0]])
                .expect(Refuted),
        )
        .case(
            B.on(Groups::Two)
                .asks_of(law, Law { if_all: &[Rule::TOTAL, FIFO_ACROSS], given: Given::Completion, then: CAUSAL_ACROSS })
                .reading("two-groups-across", "the same, with FIFO and causal order between groups as well")
                .sizes([[3, 1, 2, 0, 0], [3, 0, 2, 1, 0], [4, 0, 2, 1, 0]])
                .kills([Mutant::FirstPremise, Mutant::LastPremise]),
        )
        .case(
            B.on(Groups::Pairs)
                .asks_of(law, Law { if_all: &[Rule::TOTAL, FIFO_ACROSS], given: Given::Completion, then: CAUSAL_ACROSS })
                .reading(
                    "pairs-across",
                    "the same where any two of three processes are a group: a question goes around, and its answer overtakes it",
                )
                .sizes([[3, 1, 1, 1, 0]])
                .expect(Refuted),
        )
        .case(
            B.on(Groups::Pairs)
                .asks_of(law, Law { if_all: &[ONE_ORDER, FIFO_ACROSS], given: Given::Completion, then: CAUSAL_ACROSS })
                .reading(
                    "pairs-one-order",
                    "the same, if deliveries extend to one order of all messages, which total order as printed does not ask",
                )
                .sizes([[3, 2, 1, 0, 0], [3, 1, 1, 1, 0]])
                .kills([Mutant::FirstPremise, Mutant::LastPremise]),
        )
        .case(
            B.asks_of(law, Law { if_all: &[Rule::TOTAL], given: Given::Completion, then: Rule::FIFO.at_others() })
                .reading("total-alone", "total order alone does not imply FIFO order")
                .sizes([[2, 2, 0, 0, 0]])
                .expect(Refuted),
        ),
    ]
}

const CAUSAL_IN_ORDER: Rule = Rule::CAUSAL.asking(IN_ORDER);
const FIFO_IN_ORDER: Rule = Rule::FIFO.asking(IN_ORDER);
const TOTAL_IN_ORDER: Rule = Rule::TOTAL.asking(IN_ORDER);
const CAUSAL_BOTH: Rule = Rule::CAUSAL.asking(BOTH);
const CAUSAL_ACROSS: Rule = Rule::CAUSAL.across();
const ONE_ORDER: Rule = Rule {
    order: Order::Acyclic,
    ..Rule::TOTAL
};
const FIFO_ACROSS: Rule = Rule::FIFO.across();
const TOTAL_AT_CORRECT: Rule = Rule::TOTAL.at_correct();
const FIFO_AT_CORRECT: Rule = Rule::FIFO.at_correct();
const CAUSAL_AT_CORRECT: Rule = Rule::CAUSAL.at_correct();
