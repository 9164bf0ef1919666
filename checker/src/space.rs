//! What can be searched: a [`Space`] of states and steps.
//!
//! Two kinds of spaces exist: any [`stateright::Model`], through [`OfModel`], and spaces that know
//! how to expand themselves faster than one state at a time can be built (a world of actors does).
//! Both hand their successors to a [`Visit`]or as *fingerprint first, state on demand*: most
//! successors are already known, and a known one is never built.

use crate::property::Sight;
use crate::trace::data;
use serde_json::{Map, Value};
use stateright::Model;
use std::borrow::Borrow;
use std::fmt::Debug;
use std::hash::{BuildHasher, Hash, Hasher};
use std::marker::PhantomData;

/// A row of states: successors on their way into the next level, or all states of a graph.
pub trait Row<S: ?Sized>: Default + Send + Sync {
    /// A state that may have to be put into a row, in whatever form is made most quickly: most successors are known.
    type Draft: Send;
    /// States that wait for their turn, in a form that takes little memory.
    type Packed: Send + Sync;

    /// How many states the row holds.
    fn len(&self) -> usize;
    /// Whether the row holds no state.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The state at `index`, counted from 0.
    fn get(&self, index: usize) -> &S;
    /// Moves all states of `other` to the end of this row.
    fn append(&mut self, other: &mut Self);
    /// Moves the states of `other` for which `keep` holds to the end of this row.
    fn append_where(&mut self, other: &mut Self, keep: &mut dyn FnMut(usize) -> bool);
    /// The memory of the row itself, in bytes, had it grown by doubling: the same for the same states. What states hold
    /// elsewhere is not in it; see [`Space::heap`].
    fn bytes(&self) -> usize;

    /// A state that may have to be put into a row.
    fn draft(state: &S) -> Self::Draft;
    /// Takes the last state away.
    fn take_last(&mut self) -> Option<Self::Draft>;
    /// Puts a state that was taken away to the end.
    fn put(&mut self, draft: Self::Draft);
    /// Takes all states away, and hands them on in pieces of so many.
    fn pack(&mut self, most: usize, piece: &mut dyn FnMut(Self::Packed));
    /// The states of a piece in a row; if need be, in this one.
    fn view<'a>(packed: &'a Self::Packed, room: &'a mut Self) -> &'a Self;
    /// Moves the states of a piece for which `keep` holds to the end of this row.
    fn unpack(&mut self, packed: Self::Packed, keep: &mut dyn FnMut(usize) -> bool);
    /// About how many bytes the state at `index` takes in a piece: the same for the same state.
    fn weight(&self, index: usize) -> usize;
}

/// What is made of a successor before anybody knows whether it is new.
pub type DraftOf<S> = <<S as Space>::Row as Row<<S as Space>::State>>::Draft;
/// States of a space that wait for their turn.
pub type PackedOf<S> = <<S as Space>::Row as Row<<S as Space>::State>>::Packed;

/// What states refer to by number may have other numbers in another process: for each kind of it, the new ones in the order of the
/// old ones. Without any kind all numbers are the same.
#[derive(Clone, Debug, Default)]
pub struct Numbers(pub Vec<Vec<u32>>);

/// Receives the successors of a state, in action order.
pub trait Visit<R> {
    /// A successor with this fingerprint. Only if the state is new, `build` is called: it appends the
    /// state to the row it is given, or answers `false` if the state lies beyond the boundary of the space
    /// and is not part of it (the search is then cut).
    fn successor(&mut self, fingerprint: u64, build: impl FnOnce(&mut R) -> bool);
}

/// Receives the steps of a state, in action order.
pub trait Arcs<Step> {
    /// A step that leads to the state with this fingerprint. Steps of the same `kind`, where one is given, have the same
    /// [action](Space::action), so that the step itself is made once for each.
    fn arc(&mut self, kind: Option<u64>, fingerprint: u64, step: impl FnOnce() -> Step);
}

/// A state space: initial states, steps, and how to name both.
pub trait Space: Sync {
    /// A state. Equal states have equal fingerprints.
    type State: ?Sized + ToOwned<Owned = Self::OwnedState> + PartialEq;
    /// An owned state.
    type OwnedState: Borrow<Self::State> + Clone + Debug + Eq + Hash + Send + Sync;
    /// A row of states.
    type Row: Row<Self::State>;
    /// A step, identified by what it does.
    type Step: Clone + Debug + Eq + Hash + Send + Sync;
    /// What a thread remembers between expansions (memoised results, buffers).
    type Scratch: Send;

