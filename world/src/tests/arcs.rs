//! What a graph and a search are told of steps is what there is.

use super::*;
use std::collections::HashMap;
use verdict_checker::space::Arcs;

/// Takes arcs down.
#[derive(Default)]
struct Taken(Vec<(Option<u64>, u64, Step)>);

impl Arcs<Step> for Taken {
    fn arc(&mut self, kind: Option<u64>, fingerprint: u64, step: impl FnOnce() -> Step) {
        self.0.push((kind, fingerprint, step()));
    }
}

/// Everything that can happen to a node, and two of what could be taken for each other.
fn eventful() -> World<Toy> {
    let script: &[(&str, &[Do])] = &[
        (
            "start",
            &[Offer(&["go", "stay"]), Set("X", 1, 1), Set("Y", 1, 1)],
        ),
        ("go", &[Send(1, "PING"), Send(2, "PING"), Send(1, "PONG")]),
    ];
    world(
        vec![toy(script), idle().immortal(), idle().immortal()],
        |a| {
            a.losses = 1;
            a.duplicates = 1;
            crash_budget(a, 1);
            a.crash.amid_sends = true;
            a.detector = Detector::Perfect;
        },
    )
}

#[test]
fn arcs_are_the_steps_and_those_of_one_kind_have_one_action() {
    let world = eventful();
    let states = Search::new(&world, &[]).keep_states().run().states;
    let (mut scratch, mut actions) = (world.scratch(), HashMap::new());
    for number in 0..states.len() {
        let (state, mut taken) = (states.get(number), Taken::default());
        world.arcs(state, &mut scratch, &mut taken);
        let arcs = taken.0.iter().map(|(_, print, step)| (*step, *print));
        let steps = world.steps(state).into_iter();
        let steps = steps.map(|(step, next)| (step, world.fingerprint(&next)));
        assert_eq!(Vec::from_iter(arcs), Vec::from_iter(steps));
        for (kind, _, step) in taken.0 {
            let Some(kind) = kind else { continue };
            let action = world.action(&step);
            assert_eq!(actions.entry(kind).or_insert(action.clone()), &action);
        }
    }
    let classes: BTreeSet<_> = actions.values().map(|(class, _)| &class[..]).collect();
    let expected = [
        "crash",
        "deliver",
        "duplicate",
        "local",
        "lose",
        "suspect",
        "timeout",
    ];
    assert_eq!(Vec::from_iter(classes), expected);
}

#[test]
fn what_is_sketched_and_finished_is_where_steps_lead() {
    let world = eventful();
    let states = Search::new(&world, &[]).keep_states().run().states;
    let mut scratch = world.scratch();
    for number in 0..states.len() {
        let (state, mut drafts) = (states.get(number), Vec::new());
        world.sketch(state, &mut scratch, &mut |print, draft| {
            drafts.push((print, draft.expect("a world leaves it to `finish`")));
        });
        let mut row = <World<Toy> as Space>::Row::default();
        for (index, (print, draft)) in drafts.into_iter().enumerate() {
            assert!(world.finish(state, draft, &mut scratch, &mut row));
            assert_eq!(world.fingerprint(row.get(index)), print);
        }
        let next = world.steps(state).into_iter().map(|(_, next)| next);
        let built = (0..row.len()).map(|index| row.get(index).to_vec());
        assert_eq!(Vec::from_iter(built), Vec::from_iter(next));
    }
}
