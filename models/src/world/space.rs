//! The world as something to search.

use super::effects::{Cause, Scratch};
use super::moves::{Move, Take, What};
use super::resident::Resident;
use super::state::{NODES, View};
use super::step::{Event, Step};
use super::{Assumptions, Detector, Return, Time, World};
use serde_json::{Map, Value, json};
use stateright::actor::Id;
use verdict_checker::space::{Row, Space, Visit, first_word};
use verdict_checker::trace;

/// States one after the other, without a pointer each.
#[derive(Default)]
pub struct Rows {
    words: Vec<u32>,
    ends: Vec<usize>,
}

impl Rows {
    fn push(&mut self, state: &[u32]) {
        self.words.extend_from_slice(state);
        self.ends.push(self.words.len());
    }
}

impl Row<[u32]> for Rows {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn get(&self, index: usize) -> &[u32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.words[start..self.ends[index]]
    }

    fn append(&mut self, other: &mut Self) {
        let offset = self.words.len();
        self.words.append(&mut other.words);
        self.ends
            .extend(other.ends.drain(..).map(|end| end + offset));
    }

    fn append_where(&mut self, other: &mut Self, keep: &mut dyn FnMut(usize) -> bool) {
        for index in 0..other.len() {
            if keep(index) {
                self.push(other.get(index));
            }
        }
        other.words.clear();
        other.ends.clear();
    }

    fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u32>() + self.ends.capacity() * size_of::<usize>()
    }
}

impl<A: Resident> World<A> {
    fn within_boundary(&self, state: &[u32]) -> bool {
        self.boundary
            .as_ref()
            .is_none_or(|within| within(&self.view(state)))
    }

    /// The step that a move is.
    fn step(&self, state: &[u32], taken: &Move) -> Step {
        let local = |node: usize| self.locals.get(state[NODES + node]);
        let event = match taken.what {
            What::Lose(envelope) => Event::Lose(envelope),
            What::Duplicate(envelope) => Event::Duplicate(envelope),
            What::Tick => Event::Tick,
            What::Node(at, cause) => {
                let node = at as u8;
                match cause {
                    Cause::Deliver(envelope) => Event::Deliver(envelope),
                    Cause::Choose(index) => Event::Choose {
                        node,
                        choice: self.choices.intern(&local(at).choice(index).1),
                    },
                    Cause::Timeout(index) => Event::Timeout {
                        node,
                        timer: self.timers.intern(&local(at).timer(index)),
                    },
                    Cause::Suspect(suspect) => Event::Suspect {
                        node,
                        suspect: suspect as u8,
                    },
                    Cause::Crash => Event::Crash(node),
                    Cause::Return => Event::Return(node),
                    Cause::Forget(_) | Cause::Age => {
                        unreachable!("a part of another move, never a move")
                    }
                }
            }
        };
        Step {
            event,
            sent: self.sendings.intern(&taken.sent.to_vec()),
            crashes: taken.crashes,
        }
    }

    /// What a node is called.
    pub fn node_name(&self, node: usize) -> String {
        self.actors[node].node_name(Id::from(node))
    }

    fn message(&self, envelope: u32) -> String {
        let envelope = self.envelopes.get(envelope);
        self.actors[usize::from(envelope.dst)].message_name(&envelope.msg)
    }

    /// `TOKEN(S1, 1) S0->S1`
    fn envelope(&self, envelope: u32) -> String {
        let (message, envelope) = (self.message(envelope), self.envelopes.get(envelope));
        let [src, dst] = [envelope.src, envelope.dst].map(|n| self.node_name(usize::from(n)));
        match envelope.age {
            0 => format!("{message} {src}->{dst}"),
            age => format!("{message} {src}->{dst} after {age}"),
        }
    }

    /// How many messages leave with a step.
    pub fn sends(&self, step: &Step) -> usize {
        self.sendings.get(step.sent).len()
    }

    fn sent(&self, step: &Step) -> Vec<trace::Sent> {
        let sending = self.sendings.get(step.sent).iter();
        sending
            .map(|id| trace::Sent {
                to: self.node_name(usize::from(self.envelopes.get(*id).dst)),
                message: self.message(*id),
            })
            .collect()
    }

    /// The node to which a step happens.
    fn place(&self, event: Event) -> Option<usize> {
        let node = match event {
            Event::Deliver(envelope) => self.envelopes.get(envelope).dst,
            Event::Choose { node, .. }
            | Event::Timeout { node, .. }
            | Event::Suspect { node, .. }
            | Event::Crash(node)
            | Event::Return(node) => node,
            Event::Lose(_) | Event::Duplicate(_) | Event::Tick => return None,
        };
        Some(usize::from(node))
    }

