//! Outcomes for people.

use crate::layout::{count, field, field_commands, field_commands_on, text_width, thousands, wrap};
use crate::outcome::Outcome;
use crate::report::steps::Detail;
use crate::report::{Report, figures, steps, summary};
use crate::style::{self, paint};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use verdict_checker::audit::{AuditResult, CheckResult};
use verdict_checker::catalog::Claim;
use verdict_checker::catalog::kill::MUTANT_KILLED;
use verdict_checker::command::name;
use verdict_checker::verdict::Verdict;
use verdict_explorer::timing::caveat;

/// A run, below the heading that it shares with the one before, if that is of the same case.
pub fn one(
    out: &mut dyn Write,
    run: &Outcome,
    before: Option<&Outcome>,
    limits: &str,
    detail: Detail,
) -> io::Result<()> {
    if before.is_none_or(|before| !before.target.is_same_matter(&run.target)) {
        if before.is_some() {
            writeln!(out)?;
        }
        heading(out, run)?;
    }
    outcome(out, run, limits, detail)
}

/// What stands at the end of a check: claims without a model, what is not as it should be, all in a line.
pub fn end(out: &mut dyn Write, report: &Report<'_, '_>) -> io::Result<()> {
    for (index, claim) in report.unmodelled.iter().enumerate() {
        if index > 0 || !report.outcomes.is_empty() {
            writeln!(out)?;
        }
        unchecked(out, claim)?;
    }
    if report.outcomes.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    summary::problems(out, report)?;
    summary::slow(out, report)?;
    totals(out, report.outcomes)?;
    match report.left_out() {
        Some(words) => writeln!(out, "{}", paint(style::DOUBTFUL, &words)),
        None => Ok(()),
    }
}

/// What all runs of a case have in common.
pub fn heading(out: &mut dyn Write, outcome: &Outcome) -> io::Result<()> {
    let (case, setup) = (outcome.target.case, &outcome.target.setup);
    let claim = paint(style::STRONG, case.claim);
    writeln!(out, "{claim} {}", paint(style::STRONG, case.variant))?;
    field(out, "reading", case.reading)?;
    field(out, "assumes", &outcome.origin.assumptions.join(", "))?;
    field(out, "lacking", &outcome.origin.lacking.join(", "))?;
    for name in &setup.without {
        let meaning = case.meaning(name).unwrap_or_default();
        field(out, "dropped", &format!("{name}: {meaning}"))?;
    }
    field(out, "added", &setup.with.join(", "))?;
    if let Some(mutant) = &setup.mutant {
        let change = case.change(mutant).unwrap_or_default();
        field(out, "mutant", &format!("{mutant}: {change}"))?;
    }
    if outcome.liveness {
        field(out, "fairness", &case.fairness())?;
    }
    Ok(())
}

