//! Every verdict is as the catalog expects.

use std::process::Command;

/// Runs the command; whatever it complains about is in the message.
fn succeeds(words: &[&str]) {
    let done = Command::new(env!("CARGO_BIN_EXE_lock-server")).args(words).output().expect("the command starts");
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{words:?} ends with {}:\n{out}{err}", done.status);
}

#[test]
fn every_claim_has_its_verdict() {
    succeeds(&["check"]);
}

#[test]
fn every_claim_without_an_assumption_has_its_verdict() {
    succeeds(&["assumptions", "lock"]);
}

#[test]
fn every_mutant_is_noticed() {
    succeeds(&["mutants", "lock"]);
}
