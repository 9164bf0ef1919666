//! Parallel breadth-first search, level by level.
//!
//! The answer is the same for any number of threads: the same counts, the same depth, and the
//! same counterexample, which is a shortest one; among the shortest, the one whose steps come first in
//! action order. Three things make it so. A level is finished before the next begins; the parent of
//! a state is the smallest of its possible parents (see [`crate::table`]); and new states are put
//! in the order of their parents, then of their parents' actions.
//!
//! What cuts a search is the same too, where it can be: states are counted, and memory is reckoned from what was
//! found rather than from what the allocator gave. Only the clock and the resident memory of the process (see
//! [`crate::watch`]) are up to the machine.

use crate::property::{Demand, Property};
use crate::space::{Row, Space, Visit, grown};
use crate::table::{FIRST_ROOM, Inserted, NO_PARENT, Table};
use crate::watch::Watch;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

/// How many states are expanded between two looks at the limits. A fixed number, so that a search cut by
/// the number of states ends at the same state for any number of threads.
const BATCH: usize = 1 << 14;
/// How many states a thread takes at a time.
const CHUNK: usize = 1 << 7;
/// Of so many states the memory of one is reckoned.
const WEIGHED: usize = 1 << 4;
/// More threads than this for each core only take memory.
const THREADS_PER_CORE: usize = 8;
const NO_PANIC: &str = "a thread that panics with a chunk in hand ends the search";

/// When to give up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Distinct states.
    pub states: usize,
    /// Bytes that the search holds, as it reckons them.
    pub bytes: usize,
    /// Bytes that the process holds, as the operating system counts them, where it does.
    pub resident: usize,
    /// Time.
    pub time: Duration,
    /// Threads.
    pub threads: usize,
    /// Raised by whoever wants the search to end now.
    pub stop: Stop,
}

/// A wish that a search end now, whoever has it: a flag that is raised once it is not 0, such as the number of a signal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stop(Option<&'static AtomicUsize>);

impl Stop {
    /// Raised with this flag.
    pub fn on(flag: &'static AtomicUsize) -> Self {
        Stop(Some(flag))
    }

    /// Whether the search is to end.
    pub fn is_raised(self) -> bool {
        self.0.is_some_and(|flag| flag.load(Relaxed) != 0)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            // State numbers are 32 bits wide.
            states: u32::MAX as usize - BATCH,
            bytes: 16 << 30,
            resident: usize::MAX,
            time: Duration::MAX,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            stop: Stop::default(),
        }
    }
}

/// What cut a search short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The limit on distinct states.
    States(usize),
    /// The limit on memory, in bytes, by what the search holds.
    Bytes(usize),
    /// The limit on memory, in bytes, by what the process holds.
    Resident(usize),
    /// The limit on time.
    Time(Duration),
    /// States beyond the boundary of the space exist.
    Boundary,
    /// Somebody wanted the search to end.
    Interrupted,
}

impl std::fmt::Display for Cut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Cut::States(limit) => write!(f, "cut at {limit} distinct states"),
            Cut::Bytes(limit) => write!(f, "cut at {} MiB of memory", limit >> 20),
            Cut::Resident(limit) => {
                write!(f, "cut at {} MiB held by the process", limit >> 20)
            }
            Cut::Time(limit) => write!(f, "cut after {} s", limit.as_secs()),
            Cut::Boundary => write!(f, "cut at the boundary of the model"),
            Cut::Interrupted => write!(f, "interrupted"),
        }
    }
}

/// A broken property and the fingerprints of a shortest run that breaks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Index of the property.
    pub property: usize,
    /// The states from an initial one to the broken one.
    pub path: Vec<u64>,
}

/// What a search counted.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Distinct states.
    pub distinct: usize,
    /// Successors generated, known ones included, plus the initial states.
    pub total: usize,
    /// Steps from an initial state to the deepest state.
    pub depth: usize,
    /// The largest number of successors of one state.
    pub branching: usize,
    /// Largest memory held by the search, in bytes, as it reckons it.
    pub bytes: usize,
    /// Time taken.
    pub seconds: f64,
}