/// One run: the verdict and its evidence. `limits` are the words that repeat its limits.
pub fn outcome(
    out: &mut dyn Write,
    outcome: &Outcome,
    limits: &str,
    detail: Detail,
) -> io::Result<()> {
    let judgement = &outcome.judgement;
    let verdict = judgement.verdict;
    let word = paint(style::of(verdict).bold(), verdict.word());
    let size = outcome.target.setup.size.to_string();
    let standing = match (outcome.as_expected(), outcome.expected) {
        (Some(false), Some(expected)) => {
            paint(style::BAD, &format!("UNEXPECTED: {expected} was expected"))
        }
        (Some(true), _) if outcome.audit_result() == AuditResult::Vacuous => {
            paint(style::BAD, "as expected, but VACUOUS")
        }
        (Some(true), _) => paint(style::FAINT, "as expected"),
        _ if outcome.interrupted => paint(style::DOUBTFUL, "interrupted"),
        _ => paint(style::FAINT, "nothing was expected"),
    };
    writeln!(out)?;
    writeln!(out, "  {:<11} {word}, {standing}", size)?;
    field(out, "world", &outcome.origin.world)?;
    field(
        out,
        "time",
        caveat(&outcome.origin.world).unwrap_or_default(),
    )?;
    match &judgement.measurement {
        Some(measurement) => figures::write(out, measurement, outcome.seconds)?,
        None => {
            field(out, "search", &search(outcome))?;
            if let Some(reduced) = &judgement.reduced {
                field(out, "reduced", &reduced.in_words())?;
            }
            field(out, "note", &judgement.remarks.join("; "))?;
            field(out, "cost", &cost(outcome))?;
        }
    }
    if let Some(exact) = &outcome.exact {
        field(out, "states", &exact.to_string())?;
    }
    audit(out, outcome)?;
    if let Some(trace) = &judgement.trace {
        let what = match verdict {
            Verdict::Holds => "shows that it happens",
            _ => "breaks it",
        };
        let perhaps = match &judgement.reduced {
            Some(reduced) if !reduced.shortest => ", perhaps not the shortest",
            _ => "",
        };
        field(
            out,
            "run",
            &format!("{what} in {}{perhaps}:", trace.length_in_words()),
        )?;
        steps::write(out, trace, detail)?;
    }
    broken(out, &judgement.broken, judgement.complaint.as_deref())?;
    if judgement.trace.is_some() {
        let mut commands = vec![format!("{} {}{limits}", name(), outcome.target.command())];
        match &outcome.trace_file {
            Some(file) => {
                commands.push(format!("{} replay {}", name(), word_of_path(file)));
                field_commands_on(out, "repeat", &commands, file)?;
            }
            None => {
                commands[0] += " --trace-out run.itf.json";
                field_commands(out, "repeat", &commands)?;
            }
        }
    } else if matches!(verdict, Verdict::Bounded | Verdict::Ambiguous)
        || outcome.as_expected() == Some(false)
    {
        let command = format!("{} {}{limits}", name(), outcome.target.command());
        field_commands(out, "repeat", &[command])?;
    }
    Ok(())
}

/// Why a success can be believed, or why not.
fn audit(out: &mut dyn Write, outcome: &Outcome) -> io::Result<()> {
    let Some(audit) = &outcome.audit else {
        return Ok(());
    };
    let passed = || {
        let all = audit.with_result(CheckResult::Passed);
        let (mutants, others): (Vec<_>, Vec<_>) = all.partition(|c| c.name == MUTANT_KILLED);
        format!(
            "{} and {} as they should be",
            count(others.len(), "check"),
            count(mutants.len(), "mutant")
        )
    };
    let text = match audit.result() {
        AuditResult::Vacuous => {
            let failures: Vec<_> = audit
                .failures()
                .map(|check| format!("{}: {}", check.name, check.detail))
                .collect();
            let word = paint(style::BAD, "VACUOUS");
            format!("{word}, {}", failures.join("; "))
        }
        AuditResult::Partial => {
            let cut: Vec<_> = audit.with_result(CheckResult::Cut).collect();
            format!(
                "partial: {}, {} cut before they could decide ({}); `--format json` lists them",
                passed(),
                cut.len(),
                cut[0].detail
            )
        }
        AuditResult::Passed => {
            let aside = audit.with_result(CheckResult::NotApplicable).count();
            let aside = match aside {
                0 => String::new(),
                aside => format!(", {aside} not applicable"),
            };
            format!("passed: {}{aside}; `--format json` lists them", passed())
        }
        AuditResult::NotRun => "not run: no check applies".to_owned(),
    };
    field(out, "audit", &text)
}

/// What the last state of a run breaks.
pub fn broken(out: &mut dyn Write, broken: &[String], complaint: Option<&str>) -> io::Result<()> {
    if !broken.is_empty() {
        field(out, "broken", &broken.join(", "))?;
    }
    match complaint {
        Some(complaint) => field(out, "because", complaint),
        None => Ok(()),
    }
}

