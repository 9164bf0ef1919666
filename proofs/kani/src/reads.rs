//! Sanz Marco, "Fault Tolerance for Stream Programs on Parallel Platforms", section 5.6.3: what an election of Algorithm 7 costs, for any
//! number of nodes. The leader has crashed before, n nodes compete, and nobody else crashes; a contact fails only while nobody stands between its
//! two CAS (Assumption 7.1.3, the reading `past-first-cas` of the models).
//!
//! An invariant says of each node where it is and what it has read so far. A node that becomes leader reads twice; one node may raise
//! the counter and lose, and reads seven times at most; every other one reads six times at most. So n nodes read at most 2 + 7 + 6(n - 2) =
//! 6n - 3 times.
//!
//! A CAS is one read, and one write if it succeeds (Table 5.9).

use crate::counter::{counter_of, pending};
#[cfg(not(kani))]
use crate::kani;
use verdict_election::{
    Access, Algorithm, AtomicMemory, Counter, Found, Line, Memory, Next, Node, NodeId, Procedure,
    Role, Word,
};

const SEVEN: Procedure = Procedure::as_meant(Algorithm::Seven);

/// A node that competes, with what it has cost.
#[derive(Clone, Copy)]
struct Site {
    id: NodeId,
    node: Node,
    /// How often it has begun.
    runs: u8,
    reads: u8,
    /// Whether it has raised the counter.
    raised: bool,
}

/// The memory, with what is known of its history.
#[derive(Clone, Copy)]
struct Shared {
    cnt: Counter,
    lid: NodeId,
    /// The leader that has crashed.
    gone: NodeId,
    /// Who stands between its two CAS.
    between: Option<NodeId>,
}

impl Shared {
    fn nobody_has_won(&self) -> bool {
        self.lid == self.gone
    }

    /// The counter is raised by the winner, and by one more at most; before anybody wins, whoever has raised it is between its two CAS.
    fn is_right(&self) -> bool {
        let by_nobody = self.cnt == 0 && self.nobody_has_won() && self.between.is_none();
        let by_the_first = self.cnt == 1 && self.nobody_has_won() == self.between.is_some();
        let by_two = self.cnt == 2 && !self.nobody_has_won();
        by_nobody || by_the_first || by_two
    }
}

/// What a node has read, in its first or second run at this line; nothing if it is never there.
fn has_read(line: Line, runs: u8, raised: bool) -> Option<u8> {
    let of_the_counter = u8::from(raised);
    match (line, runs, raised) {
        (Line::Communicate, 0, false) | (Line::CasCounter, 1, false) => Some(0),
        (Line::CasLeader, 1, true) => Some(1),
        (Line::Lead, 1, true) => Some(2),
        (Line::ReadCounter, 1, false) => Some(1),
        (Line::ReadLeader, 1, false) => Some(2),
        (Line::Communicate, 1, false) => Some(3),
        (Line::CasCounter, 2, false) => Some(3),
        (Line::CasLeader, 2, true) => Some(4),
        (Line::ReadCounter, 2, _) => Some(4 + of_the_counter),
        (Line::ReadLeader, 2, _) => Some(5 + of_the_counter),
        (Line::Communicate, 2, _) => Some(6 + of_the_counter),
        _ => None,
    }
}

