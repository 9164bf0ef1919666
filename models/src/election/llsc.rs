//! Sanz Marco, "Fault Tolerance for Stream Programs on Parallel Platforms", Algorithm 4: CAS built from LL and SC,
//! against the specification of CAS, Algorithm 3.
//!
//! | thesis | here |
//! |---|---|
//! | `*p` | `value` of [`Location`] |
//! | `LL`, lines 1-2; `SC`, lines 3-10 | [`Message::LoadLink`], [`Message::StoreConditional`], carried out by [`Location`] |
//! | "p has not been written to since this thread last called LL(p)", line 5 | `linked` |
//! | `CAS(p, old, new)`, lines 11-14 | [`Reading`], in the crate `verdict-election`; [`Thread`] calls it with any values |
//!
//! LL and SC are one step each, and a thread can stall before and after each of them; other threads interfere
//! between its LL and its SC. Every value is called with every other.
//!
//! Readings taken. Line 12 as extracted stores if `LL(p)` differs from `old`, which is the opposite of what Algorithm 3 says;
//! meant is that it is equal. Line 5 speaks of writes, not of changes: a store of the value that is there counts.

use super::memory::NodeId;
use serde::{Serialize, Serializer};
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use verdict_checker::catalog::{Parameter, SetupError, Switch};
use verdict_checker::size::Size;
pub use verdict_election::llsc::Reading;
use verdict_election::llsc::Step;
use verdict_world::{Algorithm, Assumptions, Order, Resident, World};

/// What `*p` holds.
pub type Value = u8;

/// `CAS(p, old, new)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Call {
    /// What is expected.
    pub old: Value,
    /// What is to be stored.
    pub new: Value,
}

/// Which calls there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Calls {
    /// All.
    Any,
    /// Only those that would change the value.
    Changing,
}

verdict_checker::mutants! {
    /// A small error in LL and SC, of line 5 and of line 9, made on purpose to see whether the property notices.
    StoreAnyway = "store-anyway": "SC stores although p has been written to since LL",
    SayTrue = "say-true": "SC answers true although it stores nothing",
}

/// A reading of Algorithm 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FromLlsc {
    /// How lines 12 to 14 are read.
    pub reading: Reading,
    /// Which calls there are.
    pub which: Calls,
    /// Whether only a write breaks a link.
    pub links_last: bool,
}

impl Algorithm for FromLlsc {
    type Node = Cas;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        vec![
            Parameter::new("threads", "threads that call CAS on the same location"),
            Parameter::new("calls", "calls of each thread, with any values"),
            Parameter::new(
                "values",
                "values that there are; the first is there at the start",
            ),
        ]
    }

    /// FIFO, so that messages behave as accesses.
    fn assumptions(&self, _: &Size) -> Result<Assumptions, SetupError> {
        Ok(Assumptions {
            order: Order::Fifo,
            ..Assumptions::default()
        })
    }

    fn nodes(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Cas>, SetupError> {
        let cas = Cas {
            threads: size.within("threads", 1..=4, "threads")?,
            calls: size.within("calls", 1..=4, "calls")?,
            values: size.within("values", 2..=4, "values")?,
            reading: self.reading,
            which: self.which,
            links_break: !self.links_last,
            mutant,
        };
        Ok(vec![cas; cas.threads + 1])
    }

    fn switches() -> &'static [Switch<Self>] {
        &[Switch {
            name: "links-last",
            meaning: "only a write breaks the link between LL and SC (dropped: it may break by itself)",
            holds: |cas| cas.links_last,
            assume: |cas| cas.links_last = true,
            drop: |cas| cas.links_last = false,
        }]
    }
}

/// The threads (the first actors) and the location p (the last actor).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cas {
    /// How many threads.
    pub threads: usize,
    /// How often each calls CAS.
    pub calls: u8,
    /// The values are those below this number.
    pub values: Value,
    /// How lines 12 to 14 are read.
    pub reading: Reading,
    /// Which calls there are.
    pub which: Calls,
    /// Whether a link may break without a write, as hardware may let it.
    pub links_break: bool,
    /// What is wrong on purpose.
    pub mutant: Option<Mutant>,
}

