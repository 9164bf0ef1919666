//! `verdict new`: a crate of one's own.

use super::folder;
use crate::args::New;
use crate::error::Failure;
use crate::report::human::word_of_path;
use crate::{Session, exit};
use std::fs;
use std::io;
use std::path::{Path, PathBuf, absolute};

/// What the crate is made of: each file with its text.
const FILES: [(&str, &str); 9] = [
    ("Cargo.toml", include_str!("../../template/Cargo.toml.in")),
    ("README.md", include_str!("../../template/README.md.in")),
    ("rustfmt.toml", include_str!("../../template/rustfmt.toml")),
    (".gitignore", include_str!("../../template/gitignore.in")),
    (
        ".gitattributes",
        include_str!("../../template/gitattributes.in"),
    ),
    (
        ".github/workflows/verdict.yml",
        include_str!("../../template/verdict.yml.in"),
    ),
    ("src/main.rs", include_str!("../../template/src/main.rs")),
    ("src/bank.rs", include_str!("../../template/src/bank.rs")),
    (
        "tests/verdicts.rs",
        include_str!("../../template/tests/verdicts.rs"),
    ),
];

/// Names that cargo or Rust have taken: those of crates that every program has, and of the one that this depends on.
const TAKEN: [&str; 8] = [
    "alloc",
    "core",
    "proc_macro",
    "self",
    "std",
    "super",
    "test",
    "verdict",
];

/// Writes the crate.
pub fn run(args: &New, session: &mut Session<'_>) -> Result<u8, Failure> {
    let path = absolute(&args.dir).map_err(|error| Failure::file(&args.dir, error))?;
    let name = crate_name(&path)?;
    let parent = parent_of(&path)?;
    is_free(&path)?;
    let built_from = Path::new(env!("CARGO_MANIFEST_DIR"));
    let verdict = dependency(args.framework.as_deref(), built_from)?;
    write(&path, parent, name, &verdict).map_err(|error| Failure::file(&args.dir, error))?;
    write!(
        session.out,
        "{name}: a crate with one algorithm, two claims, a mutant and a test\n\n\
         Next:\n  \
           cd {}\n  \
           cargo run --release -- check\n  \
           cargo test\n\n\
         src/bank.rs is the algorithm with its claims; README.md has the other commands.\n",
        word_of_path(&args.dir)
    )?;
    Ok(exit::AS_EXPECTED)
}

/// The last part of the path, if a crate can be called that.
fn crate_name(path: &Path) -> Result<&str, Failure> {
    let last = path.file_name().unwrap_or_default();
    let shown = last.to_string_lossy();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    let name = last
        .to_str()
        .filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
        .filter(|name| name.chars().all(plain));
    match name {
        Some(name) if !TAKEN.contains(&name.replace('-', "_").as_str()) => Ok(name),
        Some(name) => Err(Failure::input(format!(
            "`{name}` is the name of another crate; call it, for example, `my-{name}`"
        ))),
        None => Err(Failure::input(format!(
            "`{shown}` is no name for a crate, which has letters, digits, - and _, a letter first; call it, for example, `{}`",
            nearest_name(&shown)
        ))),
    }
}

/// A name for a crate that is as near as can be.
fn nearest_name(wrong: &str) -> String {
    let words = wrong.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let joined = words.join("-").to_lowercase();
    if joined.starts_with(|c: char| c.is_ascii_alphabetic()) {
        joined
    } else {
        format!("my-{joined}").trim_end_matches('-').to_owned()
    }
}

fn parent_of(path: &Path) -> Result<&Path, Failure> {
    let parent = path.parent().unwrap_or(path);
    if parent.is_dir() {
        return Ok(parent);
    }
    let what = if parent.exists() {
        "is no folder"
    } else {
        "is not there; make it first"
    };
    Err(Failure::input(format!("{} {what}", parent.display())))
}

/// Whether nothing would be overwritten.
fn is_free(path: &Path) -> Result<(), Failure> {
    let taken = match fs::read_dir(path) {
        Ok(mut inside) => inside
            .next()
            .map(|_| "is not empty; name a new folder, or an empty one"),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            Some("is a file; name a new folder")
        }
        Err(error) => return Err(Failure::file(path, error)),
    };
    match taken {
        Some(what) => Err(Failure::input(format!("{} {what}", path.display()))),
        None => Ok(()),
    }
}

