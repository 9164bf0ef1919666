//! `verdict.toml`: options of `check` under a name, such as `ci` and `deep`.
//!
//! ```toml
//! [profile.ci]
//! max-seconds = 600
//! report = ["junit=verdicts.xml", "sarif=verdicts.sarif"]
//! ```

use crate::error::Failure;
use crate::suggest::did_you_mean;
use clap::ArgMatches;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use verdict_checker::file::read_text;

/// Longer than anybody writes by hand.
const LONGEST: u64 = 1 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    #[serde(default)]
    profile: BTreeMap<String, Profile>,
}

/// Each key is an option of `check`, and means the same.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
struct Profile {
    claims: Vec<String>,
    parameter: Vec<String>,
    variant: Option<String>,
    deep: bool,
    stale: bool,
    fail_fast: bool,
    save_traces: bool,
    full: bool,
    max_states: Option<u32>,
    max_memory: Option<u32>,
    max_seconds: Option<u32>,
    threads: Option<u16>,
    format: Option<String>,
    report: Vec<String>,
    traces_dir: Option<String>,
    ledger: Option<String>,
    since: Option<String>,
}

/// Every key, for the documents.
pub const KEYS: [&str; 17] = [
    "claims",
    "parameter",
    "variant",
    "deep",
    "stale",
    "fail-fast",
    "save-traces",
    "full",
    "max-states",
    "max-memory",
    "max-seconds",
    "threads",
    "format",
    "report",
    "traces-dir",
    "ledger",
    "since",
];

/// What was typed, with the options of the profile in front of the others, if `check` was given one.
pub fn expand(
    words: &[OsString],
    typed: Option<(&str, &ArgMatches)>,
) -> Result<Option<Vec<OsString>>, Failure> {
    let Some(("check", check)) = typed else {
        return Ok(None);
    };
    let (Some(name), Some(config)) = (
        check.get_one::<String>("profile"),
        check.get_one::<PathBuf>("config"),
    ) else {
        return Ok(None);
    };
    let profile = load(config, name)?;
    let no_claims = check.get_many::<String>("claims").is_none();
    let behind = words
        .iter()
        .position(|word| word == "check")
        .map_or(0, |at| at + 1);
    let (before, after) = words.split_at(behind);
    let mut all = before.to_vec();
    all.extend(profile.options().into_iter().map(OsString::from));
    if no_claims {
        all.extend(profile.claims.iter().map(OsString::from));
    }
    all.extend_from_slice(after);
    Ok(Some(all))
}

fn load(path: &Path, name: &str) -> Result<Profile, Failure> {
    let shown = path.display();
    let text = read_text(path, LONGEST).map_err(|error| {
        Failure::input(format!(
            "{shown}: cannot be read: {error}; a profile is written down there as [profile.{name}]"
        ))
    })?;
    let mut config: Config = toml::from_str(&text)
        .map_err(|error| Failure::input(format!("{shown}: {}", error.to_string().trim_end())))?;
    config.profile.remove(name).ok_or_else(|| {
        let known = || config.profile.keys().map(String::as_str);
        let listed = known().collect::<Vec<_>>().join(", ");
        let listed = if listed.is_empty() { "none" } else { &listed };
        let suggestion = did_you_mean(name, known());
        Failure::input(format!(
            "{shown}: there is no profile `{name}`; the profiles are {listed}{suggestion}"
        ))
    })
}

impl Profile {
    fn options(&self) -> Vec<String> {
        let mut words = Vec::new();
        let flags = [
            ("deep", self.deep),
            ("stale", self.stale),
            ("fail-fast", self.fail_fast),
            ("save-traces", self.save_traces),
            ("full", self.full),
        ];
        let set = flags.iter().filter(|(_, set)| *set);
        words.extend(set.map(|(name, _)| format!("--{name}")));
        let number = |value: Option<u32>| value.map(|value| value.to_string());
        let values = [
            ("variant", self.variant.clone()),
            ("max-states", number(self.max_states)),
            ("max-memory", number(self.max_memory)),
            ("max-seconds", number(self.max_seconds)),
            ("threads", number(self.threads.map(u32::from))),
            ("format", self.format.clone()),
            ("traces-dir", self.traces_dir.clone()),
            ("ledger", self.ledger.clone()),
            ("since", self.since.clone()),
        ];
        for (name, value) in values {
            words.extend(value.map(|value| format!("--{name}={value}")));
        }
        words.extend(self.parameter.iter().map(|p| format!("--parameter={p}")));
        words.extend(
            self.report
                .iter()
                .map(|report| format!("--report={report}")),
        );
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_known_and_every_other_is_refused_with_the_list() {
        let unknown = toml::from_str::<Config>("[profile.ci]\nspeed = 1\n");
        let Err(error) = unknown else {
            panic!("`speed` is no key");
        };
        let words = error.to_string();
        for key in KEYS {
            assert!(words.contains(&format!("`{key}`")), "{key}: {words}");
        }
        assert_eq!(words.matches('`').count() / 2, KEYS.len() + 1, "{words}");
    }

    #[test]
    fn a_profile_is_the_options_it_names() {
        let text =
            "[profile.ci]\ndeep = true\nmax-seconds = 5\nreport = [\"junit=a\", \"sarif=b\"]\n";
        let config: Config = toml::from_str(text).unwrap();
        let words = config.profile["ci"].options();
        assert_eq!(
            words,
            [
                "--deep",
                "--max-seconds=5",
                "--report=junit=a",
                "--report=sarif=b"
            ]
        );
    }
}
