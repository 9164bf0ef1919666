//! The ring by itself: its normal form, its counts, its invariant, what it needs and what it would notice.

mod counts;
mod dropped;
mod induction;
mod mutants;
mod normal_form;
mod replay;

use super::application::{Message, MessageOf};
use super::claims::CASES;
use super::node::Node;
use super::plugin::{Monitoring, Reading, TokenMessage};
use super::setting::section_ii;
use super::{Bare, Ring, TheToken};
use crate::catalog::{Case, Setup};
use crate::world::World;
use verdict_checker::search::Limits;
use verdict_checker::verdict::Judgement;

fn site(nodes: usize, k: usize) -> Node<Bare> {
    Node::new(nodes, k, Bare)
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

fn case(claim: &str, variant: &str) -> &'static Case {
    let mut cases = CASES.iter();
    let found = cases.find(|case| case.claim == claim && case.variant == variant);
    found.unwrap_or_else(|| panic!("no case {claim} {variant}"))
}

/// Judges a setup; spaces that are infinite are cut.
pub(super) fn judged(case: &Case, setup: &Setup, states: usize) -> Judgement {
    let limits = Limits {
        states,
        threads: 2,
        ..Limits::default()
    };
    let judge = case.judge(setup).expect("a setup of the catalog");
    judge.judge(limits, &|_| {})
}
