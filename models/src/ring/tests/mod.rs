//! The ring and what runs on it: its normal form, its counts, its invariant, what each case needs and what it would
//! notice.

mod counts;
mod dropped;
mod induction;
mod normal_form;
mod replay;

use super::application::{Message, MessageOf};
use super::node::Node;
use super::plugin::{Monitoring, Reading, TokenMessage};
use super::setting::Dimensions;
use super::{Bare, Ring, TheToken};
use std::sync::LazyLock;
use verdict_checker::catalog::{Case, Catalog, Setup};
use verdict_checker::search::Limits;
use verdict_checker::verdict::Judgement;
use verdict_world::{Assumptions, World};

fn site(nodes: usize, k: usize) -> Node<Bare> {
    Node::new(nodes, k, Bare)
}

fn section_ii(nodes: usize, k: usize) -> Assumptions {
    Dimensions { nodes, k }.section_ii()
}

fn ring(nodes: usize, k: usize) -> Ring {
    World::new(vec![site(nodes, k); nodes], section_ii(nodes, k))
}

/// The ring in which each site monitors only its closest predecessor.
fn closest_only(nodes: usize, k: usize) -> Ring {
    let reading = Reading {
        monitoring: Monitoring::ClosestOnly,
        ..Reading::MEANT
    };
    let site = site(nodes, k).reading(reading, None);
    World::new(vec![site; nodes], section_ii(nodes, k))
}

/// The token in a message of a ring that sends nothing else.
fn token(message: &MessageOf<Bare>) -> &TokenMessage<()> {
    match message {
        Message::Token(TheToken, message) => message,
        Message::Own(never) => match *never {},
    }
}

/// A case of the catalog.
pub(super) fn case(claim: &str, variant: &str) -> &'static Case {
    static CATALOG: LazyLock<Catalog> =
        LazyLock::new(|| crate::catalog().expect("nothing is wrong with the catalog"));
    let found = CATALOG.case(claim, variant);
    found.unwrap_or_else(|| panic!("no case {claim} {variant}"))
}

/// Every case about the ring and about what runs on it.
fn cases() -> impl Iterator<Item = Case> {
    let claims = super::claims().into_iter();
    claims.flat_map(|claim| claim.cases)
}

/// Judges a setup; spaces that are infinite are cut.
pub(super) fn judged(case: &Case, setup: &Setup, states: usize) -> Judgement {
    let limits = Limits {
        states,
        threads: 2,
        ..Limits::default()
    };
    let subject = case.subject(setup).expect("a setup of the catalog");
    subject.judge(limits, &|_| {})
}

/// The judgement of a case at its smallest size.
pub(super) fn at_smallest(claim: &str, variant: &str) -> Judgement {
    let case = case(claim, variant);
    judged(case, &Setup::of(case.smallest()), 1_000_000)
}

/// The labels of the run that decides.
pub(super) fn labels(judgement: &Judgement) -> Vec<&str> {
    let trace = judgement.trace.as_ref().expect("a run decides the case");
    trace.steps.iter().map(|step| &step.label[..]).collect()
}

#[test]
fn every_reading_has_its_verdict() {
    for case in cases() {
        let found = judged(&case, &Setup::of(case.smallest()), 1_000_000).verdict;
        assert_eq!(found, case.expected, "{} {}", case.claim, case.variant);
    }
}
