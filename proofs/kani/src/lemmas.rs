//! Sanz Marco, "Fault Tolerance for Stream Programs on Parallel Platforms", Lemmas 7.1.5, 7.1.6, 7.1.10 and 7.1.11, step by step.
//! Corollary 7.1.7 is about whole runs: see [`crate::scheduler`].

use crate::candidate::Anything;
use crate::counter::{counter_of, pending};
#[cfg(not(kani))]
use crate::kani;
use verdict_election::{
    Access, Algorithm, AtomicMemory, Counter, Line, Memory, Next, Node, NodeId, Procedure, Role,
    Word,
};

const SIX: Procedure = Procedure::as_meant(Algorithm::Six);
const SEVEN: Procedure = Procedure::as_meant(Algorithm::Seven);

fn any_id() -> NodeId {
    NodeId(kani::any_where(|id| *id >= 0))
}

/// A worker at rest that knows this leader and this counter.
fn worker(lid: NodeId, cnt: Counter) -> Node {
    Node {
        role: Role::Worker,
        lid,
        cnt,
        line: Line::Communicate,
    }
}

/// Eq. 7.1: n_L has failed, n_1 knows it; n_2 still has n_1 as its leader, which led before. Both run this election, n_1 first.
fn the_scenario_of_proof_7_1_5(procedure: Procedure, kept: i64) -> bool {
    let (id_1, id_2, id_l) = (any_id(), any_id(), any_id());
    kani::assume(id_1 != id_2 && id_1 != id_l && id_2 != id_l);
    let cnt: Counter = kani::any_where(|cnt| (kept..Counter::MAX).contains(cnt));
    let memory = AtomicMemory::new(Word { cnt, lid: id_l });
    let (mut n_1, mut n_2) = (worker(id_l, cnt), worker(id_1, cnt - kept));
    procedure.run(id_1, &mut n_1, &memory);
    kani::cover!(
        n_1.role == Role::Leader,
        "eq. 7.2: the first becomes leader"
    );
    procedure.run(id_2, &mut n_2, &memory);
    n_1.role == Role::Leader && n_2.role == Role::Leader
}

/// Lemma 7.1.5: whatever the three ids are, Algorithm 6 ends with both as leaders (eq. 7.3).
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(6))]
pub fn algorithm_6_ends_with_two_leaders() {
    let both_lead = the_scenario_of_proof_7_1_5(SIX, 0);
    kani::assert(both_lead, "both lead");
}

/// The same scenario in Algorithm 7: n_2 has missed an election, so that its counter is an earlier one, and it does not lead.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(6))]
pub fn the_counter_tells_the_two_apart() {
    let both_lead = the_scenario_of_proof_7_1_5(SEVEN, 1);
    kani::assert(!both_lead, "not both lead");
}

/// A node that takes part in Algorithm 7, with the access that it waits for.
#[derive(Clone, Copy)]
struct Site {
    id: NodeId,
    node: Node,
    waits_for: Option<Access>,
}

impl Site {
    fn new(id: NodeId, node: Node) -> Self {
        let waits_for = node.line.is_election().then(|| pending(id, &node));
        Site {
            id,
            node,
            waits_for,
        }
    }

    fn leads(&self) -> bool {
        self.node.role == Role::Leader
    }

    /// Between the two CAS, or leader: it has passed the first CAS.
    fn has_passed(&self) -> bool {
        self.leads() || self.node.line == Line::CasLeader
    }

    fn access(&mut self, memory: &AtomicMemory) {
        if let Some(access) = self.waits_for.take() {
            let found = memory.perform(access);
            if let Next::Access(next) = SEVEN.resume(self.id, &mut self.node, access, found) {
                self.waits_for = Some(next);
            }
        }
    }
}

/// Any node, with this id and this leader.
fn any_site(shared: Counter, id: NodeId, lid: NodeId) -> Site {
    let line = match kani::any_where(|choice| *choice < 6u8) {
        0 => Line::CasCounter,
        1 => Line::CasLeader,
        2 => Line::ReadCounter,
        3 => Line::ReadLeader,
        4 => Line::Lead,
        _ => Line::Communicate,
    };
    let role = if line == Line::Lead {
        Role::Leader
    } else {
        Role::Worker
    };
    let node = Node {
        role,
        lid,
        cnt: kani::any_where(|cnt| (-1..=shared).contains(cnt)),
        line,
    };
    Site::new(id, node)
}

/// At most one node has passed the first CAS, and whoever is about to try it then has an earlier counter.
fn one_has_passed(shared: Counter, a: &Site, b: &Site) -> bool {
    let too_late = |late: &Site, early: &Site| {
        !early.has_passed() || late.node.line != Line::CasCounter || late.node.cnt < shared
    };
    !(a.has_passed() && b.has_passed()) && too_late(a, b) && too_late(b, a)
}

/// When a contact may fail.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fails {
    /// While nobody leads.
    NobodyLeads,
    /// While nobody has passed the first CAS, either: Assumption 7.1.3 as case a.2 of Proof 7.1.6 uses it.
    NobodyHasPassed,
}

