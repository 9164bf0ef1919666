//! Runs the command, in a folder of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use verdict::App;
use verdict::prelude::{Catalog, Claim};

/// The command with its catalog.
pub static APP: LazyLock<App> =
    LazyLock::new(|| verdict_cli::app().unwrap_or_else(|slips| panic!("{slips}")));

/// A claim that has no model in [`FEW`].
pub const UNCHECKED: &str = "ring/nobody-looked";

/// The command over a few claims of the catalog, and one that nobody has modelled.
pub static FEW: LazyLock<App> = LazyLock::new(|| {
    let of_few = |claim: &&Claim| ["ring/unique-real", "ring/test-as-printed"].contains(&claim.id);
    let all = APP.catalog();
    let code = [
        verdict_models::SOURCES,
        verdict_world::SOURCES,
        verdict_proofs::SOURCES,
    ];
    let says = "Somewhere in the text something is said that nobody has looked at.";
    let unchecked = Claim::safety(UNCHECKED, "Section 0", says).unchecked();
    let claims = all.claims().iter().filter(of_few).cloned();
    let catalog = Catalog::new(code, all.sources().to_vec(), claims.chain([unchecked]));
    App::new(catalog.unwrap_or_else(|slips| panic!("{slips}")))
});

/// What a run of the command left behind.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// A folder that is gone after the test.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The command, with the colours left to the default.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_verdict"));
        command.args(args).current_dir(self.0.path());
        command.stdin(Stdio::null());
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        command
    }

    pub fn verdict(&self, args: &[&str]) -> Ran {
        run(self.command(args))
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("a file that was written")
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        let folder = path.parent().expect("a file in a folder");
        std::fs::create_dir_all(folder).expect("a folder that can be written");
        std::fs::write(path, text).expect("a folder that can be written");
    }

    /// All files, relative to the folder, in order.
    pub fn files(&self) -> Vec<String> {
        let mut found = Vec::new();
        collect(self.0.path(), self.0.path(), &mut found);
        found.sort();
        found
    }
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(root, &path, found);
        } else {
            let name = path.strip_prefix(root).expect("below the root");
            found.push(name.display().to_string());
        }
    }
}

pub fn run(mut command: Command) -> Ran {
    let output = command.output().expect("the command starts");
    let text = |bytes| String::from_utf8(bytes).expect("the command writes UTF-8");
    let ran = Ran {
        code: output.status.code().expect("no signal ended the command"),
        out: text(output.stdout),
        err: text(output.stderr),
    };
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    ran
}

/// Runs the command in a folder of its own.
pub fn verdict(args: &[&str]) -> Ran {
    Folder::new().verdict(args)
}

/// Runs the command within this process, which is faster. Files must be named by their full path.
pub fn verdict_here(args: &[&str]) -> Ran {
    run_here(&APP, args)
}

/// Runs a command over any catalog within this process.
pub fn run_here(app: &App, args: &[&str]) -> Ran {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let words = std::iter::once("verdict").chain(args.iter().copied());
    let code = app.run(
        words.map(Into::into),
        &mut anstream::StripStream::new(&mut out),
        &mut anstream::StripStream::new(&mut err),
        false,
    );
    Ran {
        code: code.into(),
        out: String::from_utf8(out).expect("the command writes UTF-8"),
        err: String::from_utf8(err).expect("the command writes UTF-8"),
    }
}

/// The results of a run with `--format json`.
pub fn results(ran: &Ran) -> Vec<serde_json::Value> {
    let document: serde_json::Value = serde_json::from_str(&ran.out)
        .unwrap_or_else(|error| panic!("{error}\n{}\n{}", ran.out, ran.err));
    document["results"].as_array().expect("a list").clone()
}

/// A trace for each kind of run: a bad state, a run that rests, a witness, an assumption dropped, a mutant.
pub const RUNS_WITH_TRACES: [&[&str]; 5] = [
    &["ring/unique-real", "--variant", "line-by-line"],
    &["ring/test-as-printed"],
    &["ring/bound-is-tight", "-p", "N=4", "-p", "k=2"],
    &[
        "ring/unique-real",
        "--variant",
        "as-meant",
        "-p",
        "N=3",
        "--without",
        "crash-stop",
        "--with",
        "fifo",
    ],
    &[
        "ring/circulates",
        "--variant",
        "as-meant",
        "--mutant",
        "forget-suspicion",
        "-p",
        "N=3",
    ],
];

/// Writes the trace of a run to this file.
pub fn record(run: &[&str], path: &Path) {
    let path = path.to_str().expect("a plain path");
    let args = [&["check"], run, &["--trace-out", path]].concat();
    let ran = verdict_here(&args);
    assert_ne!(ran.code, 2, "{run:?}: {}", ran.err);
    assert!(Path::new(path).is_file(), "{run:?}: {}", ran.err);
}
