//! The set of states seen, as fingerprints, each with the number of its parent.
//!
//! Open addressing over atomics, so that all threads insert into one table. When several parents
//! of one level reach the same new state, the parent with the smallest number wins, whatever the
//! order in which threads arrive: this is what makes counterexamples independent of the number of
//! threads.
//!
//! Looking up a state costs one load that misses the cache, so all that is known of a state stands in one cache line
//! ([`Bucket`]), and [`Table::touch`] lets many such loads wait at the same time. The table is cut into segments that grow one
//! after the other, by half: it is never held twice, and about as full at every moment.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// The parent of an initial state, and of a state beyond the boundary.
pub const NO_PARENT: u32 = 0;
/// For how many states a search makes room at first.
pub const FIRST_ROOM: usize = 1 << 14;
/// How many segments there are, as a power of two.
const SEGMENTS: u32 = 6;
/// How many parts [`Table::part`] shows.
pub const PARTS: usize = 1 << SEGMENTS;
/// How many buckets beyond its home a state may stand before its segment counts as full.
const LONGEST_PROBE: usize = 1 << 7;
/// The buckets of the smallest segment.
const SMALLEST: usize = 1 << 4;
/// No parent has been written yet.
const UNCLAIMED: u32 = u32::MAX;
/// How many states a bucket holds.
const WIDTH: usize = 5;

/// The states of one cache line; the first free place ends it.
#[repr(align(64))]
struct Bucket {
    /// 0 where the place is free.
    fingerprints: [AtomicU64; WIDTH],
    /// 1 + the parent's number, so that [`NO_PARENT`] is smaller than every parent; then the state's own number, once
    /// [`Table::number_all`] has given it.
    links: [AtomicU32; WIDTH],
}

impl Bucket {
    fn empty() -> Self {
        Bucket {
            fingerprints: [const { AtomicU64::new(0) }; WIDTH],
            links: [const { AtomicU32::new(UNCLAIMED) }; WIDTH],
        }
    }

    /// Makes `parent` the parent unless a smaller one has come before.
    fn claim(&self, place: usize, parent: u32, contested: bool) -> Inserted {
        let link = &self.links[place];
        if link.load(Relaxed) <= parent || link.fetch_min(parent, Relaxed) <= parent {
            return Inserted::Known;
        }
        Inserted::New { contested }
    }
}

/// What an insertion found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    /// The state is known, from an earlier level or from a smaller parent.
    Known,
    /// The state is new and this parent is the smallest so far.
    New {
        /// Whether a larger parent had already claimed the state.
        contested: bool,
    },
    /// There is no room: grow the table, then insert again.
    Full,
}

/// A part of the table: the states whose fingerprints, stirred, begin with the same bits.
struct Segment {
    buckets: Vec<Bucket>,
}

impl Segment {
    fn of(buckets: usize) -> Self {
        Segment {
            buckets: std::iter::repeat_with(Bucket::empty)
                .take(buckets)
                .collect(),
        }
    }

    /// The order of homes is that of the stirred fingerprints, so that growing goes through memory from one end to the other.
    #[inline]
    fn home(&self, stirred: u64) -> usize {
        let position = stirred << SEGMENTS >> 32;
        ((position * self.buckets.len() as u64) >> 32) as usize
    }

    #[inline]
    fn next(&self, at: usize) -> usize {
        if at + 1 == self.buckets.len() {
            0
        } else {
            at + 1
        }
    }

    #[inline]
    fn insert(&self, stirred: u64, parent: u32) -> Inserted {
        let mut at = self.home(stirred);
        for _ in 0..self.buckets.len().min(LONGEST_PROBE) {
            let bucket = &self.buckets[at];
            for (place, fingerprint) in bucket.fingerprints.iter().enumerate() {
                let found = fingerprint.load(Relaxed);
                if found == stirred {
                    return bucket.claim(place, parent, true);
                }
                if found == 0 {
                    match fingerprint.compare_exchange(0, stirred, Relaxed, Relaxed) {
                        Ok(_) => return bucket.claim(place, parent, false),
                        Err(other) if other == stirred => return bucket.claim(place, parent, true),
                        Err(_) => {}
                    }
                }
            }
            at = self.next(at);
        }
        Inserted::Full
    }

