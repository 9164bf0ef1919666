//! `assumptions` where an assumption is made at some sizes only, where a model cannot do without one, and where a search has no end.

use std::path::{Path, PathBuf};
use verdict::checker::catalog::Slips;
use verdict::checker::size::Value;
use verdict::checker::sources::Package;
use verdict::prelude::*;

mod toy;

/// Counts up to a limit: one by one if it is careful, without an end if nothing ends it.
#[derive(Clone, Debug)]
struct Counters {
    careful: bool,
    alone: bool,
    ending: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Counter {
    limit: u64,
    step: u64,
}

impl stateright::Model for Counter {
    type State = u64;
    type Action = u64;

    fn init_states(&self) -> Vec<u64> {
        vec![0]
    }

    fn actions(&self, state: &u64, actions: &mut Vec<u64>) {
        actions.extend((state + self.step <= self.limit).then_some(self.step));
    }

    fn next_state(&self, state: &u64, step: u64) -> Option<u64> {
        Some(state + step)
    }
}

macro_rules! switch {
    ($name:ident, $meaning:literal) => {
        Switch {
            name: stringify!($name),
            meaning: $meaning,
            holds: |counters| counters.$name,
            assume: |counters| counters.$name = true,
            drop: |counters| counters.$name = false,
        }
    };
}

impl Model for Counters {
    type Mutant = NoMutants;
    type Space = OfModel<Counter>;

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::new("limit", "where it stops")]
    }

    fn switches() -> &'static [Switch<Self>] {
        &[
            switch!(careful, "it counts one by one (dropped: by nothing)"),
            switch!(alone, "nobody else counts"),
            switch!(ending, "it stops at its limit"),
        ]
    }

    /// Up to three somebody else may count.
    fn assumptions(&self, size: &Size) -> Result<Vec<Assumption>, SetupError> {
        let all = Self::switches().iter().map(|switch| switch.of(self));
        let mut all: Vec<Assumption> = all.collect();
        all[1].in_force &= size.within::<u64>("limit", 1..=9, "a digit")? > 3;
        Ok(all)
    }

    fn build(&self, size: &Size, _: Option<NoMutants>) -> Result<Self::Space, SetupError> {
        let limit = size.within("limit", 1..=9, "a digit")?;
        if !self.careful {
            let (value, why) = (
                Value::Word("dropped".to_owned()),
                "in force: somebody counts",
            );
            return Err(SetupError::out_of_range("careful", value, why));
        }
        let limit = if self.ending { limit } else { u64::MAX };
        Ok(OfModel(Counter { limit, step: 1 }))
    }
}

fn finite() -> Property<OfModel<Counter>> {
    Property::always("finite", |_, state: &u64| *state < u64::MAX)
}

fn catalog() -> Result<Catalog, Slips> {
    let source = Source {
        key: "count",
        authors: "A. Uthor",
        title: "Counting",
    };
    let own = Package {
        name: env!("CARGO_CRATE_NAME"),
        files: &[],
    };
    let counters = Counters {
        careful: true,
        alone: true,
        ending: true,
    };
    let case = counters
        .asks(finite)
        .reading("as-meant", "it counts as it says")
        .sizes([[3], [4], [5]])
        // Nothing of the kind: a run is looked for without an end, unless a limit ends it.
        .without("ending", Refuted);
    let claim = Claim::safety("count/finite", "page 1", "It stays finite.").case(case);
    Catalog::new([own, verdict::SOURCES], [source], [claim])
}

const ASSUMPTIONS: [&str; 3] = ["assumptions", "count/finite", "--pairs"];

fn row<'a>(text: &'a str, without: &str) -> &'a str {
    let row = |line: &&str| line.trim_start().starts_with(without);
    text.lines()
        .find(row)
        .unwrap_or_else(|| panic!("no row for {without}:\n{text}"))
}

#[test]
fn an_assumption_is_dropped_where_it_is_made_and_a_model_may_refuse() {
    let limited = [&ASSUMPTIONS[..], &["--max-states", "40"]].concat();
    let ran = toy::run(catalog(), &limited);
    assert_eq!(
        ran.code, 20,
        "the catalog expects a run: {}{}",
        ran.out, ran.err
    );
    assert!(
        row(&ran.out, "alone ").contains("up to limit=5"),
        "{}",
        ran.out
    );
    let refused = row(&ran.out, "careful ");
    assert!(refused.contains("cannot be dropped"), "{}", ran.out);
    let words: Vec<&str> = ran.out.split_whitespace().collect();
    let why =
        "careful cannot be dropped: careful = dropped is out of range: in force: somebody counts";
    assert!(words.join(" ").contains(why), "{}", ran.out);
    assert!(row(&ran.out, "ending ").contains("bounded"), "{}", ran.out);
    assert!(
        row(&ran.out, "alone, ending").contains("bounded"),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains("careful, "), "{}", ran.out);
}

#[test]
fn a_search_without_an_end_is_not_begun_again_where_time_ended_it() {
    let limited = [&ASSUMPTIONS[..], &["--max-seconds", "1"]].concat();
    let ran = toy::run(catalog(), &limited);
    assert_eq!(ran.code, 20, "{}{}", ran.out, ran.err);
    assert!(row(&ran.out, "ending ").contains("bounded"), "{}", ran.out);
}

#[test]
fn programs_hear_of_a_refusal_on_the_side() {
    let limited = [
        &ASSUMPTIONS[..],
        &["--max-states", "40", "--format", "json"],
    ]
    .concat();
    let ran = toy::run(catalog(), &limited);
    assert!(ran.err.contains("careful cannot be dropped"), "{}", ran.err);
    let document: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(document["format"], "verdict-results");
}

#[test]
fn what_is_made_at_larger_sizes_only_has_a_place_in_the_ledger() {
    let folder = tempfile::tempdir().expect("a folder");
    let ledger = ledger_in(folder.path());
    let mut update = ASSUMPTIONS.to_vec();
    let place = ledger.to_str().expect("UTF-8");
    update.extend(["--max-states", "40", "--update-ledger", "--ledger", place]);
    let ran = toy::run(catalog(), &update);
    assert_eq!(ran.code, 20, "{}", ran.err);
    let text = std::fs::read_to_string(ledger.join("count.jsonl")).expect("a ledger");
    let alone = |line: &&str| line.contains(r#""dropped":["alone"]"#);
    // At 4 and at 5, not at 3.
    assert_eq!(text.lines().filter(alone).count(), 2, "{text}");
    update.push("--stale");
    let ran = toy::run(catalog(), &update);
    assert!(ran.err.contains("0 records changed"), "{}", ran.err);
    let ran = toy::run(catalog(), &["ledger", "--ledger", place]);
    assert!(!ran.out.contains("unknown"), "{}", ran.out);
}

fn ledger_in(folder: &Path) -> PathBuf {
    let ledger = folder.join("ledger");
    std::fs::create_dir(&ledger).expect("a folder");
    ledger
}