/// Threads and location in a world.
pub type Threads = World<Cas>;

/// What is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Message {
    /// `LL(p)`.
    LoadLink,
    /// `LL(p)` returns.
    Loaded(Value),
    /// `SC(p, new)`.
    StoreConditional(Value),
    /// `SC(p, new)` returns.
    Stored(Value, bool),
}

/// What happens by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    /// A thread calls CAS.
    Call(Call),
    /// The link of this thread breaks.
    Break(NodeId),
}

/// A thread.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Thread {
    /// How many calls it has left.
    #[serde(rename = "calls-left")]
    pub left: u8,
    /// Where it is.
    pub at: Line,
}

/// Where a thread is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    /// Before its first call.
    Start,
    /// Line 12.
    Load(Call),
    /// Line 13.
    Store(Call),
    /// Line 13 or 14 has returned.
    Returned(Call, bool),
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CAS(p,{},{})", self.old, self.new)
    }
}

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Line::Start => serializer.serialize_str("start"),
            Line::Load(call) => serializer.collect_str(&format_args!("line 12 of {call}")),
            Line::Store(call) => serializer.collect_str(&format_args!("line 13 of {call}")),
            Line::Returned(call, answer) => {
                serializer.collect_str(&format_args!("{call} = {answer}"))
            }
        }
    }
}

/// The location p, and what it has seen of each thread's call: no part of the algorithm.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Location {
    /// `*p`.
    pub value: Value,
    /// The threads with a link that no write has broken.
    pub linked: BTreeSet<NodeId>,
    /// For each thread, the values that p has had since its LL.
    #[serde(skip)]
    pub since: Vec<BTreeSet<Value>>,
    /// For each thread, the value that its SC has replaced.
    #[serde(skip)]
    pub replaced: Vec<Option<Value>>,
}

/// What an actor holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum State {
    /// A thread.
    Thread(Thread),
    /// The location.
    Location(Location),
}

impl Location {
    /// Line 2.
    fn load_link(&mut self, thread: usize) -> Message {
        self.linked.insert(NodeId::of(thread));
        self.since[thread] = BTreeSet::from([self.value]);
        self.replaced[thread] = None;
        Message::Loaded(self.value)
    }

    /// Lines 4-10.
    fn store_conditional(&mut self, thread: usize, new: Value, mutant: Option<Mutant>) -> Message {
        let linked = self.linked.remove(&NodeId::of(thread));
        let stores = linked || mutant == Some(Mutant::StoreAnyway);
        if stores {
            self.linked.clear(); // line 5, for everyone else
            self.replaced[thread] = Some(self.value);
            self.value = new; // line 6
            self.since.iter_mut().for_each(|values| {
                values.insert(new);
            });
        }
        Message::Stored(new, stores || mutant == Some(Mutant::SayTrue))
    }
}

impl Cas {
    fn is_location(&self, actor: Id) -> bool {
        usize::from(actor) == self.threads
    }

    fn calls(&self) -> Vec<Act> {
        let values = 0..self.values;
        let pairs = values.flat_map(|old| (0..self.values).map(move |new| Call { old, new }));
        let wanted = pairs.filter(|call| self.which == Calls::Any || call.old != call.new);
        wanted.map(Act::Call).collect()
    }

    /// Line 12.
    fn load(&self, thread: &mut Thread, call: Call, out: &mut Out<Self>) {
        thread.at = Line::Load(call);
        out.send(Id::from(self.threads), Message::LoadLink);
    }

    /// The location has answered.
    fn resume(&self, thread: &mut Thread, answer: Message, out: &mut Out<Self>) {
        let (call, next) = match (thread.at, answer) {
            (Line::Load(call), Message::Loaded(value)) => {
                (call, self.reading.after_load(value, call.old))
            }
            (Line::Store(call), Message::Stored(_, stored)) => {
                (call, self.reading.after_store(stored))
            }
            _ => return, // Nobody is answered without having asked.
        };
        match next {
            Step::Load => self.load(thread, call, out),
            Step::Store => {
                thread.at = Line::Store(call);
                out.send(Id::from(self.threads), Message::StoreConditional(call.new));
            }
            Step::Return(answer) => thread.at = Line::Returned(call, answer),
        }
    }

