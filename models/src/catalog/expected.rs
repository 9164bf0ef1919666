//! What the catalog expects of the ledger.

use super::{Case, Setup, Source, cases};
use verdict_checker::ledger::table::Chapter;
use verdict_checker::ledger::{Expected, Key};

/// Every record that the ledger must have, or may have, in the order of the ledger: case by case, the sizes
/// of every check, the deep ones, then the smallest size without each assumption.
pub fn expected() -> Vec<Expected> {
    cases().flat_map(of_case).collect()
}

fn of_case(case: &'static Case) -> Vec<Expected> {
    // Most of the hash is the same for all setups, and its sources are long.
    let definition = case.definition();
    let entry = |setup: Setup, required: bool| Expected {
        verdict: case.expectation(&setup),
        model_hash: setup.hash(definition.clone()),
        required,
        key: Key {
            claim: case.claim.to_owned(),
            variant: case.variant.to_owned(),
            parameters: setup.parameters,
            dropped: setup.without,
        },
    };
    let usual = case.sizes.iter().map(|size| entry(case.setup(size), true));
    let deep = case.deep.iter().map(|size| entry(case.setup(size), false));
    let dropped = case.assumed().map(|name| {
        let mut setup = case.smallest();
        setup.without.push(name.to_owned());
        entry(setup, false)
    });
    usual.chain(deep).chain(dropped).collect()
}

/// The sources with their claims, for the table of verdicts.
pub fn chapters() -> Vec<Chapter> {
    let chapter = |source: Source| Chapter {
        title: format!("{}, *{}*", source.authors(), source.title()),
        claims: source.claims().iter().map(|c| c.id.to_owned()).collect(),
    };
    Source::all().map(chapter).to_vec()
}
