//! `verdict cite`: a verdict for a list of references.

use super::{ledger, note};
use crate::args::{CitationFormat, Cite};
use crate::error::Failure;
use crate::exit::Surprise;
use crate::report::json;
use crate::{Session, exit, select};
use serde_json::Value;
use verdict_checker::catalog::{Case, Claim};
use verdict_explorer::cite::{Citation, Id};
use verdict_explorer::evidence::Evidence;

/// Cites the readings of a claim, or the one that an id names.
pub fn run(args: &Cite, session: &mut Session<'_>) -> Result<u8, Failure> {
    let catalog = session.catalog;
    let cited = Id::read(&args.claim);
    if cited.is_none() && args.claim.contains('@') {
        return Err(Failure::input(format!(
            "`{}` is no id of a verdict; expected <claim>/<reading>@<verdict>-<twelve hexadecimal digits>",
            args.claim
        )));
    }
    let (id, variant) = match &cited {
        Some(cited) => (&cited.claim, Some(&cited.variant)),
        None => (&args.claim, args.variant.as_ref()),
    };
    let claim = select::claim(catalog, id)?;
    let cases = readings(claim, variant.map(String::as_str))?;
    let recorded = ledger::load(&args.ledger)?;
    let evidence: Vec<Evidence> = cases
        .iter()
        .map(|case| Evidence::of(catalog, recorded.as_ref(), case))
        .collect();
    let citations = cases.iter().zip(&evidence);
    let citations: Vec<Citation<'_>> = citations
        .map(|(case, evidence)| Citation::of(catalog, claim, case, evidence))
        .collect();
    let mut superseded = None;
    if let (Some(cited), Some(citation)) = (&cited, citations.first()) {
        superseded = citation.superseded(cited);
        match &superseded {
            Some(what) => note(session, what)?,
            None => note(session, &format!("{cited} stands as it was cited"))?,
        }
    }
    match args.format {
        CitationFormat::Csl => {
            let items = citations.iter().map(Citation::csl);
            let items = items
                .filter_map(|items| items.as_array().cloned())
                .flatten();
            json::write(session.out, &Value::Array(items.collect()))?;
        }
        CitationFormat::Bibtex => {
            for citation in &citations {
                write!(session.out, "{}", citation.bibtex())?;
            }
        }
        CitationFormat::Markdown => {
            for citation in &citations {
                writeln!(session.out, "{}", citation.markdown())?;
            }
        }
        CitationFormat::Text => {
            for citation in &citations {
                writeln!(session.out, "{}", citation.text())?;
            }
        }
    }
    Ok(exit::code(superseded.map(|_| Surprise::Stale)))
}

/// The readings of a claim, or the one of this name.
pub(super) fn readings<'c>(
    claim: &'c Claim,
    variant: Option<&str>,
) -> Result<Vec<&'c Case>, Failure> {
    let is_wanted = |case: &&Case| variant.is_none_or(|variant| case.variant == variant);
    let cases: Vec<&Case> = claim.cases.iter().filter(is_wanted).collect();
    if !cases.is_empty() {
        return Ok(cases);
    }
    let known: Vec<&str> = claim.cases.iter().map(|case| case.variant).collect();
    Err(Failure::input(match (variant, &known[..]) {
        (_, []) => format!("{} has no model yet", claim.id),
        (variant, known) => format!(
            "{} has no variant `{}`; its variants are {}",
            claim.id,
            variant.unwrap_or_default(),
            known.join(", ")
        ),
    }))
}
