//! The nodes of an election, taken through an interleaving step by step.
//!
//! Each life of a node is a thread. It runs [`Procedure::run`], the code of the library, on a memory that stops it before and
//! after each access; only the node whose turn it is runs. So the interleaving is exactly the plan, on any engine.

use crate::engine::{Engine, Receiver, Sender};
use crate::gate::{Go, Report, live};
use crate::plan::{Move, Plan, PlanError};
use std::sync::Arc;
use verdict_election::memory::Memory;
use verdict_election::{Access, Algorithm, Found, Node, NodeId, Procedure, Role, Word};

/// What a step of a node was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It called `LeaderElection`, or looked at what was found, and now stands before this access.
    Stands(Access),
    /// It made this access, and this was found.
    Made(Access, Found),
    /// It looked at what was found, and `LeaderElection` returned.
    Returned(Node),
    /// It crashed, or came back.
    Fault,
}

/// Where a life is.
#[derive(Clone, Copy, Debug)]
enum Place {
    AtRest(Node),
    Before(Access),
    After(Access),
}

struct Life<E: Engine> {
    orders: E::Sender<Go>,
    reports: E::Receiver<Report>,
    place: Place,
}

impl<E: Engine> Life<E> {
    fn start(id: NodeId, node: Node, procedure: Procedure, memory: Arc<E::Memory>) -> Self {
        let (orders, inbox) = E::channel();
        let (outbox, reports) = E::channel();
        E::spawn(move || live::<E>(id, node, procedure, &memory, &inbox, &outbox));
        let place = Place::AtRest(node);
        Life {
            orders,
            reports,
            place,
        }
    }

    fn step(&mut self) -> Taken {
        self.orders.send(Go);
        let report = self.reports.receive();
        let report = report.expect("a node that is told to go takes a step and reports");
        let (place, taken) = match report {
            Report::Stands(access) => (Place::Before(access), Taken::Stands(access)),
            Report::Found(found) => {
                let Place::Before(access) = self.place else {
                    unreachable!("a node finds something where it stood before an access");
                };
                (Place::After(access), Taken::Made(access, found))
            }
            Report::Returned(node) => (Place::AtRest(node), Taken::Returned(node)),
        };
        self.place = place;
        taken
    }
}

/// A node: its lives so far, the last of them current.
struct Seat<E: Engine> {
    lives: Vec<Life<E>>,
    up: bool,
}

/// The nodes and their memory.
pub struct Drive<E: Engine> {
    procedure: Procedure,
    memory: Arc<E::Memory>,
    seats: Vec<Seat<E>>,
    moves: usize,
}

impl<E: Engine> Drive<E> {
    /// Nodes 1, 2, ... with these variables, and a memory that holds this word.
    pub fn new(procedure: Procedure, first: Word, nodes: &[Node]) -> Self {
        let memory = Arc::new(E::memory(first));
        let seats = nodes.iter().enumerate().map(|(i, node)| Seat {
            lives: vec![Life::start(NodeId::of(i), *node, procedure, memory.clone())],
            up: true,
        });
        Drive {
            procedure,
            seats: seats.collect(),
            memory,
            moves: 0,
        }
    }

    /// N nodes on the first day, of which the last leads.
    pub fn first_day(procedure: Procedure, nodes: usize) -> Self {
        let first = Word::first(NodeId(nodes as i32));
        let all: Vec<_> = (0..nodes)
            .map(|i| Node::first_day(NodeId::of(i), first))
            .collect();
        Drive::new(procedure, first, &all)
    }

    fn seat(&mut self, id: NodeId) -> Result<&mut Seat<E>, PlanError> {
        let (at, nodes) = (self.moves, self.seats.len());
        let index = usize::try_from(id.0 - 1).ok();
        let seat = index.and_then(|index| self.seats.get_mut(index));
        seat.ok_or(PlanError::UnknownNode {
            at,
            node: id,
            nodes,
        })
    }

