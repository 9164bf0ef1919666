//! Folders of logs that are damaged in every way: what comes of them is the right output or an error, and an error changes nothing.
//!
//! `DAMAGED_FOLDERS` says how many there are of each kind, if a few are not enough.

use fastrand::Rng;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use verdict_recovery::pipeline::Pipeline;
use verdict_recovery::system::faults::Rate;
use verdict_recovery::system::log::Policy;
use verdict_recovery::system::program::Program;
use verdict_recovery::system::stable::Folder;
use verdict_recovery::system::{Config, Report, RunError, run};

const FILES: [&str; 4] = ["leader.log", "streams.log", "W1.log", "W2.log"];

/// Each stream has one writer, so that there is one right output.
fn pipeline() -> Pipeline {
    let text = r#"{"tasks": [["write ST1 D1 x4"], ["read ST1 x3", "write ST2 D2 x2", "write ST3 D9"],
        ["read ST2 x2", "write ST4 D3"], ["read ST4", "read ST3", "write ST5 D4 x2"]], "capacity": 3}"#;
    let program = Program::parse(text).expect("a program");
    program.pipeline().expect("a pipeline")
}

fn config(folder: &Path, seed: u64) -> Config {
    let (path, policy) = (folder.to_owned(), Policy::Written);
    Config {
        folder: Some(Folder { path, policy }),
        rate: "1/40".parse::<Rate>().expect("a rate"),
        preempts: "1/20".parse::<Rate>().expect("a rate"),
        seed,
        ..Config::new(pipeline(), 2)
    }
}

type Values = Vec<Vec<u32>>;

fn values(report: &Report) -> Values {
    let streams = report.written.iter();
    streams
        .map(|stream| stream.iter().map(|datum| datum.value).collect())
        .collect()
}

/// The files of a run: a beginning, then records with their heads.
type Files = BTreeMap<&'static str, Vec<Vec<u8>>>;

const MAGIC: &[u8] = b"verdict recovery log 2\n";
const HEAD: usize = 16;

fn split(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut rest = bytes.strip_prefix(MAGIC).expect("a log");
    let mut records = vec![MAGIC.to_vec()];
    while !rest.is_empty() {
        let length = u32::from_le_bytes(rest[..4].try_into().expect("four bytes"));
        let (record, behind) = rest.split_at(HEAD + length as usize);
        records.push(record.to_vec());
        rest = behind;
    }
    records
}

fn files_of(folder: &Path) -> Files {
    let read = |name| split(&fs::read(folder.join(name)).expect("a log"));
    FILES.map(|name| (name, read(name))).into()
}

fn ticket(record: &[u8]) -> Option<u64> {
    let content: serde_json::Value = serde_json::from_slice(&record[HEAD..]).ok()?;
    content["at"].as_u64()
}

/// What is there when every process ends just after this step.
fn ended_after(files: &Files, at: u64) -> Files {
    let is_there = |(number, record): &(usize, &Vec<u8>)| {
        *number < 2
            || match ticket(record) {
                Some(own) => own <= at,
                None => *number == 2 && !String::from_utf8_lossy(record).contains("promise"),
            }
    };
    let cut = |records: &Vec<Vec<u8>>| -> Vec<Vec<u8>> {
        let numbered = records.iter().enumerate();
        let kept = numbered.take_while(is_there);
        kept.map(|(_, record)| record.clone()).collect()
    };
    let files = files.iter();
    files.map(|(name, records)| (*name, cut(records))).collect()
}

fn last_ticket(files: &Files) -> u64 {
    let all = files.values().flatten().skip(1);
    let tickets = all.filter(|record| record.len() > HEAD && !record.starts_with(MAGIC));
    tickets
        .filter_map(|record| ticket(record))
        .max()
        .unwrap_or(0)
}

/// CRC-32, bit by bit: independent of the one that is tested.
fn crc(before: u32, bytes: &[u8]) -> u32 {
    let mut sum = !before;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = (sum >> 1) ^ (0xedb8_8320 * (sum & 1));
        }
    }
    !sum
}

