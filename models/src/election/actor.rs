//! The nodes and the shared memory as actors.

use super::algorithm::{Algorithm, Line, Mutant, Next, Node, Role};
use super::memory::{Access, Fence, Found, Memory, NodeId, Tally};
use super::{
    Act, Contact, ContactFails, Counted, Election, Hopeless, Message, Requests, State, Timeouts,
};
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use verdict_world::{Renaming, Resident, Symmetry, ticks};

impl Election {
    fn is_memory(&self, actor: Id) -> bool {
        usize::from(actor) == self.nodes
    }

    /// The actor that is this node, if it is among the actors.
    fn actor_of(&self, node: NodeId) -> Option<Id> {
        let actor = usize::try_from(node.0 - 1).ok()?;
        (actor < self.nodes).then(|| Id::from(actor))
    }

    /// `LeaderElection` is called.
    fn elect(&self, id: NodeId, node: &mut Node, out: &mut Out<Self>) {
        if self.counted == Counted::Runs {
            node.runs = node.runs.saturating_add(1);
        }
        let access = self.procedure.begin(id, node);
        self.request(node, access, out);
    }

    fn request(&self, node: &mut Node, access: Access, out: &mut Out<Self>) {
        if self.counted == Counted::Accesses {
            // More than any bound that is asked for is as good as infinity.
            node.accesses = (node.accesses + 1).min(9);
        }
        let request = Message::Request(access, node.life);
        out.send(Id::from(self.nodes), request);
    }

    /// Opens what a node may do next by itself.
    fn offer(&self, id: NodeId, node: &mut Node, out: &mut Out<Self>) {
        let mut acts = Vec::new();
        match (node.line, self.contact) {
            (Line::Communicate, Contact::OneStep) => self.contact(id, node, out),
            (Line::Communicate, Contact::ByMessage { .. }) => acts.push(Act::Communicate),
            (Line::Lead, contact) => {
                if contact == Contact::OneStep {
                    acts.push(Act::Answer);
                }
                if self.fenced_work {
                    acts.push(Act::Work);
                }
            }
            _ => {}
        }
        out.choose_random("act", acts);
    }

    /// Algorithm 5, line 6: `Communicate(nde.lid, buf)`.
    fn contact(&self, id: NodeId, node: &mut Node, out: &mut Out<Self>) {
        let oneself = node.lid == id;
        match self.hopeless {
            Hopeless::FailsAtOnce if oneself || node.lid == NodeId::NOBODY => {
                return self.elect(id, node, out); // line 10
            }
            Hopeless::NeverWithOneself if oneself => return,
            _ => {}
        }
        if self.contact != Contact::OneStep {
            node.line = Line::Contact;
        }
        self.ask(id, node.lid, self.resends(), out);
    }

    fn resends(&self) -> u8 {
        match self.contact {
            Contact::OneStep => 0,
            Contact::ByMessage { resends, .. } => resends,
        }
    }

    /// Sends the request and sets the timer.
    fn ask(&self, id: NodeId, leader: NodeId, resends: u8, out: &mut Out<Self>) {
        let mut ticks_left = 0;
        if let Contact::ByMessage { timeout, .. } = self.contact {
            ticks_left = timeout;
            let leader = self.actor_of(leader).filter(|_| leader != id);
            if let Some(leader) = leader {
                out.send(leader, Message::Task(id));
            }
        }
        out.set_timer(ContactFails { leader, resends }, ticks(ticks_left.into()));
    }

    /// A request of a worker arrives.
    fn hear(&self, node: &mut Node, worker: NodeId, out: &mut Out<Self>) {
        let keeps = matches!(self.contact, Contact::ByMessage { requests, .. } if requests == Requests::Kept);
        if node.role == Role::Leader {
            self.notify(worker, out);
        } else if keeps && node.line.is_election() && !node.asked.contains(&worker) {
            node.asked.push(worker);
            node.asked.sort();
        }
    }

    fn notify(&self, worker: NodeId, out: &mut Out<Self>) {
        let worker = self
            .actor_of(worker)
            .expect("a worker that asks is an actor");
        out.send(worker, Message::Notification);
    }