    /// Makes the next move.
    pub fn make(&mut self, next: Move) -> Result<Taken, PlanError> {
        self.moves += 1;
        let at = self.moves;
        match next {
            Move::Step(node) => {
                let seat = self.seat(node)?;
                if !seat.up {
                    return Err(PlanError::Down { at, node });
                }
                let life = seat.lives.last_mut().expect("a node has a life");
                match life.place {
                    Place::AtRest(Node {
                        role: Role::Leader, ..
                    }) => Err(PlanError::Leads { at, node }),
                    _ => Ok(life.step()),
                }
            }
            Move::Crash(node) => match self.seat(node)? {
                Seat { up: false, .. } => Err(PlanError::Down { at, node }),
                seat => {
                    seat.up = false;
                    Ok(Taken::Fault)
                }
            },
            Move::Return(node) => {
                let (procedure, memory) = (self.procedure, self.memory.clone());
                match self.seat(node)? {
                    Seat { up: true, .. } => Err(PlanError::Up { at, node }),
                    seat => {
                        let variables = Node::reintegrated();
                        let life = Life::start(node, variables, procedure, memory);
                        seat.lives.push(life);
                        seat.up = true;
                        Ok(Taken::Fault)
                    }
                }
            }
        }
    }

    /// Makes the access before which the n-th life of a node stands, counted from 1, even if the node has crashed: a request
    /// that was on its way takes effect. Nothing, if that life does not stand before an access.
    pub fn take_effect(&mut self, id: NodeId, life: usize) -> Result<Option<Taken>, PlanError> {
        self.moves += 1;
        let seat = self.seat(id)?;
        let life = life.checked_sub(1).and_then(|i| seat.lives.get_mut(i));
        let standing = life.filter(|life| matches!(life.place, Place::Before(_)));
        Ok(standing.map(Life::step))
    }

    /// Carries out a plan to its end, which must not be in the middle of an election.
    pub fn follow(&mut self, plan: &Plan) -> Result<Vec<Taken>, PlanError> {
        let taken = plan.0.iter().map(|next| self.make(*next));
        let taken = taken.collect::<Result<_, _>>()?;
        for (i, seat) in self.seats.iter().enumerate().filter(|(_, seat)| seat.up) {
            let life = seat.lives.last().expect("a node has a life");
            if let Place::Before(access) | Place::After(access) = life.place {
                let node = NodeId::of(i);
                return Err(PlanError::EndsEarly { node, access });
            }
        }
        Ok(taken)
    }

    /// The nodes that are up, each with its variables unless it is inside `LeaderElection`, and with the number of its life.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, Option<Node>, usize)> {
        let up = self.seats.iter().enumerate().filter(|(_, seat)| seat.up);
        up.map(|(i, seat)| {
            let life = seat.lives.last().expect("a node has a life");
            let at_rest = match life.place {
                Place::AtRest(node) => Some(node),
                _ => None,
            };
            (NodeId::of(i), at_rest, seat.lives.len())
        })
    }

    /// The access before which a node stands that is up.
    pub fn standing(&self, id: NodeId) -> Option<Access> {
        let index = usize::try_from(id.0 - 1).ok()?;
        let seat = self.seats.get(index).filter(|seat| seat.up)?;
        match seat.lives.last()?.place {
            Place::Before(access) => Some(access),
            _ => None,
        }
    }

    /// The nodes that are up and lead.
    pub fn leaders(&self) -> Vec<NodeId> {
        let leads = |node: &Node| node.role == Role::Leader;
        self.nodes()
            .filter(|(_, node, _)| node.as_ref().is_some_and(leads))
            .map(|(id, ..)| id)
            .collect()
    }

    /// What the memory holds.
    pub fn memory(&self) -> Word {
        let found = |access| self.memory.perform(access);
        if let Algorithm::OneWord { .. } = self.procedure.algorithm {
            let Found::Word(word) = found(Access::ReadWord) else {
                unreachable!("a read of the word finds a word");
            };
            return word;
        }
        match (found(Access::ReadCounter), found(Access::ReadLeader)) {
            (Found::Counter(cnt), Found::Leader(lid)) => Word { cnt, lid },
            _ => unreachable!("a read of a variable finds its value"),
        }
    }
}
