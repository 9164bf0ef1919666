//! `verdict readme`: the recorded verdicts, put where people read them.

use super::ledger;
use crate::args::Readme;
use crate::error::Failure;
use crate::exit::Surprise;
use crate::{Session, exit};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use verdict_checker::command::name;
use verdict_checker::file;
use verdict_checker::ledger::Ledger;
use verdict_checker::ledger::table::{self, Chapter};

/// Where all verdicts go, if it is there.
const PAGE: &str = "docs/verdicts.md";
/// Where the claims stand by their assumptions, if it is there; the pages of the sources are in the folder of the same name.
const ASSUMPTIONS: &str = "docs/assumptions.md";

/// A document, and what belongs in it.
struct Document {
    path: PathBuf,
    text: String,
    /// Whether all of it is generated, and not only what is between its markers.
    whole: bool,
}

/// Writes the tables, or checks that they are there.
pub fn run(args: &Readme, session: &mut Session<'_>) -> Result<u8, Failure> {
    let ledger = ledger::load(&args.ledger)?.ok_or_else(|| ledger::missing(&args.ledger))?;
    let chapters = session.catalog.chapters();
    let documents = documents(args, &ledger, &chapters);
    // All are read before one is written: a document without a place for its table leaves everything as it is.
    let changed: Vec<_> = documents.iter().map(renewed).collect::<Result<_, _>>()?;
    let mut stale = false;
    for (Document { path, .. }, after) in documents.iter().zip(changed) {
        let said = match after {
            None => "the table is as the ledger has it".to_owned(),
            Some(_) if args.check => {
                stale = true;
                format!(
                    "the table is not as the ledger has it; `{} readme` writes it",
                    name()
                )
            }
            Some(after) => {
                if let Some(folder) = path.parent() {
                    std::fs::create_dir_all(folder)
                        .map_err(|error| Failure::file(folder, error))?;
                }
                file::write_whole(path, &after).map_err(|error| Failure::file(path, error))?;
                "the table is written".to_owned()
            }
        };
        writeln!(session.out, "{}: {said}", path.display())?;
    }
    Ok(exit::code(stale.then_some(Surprise::Stale)))
}

/// What goes where.
fn documents(args: &Readme, ledger: &Ledger, chapters: &[Chapter]) -> Vec<Document> {
    let or_usual = |given: &Option<PathBuf>, usual: &str| {
        let usual = || Path::new(usual).exists().then(|| usual.into());
        given.clone().or_else(usual)
    };
    let part = |path: PathBuf, text: String| Document {
        path,
        text,
        whole: false,
    };
    let overview = or_usual(&args.assumptions, ASSUMPTIONS);
    let all = match overview {
        Some(_) => table::verdicts(ledger, chapters),
        None => table::table(ledger, chapters),
    };
    let mut documents = match or_usual(&args.table, PAGE) {
        Some(page) => {
            let summary = table::summary(ledger, chapters);
            vec![part(args.file.clone(), summary), part(page, all)]
        }
        None => vec![part(args.file.clone(), all)],
    };
    if let Some(overview) = overview {
        let name = |path: Option<&OsStr>| path.unwrap_or_default().to_string_lossy().into_owned();
        let (folder, file) = (name(overview.file_stem()), name(overview.file_name()));
        let pages = overview.with_extension("");
        let text = table::assumptions(ledger, chapters, &folder);
        documents.push(part(overview, text));
        let pages = chapters.iter().filter_map(|chapter| {
            let text = table::assumptions_of(ledger, chapter, &format!("../{file}"))?;
            let path = pages.join(format!("{}.md", chapter.key));
            let whole = true;
            Some(Document { path, text, whole })
        });
        documents.extend(pages);
    }
    documents
}

/// The document with what belongs in it, unless that changes nothing.
fn renewed(document: &Document) -> Result<Option<String>, Failure> {
    let Document { path, text, whole } = document;
    let in_file =
        |error: &dyn std::fmt::Display| Failure::input(format!("{}: {error}", path.display()));
    if *whole && !path.exists() {
        return Ok(Some(text.clone()));
    }
    let before = std::fs::read_to_string(path).map_err(|error| in_file(&error))?;
    let after = match whole {
        true => text.clone(),
        false => table::put_into(&before, text).map_err(|error| in_file(&error))?,
    };
    Ok((before != after).then_some(after))
}
