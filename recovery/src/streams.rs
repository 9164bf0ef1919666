//! The streams, in the memory that all nodes share. They outlive every fault of a node.
//!
//! Removed data stay on record, so that properties can look back: the list of a stream is everything that was ever
//! written to it.

use crate::messages::{Message, Outbox, Party};
use crate::pipeline::{Datum, Pipeline, StreamId, TaskId};
use crate::reading::{Asked, Found, Readable, Reading};

/// A datum that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// The datum.
    pub datum: Datum,
    /// Whether the FTC has compared it.
    pub compared: bool,
    /// Whether it was taken out.
    pub removed: bool,
}

/// All streams.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Streams {
    /// What was ever written to each, in order.
    pub slots: Vec<Vec<Slot>>,
    /// For which operations there is room kept in each.
    pub reserved: Vec<Vec<(TaskId, u16)>>,
}

fn at(stream: StreamId) -> usize {
    usize::from(stream.0) - 1
}

impl Streams {
    /// Empty streams.
    pub fn new(pipeline: &Pipeline) -> Self {
        let count = pipeline.streams().count();
        Streams {
            slots: vec![Vec::new(); count],
            reserved: vec![Vec::new(); count],
        }
    }

    /// Everything ever written to a stream.
    pub fn of(&self, stream: StreamId) -> &[Slot] {
        &self.slots[at(stream)]
    }

    /// How many data of a stream, from the first on, have been compared.
    pub fn level(&self, stream: StreamId) -> u16 {
        let slots = self.of(stream).iter();
        slots.take_while(|slot| slot.compared).count() as u16
    }

    fn find(&mut self, datum: &Datum, found: Found) -> Option<&mut Slot> {
        let slots = self.slots[at(datum.stream)].iter_mut();
        let mut there = slots.filter(|slot| !slot.removed);
        there.find(|slot| match found {
            Found::ByIdentity => same(&slot.datum, datum),
            Found::ByValue => slot.datum.value == datum.value,
        })
    }

    fn reserve(&mut self, stream: StreamId, of: (TaskId, u16), capacity: Option<u16>) -> bool {
        let held = self.of(stream).iter().filter(|slot| !slot.removed).count();
        let reserved = &mut self.reserved[at(stream)];
        if reserved.contains(&of) {
            return true;
        }
        let room = capacity.is_none_or(|most| held + reserved.len() < usize::from(most));
        if room && capacity.is_some() {
            reserved.push(of);
            reserved.sort();
        }
        room
    }

    /// Carries out an access.
    pub fn serve(
        &mut self,
        pipeline: &Pipeline,
        reading: &Reading,
        from: Party,
        access: Message,
        out: &mut Outbox,
    ) {
        let answer = match access {
            Message::Peek(stream) => {
                let first = self.of(stream).iter().find(|slot| !slot.removed);
                let readable = |slot: &&Slot| slot.compared || reading.readable == Readable::AtOnce;
                Message::Head(stream, first.filter(readable).map(|slot| slot.datum))
            }
            Message::Remove(datum) => {
                if let Some(slot) = self.find(&datum, Found::ByIdentity) {
                    slot.removed = true;
                }
                Message::Removed(datum)
            }
            Message::Push(datum) => {
                self.reserved[at(datum.stream)].retain(|of| *of != (datum.task, datum.op));
                self.slots[at(datum.stream)].push(Slot {
                    datum,
                    compared: false,
                    removed: false,
                });
                Message::Pushed(datum)
            }
            Message::Reserve(stream, task, op) => Message::Room(
                stream,
                self.reserve(stream, (task, op), pipeline.capacity()),
            ),
            Message::Compare(datum, worker, question) => {
                let slot = self.find(&datum, Found::ByIdentity);
                let there = slot.is_some();
                if let Some(slot) = slot
                    && (question.is_none() || reading.asked == Asked::Compared)
                {
                    slot.compared = true;
                }
                Message::Compared(datum, worker, question, there, self.level(datum.stream))
            }
            Message::Discard(datum, worker) => {
                if let Some(slot) = self.find(&datum, reading.found) {
                    slot.removed = true;
                }
                Message::Discarded(datum, worker)
            }
            Message::Level(stream) => Message::LevelIs(stream, self.level(stream)),
            _ => return, // Only accesses are sent here.
        };
        out.push((from, answer));
    }
}

/// Whether two data are the same as far as the registers tell: task, stream, value and counter.
pub fn same(one: &Datum, other: &Datum) -> bool {
    (one.task, one.stream, one.value, one.counter)
        == (other.task, other.stream, other.value, other.counter)
}
