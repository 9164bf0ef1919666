//! How local states and messages came about, so that they can come about again in another process: their numbers depend on
//! who came first, and what they stand for cannot be written down in general.
//!
//! Whatever makes one is a call with numbers as arguments (an event in a local state, say) and numbers as results. Each call that made
//! something new is noted with both. In another process the calls are made again, each as soon as its arguments are there, and what
//! they answer says which numbers have taken the place of which.

use super::effects::Cause;
use super::population::Population;
use std::sync::Mutex;
use verdict_checker::space::Numbers;

/// What makes local states and messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Call {
    /// The beginnings of all runs.
    Start,
    /// Something happens to a node.
    Effect(u32, Cause),
    /// A message becomes older.
    Older(u32),
    /// The date of a local state is lowered.
    LowerLocal(u32, u64),
    /// The date of a message is lowered.
    LowerEnvelope(u32, u64),
}

/// The calls so far, as numbers: four for the call, then the local states and the messages that it answered with, each list behind its
/// length.
#[derive(Default)]
pub(super) struct Origins(Mutex<Vec<u32>>);

/// Stands for a number that has not come about yet.
const UNKNOWN: u32 = u32::MAX;
const UNPOISONED: &str = "the lock is held only to copy numbers";

impl Origins {
    /// A call has made something new.
    #[cold]
    pub(super) fn note(&self, call: Call, locals: &[u32], envelopes: &[u32]) {
        let mut words = self.0.lock().expect(UNPOISONED);
        words.extend(call.words());
        for results in [locals, envelopes] {
            words.push(results.len() as u32);
            words.extend(results);
        }
    }

    /// All calls, written down.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let words = self.0.lock().expect(UNPOISONED);
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }
}

impl Call {
    fn words(self) -> [u32; 4] {
        let by = |kind, id, by: u64| [kind, id, by as u32, (by >> 32) as u32];
        let effect = |kind, local, detail| [kind, local, detail, 0];
        match self {
            Call::Start => [0; 4],
            Call::Effect(local, cause) => match cause {
                Cause::Deliver(envelope) => effect(1, local, envelope),
                Cause::Choose(index) => effect(2, local, index),
                Cause::Timeout(index) => effect(3, local, index),
                Cause::Suspect(node) => effect(4, local, node),
                Cause::Crash => effect(5, local, 0),
                Cause::Return => effect(6, local, 0),
                Cause::Forget(node) => effect(7, local, node),
                Cause::Age => effect(8, local, 0),
            },
            Call::Older(envelope) => [9, envelope, 0, 0],
            Call::LowerLocal(local, amount) => by(10, local, amount),
            Call::LowerEnvelope(envelope, amount) => by(11, envelope, amount),
        }
    }

    fn of([kind, id, low, high]: [u32; 4]) -> Option<Self> {
        let by = u64::from(high) << 32 | u64::from(low);
        let cause = match kind {
            0 => return Some(Call::Start),
            1 => Cause::Deliver(low),
            2 => Cause::Choose(low),
            3 => Cause::Timeout(low),
            4 => Cause::Suspect(low),
            5 => Cause::Crash,
            6 => Cause::Return,
            7 => Cause::Forget(low),
            8 => Cause::Age,
            9 => return Some(Call::Older(id)),
            10 => return Some(Call::LowerLocal(id, by)),
            11 => return Some(Call::LowerEnvelope(id, by)),
            _ => return None,
        };
        Some(Call::Effect(id, cause))
    }
}

/// A call with what it answered.
struct Noted<'a> {
    call: Call,
    /// Local states, messages.
    results: [&'a [u32]; 2],
}

impl<'a> Noted<'a> {
    /// The first call in these numbers, which are left behind it.
    fn first(words: &mut &'a [u32]) -> Option<Self> {
        let (call, mut rest) = words.split_first_chunk()?;
        let mut list = || {
            let (length, behind) = rest.split_first()?;
            let (list, behind) = behind.split_at_checked(*length as usize)?;
            rest = behind;
            Some(list)
        };
        let results = [list()?, list()?];
        *words = rest;
        let call = Call::of(*call)?;
        Some(Noted { call, results })
    }
}

/// New numbers by old ones.
#[derive(Default)]
struct Renamed([Vec<u32>; 2]);