/// Where the crate `verdict` comes from, as cargo takes it: the folder that was named, else the one that this command was built
/// from if it is still there. No version from a registry: what is called `verdict` there need not be this.
fn dependency(framework: Option<&Path>, built_from: &Path) -> Result<String, Failure> {
    let folder = match framework {
        Some(named) if !is_framework(named) => {
            return Err(Failure::input(format!(
                "--framework: {} is not the crate `verdict`: expected a folder with its Cargo.toml",
                named.display()
            )));
        }
        Some(named) => absolute(named).map_err(|error| Failure::file(named, error))?,
        None if is_framework(built_from) => built_from.to_owned(),
        None => {
            return Err(Failure::input(format!(
                "the crate `verdict`, on which a new crate is built, is not where this command was built from ({}): name its \
                 folder with --framework, in a copy of the repository the folder `command`",
                built_from.display()
            )));
        }
    };
    Ok(format!("{{ path = {} }}", quoted(&folder)))
}

/// Whether the folder has the crate `verdict`.
fn is_framework(folder: &Path) -> bool {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    manifest
        .lines()
        .any(|line| line.trim() == "name = \"verdict\"")
}

/// A path as TOML takes it, which for all that paths have in them is as JSON does.
fn quoted(path: &Path) -> String {
    serde_json::json!(path.display().to_string()).to_string()
}

/// Writes the crate beside its place, then moves it there: it is whole, or not there at all.
fn write(path: &Path, parent: &Path, name: &str, verdict: &str) -> io::Result<()> {
    let beside = folder::fresh(parent, ".verdict-new-")?;
    let whole = beside.path().join(name);
    for (file, text) in FILES {
        let file = whole.join(file);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        let text = text.replace("{{name}}", name);
        fs::write(file, text.replace("{{verdict}}", verdict))?;
    }
    if path.exists() {
        fill(path, &whole)
    } else {
        fs::rename(whole, path)
    }
}

/// Moves what is in `whole` into an empty folder, which stays the one that it is: somebody may stand in it.
fn fill(path: &Path, whole: &Path) -> io::Result<()> {
    let mut moved: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(whole)? {
        let entry = entry?;
        let place = path.join(entry.file_name());
        if let Err(error) = fs::rename(entry.path(), &place) {
            // What was moved goes back to where it is removed; if even that fails, the first error is the one to tell.
            for place in &moved {
                let _ = fs::rename(place, whole.join(place.file_name().unwrap_or_default()));
            }
            return Err(error);
        }
        moved.push(place);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name_of(path: &str) -> Result<&str, String> {
        crate_name(Path::new(path)).map_err(|failure| failure.to_string())
    }

    #[test]
    fn a_name_is_one_that_cargo_takes() {
        assert_eq!(name_of("/tmp/my-lock_2"), Ok("my-lock_2"));
        for (wrong, right) in [
            ("/tmp/My lock!", "`my-lock`"),
            ("/tmp/2pc", "`my-2pc`"),
            ("/tmp/_", "`my-_`"),
            ("/tmp/größe", "`gr-e`"),
            ("/tmp/verdict", "`my-verdict`"),
            ("/tmp/proc-macro", "`my-proc-macro`"),
            ("/", "`my`"),
        ] {
            let error = name_of(wrong).unwrap_err();
            assert!(error.ends_with(right), "{wrong}: {error}");
        }
    }

    #[test]
    fn a_command_that_was_moved_away_from_its_source_asks_for_the_framework() {
        let elsewhere = tempfile::tempdir().expect("a folder");
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let error = dependency(None, elsewhere.path()).unwrap_err().to_string();
        assert!(
            error.contains("name its folder with --framework"),
            "{error}"
        );
        let named = dependency(Some(here), elsewhere.path()).map_err(|e| e.to_string());
        assert_eq!(named, dependency(None, here).map_err(|e| e.to_string()));
        assert_eq!(named, Ok(format!("{{ path = {} }}", quoted(here))));
    }

    #[test]
    fn the_algorithm_with_its_claims_fits_on_one_page_of_100_lines() {
        let (_, text) = FILES
            .iter()
            .find(|(file, _)| *file == "src/bank.rs")
            .expect("listed");
        assert!(text.lines().count() <= 100);
    }
}
