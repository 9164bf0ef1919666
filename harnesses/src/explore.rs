//! A scenario without gates, for shuttle and loom to schedule.
//!
//! Each node is a thread with a part to play: contact the leader, crash, come back. Faults are part of the part, so that
//! an engine that only schedules threads also chooses when they happen.
//!
//! Who leads is written on a [`Stage`] that no engine sees, in one step with the access that decided it: a contact is
//! answered by whoever has won. That is the reading `role-taken` of the models, the friendliest to the thesis in which
//! Algorithms 6 and 7 still fall.

use std::sync::{Mutex, MutexGuard, PoisonError};
use verdict_election::memory::{Memory, Variable};
use verdict_election::{Access, Found, Node, NodeId, Procedure, Role, Word};

/// What a node does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// It contacts the leader it knows, and calls `LeaderElection` if that fails; again, until it leads or its leader answers, but
    /// no more than this many times.
    Contact(usize),
    /// It crashes.
    Crash,
    /// It comes back, knowing nothing.
    Return,
}

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// The election.
    pub procedure: Procedure,
    /// The part of each node, from node 1 on. The last leads at first.
    pub parts: &'static [&'static [Act]],
    /// Whether a node may be elected as its own successor, after it has come back.
    pub succeeds_itself: bool,
}

impl Scenario {
    /// The ABA with the fewest nodes: the leader has crashed and comes back, while the other node is about to succeed it.
    pub const fn two_nodes(procedure: Procedure) -> Self {
        Scenario {
            procedure,
            parts: &[
                &[Act::Contact(2)],
                &[Act::Crash, Act::Return, Act::Contact(3)],
            ],
            succeeds_itself: true,
        }
    }

    /// Table 5.1: the leader crashes; node 2 succeeds it and crashes too; the first leader has come back and succeeds node 2, while
    /// node 1 is still about to succeed the first.
    pub const fn table_5_1(procedure: Procedure) -> Self {
        Scenario {
            procedure,
            parts: &[
                &[Act::Contact(2)],
                &[Act::Contact(2), Act::Crash],
                &[Act::Crash, Act::Return, Act::Contact(3)],
            ],
            succeeds_itself: false,
        }
    }

    /// The word of the first day.
    pub fn first(&self) -> Word {
        Word::first(NodeId(self.parts.len() as i32))
    }

    /// Plays the part of one node. `pause` is where another may be scheduled, beside the accesses.
    pub fn play(&self, index: usize, memory: &impl Memory, stage: &Stage, pause: &dyn Fn()) {
        let id = NodeId::of(index);
        let mut node = Node::first_day(id, self.first());
        for act in self.parts[index] {
            match act {
                Act::Contact(times) => {
                    self.contact(id, &mut node, *times, memory, stage, pause);
                }
                Act::Crash => {
                    pause();
                    stage.happens(Event::Crash(id));
                }
                Act::Return => {
                    pause();
                    stage.happens(Event::Return(id));
                    node = Node::reintegrated();
                }
            }
        }
    }

    fn contact(
        &self,
        id: NodeId,
        node: &mut Node,
        times: usize,
        memory: &impl Memory,
        stage: &Stage,
        pause: &dyn Fn(),
    ) {
        let watched = Watched { id, memory, stage };
        for _ in 0..times {
            pause();
            let hopeless = node.lid == id && !self.succeeds_itself;
            if hopeless || !stage.accuses(id, node.lid) {
                return;
            }
            self.procedure.run(id, node, &watched);
            if node.role == Role::Leader {
                return;
            }
        }
    }
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A node crashed.
    Crash(NodeId),
    /// A node came back.
    Return(NodeId),
    /// A node got no answer from the leader it knows, and calls `LeaderElection`.
    Accuses(NodeId, NodeId),
    /// A node, in this life, made an access.
    Made(NodeId, usize, Access, Found),
}

#[derive(Clone, Copy, Debug)]
struct Actor {
    up: bool,
    leads: bool,
    life: usize,
}

/// Who is up, who leads, and what has happened so far.
#[derive(Debug)]
pub struct Stage(Mutex<(Vec<Actor>, Vec<Event>)>);

impl Stage {
    /// The first day of a scenario.
    pub fn new(scenario: &Scenario) -> Self {
        let nodes = scenario.parts.len();
        let actors = (1..=nodes).map(|id| Actor {
            up: true,
            leads: id == nodes,
            life: 1,
        });
        Stage(Mutex::new((actors.collect(), Vec::new())))
    }

    fn lock(&self) -> MutexGuard<'_, (Vec<Actor>, Vec<Event>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What happens after two nodes lead is of no interest.
    fn happens(&self, event: Event) {
        let (actors, log) = &mut *self.lock();
        if several_lead(actors) {
            return;
        }
        log.push(event);
        let (Event::Crash(id) | Event::Return(id) | Event::Accuses(id, _) | Event::Made(id, ..)) =
            event;
        let actor = &mut actors[id.0 as usize - 1];
        match event {
            Event::Crash(_) => (actor.up, actor.leads) = (false, false),
            Event::Return(_) => (actor.up, actor.life) = (true, actor.life + 1),
            Event::Made(_, _, access, found) => {
                let last = matches!(access, Access::CasLeader { .. } | Access::CasWord { .. });
                actor.leads |= last && found == Found::Success(true);
            }
            Event::Accuses(..) => {}
        }
    }

    /// Whether the contact with a leader fails.
    fn accuses(&self, id: NodeId, leader: NodeId) -> bool {
        let index = usize::try_from(leader.0 - 1).ok();
        let answers = |actors: &[Actor]| {
            let leader = index.and_then(|index| actors.get(index));
            leader.is_some_and(|leader| leader.up && leader.leads)
        };
        let fails = !answers(&self.lock().0);
        if fails {
            self.happens(Event::Accuses(id, leader));
        }
        fails
    }

    /// What happened, if it ended with two leaders.
    pub fn broken(&self) -> Option<Vec<Event>> {
        let (actors, log) = &*self.lock();
        several_lead(actors).then(|| log.clone())
    }
}

fn several_lead(actors: &[Actor]) -> bool {
    actors.iter().filter(|actor| actor.leads).count() > 1
}

/// A memory whose accesses are written on the stage.
struct Watched<'a, M> {
    id: NodeId,
    memory: &'a M,
    stage: &'a Stage,
}

impl<M: Memory> Memory for Watched<'_, M> {
    fn load(&self, variable: Variable) -> u64 {
        self.memory.load(variable)
    }

    fn cas(&self, variable: Variable, cmp: u64, new: u64) -> bool {
        self.memory.cas(variable, cmp, new)
    }

    fn perform(&self, access: Access) -> Found {
        let found = self.memory.perform(access);
        let life = self.stage.lock().0[self.id.0 as usize - 1].life;
        self.stage
            .happens(Event::Made(self.id, life, access, found));
        found
    }
}
