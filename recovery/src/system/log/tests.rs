//! Logs that end anywhere, that are damaged, and that are of another system.

use super::crc::crc32;
use super::*;
use serde_json::{Value, json};

fn header() -> Value {
    json!({"node": "W1", "workers": 2})
}

/// A log of three records, and its bytes.
fn three(folder: &Path) -> (PathBuf, Vec<u8>) {
    let path = folder.join("W1.log");
    let mut log = Log::create(&path, &header(), Policy::Written).expect("a new log");
    for number in 1..=3 {
        log.append(&number).expect("a record");
    }
    let bytes = std::fs::read(&path).expect("the file");
    (path, bytes)
}

/// What was in a log, and the log open for more.
struct Opened {
    log: Log,
    records: Vec<u32>,
    torn: Option<Torn>,
}

fn open(path: &Path) -> Result<Option<Opened>, LogError> {
    let Some(Found { trail, records }) = Log::read(path, &header())? else {
        return Ok(None);
    };
    let (torn, log) = (trail.torn(), trail.open(Policy::Synced)?);
    Ok(Some(Opened { log, records, torn }))
}

#[test]
fn the_checksum_is_the_usual_one() {
    assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    assert_eq!(crc32(b""), 0);
}

#[test]
fn what_was_appended_is_there_and_more_can_be() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, _) = three(folder.path());
    let mut again = open(&path).expect("a log").expect("it is there");
    assert_eq!((again.records, again.torn), (vec![1, 2, 3], None));
    again.log.append(&4).expect("one more");
    let again = open(&path).expect("a log").expect("it is there");
    assert_eq!(again.records, [1, 2, 3, 4]);
    assert!(
        open(&folder.path().join("other"))
            .expect("no log")
            .is_none()
    );
}

#[test]
fn a_log_that_ends_anywhere_is_a_log_of_what_came_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, bytes) = three(folder.path());
    let record = HEAD + 1;
    let first = bytes.len() - 3 * record;
    for end in 0..bytes.len() {
        for zeros in [0, 5, 40] {
            let mut cut = bytes[..end].to_vec();
            cut.extend(vec![0; zeros]);
            std::fs::write(&path, &cut).expect("a file");
            let read = Log::read::<u32>(&path, &header());
            assert_eq!(std::fs::read(&path).expect("the file"), cut, "{read:?}");
            let opened = open(&path);
            if end < first {
                // Nothing had been made of it yet, or a file system has filled it with zeros.
                assert!(!matches!(opened, Ok(Some(_))), "{end} {zeros}");
                continue;
            }
            let whole = (end - first) / record;
            let opened = opened
                .expect("a torn end is no damage")
                .expect("it is there");
            assert_eq!(opened.records, (1..=whole as u32).collect::<Vec<_>>());
            let left = cut.len() - first - whole * record;
            let torn = opened.torn.map(|torn| (torn.record, torn.bytes));
            assert_eq!(
                torn,
                (left > 0).then_some((whole + 1, left)),
                "{end} {zeros}"
            );
            let again = open(&path).expect("a log").expect("it is there");
            assert_eq!((again.records.len(), again.torn), (whole, None));
        }
    }
}

#[test]
fn every_changed_byte_is_noticed_and_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, bytes) = three(folder.path());
    let first = bytes.len() - 3 * (HEAD + 1);
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 0x41;
        std::fs::write(&path, &changed).expect("a file");
        let error = open(&path).map(drop).expect_err("damage").to_string();
        let words = match at {
            _ if at < MAGIC.len() => "this is no log of `verdict pipeline run`".to_owned(),
            _ if at < first => "record 0".to_owned(),
            _ => format!("record {} (at byte", (at - first) / (HEAD + 1) + 1),
        };
        assert!(
            error.contains("W1.log") && error.contains(&words),
            "{at}: {error}"
        );
        assert!(error.contains("expected"), "{error}");
        let left = std::fs::read(&path).expect("the file");
        assert_eq!(left, changed, "a damaged file is left as it is");
    }
}

#[test]
fn every_record_has_one_place_in_one_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, bytes) = three(folder.path());
    let size = HEAD + 1;
    let first = bytes.len() - 3 * size;
    let (head, all) = bytes.split_at(first);
    let record = |number: usize| &all[(number - 1) * size..number * size];
    let other = json!({"node": "W1", "workers": 2, "run": "another"});
    let other_path = folder.path().join("other.log");
    let mut log = Log::create(&other_path, &other, Policy::Written).expect("a new log");
    (1..=3).for_each(|number| log.append(&number).expect("a record"));
    let other = std::fs::read(&other_path).expect("the file");
    let of_other = &other[other.len() - size..];
    for (wrong, records) in [
        (1, [record(2), record(3), &[]]),
        (2, [record(1), record(3), &[]]),
        (2, [record(1), record(1), record(2)]),
        (1, [record(2), record(1), record(3)]),
        (3, [record(1), record(2), of_other]),
    ] {
        std::fs::write(&path, [&[head], &records[..]].concat().concat()).expect("a file");
        let error = open(&path).map(drop).expect_err("out of place").to_string();
        let words = format!("record {wrong} (at byte");
        assert!(
            error.contains(&words) && error.contains("out of its place"),
            "{error}"
        );
    }
}

#[test]
fn a_log_of_another_system_or_version_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, _) = three(folder.path());
    let other = json!({"node": "W1", "workers": 3});
    let error = Log::read::<u32>(&path, &other).expect_err("another system");
    assert!(
        error
            .to_string()
            .ends_with("expected `workers` = 3, found 2"),
        "{error}"
    );
    let error = Log::read::<String>(&path, &header()).expect_err("numbers");
    assert!(error.to_string().contains("record 1 (at byte"), "{error}");
    assert!(
        error.to_string().contains("a record of this version"),
        "{error}"
    );
}

#[test]
fn what_the_system_refuses_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let error = Log::create(folder.path(), &header(), Policy::Written).expect_err("a folder");
    let found = "expected a file, found a folder";
    assert!(error.to_string().ends_with(found), "{error}");
    let error = open(folder.path()).map(drop).expect_err("a folder");
    assert!(error.to_string().ends_with(found), "{error}");
    let nowhere = folder.path().join("nowhere/log");
    let error = Log::create(&nowhere, &header(), Policy::Written).expect_err("no folder");
    assert!(error.to_string().contains("cannot create it"), "{error}");
    if cfg!(target_os = "linux") {
        let device = Path::new("/dev/full");
        let error = Log::create(device, &header(), Policy::Written).expect_err("a device");
        assert_eq!(
            error.to_string(),
            "/dev/full: expected a file, found a device or a pipe"
        );
    }
}
