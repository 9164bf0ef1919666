//! A plain stateright model as a family, with the properties that it lists itself.

use stateright::Property;
use verdict_checker::catalog::{
    Catalog, Claim, Model, NoMutants, Parameter, Plain, Setup, SetupError, Source,
};
use verdict_checker::liveness::Fairness;
use verdict_checker::search::Limits;
use verdict_checker::size::Size;
use verdict_checker::sources::Package;
use verdict_checker::verdict::Verdict;

/// A lamp with so many switches; the lamp is on if all of them are. With a boundary, nobody goes beyond that many that are on.
struct Lamp {
    switches: usize,
    boundary: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Action {
    On(usize),
    Off(usize),
}

impl stateright::Model for Lamp {
    type State = Vec<bool>;
    type Action = Action;

    fn init_states(&self) -> Vec<Vec<bool>> {
        vec![vec![false; self.switches]]
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
            Property::eventually("touched", |_, on: &Vec<bool>| on.contains(&true)),
            Property::eventually("light in the end", |_, on: &Vec<bool>| !on.contains(&false)),
        ]
    }

    fn within_boundary(&self, on: &Vec<bool>) -> bool {
        on.iter().filter(|on| **on).count() <= self.boundary
    }
}

fn lamp(size: &Size, _: Option<NoMutants>) -> Result<Lamp, SetupError> {
    Ok(Lamp {
        switches: size.within("switches", 1..=9, "on one wall")?,
        boundary: size.within("boundary", 0..=9, "of them")?,
    })
}

fn catalog(property: &'static str, size: [u64; 2]) -> Result<Catalog, String> {
    let code = Package {
        name: module_path!(),
        files: &[],
    };
    let source = Source {
        key: "lamp",
        authors: "A. Electrician",
        title: "Light",
    };
    let parameters = [
        Parameter::new("switches", "switches on the wall"),
        Parameter::new("boundary", "how many anybody turns on"),
    ];
    let case = Plain::new(lamp, parameters)
        .asks_its(property)
        .reading("as-meant", "as it is")
        .fair([("On", Fairness::Weak)])
        .sizes([size]);
    let claim = Claim::safety("lamp/claim", "page 1", "something").case(case);
    Catalog::new([code], [source], [claim]).map_err(|slips| slips.to_string())
}

fn verdict(property: &'static str, size: [u64; 2]) -> Verdict {
    let catalog = catalog(property, size).expect("a sound catalog");
    let case = catalog.case("lamp/claim", "as-meant").expect("its case");
    let subject = case.subject(&Setup::of(case.smallest())).expect("a size");
    subject.judge(Limits::default(), &|_| {}).verdict
}

#[test]
fn every_expectation_of_stateright_has_its_counterpart() {
    assert_eq!(verdict("one is off", [2, 2]), Verdict::Refuted);
    assert_eq!(verdict("light", [2, 2]), Verdict::Holds);
    assert_eq!(verdict("touched", [2, 2]), Verdict::Holds);
}

#[test]
fn what_must_happen_in_the_end_is_judged_on_cycles() {
    // One switch is turned on and off for ever, so that the other is never owed anything for long.
    assert_eq!(verdict("light in the end", [1, 1]), Verdict::Holds);
    assert_eq!(verdict("light in the end", [3, 3]), Verdict::Refuted);
}

#[test]
fn a_boundary_that_cuts_is_no_proof() {
    assert_eq!(verdict("one is off", [3, 2]), Verdict::Bounded);
    assert_eq!(verdict("light", [3, 2]), Verdict::Bounded);
    assert_eq!(verdict("touched", [3, 2]), Verdict::Bounded);
    assert_eq!(verdict("one is off", [3, 3]), Verdict::Refuted);
}

#[test]
fn a_property_that_the_model_does_not_list_is_an_error_at_the_start() {
    let error = catalog("darkness", [2, 2]).err();
    let expected = "the catalog cannot be used:\n  lamp/claim as-meant: the model lists no property `darkness`; \
        it lists one is off, light, touched, light in the end";
    assert_eq!(error.as_deref(), Some(expected));
}

#[test]
fn a_size_that_the_model_refuses_is_an_error_at_the_start() {
    let error = catalog("light", [12, 2]).err().expect("no such lamp");
    assert!(
        error.contains("switches = 12 is out of range: 1 to 9, on one wall"),
        "{error}"
    );
}
