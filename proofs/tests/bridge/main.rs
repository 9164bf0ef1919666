//! A proof about a formula is worth nothing if the formula is another algorithm. Here each protocol of `proofs/epr` meets the model
//! that is searched: at small sizes, every step of the one is a step of the other, both ways, and the invariant holds in every
//! reachable state. And errors on either side are noticed.

mod algorithm_7;
mod chang_roberts;
mod le_lann;
mod naimi_trehel;
mod r_multicast;
mod repair;
mod ricart_agrawala;
mod ring;
mod token_ring;

use std::borrow::Borrow;
use std::collections::HashMap;
use verdict_checker::size::{Size, Value};
use verdict_checker::space::{Row, Space};
use verdict_epr::bridge::{Crossed, Gap, Searched};
use verdict_epr::mutate::{Without, all, without};
use verdict_epr::structure::Structure;
use verdict_epr::syntax::Protocol;
use verdict_epr::{FILES, parse};
use verdict_world::{Algorithm, World};

/// The protocol in this file.
fn protocol(file: &str) -> Protocol {
    let name = format!("proofs/epr/protocols/{file}");
    let found = FILES.iter().find(|f| f.name == name).expect("one of these");
    parse::protocol(found.name, found.text).unwrap_or_else(|e| panic!("{e}"))
}

/// A size by the parameters of the algorithm.
fn size_of(algorithm: &impl Algorithm, values: &[u64]) -> Size {
    let names = algorithm.parameters();
    assert_eq!(names.len(), values.len(), "one value for each parameter");
    let pairs = names.iter().zip(values);
    pairs
        .map(|(p, v)| (p.name.to_owned(), Value::Number(*v)))
        .collect()
}

/// The world of an algorithm, as the claims build it.
fn world<A: Algorithm>(algorithm: &A, size: &Size, mutant: Option<A::Mutant>) -> World<A::Node> {
    let nodes = algorithm.nodes(size, mutant).expect("nodes of this size");
    let assumptions = algorithm.assumptions(size).expect("a world of this size");
    World::new(nodes, assumptions)
}

/// Some errors let a model go on for ever; none of those that are right is as large as this.
const ENOUGH: usize = 20_000;

/// Every reachable state, each read as a structure; cut where there are too many.
fn search<S: Space>(space: &S, read: impl Fn(&S::State) -> Structure) -> Searched {
    let mut known: HashMap<S::OwnedState, usize> = HashMap::new();
    let mut all: Vec<S::OwnedState> = Vec::new();
    let mut found = Searched::default();
    let mut number = |state: S::OwnedState, all: &mut Vec<S::OwnedState>| {
        *known.entry(state).or_insert_with_key(|state| {
            all.push(state.clone());
            all.len() - 1
        })
    };
    let row = space.initial();
    for i in 0..row.len() {
        found.initial.push(number(row.get(i).to_owned(), &mut all));
    }
    let mut at = 0;
    while at < all.len() {
        let state = all[at].clone();
        found.states.push(read(state.borrow()));
        at += 1;
        if all.len() > ENOUGH {
            continue;
        }
        let steps = space.steps(state.borrow());
        let named = steps
            .into_iter()
            .map(|(step, next)| (space.label(&step), number(next, &mut all)));
        found.steps.push(named.collect());
    }
    found
}

/// Crosses with the protocol, and with each protocol that lacks a guard or an action: the bridge must notice all but those named.
fn notices(
    protocol: &Protocol,
    cross: &dyn Fn(&Protocol) -> Result<Crossed, Gap>,
    unnoticed: &[&str],
) -> Crossed {
    let crossed = cross(protocol).unwrap_or_else(|gap| panic!("{gap}"));
    println!("{crossed:?}");
    let mut silent = Vec::new();
    for less in all(protocol) {
        if let Without::Guard { .. } = less {
            match cross(&without(protocol, &less)) {
                Ok(_) => silent.push(less.to_string()),
                Err(gap) => println!("without {less}: {:?}", gap.kind),
            }
        }
    }
    for dropped in 0..protocol.actions.len() {
        let mut less = protocol.clone();
        let gone = less.actions.remove(dropped).name;
        match cross(&less) {
            Ok(_) => silent.push(format!("action {gone}")),
            Err(gap) => assert_eq!(
                gap.kind,
                verdict_epr::bridge::Kind::Forth,
                "without {gone}: {gap}"
            ),
        }
    }
    assert_eq!(silent, unnoticed, "what the model is not seen to have");
    crossed
}
