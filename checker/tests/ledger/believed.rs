//! Whatever a search finds is believed when it is read back.

use crate::records::{catalog, origin};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::sync::Arc;
use verdict_checker::audit::AuditResult;
use verdict_checker::judge::Subject;
use verdict_checker::ledger::{Ledger, Record, load, update};
use verdict_checker::property::{Promise, Property};
use verdict_checker::search::Limits;
use verdict_checker::space::OfModel;

/// A graph with a start, and a boundary behind which nobody looks.
#[derive(Clone, Debug)]
struct Graph {
    starts: Vec<u8>,
    edges: Vec<Vec<u8>>,
    boundary: u8,
}

impl stateright::Model for Graph {
    type State = u8;
    type Action = u8;

    fn init_states(&self) -> Vec<u8> {
        self.starts.clone()
    }

    fn actions(&self, state: &u8, actions: &mut Vec<u8>) {
        actions.extend(&self.edges[usize::from(*state)]);
    }

    fn next_state(&self, _: &u8, action: u8) -> Option<u8> {
        Some(action)
    }

    fn within_boundary(&self, state: &u8) -> bool {
        *state <= self.boundary
    }
}

prop_compose! {
    fn graph()(states in 1_u8..24)(
        starts in vec(0..states, 1..3),
        edges in vec(vec(0..states, 0..4), usize::from(states)),
        boundary in prop_oneof![Just(u8::MAX), 0..states],
    ) -> Graph {
        Graph { starts, edges, boundary }
    }
}

type Space = OfModel<Graph>;

/// One property of each kind, about a state.
const KINDS: [fn(u8) -> Property<Space>; 4] = [
    |wanted| Property::always("never there", move |_: &Space, at: &u8| *at != wanted),
    |wanted| Property::possible("there", move |_: &Space, at: &u8| *at == wanted),
    |wanted| {
        let holds = move |_: &Space, _: &u8, _: &u8, after: &u8| *after != wanted;
        Property::every_step("no step leads there", holds)
    },
    |wanted| {
        let there = move |_: &Space, at: &u8| *at == wanted;
        Property::promises("gets there", vec![Promise::eventually("gets there", there)])
    },
];

proptest! {
    #[test]
    fn every_judgement_gives_a_record_that_is_believed(
        graph in graph(),
        kind in 0..KINDS.len(),
        wanted in 0_u8..24,
        states in select(vec![1, 3, 10, 1000]),
    ) {
        let subject = Subject {
            space: Arc::new(OfModel(graph)),
            property: KINDS[kind](wanted),
            fairness: Vec::new(),
            origin: origin("toy/one", "as-meant", 3),
        };
        let limits = Limits { states, threads: 1, ..Limits::default() };
        let judgement = subject.judge(limits, &|_| {});
        let record = Record::new(&subject.origin, "", &judgement, AuditResult::NotRun, "hash".to_owned());
        let folder = tempfile::tempdir().expect("a folder");
        let ledger = Ledger::from_iter([record.clone()]);
        let updated = update(folder.path(), [record], &catalog(&ledger)).expect("writable");
        // A model all of whose starts are beyond its boundary has no state.
        prop_assert_eq!(updated.refused.is_empty(), judgement.counts.distinct > 0, "{:?}", judgement.counts);
        let found = load(folder.path()).expect("our own file").expect("there");
        prop_assert_eq!(found.records().len(), updated.changed.len());
    }
}
