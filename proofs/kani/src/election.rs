//! The repaired election: one CAS on one word. Its invariant, and why it means one leader for each epoch.
//!
//! The state is the real memory, the node that takes a step, and any other node. That is enough for any number of
//! nodes: the invariant speaks of each node with the memory and of each pair of nodes, and a step changes one node and the
//! memory. So every pair is the one that steps with a bystander, or two bystanders, of which the step changes nothing but the memory.
//! The two may have the same id: then they are two lives of one node, of which the earlier one has not noticed that it is over.

#[cfg(not(kani))]
use crate::kani;
use verdict_election::{
    Access, Algorithm, AtomicMemory, Found, Line, Memory, Next, Node, NodeId, Procedure, Role, Word,
};

/// A node with its id.
#[derive(Clone, Copy)]
struct Named {
    id: NodeId,
    node: Node,
}

impl Named {
    fn known(self) -> Word {
        let Node { cnt, lid, .. } = self.node;
        Word { cnt, lid }
    }

    fn leads(self) -> bool {
        self.node.role == Role::Leader
    }
}

/// Epoch -1 is nobody's, and only that one is.
fn is_word(word: Word) -> bool {
    word.pack().is_some() && (word.cnt == -1) == (word.lid == NodeId::NOBODY)
}

/// Two words of the same epoch name the same leader.
fn agree(a: Word, b: Word) -> bool {
    a.cnt != b.cnt || a.lid == b.lid
}

/// A node stands at one of four lines, and at one of them if and only if it leads.
fn stands(node: Node) -> bool {
    let lines = [Line::Communicate, Line::CasWord, Line::ReadWord, Line::Lead];
    lines.contains(&node.line) && (node.role == Role::Leader) == (node.line == Line::Lead)
}

/// What a node knows was once in the memory: an epoch not later than now, and of now only what is there. A leader
/// knows the word that it has stored.
fn knows_the_past(memory: Word, named: Named) -> bool {
    let known = named.known();
    let of_itself = known.lid == named.id && known.cnt >= 0;
    is_word(known)
        && known.cnt <= memory.cnt
        && agree(known, memory)
        && (!named.leads() || of_itself)
}

/// Two nodes do not contradict each other: an epoch has one leader, and that leader one life.
fn are_at_peace(a: Named, b: Named) -> bool {
    agree(a.known(), b.known()) && !both_lead(a, b)
}

/// Two leaders of one epoch.
fn both_lead(a: Named, b: Named) -> bool {
    a.leads() && b.leads() && a.node.cnt == b.node.cnt
}

/// The invariant.
fn holds(memory: Word, a: Named, b: Named) -> bool {
    is_word(memory)
        && [a, b]
            .into_iter()
            .all(|n| stands(n.node) && knows_the_past(memory, n))
        && are_at_peace(a, b)
}

fn any_id() -> NodeId {
    NodeId(kani::any_where(|id| (0..=Word::MAX_ID.0).contains(id)))
}

/// Any word of an epoch up to this one, as far as it is wanted.
fn any_word(last: i64, wanted: impl Fn(Word) -> bool) -> Word {
    let cnt = kani::any_where(|cnt| (-1..=last).contains(cnt));
    let word = |id: i32| Word {
        cnt,
        lid: NodeId(id),
    };
    let lid = kani::any_where(|id| is_word(word(*id)) && wanted(word(*id)));
    word(lid)
}

/// Any node at this line that knows the past and is as is wanted.
fn any_node(memory: Word, id: NodeId, line: Line, wanted: impl Fn(Named) -> bool) -> Named {
    let knowing = |Word { cnt, lid }: Word| {
        let role = if line == Line::Lead {
            Role::Leader
        } else {
            Role::Worker
        };
        let node = Node {
            role,
            lid,
            cnt,
            line,
        };
        Named { id, node }
    };
    let may_know = |known| knows_the_past(memory, knowing(known)) && wanted(knowing(known));
    knowing(any_word(memory.cnt, may_know))
}

/// Any two nodes in any state of the invariant; the first one is at this line.
fn any_two(memory: Word, line: Line) -> (Named, Named) {
    let a = any_node(memory, any_id(), line, |_| true);
    let bystands = any_line();
    let b = any_node(memory, any_id(), bystands, |b| are_at_peace(a, b));
    kani::assume(holds(memory, a, b));
    (a, b)
}

