//! Bad input of every kind to what reads files here: pipelines, runs, logs. Whatever it is, it is read or refused with words.
//!
//! `corpus/` keeps what was found, one file each; a file that once made trouble is put there. `PROPTEST_CASES=100000` asks for more
//! cases than a test can afford.

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use verdict_recovery::system::log::{Log, LogError, Policy};
use verdict_recovery::system::program::Program;
use verdict_recovery::system::stable::Folder;
use verdict_recovery::system::{Config, run, steps};

const PIPELINE: &str = r#"{"tasks": [["write ST1 D1 x2", "write ST2 D2"], ["read ST1", "write ST2 D3"],
    ["read ST2 x2", "write ST3 D4"]], "capacity": 4}"#;

/// Reads a pipeline; answers whether it is one.
fn pipeline(text: &str) -> bool {
    match Program::parse(text).and_then(|program| program.pipeline()) {
        Ok(pipeline) => {
            let again = Program::of(&pipeline).pipeline();
            assert_eq!(again.as_ref(), Ok(&pipeline), "{text}");
            true
        }
        Err(error) => {
            let length = error.to_string().len();
            assert!((1..2000).contains(&length), "{length} bytes of words");
            false
        }
    }
}

/// Reads a run; answers whether it is one.
fn a_run(text: &str) -> bool {
    let read = steps::parse(text);
    if let Err(error) = &read {
        let said = error.to_string();
        assert!(said.starts_with("line ") && said.len() < 2000, "{said}");
    }
    read.is_ok()
}

fn header() -> Value {
    json!({"node": "W1", "workers": 2})
}

/// Reads a log; answers how many records it has.
fn log(path: &Path, bytes: &[u8]) -> Option<usize> {
    fs::write(path, bytes).expect("a file");
    let read = Log::read::<u32>(path, &header());
    assert_eq!(
        fs::read(path).expect("the file"),
        bytes,
        "reading changes nothing"
    );
    match read {
        Ok(found) => found.map(|found| found.records.len()),
        Err(error) => {
            assert!(error.to_string().contains("expected"), "{error}");
            assert!(!matches!(error, LogError::Io { .. }), "{error}");
            None
        }
    }
}

/// A run with faults, as a file.
static RUN: LazyLock<String> = LazyLock::new(|| {
    let program = Program::parse(PIPELINE).expect("a program");
    let config = Config {
        keeps_steps: true,
        plan: vec!["W1@3".parse().expect("a fault")],
        ..Config::new(program.pipeline().expect("a pipeline"), 2)
    };
    let report = run(&config).expect("it ends");
    let mut text = Vec::new();
    steps::write(&mut text, &config.pipeline, config.workers, &report.taken).expect("a vector");
    String::from_utf8(text).expect("JSON")
});

/// A log of twenty records.
static LOG: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let mut log = Log::create(&path, &header(), Policy::Written).expect("a log");
    (0..20).for_each(|number| log.append(&number).expect("a record"));
    fs::read(&path).expect("the file")
});

/// What can be done to a text or a file: bytes changed, a piece gone, a piece twice, another piece in it.
fn spoil(mut bytes: Vec<u8>, spoiling: &[(u8, Index, Index, Vec<u8>)]) -> Vec<u8> {
    for (kind, one, other, piece) in spoiling {
        if bytes.is_empty() {
            break;
        }
        let (one, other) = (one.index(bytes.len()), other.index(bytes.len()));
        let part = one.min(other)..one.max(other);
        match kind {
            0 => bytes[one] ^= piece.first().copied().unwrap_or(1),
            1 => drop(bytes.drain(part)),
            2 => {
                let twice = bytes[part].to_vec();
                bytes.splice(one..one, twice);
            }
            3 => drop(bytes.splice(one..one, piece.iter().copied())),
            _ => bytes.truncate(one),
        }
    }
    bytes
}

fn spoiling() -> impl Strategy<Value = Vec<(u8, Index, Index, Vec<u8>)>> {
    let piece = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..6),
        prop::sample::select(vec![
            "x10000", "ST65535", "-1", "\"", "{", "[", "\\u0000", "1e999"
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
    ];
    prop::collection::vec((0..5u8, any::<Index>(), any::<Index>(), piece), 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pipelines(spoiling in spoiling()) {
        let spoiled = spoil(PIPELINE.as_bytes().to_vec(), &spoiling);
        pipeline(&String::from_utf8_lossy(&spoiled));
    }

    #[test]
    fn pipelines_of_words(
        tasks in prop::collection::vec(prop::collection::vec(
            "(read|write) ST[0-3]( D[0-9])?( x[0-9]{1,5})?", 0..4), 0..4),
        capacity in any::<Option<u16>>(),
    ) {
        pipeline(&json!({ "tasks": tasks, "capacity": capacity }).to_string());
    }

    #[test]
    fn runs(spoiling in spoiling()) {
        let spoiled = spoil(RUN.clone().into_bytes(), &spoiling);
        a_run(&String::from_utf8_lossy(&spoiled));
    }

    #[test]
    fn logs(spoiling in spoiling()) {
        let folder = tempfile::tempdir().expect("a folder");
        let spoiled = spoil(LOG.clone(), &spoiling);
        let same = spoiled == *LOG;
        let found = log(&folder.path().join("log"), &spoiled);
        prop_assert!(found.is_none_or(|records| same || records <= 20));
    }

    #[test]
    fn folders_of_anything(files in prop::collection::vec((0..5usize, spoiling()), 1..3)) {
        let folder = tempfile::tempdir().expect("a folder");
        let names = ["leader.log", "W1.log", "streams.log", "lock", "other"];
        for (name, spoiling) in files {
            let spoiled = spoil(LOG.clone(), &spoiling);
            fs::write(folder.path().join(names[name]), spoiled).expect("a file");
        }
        let program = Program::parse(PIPELINE).expect("a program");
        let (path, policy) = (folder.path().to_owned(), Policy::Written);
        let config = Config {
            folder: Some(Folder { path, policy }),
            ..Config::new(program.pipeline().expect("a pipeline"), 1)
        };
        if let Ok(report) = run(&config) {
            prop_assert_eq!(report.written.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 1]);
        }
    }
}

/// The files of the corpus of one kind.
fn corpus(kind: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/corpus")
        .join(kind);
    let entries = fs::read_dir(&folder).expect("a corpus");
    let read = |entry: fs::DirEntry| {
        (
            entry.file_name().to_string_lossy().into_owned(),
            fs::read(entry.path()).expect("a file"),
        )
    };
    let mut files: Vec<_> = entries
        .map(|entry| read(entry.expect("an entry")))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{kind}");
    files
}

/// Whether a file of the corpus is good is in its name.
#[test]
fn what_was_found_stays_found() {
    for (name, bytes) in corpus("pipelines") {
        let read = pipeline(&String::from_utf8_lossy(&bytes));
        assert_eq!(read, name.starts_with("good"), "{name}");
    }
    for (name, bytes) in corpus("runs") {
        let read = a_run(&String::from_utf8_lossy(&bytes));
        assert_eq!(read, name.starts_with("good"), "{name}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in corpus("logs") {
        let read = log(&folder.path().join("log"), &bytes);
        assert_eq!(read.is_some(), name.starts_with("good"), "{name}");
    }
}
