//! What can be wrong with a catalog itself.

use super::{Case, Catalog, Claim, Setup, SetupError};
use std::collections::HashSet;
use std::fmt;

/// One thing that is wrong with a catalog.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct Slip {
    /// The source, claim or case.
    pub place: String,
    /// What is wrong, and what would be right.
    pub what: String,
}

impl Slip {
    /// A reading of a claim that the catalog does not have.
    pub(super) fn no_claim(id: &str, case: &Case) -> Self {
        let what = format!(
            "there is no such claim, of which `{}` is a reading",
            case.variant
        );
        slip(id, what)
    }
}

/// Everything that is wrong with a catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slips(pub Vec<Slip>);

impl fmt::Display for Slips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the catalog cannot be used:")?;
        self.0.iter().try_for_each(|slip| write!(f, "\n  {slip}"))
    }
}

impl std::error::Error for Slips {}

/// Looks for slips.
pub(super) fn find(catalog: &Catalog) -> Result<(), Slips> {
    let mut slips = Vec::new();
    let mut keys = HashSet::new();
    for source in catalog.sources() {
        if !keys.insert(source.key) {
            slips.push(slip(source.key, "two sources have this key; expected one"));
        }
    }
    let mut ids = HashSet::new();
    for claim in catalog.claims() {
        if !ids.insert(claim.id) {
            slips.push(slip(claim.id, "two claims have this id; expected one"));
        }
        of_claim(claim, &keys, &mut slips);
        slips.extend(
            claim
                .cases
                .iter()
                .filter_map(|case| unknown_code(catalog, case)),
        );
    }
    if slips.is_empty() {
        Ok(())
    } else {
        Err(Slips(slips))
    }
}

fn slip(place: impl Into<String>, what: impl Into<String>) -> Slip {
    let (place, what) = (place.into(), what.into());
    Slip { place, what }
}

/// A case whose model was not handed over as source: it would never be stale.
fn unknown_code(catalog: &Catalog, case: &Case) -> Option<Slip> {
    let roots = case.question.roots();
    let unknown = roots.iter().find(|root| !catalog.code.knows(root))?;
    let package = unknown.split("::").next().unwrap_or_default();
    let what = format!(
        "`{unknown}` decides it, but the source of `{package}` is not in the code of the catalog"
    );
    Some(slip(format!("{} {}", case.claim, case.variant), what))
}

fn of_claim(claim: &Claim, keys: &HashSet<&str>, slips: &mut Vec<Slip>) {
    if !keys.contains(claim.source_key()) {
        let what = format!(
            "no source has the key `{}`, the first part of its id",
            claim.source_key()
        );
        slips.push(slip(claim.id, what));
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || "-.".contains(c);
    let segments: Vec<&str> = claim.id.split('/').collect();
    if segments.len() < 2
        || !segments
            .iter()
            .all(|s| !s.is_empty() && s.chars().all(plain))
    {
        let what = "an id is the key of its source and a name, such as `lock/mutex`";
        slips.push(slip(claim.id, what));
    }
    match (claim.cases.is_empty(), claim.unchecked) {
        (true, false) => slips.push(slip(
            claim.id,
            "it has no case; give it one, or say that it is unchecked",
        )),
        (false, true) => slips.push(slip(claim.id, "it has cases, and is said to be unchecked")),
        (true, true) | (false, false) => {}
    }
    let mut variants = HashSet::new();
    for case in &claim.cases {
        if !variants.insert(case.variant) {
            let what = format!("two cases are called `{}`; expected one", case.variant);
            slips.push(slip(claim.id, what));
        }
        let place = format!("{} {}", claim.id, case.variant);
        slips.extend(of_case(case).into_iter().map(|what| slip(&place, what)));
    }
}

fn of_case(case: &Case) -> Vec<String> {
    let mut slips = case.slips.clone();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
    if case.variant.is_empty() || !case.variant.chars().all(plain) {
        slips.push("a variant is named in lower case, such as `as-meant`".to_owned());
    }
    if case.reading.is_empty() {
        slips.push("it does not say how it reads the source".to_owned());
    }
    if case.sizes.is_empty() {
        slips.push("it has no size; a model without parameters has the size `[]`".to_owned());
    }
    for mutant in case.kills.iter().filter(|name| case.change(name).is_none()) {
        slips.push(format!(
            "it must kill `{mutant}`, which is no mutant of its model"
        ));
    }
    let names: Vec<_> = case
        .parameters
        .iter()
        .map(|parameter| parameter.name)
        .collect();
    let wrong = |size: &&Vec<u64>| size.len() != names.len();
    let of_wrong_length = case.sizes.iter().chain(&case.deep).find(wrong);
    if let Some(size) = of_wrong_length {
        let (found, expected) = (size.len(), names.len());
        let names = names.join(", ");
        slips.push(format!(
            "the size {size:?} has {}, but there {} {}: {names}",
            counted(found, "value"),
            if expected == 1 { "is" } else { "are" },
            counted(expected, "parameter"),
        ));
        return slips;
    }
    let mut all_fit = true;
    for size in case.all_sizes() {
        if let Err(error) = case.accept(&Setup::of(size.clone())) {
            slips.push(format!("the size {size} cannot be built: {error}"));
            all_fit = false;
        }
    }
    if !all_fit {
        return slips;
    }
    let smallest = case.smallest();
    if let Err(error @ SetupError::UnknownProperty { .. }) = case.question.is_asked(&smallest) {
        slips.push(error.to_string());
    }
    for (name, _) in &case.without {
        let dropped = Setup {
            size: case.smallest(),
            without: vec![(*name).to_owned()],
            ..Setup::default()
        };
        if let Err(error) = case.accept(&dropped) {
            slips.push(error.to_string());
        }
    }
    slips
}

/// `1 value`, `3 values`.
fn counted(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        many => format!("{many} {what}s"),
    }
}
