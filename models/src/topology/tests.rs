//! The copies by hand, the counts, the shortest runs, and what each reading rests on.

use super::layer::{Copies, Layer, Renewal, TokenMessage};
use super::members::Members;
use super::properties::unique;
use super::raymond::{Path, Raymond, Tree};
use super::reading::{Everywhere, OnTree, Place, Reading};
use super::suzuki_kasami::SuzukiKasami;
use super::{Base, Nodes};
use crate::ring::plugin::Token;
use stateright::{Checker, Model};
use std::sync::{Arc, LazyLock};
use verdict_checker::catalog::{Case, Catalog, Setup, SetupError};
use verdict_checker::search::{Limits, Search};
use verdict_checker::space::{AsModel, Row};
use verdict_checker::verdict::{Judgement, Verdict};
use verdict_world::{Algorithm, NodeSet, World};

static CATALOG: LazyLock<Catalog> =
    LazyLock::new(|| crate::catalog().unwrap_or_else(|slips| panic!("{slips}")));

fn cases() -> &'static [Case] {
    &CATALOG.claim("ring/any-topology").expect("a claim").cases
}

fn case(variant: &str) -> &'static Case {
    let found = cases().iter().find(|case| case.variant == variant);
    found.unwrap_or_else(|| panic!("no case {variant}"))
}

fn judged(case: &Case, setup: &Setup) -> Judgement {
    let subject = case.subject(setup).expect("a setup of the catalog");
    let limits = Limits {
        states: 30_000,
        ..Limits::default()
    };
    subject.judge(limits, &|_| {})
}

fn layer(k: usize, renewal: Renewal) -> Layer {
    Layer {
        k,
        renewal,
        initial_backups: true,
        mutant: None,
    }
}

/// What a node has that has just received the token, or a copy of it, with this T.
fn received(i: usize, k: usize, members: &[usize]) -> Copies<()> {
    let layer = layer(k, Renewal::Replace);
    let mut copies = layer.initialisation(k + 1, ());
    let message = TokenMessage {
        members: members.iter().copied().collect(),
        count: 1,
        data: (),
    };
    layer.safe_receive_token(i, &mut copies, message);
    copies
}

#[test]
fn detection_sets_are_those_of_figure_6() {
    // "S8 monitors S6, S1, and S4 while S5 monitors S4, S1, S6, and S8"; the rest of T is not in the text.
    let members = [4, 1, 6, 8, 5];
    let set = |i: usize| received(i, 4, &members).detection(i);
    assert_eq!(set(8), NodeSet::from_iter([4, 1, 6, 8]));
    assert_eq!(set(5), NodeSet::from_iter([4, 1, 6, 8, 5]));
    assert_eq!(set(4), NodeSet::only(4));
    assert_eq!(received(4, 4, &members).token, Token::Real);
    assert_eq!(received(8, 4, &members).token, Token::Backup);
}

#[test]
fn t_is_renewed_as_each_reading_says() {
    let holder = received(4, 3, &[4, 1, 6, 8]);
    let renewed = |renewal, path: &[usize]| {
        let members = layer(3, renewal).renewed(4, &holder, path);
        members.iter().collect::<Vec<_>>()
    };
    // "Nodes are replaced till either S_k is removed" ...
    assert_eq!(renewed(Renewal::Replace, &[2, 1, 9, 0, 5]), [2, 1, 9, 0]);
    // ... "or there are no more sites in the predictable path ... S_k will become a monitor node".
    assert_eq!(renewed(Renewal::Replace, &[2]), [2, 4, 1, 6]);
    assert_eq!(renewed(Renewal::Tell, &[2]), [2, 4, 1, 6]);
    // Nobody is replaced: the next holder is the second member, whoever is predicted.
    assert_eq!(renewed(Renewal::Queue, &[2]), [1, 6, 8, 2]);
    assert_eq!(renewed(Renewal::Queue, &[6]), [1, 6, 8, 4]);
}

#[test]
fn only_the_told_hear_that_they_were_replaced() {
    let receivers = |renewal| {
        let (layer, mut copies) = (layer(1, renewal), received(4, 1, &[4, 1]));
        let members = layer.renewed(4, &copies, &[2]);
        let (sends, delivered) = layer.safe_send_token(4, &mut copies, members);
        assert_eq!(
            (copies.token, delivered),
            (Token::Backup, None),
            "a monitor"
        );
        sends.into_iter().map(|(j, _)| j).collect::<Vec<_>>()
    };
    assert_eq!(receivers(Renewal::Replace), [2]);
    assert_eq!(receivers(Renewal::Tell), [1, 2]);
    let (layer, mut replaced) = (layer(1, Renewal::Tell), received(1, 1, &[4, 1]));
    let news = TokenMessage {
        members: Members::from_iter([2, 4]),
        count: 2,
        data: (),
    };
    layer.safe_receive_token(1, &mut replaced, news);
    assert_eq!((replaced.token, replaced.count), (Token::None, 2));
}

