//! Sanz Marco, "Fault Tolerance for Stream Programs on Parallel Platforms", Algorithm 4: CAS made of LL and SC, against
//! Algorithm 3, the specification of CAS.
//!
//! One thread calls CAS; between its LL and its SC others may write, up to [`WRITES`] times. What is asked: an answer
//! of true means that `new` has replaced `old`, and one of false that there was a moment at which the value was another.

#[cfg(not(kani))]
use crate::kani;
use verdict_election::llsc::{Reading, Step};

/// How often others write during the call.
const WRITES: usize = 2;

/// What others may store.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Calls {
    /// Anything.
    Any,
    /// Something else than what is there.
    Changing,
}

/// The location p, and what happened to it during the call.
struct Location {
    value: u64,
    /// "p has not been written to since this thread last called LL(p)".
    linked: bool,
    writes_left: usize,
    /// Whether it was something else than `old` at some moment of the call.
    differed: bool,
    /// What the call has replaced.
    replaced: Option<u64>,
}

impl Location {
    /// Others write, or not.
    fn others_write(&mut self, old: u64, calls: Calls) {
        for _ in 0..WRITES {
            if self.writes_left == 0 || !kani::any::<bool>() {
                return;
            }
            let value = self.value;
            self.value = kani::any_where(|new| calls == Calls::Any || *new != value);
            self.linked = false;
            self.differed |= self.value != old;
            self.writes_left -= 1;
        }
    }

    /// Lines 3 to 10.
    fn store_conditional(&mut self, new: u64) -> bool {
        if self.linked {
            self.replaced = Some(self.value);
            self.value = new;
        }
        std::mem::take(&mut self.linked)
    }
}

/// One call, with every interference, against the specification. Answers whether it has stored although others wrote.
fn one_call(reading: Reading, calls: Calls) -> bool {
    let (old, new): (u64, u64) = (kani::any(), kani::any());
    kani::assume(calls == Calls::Any || old != new);
    let value: u64 = kani::any();
    let mut location = Location {
        value,
        linked: false,
        writes_left: WRITES,
        differed: value != old,
        replaced: None,
    };
    let mut next = Step::Load;
    // A load and a store for each write that makes a store fail, and one round more.
    for _ in 0..=2 * WRITES + 1 {
        next = match next {
            Step::Load => {
                location.linked = true;
                reading.after_load(location.value, old)
            }
            Step::Store => {
                location.others_write(old, calls);
                reading.after_store(location.store_conditional(new))
            }
            Step::Return(_) => break,
        };
    }
    kani::assert(matches!(next, Step::Return(_)), "the call returns");
    let answer = next == Step::Return(true);
    kani::cover!(answer, "it stores");
    kani::cover!(!answer && value != old, "the value is another at once");
    kani::cover!(
        location.writes_left == 0 && !answer,
        "others come in between"
    );
    let right = if answer {
        location.replaced == Some(old)
    } else {
        location.replaced.is_none() && location.differed
    };
    kani::assert(right, "the answer is that of Algorithm 3");
    answer && location.writes_left < WRITES
}

/// Line 12 as meant, if every write changes the value.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(8))]
pub fn as_meant_with_calls_that_change() {
    one_call(Reading::IfEqual, Calls::Changing);
}

/// The repair: again, if the store fails.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(8))]
pub fn again_with_any_calls() {
    let later = one_call(Reading::Again, Calls::Any);
    kani::cover!(later, "it stores in a later round");
}

/// Line 12 as extracted, the wrong way round.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(8))]
#[cfg_attr(kani, kani::should_panic)]
pub fn as_printed() {
    one_call(Reading::IfDifferent, Calls::Any);
}

/// A write of the value that is there makes the store fail, although the value was never another.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(8))]
#[cfg_attr(kani, kani::should_panic)]
pub fn as_meant_with_any_calls() {
    one_call(Reading::IfEqual, Calls::Any);
}