    #[inline]
    fn find(&self, stirred: u64) -> Option<&AtomicU32> {
        let mut at = self.home(stirred);
        for _ in 0..self.buckets.len().min(LONGEST_PROBE) {
            let bucket = &self.buckets[at];
            for (place, fingerprint) in bucket.fingerprints.iter().enumerate() {
                match fingerprint.load(Relaxed) {
                    0 => return None,
                    found if found == stirred => return Some(&bucket.links[place]),
                    _ => {}
                }
            }
            at = self.next(at);
        }
        None
    }

    /// Puts a state that is not there into the first free place, if there is one near its home. Nobody else looks.
    fn place(&mut self, stirred: u64, link: u32) -> bool {
        let mut at = self.home(stirred);
        for _ in 0..self.buckets.len().min(LONGEST_PROBE) {
            let bucket = &mut self.buckets[at];
            let mut places = bucket.fingerprints.iter_mut().zip(&mut bucket.links);
            if let Some((free, its)) =
                places.find_map(|(taken, its)| (*taken.get_mut() == 0).then_some((taken, its)))
            {
                (*free.get_mut(), *its.get_mut()) = (stirred, link);
                return true;
            }
            at = self.next(at);
        }
        false
    }

    /// The same states in a larger segment; larger again if they crowd too much.
    fn grow(&mut self) {
        let mut buckets = self.buckets.len();
        let grown = loop {
            buckets = larger(buckets);
            let mut grown = Segment::of(buckets);
            if self.all(&mut |stirred, link| grown.place(stirred, link)) {
                break grown;
            }
        };
        *self = grown;
    }

    /// Shows every state with its link, as long as the answer is `true`.
    fn all(&self, see: &mut impl FnMut(u64, u32) -> bool) -> bool {
        self.buckets.iter().all(|bucket| {
            let places = bucket.fingerprints.iter().zip(&bucket.links);
            let mut taken = places
                .map(|(fingerprint, link)| (fingerprint.load(Relaxed), link.load(Relaxed)))
                .take_while(|(stirred, _)| *stirred != 0);
            taken.all(|(stirred, link)| see(stirred, link))
        })
    }
}

/// The next size of a segment.
fn larger(buckets: usize) -> usize {
    buckets + buckets / 2
}

/// How many states a segment may hold when a batch begins, before it is made larger: about five places of six.
fn comfort(buckets: usize) -> usize {
    buckets * WIDTH / 12 * 10
}

/// The sizes of the segments of a table with room for so many states. They begin a little apart, so that they do
/// not grow at the same time.
fn sizes(states: usize) -> impl Iterator<Item = usize> {
    let count = 1usize << SEGMENTS;
    let each = states.div_ceil(count);
    (0..count).map(move |index| {
        let mut size = SMALLEST + SMALLEST * index / (2 * count);
        while comfort(size) < each {
            size = larger(size);
        }
        size
    })
}

/// A concurrent set of fingerprints with parent links.
pub struct Table {
    segments: Vec<Segment>,
}

impl Table {
    /// The memory of a table that holds so many states, whoever filled it, with the segment that is filled anew.
    pub fn bytes_for(states: usize) -> usize {
        let (mut sum, mut most) = (0, 0);
        for size in sizes(states.max(FIRST_ROOM)) {
            sum += size;
            most = most.max(size);
        }
        (sum + most) * size_of::<Bucket>()
    }

    /// A table with room for about `states` states before it has to grow.
    pub fn with_room_for(states: usize) -> Self {
        Table {
            segments: sizes(states).map(Segment::of).collect(),
        }
    }

    /// How many states fit before insertions may answer [`Inserted::Full`].
    pub fn room(&self) -> usize {
        let least = self.segments.iter().map(|segment| segment.buckets.len());
        (least.min().unwrap_or(0) * WIDTH / 16 * 15) << SEGMENTS
    }

    /// Memory in use.
    pub fn bytes(&self) -> usize {
        let buckets: usize = self.segments.iter().map(|s| s.buckets.len()).sum();
        buckets * size_of::<Bucket>()
    }

