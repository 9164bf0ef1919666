//! A catalog that cannot be used: an error at the start that names what is wrong, whatever was typed.

use std::process::ExitCode;
use verdict::checker::catalog::Slips;
use verdict::checker::sources::Package;
use verdict::prelude::*;

/// Counts up to a limit, one by one or in twos.
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

#[derive(Clone, Copy, Debug)]
struct Counters;

impl Model for Counters {
    type Mutant = NoMutants;
    type Space = OfModel<Counter>;

    fn parameters(&self) -> Vec<Parameter> {
        vec![
            Parameter::new("limit", "where it stops"),
            Parameter::one_of("by", "how it counts", &["ones", "twos"]),
        ]
    }

    fn build(&self, size: &Size, _: Option<NoMutants>) -> Result<Self::Space, SetupError> {
        let limit = size.within("limit", 1..=9, "a digit")?;
        let step = if size.word("by") == "ones" { 1 } else { 2 };
        Ok(OfModel(Counter { limit, step }))
    }

    /// Looks at its words, as a model may whose assumptions depend on them.
    fn assumptions(&self, size: &Size) -> Result<Vec<Assumption>, SetupError> {
        assert!(["ones", "twos"].contains(&size.word("by")));
        Ok(Vec::new())
    }
}

fn below_ten() -> Property<OfModel<Counter>> {
    Property::always("below ten", |_, state: &u64| *state < 10)
}

fn case() -> Asked<Counters> {
    Counters
        .asks(below_ten)
        .reading("as-meant", "it counts as it says")
        .sizes([[3, 0], [4, 1]])
}

fn claim() -> Claim {
    Claim::safety("count/small", "page 1", "It stays below ten.")
}

fn catalog(claims: impl IntoIterator<Item = Claim>) -> Result<Catalog, Slips> {
    let source = Source {
        key: "count",
        authors: "A. Uthor",
        title: "Counting",
    };
    let own = Package {
        name: env!("CARGO_CRATE_NAME"),
        files: &[],
    };
    Catalog::new([own, verdict::SOURCES], [source], claims)
}

/// Refused with these words, by the catalog and by the command over it.
fn refused(claims: impl IntoIterator<Item = Claim>, slips: &[&str]) {
    let Err(found) = catalog(claims) else {
        panic!("accepted, without {slips:?}");
    };
    let told = found.to_string();
    let expected = slips.iter().map(|slip| format!("\n  {slip}"));
    let expected: String = expected.collect();
    assert_eq!(told, format!("the catalog cannot be used:{expected}"));
    assert_eq!(verdict::main(Err(found)), ExitCode::from(2));
}

#[test]
fn a_catalog_in_which_everything_fits() {
    let claims = [claim().case(case().deep([[9, 1]]))];
    assert!(catalog(claims).is_ok());
}

#[test]
fn two_cases_of_one_name() {
    refused(
        [claim().case(case()).case(case())],
        &["count/small: two cases are called `as-meant`; expected one"],
    );
}

#[test]
fn two_claims_of_one_id() {
    refused(
        [claim().case(case()), claim().case(case())],
        &["count/small: two claims have this id; expected one"],
    );
}

#[test]
fn a_claim_without_a_case() {
    refused(
        [claim()],
        &["count/small: it has no case; give it one, or say that it is unchecked"],
    );
}

#[test]
fn a_claim_of_no_source() {
    refused(
        [Claim::safety("sum/small", "page 1", "It stays below ten.").case(case())],
        &["sum/small: no source has the key `sum`, the first part of its id"],
    );
}

#[test]
fn sizes_that_do_not_fit_the_parameters() {
    refused(
        [claim().case(case().sizes([[3]]))],
        &["count/small as-meant: the size [3] has 1 value, but there are 2 parameters: limit, by"],
    );
    // The third of two words.
    refused(
        [claim().case(case().sizes([[3, 0], [4, 2]]).deep([[9, 7]]))],
        &[
            "count/small as-meant: the size limit=4 by=2 cannot be built: the parameter by cannot be `2`; \
             expected one of ones, twos",
            "count/small as-meant: the size limit=9 by=7 cannot be built: the parameter by cannot be `7`; \
             expected one of ones, twos",
        ],
    );
}

#[test]
fn all_that_is_wrong_is_told_at_once() {
    let nameless = case().reading("As Meant", "");
    refused(
        [
            claim().case(nameless),
            Claim::safety("count/large", "page 2", "It grows.").case(case().without("luck", Holds)),
        ],
        &[
            "count/small As Meant: a variant is named in lower case, such as `as-meant`",
            "count/small As Meant: it does not say how it reads the source",
            "count/large as-meant: there is no assumption `luck`; known here are none",
        ],
    );
}
