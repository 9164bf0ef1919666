//! Kani's functions by their own signatures, each of which ends in a hook: a function of a known name that does nothing. Whoever
//! executes the program puts its own meaning in the place of each hook.

pub use attributes::{proof, should_panic, unwind};

use std::hint::black_box;

/// A value of any bits.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn symbolic_any() -> u64 {
    black_box(0)
}

/// Ends the path unless this is true.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn symbolic_assume(condition: bool) {
    black_box(condition);
}

/// Notes whether this can be false.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn symbolic_assert(condition: bool, what: *const u8, length: usize) {
    black_box((condition, what, length));
}

/// Notes whether this can be true.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn symbolic_cover(condition: bool, what: *const u8, length: usize) {
    black_box((condition, what, length));
}

/// The place from which the places of the harnesses are counted: that of the hook for `assume`.
pub fn origin() -> usize {
    symbolic_assume as *const () as usize
}

/// A type that has any value.
pub trait Arbitrary: Sized {
    /// Any value.
    fn any() -> Self;
}

macro_rules! arbitrary {
    ($($type:ident),*) => {$(
        impl Arbitrary for $type {
            fn any() -> Self {
                symbolic_any() as $type
            }
        }
    )*};
}
arbitrary!(u8, i32, u64, i64);

impl Arbitrary for bool {
    fn any() -> Self {
        symbolic_any() & 1 == 1
    }
}

/// Any value.
pub fn any<T: Arbitrary>() -> T {
    T::any()
}

/// Any value that satisfies the condition.
pub fn any_where<T: Arbitrary, F: FnOnce(&T) -> bool>(f: F) -> T {
    let value = T::any();
    assume(f(&value));
    value
}

/// Only where this is true.
pub fn assume(cond: bool) {
    symbolic_assume(cond);
}

/// This is true.
pub fn assert(cond: bool, msg: &'static str) {
    symbolic_assert(cond, msg.as_ptr(), msg.len());
}

/// What the macro is made of.
pub fn note_cover(cond: bool, msg: &'static str) {
    symbolic_cover(cond, msg.as_ptr(), msg.len());
}

/// Something can be true.
#[macro_export]
macro_rules! cover {
    ($cond:expr, $msg:literal) => {
        $crate::note_cover($cond, $msg)
    };
}
