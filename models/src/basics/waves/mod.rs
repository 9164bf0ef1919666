//! Waves: a token around a ring, over a tree, and traversals.
//!
//! | where | what |
//! |---|---|
//! | [`definition`] | what a wave is, and what a traversal is |
//! | [`ring`] | "A Trivial Wave Algorithm: Ring" |
//! | [`tree`] | "A More Complex Example: Tree Wave" |
//!
//! "Traversal Algorithms" has no code; it is asked of the ring and of the spanning tree, which the slides call one.

pub mod definition;
pub mod ring;
#[cfg(test)]
mod tests;
pub mod tree;

use super::spanning_tree::flood::{Flood, Member as Flooding, Mutant as FloodMutant};
use definition::{tokens_are_back, traversal, wave};
use ring::{Member as OnRing, Mutant as RingMutant, Reading, Ring};
use tree::{Carries, Ends, Mutant as TreeMutant, TreeWave};
use verdict_checker::catalog::{Asked, Claim, Model};
use verdict_checker::liveness::Fairness::Weak;
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::Algorithm;

/// Every message arrives in the end, and that is all.
fn arriving<M: Model>(asked: Asked<M>) -> Asked<M> {
    asked.fair([("deliver", Weak)])
}

const RINGS: [[u64; 1]; 6] = [[1], [2], [3], [4], [5], [6]];
const TREES: [[u64; 1]; 5] = [[2], [3], [4], [5], [6]];
const TWO: TreeWave = TreeWave {
    ends: Ends::TwoDecide,
    carries: Carries::AllKnown,
};
const ALL: TreeWave = TreeWave {
    ends: Ends::AllDecide,
    carries: Carries::AllKnown,
};

/// The claims of these slides, with their readings.
pub fn claims() -> Vec<Claim> {
    vec![ring_wave(), two_decide(), all_decide(), traversals()]
}

fn ring_wave() -> Claim {
    Claim::liveness(
        "basics/ring-wave",
        "Wave Algorithms; A Trivial Wave Algorithm: Ring",
        "On a directed ring, a token that any one initiator sends around and every other process forwards is a wave: the \
         computation is finite, the initiator decides, and every process has an event that happens before the decision.",
    )
    .case(
        arriving(Ring(Reading::Meant).asks(wave::<OnRing>))
            .reading("as-meant", "the second piece of code is for every process but the initiator; one process \
                alone is its own neighbour")
            .sizes(RINGS)
            .deep([[12]])
            .without("no-loss", Refuted)
            .without("no-duplicates", Holds)
            .without("no-crash", Refuted)
            .kills([RingMutant::Swallow, RingMutant::Hasty, RingMutant::Around]),
    )
    .case(
        arriving(Ring(Reading::AnyProcess).asks(wave::<OnRing>))
            .reading("any-process", "\"any process p that receives a token\" is the initiator too: it decides, \
                and sends the token on")
            .sizes([[1], [2], [3]])
            .expect(Refuted),
    )
    .case(
        arriving(Ring(Reading::TwoInitiators).asks(wave::<OnRing>))
            .reading("two-initiators", "two processes begin, each with the code of the initiator, and take \
                each other's token for their own")
            .sizes([[3], [4]])
            .expect(Refuted),
    )
    .case(
        Ring(Reading::Meant)
            .asks(ring::one_message_each)
            .reading("messages", "each process sends one message: N in every run")
            .sizes(RINGS)
            .deep([[12]])
            .without("no-loss", Refuted)
            .without("no-duplicates", Refuted)
            .kills([RingMutant::Swallow, RingMutant::Around]),
    )
}

fn two_decide() -> Claim {
    Claim::liveness(
        "basics/tree-wave/two-decide",
        "A More Complex Example: Tree Wave",
        "On an undirected tree where each process sends one message, to its last silent neighbour, the leaves starting, the \
         computation is a wave in which exactly two processes decide, each after an event of every other process.",
    )
    .case(
        arriving(TWO.asks(tree::two_decide))
            .reading("as-printed", "the last two lines are comments; two processes or more")
            .sizes(TREES)
            .deep([[7]])
            .without("no-loss", Refuted)
            .without("no-duplicates", Holds)
            .without("no-crash", Refuted)
            .kills([TreeMutant::Quiet, TreeMutant::Eager, TreeMutant::Hasty, TreeMutant::Everywhere]),
    )
    .case(
        arriving(TWO.asks(tree::two_decide))
            .reading("alone", "the same with one process: there is no process with recv == false to send to")
            .sizes([[1]])
            .expect(Refuted),
    )
    .case(
        TWO.asks(tree::one_message_each)
            .reading("messages", "\"each process sends only one msg\": N in every run")
            .sizes(TREES)
            .deep([[7]])
            .without("no-loss", Holds)
            .without("no-duplicates", Holds)
            .kills([TreeMutant::Everywhere, TreeMutant::Quiet]),
    )
    .case(
        TWO.asks(tree::informed)
            .reading("information", "whoever decides has received information from all the others: an outToken \
                carries all that its sender knows")
            .sizes(TREES)
            .deep([[7]])
            .without("no-loss", Holds)
            .without("no-duplicates", Holds)
            .without("no-crash", Holds)
            .kills([TreeMutant::Hasty, TreeMutant::Eager]),
    )
    .case(
        TreeWave { carries: Carries::ItsOwn, ..TWO }
            .asks(tree::informed)
            .reading("information-of-the-sender", "the same, but an outToken carries what its sender knows of itself")
            .sizes([[3], [4]])
            .expect(Refuted),
    )
}

