//! The words of `verdict check`.

use super::{Changes, LEDGER, Processes, Resources, TRACES, verdict_word};
use clap::{Args, ValueEnum};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use verdict_checker::reduce::Reduce;
use verdict_checker::verdict::Verdict;

/// `verdict check`.
#[derive(Debug, Args)]
pub struct Check {
    /// Claims, or prefixes such as the key of a source; none means all
    pub claims: Vec<String>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub changes: Changes,
    /// Drop an assumption, such as `perfect-detector`
    #[arg(long, value_name = "ASSUMPTION")]
    pub without: Vec<String>,
    /// Check the larger sizes too
    #[arg(long, conflicts_with = "parameters")]
    pub deep: bool,
    /// Give up beyond this number of distinct states [default: none; without an assumption, as far as the catalog knows an end of it]
    #[arg(long, value_name = "N")]
    pub max_states: Option<u32>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub resources: Resources,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub part: Part,
    /// Leave out states for which others stand, where model and property say that this is sound [default: both for the larger sizes
    /// of --deep, else none]
    #[arg(long, value_enum, value_name = "BY", conflicts_with_all = ["exact", "processes", "hosts", "checkpoint", "resume", "spill"])]
    pub reduce: Option<ReduceBy>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub kept: Box<Kept>,
    /// After an exhausted search keep all states in full and compare every successor, so that no fingerprint is trusted
    #[arg(long)]
    pub exact: bool,
    /// Keep the trace of each unchanged case as <DIR>/<claim>/<variant>.itf.json
    #[arg(long)]
    pub save_traces: bool,
    /// Where traces are kept
    #[arg(long, value_name = "DIR", default_value = TRACES)]
    pub traces_dir: PathBuf,
    /// Write the trace of a single run to this file
    #[arg(long, value_name = "FILE", conflicts_with = "save_traces")]
    pub trace_out: Option<PathBuf>,
    /// Record what was found in the ledger
    #[arg(long)]
    pub update_ledger: bool,
    /// Where results are recorded
    #[arg(long, value_name = "DIR", default_value = LEDGER)]
    pub ledger: PathBuf,
    /// Say what became of the verdicts of this other ledger; fails if one is contradicted although nothing has changed
    #[arg(long, value_name = "DIR")]
    pub since: Option<PathBuf>,
    /// Expect this verdict, whatever the catalog expects
    #[arg(long, value_name = "VERDICT", value_parser = verdict_word())]
    pub expect: Option<Verdict>,
    /// What is written to standard output
    #[arg(long, value_enum, default_value_t = ReportFormat::Human)]
    pub format: ReportFormat,
    /// Write a report to a file too, such as `junit=out.xml`; several times for several reports
    #[arg(long = "report", value_name = "FORMAT=FILE")]
    pub reports: Vec<ReportTo>,
    /// Tell everything that each step of a run changes
    #[arg(long)]
    pub full: bool,
    /// Take options from this profile of verdict.toml; what is typed beside it counts more
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// Where profiles are written down
    #[arg(
        long,
        value_name = "FILE",
        default_value = "verdict.toml",
        requires = "profile"
    )]
    pub config: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub together: Processes,
}

/// By what a search is reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReduceBy {
    /// Of states that differ by the names of nodes alone, one is stored.
    Symmetry,
    /// Steps that nobody notices are put off until their node does something else.
    Silent,
    /// By symmetry and by silent steps.
    Both,
    /// Every state is stored.
    None,
}

impl ReduceBy {
    /// The reductions.
    pub fn reduce(self) -> Reduce {
        match self {
            ReduceBy::Symmetry => Reduce::SYMMETRY,
            ReduceBy::Silent => Reduce::SILENT,
            ReduceBy::Both => Reduce::BOTH,
            ReduceBy::None => Reduce::NONE,
        }
    }

    /// As it is typed.
    pub fn word(self) -> &'static str {
        match self {
            ReduceBy::Symmetry => "symmetry",
            ReduceBy::Silent => "silent",
            ReduceBy::Both => "both",
            ReduceBy::None => "none",
        }
    }
}

