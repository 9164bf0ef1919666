//! Words of every kind: whatever is typed, the command ends with one of its codes, and says what was wrong in words that a terminal shows.
//!
//! `corpus/arguments.jsonl` keeps what was found. `PROPTEST_CASES=100000` asks for more cases than a test can afford. One test, because
//! it works in a folder of its own.

mod toy;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use verdict::App;
use verdict::checker::strict::has_unprintable;

/// What can be typed, but for `explore`, which serves until somebody ends it.
const COMMANDS: [&str; 20] = [
    "list",
    "show",
    "check",
    "assumptions",
    "replay",
    "trace",
    "ledger",
    "readme",
    "explain",
    "mutants",
    "simulate",
    "page",
    "site",
    "cite",
    "new",
    "completions",
    "man",
    "bench",
    "prove",
    "",
];

const OPTIONS: [&str; 38] = [
    "-p",
    "--parameter",
    "--variant",
    "--with",
    "--without",
    "--mutant",
    "--deep",
    "--max-states",
    "--threads",
    "--max-memory",
    "--max-seconds",
    "--stale",
    "--fail-fast",
    "--shard",
    "--exact",
    "--save-traces",
    "--traces-dir",
    "--trace-out",
    "--update-ledger",
    "--ledger",
    "--since",
    "--expect",
    "--format",
    "--report",
    "--full",
    "--profile",
    "--config",
    "--listed",
    "--on",
    "--to",
    "-o",
    "--unreplayed",
    "--check",
    "--table",
    "--recount",
    "--seed",
    "--verbose",
    "--",
];

const VALUES: [&str; 26] = [
    "count",
    "count/small",
    "count/",
    "smal",
    "as-meant",
    "refuted",
    "limit=2",
    "limit=0",
    "limit=x",
    "1/2",
    "2/1",
    "holds",
    "json",
    "human",
    "junit=out.xml",
    "sarif=-",
    "a",
    "file",
    "folder",
    "run.itf.json",
    "svg",
    "no-loss",
    "bash",
    "0",
    "3",
    "/dev/null",
];

fn word() -> impl Strategy<Value = String> {
    let some =
        |words: &'static [&'static str]| proptest::sample::select(words).prop_map(str::to_owned);
    prop_oneof![
        4 => some(&OPTIONS),
        6 => some(&VALUES),
        1 => some(&COMMANDS),
        1 => any::<String>(),
        1 => "[\u{0}-\u{1f}\u{7f}-\u{9f}\u{202a}-\u{202e}a-z=/]{0,6}",
        1 => (1..2000usize).prop_map(|length| "long".repeat(length)),
        1 => any::<i128>().prop_map(|number| number.to_string()),
    ]
}

fn words() -> impl Strategy<Value = Vec<String>> {
    let command = proptest::sample::select(&COMMANDS[..]);
    (command, prop::collection::vec(word(), 0..6)).prop_map(|(command, rest)| {
        let first = (!command.is_empty()).then(|| command.to_owned());
        first.into_iter().chain(rest).collect()
    })
}

/// Types these words, and looks at what comes of it.
fn types(app: &App, words: &[String]) {
    // Words with zeros in them are no words, `explore` goes on for ever, and nothing is to be written elsewhere.
    let elsewhere =
        |word: &str| word.contains("..") || word.starts_with('/') || word.contains("=/");
    let left_out = |word: &String| {
        word.contains('\0') || word == "explore" || elsewhere(&word.replace("/dev/", "dev"))
    };
    if words.iter().any(left_out) {
        return;
    }
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let all = ["verdict"]
        .into_iter()
        .chain(words.iter().map(String::as_str));
    let code = app.run(all.map(OsString::from), &mut out, &mut err, false);
    let (out, err) = (text(out), text(err));
    assert!(
        [0, 2, 12, 13, 20, 21, 22].contains(&code),
        "{words:?}: {code}"
    );
    for said in [&out, &err] {
        assert!(
            !has_unprintable(&without_colours(said)),
            "{words:?}: {said:?}"
        );
    }
    if code == 2 {
        assert!(!err.is_empty(), "{words:?}");
    }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("the command writes UTF-8")
}

/// The text without the colours that the command itself gives it.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_digit() && c != ';');
        match end.filter(|end| part[*end..].starts_with('m')) {
            Some(end) => plain.push_str(&part[end + 1..]),
            None => plain.push_str(&format!("\u{1b}[{part}")),
        }
    }
    plain
}

#[test]
fn whatever_is_typed_the_command_ends_in_order() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/arguments.jsonl");
    let corpus = fs::read_to_string(corpus).expect("a corpus");
    let folder = tempfile::tempdir().expect("a folder");
    std::env::set_current_dir(folder.path()).expect("ours");
    fs::write("file", "not much").expect("writable");
    fs::create_dir("folder").expect("writable");
    fs::write(
        "found.toml",
        "[profile.found]\nreport = [\"\\u001b]0;title\\u0007=x\"]\n",
    )
    .expect("writable");
    let app = App::new(toy::mixed().expect("a catalog"));
    for line in corpus.lines() {
        let words: Vec<String> = serde_json::from_str(line).expect("words");
        types(&app, &words);
    }
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    let done = TestRunner::new(config).run(&words(), |words| {
        types(&app, &words);
        Ok(())
    });
    done.unwrap_or_else(|error| panic!("{error}"));
}
