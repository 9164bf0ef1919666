//! The recovery line a second way, and the counts.

use super::columns::*;
use super::history::{Event, Pid, State};
use super::properties::several;
use super::{Change, Family, Harness};
use std::collections::{BTreeMap, HashSet};
use verdict_checker::catalog::{Case, Catalog, Claim, Model, Mutants, Source};
use verdict_checker::space::Space;

const FAMILIES: [Family; 6] = [
    Family::Uncoordinated,
    Family::Coordinated,
    Family::Induced,
    Family::Pessimistic,
    Family::Optimistic,
    Family::Causal,
];

/// N, M, C, failures.
fn harness(family: Family, [n, m, c, f]: [usize; 4]) -> Harness {
    Harness {
        family,
        changes: [None, None],
        processes: n,
        messages: m,
        checkpoints: c,
        failures: f,
    }
}

/// Every state, by a walk that shares nothing with the search.
fn states(harness: &Harness) -> HashSet<State> {
    let mut open = harness.initial();
    let mut seen: HashSet<_> = open.iter().cloned().collect();
    while let Some(state) = open.pop() {
        for (_, next) in harness.steps(&state) {
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    seen
}

fn positions(state: &State) -> Vec<usize> {
    state.pids().map(|pid| state.of(pid).position()).collect()
}

/// The sizes at which recovery is computed twice.
const TWICE: [[usize; 4]; 3] = [[2, 3, 1, 1], [3, 2, 1, 1], [3, 2, 1, 2]];

/// Where a process could be after the recovery.
fn candidates(harness: &Harness, state: &State, pid: Pid) -> Vec<usize> {
    let process = state.of(pid);
    let most = match process.crashed {
        true => harness.restored(state, pid),
        false => process.history.len(),
    };
    let can_stop = |at: &usize| {
        let is_saved = |at: usize| matches!(process.history[at - 1], Event::Checkpoint { .. });
        harness.family.logs() || *at == most || *at == 0 || is_saved(*at)
    };
    (0..=most).filter(can_stop).collect()
}

/// No process has received what its sender has not sent.
fn is_consistent(state: &State, line: &[usize]) -> bool {
    state.pids().zip(line).all(|(pid, position)| {
        state.of(pid).history[..*position]
            .iter()
            .all(|event| match event {
                Event::Received(message) => {
                    let sent = state.of(message.from).send_of(message.number);
                    sent < line[usize::from(message.from.0)]
                }
                _ => true,
            })
    })
}

/// The latest consistent line, by trying all.
fn best_line(harness: &Harness, state: &State) -> Vec<usize> {
    let mut lines = vec![Vec::new()];
    for pid in state.pids() {
        let candidates = candidates(harness, state, pid);
        let longer = lines.iter().flat_map(|line| {
            let extend = |at: &usize| [&line[..], &[*at]].concat();
            candidates.iter().map(extend).collect::<Vec<_>>()
        });
        lines = longer.collect();
    }
    lines.retain(|line| is_consistent(state, line));
    let best = |at| lines.iter().map(|line| line[at]).max();
    let best: Vec<_> = (0..state.processes.len()).filter_map(best).collect();
    assert!(lines.contains(&best), "the latest line is one of them");
    best
}

#[test]
fn the_recovery_line_is_the_latest_of_all_combinations() {
    for family in FAMILIES {
        // A global checkpoint is prescribed, not searched for.
        if family == Family::Coordinated {
            continue;
        }
        for size in TWICE {
            let harness = harness(family, size);
            let mut compared = 0;
            for state in states(&harness).iter().filter(|state| state.is_struck()) {
                let settled = harness.settle(state.clone());
                assert_eq!(
                    positions(&settled),
                    best_line(&harness, state),
                    "{family:?}: {state:?}"
                );
                compared += 1;
            }
            assert!(compared > 100, "{family:?}");
        }
    }
}

#[test]
fn the_last_global_checkpoint_is_consistent() {
    for size in TWICE {
        let harness = harness(Family::Coordinated, size);
        for state in states(&harness).iter().filter(|state| state.is_struck()) {
            let settled = harness.settle(state.clone());
            let line: Vec<_> = state
                .pids()
                .map(|pid| state.of(pid).behind(state.committed))
                .collect();
            assert_eq!(positions(&settled), line);
            assert!(is_consistent(state, &line), "{state:?}");
        }
    }
}

#[test]
fn the_order_of_rollbacks_does_not_matter() {
    for family in FAMILIES {
        for size in TWICE {
            let harness = harness(family, size);
            let mut ends: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            for state in states(&harness) {
                if !harness.is_settled(&state) {
                    continue;
                }
                let mut struck = state.clone();
                for process in &mut struck.processes {
                    process.back_to = None;
                    process.pushed_by = 0;
                }
                let line = positions(&state);
                let known = ends.insert(format!("{struck:?}"), line.clone());
                assert!(known.is_none_or(|known| known == line), "{struck:?}");
            }
        }
    }
}

#[test]
fn with_tracked_dependencies_exactly_the_orphans_go_back() {
    for size in TWICE {
        let harness = harness(Family::Optimistic, size);
        for state in states(&harness).iter().filter(|state| state.is_struck()) {
            let settled = harness.settle(state.clone());
            for pid in state.survivors() {
                let past = state.past(pid, state.of(pid).history.len());
                let lost =
                    |crashed: Pid| past[usize::from(crashed.0)] > harness.restored(state, crashed);
                let is_orphan = state.crashed().any(lost);
                assert_eq!(settled.of(pid).back_to.is_some(), is_orphan, "{state:?}");
            }
        }
    }
}

#[test]
fn of_two_processes_a_rollback_comes_back_if_the_crashed_one_cannot_keep_its_latest_checkpoint() {
    let harness = harness(Family::Uncoordinated, [2, 3, 2, 1]);
    let mut dominoes = 0;
    for state in states(&harness).iter().filter(|s| harness.is_settled(s)) {
        let came_back = |pid: Pid| state.of(pid).pushed_by & (1 << pid.0) != 0;
        let further = |pid: Pid| state.of(pid).position() < harness.latest(state, pid);
        let domino = state.pids().any(came_back);
        assert_eq!(domino, state.crashed().any(further), "{state:?}");
        dominoes += usize::from(domino);
    }
    assert!(dominoes > 0);
}

#[test]
fn two_failures_that_meet_in_a_third_process_are_no_domino_effect() {
    // P1 goes back because of P2, and further because of P0; only the latter makes P2 go back again.
    let harness = harness(Family::Induced, [3, 3, 1, 2]);
    let labels = [
        "send a1 P0->P1",
        "send b1 P1->P2",
        "deliver a1 P0->P1",
        "deliver b1 P1->P2",
        "checkpoint P2",
        "send c1 P2->P1",
        "deliver c1 P2->P1, forcing a checkpoint",
        "crash P0",
        "crash P2",
        "recover P2 from checkpoint 1",
        "recover P0 from the start",
        "go back past c1 to checkpoint 1 P1",
        "go back past a1 to the start P1",
        "go back past b1 to the start P2",
    ];
    let mut state = harness.initial().remove(0);
    for label in labels {
        let mut steps = harness.steps(&state).into_iter();
        let taken = steps.find(|(step, _)| harness.label(step) == label);
        state = taken.expect("a step that can be taken").1;
    }
    assert!(harness.is_settled(&state));
    let pushed = |pid: Pid| super::harness::names(state.of(pid).pushed_by);
    assert_eq!(pushed(Pid(1)), ["P0"]);
    assert_eq!(pushed(Pid(2)), ["P0", "P1"]);
}

#[test]
fn a_process_that_crashed_never_loses_a_checkpoint_to_induced_checkpointing() {
    let harness = harness(Family::Induced, [2, 3, 2, 1]);
    let mut others = 0;
    for state in states(&harness).iter().filter(|s| harness.is_settled(s)) {
        for pid in state.pids() {
            let lost = harness.lost(state, pid);
            assert!(!state.of(pid).crashed || lost == 0, "{state:?}");
            others += usize::from(lost > 1);
        }
    }
    assert!(others > 0, "survivors may lose several");
}

#[test]
fn indices_grow_and_a_forced_checkpoint_comes_before_the_message() {
    let harness = harness(Family::Induced, [2, 3, 2, 0]);
    let mut forced_ones = 0;
    for state in states(&harness) {
        for process in &state.processes {
            let mut last = 0;
            for (at, event) in process.history.iter().enumerate() {
                let Event::Checkpoint { index, forced } = *event else {
                    continue;
                };
                assert!(index > last);
                last = index;
                if forced {
                    let next = process.history[at + 1];
                    assert!(matches!(next, Event::Received(_)));
                    forced_ones += 1;
                }
            }
        }
    }
    assert!(forced_ones > 0);
}

#[test]
fn every_change_is_an_error_in_some_family() {
    let errors = [
        Uncoordinated::ERRORS,
        Coordinated::ERRORS,
        Induced::ERRORS,
        Pessimistic::ERRORS,
        Optimistic::ERRORS,
        Causal::ERRORS,
    ];
    let errors: HashSet<_> = errors.concat().into_iter().collect();
    assert_eq!(errors, Change::all().into_iter().collect());
}

#[test]
fn a_case_lists_the_errors_of_its_family_and_no_others() {
    let listed = |variant: &str| {
        let mutants = table().into_iter().find(|case| case.variant == variant);
        let mutants = mutants.expect("a cell").mutants;
        mutants.iter().map(|mutant| mutant.name).collect::<Vec<_>>()
    };
    assert_eq!(
        listed("coordinated-extent"),
        ["follow-nobody", "no-block", "keep-tentative"]
    );
    assert_eq!(
        listed("pessimistic-orphans-after"),
        ["no-replay", "send-before-log"]
    );
}

#[test]
fn an_error_of_another_family_is_refused() {
    let case = Coordinated
        .as_described()
        .asks(several)
        .reading("wrong", "sends are nowhere saved in global checkpoints")
        .sizes([[2, 2, 1, 1]])
        .kills(errors([Change::NoBlock, Change::SaveSends]));
    let source = Source {
        key: "test",
        authors: "nobody",
        title: "nothing",
    };
    let claim = Claim::safety("test/claim", "nowhere", "Nothing.").case(case);
    let Err(slips) = Catalog::new([crate::SOURCES], [source], [claim]) else {
        panic!("save-sends is no error in coordinated checkpointing");
    };
    let words = slips.to_string();
    assert!(words.contains("`save-sends`"), "{words}");
    assert!(!words.contains("`no-block`"), "{words}");
}

#[test]
fn the_number_of_states_is_pinned() {
    let count = |size| FAMILIES.map(|family| states(&harness(family, size)).len());
    assert_eq!(count([2, 2, 1, 1]), [1519, 1477, 1505, 2170, 2558, 1335]);
    assert_eq!(
        count([2, 3, 1, 1]),
        [13751, 10227, 13429, 21200, 30960, 11545]
    );
}

#[test]
fn one_message_and_no_checkpoint_by_hand() {
    // P0 sends to P1 or P1 to P0, and the message arrives: the start, two sends, two receipts. In each of the five either
    // process may crash, and then recovers; if the message arrived from the one that crashed, the other goes back.
    let states = states(&harness(Family::Uncoordinated, [2, 1, 0, 1]));
    assert_eq!(states.len(), 5 + 5 * 2 + 5 * 2 + 2);
}

/// The cases of the table.
fn table() -> Vec<Case> {
    let catalog = crate::catalog().unwrap_or_else(|slips| panic!("{slips}"));
    let claim = catalog.claim("thesis/table-4.1").expect("a claim");
    claim.cases.clone()
}

#[test]
fn every_cell_of_four_rows_has_a_case() {
    let variants: Vec<_> = table().iter().map(|case| case.variant).collect();
    let columns = [
        "uncoordinated",
        "coordinated",
        "cic",
        "pessimistic",
        "optimistic",
        "causal",
    ];
    for column in columns {
        for row in ["checkpoints", "domino", "orphans-after", "extent"] {
            let cell = format!("{column}-{row}");
            assert!(variants.contains(&&cell[..]), "{cell}");
        }
    }
}
