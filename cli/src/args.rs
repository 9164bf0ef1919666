//! What can be typed.

mod experiment;
mod experiments;
mod pipeline;
mod records;
mod resilience;

pub use experiment::{Experiment, Transpeer, Which};
pub use experiments::{Bench, Explain, Mutants, Rower, Simulate};
pub use pipeline::{
    Pipeline, PipelineCommand, PipelineExample, PipelineRun, Rollback, StorageKind, Validate,
};
pub use records::{Ledger, Readme};
pub use resilience::{Failures, Resilience, TableFormat, Target};

use crate::exit;
use clap::builder::{PossibleValuesParser, Styles, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use verdict_checker::search::Limits;
use verdict_checker::verdict::Verdict;

const STYLES: Styles = Styles::styled()
    .header(crate::style::STRONG)
    .usage(crate::style::STRONG)
    .literal(crate::style::STRONG);

/// Judge published claims about fault-tolerant distributed algorithms.
///
/// Without a command, the default suite is checked: every claim that has a model, at every default size. It
/// ends with a table of verdicts.
#[derive(Debug, Parser)]
#[command(
    name = "verdict",
    version,
    styles = STYLES,
    max_term_width = 100,
    disable_help_subcommand = true,
    after_help = exit::HELP
)]
pub struct Cli {
    /// What to do; nothing means: check the default suite.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the claims of the catalog with their verdicts
    #[command(after_help = "Example:\n  verdict list ring")]
    List(List),
    /// Show one claim: source, statement, readings, assumptions, how to repeat it
    #[command(after_help = "Example:\n  verdict show ring/unique-real")]
    Show(Show),
    /// Check claims and report what was found, with the evidence
    ///
    /// Every selected case (a reading of a claim) is checked at each of its default sizes, a mutant only until
    /// one of them refutes it. With -p it is checked once, at the size given. With --without or --with it is
    /// checked at its smallest size, because dropping an assumption may make a world infinite; add -p or
    /// --deep for others.
    #[command(after_help = CHECK_EXAMPLES)]
    Check(Check),
    /// Drop each assumption of a claim in turn, and see what becomes of it
    ///
    /// At the smallest size, or at the one given with -p. Some worlds without an assumption are infinite, which is
    /// why the number of states is limited here, and the time to 10 s for each assumption unless
    /// --max-seconds says otherwise.
    #[command(after_help = "Example:\n  verdict assumptions ring/unique-real")]
    Assumptions(Assumptions),
    /// Replay a stored trace against the model, step by step
    ///
    /// Strict: the model must be the one that the trace was recorded from, every step must be enabled, every state
    /// must be as recorded, and the run must decide the property. With --on, the same interleaving is then taken by the code
    /// itself, and every value and every result of a compare-and-swap must be as recorded too.
    #[command(after_help = REPLAY_EXAMPLE)]
    Replay(Replay),
    /// Draw a stored trace: a diagram, or a page
    #[command(after_help = TRACE_EXAMPLE)]
    Trace(Trace),
    /// Compare the recorded results with the catalog and the models as they stand
    ///
    /// Reports records that are missing, stale (the model has changed since), changed or unknown, and fails if there
    /// are any. `verdict check --update-ledger` makes them anew.
    #[command(after_help = "Example:\n  verdict ledger")]
    Ledger(Ledger),
    /// Put the table of recorded verdicts into a README
    #[command(after_help = "Example:\n  verdict readme --check")]
    Readme(Readme),
    /// Explain a counterexample in plain sentences: what broke, and how it came about
    ///
    /// Of a stored trace, or of a claim: then its cases are checked at their smallest size (or as changed), and
    /// every run that is found is explained, its steps in the order with the fewest changes between nodes.
    #[command(after_help = EXPLAIN_EXAMPLES)]
    Explain(Explain),
    /// Put small errors into an algorithm and see which property notices
    #[command(after_help = "Example:\n  verdict mutants ring/unique-real")]
    Mutants(Mutants),
    /// Take random steps, where a size is out of reach of a search
    #[command(after_help = SIMULATE_EXAMPLES)]
    Simulate(Simulate),
    /// Say how many copies a token ring needs: the exact probability of at most k crashes in a row
    ///
    /// For every k up to one that is as good as certain, in whole numbers of any length. Probabilities are rounded
    /// down and risks up, so that nothing looks safer than it is.
    #[command(after_help = RESILIENCE_EXAMPLES)]
    Resilience(Resilience),
    /// Repeat an experiment of a source
    ///
    /// `transpeer` in virtual time: the system is simulated with the actors that are checked, and what the source does not
    /// say about it can be chosen. `rollback` on this machine: the running system is measured, with and without its mechanism.
    #[command(after_help = EXPERIMENT_EXAMPLES)]
    Experiment(Experiment),
    /// Run a pipeline of tasks under the rollback-recovery of the thesis, as repaired
    ///
    /// Threads, streams and logs; the steps are those that the models search. Nodes fail when you say so, and what comes out
    /// is what would have come out.
    #[command(after_help = pipeline::PIPELINE_EXAMPLES)]
    Pipeline(Pipeline),
    /// Walk a run of `pipeline run` through the model, step by step
    ///
    /// Every step that was taken must be one that the model can take there; the first that is not is named, with what the
    /// model could have done instead.
    #[command(after_help = pipeline::VALIDATE_EXAMPLE)]
    Validate(Validate),
    /// Measure the search beside stateright's own and beside a model packed by hand
    #[command(after_help = "Example:\n  verdict bench --format json")]
    Bench(Bench),
    /// Print a script that completes the commands in a shell
    #[command(
        after_help = "Example:\n  verdict completions bash > verdict.bash && . ./verdict.bash"
    )]
    Completions(Completions),
}

