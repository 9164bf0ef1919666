//! Claims of Ciuffoletti, "The Wandering Token: Congestion Avoidance of a Shared Resource": the
//! three-way passing protocol, the rules that regenerate and remove tokens, and the simulations.
//!
//! The text extracted from PDF loses superscripts (10^6 reads "106") and splits the formulas of
//! Fig. 2 over several lines; each claim that depends on such a place says how it was read.

use super::{Claim, Kind, Source};

/// Every claim of this source that a machine can judge.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "wandering/one-holder",
        source: Source::Wandering,
        place: "Section 4",
        says: "When both partners have left the three-way passing protocol, at most one of them \
               holds the token, whichever messages are lost or late: a sender without an \
               acknowledgement keeps the token and may retry with another neighbour, and late \
               messages are silently discarded.",
        kind: Kind::Safety,
    },
    Claim {
        id: "wandering/loss-only-by-commit",
        source: Source::Wandering,
        place: "Section 4",
        says: "The token is lost only if the commitment message is lost or arrives too late; in \
               every other case it is passed to the receiver, or the operation detectably fails and \
               the sender keeps it.",
        kind: Kind::Safety,
    },
    Claim {
        id: "wandering/removal",
        source: Source::Wandering,
        place: "Section 5, token removal rule",
        says: "A spurious token is removed with high probability after a few passes, since each \
               pass has the same chance of reaching a component that a preceding token enabled less \
               than Delta_min ago; the probability that it survives falls exponentially with time.",
        kind: Kind::Quantity,
    },
    Claim {
        id: "wandering/regeneration",
        source: Source::Wandering,
        place: "Section 5, token generation rule and domino effect",
        says: "A component that sees no token for Delta_max generates one, so that a lost token is \
               replaced; yet if the loss is recent, components that the lost token visited may \
               remove the new one and, as in a domino, all regenerated tokens may vanish. The \
               bound, printed as lost more than t_gen - Delta_min time units ago, is read as lost \
               before the time t_gen - Delta_min.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "wandering/figure-2-as-printed",
        source: Source::Wandering,
        place: "Fig. 2; Section 5.1, last paragraph",
        says: "The loop of Fig. 2 is offered as a description of the whole algorithm, so it should \
               discard, pass on or use a token as the rules of Section 5 do; it compares the \
               timestamps of the received and the last token with a period Delta_per that is \
               defined nowhere. Garbled in extraction and read as: K1_loss = 1.5, K2_loss = 0.05, \
               and an unequal sign between the two ids.",
        kind: Kind::Safety,
    },
    Claim {
        id: "wandering/table-1",
        source: Source::Wandering,
        place: "Section 2; Table 1; Section 6",
        says: "With uncoordinated random access over 10^6 time units (Delta_min = 600, Delta_op = \
               4), the time with j operations at once falls exponentially in j as tabulated for N = \
               150 and N = 300; two or more run at once for more than 15% of the time at N = 150 \
               and for 40% at N = 300.",
        kind: Kind::Quantity,
    },
    Claim {
        id: "wandering/table-3",
        source: Source::Wandering,
        place: "Section 6; Table 3; Section 7",
        says: "With the wandering token over 10^6 time units, two or more operations run at once \
               for less than 0.5% of the time at N = 150 and for 10% at N = 300, with the tabulated \
               distribution; even at N = 300 more than 3 at once are rare.",
        kind: Kind::Quantity,
    },
    Claim {
        id: "wandering/table-4",
        source: Source::Wandering,
        place: "Section 6; Table 4; Section 7",
        says: "The intervals between successive operations of a component are distributed as \
               tabulated: at N = 150, 80% are within 2 Delta_min; at N = 300, 90% are below 3 \
               Delta_min and only 9 exceed 5 Delta_min in stable operation. The total that these 9 \
               are compared with is extracted as 109 and not relied on.",
        kind: Kind::Quantity,
    },
    Claim {
        id: "wandering/table-5",
        source: Source::Wandering,
        place: "Section 6; Table 5; Section 7",
        says: "After a token loss the system stabilises within the durations tabulated for 100 \
               losses each at N = 150 and N = 300; meanwhile more than one operation runs for 3% \
               and 9% of the time and, at N = 300, more than 5 run for 0.015% of the time and \
               almost 15% of the intervals exceed 5 Delta_min.",
        kind: Kind::Quantity,
    },
    Claim {
        id: "wandering/figure-1",
        source: Source::Wandering,
        place: "Section 5.1; Fig. 1",
        says: "At N = 300, with N significantly near Delta_max / Delta_op, a token loss makes the \
               number of operations running per time unit unstable, and it may take approximately \
               20000 time units to return to normal; read as the behaviour without the adaptive \
               timeout.",
        kind: Kind::Quantity,
    },
    Claim {
        id: "wandering/soft",
        source: Source::Wandering,
        place: "Section 1, Requirement 1",
        says: "At any time just one component is enabled with high probability, and the probability \
               that j > 1 components are enabled falls exponentially in j.",
        kind: Kind::Quantity,
    },
    Claim {
        id: "wandering/adaptive",
        source: Source::Wandering,
        place: "Section 5.1",
        says: "Raising a component's regeneration timeout Delta_gen by 50% whenever it regenerates \
               a token, and lowering it by 5% of its excess over Delta_max whenever it receives \
               one, copes with overload (k_load > 1) and brings back the state with just one token; \
               a component that receives tokens regularly is unaffected.",
        kind: Kind::Quantity,
    },
    Claim {
        id: "wandering/open-issue",
        source: Source::Wandering,
        place: "Section 8",
        says: "After a token loss the operation is unstable for quite a long period, and a better \
               reaction is left as an open issue; the claim we judge is our own, that a variant of \
               the rules stabilises faster than Table 5.",
        kind: Kind::Quantity,
    },
];
