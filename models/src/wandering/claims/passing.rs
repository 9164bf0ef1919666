//! Section 4: what is claimed of the passing protocol, in every reading of "late messages".
//!
//! Sizes are N, tokens, tries, losses, duplicates (and d, Delta_skip where ticks are counted).

use super::super::exchange::{
    Clock, Names, Section4, commitment_in_time_brings_the_token, every_commitment_brings_the_token,
    one_holder, one_holder_at_any_time,
};
use super::super::passing::Mutant::{DropOnTimeout, KeepAfterCommit, TakeAtOnce, TakeOnTimeout};
use super::super::passing::{Matching, Receipt, Second};
use verdict_checker::catalog::{Asked, Claim};
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::{Algorithm, InWorld};

type Question = Asked<InWorld<Section4>>;

/// The messages are known by partner and id or by less, and none arrives twice.
fn once(matching: Matching) -> Question {
    let of = Section4 {
        matching,
        ..Section4::TEXT
    };
    of.asks(one_holder)
        .sizes([[2, 1, 3, 1, 0], [3, 1, 2, 1, 0]])
        .deep([[4, 1, 2, 0, 0], [3, 1, 3, 0, 0]])
        .kills([KeepAfterCommit, TakeAtOnce, TakeOnTimeout])
}

/// A network that also duplicates; the first size is what the counterexample needs.
fn twice(names: Names, receipt: Receipt) -> Question {
    let of = Section4 {
        names,
        receipt,
        ..Section4::TEXT
    };
    of.asks(one_holder).expect(Refuted)
}

pub fn one_holder_claim() -> Claim {
    Claim::safety(
        "wandering/one-holder",
        "Section 4",
        "When both partners have left the three-way passing protocol, at most one of them \
         holds the token, whichever messages are lost or late: a sender without an \
         acknowledgement keeps the token and may retry with another neighbour, and late \
         messages are silently discarded.",
    )
    .case(
        once(Matching::Both)
            .reading(
                "as-meant",
                "messages are lost and reordered but none arrives twice; an acknowledgement or commitment is late \
                 unless partner and id are those of the attempt under way, each attempt having a new id",
            )
            .without("no-duplicates", Holds)
            .without("no-crash", Holds),
    )
    .case(
        once(Matching::Nothing)
            .reading(
                "unmatched",
                "the same, but an acknowledgement or commitment is late only if the component waits for none: with one \
                 token and nothing twice, no matching rule is needed",
            )
            .sizes([[2, 1, 2, 1, 0], [2, 1, 3, 1, 0], [3, 1, 2, 1, 0]])
            .deep([[4, 1, 2, 0, 0]])
            .without("no-duplicates", Refuted)
            .without("no-crash", Holds),
    )
    .case(
        Section4::TEXT
            .asks(one_holder_at_any_time)
            .reading(
                "at-any-time",
                "as meant, and in every state: also a sender that still waits for the acknowledgement has the token",
            )
            .sizes([[2, 1, 3, 1, 0], [3, 1, 2, 1, 0]])
            .deep([[4, 1, 2, 0, 0]])
            .without("no-duplicates", Holds)
            .without("no-crash", Holds)
            .kills([KeepAfterCommit, TakeAtOnce, TakeOnTimeout]),
    )
    .case(
        once(Matching::Partner)
            .reading(
                "two-tokens-partner",
                "known by the partner alone, with a second token about (the first regenerated after a loss, say)",
            )
            .expect(Refuted)
            .sizes([[3, 2, 2, 0, 0]])
            .not_deeper()
            .kills([]),
    )
    .case(
        once(Matching::Id)
            .reading(
                "two-tokens-id",
                "known by the id alone, with a second token about",
            )
            .sizes([[3, 2, 1, 0, 0], [3, 2, 2, 0, 0]])
            .not_deeper()
            .without("no-loss", Holds)
            .without("no-duplicates", Holds)
            .without("no-crash", Holds),
    )
    .case(
        twice(Names::PerAttempt, Receipt::Forgets)
            .reading(
                "duplicating",
                "UDP-like: any message may arrive twice; known by partner and id, each attempt having a new one",
            )
            .sizes([[2, 1, 2, 0, 2]]),
    )
    .case(
        twice(Names::PerHop, Receipt::Forgets)
            .reading(
                "duplicating-id-per-hop",
                "the sender draws an id when it gets the token, and uses it again when it tries again",
            )
            .sizes([[2, 1, 2, 0, 1]]),
    )
    .case(
        twice(Names::PerToken, Receipt::Forgets)
            .reading(
                "duplicating-id-per-token",
                "the id is drawn when the token is generated, like its timestamp",
            )
            .sizes([[2, 1, 2, 0, 1]]),
    )
    .case(
        twice(Names::Drawn(2), Receipt::Forgets)
            .reading(
                "duplicating-reused-ids",
                "random ids may repeat: each attempt draws one of two",
            )
            .sizes([[2, 1, 2, 0, 1]]),
    )
    .case(
        twice(Names::PerAttempt, Receipt::RemembersLast)
            .reading(
                "remembers-last",
                "a repair: the receiver discards messages of the last passing that brought it the token",
            )
            .sizes([[2, 1, 3, 0, 2]]),
    )
    .case(
        twice(Names::PerAttempt, Receipt::RemembersAll)
            .reading(
                "remembers-all",
                "a repair: the receiver discards messages of every passing that ever brought it the token",
            )
            .expect(Holds)
            .sizes([[2, 1, 2, 0, 2], [2, 1, 3, 0, 2]])
            .deep([[3, 1, 2, 0, 2]])
            .without("no-loss", Holds)
            .without("no-crash", Holds)
            .kills([KeepAfterCommit, TakeAtOnce, TakeOnTimeout]),
    )
    .case(
        twice(Names::PerAttempt, Receipt::Challenges)
            .reading(
                "challenge",
                "a repair without memory: the acknowledgement carries an id of the receiver's own, new each time, and \
                 the commitment must give it back",
            )
            .expect(Holds)
            .sizes([[2, 1, 1, 0, 2], [2, 1, 2, 0, 2], [3, 1, 1, 0, 2]])
            .deep([[3, 1, 2, 0, 1]])
            .without("no-loss", Holds)
            .without("no-crash", Holds)
            .kills([KeepAfterCommit, TakeAtOnce, TakeOnTimeout]),
    )
    .case(
        twice(Names::Drawn(2), Receipt::Challenges)
            .reading(
                "challenge-reused-ids",
                "the same, but with only two ids for each to draw from: what a repair rests on is that ids do not repeat",
            )
            .sizes([[2, 1, 3, 0, 2]]),
    )
}