fn all_decide() -> Claim {
    Claim::liveness(
        "basics/tree-wave/all-decide",
        "A More Complex Example: Tree Wave, with the final loop uncommented",
        "If each decider of the tree wave also sends the token to all its neighbours but the one it heard from last, the \
         computation is still a wave; the slides mark this as the way beyond two deciders, which we read as: every process \
         decides.",
    )
    .case(
        arriving(ALL.asks(tree::all_decide))
            .reading("uncommented", "the last two lines are code, for every process that decides")
            .sizes(TREES)
            .deep([[7]])
            .without("no-loss", Refuted)
            .without("no-duplicates", Holds)
            .without("no-crash", Refuted)
            .kills([TreeMutant::Quiet, TreeMutant::Eager, TreeMutant::Hasty, TreeMutant::OnlyDown]),
    )
    .case(
        ALL.asks(tree::one_message_each)
            .reading("one-message-each", "\"each process sends only one msg\", which these slides say too")
            .sizes([[3], [4]])
            .expect(Refuted),
    )
    .case(
        ALL.asks(tree::one_message_each_way)
            .reading("messages", "one message each way of every edge: 2(N-1) in every run")
            .sizes(TREES)
            .deep([[7]])
            .without("no-loss", Refuted)
            .without("no-duplicates", Holds)
            .kills([TreeMutant::Everywhere, TreeMutant::OnlyDown]),
    )
    .case(
        ALL.asks(tree::informed)
            .reading("information", "whoever decides has received information from all the others: outToken is \
                made anew before the final loop")
            .sizes(TREES)
            .deep([[7]])
            .without("no-loss", Holds)
            .without("no-duplicates", Holds)
            .without("no-crash", Holds)
            .kills([TreeMutant::Hasty, TreeMutant::Eager]),
    )
    .case(
        TreeWave { carries: Carries::AllKnownOnce, ..ALL }
            .asks(tree::informed)
            .reading("information-once", "as printed, outToken is not assigned between the two sends: the \
                final loop sends what toNeighbor was sent")
            .sizes([[3], [4]])
            .expect(Refuted),
    )
}

fn traversals() -> Claim {
    Claim::liveness(
        "basics/traversal",
        "Traversal Algorithms",
        "In a traversal, a wave with one initiator, all processes receive the token, and finally the token or tokens return \
         to the initiator, which then decides.",
    )
    .case(
        arriving(Ring(Reading::Meant).asks(traversal::<OnRing>))
            .reading("ring", "the ring wave is a traversal")
            .sizes(RINGS)
            .without("no-loss", Refuted)
            .without("no-duplicates", Holds)
            .without("no-crash", Refuted)
            .kills([RingMutant::Swallow, RingMutant::Hasty]),
    )
    .case(
        Ring(Reading::Meant)
            .asks(tokens_are_back::<OnRing>)
            .reading("ring-at-the-decision", "on the ring, when the initiator decides, everybody has received \
                the token and it is back")
            .sizes(RINGS)
            .without("no-loss", Holds)
            .without("no-duplicates", Refuted)
            .without("no-crash", Holds)
            .kills([RingMutant::Hasty]),
    )
    .case(
        arriving(Flood::MEANT.with_past().asks(traversal::<Flooding>))
            .reading("spanning-tree", "the spanning tree is built by a traversal, as its slide says: fwd and \
                bck are its tokens, termination is its decision")
            .sizes(super::spanning_tree::UP_TO_4)
            .without("fifo", Holds)
            .without("no-loss", Refuted)
            .without("no-duplicates", Refuted)
            .without("no-crash", Refuted)
            .kills([FloodMutant::Impatient, FloodMutant::Silent]),
    )
    .case(
        Flood::MEANT
            .with_past()
            .asks(tokens_are_back::<Flooding>)
            .reading("spanning-tree-at-the-decision", "when the initiator of the spanning tree terminates, \
                everybody has received a message and none is under way")
            .sizes(super::spanning_tree::UP_TO_4)
            .without("fifo", Holds)
            .without("no-loss", Holds)
            .without("no-duplicates", Refuted)
            .without("no-crash", Holds)
            .kills([FloodMutant::Impatient]),
    )
    .case(
        arriving(Ring(Reading::Open).asks(traversal::<OnRing>))
            .reading("every-centralized-wave", "\"a traversal is a centralized wave\", read the other way \
                round: a token along a path whose last process decides")
            .sizes([[2], [3]])
            .expect(Refuted),
    )
    .case(
        arriving(Ring(Reading::Open).asks(wave::<OnRing>))
            .reading("path-is-a-wave", "that path is a wave with one initiator: only the return of the token \
                is missing")
            .sizes([[2], [3], [4], [5], [6]])
            .without("no-loss", Refuted)
            .without("no-duplicates", Holds)
            .without("no-crash", Refuted)
            .kills([RingMutant::Swallow, RingMutant::Hasty]),
    )
}
