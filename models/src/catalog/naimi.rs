//! Claims of Sopena, Arantes, Bertier and Sens, "A fault-tolerant token-based mutual exclusion
//! algorithm using a dynamic tree": the original Naimi-Trehel algorithm, the fault-tolerant extension
//! by Naimi and Trehel as described there, and the extension the paper proposes (M1, M2, M3).

use super::{Claim, Kind, Source};

/// Every claim of this source that a machine can judge.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "naimi/original/mutex",
        source: Source::Naimi,
        place: "Section 1; Section 5.2, proof of safety",
        says: "In the original algorithm, without failures, there is always just one token, so at \
               most one site is in the critical section.",
        kind: Kind::Safety,
    },
    Claim {
        id: "naimi/original/progress",
        source: Source::Naimi,
        place: "Section 3; Section 5.2, liveness",
        says: "In the original algorithm, without failures, every site that requests the critical \
               section eventually gets the token, which each holder sends to its next.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "naimi/original/root-is-tail",
        source: Source::Naimi,
        place: "Section 3, invariant of the algorithm",
        says: "The root of the last tree is always the tail of the next queue. Section 3 itself \
               adds that the tree is temporarily broken into several rooted trees while a request \
               is in transit.",
        kind: Kind::Safety,
    },
    Claim {
        id: "naimi/original/messages",
        source: Source::Naimi,
        place: "Section 1; Section 5.1, cost of COMMIT",
        says: "A token request takes O(log N) messages for N sites; the text gives it as log(N), \
               and speaks of the average only for tree-based algorithms in general.",
        kind: Kind::Quantity,
    },
    Claim {
        id: "naimi/consult/one-token",
        source: Source::Naimi,
        place: "Section 4",
        says: "In Naimi and Trehel's extension a site becomes a candidate for regenerating the \
               token only after nobody has answered its CONSULT and its FAILURE, and of concurrent \
               candidates the smallest identifier is elected; there is thus at most one token, also \
               with crashes.",
        kind: Kind::Safety,
    },
    Claim {
        id: "naimi/consult/progress",
        source: Source::Naimi,
        place: "Section 4",
        says: "In Naimi and Trehel's extension every live requester eventually gets the token \
               despite crashes: after ELECTED all sites set last to the new owner, and each site \
               that had requested resends its request.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "naimi/recovery/I1",
        source: Source::Naimi,
        place: "Section 5.2, invariant I1; Section 5.1",
        says: "Without failures, the site with the smallest position has the token; when the token \
               is lost in a failure, M2 makes this true again within a bounded time.",
        kind: Kind::Safety,
    },
    Claim {
        id: "naimi/recovery/I2",
        source: Source::Naimi,
        place: "Section 5.2, invariant I2",
        says: "Without failures, the positions are in the order of the next queue; the recovery \
               mechanisms do not change this.",
        kind: Kind::Safety,
    },
    Claim {
        id: "naimi/recovery/I3",
        source: Source::Naimi,
        place: "Section 5.2, invariant I3",
        says: "Without failures, once a site has its position, no site can get a new position that \
               is smaller; the recovery mechanisms do not change this.",
        kind: Kind::Safety,
    },
    Claim {
        id: "naimi/recovery/I4",
        source: Source::Naimi,
        place: "Section 5.2, invariant I4; Section 5.1, footnote 3",
        says: "Without failures, no two sites have the same position; the recovery mechanisms do \
               not change this, message ordering being controlled by Lamport timestamps.",
        kind: Kind::Safety,
    },
    Claim {
        id: "naimi/recovery/one-token",
        source: Source::Naimi,
        place: "Section 5.2, safety",
        says: "There is always at most one token, so at most one site is in the critical section, \
               with up to N-1 permanent crashes, reliable channels that may reorder, and messages \
               that arrive within T_msg.",
        kind: Kind::Safety,
    },
    Claim {
        id: "naimi/recovery/one-regenerator",
        source: Source::Naimi,
        place: "Section 5.2, proof of safety; Section 5.1, M3.a (iii)",
        says: "When the token is lost, only one site regenerates it: neither two sites by M2, nor \
               two by M3, nor one by each.",
        kind: Kind::Safety,
    },
    Claim {
        id: "naimi/recovery/m2-m3-exclusive",
        source: Source::Naimi,
        place: "Section 5.2, proof of safety",
        says: "M2 and M3 are not compatible: it cannot be that one site regenerates the token by M2 \
               and another by M3.",
        kind: Kind::Safety,
    },
    Claim {
        id: "naimi/recovery/regenerate-only-if-lost",
        source: Source::Naimi,
        place: "Section 5.2, proof of safety; Section 5.1, M2 and M3.a (iii)",
        says: "A site regenerates the token if and only if no ACK_SEARCH_PREV (M2) or \
               ACK_SEARCH_QUEUE (M3) has reached it within 2*T_msg, and no answer implies that the \
               token has been lost.",
        kind: Kind::Safety,
    },
    Claim {
        id: "naimi/recovery/progress",
        source: Source::Naimi,
        place: "Section 5.2, liveness",
        says: "A site that requests the critical section enters it within a bounded time, with up \
               to N-1 permanent crashes: a lost request is noticed within N*T_msg and resent, so \
               the site obtains a position, and a site with a position receives the token.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "naimi/recovery/order-preserved",
        source: Source::Naimi,
        place: "Section 5.1, M1 and M2",
        says: "Recovery by M1 or M2 preserves the order of the next queue; recovery by M3 does not \
               claim to.",
        kind: Kind::Safety,
    },
    Claim {
        id: "naimi/recovery/one-extra-message",
        source: Source::Naimi,
        place: "Section 5.1, cost of COMMIT; Section 1",
        says: "The extension adds just one message, the COMMIT, to each token request, so that the \
               message complexity grows from log(N) to log(N) + 1.",
        kind: Kind::Quantity,
    },
    Claim {
        id: "naimi/recovery/one-broadcast",
        source: Source::Naimi,
        place: "Section 1; Section 6, message complexity; Section 7",
        says: "Recovery from a failure takes at most one broadcast.",
        kind: Kind::Quantity,
    },
    Claim {
        id: "naimi/figure-1",
        source: Source::Naimi,
        place: "Section 3; Fig. 1",
        says: "With sites A to D and A holding the token, B and then C request: afterwards next_A = \
               B, next_B = C and the last of A and B is C, the new root, and A's token goes to B. \
               The drawing is not in the extracted text; the steps are those of its description.",
        kind: Kind::Replay,
    },
    Claim {
        id: "naimi/figure-2",
        source: Source::Naimi,
        place: "Section 5.1; Fig. 2",
        says: "With two faulty sites and the queue broken into (G, H) and (A, B, C), A and D detect \
               the failure and A wins: H connects to A, D's request reaches C along last, and the \
               final queue is G, H, A, B, C, D, E. The drawing is not in the extracted text; rule \
               III is printed as next taking the value of last, while the example assigns last the \
               value of next.",
        kind: Kind::Replay,
    },
    Claim {
        id: "naimi/compare",
        source: Source::Naimi,
        place: "Section 6",
        says: "For the same failure the proposed extension takes one COMMIT for each request, at \
               most one broadcast, resends of lost requests only, fewer phases, and at most \
               ((N-1)+1)*T_msg to suspect; Naimi and Trehel's takes four broadcasts in the worst \
               case, resends by all successors of the faulty site, and up to (N-1)*(T_msg+T_cs).",
        kind: Kind::Quantity,
    },
];
