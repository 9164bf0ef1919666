//! `verdict show`: everything about one claim.

use super::ledger;
use crate::args::Show;
use crate::error::Failure;
use crate::layout::{field, field_commands, field_pairs, field_word};
use crate::report::human::word_of_path;
use crate::style::{self, paint};
use crate::{Session, exit, select};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use verdict_checker::catalog::{Case, Catalog, Claim, Publication, Setup};
use verdict_checker::command::name;
use verdict_checker::size::Size;
use verdict_checker::trace::store;
use verdict_checker::verdict::Verdict;
use verdict_explorer::cite::Citation;
use verdict_explorer::code;
use verdict_explorer::evidence::Evidence;
use verdict_explorer::timing::caveat;

/// Shows a claim.
pub fn run(args: &Show, session: &mut Session<'_>) -> Result<u8, Failure> {
    let claim = select::claim(session.catalog, &args.claim)?;
    let recorded = ledger::load(&args.ledger)?;
    let out = &mut *session.out;
    heading(out, session.catalog, claim)?;
    let chapters = chapters(&args.book, claim.id);
    field(out, "chapters", &chapters.join(", "))?;
    if claim.cases.is_empty() {
        let word = paint(style::of(Verdict::Unchecked), "unchecked");
        writeln!(out, "\n{word}: it has no model yet")?;
    }
    let files = Files::of(session.catalog, claim);
    files.of_all(out)?;
    for (index, shown) in claim.cases.iter().enumerate() {
        case(out, shown, args)?;
        files.of_one(out, index)?;
        let evidence = Evidence::of(session.catalog, recorded.as_ref(), shown);
        // What is not recorded can be expected, but not cited.
        if !evidence.records.is_empty() {
            let citation = Citation::of(session.catalog, claim, shown, &evidence);
            field(out, "found", &evidence.bounds())?;
            field_word(out, "cite as", &citation.id.to_string())?;
        }
    }
    Ok(exit::AS_EXPECTED)
}

/// How many files of a model are named.
const FILES: usize = 8;

/// The files that decide a verdict, without those of the framework.
fn model(catalog: &Catalog, case: &Case) -> String {
    let mut files = code::deciding(catalog, case).peekable();
    let Some(&(package, _)) = files.peek() else {
        return String::new();
    };
    let all: Vec<_> = files.collect();
    let more = match all.len().saturating_sub(FILES) {
        0 => String::new(),
        more => format!(" and {more} more, which `{} page` lists", name()),
    };
    let named = all[..all.len().min(FILES)].iter();
    let parts = named.map(|(of, path)| (*of, path.rsplit_once('/').unwrap_or(("", path))));
    let parts: Vec<_> = parts.collect();
    // A folder is named once: with it, every path would be longer than a line.
    let folders = parts.chunk_by(|a, b| (a.0, a.1.0) == (b.0, b.1.0));
    let folders = folders.map(|files| {
        let (of, (folder, _)) = files[0];
        let of = match of == package {
            true => String::new(),
            false => format!("{of}: "),
        };
        let files: Vec<&str> = files.iter().map(|(_, (_, file))| *file).collect();
        match folder {
            "" => format!("{of}{}", files.join(", ")),
            folder => format!("{of}{folder}/ {}", files.join(", ")),
        }
    });
    let folders: Vec<String> = folders.collect();
    format!("{package}: {}{more}", folders.join("; "))
}

/// Where the readings of a claim are written, and the files of their models: told once where they are the same.
struct Files {
    fields: [(&'static str, Vec<String>); 2],
    variants: Vec<&'static str>,
}

impl Files {
    fn of(catalog: &Catalog, claim: &Claim) -> Self {
        let cases = || claim.cases.iter();
        let written = cases().map(|case| case.written.file().to_owned());
        let models = cases().map(|case| model(catalog, case));
        Files {
            fields: [
                ("written in", written.collect()),
                ("model", models.collect()),
            ],
            variants: cases().map(|case| case.variant).collect(),
        }
    }

    /// What all readings share.
    fn of_all(&self, out: &mut dyn Write) -> io::Result<()> {
        let shared = self.fields.iter().filter(|(_, texts)| is_shared(texts));
        for (label, texts) in shared {
            field(out, label, &texts[0])?;
        }
        Ok(())
    }

    /// What is a reading's own; of what an earlier one has too, which one that is.
    fn of_one(&self, out: &mut dyn Write, index: usize) -> io::Result<()> {
        let own = self.fields.iter().filter(|(_, texts)| !is_shared(texts));
        for (label, texts) in own {
            let text = &texts[index];
            let earlier = texts[..index].iter().position(|earlier| earlier == text);
            match earlier.filter(|_| !text.is_empty()) {
                Some(earlier) => {
                    field(out, label, &format!("as of {}", self.variants[earlier]))?;
                }
                None => field(out, label, text)?,
            }
        }
        Ok(())
    }
}

fn is_shared(texts: &[String]) -> bool {
    texts.len() > 1 && texts.windows(2).all(|pair| pair[0] == pair[1])
}

/// The chapters of the book about a claim: those that bear a part of its name, readings first, and those that name it.
fn chapters(book: &Path, claim: &str) -> Vec<String> {
    let is_about = |path: &Path| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let subject = stem.strip_suffix("-readings").unwrap_or(&stem);
        let named = || fs::read_to_string(path).is_ok_and(|text| text.contains(claim));
        stem != "verdicts" && (claim.split('/').any(|part| part == subject) || named())
    };
    let entries = fs::read_dir(book).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let is_chapter = |path: &PathBuf| path.extension().is_some_and(|e| e == "md");
    let found = paths.filter(|path| is_chapter(path) && is_about(path));
    let mut found: Vec<String> = found.map(|path| path.display().to_string()).collect();
    found.sort_by_key(|path| (!path.ends_with("-readings.md"), path.clone()));
    found
}

fn heading(out: &mut dyn Write, catalog: &Catalog, claim: &Claim) -> io::Result<()> {
    let source = catalog.source_of(claim);
    let Publication { year, venue, doi } = catalog.publication(source.key);
    let published = [
        venue.map(str::to_owned),
        year.map(|year| year.to_string()),
        doi.map(|doi| format!("https://doi.org/{doi}")),
    ];
    let published: Vec<String> = published.into_iter().flatten().collect();
    writeln!(out, "{}", paint(style::STRONG, claim.id))?;
    field(
        out,
        "source",
        &format!("{}: {}", source.authors, source.title),
    )?;
    field(out, "published", &published.join(", "))?;
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
        let world = subject.setting();
        field(out, "world", &format!("{at}{world}"))?;
        field(out, "time", caveat(&world).unwrap_or_default())?;
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
