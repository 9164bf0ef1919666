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
