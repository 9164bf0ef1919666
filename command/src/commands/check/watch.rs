//! `verdict check --watch`: what a saved file made stale is checked again.
//!
//! The models are compiled into the command, so a saved file means a build: cargo builds the command anew and runs it with the words
//! that were typed, and `--stale`. What has been checked while watching is remembered in a ledger of its own, unless the ledger
//! itself is to be updated; so each file costs only the verdicts that it decides.

use crate::args::Check;
use crate::commands::note;
use crate::error::Failure;
use crate::layout::count;
use crate::{Session, exit, interrupt};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

/// How often files are looked at, and how long an editor may take to save several.
const EVERY: Duration = Duration::from_millis(400);

/// Checks, waits, and checks again, until a signal comes.
pub fn run(args: &Check, session: &mut Session<'_>) -> Result<u8, Failure> {
    interrupt::watch()?;
    let no_place = |error| Failure::file(Path::new("."), error);
    let here = std::env::current_dir().map_err(no_place)?;
    let root = workspace(&here).ok_or_else(|| {
        Failure::input(
            "--watch builds the crate around it anew, but there is no Cargo.toml here or above"
                .to_owned(),
        )
    })?;
    let remembered = match args.update_ledger {
        true => None,
        false => Some(copy_of(&args.ledger)?),
    };
    let words = words(
        std::env::args_os().skip(1),
        remembered.as_ref().map(tempfile::TempDir::path),
    );
    let program = std::env::current_exe().map_err(no_place)?;
    let mut known = saved(&root);
    said(session, Command::new(&program).args(&words))?;
    while !interrupt::stop().is_raised() {
        let text = format!(
            "watching {} below {}; Ctrl-C ends it",
            count(known.len(), "file"),
            root.display()
        );
        note(session, &text)?;
        let Some(changed) = next(&root, &mut known) else {
            break;
        };
        note(session, &format!("{} was saved", changed.display()))?;
        said(session, &mut again(&program, &here, &words))?;
    }
    Ok(interrupt::code().unwrap_or(exit::AS_EXPECTED))
}

/// Makes a pass, and says how it ended if something is not as expected.
fn said(session: &mut Session<'_>, pass: &mut Command) -> Result<(), Failure> {
    let ended = pass.status().map_err(|error| {
        let program = pass.get_program().to_string_lossy().into_owned();
        Failure::input(format!("{program} cannot be started: {error}"))
    })?;
    match ended.code() {
        Some(0) | None => Ok(()),
        Some(code) => note(session, &format!("exit code {code}")),
    }
}

/// The words that were typed, made those of one pass.
fn words(typed: impl Iterator<Item = OsString>, remembered: Option<&Path>) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut typed = typed.filter(|word| word != "--watch");
    while let Some(word) = typed.next() {
        let is_ledger = remembered.is_some() && word == "--ledger";
        let with_value = remembered.is_some() && word.to_string_lossy().starts_with("--ledger=");
        if is_ledger {
            typed.next();
        } else if !with_value {
            words.push(word);
        }
    }
    if !words.iter().any(|word| word == "--stale") {
        words.push("--stale".into());
    }
    if let Some(folder) = remembered {
        words.extend(["--update-ledger".into(), "--ledger".into(), folder.into()]);
    }
    words
}

/// Cargo with the profile with which this command was built.
fn again(program: &Path, here: &Path, words: &[OsString]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["run", "--quiet"]).current_dir(here);
    let folder = program.parent().and_then(Path::file_name);
    if folder.is_some_and(|folder| folder == "release") {
        command.arg("--release");
    }
    if let Some(name) = program.file_stem() {
        command.arg("--bin").arg(name);
    }
    command.arg("--").args(words);
    command
}

/// A copy of a ledger, if there is one.
fn copy_of(ledger: &Path) -> Result<tempfile::TempDir, Failure> {
    let copy = tempfile::tempdir().map_err(|error| Failure::file(ledger, error))?;
    if let Ok(entries) = fs::read_dir(ledger) {
        for entry in entries {
            let entry = entry.map_err(|error| Failure::file(ledger, error))?;
            let path = entry.path();
            if path.extension().is_some_and(|e| e == "jsonl") {
                let to = copy.path().join(entry.file_name());
                fs::copy(&path, to).map_err(|error| Failure::file(&path, error))?;
            }
        }
    }
    Ok(copy)
}