fn recorded() -> Question {
    Section4::RECORDED
        .asks(commitment_in_time_brings_the_token)
        .sizes([[2, 1, 2, 1, 0], [3, 1, 2, 1, 0]])
        .deep([[2, 1, 3, 1, 1]])
}

pub fn loss_only_by_commit() -> Claim {
    Claim::safety(
        "wandering/loss-only-by-commit",
        "Section 4",
        "The token is lost only if the commitment message is lost or arrives too late; in \
         every other case it is passed to the receiver, or the operation detectably fails and \
         the sender keeps it.",
    )
    .case(
        recorded()
            .reading(
                "lost-or-late",
                "whoever has a token parts with it only by a commitment; a commitment that arrives before the receiver \
                 has given up brings it. Late is: after the receiver's timeout. Known by partner and id",
            )
            .without("no-duplicates", Holds)
            .without("no-crash", Refuted)
            .kills([DropOnTimeout, KeepAfterCommit]),
    )
    .case(
        Section4::RECORDED
            .asks(every_commitment_brings_the_token)
            .reading(
                "only-lost",
                "the first sentence to the letter: only a commitment that is lost loses the token; timeouts at any \
                 moment",
            )
            .expect(Refuted)
            .sizes([[2, 1, 1, 0, 0]]),
    )
    .case(
        Section4::RECORDED
            .asks(every_commitment_brings_the_token)
            .reading(
                "only-lost-synchronous",
                "the same, if no timeout fires while what it waits for may still come",
            )
            .assuming("synchrony")
            .sizes([[2, 1, 2, 1, 0], [3, 1, 2, 1, 0]])
            .without("synchrony", Refuted)
            .without("no-duplicates", Holds)
            .without("no-crash", Refuted)
            .kills([DropOnTimeout]),
    )
    .case(
        Section4 {
            clock: Clock::Ticks,
            ..Section4::RECORDED
        }
        .asks(every_commitment_brings_the_token)
        .reading(
            "only-lost-round-trip",
            "the same in ticks: both timeouts are Delta_skip, and a round trip takes less than that",
        )
        .sizes([[2, 1, 2, 1, 0, 1, 3], [3, 1, 2, 1, 0, 2, 5]])
        .without("no-duplicates", Holds)
        .without("synchrony", Refuted)
        .without("no-crash", Refuted)
        .kills([DropOnTimeout]),
    )
    .case(
        Section4 {
            clock: Clock::Ticks,
            ..Section4::RECORDED
        }
        .asks(every_commitment_brings_the_token)
        .reading(
            "only-lost-short-skip",
            "the same, if a round trip may take just as long as Delta_skip: the acknowledgement is in time, the \
             commitment is not",
        )
        .expect(Refuted)
        .sizes([[2, 1, 1, 0, 0, 1, 2], [2, 1, 1, 0, 0, 2, 4]]),
    )
    .case(
        Section4 {
            matching: Matching::Nothing,
            ..Section4::RECORDED
        }
        .asks(commitment_in_time_brings_the_token)
        .reading(
            "unmatched",
            "late messages known by nothing: the acknowledgement of one neighbour is taken for that of the next",
        )
        .expect(Refuted)
        .sizes([[3, 1, 2, 0, 0]]),
    )
    .case(
        Section4 {
            second: Second::Replaces,
            ..Section4::RECORDED
        }
        .asks(commitment_in_time_brings_the_token)
        .reading(
            "second-replaces",
            "two tokens, and a component that waits for a commitment answers another token too, and then waits for \
             that one's",
        )
        .expect(Refuted)
        .sizes([[3, 2, 1, 0, 0]]),
    )
}
