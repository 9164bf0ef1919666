//! An actor that lives in a world.

use super::symmetry::{Renaming, Symmetry};
use serde::{Serialize, Serializer};
use serde_json::Value;
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Range;
use std::time::Duration;
use verdict_checker::debug;

/// What the [`World`](super::World) asks of an actor beyond stateright's own [`Actor`].
///
/// Everything has a default: `impl Resident for MyActor {}` is enough for an algorithm that hears
/// of no crashes and has no logical time.
pub trait Resident:
    Actor<
        Msg: Ord + Send + Sync,
        State: Eq + Send + Sync,
        Storage: Eq + Send + Sync,
        Timer: Ord + Send + Sync,
        Random: Send + Sync,
    > + Send
    + Sync
    + 'static
{
    /// The failure detector reports that `suspect` has crashed.
    fn on_suspect(&self, id: Id, state: &mut Cow<Self::State>, suspect: Id, o: &mut Out<Self>) {
        let _ = (id, state, suspect, o);
    }

    /// Whether this node wants to hear of the crash of `other` now.
    fn watches(&self, id: Id, state: &Self::State, other: Id) -> bool {
        let _ = (id, state, other);
        true
    }

    /// Whether this node may crash at all (a shared memory may not).
    fn may_crash(&self, id: Id) -> bool {
        let _ = id;
        true
    }

    /// What is left of a node that crashes for ever, for properties to look at: what it did, not what it knew. Nobody
    /// acts on it, and to the others the node is as dead as without it. A crash that cuts off every send of a handler counts
    /// as a crash before that handler.
    fn remains(&self, state: &Self::State) -> Option<Self::State> {
        let _ = state;
        None
    }

    /// Whether this message is an access to something shared, or the answer to one, rather than mail. An access
    /// happens when it arrives; if its node crashes before, it never does, and nobody is left to hear an
    /// answer.
    fn is_access(&self, message: &Self::Msg) -> bool {
        let _ = message;
        false
    }

    /// Whether this message marks a place in its channel, for a world in which only marks are in order.
    fn is_mark(&self, message: &Self::Msg) -> bool {
        let _ = message;
        false
    }

    /// In a synchronous world: whether `message`, in flight to `to`, could still lead to the answer for which
    /// `waiting` has set `timer`. The default errs on the side of the timer: any message could.
    fn could_answer(&self, waiting: Id, timer: &Self::Timer, to: Id, message: &Self::Msg) -> bool {
        let _ = (waiting, timer, to, message);
        true
    }

    /// In a synchronous world: whether the local step `choice`, open at `node`, could still lead to
    /// that answer.
    fn could_answer_by(
        &self,
        waiting: Id,
        timer: &Self::Timer,
        node: Id,
        choice: &Self::Random,
    ) -> bool {
        let _ = (waiting, timer, node, choice);
        false
    }

    /// The logical time of a state, if the algorithm has one: a number that never falls while the node
    /// is up.
    fn date(&self, state: &Self::State) -> Option<u64> {
        let _ = state;
        None
    }

    /// The logical time of a message. A message dated no later than its receiver is *stale*; the
    /// world drops it if, as the algorithm says it should, its delivery would change nothing.
    fn date_of(&self, message: &Self::Msg) -> Option<u64> {
        let _ = message;
        None
    }

    /// If only differences of dates matter to the algorithm (and dates modulo this number): the
    /// step by which all dates may be lowered together.
    fn period(&self) -> Option<u64> {
        None
    }

    /// The state with all its dates lowered.
    fn lower(&self, state: &Self::State, by: u64) -> Self::State {
        let _ = by;
        state.clone()
    }

    /// The message with all its dates lowered.
    fn lower_message(&self, message: &Self::Msg, by: u64) -> Self::Msg {
        let _ = by;
        message.clone()
    }

    /// Which renamings of `nodes` nodes leave the algorithm as it is: whoever is renamed, in all states and messages, behaves as
    /// the one whose name it has got. It is asked of the first actor and holds for all.
    fn symmetry(&self, nodes: usize) -> Symmetry {
        let _ = nodes;
        Symmetry::None
    }

    /// The state with every node in it under its new name; as it is, if a state names no node.
    fn rename(&self, state: &Self::State, names: &Renaming) -> Self::State {
        let _ = names;
        state.clone()
    }

    /// The message with every node in it under its new name.
    fn rename_message(&self, message: &Self::Msg, names: &Renaming) -> Self::Msg {
        let _ = names;
        message.clone()
    }

    /// The timer with every node in it under its new name.
    fn rename_timer(&self, timer: &Self::Timer, names: &Renaming) -> Self::Timer {
        let _ = names;
        timer.clone()
    }

    /// The local step with every node in it under its new name.
    fn rename_choice(&self, choice: &Self::Random, names: &Renaming) -> Self::Random {
        let _ = names;
        choice.clone()
    }

    /// What is stored, with every node in it under its new name.
    fn rename_storage(&self, storage: &Self::Storage, names: &Renaming) -> Self::Storage {
        let _ = names;
        storage.clone()
    }

    /// What a node is called.
    fn node_name(&self, id: Id) -> String {
        format!("S{}", usize::from(id))
    }

    /// A local state for people to look at, as JSON. The default takes its `Debug` apart; different states must look
    /// different.
    fn show_state(&self, state: &Self::State) -> Value {
        debug::fields(state)
    }

    /// Stable storage for people to look at, as JSON.
    fn show_storage(&self, storage: &Self::Storage) -> Value {
        debug::fields(storage)
    }

    /// A message as text; it must tell different messages apart.
    fn message_name(&self, message: &Self::Msg) -> String {
        format!("{message:?}")
    }

    /// A message as text without its dates: what remains the same when dates are lowered, so that
    /// fairness can follow one message through that.
    fn undated_name(&self, message: &Self::Msg) -> String {
        self.message_name(message)
    }

    /// A local step as text: the first part of its label.
    fn choice_name(&self, choice: &Self::Random) -> String {
        format!("{choice:?}")
    }

    /// The class of a local step, for fairness: `local`, or another name for steps that are taken freely, such
    /// as the wish to enter, and that no scheduler owes.
    fn choice_class(&self, choice: &Self::Random) -> &'static str {
        let _ = choice;
        "local"
    }

    /// A timer as text.
    fn timer_name(&self, timer: &Self::Timer) -> String {
        format!("{timer:?}")
    }

    /// Beginnings of the labels of this actor's own steps, each of which must be seen in an
    /// exhausted search.
    fn vocabulary(&self) -> Vec<String> {
        Vec::new()
    }
}