/// One step of `a` (a contact that fails, an access, a reintegration) from any state of [`one_has_passed`] and Lemma 7.1.8, while
/// `b` stands by. The invariant is about pairs of nodes and the memory, so that this covers any number of nodes.
fn one_step(fails: Fails) -> (bool, bool) {
    let shared: Counter = kani::any_where(|cnt| (-1..Counter::MAX).contains(cnt));
    let memory = AtomicMemory::new(Word {
        cnt: shared,
        lid: NodeId(kani::any_where(|id| *id >= -1)),
    });
    let mut a = any_site(shared, any_id(), NodeId(kani::any_where(|id| *id >= -1)));
    // It only stands by: neither its id nor its leader is looked at.
    let b = any_site(shared, NodeId(0), NodeId::NOBODY);
    kani::assume(one_has_passed(shared, &a, &b));
    let before = a;
    match a.node.line {
        _ if kani::any() => a = Site::new(a.id, Node::reintegrated()),
        Line::Communicate => {
            let in_the_way = match fails {
                Fails::NobodyLeads => b.leads(),
                Fails::NobodyHasPassed => b.has_passed(),
            };
            kani::assume(!in_the_way);
            a.waits_for = Some(SEVEN.begin(a.id, &mut a.node));
        }
        _ => a.access(&memory),
    }
    let after = counter_of(&memory);
    kani::cover!(!before.leads() && a.leads(), "the second CAS wins");
    kani::cover!(
        before.node.line == Line::CasLeader && !a.has_passed(),
        "the second CAS loses, or the node comes back"
    );
    kani::cover!(after != shared, "the first CAS wins");
    kani::cover!(b.leads(), "another node leads");
    kani::cover!(
        before.node.line == Line::Communicate && a.node.line == Line::CasCounter,
        "a contact fails"
    );
    let counters = a.node.cnt <= after && b.node.cnt <= after;
    (one_has_passed(after, &a, &b), counters)
}

/// Lemma 7.1.6, if no contact fails while a node is past its first CAS: at most one node leads, for any number of nodes.
#[cfg_attr(kani, kani::proof)]
pub fn one_leader_if_contacts_outlast_elections() {
    let (kept, counters) = one_step(Fails::NobodyHasPassed);
    kani::assert(counters, "Lemma 7.1.8 is kept");
    kani::assert(kept, "at most one node has passed the first CAS");
}

/// Without that, a node begins while another stands between its two CAS, with the counter that this one has raised.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::should_panic)]
pub fn one_leader_if_contacts_only_outlast_leaders() {
    let (kept, _) = one_step(Fails::NobodyLeads);
    kani::assert(kept, "at most one node has passed the first CAS");
}

/// Lemma 7.1.10 for `LeaderElection` alone: against a memory that answers anything, as many accesses at most, and that many indeed.
fn accesses_of_a_call(procedure: Procedure, most: u32) {
    let memory = Anything::default();
    let lid = NodeId(kani::any_where(|id| *id >= -1));
    let cnt = kani::any_where(|cnt| (-1..=Word::MAX_EPOCH).contains(cnt));
    let mut node = worker(lid, cnt);
    procedure.run(any_id(), &mut node, &memory);
    let taken = memory.accesses.get();
    kani::cover!(taken == most, "a call that takes them all");
    kani::cover!(node.role == Role::Leader, "a call that wins");
    kani::assert(taken <= most, "a call ends after so many accesses");
    kani::assert(
        (node.line == Line::Lead) == (node.role == Role::Leader),
        "it ends as leader or as worker",
    );
    kani::assert(!node.line.is_election(), "it ends");
}

/// Lemma 7.1.10, Algorithm 6: the CAS, and a read if it fails.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(6))]
pub fn algorithm_6_takes_two_accesses() {
    accesses_of_a_call(SIX, 2);
}

/// Lemma 7.1.10, Algorithm 7: two CAS, two reads.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(6))]
pub fn algorithm_7_takes_four_accesses() {
    accesses_of_a_call(SEVEN, 4);
}

/// The repair: the CAS, and a read if it fails.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(6))]
pub fn the_repair_takes_two_accesses() {
    accesses_of_a_call(Procedure::REPAIRED, 2);
}

/// Lemma 7.1.11: of two nodes that both know what the memory holds, exactly one becomes leader, in every order of their accesses;
/// so whoever fails does because another has got on.
fn one_of_two_gets_on(procedure: Procedure) {
    let cnt = kani::any_where(|cnt| (-1..Word::MAX_EPOCH).contains(cnt));
    let lid = NodeId(kani::any_where(|id| (-1..=Word::MAX_ID.0).contains(id)));
    let word = Word { cnt, lid };
    let memory = AtomicMemory::new(word);
    let ids = [0, 1].map(|_| NodeId(kani::any_where(|id| (0..=Word::MAX_ID.0).contains(id))));
    kani::assume(ids[0] != ids[1] && ids[0] != lid && ids[1] != lid);
    let mut nodes = [worker(lid, cnt); 2];
    let mut waits_for = [None; 2];
    for n in 0..2 {
        waits_for[n] = Some(procedure.begin(ids[n], &mut nodes[n]));
    }
    // Four accesses each.
    for _ in 0..8 {
        // Only where both wait is there a choice.
        let second = waits_for[1].is_some() && (waits_for[0].is_none() || kani::any());
        let n = usize::from(second);
        if let Some(access) = waits_for[n].take() {
            let found = memory.perform(access);
            if let Next::Access(next) = procedure.resume(ids[n], &mut nodes[n], access, found) {
                waits_for[n] = Some(next);
            }
        }
    }
    let leads = nodes.map(|node| node.role == Role::Leader);
    kani::cover!(leads[0], "the first leads");
    kani::cover!(leads[1], "the second leads");
    kani::assert(waits_for == [None; 2], "both calls end");
    kani::assert(leads[0] != leads[1], "exactly one becomes leader");
}

/// Lemma 7.1.11 for Algorithm 7.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(10))]
pub fn one_of_two_gets_on_in_algorithm_7() {
    one_of_two_gets_on(SEVEN);
}

/// The same for the repair.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(10))]
pub fn one_of_two_gets_on_in_the_repair() {
    one_of_two_gets_on(Procedure::REPAIRED);
}
