//! Where a reading is written, as those name it who look at a repository: a path from its root, and a line.

use std::panic::Location;
use std::path::{Path, PathBuf};
use verdict_checker::catalog::{Case, Claim};

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