    /// The memory has answered: on to the next access, or to the end of the election.
    fn resume(
        &self,
        id: NodeId,
        node: &mut Node,
        access: Access,
        found: Found,
        out: &mut Out<Self>,
    ) {
        if let Next::Access(access) = self.procedure.resume(id, node, access, found) {
            return self.request(node, access, out);
        }
        let asked = std::mem::take(&mut node.asked);
        if node.role == Role::Leader {
            asked
                .into_iter()
                .for_each(|worker| self.notify(worker, out));
        }
    }

    /// Lets a handler work on a node, then opens what the node may do next.
    fn run(
        &self,
        id: Id,
        state: &mut Cow<State>,
        out: &mut Out<Self>,
        handler: impl FnOnce(NodeId, &mut Node, &mut Out<Self>),
    ) {
        let State::Node(before) = state.as_ref() else {
            return; // The memory does nothing by itself.
        };
        let (id, mut node) = (NodeId::of(id.into()), before.clone());
        handler(id, &mut node, out);
        self.offer(id, &mut node, out);
        if node != *before {
            *state = Cow::Owned(State::Node(node));
        }
    }

    /// The memory carries out an access.
    fn serve(
        &self,
        state: &mut Cow<State>,
        src: Id,
        access: Access,
        life: u8,
        out: &mut Out<Self>,
    ) {
        let State::Memory(before) = state.as_ref() else {
            return; // Nobody sends requests to a node.
        };
        let fence = if self.procedure.is(Mutant::NoFence) {
            Fence::None
        } else {
            Fence::Epoch
        };
        let mut memory = before.clone();
        let found = memory.perform(access, fence);
        if memory != *before {
            *state = Cow::Owned(State::Memory(memory));
        }
        out.send(src, Message::Answer(access, found, life));
    }
}

impl Actor for Election {
    type Msg = Message;
    type State = State;
    type Timer = ContactFails;
    /// How often the node has been started.
    type Storage = u8;
    type Random = Act;

    fn on_start(&self, id: Id, storage: &Option<u8>, out: &mut Out<Self>) -> State {
        if self.is_memory(id) {
            let mut memory = Memory::new(self.first_leader);
            memory.tally = (self.counted == Counted::ReadsAndWrites).then(Tally::default);
            return State::Memory(memory);
        }
        let (id, life) = (NodeId::of(id.into()), storage.unwrap_or(0) + 1);
        out.save(life);
        let is_back = life > 1 || (self.leader_is_back && id == self.first_leader);
        let mut node = if !is_back || self.procedure.is(Mutant::ReturnAsBefore) {
            Node::first_day(id, self.first_leader)
        } else {
            Node::reintegrated()
        };
        node.life = life;
        self.offer(id, &mut node, out);
        State::Node(node)
    }

    fn on_msg(&self, id: Id, state: &mut Cow<State>, src: Id, msg: Message, out: &mut Out<Self>) {
        match msg {
            Message::Request(access, life) => self.serve(state, src, access, life, out),
            Message::Answer(access, found, life) => self.run(id, state, out, |id, node, out| {
                // Otherwise it was meant for an earlier life of this node.
                if life == node.life {
                    self.resume(id, node, access, found, out);
                }
            }),
            Message::Task(worker) => {
                self.run(id, state, out, |_, node, out| self.hear(node, worker, out));
            }
            Message::Notification => self.run(id, state, out, |_, node, out| {
                if node.line == Line::Contact && NodeId::of(src.into()) == node.lid {
                    node.line = Line::Communicate; // Algorithm 5, line 7
                    let leader = node.lid;
                    let all = 0..=self.resends();
                    all.for_each(|resends| out.cancel_timer(ContactFails { leader, resends }));
                }
            }),
        }
    }

    /// Algorithm 5, line 10; section 4.2: not before the request was sent again.
    fn on_timeout(
        &self,
        id: Id,
        state: &mut Cow<State>,
        timer: &ContactFails,
        out: &mut Out<Self>,
    ) {
        self.run(id, state, out, |id, node, out| {
            match timer.resends.checked_sub(1) {
                Some(left) => self.ask(id, timer.leader, left, out),
                None => self.elect(id, node, out),
            }
        });
    }