fn any_line() -> Line {
    match kani::any_where(|choice| *choice < 4u8) {
        0 => Line::Communicate,
        1 => Line::CasWord,
        2 => Line::ReadWord,
        _ => Line::Lead,
    }
}

/// The access that a node at this line waits for, from the procedure itself.
fn pending(procedure: Procedure, named: Named) -> Access {
    let mut node = named.node;
    let cas = procedure.begin(named.id, &mut node);
    if named.node.line == Line::CasWord {
        return cas;
    }
    match procedure.resume(named.id, &mut node, cas, Found::Success(false)) {
        Next::Access(read) => read,
        Next::Return => cas,
    }
}

fn read(memory: &AtomicMemory) -> Word {
    match memory.perform(Access::ReadWord) {
        Found::Word(word) => word,
        _ => Word::NOTHING,
    }
}

/// One access of one node to the real memory, with what the node makes of the answer.
fn step(procedure: Procedure, memory: &AtomicMemory, named: &mut Named) {
    let access = pending(procedure, *named);
    let found = memory.perform(access);
    procedure.resume(named.id, &mut named.node, access, found);
}

/// On the first day somebody leads whom all know, or nobody.
#[cfg_attr(kani, kani::proof)]
pub fn the_first_day() {
    let first = any_word(0, |_| true);
    let memory = AtomicMemory::new(first);
    let (id, other) = (any_id(), any_id());
    // Nobody has come back yet: each node has one life.
    kani::assume(id != other);
    let on_the_first_day = |id| Named {
        id,
        node: Node::first_day(id, first),
    };
    kani::cover!(first == Word::NOTHING, "nobody leads");
    kani::cover!(first.lid == id, "the first node leads");
    let (a, b) = (on_the_first_day(id), on_the_first_day(other));
    kani::assert(read(&memory) == first, "the memory holds the word");
    kani::assert(holds(first, a, b), "the invariant holds");
}

/// Every access keeps the invariant, and so does a reintegration. A crash is that a node takes no further step.
#[cfg_attr(kani, kani::proof)]
pub fn every_step() {
    let before = any_word(Word::MAX_EPOCH, |_| true);
    let memory = AtomicMemory::new(before);
    let line = any_line();
    let (mut a, b) = any_two(before, line);
    match line {
        Line::CasWord | Line::ReadWord => step(Procedure::REPAIRED, &memory, &mut a),
        Line::Communicate if kani::any() => {
            Procedure::REPAIRED.begin(a.id, &mut a.node);
        }
        _ => a.node = Node::reintegrated(),
    }
    let after = read(&memory);
    kani::cover!(line == Line::CasWord && a.leads(), "the CAS wins");
    kani::cover!(line == Line::CasWord && !a.leads(), "the CAS loses");
    kani::cover!(
        a.leads() && b.leads(),
        "the CAS wins while another node leads"
    );
    kani::cover!(
        line == Line::CasWord && before.cnt == Word::MAX_EPOCH && a.known() == before,
        "no epoch is left"
    );
    kani::cover!(
        line == Line::ReadWord && a.known() == after,
        "the memory is read"
    );
    kani::cover!(a.known() == Word::NOTHING && b.leads(), "a node comes back");
    kani::assert(after.cnt >= before.cnt, "epochs never go back");
    kani::assert(holds(after, a, b), "the invariant is kept");
}

/// Two nodes that lead do so in different epochs.
#[cfg_attr(kani, kani::proof)]
pub fn one_leader_for_each_epoch() {
    let memory = any_word(Word::MAX_EPOCH, |_| true);
    let (a, b) = any_two(memory, Line::Lead);
    kani::cover!(a.leads() && b.leads(), "two nodes lead");
    kani::cover!(a.id == b.id && b.leads(), "two lives of one node lead");
    kani::assert(!both_lead(a, b), "not in the same epoch");
}

/// Without an epoch for every leader there is no such invariant: an old leader that leads on meets a new one of its epoch.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::should_panic)]
pub fn every_step_with_an_epoch_that_wraps() {
    const BITS: u8 = 2;
    let before = any_word((1 << BITS) - 1, |_| true);
    let memory = AtomicMemory::new(before);
    let wraps = Some(BITS);
    let (mut a, b) = any_two(before, Line::CasWord);
    let procedure = Procedure::as_meant(Algorithm::OneWord { wraps });
    step(procedure, &memory, &mut a);
    kani::assert(!both_lead(a, b), "an epoch has one leader");
}
