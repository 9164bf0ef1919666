//! The claims of the five sources, as they are stated. What would make a catalog unusable is refused when it is made.

use std::collections::HashSet;
use std::sync::LazyLock;
use verdict_checker::catalog::Catalog;

static CATALOG: LazyLock<Catalog> =
    LazyLock::new(|| verdict_models::catalog().expect("a sound catalog"));

/// The four invariants keep the names that their source gives them.
const CAPITALS: [&str; 4] = ["I1", "I2", "I3", "I4"];

#[test]
fn ids_are_lower_case() {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '.';
    for claim in CATALOG.claims() {
        for segment in claim.id.split('/') {
            let begins = segment.starts_with(|c: char| c.is_ascii_lowercase());
            assert!(
                CAPITALS.contains(&segment) || begins && segment.chars().all(plain),
                "{}: segment {segment:?}",
                claim.id
            );
        }
    }
}

#[test]
fn each_claim_says_a_full_sentence_of_its_own() {
    let mut seen = HashSet::new();
    for claim in CATALOG.claims() {
        let (id, says) = (claim.id, claim.says);
        assert!(
            says.starts_with(|c: char| c.is_ascii_uppercase()),
            "{id}: {says}"
        );
        assert!(says.ends_with('.') && !says.ends_with(".."), "{id}: {says}");
        assert!(says.split_whitespace().count() >= 6, "{id}: {says}");
        assert!(!says.contains("  ") && !says.contains('\n'), "{id}: {says}");
        assert!(seen.insert(says), "{id} repeats another claim");
    }
}

#[test]
fn each_claim_names_its_place() {
    for claim in CATALOG.claims() {
        let (id, place) = (claim.id, claim.place);
        assert!(!place.trim().is_empty(), "{id}");
        assert!(!place.ends_with('.'), "{id}: a place is no sentence");
    }
}

#[test]
fn each_reading_is_told_in_a_line() {
    for case in CATALOG.cases() {
        let (claim, variant, reading) = (case.claim, case.variant, case.reading);
        assert!(
            !reading.contains("  ") && !reading.contains('\n') && !reading.ends_with('.'),
            "{claim} {variant}: {reading:?}"
        );
    }
}

#[test]
fn the_claims_of_a_source_stand_together() {
    let mut found: Vec<_> = CATALOG
        .claims()
        .iter()
        .map(|claim| claim.source_key())
        .collect();
    found.dedup();
    let keys: Vec<_> = CATALOG.sources().iter().map(|source| source.key).collect();
    assert_eq!(found, keys);
}

#[test]
fn each_source_has_claims() {
    for source in CATALOG.sources() {
        assert_ne!(CATALOG.claims_of(source).count(), 0, "{}", source.key);
    }
}

#[test]
fn every_claim_is_found_by_its_id_and_nothing_else_is() {
    for expected in CATALOG.claims() {
        let found = CATALOG.claim(expected.id).expect("listed, so found");
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
        assert!(CATALOG.claim(id).is_none(), "{id:?}");
    }
}
