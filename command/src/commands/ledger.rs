//! `verdict ledger`: the recorded results against the catalog and the models as they stand.

use crate::args::{Format, Ledger as Args};
use crate::error::Failure;
use crate::exit::Surprise;
use crate::layout::count;
use crate::outcome::Outcome;
use crate::report::json;
use crate::{Session, exit};
use serde_json::json;
use std::path::Path;
use verdict_checker::catalog::{Case, Catalog, Setup};
use verdict_checker::command::name;
use verdict_checker::ledger::{self, Finding, Key, Ledger, Record};
use verdict_checker::verdict::{Verdict, together};

/// Compares the ledger with the catalog.
pub fn run(args: &Args, session: &mut Session<'_>) -> Result<u8, Failure> {
    let ledger = load(&args.ledger)?.ok_or_else(|| missing(&args.ledger))?;
    let findings = ledger::compare(&ledger, &session.catalog.expected());
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
    Ok(exit::code(findings.iter().map(|_| Surprise::Stale)))
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
    ledger::load(path).map_err(|error| Failure::input(error.to_string()))
}

/// Whether a ledger can stand there: told before a long check and not after it.
pub(super) fn expect_place(path: &Path) -> Result<(), Failure> {
    let salvaged = ledger::salvage(path, &[]);
    let place = salvaged.map(|_| ());
    place.map_err(|error| Failure::input(error.to_string()))
}

/// Records outcomes; answers with what has changed, and what was lost of a damaged ledger.
pub(super) fn update(
    path: &Path,
    catalog: &Catalog,
    outcomes: &[Outcome<'_>],
) -> Result<Vec<String>, Failure> {
    let fresh = outcomes.iter().map(|outcome| {
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
    });
    // A mutant and a stricter world have no place in a ledger.
    let fresh = fresh.zip(outcomes).filter(|(_, outcome)| {
        outcome.target.setup.mutant.is_none() && outcome.target.setup.with.is_empty()
    });
    let fresh: Vec<Record> = fresh.map(|(record, _)| record).collect();
    let refused = outcomes.len() - fresh.len();
    let updated = ledger::update(path, fresh, &catalog.expected())
        .map_err(|error| Failure::input(error.to_string()))?;
    let mut words = format!(
        "{}: {} changed, {} as before",
        path.display(),
        count(updated.changed.len(), "record"),
        updated.unchanged
    );
    let others = [
        ("removed", updated.removed.len()),
        ("not recorded", updated.refused.len() + refused),
    ];
    for (what, number) in others {
        if number > 0 {
            words += &format!(", {number} {what}");
        }
    }
    let lost = updated.lost.iter().map(|flaw| format!("dropped: {flaw}"));
    Ok(lost.chain([words]).collect())
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
