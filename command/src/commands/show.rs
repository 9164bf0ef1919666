//! `verdict show`: everything about one claim.

use super::ledger;
use crate::args::Show;
use crate::error::Failure;
use crate::layout::{field, field_commands, field_pairs};
use crate::report::human::word_of_path;
use crate::style::{self, paint};
use crate::{Session, exit, select};
use std::io::{self, Write};
use verdict_checker::catalog::{Case, Claim, Setup, Source};
use verdict_checker::command::name;
use verdict_checker::size::Size;
use verdict_checker::trace::store;
use verdict_checker::verdict::Verdict;
use verdict_explorer::cite::Citation;
use verdict_explorer::evidence::Evidence;

/// Shows a claim.
pub fn run(args: &Show, session: &mut Session<'_>) -> Result<u8, Failure> {
    let claim = select::claim(session.catalog, &args.claim)?;
    let recorded = ledger::load(&args.ledger)?;
    let out = &mut *session.out;
    heading(out, claim, session.catalog.source_of(claim))?;
    if claim.cases.is_empty() {
        let word = paint(style::of(Verdict::Unchecked), "unchecked");
        writeln!(out, "\n{word}: it has no model yet")?;
    }
    for shown in &claim.cases {
        case(out, shown, args)?;
        let evidence = Evidence::of(session.catalog, recorded.as_ref(), shown);
        // What is not recorded can be expected, but not cited.
        if !evidence.records.is_empty() {
            let citation = Citation::of(session.catalog, claim, shown, &evidence);
            field(out, "found", &evidence.bounds())?;
            field(out, "cite as", &citation.id.to_string())?;
        }
    }
    Ok(exit::AS_EXPECTED)
}

fn heading(out: &mut dyn Write, claim: &Claim, source: &Source) -> io::Result<()> {
    writeln!(out, "{}", paint(style::STRONG, claim.id))?;
    field(
        out,
        "source",
        &format!("{}: {}", source.authors, source.title),
    )?;
    field(out, "place", claim.place)?;
    field(out, "kind", claim.kind.word())?;
    field(out, "says", claim.says)
}

fn case(out: &mut dyn Write, case: &Case, args: &Show) -> io::Result<()> {
    let verdict = paint(style::of(case.expected).bold(), case.expected.word());
    writeln!(out, "\n{}: {verdict}", paint(style::STRONG, case.variant))?;
    field(out, "reading", case.reading)?;
    let parameters = case.parameters.iter();
    let parameters: Vec<_> = parameters
        .map(|p| (p.name.to_owned(), p.meaning.to_owned()))
        .collect();
    field_pairs(out, "parameters", &parameters)?;
    field(out, "sizes", &sizes(case.default_sizes()))?;
    let deep = case.deep.iter().map(|size| case.size(size));
    field(out, "deep sizes", &sizes(deep))?;
    if let Ok(subject) = case.subject(&Setup::of(case.smallest())) {
        let size = case.smallest();
        let at = if size.is_empty() {
            String::new()
        } else {
            format!("at {size}: ")
        };
        field(out, "world", &format!("{at}{}", subject.setting()))?;
    }
    assumptions(out, case)?;
    field(out, "lacking", &case.lacking.join(", "))?;
    field(out, "fairness", &case.fairness())?;
    let kills = case.kills.iter();
    let kills: Vec<_> = kills
        .map(|name| {
            let change = case.change(name).unwrap_or_default();
            ((*name).to_owned(), change.to_owned())
        })
        .collect();
    field_pairs(out, "kills", &kills)?;
    commands(out, case, args)
}

fn sizes(sizes: impl Iterator<Item = Size>) -> String {
    let sizes = sizes.map(|size| size.to_string());
    sizes.collect::<Vec<_>>().join(", ")
}

fn assumptions(out: &mut dyn Write, case: &Case) -> io::Result<()> {
    let assumed = case.assumed().into_iter().map(|assumption| {
        let listed = case
            .without
            .iter()
            .find(|(name, _)| *name == assumption.name);
        let meaning = match listed {
            Some((_, without)) => format!("{}; without it: {without}", assumption.meaning),
            None => assumption.meaning.to_owned(),
        };
        (assumption.name.to_owned(), meaning)
    });
    let assumed: Vec<_> = assumed.collect();
    if assumed.is_empty() {
        return field(out, "assumes", "nothing that can be dropped by name");
    }
    field_pairs(out, "assumes", &assumed)
}

fn commands(out: &mut dyn Write, case: &Case, args: &Show) -> io::Result<()> {
    let (claim, variant) = (case.claim, case.variant);
    let trace = store::path_for(&args.traces_dir, claim, variant);
    let mut commands = vec![format!("check {claim} --variant {variant}")];
    if !case.assumed().is_empty() {
        commands.push(format!("assumptions {claim} --variant {variant}"));
    }
    if let Some(mutant) = case.kills.first() {
        commands.push(format!(
            "check {claim} --variant {variant} --mutant {mutant}"
        ));
    }
    if trace.is_file() {
        let path = word_of_path(&trace);
        field(out, "trace", &path)?;
        commands.push(format!("replay {path}"));
    }
    let commands: Vec<_> = commands
        .iter()
        .map(|words| format!("{} {words}", name()))
        .collect();
    field_commands(out, "repeat", &commands)
}
