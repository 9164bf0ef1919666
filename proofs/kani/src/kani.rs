//! A stand-in for Kani where there is none: the same names, every combination of values from short lists.
//!
//! Kani takes [`any`] for all values at once and hands the question to a solver. Here a harness is run again and again,
//! each time with the next combination; [`assume`] gives up a combination, [`assert`](assert()) ends the search with it, and
//! a [`cover!`](cover) that no combination meets is reported. It is exhaustive over the lists and says nothing beyond.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::panic;

/// The values that [`any`] takes.
#[derive(Clone, Copy, Debug)]
pub struct Lists {
    /// For counters and epochs.
    pub i64: &'static [i64],
    /// For ids.
    pub i32: &'static [i32],
    /// For words of 64 bits.
    pub u64: &'static [u64],
    /// For choices among a few.
    pub u8: &'static [u8],
}

impl Lists {
    /// Small numbers, and both sides of every edge: of a packed word's epoch (2^48 - 2) and id (2^16 - 2), and of the types.
    pub const SHORT: Lists = Lists {
        i64: &[
            i64::MIN,
            -2,
            -1,
            0,
            1,
            2,
            3,
            4,
            5,
            6,
            7,
            (1 << 48) - 3,
            (1 << 48) - 2,
            (1 << 48) - 1,
            i64::MAX - 1,
            i64::MAX,
        ],
        i32: &[
            i32::MIN,
            -2,
            -1,
            0,
            1,
            2,
            (1 << 16) - 2,
            (1 << 16) - 1,
            i32::MAX,
        ],
        u64: &[
            0,
            1,
            2,
            (1 << 16) - 1,
            1 << 16,
            (1 << 16) + 1,
            1 << 48,
            u64::MAX - 1,
            u64::MAX,
        ],
        u8: &[0, 1, 2, 3, 4, 5],
    };

    /// The lists, in words.
    pub fn in_words(&self) -> String {
        let Lists { i64, i32, u64, u8 } = self;
        let lists = [
            ("i64", ranges(i64)),
            ("i32", ranges(i32)),
            ("u64", ranges(u64)),
            ("u8", ranges(u8)),
        ];
        let lists = lists.map(|(name, values)| format!("{name} in {values}"));
        lists.join("; ")
    }
}

/// Numbers in ascending order, neighbours together: `0..=7, 9`.
fn ranges<T: Copy + Into<i128>>(numbers: &[T]) -> String {
    let numbers: Vec<i128> = numbers.iter().map(|number| (*number).into()).collect();
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [first, .., last] => format!("{first}..={last}"),
        other => other.iter().map(i128::to_string).collect(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// A type that [`any`] can take values of.
pub trait Arbitrary: Copy + Debug + 'static {
    /// Its values.
    fn list(lists: &Lists) -> &'static [Self];
}

macro_rules! arbitrary {
    ($($type:ident),*) => {$(
        impl Arbitrary for $type {
            fn list(lists: &Lists) -> &'static [Self] {
                lists.$type
            }
        }
    )*};
}
arbitrary!(i64, i32, u64, u8);

impl Arbitrary for bool {
    fn list(_: &Lists) -> &'static [Self] {
        &[false, true]
    }
}

/// What came of a harness.
#[derive(Clone, Debug, Default)]
pub struct Exhausted {
    /// How many combinations were run to the end of the harness.
    pub runs: u64,
    /// How many were given up by [`assume`].
    pub given_up: u64,
    /// The covers that were reached, and whether each was met.
    pub covers: BTreeMap<&'static str, bool>,
    /// The assertion that failed, with the values that made it fail.
    pub failure: Option<String>,
}

/// One value that was taken: the how-manieth of how many.
#[derive(Clone, Copy, Debug)]
struct Taken {
    index: usize,
    of: usize,
}

#[derive(Default)]
struct Run {
    lists: Option<Lists>,
    taken: Vec<Taken>,
    /// How many values this combination has taken so far.
    place: usize,
    /// How many of them it was begun with.
    fixed: usize,
    /// What [`assume_new`] has seen.
    seen: HashSet<Vec<u8>>,
    covers: BTreeMap<&'static str, bool>,
    /// The values of a combination that has failed, when it is run once more to see them.
    values: Option<Vec<String>>,
}

