//! A table, row by row, against the algorithm.
//!
//! The steps of one row happen in any order, one access at a time (an update is two reads, between which another node may come).
//! Each cell is compared with what the algorithm does at that point, written in the same way. The replay goes on from what the
//! algorithm did and not from what is printed, so that one wrong cell is one error. Where several orders explain a
//! row equally well all of them are kept.

use super::Table;
use crate::election::algorithm::{
    Algorithm, BecomeLeader, Mutant, Next, Node, Procedure, Reads, Role,
};
use crate::election::memory::{Access, Counter, Fence, Found, Memory, NodeId, Tally};

/// What a cell says that a node does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    Contact,
    Cas,
    Update,
    BecomeLeader,
    Crash,
    Reinsertion,
}

impl Event {
    fn of(cell: &str) -> Option<Event> {
        let event = match cell {
            "" => return None,
            "LEADER CRASHES" | "×" => Event::Crash,
            "BecomeLeader()" => Event::BecomeLeader,
            _ if cell.starts_with("ContactLeader(") => Event::Contact,
            _ if cell.starts_with("Reinsertion(") => Event::Reinsertion,
            _ if cell.starts_with("CAS") => Event::Cas,
            _ => Event::Update,
        };
        Some(event)
    }

    /// How many accesses it is.
    fn steps(self, algorithm: Algorithm) -> usize {
        match self {
            Event::Update if algorithm == Algorithm::Seven => 2,
            _ => 1,
        }
    }
}

/// A node, and what it is about to do.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    /// Its variables, if it is up.
    node: Option<Node>,
    /// The access it makes next.
    next: Option<Access>,
    /// The answer it has not yet acted on.
    answer: Option<(Access, Found)>,
    /// Its reads and writes.
    tally: Tally,
}

/// When a contact may fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contacts {
    /// In any row.
    AtAnyTime,
    /// Not in a row in which another node stands between its two CAS: as Assumption 7.1.3 has it, read as in
    /// [`Timeouts::PastFirstCas`](crate::election::Timeouts::PastFirstCas).
    OutlastElections,
}

/// All nodes and the memory.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Group {
    contacts: Contacts,
    places: Vec<Place>,
    memory: Memory,
}

/// A row: what is printed, and what the algorithm does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The cells as printed, without marks.
    pub printed: Vec<String>,
    /// The same cells, as the algorithm has them.
    pub found: Vec<String>,
}

impl Row {
    /// How far the row is from what the algorithm does in this order: the columns that differ, and once more the
    /// contacts that were answered, since then what follows them could not.
    fn distance(&self) -> usize {
        let answered = |column: &usize| self.found[*column].ends_with(ANSWERED);
        self.wrong().count() + self.wrong().filter(answered).count()
    }

    /// The columns that differ.
    pub fn wrong(&self) -> impl Iterator<Item = usize> {
        (0..self.found.len()).filter(|column| self.printed[*column] != self.found[*column])
    }
}

/// Behind a contact that did not fail.
const ANSWERED: &str = " is answered";

/// What came of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The rows.
    pub rows: Vec<Row>,
    /// The reads and writes of each node.
    pub totals: Vec<[u8; 2]>,
}

/// Plays a table through.
pub fn replay(table: &Table, contacts: Contacts, mutant: Option<Mutant>) -> Replayed {
    let procedure = Procedure {
        algorithm: match table.algorithm {
            6 => Algorithm::Six,
            _ => Algorithm::Seven,
        },
        become_leader: BecomeLeader::SetsLeader,
        reads: Reads::CounterFirst,
        mutant,
    };
    let mut groups = vec![Group::first_row(table, contacts)];
    let mut rows = vec![groups[0].first_cells(table, procedure.algorithm)];
    for row in 1..table.rows.len() {
        let mut best: Vec<(Group, Row)> = Vec::new();
        for group in &groups {
            for ended in group.all_orders(table, row, procedure) {
                let errors = ended.1.distance();
                let fewest = best.first().map(|(_, row)| row.distance());
                if fewest.is_none_or(|fewest| errors < fewest) {
                    best = vec![ended];
                } else if fewest == Some(errors) && !best.contains(&ended) {
                    best.push(ended);
                }
            }
        }
        rows.push(best[0].1.clone());
        groups = best.into_iter().map(|(group, _)| group).collect();
        groups.dedup();
    }
    let totals = groups[0].places.iter();
    Replayed {
        rows,
        totals: totals.map(|p| [p.tally.reads, p.tally.writes]).collect(),
    }
}