/// Where a node is, what it knows, and what it has read.
fn is_right(memory: &Shared, site: &Site) -> bool {
    let Site {
        id,
        node,
        runs,
        reads,
        raised,
    } = *site;
    let (line, cnt) = (node.line, node.cnt);
    let knows_the_gone = node.lid == memory.gone;
    let knows_the_new = !memory.nobody_has_won() && node.lid == memory.lid;
    let is_between = memory.between == Some(id);
    // What it knows, and what the memory must be for it to be there.
    let knows = match (line, runs) {
        (Line::Communicate, 0) => cnt == 0 && knows_the_gone,
        (Line::CasCounter, 1) => cnt == 0 && knows_the_gone,
        (Line::CasLeader, 1) => cnt == 0 && knows_the_gone && memory.cnt == 1,
        (Line::Lead, _) => node.lid == id && memory.lid == id,
        (Line::ReadCounter, 1) => cnt == 0 && knows_the_gone && memory.cnt >= 1,
        // Whoever has read a counter that was raised twice finds the new leader.
        (Line::ReadLeader, 1) => knows_the_gone && (cnt == 1 || cnt == 2) && cnt <= memory.cnt,
        (Line::Communicate, 1) => knows_the_new || knows_the_gone && cnt == 1 && memory.cnt >= 1,
        (Line::CasCounter, _) => knows_the_gone && cnt == 1 && !memory.nobody_has_won(),
        (Line::CasLeader | Line::ReadCounter, _) => {
            knows_the_gone && cnt == 1 && !memory.nobody_has_won() && memory.cnt == 2
        }
        (Line::ReadLeader, _) => knows_the_gone && !memory.nobody_has_won() && memory.cnt == 2,
        (Line::Communicate, _) => knows_the_new && memory.cnt == 2,
        _ => false,
    };
    has_read(line, runs, raised) == Some(reads)
        && knows
        && is_between == (line == Line::CasLeader)
        && (line == Line::Lead) == (node.role == Role::Leader)
        && id != memory.gone
}

/// Whether it has raised the counter first: it leads, or is about to.
fn is_first(site: &Site) -> bool {
    site.raised && site.runs == 1
}

/// At most one node raises the counter first, at most one more raises it, and then twice.
fn are_right(memory: &Shared, a: &Site, b: &Site) -> bool {
    let both_raised = a.raised && b.raised;
    !both_raised || is_first(a) != is_first(b) && memory.cnt == 2
}

/// What a node costs in the end.
fn is_within_its_share(site: &Site) -> bool {
    let most = match (site.node.role, site.raised) {
        (Role::Leader, _) => 2,
        (Role::Worker, true) => 7,
        (Role::Worker, false) => 6,
    };
    site.reads <= most
}

fn any_line() -> Line {
    match kani::any_where(|choice| *choice < 6u8) {
        0 => Line::Communicate,
        1 => Line::CasCounter,
        2 => Line::CasLeader,
        3 => Line::ReadCounter,
        4 => Line::ReadLeader,
        _ => Line::Lead,
    }
}

/// Any node of the invariant, as far as it is wanted.
fn any_site(memory: &Shared, wanted: impl Fn(&Site) -> bool) -> Site {
    let line = any_line();
    let role = match line {
        Line::Lead => Role::Leader,
        _ => Role::Worker,
    };
    let runs = kani::any_where(|runs| {
        *runs <= 2
            && [false, true]
                .iter()
                .any(|raised| has_read(line, *runs, *raised).is_some())
    });
    let raised = kani::any_where(|raised| has_read(line, runs, *raised).is_some());
    let lid = if kani::any() { memory.gone } else { memory.lid };
    let cnt = kani::any_where(|cnt| (0..=memory.cnt).contains(cnt));
    let of = |id: i32| Site {
        id: NodeId(id),
        node: Node {
            role,
            lid,
            cnt,
            line,
        },
        runs,
        reads: has_read(line, runs, raised).unwrap_or(0),
        raised,
    };
    of(kani::any_where(|id| {
        *id >= 0 && is_right(memory, &of(*id)) && wanted(&of(*id))
    }))
}

fn read_leader(memory: &AtomicMemory) -> NodeId {
    match memory.perform(Access::ReadLeader) {
        Found::Leader(lid) => lid,
        _ => NodeId::NOBODY,
    }
}

