//! What the ledger knows already, and what it knows of another version only.

use super::settles_on_record;
use crate::args::Check;
use crate::commands::ledger::key;
use crate::outcome::Outcome;
use crate::plan::Run;
use crate::select::Selection;
use std::collections::HashSet;
use verdict_checker::audit::AuditResult;
use verdict_checker::catalog::Catalog;
use verdict_checker::ledger::{self, Finding, FindingKind, Key, Ledger, Record};

/// The runs that the ledger has no result of, or one of another version, or one that is not as it should be: that one must not be
/// forgotten only because nothing has changed.
pub fn keep<'c>(runs: Vec<Run<'c>>, ledger: &Ledger, catalog: &Catalog) -> Vec<Run<'c>> {
    let mut kept: Vec<Run> = Vec::new();
    // The last run that need not be made, with its record.
    let mut known: Option<(Run, Record)> = None;
    for run in runs {
        if let Some((last, record)) = &known
            && settles_on_record(&last.target, record, &run.target)
        {
            continue;
        }
        let target = &run.target;
        let hash = catalog.hash(target.case, &target.setup);
        let as_it_should_be = |record: &&Record| {
            let expected = target.expected(record.verdict);
            record.hash == hash
                && record.audit != AuditResult::Vacuous
                && expected.is_none_or(|expected| expected == record.verdict)
        };
        match ledger.get(&key(target)).filter(as_it_should_be) {
            Some(record) => known = Some((run, record.clone())),
            None => kept.push(run),
        }
    }
    kept
}

/// What of the ledger is stale among the selected claims, and was not recorded anew by this check.
pub fn findings(
    args: &Check,
    ledger: &Ledger,
    selection: &Selection<'_>,
    outcomes: &[Outcome<'_>],
    catalog: &Catalog,
) -> Vec<Finding> {
    let done: HashSet<Key> = match args.update_ledger {
        true => outcomes
            .iter()
            .map(|outcome| key(&outcome.target))
            .collect(),
        false => HashSet::new(),
    };
    let selected = |finding: &Finding| {
        let claim = &finding.key.claim;
        let variant = args.changes.variant.as_ref();
        selection.claims.iter().any(|known| known.id == claim)
            && variant.is_none_or(|variant| *variant == finding.key.variant)
    };
    let mut findings = ledger::compare(ledger, &catalog.expected_with(ledger));
    findings.retain(|finding| {
        let stale = matches!(finding.kind, FindingKind::Stale { .. });
        stale && selected(finding) && !done.contains(&finding.key)
    });
    findings
}
