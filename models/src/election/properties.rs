//! What chapter 7.1 asks of the election.
//!
//! The thesis says *believesLeader* for a node with `n.lid = n.id` (section 7.1.1); the text says that a node "changes
//! its role". The two differ, in both directions. As `BecomeLeader` is printed, a winner keeps the id of the leader
//! before it: it leads and does not believe. And a leader that crashes and is reintegrated finds its own id
//! in the shared memory (Table 5.7, row 9): it believes and does not lead. So there is a property for each.

use super::algorithm::{Line, Node, Role};
use super::memory::{Counter, Memory, NodeId, Tally};
use super::{Election, Nodes, State};
use verdict_checker::property::{Promise, Property};
use verdict_world::View;

/// The nodes that are up, with their ids.
fn live<'a>(view: &View<'a, Election>) -> impl Iterator<Item = (NodeId, &'a Node)> {
    view.live().filter_map(|(actor, state)| match state {
        State::Node(node) => Some((NodeId::of(actor), node)),
        State::Memory(_) => None,
    })
}

fn leaders<'a>(view: &View<'a, Election>) -> impl Iterator<Item = (NodeId, &'a Node)> {
    live(view).filter(|(_, node)| node.role == Role::Leader)
}

/// All that is seen of an actor where leaders are counted: whether it is one, and in which epoch.
fn leads(state: &State) -> Option<Counter> {
    match state {
        State::Node(node) => (node.role == Role::Leader).then_some(node.cnt),
        State::Memory(_) => None,
    }
}

/// *believesLeader*: `n.lid = n.id`.
fn believers<'a>(view: &View<'a, Election>) -> impl Iterator<Item = (NodeId, &'a Node)> {
    live(view).filter(|(id, node)| node.lid == *id)
}

/// The shared memory.
pub fn memory<'a>(view: &View<'a, Election>) -> &'a Memory {
    match view.node(view.len() - 1) {
        Some(State::Memory(memory)) => memory,
        _ => unreachable!("the last actor is the memory, and it never crashes"),
    }
}

/// `n1 (leader, lid 1, cnt 0) and n3 (worker, lid 3, cnt 1)`.
fn name<'a>(nodes: impl Iterator<Item = (NodeId, &'a Node)>) -> String {
    let names = nodes.map(|(id, node)| {
        let role = match node.role {
            Role::Leader => "leader",
            Role::Worker => "worker",
        };
        format!("n{id} ({role}, lid {}, cnt {})", node.lid, node.cnt)
    });
    names.collect::<Vec<_>>().join(" and ")
}

/// Whether the leader has ever changed.
fn changed(view: &View<Election>) -> bool {
    let first = view.actor(0).first_leader;
    leaders(view).any(|(id, node)| id != first || node.cnt > 0)
}

/// At most one node has the role of leader.
pub fn one_leads() -> Property<Nodes> {
    Property::always("one-leads", |nodes: &Nodes, state| {
        leaders(&nodes.view(state)).count() <= 1
    })
    .when(|nodes, state| changed(&nodes.view(state)))
    .symmetric()
    .sees(Nodes::sight(leads, |_| false))
    .complain(|nodes, state| {
        let view = nodes.view(state);
        let (both, shm) = (name(leaders(&view)), memory(&view));
        format!(
            "{both} have the role of leader at the same time, while shm.lid = {} and shm.cnt = {}.",
            shm.lid, shm.cnt
        )
    })
}

/// Eq. 7.4: there are no two nodes that believe to be leader.
pub fn one_believes() -> Property<Nodes> {
    Property::always("one-believes", |nodes: &Nodes, state| {
        believers(&nodes.view(state)).count() <= 1
    })
    .when(|nodes, state| {
        let view = nodes.view(state);
        believers(&view).any(|(id, _)| id != view.actor(0).first_leader)
    })
    .symmetric()
    .complain(|nodes, state| {
        let view = nodes.view(state);
        let (both, shm) = (name(believers(&view)), memory(&view));
        format!(
            "{both} have n.lid = n.id at the same time, while shm.lid = {} and shm.cnt = {}.",
            shm.lid, shm.cnt
        )
    })
}

/// Who leads believes to lead.
pub fn leaders_believe() -> Property<Nodes> {
    Property::always("leaders-believe", |nodes: &Nodes, state| {
        leaders(&nodes.view(state)).all(|(id, node)| node.lid == id)
    })
    .when(|nodes, state| changed(&nodes.view(state)))
    .symmetric()
    .complain(|nodes, state| {
        let view = nodes.view(state);
        let unaware = leaders(&view).filter(|(id, node)| node.lid != *id);
        format!("{} leads and has n.lid != n.id.", name(unaware))
    })
}

