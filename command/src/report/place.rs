//! Where a reading is written, as those name it who look at a repository: a path from its root, and a line.

use std::collections::BTreeSet;
use std::fs;
use std::panic::Location;
use std::path::{Path, PathBuf};
use verdict_checker::catalog::{Case, Catalog, Claim};
use verdict_explorer::code::Lines;

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// From the root of the repository, with slashes.
    pub path: String,
    /// From 1.
    pub line: u32,
}

/// How places are found: the compiler has written paths down, and knows nothing of the repository.
#[derive(Clone, Debug)]
pub struct Places {
    /// Where the user stands.
    here: PathBuf,
    /// The folder of the repository around it, or itself.
    root: PathBuf,
    ledger: PathBuf,
}

impl Places {
    /// For a user who stands here and records there.
    pub fn new(here: &Path, ledger: &Path) -> Self {
        let here = here.to_owned();
        let root = here.ancestors().find(|folder| folder.join(".git").exists());
        Places {
            root: root.unwrap_or(&here).to_owned(),
            ledger: here.join(ledger),
            here,
        }
    }

    /// Where a reading is written.
    pub fn of_case(&self, case: &Case) -> Place {
        self.find(case.written, case.claim)
    }

    /// Where a claim is written.
    pub fn of_claim(&self, claim: &Claim) -> Place {
        self.find(claim.written, claim.id)
    }

    /// Where lines of a model stand. A crate says where its files are within it, and where it is itself, nobody but those who write
    /// readings in it: so it is found by them, and is believed if the lines are there.
    pub fn of_lines(&self, catalog: &Catalog, lines: &Lines) -> Option<Place> {
        let (package, path) = lines.file.split_once(": ")?;
        let mut packages = catalog.code().iter();
        let files = packages.find(|known| known.name == package)?.files;
        let mut folders = BTreeSet::new();
        for written in catalog.cases().map(|case| Path::new(case.written.file())) {
            let own = files.iter().find(|file| written.ends_with(file.path));
            let up = own.map(|file| Path::new(file.path).components().count());
            folders.extend(up.and_then(|up| written.ancestors().nth(up)));
        }
        let first = lines.text.lines().next()?.trim();
        let within = |folder: &&Path| folder.starts_with(&self.root);
        let from = self.here.ancestors().take_while(within);
        let found = from.flat_map(|here| folders.iter().map(|folder| here.join(folder).join(path)));
        let stands = |file: &PathBuf| {
            let text = fs::read_to_string(file).unwrap_or_default();
            let line = text.lines().nth(lines.line.saturating_sub(1));
            line.is_some_and(|line| line.trim() == first)
        };
        let path = found
            .filter(stands)
            .find_map(|file| self.in_repository(&file))?;
        let line = u32::try_from(lines.line).ok()?;
        Some(Place { path, line })
    }

    /// The file as the compiler names it, from here or from a folder further out. Where it is not to be found (the command was
    /// installed, and runs somewhere else), the claim has its place in the ledger, and at last its name.
    fn find(&self, written: &Location<'_>, claim: &str) -> Place {
        let file = Path::new(written.file());
        let outwards = self.here.ancestors();
        let within = outwards.take_while(|folder| folder.starts_with(&self.root));
        let found = within.map(|folder| folder.join(file));
        if let Some(path) = found.clone().find_map(|path| self.in_repository(&path)) {
            let line = written.line();
            return Place { path, line };
        }
        let key = claim.split('/').next().unwrap_or_default();
        let recorded = self.ledger.join(format!("{key}.jsonl"));
        if let Some(path) = self.in_repository(&recorded) {
            return Place { path, line: 1 };
        }
        // Better a name that only its reader can place than none: who takes such results takes none without a file.
        let name = if file.is_absolute() {
            file.file_name().map(Path::new).unwrap_or(file)
        } else {
            file
        };
        Place {
            path: slashes(name),
            line: written.line(),
        }
    }

    fn in_repository(&self, path: &Path) -> Option<String> {
        let below = path.strip_prefix(&self.root).ok()?;
        path.is_file().then(|| slashes(below))
    }
}

fn slashes(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}