#[test]
fn a_copy_becomes_the_token_when_all_before_it_have_crashed_and_not_earlier() {
    let layer = layer(2, Renewal::Queue);
    let mut copies = received(6, 2, &[4, 1, 6]);
    assert_eq!(layer.receive_suspected(6, &mut copies, 1), None);
    let skipped = layer.receive_suspected(6, &mut copies, 4);
    assert_eq!(skipped, Some(NodeSet::from_iter([4, 1])));
    assert_eq!((copies.token, copies.count), (Token::Real, 3));
    assert_eq!(copies.members, Members::from_iter([6]));
}

/// Distinct states and the steps to the farthest, by our search and by stateright's.
fn assert_counts<B: Base>(nodes: Nodes<B>, expected: (usize, usize), name: &str) {
    let counts = Search::new(&nodes, &[]).run().counts;
    assert_eq!((counts.distinct, counts.depth), expected, "{name}");
    let theirs = AsModel(Arc::new(nodes)).checker().spawn_bfs().join();
    let found = (theirs.unique_state_count(), theirs.max_depth() - 1);
    assert_eq!(found, expected, "{name}, by stateright");
}

/// A reading at N, k and r, with further assumptions in force.
fn built<P: Place>(reading: Reading<P>, size: [u64; 3], assumed: &[&str]) -> Nodes<P::Base> {
    let size = case("suzuki-kasami-literal-members").size(&size);
    let world = reading.assumptions(&size).expect("a size");
    let nodes = reading.nodes(&size, None).expect("a size");
    World::new(nodes, world.changed(&[] as &[&str], assumed))
}

#[test]
fn there_are_as_many_states_as_ever() {
    const CALM: &[&str] = &["whole-broadcasts", "late-reports"];
    let sk = |renewal, assumed| built(Reading::copied(Everywhere, renewal), [3, 1, 3], assumed);
    let line = OnTree {
        tree: Tree::Line,
        path: Path::Queue,
        inner_nodes_survive: false,
    };
    let raymond = |renewal, size, assumed| built(Reading::copied(line, renewal), size, assumed);
    assert_counts(sk(Renewal::Replace, &[]), (4_389, 18), "literal");
    assert_counts(sk(Renewal::Tell, CALM), (3_131, 17), "told");
    assert_counts(sk(Renewal::Queue, &[]), (7_398, 18), "queue");
    assert_counts(
        raymond(Renewal::Replace, [3, 1, 3], &[]),
        (988, 19),
        "tree, literal",
    );
    assert_counts(
        raymond(Renewal::Tell, [4, 2, 2], CALM),
        (1_543, 18),
        "tree, told",
    );
}

fn labels(variant: &str, size: &[u64]) -> Vec<String> {
    let case = case(variant);
    let judgement = judged(case, &Setup::of(case.size(size)));
    assert_eq!(judgement.verdict, Verdict::Refuted, "{variant}");
    let steps = judgement.trace.expect("a run").steps;
    steps.into_iter().map(|step| step.label).collect()
}

#[test]
fn who_was_replaced_makes_a_second_token() {
    assert_eq!(
        labels("suzuki-kasami-literal-unique", &[3, 1, 1]),
        [
            "ask S2",
            "deliver REQUEST(1) S2->S0",
            "deliver TOKEN(T = S2 S0, 1, LN = 0 0 0) S0->S2",
            "crash S0",
            "suspect S0 at S1",
        ]
    );
    assert_eq!(
        labels("raymond-literal-unique", &[3, 1, 1]),
        [
            "ask S2",
            "deliver REQUEST S2->S1",
            "deliver REQUEST S1->S0",
            "deliver TOKEN(T = S1 S0, 1) S0->S1",
            "deliver TOKEN(T = S2 S1, 2) S1->S2",
            "crash S1",
            "suspect S1 at S0",
        ]
    );
}

#[test]
fn detection_sets_cease_to_be_nested_without_any_crash() {
    assert_eq!(labels("suzuki-kasami-literal-nested", &[3, 1, 1]).len(), 3);
    assert_eq!(labels("raymond-literal-nested", &[3, 1, 1]).len(), 5);
}

#[test]
fn one_crash_loses_the_token() {
    for (variant, size) in [
        ("suzuki-kasami-literal-never-lost", [3, 1, 3]),
        ("raymond-literal-never-lost", [3, 1, 3]),
    ] {
        let run = labels(variant, &size);
        let crashes = run.iter().filter(|label| label.contains("crash"));
        assert_eq!(crashes.count(), 1, "{variant}: {run:?}");
    }
}

#[test]
fn without_an_assumption_the_smallest_size_gets_the_verdict_of_the_catalog() {
    let mut dropped = 0;
    for case in cases() {
        for (name, expected) in &case.without {
            let mut setup = Setup::of(case.smallest());
            setup.without.push((*name).to_owned());
            let found = judged(case, &setup).verdict;
            assert_eq!(found, *expected, "{} without {name}", case.variant);
            dropped += 1;
        }
    }
    assert_eq!(dropped, 53);
}

