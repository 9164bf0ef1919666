//! Which claims a word on the command line stands for.

use crate::error::Failure;
use crate::suggest;
use verdict_models::catalog::{self, Case, Claim};

/// Claims and their cases, in the order of the catalog, each once.
#[derive(Default)]
pub struct Selection {
    /// The claims.
    pub claims: Vec<&'static Claim>,
    /// Those of them that were asked for and have no model, because their word selects no case at all.
    pub unmodelled: Vec<&'static Claim>,
    /// The cases of the claims.
    pub cases: Vec<&'static Case>,
}

/// Whether `selector` is the id or names a folder above it: `ring` and `ring/` select `ring/unique-real`.
fn selects(selector: &str, id: &str) -> bool {
    let folder = selector.strip_suffix('/').unwrap_or(selector);
    id.strip_prefix(folder)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The claims that one selector selects.
pub fn claims(selector: &str) -> Result<Vec<&'static Claim>, Failure> {
    let found: Vec<_> = catalog::claims()
        .filter(|claim| selects(selector, claim.id))
        .collect();
    if found.is_empty() || selector.is_empty() {
        return Err(unknown_claim(selector));
    }
    Ok(found)
}

/// The claim with this id.
pub fn claim(id: &str) -> Result<&'static Claim, Failure> {
    if let Some(claim) = catalog::claim(id) {
        return Ok(claim);
    }
    match claims(id)?.len() {
        1 => Ok(claims(id)?[0]),
        several => Err(Failure::input(format!(
            "`{id}` stands for {several} claims, and one is wanted here; `verdict list {id}` names them"
        ))),
    }
}

fn unknown_claim(selector: &str) -> Failure {
    let sources = catalog::Source::all().map(|source| source.key());
    let known = catalog::claims().map(|claim| claim.id).chain(sources);
    let suggestion = suggest::did_you_mean(selector, known);
    let hint = if suggestion.is_empty() {
        "; `verdict list` names all claims"
    } else {
        ""
    };
    Failure::input(format!("there is no claim `{selector}`{suggestion}{hint}"))
}

/// Everything that the selectors select; without a selector, every case of the catalog.
pub fn select(selectors: &[String], variant: Option<&str>) -> Result<Selection, Failure> {
    let mut chosen: Vec<&'static str> = Vec::new();
    let mut unmodelled: Vec<&'static str> = Vec::new();
    for selector in selectors {
        let ids = || claims(selector).map(|claims| claims.into_iter().map(|claim| claim.id));
        chosen.extend(ids()?);
        if ids()?.all(|id| catalog::cases_of(id).next().is_none()) {
            unmodelled.extend(ids()?);
        }
    }
    let everything = selectors.is_empty();
    let listed = |ids: &[&str]| -> Vec<&'static Claim> {
        catalog::claims()
            .filter(|claim| ids.contains(&claim.id))
            .collect()
    };
    let mut selection = Selection {
        claims: if everything {
            catalog::claims().collect()
        } else {
            listed(&chosen)
        },
        unmodelled: listed(&unmodelled),
        cases: catalog::cases()
            .filter(|case| everything || chosen.contains(&case.claim))
            .collect(),
    };
    if let Some(variant) = variant {
        selection.keep_variant(variant)?;
    }
    Ok(selection)
}

impl Selection {
    fn keep_variant(&mut self, variant: &str) -> Result<(), Failure> {
        let mut known: Vec<&str> = self.cases.iter().map(|case| case.variant).collect();
        known.sort_unstable();
        known.dedup();
        self.cases.retain(|case| case.variant == variant);
        if !self.cases.is_empty() {
            return Ok(());
        }
        let suggestion = suggest::did_you_mean(variant, known.iter().copied());
        let known = if known.is_empty() {
            "none: they have no model yet".to_owned()
        } else {
            known.join(", ")
        };
        Err(Failure::input(format!(
            "no selected claim has a variant `{variant}`; the variants are {known}{suggestion}"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_ends_where_a_folder_ends() {
        assert!(selects("ring", "ring/unique-real"));
        assert!(selects("ring/", "ring/unique-real"));
        assert!(selects("ring/unique-real", "ring/unique-real"));
        assert!(!selects("ring/unique", "ring/unique-real"));
        assert!(!selects("rin", "ring/unique-real"));
    }

    #[test]
    fn a_claim_selected_twice_is_there_once() {
        let twice = ["ring/unique-real".to_owned(), "ring".to_owned()];
        let once = ["ring".to_owned()];
        let (twice, once) = (select(&twice, None), select(&once, None));
        assert_eq!(
            twice.ok().map(|s| s.cases.len()),
            once.ok().map(|s| s.cases.len())
        );
    }
}
