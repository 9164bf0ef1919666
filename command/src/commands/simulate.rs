//! `verdict simulate`: seeded random runs, for sizes out of reach of a search.

use super::note;
use crate::args::{Format, Simulate};
use crate::error::Failure;
use crate::exit::Surprise;
use crate::layout::{field, thousands};
use crate::plan::{Run, Sizes, plan};
use crate::report::{human, json, steps};
use crate::style::{self, paint};
use crate::{Session, exit, select};
use indicatif::{ProgressBar, ProgressDrawTarget};
use serde_json::{Value, json};
use std::io;
use verdict_checker::simulate::{NotSimulated, Simulated, Simulation};
use verdict_checker::trace::store;
use verdict_checker::verdict::Verdict;

/// Simulates the selected claims.
pub fn run(args: &Simulate, session: &mut Session<'_>) -> Result<u8, Failure> {
    let claims = std::slice::from_ref(&args.claim);
    let selection = select::select(session.catalog, claims, args.changes.variant.as_deref())?;
    let plan = plan(&selection, &args.changes, &args.without, Sizes::Smallest)?;
    for text in &plan.notes {
        note(session, text)?;
    }
    let simulation = Simulation {
        seed: args.seed,
        runs: args.runs as usize,
        max_steps: args.max_steps as usize,
        schedule: args.schedule,
    };
    let mut results = Vec::new();
    let mut surprises = Vec::new();
    let mut refused = None;
    for run in &plan.runs {
        match simulate(run, &simulation, session) {
            Err(refusal @ (NotSimulated::Liveness(_) | NotSimulated::Measured)) => {
                refused = Some(refusal)
            }
            Err(refusal) => return Err(Failure::input(refusal.to_string())),
            Ok(simulated) => {
                surprises.extend(surprise(run, &simulated));
                keep(args, &simulated)?;
                match args.format {
                    Format::Human => tell(run, &simulation, &simulated, session)?,
                    Format::Json => results.push(document(run, &simulation, &simulated)),
                }
            }
        }
    }
    match refused {
        Some(refusal) if results.is_empty() && plan.runs.len() == 1 => {
            return Err(Failure::input(refusal.to_string()));
        }
        Some(refusal) => note(session, &refusal.to_string())?,
        None => {}
    }
    if args.format == Format::Json {
        json::write(session.out, &json!({ "results": results }))?;
    }
    Ok(exit::code(surprises))
}

fn simulate(
    run: &Run,
    simulation: &Simulation,
    session: &Session<'_>,
) -> Result<Simulated, NotSimulated> {
    let target = if session.show_progress {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(simulation.runs as u64), target);
    let simulated = run.subject.simulate(simulation, &|progress| {
        bar.set_position(progress.run as u64)
    });
    bar.finish_and_clear();
    simulated
}

/// A simulation that finds nothing says nothing; one that finds something must have been expected to.
fn surprise(run: &Run, simulated: &Simulated) -> Option<Surprise> {
    let expected = run.target.expected(simulated.verdict)?;
    let found = simulated.finding.is_some();
    (found && simulated.verdict != expected).then_some(Surprise::Safety)
}

fn keep(args: &Simulate, simulated: &Simulated) -> Result<(), Failure> {
    let (Some(path), Some(finding)) = (&args.trace_out, &simulated.finding) else {
        return Ok(());
    };
    store::save(path, &finding.trace).map_err(|error| Failure::file(path, error))
}

fn tell(
    run: &Run,
    simulation: &Simulation,
    simulated: &Simulated,
    session: &mut Session<'_>,
) -> io::Result<()> {
    let out = &mut *session.out;
    let counts = &simulated.counts;
    let title = format!("{} {}", run.target.case.claim, run.target.case.variant);
    let verdict = paint(style::of(simulated.verdict), simulated.verdict.word());
    writeln!(
        out,
        "{}, {}: {verdict}",
        paint(style::STRONG, &title),
        run.target.setup.size
    )?;
    let more = if counts.more_distinct {
        "more than "
    } else {
        ""
    };
    field(
        out,
        "simulated",
        &format!(
            "{} runs, {} steps, the longest {}; {more}{} distinct states; schedule {}, seed {}",
            thousands(counts.runs),
            thousands(counts.steps),
            thousands(counts.deepest),
            thousands(counts.distinct),
            simulation.schedule,
            simulation.seed,
        ),
    )?;
    if let Some(finding) = &simulated.finding {
        field(
            out,
            "found",
            &format!(
                "in run {}, after {} steps; cut down to:",
                finding.run, finding.steps
            ),
        )?;
        steps::write(out, &finding.trace, steps::Detail::Line)?;
        human::broken(out, &finding.broken, finding.complaint.as_deref())?;
        field(out, "repeat", &finding.repeat)?;
    } else if simulated.verdict == Verdict::Bounded {
        field(
            out,
            "found",
            "nothing; that is no proof, however many runs there were",
        )?;
    }
    Ok(())
}

fn document(run: &Run, simulation: &Simulation, simulated: &Simulated) -> Value {
    let finding = simulated.finding.as_ref();
    json!({
        "claim": run.target.case.claim,
        "variant": run.target.case.variant,
        "parameters": run.target.setup.size,
        "dropped": run.target.setup.without,
        "mutant": run.target.setup.mutant,
        "verdict": simulated.verdict.word(),
        "seed": simulation.seed,
        "schedule": simulation.schedule.to_string(),
        "runs": simulated.counts.runs,
        "steps": simulated.counts.steps,
        "deepest": simulated.counts.deepest,
        "distinctStates": simulated.counts.distinct,
        "broken": finding.map(|finding| &finding.broken),
        "complaint": finding.and_then(|finding| finding.complaint.as_ref()),
        "repeat": finding.map(|finding| &finding.repeat),
        "trace": finding.map(|finding| json!({ "steps": finding.trace.steps.len() })),
    })
}
