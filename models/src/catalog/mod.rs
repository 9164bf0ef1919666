//! The catalog: every claim of the five sources, under its stable id.
//!
//! One file holds the claims of one source. Each entry states what the source says, where it says
//! it, and the reading taken where the text is ambiguous or was garbled on extraction; it does not
//! state whether the claim is true.

mod assumed;
pub mod basics;
mod case;
mod expected;
pub mod mutants;
pub mod naimi;
pub mod ring;
pub mod thesis;
pub mod wandering;

pub use assumed::meaning;
pub(crate) use case::build;
pub use case::{Build, Case, Parameter, Setup, SetupError, Sources};
pub use expected::{chapters, expected};

use std::collections::HashMap;
use std::sync::LazyLock;

/// A paper, lecture or thesis whose claims are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// Arantes, Sopena: Easily rendering token-ring algorithms of distributed and parallel applications fault tolerant.
    Ring,
    /// Ciuffoletti: The Wandering Token: Congestion Avoidance of a Shared Resource.
    Wandering,
    /// Bechini: Fundamental Distributed Algorithms.
    Basics,
    /// Sopena, Arantes, Bertier, Sens: A fault-tolerant token-based mutual exclusion algorithm using a dynamic tree.
    Naimi,
    /// Sanz Marco: Fault Tolerance for Stream Programs on Parallel Platforms.
    Thesis,
}

/// What kind of statement a claim is; it decides how it can be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Something bad never happens: an invariant of every reachable state or step.
    Safety,
    /// Something good happens in the end: checked on cycles, under a stated fairness.
    Liveness,
    /// A number: a count of messages, a bound, a probability, a measured table.
    Quantity,
    /// A worked example or table of the source, replayed step by step.
    Replay,
}

/// One claim of a source.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// The stable id that reviews cite.
    pub id: &'static str,
    /// Who says it.
    pub source: Source,
    /// Where: section, figure, line, lemma.
    pub place: &'static str,
    /// What it says, in our words.
    pub says: &'static str,
    /// What kind of statement it is.
    pub kind: Kind,
}

impl Source {
    /// All sources, in the order of the catalog.
    pub const fn all() -> [Source; 5] {
        [
            Source::Ring,
            Source::Wandering,
            Source::Basics,
            Source::Naimi,
            Source::Thesis,
        ]
    }

    /// The first segment of the ids of this source's claims.
    pub const fn key(self) -> &'static str {
        match self {
            Source::Ring => "ring",
            Source::Wandering => "wandering",
            Source::Basics => "basics",
            Source::Naimi => "naimi",
            Source::Thesis => "thesis",
        }
    }

    /// Who wrote it.
    pub const fn authors(self) -> &'static str {
        match self {
            Source::Ring => "Luciana Arantes, Julien Sopena",
            Source::Wandering => "Augusto Ciuffoletti",
            Source::Basics => "Alessio Bechini",
            Source::Naimi => "Julien Sopena, Luciana Arantes, Marin Bertier, Pierre Sens",
            Source::Thesis => "Vicent Sanz Marco",
        }
    }

    /// What it is called.
    pub const fn title(self) -> &'static str {
        match self {
            Source::Ring => {
                "Easily rendering token-ring algorithms of distributed and parallel applications fault tolerant"
            }
            Source::Wandering => "The Wandering Token: Congestion Avoidance of a Shared Resource",
            Source::Basics => "Fundamental Distributed Algorithms",
            Source::Naimi => {
                "A fault-tolerant token-based mutual exclusion algorithm using a dynamic tree"
            }
            Source::Thesis => "Fault Tolerance for Stream Programs on Parallel Platforms",
        }
    }

    /// The claims of this source alone.
    pub const fn claims(self) -> &'static [Claim] {
        match self {
            Source::Ring => ring::CLAIMS,
            Source::Wandering => wandering::CLAIMS,
            Source::Basics => basics::CLAIMS,
            Source::Naimi => naimi::CLAIMS,
            Source::Thesis => thesis::CLAIMS,
        }
    }
}

/// Every claim, source by source.
pub fn claims() -> impl Iterator<Item = &'static Claim> {
    Source::all().into_iter().flat_map(Source::claims)
}

/// The claim with this id, if there is one.
///
/// ```
/// let claim = verdict_models::catalog::claim("ring/unique-real").expect("a claim of the catalog");
/// assert_eq!(claim.source.key(), "ring");
/// ```
pub fn claim(id: &str) -> Option<&'static Claim> {
    claims().find(|claim| claim.id == id)
}