    fn show_node(&self, view: &View<A>, node: usize) -> Value {
        let local = view.local(node);
        let actor = &self.actors[node];
        let mut shown = Map::from_iter([("up".to_owned(), local.up.into())]);
        match local.state.as_ref().map(|state| json!(state)) {
            Some(Value::Object(fields)) => shown.extend(fields),
            Some(other) => shown.extend([("state".to_owned(), other)]),
            None => {}
        }
        let mut list = |name: &str, entries: Vec<String>| {
            if !entries.is_empty() {
                shown.insert(name.to_owned(), entries.into());
            }
        };
        let choices = local.choices.values().flatten();
        list("may", choices.map(|c| actor.choice_name(c)).collect());
        let timers = local.timers.iter().map(|(timer, (may, must))| {
            let name = actor.timer_name(timer);
            match self.assumptions.time {
                Time::Ticks { .. } => format!("{name} in {may}..{must}"),
                _ => name,
            }
        });
        list("timers", timers.collect());
        let reported = local.reported.iter().map(|node| self.node_name(node));
        list("reported", reported.collect());
        if let Some(storage) = &local.storage {
            shown.insert("storage".to_owned(), json!(storage));
        }
        shown.into()
    }
}

/// Passes moves on to a search.
struct Visiting<'a, A: Resident, V> {
    world: &'a World<A>,
    visit: &'a mut V,
}

impl<A: Resident, V: Visit<Rows>> Take for Visiting<'_, A, V> {
    fn take<'m>(&mut self, fingerprint: u64, describe: impl FnOnce() -> Move<'m>) {
        let world = self.world;
        self.visit.successor(fingerprint, |rows| {
            let start = rows.words.len();
            describe().next.write(&mut rows.words);
            let within = world.within_boundary(&rows.words[start..]);
            if within {
                rows.ends.push(rows.words.len());
            } else {
                rows.words.truncate(start);
            }
            within
        });
    }
}

/// Passes moves on as steps and fingerprints.
struct Arcs<'a, A: Resident> {
    world: &'a World<A>,
    state: &'a [u32],
    arc: &'a mut dyn FnMut(Step, u64),
}

impl<A: Resident> Take for Arcs<'_, A> {
    fn take<'m>(&mut self, fingerprint: u64, describe: impl FnOnce() -> Move<'m>) {
        let taken = describe();
        let within = self.world.boundary.is_none() || {
            let mut next = Vec::new();
            taken.next.write(&mut next);
            self.world.within_boundary(&next)
        };
        if within {
            (self.arc)(self.world.step(self.state, &taken), fingerprint);
        }
    }
}

/// Writes moves down as steps.
struct Listing<'a, A: Resident> {
    world: &'a World<A>,
    state: &'a [u32],
    steps: Vec<(Step, Vec<u32>)>,
}

impl<A: Resident> Take for Listing<'_, A> {
    fn take<'m>(&mut self, _: u64, describe: impl FnOnce() -> Move<'m>) {
        let taken = describe();
        let mut next = Vec::new();
        taken.next.write(&mut next);
        if self.world.within_boundary(&next) {
            self.steps.push((self.world.step(self.state, &taken), next));
        }
    }
}

impl<A: Resident> Space for World<A> {
    type State = [u32];
    type OwnedState = Vec<u32>;
    type Row = Rows;
    type Step = Step;
    type Scratch = Scratch;

    fn scratch(&self) -> Scratch {
        Scratch::default()
    }

    fn initial(&self) -> Rows {
        let mut rows = Rows::default();
        rows.push(&self.with_scratch(|scratch| self.first_state(scratch)));
        rows
    }

    fn fingerprint(&self, state: &[u32]) -> u64 {
        self.fingerprint_of(state)
    }

    fn expand(&self, state: &[u32], scratch: &mut Scratch, visit: &mut impl Visit<Rows>) {
        self.moves(state, scratch, &mut Visiting { world: self, visit });
    }

    fn steps(&self, state: &[u32]) -> Vec<(Step, Vec<u32>)> {
        let mut listing = Listing {
            world: self,
            state,
            steps: Vec::new(),
        };
        self.with_scratch(|scratch| self.moves(state, scratch, &mut listing));
        listing.steps
    }

    fn arcs(&self, state: &[u32], arc: &mut dyn FnMut(Step, u64)) {
        let world = self;
        let mut arcs = Arcs { world, state, arc };
        self.with_scratch(|scratch| self.moves(state, scratch, &mut arcs));
    }

