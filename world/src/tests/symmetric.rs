//! Nodes under other names: what is stored stands for the whole space, unless a name is forgotten or nodes are not alike.

use super::*;
use verdict_checker::judge::Subject;
use verdict_checker::property::Property;
use verdict_checker::reduce::Reduce;
use verdict_checker::reduce::audit::Compared;
use verdict_checker::trace::Origin;

/// Whose name is left as it is when nodes are renamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Forgets {
    Nothing,
    InStates,
    InMessages,
}

/// Each node says its name once to all others, and remembers whom it has heard.
#[derive(Clone, Copy)]
struct Speaker {
    nodes: usize,
    forgets: Forgets,
    /// S0 tells S1 nothing, although all are said to be alike.
    snubs: bool,
}

impl Actor for Speaker {
    type Msg = u8;
    type State = NodeSet;
    type Timer = ();
    type Storage = ();
    type Random = ();

    fn on_start(&self, _: Id, _: &Option<()>, out: &mut Out<Self>) -> NodeSet {
        out.choose_random("speak", vec![()]);
        NodeSet::default()
    }

    fn on_random(&self, id: Id, _: &mut Cow<NodeSet>, (): &(), out: &mut Out<Self>) {
        let me = usize::from(id);
        for other in (0..self.nodes).filter(|other| *other != me) {
            if !(self.snubs && (me, other) == (0, 1)) {
                out.send(Id::from(other), me as u8);
            }
        }
    }

    fn on_msg(&self, _: Id, heard: &mut Cow<NodeSet>, _: Id, name: u8, _: &mut Out<Self>) {
        let with = heard.with(name.into());
        *heard.to_mut() = with;
    }
}

impl Resident for Speaker {
    fn symmetry(&self, nodes: usize) -> Symmetry {
        Symmetry::Permutations((0..nodes).collect())
    }

    fn rename(&self, heard: &NodeSet, names: &Renaming) -> NodeSet {
        match self.forgets {
            Forgets::InStates => *heard,
            _ => names.set(*heard),
        }
    }

    fn rename_message(&self, name: &u8, names: &Renaming) -> u8 {
        match self.forgets {
            Forgets::InMessages => *name,
            _ => names.node(usize::from(*name)) as u8,
        }
    }
}

fn subject(speaker: Speaker, property: Property<World<Speaker>>) -> Subject<World<Speaker>> {
    let world = World::new(vec![speaker; speaker.nodes], Assumptions::default());
    Subject {
        space: Arc::new(world),
        property,
        fairness: Vec::new(),
        origin: Origin::default(),
    }
}

fn speakers(nodes: usize) -> Speaker {
    Speaker {
        nodes,
        forgets: Forgets::Nothing,
        snubs: false,
    }
}

fn compare(speaker: Speaker, wanted: Reduce) -> Result<Compared, String> {
    let property = Property::always("anything", |_, _| true).symmetric();
    let property = property.sees(World::sight(|_| (), |_| false));
    let compared = subject(speaker, property).compare_reduced(wanted, 10_000);
    compared.expect("a small world, in which something is left out")
}

#[test]
fn one_state_stands_for_all_that_differ_by_names() {
    // Each node has not spoken, or each of the others has heard it or not: of three, 1 + 2 * 2 states each, so 125; by Burnside's
    // lemma (125 + 3 * 15 + 2 * 5) / 6 up to names. Of two, 9 and (9 + 3) / 2.
    for (nodes, whole, stored) in [(2, 9, 6), (3, 125, 30)] {
        let expected = Compared {
            whole,
            stored,
            closure: whole,
        };
        assert_eq!(compare(speakers(nodes), Reduce::SYMMETRY), Ok(expected));
    }
}

#[test]
fn both_reductions_together_lose_nothing() {
    let compared = compare(speakers(3), Reduce::BOTH).expect("nothing is lost");
    assert_eq!((compared.whole, compared.closure), (125, 125));
    // What is left is who had heard whom when speaking: the acyclic graphs of up to three nodes, up to names.
    assert_eq!(compared.stored, 1 + 1 + 2 + 6);
}

#[test]
fn a_name_that_is_forgotten_is_noticed() {
    for forgets in [Forgets::InStates, Forgets::InMessages] {
        let speaker = Speaker {
            forgets,
            ..speakers(3)
        };
        let compared = compare(speaker, Reduce::SYMMETRY);
        assert!(compared.is_err(), "{forgets:?}: {compared:?}");
    }
}

#[test]
fn nodes_that_are_not_alike_are_noticed() {
    let speaker = Speaker {
        snubs: true,
        ..speakers(3)
    };
    let compared = compare(speaker, Reduce::SYMMETRY);
    assert!(compared.is_err(), "{compared:?}");
}

#[test]
fn a_property_that_names_a_node_is_noticed() {
    let first = Property::always("S0 has heard nobody", |world: &World<Speaker>, state| {
        let heard = world.view(state).node(0);
        heard.is_none_or(|heard| heard.is_empty())
    });
    let compared =
        subject(speakers(3), first.symmetric()).compare_reduced(Reduce::SYMMETRY, 10_000);
    assert!(compared.expect("a small world").is_err());
}

#[test]
fn what_is_not_declared_is_not_reduced_and_said() {
    let property = Property::always("anything", |_, _| true);
    let judged = subject(speakers(3), property);
    let judged = judged.judge_reduced(Reduce::BOTH, Limits::default(), &|_| {});
    assert_eq!((judged.counts.distinct, judged.reduced), (125, None));
    assert_eq!(
        judged.remarks,
        [
            "not reduced by symmetry: `anything` does not say that it treats all parts alike",
            "not reduced by silent steps: `anything` does not say what it sees",
        ]
    );
}

#[test]
fn any_number_of_threads_stores_the_same() {
    let counts = [1, 3].map(|threads| {
        let limits = Limits {
            threads,
            ..Limits::default()
        };
        let property = Property::always("anything", |_, _| true).symmetric();
        let judged =
            subject(speakers(4), property).judge_reduced(Reduce::SYMMETRY, limits, &|_| {});
        let Counts {
            distinct,
            total,
            depth,
            branching,
            ..
        } = judged.counts;
        (distinct, total, depth, branching)
    });
    assert_eq!(counts[0], counts[1]);
}