impl Counts {
    /// The probability that two different states shared a fingerprint, so that one was missed
    /// (birthday bound).
    pub fn collision_probability(&self) -> f64 {
        let n = self.distinct as f64;
        (n * (n - 1.0) / 2.0 / 2f64.powi(64)).min(1.0)
    }
}

/// The result of a search.
pub struct Explored<S: Space> {
    /// What was counted.
    pub counts: Counts,
    /// What cut the search, if anything did.
    pub cut: Option<Cut>,
    /// The violation, if one was found.
    pub violation: Option<Violation>,
    /// All states in order of discovery, if the search was asked to keep them.
    pub states: S::Row,
    /// The fingerprints of all states in order of discovery.
    pub fingerprints: Vec<u64>,
    /// The table, for looking up numbers.
    pub table: Table,
    /// The limits, for what follows.
    pub watch: Watch,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Distinct states so far.
    pub distinct: usize,
    /// The current level.
    pub depth: usize,
    /// States of the current level.
    pub level: usize,
    /// States of the current level that are expanded.
    pub expanded: usize,
}

/// A search of a space for a violation of one of its safety properties.
pub struct Search<'a, S: Space> {
    space: &'a S,
    properties: &'a [Property<S>],
    limits: Limits,
    keep_states: bool,
    on_progress: Option<&'a (dyn Fn(Progress) + Sync)>,
}

impl<'a, S: Space> Search<'a, S> {
    /// A search with the default limits. Liveness properties are left to [`crate::judge`].
    pub fn new(space: &'a S, properties: &'a [Property<S>]) -> Self {
        Search {
            space,
            properties,
            limits: Limits::default(),
            keep_states: false,
            on_progress: None,
        }
    }

    /// Sets the limits.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Keeps all states, as a graph needs them.
    pub fn keep_states(mut self) -> Self {
        self.keep_states = true;
        self
    }

    /// Reports progress after every batch.
    pub fn on_progress(mut self, report: &'a (dyn Fn(Progress) + Sync)) -> Self {
        self.on_progress = Some(report);
        self
    }

    /// Searches until everything is seen, something is broken, or a limit is reached.
    pub fn run(self) -> Explored<S> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.limits.threads.clamp(1, cores * THREADS_PER_CORE);
        let mut sweep = Sweep::new(&self);
        let mut scratches: Vec<_> = (0..threads).map(|_| self.space.scratch()).collect();
        sweep.seed();
        while !sweep.finished() {
            sweep.level(&mut scratches);
        }
        if self.keep_states {
            sweep.explored.states.append(&mut sweep.level);
        }
        sweep.explored.counts.seconds = sweep.explored.watch.seconds();
        sweep.explored
    }

    /// The first property that `state` decides.
    fn broken(&self, state: &S::State) -> Option<usize> {
        let decided = |property: &Property<S>| property.decides(self.space, state);
        self.properties.iter().position(decided)
    }

    /// The first property that this step breaks.
    fn broken_step(&self, before: &S::State, step: &S::Step, after: &S::State) -> Option<usize> {
        self.properties.iter().position(|property| {
            matches!(&property.demand, Demand::EveryStep(holds) if !holds(self.space, before, step, after))
        })
    }
}

/// A piece of a level in the hands of one thread.
struct Chunk<R> {
    /// The part of the level, by index; `next` moves up as states are expanded.
    next: usize,
    end: usize,
    found: Found<R>,
}

/// What the expansion of a chunk found.
#[derive(Default)]
struct Found<R> {
    new: R,
    /// For each new state: its parent link and its fingerprint.
    links: Vec<(u32, u64)>,
    /// Broken properties: index into `links`, property.
    broken: Vec<(usize, usize)>,
    /// Broken step properties: parent link, property, fingerprint of the state after the step.
    broken_steps: Vec<(u32, usize, u64)>,
    total: usize,
    branching: usize,
    contested: bool,
    beyond_boundary: bool,
}

impl<R> Found<R> {
    /// Forgets everything but the room it has taken; `new` has been emptied by then.
    fn clear(&mut self) {
        self.links.clear();
        self.broken.clear();
        self.broken_steps.clear();
        (self.total, self.branching) = (0, 0);
        (self.contested, self.beyond_boundary) = (false, false);
    }
}

