//! Graphs of chance: every state is reached in many ways, so that the order of parents matters.

use crate::{FINE, agree};
use stateright::Model;
use std::sync::Arc;
use verdict_checker::judge::Subject;
use verdict_checker::property::Property;
use verdict_checker::search::{Cut, Limits};
use verdict_checker::space::{OfModel, fingerprint};
use verdict_checker::subject::AnySubject;
use verdict_checker::trace::Origin;
use verdict_checker::verdict::Verdict;
use verdict_distributed::Tuning;

#[derive(Clone)]
struct Graph {
    seed: u64,
    size: u64,
    starts: Vec<u64>,
    /// States from here on lie beyond the boundary.
    end: u64,
}

impl Graph {
    fn of(seed: u64) -> Self {
        let size = 60 + seed * 37 % 900;
        Graph {
            seed,
            size,
            starts: vec![0],
            end: size,
        }
    }
}

impl Model for Graph {
    type State = u64;
    type Action = u64;

    fn init_states(&self) -> Vec<u64> {
        self.starts.clone()
    }

    fn actions(&self, state: &u64, actions: &mut Vec<u64>) {
        actions.extend(0..2 + fingerprint(&(self.seed, state)) % 3);
    }

    /// A jump, a step ahead, or nothing.
    fn next_state(&self, state: &u64, action: u64) -> Option<u64> {
        let chance = fingerprint(&(self.seed, state, action));
        match chance % 8 {
            0 => None,
            1 => Some(chance % self.size),
            _ => Some((state + 1 + chance % 11) % self.size),
        }
    }

    fn within_boundary(&self, state: &u64) -> bool {
        *state < self.end
    }
}

type Space = OfModel<Graph>;

fn subject(graph: &Graph, property: Property<Space>) -> Arc<dyn AnySubject> {
    Arc::new(Subject {
        space: Arc::new(OfModel(graph.clone())),
        property,
        fairness: Vec::new(),
        origin: Origin::default(),
    })
}

/// The properties that are asked of a graph: one that holds, two that a few states break, one that a few steps break, a witness.
fn properties(seed: u64) -> [Property<Space>; 5] {
    let rare = move |salt: u64, of: u64| {
        move |value: (u64, u64)| fingerprint(&(seed, salt, value)).is_multiple_of(of)
    };
    let (some, few, steps, wanted) = (rare(1, 9), rare(2, 60), rare(3, 300), rare(4, 80));
    [
        Property::always("all", |_: &Space, _| true),
        Property::always("some", move |_: &Space, state| !some((*state, 0))),
        Property::always("few", move |_: &Space, state| !few((*state, 0))),
        Property::every_step("steps", move |_: &Space, before, _, after| {
            !steps((*before, *after))
        }),
        Property::possible("wanted", move |_: &Space, state| wanted((*state, 0))),
    ]
}

#[test]
fn every_graph_has_the_same_verdict_counts_and_run_on_several_processes() {
    let (mut refuted, mut lengths) = (0, 0);
    for seed in 0..24 {
        let mut graph = Graph::of(seed);
        if seed % 3 == 1 {
            graph.starts = vec![7, 3, 7, 11, 0];
        }
        if seed % 4 == 2 {
            graph.end = graph.size - 5;
        }
        let build = |index: usize| {
            let graph = &graph;
            move || {
                let property = properties(seed).into_iter().nth(index);
                subject(graph, property.unwrap())
            }
        };
        let all = [0, 1, 2, 3, 4].map(build);
        let all = all.each_ref().map(|build| {
            let build: crate::Build = build;
            (build, Limits::default())
        });
        for judgement in agree(&format!("graph {seed}"), FINE, &all) {
            refuted += usize::from(judgement.verdict == Verdict::Refuted);
            lengths += judgement.trace.map_or(0, |trace| trace.steps.len());
        }
    }
    assert!(
        refuted > 30 && lengths > 100,
        "{refuted} runs, {lengths} steps"
    );
}

#[test]
fn a_search_that_is_cut_is_bounded_on_several_processes_too() {
    let graph = Graph {
        size: 20_000,
        end: 20_000,
        ..Graph::of(5)
    };
    let build = || subject(&graph, properties(5).into_iter().next().unwrap());
    let limits = |states| Limits {
        states,
        ..Limits::default()
    };
    // Levels this small are expanded as a whole on one machine and on several, so that even the counts of a cut search are the same.
    let all = [0, 1, 50, 700].map(|states| (&build as crate::Build, limits(states)));
    for judgement in agree("cut", Tuning::default(), &all) {
        assert_eq!(judgement.verdict, Verdict::Bounded);
        assert!(matches!(judgement.cut, Some(Cut::States(_))));
    }
    let hurried = Limits {
        time: std::time::Duration::ZERO,
        ..Limits::default()
    };
    let tiny = Limits {
        bytes: 1,
        ..Limits::default()
    };
    for (limits, cut) in [(hurried, Cut::Time(hurried.time)), (tiny, Cut::Bytes(1))] {
        for found in crate::together((3, 1), Tuning::default(), &[(&build, limits)]) {
            assert_eq!(found[0].judgement.verdict, Verdict::Bounded);
            assert_eq!(found[0].judgement.cut, Some(cut.clone()));
        }
    }
}

#[test]
fn the_table_and_the_levels_are_shared_out() {
    let graph = Graph {
        size: 20_000,
        end: 20_000,
        ..Graph::of(5)
    };
    let build = || subject(&graph, properties(5).into_iter().next().unwrap());
    let found = crate::together((4, 1), FINE, &[(&build, Limits::default())]);
    let Some(found) = found.first().and_then(|found| found.first()) else {
        panic!("process 0 found nothing");
    };
    let all: u64 = found.loads.iter().map(|load| load.states).sum();
    assert_eq!(all, found.judgement.counts.distinct as u64);
    for load in &found.loads {
        assert!(load.states.abs_diff(all / 4) < all / 20, "{load:?}");
    }
    let walked: u64 = found.loads.iter().map(|load| load.walked).sum();
    assert!(walked > 0, "states have moved");
}