fn search(outcome: &Outcome) -> String {
    let judgement = &outcome.judgement;
    let counts = &judgement.counts;
    let end = match &judgement.cut {
        Some(cut) => cut.to_string(),
        None if judgement.exhausted() => "exhausted".to_owned(),
        None => "ended where the run was found".to_owned(),
    };
    format!(
        "{end}: {} of {} generated, depth {}, at most {}",
        count(counts.distinct, "distinct state"),
        thousands(counts.total),
        counts.depth,
        count(counts.branching, "successor"),
    )
}

fn cost(outcome: &Outcome) -> String {
    let chance = outcome.judgement.counts.collision_probability();
    let chance = if chance == 0.0 {
        "0".to_owned()
    } else {
        format!("{chance:.0e}")
    };
    format!(
        "{:.2} s; {:.1} MiB, {} bytes a state; chance that a state was missed: {chance}",
        outcome.seconds,
        outcome.judgement.counts.bytes as f64 / (1 << 20) as f64,
        thousands(outcome.bytes_per_state() as usize),
    )
}

/// A claim that cannot be checked yet.
pub fn unchecked(out: &mut dyn Write, claim: &Claim) -> io::Result<()> {
    let word = paint(style::of(Verdict::Unchecked), "unchecked");
    writeln!(out, "{}", paint(style::STRONG, claim.id))?;
    field(out, "says", claim.says)?;
    writeln!(out, "  {:<11} {word}, it has no model yet", "")
}

/// All outcomes in a line: `4 runs: 3 holds, 1 refuted; all as expected`. A success that is vacuous is not as expected, whatever
/// its verdict, and what was interrupted is neither.
pub fn totals(out: &mut dyn Write, outcomes: &[Outcome]) -> io::Result<()> {
    let mut tally: BTreeMap<usize, usize> = BTreeMap::new();
    for outcome in outcomes {
        let index = Verdict::ALL
            .iter()
            .position(|v| *v == outcome.judgement.verdict);
        *tally.entry(index.unwrap_or(0)).or_default() += 1;
    }
    let tally: Vec<String> = tally
        .iter()
        .map(|(index, number)| format!("{number} {}", Verdict::ALL[*index]))
        .collect();
    let unexpected = outcomes.iter().filter(|o| o.as_expected() == Some(false));
    let unexpected = unexpected.count();
    let unknown = outcomes
        .iter()
        .filter(|o| o.as_expected().is_none() && !o.interrupted)
        .count();
    let interrupted = outcomes.iter().filter(|o| o.interrupted).count();
    let finished = outcomes.len() - interrupted;
    let audited = |result| {
        let outcomes = outcomes.iter();
        outcomes.filter(|o| o.audit_result() == result).count()
    };
    let vacuous = audited(AuditResult::Vacuous);
    let mut standing = match (unexpected, unknown) {
        (0, _) if vacuous > 0 => Vec::new(),
        (0, 0) if finished == 0 => Vec::new(),
        (0, 0) if interrupted > 0 => vec!["the rest as expected".to_owned()],
        (0, 0) => vec!["all as expected".to_owned()],
        (0, unknown) if unknown == finished => vec!["nothing was expected".to_owned()],
        (0, unknown) => vec![format!(
            "as expected, where anything was ({unknown} without)"
        )],
        (unexpected, _) => vec![paint(style::BAD, &format!("{unexpected} UNEXPECTED"))],
    };
    if interrupted > 0 {
        let text = format!("{interrupted} interrupted");
        standing.insert(0, paint(style::DOUBTFUL, &text));
    }
    if vacuous > 0 {
        let text = format!("{vacuous} VACUOUS: a success that could not have failed");
        standing.push(paint(style::BAD, &text));
    }
    match audited(AuditResult::Partial) {
        0 => {}
        partial => standing.push(format!("{} partial", count(partial, "audit"))),
    }
    let runs = count(outcomes.len(), "run");
    let words = format!("{runs}: {}; {}", tally.join(", "), standing.join("; "));
    for line in wrap(&words, text_width()) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// A path as a shell takes it.
pub fn word_of_path(path: &Path) -> String {
    let text = path.display().to_string();
    let usual = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,@%".contains(c);
    if !text.is_empty() && text.chars().all(usual) {
        text
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}
