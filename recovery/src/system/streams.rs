//! The streams of the running system: the same answers as the model's, from a structure that does not search.
//!
//! The model keeps all that was ever written in one list, so that properties can look back. Here data that are
//! in a stream, data by identity, and the level are kept apart. That both answer alike is tested below, on random accesses,
//! sensible or not.

use crate::messages::Message;
use crate::pipeline::{Datum, Op, Pipeline, StreamId, Task, TaskId};
use std::collections::{BTreeMap, HashMap, VecDeque};

/// What identifies a datum in its stream, as far as registers tell.
type Identity = (TaskId, u32, u16);

fn identity(datum: &Datum) -> Identity {
    (datum.task, datum.value, datum.counter)
}

/// A datum in a stream.
#[derive(Clone, Copy, Debug)]
struct Slot {
    datum: Datum,
    compared: bool,
}

/// One stream.
#[derive(Debug, Default)]
struct Stream {
    /// What is in it, by place: the how many-th datum ever written it is.
    there: BTreeMap<u32, Slot>,
    /// The places of each datum, first to last.
    places: HashMap<Identity, VecDeque<u32>>,
    /// Everything ever written.
    written: Vec<Datum>,
    /// How many data, from the first on, have been compared.
    level: u32,
    /// Whether data beyond the level that were taken out had been compared.
    taken_beyond: BTreeMap<u32, bool>,
    /// For which operations there is room kept.
    reserved: Vec<(TaskId, u16)>,
    /// Whether the leader waits for room.
    room_wanted: bool,
}

/// What a task waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// A datum that can be read.
    ForDatum(StreamId),
    /// Room for one more.
    ForRoom(StreamId),
}

/// When a task is handed out to a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handout {
    /// When its next operation can be performed.
    AtOnce,
    /// When all that it will read from the stream of its next operation can be read (6.2).
    WhenReady,
}

/// All streams.
#[derive(Debug)]
pub struct Streams {
    streams: Vec<Stream>,
    capacity: Option<u16>,
}

impl Streams {
    /// Empty streams.
    pub fn new(pipeline: &Pipeline) -> Self {
        let count = pipeline.streams().count();
        Streams {
            streams: (0..count).map(|_| Stream::default()).collect(),
            capacity: pipeline.capacity(),
        }
    }

    fn of(&mut self, stream: StreamId) -> Option<&mut Stream> {
        self.streams.get_mut(usize::from(stream.0).checked_sub(1)?)
    }

    /// Carries out an access. Nothing happens, and nothing is answered, if it is none or there is no such stream.
    pub fn serve(&mut self, access: Message) -> Option<Message> {
        let capacity = self.capacity;
        Some(match access {
            Message::Peek(stream) => Message::Head(stream, self.of(stream)?.head()),
            Message::Remove(datum) => {
                self.of(datum.stream)?.take(&datum);
                Message::Removed(datum)
            }
            Message::Push(datum) => {
                self.of(datum.stream)?.put(datum);
                Message::Pushed(datum)
            }
            Message::Reserve(stream, task, op) => {
                Message::Room(stream, self.of(stream)?.reserve((task, op), capacity))
            }
            Message::Compare(datum, worker, question) => {
                let stream = self.of(datum.stream)?;
                let there = stream.compare(&datum, question.is_none());
                Message::Compared(datum, worker, question, there, stream.level as u16)
            }
            Message::Discard(datum, worker) => {
                self.of(datum.stream)?.take(&datum);
                Message::Discarded(datum, worker)
            }
            Message::Level(stream) => Message::LevelIs(stream, self.of(stream)?.level as u16),
            _ => return None,
        })
    }

    /// What a task must wait for before it is handed out. If that is room, its making will be told of, once.
    pub fn waits(&mut self, pipeline: &Pipeline, task: &Task, handout: Handout) -> Option<Waits> {
        let capacity = self.capacity;
        match pipeline.op(task)? {
            Op::Read(stream) => {
                let wanted = match handout {
                    Handout::AtOnce => 1,
                    Handout::WhenReady => {
                        let ahead = &pipeline.program(task.id)[usize::from(task.pc)..];
                        let reads = ahead.iter().filter(|op| **op == Op::Read(stream));
                        reads.count().min(capacity.unwrap_or(u16::MAX).into())
                    }
                };
                let readable = self.of(stream)?.readable() >= wanted;
                (!readable).then_some(Waits::ForDatum(stream))
            }
            Op::Write(stream, _) => {
                let wanted = self.of(stream)?;
                let room = wanted.has_room((task.id, task.pc), capacity);
                wanted.room_wanted |= !room;
                (!room).then_some(Waits::ForRoom(stream))
            }
        }
    }

    /// Whether an access has made room that the leader waits for; asked once, answered once.
    pub fn made_wanted_room(&mut self, access: &Message) -> bool {
        match access {
            Message::Remove(datum) => self
                .of(datum.stream)
                .is_some_and(|stream| std::mem::take(&mut stream.room_wanted)),
            _ => false,
        }
    }

    /// Everything ever written to each stream, in order.
    pub fn written(&self) -> Vec<Vec<Datum>> {
        self.streams.iter().map(|s| s.written.clone()).collect()
    }

    /// What is left in each stream.
    pub fn left(&self) -> Vec<usize> {
        self.streams.iter().map(|s| s.there.len()).collect()
    }