/// The names of what a reading relies on.
fn assumed(variant: &str) -> Vec<&'static str> {
    let assumed = case(variant).assumed();
    assumed.iter().map(|assumption| assumption.name).collect()
}

#[test]
fn a_reading_relies_on_what_its_world_leaves_to_be_relied_on() {
    let own = [
        "at-most-k-crashes",
        "initial-backups",
        "inner-nodes-survive",
    ];
    let own_of = |variant| {
        let mut names = assumed(variant);
        names.retain(|name| own.contains(name));
        names
    };
    assert_eq!(own_of("raymond-path-unique"), own);
    assert_eq!(own_of("raymond-literal-unique"), own[..2]);
    assert_eq!(own_of("suzuki-kasami-told-unique"), own[..2]);
    // Nobody crashes: there is nothing to bound.
    assert_eq!(own_of("raymond-told-nested"), ["initial-backups"]);
    assert_eq!(own_of("suzuki-kasami-bare"), [""; 0]);
}

#[test]
fn a_reading_says_how_it_starts() {
    let world = |variant| {
        let case = case(variant);
        let subject = case.subject(&Setup::of(case.smallest()));
        subject.expect("a size of the catalog").setting()
    };
    assert_eq!(
        world("raymond-path-progress-on-a-star"),
        "reliable channels; any order; asynchronous; up to 1 crash; crashes between two sends; perfect detector; \
         nodes on a star around S1, of which only leaves crash; S0 has the token and S1 to Sk have copies of it"
    );
    assert!(world("suzuki-kasami-bare").ends_with("; S0 has the token"));
}

#[test]
fn requests_are_dealt_out_from_the_last_node_on() {
    let asks = |n, r| {
        let reading = Reading::copied(Everywhere, Renewal::Replace);
        built(reading, [n, 1, r], &[])
            .actors()
            .iter()
            .map(|node| node.asks)
            .collect::<Vec<_>>()
    };
    assert_eq!(asks(3, 1), [0, 0, 1]);
    assert_eq!(asks(4, 2), [0, 0, 1, 1]);
    assert_eq!(asks(3, 5), [1, 2, 2]);
}

#[test]
fn a_size_that_makes_no_sense_is_an_error_that_says_why() {
    for (size, wrong) in [
        ([2, 1, 1], "N"),
        ([3, 2, 1], "k"),
        ([3, 0, 1], "k"),
        ([3, 1, 0], "r"),
    ] {
        let case = case("raymond-literal-unique");
        let error = case.subject(&Setup::of(case.size(&size)));
        let Err(SetupError::OutOfRange { name, expected, .. }) = error else {
            panic!("{size:?} should be out of range");
        };
        assert_eq!(name, wrong);
        assert!(expected.contains(", for "), "{expected}");
    }
}

#[test]
fn a_tree_knows_its_leaves_and_the_way_to_the_first_node() {
    let leaves = |tree: Tree| (0..4).filter(|i| tree.is_leaf(*i, 4)).collect::<Vec<_>>();
    assert_eq!(leaves(Tree::Line), [0, 3]);
    assert_eq!(leaves(Tree::Star), [0, 2, 3]);
    let holder = |tree, i| {
        let path = Path::Queue;
        serde_json::to_value(Raymond { tree, path }.start(i)).expect("plain data")["HOLDER"].clone()
    };
    assert_eq!(
        [0, 1, 2, 3].map(|i| holder(Tree::Line, i)),
        ["S0", "S0", "S1", "S2"]
    );
    assert_eq!(
        [0, 1, 2, 3].map(|i| holder(Tree::Star, i)),
        ["S0", "S0", "S1", "S1"]
    );
}

#[test]
fn the_dead_are_struck_from_the_queue_on_the_token() {
    let base = SuzukiKasami { nodes: 3 };
    let (mut state, mut data) = (base.start(0), base.first());
    state.rn = vec![0, 1, 1];
    data.queue = vec![1, 2];
    base.update(&state, &mut data, NodeSet::only(1));
    assert_eq!((data.ln, data.queue), (vec![0, 1, 0], vec![2]));
}

#[test]
fn uniqueness_says_nothing_only_while_no_token_is_real() {
    let nodes = built(Reading::copied(Everywhere, Renewal::Queue), [3, 1, 1], &[]);
    let property = unique::<SuzukiKasami>();
    let antecedent = property.antecedent.expect("uniqueness has one");
    let explored = Search::new(&nodes, &[]).keep_states().run();
    let silent =
        (0..explored.states.len()).filter(|i| !antecedent(&nodes, explored.states.get(*i)));
    assert!(silent.count() > 0, "the token is in transit in some state");
}