    /// A fresh scratch.
    fn scratch(&self) -> Self::Scratch;
    /// Lets a scratch forget what it can do without, if it holds more than so many bytes.
    fn trim(&self, _scratch: &mut Self::Scratch, _bytes: usize) {}
    /// About how many bytes a state holds outside its row.
    fn heap(&self, state: &Self::State) -> usize {
        heap(&state.to_owned())
    }
    /// About how many bytes the space has come to hold beside all states: the same for the same states expanded.
    fn held(&self) -> usize {
        0
    }
    /// The initial states. All of them: a boundary limits where steps lead, not where runs begin, so that
    /// it cannot cut anything in silence.
    fn initial(&self) -> Self::Row;
    /// The fingerprint of a state.
    fn fingerprint(&self, state: &Self::State) -> u64;
    /// Hands all successors of `state` to `visit`, in the same order as [`Space::steps`].
    fn expand(
        &self,
        state: &Self::State,
        scratch: &mut Self::Scratch,
        visit: &mut impl Visit<Self::Row>,
    );
    /// As [`Space::expand`], with nothing built yet: each successor as its fingerprint and a draft, or no draft if it lies beyond
    /// the boundary for certain. Whoever asks looks many fingerprints up at once, and has what is new built by [`Space::finish`].
    fn sketch(
        &self,
        state: &Self::State,
        scratch: &mut Self::Scratch,
        hand: &mut impl FnMut(u64, Option<DraftOf<Self>>),
    ) {
        let row = Self::Row::default();
        let mut sketching = Sketching::<Self::State, _, _> {
            row,
            hand,
            state: PhantomData,
        };
        self.expand(state, scratch, &mut sketching);
    }
    /// Appends the successor of `state` that was drafted to `row`, or answers `false` if it lies beyond the boundary. The scratch
    /// is the one that drafted it, not trimmed since.
    fn finish(
        &self,
        _state: &Self::State,
        draft: DraftOf<Self>,
        _scratch: &mut Self::Scratch,
        row: &mut Self::Row,
    ) -> bool {
        row.put(draft);
        true
    }
    /// As [`Space::expand`], and also shows every step within the boundary to `see`, with the state it leads
    /// to, known or not, in the same order. A space that can do both in one go should.
    fn expand_with_steps(
        &self,
        state: &Self::State,
        scratch: &mut Self::Scratch,
        visit: &mut impl Visit<Self::Row>,
        see: &mut dyn FnMut(&Self::Step, &Self::State),
    ) {
        self.expand(state, scratch, visit);
        for (step, next) in self.steps(state) {
            see(&step, next.borrow());
        }
    }
    /// The enabled steps with their successors within the boundary, in action order.
    fn steps(&self, state: &Self::State) -> Vec<(Self::Step, Self::OwnedState)>;

    /// Writes states of a row down, so that [`Space::read_states`] can read them; answers `false` if states of this space cannot be
    /// written, which goes for all of them. What they refer to by number is not in it: see [`Space::origins`].
    fn write_states(&self, _row: &Self::Row, _places: &[usize], _bytes: &mut Vec<u8>) -> bool {
        false
    }
    /// Appends states that were written down to a row. In another process what they refer to has other numbers. Answers with how
    /// many there were; nothing if these are no states of this space.
    fn read_states(
        &self,
        _bytes: &[u8],
        _numbers: &Numbers,
        _row: &mut Self::Row,
    ) -> Option<usize> {
        None
    }
    /// How everything came about that states refer to by number, written down while no thread expands any.
    fn origins(&self) -> Vec<u8> {
        Vec::new()
    }
    /// Lets all of it come about again, in another process.
    fn remake(&self, _origins: &[u8]) -> Result<Numbers, String> {
        Ok(Numbers::default())
    }

    /// The successors of a state from which nothing has been left out, or the initial states like that; none if this
    /// space stores its states as they are.
    fn plainly(&self, _state: Option<&Self::State>) -> Option<Vec<Self::OwnedState>> {
        None
    }
    /// The form in which such a state is stored: what can never matter again left out.
    fn reduced(&self, state: &Self::State) -> Self::OwnedState {
        state.to_owned()
    }

