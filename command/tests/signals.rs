//! A signal ends a check in order. A test without a harness: this file is both the test and, started again, the command.

mod toy;

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};

const CHILD: &str = "VERDICT_TEST_CHILD";

fn main() -> ExitCode {
    if std::env::var_os(CHILD).is_some() {
        return verdict::main(toy::endless());
    }
    if std::env::args().any(|arg| arg == "--list") {
        return ExitCode::SUCCESS;
    }
    for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        ends_in_order(signal, code);
        println!("{signal}: what was finished is reported and recorded, exit code {code}");
    }
    a_second_signal_does_not_wait();
    println!("twice: over at once");
    #[cfg(target_os = "linux")]
    {
        a_report_that_nobody_reads_does_not_swallow_a_signal();
        println!("while a pipe waits for its reader: over at once");
    }
    ExitCode::SUCCESS
}

fn start(folder: &Path, args: &[&str]) -> Child {
    let this = std::env::current_exe().expect("a file");
    let mut command = Command::new(this);
    command.env(CHILD, "1").args(args).current_dir(folder);
    command.stdin(Stdio::null()).stderr(Stdio::piped());
    command.stdout(Stdio::piped()).spawn().expect("it starts")
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill")
        .arg(format!("-{signal}"))
        .arg(child.id().to_string())
        .status();
    assert!(sent.expect("there is `kill`").success());
}

/// Reads until the first claim is told: then the search that never ends is next, or under way.
fn until_first_is_told(out: &mut impl BufRead) -> String {
    let mut told = String::new();
    while !told.contains("as expected") {
        assert_ne!(out.read_line(&mut told).expect("text"), 0, "{told}");
    }
    told
}

fn ends_in_order(signal: &str, code: i32) {
    let folder = tempfile::tempdir().expect("a folder");
    let args = [
        "check",
        "--update-ledger",
        "--report=junit=out.xml",
        "--report=json=out.json",
    ];
    let mut child = start(folder.path(), &args);
    let mut out = BufReader::new(child.stdout.take().expect("piped"));
    let mut told = until_first_is_told(&mut out);
    // Then the next search is under way; if it is not, it is left out, which is told too.
    std::thread::sleep(std::time::Duration::from_millis(300));
    send(signal, &child);
    out.read_to_string(&mut told).expect("text");
    let mut err = String::new();
    child
        .stderr
        .take()
        .expect("piped")
        .read_to_string(&mut err)
        .expect("text");
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(code), "{told}{err}");
    assert!(told.contains("interrupted: "), "{told}{err}");
    let totals = told.lines().find(|line| line.contains(" runs: "));
    if let Some(totals) = totals {
        assert!(
            totals.ends_with("1 interrupted; the rest as expected"),
            "{told}"
        );
    }
    assert!(
        !told.contains("all as expected") || totals.is_none(),
        "{told}"
    );
    let read = |name: &str| {
        let text = std::fs::read_to_string(folder.path().join(name));
        text.unwrap_or_else(|error| panic!("{name}: {error}; {err}"))
    };
    let ledger = read("ledger/count.jsonl");
    assert!(ledger.contains("count/small"), "{ledger}");
    assert!(
        !ledger.contains("count/without-end"),
        "what was ended is not recorded: {ledger}"
    );
    assert!(read("out.xml").contains("count/small as-meant limit=2"));
    let json: serde_json::Value = serde_json::from_str(&read("out.json")).expect("JSON");
    assert!(
        json["incomplete"]
            .as_str()
            .is_some_and(|words| words.starts_with("interrupted"))
    );
    for result in json["results"].as_array().expect("a list").iter().skip(1) {
        assert_eq!(result["verdict"], "bounded", "{result:#}");
        assert_eq!(result["cut"], "interrupted");
    }
    let left = std::fs::read_dir(folder.path())
        .expect("a folder")
        .flatten();
    let temporary = left.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let temporary: Vec<String> = temporary.filter(|name| name.ends_with(".tmp")).collect();
    assert!(temporary.is_empty(), "{temporary:?}");
}

/// The main thread of a process, as the system tells of it: `S` sleeps.
#[cfg(target_os = "linux")]
fn sleeps(child: &Child) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    let behind_name = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    behind_name.starts_with('S')
}

/// Waits until it is so. What never comes is an error, and not a test that hangs.
#[cfg(target_os = "linux")]
fn until(child: &mut Child, what: &str, mut is_so: impl FnMut(&mut Child) -> bool) {
    for _ in 0..6000 {
        if is_so(child) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    child.kill().expect("it is still there");
    panic!("{what}: waited for in vain");
}

#[cfg(target_os = "linux")]
fn a_report_that_nobody_reads_does_not_swallow_a_signal() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = Command::new("mkfifo")
        .arg(folder.path().join("pipe"))
        .status();
    assert!(made.expect("there is `mkfifo`").success());
    // The first is written when the second begins to wait.
    let reports = ["--report=junit=out.xml", "--report=json=pipe"];
    let words = [&["check", "count/small"], &reports[..]].concat();
    let mut child = start(folder.path(), &words);
    let written = folder.path().join("out.xml");
    until(&mut child, "the report before", |_| written.is_file());
    until(&mut child, "the wait for a reader", |child| sleeps(child));
    send("TERM", &child);
    let mut code = None;
    until(&mut child, "the end after one signal", |child| {
        let status = child.try_wait().expect("a child");
        code = status.map(|status| status.code());
        code.is_some()
    });
    assert_eq!(code, Some(Some(143)));
}

fn a_second_signal_does_not_wait() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = start(folder.path(), &["check"]);
    let mut out = BufReader::new(child.stdout.take().expect("piped"));
    until_first_is_told(&mut out);
    send("TERM", &child);
    // It may be over by now.
    let _ = Command::new("kill")
        .arg("-TERM")
        .arg(child.id().to_string())
        .stderr(Stdio::null())
        .status();
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(143));
}
