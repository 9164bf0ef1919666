//! The setting that the claims share: sizes, assumptions, fairness.

use super::layer::{Layer, Mutant, Renewal};
use super::raymond::{Path, Raymond, Tree};
use super::suzuki_kasami::SuzukiKasami;
use super::{Base, Node, Nodes};
use crate::catalog::{Setup, SetupError};
use crate::world::{Assumptions, Crash, Detector, NodeSet, World};
use verdict_checker::judge::{FairClasses, Judge};
use verdict_checker::liveness::Fairness::Weak;
use verdict_checker::property::Property;

/// N, k and r, if they describe something.
struct Size {
    nodes: usize,
    k: usize,
    asks: usize,
}

fn size(setup: &Setup) -> Result<Size, SetupError> {
    let (nodes, asks) = (setup.get("N"), setup.get("r"));
    let k = setup.parameters.get("k").copied().unwrap_or(0);
    let check = |name: &str, value: u64, range: std::ops::RangeInclusive<u64>, why: &str| {
        if range.contains(&value) {
            return Ok(());
        }
        Err(SetupError::OutOfRange {
            name: name.to_owned(),
            value,
            expected: format!("{why}, so it is {} to {}", range.start(), range.end()),
        })
    };
    let most = NodeSet::CAPACITY as u64;
    check(
        "N",
        nodes,
        3..=most,
        "a tree with an inner node has at least three nodes",
    )?;
    if setup.parameters.contains_key("k") {
        check(
            "k",
            k,
            1..=nodes - 2,
            "T has k + 1 members and does not hold everybody",
        )?;
    }
    check(
        "r",
        asks,
        1..=100 * nodes,
        "each node asks at most 100 times",
    )?;
    let (nodes, k, asks) = (nodes as usize, k as usize, asks as usize);
    Ok(Size { nodes, k, asks })
}

/// How many of r requests are those of node `i`: S_{N-1} asks first, then S_{N-2} and so on down to S_0, then
/// S_{N-1} again. The last nodes first, because they have no copy at the start.
fn asks_of(i: usize, size: &Size) -> u8 {
    let turn = size.nodes - 1 - i;
    let rounds = (size.asks + size.nodes - 1 - turn) / size.nodes;
    rounds as u8
}

/// Section II without its ring: reliable channels that reorder, permanent crashes, at most k of them, a detector that is
/// never mistaken; a crash may fall between the sends of a hand-over.
fn nodes<B: Base>(
    setup: &Setup,
    renewal: Renewal,
    base: impl Fn(usize) -> B,
    mortal: impl Fn(usize, usize) -> bool,
) -> Result<Nodes<B>, SetupError> {
    let size = size(setup)?;
    let layer = Layer {
        k: size.k,
        renewal,
        initial_backups: !setup.lacks("initial-backups"),
        mutant: setup.mutant.as_deref().and_then(Mutant::named),
    };
    let node = |i| Node {
        base: base(size.nodes),
        layer,
        asks: asks_of(i, &size),
        mortal: mortal(i, size.nodes),
    };
    let assumptions = setup.world(Assumptions {
        crash: Crash {
            budget: (size.k + usize::from(setup.lacks("at-most-k-crashes"))) as u8,
            consecutive: None,
            amid_sends: true,
        },
        detector: Detector::Perfect,
        ..Assumptions::default()
    });
    Ok(World::new((0..size.nodes).map(node).collect(), assumptions))
}

/// Suzuki and Kasami's algorithm.
pub(super) fn suzuki_kasami(
    setup: &Setup,
    renewal: Renewal,
) -> Result<Nodes<SuzukiKasami>, SetupError> {
    nodes(setup, renewal, |nodes| SuzukiKasami { nodes }, |_, _| true)
}

/// Raymond's algorithm on a line.
pub(super) fn raymond(
    setup: &Setup,
    renewal: Renewal,
    path: Path,
) -> Result<Nodes<Raymond>, SetupError> {
    let tree = Tree::Line;
    nodes(setup, renewal, |_| Raymond { tree, path }, |_, _| true)
}

/// Raymond's algorithm; only leaves crash, unless that assumption is dropped.
pub(super) fn mortal_leaves(
    setup: &Setup,
    renewal: Renewal,
    tree: Tree,
    path: Path,
) -> Result<Nodes<Raymond>, SetupError> {
    let everybody = setup.lacks("inner-nodes-survive");
    let mortal = |i, nodes| everybody || tree.is_leaf(i, nodes);
    nodes(setup, renewal, |_| Raymond { tree, path }, mortal)
}

/// The setup with further assumptions in force, unless they were dropped by name.
pub(super) fn assuming(setup: &Setup, names: &[&str]) -> Setup {
    let mut setup = setup.clone();
    let wanted = names
        .iter()
        .filter(|name| !setup.lacks(name))
        .map(|name| (*name).to_owned());
    let wanted: Vec<_> = wanted.collect();
    setup.with.extend(wanted);
    setup
}

fn judge<B: Base>(
    setup: &Setup,
    nodes: Nodes<B>,
    property: Property<Nodes<B>>,
    fairness: FairClasses,
) -> Result<Box<dyn Judge>, SetupError> {
    let origin = setup.origin(property.name);
    Ok(nodes.subject(property, fairness, origin))
}

/// A property of all states.
pub(super) fn safety<B: Base>(
    setup: &Setup,
    nodes: Nodes<B>,
    property: Property<Nodes<B>>,
) -> Result<Box<dyn Judge>, SetupError> {
    judge(setup, nodes, property, Vec::new())
}

/// That the token is not lost, which may not count on any node doing anything by itself.
pub(super) fn never_lost<B: Base>(
    setup: &Setup,
    nodes: Nodes<B>,
) -> Result<Box<dyn Judge>, SetupError> {
    let fairness = vec![("deliver", Weak), ("suspect", Weak)];
    judge(setup, nodes, super::properties::never_lost(), fairness)
}

/// That requesters enter, if every message arrives, every crash is reported, and nobody stays inside.
pub(super) fn progress<B: Base>(
    setup: &Setup,
    nodes: Nodes<B>,
) -> Result<Box<dyn Judge>, SetupError> {
    let property = super::properties::progress(nodes.actors().len());
    let mut fairness = vec![("deliver", Weak), ("local", Weak)];
    if nodes.assumptions().crash.budget > 0 {
        fairness.push(("suspect", Weak));
    }
    judge(setup, nodes, property, fairness)
}
