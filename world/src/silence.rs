//! Silent steps: those that nobody but their own node can notice, and that can wait until that node does something else.
//!
//! A step is silent if it sends nothing, spends no budget, changes nothing that a property sees, and if whatever other nodes can do
//! after it they could do before it, to the same end. So it may be put off until just before the next step of the same node that is
//! not silent, or for ever if there is none; the states in between need not be stored. A step that would be silent here and is not
//! after others have moved does no harm: it is then taken as any other. What makes a step not silent is a list of [`Rule`]s, each of
//! which can be left out, to see whether the comparison with the whole space notices.

use super::effects::{Cause, Scratch, TIMELESS};
use super::next::{Move, Take, What};
use super::population::Population;
use super::resident::Resident;
use super::rows::Rows;
use super::state::NODES;
use super::step::Step;
use super::{Return, Time, World};
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::hash::Hash;
use verdict_checker::property::Sight;
use verdict_checker::space::{Moved, Row, fingerprint};

/// Why a step is not silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// It sends something.
    Sends,
    /// It spends a budget: a mistake of the detector.
    Spends,
    /// The property sees the change of the node.
    Seen,
    /// The property reads the message that goes with it, or one that becomes stale by it.
    Read,
    /// In a synchronous world: it is a timeout.
    Timeout,
    /// In a synchronous world: the message that goes with it could answer another node's timer.
    Answer,
    /// In a synchronous world: a local step open at the node could.
    OpenChoice,
    /// It reports a crash, and whoever has crashed may return.
    SuspectReturns,
    /// It is an access, and whoever is at its other end may crash.
    Access,
}

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 9] = [
        Rule::Sends,
        Rule::Spends,
        Rule::Seen,
        Rule::Read,
        Rule::Timeout,
        Rule::Answer,
        Rule::OpenChoice,
        Rule::SuspectReturns,
        Rule::Access,
    ];
}

/// What a property sees, of local states and of messages by their numbers.
#[derive(Clone, Copy)]
pub(super) struct Eyes<'a> {
    pub(super) sees: &'a dyn Fn(u32) -> u64,
    pub(super) reads: &'a dyn Fn(u32) -> bool,
}

impl<A: Resident> World<A> {
    /// What a property sees: of a node what `of_node` makes of its state, and the messages that it `reads`. Whether a node is up it
    /// always sees. Timers, open steps and reports it does not.
    pub fn sight<H: Hash>(
        of_node: impl Fn(&A::State) -> H + Send + Sync + 'static,
        reads: impl Fn(&A::Msg) -> bool + Send + Sync + 'static,
    ) -> Sight<World<A>> {
        Sight::new(
            move |world: &World<A>, local| {
                let local = world.locals.get(local);
                fingerprint(&(local.up, local.state.as_ref().map(&of_node)))
            },
            move |world: &World<A>, envelope| reads(&world.envelopes.get(envelope).msg),
        )
    }

    /// Takes steps for silent that are not, as if there were no such rule: for trying out whether that is noticed.
    pub fn without_rule(mut self, rule: Rule) -> Self {
        self.rules.left_out = Some(rule);
        self
    }
}

/// A move, written down.
struct Noted {
    /// The node to which it happens, and what; nothing if it happens to none.
    at: Option<(usize, Cause)>,
    /// The node whose step it is.
    node: usize,
    sends: bool,
    crashes: bool,
    fingerprint: u64,
}

/// Writes moves down.
struct Noting<'a> {
    world: &'a dyn Population,
    state: &'a [u32],
    scratch_rows: &'a mut Rows,
    noted: Vec<Noted>,
    /// The number of moves that are not told one by one.
    beyond: Option<u64>,
    /// The steps themselves, if they are asked for.
    steps: Option<Vec<Step>>,
}

impl Take for Noting<'_> {
    fn take<'m>(&mut self, fingerprint: u64, describe: impl FnOnce() -> Move<'m>) {
        let taken = describe();
        if let Some(steps) = &mut self.steps {
            steps.push(self.world.step(self.state, &taken));
        }
        let (at, node) = match taken.what {
            What::Node(node, cause) => (Some((node, cause)), node),
            What::Lose(envelope) | What::Duplicate(envelope) => {
                (None, self.world.route(envelope).dst)
            }
            What::Tick => unreachable!("a world that counts ticks has no silent steps"),
        };
        self.scratch_rows
            .push_if(|words| taken.next.write(words), |_| true);
        self.noted.push(Noted {
            at,
            node,
            sends: !taken.sent.is_empty(),
            crashes: taken.crashes,
            fingerprint,
        });
    }

    fn beyond(&mut self, number: u64) {
        self.beyond = Some(number);
    }
}

