//! Help: every command has it, and its examples work when pasted.

use crate::support::{APP, Folder, verdict};

fn commands() -> Vec<String> {
    let all = APP.command();
    let names = all
        .get_subcommands()
        .map(|command| command.get_name().to_owned());
    names.collect()
}

#[test]
fn every_command_has_help_with_an_example() {
    let overview = verdict(&["--help"]);
    assert_eq!(overview.code, 0);
    assert!(overview.out.contains("Exit codes:"), "{}", overview.out);
    for command in &commands() {
        assert!(
            overview.out.contains(&format!("\n  {command}")),
            "{command}"
        );
        let help = verdict(&[command, "--help"]);
        assert_eq!((help.code, help.err.as_str()), (0, ""), "{command}");
        assert!(help.out.contains("\nExample"), "{command}: {}", help.out);
        assert!(
            help.out.contains(&format!("  verdict {command}")),
            "{command}: {}",
            help.out
        );
        assert!(
            help.out.lines().all(|line| line.chars().count() <= 100),
            "{}",
            help.out
        );
    }
}

#[test]
fn every_example_works_when_pasted() {
    for command in &commands() {
        // To measure takes its time; the records are those of the repository.
        if ["bench", "cite", "ledger", "readme"].contains(&command.as_str()) {
            continue;
        }
        let folder = Folder::new();
        let help = verdict(&[command, "--help"]).out;
        let examples = help
            .lines()
            .filter_map(|line| line.strip_prefix("  verdict "));
        for example in examples {
            // The shell's part of an example is the shell's affair.
            let words: Vec<&str> = example
                .split_whitespace()
                .take_while(|word| *word != ">")
                .collect();
            if words[0] == "explore" {
                // It serves until a signal ends it: here it is only read, `ci/pages` has it serve.
                let read = APP
                    .command()
                    .try_get_matches_from(["verdict"].iter().chain(&words));
                assert!(read.is_ok(), "verdict {example}: {:?}", read.err());
                continue;
            }
            let ran = folder.verdict(&words);
            assert_eq!(ran.code, 0, "verdict {example}: {}", ran.err);
        }
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = verdict(&["completions", shell]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains("assumptions"), "{shell}");
    }
}

#[test]
fn every_key_of_a_profile_is_documented() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/ci.md");
    let page = std::fs::read_to_string(page).expect("the chapter");
    for key in verdict::profile::KEYS {
        assert!(page.contains(&format!("\n| `{key}` |")), "{key}");
    }
}

#[test]
fn version() {
    let ran = verdict(&["--version"]);
    let beginning = concat!("verdict ", env!("CARGO_PKG_VERSION"), " (");
    assert!(ran.out.starts_with(beginning), "{}", ran.out);
    let commit = ran.out.contains("(commit ") || ran.out.contains("(not built from a checkout)");
    assert!(commit, "{}", ran.out);
}
