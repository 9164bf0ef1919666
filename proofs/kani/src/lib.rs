//! Proof harnesses: one atomic step of the election each, from any state.
//!
//! They are written for [Kani](https://model-checking.github.io/kani/), which takes `kani::any()` for every value of its
//! type at once: `cargo kani -p verdict-kani` proves them at full width, 64 bits and all. Under a plain `cargo test`
//! the same functions run through [`kani`](mod@kani), a small stand-in that goes through every combination of values from short
//! lists. What it finds is *exhausted over those lists*, and never called proved.
//!
//! | file | what |
//! |---|---|
//! | [`pack`] | a word and its 64 bits are the same thing, in the same order |
//! | [`election`] | the invariant of the repaired election: it holds at first, every step keeps it, it means one leader for each epoch |
//! | [`counter`] | Lemma 7.1.8 of the thesis, with and without a counter that wraps |
//! | [`llsc`] | CAS made of LL and SC, against the specification of CAS |
//!
//! Every harness covers with `kani::cover!` what it would be vacuous without. Those that must fail, because they lack an
//! assumption, are marked `should_panic`.

pub mod counter;
pub mod election;
#[cfg(not(kani))]
pub mod kani;
pub mod llsc;
pub mod pack;

#[cfg(not(kani))]
pub use list::{Harness, Must, harnesses};

/// What the build found in the source of this crate.
#[cfg(feature = "sources")]
pub static SOURCES: verdict_sources::Package = verdict_macros::sources!(::verdict_sources);

#[cfg(not(kani))]
mod list {
    use crate::kani::{self, Lists};
    use crate::{counter, election, llsc, pack};

    /// What a harness must do.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Must {
        /// Pass.
        Pass,
        /// Fail: it lacks an assumption on purpose.
        Fail,
    }

    /// A harness, for the stand-in.
    #[derive(Clone, Copy, Debug)]
    pub struct Harness {
        /// Its path.
        pub name: &'static str,
        /// What it must do.
        pub must: Must,
        /// How many covers it has: one that is not even reached is missed, too.
        pub covers: usize,
        run: fn(),
    }

    impl Harness {
        /// Goes through every combination of values from these lists.
        pub fn exhaust(&self, lists: &Lists) -> kani::Exhausted {
            kani::exhaust(lists, self.run)
        }

        /// Whether the outcome is what it must be: everything passes and is covered, or something fails.
        pub fn is_right(&self, outcome: &kani::Exhausted) -> bool {
            let covered = outcome.covers.len() == self.covers
                && self.covers > 0
                && outcome.covers.values().all(|met| *met);
            match self.must {
                Must::Pass => outcome.failure.is_none() && outcome.runs > 0 && covered,
                Must::Fail => outcome.failure.is_some(),
            }
        }
    }

    macro_rules! harnesses {
        ($($module:ident :: $function:ident, $must:ident, $covers:literal;)*) => {
            &[$(Harness {
                name: concat!(stringify!($module), "::", stringify!($function)),
                must: Must::$must,
                covers: $covers,
                run: $module::$function,
            }),*]
        };
    }

    /// Every harness.
    pub fn harnesses() -> &'static [Harness] {
        harnesses![
            pack::what_fits_comes_back, Pass, 2;
            pack::every_64_bits_are_one_word, Pass, 2;
            pack::order_is_kept, Pass, 2;
            election::the_first_day, Pass, 2;
            election::every_step, Pass, 6;
            election::one_leader_for_each_epoch, Pass, 1;
            election::every_step_with_an_epoch_that_wraps, Fail, 0;
            counter::every_step, Pass, 5;
            counter::every_step_with_a_counter_that_wraps, Fail, 0;
            llsc::as_meant_with_calls_that_change, Pass, 3;
            llsc::again_with_any_calls, Pass, 4;
            llsc::as_printed, Fail, 0;
            llsc::as_meant_with_any_calls, Fail, 0;
        ]
    }
}

#[cfg(all(test, not(kani)))]
mod tests {
    use super::*;
    use crate::kani::Lists;

    fn each_does_what_it_must(module: &str) {
        let of_module = |harness: &&Harness| harness.name.starts_with(module);
        for harness in harnesses().iter().filter(of_module) {
            let outcome = harness.exhaust(&Lists::SHORT);
            assert!(harness.is_right(&outcome), "{}: {outcome:#?}", harness.name);
        }
    }

    #[test]
    fn packing() {
        each_does_what_it_must("pack::");
    }

    #[test]
    fn the_repaired_election() {
        each_does_what_it_must("election::");
    }

    #[test]
    fn the_counter_of_algorithm_7() {
        each_does_what_it_must("counter::");
    }

    #[test]
    fn cas_made_of_ll_and_sc() {
        each_does_what_it_must("llsc::");
    }

    #[test]
    fn every_harness_is_listed() {
        let sources = [
            ("pack", include_str!("pack.rs")),
            ("election", include_str!("election.rs")),
            ("counter", include_str!("counter.rs")),
            ("llsc", include_str!("llsc.rs")),
        ];
        let mut found = Vec::new();
        for (module, text) in sources {
            let mut fails = None;
            for line in text.lines() {
                if line.starts_with("#[cfg_attr(kani, kani::proof)]") {
                    fails = Some(Must::Pass);
                } else if line.starts_with("#[cfg_attr(kani, kani::should_panic)]") {
                    fails = Some(Must::Fail);
                } else if let Some(function) = line.strip_prefix("pub fn ")
                    && let Some(must) = fails.take()
                {
                    let function = function.trim_end_matches("() {");
                    found.push((format!("{module}::{function}"), must));
                }
            }
        }
        let listed = harnesses().iter().map(|h| (h.name.to_owned(), h.must));
        assert_eq!(found, listed.collect::<Vec<_>>());
    }
}
