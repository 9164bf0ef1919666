//! Assumptions that are dropped alone and in pairs: what has a place in a ledger, and the pages about it.

use verdict_checker::audit::AuditResult;
use verdict_checker::catalog::{
    Catalog, Claim, Model, NoMutants, Parameter, Setup, SetupError, Source, Switch,
};
use verdict_checker::ledger::table::{assumptions, assumptions_of};
use verdict_checker::ledger::{Catalogued, FindingKind, Key, Ledger, Record, compare};
use verdict_checker::property::Property;
use verdict_checker::search::Limits;
use verdict_checker::size::{Size, Value};
use verdict_checker::sources::Package;
use verdict_checker::space::OfModel;
use verdict_checker::verdict::Verdict;

/// Somebody climbs a ladder; a rung is left out by who is neither careful nor slow, or is drunk.
#[derive(Clone, Debug)]
struct Ladder {
    careful: bool,
    slow: bool,
    sober: bool,
    dry: bool,
}

struct Climb {
    longest: u64,
    rungs: u64,
}

impl stateright::Model for Climb {
    type State = u64;
    type Action = u64;

    fn init_states(&self) -> Vec<u64> {
        vec![0]
    }

    fn actions(&self, rung: &u64, steps: &mut Vec<u64>) {
        steps.extend((1..=self.longest).filter(|step| rung + step <= self.rungs));
    }

    fn next_state(&self, rung: &u64, step: u64) -> Option<u64> {
        Some(rung + step)
    }
}

macro_rules! switch {
    ($name:ident, $meaning:literal) => {
        Switch {
            name: stringify!($name),
            meaning: $meaning,
            holds: |ladder| ladder.$name,
            assume: |ladder| ladder.$name = true,
            drop: |ladder| ladder.$name = false,
        }
    };
}

impl Model for Ladder {
    type Mutant = NoMutants;
    type Space = OfModel<Climb>;

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::new("rungs", "rungs of the ladder")]
    }

    fn build(&self, size: &Size, _: Option<NoMutants>) -> Result<OfModel<Climb>, SetupError> {
        let hasty = !self.careful && !self.slow || !self.sober;
        Ok(OfModel(Climb {
            longest: if hasty { 2 } else { 1 },
            rungs: size.within("rungs", 1..=9, "for a short ladder")?,
        }))
    }

    fn switches() -> &'static [Switch<Self>] {
        &[
            switch!(careful, "looks where the foot goes"),
            switch!(slow, "waits after each rung"),
            switch!(sober, "has drunk nothing"),
            switch!(dry, "it does not rain | snow"),
        ]
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
    let sure = Ladder {
        careful: true,
        slow: true,
        sober: true,
        dry: true,
    };
    let reading = |name, ladder: &Ladder| {
        let asked = ladder.asks(one_at_a_time).reading(name, "a step is a rung");
        asked.sizes([[1], [2]]).deep([[9]])
    };
    let drunk = Ladder {
        sober: false,
        ..sure.clone()
    };
    let claim = Claim::safety("ladder/one-by-one", "page 1", "no rung is left out")
        .case(reading("as-meant", &sure).without("sober", Verdict::Refuted))
        // Nobody leaves out a rung of a ladder that has one.
        .case(
            reading("drunk", &drunk)
                .sizes([[2], [3]])
                .expect(Verdict::Refuted),
        );
    // Nothing here asks what is stale.
    let code = Package {
        name: env!("CARGO_CRATE_NAME"),
        files: &[],
    };
    Catalog::new([code], [source], [claim]).expect("a sound catalog")
}

fn key(variant: &str, dropped: &[&str], rungs: u64) -> Key {
    Key {
        claim: "ladder/one-by-one".to_owned(),
        variant: variant.to_owned(),
        dropped: dropped.iter().map(|name| (*name).to_owned()).collect(),
        parameters: [("rungs".to_owned(), Value::Number(rungs))]
            .into_iter()
            .collect(),
    }
}

