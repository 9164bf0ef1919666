//! A catalog from end to end: judged, recorded, compared, shown.

use verdict_checker::audit::AuditResult;
use verdict_checker::catalog::{
    Catalog, Claim, Model, NoMutants, Parameter, Setup, SetupError, Source, Switch,
};
use verdict_checker::ledger::table::{summary, table};
use verdict_checker::ledger::{Record, compare, load, update};
use verdict_checker::property::Property;
use verdict_checker::search::Limits;
use verdict_checker::size::Size;
use verdict_checker::sources::Package;
use verdict_checker::space::OfModel;
use verdict_checker::verdict::Verdict;

/// Somebody climbs a ladder of so many rungs, one by one if careful, else also two at a time.
#[derive(Clone, Debug)]
struct Ladder {
    careful: bool,
}

struct Climb {
    careful: bool,
    rungs: u64,
}

impl stateright::Model for Climb {
    type State = u64;
    type Action = u64;

    fn init_states(&self) -> Vec<u64> {
        vec![0]
    }

    fn actions(&self, rung: &u64, steps: &mut Vec<u64>) {
        let longest = if self.careful { 1 } else { 2 };
        steps.extend((1..=longest).filter(|step| rung + step <= self.rungs));
    }

    fn next_state(&self, rung: &u64, step: u64) -> Option<u64> {
        Some(rung + step)
    }
}

impl Model for Ladder {
    type Mutant = NoMutants;
    type Space = OfModel<Climb>;

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::new("rungs", "rungs of the ladder")]
    }

    fn build(&self, size: &Size, _: Option<NoMutants>) -> Result<OfModel<Climb>, SetupError> {
        Ok(OfModel(Climb {
            careful: self.careful,
            rungs: size.within("rungs", 1..=9, "for a short ladder")?,
        }))
    }

    fn switches() -> &'static [Switch<Self>] {
        &[Switch {
            name: "careful",
            meaning: "one rung at a time",
            holds: |ladder| ladder.careful,
            assume: |ladder| ladder.careful = true,
            drop: |ladder| ladder.careful = false,
        }]
    }
}

fn one_at_a_time() -> Property<OfModel<Climb>> {
    Property::every_step(
        "one at a time",
        |_: &OfModel<Climb>, from: &u64, _, to: &u64| to - from == 1,
    )
}

fn catalog() -> Catalog {
    let source = Source {
        key: "ladder",
        authors: "A. Climber",
        title: "Up",
    };
    let case = Ladder { careful: true }
        .asks(one_at_a_time)
        .reading("as-meant", "a step is a rung")
        .sizes([[1], [2], [3]])
        .deep([[9]])
        .without("careful", Verdict::Refuted);
    let claim = Claim::safety("ladder/one-by-one", "page 1", "no rung is left out");
    // Nothing here asks what is stale.
    let code = Package {
        name: env!("CARGO_CRATE_NAME"),
        files: &[],
    };
    Catalog::new([code], [source], [claim.case(case)]).expect("a sound catalog")
}

/// Everything that the catalog expects, judged.
fn judged(catalog: &Catalog) -> Vec<Record> {
    let expected = catalog.expected().into_iter();
    expected
        .map(|expected| {
            let key = expected.key;
            let case = catalog.case(&key.claim, &key.variant).expect("expected");
            let setup = Setup {
                without: key.dropped,
                ..Setup::of(key.parameters)
            };
            let subject = case.subject(&setup).expect("a size of the catalog");
            let judgement = subject.judge(Limits::default(), &|_| {});
            let hash = catalog.hash(case, &setup);
            let fairness = case.fairness();
            let (origin, audit) = (subject.origin(), AuditResult::NotRun);
            Record::new(origin, &fairness, &judgement, audit, hash)
        })
        .collect()
}

#[test]
fn what_a_catalog_expects_can_be_judged_recorded_and_shown() {
    let catalog = catalog();
    let (expected, records) = (catalog.expected(), judged(&catalog));
    let required = expected.iter().filter(|expected| expected.required);
    assert_eq!((expected.len(), required.count()), (7, 6));
    let folder = tempfile::tempdir().expect("a folder");
    let updated = update(folder.path(), records, &expected).expect("writable");
    assert_eq!((updated.changed.len(), updated.refused.len()), (7, 0));
    let ledger = load(folder.path()).expect("our own files").expect("there");
    // One rung cannot be left out of a ladder of one, and yet the claim falls without care.
    let smallest = &ledger.of_reading("ladder/one-by-one", "as-meant")[4];
    assert_eq!(
        smallest.key().to_string(),
        "ladder/one-by-one as-meant (rungs = 1; without careful)"
    );
    assert_eq!(smallest.verdict, Verdict::Holds);
    assert_eq!(compare(&ledger, &expected), []);
    let chapters = catalog.chapters();
    insta::assert_snapshot!("summary", summary(&ledger, &chapters));
    insta::assert_snapshot!("table", table(&ledger, &chapters));
}
