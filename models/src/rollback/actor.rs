//! Leader, workers and streams as actors.

use super::messages::{Act, Message, Outbox, Party};
use super::reading::Lost;
use super::{Node, State, Storage, Streams, WorkerId, leader, worker};
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use verdict_world::Resident;

impl Node {
    /// The first state of an actor, or that after a fault.
    fn begin(&self, party: Party, storage: Option<&Storage>, outbox: &mut Outbox) -> State {
        let returns = storage.is_some();
        match (party, storage) {
            (Party::Streams, _) => State::Streams(Streams::new(&self.pipeline)),
            (Party::Worker(me), storage) => {
                let mut log = match storage {
                    Some(Storage::Worker(log)) => log.clone(),
                    _ => Vec::new(),
                };
                let memory = worker::start(self, me, &mut log, returns, outbox);
                State::Worker { memory, log }
            }
            (Party::Leader, storage) => {
                let mut log = match storage {
                    Some(Storage::Leader(log)) => log.clone(),
                    _ => Vec::new(),
                };
                let memory = leader::start(self, &mut log, returns, outbox);
                State::Leader { memory, log }
            }
        }
    }

    fn happens(&self, id: Id, state: &mut State, event: Event, outbox: &mut Outbox) {
        match (state, self.party(id.into())) {
            (State::Leader { memory, log }, _) => {
                let mut work = leader::AtWork {
                    rules: self,
                    leader: memory,
                    log,
                    out: outbox,
                };
                match event {
                    Event::Loses(worker) => work.lose(worker),
                    Event::Heard(Party::Worker(worker), message) => work.hear(worker, message),
                    Event::Heard(Party::Streams, message) => work.learn_of_streams(message),
                    Event::Heard(Party::Leader, _) => {} // It writes no letters to itself.
                    Event::Acts(act) => work.act(act),
                }
            }
            (State::Worker { memory, log }, Party::Worker(me)) => {
                let mut work = worker::AtWork {
                    rules: self,
                    me,
                    worker: memory,
                    log,
                    out: outbox,
                };
                match event {
                    Event::Heard(_, message) => work.hear(message),
                    Event::Acts(act) => work.act(act),
                    Event::Loses(_) => {} // Only the leader is told.
                }
            }
            (State::Streams(streams), _) => {
                if let Event::Heard(from, access) = event {
                    streams.serve(&self.pipeline, &self.reading, from, access, outbox);
                }
            }
            (State::Worker { .. }, _) => unreachable!("a worker's state is that of a worker"),
        }
    }

    fn offers(&self, id: Id, state: &mut State) -> Vec<Act> {
        let mut nothing = Outbox::new();
        let out = &mut nothing;
        match (state, self.party(id.into())) {
            (State::Leader { memory, log }, _) => leader::AtWork {
                rules: self,
                leader: memory,
                log,
                out,
            }
            .offers(),
            (State::Worker { memory, log }, Party::Worker(me)) => worker::AtWork {
                rules: self,
                me,
                worker: memory,
                log,
                out,
            }
            .offers(),
            _ => Vec::new(),
        }
    }

    /// Hands over what a handler has done.
    fn finish(
        &self,
        id: Id,
        before: Option<&State>,
        state: &mut State,
        outbox: Outbox,
        out: &mut Out<Self>,
    ) {
        for (party, message) in outbox {
            out.send(Id::from(self.number(party)), message);
        }
        out.choose_random("act", self.offers(id, state));
        let stored = |state: &State| match state {
            State::Leader { log, .. } => Some(Storage::Leader(log.clone())),
            State::Worker { log, .. } => Some(Storage::Worker(log.clone())),
            State::Streams(_) => None,
        };
        if let Some(storage) = stored(state)
            && before.and_then(stored).as_ref() != Some(&storage)
        {
            out.save(storage);
        }
    }

    fn run(&self, id: Id, state: &mut Cow<State>, event: Event, out: &mut Out<Self>) {
        let (mut next, mut outbox) = (state.as_ref().clone(), Outbox::new());
        self.happens(id, &mut next, event, &mut outbox);
        self.finish(id, Some(state), &mut next, outbox, out);
        if next != **state {
            *state = Cow::Owned(next);
        }
    }
}

/// What happens to an actor.
enum Event {
    Heard(Party, Message),
    Acts(Act),
    Loses(WorkerId),
}

impl Actor for Node {
    type Msg = Message;
    type State = State;
    type Timer = ();
    type Storage = Storage;
    type Random = Act;

    fn on_start(&self, id: Id, storage: &Option<Storage>, out: &mut Out<Self>) -> State {
        let mut outbox = Outbox::new();
        let mut state = self.begin(self.party(id.into()), storage.as_ref(), &mut outbox);
        self.finish(id, None, &mut state, outbox, out);
        state
    }

    fn on_msg(&self, id: Id, state: &mut Cow<State>, src: Id, msg: Message, out: &mut Out<Self>) {
        self.run(id, state, Event::Heard(self.party(src.into()), msg), out);
    }

    fn on_random(&self, id: Id, state: &mut Cow<State>, act: &Act, out: &mut Out<Self>) {
        self.run(id, state, Event::Acts(*act), out);
    }
}

impl Resident for Node {
    fn show_state(&self, state: &State) -> serde_json::Value {
        serde_json::json!(state)
    }

    fn show_storage(&self, storage: &Storage) -> serde_json::Value {
        serde_json::json!(storage)
    }

    fn on_suspect(&self, id: Id, state: &mut Cow<State>, suspect: Id, out: &mut Out<Self>) {
        if let Party::Worker(worker) = self.party(suspect.into()) {
            self.run(id, state, Event::Loses(worker), out);
        }
    }

    /// The leader is told of a worker that fails for ever.
    fn watches(&self, id: Id, _: &State, other: Id) -> bool {
        let (me, other) = (self.party(id.into()), self.party(other.into()));
        let watches = me == Party::Leader && matches!(other, Party::Worker(_));
        watches && self.reading.lost == Lost::QueuedAgain
    }

    fn may_crash(&self, id: Id) -> bool {
        match self.party(id.into()) {
            Party::Leader => self.leader_fails,
            Party::Worker(_) => self.workers_fail,
            Party::Streams => false,
        }
    }

    fn is_access(&self, message: &Message) -> bool {
        message.is_access()
    }

    fn node_name(&self, id: Id) -> String {
        self.party(id.into()).to_string()
    }

    fn message_name(&self, message: &Message) -> String {
        message.to_string()
    }

    fn choice_name(&self, act: &Act) -> String {
        act.to_string()
    }

    /// LPEL blocks a task when it likes.
    fn choice_class(&self, act: &Act) -> &'static str {
        match act {
            Act::Block(_) => "block",
            _ => "local",
        }
    }

    fn vocabulary(&self) -> Vec<String> {
        let mut words = vec![
            "assign ",
            "deliver task ",
            "write ",
            "deliver push ",
            "deliver copy ",
            "deliver compare ",
            "deliver written ",
            "end ",
            "give-back ",
            "deliver return ",
            "deliver received ",
        ];
        let reads = |task| {
            let mut streams = self.pipeline.streams();
            streams.any(|stream| self.pipeline.reads(task, stream) > 0)
        };
        if self.pipeline.tasks().any(reads) {
            words.extend(["read ", "deliver peek ", "deliver remove "]);
        }
        if self.blocks > 0 {
            words.push("block ");
        }
        if self.leader_fails {
            words.extend(["send ", "record ", "confirm "]);
        }
        words.into_iter().map(str::to_owned).collect()
    }
}
