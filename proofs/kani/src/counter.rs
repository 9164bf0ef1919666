//! Sanz Marco, "Fault Tolerance for Stream Programs on Parallel Platforms", Lemma 7.1.8: the counter of a node is never
//! greater than that of the shared memory, in Algorithm 7.
//!
//! As for the election, one node takes a step and any other stands by.

#[cfg(not(kani))]
use crate::kani;
use verdict_election::{
    Access, Algorithm, AtomicMemory, Counter, Found, Line, Memory, Next, Node, NodeId, Procedure,
    Role, Word,
};

const SEVEN: Procedure = Procedure::as_meant(Algorithm::Seven);

/// The access that a node waits for, from the procedure itself, led to its line by the answers that lead there.
fn pending(id: NodeId, node: &Node) -> Access {
    let mut copy = *node;
    let first = SEVEN.begin(id, &mut copy);
    let (access, answer) = match node.line {
        Line::CasLeader => (first, Found::Success(true)),
        Line::ReadCounter => (first, Found::Success(false)),
        Line::ReadLeader => (Access::ReadCounter, Found::Counter(node.cnt)),
        _ => return first,
    };
    match SEVEN.resume(id, &mut copy, access, answer) {
        Next::Access(next) => next,
        Next::Return => first,
    }
}

fn counter_of(memory: &AtomicMemory) -> Counter {
    match memory.perform(Access::ReadCounter) {
        Found::Counter(cnt) => cnt,
        _ => -1,
    }
}

/// One access from any state in which no counter is greater than that of the memory, which is below this limit.
fn one_step(limit: Counter) {
    let shared = kani::any_where(|cnt| (-1..=limit).contains(cnt));
    let cnt = kani::any_where(|cnt| (-1..=shared).contains(cnt));
    let bystander = kani::any_where(|cnt| (-1..=shared).contains(cnt));
    let line = match kani::any_where(|choice| *choice < 4u8) {
        0 => Line::CasCounter,
        1 => Line::CasLeader,
        2 => Line::ReadCounter,
        _ => Line::ReadLeader,
    };
    let (id, lid, leader) = (
        NodeId(kani::any_where(|id| *id >= 0)),
        NodeId(kani::any_where(|id| *id >= -1)),
        NodeId(kani::any_where(|id| *id >= -1)),
    );
    let role = Role::Worker;
    let mut node = Node {
        role,
        lid,
        cnt,
        line,
    };
    let memory = AtomicMemory::new(Word {
        cnt: shared,
        lid: leader,
    });
    let access = pending(id, &node);
    let found = memory.perform(access);
    SEVEN.resume(id, &mut node, access, found);
    let after = counter_of(&memory);
    kani::cover!(
        line == Line::CasCounter && after != shared,
        "the counter is raised"
    );
    kani::cover!(line == Line::CasCounter && after == shared, "it is not");
    kani::cover!(node.role == Role::Leader, "the second CAS wins");
    kani::cover!(
        line == Line::ReadCounter && node.cnt != cnt,
        "the counter is read"
    );
    kani::cover!(bystander == shared, "the bystander knows the counter");
    kani::assert(
        node.cnt <= after && bystander <= after,
        "no node's counter is greater than that of the memory",
    );
}

/// Lemma 7.1.8, as long as the counter has a successor.
#[cfg_attr(kani, kani::proof)]
pub fn every_step() {
    one_step(Counter::MAX - 1);
}

/// With a counter that wraps the lemma is false: after the last value comes the smallest.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::should_panic)]
pub fn every_step_with_a_counter_that_wraps() {
    one_step(Counter::MAX);
}