/// Who believes to lead leads.
pub fn believers_lead() -> Property<Nodes> {
    Property::always("believers-lead", |nodes: &Nodes, state| {
        believers(&nodes.view(state)).all(|(_, node)| node.role == Role::Leader)
    })
    .when(|nodes, state| changed(&nodes.view(state)))
    .symmetric()
    .complain(|nodes, state| {
        let view = nodes.view(state);
        let idle = believers(&view).filter(|(_, node)| node.role != Role::Leader);
        format!("{} has n.lid = n.id and does not lead.", name(idle))
    })
}

/// The repair: at most one node leads in an epoch.
pub fn one_leads_per_epoch() -> Property<Nodes> {
    Property::always("one-leads-per-epoch", |nodes: &Nodes, state| {
        let view = nodes.view(state);
        let mut epochs: Vec<_> = leaders(&view).map(|(_, node)| node.cnt).collect();
        epochs.sort_unstable();
        epochs.windows(2).all(|pair| pair[0] != pair[1])
    })
    .when(|nodes, state| leaders(&nodes.view(state)).count() > 1)
    .symmetric()
    .sees(Nodes::sight(leads, |_| false))
    .complain(|nodes, state| {
        let view = nodes.view(state);
        format!("{} lead in the same epoch.", name(leaders(&view)))
    })
}

/// The repair with fencing: work is only ever accepted from the leader that the memory names.
pub fn fenced() -> Property<Nodes> {
    Property::always("fenced", |nodes: &Nodes, state| {
        !memory(&nodes.view(state)).usurped
    })
    .when(|nodes, state| {
        let view = nodes.view(state);
        let shm = memory(&view);
        live(&view).any(|(id, node)| node.line == Line::Work && id != shm.lid)
    })
    .symmetric()
    .complain(|nodes, state| {
        let view = nodes.view(state);
        let shm = memory(&view);
        format!(
            "Work was accepted from a node that was not the leader any more; now shm.lid = {}, shm.cnt = {}.",
            shm.lid, shm.cnt
        )
    })
}

/// Corollary 7.1.7: no node runs `LeaderElection` more than `bound` times. Only one leader fails, so all runs belong to
/// one election.
pub fn runs_at_most(bound: u8) -> Property<Nodes> {
    Property::always("runs", move |nodes: &Nodes, state| {
        live(&nodes.view(state)).all(|(_, node)| node.runs <= bound)
    })
    .when(|nodes, state| live(&nodes.view(state)).any(|(_, node)| node.runs > 1))
    .symmetric()
    .complain(|nodes, state| {
        let view = nodes.view(state);
        let (id, node) = live(&view)
            .max_by_key(|(_, node)| node.runs)
            .expect("a node that runs an election is up");
        format!("n{id} runs LeaderElection {} times.", node.runs)
    })
}

/// Lemma 7.1.8: `n.cnt <= shm.cnt`.
pub fn counter_bound() -> Property<Nodes> {
    Property::always("counter-bound", |nodes: &Nodes, state| {
        let view = nodes.view(state);
        let shm = memory(&view);
        live(&view).all(|(_, node)| node.cnt <= shm.cnt)
    })
    .when(|nodes, state| memory(&nodes.view(state)).cnt > 0)
    .symmetric()
    .complain(|nodes, state| {
        let view = nodes.view(state);
        let shm = memory(&view);
        let ahead = live(&view).filter(|(_, node)| node.cnt > shm.cnt);
        format!("{} is ahead of shm.cnt = {}.", name(ahead), shm.cnt)
    })
}

/// Lemma 7.1.9, in bits: the counter fits into the w bits that are asked for.
pub fn counter_fits(nodes: &Nodes) -> Property<Nodes> {
    let bits = nodes.actors()[0]
        .bits
        .expect("the reading has a parameter w");
    let limit = 1 << bits;
    Property::always("counter-fits", move |nodes: &Nodes, state| {
        memory(&nodes.view(state)).cnt < limit
    })
    .symmetric()
    .complain(|nodes, state| {
        let cnt = memory(&nodes.view(state)).cnt;
        format!("shm.cnt = {cnt} needs another bit.")
    })
}

