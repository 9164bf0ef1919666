//! What the catalog says of multicasts is what the search finds; the histories are all there; the definitions say what they
//! should of histories made by hand.

use super::b_multicast::{B, Mutant, Plain};
use super::causal::Timestamps;
use super::group::{Event, Groups, Message};
use super::history::History;
use super::layers::Protocol;
use super::properties::history;
use super::r_multicast::{DELIVER_FIRST, REPEAT_FIRST};
use super::rule::{Delivery, Link, Order, Rule};
use super::sequencer::Sequencer;
use super::setting::Setting;
use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;
use verdict_checker::catalog::{Case, Catalog, Mutants, Setup};
use verdict_checker::search::Limits;
use verdict_checker::size::{Size, Value};
use verdict_checker::space::{Row, Space};
use verdict_checker::verdict::{Judgement, Verdict};
use verdict_world::{Algorithm, World};

static CATALOG: LazyLock<Catalog> = LazyLock::new(|| crate::catalog().expect("no slips"));

fn cases() -> impl Iterator<Item = &'static Case> {
    CATALOG
        .cases()
        .filter(|case| case.claim.contains("multicast") || case.claim.starts_with("basics/orders/"))
}

fn case(claim: &str, variant: &str) -> &'static Case {
    let found = CATALOG.case(claim, variant);
    found.unwrap_or_else(|| panic!("no case {claim} {variant}"))
}

fn judged(case: &Case, setup: &Setup) -> Judgement {
    let subject = case.subject(setup).expect("a size of its own");
    subject.judge(Limits::default(), &|_| {})
}

#[test]
fn every_case_gets_its_verdict_at_its_smallest_size() {
    for case in cases() {
        let verdict = judged(case, &Setup::of(case.smallest())).verdict;
        assert_eq!(verdict, case.expected, "{} {}", case.claim, case.variant);
    }
}

#[test]
fn the_shortest_runs_have_these_lengths() {
    let found = [
        ("basics/b-multicast", "without-the-proviso", 2),
        ("basics/r-multicast/validity", "open-group", 5),
        ("basics/r-multicast/uniform", "deliver-first", 3),
        ("basics/r-multicast/proof-step", "as-printed", 2),
        ("basics/r-multicast/proof-step", "happened-before", 3),
        ("basics/fifo-multicast", "not-causal", 4),
        ("basics/fifo-multicast", "not-total", 5),
        ("basics/causal-multicast", "as-printed", 5),
        ("basics/causal-multicast", "fifo-links-deliver-first", 4),
        ("basics/causal-multicast", "two-groups", 5),
        ("basics/causal-multicast", "not-total", 5),
        ("basics/total-multicast", "no-algorithm", 5),
        ("basics/total-multicast", "sequencer-not-fifo", 4),
        ("basics/total-multicast", "agreed-agreement-over-r", 22),
        ("basics/orders/causal-implies-fifo", "converse", 4),
        ("basics/orders/total-and-fifo", "with-a-crash-correct", 10),
        ("basics/orders/total-and-fifo", "two-groups", 12),
    ];
    for (claim, variant, steps) in found {
        let case = case(claim, variant);
        let judgement = judged(case, &Setup::of(case.smallest()));
        let run = judgement.trace.expect("refuted by a run");
        assert_eq!(run.steps.len(), steps, "{claim} {variant}");
    }
}

fn world<P: Protocol>(setting: Setting<P>, size: [u64; 5]) -> World<super::process::Process<P>> {
    let names = ["N", "a", "b", "c", "crashes"].map(str::to_owned);
    let size: Size = names.into_iter().zip(size.map(Value::Number)).collect();
    let nodes = setting.nodes(&size, None).expect("a size in range");
    World::new(nodes, setting.assumptions(&size).expect("a size in range"))
}

fn initial<P: Protocol>(world: &World<super::process::Process<P>>) -> Vec<Vec<u32>> {
    let rows = world.initial();
    (0..rows.len()).map(|row| rows.get(row).to_vec()).collect()
}

type Logs = Vec<(bool, Vec<Event>)>;

/// What processes may have done, with which of them up, in any state.
fn all_logs<P: Protocol>(world: &World<super::process::Process<P>>) -> BTreeSet<Logs> {
    let mut known = BTreeSet::new();
    let mut logs = BTreeSet::new();
    let mut open = initial(world);
    while let Some(state) = open.pop() {
        if !known.insert(state.clone()) {
            continue;
        }
        let history = history(&world.view(&state));
        let of = |(process, log): (usize, &&[Event])| (history.up.contains(process), log.to_vec());
        logs.insert(history.logs.iter().enumerate().map(of).collect());
        open.extend(world.steps(&state).into_iter().map(|(_, next)| next));
    }
    logs
}

/// Every history of `processes` that may multicast so many messages to one group, built event by event and not by a world.
fn histories(multicasts: &[u8]) -> BTreeSet<Logs> {
    let mut all = BTreeSet::from([vec![(true, Vec::new()); multicasts.len()]]);
    let mut open: Vec<Logs> = all.iter().cloned().collect();
    while let Some(logs) = open.pop() {
        let sent: Vec<Message> = logs
            .iter()
            .flat_map(|(_, log)| log)
            .filter_map(|event| {
                if let Event::Multicast(m) = event {
                    Some(*m)
                } else {
                    None
                }
            })
            .collect();
        for (process, most) in multicasts.iter().enumerate() {
            let own = sent
                .iter()
                .filter(|m| usize::from(m.sender) == process)
                .count() as u8;
            let next = Message {
                sender: process as u8,
                number: own + 1,
                group: 0,
            };
            let multicast = (own < *most).then_some(Event::Multicast(next));
            let deliveries = sent.iter().map(|m| Event::Deliver(*m));
            let fresh = deliveries.filter(|event| !logs[process].1.contains(event));
            for event in multicast.into_iter().chain(fresh) {
                let mut longer = logs.clone();
                longer[process].1.push(event);
                if all.insert(longer.clone()) {
                    open.push(longer);
                }
            }
        }
    }
    all
}