fn judged(catalog: &Catalog, key: &Key) -> Record {
    let case = catalog.case(&key.claim, &key.variant).expect("listed");
    let setup = Setup {
        without: key.dropped.clone(),
        ..Setup::of(key.parameters.clone())
    };
    let subject = case.subject(&setup).expect("a size of the catalog");
    let judgement = subject.judge(Limits::default(), &|_| {});
    let hash = catalog.hash(case, &setup);
    Record::new(subject.origin(), "", &judgement, AuditResult::NotRun, hash)
}

fn ledger(catalog: &Catalog) -> Ledger {
    let without = |names| [1, 2].map(|rungs| key("as-meant", names, rungs));
    let keys = [
        without(&[]),
        [2, 3].map(|rungs| key("drunk", &[], rungs)),
        without(&["careful"]),
        without(&["slow"]),
        without(&["sober"]),
        without(&["careful", "slow"]),
    ];
    let fresh = keys.iter().flatten().map(|key| judged(catalog, key));
    let mut ledger = Ledger::default();
    let updated = ledger.update(fresh, catalog);
    assert_eq!(updated.refused, []);
    ledger
}

#[test]
fn what_the_catalog_does_not_list_has_a_place_too() {
    let catalog = catalog();
    let ledger = ledger(&catalog);
    assert_eq!(ledger.records().len(), 12);
    assert_eq!(compare(&ledger, &catalog.expected_with(&ledger)), []);
    // Those that are not listed are known, and what becomes of them is not expected.
    let pair = key("as-meant", &["careful", "slow"], 2);
    assert_eq!(ledger.get(&pair).map(|r| r.verdict), Some(Verdict::Refuted));
    let unlisted = compare(&ledger, &catalog.expected());
    assert_eq!(unlisted.len(), 6);
    assert!(unlisted.iter().all(|f| f.kind == FindingKind::Unknown));
}

#[test]
fn one_order_one_name_one_size() {
    let catalog = catalog();
    let has_place = |names: &[&str], rungs| {
        let key = key("as-meant", names, rungs);
        catalog.hash_of(&key).is_some()
    };
    assert!(has_place(&[], 1) && has_place(&[], 9));
    assert!(has_place(&["careful", "slow"], 1));
    assert!(!has_place(&["slow", "careful"], 1), "another order");
    assert!(!has_place(&["careful", "careful"], 1), "dropped twice");
    assert!(!has_place(&["tired"], 1), "no such assumption");
    assert!(!has_place(&["careful"], 9), "not a size of every check");
    assert!(!has_place(&[], 3), "no size at all");
    let drunk = key("drunk", &["sober"], 1);
    assert_eq!(catalog.hash_of(&drunk), None, "not assumed there");
}

#[test]
fn claims_stand_by_their_assumptions() {
    let catalog = catalog();
    let (ledger, chapters) = (ledger(&catalog), catalog.chapters());
    let overview = "\
## A. Climber, *Up*

[Every run](assumptions/ladder.md)

| claim | readings | careful | slow | sober | dry | pairs |
|---|---|---|---|---|---|---|
| `ladder/one-by-one` | 1 | not needed | not needed | **1** | ? | 1 of 1; careful and slow: **1** |
";
    assert_eq!(assumptions(&ledger, &chapters, "assumptions"), overview);
    let page = assumptions_of(&ledger, &chapters[0], "../assumptions.md").expect("a page");
    let rows = "\
| assumption | what it says |
|---|---|
| careful | looks where the foot goes |
| slow | waits after each rung |
| sober | has drunk nothing |
| dry | it does not rain \\| snow |

## `ladder/one-by-one`

| reading | without | what becomes of it | the run |
|---|---|---|---|
| as-meant | sober | falls in 1 step at rungs = 2 | `verdict check ladder/one-by-one --variant as-meant -p rungs=2 --without sober` |
| as-meant | careful and slow | falls in 1 step at rungs = 2 | `verdict check ladder/one-by-one --variant as-meant -p rungs=2 --without careful --without slow` |
| as-meant | careful; slow | not needed up to rungs = 2 |  |
| as-meant | dry | not looked at |  |
";
    assert!(page.ends_with(rows), "{page}");
    assert_eq!(assumptions_of(&Ledger::default(), &chapters[0], ""), None);
}
