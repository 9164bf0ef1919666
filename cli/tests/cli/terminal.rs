//! Pipes and colours.

use crate::support::{Folder, RUNS_WITH_TRACES, record, run};

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = Folder::new();
    record(RUNS_WITH_TRACES[0], &folder.path("run.itf.json"));
    for args in [
        &["list"] as &[&str],
        &["show", "ring/unique-real"],
        &["check", "ring/test-as-printed"],
        &["check", "ring/test-as-printed", "--format", "json"],
        &["assumptions", "ring/unique-real"],
        &["replay", "run.itf.json"],
        &["trace", "run.itf.json", "--to", "svg"],
        &["completions", "zsh"],
        &["--help"],
    ] {
        // Nobody reads from the very first byte on, which no timing can change.
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = folder.command(args);
        command.stdout(writer);
        let child = command
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("it starts");
        let output = child.wait_with_output().expect("it ends");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(141), "{args:?}: {err}");
        assert!(!err.contains("error"), "{args:?}: {err}");
    }
}

#[test]
fn colours_only_where_they_are_wanted() {
    let coloured = |variables: &[(&str, &str)]| {
        let folder = Folder::new();
        let mut command = folder.command(&["list", "ring"]);
        command.envs(variables.iter().copied());
        run(command).out.contains('\x1b')
    };
    assert!(!coloured(&[]), "a pipe wants none");
    assert!(coloured(&[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
}
