//! `verdict show`: everything about one claim.

use crate::args::Show;
use crate::error::Failure;
use crate::layout::{field, field_lines, field_pairs};
use crate::plan::size;
use crate::report::human::{mutation, word_of_path};
use crate::report::json::kind;
use crate::style::{self, paint};
use crate::{Streams, exit, select};
use std::io::{self, Write};
use verdict_checker::trace::store;
use verdict_checker::verdict::Verdict;
use verdict_models::catalog::{self, Case, Claim};

/// Shows a claim.
pub fn run(args: &Show, streams: &mut Streams<'_>) -> Result<u8, Failure> {
    let claim = select::claim(&args.claim)?;
    let out = &mut *streams.out;
    heading(out, claim)?;
    let mut cases = catalog::cases_of(claim.id).peekable();
    if cases.peek().is_none() {
        let word = paint(style::of(Verdict::Unchecked), "unchecked");
        writeln!(out, "\n{word}: it has no model yet")?;
    }
    for shown in cases {
        case(out, shown, args)?;
    }
    Ok(exit::AS_EXPECTED)
}

fn heading(out: &mut dyn Write, claim: &Claim) -> io::Result<()> {
    writeln!(out, "{}", paint(style::STRONG, claim.id))?;
    let source = format!("{}: {}", claim.source.authors(), claim.source.title());
    field(out, "source", &source)?;
    field(out, "place", claim.place)?;
    field(out, "kind", kind(claim.kind))?;
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
    field(out, "sizes", &sizes(case, case.sizes))?;
    field(out, "deep sizes", &sizes(case, case.deep))?;
    assumptions(out, case)?;
    field(out, "fairness", case.fairness)?;
    let kills = case.kills.iter();
    let kills: Vec<_> = kills
        .map(|name| ((*name).to_owned(), mutation(case, name).to_owned()))
        .collect();
    field_pairs(out, "kills", &kills)?;
    commands(out, case, args)
}

fn sizes(case: &Case, sizes: &[&[u64]]) -> String {
    let sizes = sizes.iter().map(|values| size(case, &case.setup(values)));
    sizes.collect::<Vec<_>>().join(", ")
}

fn assumptions(out: &mut dyn Write, case: &Case) -> io::Result<()> {
    let assumptions = case.assumptions.iter().map(|(name, without)| {
        let meaning = format!("{}; without it: {without}", catalog::meaning(name));
        ((*name).to_owned(), meaning)
    });
    let assumptions: Vec<_> = assumptions.collect();
    if assumptions.is_empty() {
        return field(out, "assumes", "nothing that can be dropped by name");
    }
    field_pairs(out, "assumes", &assumptions)
}

fn commands(out: &mut dyn Write, case: &Case, args: &Show) -> io::Result<()> {
    let (claim, variant) = (case.claim, case.variant);
    let trace = store::path_for(&args.traces_dir, claim, variant);
    let mut commands = vec![format!("verdict check {claim} --variant {variant}")];
    if !case.assumptions.is_empty() {
        commands.push(format!("verdict assumptions {claim} --variant {variant}"));
    }
    if let Some(mutant) = case.kills.first() {
        commands.push(format!(
            "verdict check {claim} --variant {variant} --mutant {mutant}"
        ));
    }
    if trace.is_file() {
        let path = word_of_path(&trace);
        field(out, "trace", &path)?;
        commands.push(format!("verdict replay {path}"));
    }
    field_lines(out, "repeat", &commands)
}
