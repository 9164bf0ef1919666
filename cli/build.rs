//! What `verdict --version` says: the version of the package, and the commit it was built from, with its day, if it was built in a checkout.

use std::process::Command;

fn main() {
    let version = env!("CARGO_PKG_VERSION");
    let commit = git(&["rev-parse", "--short=12", "HEAD"]);
    let version = match commit {
        Some(commit) => {
            let changed = git(&["status", "--porcelain"]).is_some_and(|status| !status.is_empty());
            let changed = if changed { ", changed" } else { "" };
            format!("{version} (commit {commit}{changed})")
        }
        None => format!("{version} (not built from a checkout)"),
    };
    let day = git(&["show", "-s", "--format=%cs", "HEAD"]);
    println!("cargo::rustc-env=VERDICT_VERSION={version}");
    println!("cargo::rustc-env=VERDICT_DAY={}", day.unwrap_or_default());
    if let Some(folder) = git(&["rev-parse", "--absolute-git-dir"]) {
        println!("cargo::rerun-if-changed={folder}/HEAD");
        println!("cargo::rerun-if-changed={folder}/logs/HEAD");
    }
    println!("cargo::rerun-if-changed=build.rs");
}

fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