/// `n1.lid:0 n1.cnt:1`, or without the counter, which Algorithm 6 does not have.
fn values(name: &str, lid: NodeId, cnt: Counter, algorithm: Algorithm) -> String {
    match algorithm {
        Algorithm::Six => format!("{name}.lid:{lid}"),
        _ => format!("{name}.lid:{lid} {name}.cnt:{cnt}"),
    }
}

/// The number behind `key`, or 0 if the cell does not give it.
fn number(cell: &str, key: &str) -> i8 {
    let behind = cell.split(key).nth(1).unwrap_or("0");
    let end = behind.find(|c: char| c != '-' && !c.is_ascii_digit());
    let digits = &behind[..end.unwrap_or(behind.len())];
    digits
        .parse()
        .expect("the cells of the first row are numbers")
}

impl Place {
    /// Acts on the last answer, and tells which leader the node knows now; nothing if it is down.
    fn act(&mut self, id: NodeId, procedure: Procedure) -> Option<NodeId> {
        let node = self.node.as_mut()?;
        if let Some((access, found)) = self.answer.take() {
            self.next = match procedure.resume(id, node, access, found) {
                Next::Access(access) => Some(access),
                Next::Return => None,
            };
        }
        Some(node.lid)
    }
}

impl Group {
    /// The first row gives the values at the start, and who has crashed.
    fn first_row(table: &Table, contacts: Contacts) -> Self {
        let nodes = table.columns.len() - 1;
        let shm = table.cell(0, nodes);
        let mut memory = Memory::new(NodeId(number(shm, "lid:").into()));
        memory.cnt = number(shm, "cnt:").into();
        let place = |column: usize| {
            let cell = table.cell(0, column);
            let up = Event::of(cell) == Some(Event::Update);
            let node = up.then(|| {
                let leader = NodeId(number(cell, "lid:").into());
                let mut node = Node::first_day(NodeId::of(column), leader);
                node.cnt = number(cell, "cnt:").into();
                node
            });
            Place {
                node,
                next: None,
                answer: None,
                tally: Tally::default(),
            }
        };
        Group {
            contacts,
            places: (0..nodes).map(place).collect(),
            memory,
        }
    }

    /// The first row, which is right by definition.
    fn first_cells(&self, table: &Table, algorithm: Algorithm) -> Row {
        let columns = 0..table.columns.len();
        let printed: Vec<_> = columns.map(|c| table.cell(0, c).to_owned()).collect();
        let mut found = printed.clone();
        found[self.places.len()] = values("shm", self.memory.lid, self.memory.cnt, algorithm);
        Row { printed, found }
    }

    /// The row in every order of its steps: where it leads, and what its cells say then.
    fn all_orders(&self, table: &Table, row: usize, procedure: Procedure) -> Vec<(Group, Row)> {
        let nodes = self.places.len();
        let printed: Vec<_> = (0..=nodes).map(|c| table.cell(row, c).to_owned()).collect();
        let events: Vec<_> = printed[..nodes]
            .iter()
            .map(|cell| Event::of(cell))
            .collect();
        let left = events
            .iter()
            .map(|e| e.map_or(0, |e| e.steps(procedure.algorithm)));
        let found = vec![String::new(); nodes + 1];
        let mut ended = Vec::new();
        let start = (self.clone(), left.collect::<Vec<_>>(), found);
        let mut open = vec![start];
        while let Some((group, left, found)) = open.pop() {
            if left.iter().all(|steps| *steps == 0) {
                let mut found = found;
                let Memory { lid, cnt, .. } = group.memory;
                found[nodes] = values("shm", lid, cnt, procedure.algorithm);
                let printed = printed.clone();
                ended.push((group, Row { printed, found }));
                continue;
            }
            // Pushed last is tried first: node by node, in the order of the columns.
            for column in (0..nodes).rev().filter(|column| left[*column] > 0) {
                let (mut group, mut left, mut found) = (group.clone(), left.clone(), found.clone());
                let event = events[column].expect("a node with steps left has an event");
                found[column] = group.take(column, event, &table.columns[column], procedure);
                left[column] -= 1;
                open.push((group, left, found));
            }
        }
        ended
    }

