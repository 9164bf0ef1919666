//! `verdict ledger`: the recorded results against the catalog and the models as they stand.

mod evidence;

use crate::args::{Format, Ledger as Args};
use crate::error::Failure;
use crate::exit::Surprise;
use crate::layout::count;
use crate::outcome::Outcome;
use crate::plan::Target;
use crate::report::json;
use crate::{Session, exit};
use serde_json::json;
use std::path::Path;
use verdict_checker::catalog::{Case, Catalog, Setup};
use verdict_checker::command::name;
use verdict_checker::ledger::{
    self, Change, ChangeKind, Finding, FindingKind, Key, Ledger, Record, Updated,
};
use verdict_checker::strict;
use verdict_checker::verdict::{Verdict, together};

/// Compares the ledger with the catalog.
pub fn run(args: &Args, session: &mut Session<'_>) -> Result<u8, Failure> {
    let ledger = load(&args.ledger)?.ok_or_else(|| missing(&args.ledger))?;
    if let Some(path) = &args.since {
        let then = load(path)?.ok_or_else(|| missing(path))?;
        return became(&ledger::since(&then, &ledger), args, session);
    }
    let mut findings = ledger::compare(&ledger, &session.catalog.expected_with(&ledger));
    findings.extend(evidence::altered(
        &ledger,
        session.catalog,
        args.recount,
        &args.traces_dir,
    )?);
    match args.format {
        Format::Json => json::write(session.out, &json!({ "findings": findings }))?,
        Format::Human => {
            for finding in &findings {
                writeln!(session.out, "{finding}")?;
            }
            let records = count(ledger.records().len(), "record");
            if findings.is_empty() {
                writeln!(session.out, "{records}, all of the models as they stand")?;
            } else {
                let (number, anew) = (count(findings.len(), "finding"), anew(&findings));
                writeln!(session.out, "{records}, {number}; {anew}")?;
            }
        }
    }
    let surprises = findings.iter().map(|finding| match finding.kind {
        FindingKind::Vacuous => Surprise::Vacuous,
        _ => Surprise::Stale,
    });
    Ok(exit::code(surprises))
}

/// What became of the verdicts of another ledger.
fn became(changes: &[Change], args: &Args, session: &mut Session<'_>) -> Result<u8, Failure> {
    match args.format {
        Format::Json => json::write(session.out, &json!({ "changes": changes }))?,
        Format::Human => {
            for change in changes {
                writeln!(session.out, "{change}")?;
            }
            let number = count(changes.len(), "verdict");
            writeln!(session.out, "{number} not as before")?;
        }
    }
    let contradicted = |change: &&Change| matches!(change.kind, ChangeKind::Contradicted { .. });
    let contradicted = changes.iter().filter(contradicted);
    Ok(exit::code(contradicted.map(|_| Surprise::Stale)))
}

/// The commands that record anew what was found amiss.
fn anew(findings: &[Finding]) -> String {
    let is_dropped = |finding: &Finding| !finding.key.dropped.is_empty();
    let commands = [
        ("check", !findings.iter().all(is_dropped)),
        ("assumptions --listed", findings.iter().any(is_dropped)),
    ];
    let commands = commands.iter().filter(|(_, needed)| *needed);
    let commands = commands.map(|(command, _)| format!("`{} {command} --update-ledger`", name()));
    let (commands, verb) = match commands.collect::<Vec<_>>().as_slice() {
        [one] => (one.clone(), "records"),
        both => (both.join(" and "), "record"),
    };
    format!("{commands} {verb} them anew")
}

/// There is no ledger where the user stands.
pub(super) fn missing(path: &Path) -> Failure {
    let (path, name) = (path.display(), name());
    Failure::input(format!(
        "there is no {path} here; `{name} check --update-ledger` writes it, and --ledger names another place"
    ))
}

/// The ledger, if it exists.
pub(super) fn load(path: &Path) -> Result<Option<Ledger>, Failure> {
    let ledger = ledger::load(path).map_err(|error| Failure::input(error.to_string()))?;
    for record in ledger.iter().flat_map(Ledger::records) {
        let value = serde_json::to_value(record).map_err(std::io::Error::other)?;
        if let Some((_, text)) = strict::unprintable(&value) {
            return Err(Failure::input(format!(
                "{}: {}: expected text that a terminal shows as it is, found {text:?}",
                path.display(),
                record.key()
            )));
        }
    }
    Ok(ledger)
}