struct Sweep<'a, S: Space> {
    search: &'a Search<'a, S>,
    level: S::Row,
    /// The number of the first state of the level.
    first: usize,
    depth: usize,
    explored: Explored<S>,
    /// Room for what chunks find, used again and again.
    spare: Vec<Found<S::Row>>,
    has_step_properties: bool,
    /// What the states of the level, of the next one, and of those that are kept hold outside their rows.
    heap: [usize; 3],
}

impl<'a, S: Space> Sweep<'a, S> {
    fn new(search: &'a Search<'a, S>) -> Self {
        Sweep {
            search,
            level: S::Row::default(),
            first: 0,
            depth: 0,
            explored: Explored {
                counts: Counts::default(),
                cut: None,
                violation: None,
                states: S::Row::default(),
                fingerprints: Vec::new(),
                table: Table::with_room_for(FIRST_ROOM),
                watch: Watch::new(search.limits),
            },
            spare: Vec::new(),
            has_step_properties: search
                .properties
                .iter()
                .any(|p| matches!(p.demand, Demand::EveryStep(_))),
            heap: [0; 3],
        }
    }

    fn finished(&self) -> bool {
        self.level.is_empty() || self.explored.violation.is_some() || self.is_cut()
    }

    /// A boundary does not end the search; everything else that cuts it does.
    fn is_cut(&self) -> bool {
        !matches!(self.explored.cut, None | Some(Cut::Boundary))
    }

    fn seed(&mut self) {
        let mut initial = self.search.space.initial();
        self.explored.counts.total = initial.len();
        let mut fresh = Vec::new();
        for index in 0..initial.len() {
            let fingerprint = self.search.space.fingerprint(initial.get(index));
            loop {
                match self.explored.table.insert(fingerprint, NO_PARENT) {
                    Inserted::Full => self.explored.table.grow(),
                    Inserted::Known => break fresh.push(false),
                    Inserted::New { .. } => {
                        let property = self.search.broken(initial.get(index));
                        if let (Some(property), None) = (property, &self.explored.violation) {
                            let path = vec![fingerprint];
                            self.explored.violation = Some(Violation { property, path });
                        }
                        self.explored.fingerprints.push(fingerprint);
                        break fresh.push(true);
                    }
                }
            }
        }
        self.level.append_where(&mut initial, &mut |i| fresh[i]);
        self.explored.counts.distinct = self.level.len();
        self.heap[0] = self.heap_of(&self.level, 0, 0);
        self.measure(0);
    }

    /// What the states of a row from `start` on hold, the first of which is the `number`-th of all.
    fn heap_of(&self, row: &S::Row, start: usize, number: usize) -> usize {
        let skipped = (WEIGHED - number % WEIGHED) % WEIGHED;
        let weighed = (start + skipped..row.len()).step_by(WEIGHED);
        let held = weighed.map(|index| self.search.space.heap(row.get(index)));
        held.sum::<usize>() * WEIGHED
    }

    /// Expands the current level into the next one.
    fn level(&mut self, scratches: &mut [S::Scratch]) {
        let mut next = S::Row::default();
        let mut at = 0;
        while at < self.level.len() && !self.is_cut() {
            let end = (at + BATCH).min(self.level.len());
            self.batch(at..end, scratches, &mut next);
            at = end;
            let bytes = self.measure(next.bytes());
            let allowance = self.search.limits.bytes / 4 / scratches.len();
            for scratch in scratches.iter_mut() {
                self.search.space.trim(scratch, allowance.max(1 << 20));
            }
            // Nothing is cut off where nothing is left; but whoever stops leaves a batch half done.
            let stopped = self.search.limits.stop.is_raised();
            if at < self.level.len() || !next.is_empty() || stopped {
                self.enforce_limits(bytes);
            }
            if let Some(report) = self.search.on_progress {
                report(Progress {
                    distinct: self.explored.counts.distinct,
                    depth: self.depth,
                    level: self.level.len(),
                    expanded: at,
                });
            }
        }
        self.first += self.level.len();
        if self.search.keep_states {
            self.explored.states.append(&mut self.level);
            self.heap[2] += self.heap[0];
        }
        self.heap[0] = std::mem::take(&mut self.heap[1]);
        self.level = next;
        if !self.level.is_empty() {
            self.depth += 1;
            self.explored.counts.depth = self.depth;
        }
    }

