//! Several processes: the same verdicts as one, and what becomes of those that are killed. A test without a harness: this file is both
//! the test and, started again, the command.

mod toy;

use std::fs;
use std::io::Read;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Output, Stdio};
use std::time::Duration;

const CHILD: &str = "VERDICT_TEST_CHILD";

fn main() -> ExitCode {
    match std::env::var(CHILD).as_deref() {
        Ok("endless") => return verdict::main(toy::endless()),
        Ok(_) => return verdict::main(toy::mixed()),
        Err(_) => {}
    }
    if std::env::args().any(|arg| arg == "--list") {
        return ExitCode::SUCCESS;
    }
    let tests: [(&str, fn()); 8] = [
        (
            "every verdict, count and run is that of one process",
            the_same_as_alone,
        ),
        ("a search that is cut is bounded", a_cut_is_bounded),
        (
            "a killed process is an error that names it",
            a_killed_process_is_named,
        ),
        (
            "killed with process 0, the others end",
            all_end_with_the_first,
        ),
        ("a signal ends all in order", a_signal_ends_all),
        (
            "other models are refused at both ends",
            other_models_are_refused,
        ),
        (
            "hosts that are wrong are told with their line",
            wrong_hosts_are_told,
        ),
        (
            "what does not go together is refused",
            what_does_not_go_together,
        ),
    ];
    for (name, test) in tests {
        test();
        println!("{name}");
    }
    ExitCode::SUCCESS
}

fn command(catalog: &str, args: &[&str]) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("a file"));
    command.env(CHILD, catalog).args(args).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn ran(catalog: &str, args: &[&str]) -> (Option<i32>, String, String) {
    said(command(catalog, args).output().expect("it starts"))
}

