//! A search that is killed, ended by a signal or out of room on the disk is gone on with as if nothing had happened. A test without a
//! harness: this file is both the test and, started again, the command.

mod toy;

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Output, Stdio};
use std::time::Duration;

const CHILD: &str = "VERDICT_TEST_CHILD";
/// 301 times 301 states.
const CLAIM: [&str; 5] = [
    "check",
    "count/without-end",
    "-p",
    "limit=300",
    "--format=json",
];
const FILE: &str = "kept/count/without-end/as-meant,limit=300.search";

fn main() -> ExitCode {
    if std::env::var_os(CHILD).is_some() {
        return verdict::main(toy::endless());
    }
    if std::env::args().any(|arg| arg == "--list") {
        return ExitCode::SUCCESS;
    }
    let expected = counts(&run(Path::new("."), &[]));
    assert_eq!(expected[0], 301 * 301);
    killed_again_and_again(&expected);
    println!("KILL: it goes on, and ends as if nothing had happened");
    ended_by_a_signal();
    println!("TERM: a checkpoint is left");
    what_spills_survives(&expected);
    println!("spilled: it goes on too");
    out_of_room(&expected);
    println!("full: an error, and the old checkpoint is as it was");
    what_is_not_there_is_told();
    println!("wrong: every error names what is wrong");
    ExitCode::SUCCESS
}

fn command(folder: &Path, args: &[&str]) -> Command {
    let this = std::env::current_exe().expect("a file");
    let mut command = Command::new(this);
    command.env(CHILD, "1").args(args);
    command.current_dir(folder).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    let output = command(folder, &CLAIM).args(args).output();
    output.expect("it starts")
}

/// What was counted, by the report.
fn counts(output: &Output) -> Vec<u64> {
    let err = String::from_utf8_lossy(&output.stderr);
    let json: serde_json::Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {err}"));
    let result = &json["results"][0];
    let names = ["distinctStates", "totalStates", "depth", "branching"];
    let counts = names.map(|name| result[name].as_u64());
    assert_eq!(output.status.code(), Some(0), "{err}");
    assert_eq!(result["verdict"], "holds");
    counts
        .into_iter()
        .map(|count| count.expect("a number"))
        .collect()
}

fn error(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn killed_again_and_again(expected: &[u64]) {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut word, mut killed) = ("--checkpoint=kept", 0);
    for milliseconds in [90, 240, 170, 330, 130, 400] {
        let mut child = command(folder.path(), &CLAIM)
            .args([word, "--checkpoint-every=0"])
            .spawn()
            .expect("it starts");
        std::thread::sleep(Duration::from_millis(milliseconds));
        if child.try_wait().expect("a child").is_none() {
            killed += 1;
        }
        child.kill().expect("a child");
        child.wait().expect("a child");
        if folder.path().join(FILE).exists() {
            word = "--resume=kept";
        }
    }
    assert!(killed > 0, "it was over before it was killed");
    let output = run(folder.path(), &[word, "--threads=1"]);
    assert_eq!(counts(&output), expected);
    // What is over is not made again.
    let output = run(folder.path(), &["--resume=kept"]);
    assert_eq!(counts(&output), expected);
}

fn ended_by_a_signal() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["check", "count/without-end", "--checkpoint=kept"];
    let child = command(folder.path(), &args).spawn().expect("it starts");
    std::thread::sleep(Duration::from_millis(500));
    let sent = Command::new("kill")
        .arg("-TERM")
        .arg(child.id().to_string())
        .status();
    assert!(sent.expect("there is `kill`").success());
    let output = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(143), "{told}");
    // It goes on, as far as it may: a limit leaves another one.
    let args = [
        "check",
        "count/without-end",
        "--resume=kept",
        "--max-states=1",
    ];
    let output = command(folder.path(), &args).output().expect("it starts");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(20), "{told}");
}

fn what_spills_survives(expected: &[u64]) {
    let folder = tempfile::tempdir().expect("a folder");
    let spill = ["--spill=disk", "--max-memory=64"];
    let cut = ["--checkpoint=kept", "--max-states=20000"];
    let output = run(folder.path(), &[spill, cut].concat());
    assert_eq!(output.status.code(), Some(20), "it was cut");
    let output = run(folder.path(), &[&spill[..], &["--resume=kept"]].concat());
    assert_eq!(counts(&output), expected);
    let left = fs::read_dir(folder.path().join("disk")).expect("a folder");
    assert_eq!(left.count(), 1, "the lock");
}

fn out_of_room(expected: &[u64]) {
    let folder = tempfile::tempdir().expect("a folder");
    let output = run(folder.path(), &["--checkpoint=kept", "--max-states=20000"]);
    assert_eq!(output.status.code(), Some(20), "it was cut");
    let before = fs::read(folder.path().join(FILE)).expect("a checkpoint");
    // No file may be longer than so many blocks: what a full disk looks like to whoever writes.
    let this = std::env::current_exe().expect("a file");
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 100; exec \"$0\" \"$@\""])
        .arg(this)
        .args(CLAIM)
        .args(["--resume=kept", "--checkpoint-every=0"])
        .env(CHILD, "1")
        .current_dir(folder.path())
        .output()
        .expect("there is `sh`");
    let told = error(&output);
    assert!(
        told.contains(FILE) && told.contains("cannot be written"),
        "{told}"
    );
    let after = fs::read(folder.path().join(FILE)).expect("a checkpoint");
    assert!(before == after, "the old checkpoint is as it was");
    let left = fs::read_dir(folder.path().join("kept/count/without-end")).expect("a folder");
    assert_eq!(left.count(), 1, "nothing else is left");
    assert_eq!(counts(&run(folder.path(), &["--resume=kept"])), expected);
}

fn what_is_not_there_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let told = error(&run(folder.path(), &["--resume=nowhere"]));
    assert!(told.contains("there is no folder nowhere"), "{told}");
    fs::create_dir(folder.path().join("kept")).expect("a folder");
    let told = error(&run(folder.path(), &["--resume=kept"]));
    assert!(
        told.contains("kept has no checkpoint of the selected runs: count/without-end"),
        "{told}"
    );
    fs::write(folder.path().join("file"), "").expect("a file");
    let told = error(&run(folder.path(), &["--checkpoint=file"]));
    assert!(told.contains("file cannot be written"), "{told}");
    run(folder.path(), &["--checkpoint=kept", "--max-states=20000"]);
    let told = error(&run(folder.path(), &["--checkpoint=kept"]));
    assert!(
        told.contains("is there already: --resume kept goes on with it"),
        "{told}"
    );
    let file = folder.path().join(FILE);
    let whole = fs::read(&file).expect("a checkpoint");
    fs::write(&file, &whole[..whole.len() / 2]).expect("a file");
    let told = error(&run(folder.path(), &["--resume=kept"]));
    assert!(told.contains("it ends too early"), "{told}");
    // Of another size, under the name of this one.
    fs::write(&file, &whole).expect("a file");
    let other = file.with_file_name("as-meant,limit=299.search");
    fs::rename(&file, other).expect("a file");
    let args = [
        "check",
        "count/without-end",
        "-p",
        "limit=299",
        "--resume=kept",
    ];
    let told = error(&command(folder.path(), &args).output().expect("it starts"));
    assert!(
        told.contains("its run is check count/without-end"),
        "{told}"
    );
    assert!(
        told.contains("limit=300") && told.contains("limit=299"),
        "{told}"
    );
}
