//! What the running system refuses, and with which words.

use verdict_recovery::messages::Party;
use verdict_recovery::pipeline::Pipeline;
use verdict_recovery::system::faults::Fault;
use verdict_recovery::system::program::Program;
use verdict_recovery::system::{Config, run};

fn pipeline(text: &str) -> Pipeline {
    let program = Program::parse(text).expect("a program");
    program.pipeline().expect("a pipeline")
}

const SECTION_6_2: &str = r#"{"tasks": [["write ST1 D1 x2", "write ST2 D2"], ["read ST1", "write ST2 D3"],
    ["read ST2 x2", "write ST3 D4"]]}"#;

#[test]
fn a_pipeline_that_cannot_go_on_is_said_to_be_stuck() {
    let text = r#"{"tasks": [["write ST1 D1 x3", "write ST2 D2"], ["read ST2", "read ST1 x3", "write ST3 D3"]], "capacity": 1}"#;
    let error = run(&Config::new(pipeline(text), 2)).expect_err("no room");
    let said = error.to_string();
    assert!(said.contains("T1 waits for room in ST1"), "{said}");
    assert!(said.contains("T2 waits for a datum in ST2"), "{said}");
}

#[test]
fn a_plan_that_makes_no_sense_is_refused() {
    let mut config = Config::new(pipeline(SECTION_6_2), 2);
    let said = |config: &Config| run(config).expect_err("refused").to_string();
    config.plan = vec!["W3@1".parse().expect("a fault")];
    assert_eq!(
        said(&config),
        "fault W3@1: there is no W3; the workers are W1 to W2"
    );
    let (node, after) = (Party::Streams, 1);
    config.plan = vec![Fault { node, after }];
    assert_eq!(
        said(&config),
        "fault streams@1: expected a worker or the leader; the streams do not fail"
    );
    config.plan = vec!["W1@1".parse().expect("a fault"); 2];
    assert_eq!(
        said(&config),
        "fault W1@1 is given twice: a node fails once after a step"
    );
    config.plan = vec!["W1@100000".parse().expect("a fault")];
    let error = said(&config);
    assert!(
        error.starts_with("fault W1@100000 never happened: W1 took "),
        "{error}"
    );
    config.workers = 0;
    assert_eq!(said(&config), "workers: expected 1 to 62, found 0");
}

#[cfg(unix)]
mod places {
    //! What stands where a log or the lock should be, and is none.

    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::path::Path;
    use verdict_recovery::system::log::Policy;
    use verdict_recovery::system::stable::Folder;

    fn config(folder: &Path) -> Config {
        let (path, policy) = (folder.to_owned(), Policy::Written);
        Config {
            folder: Some(Folder { path, policy }),
            ..Config::new(pipeline(SECTION_6_2), 2)
        }
    }

    fn said(folder: &Path) -> String {
        let error = run(&config(folder)).expect_err("no place for a log");
        error.to_string()
    }

    #[test]
    fn a_log_that_is_no_file_is_refused_at_once() {
        let scratch = tempfile::tempdir().expect("a folder");
        let folder = scratch.path().join("state");
        run(&config(&folder)).expect("a run");
        let log = folder.join("W1.log");
        let elsewhere = scratch.path().join("elsewhere");
        fs::rename(&log, &elsewhere).expect("ours");
        let before = fs::read(&elsewhere).expect("a file");
        for target in [&*elsewhere, Path::new("/dev/zero")] {
            symlink(target, &log).expect("a link");
            let words = "W1.log: expected a file, found a symbolic link";
            assert!(said(&folder).ends_with(words), "{}", said(&folder));
            fs::remove_file(&log).expect("ours");
        }
        assert_eq!(fs::read(&elsewhere).expect("a file"), before);
        fs::create_dir(&log).expect("ours");
        assert!(said(&folder).ends_with("W1.log: expected a file, found a folder"));
        fs::remove_dir(&log).expect("ours");
        let made = std::process::Command::new("mkfifo").arg(&log).status();
        assert!(made.expect("there is `mkfifo`").success());
        assert!(said(&folder).ends_with("W1.log: expected a file, found a device or a pipe"));
    }

    #[test]
    fn a_lock_that_is_a_link_makes_nothing_elsewhere() {
        let scratch = tempfile::tempdir().expect("a folder");
        let (folder, elsewhere) = (scratch.path().join("state"), scratch.path().join("else"));
        fs::create_dir(&folder).expect("ours");
        symlink(&elsewhere, folder.join("lock")).expect("a link");
        assert!(said(&folder).ends_with("lock: expected a file, found a symbolic link"));
        assert!(!elsewhere.exists());
    }

    #[test]
    fn what_is_no_log_is_not_read_to_its_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let log = fs::File::create(folder.path().join("leader.log")).expect("ours");
        // A file of a terabyte that takes no room.
        log.set_len(1 << 40).expect("a sparse file");
        assert!(said(folder.path()).contains("leader.log: this is no log"));
        std::io::Write::write_all(&mut &log, b"verdict recovery log 2\n").expect("ours");
        let words = "leader.log: expected a log of at most 1024 MiB, found a longer one";
        assert!(said(folder.path()).ends_with(words));
    }
}