/// Lemma 7.1.9: whatever N, a node keeps a leader id and a counter, and the memory keeps the same two; each
/// is a value that some node or the memory made, so that nothing else is hidden in them.
pub fn two_integers() -> Property<Nodes> {
    fn legal(lid: NodeId, cnt: Counter, shm: &Memory, nodes: usize) -> bool {
        (lid == NodeId::NOBODY || (1..=nodes as i32).contains(&lid.0))
            && (-1..=shm.cnt).contains(&cnt)
    }
    Property::always("two-integers", |nodes: &Nodes, state| {
        let view = nodes.view(state);
        let (shm, nodes) = (memory(&view), nodes.actors()[0].nodes);
        shm.lid != NodeId::NOBODY
            && legal(shm.lid, shm.cnt, shm, nodes)
            && live(&view).all(|(_, node)| legal(node.lid, node.cnt, shm, nodes))
    })
    .when(|nodes, state| memory(&nodes.view(state)).cnt > 0)
    .symmetric()
    .complain(|nodes, state| {
        let view = nodes.view(state);
        let shm = memory(&view);
        format!(
            "{} beside shm.lid = {} and shm.cnt = {}.",
            name(live(&view)),
            shm.lid,
            shm.cnt
        )
    })
}

/// Lemma 7.1.10 for `LeaderElection` alone: it is over after four accesses.
pub fn four_accesses() -> Property<Nodes> {
    Property::always("four-accesses", |nodes: &Nodes, state| {
        live(&nodes.view(state)).all(|(_, node)| node.accesses <= 4)
    })
    .when(|nodes, state| live(&nodes.view(state)).any(|(_, node)| node.accesses == 4))
    .symmetric()
    .complain(|nodes, state| {
        let view = nodes.view(state);
        let slow = live(&view).filter(|(_, node)| node.accesses > 4);
        format!(
            "{} accesses the memory for the fifth time in one run.",
            name(slow)
        )
    })
}

/// Lemma 7.1.10 for `CommunicateWithLeader`: a node that is up ends with the role, or as a worker of a node that has it.
pub fn every_call_ends(nodes: &Nodes) -> Property<Nodes> {
    let promises = (0..nodes.actors()[0].nodes).map(|actor| {
        let id = NodeId::of(actor);
        Promise::infinitely_often(
            format!("n{id} leads, has a leader, or has crashed"),
            move |nodes: &Nodes, state: &[u32]| {
                let view = nodes.view(state);
                let me = live(&view).find(|(node, _)| *node == id);
                me.is_none_or(|(_, node)| {
                    node.role == Role::Leader || leaders(&view).any(|(id, _)| id == node.lid)
                })
            },
        )
    });
    Property::promises("every-call-ends", promises.collect())
        .when(|nodes, state| leaders(&nodes.view(state)).next().is_none())
        .complain(|nodes, state| format!("{}.", name(live(&nodes.view(state)))))
}

/// Lemma 7.1.11: elections come to an end, whoever stalls for ever (which is a crash to all others).
pub fn elections_end() -> Property<Nodes> {
    let over = |nodes: &Nodes, state: &[u32]| {
        live(&nodes.view(state)).all(|(_, node)| !node.line.is_election())
    };
    let promise = Promise::infinitely_often("no live node is inside LeaderElection", over);
    Property::promises("elections-end", vec![promise])
        .when(|nodes, state| {
            let view = nodes.view(state);
            let inside = live(&view).filter(|(_, node)| node.line.is_election());
            inside.count() > 1
        })
        .complain(|nodes, state| format!("{}.", name(live(&nodes.view(state)))))
}

/// What an election among n nodes costs: `each` reads for each node and `beside` more, and successful CAS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Costs {
    /// Reads for each node.
    pub each: i16,
    /// Reads beside that; fewer if it is negative.
    pub beside: i16,
    /// Successful CAS.
    pub writes: u8,
}

impl Costs {
    fn reads(self, nodes: &Nodes) -> i16 {
        let n = nodes.actors()[0].nodes as i16;
        self.each * n + self.beside
    }
}

/// Section 5.6.3: no election costs more than this.
pub fn costs_at_most(costs: Costs) -> Property<Nodes> {
    Property::always("reads", move |nodes: &Nodes, state| {
        i16::from(tally(nodes, state).reads) <= costs.reads(nodes)
    })
    .and("writes", move |nodes: &Nodes, state| {
        tally(nodes, state).writes <= costs.writes
    })
    .when(|nodes, state| tally(nodes, state).writes > 1)
    .symmetric()
    .complain(|nodes, state| in_words(tally(nodes, state)))
}

/// Some election costs exactly this.
pub fn costs_attained(costs: Costs) -> Property<Nodes> {
    Property::possible(
        "the bounds on reads and writes are attained",
        move |nodes: &Nodes, state| {
            let Tally { reads, writes } = tally(nodes, state);
            i16::from(reads) == costs.reads(nodes) && writes == costs.writes
        },
    )
    .symmetric()
    .complain(|nodes, state| in_words(tally(nodes, state)))
}

fn in_words(Tally { reads, writes }: Tally) -> String {
    format!("The memory was read {reads} times and written {writes} times.")
}

fn tally(nodes: &Nodes, state: &[u32]) -> Tally {
    memory(&nodes.view(state)).tally.unwrap_or_default()
}
