//! Claims of Bechini's lecture "Fundamental Distributed Algorithms": waves, snapshots, spanning trees,
//! mutual exclusion, elections and multicast. Places are the titles of the slides.

use super::{Claim, Kind, Source};

/// Every claim of this source that a machine can judge.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "basics/ring-wave",
        source: Source::Basics,
        place: "Wave Algorithms; A Trivial Wave Algorithm: Ring",
        says: "On a directed ring, a token that any one initiator sends around and every other \
               process forwards is a wave: the computation is finite, the initiator decides, and \
               every process has an event that happens before the decision.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "basics/tree-wave/two-decide",
        source: Source::Basics,
        place: "A More Complex Example: Tree Wave",
        says: "On an undirected tree where each process sends one message, to its last silent \
               neighbour, the leaves starting, the computation is a wave in which exactly two \
               processes decide, each after an event of every other process.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "basics/tree-wave/all-decide",
        source: Source::Basics,
        place: "A More Complex Example: Tree Wave, with the final loop uncommented",
        says: "If each decider of the tree wave also sends the token to all its neighbours but the \
               one it heard from last, the computation is still a wave; the slides mark this as the \
               way beyond two deciders, which we read as: every process decides.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "basics/traversal",
        source: Source::Basics,
        place: "Traversal Algorithms",
        says: "In a traversal, a wave with one initiator, all processes receive the token, and \
               finally the token or tokens return to the initiator, which then decides.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "basics/chandy-lamport/consistent",
        source: Source::Basics,
        place: "Snapshot Algorithm (II); Chandy-Lamport Alg. Correctness",
        says: "With FIFO channels and a strongly connected graph, the recorded states form a \
               consistent cut: whenever a happens before b and b precedes the snapshot, a precedes \
               it too.",
        kind: Kind::Safety,
    },
    Claim {
        id: "basics/chandy-lamport/markers",
        source: Source::Basics,
        place: "Chandy-Lamport Algorithm: Complexity",
        says: "A snapshot uses exactly one marker message for each FIFO channel, hence E messages \
               for E channels.",
        kind: Kind::Quantity,
    },
    Claim {
        id: "basics/chandy-lamport/worked-example",
        source: Source::Basics,
        place: "Chandy-Lamport Alg. Example (I)-(VI)",
        says: "In the example with three processes, the snapshot started by p1 records ch23 = \
               {msgB} and leaves ch12, ch13 and ch31 empty; it is a consistent cut, yet a global \
               state that the run never went through.",
        kind: Kind::Replay,
    },
    Claim {
        id: "basics/chandy-lamport/needs-fifo",
        source: Source::Basics,
        place: "Chandy-Lamport Alg. Correctness; Removing FIFO Hypothesis",
        says: "The FIFO hypothesis is crucial for the correctness of Chandy-Lamport: without it, \
               some run records a snapshot that is not a consistent cut.",
        kind: Kind::Safety,
    },
    Claim {
        id: "basics/lai-yang/consistent",
        source: Source::Basics,
        place: "Removing FIFO Hypothesis; Lai-Yang Algorithm (I)-(II)",
        says: "When each message carries its sender's colour and a process takes its snapshot \
               before it receives a red message, the snapshots are consistent whatever the order of \
               delivery. As printed a red message triggers takeSnapshot even in a marked process; \
               read as: only if not yet marked.",
        kind: Kind::Safety,
    },
    Claim {
        id: "basics/lai-yang/channel-state",
        source: Source::Basics,
        place: "Lai-Yang Algorithm (I)",
        says: "The state of the channel from p_i to p_j is the set of messages that p_i has logged \
               as sent to p_j minus those that p_j has logged as received from p_i, both taken at \
               the local snapshots.",
        kind: Kind::Safety,
    },
    Claim {
        id: "basics/lai-yang/needs-trigger",
        source: Source::Basics,
        place: "Lai-Yang Algorithm (III)",
        says: "If no basic message is sent after the first snapshot, the others take theirs only \
               when they please, so a snapshot may never complete; a trigger message on all \
               outgoing channels just after a local snapshot makes it complete.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "basics/spanning-tree/tree",
        source: Source::Basics,
        place: "Distributed Spanning Tree Info; A Simple Spanning Tree Algorithm",
        says: "On a connected network with undirected FIFO channels, when the initiator terminates, \
               the parent variables form a spanning tree rooted at the initiator, and the children \
               lists agree with them.",
        kind: Kind::Safety,
    },
    Claim {
        id: "basics/spanning-tree/collects-all",
        source: Source::Basics,
        place: "A Simple Spanning Tree Algorithm",
        says: "The initiator terminates, and its val_list then holds the value of every process.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "basics/spanning-tree/messages",
        source: Source::Basics,
        place: "What about Complexity?, after A Simple Spanning Tree Algorithm",
        says: "With n processes and E edges the construction takes 4E - 2(n-1) messages: one \
               forward and one backward on each of the n-1 tree edges, two forward and two backward \
               on each other edge.",
        kind: Kind::Quantity,
    },
    Claim {
        id: "basics/ricart-agrawala/mutex",
        source: Source::Basics,
        place: "Ricart-Agrawala Alg. Correctness (I)-(II), property ME1",
        says: "At most one process is in its critical section at any time, conflicting requests \
               being ordered by Lamport timestamps and process ids.",
        kind: Kind::Safety,
    },
    Claim {
        id: "basics/ricart-agrawala/progress",
        source: Source::Basics,
        place: "Problem Statement, property ME2; Ricart-Agrawala Alg. Correctness (II)",
        says: "Every request to enter the critical section eventually succeeds; the slides only say \
               that this can be proven by showing that there is neither deadlock nor starvation.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "basics/ricart-agrawala/messages",
        source: Source::Basics,
        place: "Ricart-Agrawala Algorithm: Complexity",
        says: "One use of the critical section takes n-1 REQ and n-1 OK messages, 2(n-1) in total.",
        kind: Kind::Quantity,
    },
    Claim {
        id: "basics/token-mutex/mutex",
        source: Source::Basics,
        place: "Token Ring Mutex; Token Ring Mutex: Correctness, property ME1",
        says: "At most one process is in its critical section, because the token is unique.",
        kind: Kind::Safety,
    },
    Claim {
        id: "basics/token-mutex/progress",
        source: Source::Basics,
        place: "Token Ring Mutex; Token Ring Mutex: Correctness, property ME2",
        says: "Every requesting process eventually enters its critical section, because the rules \
               for passing the token on the ring bring it to each node.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "basics/central-mutex/mutex",
        source: Source::Basics,
        place: "Plain Centralized Mutex, with property ME1 of Problem Statement",
        says: "With one arbiter that hands out a single permit, to be sent back after each use, at \
               most one process is in its critical section.",
        kind: Kind::Safety,
    },
    Claim {
        id: "basics/central-mutex/progress",
        source: Source::Basics,
        place: "Plain Centralized Mutex, with property ME2 of Problem Statement",
        says: "With an arbiter that queues the waiting processes, every request to enter the \
               critical section eventually succeeds; the slide names the queue and gives no \
               argument.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "basics/chang-roberts/unique",
        source: Source::Basics,
        place: "Leader Election: Properties, LE1; Chang and Robert's Election (I)-(II)",
        says: "At most one process is elected, the variables elected and done are stable, and \
               termination implies that a process has been elected, also with several concurrent \
               initiators; the code is taken as printed.",
        kind: Kind::Safety,
    },
    Claim {
        id: "basics/chang-roberts/elects-max",
        source: Source::Basics,
        place: "Leader Election: Problem Statement; Chang and Robert's Election (I)",
        says: "Only the highest UID passes all the way around the ring, so the process elected is \
               the one with the highest UID.",
        kind: Kind::Safety,
    },
    Claim {
        id: "basics/chang-roberts/terminates",
        source: Source::Basics,
        place: "Leader Election: Properties, LE2; Chang and Robert's Election (II)",
        says: "On a ring without crashes, once some process has started an election, a process is \
               eventually elected and every process eventually learns of it.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "basics/chang-roberts/messages",
        source: Source::Basics,
        place: "C&R's Election: Complexity",
        says: "An election always takes n LEADER messages; it takes n ELECTION messages in the best \
               case (the highest UID alone initiates) and n(n+1)/2 in the worst (all initiate at \
               once, UIDs decreasing along the ring).",
        kind: Kind::Quantity,
    },
    Claim {
        id: "basics/chang-roberts/no-fifo-needed",
        source: Source::Basics,
        place: "Chang and Robert's Election (I)",
        says: "The election needs a unidirectional ring whose channels are not necessarily FIFO: \
               safety and termination hold when messages overtake each other.",
        kind: Kind::Safety,
    },
    Claim {
        id: "basics/bully/unique",
        source: Source::Basics,
        place: "The Bully Algorithm: Properties, LE1",
        says: "At most one process that has not crashed is elected, since of two leaders the one \
               with the lower UID would discover the other and defer to it; assumed are reliable \
               delivery, bounded latency, and crashes detected by timeouts, possibly during an \
               election.",
        kind: Kind::Safety,
    },
    Claim {
        id: "basics/bully/terminates",
        source: Source::Basics,
        place: "The Bully Algorithm: Properties, LE2",
        says: "A process is eventually elected and all processes that have not crashed eventually \
               know it; the slides derive this from the assumed reliable delivery.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "basics/bully/elects-max-live",
        source: Source::Basics,
        place: "Election with Possible Crashes",
        says: "The process elected is the one with the highest UID among those currently up.",
        kind: Kind::Safety,
    },
    Claim {
        id: "basics/bully/messages",
        source: Source::Basics,
        place: "The Bully Algorithm: Properties, message complexity",
        says: "An election started by the highest UID takes n-1 LEADER messages, and one started by \
               the lowest UID, the worst case, O(n^2) messages.",
        kind: Kind::Quantity,
    },
    Claim {
        id: "basics/b-multicast",
        source: Source::Basics,
        place: "Basic Multicast",
        says: "Every correct process of the group eventually delivers a message multicast by \
               B-multicast, as long as the multicaster does not crash.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "basics/r-multicast/integrity",
        source: Source::Basics,
        place: "Reliable Multicast; Trivial Implementation of Rmulticast",
        says: "A correct process R-delivers a message at most once, where each process B-multicasts \
               a message again when it first B-delivers it and discards further copies.",
        kind: Kind::Safety,
    },
    Claim {
        id: "basics/r-multicast/validity",
        source: Source::Basics,
        place: "Reliable Multicast; Trivial Implementation of Rmulticast",
        says: "A correct process that R-multicasts a message eventually R-delivers it itself.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "basics/r-multicast/agreement",
        source: Source::Basics,
        place: "Reliable Multicast; Trivial Implementation of Rmulticast",
        says: "If a correct process R-delivers a message, all other correct processes of the group \
               eventually R-deliver it, even if the sender crashes in the middle of its multicast.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "basics/fifo-multicast",
        source: Source::Basics,
        place: "Other Multicast Semantics, FIFO",
        says: "If a correct process multicasts m1 and then m2 to a group, every destination \
               delivers m1 before m2; the slides define this order and give no algorithm.",
        kind: Kind::Safety,
    },
    Claim {
        id: "basics/causal-multicast",
        source: Source::Basics,
        place: "Other Multicast Semantics, Causal",
        says: "If the multicast of m1 happens before that of m2, both on correct processes, every \
               destination delivers m1 before m2, which implies FIFO order; vector timestamps and a \
               hold-back queue implement it.",
        kind: Kind::Safety,
    },
    Claim {
        id: "basics/total-multicast",
        source: Source::Basics,
        place: "Other Multicast Semantics, Total",
        says: "If a correct process delivers m1 before m2, every process delivers them in this \
               order; the slides define this order and give no algorithm.",
        kind: Kind::Safety,
    },
];
