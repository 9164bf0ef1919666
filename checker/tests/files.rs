//! What is written: whole, where it was asked for, and never in place of something that is no file.
#![cfg(unix)]

use std::fs::{self, File, Permissions};
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};
use tempfile::TempDir;
use verdict_checker::file::{read_text, replace, write_below, write_whole};

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("a file").permissions().mode() & 0o777
}

fn refused(written: std::io::Result<()>, words: &str) {
    let error = written.expect_err(words).to_string();
    assert!(error.contains(words), "{error}");
}

#[test]
fn a_device_is_written_to_and_stays_one() {
    let null = Path::new("/dev/null");
    write_whole(null, "text").expect("it takes anything");
    let found = fs::symlink_metadata(null).expect("it is there");
    assert!(found.file_type().is_char_device());
}

#[test]
fn a_pipe_is_written_to_and_stays_one() {
    let folder = folder();
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo")
        .arg(&pipe)
        .status()
        .expect("there is `mkfifo`");
    assert!(made.success());
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || {
            let mut text = String::new();
            let mut pipe = File::open(pipe).expect("a pipe");
            pipe.read_to_string(&mut text).expect("text");
            text
        })
    };
    replace(&pipe, "through").expect("somebody reads");
    assert_eq!(reader.join().expect("it ends"), "through");
    let found = fs::symlink_metadata(&pipe).expect("it is there");
    assert!(found.file_type().is_fifo());
}

#[test]
fn a_link_is_neither_followed_nor_replaced() {
    let folder = folder();
    let (target, link) = (folder.path().join("target"), folder.path().join("link"));
    fs::write(&target, "before").expect("writable");
    symlink(&target, &link).expect("a link");
    refused(write_whole(&link, "after"), "symbolic link");
    assert_eq!(fs::read_to_string(&target).expect("text"), "before");
    assert!(
        fs::symlink_metadata(&link)
            .expect("it is there")
            .is_symlink()
    );
    let dangling = folder.path().join("dangling");
    symlink(folder.path().join("nowhere"), &dangling).expect("a link");
    refused(write_whole(&dangling, "after"), "symbolic link");
    assert!(!folder.path().join("nowhere").exists());
}

#[test]
fn no_link_leads_out_of_the_folder_that_was_chosen() {
    let (chosen, other) = (folder(), folder());
    symlink(other.path(), chosen.path().join("ring")).expect("a link");
    let path = chosen.path().join("ring/once.itf.json");
    refused(write_below(chosen.path(), &path, "text"), "may lead out of");
    assert!(!other.path().join("once.itf.json").exists());
    // The choice itself may be a link: whoever made it knows.
    let name = other.path().join("chosen");
    symlink(chosen.path(), &name).expect("a link");
    write_below(&name, &name.join("a/b"), "text").expect("within");
    assert_eq!(
        fs::read_to_string(chosen.path().join("a/b")).expect("text"),
        "text"
    );
}

#[test]
fn permissions_are_kept_and_a_new_file_has_those_of_any_other() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    File::create(at("other")).expect("writable");
    write_whole(&at("new"), "text").expect("writable");
    assert_eq!(mode(&at("new")), mode(&at("other")), "the mask of the user");
    for kept in [0o600, 0o755, 0o664] {
        fs::set_permissions(at("new"), Permissions::from_mode(kept)).expect("ours");
        write_whole(&at("new"), "again").expect("writable");
        assert_eq!(mode(&at("new")), kept);
    }
    fs::set_permissions(at("new"), Permissions::from_mode(0o444)).expect("ours");
    refused(write_whole(&at("new"), "and again"), "read-only");
    assert_eq!(fs::read_to_string(at("new")).expect("text"), "again");
}

#[test]
fn what_a_killed_writer_left_is_removed_and_what_another_writes_now_is_not() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let hours_ago = SystemTime::now() - Duration::from_secs(2 * 3600);
    for (name, old) in [
        (".verdict-old.tmp", true),
        (".verdict-new.tmp", false),
        ("old.tmp", true),
    ] {
        let file = File::create(at(name)).expect("writable");
        if old {
            file.set_modified(hours_ago).expect("a time");
        }
    }
    write_whole(&at("out"), "text").expect("writable");
    let mut left: Vec<String> = fs::read_dir(folder.path())
        .expect("a folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    left.sort();
    assert_eq!(left, [".verdict-new.tmp", "old.tmp", "out"]);
}

#[test]
fn what_is_too_long_is_not_held_in_memory() {
    let error = read_text(Path::new("/dev/zero"), 1 << 20).expect_err("it has no end");
    assert!(error.to_string().contains("longer than 1 MiB"), "{error}");
}
