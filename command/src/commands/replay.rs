//! `verdict replay`: a stored trace against the model, step by step.

use crate::app::Engine;
use crate::args::Replay;
use crate::error::Failure;
use crate::layout::{field, shorten};
use crate::report::{human, steps};
use crate::style::{self, paint};
use crate::suggest::did_you_mean;
use crate::{Session, exit, select};
use std::path::Path;
use verdict_checker::catalog::{Case, Catalog, Setup, SetupError};
use verdict_checker::replay::Replayed;
use verdict_checker::strict;
use verdict_checker::subject::AnySubject;
use verdict_checker::trace::{Origin, Trace, store};

/// Replays a trace.
pub fn run(args: &Replay, session: &mut Session<'_>) -> Result<u8, Failure> {
    let (trace, replayed) = replay(session.catalog, &args.trace)?;
    let on = args.on.as_deref();
    let taken = on.map(|engine| take(engine, &trace, &args.trace, session.engines));
    let taken = taken.transpose()?;
    let out = &mut *session.out;
    let origin = &trace.origin;
    let claim = paint(style::STRONG, &origin.claim);
    writeln!(out, "{claim} {}", paint(style::STRONG, &origin.variant))?;
    field(out, "property", &origin.property)?;
    field(out, "parameters", &origin.size.in_words())?;
    field(out, "world", &origin.world)?;
    field(out, "assumes", &origin.assumptions.join(", "))?;
    field(out, "lacking", &origin.lacking.join(", "))?;
    field(out, "dropped", &origin.dropped.join(", "))?;
    field(out, "added", &origin.added.join(", "))?;
    field(out, "mutant", origin.mutant.as_deref().unwrap_or_default())?;
    writeln!(out)?;
    steps::write(out, &trace, steps::Detail::full(args.full))?;
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

/// Takes real code through a trace; what it did, in words.
fn take(engine: &str, trace: &Trace, path: &Path, engines: &[Engine]) -> Result<String, Failure> {
    let Some(engine) = engines.iter().find(|known| known.name == engine) else {
        let names = engines.iter().map(|engine| engine.name);
        let suggestion = did_you_mean(engine, names.clone());
        let known = names.collect::<Vec<_>>().join(", ");
        let known = if known.is_empty() { "none" } else { &known };
        return Err(Failure::input(format!(
            "there is no engine `{engine}`; this catalog has {known}{suggestion}"
        )));
    };
    let name = engine.name;
    let taken = (engine.take)(trace)
        .map_err(|error| Failure::input(format!("{}: on {name}: {error}", path.display())))?;
    let done = paint(style::GOOD, &format!("replayed on {name}"));
    Ok(format!("{done}: {taken}"))
}

/// Reads a trace, builds the model it names, and walks through it. Every error names the file.
pub fn replay(catalog: &Catalog, path: &Path) -> Result<(Trace, Replayed), Failure> {
    let trace = load(path)?;
    let in_file = |failure: Failure| Failure::input(format!("{}: {failure}", path.display()));
    let subject = model(catalog, &trace.origin).map_err(in_file)?;
    let replayed = subject
        .replay(&trace)
        .map_err(|mismatch| in_file(Failure::input(mismatch.to_string())))?;
    Ok((trace, replayed))
}

/// Reads a trace; the errors name the file and say what would be right.
pub fn load(path: &Path) -> Result<Trace, Failure> {
    if path.is_dir() {
        return Err(Failure::input(format!(
            "{} is a directory; name a trace file in it, ending in .itf.json",
            path.display()
        )));
    }
    let trace = store::load(path).map_err(|error| {
        let hint = if path.exists() {
            "a trace is a file written by `check --save-traces` or `check --trace-out`"
        } else {
            "`check --save-traces` writes traces to traces/<claim>/<variant>.itf.json"
        };
        Failure::input(format!("{error}; {hint}"))
    })?;
    if let Some(text) = unprintable(&trace) {
        return Err(Failure::input(format!(
            "{}: expected text that a terminal shows as it is, found {}",
            path.display(),
            shorten(&format!("{text:?}"), 60)
        )));
    }
    Ok(trace)
}

/// The first text of a trace that would take over the terminal on which it is told.
fn unprintable(trace: &Trace) -> Option<String> {
    let Origin {
        claim,
        variant,
        property,
        world,
        ..
    } = &trace.origin;
    let origin = &trace.origin;
    let lists = [
        &origin.assumptions,
        &origin.lacking,
        &origin.dropped,
        &origin.added,
    ];
    let steps = trace.steps.iter().flat_map(|step| {
        let sent = step.sent.iter().flat_map(|sent| [&sent.to, &sent.message]);
        let some = [&step.at, &step.from, &step.message].into_iter().flatten();
        [&step.label, &step.kind]
            .into_iter()
            .chain(some)
            .chain(sent)
    });
    let texts = [claim, variant, property, world]
        .into_iter()
        .chain(&origin.mutant)
        .chain(lists.into_iter().flatten())
        .chain(&trace.lanes)
        .chain(steps);
    let mut states = trace.states.iter().flatten();
    let in_states = states.find_map(|(name, value)| {
        let text = strict::unprintable(value).map(|(_, text)| text.to_owned());
        text.or_else(|| strict::has_unprintable(name).then(|| name.clone()))
    });
    let mut texts = texts.filter(|text| strict::has_unprintable(text));
    texts.next().cloned().or(in_states)
}

/// The model that a trace names, if it is in the world that the trace was recorded in.
pub(super) fn model(catalog: &Catalog, origin: &Origin) -> Result<Box<dyn AnySubject>, Failure> {
    let case = case(catalog, origin)?;
    let subject = case.subject(&setup(origin)).map_err(|error| match &error {
        SetupError::MissingParameter { .. } => Failure::input(format!(
            "#meta.parameters: {error}; write, for example, {}",
            case.smallest()
        )),
        _ => Failure::setup(case, &error),
    })?;
    let here = subject.origin();
    let differences = [
        ("property", &origin.property, &here.property),
        ("world", &origin.world, &here.world),
        (
            "assumptions",
            &origin.assumptions.join(", "),
            &here.assumptions.join(", "),
        ),
        (
            "lacking",
            &origin.lacking.join(", "),
            &here.lacking.join(", "),
        ),
    ];
    match differences.iter().find(|(_, trace, model)| trace != model) {
        Some((what, trace, model)) => Err(Failure::input(format!(
            "#meta.{what}: the trace says \"{trace}\", the model says \"{model}\""
        ))),
        None => Ok(subject),
    }
}

/// How the model that a trace names is built.
pub(super) fn setup(origin: &Origin) -> Setup {
    Setup {
        size: origin.size.clone(),
        without: origin.dropped.clone(),
        with: origin.added.clone(),
        mutant: origin.mutant.clone(),
    }
}

/// The case that a trace names.
pub(super) fn case<'c>(catalog: &'c Catalog, origin: &Origin) -> Result<&'c Case, Failure> {
    let (claim, variant) = (&origin.claim, &origin.variant);
    let Some(known) = catalog.claim(claim) else {
        select::claim(catalog, claim)?;
        return Err(Failure::input(format!(
            "#meta.claim: `{claim}` is no claim"
        )));
    };
    let found = known.cases.iter().find(|case| case.variant == variant);
    found.ok_or_else(|| {
        let variants = || known.cases.iter().map(|case| case.variant);
        let listed = variants().collect::<Vec<_>>().join(", ");
        let listed = if listed.is_empty() { "none" } else { &listed };
        let suggestion = did_you_mean(variant, variants());
        Failure::input(format!(
            "{claim} has no variant `{variant}`; its variants are {listed}{suggestion}"
        ))
    })
}