thread_local! {
    static RUN: RefCell<Run> = RefCell::default();
}

/// Why a combination ends early. It is thrown without a panic's message: it is no error of the program.
enum End {
    GivenUp,
    Failed(&'static str),
}

/// Goes through every combination of values.
///
/// # Panics
///
/// If the harness panics by itself.
pub fn exhaust(lists: &Lists, harness: fn()) -> Exhausted {
    let mut outcome = Exhausted::default();
    RUN.with_borrow_mut(|run| {
        *run = Run {
            lists: Some(*lists),
            ..Run::default()
        };
    });
    loop {
        match run_once(harness) {
            Ok(()) => outcome.runs += 1,
            Err(End::GivenUp) => outcome.given_up += 1,
            Err(End::Failed(what)) => {
                let values = values(harness);
                outcome.failure = Some(format!(
                    "Not so: {what}; its values, in the order in which it takes them: {values}"
                ));
                break;
            }
        }
        if !RUN.with_borrow_mut(next_combination) {
            break;
        }
    }
    outcome.covers = RUN.with_borrow(|run| run.covers.clone());
    outcome
}

fn run_once(harness: fn()) -> Result<(), End> {
    RUN.with_borrow_mut(|run| (run.place, run.fixed) = (0, run.taken.len()));
    panic::catch_unwind(harness).map_err(|thrown| match thrown.downcast::<End>() {
        Ok(end) => *end,
        Err(panic) => panic::resume_unwind(panic),
    })
}

/// The values of the present combination, in the order in which they are taken.
fn values(harness: fn()) -> String {
    RUN.with_borrow_mut(|run| run.values = Some(Vec::new()));
    let again = run_once(harness);
    debug_assert!(again.is_err(), "the same values give the same end");
    let values = RUN.with_borrow_mut(|run| run.values.take());
    values.unwrap_or_default().join(", ")
}

/// Counts on, like an odometer. Answers whether there is a next combination.
fn next_combination(run: &mut Run) -> bool {
    while let Some(last) = run.taken.last_mut() {
        last.index += 1;
        if last.index < last.of {
            return true;
        }
        run.taken.pop();
    }
    false
}

/// Any value of its list.
pub fn any<T: Arbitrary>() -> T {
    any_where(|_| true)
}

/// Any value of its list that satisfies the condition.
pub fn any_where<T: Arbitrary>(wanted: impl Fn(&T) -> bool) -> T {
    let value = RUN.with_borrow_mut(|run| {
        let lists = run.lists.expect("`any` is called from `exhaust`");
        let mut fitting = T::list(&lists).iter().filter(|value| wanted(value));
        if run.place == run.taken.len() {
            let of = fitting.clone().count();
            run.taken.push(Taken { index: 0, of });
        }
        let Taken { index, .. } = run.taken[run.place];
        run.place += 1;
        let value = fitting.nth(index).copied();
        if let (Some(value), Some(values)) = (value, &mut run.values) {
            values.push(format!("{value:?}"));
        }
        value
    });
    value.unwrap_or_else(|| end(End::GivenUp))
}

/// Gives up this combination unless the condition is true.
pub fn assume(condition: bool) {
    if !condition {
        end(End::GivenUp);
    }
}

/// Gives up this combination if an earlier one has come through the same place in the same state: what follows depends on the
/// state alone, and all of it was gone through from there. It saves time and changes no answer; Kani has no need of it.
pub fn assume_new(place: usize, state: &impl Hash) {
    let mut written = Written(Vec::new());
    (place, state).hash(&mut written);
    let again = RUN.with_borrow_mut(|run| {
        // Up to the value in which it differs from the one before, a combination only repeats that one.
        let repeats = run.place < run.fixed || run.values.is_some();
        !repeats && !run.seen.insert(written.0)
    });
    if again {
        end(End::GivenUp);
    }
}

/// What a state is hashed from, byte by byte: two states are the same if and only if these are.
struct Written(Vec<u8>);

impl Hasher for Written {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn finish(&self) -> u64 {
        0
    }
}

/// Ends the search with a failure unless the condition is true.
pub fn assert(condition: bool, what: &'static str) {
    if !condition {
        end(End::Failed(what));
    }
}

fn end(end: End) -> ! {
    panic::resume_unwind(Box::new(end))
}

/// Notes that a cover was reached, and whether it was met.
pub fn note_cover(what: &'static str, met: bool) {
    RUN.with_borrow_mut(|run| *run.covers.entry(what).or_insert(false) |= met);
}

/// Something that at least one combination must make true.
macro_rules! cover {
    ($condition:expr, $what:literal) => {
        $crate::kani::note_cover($what, $condition)
    };
}
pub(crate) use cover;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_is_run_once() {
        fn harness() {
            let small = any_where::<i64>(|n| (0..4).contains(n));
            let other: u8 = any();
            assume(small != 2);
            crate::kani::cover!(small == 3 && other == 3, "the last");
            crate::kani::cover!(small == 2, "never");
        }
        let found = exhaust(&Lists::SHORT, harness);
        assert_eq!((found.runs, found.given_up), (3 * 6, 6));
        let covers = BTreeMap::from([("the last", true), ("never", false)]);
        assert_eq!(found.covers, covers);
        assert_eq!(found.failure, None);
    }