/// Whether a ledger can stand there: told before a long check and not after it.
pub(super) fn expect_place(path: &Path) -> Result<(), Failure> {
    let place = ledger::expect_place(path);
    place.map_err(|error| Failure::input(error.to_string()))
}

/// Records outcomes; answers with what has changed, and what was lost of a damaged ledger.
pub(super) fn update(
    path: &Path,
    catalog: &Catalog,
    outcomes: &[Outcome<'_>],
) -> Result<Vec<String>, Failure> {
    let mut updated = Updated::default();
    add(&mut updated, path, catalog, outcomes)?;
    Ok(in_words(&updated, path))
}

/// Records further outcomes, and counts them in.
pub(super) fn add(
    updated: &mut Updated,
    path: &Path,
    catalog: &Catalog,
    outcomes: &[Outcome<'_>],
) -> Result<(), Failure> {
    let fresh: Vec<Record> = recordable(catalog, outcomes).collect();
    let refused = outcomes.iter().filter(|outcome| !has_place(outcome));
    let refused = refused.map(|outcome| key(&outcome.target));
    let next =
        ledger::update(path, fresh, catalog).map_err(|error| Failure::input(error.to_string()))?;
    updated.changed.extend(next.changed);
    updated.unchanged += next.unchanged;
    updated.removed.extend(next.removed);
    updated.refused.extend(refused.chain(next.refused));
    updated.lost.extend(next.lost);
    Ok(())
}

/// What updates came to.
pub(super) fn in_words(updated: &Updated, path: &Path) -> Vec<String> {
    let mut words = format!(
        "{}: {} changed, {} as before",
        path.display(),
        count(updated.changed.len(), "record"),
        updated.unchanged
    );
    let others = [
        ("removed", updated.removed.len()),
        ("not recorded", updated.refused.len()),
    ];
    for (what, number) in others {
        if number > 0 {
            words += &format!(", {number} {what}");
        }
    }
    let lost = updated.lost.iter().map(|flaw| format!("dropped: {flaw}"));
    lost.chain([words]).collect()
}

/// The key of the record of a target.
pub(super) fn key(target: &Target<'_>) -> Key {
    Key {
        claim: target.case.claim.to_owned(),
        variant: target.case.variant.to_owned(),
        dropped: target.setup.without.clone(),
        parameters: target.setup.size.clone(),
    }
}

/// What would be recorded of these outcomes.
pub(super) fn fresh(catalog: &Catalog, outcomes: &[Outcome<'_>]) -> Ledger {
    recordable(catalog, outcomes).collect()
}

/// A mutant and a stricter world have no place in a ledger, nor has a run that somebody ended.
fn has_place(outcome: &Outcome<'_>) -> bool {
    let setup = &outcome.target.setup;
    setup.mutant.is_none() && setup.with.is_empty() && !outcome.interrupted
}

fn recordable(catalog: &Catalog, outcomes: &[Outcome<'_>]) -> impl Iterator<Item = Record> {
    let outcomes = outcomes.iter().filter(|outcome| has_place(outcome));
    outcomes.map(|outcome| {
        let (case, setup) = (outcome.target.case, &outcome.target.setup);
        let fairness = if outcome.liveness {
            case.fairness()
        } else {
            String::new()
        };
        Record::new(
            &outcome.origin,
            &fairness,
            &outcome.judgement,
            outcome.audit_result(),
            catalog.hash(case, setup),
        )
    })
}

/// What the ledger says of a case: the verdict of all its sizes together, or why it says nothing.
pub(super) fn recorded(
    ledger: &Ledger,
    catalog: &Catalog,
    case: &Case,
) -> Result<Verdict, &'static str> {
    let mut verdicts = Vec::new();
    for size in case.default_sizes() {
        let setup = Setup::of(size);
        let key = Key {
            claim: case.claim.to_owned(),
            variant: case.variant.to_owned(),
            parameters: setup.size.clone(),
            dropped: Vec::new(),
        };
        let record = ledger.get(&key).ok_or("missing")?;
        if record.hash != catalog.hash(case, &setup) {
            return Err("stale");
        }
        verdicts.push(record.verdict);
    }
    Ok(together(verdicts))
}