/// Which of the selected runs are made.
#[derive(Debug, Default, Args)]
pub struct Part {
    /// Only what the ledger has no result of, has one of another version of the model, or one that is not as expected
    #[arg(long, conflicts_with_all = ["mutant", "with"])]
    pub stale: bool,
    /// Build the command anew whenever a source file is saved, and check again what that made stale
    #[arg(long, conflicts_with_all = ["mutant", "with", "shard", "trace_out"])]
    pub watch: bool,
    /// End at the first verdict that is not as expected
    #[arg(long)]
    pub fail_fast: bool,
    /// Only this part of the cases, such as 1/4: for several machines that share the work
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
}

/// What is left on disk of long searches.
#[derive(Debug, Default, Args)]
pub struct Kept {
    /// Write each search down in this folder, now and then and when a signal or a limit ends it, so that --resume can go on with it
    #[arg(long, value_name = "DIR", conflicts_with = "watch")]
    pub checkpoint: Option<PathBuf>,
    /// How long a search works between two checkpoints; 0: one after every few thousand states
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    pub checkpoint_every: u32,
    /// Go on with the searches in this folder, and keep them there; what it has no checkpoint of begins
    #[arg(long, value_name = "DIR", conflicts_with_all = ["checkpoint", "watch"])]
    pub resume: Option<PathBuf>,
    /// Put into this folder what --max-memory has no room for, instead of giving up; it is emptied
    #[arg(long, value_name = "DIR", conflicts_with = "watch")]
    pub spill: Option<PathBuf>,
}

/// In which forms a check is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// For people.
    Human,
    /// For programs: one JSON document, with a schema of our own.
    Json,
    /// A test case for each run, as most pipelines read them.
    Junit,
    /// What is not as expected, with its runs: SARIF 2.1.0, for code scanning.
    Sarif,
    /// Annotations for a step of GitHub, at most ten.
    Github,
    /// A report on code quality for GitLab.
    Gitlab,
    /// A summary for the page of a pipeline.
    Markdown,
    /// A badge, for shields.io.
    Badge,
}

/// A report and its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportTo {
    /// In which form.
    pub format: ReportFormat,
    /// Where; `-` is standard output.
    pub path: PathBuf,
}

impl ReportTo {
    /// The option as it was typed.
    pub fn option(&self) -> String {
        let format = self.format.to_possible_value();
        let format = format.map_or_else(String::new, |format| format.get_name().to_owned());
        format!("--report {format}={}", self.path.display())
    }
}

impl FromStr for ReportTo {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = || {
            let all = ReportFormat::value_variants().iter();
            let names = all.filter_map(|f| Some(f.to_possible_value()?.get_name().to_owned()));
            names.collect::<Vec<_>>().join(", ")
        };
        let (format, path) = match text.split_once('=') {
            Some((format, path)) if !path.is_empty() => (format, PathBuf::from(path)),
            _ => return Err("a report is a format and a file: --report junit=out.xml".to_owned()),
        };
        match ReportFormat::from_str(format, false) {
            Ok(format) => Ok(ReportTo { format, path }),
            Err(_) => Err(format!(
                "there is no format `{format}`; expected one of {}",
                known()
            )),
        }
    }
}

/// One of several equal parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which, from 1.
    pub part: usize,
    /// Of how many.
    pub of: usize,
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const FORM: &str = "a part is its number and the number of all: --shard 1/4 to --shard 4/4";
        let (part, of) = text.split_once('/').ok_or(FORM)?;
        let part: usize = part.parse().map_err(|_| FORM)?;
        let of: usize = of.parse().map_err(|_| FORM)?;
        (1..=of)
            .contains(&part)
            .then_some(Shard { part, of })
            .ok_or(FORM)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl Shard {
    /// Whether the case with this number, from 0, belongs to it.
    pub fn has(self, case: usize) -> bool {
        case % self.of == self.part - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_belongs_to_one_shard() {
        let shards: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|s| s.parse().unwrap()).into();
        for case in 0..10 {
            assert_eq!(shards.iter().filter(|shard| shard.has(case)).count(), 1);
        }
        for wrong in ["0/3", "4/3", "1", "a/b", "1/0", "", "-1/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_report_is_a_format_and_a_file() {
        let report: ReportTo = "sarif=a=b.sarif".parse().unwrap();
        assert_eq!(report.format, ReportFormat::Sarif);
        assert_eq!(report.path, PathBuf::from("a=b.sarif"));
        for wrong in ["junit", "junit=", "xml=a", "=a", ""] {
            assert!(wrong.parse::<ReportTo>().is_err(), "{wrong}");
        }
    }
}
