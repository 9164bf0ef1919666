//! `verdict pipeline` and `verdict validate`: runs with faults, runs that are killed, and what is refused.

use crate::bad_input::assert_refusal;
use crate::support::Folder;
use std::fs::{self, File};
use std::process::Stdio;

/// A row of tasks; each stream has one writer, so that there is one right output.
const ROW: &str = r#"{"tasks": [["write ST1 D1 x150"], ["read ST1 x150", "write ST2 D2 x100", "write ST3 D9"],
    ["read ST2 x100", "write ST4 D3 x50"], ["read ST4 x50", "read ST3", "write ST5 D4 x7"]], "capacity": 40}"#;

fn folder_with(pipeline: &str) -> Folder {
    let folder = Folder::new();
    folder.write("pipeline.json", pipeline);
    folder
}

/// The table of what came out.
fn table(out: &str) -> &str {
    out.split("\n\n").next().expect("a table comes first")
}

fn assert_valid(folder: &Folder, log: &str) -> String {
    let ran = folder.verdict(&["validate", log]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert!(
        ran.out.contains("at the end all tasks are done"),
        "{}",
        ran.out
    );
    ran.out
}

#[test]
fn faults_do_not_show_in_what_comes_out() {
    let folder = folder_with(ROW);
    let run = |more: &[&str]| {
        let args = [
            &["pipeline", "run", "pipeline.json", "--log", "run.jsonl"],
            more,
        ]
        .concat();
        let ran = folder.verdict(&args);
        assert_eq!(
            (ran.code, ran.err.as_str()),
            (0, ""),
            "{args:?}: {}",
            ran.out
        );
        assert_valid(&folder, "run.jsonl");
        ran.out
    };
    let right = run(&["--workers", "1"]);
    for more in [
        &["--fault", "W1@12"][..],
        &["--fault", "leader@30"],
        &["--fault-rate", "1/100", "--seed", "7", "--workers", "3"],
        &["--dir", "state", "--fault-rate", "1/100"],
        &["--dir", "synced", "--sync", "--fault", "W1@100"],
    ] {
        assert_eq!(table(&run(more)), table(&right), "{more:?}");
    }
}

#[test]
fn a_run_that_is_killed_goes_on_when_it_is_started_again() {
    let folder = folder_with(ROW);
    let right = folder.verdict(&["pipeline", "run", "pipeline.json"]);
    assert_eq!(right.code, 0, "{}", right.err);
    let args = [
        "pipeline",
        "run",
        "pipeline.json",
        "--dir",
        "state",
        "--log",
        "run.jsonl",
    ];
    // By how much the streams' log grows before the next kill: progress, not time, so that a slow machine tests the same.
    for growth in [1, 2_000, 500, 9_000, 100, 12_345, 3_000] {
        let size = || fs::metadata(folder.path("state/streams.log")).map_or(0, |file| file.len());
        let before = size();
        let mut command = folder.command(&args);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the command starts");
        while size() < before + growth && child.try_wait().expect("a child").is_none() {
            std::thread::yield_now();
        }
        child.kill().expect("a child that was not waited for");
        child.wait().expect("it is gone");
    }
    let ran = folder.verdict(&args);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(table(&ran.out), table(&right.out));
    let said = assert_valid(&folder, "run.jsonl");
    let log = folder.read("run.jsonl");
    assert!(
        log.contains("\"power-cut\"") && !said.contains("0 power cuts"),
        "{said}"
    );
    let again = folder.verdict(&args);
    assert!(again.out.contains("finished before"), "{}", again.out);
    assert_eq!(folder.read("run.jsonl"), log);
}

#[test]
fn pipelines_that_are_none() {
    for (text, words) in [
        ("", "expected a pipeline such as"),
        (
            "{\"tasks\": [[\"raed ST1\"]]}",
            "tasks[0][0]: `raed ST1` is no operation; expected `read ST1`",
        ),
        ("{\"tasks\": []}", "tasks: a pipeline has at least one task"),
        (
            "{\"tasks\": [[\"read ST1\", \"write ST1 D1\"]]}",
            "tasks: there is a cycle among T1",
        ),
        ("{\"tasks\": [[\"read ST1\"]]}", "tasks: ST1 dangles"),
        (
            "{\"tasks\": [[\"write ST1 D1 x9\"]], \"capacity\": 8}",
            "capacity: ST1 holds 8 data",
        ),
    ] {
        let folder = folder_with(text);
        let args = ["pipeline", "run", "pipeline.json", "--dir", "state"];
        let words = ["pipeline.json", words, "verdict pipeline example"];
        assert_refusal(&folder.verdict(&args), &args, &words);
        assert_eq!(folder.files(), ["pipeline.json"]);
    }
    let args = ["pipeline", "run", "missing.json"];
    let folder = Folder::new();
    assert_refusal(
        &folder.verdict(&args),
        &args,
        &["missing.json", "cannot be read"],
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = folder_with(ROW);
    for (more, words) in [
        (&["--workers", "0"][..], &["--workers", "0"][..]),
        (&["--workers", "63"], &["63", "1..=62"]),
        (&["--capacity", "0"], &["--capacity"]),
        (&["--fault", "W3@1"], &["W3@1", "W1 to W2"]),
        (
            &["--fault", "W1@99999"],
            &["W1@99999 never happened", "W1 took"],
        ),
        (&["--fault", "W1"], &["W1@12"]),
        (&["--fault-rate", "1"], &["1/1000"]),
        (&["--sync"], &["--dir"]),
        (&["--capacity", "1"], &["capacity", "ST5"]),
    ] {
        let args = [&["pipeline", "run", "pipeline.json"], more].concat();
        assert_refusal(&folder.verdict(&args), &args, words);
    }
}

/// A folder with a finished run in `state` and in `run.jsonl`.
fn finished() -> Folder {
    let folder =
        folder_with(r#"{"tasks": [["write ST1 D1 x3"], ["read ST1 x2", "write ST2 D2"]]}"#);
    let args = [
        "pipeline",
        "run",
        "pipeline.json",
        "--dir",
        "state",
        "--log",
        "run.jsonl",
    ];
    let ran = folder.verdict(&args);
    assert_eq!(ran.code, 0, "{}", ran.err);
    folder
}

const AGAIN: [&str; 5] = ["pipeline", "run", "pipeline.json", "--dir", "state"];

#[test]
fn logs_that_are_damaged_foreign_or_missing() {
    for file in ["leader.log", "W1.log", "streams.log"] {
        let folder = finished();
        let path = folder.path("state").join(file);
        let bytes = fs::read(&path).expect("a log");
        let refused = |bytes: &[u8], words: &[&str]| {
            fs::write(&path, bytes).expect("a file");
            let words = [&[file, "expected"], words].concat();
            assert_refusal(&folder.verdict(&AGAIN), &AGAIN, &words);
            assert_eq!(
                fs::read(&path).expect("a log"),
                bytes,
                "{file} is left as it is"
            );
        };
        let mut changed = bytes.clone();
        changed[bytes.len() / 2] ^= 1;
        refused(&changed, &["record", "is damaged"]);
        refused(
            b"Once upon a time there was a log",
            &["this is no log of `verdict pipeline run`"],
        );
        fs::remove_file(&path).expect("a file");
        assert_refusal(
            &folder.verdict(&AGAIN),
            &AGAIN,
            &[file, "is missing", "expected all logs"],
        );
        fs::write(&path, &bytes).expect("a file");
        assert_eq!(folder.verdict(&AGAIN).code, 0);
    }
}

#[test]
fn a_log_that_was_cut_short_is_reported_and_the_run_goes_on() {
    let folder = finished();
    let right = folder.verdict(&AGAIN).out;
    let path = folder.path("state/leader.log");
    let bytes = fs::read(&path).expect("a log");
    fs::write(&path, &bytes[..bytes.len() - 5]).expect("a file");
    let ran = folder.verdict(&AGAIN);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.err.contains("leader.log: record") && ran.err.contains("cut off"),
        "{}",
        ran.err
    );
    assert_eq!(table(&ran.out), table(&right));
}

#[test]
fn a_log_of_another_pipeline_and_a_folder_in_use() {
    let folder = finished();
    folder.write("pipeline.json", r#"{"tasks": [["write ST1 D1"]]}"#);
    let words = [
        "leader.log",
        "record 0",
        "expected `tasks` = [[\"write ST1 D1\"]]",
    ];
    assert_refusal(&folder.verdict(&AGAIN), &AGAIN, &words);
    let lock = File::create(folder.path("state/lock")).expect("a file");
    lock.lock().expect("nobody else has it");
    assert_refusal(
        &folder.verdict(&AGAIN),
        &AGAIN,
        &["state", "another process"],
    );
}

#[test]
fn a_log_that_is_whole_by_itself_is_refused_beside_the_others() {
    let folder = finished();
    let read = |name: &str| fs::read(folder.path("state").join(name)).expect("a log");
    let before = ["leader.log", "W1.log", "streams.log"].map(|name| (name, read(name)));
    for (name, bytes) in &before[1..] {
        // Between two records: each begins with its length, and after 23 bytes.
        let (mut ends, mut at) = (Vec::new(), 23);
        while at < bytes.len() {
            let length = bytes[at..at + 4].try_into().expect("four bytes");
            at += 16 + u32::from_le_bytes(length) as usize;
            ends.push(at);
        }
        let cut = &bytes[..ends[ends.len() / 2]];
        fs::write(folder.path("state").join(name), cut).expect("a file");
        let words = [
            *name,
            "it ends with record",
            "expected record",
            "leader.log",
        ];
        assert_refusal(&folder.verdict(&AGAIN), &AGAIN, &words);
        assert_eq!(read(name), cut, "{name} is left as it is");
        fs::write(folder.path("state").join(name), bytes).expect("a file");
    }
    let other = finished();
    fs::copy(other.path("state/W2.log"), folder.path("state/W2.log")).expect("a file");
    let words = ["W2.log", "expected `run` = ", "as in leader.log"];
    assert_refusal(&folder.verdict(&AGAIN), &AGAIN, &words);
}

#[test]
fn a_file_called_lock_keeps_what_is_in_it() {
    let folder = finished();
    folder.write("state/lock", "somebody's");
    assert_eq!(folder.verdict(&AGAIN).code, 0);
    assert_eq!(folder.read("state/lock"), "somebody's");
}

#[test]
fn a_fault_rate_close_to_one_ends() {
    let folder = finished();
    let rate = ["--fault-rate", "999999/1000000"];
    let ran = folder.verdict(&[&AGAIN[..3], &rate].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("by chance 250 times"), "{}", ran.err);
}

#[test]
fn runs_that_are_none_of_the_model() {
    let folder = finished();
    let right = folder.read("run.jsonl");
    let lines: Vec<_> = right.lines().collect();
    let refused = |text: &str, words: &[&str]| {
        folder.write("other.jsonl", text);
        let args = ["validate", "other.jsonl"];
        let words = [&["other.jsonl"], words].concat();
        assert_refusal(&folder.verdict(&args), &args, &words);
    };
    let header = |from: &str, to: &str| {
        assert!(lines[0].contains(from), "{from}: {}", lines[0]);
        right.replacen(from, to, 1)
    };
    refused("", &["line 1", "not JSON, or cut off"]);
    refused("Once upon a time", &["line 1", "not JSON", "--log"]);
    refused("[1]", &["line 1", "expected an object"]);
    refused(
        "{\"a\": 1}",
        &[
            "line 1",
            "`format`: expected \"verdict-steps\", found nothing",
        ],
    );
    refused(
        &header("\"version\":1", "\"version\":2"),
        &["`version`: expected 1, found 2"],
    );
    refused(
        &header("\"workers\":2", "\"workers\":0"),
        &["`workers`: expected 1 to 62, found 0"],
    );
    refused(
        &header("\"workers\":2", "\"workers\":\"two\""),
        &["`workers`", "\"two\""],
    );
    refused(
        &header("\"capacity\":8", "\"capacity\":0"),
        &["`capacity`", "at least 1"],
    );
    refused(
        &header("\"read ST1 x2\"", "\"read ST2\""),
        &["`tasks`", "cycle among T2"],
    );
    refused(
        &header("\"read ST1 x2\"", "\"read ST1 x4\""),
        &["`tasks`", "ST1 dangles"],
    );
    refused(
        &header("\"tasks\":", "\"task\":"),
        &["`tasks`: expected lists of operations, found nothing"],
    );
    let cut = lines[..lines.len() - 1].join("\n");
    refused(&cut, &["line 1", "`steps`: the header promises"]);
    let torn = &right[..right.len() - 10];
    refused(torn, &[&format!("line {}", lines.len()), "cut off"]);
    refused(
        &right.replacen("\"at\":2", "\"at\":1", 1),
        &["line 3", "`at`: expected more than 1"],
    );
    refused(
        &right.replacen("\"step\":", "\"stop\":", 1),
        &["line 2", "`stop`: expected no field but at, step"],
    );
    refused(
        &right.replacen(lines[1], "{\"at\":1}", 1),
        &["line 2", "`step`: expected the name of a step"],
    );
    let other = right.replacen("send T1 to W1 leader", "send T1 to W2 leader", 1);
    let words = [
        "line 3: step 2: `send T1 to W2 leader` is no step of the model here",
        "`send T1 to W1 leader`",
    ];
    refused(&other, &words);
    let args = ["validate", "missing.jsonl"];
    assert_refusal(
        &folder.verdict(&args),
        &args,
        &["missing.jsonl", "cannot be read", "--log"],
    );
    assert_valid(&folder, "run.jsonl");
}

#[test]
fn a_run_that_has_not_come_to_its_end_is_a_run() {
    let folder = finished();
    let right = folder.read("run.jsonl");
    let lines: Vec<_> = right.lines().take(6).collect();
    let count = format!("\"steps\":{}", right.lines().count() - 1);
    folder.write(
        "half.jsonl",
        &lines.join("\n").replacen(&count, "\"steps\":5", 1),
    );
    let ran = folder.verdict(&["validate", "half.jsonl"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.out.contains("validated 5 steps") && ran.out.contains("not all tasks are done"),
        "{}",
        ran.out
    );
}

#[test]
fn the_experiment_reports_ratios_beside_those_of_the_thesis() {
    let folder = Folder::new();
    let args = [
        "experiment",
        "rollback",
        "--workers",
        "1,2",
        "--work",
        "0",
        "--scale",
        "1",
        "--repetitions",
        "1",
    ];
    let ran = folder.verdict(&args);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for words in ["Stable storage is memory", "+8.75%", "+12.44%", "+24.92%"] {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
    let json = folder.verdict(&[&args[..], &["--format", "json", "--storage", "written"]].concat());
    let document: serde_json::Value = serde_json::from_str(&json.out).expect("a document");
    assert_eq!(document["rows"].as_array().map(Vec::len), Some(2));
    assert_eq!(document["storage"], "written");
}