    /// How many renamings of its parts leave the space as it is, the one that changes nothing among them; or why it has to be
    /// searched as it is.
    fn symmetries(&self) -> Result<usize, &'static str> {
        Err("nobody has said which renamings leave the model as it is")
    }
    /// What these renamings make of a state, itself first.
    fn images(&self, state: &Self::State) -> Vec<Self::OwnedState> {
        vec![state.to_owned()]
    }
    /// Of these images the one that stands for all of them, with its fingerprint: whichever of them was given.
    fn least_image(
        &self,
        state: &Self::State,
        _scratch: &mut Self::Scratch,
    ) -> (u64, Self::OwnedState) {
        (self.fingerprint(state), state.to_owned())
    }

    /// Whether steps that nobody but their own part can notice may wait until that part does something else; or why not.
    fn silence(&self) -> Result<(), &'static str> {
        Err("nobody has said which steps of the model nobody notices")
    }
    /// Hands over where steps lead that are not silent, each after any silent steps of the same part, with fingerprints (no state where some
    /// lie beyond the boundary); and shows the states that those silent steps pass through.
    fn strides(
        &self,
        state: &Self::State,
        _sight: &Sight<Self>,
        scratch: &mut Self::Scratch,
        _pass: &mut dyn FnMut(&Self::State),
        hand: &mut dyn FnMut(u64, Option<&Self::State>),
    ) where
        Self: Sized,
    {
        let mut all = Collecting::<Self::Row>::default();
        self.expand(state, scratch, &mut all);
        for (index, fingerprint) in all.fingerprints.iter().enumerate() {
            hand(*fingerprint, Some(all.row.get(index)));
        }
        if let Some(number) = all.beyond {
            hand(number, None);
        }
    }
    /// Every step within the boundary, with whose it is and whether it is silent.
    fn moved(
        &self,
        state: &Self::State,
        _sight: &Sight<Self>,
    ) -> Vec<Moved<Self::Step, Self::OwnedState>>
    where
        Self: Sized,
    {
        let steps = self.steps(state).into_iter();
        let moved = steps.map(|(step, next)| Moved {
            part: 0,
            silent: false,
            step,
            next,
        });
        moved.collect()
    }

    /// The enabled steps, each with the fingerprint of where it leads, in action order: all that a graph
    /// of the space needs.
    fn arcs(
        &self,
        state: &Self::State,
        _scratch: &mut Self::Scratch,
        arcs: &mut impl Arcs<Self::Step>,
    ) {
        for (step, next) in self.steps(state) {
            arcs.arc(None, self.fingerprint(next.borrow()), || step);
        }
    }

    /// The stable, readable name of a step.
    fn label(&self, step: &Self::Step) -> String;
    /// The class of a step, and the action it is an instance of, as far as fairness is concerned. Two
    /// steps with the same action are the same to a fair scheduler.
    fn action(&self, step: &Self::Step) -> (String, String) {
        let label = self.label(step);
        (first_word(&label), label)
    }
    /// The step as a trace shows it, taken from `before` to `after`.
    fn describe(&self, before: &Self::State, step: &Self::Step, after: &Self::State) -> data::Step;
    /// The lanes of a drawing; each is also a variable of [`Space::show`].
    fn lanes(&self) -> Vec<String>;
    /// The variables of a state.
    fn show(&self, state: &Self::State) -> Map<String, Value>;
    /// The world that is assumed, in words.
    fn setting(&self) -> String {
        String::new()
    }
    /// Beginnings of labels, each of which must occur in an exhausted search: a step that is never
    /// taken is a part of the model that was not checked.
    fn vocabulary(&self) -> Vec<String>;
}

/// A step of a part of a space.
#[derive(Clone, Debug)]
pub struct Moved<Step, State> {
    /// The part whose step it is, by its number.
    pub part: usize,
    /// Whether nobody but that part can notice it.
    pub silent: bool,
    /// The step.
    pub step: Step,
    /// Where it leads.
    pub next: State,
}

/// Keeps every successor within the boundary, and of the others that there are any.
#[derive(Default)]
pub(crate) struct Collecting<R> {
    pub(crate) fingerprints: Vec<u64>,
    pub(crate) row: R,
    /// The number of one beyond the boundary.
    pub(crate) beyond: Option<u64>,
}

impl<R> Visit<R> for Collecting<R> {
    fn successor(&mut self, fingerprint: u64, build: impl FnOnce(&mut R) -> bool) {
        if build(&mut self.row) {
            self.fingerprints.push(fingerprint);
        } else {
            self.beyond = Some(fingerprint);
        }
    }
}

/// Builds each successor at once and takes it away as a draft.
struct Sketching<'a, S: ?Sized, R, H> {
    row: R,
    hand: &'a mut H,
    state: PhantomData<fn(&S)>,
}