/// Every case: each reading of each claim that has a model, in the order of the claims.
pub fn cases() -> impl Iterator<Item = &'static Case> {
    static CASES: LazyLock<Vec<&'static Case>> = LazyLock::new(|| {
        let families = [
            &[
                crate::ring::claims::CASES,
                crate::ring::applications::claims::CASES,
                crate::ring::misra::claims::CASES,
                crate::ring::transpeer::claims::CASES,
                crate::ring::resilience::claims::CASES,
            ][..],
            &crate::topology::claims::CASES,
            crate::naimi::claims::CASES,
            crate::election::claims::CASES,
            crate::rollback::claims::CASES,
            crate::families::claims::CASES,
        ];
        let mut cases: Vec<_> = families.into_iter().flatten().copied().flatten().collect();
        // What a claim is judged by may stand in several places.
        let places: HashMap<_, _> = claims().zip(0..).map(|(c, place)| (c.id, place)).collect();
        cases.sort_by_key(|case| places.get(case.claim));
        cases
    });
    CASES.iter().copied()
}

/// The cases of one claim.
pub fn cases_of(claim: &str) -> impl Iterator<Item = &'static Case> {
    cases().filter(move |case| case.claim == claim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// The four invariants keep the names that their source gives them.
    const CAPITALS: [&str; 4] = ["I1", "I2", "I3", "I4"];

    #[test]
    fn ids_are_unique() {
        let mut seen = HashSet::new();
        for claim in claims() {
            assert!(seen.insert(claim.id), "{} occurs twice", claim.id);
        }
    }

    #[test]
    fn ids_are_lower_case_paths_below_the_key_of_their_source() {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '.';
        for claim in claims() {
            let mut segments = claim.id.split('/');
            assert_eq!(segments.next(), Some(claim.source.key()), "{}", claim.id);
            let rest: Vec<&str> = segments.collect();
            assert!(!rest.is_empty(), "{} names only its source", claim.id);
            for segment in rest {
                assert!(
                    CAPITALS.contains(&segment)
                        || (segment.starts_with(|c: char| c.is_ascii_lowercase())
                            && segment.chars().all(plain)),
                    "{}: segment {segment:?}",
                    claim.id
                );
            }
        }
    }

    #[test]
    fn each_file_lists_the_claims_of_its_own_source() {
        for source in Source::all() {
            for claim in source.claims() {
                assert_eq!(claim.source, source, "{}", claim.id);
            }
        }
    }

    #[test]
    fn each_claim_says_a_full_sentence_of_its_own() {
        let mut seen = HashSet::new();
        for claim in claims() {
            let says = claim.says;
            assert!(
                says.starts_with(|c: char| c.is_ascii_uppercase()),
                "{}: {says}",
                claim.id
            );
            assert!(
                says.ends_with('.') && !says.ends_with(".."),
                "{}: {says}",
                claim.id
            );
            assert!(says.split_whitespace().count() >= 6, "{}: {says}", claim.id);
            assert!(
                !says.contains("  ") && !says.contains('\n'),
                "{}: {says}",
                claim.id
            );
            assert!(seen.insert(says), "{} repeats another claim", claim.id);
        }
    }

    #[test]
    fn each_claim_names_its_place() {
        for claim in claims() {
            assert!(!claim.place.trim().is_empty(), "{}", claim.id);
            assert!(
                !claim.place.ends_with('.'),
                "{}: a place is no sentence",
                claim.id
            );
        }
    }

    #[test]
    fn the_number_of_claims_of_each_source_is_pinned() {
        let counts = Source::all().map(|source| (source.key(), source.claims().len()));
        let expected = [
            ("ring", 27),
            ("wandering", 13),
            ("basics", 37),
            ("naimi", 21),
            ("thesis", 33),
        ];
        assert_eq!(counts, expected);
        assert_eq!(claims().count(), 131);
    }

    #[test]
    fn cases_stand_in_the_order_of_the_claims() {
        let judged: Vec<_> = claims()
            .filter(|c| cases_of(c.id).next().is_some())
            .collect();
        let mut found: Vec<_> = cases().map(|case| case.claim).collect();
        found.dedup();
        assert_eq!(found, judged.iter().map(|c| c.id).collect::<Vec<_>>());
    }

    #[test]
    fn every_claim_is_found_by_its_id_and_nothing_else_is() {
        for expected in claims() {
            let found = claim(expected.id).expect("listed, so found");
            assert!(std::ptr::eq(found, expected), "{}", expected.id);
        }
        for id in [
            "",
            "ring",
            "ring/",
            "ring/unique-real/",
            "Ring/unique-real",
            "thesis/table-5.8",
        ] {
            assert!(claim(id).is_none(), "{id:?}");
        }
    }
}
