//! A success that could not have failed, and a search that was cut: neither is told as if all were well.

use verdict::App;
use verdict::checker::sources::Package;
use verdict::prelude::*;

verdict::checker::mutants! {
    /// Errors in counting.
    Harmless = "harmless": "it counts to one less",
    Endless = "endless": "it never stops",
}

/// Counts up to a limit, if it has one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Counter {
    limit: Option<u64>,
}

impl stateright::Model for Counter {
    type State = u64;
    type Action = u64;

    fn init_states(&self) -> Vec<u64> {
        vec![0]
    }

    fn actions(&self, state: &u64, actions: &mut Vec<u64>) {
        actions.extend(self.limit.is_none_or(|limit| *state < limit).then_some(1));
    }

    fn next_state(&self, state: &u64, step: u64) -> Option<u64> {
        Some(state + step)
    }
}

#[derive(Clone, Copy, Debug)]
struct Counters;

impl Model for Counters {
    type Mutant = Mutant;
    type Space = OfModel<Counter>;

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::new("limit", "where it stops")]
    }

    fn build(&self, size: &Size, mutant: Option<Mutant>) -> Result<Self::Space, SetupError> {
        let limit: u64 = size.within("limit", 1..=9, "a digit")?;
        let limit = match mutant {
            None => Some(limit),
            Some(Mutant::Harmless) => Some(limit - 1),
            Some(Mutant::Endless) => None,
        };
        Ok(OfModel(Counter { limit }))
    }
}

fn below_ten() -> Property<OfModel<Counter>> {
    Property::always("below ten", |_, state: &u64| *state < 10)
}

/// What the command says of the claim that counting stays below ten, and how it ends.
fn ran(kills: Mutant, words: &[&str]) -> (String, u8) {
    let source = Source {
        key: "count",
        authors: "A. Uthor",
        title: "Counting",
    };
    let own = Package {
        name: env!("CARGO_CRATE_NAME"),
        files: &[],
    };
    let case = Counters
        .asks(below_ten)
        .reading("as-meant", "it counts as it says")
        .sizes([[3], [4]])
        .kills([kills]);
    let claim = Claim::safety("count/small", "page 1", "It stays below ten.").case(case);
    let catalog = Catalog::new([own, verdict::SOURCES], [source], [claim]);
    let app = App::new(catalog.expect("a sound catalog"));
    let words = ["count"].iter().chain(words).map(Into::into);
    let mut out = Vec::new();
    let code = app.run(words, &mut out, &mut Vec::new(), false);
    (String::from_utf8(out).expect("UTF-8"), code)
}

#[test]
fn a_success_that_passes_its_audit_is_as_expected() {
    let (out, code) = ran(Mutant::Endless, &["check"]);
    assert!(out.ends_with("2 runs: 2 holds; all as expected\n"), "{out}");
    assert_eq!(code, 0);
    let (out, code) = ran(Mutant::Endless, &["mutants"]);
    assert!(out.contains("dies in 10"), "{out}");
    assert_eq!(code, 0);
}

#[test]
fn a_vacuous_success_is_not_as_expected() {
    let (out, code) = ran(Mutant::Harmless, &["check"]);
    let last = out.lines().last().expect("a summary");
    assert!(last.contains("1 VACUOUS"), "{out}");
    assert!(!last.contains("as expected"), "{out}");
    assert_eq!(code, 21);
    let (out, code) = ran(Mutant::Harmless, &["mutants"]);
    assert!(out.contains("SURVIVES"), "{out}");
    assert_eq!(code, 21);
}

#[test]
fn a_mutant_whose_search_was_cut_is_no_survivor() {
    let (out, code) = ran(Mutant::Endless, &["mutants", "--max-states", "5"]);
    assert!(out.contains("cut") && !out.contains("SURVIVES"), "{out}");
    assert_eq!(code, 20);
}