    fn on_random(&self, id: Id, state: &mut Cow<State>, act: &Act, out: &mut Out<Self>) {
        self.run(id, state, out, |id, node, out| match act {
            // In one step with the contact, which changes nothing.
            Act::Answer => {}
            Act::Communicate => self.contact(id, node, out),
            Act::Work => {
                node.line = Line::Work;
                let (leader, epoch) = (id, node.cnt);
                self.request(node, Access::Work { leader, epoch }, out);
            }
        });
    }
}

impl Resident for Election {
    fn symmetry(&self, _: usize) -> Symmetry {
        self.alike()
    }

    fn rename(&self, state: &State, names: &Renaming) -> State {
        self.renamed_state(state, names)
    }

    fn rename_message(&self, message: &Message, names: &Renaming) -> Message {
        self.renamed_message(message, names)
    }

    fn rename_timer(&self, timer: &ContactFails, names: &Renaming) -> ContactFails {
        self.renamed_timer(timer, names)
    }

    fn show_state(&self, state: &Self::State) -> serde_json::Value {
        serde_json::json!(state)
    }

    fn show_storage(&self, storage: &Self::Storage) -> serde_json::Value {
        serde_json::json!(storage)
    }

    /// Faults are local to a node; the shared memory is always there.
    fn may_crash(&self, id: Id) -> bool {
        !self.is_memory(id)
    }

    fn could_answer(&self, waiting: Id, timer: &ContactFails, to: Id, message: &Message) -> bool {
        let (me, leader) = (NodeId::of(waiting.into()), NodeId::of(to.into()));
        let (between, won) = match message {
            Message::Task(worker) => return *worker == me && leader == timer.leader,
            Message::Notification => return to == waiting,
            Message::Request(Access::CasLeader { .. }, _) => {
                (self.procedure.algorithm == Algorithm::Seven, false)
            }
            Message::Answer(Access::CasCounter { .. }, Found::Success(true), _) => (true, false),
            Message::Answer(
                Access::CasLeader { .. } | Access::CasWord { .. },
                Found::Success(true),
                _,
            ) => (false, true),
            _ => (false, false),
        };
        match self.timeouts {
            Timeouts::RoundTrip => false,
            Timeouts::SecondCas => between,
            Timeouts::RoleTaken => won,
            Timeouts::PastFirstCas => between || won,
            Timeouts::Serial => true,
        }
    }

    fn could_answer_by(&self, _: Id, timer: &ContactFails, node: Id, act: &Act) -> bool {
        *act == Act::Answer && timer.leader == NodeId::of(node.into())
    }

    fn node_name(&self, id: Id) -> String {
        if self.is_memory(id) {
            "shm".to_owned()
        } else {
            format!("n{}", NodeId::of(id.into()))
        }
    }

    fn message_name(&self, message: &Message) -> String {
        let in_life = |life: &u8| match life {
            1 => String::new(),
            _ => format!(" in life {life}"),
        };
        match message {
            Message::Request(access, life) => format!("{access}{}", in_life(life)),
            Message::Answer(access, found, life) => format!("{access}={found}{}", in_life(life)),
            Message::Task(_) => "task".to_owned(),
            Message::Notification => "notification".to_owned(),
        }
    }

    fn timer_name(&self, timer: &ContactFails) -> String {
        let ContactFails { leader, resends } = timer;
        match resends {
            0 => format!("contact({leader})"),
            left => format!("contact({leader}), {left} to go"),
        }
    }

    fn choice_name(&self, act: &Act) -> String {
        let name = match act {
            Act::Answer => "answer",
            Act::Work => "work",
            Act::Communicate => "communicate",
        };
        name.to_owned()
    }

    fn vocabulary(&self) -> Vec<String> {
        let accesses: &[&str] = match self.procedure.algorithm {
            Algorithm::Six => &["deliver CAS_l", "deliver read_lid"],
            Algorithm::Seven => &[
                "deliver CAS_c",
                "deliver CAS_l",
                "deliver read_cnt",
                "deliver read_lid",
            ],
            Algorithm::OneWord { .. } => &["deliver CAS", "deliver read"],
        };
        let contact: &[&str] = match self.contact {
            Contact::OneStep => &["timeout contact", "answer "],
            Contact::ByMessage { .. } => &[
                "timeout contact",
                "communicate ",
                "deliver task",
                "deliver notification",
            ],
        };
        let words = accesses.iter().chain(contact);
        words.map(|word| (*word).to_owned()).collect()
    }
}