impl<S: ?Sized, R, H> Visit<R> for Sketching<'_, S, R, H>
where
    R: Row<S>,
    H: FnMut(u64, Option<R::Draft>),
{
    fn successor(&mut self, fingerprint: u64, build: impl FnOnce(&mut R) -> bool) {
        let within = build(&mut self.row);
        let draft = if within { self.row.take_last() } else { None };
        (self.hand)(fingerprint, draft);
    }
}

impl<T: Clone + Send + Sync> Row<T> for Vec<T> {
    type Draft = T;
    type Packed = Vec<T>;

    fn len(&self) -> usize {
        Vec::len(self)
    }
    fn get(&self, index: usize) -> &T {
        &self[index]
    }
    fn append(&mut self, other: &mut Self) {
        Vec::append(self, other);
    }
    fn append_where(&mut self, other: &mut Self, keep: &mut dyn FnMut(usize) -> bool) {
        let kept = other.drain(..).enumerate().filter(|(i, _)| keep(*i));
        self.extend(kept.map(|(_, state)| state));
    }
    fn bytes(&self) -> usize {
        grown(self.len()) * size_of::<T>()
    }
    fn draft(state: &T) -> T {
        state.clone()
    }
    fn take_last(&mut self) -> Option<T> {
        self.pop()
    }
    fn put(&mut self, draft: T) {
        self.push(draft);
    }
    fn pack(&mut self, most: usize, piece: &mut dyn FnMut(Vec<T>)) {
        let mut states = self.drain(..).peekable();
        while states.peek().is_some() {
            let mut packed: Vec<T> = states.by_ref().take(most).collect();
            packed.shrink_to_fit();
            piece(packed);
        }
    }
    fn view<'a>(packed: &'a Vec<T>, _: &'a mut Self) -> &'a Self {
        packed
    }
    fn unpack(&mut self, packed: Vec<T>, keep: &mut dyn FnMut(usize) -> bool) {
        let kept = packed.into_iter().enumerate().filter(|(i, _)| keep(*i));
        self.extend(kept.map(|(_, state)| state));
    }
    fn weight(&self, _: usize) -> usize {
        size_of::<T>()
    }
}

/// The places in a vector that has grown to this length by doubling.
pub fn grown(length: usize) -> usize {
    match length {
        0 => 0,
        length => length.next_power_of_two(),
    }
}

/// About how many bytes a value holds outside itself: by what it shows to a hasher, with the overhead of an
/// allocation for each length. The same for equal values.
pub fn heap<T: Hash>(value: &T) -> usize {
    struct Scales(usize);
    impl Hasher for Scales {
        fn write(&mut self, bytes: &[u8]) {
            self.0 += bytes.len();
        }
        // The length of a list, as a rule.
        fn write_usize(&mut self, _: usize) {
            self.0 += 24;
        }
        // The variant of an enum.
        fn write_isize(&mut self, _: isize) {
            self.0 += 4;
        }
        fn finish(&self) -> u64 {
            0
        }
    }
    let mut scales = Scales(0);
    value.hash(&mut scales);
    scales.0.saturating_sub(size_of::<T>())
}

/// The first word of a label: the kind of a step.
pub fn first_word(label: &str) -> String {
    label.split(' ').next().unwrap_or_default().to_owned()
}

/// Hashes with a fixed seed: the same value has the same fingerprint in every run, on every machine
/// of the same word size.
pub fn fingerprint(value: &(impl Hash + ?Sized)) -> u64 {
    foldhash::quality::FixedState::with_seed(0x7665_7264_6963_7421).hash_one(value)
}

/// The kind of a step by its label: the word it begins with, `Vote` in `Vote(2)` and in `Vote { by: 2 }`.
fn kind(label: &str) -> String {
    let end = label.find(|c: char| !c.is_alphanumeric() && !"_-".contains(c));
    match end {
        None | Some(0) => first_word(label),
        Some(end) => label[..end].to_owned(),
    }
}

/// A [`stateright::Model`] that can be searched by several threads: whoever derives the usual traits has one.
pub trait Searchable:
    Model<
        State: Clone + Debug + Eq + Hash + Send + Sync,
        Action: Clone + Debug + Eq + Hash + Send + Sync,
    > + Send
    + Sync
    + 'static
{
}

impl<M> Searchable for M
where
    M: Model + Send + Sync + 'static,
    M::State: Clone + Debug + Eq + Hash + Send + Sync,
    M::Action: Clone + Debug + Eq + Hash + Send + Sync,
{
}

/// Any [`stateright::Model`] as a [`Space`].
pub struct OfModel<M>(pub M);

