//! The proof harnesses of `proofs/kani`, run through its stand-in: every combination of values from short lists.
//!
//! A verdict here says `holds` for those lists. That Kani has proved a harness, for all values at once, is never recorded
//! here: the job that runs it says so by itself.

use super::{Case, Holds, Judge, Refuted, Setup, SetupError, build};
use crate::catalog::Sources;
use verdict_checker::domain::{Domain, Instance};
use verdict_kani::Harness;
use verdict_kani::kani::{Exhausted, Lists};

const SOURCES: Sources = &[
    ("election/claims/harnesses.rs", include_str!("harnesses.rs")),
    (
        "../../proofs/kani/src/kani.rs",
        include_str!("../../../../proofs/kani/src/kani.rs"),
    ),
    (
        "../../proofs/kani/src/lib.rs",
        include_str!("../../../../proofs/kani/src/lib.rs"),
    ),
    (
        "../../proofs/kani/src/pack.rs",
        include_str!("../../../../proofs/kani/src/pack.rs"),
    ),
    (
        "../../proofs/kani/src/election.rs",
        include_str!("../../../../proofs/kani/src/election.rs"),
    ),
    (
        "../../proofs/kani/src/counter.rs",
        include_str!("../../../../proofs/kani/src/counter.rs"),
    ),
    (
        "../../proofs/kani/src/llsc.rs",
        include_str!("../../../../proofs/kani/src/llsc.rs"),
    ),
    (
        "../../election/src/access.rs",
        include_str!("../../../../election/src/access.rs"),
    ),
    (
        "../../election/src/llsc.rs",
        include_str!("../../../../election/src/llsc.rs"),
    ),
    (
        "../../election/src/memory.rs",
        include_str!("../../../../election/src/memory.rs"),
    ),
    (
        "../../election/src/procedure.rs",
        include_str!("../../../../election/src/procedure.rs"),
    ),
];

/// A harness that lacks something, put in the place of one that does not.
struct Lacking {
    mutant: &'static str,
    whole: &'static str,
    lacking: &'static str,
}

const LACKING: &[Lacking] = &[
    Lacking {
        mutant: "epoch-wraps",
        whole: "election::every_step",
        lacking: "election::every_step_with_an_epoch_that_wraps",
    },
    Lacking {
        mutant: "counter-wraps",
        whole: "counter::every_step",
        lacking: "counter::every_step_with_a_counter_that_wraps",
    },
    Lacking {
        mutant: "line-12-as-printed",
        whole: "llsc::as_meant_with_calls_that_change",
        lacking: "llsc::as_printed",
    },
    Lacking {
        mutant: "never-again",
        whole: "llsc::again_with_any_calls",
        lacking: "llsc::as_meant_with_any_calls",
    },
];

/// These harnesses, all of which must pass.
fn pass(setup: &Setup, names: &'static [&'static str]) -> Result<Box<dyn Judge>, SetupError> {
    let mutant = setup.mutant.clone();
    let setting = format!(
        "exhausted by the stand-in for Kani, not proved by Kani: every combination of {}",
        Lists::SHORT.in_words()
    );
    let list = move || {
        let lacks = |name| {
            let is_it = |l: &&Lacking| l.whole == name && Some(l.mutant) == mutant.as_deref();
            LACKING.iter().find(is_it).map_or(name, |l| l.lacking)
        };
        let named = |name: &str| {
            let harness = verdict_kani::harnesses().iter().find(|h| h.name == name);
            *harness.unwrap_or_else(|| panic!("there is a harness {name}"))
        };
        let names = names.iter().map(|name| lacks(*name));
        names.map(|name| instance(named(name))).collect()
    };
    Ok(Domain::new(setting, list).subject(setup.origin("")))
}

fn instance(harness: Harness) -> Instance {
    let outcome = harness.exhaust(&Lists::SHORT);
    let Exhausted {
        runs,
        given_up,
        covers,
        failure,
    } = &outcome;
    let met = covers.values().filter(|met| **met).count();
    let passes = failure.is_none() && harness.is_right(&outcome);
    let complaint = match failure {
        Some(failure) => format!("{} does not pass. {failure}.", harness.name),
        None => format!(
            "{}: {met} of {} covers are met.",
            harness.name, harness.covers
        ),
    };
    Instance::new(harness.name)
        .with("combinations", *runs)
        .with("given up", *given_up)
        .with("covers met", met)
        .must(passes)
        .or_say(complaint)
}

/// The repair.
pub(super) const REPAIR: Case = Case {
    claim: "thesis/repair",
    variant: "inductive-step",
    reading: "any number of nodes, one step from any state: the invariant of the packed word holds at first, every access to \
              the real atomics keeps it, and it means one leader for each epoch",
    expected: Holds,
    parameters: &[],
    sizes: &[&[]],
    deep: &[],
    assumptions: &[],
    kills: &["epoch-wraps"],
    mutants: &[("epoch-wraps", "an epoch of 2 bits that begins again at 0")],
    fairness: "",
    sources: &[SOURCES],
    build: build!(|setup| {
        pass(
            setup,
            &[
                "pack::what_fits_comes_back",
                "pack::every_64_bits_are_one_word",
                "pack::order_is_kept",
                "election::the_first_day",
                "election::every_step",
                "election::one_leader_for_each_epoch",
            ],
        )
    }),
};

/// Lemma 7.1.8.
pub(super) const COUNTER_BOUND: Case = Case {
    claim: "thesis/alg7/counter-bound",
    reading: "any number of nodes, one access from any state in which the lemma is true, with a counter of 64 bits that \
              has not reached its end",
    kills: &["counter-wraps"],
    mutants: &[(
        "counter-wraps",
        "the counter begins again after its last value",
    )],
    build: build!(|setup| pass(setup, &["counter::every_step"])),
    ..REPAIR
};

/// Lemma 7.1.8 with a counter that wraps.
pub(super) const COUNTER_WRAPS: Case = Case {
    claim: "thesis/alg7/counter-bound",
    variant: "wraps",
    reading: "with a counter of 64 bits that begins again after its last value",
    expected: Refuted,
    kills: &[],
    mutants: &[],
    build: build!(|setup| pass(setup, &["counter::every_step_with_a_counter_that_wraps"])),
    ..REPAIR
};

/// Algorithm 4.
pub const FROM_LLSC: &[Case] = &[Case {
    claim: "thesis/cas-from-llsc",
    variant: "one-call",
    reading: "one call with any values of 64 bits, up to two writes by others between LL and SC: line 12 as meant if every \
              write changes the value, and the repair that tries again",
    kills: &["line-12-as-printed", "never-again"],
    mutants: &[
        (
            "line-12-as-printed",
            "the store is attempted if LL(p) differs from old",
        ),
        (
            "never-again",
            "without the repair, and with writes that change nothing",
        ),
    ],
    build: build!(|setup| {
        pass(
            setup,
            &[
                "llsc::as_meant_with_calls_that_change",
                "llsc::again_with_any_calls",
            ],
        )
    }),
    ..REPAIR
}];
