//! Which claims a word on the command line stands for.

use crate::error::Failure;
use crate::layout::shorten;
use crate::suggest;
use verdict_checker::catalog::{Case, Catalog, Claim};
use verdict_checker::command::name;

/// Claims and their cases, in the order of the catalog, each once.
#[derive(Default)]
pub struct Selection<'c> {
    /// The claims.
    pub claims: Vec<&'c Claim>,
    /// Those of them that were asked for and have no model, because their word selects no case at all.
    pub unmodelled: Vec<&'c Claim>,
    /// The cases of the claims.
    pub cases: Vec<&'c Case>,
}

/// Whether `selector` is the id or names a folder above it: `ring` and `ring/` select `ring/unique-real`.
pub fn selects(selector: &str, id: &str) -> bool {
    let folder = selector.strip_suffix('/').unwrap_or(selector);
    id.strip_prefix(folder)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The claims that one selector selects.
pub fn claims<'c>(catalog: &'c Catalog, selector: &str) -> Result<Vec<&'c Claim>, Failure> {
    let all = catalog.claims().iter();
    let found: Vec<_> = all.filter(|claim| selects(selector, claim.id)).collect();
    if found.is_empty() || selector.is_empty() {
        return Err(unknown_claim(catalog, selector));
    }
    Ok(found)
}

/// The claim with this id.
pub fn claim<'c>(catalog: &'c Catalog, id: &str) -> Result<&'c Claim, Failure> {
    if let Some(claim) = catalog.claim(id) {
        return Ok(claim);
    }
    match claims(catalog, id)?[..] {
        [claim] => Ok(claim),
        ref several => Err(Failure::input(format!(
            "`{id}` stands for {} claims, and one is wanted here; `{} list {id}` names them",
            several.len(),
            name()
        ))),
    }
}

fn unknown_claim(catalog: &Catalog, selector: &str) -> Failure {
    let sources = catalog.sources().iter().map(|source| source.key);
    let known = catalog.claims().iter().map(|claim| claim.id).chain(sources);
    let suggestion = suggest::did_you_mean(selector, known);
    let hint = if suggestion.is_empty() {
        format!("; `{} list` names all claims", name())
    } else {
        String::new()
    };
    let selector = shorten(selector, 200);
    Failure::input(format!("there is no claim `{selector}`{suggestion}{hint}"))
}

/// Everything that the selectors select; without a selector, every case of the catalog.
pub fn select<'c>(
    catalog: &'c Catalog,
    selectors: &[String],
    variant: Option<&str>,
) -> Result<Selection<'c>, Failure> {
    let mut chosen: Vec<&str> = Vec::new();
    let mut unmodelled: Vec<&str> = Vec::new();
    for selector in selectors {
        let claims = claims(catalog, selector)?;
        chosen.extend(claims.iter().map(|claim| claim.id));
        if claims.iter().all(|claim| claim.cases.is_empty()) {
            unmodelled.extend(claims.iter().map(|claim| claim.id));
        }
    }
    let everything = selectors.is_empty();
    let listed = |ids: &[&str]| -> Vec<&'c Claim> {
        let all = catalog.claims().iter();
        all.filter(|claim| ids.contains(&claim.id)).collect()
    };
    let claims = if everything {
        catalog.claims().iter().collect()
    } else {
        listed(&chosen)
    };
    let mut selection = Selection {
        cases: claims.iter().flat_map(|claim| &claim.cases).collect(),
        claims,
        unmodelled: listed(&unmodelled),
    };
    if let Some(variant) = variant {
        selection.keep_variant(variant)?;
    }
    Ok(selection)
}

impl Selection<'_> {
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
}
