//! What snapshots are asked, asked by hand: reachability, placements, and the lengths of the shortest runs.

use super::money::{Account, Global, scenes};
use std::sync::LazyLock;
use verdict_checker::catalog::{Catalog, Setup};
use verdict_checker::search::Limits;
use verdict_checker::size::{Size, Value};
use verdict_checker::verdict::Verdict;
use verdict_world::Network;

static CATALOG: LazyLock<Catalog> = LazyLock::new(|| crate::catalog().expect("no slips"));

#[test]
fn the_shortest_runs_have_these_lengths() {
    let found = [
        ("basics/chandy-lamport/consistent", "recorded-at-once", 3),
        ("basics/chandy-lamport/consistent", "not-atomic", 5),
        (
            "basics/chandy-lamport/needs-fifo",
            "channels-if-not-overtaken",
            3,
        ),
        (
            "basics/chandy-lamport/needs-fifo",
            "cut-if-not-overtaking",
            3,
        ),
        ("basics/lai-yang/consistent", "as-printed", 4),
        ("basics/lai-yang/channel-state", "sets", 3),
        ("basics/lai-yang/channel-state", "latest-logs", 3),
    ];
    for (claim, variant, length) in found {
        let case = CATALOG.case(claim, variant).expect("a case of the catalog");
        let subject = case
            .subject(&Setup::of(case.smallest()))
            .expect("a size of its own");
        let judgement = subject.judge(Limits::default(), &|_| {});
        assert_eq!(judgement.verdict, Verdict::Refuted, "{claim} {variant}");
        assert_eq!(
            judgement.trace.expect("refuted by a run").steps.len(),
            length,
            "{claim} {variant}"
        );
    }
}

fn size(values: [u64; 4]) -> Size {
    let named = ["N", "E", "M", "T"].into_iter().zip(values);
    named
        .map(|(name, value)| (name.to_owned(), Value::Number(value)))
        .collect()
}

#[test]
fn a_snapshot_begins_in_every_placement_of_the_units() {
    // Two units among two processes and two channels: 4 + 3 + 2 + 1 ways.
    assert_eq!(
        scenes(&size([2, 2, 2, 1]), true).expect("in range").count(),
        10
    );
    // Among three processes and six channels: 45 ways.
    assert_eq!(
        scenes(&size([3, 6, 2, 1]), true).expect("in range").count(),
        45
    );
}

#[test]
fn a_payment_leads_forward_and_not_back() {
    let network = Network::of_edges(2, [(0, 1)]);
    let outgoing = [network.outgoing(0), network.outgoing(1)];
    let account = |(balance, left)| Account { balance, left };
    let state = |accounts: [(u8, u8); 2], to_second| Global {
        accounts: accounts.map(account).to_vec(),
        channels: vec![vec![0, to_second], vec![0, 0]],
    };
    let (before, under_way, after) = (
        state([(1, 1), (0, 1)], 0),
        state([(0, 0), (0, 1)], 1),
        state([(0, 0), (1, 1)], 0),
    );
    assert!(before.reaches(&under_way, &outgoing) && under_way.reaches(&after, &outgoing));
    assert!(!after.reaches(&under_way, &outgoing) && !under_way.reaches(&before, &outgoing));
    assert!(before.reaches(&before, &outgoing));
}