    /// A permutation whose high bits depend on all others: they choose the place. 0 marks a free one, so one
    /// fingerprint shares its place with another.
    #[inline]
    fn stir(fingerprint: u64) -> u64 {
        fingerprint.wrapping_mul(0x9e37_79b9_7f4a_7c15).max(1)
    }

    #[inline]
    fn segment(&self, stirred: u64) -> &Segment {
        &self.segments[(stirred >> (64 - SEGMENTS)) as usize]
    }

    /// Begins to bring the home of a state into the cache. What it answers means nothing; who looks at it has waited.
    #[inline]
    pub fn touch(&self, fingerprint: u64) -> u64 {
        let stirred = Self::stir(fingerprint);
        let segment = self.segment(stirred);
        segment.buckets[segment.home(stirred)].fingerprints[0].load(Relaxed)
    }

    /// Inserts a state reached from the state whose number is `parent - 1` (or [`NO_PARENT`]).
    #[inline]
    pub fn insert(&self, fingerprint: u64, parent: u32) -> Inserted {
        let stirred = Self::stir(fingerprint);
        self.segment(stirred).insert(stirred, parent)
    }

    /// The order of entries, and what [`Table::entries`] and [`Table::part`] call a state.
    pub fn key(fingerprint: u64) -> u64 {
        Self::stir(fingerprint)
    }

    fn find(&self, fingerprint: u64) -> Option<&AtomicU32> {
        let stirred = Self::stir(fingerprint);
        self.segment(stirred).find(stirred)
    }

    /// The parent link of a state, as given to [`Table::insert`].
    pub fn parent(&self, fingerprint: u64) -> Option<u32> {
        Some(self.find(fingerprint)?.load(Relaxed))
    }

    /// Nobody is the parent of this state: it is none of the space.
    pub fn disown(&self, fingerprint: u64) {
        if let Some(link) = self.find(fingerprint) {
            link.store(NO_PARENT, Relaxed);
        }
    }

    /// The same, by its key.
    pub fn disown_key(&self, key: u64) {
        if let Some(link) = self.segment(key).find(key) {
            link.store(NO_PARENT, Relaxed);
        }
    }

    /// For each of the first `parents` states: how many states have it as their parent.
    pub fn children(&self, parents: usize) -> Vec<u32> {
        let mut children = vec![0; parents];
        for segment in &self.segments {
            segment.all(&mut |_, link| {
                let parent = (link as usize).checked_sub(1);
                if let Some(count) = parent.and_then(|parent| children.get_mut(parent)) {
                    *count += 1;
                }
                true
            });
        }
        children
    }

    /// Gives every state its number: its place in `fingerprints`. Who their parents are is forgotten.
    pub fn number_all(&self, fingerprints: &[u64]) {
        /// So many loads may wait at the same time.
        const TOUCHED: usize = 32;
        for (chunk, part) in fingerprints.chunks(TOUCHED).enumerate() {
            std::hint::black_box(part.iter().fold(0, |all, f| all ^ self.touch(*f)));
            for (index, fingerprint) in part.iter().enumerate() {
                if let Some(link) = self.find(*fingerprint) {
                    link.store((chunk * TOUCHED + index) as u32, Relaxed);
                }
            }
        }
    }

    /// The number of a state after [`Table::number_all`].
    pub fn number(&self, fingerprint: u64) -> Option<u32> {
        Some(self.find(fingerprint)?.load(Relaxed))
    }

    /// Shows all that is in the table, as [`Table::put_back`] takes it. Nobody may insert meanwhile.
    pub fn entries(&self, see: &mut impl FnMut(u64, u32)) {
        for segment in &self.segments {
            segment.all(&mut |stirred, link| {
                see(stirred, link);
                true
            });
        }
    }

    /// The entries of a part for which `wanted` holds, in the order of their keys; those of the next part are larger.
    pub fn part(
        &self,
        part: usize,
        wanted: impl Fn(u64, u32) -> bool,
        entries: &mut Vec<(u64, u32)>,
    ) {
        entries.clear();
        self.segments[part].all(&mut |key, link| {
            if wanted(key, link) {
                entries.push((key, link));
            }
            true
        });
        entries.sort_unstable();
    }