/// Gives all records the checksums that they have where they are now, as a forger would.
fn chain_anew(records: &mut [Vec<u8>]) {
    let mut before = crc(0, MAGIC);
    for record in &mut records[1..] {
        let sum = crc(before, &record[HEAD..]);
        record[4..8].copy_from_slice(&sum.to_le_bytes());
        record[8..12].copy_from_slice(&before.to_le_bytes());
        let of_head = crc(0, &record[..12]);
        record[12..16].copy_from_slice(&of_head.to_le_bytes());
        before = sum;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Damage {
    CutBetweenRecords,
    CutAnywhere,
    ZerosAtTheEnd,
    MoreAtTheEnd,
    Deleted,
    Doubled,
    Swapped,
    Flipped,
    OfAnotherRun,
    EndOfAnotherRun,
    OlderCopy,
    SeveralOlderCopies,
    Removed,
    DeletedAndChainedAnew,
    ChangedAndChainedAnew,
    TwoAtOnce,
}

use Damage::*;

const ALL: [Damage; 16] = [
    CutBetweenRecords,
    CutAnywhere,
    ZerosAtTheEnd,
    MoreAtTheEnd,
    Deleted,
    Doubled,
    Swapped,
    Flipped,
    OfAnotherRun,
    EndOfAnotherRun,
    OlderCopy,
    SeveralOlderCopies,
    Removed,
    DeletedAndChainedAnew,
    ChangedAndChainedAnew,
    TwoAtOnce,
];

impl Damage {
    /// Whether nothing that a crash can do looks like this.
    fn is_never_a_crash(self) -> bool {
        matches!(
            self,
            Doubled | Swapped | Flipped | OfAnotherRun | EndOfAnotherRun
        )
    }

    /// The bytes of the damaged files; `None` where there is nothing to damage like this.
    fn inflict(
        self,
        files: &Files,
        older: &Files,
        whose: &Files,
        random: &mut Rng,
    ) -> Option<BTreeMap<&'static str, Option<Vec<u8>>>> {
        let name = FILES[random.usize(..FILES.len())];
        let mut records = files[name].clone();
        let count = records.len();
        // The beginning and the header stay where they are; a few kinds reach them too.
        let any = |random: &mut Rng, from: usize| (count > from).then(|| random.usize(from..count));
        let mut bytes = records.concat();
        let length = bytes.len();
        let mut changed = BTreeMap::new();
        match self {
            CutBetweenRecords => {
                records.truncate(any(random, 2)?);
                bytes = records.concat();
            }
            CutAnywhere => bytes.truncate(random.usize(..length)),
            ZerosAtTheEnd => {
                let from = length - random.usize(..length.min(400));
                bytes[from..].fill(0);
                bytes.extend(vec![0; random.usize(1..50)]);
            }
            MoreAtTheEnd => bytes.extend((0..random.usize(1..60)).map(|_| random.u8(..))),
            Deleted => {
                records.remove(any(random, 1)?);
                bytes = records.concat();
            }
            Doubled => {
                let at = any(random, 1)?;
                records.insert(at, records[at].clone());
                bytes = records.concat();
            }
            Swapped => {
                let (one, two) = (any(random, 1)?, any(random, 1)?);
                (one != two).then_some(())?;
                records.swap(one, two);
                bytes = records.concat();
            }
            Flipped => {
                for _ in 0..random.usize(1..4) {
                    bytes[random.usize(..length)] ^= 1 << random.u8(..8);
                }
                (bytes != records.concat()).then_some(())?;
            }
            OfAnotherRun => bytes = whose[name].concat(),
            EndOfAnotherRun => {
                let at = any(random, 2)?;
                records.truncate(at);
                records.extend(whose[name].iter().skip(at).cloned());
                (records.len() > at).then_some(())?;
                bytes = records.concat();
            }
            OlderCopy => bytes = older[name].concat(),
            SeveralOlderCopies => {
                for name in FILES.iter().filter(|_| random.bool()) {
                    changed.insert(*name, Some(older[name].concat()));
                }
                return (!changed.is_empty()).then_some(changed);
            }
            Removed => {
                let left = if random.bool() {
                    Some(Vec::new())
                } else {
                    None
                };
                changed.insert(name, left);
                return Some(changed);
            }
            DeletedAndChainedAnew => {
                records.remove(any(random, 2)?);
                chain_anew(&mut records);
                bytes = records.concat();
            }
            ChangedAndChainedAnew => {
                let at = any(random, 2)?;
                let digits: Vec<usize> = (HEAD..records[at].len())
                    .filter(|place| records[at][*place].is_ascii_digit())
                    .collect();
                let place = *digits.get(random.usize(..digits.len().max(1)))?;
                let other = b'0' + (records[at][place] - b'0' + random.u8(1..10)) % 10;
                records[at][place] = other;
                chain_anew(&mut records);
                bytes = records.concat();
            }
            TwoAtOnce => {
                let one = ALL[random.usize(..ALL.len() - 1)];
                let other = ALL[random.usize(..ALL.len() - 1)];
                changed = one.inflict(files, older, whose, random)?;
                changed.extend(other.inflict(files, older, whose, random)?);
                return Some(changed);
            }
        }
        changed.insert(name, Some(bytes));
        Some(changed)
    }
}

/// What came of damaged folders of one kind.
#[derive(Debug, Default)]
struct Outcomes {
    refused: usize,
    reported: usize,
    unnoticed: usize,
}

struct Scene {
    /// As the run left it: over, or ended on the way; and as it was before that.
    states: Vec<(Files, Files)>,
    other: Files,
    right: Values,
}

fn write(folder: &Path, files: &Files) {
    fs::create_dir_all(folder).expect("a folder");
    for (name, records) in files {
        fs::write(folder.join(name), records.concat()).expect("a file");
    }
}

/// Runs that are over, that were ended once or twice, and that went on after it.
fn scene(scratch: &Path, seed: u64) -> Scene {
    let mut random = Rng::with_seed(seed);
    let mut fresh = {
        let mut number = 0;
        move |label: &str| -> PathBuf {
            number += 1;
            scratch.join(format!("{label}-{seed}-{number}"))
        }
    };
    let go_on = |folder: &Path| {
        let report = run(&config(folder, seed)).expect("nothing is damaged");
        (files_of(folder), values(&report))
    };
    let (first, right) = go_on(&fresh("whole"));
    let (other, _) = go_on(&fresh("other"));
    let some_way = |files: &Files, random: &mut Rng| {
        let last = last_ticket(files);
        ended_after(files, random.u64(1..last))
    };
    let ended = some_way(&first, &mut random);
    let folder = fresh("again");
    write(&folder, &ended);
    let (second, again) = go_on(&folder);
    assert_eq!(again, right);
    let ended_again = some_way(&second, &mut random);
    let folder = fresh("thrice");
    write(&folder, &ended_again);
    let (third, again) = go_on(&folder);
    assert_eq!(again, right);
    let mut before = |files: &Files| {
        let last = last_ticket(files).max(2);
        ended_after(files, random.u64(1..last))
    };
    let states = [first, ended, second, ended_again, third];
    let states = states.map(|files| (files.clone(), before(&files))).into();
    Scene {
        states,
        other,
        right,
    }
}

/// The files of a folder with their bytes.
fn snapshot(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let name = |path: &PathBuf| {
        path.file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned()
    };
    let logs = paths.filter(|path| path.extension().is_some_and(|end| end == "log"));
    logs.map(|path| (name(&path), fs::read(&path).expect("a file")))
        .collect()
}

#[test]
fn damaged_logs_give_the_right_output_or_an_error_that_changes_nothing() {
    let each: usize = match std::env::var("DAMAGED_FOLDERS") {
        Ok(number) => number.parse().expect("DAMAGED_FOLDERS is a number"),
        Err(_) => 40,
    };
    let scratch = tempfile::tempdir().expect("a folder");
    let scenes: Vec<_> = (0..4).map(|seed| scene(scratch.path(), seed)).collect();
    let mut random = Rng::with_seed(15);
    let mut all: BTreeMap<Damage, Outcomes> = BTreeMap::new();
    for damage in ALL {
        let outcomes = all.entry(damage).or_default();
        let mut done = 0;
        while done < each {
            let scene = &scenes[random.usize(..scenes.len())];
            let (files, older) = &scene.states[random.usize(..scene.states.len())];
            let Some(changed) = damage.inflict(files, older, &scene.other, &mut random) else {
                continue;
            };
            let folder = scratch.path().join("damaged");
            write(&folder, files);
            for (name, bytes) in changed {
                match bytes {
                    Some(bytes) => fs::write(folder.join(name), bytes),
                    None => fs::remove_file(folder.join(name)),
                }
                .expect("a file");
            }
            let before = snapshot(&folder);
            let config = Config {
                rate: Rate::NEVER,
                ..config(&folder, done as u64)
            };
            match run(&config) {
                Ok(report) => {
                    assert_eq!(values(&report), scene.right, "{damage:?}: a wrong output");
                    assert!(!damage.is_never_a_crash(), "{damage:?} was not noticed");
                    let reported = !report.torn.is_empty() || !report.lost.is_empty();
                    *(if reported {
                        &mut outcomes.reported
                    } else {
                        &mut outcomes.unnoticed
                    }) += 1;
                }
                Err(RunError::Log(error)) => {
                    outcomes.refused += 1;
                    let said = error.to_string();
                    assert!(said.contains("expected"), "{damage:?}: {said}");
                    assert!(said.contains(".log"), "{damage:?}: {said}");
                    assert_eq!(snapshot(&folder), before, "{damage:?}: {said}");
                }
                Err(error) => panic!("{damage:?}: {error}"),
            }
            fs::remove_dir_all(&folder).expect("a folder");
            done += 1;
        }
    }
    for (damage, outcomes) in &all {
        println!("{damage:?}: {outcomes:?}");
        assert!(outcomes.refused > 0, "{damage:?} is never refused");
    }
}