    /// Expands a part of the level and appends what is new to `next`, in order.
    fn batch(&mut self, part: Range<usize>, scratches: &mut [S::Scratch], next: &mut S::Row) {
        let end = part.end;
        let chunks: Vec<Mutex<Chunk<S::Row>>> = part
            .step_by(CHUNK)
            .map(|start| {
                Mutex::new(Chunk {
                    next: start,
                    end: (start + CHUNK).min(end),
                    found: self.spare.pop().unwrap_or_default(),
                })
            })
            .collect();
        while !self.expand(&chunks, scratches) {
            self.explored.table.grow();
        }
        let found: Vec<_> = chunks
            .into_iter()
            .map(|chunk| chunk.into_inner().expect(NO_PANIC).found)
            .collect();
        let contested = found.iter().any(|found| found.contested);
        for mut found in found {
            self.merge(&mut found, contested, next);
            found.clear();
            self.spare.push(found);
        }
    }

    /// Lets all threads work on the chunks. Answers `false` if the table has to grow first.
    fn expand(&self, chunks: &[Mutex<Chunk<S::Row>>], scratches: &mut [S::Scratch]) -> bool {
        let turn = AtomicUsize::new(0);
        // What an earlier attempt at this batch has found is in the table, but not yet counted.
        let uncounted = |chunk: &Mutex<Chunk<S::Row>>| {
            let chunk = chunk.lock().expect(NO_PANIC);
            chunk.found.links.len()
        };
        let known = self.explored.counts.distinct + chunks.iter().map(uncounted).sum::<usize>();
        let spare = self.explored.table.room().saturating_sub(known);
        let found = AtomicUsize::new(0);
        let work = |scratch: &mut S::Scratch| -> bool {
            while let Some(chunk) = chunks.get(turn.fetch_add(1, Relaxed)) {
                // What is left of the batch stays unseen, and the search is cut behind it.
                if self.search.limits.stop.is_raised() {
                    return true;
                }
                let mut chunk = chunk.lock().expect(NO_PANIC);
                let before = chunk.found.links.len();
                let whole = self.expand_chunk(&mut chunk, scratch);
                let new = chunk.found.links.len() - before;
                if !whole || found.fetch_add(new, Relaxed) + new > spare {
                    return false;
                }
            }
            true
        };
        // A small batch is not worth waking other threads for.
        let threads = scratches.len().min(chunks.len());
        if threads == 1 {
            return work(&mut scratches[0]);
        }
        std::thread::scope(|scope| {
            let running: Vec<_> = scratches[..threads]
                .iter_mut()
                .map(|scratch| scope.spawn(|| work(scratch)))
                .collect();
            running.into_iter().fold(true, |all, thread| {
                thread
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                    & all
            })
        })
    }

    /// Expands a chunk as far as the table has room.
    fn expand_chunk(&self, chunk: &mut Chunk<S::Row>, scratch: &mut S::Scratch) -> bool {
        while chunk.next < chunk.end {
            let state = self.level.get(chunk.next);
            let parent = (self.first + chunk.next + 1) as u32;
            let mut visitor = Visitor {
                sweep: self,
                parent,
                successors: 0,
                full: false,
                found: &mut chunk.found,
            };
            let space = self.search.space;
            let mut broken_step = None;
            if self.has_step_properties {
                space.expand_with_steps(state, scratch, &mut visitor, &mut |step, after| {
                    if broken_step.is_none()
                        && let Some(property) = self.search.broken_step(state, step, after)
                    {
                        broken_step = Some((parent, property, space.fingerprint(after)));
                    }
                });
            } else {
                space.expand(state, scratch, &mut visitor);
            }
            let (successors, full) = (visitor.successors, visitor.full);
            if full {
                // Once the table has grown this state is expanded again; what it has inserted
                // already carries its number as parent and counts as known.
                return false;
            }
            chunk.found.broken_steps.extend(broken_step);
            chunk.found.total += successors;
            chunk.found.branching = chunk.found.branching.max(successors);
            chunk.next += 1;
        }
        true
    }