const EXPERIMENT_EXAMPLES: &str = "\
Examples:
  verdict experiment transpeer --gap 30 --plot figure-3.svg
  verdict experiment rollback --workers 1,2 --work 0,1000 --scale 5 --repetitions 3";

const CHECK_EXAMPLES: &str = "\
Examples:
  verdict check ring/unique-real
  verdict check ring/unique-real -p N=4 -p k=2 --format json
  verdict check ring/unique-real --without perfect-detector
  verdict check ring/unique-real --variant as-meant --mutant keep-token

The exit code is 0 if every verdict is as expected; `verdict --help` lists the others.";

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  verdict explain ring/nested-detection
  verdict explain ring/unique-real --without perfect-detector";

const SIMULATE_EXAMPLES: &str = "\
Examples:
  verdict simulate ring/unique-real --variant as-meant -p N=12 -p k=3 --runs 200
  verdict simulate ring/unique-real --variant line-by-line --schedule priorities:3";

const RESILIENCE_EXAMPLES: &str = "\
Examples:
  verdict resilience --nodes 10000 --failures 50% --target 0.99999
  verdict resilience --nodes 50,500,1000 --failures 10% --format csv --plot figure.svg";

const REPLAY_EXAMPLE: &str = "\
Example:
  verdict check ring/test-as-printed --trace-out run.itf.json
  verdict replay run.itf.json

  verdict check thesis/alg6/unique-leader --variant table-5.1 -p N=3 --trace-out aba.itf.json
  verdict replay --on threads aba.itf.json";

const TRACE_EXAMPLE: &str = "\
Example:
  verdict check ring/test-as-printed --trace-out run.itf.json
  verdict trace run.itf.json --to svg -o run.svg";

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Human,
    /// For programs: one JSON document.
    Json,
}

