//! What a catalog expects of its ledger.

use super::{Case, Catalog, Claim, Setup};
use crate::ledger::table::{Chapter, Listed};
use crate::ledger::{Catalogued, Expected, Key, Ledger};
use crate::verdict::Verdict;
use std::collections::HashSet;

impl Catalog {
    /// Every record that the ledger must have, or may have, in the order of the catalog: case by case, the sizes of every
    /// check, the larger ones, then the sizes of every check without each assumption.
    pub fn expected(&self) -> Vec<Expected> {
        self.cases()
            .flat_map(|case| self.expected_of(case))
            .collect()
    }

    /// The same, and the records of this ledger that it may have besides: without assumptions of which the catalog does not say what
    /// becomes of the claim.
    pub fn expected_with(&self, ledger: &Ledger) -> Vec<Expected> {
        let mut expected = self.expected();
        let listed: HashSet<&Key> = expected.iter().map(|entry| &entry.key).collect();
        let keys = ledger.records().iter().map(|record| record.key());
        let beside = keys.filter(|key| !listed.contains(key)).filter_map(|key| {
            Some(Expected {
                verdict: None,
                hash: self.hash_of(&key)?,
                required: false,
                key,
            })
        });
        let beside: Vec<Expected> = beside.collect();
        expected.extend(beside);
        expected
    }

    fn expected_of(&self, case: &Case) -> Vec<Expected> {
        let plain = |sizes: &[Vec<u64>], required| -> Vec<_> {
            let setups = sizes.iter().map(|size| Setup::of(case.size(size)));
            setups
                .map(|setup| (setup, case.expected, required))
                .collect()
        };
        let dropped = case.without.iter().flat_map(|(name, verdict)| {
            case.default_sizes().map(|size| {
                let without = vec![(*name).to_owned()];
                let setup = Setup {
                    without,
                    ..Setup::of(size)
                };
                (setup, *verdict, true)
            })
        });
        let entry = |(setup, verdict, required): (Setup, Verdict, bool)| Expected {
            verdict: Some(verdict),
            hash: self.hash(case, &setup),
            required,
            key: Key {
                claim: case.claim.to_owned(),
                variant: case.variant.to_owned(),
                dropped: setup.without,
                parameters: setup.size,
            },
        };
        let usual = plain(&case.sizes, true).into_iter();
        let deep = plain(&case.deep, false);
        usual.chain(deep).chain(dropped).map(entry).collect()
    }

    /// The sources with their claims and readings, for the tables of verdicts.
    pub fn chapters(&self) -> Vec<Chapter> {
        let listed = |claim: &Claim| Listed {
            claim: claim.id.to_owned(),
            readings: claim
                .cases
                .iter()
                .map(|case| case.variant.to_owned())
                .collect(),
        };
        let chapters = self.sources().iter().map(|source| {
            let mut assumptions: Vec<(String, String)> = Vec::new();
            let cases = self.claims_of(source).flat_map(|claim| &claim.cases);
            let at_sizes = cases.flat_map(|case| case.default_sizes().map(|s| case.assumed_at(&s)));
            for assumption in at_sizes.flatten() {
                if !assumptions
                    .iter()
                    .any(|(known, _)| known == assumption.name)
                {
                    let meaning = assumption.meaning.to_owned();
                    assumptions.push((assumption.name.to_owned(), meaning));
                }
            }
            Chapter {
                key: source.key.to_owned(),
                title: format!("{}, *{}*", source.authors, source.title),
                claims: self.claims_of(source).map(listed).collect(),
                assumptions,
            }
        });
        chapters.collect()
    }
}

impl Catalogued for Catalog {
    /// A run belongs in the ledger at a size of its case; without assumptions, at a size of every check. Assumptions that are dropped
    /// together stand in the order of the model.
    fn hash_of(&self, key: &Key) -> Option<String> {
        let case = self.case(&key.claim, &key.variant)?;
        let known = match key.dropped.is_empty() {
            true => case.all_sizes().any(|size| size == key.parameters),
            false => case.default_sizes().any(|size| size == key.parameters),
        };
        let setup = Setup {
            without: key.dropped.clone(),
            ..Setup::of(key.parameters.clone())
        };
        let in_order = || {
            let mut assumed = case.assumed_at(&key.parameters).into_iter();
            let mut dropped = key.dropped.iter();
            dropped.all(|name| assumed.any(|assumption| assumption.name == name))
        };
        (known && in_order()).then(|| self.hash(case, &setup))
    }
}