    fn label(&self, step: &Step) -> String {
        let name = |node: u8| self.node_name(usize::from(node));
        let what = match step.event {
            Event::Deliver(envelope) => format!("deliver {}", self.envelope(envelope)),
            Event::Lose(envelope) => format!("lose {}", self.envelope(envelope)),
            Event::Duplicate(envelope) => format!("duplicate {}", self.envelope(envelope)),
            Event::Choose { node, choice } => {
                let choice = self.actors[usize::from(node)].choice_name(self.choices.get(choice));
                format!("{choice} {}", name(node))
            }
            Event::Timeout { node, timer } => {
                let timer = self.actors[usize::from(node)].timer_name(self.timers.get(timer));
                format!("timeout {timer} at {}", name(node))
            }
            Event::Suspect { node, suspect } => {
                format!("suspect {} at {}", name(suspect), name(node))
            }
            Event::Crash(node) => format!("crash {}", name(node)),
            Event::Return(node) => format!("return {}", name(node)),
            Event::Tick => "tick".to_owned(),
        };
        if !step.crashes {
            return what;
        }
        let node = self
            .place(step.event)
            .expect("only a node can crash amid its sends");
        let left: Vec<_> = self
            .sent(step)
            .iter()
            .map(|sent| format!("{}->{}", sent.message, sent.to))
            .collect();
        let left = if left.is_empty() {
            "nothing".to_owned()
        } else {
            left.join(" and ")
        };
        format!(
            "{what}, crash {} having sent only {left}",
            self.node_name(node)
        )
    }

    fn action(&self, step: &Step) -> (String, String) {
        let (class, action) = match step.event {
            _ if step.crashes => ("crash", self.label(step)),
            Event::Deliver(id) => {
                let envelope = self.envelopes.get(id);
                let [src, dst] = [envelope.src, envelope.dst].map(usize::from);
                let message = self.actors[dst].undated_name(&envelope.msg);
                let [src, dst] = [src, dst].map(|node| self.node_name(node));
                ("deliver", format!("deliver {message} {src}->{dst}"))
            }
            Event::Choose { .. } => ("local", self.label(step)),
            Event::Timeout { .. } => ("timeout", self.label(step)),
            Event::Suspect { .. } => ("suspect", self.label(step)),
            Event::Crash(_) => ("crash", self.label(step)),
            Event::Return(_) => ("return", self.label(step)),
            Event::Lose(_) => ("lose", self.label(step)),
            Event::Duplicate(_) => ("duplicate", self.label(step)),
            Event::Tick => ("tick", self.label(step)),
        };
        (class.to_owned(), action)
    }

    fn describe(&self, _: &[u32], step: &Step, _: &[u32]) -> trace::Step {
        let label = self.label(step);
        let (from, message) = match step.event {
            Event::Deliver(id) | Event::Lose(id) | Event::Duplicate(id) => (
                Some(self.node_name(usize::from(self.envelopes.get(id).src))),
                Some(self.message(id)),
            ),
            Event::Suspect { suspect, .. } => (Some(self.node_name(usize::from(suspect))), None),
            _ => (None, None),
        };
        trace::Step {
            kind: first_word(&label),
            at: match step.event {
                Event::Lose(id) | Event::Duplicate(id) => Some(self.envelopes.get(id).dst.into()),
                event => self.place(event),
            }
            .map(|node| self.node_name(node)),
            from,
            message,
            sent: self.sent(step),
            label,
        }
    }

    fn lanes(&self) -> Vec<String> {
        (0..self.actors.len()).map(|n| self.node_name(n)).collect()
    }

    fn show(&self, state: &[u32]) -> Map<String, Value> {
        let view = self.view(state);
        let mut shown = Map::new();
        for node in 0..self.actors.len() {
            shown.insert(self.node_name(node), self.show_node(&view, node));
        }
        let ids = &state[NODES + self.actors.len()..];
        let mut network: Vec<_> = ids.iter().map(|id| self.envelope(*id)).collect();
        if self.assumptions.order == super::Order::Any {
            network.sort();
        }
        shown.insert("network".to_owned(), network.into());
        let spent = view.spent();
        shown.insert(
            "spent".to_owned(),
            json!({
                "losses": spent.losses,
                "duplicates": spent.duplicates,
                "returns": spent.returns,
                "mistakes": spent.mistakes,
            }),
        );
        shown
    }

    fn setting(&self) -> String {
        self.assumptions.to_string()
    }

    fn vocabulary(&self) -> Vec<String> {
        let Assumptions {
            losses,
            duplicates,
            time,
            crash,
            returns,
            detector,
            ..
        } = self.assumptions;
        let mut words: Vec<String> = self.actors.iter().flat_map(Resident::vocabulary).collect();
        let crashes = crash.budget > 0;
        let kinds = [
            ("crash ", crashes),
            ("return ", crashes && returns != Return::Never),
            ("suspect ", crashes && detector != Detector::None),
            ("lose ", losses > 0),
            ("duplicate ", duplicates > 0),
            ("tick", matches!(time, Time::Ticks { .. })),
        ];
        words.extend(
            kinds
                .iter()
                .filter(|(_, on)| *on)
                .map(|(kind, _)| (*kind).to_owned()),
        );
        words.sort();
        words.dedup();
        words
    }
}
