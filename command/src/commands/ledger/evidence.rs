//! What records rest on, beside what the models say of themselves: nobody has found what contradicts them.

use crate::commands::replay;
use crate::error::Failure;
use std::path::Path;
use verdict_checker::audit::AuditResult;
use verdict_checker::catalog::{Case, Catalog, Setup};
use verdict_checker::ledger::{Finding, FindingKind, Ledger, Record};
use verdict_checker::recount::Recount;
use verdict_checker::subject::AnySubject;
use verdict_checker::trace::store;

/// Records of the models as they stand that say something else of a world, of an audit, or of a space than the model does, of which so
/// many states are counted. A word or a count beyond these only another search can tell: `check --since <ledger>`.
///
/// A run that is kept in `traces` has as many steps as the record says; one that cannot be read is an error.
pub fn altered(
    ledger: &Ledger,
    catalog: &Catalog,
    at_most: usize,
    traces: &Path,
) -> Result<Vec<Finding>, Failure> {
    let mut findings = Vec::new();
    for record in ledger.records() {
        let Some(case) = catalog.case(&record.claim, &record.variant) else {
            continue;
        };
        let setup = Setup {
            without: record.dropped.clone(),
            ..Setup::of(record.parameters.clone())
        };
        if record.hash != catalog.hash(case, &setup) {
            continue;
        }
        let Ok(subject) = case.subject(&setup) else {
            continue;
        };
        let steps = of_run(record, traces)?;
        let kind = of_world(record, case, &*subject)
            .or(steps)
            .or_else(|| of_audit(record, case, &setup))
            .or_else(|| of_space(record, subject.recount(at_most)?, at_most));
        findings.extend(kind.map(|kind| Finding {
            key: record.key(),
            kind,
        }));
    }
    Ok(findings)
}

/// The run of an unchanged case is kept for one of its sizes.
fn of_run(record: &Record, traces: &Path) -> Result<Option<FindingKind>, Failure> {
    let Some(steps) = record.steps.filter(|_| record.dropped.is_empty()) else {
        return Ok(None);
    };
    let path = store::path_for(traces, &record.claim, &record.variant);
    if !path.exists() {
        return Ok(None);
    }
    let trace = replay::load(&path)?;
    let is_it = trace.origin.size == record.parameters;
    let differs = || differs("steps", steps, trace.steps.len());
    Ok((is_it && steps != trace.steps.len() as u64).then(differs))
}

fn differs(field: &'static str, recorded: impl ToString, current: impl ToString) -> FindingKind {
    FindingKind::Altered {
        field,
        recorded: recorded.to_string(),
        current: current.to_string(),
    }
}

fn of_world(record: &Record, case: &Case, subject: &dyn AnySubject) -> Option<FindingKind> {
    let origin = subject.origin();
    let fairness = match subject.is_liveness() {
        true => case.fairness(),
        false => String::new(),
    };
    let fields = [
        ("world", record.world.clone(), origin.world.clone()),
        (
            "assumptions",
            record.assumptions.join(", "),
            origin.assumptions.join(", "),
        ),
        ("fairness", record.fairness.clone(), fairness),
    ];
    let mut fields = fields.into_iter();
    let (field, then, now) = fields.find(|(_, then, now)| then != now)?;
    Some(differs(field, then, now))
}

/// A success is audited at the smallest size of its case, and nowhere else.
fn of_audit(record: &Record, case: &Case, setup: &Setup) -> Option<FindingKind> {
    let is_audited = record.audit != AuditResult::NotRun;
    let is_due = record.verdict.is_success() && setup.is_plain() && setup.size == case.smallest();
    let word = record.audit.word();
    match (is_audited, is_due) {
        (true, false) => Some(differs("audit", word, AuditResult::NotRun.word())),
        // What is measured has no audit, but for its mutants.
        (false, true) if record.measured.is_none() => Some(differs("audit", word, "due")),
        _ => None,
    }
}

fn of_space(record: &Record, space: Recount, at_most: usize) -> Option<FindingKind> {
    let states = usize::try_from(record.states).unwrap_or(usize::MAX);
    if !space.exhausted {
        let too_few = record.exhausted && record.reduced.is_empty() && states <= at_most;
        let more = || format!("more than {at_most}");
        return too_few.then(|| differs("states", states, more()));
    }
    // A search that has ended early has seen less, one that is reduced stores less, and one that a boundary cuts counts what lies
    // beyond it.
    let exact = record.exhausted && record.reduced.is_empty();
    let counts = [
        ("states", record.states, space.states, true),
        (
            "depth",
            record.depth,
            space.depth,
            record.reduced.is_empty(),
        ),
        ("generated", record.generated, space.generated, exact),
        ("branching", record.branching, space.branching, exact),
    ];
    let wrong = |recorded: u64, counted: u64| recorded > counted || exact && recorded < counted;
    let mut counts = counts.into_iter();
    let (field, recorded, counted, _) =
        counts.find(|(_, recorded, counted, known)| *known && wrong(*recorded, *counted as u64))?;
    Some(differs(field, recorded, counted))
}