fn said(output: Output) -> (Option<i32>, String, String) {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// Everything that a report says, but for what a search costs.
fn known(report: &str) -> serde_json::Value {
    fn forget(value: &mut serde_json::Value) {
        match value {
            serde_json::Value::Object(fields) => {
                fields.retain(|name, _| {
                    !name.contains("bytes") && !name.contains("second") && name != "command"
                });
                fields.values_mut().for_each(forget);
            }
            serde_json::Value::Array(values) => values.iter_mut().for_each(forget),
            _ => {}
        }
    }
    let mut report = serde_json::from_str(report).expect("JSON");
    forget(&mut report);
    report
}

fn the_same_as_alone() {
    let (code, alone, _) = ran("mixed", &["check", "--format=json"]);
    let alone = known(&alone);
    for processes in ["1", "2", "3", "4"] {
        let args = [
            "check",
            "--format=json",
            "--processes",
            processes,
            "--threads=1",
        ];
        let (same, together, err) = ran("mixed", &args);
        assert_eq!(known(&together), alone, "{processes}: {err}");
        assert_eq!(same, code, "{processes}: {err}");
        let told = err.matches("states by process").count();
        assert_eq!(
            told,
            alone["results"].as_array().expect("a list").len(),
            "{err}"
        );
    }
}

fn a_cut_is_bounded() {
    for limit in ["--max-states=5000", "--max-seconds=1", "--max-memory=1"] {
        let args = ["check", "count/without-end", "--processes=3", limit];
        let (code, out, err) = ran("endless", &args);
        assert_eq!(code, Some(20), "{limit}: {out}{err}");
        assert!(out.contains("bounded"), "{limit}: {out}");
    }
}

/// A search without end on three processes, of which the two that were started are given.
fn endless() -> (Child, Vec<u32>) {
    let args = ["check", "count/without-end", "--processes=3"];
    let child = command("endless", &args).spawn().expect("it starts");
    let started = busy_children(child.id());
    (child, started)
}

fn busy_children(of: u32) -> Vec<u32> {
    let path = format!("/proc/{of}/task/{of}/children");
    loop {
        let list = fs::read_to_string(&path).expect("a process with children");
        let children: Vec<u32> = list.split_whitespace().flat_map(str::parse).collect();
        // Connected to each other and searching, each has taken some time.
        if children.len() == 2 && children.iter().all(|child| ticks(*child) > 20) {
            return children;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The time that a process has taken for itself, in ticks of the system.
fn ticks(process: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let behind_name = stat.rsplit(") ").next().unwrap_or_default();
    let field = behind_name.split(' ').nth(11);
    field.and_then(|field| field.parse().ok()).unwrap_or(0)
}

fn send(signal: &str, process: u32) {
    let mut kill = Command::new("kill");
    kill.arg(format!("-{signal}")).arg(process.to_string());
    assert!(kill.status().expect("there is `kill`").success());
}

/// Whether a process is there, and not only waited for.
fn runs(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

fn until_gone(processes: &[u32]) {
    while processes.iter().any(|process| runs(*process)) {
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn a_killed_process_is_named() {
    // Only Linux tells who the children are.
    if !Path::new("/proc/self/task").exists() {
        return;
    }
    for at in [0, 1] {
        let (child, started) = endless();
        send("KILL", started[at]);
        let (code, out, err) = said(child.wait_with_output().expect("it ends"));
        assert_eq!(code, Some(2), "{out}{err}");
        let process = format!("error: process {} at 127.0.0.1:", at + 1);
        assert!(err.contains(&process), "{err}");
        assert!(
            err.contains("has gone away before the search was over"),
            "{err}"
        );
        assert!(err.contains("(signal: 9 (SIGKILL))"), "{err}");
        assert!(!err.contains("panicked"), "{err}");
        for word in ["holds", "bounded", "refuted"] {
            assert!(!out.contains(word), "{out}");
        }
        until_gone(&started);
    }
}

fn all_end_with_the_first() {
    if !Path::new("/proc/self/task").exists() {
        return;
    }
    let (mut child, started) = endless();
    send("KILL", child.id());
    child.wait().expect("it ends");
    until_gone(&started);
}

fn a_signal_ends_all() {
    if !Path::new("/proc/self/task").exists() {
        return;
    }
    let (child, started) = endless();
    send("TERM", child.id());
    let (code, out, err) = said(child.wait_with_output().expect("it ends"));
    assert_eq!(code, Some(143), "{out}{err}");
    assert!(out.contains("interrupted"), "{out}");
    until_gone(&started);
}

/// A file with so many ports of this machine that were free a moment ago.
fn hosts(folder: &Path, count: usize) -> String {
    let free: Vec<_> = (0..count)
        .map(|_| TcpListener::bind("127.0.0.1:0").expect("a port"))
        .collect();
    let lines = free
        .iter()
        .map(|port| format!("{}\n", port.local_addr().expect("an address")));
    let path = folder.join("hosts.txt");
    fs::write(&path, lines.collect::<String>()).expect("written");
    path.display().to_string()
}

fn other_models_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = hosts(folder.path(), 2);
    let start = |process: &str, size: &str| {
        let args = [
            "check",
            "count/small",
            "--hosts",
            &path,
            "--process",
            process,
            "-p",
            size,
            "--threads=1",
        ];
        command("mixed", &args).spawn().expect("it starts")
    };
    let both = |sizes: [&str; 2]| {
        let [mut first, second] = [start("0", sizes[0]), start("1", sizes[1])];
        let second = said(second.wait_with_output().expect("it ends"));
        let (mut out, mut err) = (String::new(), String::new());
        first
            .stdout
            .take()
            .expect("piped")
            .read_to_string(&mut out)
            .expect("text");
        first
            .stderr
            .take()
            .expect("piped")
            .read_to_string(&mut err)
            .expect("text");
        let code = first.wait().expect("it ends").code();
        [(code, out, err), second]
    };
    let refused = both(["limit=3", "limit=4"]);
    for (process, (code, out, err)) in refused.into_iter().enumerate() {
        assert_eq!(code, Some(2), "{out}{err}");
        let other = 1 - process;
        let expected = format!(
            "error: process {other} has another content hash of count/small as-meant limit="
        );
        assert!(err.contains(&expected), "{err}");
        assert!(err.contains("nothing was searched"), "{err}");
        assert_eq!(out, "");
    }
    let [(code, out, err), (other, nothing, note)] = both(["limit=3", "limit=3"]);
    assert_eq!((code, other), (Some(0), Some(0)), "{out}{err}{note}");
    assert!(out.contains("holds"), "{out}{err}");
    assert_eq!(nothing, "");
    assert!(
        note.contains("process 1 took part in 2 runs; process 0 reports"),
        "{note}"
    );
}

fn wrong_hosts_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("hosts.txt");
    let path = path.to_str().expect("text");
    fs::write(path, "127.0.0.1:7000\nnowhere\n").expect("written");
    let (code, _, err) = ran("mixed", &["check", "--hosts", path]);
    assert_eq!(code, Some(2));
    assert!(
        err.contains("hosts.txt, line 2: `nowhere` has no port; expected host:port"),
        "{err}"
    );
    fs::write(path, "127.0.0.1:7000\n").expect("written");
    let (code, _, err) = ran("mixed", &["check", "--hosts", path, "--process=1"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("there is no process 1: "), "{err}");
    assert!(
        err.contains("names 1 host; expected --process 0 to 0"),
        "{err}"
    );
    fs::write(path, "198.51.100.1:7000\n").expect("written");
    let (code, _, err) = ran("mixed", &["check", "--hosts", path]);
    assert_eq!(code, Some(2));
    assert!(
        err.contains("cannot listen at 198.51.100.1:7000: "),
        "{err}"
    );
}

fn what_does_not_go_together() {
    for more in ["--update-ledger", "--exact", "--watch", "--hosts=x"] {
        let (code, _, err) = ran("mixed", &["check", "--processes=2", more]);
        assert_eq!(code, Some(2), "{more}: {err}");
        assert!(err.contains("cannot be used with"), "{more}: {err}");
    }
    let (code, _, err) = ran("mixed", &["check", "--processes=2", "--joined-as=1"]);
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("nobody has started this one"), "{err}");
}