/// `verdict list`.
#[derive(Debug, Args)]
pub struct List {
    /// List only this claim, or the claims below this prefix, such as `ring`
    pub prefix: Option<String>,
    /// Where results are recorded; without the file, the verdicts that the catalog expects are listed
    #[arg(long, value_name = "FILE", default_value = "ledger.json")]
    pub ledger: PathBuf,
    /// For people, or for programs
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

/// `verdict show`.
#[derive(Debug, Args)]
pub struct Show {
    /// The claim, such as `ring/unique-real`
    pub claim: String,
    /// Where traces are kept
    #[arg(long, value_name = "DIR", default_value = "traces")]
    pub traces_dir: PathBuf,
}

/// What is checked, and what is changed about it.
#[derive(Debug, Default, Args)]
pub struct Changes {
    /// Set a parameter, such as `-p N=4`; the others stay as in the first default size that agrees
    #[arg(short = 'p', long = "parameter", value_name = "NAME=VALUE")]
    pub parameters: Vec<Assignment>,
    /// Only this reading of the claims
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// Add an assumption, such as `no-crash`
    #[arg(long, value_name = "ASSUMPTION")]
    pub with: Vec<String>,
    /// Check a mutant of the algorithm instead of the algorithm
    #[arg(long, value_name = "NAME")]
    pub mutant: Option<String>,
}

/// When a search gives up.
#[derive(Debug, Args)]
pub struct Resources {
    /// Threads to search with [default: as many as there are]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Give up beyond this memory for states, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    pub max_memory: u32,
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS")]
    pub max_seconds: Option<u32>,
}

impl Default for Resources {
    fn default() -> Self {
        Resources {
            threads: None,
            max_memory: 4096,
            max_seconds: None,
        }
    }
}

impl Resources {
    /// The limits of a search, with this limit on distinct states.
    pub fn limits(&self, max_states: Option<u32>) -> Limits {
        let open = Limits::default();
        Limits {
            states: max_states.map_or(open.states, |n| open.states.min(n as usize)),
            bytes: (self.max_memory as usize).saturating_mul(1 << 20),
            time: self
                .max_seconds
                .map_or(open.time, |s| Duration::from_secs(s.into())),
            threads: self.threads.map_or(open.threads, usize::from),
        }
    }
}

/// `verdict check`.
#[derive(Debug, Args)]
pub struct Check {
    /// Claims, or prefixes such as `ring`; none means all
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
    /// Give up beyond this number of distinct states
    #[arg(long, value_name = "N")]
    pub max_states: Option<u32>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub resources: Resources,
    /// Keep the trace of each unchanged case as <DIR>/<claim>/<variant>.itf.json
    #[arg(long)]
    pub save_traces: bool,
    /// Where traces are kept
    #[arg(long, value_name = "DIR", default_value = "traces")]
    pub traces_dir: PathBuf,
    /// Write the trace of a single run to this file
    #[arg(long, value_name = "FILE", conflicts_with = "save_traces")]
    pub trace_out: Option<PathBuf>,
    /// Record what was found in the ledger
    #[arg(long)]
    pub update_ledger: bool,
    /// Where results are recorded
    #[arg(long, value_name = "FILE", default_value = "ledger.json")]
    pub ledger: PathBuf,
    /// Expect this verdict, whatever the catalog expects
    #[arg(long, value_name = "VERDICT", value_parser = verdict_word())]
    pub expect: Option<Verdict>,
    /// For people, or for programs
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

/// `verdict assumptions`.
#[derive(Debug, Args)]
pub struct Assumptions {
    /// Claims, or prefixes such as `ring`
    #[arg(required = true)]
    pub claims: Vec<String>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub changes: Changes,
    /// Give up beyond this number of distinct states
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub max_states: u32,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub resources: Resources,
    /// For people, or for programs
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

/// `verdict replay`.
#[derive(Debug, Args)]
pub struct Replay {
    /// The trace, as written by --save-traces or --trace-out
    pub trace: PathBuf,
    /// Replay it also on the code of the election, with real atomics
    #[arg(long, value_enum, value_name = "ENGINE")]
    pub on: Option<Engine>,
}

/// What the code of the election runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// The threads and the atomics of this machine.
    Threads,
    /// Those of the scheduler shuttle.
    Shuttle,
}

/// `verdict trace`.
#[derive(Debug, Args)]
pub struct Trace {
    /// The trace, as written by --save-traces or --trace-out
    pub file: PathBuf,
    /// What to make of it
    #[arg(long, value_enum)]
    pub to: Drawing,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What can be made of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Drawing {
    /// A sequence diagram for Markdown pages.
    Mermaid,
    /// A log for the ShiViz viewer of distributed executions.
    Shiviz,
    /// A picture with one lane for each node.
    Svg,
    /// A page with one row for each step.
    Markdown,
}

/// `verdict completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    pub shell: clap_complete::Shell,
}

fn verdict_word() -> impl TypedValueParser<Value = Verdict> {
    PossibleValuesParser::new(Verdict::ALL.map(Verdict::word))
        .map(|word| word.parse().expect("one of the words of a verdict"))
}

/// A parameter and its value: `N=4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The parameter.
    pub name: String,
    /// Its value.
    pub value: u64,
}

impl FromStr for Assignment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() => (name.trim(), value.trim()),
            _ => return Err("a parameter is set like this: -p N=4".to_owned()),
        };
        match value.parse() {
            Ok(value) => {
                let name = name.to_owned();
                Ok(Assignment { name, value })
            }
            Err(_) => Err(format!(
                "`{value}` is not a whole number from 0 to {}; write, for example, -p {name}=4",
                u64::MAX
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn an_assignment_is_a_name_and_a_number() {
        let assignment = "N=4".parse::<Assignment>().unwrap();
        assert_eq!((assignment.name.as_str(), assignment.value), ("N", 4));
        for wrong in [
            "",
            "N",
            "=4",
            "N=",
            "N=four",
            "N=-1",
            "N=1.5",
            "N=99999999999999999999",
        ] {
            assert!(wrong.parse::<Assignment>().is_err(), "{wrong}");
        }
    }
}