    /// Opens what may happen next by itself.
    fn offer(&self, state: &State, out: &mut Out<Self>) {
        let acts = match state {
            State::Thread(Thread { left: 0, .. }) => Vec::new(),
            State::Thread(Thread { at, .. }) => match at {
                Line::Start | Line::Returned(..) => self.calls(),
                Line::Load(_) | Line::Store(_) => Vec::new(),
            },
            State::Location(location) if self.links_break => {
                location.linked.iter().copied().map(Act::Break).collect()
            }
            State::Location(_) => Vec::new(),
        };
        out.choose_random("act", acts);
    }

    /// Lets a handler work on a state, then opens what may happen next.
    fn run(
        &self,
        state: &mut Cow<State>,
        out: &mut Out<Self>,
        handler: impl FnOnce(&mut State, &mut Out<Self>),
    ) {
        let mut next = state.as_ref().clone();
        handler(&mut next, out);
        self.offer(&next, out);
        if next != **state {
            *state = Cow::Owned(next);
        }
    }
}

impl Actor for Cas {
    type Msg = Message;
    type State = State;
    type Timer = ();
    type Storage = ();
    type Random = Act;

    fn on_start(&self, id: Id, _: &Option<()>, out: &mut Out<Self>) -> State {
        let state = if self.is_location(id) {
            State::Location(Location {
                value: 0,
                linked: BTreeSet::new(),
                since: vec![BTreeSet::new(); self.threads],
                replaced: vec![None; self.threads],
            })
        } else {
            let (left, at) = (self.calls, Line::Start);
            State::Thread(Thread { left, at })
        };
        self.offer(&state, out);
        state
    }

    fn on_msg(&self, _: Id, state: &mut Cow<State>, src: Id, msg: Message, out: &mut Out<Self>) {
        self.run(state, out, |state, out| match state {
            State::Thread(thread) => self.resume(thread, msg, out),
            State::Location(location) => {
                let answer = match msg {
                    Message::LoadLink => location.load_link(src.into()),
                    Message::StoreConditional(new) => {
                        location.store_conditional(src.into(), new, self.mutant)
                    }
                    Message::Loaded(_) | Message::Stored(..) => return, // Nobody answers p.
                };
                out.send(src, answer);
            }
        });
    }

    fn on_random(&self, _: Id, state: &mut Cow<State>, act: &Act, out: &mut Out<Self>) {
        self.run(state, out, |state, out| match (state, act) {
            (State::Thread(thread), Act::Call(call)) => {
                thread.left -= 1;
                self.load(thread, *call, out);
            }
            (State::Location(location), Act::Break(thread)) => {
                location.linked.remove(thread);
            }
            _ => {} // Threads call, links break; nothing else is offered.
        });
    }
}

impl Resident for Cas {
    /// The location is memory.
    fn may_crash(&self, id: Id) -> bool {
        !self.is_location(id)
    }

    fn show_state(&self, state: &Self::State) -> serde_json::Value {
        serde_json::json!(state)
    }

    fn show_storage(&self, storage: &Self::Storage) -> serde_json::Value {
        serde_json::json!(storage)
    }

    fn node_name(&self, id: Id) -> String {
        if self.is_location(id) {
            "p".to_owned()
        } else {
            format!("n{}", NodeId::of(id.into()))
        }
    }

    fn message_name(&self, message: &Message) -> String {
        match message {
            Message::LoadLink => "LL(p)".to_owned(),
            Message::Loaded(value) => format!("LL(p)={value}"),
            Message::StoreConditional(new) => format!("SC(p,{new})"),
            Message::Stored(new, done) => format!("SC(p,{new})={done}"),
        }
    }

    fn choice_name(&self, act: &Act) -> String {
        match act {
            Act::Call(call) => call.to_string(),
            Act::Break(thread) => format!("break-link-of-n{thread}"),
        }
    }

    fn vocabulary(&self) -> Vec<String> {
        let mut words = vec!["CAS(p,", "deliver LL(p)", "deliver SC(p,"];
        if self.links_break {
            words.push("break-link");
        }
        words.into_iter().map(str::to_owned).collect()
    }
}
