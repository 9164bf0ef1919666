//! `verdict cite`: a verdict for a list of references. What nobody recorded is no verdict yet, and is not cited.

use super::{ledger, note};
use crate::args::{CitationFormat, Cite};
use crate::error::Failure;
use crate::exit::Surprise;
use crate::report::json;
use crate::{Session, exit, select};
use serde_json::Value;
use verdict_checker::catalog::{Case, Claim};
use verdict_checker::command::name;
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
    let (recorded, unrecorded): (Vec<_>, Vec<_>) = cases
        .iter()
        .zip(&evidence)
        .partition(|(_, evidence)| !evidence.records.is_empty());
    for (case, _) in &unrecorded {
        let (claim, variant) = (case.claim, case.variant);
        let text = format!(
            "{claim} {variant} is not cited: {} records nothing of it; `{} check {claim} --variant {variant} --update-ledger` does",
            args.ledger.display(),
            name()
        );
        note(session, &text)?;
    }
    let citations: Vec<Citation<'_>> = recorded
        .iter()
        .map(|(case, evidence)| Citation::of(catalog, claim, case, evidence).by(session.edition))
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
            // Verdicts on one paper share it.
            let mut all: Vec<Value> = Vec::new();
            for item in items {
                if all.iter().all(|known| known["id"] != item["id"]) {
                    all.push(item);
                }
            }
            json::write(session.out, &Value::Array(all))?;
        }
        CitationFormat::Bibtex => {
            for citation in &citations {
                write!(session.out, "{}", citation.bibtex())?;
            }
            // All readings of a claim are of one paper.
            if let Some(citation) = citations.first() {
                write!(session.out, "{}", citation.paper_bibtex())?;
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
    let surprises = superseded.map(|_| Surprise::Stale).into_iter();
    let unrecorded = unrecorded.iter().map(|_| Surprise::Inconclusive);
    Ok(exit::code(surprises.chain(unrecorded)))
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
