//! Sections 5.1, 5.2 and 6: the token, its regeneration, progress, order, and what it all costs.

use super::super::recovery::{
    Counted, Reading, Repairs, Resent, RuleThree, Successors, TokenPosition, properties,
};
use super::recovery::{BASE, FAIR, WITH_DELAY, counting, progress, safety, with_clock};
use crate::catalog::{Case, build};
use crate::world::Order;
use verdict_checker::verdict::Verdict::{Holds, Refuted};

const REPAIRED: Case = Case {
    variant: "repaired",
    reading: "over FIFO channels, with the four repairs",
    sizes: &[&[3, 1, 1, 1], &[3, 1, 1, 2], &[3, 2, 2, 1]],
    deep: &[&[4, 1, 1, 1], &[4, 2, 1, 1], &[4, 1, 1, 2]],
    ..BASE
};

const FIFO: Case = Case {
    reading: "section 5 as the text means it, over FIFO channels",
    expected: Refuted,
    ..BASE
};

/// Every case about the token.
pub const CASES: &[Case] = &[
    Case {
        claim: "naimi/recovery/one-token",
        reading: "section 5 as the text means it, channels that reorder as in section 2: a site that has heard the \
                  stronger candidate before it becomes one itself is never told that it has lost",
        expected: Refuted,
        ..BASE
    },
    Case {
        claim: "naimi/recovery/one-token",
        variant: "as-printed",
        reading: "only a COMMIT gives a position: a site that is sent an idle token has none, and its successor \
                  never hears from it; without any failure",
        expected: Refuted,
        sizes: &[&[2, 1, 1, 0]],
        build: build!(|setup| {
            let reading = Reading {
                token_position: TokenPosition::None,
                ..Reading::MEANT
            };
            safety(setup, reading, Order::Fifo, properties::one_token())
        }),
        ..BASE
    },
    Case {
        claim: "naimi/recovery/one-token",
        variant: "no-failure",
        reading: "without failures, over channels that reorder",
        sizes: &[&[2, 1, 2, 0], &[3, 1, 1, 0]],
        deep: &[&[3, 1, 2, 0], &[4, 1, 1, 0]],
        assumptions: &[("no-loss", Refuted), ("synchrony", Refuted)],
        kills: &["keep-token", "no-commit"],
        ..BASE
    },
    Case {
        claim: "naimi/recovery/one-token",
        variant: "losers-told",
        reading: "with the first repair alone, over FIFO channels: while an idle token is on its way, neither who sent \
                  it nor who will get it has a position, and nobody answers SEARCH_QUEUE",
        expected: Refuted,
        sizes: &[&[4, 1, 1, 1]],
        build: build!(|setup| {
            let repairs = Repairs {
                tells_weaker: true,
                ..Repairs::NONE
            };
            let reading = Reading {
                repairs,
                ..Reading::MEANT
            };
            safety(setup, reading, Order::Fifo, properties::one_token())
        }),
        ..BASE
    },
    Case {
        claim: "naimi/recovery/one-token",
        assumptions: &[
            ("fifo", Holds),
            ("synchrony", Refuted),
            ("perfect-detector", Holds),
            ("no-loss", Refuted),
        ],
        kills: &["keep-token", "silent-prev", "silent-queue", "no-election"],
        build: build!(|setup| {
            safety(
                setup,
                Reading::REPAIRED,
                Order::Fifo,
                properties::one_token(),
            )
        }),
        ..REPAIRED
    },
    Case {
        claim: "naimi/recovery/one-token",
        variant: "clock",
        reading: "as meant, over FIFO channels, in ticks: a message takes 1 to d, T_msg is d",
        expected: Refuted,
        parameters: WITH_DELAY,
        sizes: &[&[3, 1, 1, 1, 2]],
        build: build!(|setup| {
            with_clock(
                setup,
                (Reading::MEANT, Counted::Nothing),
                properties::one_token(),
            )
        }),
        ..BASE
    },
    Case {
        claim: "naimi/recovery/one-token",
        variant: "repaired-clock",
        reading: "over FIFO channels, with the four repairs, in ticks: a message takes 1 to d, T_msg is d",
        parameters: WITH_DELAY,
        sizes: &[&[3, 1, 1, 1, 1]],
        deep: &[&[3, 1, 1, 1, 2]],
        kills: &["keep-token", "silent-queue"],
        build: build!(|setup| {
            with_clock(
                setup,
                (Reading::REPAIRED, Counted::Nothing),
                properties::one_token(),
            )
        }),
        ..BASE
    },
    Case {
        claim: "naimi/recovery/one-regenerator",
        build: build!(|setup| {
            safety(
                setup,
                Reading::MEANT,
                Order::Fifo,
                properties::one_regenerator(),
            )
        }),
        ..FIFO
    },
    Case {
        claim: "naimi/recovery/one-regenerator",
        kills: &["no-election"],
        build: build!(|setup| {
            safety(
                setup,
                Reading::REPAIRED,
                Order::Fifo,
                properties::one_regenerator(),
            )
        }),
        ..REPAIRED
    },
    Case {
        claim: "naimi/recovery/m2-m3-exclusive",
        sizes: &[&[4, 1, 1, 1]],
        build: build!(|setup| {
            safety(
                setup,
                Reading::MEANT,
                Order::Fifo,
                properties::m2_m3_exclusive(),
            )
        }),
        ..FIFO
    },
    Case {
        claim: "naimi/recovery/m2-m3-exclusive",
        sizes: &[&[3, 1, 1, 1], &[3, 2, 2, 1]],
        deep: &[&[4, 1, 1, 1]],
        kills: &["silent-queue"],
        build: build!(|setup| {
            safety(
                setup,
                Reading::REPAIRED,
                Order::Fifo,
                properties::m2_m3_exclusive(),
            )
        }),
        ..REPAIRED
    },
    Case {
        claim: "naimi/recovery/regenerate-only-if-lost",
        build: build!(|setup| {
            safety(
                setup,
                Reading::MEANT,
                Order::Fifo,
                properties::only_if_lost(),
            )
        }),
        ..FIFO
    },
    Case {
        claim: "naimi/recovery/regenerate-only-if-lost",
        kills: &["silent-prev", "silent-queue"],
        build: build!(|setup| {
            safety(
                setup,
                Reading::REPAIRED,
                Order::Fifo,
                properties::only_if_lost(),
            )
        }),
        ..REPAIRED
    },
    Case {
        claim: "naimi/recovery/progress",
        reading: "section 5 as the text means it, over FIFO channels: a predecessor that answered SEARCH_PREV may hand \
                  the token to the crashed site before CONNECTION reaches it",
        fairness: FAIR,
        build: build!(|setup| progress(setup, Reading::MEANT, Order::Fifo)),
        ..FIFO
    },
    Case {
        claim: "naimi/recovery/progress",
        variant: "anyone-answers",
        reading: "repaired, but to the letter of M1: every live predecessor answers ARE_YOU_ALIVE, also one that has \
                  left the queue",
        sizes: &[&[3, 2, 1, 1]],
        fairness: FAIR,
        build: build!(|setup| {
            let reading = Reading {
                successors: Successors::Anyone,
                ..Reading::REPAIRED
            };
            progress(setup, reading, Order::Fifo)
        }),
        ..FIFO
    },
    Case {
        claim: "naimi/recovery/progress",
        variant: "rule-three-as-printed",
        reading: "repaired, but rule III as printed: next takes the value of last",
        fairness: FAIR,
        build: build!(|setup| {
            let reading = Reading {
                rule_three: RuleThree::NextTakesLast,
                ..Reading::REPAIRED
            };
            progress(setup, reading, Order::Fifo)
        }),
        ..FIFO
    },
    Case {
        claim: "naimi/recovery/progress",
        variant: "resent-along-last",
        reading: "repaired, but the tail treats the request of M3.a (i) as section 3 says: rule II has pointed its \
                  last to the requester, so it sends the request back",
        fairness: FAIR,
        build: build!(|setup| {
            let reading = Reading {
                resent: Resent::AlongLast,
                ..Reading::REPAIRED
            };
            progress(setup, reading, Order::Fifo)
        }),
        ..FIFO
    },
    Case {
        claim: "naimi/recovery/progress",
        fairness: FAIR,
        assumptions: &[("no-loss", Refuted), ("fifo", Holds)],
        kills: &["answer-any-position"],
        build: build!(|setup| progress(setup, Reading::REPAIRED, Order::Fifo)),
        ..REPAIRED
    },
    Case {
        claim: "naimi/recovery/order-preserved",
        reading: "as the text means it, over FIFO channels, as long as M3 has not run: nobody enters before a site that \
                  waits with a smaller position",
        expected: Holds,
        sizes: &[&[3, 1, 1, 1], &[3, 2, 1, 1], &[4, 1, 1, 1]],
        deep: &[&[4, 2, 1, 1]],
        kills: &["same-position", "keep-position"],
        build: build!(|setup| {
            let counted = (Reading::MEANT, Counted::QueueSearches);
            counting(setup, counted, Order::Fifo, properties::order_preserved())
        }),
        ..BASE
    },
    Case {
        claim: "naimi/recovery/one-extra-message",
        reading: "without failures, over channels that reorder: a site gets at most one COMMIT for each request",
        sizes: &[&[2, 1, 2, 0], &[3, 1, 1, 0]],
        deep: &[&[3, 1, 2, 0], &[4, 1, 1, 0]],
        kills: &["commit-twice"],
        build: build!(|setup| {
            let counted = (Reading::MEANT, Counted::Commits);
            counting(setup, counted, Order::Any, properties::one_commit())
        }),
        ..BASE
    },
    Case {
        claim: "naimi/recovery/one-extra-message",
        variant: "repaired",
        reading: "the price of the fourth repair: a COMMIT without a position, and one with it",
        expected: Refuted,
        sizes: &[&[3, 1, 1, 0]],
        build: build!(|setup| {
            let counted = (Reading::REPAIRED, Counted::Commits);
            counting(setup, counted, Order::Fifo, properties::one_commit())
        }),
        ..BASE
    },
    Case {
        claim: "naimi/recovery/one-broadcast",
        reading: "as the text means it, over FIFO channels: two sites that lost their requests make one each",
        build: build!(|setup| {
            let counted = (Reading::MEANT, Counted::Broadcasts);
            counting(setup, counted, Order::Fifo, properties::one_broadcast())
        }),
        ..FIFO
    },
    Case {
        claim: "naimi/recovery/one-broadcast",
        variant: "false-alarm",
        reading: "without failures, in ticks (a message takes 1 to d, T_msg is d), there is none: N*T_msg is long \
                  enough for every COMMIT",
        parameters: WITH_DELAY,
        sizes: &[&[3, 1, 1, 0, 1], &[3, 1, 1, 0, 2]],
        build: build!(|setup| {
            let counted = (Reading::MEANT, Counted::Broadcasts);
            with_clock(setup, counted, properties::no_false_alarm())
        }),
        ..FIFO
    },
    Case {
        claim: "naimi/recovery/one-broadcast",
        variant: "no-false-alarm",
        reading: "the same with the repairs: a COMMIT that is sent at once arrives within N*T_msg",
        parameters: WITH_DELAY,
        sizes: &[&[3, 1, 1, 0, 1], &[3, 1, 1, 0, 2]],
        deep: &[&[4, 1, 1, 0, 1], &[4, 1, 1, 0, 2]],
        kills: &["no-commit"],
        build: build!(|setup| {
            let counted = (Reading::REPAIRED, Counted::Broadcasts);
            with_clock(setup, counted, properties::no_false_alarm())
        }),
        ..BASE
    },
];
