//! Section 5.2: the four invariants about positions.

use super::super::recovery::{Reading, properties};
use super::recovery::{BASE, safety};
use crate::catalog::{Case, build};
use crate::world::Order;
use verdict_checker::verdict::Verdict::Refuted;

/// Without failures, over channels that are FIFO.
const FIFO: Case = Case {
    variant: "fifo",
    reading: "without failures, over FIFO channels, in every state",
    sizes: &[&[2, 1, 2, 0], &[3, 1, 1, 0], &[3, 1, 2, 0]],
    deep: &[&[4, 1, 1, 0], &[4, 2, 1, 0]],
    assumptions: &[("fifo", Refuted)],
    ..BASE
};

/// Without failures, over channels that reorder.
const ANY_ORDER: Case = Case {
    variant: "any-order",
    reading: "without failures, over channels that reorder as section 2 allows: a COMMIT that the token has overtaken \
              is taken for the answer to the site's next request",
    expected: Refuted,
    sizes: &[&[2, 1, 2, 0]],
    ..BASE
};

const WITH_A_CRASH: Case = Case {
    variant: "with-a-crash",
    reading: "\"they do not change the other invariants\": the same with a crash, over FIFO channels",
    expected: Refuted,
    sizes: &[&[3, 1, 1, 1]],
    ..BASE
};

const REPAIRED: Case = Case {
    variant: "repaired",
    reading: "with crashes, over FIFO channels, with the four repairs",
    sizes: &[&[3, 1, 1, 1], &[3, 1, 1, 2], &[3, 1, 2, 1]],
    deep: &[&[4, 1, 1, 1], &[4, 2, 1, 1], &[4, 1, 1, 2]],
    ..BASE
};

/// Every case about I1 to I4.
pub const CASES: &[Case] = &[
    Case {
        claim: "naimi/recovery/I1",
        variant: "in-every-state",
        reading: "without failures, in every state: not while the token is on its way",
        expected: Refuted,
        sizes: &[&[2, 1, 1, 0]],
        build: build!(|setup| safety(setup, Reading::MEANT, Order::Fifo, properties::i1())),
        ..BASE
    },
    Case {
        claim: "naimi/recovery/I1",
        variant: "in-transit",
        reading: "without failures, over FIFO channels: the site with the smallest position has the token, or the \
                  token is on its way to it",
        kills: &["keep-position"],
        build: build!(|setup| {
            safety(
                setup,
                Reading::MEANT,
                Order::Fifo,
                properties::i1_in_transit(),
            )
        }),
        ..FIFO
    },
    Case {
        claim: "naimi/recovery/I1",
        variant: "unless-lost",
        reading: "with crashes, over FIFO channels, with the four repairs: the same, unless there is no token",
        kills: &["keep-position"],
        build: build!(|setup| {
            safety(
                setup,
                Reading::REPAIRED,
                Order::Fifo,
                properties::i1_unless_lost(),
            )
        }),
        ..REPAIRED
    },
    Case {
        claim: "naimi/recovery/I2",
        build: build!(|setup| safety(setup, Reading::MEANT, Order::Any, properties::i2())),
        ..ANY_ORDER
    },
    Case {
        claim: "naimi/recovery/I2",
        kills: &["same-position"],
        build: build!(|setup| safety(setup, Reading::MEANT, Order::Fifo, properties::i2())),
        ..FIFO
    },
    Case {
        claim: "naimi/recovery/I2",
        build: build!(|setup| safety(setup, Reading::MEANT, Order::Fifo, properties::i2())),
        ..WITH_A_CRASH
    },
    Case {
        claim: "naimi/recovery/I2",
        kills: &["same-position"],
        build: build!(|setup| safety(setup, Reading::REPAIRED, Order::Fifo, properties::i2())),
        ..REPAIRED
    },
    Case {
        claim: "naimi/recovery/I3",
        build: build!(|setup| safety(setup, Reading::MEANT, Order::Any, properties::i3())),
        ..ANY_ORDER
    },
    Case {
        claim: "naimi/recovery/I3",
        kills: &["keep-position"],
        build: build!(|setup| safety(setup, Reading::MEANT, Order::Fifo, properties::i3())),
        ..FIFO
    },
    Case {
        claim: "naimi/recovery/I3",
        reading: "the same with a crash, over FIFO channels: who regenerates the token by M2 gets position 0, with \
                  sites behind it that have theirs",
        build: build!(|setup| safety(setup, Reading::MEANT, Order::Fifo, properties::i3())),
        ..WITH_A_CRASH
    },
    Case {
        claim: "naimi/recovery/I3",
        variant: "repaired",
        reading: "with crashes, over FIFO channels, with the four repairs, as the order it stands for: no site gets \
                  ahead of one that had a position before",
        kills: &["keep-position", "silent-queue"],
        build: build!(|setup| {
            safety(
                setup,
                Reading::REPAIRED,
                Order::Fifo,
                properties::i3_nobody_gets_ahead(),
            )
        }),
        ..REPAIRED
    },
    Case {
        claim: "naimi/recovery/I4",
        build: build!(|setup| safety(setup, Reading::MEANT, Order::Any, properties::i4())),
        ..ANY_ORDER
    },
    Case {
        claim: "naimi/recovery/I4",
        kills: &["same-position"],
        build: build!(|setup| safety(setup, Reading::MEANT, Order::Fifo, properties::i4())),
        ..FIFO
    },
    Case {
        claim: "naimi/recovery/I4",
        build: build!(|setup| safety(setup, Reading::MEANT, Order::Fifo, properties::i4())),
        ..WITH_A_CRASH
    },
    Case {
        claim: "naimi/recovery/I4",
        kills: &["same-position", "silent-queue"],
        build: build!(|setup| safety(setup, Reading::REPAIRED, Order::Fifo, properties::i4())),
        ..REPAIRED
    },
];