    /// Appends what a chunk has found to the next level.
    fn merge(&mut self, found: &mut Found<S::Row>, contested: bool, next: &mut S::Row) {
        let counts = &mut self.explored.counts;
        counts.total += found.total;
        counts.branching = counts.branching.max(found.branching);
        if found.beyond_boundary {
            self.explored.cut.get_or_insert(Cut::Boundary);
        }
        if self.explored.violation.is_none()
            && let Some(&(parent, property, after)) = found.broken_steps.first()
        {
            let mut path = self.path_to(self.explored.fingerprints[parent as usize - 1]);
            path.push(after);
            self.explored.violation = Some(Violation { property, path });
        }
        // Where several parents of the batch reached a state, only the smallest keeps it.
        let table = &self.explored.table;
        let won = |link: &(u32, u64)| !contested || table.parent(link.1) == Some(link.0);
        if self.explored.violation.is_none()
            && let Some((index, property)) = found
                .broken
                .iter()
                .find(|(index, _)| won(&found.links[*index]))
        {
            let path = self.path_to(found.links[*index].1);
            self.explored.violation = Some(Violation {
                property: *property,
                path,
            });
        }
        let before = next.len();
        if contested {
            next.append_where(&mut found.new, &mut |i| won(&found.links[i]));
        } else {
            next.append(&mut found.new);
        }
        let kept = found.links.iter().filter(|link| won(link));
        self.explored.fingerprints.extend(kept.map(|link| link.1));
        self.heap[1] += self.heap_of(next, before, self.explored.counts.distinct);
        self.explored.counts.distinct += next.len() - before;
    }

    /// The fingerprints from an initial state to this one.
    fn path_to(&self, fingerprint: u64) -> Vec<u64> {
        let mut path = vec![fingerprint];
        let mut at = fingerprint;
        while let Some(parent) = self.explored.table.parent(at)
            && parent != NO_PARENT
        {
            at = self.explored.fingerprints[parent as usize - 1];
            path.push(at);
        }
        path.reverse();
        path
    }

    /// Reckons what is held: from what was found, so that it is the same for any number of threads.
    fn measure(&mut self, next: usize) -> usize {
        let distinct = self.explored.counts.distinct;
        let bytes = Table::bytes_for(distinct)
            + grown(distinct) * size_of::<u64>()
            + self.level.bytes()
            + self.explored.states.bytes()
            + next
            + self.heap.iter().sum::<usize>()
            + self.search.space.held();
        self.explored.counts.bytes = self.explored.counts.bytes.max(bytes);
        bytes
    }

    fn enforce_limits(&mut self, bytes: usize) {
        let limits = &self.search.limits;
        self.explored.cut = if self.explored.counts.distinct > limits.states {
            Some(Cut::States(limits.states))
        } else {
            let cut = self.explored.watch.cut(bytes);
            cut.or(self.explored.cut.take())
        };
    }
}

/// Puts the successors of one state into the table.
struct Visitor<'r, 'a, S: Space> {
    sweep: &'r Sweep<'a, S>,
    parent: u32,
    successors: usize,
    full: bool,
    found: &'r mut Found<S::Row>,
}

impl<S: Space> Visit<S::Row> for Visitor<'_, '_, S> {
    fn successor(&mut self, fingerprint: u64, build: impl FnOnce(&mut S::Row) -> bool) {
        self.successors += 1;
        if self.full {
            return;
        }
        match self.sweep.explored.table.insert(fingerprint, self.parent) {
            Inserted::Known => {}
            Inserted::Full => self.full = true,
            Inserted::New { contested } => {
                if !build(&mut self.found.new) {
                    // It keeps its place in the table, so that it is not looked at again.
                    self.found.beyond_boundary = true;
                    return;
                }
                self.found.contested |= contested;
                let index = self.found.links.len();
                self.found.links.push((self.parent, fingerprint));
                if let Some(property) = self.sweep.search.broken(self.found.new.get(index)) {
                    self.found.broken.push((index, property));
                }
            }
        }
    }
}