    /// Puts something back that is not there.
    pub fn put_back(&mut self, stirred: u64, link: u32) {
        let segment = &mut self.segments[(stirred >> (64 - SEGMENTS)) as usize];
        while !segment.place(stirred, link) {
            segment.grow();
        }
    }

    /// Grows by half.
    pub fn grow(&mut self) {
        self.segments.iter_mut().for_each(Segment::grow);
    }

    /// Makes the segments larger in which so many states would be crowded.
    pub fn make_room(&mut self, states: usize, threads: usize) {
        let each = states >> SEGMENTS;
        let mut crowded: Vec<_> = (self.segments.iter_mut())
            .filter(|segment| comfort(segment.buckets.len()) < each)
            .collect();
        /// A thread is not worth waking for fewer buckets.
        const WORTH_WAKING: usize = 1 << 13;
        let buckets: usize = crowded.iter().map(|segment| segment.buckets.len()).sum();
        let threads = threads.min(crowded.len()).min(1 + buckets / WORTH_WAKING);
        let grow = |segments: &mut [&mut Segment]| {
            for segment in segments {
                while comfort(segment.buckets.len()) < each {
                    segment.grow();
                }
            }
        };
        if threads < 2 {
            return grow(&mut crowded);
        }
        let share = crowded.len().div_ceil(threads);
        std::thread::scope(|scope| {
            for segments in crowded.chunks_mut(share) {
                scope.spawn(|| grow(segments));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_is_a_cache_line() {
        assert_eq!((size_of::<Bucket>(), align_of::<Bucket>()), (64, 64));
    }

    #[test]
    fn the_smallest_parent_wins_whatever_the_order() {
        let table = Table::with_room_for(10);
        assert_eq!(table.insert(77, 5), Inserted::New { contested: false });
        assert_eq!(table.insert(77, 3), Inserted::New { contested: true });
        assert_eq!(
            table.insert(77, 3),
            Inserted::Known,
            "the same parent again"
        );
        assert_eq!(table.insert(77, 4), Inserted::Known, "a larger parent");
        assert_eq!(table.parent(77), Some(3));
        assert_eq!(table.parent(78), None);
    }

    #[test]
    fn growing_keeps_every_state_and_its_parent() {
        let mut table = Table::with_room_for(1);
        // Fingerprints that crowd on every 64th slot, so that probing has work to do.
        let fingerprint = |i: u64| (i + 1) * 64;
        let mut grown = 0;
        for i in 0..20_000u64 {
            while table.insert(fingerprint(i), i as u32) == Inserted::Full {
                table.grow();
                grown += 1;
                assert!(grown < 10, "growing must make room");
            }
        }
        assert!(grown > 0, "the test must see a full table");
        for i in 0..20_000u64 {
            assert_eq!(table.parent(fingerprint(i)), Some(i as u32));
        }
    }

    #[test]
    fn room_is_made_segment_by_segment_and_as_reckoned() {
        for threads in [1, 3] {
            let mut table = Table::with_room_for(FIRST_ROOM);
            let states = 300_000;
            for i in 0..states {
                table.make_room(i + 1, threads);
                let inserted = table.insert(crate::space::fingerprint(&i), i as u32 + 1);
                assert_eq!(inserted, Inserted::New { contested: false });
            }
            let bytes = table.bytes();
            assert!(bytes <= Table::bytes_for(states), "no more than reckoned");
            assert!(bytes < 24 * states, "{} bytes a state", bytes / states);
            for i in 0..states {
                let fingerprint = crate::space::fingerprint(&i);
                assert_eq!(table.parent(fingerprint), Some(i as u32 + 1));
            }
            let children = table.children(states);
            assert_eq!(children, vec![1; states]);
        }
    }

    #[test]
    fn fingerprint_zero_is_a_state_like_any_other() {
        let table = Table::with_room_for(1);
        assert!(matches!(table.insert(0, 2), Inserted::New { .. }));
        assert_eq!(table.insert(0, 2), Inserted::Known);
        assert_eq!(table.parent(0), Some(2));
    }
}