impl dyn Population + '_ {
    /// Why no step of this world may wait.
    pub(super) fn why_no_silence(&self) -> Option<&'static str> {
        if matches!(self.rules().assumptions.time, Time::Ticks { .. }) {
            return Some("a world that counts ticks is searched whole");
        }
        let why = "a world with a boundary is searched whole";
        self.rules().bounded.then_some(why)
    }

    /// The moves of a state, or those of one node.
    fn written_down<'a>(
        &'a self,
        state: &'a [u32],
        only: Option<usize>,
        rows: &'a mut Rows,
        scratch: &mut Scratch,
        with_steps: bool,
    ) -> (Vec<Noted>, Vec<Step>, Option<u64>) {
        let mut noting = Noting {
            world: self,
            state,
            scratch_rows: rows,
            noted: Vec::new(),
            beyond: None,
            steps: with_steps.then(Vec::new),
        };
        self.moves_of(state, only, scratch, &mut noting);
        let steps = noting.steps.unwrap_or_default();
        (noting.noted, steps, noting.beyond)
    }

    /// Whether a move may wait.
    fn is_silent(
        &self,
        eyes: Eyes,
        state: &[u32],
        next: &[u32],
        noted: &Noted,
        scratch: &mut Scratch,
    ) -> bool {
        let Some((node, cause)) = noted.at else {
            return false;
        };
        let arrived = match cause {
            _ if noted.crashes => return false,
            Cause::Deliver(envelope) => Some(envelope),
            Cause::Choose(_) | Cause::Timeout(_) | Cause::Suspect(_) => None,
            Cause::Crash | Cause::Return | Cause::Forget(_) | Cause::Age => return false,
        };
        let rules = self.rules();
        let local = state[NODES + node];
        let after = scratch.local_after(self, local, cause);
        let first = NODES + rules.nodes;
        // What may go beside the message that arrives: whatever has become stale.
        let ages = scratch.local(self, local).date != scratch.local(self, after).date;
        let mut reads = false;
        for envelope in &state[first..] {
            let goes = arrived == Some(*envelope)
                || ages && {
                    let facts = scratch.envelope(self, *envelope);
                    usize::from(facts.dst) == node && facts.date != TIMELESS
                };
            reads = reads || goes && (eyes.reads)(*envelope);
        }
        let synchronous = rules.assumptions.time == Time::Synchronous;
        let applies = |rule: Rule| match rule {
            Rule::Sends => noted.sends,
            Rule::Spends => state[0] != next[0],
            Rule::Seen => (eyes.sees)(local) != (eyes.sees)(after),
            Rule::Read => reads,
            Rule::Timeout => synchronous && matches!(cause, Cause::Timeout(_)),
            Rule::Answer => {
                synchronous
                    && (ages || arrived.is_some() && self.could_answer(state, node, arrived))
            }
            Rule::OpenChoice => synchronous && self.could_answer(state, node, None),
            Rule::SuspectReturns => {
                rules.assumptions.returns != Return::Never && matches!(cause, Cause::Suspect(_))
            }
            Rule::Access => arrived.is_some_and(|envelope| {
                let src = self.route(envelope).src;
                let crashes = rules.assumptions.crash.budget > 0;
                crashes && rules.may_crash.contains(src) && self.envelope_facts(envelope).access
            }),
        };
        let mut left = Rule::ALL.into_iter();
        !left.any(|rule| rules.left_out != Some(rule) && applies(rule))
    }

    /// Hands over where steps lead that are not silent, each after any silent steps of the same node, and shows the states that those
    /// silent steps pass through.
    pub(super) fn strides(
        &self,
        state: &[u32],
        eyes: Eyes,
        scratch: &mut Scratch,
        pass: &mut dyn FnMut(&[u32]),
        hand: &mut dyn FnMut(u64, Option<&[u32]>),
    ) {
        let mut waiting: BTreeMap<usize, VecDeque<Vec<u32>>> = BTreeMap::new();
        let mut rows = Rows::default();
        let (noted, _, beyond) = self.written_down(state, None, &mut rows, scratch, false);
        if let Some(number) = beyond {
            hand(number, None);
        }
        for (index, noted) in noted.iter().enumerate() {
            let next = rows.get(index);
            if self.is_silent(eyes, state, next, noted, scratch) {
                waiting
                    .entry(noted.node)
                    .or_default()
                    .push_back(next.to_vec());
            } else {
                hand(noted.fingerprint, Some(next));
            }
        }
        for (node, mut queue) in waiting {
            let mut seen: HashSet<Vec<u32>> = queue.iter().cloned().collect();
            while let Some(state) = queue.pop_front() {
                pass(&state);
                let mut rows = Rows::default();
                let (noted, _, beyond) =
                    self.written_down(&state, Some(node), &mut rows, scratch, false);
                if let Some(number) = beyond {
                    hand(number, None);
                }
                for (index, noted) in noted.iter().enumerate() {
                    let next = rows.get(index);
                    if !self.is_silent(eyes, &state, next, noted, scratch) {
                        hand(noted.fingerprint, Some(next));
                    } else if seen.insert(next.to_vec()) {
                        queue.push_back(next.to_vec());
                    }
                }
            }
        }
    }

    /// Every step, with whose it is and whether it is silent.
    pub(super) fn moved(&self, state: &[u32], eyes: Eyes) -> Vec<Moved<Step, Vec<u32>>> {
        self.with_scratch(|scratch| {
            let mut rows = Rows::default();
            let (noted, steps, _) = self.written_down(state, None, &mut rows, scratch, true);
            let each = noted.iter().zip(steps).enumerate();
            each.map(|(index, (noted, step))| {
                let next = rows.get(index);
                Moved {
                    part: noted.node,
                    silent: self.is_silent(eyes, state, next, noted, scratch),
                    step,
                    next: next.to_vec(),
                }
            })
            .collect()
        })
    }
}