    /// Whether `Communicate` with this node would return true.
    fn answers(&self, leader: NodeId) -> bool {
        let mut nodes = self.places.iter().enumerate();
        nodes.any(|(column, place)| {
            let leads = |node: &Node| node.role == Role::Leader;
            NodeId::of(column) == leader && place.node.as_ref().is_some_and(leads)
        })
    }

    /// Another node that has passed its first CAS and not made its second.
    fn between(&self, column: usize) -> Option<usize> {
        let mut others = (0..self.places.len()).filter(|other| *other != column);
        others.find(|other| {
            let place = &self.places[*other];
            let passed = matches!(
                place.answer,
                Some((Access::CasCounter { .. }, Found::Success(true)))
            );
            place.node.is_some()
                && (passed
                    || matches!(place.next, Some(Access::CasLeader { .. }))
                        && place.answer.is_none())
        })
    }

    /// One step of a node, and what its cell should say.
    fn take(&mut self, column: usize, event: Event, name: &str, procedure: Procedure) -> String {
        let id = NodeId::of(column);
        match event {
            Event::Crash => {
                let was = self.places[column].node.take();
                (self.places[column].next, self.places[column].answer) = (None, None);
                return match was {
                    Some(node) if node.role == Role::Leader => "LEADER CRASHES".to_owned(),
                    Some(_) => "×".to_owned(),
                    None => format!("{name} is down"),
                };
            }
            Event::Reinsertion => {
                let node = Node::reintegrated();
                let text = values(name, node.lid, node.cnt, procedure.algorithm);
                self.places[column].node = Some(node);
                return format!("Reinsertion({})", text.replace(' ', ", "));
            }
            _ => {}
        }
        let Some(lid) = self.places[column].act(id, procedure) else {
            return format!("{name} is down");
        };
        let answered = self.answers(lid);
        let waits_for =
            (self.between(column)).filter(|_| self.contacts == Contacts::OutlastElections);
        let (place, memory) = (&mut self.places[column], &mut self.memory);
        let node = place.node.as_mut().expect("a node that acts is up");
        let is_cas = |access: &Access| {
            matches!(access, Access::CasCounter { .. } | Access::CasLeader { .. })
        };
        match (event, place.next) {
            (Event::Contact, None) if node.role == Role::Worker => {
                let contact = format!("ContactLeader({name}.lid:{})", node.lid);
                if answered {
                    return contact + ANSWERED;
                }
                place.next = Some(procedure.begin(id, node));
                match waits_for {
                    None => contact,
                    Some(other) => format!("{contact}, not over while n{} elects", other + 1),
                }
            }
            (Event::Cas, Some(access)) if is_cas(&access) => {
                let text = cas(access, memory, procedure.algorithm);
                perform(access, memory, &mut place.tally, &mut place.answer);
                text
            }
            (Event::Update, Some(access)) if !is_cas(&access) => {
                perform(access, memory, &mut place.tally, &mut place.answer);
                // What the node will have when it acts on the answer; nobody sees it before.
                let mut node = node.clone();
                let (access, found) = place.answer.expect("an access is answered");
                procedure.resume(id, &mut node, access, found);
                values(name, node.lid, node.cnt, procedure.algorithm)
            }
            (Event::BecomeLeader, None) if node.role == Role::Leader => "BecomeLeader()".to_owned(),
            (_, Some(access)) => format!("{name} is at {access}"),
            (_, None) => values(name, node.lid, node.cnt, procedure.algorithm),
        }
    }
}

/// An access as section 5.6 counts it: a CAS that succeeds is a read and a write.
fn perform(
    access: Access,
    memory: &mut Memory,
    tally: &mut Tally,
    answer: &mut Option<(Access, Found)>,
) {
    let found = memory.perform(access, Fence::Epoch);
    tally.reads += 1;
    tally.writes += u8::from(found == Found::Success(true));
    *answer = Some((access, found));
}

/// `CAS_c(1,0,1)`: what is there, what is expected, what is to be stored.
fn cas(access: Access, memory: &Memory, algorithm: Algorithm) -> String {
    match access {
        Access::CasCounter { cmp, new } => format!("CAS_c({},{cmp},{new})", memory.cnt),
        Access::CasLeader { cmp, new } => {
            let name = if algorithm == Algorithm::Six {
                "CAS"
            } else {
                "CAS_l"
            };
            format!("{name}({},{cmp},{new})", memory.lid)
        }
        other => other.to_string(),
    }
}