    #[test]
    fn a_state_is_gone_on_from_once() {
        fn walk(forgets: bool) -> u8 {
            let mut sum = 0;
            for place in 0..4 {
                sum += any_where::<u8>(|step| *step < 2);
                if forgets {
                    assume_new(place, &sum);
                }
            }
            sum
        }
        let all = exhaust(&Lists::SHORT, || {
            walk(false);
        });
        assert_eq!((all.runs, all.given_up), (16, 0));
        let once = exhaust(&Lists::SHORT, || {
            walk(true);
        });
        assert_eq!(once.runs, 5, "the sums 0 to 4 after the last step");
        let last = exhaust(&Lists::SHORT, || assert(walk(true) != 4, "the last sum"));
        let failure = last.failure.expect("1 + 1 + 1 + 1");
        assert!(failure.ends_with(": 1, 1, 1, 1"), "{failure}");
    }

    #[test]
    fn a_wrong_assertion_fails_with_its_values() {
        fn harness() {
            let (a, b) = (any::<u8>(), any::<bool>());
            assert(a != 2 || b, "wrong on purpose");
        }
        let found = exhaust(&Lists::SHORT, harness);
        let failure = found.failure.expect("2 and false");
        assert!(
            failure.starts_with("Not so: wrong on purpose;"),
            "{failure}"
        );
        assert!(failure.ends_with(": 2, false"), "{failure}");
        assert_eq!(found.runs, 4, "those before it");
    }

    #[test]
    fn lists_are_said_in_ranges() {
        let words = Lists::SHORT.in_words();
        assert!(words.contains("u8 in 0..=5"), "{words}");
        assert!(
            words.contains("-2..=7, 281474976710653..=281474976710655"),
            "{words}"
        );
    }

    #[test]
    fn a_condition_that_nothing_satisfies_gives_up() {
        let found = exhaust(&Lists::SHORT, || {
            any_where::<u8>(|_| false);
        });
        assert_eq!((found.runs, found.given_up), (0, 1));
    }

    #[test]
    #[should_panic(expected = "a defect of the harness")]
    fn other_panics_are_not_swallowed() {
        exhaust(&Lists::SHORT, || panic!("a defect of the harness"));
    }

    #[test]
    fn a_harness_is_right_only_if_all_its_covers_are_met() {
        let harness = crate::harnesses()[0];
        let right = harness.exhaust(&Lists::SHORT);
        assert!(harness.is_right(&right), "{right:?}");
        let mut unmet = right.clone();
        *unmet.covers.values_mut().next().expect("it has covers") = false;
        let mut unreached = right.clone();
        unreached.covers.pop_first();
        let failed = Exhausted {
            failure: Some("an assertion".to_owned()),
            ..right.clone()
        };
        let empty = Exhausted { runs: 0, ..right };
        for wrong in [unmet, unreached, failed, empty] {
            assert!(!harness.is_right(&wrong), "{wrong:?}");
        }
    }
}
