//! `new`: a whole crate, or nothing at all.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use verdict::App;
use verdict::prelude::Catalog;

/// What was printed, what was complained about, the exit code.
fn run(words: &[&str]) -> (String, String, u8) {
    let catalog = Catalog::new([], [], []).expect("nothing is wrong with nothing");
    let words = ["verdict"].iter().chain(words).map(OsString::from);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = {
        let (mut plain, mut complaints) = (
            anstream::StripStream::new(&mut out),
            anstream::StripStream::new(&mut err),
        );
        App::new(catalog).run(words, &mut plain, &mut complaints, false)
    };
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(out), text(err), code)
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).display().to_string()
}

/// The files of a folder, with those of its folders.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else {
                let inside = path.strip_prefix(folder).expect("it is inside");
                found.push(inside.display().to_string());
            }
        }
    }
    found.sort();
    found
}

const WRITTEN: [&str; 9] = [
    ".gitattributes",
    ".github/workflows/verdict.yml",
    ".gitignore",
    "Cargo.toml",
    "README.md",
    "rustfmt.toml",
    "src/bank.rs",
    "src/main.rs",
    "tests/verdicts.rs",
];

#[test]
fn a_new_crate_is_written_with_its_name_and_one_dependency() {
    let folder = tempfile::tempdir().expect("a folder");
    let (out, err, code) = run(&["new", &path(folder.path(), "my-bank")]);
    assert_eq!((err.as_str(), code), ("", 0));
    assert!(out.contains("cargo run --release -- check"), "{out}");
    let written = folder.path().join("my-bank");
    assert_eq!(files(&written), WRITTEN);
    let text = |name: &str| fs::read_to_string(written.join(name)).expect("it was written");
    for name in WRITTEN {
        assert!(
            !text(name).contains("{{"),
            "{name} has a place that nobody filled"
        );
    }
    let manifest = text("Cargo.toml");
    assert!(manifest.contains("name = \"my-bank\""), "{manifest}");
    let after = manifest
        .split("[dependencies]\n")
        .nth(1)
        .expect("dependencies");
    let dependencies: Vec<_> = after.lines().take_while(|line| !line.is_empty()).collect();
    let here = format!("verdict = {{ path = \"{}\" }}", env!("CARGO_MANIFEST_DIR"));
    assert_eq!(dependencies, [here]);
    assert!(text("tests/verdicts.rs").contains("CARGO_BIN_EXE_my-bank"));
}

#[test]
fn an_empty_folder_is_filled() {
    let folder = tempfile::tempdir().expect("a folder");
    let inside = folder.path().join("empty");
    fs::create_dir(&inside).expect("a folder");
    let (_, err, code) = run(&["new", &path(folder.path(), "empty")]);
    assert_eq!((err.as_str(), code), ("", 0));
    assert_eq!(files(&inside), WRITTEN);
    assert_eq!(
        files(folder.path()).len(),
        WRITTEN.len(),
        "nothing is left beside it"
    );
}

#[test]
fn what_cannot_be_written_is_told_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let taken = folder.path().join("taken");
    fs::create_dir(&taken).expect("a folder");
    fs::write(taken.join("thesis.tex"), "years of work").expect("a file");
    fs::write(folder.path().join("a-file"), "").expect("a file");
    let framework = path(folder.path(), "taken");
    for (name, more, complaint) in [
        ("taken", &[][..], "is not empty"),
        ("a-file", &[], "is a file"),
        ("My lock!", &[], "call it, for example, `my-lock`"),
        ("verdict", &[], "call it, for example, `my-verdict`"),
        ("missing/lock", &[], "missing is not there; make it first"),
        ("a-file/lock", &[], "a-file is no folder"),
        (
            "lock",
            &["--framework", &framework],
            "is not the crate `verdict`",
        ),
    ] {
        let name = path(folder.path(), name);
        let words: Vec<&str> = ["new", &name]
            .into_iter()
            .chain(more.iter().copied())
            .collect();
        let (out, err, code) = run(&words);
        assert_eq!((out.as_str(), code), ("", 2), "{name}");
        assert!(err.contains(complaint), "{name}: {err}");
    }
    assert_eq!(files(folder.path()), ["a-file", "taken/thesis.tex"]);
}
