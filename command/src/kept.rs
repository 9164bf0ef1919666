//! Long searches on disk: `check --checkpoint`, `--resume` and `--spill`.

use crate::args::Kept;
use crate::error::Failure;
use crate::layout::count;
use crate::plan::{Run, Target};
use std::path::{Path, PathBuf};
use std::time::Duration;
use verdict_checker::catalog::Catalog;
use verdict_checker::search::{Claimed, KeepError, Keeping, is_over};

/// The folders in which searches are kept, and to which they spill, as long as they are made; none, if none was named.
pub struct Keeper<'a> {
    args: &'a Kept,
    catalog: &'a Catalog,
    folder: Option<(PathBuf, Claimed)>,
    spill: Option<(PathBuf, Claimed)>,
    /// What there is to say about it, for standard error.
    pub notes: Vec<String>,
}

impl<'a> Keeper<'a> {
    /// Claims the folder, and sees to it that what is in it belongs to these runs.
    pub fn new(args: &'a Kept, catalog: &'a Catalog, runs: &[Run]) -> Result<Self, Failure> {
        let mut keeper = Keeper {
            args,
            catalog,
            folder: None,
            spill: None,
            notes: Vec::new(),
        };
        let not_kept = runs.iter().filter(|run| run.subject.is_liveness()).count();
        if let Some(folder) = &args.spill {
            keeper.spill = Some((folder.clone(), Claimed::folder(folder)?));
            if not_kept > 0 {
                let runs = count(not_kept, "run");
                let words =
                    format!("{runs} in memory alone: what is judged on cycles does not spill");
                keeper.notes.push(words);
            }
        }
        let Some(folder) = args.resume.as_deref().or(args.checkpoint.as_deref()) else {
            return Ok(keeper);
        };
        if args.resume.is_some() && !folder.is_dir() {
            let folder = folder.display();
            return Err(Failure::input(format!(
                "--resume: there is no folder {folder}; --checkpoint {folder} begins one"
            )));
        }
        keeper.folder = Some((folder.to_owned(), Claimed::folder(folder)?));
        let mut there = 0;
        for run in runs.iter().filter(|run| !run.subject.is_liveness()) {
            let keeping = keeper.keeping(&run.target);
            match &keeping.checkpoint {
                Some(path) if args.resume.is_some() => {
                    there += usize::from(is_over(path, &keeping)?.is_some());
                }
                Some(path) => expect_nothing(path, &keeping, folder)?,
                None => {}
            }
        }
        if args.resume.is_some() && there == 0 {
            return Err(Failure::input(format!(
                "--resume: {} has no checkpoint of the selected runs: {}",
                folder.display(),
                names(runs)
            )));
        }
        if not_kept > 0 {
            keeper.notes.push(format!(
                "{} not kept: what is judged on cycles begins again",
                count(not_kept, "run")
            ));
        }
        Ok(keeper)
    }

    /// How a run is kept.
    pub fn keeping(&self, target: &Target) -> Keeping {
        let spill = self.spill.as_ref().map(|(folder, _)| folder.clone());
        let Some((folder, _)) = &self.folder else {
            return Keeping {
                spill,
                ..Keeping::default()
            };
        };
        Keeping {
            checkpoint: Some(place(folder, target)),
            every: Duration::from_secs(self.args.checkpoint_every.into()),
            resume: self.args.resume.is_some(),
            of: target.command(),
            hash: self.catalog.hash(target.case, &target.setup),
            spill,
        }
    }
}

/// That nothing would be lost if a search began there: what is over may be made again.
fn expect_nothing(path: &Path, keeping: &Keeping, folder: &Path) -> Result<(), Failure> {
    let is_over = || matches!(is_over(path, keeping), Ok(Some(true)));
    if !path.exists() || is_over() {
        return Ok(());
    }
    Err(Failure::input(format!(
        "{} is there already: --resume {} goes on with it; to begin again, remove it",
        path.display(),
        folder.display()
    )))
}

/// Where a run is kept: by what repeats it.
fn place(folder: &Path, target: &Target) -> PathBuf {
    let words = target.command();
    let (_, changes) = words.split_once("--variant ").unwrap_or_default();
    let plain = |c: char| c.is_alphanumeric() || "=,-_".contains(c);
    let name: String = changes
        .replace(" -p ", ",")
        .replace(" --", ",")
        .chars()
        .map(|c| if plain(c) { c } else { '_' })
        .collect();
    folder.join(target.case.claim).join(name + ".search")
}

fn names(runs: &[Run]) -> String {
    const NAMED: usize = 3;
    let mut names: Vec<String> = runs
        .iter()
        .take(NAMED)
        .map(|run| run.target.name())
        .collect();
    if runs.len() > NAMED {
        names.push(format!("{} more", runs.len() - NAMED));
    }
    names.join("; ")
}

impl From<KeepError> for Failure {
    fn from(error: KeepError) -> Self {
        Failure::input(error.to_string())
    }
}