/// How long a timer runs in a world that counts ticks: one tick is one millisecond of the actor's
/// own time.
pub fn ticks(number: u64) -> Range<Duration> {
    Duration::from_millis(number)..Duration::from_millis(number)
}

/// A set of nodes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeSet(u64);

impl NodeSet {
    /// The largest number of nodes a set can hold.
    pub const CAPACITY: usize = 64;

    /// The set of one node.
    pub fn only(node: usize) -> Self {
        NodeSet(1 << node)
    }

    /// Whether the node is a member.
    pub fn contains(self, node: usize) -> bool {
        self.0 >> node & 1 == 1
    }

    /// The set with this node.
    pub fn with(self, node: usize) -> Self {
        NodeSet(self.0 | 1 << node)
    }

    /// The set without this node.
    pub fn without(self, node: usize) -> Self {
        NodeSet(self.0 & !(1 << node))
    }

    /// The members that are not in `other`.
    pub fn minus(self, other: NodeSet) -> Self {
        NodeSet(self.0 & !other.0)
    }

    /// The members that are in `other` too.
    pub fn and(self, other: NodeSet) -> Self {
        NodeSet(self.0 & other.0)
    }

    /// Whether every member is in `other`.
    pub fn is_subset(self, other: NodeSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// The number of members.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no member.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The members, smallest first.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let node = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(node)
        })
    }
}

impl FromIterator<usize> for NodeSet {
    fn from_iter<I: IntoIterator<Item = usize>>(nodes: I) -> Self {
        nodes.into_iter().fold(Self::default(), Self::with)
    }
}

thread_local! {
    /// What nodes are called in the world that is being shown: a set knows numbers alone.
    static NAMES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Shows something of a world whose nodes have these names.
pub(super) fn with_names<T>(names: Vec<String>, show: impl FnOnce() -> T) -> T {
    let former = NAMES.replace(names);
    let shown = show();
    NAMES.set(former);
    shown
}

impl NodeSet {
    fn names(self) -> Vec<String> {
        NAMES.with_borrow(|names| {
            let name = |node| names.get(node).cloned();
            let members = self.iter();
            members
                .map(|node| name(node).unwrap_or_else(|| format!("S{node}")))
                .collect()
        })
    }
}

impl Debug for NodeSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{{{}}}", self.names().join(", "))
    }
}

impl Serialize for NodeSet {
    /// An ITF set.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([("#set", self.names())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_shown_with_the_names_that_nodes_have_in_the_world_that_is_shown() {
        let set = NodeSet::only(0).with(2);
        assert_eq!(format!("{set:?}"), "{S0, S2}");
        let names = ["leader", "worker1", "memory"].map(str::to_owned);
        with_names(names.to_vec(), || {
            assert_eq!(format!("{set:?}"), "{leader, memory}");
            let shown = serde_json::to_value(set).expect("a set can be shown");
            assert_eq!(shown, serde_json::json!({ "#set": ["leader", "memory"] }));
        });
        assert_eq!(format!("{set:?}"), "{S0, S2}");
    }
}
