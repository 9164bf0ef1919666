//! Claims of Arantes and Sopena, "Easily rendering token-ring algorithms of distributed and parallel
//! applications fault tolerant": the token plug-in, the algorithms built on it, and the choice of k.
//!
//! Lines of Fig. 2 are numbered as the paper's prose counts them (24 updates `count`, 34 opens
//! `ReceiveSuspected`, 38 opens `UseBackup`). The figure as extracted from PDF also numbers two
//! continuation lines, so it runs up to two ahead between lines 18 and 37.

use super::{Claim, Kind, Source};

/// Every claim of this source that a machine can judge.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "ring/unique-real",
        source: Source::Ring,
        place: "Section II.A, value (1) of token; Section II, system model",
        says: "At any moment at most one live node has token = REAL (none while a new token is \
               being regenerated), provided that channels are reliable, crashes are permanent and \
               no live node is ever suspected.",
        kind: Kind::Safety,
    },
    Claim {
        id: "ring/never-lost",
        source: Source::Ring,
        place: "Abstract; Section II, basic idea; Section VII",
        says: "As long as at most k consecutive nodes of the ring crash, the token is not lost: a \
               REAL token exists, or one of the backup copies becomes REAL once the crashes are \
               detected, without any further message being sent.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "ring/circulates",
        source: Source::Ring,
        place: "Section I, liveness property; Section II",
        says: "The token keeps circulating, so that every live node holds it again and again, given \
               that a holder passes it on within a bounded delay and that at most k consecutive \
               nodes crash.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "ring/backup-becomes-real",
        source: Source::Ring,
        place: "Section II.A, value (2) of token",
        says: "A node whose token is BACKUP eventually changes it to REAL, unless the node crashes.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "ring/nested-detection",
        source: Source::Ring,
        place: "Section II.A, detection set; Fig. 1(b)",
        says: "A node with a REAL or BACKUP token has the detection set D = {S_T, ..., S_i}, of at \
               most k+1 nodes; the k+1 sets of the holder and its backups are pairwise different, \
               nested, and all contain the holder S_T.",
        kind: Kind::Safety,
    },
    Claim {
        id: "ring/stale-discarded",
        source: Source::Ring,
        place: "Section II.A, count; Section II.B; Fig. 2, lines 23-24 and 39",
        says: "A TOKEN message that is not newer than the count a node knows is never taken for a \
               valid one; UseBackup adds the number of crashed nodes to count, so that pending old \
               messages are discarded after a regeneration too. We read count as the number of ring \
               positions the token has passed.",
        kind: Kind::Safety,
    },
    Claim {
        id: "ring/beyond-k",
        source: Source::Ring,
        place: "Section I; Section VI, last paragraph",
        says: "More than k crashes in total are tolerated, provided that at most k of them are \
               consecutive on the ring.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "ring/bound-is-tight",
        source: Source::Ring,
        place: "Section II, definition of k; Section IV, closing remark",
        says: "More than k consecutive crashes are beyond the algorithm and would need a separate \
               function to regenerate the token; we read this as the claim that k+1 consecutive \
               crashes can lose the token for good.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "ring/no-message-regeneration",
        source: Source::Ring,
        place: "Section I; Section II, message cost; Section II.A, detection set",
        says: "Regenerating the token takes no message at all; passing it on takes k messages more \
               than in the original algorithm, hence k+1 for each hop; and a node monitors at most \
               k others.",
        kind: Kind::Quantity,
    },
    Claim {
        id: "ring/closest-only",
        source: Source::Ring,
        place: "Section II.B, third remark",
        says: "A node need not monitor all of its set D at once: it is enough to watch the closest \
               predecessor in D not yet known to be faulty and, when that one crashes, to go on to \
               the one before it.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "ring/test-as-printed",
        source: Source::Ring,
        place: "Fig. 2, lines 29 and 36 (SafeReceiveToken, ReceiveSuspected)",
        says: "A backup takes the token over when the printed test D intersect F = {S_i} is true, \
               which the prose explains as: all the other nodes that S_i monitors have crashed. \
               Since S_i is never in its own F, the reading meant is D minus F = {S_i}.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "ring/update-order-as-printed",
        source: Source::Ring,
        place: "Fig. 2, lines 41-42 (UseBackup), with line 45 of UpdateToken in Section III.B",
        says: "UseBackup resets D to {S_i} before it calls UpdateToken, whose version for Misra's \
               algorithm is meant to add the #(D) - 1 crashed nodes to passive_count; in this \
               printed order too, each regeneration is to count the crashed nodes as passive.",
        kind: Kind::Safety,
    },
    Claim {
        id: "ring/le-lann/mutex",
        source: Source::Ring,
        place: "Section III.A, first paragraph",
        says: "Le Lann's algorithm, its send and receive replaced by SafeSendToken and \
               SafeReceiveToken, gives at most one node at a time access to the shared resource, \
               also when nodes crash.",
        kind: Kind::Safety,
    },
    Claim {
        id: "ring/le-lann/progress",
        source: Source::Ring,
        place: "Section III.A, first paragraph",
        says: "Le Lann's algorithm over the plug-in still executes correctly when nodes crash: \
               every live node that wants the resource eventually gets it, with at most k \
               consecutive crashes.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "ring/martin/mutex",
        source: Source::Ring,
        place: "Section III.A, second paragraph",
        says: "Martin's algorithm, with the token and every request sent through the plug-in as \
               objects of their own, gives at most one node at a time access to the shared \
               resource, also when nodes crash.",
        kind: Kind::Safety,
    },
    Claim {
        id: "ring/martin/progress",
        source: Source::Ring,
        place: "Section III.A, second paragraph",
        says: "In Martin's algorithm over the plug-in, every request of a live node is eventually \
               served; losing the request of a node that crashes before it has sent all k+1 copies \
               does not violate liveness.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "ring/martin/bounded-requests",
        source: Source::Ring,
        place: "Section III.A, second paragraph",
        says: "On a ring of N nodes at most N-1 requests are pending, so at most N-1 request \
               objects have to be kept circulating and unique.",
        kind: Kind::Quantity,
    },
    Claim {
        id: "ring/misra/safe",
        source: Source::Ring,
        place: "Section III.B; UpdateToken, lines 44-46",
        says: "Misra's algorithm over the plug-in announces termination only when every live node \
               is passive and no application message is in transit, given FIFO reception, crashed \
               nodes counted as passive by UpdateToken, and an initiator that does not crash before \
               all of its k+1 copies are sent.",
        kind: Kind::Safety,
    },
    Claim {
        id: "ring/misra/live",
        source: Source::Ring,
        place: "Section III.B; UpdateToken, lines 44-46",
        says: "Once the application has terminated, Misra's algorithm over the plug-in eventually \
               announces it, with at most k consecutive crashes and the same assumptions on FIFO \
               reception and on the initiator.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "ring/chang-roberts/unique",
        source: Source::Ring,
        place: "Section III.C",
        says: "Chang and Roberts' election, each claim sent through the plug-in as an object of its \
               own, executes correctly despite crashes; we read this as: no two live nodes consider \
               themselves leader.",
        kind: Kind::Safety,
    },
    Claim {
        id: "ring/chang-roberts/live-leader",
        source: Source::Ring,
        place: "Section III.C; UpdateToken, lines 47-49",
        says: "With at most k consecutive crashes the election ends if and only if some candidate \
               has sent all k+1 copies of its claim; with the given UpdateToken, a crashed leader's \
               claim is taken over by a live successor and the node finally elected is not faulty.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "ring/transpeer/serial",
        source: Source::Ring,
        place: "Section III.D",
        says: "With one token for each data set circulating among the transaction managers, \
               transactions on the same data set are serialised, also when managers crash.",
        kind: Kind::Safety,
    },
    Claim {
        id: "ring/transpeer/no-loss",
        source: Source::Ring,
        place: "Section III.D; Fig. 3",
        says: "With k = 5 no transaction request is lost when nodes crash, at most 5 of them \
               consecutive; the experiment has 20 managers, 10 of which fail upon their 5th \
               transaction, and 500 transactions.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "ring/any-topology",
        source: Source::Ring,
        place: "Section V; Fig. 6",
        says: "On any topology the holder can form a set T of k+1 distinct nodes, predictable \
               successors first and recent holders as monitors to fill it up, whose detection sets \
               are again different and nested; this keeps the properties of the ring algorithm, \
               above all that the token is unique.",
        kind: Kind::Safety,
    },
    Claim {
        id: "ring/w-recurrence",
        source: Source::Ring,
        place: "Section IV; Fig. 4",
        says: "For all k > 0 and f <= N, W_k(f, N) as given by the recurrence of Fig. 4 is the \
               number of ways to place f failures on a ring of N nodes with at most k of them \
               consecutive. In the extracted figure one case has the value n, read as N.",
        kind: Kind::Quantity,
    },
    Claim {
        id: "ring/k-8",
        source: Source::Ring,
        place: "Section IV; Fig. 5(a)",
        says: "With N = 10000 nodes of which 10% crash, the probability of at most k consecutive \
               crashes reaches its resilience threshold at k = 8.",
        kind: Kind::Quantity,
    },
    Claim {
        id: "ring/k-20",
        source: Source::Ring,
        place: "Section I; Section IV; Fig. 5(b)",
        says: "With N = 10000 nodes of which 50% crash, k = 20 is enough for the probability of at \
               most k consecutive crashes to be close to 100%.",
        kind: Kind::Quantity,
    },
];