/// The outermost crate or workspace around a folder, within its repository.
fn workspace(here: &Path) -> Option<PathBuf> {
    let mut outermost = None;
    for folder in here.ancestors() {
        if folder.join("Cargo.toml").is_file() {
            outermost = Some(folder.to_owned());
        }
        if folder.join(".git").exists() {
            break;
        }
    }
    outermost
}

type Saved = BTreeMap<PathBuf, (SystemTime, u64)>;

/// The files of which a build is made, with when they were saved.
fn saved(root: &Path) -> Saved {
    let mut saved = Saved::new();
    let mut open = vec![root.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name();
            let Ok(about) = entry.metadata() else {
                continue;
            };
            if about.is_dir() {
                let hidden = name.to_string_lossy().starts_with('.');
                if !hidden && name != "target" && name != "node_modules" {
                    open.push(path);
                }
            } else if path.extension().is_some_and(|e| e == "rs" || e == "toml") {
                let when = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                saved.insert(path, (when, about.len()));
            }
        }
    }
    saved
}

/// The next file that is saved, or nothing if a signal comes first.
fn next(root: &Path, known: &mut Saved) -> Option<PathBuf> {
    loop {
        sleep(EVERY);
        if interrupt::stop().is_raised() {
            return None;
        }
        let mut now = saved(root);
        let Some(changed) = difference(known, &now) else {
            continue;
        };
        // An editor may save several; they are one change.
        loop {
            sleep(EVERY);
            let later = saved(root);
            if later == now {
                break;
            }
            now = later;
        }
        *known = now;
        return Some(changed);
    }
}

fn difference(before: &Saved, now: &Saved) -> Option<PathBuf> {
    let mut new = now
        .iter()
        .filter(|(path, about)| before.get(*path) != Some(*about));
    let gone = || before.keys().find(|path| !now.contains_key(*path));
    new.next().map(|(path, _)| path).or_else(gone).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(words: &[&str]) -> impl Iterator<Item = OsString> {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        words.into_iter()
    }

    #[test]
    fn a_pass_is_a_check_of_what_is_stale_against_what_is_remembered() {
        let folder = Path::new("kept");
        let line = [
            "check",
            "lock",
            "--watch",
            "--ledger",
            "mine",
            "--ledger=x",
            "--full",
        ];
        let expected = [
            "check",
            "lock",
            "--full",
            "--stale",
            "--update-ledger",
            "--ledger",
            "kept",
        ];
        assert_eq!(words(typed(&line), Some(folder)), expected);
        let line = [
            "check",
            "--watch",
            "--stale",
            "--update-ledger",
            "--ledger",
            "mine",
        ];
        let expected = ["check", "--stale", "--update-ledger", "--ledger", "mine"];
        assert_eq!(words(typed(&line), None), expected);
    }

    #[test]
    fn only_what_a_build_is_made_of_is_watched() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        for folder in ["src", "target", ".git"] {
            fs::create_dir(at(folder)).unwrap();
        }
        for file in [
            "Cargo.toml",
            "src/a.rs",
            "src/notes.md",
            "target/b.rs",
            ".git/c.rs",
        ] {
            fs::write(at(file), "1").unwrap();
        }
        let before = saved(root.path());
        let watched: Vec<_> = before.keys().cloned().collect();
        assert_eq!(watched, [at("Cargo.toml"), at("src/a.rs")]);
        assert_eq!(difference(&before, &saved(root.path())), None);
        fs::write(at("src/a.rs"), "12").unwrap();
        assert_eq!(
            difference(&before, &saved(root.path())),
            Some(at("src/a.rs"))
        );
        fs::remove_file(at("src/a.rs")).unwrap();
        assert_eq!(
            difference(&before, &saved(root.path())),
            Some(at("src/a.rs"))
        );
        assert_eq!(workspace(&at("src")), Some(root.path().to_owned()));
    }
}
