//! No command: check everything, and say where to go next.

use super::{ledger, note};
use crate::args::{Changes, Resources};
use crate::error::Failure;
use crate::layout::{broken, count, width};
use crate::outcome::Outcome;
use crate::plan::{Plan, Sizes, plan};
use crate::progress::Display;
use crate::report::place::Places;
use crate::report::{Report, human, summary, table};
use crate::{Session, exit, interrupt, select};
use std::io::{self, Write};
use std::path::Path;
use verdict_checker::catalog::Claim;
use verdict_checker::command::name;
use verdict_checker::ledger::{FindingKind, Ledger, compare};
use verdict_checker::reduce::Reduce;
use verdict_checker::verdict::Verdict;

/// So many readings fit on a screen, with what stands below them.
const FEW: usize = 15;

/// Checks the default suite. A row for each reading is shown if there are few, or if `verbose` asks for it.
pub fn run(verbose: bool, session: &mut Session<'_>) -> Result<u8, Failure> {
    interrupt::watch()?;
    let catalog = session.catalog;
    let selection = select::select(catalog, &[], None)?;
    let Plan { runs, .. } = plan(&selection, &Changes::default(), &[], Sizes::Default)?;
    let recorded = recorded(session)?;
    let limits = Resources::default().limits(None);
    let mut display = Display::new(runs.len(), session.show_progress);
    let mut outcomes = Vec::new();
    let mut runs = runs.into_iter();
    let mut left_out = 0;
    while let Some(run) = runs.next() {
        if limits.stop.is_raised() {
            left_out = 1 + runs.len();
            break;
        }
        outcomes.push(Outcome::of(
            run,
            limits,
            None,
            false,
            Reduce::NONE,
            &mut display,
        )?);
    }
    drop(display);

    let mut stale = compare(&recorded, &catalog.expected_with(&recorded));
    stale.retain(|finding| matches!(finding.kind, FindingKind::Stale { .. }));
    let code = exit::code(outcomes.iter().filter_map(Outcome::surprise));
    let here = std::env::current_dir().unwrap_or_default();
    let report = Report {
        catalog,
        outcomes: &outcomes,
        unmodelled: &[],
        stale: &stale,
        left_out,
        limits: "",
        code: interrupt::code().unwrap_or(code),
        places: &Places::new(&here, Path::new(crate::args::LEDGER)),
    };
    interrupt::done();
    let out = &mut *session.out;
    let lines = summary::lines(&report);
    let readings: usize = lines.iter().map(|line| line.readings).sum();
    let has_rows = verbose || readings <= FEW;
    if has_rows {
        table::write(out, &outcomes)?;
        writeln!(out)?;
    }
    // Of one source, the rows tell the same.
    if !has_rows || lines.len() > 1 {
        summary::sources(out, &lines)?;
        writeln!(out)?;
    }
    summary::slowest(out, &report)?;
    summary::problems(out, &report)?;
    human::totals(out, &outcomes)?;
    if let Some(words) = report.left_out() {
        writeln!(out, "{words}")?;
    }
    where_to_go_next(out, &report, has_rows)?;
    Ok(report.code)
}

/// What stands in the ledger where the user stands. It decides nothing here: if it cannot be read, that is told, and no more.
fn recorded(session: &mut Session<'_>) -> Result<Ledger, Failure> {
    match ledger::load(Path::new(crate::args::LEDGER)) {
        Ok(ledger) => Ok(ledger.unwrap_or_default()),
        Err(error) => {
            note(session, &error.to_string())?;
            Ok(Ledger::default())
        }
    }
}

fn where_to_go_next(
    out: &mut dyn Write,
    report: &Report<'_, '_>,
    has_rows: bool,
) -> io::Result<()> {
    let unchecked = |claim: &&Claim| claim.cases.is_empty();
    let unchecked = report.catalog.claims().iter().filter(unchecked).count();
    let verb = if unchecked == 1 { "is" } else { "are" };
    if unchecked > 0 {
        let claims = count(unchecked, "claim");
        command(out, &format!("{claims} {verb} still unchecked:"), "list")?;
    }
    if !report.stale.is_empty() {
        command(
            out,
            "Record anew what is stale:",
            "check --stale --update-ledger",
        )?;
    }
    let found = |verdict| {
        let mut outcomes = report.outcomes.iter();
        outcomes.find(|o| o.judgement.verdict == verdict)
    };
    if let Some(outcome) = found(Verdict::Refuted) {
        let case = outcome.target.case;
        let words = format!("check {} --variant {}", case.claim, case.variant);
        command(out, "See what breaks a claim:", &words)?;
    }
    if let Some(outcome) = report.outcomes.first() {
        let words = format!("show {}", outcome.target.case.claim);
        command(out, "Read what a verdict rests on:", &words)?;
    }
    if !has_rows {
        command(out, "See a row for each reading:", "--verbose")?;
    }
    Ok(())
}

/// A remark with a command, on one line if it fits.
fn command(out: &mut dyn Write, remark: &str, words: &str) -> io::Result<()> {
    let command = format!("{} {words}", name());
    if remark.len() + 1 + command.len() <= width() {
        return writeln!(out, "{remark} {command}");
    }
    writeln!(out, "{remark}")?;
    for line in broken(&command, width() - 2) {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}
