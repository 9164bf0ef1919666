//! What a catalog expects of its ledger.

use super::{Case, Catalog, Claim, Setup};
use crate::ledger::table::{Chapter, Listed};
use crate::ledger::{Expected, Key};
use crate::verdict::Verdict;

impl Catalog {
    /// Every record that the ledger must have, or may have, in the order of the catalog: case by case, the sizes of every
    /// check, the larger ones, then the sizes of every check without each assumption.
    pub fn expected(&self) -> Vec<Expected> {
        self.cases()
            .flat_map(|case| self.expected_of(case))
            .collect()
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
            verdict,
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
        let chapters = self.sources().iter().map(|source| Chapter {
            title: format!("{}, *{}*", source.authors, source.title),
            claims: self.claims_of(source).map(listed).collect(),
        });
        chapters.collect()
    }
}
