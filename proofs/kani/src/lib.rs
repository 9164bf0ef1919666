//! Proof harnesses: one atomic step of the election each, from any state; and whole elections up to a number of steps.
//!
//! They are written for [Kani](https://model-checking.github.io/kani/), which takes `kani::any()` for every value of its
//! type at once: `cargo kani -p verdict-kani` proves them at full width, 64 bits and all. Under a plain `cargo test`
//! the same functions run through [`kani`](mod@kani), a small stand-in that goes through every combination of values from short
//! lists: what it finds is *exhausted over those lists*. `ci/symbolic` executes them *symbolically at full width on the compiled code*.
//! Neither is ever called proved by Kani.
//!
//! | file | what |
//! |---|---|
//! | [`pack`] | a word and its 64 bits are the same thing, in the same order |
//! | [`election`] | the invariant of the repaired election: it holds at first, every step keeps it, it means one leader for each epoch |
//! | [`counter`] | Lemma 7.1.8 of the thesis, with and without a counter that wraps |
//! | [`llsc`] | CAS made of LL and SC, against the specification of CAS |
//! | [`candidate`] | what a user calls, against a memory that answers anything |
//! | [`lemmas`] | Lemmas 7.1.5, 7.1.6, 7.1.10 and 7.1.11 of the thesis, step by step |
//! | [`reads`] | section 5.6.3: what an election of any number of nodes costs |
//! | [`scheduler`] | the elections as a whole, up to so many steps: each up to its shortest violation; Corollary 7.1.7 |
//!
//! Every harness covers with `kani::cover!` what it would be vacuous without. Those that must fail, because they lack an
//! assumption, are marked `should_panic`.

pub mod candidate;
pub mod counter;
pub mod election;
#[cfg(not(kani))]
pub mod kani;
pub mod lemmas;
mod list;
pub mod llsc;
pub mod pack;
pub mod reads;
pub mod scheduler;

pub use list::{Harness, Must, harnesses};

/// What the build found in the source of this crate.
#[cfg(feature = "sources")]
pub static SOURCES: verdict_sources::Package = verdict_macros::sources!(::verdict_sources);

#[cfg(all(test, not(kani)))]
mod tests {
    use super::*;
    use crate::kani::Lists;

    fn each_does_what_it_must(module: &str) {
        let of_module = |harness: &&Harness| harness.name.starts_with(module);
        assert!(
            harnesses().iter().any(|harness| of_module(&harness)),
            "{module}"
        );
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
    fn what_a_user_calls() {
        each_does_what_it_must("candidate::");
    }

    #[test]
    fn the_lemmas_step_by_step() {
        each_does_what_it_must("lemmas::");
    }

    #[test]
    fn the_reads_of_an_election() {
        each_does_what_it_must("reads::");
    }

    #[test]
    fn algorithm_6_as_a_whole() {
        each_does_what_it_must("scheduler::algorithm_6");
    }

    #[test]
    fn algorithm_7_as_a_whole() {
        each_does_what_it_must("scheduler::algorithm_7");
    }

    #[test]
    fn the_repair_as_a_whole() {
        each_does_what_it_must("scheduler::the_repair");
    }

    #[test]
    fn every_harness_is_listed() {
        let sources = [
            ("pack", include_str!("pack.rs")),
            ("election", include_str!("election.rs")),
            ("counter", include_str!("counter.rs")),
            ("llsc", include_str!("llsc.rs")),
            ("candidate", include_str!("candidate.rs")),
            ("lemmas", include_str!("lemmas.rs")),
            ("reads", include_str!("reads.rs")),
            ("scheduler", include_str!("scheduler.rs")),
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
