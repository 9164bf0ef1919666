//! `verdict site`: the whole catalog as pages that stand still.

use super::{ledger, note};
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

/// Writes the site.
pub fn run(args: &Args, session: &mut Session<'_>) -> Result<u8, Failure> {
    let folder = &args.output;
    let is_empty = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) => return Err(Failure::file(folder, error)),
    };
    if !is_empty && !folder.join(MARK).is_file() {
        return Err(Failure::input(format!(
            "{} is no folder of a site and is not empty; -o names another",
            folder.display()
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
    let site = Site {
        catalog: session.catalog,
        ledger: recorded.as_ref(),
        stored: &stored,
        shelf: &shelf,
    };
    let parent = match folder.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let failed = |error| Failure::file(folder, error);
    fs::create_dir_all(parent).map_err(failed)?;
    // A reader sees the old site or the new one, never a part.
    let fresh = tempfile::Builder::new()
        .prefix(".verdict-site-")
        .tempdir_in(parent)
        .map_err(failed)?;
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
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(failed)?;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Temporary folders are private to their owner; a site is not.
        fs::set_permissions(fresh.path(), fs::Permissions::from_mode(0o755)).map_err(failed)?;
    }
    fs::rename(fresh.keep(), folder).map_err(failed)?;
    writeln!(
        session.out,
        "{}: {}",
        folder.display(),
        count(files, "file")
    )?;
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
                Some("md") if below.as_os_str().is_empty() => {
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