#[test]
fn bmulticast_goes_through_every_small_history() {
    for (size, multicasts) in [
        ([2, 2, 1, 0, 0], vec![2, 1]),
        ([3, 1, 1, 0, 0], vec![1, 1, 0]),
        ([3, 2, 0, 0, 0], vec![2, 0, 0]),
    ] {
        assert_eq!(
            all_logs(&world(B, size)),
            histories(&multicasts),
            "{size:?}"
        );
    }
}

/// The world drops copies of what a process has received: whoever keeps them sees the same.
#[test]
fn dropping_copies_hides_nothing() {
    for setting in [REPEAT_FIRST, DELIVER_FIRST] {
        let size = [3, 1, 0, 0, 2];
        assert_eq!(
            all_logs(&world(setting, size)),
            all_logs(&world(setting, size).plainly())
        );
    }
}

#[test]
fn printed_integrity_is_met_by_a_process_that_invents_messages() {
    let forged = |variant| {
        let case = case("basics/r-multicast/integrity", variant);
        let mut setup = Setup::of(case.smallest());
        setup.mutant = Some(Mutant::Forge.name().to_owned());
        judged(case, &setup).verdict
    };
    assert_eq!(forged("repeat-first"), Verdict::Holds);
    assert_eq!(forged("only-what-was-multicast"), Verdict::Refuted);
}

#[test]
fn a_label_stands_for_one_message() {
    fn distinct<P: Protocol>(setting: Setting<P>) {
        let world = world(setting, [3, 1, 1, 0, 0]);
        let mut labels = HashMap::new();
        let mut known = BTreeSet::new();
        let mut open = initial(&world);
        while let Some(state) = open.pop().filter(|_| known.len() < 20_000) {
            if !known.insert(state.clone()) {
                continue;
            }
            for envelope in world.view(&state).messages() {
                let label =
                    verdict_world::Resident::message_name(&world.actors()[0], &envelope.msg);
                let known = labels
                    .entry(label.clone())
                    .or_insert_with(|| envelope.msg.clone());
                assert_eq!(*known, envelope.msg, "{label}");
            }
            open.extend(world.steps(&state).into_iter().map(|(_, next)| next));
        }
    }
    distinct(B);
    distinct(Setting::new(Timestamps::USUAL, super::layers::Carrier::B));
    distinct(Setting::new(
        Sequencer::OfEachGroup,
        super::layers::Carrier::B,
    ));
}

fn message(sender: u8, number: u8) -> Message {
    Message {
        sender,
        number,
        group: 0,
    }
}

#[test]
fn orders_of_histories_made_by_hand() {
    use Event::{Deliver, Multicast, Receive};
    let (a1, a2, b1) = (message(0, 1), message(0, 2), message(1, 1));
    let of = |logs: [&'static [Event]; 3]| History {
        logs: logs.to_vec(),
        up: (0..3).collect(),
        groups: Groups::One,
    };
    let gap: &'static [Event] = Box::leak(Box::new([Deliver(a2)]));
    let both: &'static [Event] = Box::leak(Box::new([Multicast(a1), Multicast(a2)]));
    let history = of([both, gap, &[]]);
    assert!(!Rule::FIFO.holds(&history));
    assert!(Rule::FIFO.asking(Delivery::InOrder).holds(&history));
    assert!(!Rule::FIFO.asking(Delivery::Both).holds(&history));

    let answers: &'static [Event] = Box::leak(Box::new([Receive(a2), Multicast(b1)]));
    let hears: &'static [Event] = Box::leak(Box::new([Deliver(b1)]));
    let history = of([both, answers, hears]);
    assert!(
        Rule::CAUSAL.holds(&history),
        "nothing was delivered before b1"
    );
    assert!(
        !Rule {
            link: Link::Receipt,
            ..Rule::CAUSAL
        }
        .holds(&history)
    );

    let [ab, bc, ca]: [&'static [Event]; 3] =
        [(a1, a2), (a2, b1), (b1, a1)].map(|(first, later)| -> &'static [Event] {
            Box::leak(Box::new([Deliver(first), Deliver(later)]))
        });
    let cycle = of([ab, bc, ca]);
    assert!(Rule::TOTAL.asking(Delivery::InOrder).holds(&cycle));
    assert!(
        !Rule {
            order: Order::Acyclic,
            ..Rule::TOTAL
        }
        .holds(&cycle)
    );
    let mut one_crashed = of([ab, bc, ca]);
    one_crashed.up = one_crashed.up.without(2);
    assert!(
        Rule {
            order: Order::Acyclic,
            ..Rule::TOTAL
        }
        .holds(&one_crashed)
    );
}

#[test]
fn plain_words_are_their_messages() {
    assert_eq!(Plain::message(&message(1, 2)), Some(message(1, 2)));
    assert_eq!(
        format!(
            "{:?} {:?}",
            message(1, 2),
            Message {
                group: 1,
                ..message(0, 1)
            }
        ),
        "b2 a1@h"
    );
}
