//! `verdict site`: the whole catalog as pages that stand still.

use super::{folder, ledger, note, on_code};
use crate::args::Site as Args;
use crate::error::Failure;
use crate::layout::count;
use crate::{Session, exit};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use verdict_checker::catalog::Case;
use verdict_checker::trace::store;
use verdict_explorer::site::{Chapter, Made, Shelf, Site};

/// What only a site has: a folder with it may be replaced.
const MARK: &str = "assets/explorer.js";
/// How the folder is called in which a site is made.
const PREFIX: &str = ".verdict-site-";

/// Writes the site.
pub fn run(args: &Args, session: &mut Session<'_>) -> Result<u8, Failure> {
    let at = &folder::plain(&args.output);
    if fs::symlink_metadata(at).is_ok_and(|found| found.is_symlink()) {
        return Err(Failure::input(format!(
            "{} is a symbolic link, which is neither followed nor replaced; -o names the folder itself",
            at.display()
        )));
    }
    let is_empty = match fs::read_dir(at) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) => return Err(Failure::file(at, error)),
    };
    if !is_empty && !at.join(MARK).is_file() {
        return Err(Failure::input(format!(
            "{} is no folder of a site and is not empty; -o names another",
            at.display()
        )));
    }
    let recorded = ledger::load(&args.ledger)?;
    if recorded.is_none() {
        let text = format!(
            "there is no {} here: the site says what the catalog expects",
            args.ledger.display()
        );
        note(session, &text)?;
    }
    let shelf = shelf(&args.book).map_err(|error| Failure::file(&args.book, error))?;
    let stored = |case: &Case| {
        let path = store::path_for(&args.traces_dir, case.claim, case.variant);
        store::load(&path).ok()
    };
    let engines = session.engines;
    let on_code = |case: &Case| on_code(engines, &args.traces_dir, case);
    let site = Site {
        catalog: session.catalog,
        ledger: recorded.as_ref(),
        stored: &stored,
        on_code: &on_code,
        shelf: &shelf,
    };
    let parent = match at.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let failed = |error| Failure::file(at, error);
    fs::create_dir_all(parent).map_err(failed)?;
    // A reader sees the old site or the new one, never a part.
    let fresh = folder::fresh(parent, PREFIX).map_err(failed)?;
    let mut files = 0;
    let mut put = |(path, bytes): Made| -> Result<(), Failure> {
        let path = fresh.path().join(path);
        let folder = path.parent().expect("a file of a site is in a folder");
        fs::create_dir_all(folder).map_err(|error| Failure::file(folder, error))?;
        fs::write(&path, bytes).map_err(|error| Failure::file(&path, error))?;
        files += 1;
        Ok(())
    };
    site.write(&mut put)?;
    folder::take_place(fresh, at, PREFIX).map_err(failed)?;
    writeln!(session.out, "{}: {}", at.display(), count(files, "file"))?;
    Ok(exit::AS_EXPECTED)
}

/// The chapters of a book, its contents first, and the files beside them.
fn shelf(folder: &Path) -> io::Result<Shelf> {
    let mut shelf = Shelf::default();
    if !folder.is_dir() {
        return Ok(shelf);
    }
    let mut open = vec![PathBuf::new()];
    while let Some(below) = open.pop() {
        for entry in fs::read_dir(folder.join(&below))? {
            let entry = entry?;
            let path = below.join(entry.file_name());
            let Some(name) = path.to_str().map(|name| name.replace('\\', "/")) else {
                continue;
            };
            let kind = entry.file_type()?;
            let extension = path.extension().and_then(|extension| extension.to_str());
            match extension {
                _ if kind.is_dir() => open.push(path),
                _ if !kind.is_file() => {}
                Some("md") => {
                    let markdown = fs::read_to_string(entry.path())?;
                    shelf.chapters.push(Chapter { name, markdown });
                }
                Some("svg" | "png" | "jpg" | "csv") => {
                    shelf.files.insert(name, fs::read(entry.path())?);
                }
                _ => {}
            }
        }
    }
    shelf
        .chapters
        .sort_by_key(|chapter| (chapter.name != "README.md", chapter.name.clone()));
    Ok(shelf)
}
