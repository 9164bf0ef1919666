//! A spanning tree, built by flooding, that collects a value of every process: [`flood`] is the algorithm, [`properties`] what
//! is asked of it, [`graphs`] what the slides say of such trees in general.

pub mod flood;
mod graphs;
pub mod properties;
#[cfg(test)]
mod tests;

use flood::{Flood, Mutant, Watch};
use properties::Chain;
use verdict_checker::catalog::Claim;
use verdict_checker::liveness::Fairness::Weak;
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::Algorithm;

/// Every connected network of up to four processes, without that of one.
pub const UP_TO_4: [[u64; 2]; 7] = [[2, 1], [3, 2], [3, 3], [4, 3], [4, 4], [4, 5], [4, 6]];
/// Every connected network of up to five processes, without that of one and the three densest.
const UP_TO_5: [[u64; 2]; 12] = [
    [2, 1],
    [3, 2],
    [3, 3],
    [4, 3],
    [4, 4],
    [4, 5],
    [4, 6],
    [5, 4],
    [5, 5],
    [5, 6],
    [5, 7],
    [5, 8],
];
/// The three that are left.
const DENSEST_OF_5: [[u64; 2]; 2] = [[5, 9], [5, 10]];

/// The claims of these slides, with their readings.
pub fn claims() -> Vec<Claim> {
    vec![
        graphs::on_spanning_trees(),
        tree(),
        collects_all(),
        messages(),
        time(),
    ]
}

const MEANT: &str = "the last else belongs to `if parent != pid`: the initiator terminates when it expects \
    nothing more";
const INDENTED: &str = "the last else belongs to `if expected == 0`, under which it stands: whoever still \
    expects a bck terminates";

fn tree() -> Claim {
    Claim::safety(
        "basics/spanning-tree/tree",
        "Distributed Spanning Tree Info; A Simple Spanning Tree Algorithm",
        "On a connected network with undirected FIFO channels, when the initiator terminates, the parent variables form a \
         spanning tree rooted at the initiator, and the children lists agree with them.",
    )
    .case(
        Flood::MEANT
            .asks(properties::tree)
            .reading("as-meant", MEANT)
            .sizes(UP_TO_5)
            .deep(DENSEST_OF_5)
            .without("fifo", Holds)
            .without("no-loss", Holds)
            .without("no-duplicates", Refuted)
            .kills([Mutant::Reparent, Mutant::Unadopted, Mutant::Impatient, Mutant::BackToParent]),
    )
    .case(Flood::INDENTED.asks(properties::tree).reading("as-indented", INDENTED).sizes([[3, 2], [3, 3]]).expect(Refuted))
}

fn collects_all() -> Claim {
    let terminates = Flood::MEANT
        .asks(properties::collects_all)
        .fair([("deliver", Weak)]);
    Claim::liveness(
        "basics/spanning-tree/collects-all",
        "A Simple Spanning Tree Algorithm",
        "The initiator terminates, and its val_list then holds the value of every process.",
    )
    .case(
        terminates
            .clone()
            .reading("as-meant", MEANT)
            .sizes(UP_TO_5)
            .deep(DENSEST_OF_5)
            .without("fifo", Holds)
            .without("no-loss", Refuted)
            .without("no-duplicates", Refuted)
            .without("no-crash", Refuted)
            .kills([
                Mutant::Impatient,
                Mutant::Silent,
                Mutant::Selfless,
                Mutant::BackToParent,
            ]),
    )
    .case(
        terminates
            .reading(
                "alone",
                "the same with one process: it sends no fwd, so no bck arrives, and only a bck \
                leads to termination",
            )
            .sizes([[1, 0]])
            .expect(Refuted),
    )
    .case(
        Flood::INDENTED
            .asks(properties::collects_all)
            .fair([("deliver", Weak)])
            .reading("as-indented", INDENTED)
            .sizes([[2, 1], [3, 2]])
            .expect(Refuted),
    )
}

fn messages() -> Claim {
    Claim::quantity(
        "basics/spanning-tree/messages",
        "What about Complexity?, after A Simple Spanning Tree Algorithm",
        "With n processes and E edges the construction takes 4E - 2(n-1) messages: one forward and one backward on each of \
         the n-1 tree edges, two forward and two backward on each other edge.",
    )
    .case(
        Flood::MEANT
            .asks(properties::messages)
            .reading("every-run", "exactly so many in every run, whatever the tree")
            .sizes(UP_TO_5)
            .deep(DENSEST_OF_5)
            .without("fifo", Holds)
            .without("no-loss", Refuted)
            .without("no-duplicates", Refuted)
            .kills([Mutant::Silent, Mutant::BackToParent]),
    )
}

fn time() -> Claim {
    let hops = |delay| Flood {
        watch: Watch::Hops,
        delay,
        ..Flood::MEANT
    };
    let lock_step = hops(Some(1));
    let any_delay = hops(None);
    Claim::quantity(
        "basics/spanning-tree/time",
        "What about Complexity?, after A Simple Spanning Tree Algorithm",
        "All processes are reached and a message comes back to the initiator, so it takes 2D hops, D being the diameter of the \
         network: the time complexity is O(D).",
    )
    .case(
        lock_step
            .asks_of(properties::hops, Chain::TwiceDiameter)
            .reading("lock-step", "every message takes one unit of time, and the construction at most 2D")
            .sizes([[3, 3], [4, 6]])
            .expect(Refuted),
    )
    .case(
        lock_step
            .asks_of(properties::hops, Chain::TwiceDiameterAndTwo)
            .reading("lock-step-and-two", "every message takes one unit of time, and the construction at most \
                2D + 2: the farthest still ask each other")
            .sizes(UP_TO_5)
            .deep(DENSEST_OF_5)
            .without("fifo", Holds)
            .without("synchrony", Refuted)
            .kills([Mutant::OneByOne]),
    )
    .case(
        any_delay
            .asks_of(properties::hops, Chain::TwiceDiameterAndTwo)
            .reading("longest-chain", "messages take any time; the longest chain of messages has at most 2D + 2")
            .sizes([[3, 3], [4, 6]])
            .expect(Refuted),
    )
    .case(
        any_delay
            .asks(properties::two_n_hops)
            .reading("complete", "in the complete network, whose diameter is 1, some run has a chain of 2N \
                messages: no bound in D alone will do")
            .sizes([[3, 3], [4, 6]])
            .deep([[5, 10]])
            .kills([Mutant::Silent]),
    )
    .case(
        Flood { watch: Watch::Clock, delay: Some(2), ..Flood::MEANT }
            .asks_of(properties::time, 2)
            .reading("bounded-delay", "a message takes at most one unit, and often half: the construction \
                takes at most 2D + 2 units")
            .sizes([[3, 3], [4, 6]])
            .expect(Refuted),
    )
}