impl<M: Searchable> Space for OfModel<M> {
    type State = M::State;
    type OwnedState = M::State;
    type Row = Vec<M::State>;
    type Step = M::Action;
    type Scratch = Vec<M::Action>;

    fn scratch(&self) -> Self::Scratch {
        Vec::new()
    }

    fn initial(&self) -> Self::Row {
        self.0.init_states()
    }

    fn fingerprint(&self, state: &M::State) -> u64 {
        fingerprint(state)
    }

    fn expand(
        &self,
        state: &M::State,
        actions: &mut Self::Scratch,
        visit: &mut impl Visit<Self::Row>,
    ) {
        self.0.actions(state, actions);
        for action in actions.drain(..) {
            let Some(next) = self.0.next_state(state, action) else {
                continue;
            };
            visit.successor(fingerprint(&next), |row| {
                let within = self.0.within_boundary(&next);
                if within {
                    row.push(next);
                }
                within
            });
        }
    }

    fn sketch(
        &self,
        state: &M::State,
        actions: &mut Self::Scratch,
        hand: &mut impl FnMut(u64, Option<M::State>),
    ) {
        self.0.actions(state, actions);
        for action in actions.drain(..) {
            if let Some(next) = self.0.next_state(state, action) {
                hand(fingerprint(&next), Some(next));
            }
        }
    }

    fn finish(
        &self,
        _: &M::State,
        next: M::State,
        _: &mut Self::Scratch,
        row: &mut Self::Row,
    ) -> bool {
        let within = self.0.within_boundary(&next);
        if within {
            row.push(next);
        }
        within
    }

    fn expand_with_steps(
        &self,
        state: &M::State,
        actions: &mut Self::Scratch,
        visit: &mut impl Visit<Self::Row>,
        see: &mut dyn FnMut(&M::Action, &M::State),
    ) {
        self.0.actions(state, actions);
        for action in actions.drain(..) {
            let Some(next) = self.0.next_state(state, action.clone()) else {
                continue;
            };
            let within = self.0.within_boundary(&next);
            if within {
                see(&action, &next);
            }
            visit.successor(fingerprint(&next), |row| {
                if within {
                    row.push(next);
                }
                within
            });
        }
    }

    fn steps(&self, state: &M::State) -> Vec<(M::Action, M::State)> {
        let mut actions = Vec::new();
        self.0.actions(state, &mut actions);
        actions
            .into_iter()
            .filter_map(|action| Some((action.clone(), self.0.next_state(state, action)?)))
            .filter(|(_, next)| self.0.within_boundary(next))
            .collect()
    }

    fn label(&self, step: &M::Action) -> String {
        self.0.format_action(step)
    }

    fn action(&self, step: &M::Action) -> (String, String) {
        let label = self.label(step);
        (kind(&label), label)
    }

    fn describe(&self, _: &M::State, step: &M::Action, _: &M::State) -> data::Step {
        let label = self.label(step);
        data::Step {
            kind: kind(&label),
            label,
            at: None,
            from: None,
            message: None,
            sent: Vec::new(),
        }
    }

    fn lanes(&self) -> Vec<String> {
        Vec::new()
    }

    fn show(&self, state: &M::State) -> Map<String, Value> {
        crate::debug::variables(state)
    }

    fn setting(&self) -> String {
        "a plain model: what it assumes is in its steps".to_owned()
    }

    fn vocabulary(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Any [`Space`] as a [`stateright::Model`], for stateright's own checker and explorer: slower, and
/// independent of our search. It has one property, which always holds, because stateright explores nothing
/// for a model without properties.
pub struct AsModel<S>(pub std::sync::Arc<S>);

impl<S: Space> Model for AsModel<S> {
    type State = S::OwnedState;
    type Action = S::Step;

    fn init_states(&self) -> Vec<S::OwnedState> {
        let row = self.0.initial();
        (0..row.len()).map(|i| row.get(i).to_owned()).collect()
    }

    fn actions(&self, state: &S::OwnedState, actions: &mut Vec<S::Step>) {
        let steps = self.0.steps(state.borrow());
        actions.extend(steps.into_iter().map(|(step, _)| step));
    }

    fn next_state(&self, state: &S::OwnedState, action: S::Step) -> Option<S::OwnedState> {
        let mut steps = self.0.steps(state.borrow()).into_iter();
        steps.find_map(|(step, next)| (step == action).then_some(next))
    }

    fn format_action(&self, action: &S::Step) -> String {
        self.0.label(action)
    }

    fn properties(&self) -> Vec<stateright::Property<Self>> {
        vec![stateright::Property::always("explored", |_, _| true)]
    }
}
