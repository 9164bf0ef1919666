//! `verdict replay`: a stored trace against the model, step by step.

use crate::args::{Engine, Replay};
use crate::error::Failure;
use crate::layout::field;
use crate::plan::{Run, size};
use crate::report::{human, steps};
use crate::style::{self, paint};
use crate::suggest::did_you_mean;
use crate::{Streams, exit, select};
use std::path::Path;
use verdict_checker::judge::Judge;
use verdict_checker::replay::Replayed;
use verdict_checker::trace::{Origin, Trace, store};
use verdict_harnesses::engine::{Shuttle, Threads};
use verdict_harnesses::replay as code;
use verdict_models::catalog::{self, Case, Setup};

/// Replays a trace.
pub fn run(args: &Replay, streams: &mut Streams<'_>) -> Result<u8, Failure> {
    let (trace, replayed) = replay(&args.trace)?;
    let taken = args.on.map(|engine| take(engine, &trace, &args.trace));
    let taken = taken.transpose()?;
    let out = &mut *streams.out;
    let origin = &trace.origin;
    let claim = paint(style::STRONG, &origin.claim);
    writeln!(out, "{claim} {}", paint(style::STRONG, &origin.variant))?;
    field(out, "property", &origin.property)?;
    field(out, "parameters", &origin.parameters_in_words())?;
    field(out, "assumes", &origin.assumptions.join(", "))?;
    field(out, "dropped", &origin.dropped.join(", "))?;
    field(out, "mutant", origin.mutant.as_deref().unwrap_or_default())?;
    writeln!(out)?;
    steps::write(out, &trace)?;
    writeln!(out)?;
    human::broken(out, &replayed.broken, replayed.complaint.as_deref())?;
    let done = format!("replayed {}", trace.length_in_words());
    writeln!(
        out,
        "{}: the model takes every step and passes through every state",
        paint(style::GOOD, &done)
    )?;
    if let Some(taken) = taken {
        writeln!(out, "{taken}")?;
    }
    Ok(exit::AS_EXPECTED)
}

/// Takes the code of the election through a trace; what it did, in words.
fn take(engine: Engine, trace: &Trace, path: &Path) -> Result<String, Failure> {
    let (name, taken) = match engine {
        Engine::Threads => ("threads", code::replay::<Threads>(trace)),
        Engine::Shuttle => ("shuttle", code::replay::<Shuttle>(trace)),
    };
    let taken =
        taken.map_err(|error| Failure::input(format!("{}: on {name}: {error}", path.display())))?;
    let leaders = taken.leaders.iter().map(|id| format!("n{id}"));
    let leaders = leaders.collect::<Vec<_>>().join(", ");
    let done = format!("replayed on {name}");
    Ok(format!(
        "{}: the code takes {} of the {} steps; its {} accesses find what the trace says\n\
         leaders at the end: {}",
        paint(style::GOOD, &done),
        taken.steps,
        trace.steps.len(),
        taken.accesses,
        if leaders.is_empty() { "none" } else { &leaders }
    ))
}

/// Reads a trace, builds the model it names, and walks through it. Every error names the file.
pub fn replay(path: &Path) -> Result<(Trace, Replayed), Failure> {
    let trace = load(path)?;
    let in_file = |failure: Failure| Failure::input(format!("{}: {failure}", path.display()));
    let judge = model(&trace.origin).map_err(in_file)?;
    let replayed = judge
        .replay(&trace)
        .map_err(|mismatch| in_file(Failure::input(mismatch.to_string())))?;
    Ok((trace, replayed))
}

/// Reads a trace; the errors name the file and say what would be right.
pub(super) fn load(path: &Path) -> Result<Trace, Failure> {
    if path.is_dir() {
        return Err(Failure::input(format!(
            "{} is a directory; name a trace file in it, ending in .itf.json",
            path.display()
        )));
    }
    store::load(path).map_err(|error| {
        let hint = if path.exists() {
            "a trace is a file written by `verdict check --save-traces` or `--trace-out`"
        } else {
            "`verdict check --save-traces` writes traces to traces/<claim>/<variant>.itf.json"
        };
        Failure::input(format!("{error}; {hint}"))
    })
}

/// The model that a trace names, if it is still the one that the trace was recorded from.
pub(super) fn model(origin: &Origin) -> Result<Box<dyn Judge>, Failure> {
    let case = case(origin)?;
    let setup = setup(case, origin)?;
    let judge = case
        .judge(&setup)
        .map_err(|error| Failure::setup(case, &error))?;
    let here = judge.origin();
    if here.model_hash != origin.model_hash {
        return Err(Failure::input(format!(
            "the trace was recorded from another version of the model: its hash is {}, the model's is {}; \
             record it again with `verdict {} --trace-out <FILE>`",
            origin.model_hash,
            here.model_hash,
            repeat(case, setup)
        )));
    }
    let differences = [
        ("property", &origin.property, &here.property),
        (
            "assumptions",
            &origin.assumptions.join(", "),
            &here.assumptions.join(", "),
        ),
    ];
    match differences.iter().find(|(_, trace, model)| trace != model) {
        Some((what, trace, model)) => Err(Failure::input(format!(
            "#meta.{what}: the trace says \"{trace}\", the model says \"{model}\""
        ))),
        None => Ok(judge),
    }
}

fn case(origin: &Origin) -> Result<&'static Case, Failure> {
    let (claim, variant) = (&origin.claim, &origin.variant);
    if catalog::claim(claim).is_none() {
        select::claim(claim)?;
        return Err(Failure::input(format!(
            "#meta.claim: `{claim}` is no claim"
        )));
    }
    let variants = || catalog::cases_of(claim).map(|case| case.variant);
    let found = catalog::cases_of(claim).find(|case| case.variant == variant);
    found.ok_or_else(|| {
        let known = variants().collect::<Vec<_>>().join(", ");
        let known = if known.is_empty() { "none" } else { &known };
        let suggestion = did_you_mean(variant, variants());
        Failure::input(format!(
            "{claim} has no variant `{variant}`; its variants are {known}{suggestion}"
        ))
    })
}

fn setup(case: &Case, origin: &Origin) -> Result<Setup, Failure> {
    for parameter in case.parameters {
        if !origin.parameters.contains_key(parameter.name) {
            let (name, meaning) = (parameter.name, parameter.meaning);
            return Err(Failure::input(format!(
                "#meta.parameters: {name} ({meaning}) is missing; write, for example, {}",
                case.sizes
                    .first()
                    .map_or_else(|| format!("{name}=3"), |s| size(case, &case.setup(s)))
            )));
        }
    }
    let mut setup = Setup::default();
    setup.parameters = origin.parameters.clone();
    setup.without = origin.dropped.clone();
    setup.mutant = origin.mutant.clone();
    let added = origin.assumptions.iter();
    setup.with = added
        .filter(|name| !case.assumed().any(|n| n == *name))
        .cloned()
        .collect();
    Ok(setup)
}

fn repeat(case: &'static Case, setup: Setup) -> String {
    let run = Run {
        case,
        setup,
        from_catalog: false,
    };
    run.command()
}
