//! A claim that is measured: an outsider's experiment from the catalog to the ledger.

use verdict_checker::audit::AuditResult;
use verdict_checker::catalog::kill::{self, AuditLimits};
use verdict_checker::catalog::{Case, Catalog, Claim, Parameter, Setup, SetupError, Source};
use verdict_checker::ledger::{self, Expected, Ledger, Record};
use verdict_checker::measure::{Experiment, Gauge, Said};
use verdict_checker::random::Random;
use verdict_checker::search::Limits;
use verdict_checker::simulate::{NotSimulated, Schedule, Simulation};
use verdict_checker::size::Size;
use verdict_checker::sources::Package;
use verdict_checker::trace::Trace;
use verdict_checker::verdict::{Judgement, Verdict};

/// Throws a die many times.
#[derive(Clone, Copy, Debug)]
struct Die {
    sides: usize,
}

verdict_checker::mutants! {
    /// Errors in the die.
    Loaded = "loaded": "it never shows a one",
}

impl Experiment for Die {
    type Mutant = Mutant;
    type Ready = (usize, u64, Option<Mutant>);
    type Outcome = f64;

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::new("throws", "how often it is thrown")]
    }

    fn build(&self, size: &Size, mutant: Option<Mutant>) -> Result<Self::Ready, SetupError> {
        let throws = size.within("throws", 1..=1000, "or it takes too long")?;
        Ok((self.sides, throws, mutant))
    }

    fn setting((sides, throws, _): &Self::Ready) -> String {
        format!("{throws} throws of a die with {sides} sides")
    }

    fn run((sides, throws, mutant): &Self::Ready, mut random: Random) -> f64 {
        let least = 1 + usize::from(mutant.is_some());
        let throw = |_| random.below(sides + 1 - least) + least;
        let sum: usize = (0..*throws).map(throw).sum();
        sum as f64 / *throws as f64
    }
}

fn mean(_: &Size) -> Vec<Gauge<f64>> {
    vec![Gauge::new("the mean", |mean| *mean).said(Said::Mean(3.5))]
}

fn nothing(_: &Size) -> Vec<Gauge<f64>> {
    vec![Gauge::new("the mean", |mean| *mean)]
}

fn claim() -> Claim {
    let fair = Die { sides: 6 }.measures(mean);
    Claim::quantity("dice/mean", "page 1", "The mean of a die is 3.5.")
        .case(
            fair.reading("fair", "six sides")
                .sizes([[500, 10]])
                .deep([[500, 20]])
                .kills([Mutant::Loaded]),
        )
        .case(
            Die { sides: 7 }
                .measures(mean)
                .reading("seven", "seven sides")
                .sizes([[500, 10]])
                .expect(Verdict::NotReproduced),
        )
        .case(
            Die { sides: 6 }
                .measures(nothing)
                .reading("unsaid", "nothing is said")
                .sizes([[500, 10]])
                .expect(Verdict::Ambiguous),
        )
}

fn catalog() -> Catalog {
    let source = Source {
        key: "dice",
        authors: "Somebody",
        title: "On dice",
    };
    let code = Package {
        name: "measure",
        files: &[],
    };
    Catalog::new([code], [source], [claim()]).unwrap()
}

fn judged(case: &Case, setup: &Setup, threads: usize) -> Judgement {
    let limits = Limits {
        threads,
        ..Limits::default()
    };
    case.subject(setup).unwrap().judge(limits, &|_| {})
}

#[test]
fn each_reading_has_its_word_and_none_is_taken_for_a_search() {
    let catalog = catalog();
    for case in catalog.cases() {
        let judgement = judged(case, &Setup::of(case.smallest()), 2);
        assert_eq!(judgement.verdict, case.expected, "{}", case.variant);
        assert!(judgement.verdict.is_measured());
        assert!(!judgement.exhausted());
        assert_eq!(judgement.counts.distinct, 0);
        assert!(judgement.trace.is_none());
    }
}

#[test]
fn figures_do_not_depend_on_threads() {
    let catalog = catalog();
    let case = catalog.case("dice/mean", "fair").unwrap();
    let setup = Setup::of(case.smallest());
    let one = judged(case, &setup, 1).measurement;
    assert!(one.is_some());
    assert_eq!(one, judged(case, &setup, 3).measurement);
}

#[test]
fn a_mutant_is_killed_by_figures_that_do_not_fit() {
    let catalog = catalog();
    let case = catalog.case("dice/mean", "fair").unwrap();
    let killed = kill::kill(case, "loaded", Limits::default()).unwrap();
    assert!(killed.is_killed());
    assert_eq!(
        killed.in_words(),
        "not reproduced (throws = 500, seeds = 10): the mean"
    );
    let setup = Setup::of(case.smallest());
    let subject = case.subject(&setup).unwrap();
    let limits = AuditLimits {
        model: Limits::default(),
        mutants: Limits::default(),
    };
    let audit = kill::audit(case, &setup, &*subject, limits).unwrap();
    assert_eq!(audit.result(), AuditResult::Passed);
    let mutant = Setup {
        mutant: Some("loaded".to_owned()),
        ..setup
    };
    assert_eq!(case.expectation(&mutant), Some(Verdict::NotReproduced));
}

