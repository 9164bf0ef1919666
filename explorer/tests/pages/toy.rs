//! A lamp with a few switches, and what is claimed of it.

use stateright::Property;
use verdict_checker::audit::AuditResult;
use verdict_checker::catalog::{
    Case, Catalog, Claim, Model, NoMutants, Parameter, Plain, Publication, Setup, SetupError,
    Source,
};
use verdict_checker::ledger::{Ledger, Record};
use verdict_checker::liveness::Fairness;
use verdict_checker::search::Limits;
use verdict_checker::size::Size;
use verdict_checker::sources::Package;
use verdict_checker::trace::Trace;
use verdict_checker::verdict::Verdict;

/// A lamp that is on if all of its switches are.
pub struct Lamp(usize);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    On(usize),
    Off(usize),
}

impl stateright::Model for Lamp {
    type State = Vec<bool>;
    type Action = Action;

    fn init_states(&self) -> Vec<Vec<bool>> {
        vec![vec![false; self.0]]
    }

    fn actions(&self, on: &Vec<bool>, actions: &mut Vec<Action>) {
        let possible =
            |(id, on): (usize, &bool)| if *on { Action::Off(id) } else { Action::On(id) };
        actions.extend(on.iter().enumerate().map(possible));
    }

    fn next_state(&self, on: &Vec<bool>, action: Action) -> Option<Vec<bool>> {
        let mut next = on.clone();
        match action {
            Action::On(id) => next[id] = true,
            Action::Off(id) => next[id] = false,
        }
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("one is off", |_, on: &Vec<bool>| on.contains(&false)),
            Property::sometimes("light", |_, on: &Vec<bool>| !on.contains(&false)),
            Property::eventually("light in the end", |_, on: &Vec<bool>| !on.contains(&false)),
            Property::always("few", |_, on: &Vec<bool>| on.len() < 9),
        ]
    }
}

fn lamp(size: &Size, _: Option<NoMutants>) -> Result<Lamp, SetupError> {
    Ok(Lamp(size.within("switches", 1..=9, "on one wall")?))
}

/// Four claims, one of which nobody has modelled, in which markup would do harm if it were not escaped.
pub fn catalog() -> Catalog {
    let code = Package {
        name: env!("CARGO_CRATE_NAME"),
        files: &[],
    };
    let source = Source {
        key: "lamp",
        authors: "A. Electrician & Sons",
        title: "Light </script><script>alert(1)</script>",
    };
    let asked = |property, reading| {
        let parameters = [Parameter::new("switches", "switches on the wall")];
        Plain::new(lamp, parameters)
            .asks_its(property)
            .reading("as-meant", reading)
            .fair([("On", Fairness::Weak)])
            .sizes([[2], [3]])
    };
    let claims = [
        Claim::safety("lamp/off", "page 1", "It is <never> on.")
            .case(asked("one is off", "every <b>switch</b>").expect(Verdict::Refuted)),
        Claim::safety("lamp/light", "page 2", "It can be on.").case(asked("light", "some run")),
        Claim::liveness("lamp/end", "page 3", "It is on in the end.")
            .case(asked("light in the end", "in the end").expect(Verdict::Refuted)),
        Claim::safety("lamp/few", "page 4", "There are few switches.")
            .case(asked("few", "fewer than nine")),
        Claim::safety("lamp/colour", "page 5", "It is yellow.").unchecked(),
    ];
    let catalog = Catalog::new([code], [source], claims).unwrap_or_else(|slips| panic!("{slips}"));
    let publication = Publication {
        year: Some(1879),
        venue: Some("Menlo Park"),
        doi: Some("10.0/lamp_1"),
    };
    catalog.published("lamp", publication)
}

/// A reading by its claim.
pub fn case<'c>(catalog: &'c Catalog, claim: &str) -> &'c Case {
    catalog
        .case(claim, "as-meant")
        .expect("a reading of the toy")
}

/// What a check of the whole catalog would record.
pub fn ledger(catalog: &Catalog) -> Ledger {
    let mut ledger = Ledger::default();
    for case in catalog.cases() {
        for size in case.default_sizes() {
            let setup = Setup::of(size);
            let subject = case.subject(&setup).expect("a size");
            let judgement = subject.judge(Limits::default(), &|_| {});
            let hash = catalog.hash(case, &setup);
            let record = Record::new(subject.origin(), "", &judgement, AuditResult::NotRun, hash);
            ledger.put(record);
        }
    }
    ledger
}

/// The run that decides a case at its smallest size.
pub fn trace(case: &Case) -> Option<Trace> {
    let subject = case.subject(&Setup::of(case.smallest())).expect("a size");
    subject.judge(Limits::default(), &|_| {}).trace
}
