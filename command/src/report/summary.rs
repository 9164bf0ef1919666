//! What matters at the end: a line for each source, the slowest runs, what is not as it should be, and what to do next.

use super::Report;
use super::problem::{self, Problem, Rule};
use crate::layout::{Cell, Flush, Table, broken, shorten, thousands, width, wrap};
use crate::progress::SLOW;
use crate::style::{self, paint};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// How many of the slowest runs are named, if they are not slow.
const NAMED: usize = 3;
/// A run that takes less is not worth naming.
const NOTICED: f64 = 1.0;

/// What there is to say about a source.
pub struct Line {
    /// Its key.
    pub source: &'static str,
    /// Claims that were judged.
    pub claims: usize,
    /// Their readings.
    pub readings: usize,
    /// Runs.
    pub runs: usize,
    /// Distinct states of all of them.
    pub states: usize,
    /// Runs that are not as expected.
    pub unexpected: usize,
    /// Records of another version.
    pub stale: usize,
    /// How long it took.
    pub seconds: f64,
}

/// The sources that were checked, in the order of the catalog.
pub fn lines(report: &Report<'_, '_>) -> Vec<Line> {
    let problems = problem::all(report);
    let lines = report.catalog.sources().iter().map(|source| {
        let own = |claim: &str| claim.split('/').next() == Some(source.key);
        let outcomes = || {
            let all = report.outcomes.iter();
            all.filter(|o| own(o.target.case.claim))
        };
        let of_source =
            |problem: &&Problem| own(problem.name.split(' ').next().unwrap_or_default());
        let (stale, unexpected): (Vec<_>, Vec<_>) = problems
            .iter()
            .filter(of_source)
            .partition(|problem| problem.rule == Rule::Stale);
        let claims: BTreeSet<_> = outcomes().map(|o| o.target.case.claim).collect();
        let readings = outcomes().map(|o| (o.target.case.claim, o.target.case.variant));
        Line {
            source: source.key,
            claims: claims.len(),
            readings: readings.collect::<BTreeSet<_>>().len(),
            runs: outcomes().count(),
            states: outcomes().map(|o| o.judgement.counts.distinct).sum(),
            unexpected: unexpected.len(),
            stale: stale.len(),
            seconds: outcomes().map(|o| o.seconds).sum(),
        }
    });
    lines
        .filter(|line| line.runs + line.unexpected + line.stale > 0)
        .collect()
}

/// Writes the lines of the sources.
pub fn sources(out: &mut dyn Write, lines: &[Line]) -> io::Result<()> {
    let mut table = Table::new([
        ("source", Flush::Left),
        ("claims", Flush::Right),
        ("readings", Flush::Right),
        ("runs", Flush::Right),
        ("states", Flush::Right),
        ("unexpected", Flush::Right),
        ("stale", Flush::Right),
        ("time", Flush::Right),
    ]);
    let bad = |number: usize| match number {
        0 => Cell::styled("0", style::FAINT),
        many => Cell::styled(many.to_string(), style::BAD),
    };
    for line in lines {
        table.row([
            line.source.into(),
            line.claims.to_string().into(),
            line.readings.to_string().into(),
            line.runs.to_string().into(),
            thousands(line.states).into(),
            bad(line.unexpected),
            bad(line.stale),
            format!("{:.1} s", line.seconds).into(),
        ]);
    }
    table.write(out)
}

/// Names the runs that are slow.
pub fn slow(out: &mut dyn Write, report: &Report<'_, '_>) -> io::Result<()> {
    name_slowest(out, report, 0)
}

/// Names the slowest runs: all that are slow, or else a few.
pub fn slowest(out: &mut dyn Write, report: &Report<'_, '_>) -> io::Result<()> {
    name_slowest(out, report, NAMED)
}

fn name_slowest(out: &mut dyn Write, report: &Report<'_, '_>, at_least: usize) -> io::Result<()> {
    let mut slowest: Vec<_> = report.outcomes.iter().collect();
    slowest.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    let slow = slowest
        .iter()
        .take_while(|o| o.seconds > SLOW.as_secs_f64())
        .count();
    slowest.truncate(slow.max(at_least));
    for outcome in slowest.iter().filter(|o| o.seconds > NOTICED) {
        let word = match outcome.seconds > SLOW.as_secs_f64() {
            true => paint(style::DOUBTFUL, "SLOW"),
            false => paint(style::FAINT, "slow"),
        };
        let name = problem::full_name(outcome);
        let time = format!("{:>7.1} s", outcome.seconds);
        writeln!(
            out,
            "{word} {time}  {}",
            shorten(&name, width().saturating_sub(16))
        )?;
    }
    Ok(())
}

/// Repeats what is not as it should be, each with the line that runs it again.
pub fn problems(out: &mut dyn Write, report: &Report<'_, '_>) -> io::Result<()> {
    const INDENT: usize = 2;
    let room = width().saturating_sub(INDENT);
    for problem in problem::all(report) {
        let word = match problem.rule {
            Rule::Safety | Rule::Liveness => "unexpected:".to_owned(),
            other => format!("{}:", other.id()),
        };
        for (index, line) in wrap(&format!("{word} {}", problem.told), room)
            .iter()
            .enumerate()
        {
            match line.strip_prefix(&word) {
                Some(rest) if index == 0 => writeln!(out, "{}{rest}", paint(style::BAD, &word))?,
                _ => writeln!(out, "{:INDENT$}{line}", "")?,
            }
        }
        for line in broken(&problem.repeat, room) {
            writeln!(out, "{:INDENT$}{line}", "")?;
        }
    }
    Ok(())
}