#[test]
fn what_asks_for_a_run_is_told_that_there_is_none() {
    let catalog = catalog();
    let case = catalog.case("dice/mean", "fair").unwrap();
    let subject = case.subject(&Setup::of(case.smallest())).unwrap();
    let trace = Trace {
        origin: Default::default(),
        lanes: Vec::new(),
        states: Vec::new(),
        steps: Vec::new(),
        loop_start: None,
    };
    let refused = subject.replay(&trace).err().map(|error| error.to_string());
    assert_eq!(
        refused.as_deref(),
        Some("the claim is measured over seeds, and has no traces")
    );
    let simulation = Simulation {
        seed: 1,
        runs: 1,
        max_steps: 1,
        schedule: Schedule::Uniform,
    };
    let simulated = subject.simulate(&simulation, &|_| {});
    assert!(matches!(simulated, Err(NotSimulated::Measured)));
}

#[test]
fn one_seed_has_no_spread_and_is_refused() {
    let catalog = catalog();
    let case = catalog.case("dice/mean", "fair").unwrap();
    for (seeds, right) in [(0, false), (1, false), (2, true), (10_001, false)] {
        let size = case.size(&[10, seeds]);
        assert_eq!(case.subject(&Setup::of(size)).is_ok(), right, "{seeds}");
    }
}

#[test]
fn a_measurement_cannot_be_expected_to_hold() {
    let wrong = Die { sides: 6 }.measures(mean).reading("fair", "six sides");
    let claim = Claim::quantity("dice/mean", "page 1", "It is 3.5.")
        .case(wrong.sizes([[10, 2]]).expect(Verdict::Holds));
    let source = Source {
        key: "dice",
        authors: "Somebody",
        title: "On dice",
    };
    let code = Package {
        name: "measure",
        files: &[],
    };
    let slips = Catalog::new([code], [source], [claim])
        .err()
        .expect("a slip");
    assert!(
        slips.to_string().contains("only a search can find"),
        "{slips}"
    );
}

fn record() -> (Record, Vec<Expected>) {
    let catalog = catalog();
    let case = catalog.case("dice/mean", "fair").unwrap();
    let setup = Setup::of(case.smallest());
    let subject = case.subject(&setup).unwrap();
    let judgement = subject.judge(Limits::default(), &|_| {});
    let hash = catalog.hash(case, &setup);
    let record = Record::new(subject.origin(), "", &judgement, AuditResult::Passed, hash);
    (record, catalog.expected())
}

#[test]
fn the_ledger_keeps_the_figures() {
    let (record, expected) = record();
    let folder = tempfile::tempdir().unwrap();
    let updated = ledger::update(folder.path(), [record.clone()], &expected).unwrap();
    assert_eq!(updated.changed.len(), 1);
    let read = ledger::load(folder.path()).unwrap().unwrap();
    assert_eq!(read.records(), [record]);
    let measured = read.records()[0].measured.as_ref().unwrap();
    assert_eq!(measured.figures[0].said, "mean 3.5");
}

/// A change that no measurement could have made, and how it is refused.
type Change = (&'static str, fn(&mut Record));

#[test]
fn a_line_that_no_measurement_would_write_is_not_believed() {
    let changes: [Change; 6] = [
        (
            "verdict: expected reproduced, for so the figures say, found holds",
            |r| {
                r.verdict = Verdict::Holds;
            },
        ),
        (
            "verdict: expected reproduced, for so the figures say, found ambiguous",
            |r| {
                r.verdict = Verdict::Ambiguous;
            },
        ),
        (
            "states: expected 0, for a measurement searches nothing, found 7",
            |r| r.states = 7,
        ),
        (
            "exhausted: expected false, for a measurement sees some runs and not all, found true",
            |r| {
                r.exhausted = true;
            },
        ),
        ("states: expected at least 1, found 0", |r| {
            r.measured = None
        }),
        ("two seeds or more", |r| {
            if let Some(measured) = &mut r.measured {
                measured.seeds = 1;
            }
        }),
    ];
    for (expected, change) in changes {
        let (mut record, _) = record();
        change(&mut record);
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in ledger::files(&Ledger::from_iter([record])) {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let error = ledger::load(folder.path()).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn the_tables_tell_measured_figures_from_what_holds() {
    let (record, _) = record();
    let catalog = catalog();
    let ledger = Ledger::from_iter([record]);
    let table = ledger::table::table(&ledger, &catalog.chapters());
    let row = "| `dice/mean` | fair | reproduced | throws, seeds = 500, 10 | 1 of 1 figures fit, over 10 seeds | — | — |";
    assert!(table.contains(row), "{table}");
    let summary = ledger::table::summary(&ledger, &catalog.chapters());
    assert!(
        summary.contains("| 1 of 1 | 0 | 0 | 1 reproduced |"),
        "{summary}"
    );
}
