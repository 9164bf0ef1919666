//! Sanz Marco, "Fault Tolerance for Stream Programs on Parallel Platforms", Lemma 7.1.8: the counter of a node is never
//! greater than that of the shared memory, in Algorithm 7.
//!
//! As for the election, one node takes a step and any other stands by: an access, the begin of an election, or a reintegration. A
//! crash is that a node takes no further step.

#[cfg(not(kani))]
use crate::kani;
use verdict_election::{
    Access, Algorithm, AtomicMemory, Counter, Found, Line, Memory, Next, Node, NodeId, Procedure,
    Role, Word,
};

const SEVEN: Procedure = Procedure::as_meant(Algorithm::Seven);

/// The access that a node waits for, from the procedure itself, led to its line by the answers that lead there.
pub(crate) fn pending(id: NodeId, node: &Node) -> Access {
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

/// `shm.cnt`.
pub(crate) fn counter_of(memory: &AtomicMemory) -> Counter {
    match memory.perform(Access::ReadCounter) {
        Found::Counter(cnt) => cnt,
        _ => -1,
    }
}

/// What a node does in one step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Act {
    Access,
    Begin,
    Return,
}

/// One step from any state in which no counter is greater than that of the memory, which is below this limit.
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
    let act = match kani::any_where(|choice| *choice < 3u8) {
        0 => Act::Access,
        1 => Act::Begin,
        _ => Act::Return,
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
    match act {
        Act::Access => {
            let access = pending(id, &node);
            let found = memory.perform(access);
            SEVEN.resume(id, &mut node, access, found);
        }
        Act::Begin => {
            node.line = Line::Communicate;
            SEVEN.begin(id, &mut node);
        }
        Act::Return => node = Node::reintegrated(),
    }
    let after = counter_of(&memory);
    kani::cover!(
        line == Line::CasCounter && after != shared,
        "the counter is raised"
    );
    kani::cover!(
        act == Act::Access && line == Line::CasCounter && after == shared,
        "it is not"
    );
    kani::cover!(node.role == Role::Leader, "the second CAS wins");
    kani::cover!(
        act == Act::Access && line == Line::ReadCounter && node.cnt != cnt,
        "the counter is read"
    );
    kani::cover!(bystander == shared, "the bystander knows the counter");
    kani::cover!(
        act == Act::Return && node.cnt != cnt,
        "a node comes back and forgets"
    );
    kani::assert(
        node.cnt <= after && bystander <= after,
        "no node's counter is greater than that of the memory",
    );
}

/// On the first day everybody knows the counter, whether or not somebody leads.
#[cfg_attr(kani, kani::proof)]
pub fn the_first_day() {
    let id = NodeId(kani::any_where(|id| *id >= 0));
    let first = Word::first(NodeId(kani::any_where(|id| *id >= -1)));
    let memory = AtomicMemory::new(first);
    let node = Node::first_day(id, first);
    kani::cover!(first == Word::NOTHING, "nobody leads");
    kani::cover!(node.role == Role::Leader, "the node leads");
    kani::assert(
        node.cnt <= counter_of(&memory),
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
