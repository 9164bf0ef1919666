//! The largest cost of an election, by a second way: the longest path through an election that is written down here anew,
//! without actors, messages or a world, every access one step.

use super::*;
use std::collections::HashMap;

/// Where a node is: before `Communicate`, before one of its four accesses, has won, leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum At {
    Communicate,
    First,
    Second,
    ReadCounter,
    ReadLeader,
    Won,
    Leads,
}

type Node = (At, i8, i8);

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    lid: i8,
    cnt: i8,
    nodes: Vec<Node>,
}

/// Whether the timeout also waits for whoever has passed the first CAS.
#[derive(Clone, Copy, PartialEq)]
enum Waits {
    RoundTrip,
    PastFirstCas,
    Serial,
}

/// The next states, each with the reads and writes that lead there.
fn next(state: &State, waits: Waits) -> Vec<(State, u32, u32)> {
    let is = |places: &[At]| state.nodes.iter().any(|(at, ..)| places.contains(at));
    let busy = match waits {
        Waits::RoundTrip => false,
        Waits::PastFirstCas => is(&[At::Second, At::Won]),
        Waits::Serial => is(&[
            At::First,
            At::Second,
            At::ReadCounter,
            At::ReadLeader,
            At::Won,
        ]),
    };
    let mut all = Vec::new();
    for (i, &(at, lid, cnt)) in state.nodes.iter().enumerate() {
        let id = i as i8 + 1;
        let mut next = state.clone();
        let (mut reads, mut writes) = (1, 0);
        let node = match at {
            At::Leads => continue,
            At::Communicate => {
                let answers = lid > 0 && state.nodes[lid as usize - 1].0 == At::Leads;
                if answers || busy {
                    continue;
                }
                reads = 0;
                (At::First, lid, cnt)
            }
            At::First if state.cnt == cnt => {
                (next.cnt, writes) = (cnt + 1, 1);
                (At::Second, lid, cnt)
            }
            At::Second if state.lid == lid => {
                (next.lid, writes) = (id, 1);
                (At::Won, lid, cnt)
            }
            At::First | At::Second => (At::ReadCounter, lid, cnt),
            At::ReadCounter => (At::ReadLeader, lid, state.cnt),
            At::ReadLeader => (At::Communicate, state.lid, cnt),
            At::Won => {
                reads = 0;
                (At::Leads, id, cnt)
            }
        };
        next.nodes[i] = node;
        all.push((next, reads, writes));
    }
    all
}

/// The most reads, and the most writes, from here to the end.
fn most(state: &State, waits: Waits, known: &mut HashMap<State, (u32, u32)>) -> (u32, u32) {
    if let Some(found) = known.get(state) {
        return *found;
    }
    let mut largest = (0, 0);
    for (next, reads, writes) in next(state, waits) {
        let rest = most(&next, waits, known);
        largest = (
            largest.0.max(rest.0 + reads),
            largest.1.max(rest.1 + writes),
        );
    }
    known.insert(state.clone(), largest);
    largest
}

fn worst(nodes: i8, waits: Waits, leader_is_back: bool) -> (u32, u32) {
    let lid = if leader_is_back { nodes } else { 0 };
    let mut start = State {
        lid,
        cnt: 0,
        nodes: vec![(At::Communicate, lid, 0); nodes as usize],
    };
    if leader_is_back {
        start.nodes[nodes as usize - 1] = (At::Communicate, -1, -1);
    }
    most(&start, waits, &mut HashMap::new())
}

#[test]
fn the_longest_path_has_6n_minus_3_reads_and_3_writes() {
    for n in 2..=4 {
        let reads = u32::from(n as u8) * 6;
        assert_eq!(
            worst(n, Waits::PastFirstCas, false),
            (reads - 3, 3),
            "n = {n}"
        );
        assert_eq!(
            worst(n, Waits::PastFirstCas, true),
            (reads, 3),
            "n = {n}, leader back"
        );
        assert_eq!(
            worst(n, Waits::Serial, false),
            (reads / 2 - 1, 2),
            "n = {n}, serial"
        );
    }
}

#[test]
fn without_assumption_7_1_3_the_costs_grow_faster_than_the_nodes() {
    assert_eq!(worst(2, Waits::RoundTrip, false), (11, 5));
    assert_eq!(worst(3, Waits::RoundTrip, false), (33, 9));
}

/// One read fewer is exceeded, so that the bound is exact for the search too.
#[test]
fn the_search_finds_the_same_largest_cost() {
    for (n, first, exact) in [(2, false, -3), (3, false, -3), (2, true, 0), (3, true, 0)] {
        for (beside, expected) in [(exact, Verdict::Holds), (exact - 1, Verdict::Refuted)] {
            let mut election = Election::new(
                n,
                Procedure {
                    algorithm: Algorithm::Seven,
                    become_leader: BecomeLeader::SetsLeader,
                    reads: Default::default(),
                    mutant: None,
                },
            );
            election.timeouts = Timeouts::PastFirstCas;
            election.counted = crate::election::Counted::ReadsAndWrites;
            election.leader_is_back = first;
            if !first {
                election.first_leader = crate::election::memory::NodeId(0);
            }
            let assumptions = Assumptions {
                order: Order::Fifo,
                time: Time::Synchronous,
                ..Assumptions::default()
            };
            let space = World::new(vec![election; n + 1], assumptions);
            let costs = properties::Costs {
                each: 6,
                beside,
                writes: 3,
            };
            let found = judged(&subject(space, properties::costs_at_most(costs)));
            assert_eq!(found.verdict, expected, "n = {n}, {costs:?}");
        }
    }
}

#[test]
fn twelve_samples_of_table_a_2_are_beyond_the_bound_and_two_attain_the_exact_one() {
    let readings = crate::election::tables::readings();
    assert_eq!(readings.samples.len(), 50);
    let mut beyond = Vec::new();
    let mut exact = 0;
    for (number, row) in readings.samples.iter().enumerate() {
        assert_eq!(row.len(), readings.cores.len());
        for (cores, reads) in readings.cores.iter().zip(row) {
            if *reads > 6 * (cores - 1) {
                beyond.push((number + 1, *cores));
            }
            exact += usize::from(*reads == 6 * cores - 3);
        }
    }
    let at_48 = [5, 6, 8, 14, 18, 26, 49].map(|number| (number, 48));
    let mut expected = vec![(1, 16), (4, 16), (37, 16), (39, 16), (47, 32)];
    expected.extend(at_48);
    expected.sort_unstable();
    assert_eq!(beyond, expected);
    assert_eq!(exact, 2);
}

/// The check that the values were recovered rightly from the extracted text: the sums behind the printed averages.
#[test]
fn the_averages_of_table_a_2_are_those_of_all_samples_but_the_first() {
    let readings = crate::election::tables::readings();
    for (column, printed) in readings.averages.iter().enumerate() {
        let sum: u32 = readings.samples[1..].iter().map(|row| row[column]).sum();
        let printed: f64 = printed.parse().expect("a number");
        assert!(
            (f64::from(sum) / 49.0 - printed).abs() < 1e-6,
            "column {column}"
        );
    }
}
