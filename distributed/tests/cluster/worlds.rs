//! Worlds of actors, whose states are rows of numbers that are given as states are found: other numbers in each process.

use crate::{FINE, agree};
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use std::sync::Arc;
use verdict_checker::property::Property;
use verdict_checker::search::Limits;
use verdict_checker::subject::AnySubject;
use verdict_checker::trace::Origin;
use verdict_checker::verdict::Verdict;
use verdict_distributed::Tuning;
use verdict_world::{Assumptions, Crash, Detector, Resident, World};

/// Tells the others of itself, and passes on what it hears for the first time. It remembers in which order it has heard.
#[derive(Clone)]
struct Gossip {
    nodes: usize,
}

/// What stands for the suspicion of a node.
const SUSPECTED: u8 = 100;

impl Actor for Gossip {
    type Msg = u8;
    type State = Vec<u8>;
    type Timer = ();
    type Storage = ();
    type Random = ();

    fn on_start(&self, id: Id, _: &Option<()>, out: &mut Out<Self>) -> Vec<u8> {
        let own = usize::from(id) as u8;
        out.send(Id::from((usize::from(id) + 1) % self.nodes), own);
        vec![own]
    }

    fn on_msg(&self, id: Id, heard: &mut Cow<Vec<u8>>, _: Id, news: u8, out: &mut Out<Self>) {
        if !heard.contains(&news) {
            heard.to_mut().push(news);
            out.send(Id::from((usize::from(id) + 1) % self.nodes), news);
        }
    }
}

impl Resident for Gossip {
    fn on_suspect(&self, _: Id, heard: &mut Cow<Vec<u8>>, suspect: Id, _: &mut Out<Self>) {
        heard.to_mut().push(SUSPECTED + usize::from(suspect) as u8);
    }
}

type Space = World<Gossip>;

fn subject(nodes: usize, property: Property<Space>) -> Arc<dyn AnySubject> {
    let assumptions = Assumptions {
        losses: 1,
        crash: Crash {
            budget: 1,
            ..Assumptions::default().crash
        },
        detector: Detector::Perfect,
        ..Assumptions::default()
    };
    let world = World::new(vec![Gossip { nodes }; nodes], assumptions);
    Arc::from(world.subject(property, Vec::new(), Origin::default()))
}

/// What is asked: something that holds, something that is refuted late, a step, and a witness.
fn property(index: usize) -> Property<Space> {
    let suspects = |heard: &Vec<u8>| heard.iter().filter(|news| **news >= SUSPECTED).count();
    let all_know = |world: &Space, state: &[u32]| {
        let view = world.view(state);
        view.live().all(|(_, heard)| heard.len() > 3)
    };
    match index {
        0 => Property::always("one suspect", move |world: &Space, state| {
            let view = world.view(state);
            view.live().all(|(_, heard)| suspects(heard) <= 1)
        }),
        1 => Property::always("some do not know", move |world: &Space, state| {
            !all_know(world, state)
        }),
        2 => Property::every_step("known in order", |world: &Space, before, _, after| {
            let order = |state| {
                let node = world.view(state).node(0);
                node.is_none_or(|heard| heard.is_sorted())
            };
            order(after) || !order(before)
        }),
        _ => Property::possible("all know", all_know),
    }
}

#[test]
fn every_world_has_the_same_verdict_counts_and_run_on_several_processes() {
    let builds = [0, 1, 2, 3].map(|index| move || subject(3, property(index)));
    let all = builds
        .each_ref()
        .map(|build| (build as crate::Build, Limits::default()));
    let found = agree("three nodes", FINE, &all);
    let verdicts: Vec<Verdict> = found.iter().map(|judgement| judgement.verdict).collect();
    let expected = [
        Verdict::Holds,
        Verdict::Refuted,
        Verdict::Refuted,
        Verdict::Holds,
    ];
    assert_eq!(verdicts, expected);
    assert!(found[0].counts.distinct > 500, "{:?}", found[0].counts);
    let longest = found
        .iter()
        .filter_map(|judgement| judgement.trace.as_ref());
    let longest = longest.map(|trace| trace.steps.len()).max();
    assert!(longest > Some(5), "{longest:?}");
}

#[test]
fn neither_rounds_nor_moves_change_anything() {
    let [holds, refuted] = [0, 1].map(|index| move || subject(3, property(index)));
    for tuning in [
        Tuning {
            round: 600,
            slack: usize::MAX / 2,
        },
        Tuning {
            round: 1_000,
            slack: 0,
        },
    ] {
        let limits = Limits::default();
        agree(
            "four nodes",
            tuning,
            &[(&holds, limits), (&refuted, limits)],
        );
    }
}