const LOCALS: usize = 0;
const ENVELOPES: usize = 1;

impl Renamed {
    fn get(&self, kind: usize, old: u32) -> Option<u32> {
        let new = *self.0[kind].get(old as usize)?;
        (new != UNKNOWN).then_some(new)
    }

    /// The call with the numbers that its arguments have now; nothing if one of them is not there yet.
    fn call(&self, call: Call) -> Option<Call> {
        Some(match call {
            Call::Start => call,
            Call::Effect(local, cause) => {
                let cause = match cause {
                    Cause::Deliver(envelope) => Cause::Deliver(self.get(ENVELOPES, envelope)?),
                    other => other,
                };
                Call::Effect(self.get(LOCALS, local)?, cause)
            }
            Call::Older(envelope) => Call::Older(self.get(ENVELOPES, envelope)?),
            Call::LowerLocal(local, by) => Call::LowerLocal(self.get(LOCALS, local)?, by),
            Call::LowerEnvelope(envelope, by) => {
                Call::LowerEnvelope(self.get(ENVELOPES, envelope)?, by)
            }
        })
    }

    /// What was answered then, and what is answered now.
    fn learn(&mut self, then: [&[u32]; 2], now: [&[u32]; 2]) -> bool {
        for kind in [LOCALS, ENVELOPES] {
            if then[kind].len() != now[kind].len() {
                return false;
            }
            for (old, new) in then[kind].iter().zip(now[kind]) {
                let known = &mut self.0[kind];
                if known.len() <= *old as usize {
                    known.resize(*old as usize + 1, UNKNOWN);
                }
                let place = &mut known[*old as usize];
                if *place != UNKNOWN && *place != *new {
                    return false;
                }
                *place = *new;
            }
        }
        true
    }
}

const OTHER: &str = "it was written by another model";

impl dyn Population + '_ {
    /// Makes all calls again that were written down.
    pub(super) fn remake(&self, bytes: &[u8]) -> Result<Numbers, String> {
        let words = bytes.chunks_exact(size_of::<u32>());
        let words: Vec<u32> = words
            .map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")))
            .collect();
        let (mut rest, mut left) = (&words[..], Vec::new());
        while !rest.is_empty() {
            left.push(Noted::first(&mut rest).ok_or(OTHER)?);
        }
        // No number is larger than the place of the note that made it.
        let most = words.len() as u32;
        let too_large = |list: &&[u32]| list.iter().any(|number| *number >= most);
        if left.iter().any(|noted| noted.results.iter().any(too_large)) {
            return Err(OTHER.to_owned());
        }
        let mut renamed = Renamed::default();
        // Threads may have noted a call before the one that made its arguments.
        while !left.is_empty() {
            let (before, mut agrees) = (left.len(), true);
            left.retain(|noted| match renamed.call(noted.call) {
                Some(call) if agrees => {
                    let (locals, envelopes) = self.make(call);
                    agrees = renamed.learn(noted.results, [&locals, &envelopes]);
                    false
                }
                _ => true,
            });
            if !agrees || left.len() == before {
                return Err(OTHER.to_owned());
            }
        }
        Ok(Numbers(renamed.0.into()))
    }

    /// The local states and the messages that a call answers with.
    fn make(&self, call: Call) -> (Vec<u32>, Vec<u32>) {
        match call {
            Call::Start => flat(&self.starts()),
            Call::Effect(local, cause) => {
                let effect = self.effect(local, cause);
                let sends = effect.sends.map(|sends| sends.to_vec());
                (vec![effect.local], sends.unwrap_or_default())
            }
            Call::Older(envelope) => (Vec::new(), vec![self.older(envelope)]),
            Call::LowerLocal(local, by) => (vec![self.lower_local(local, by)], Vec::new()),
            Call::LowerEnvelope(envelope, by) => {
                (Vec::new(), vec![self.lower_envelope(envelope, by)])
            }
        }
    }
}

/// All beginnings in two lists.
pub(super) fn flat(starts: &[(Vec<u32>, Vec<u32>)]) -> (Vec<u32>, Vec<u32>) {
    let locals = starts.iter().flat_map(|(locals, _)| locals);
    let sends = starts.iter().flat_map(|(_, sends)| sends);
    (locals.copied().collect(), sends.copied().collect())
}
