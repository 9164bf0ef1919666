//! `verdict ledger`: the recorded results against the catalog and the models as they stand.

use crate::args::{Format, Ledger as Args};
use crate::error::Failure;
use crate::exit::Surprise;
use crate::layout::count;
use crate::outcome::Outcome;
use crate::report::json;
use crate::{Streams, exit};
use serde_json::json;
use std::path::Path;
use verdict_checker::ledger::{self, Key, Ledger, Record};
use verdict_checker::verdict::Verdict;
use verdict_models::catalog::{Case, expected};

/// Compares the ledger with the catalog.
pub fn run(args: &Args, streams: &mut Streams<'_>) -> Result<u8, Failure> {
    let ledger = load(&args.ledger)?.ok_or_else(|| {
        let file = args.ledger.display();
        Failure::input(format!(
            "{file} does not exist; `verdict check --update-ledger` writes it"
        ))
    })?;
    let findings = ledger::compare(&ledger, &expected());
    match args.format {
        Format::Json => json::write(streams.out, &json!({ "findings": findings }))?,
        Format::Human => {
            for finding in &findings {
                writeln!(streams.out, "{finding}")?;
            }
            let records = count(ledger.records.len(), "record");
            if findings.is_empty() {
                writeln!(streams.out, "{records}, all of the models as they stand")?;
            } else {
                let findings = count(findings.len(), "finding");
                writeln!(
                    streams.out,
                    "{records}, {findings}; `verdict check --update-ledger` records them anew"
                )?;
            }
        }
    }
    Ok(exit::code(findings.iter().map(|_| Surprise::Stale)))
}

/// The ledger, if the file exists.
pub(super) fn load(path: &Path) -> Result<Option<Ledger>, Failure> {
    if !path.exists() {
        return Ok(None);
    }
    let loaded = ledger::load(path).map_err(|error| Failure::input(error.to_string()))?;
    Ok(Some(loaded))
}

/// Records outcomes; answers with what has changed.
pub(super) fn update(path: &Path, outcomes: &[Outcome]) -> Result<String, Failure> {
    let mut ledger = load(path)?.unwrap_or_default();
    let fresh = outcomes.iter().map(|outcome| {
        Record::new(
            &outcome.origin,
            outcome.run.case.fairness,
            &outcome.judgement,
            outcome.audit_result(),
        )
    });
    let updated = ledger.update(fresh.collect(), &expected());
    ledger::save(path, &ledger).map_err(|error| Failure::file(path, error))?;
    let mut words = format!(
        "{}: {} changed, {} as before",
        path.display(),
        count(updated.changed.len(), "record"),
        updated.unchanged
    );
    for (what, keys) in [
        ("removed", &updated.removed),
        ("not recorded", &updated.refused),
    ] {
        if !keys.is_empty() {
            words += &format!(", {} {what}", keys.len());
        }
    }
    Ok(words)
}

/// What the ledger says of a case: the verdict of all its sizes together, or why it says nothing.
pub(super) fn recorded(ledger: &Ledger, case: &Case) -> Result<Verdict, &'static str> {
    let keys = case.sizes.iter().map(|size| Key {
        claim: case.claim.to_owned(),
        variant: case.variant.to_owned(),
        parameters: case.setup(size).parameters,
        dropped: Vec::new(),
    });
    let mut verdict = None;
    for (key, size) in keys.zip(case.sizes) {
        let record = ledger.get(&key).ok_or("missing")?;
        if record.model_hash != case.hash(&case.setup(size)) {
            return Err("stale");
        }
        verdict = Some(verdict.map_or(record.verdict, |earlier: Verdict| {
            if earlier == record.verdict {
                earlier
            } else {
                Verdict::Bounded
            }
        }));
    }
    verdict.ok_or("missing")
}