/// One access of a node, with what it costs and what becomes of the memory.
fn access(real: &AtomicMemory, memory: &mut Shared, site: &mut Site) {
    let access = pending(site.id, &site.node);
    let found = real.perform(access);
    site.reads += 1;
    let next = SEVEN.resume(site.id, &mut site.node, access, found);
    if matches!(access, Access::CasLeader { .. }) {
        memory.between = None;
    }
    if next
        == Next::Access(Access::CasLeader {
            cmp: site.node.lid,
            new: site.id,
        })
    {
        (site.raised, memory.between) = (true, Some(site.id));
    }
    (memory.cnt, memory.lid) = (counter_of(real), read_leader(real));
}

/// At first everybody knows the leader that is gone.
#[cfg_attr(kani, kani::proof)]
pub fn the_beginning() {
    let gone = NodeId(kani::any_where(|id| *id >= 0));
    let memory = Shared {
        cnt: 0,
        lid: gone,
        gone,
        between: None,
    };
    let site = || Site {
        id: NodeId(kani::any_where(|id| *id >= 0 && *id != gone.0)),
        node: Node::first_day(NodeId::NOBODY, Word::first(gone)),
        runs: 0,
        reads: 0,
        raised: false,
    };
    let (a, b) = (site(), site());
    kani::cover!(a.id != b.id, "two nodes");
    let both = is_right(&memory, &a) && is_right(&memory, &b);
    kani::assert(memory.is_right() && both, "each is right");
    kani::assert(are_right(&memory, &a, &b), "both are right");
}

/// Every step keeps the invariant: a contact that fails, or an access, of one node, while another stands by.
fn one_step(outlasts_elections: bool) {
    let gone = NodeId(kani::any_where(|id| *id >= 0));
    let lid = NodeId(kani::any_where(|id| *id >= 0));
    let mut memory = Shared {
        cnt: kani::any_where(|cnt| (0..=2).contains(cnt)),
        lid,
        gone,
        between: if kani::any() {
            Some(NodeId(kani::any_where(|id| *id >= 0)))
        } else {
            None
        },
    };
    kani::assume(memory.is_right());
    let real = AtomicMemory::new(Word {
        cnt: memory.cnt,
        lid,
    });
    let mut a = any_site(&memory, |_| true);
    let b = any_site(&memory, |b| a.id != b.id && are_right(&memory, &a, b));
    let before = a;
    match a.node.line {
        // A contact with the new leader, which is up, does not fail.
        Line::Communicate if a.node.lid == gone => {
            kani::assume(!outlasts_elections || memory.between.is_none());
            SEVEN.begin(a.id, &mut a.node);
            a.runs += 1;
        }
        Line::Communicate | Line::Lead => {}
        _ => access(&real, &mut memory, &mut a),
    }
    kani::cover!(
        !is_first(&before) && is_first(&a),
        "a node raises the counter first"
    );
    kani::cover!(before.node.role != a.node.role, "a node becomes leader");
    kani::cover!(
        a.raised && !before.raised && b.node.role == Role::Leader,
        "another raises it again"
    );
    kani::cover!(a.reads == 7, "a node has read seven times");
    kani::cover!(
        a.reads == 6 && !a.raised && b.raised,
        "a node has read six times"
    );
    kani::cover!(
        a.runs == 2 && before.runs == 1,
        "a node begins a second time"
    );
    kani::assert(memory.is_right(), "the memory is right");
    kani::assert(is_right(&memory, &a), "the node is right");
    kani::assert(is_right(&memory, &b), "the other one is still right");
    kani::assert(are_right(&memory, &a, &b), "both are right");
    kani::assert(is_within_its_share(&a), "it reads no more than its share");
}

/// Section 5.6.3, with the sum put right: 2 reads for the leader, 7 for one node, 6 for each other.
#[cfg_attr(kani, kani::proof)]
pub fn every_step() {
    one_step(true);
}

/// Without Assumption 7.1.3 more nodes raise the counter.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::should_panic)]
pub fn every_step_if_contacts_do_not_outlast_elections() {
    one_step(false);
}