    /// Puts a datum in, without any mechanism; answers whether there was room.
    pub fn put_bare(&mut self, datum: Datum) -> bool {
        let capacity = self.capacity;
        let Some(stream) = self.of(datum.stream) else {
            return false;
        };
        let room = stream.has_room((datum.task, datum.op), capacity);
        if room {
            let place = stream.written.len() as u32;
            let compared = true;
            stream.there.insert(place, Slot { datum, compared });
            stream.written.push(datum);
            stream.level = place + 1;
        }
        room
    }

    /// Takes the next datum out, without any mechanism.
    pub fn take_bare(&mut self, stream: StreamId) -> Option<Datum> {
        let (_, slot) = self.of(stream)?.there.pop_first()?;
        Some(slot.datum)
    }
}

impl Stream {
    fn head(&self) -> Option<Datum> {
        let (_, slot) = self.there.first_key_value()?;
        slot.compared.then_some(slot.datum)
    }

    /// How many data can be read one after the other.
    fn readable(&self) -> usize {
        let first = self.there.first_key_value();
        first.map_or(0, |(place, _)| self.level.saturating_sub(*place) as usize)
    }

    fn put(&mut self, datum: Datum) {
        self.reserved.retain(|of| *of != (datum.task, datum.op));
        let place = self.written.len() as u32;
        let compared = false;
        self.there.insert(place, Slot { datum, compared });
        let places = self.places.entry(identity(&datum)).or_default();
        places.push_back(place);
        self.written.push(datum);
    }

    fn take(&mut self, datum: &Datum) {
        let Some(places) = self.places.get_mut(&identity(datum)) else {
            return;
        };
        let Some(place) = places.pop_front() else {
            return;
        };
        if places.is_empty() {
            self.places.remove(&identity(datum));
        }
        let slot = self.there.remove(&place);
        if place >= self.level {
            let compared = slot.is_some_and(|slot| slot.compared);
            self.taken_beyond.insert(place, compared);
        }
    }

    /// Whether the datum is there. A question only looks; otherwise the datum can be read from now on.
    fn compare(&mut self, datum: &Datum, marks: bool) -> bool {
        let places = self.places.get(&identity(datum));
        let Some(place) = places.and_then(|places| places.front()) else {
            return false;
        };
        if let Some(slot) = self.there.get_mut(place).filter(|_| marks) {
            slot.compared = true;
        }
        while self.is_compared(self.level) {
            self.taken_beyond.remove(&self.level);
            self.level += 1;
        }
        true
    }

    fn is_compared(&self, place: u32) -> bool {
        match self.there.get(&place) {
            Some(slot) => slot.compared,
            None => self.taken_beyond.get(&place) == Some(&true),
        }
    }

    fn has_room(&self, of: (TaskId, u16), capacity: Option<u16>) -> bool {
        let held = self.there.len() + self.reserved.len();
        self.reserved.contains(&of) || capacity.is_none_or(|most| held < usize::from(most))
    }

    fn reserve(&mut self, of: (TaskId, u16), capacity: Option<u16>) -> bool {
        let room = self.has_room(of, capacity);
        if room && capacity.is_some() && !self.reserved.contains(&of) {
            self.reserved.push(of);
        }
        room
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Party;
    use crate::reading::Reading;
    use crate::registers::WorkerId;
    use crate::streams as model;
    use proptest::prelude::*;

    fn datum() -> impl Strategy<Value = Datum> {
        (1..=2u16, 1..=2u16, 1..=2u32, 1..=2u16, 0..=3u16).prop_map(
            |(task, stream, value, counter, op)| Datum {
                task: TaskId(task),
                stream: StreamId(stream),
                name: 1,
                value,
                counter,
                op,
            },
        )
    }

    fn access() -> impl Strategy<Value = Message> {
        let worker = WorkerId(1);
        prop_oneof![
            (1..=2u16).prop_map(|s| Message::Peek(StreamId(s))),
            datum().prop_map(Message::Remove),
            datum().prop_map(Message::Push),
            datum().prop_map(Message::Push),
            datum().prop_map(|d| Message::Reserve(d.stream, d.task, d.op)),
            datum().prop_map(move |d| Message::Compare(d, worker, None)),
            datum().prop_map(move |d| Message::Compare(d, worker, Some(2))),
            datum().prop_map(move |d| Message::Discard(d, worker)),
            (1..=2u16).prop_map(|s| Message::Level(StreamId(s))),
        ]
    }

    fn pipeline(capacity: Option<u16>) -> Pipeline {
        let write = |stream| Op::Write(StreamId(stream), 1);
        Pipeline::new(vec![vec![write(1), write(2)]], capacity).expect("a pipeline")
    }

    proptest! {
        #[test]
        fn the_answers_are_those_of_the_model(
            accesses in prop::collection::vec(access(), 0..60),
            capacity in prop::option::of(1..=4u16),
        ) {
            let pipeline = pipeline(capacity);
            let mut here = Streams::new(&pipeline);
            let mut there = model::Streams::new(&pipeline);
            for access in accesses {
                let mut out = Vec::new();
                there.serve(&pipeline, &Reading::CLEAR, Party::Leader, access, &mut out);
                let answer = out.pop().map(|(_, answer)| answer);
                prop_assert_eq!(here.serve(access), answer, "{}", access);
            }
            for (stream, written) in pipeline.streams().zip(here.written()) {
                let slots = there.of(stream).iter().map(|slot| slot.datum);
                prop_assert_eq!(written, slots.collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn what_is_no_access_or_has_no_stream_is_not_answered() {
        let mut streams = Streams::new(&pipeline(None));
        assert_eq!(streams.serve(Message::Peek(StreamId(0))), None);
        assert_eq!(streams.serve(Message::Level(StreamId(3))), None);
        assert_eq!(streams.serve(Message::NewLeader(None)), None);
    }
}
