//! What can be typed.

mod check;
mod examples;
mod experiments;
mod pages;
mod records;
mod together;

pub use check::{Check, Kept, Part, ReportFormat, ReportTo, Shard};
pub use examples::command;
pub use experiments::{Explain, Mutants, Simulate};
pub use pages::{CitationFormat, Cite, Explore, Page, Site};
pub use records::{Ledger, New, Readme};
pub use together::Processes;

use crate::{exit, interrupt};
use clap::builder::{PossibleValuesParser, Styles, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use verdict_checker::search::Limits;
use verdict_checker::size::Value;
use verdict_checker::verdict::Verdict;

const STYLES: Styles = Styles::styled()
    .header(crate::style::STRONG)
    .usage(crate::style::STRONG)
    .literal(crate::style::STRONG);

/// Judge published claims about fault-tolerant distributed algorithms.
///
/// Without a command, the default suite is checked: every claim that has a model, at every default size. It
/// ends with what matters: a row for each reading if there are few, else a line for each source; what is not as expected; what to do next.
#[derive(Debug, Parser)]
#[command(
    styles = STYLES,
    max_term_width = 100,
    disable_help_subcommand = true,
    after_help = exit::HELP
)]
pub struct Cli {
    /// What to do; nothing means: check the default suite.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Without a command: a row for each reading, however many there are
    #[arg(long)]
    pub verbose: bool,
}

/// What to do. The examples in the help come from the catalog ([`command`]).
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the claims of the catalog with their verdicts
    List(List),
    /// Show one claim: source, statement, readings, world, assumptions, how to repeat it
    Show(Show),
    /// Check claims and report what was found, with the evidence
    ///
    /// Every selected case (a reading of a claim) is checked at each of its default sizes; a mutant, and a world without an
    /// assumption, only until one of them is refuted. With -p a case is checked once, at the size given. Without an assumption
    /// a world may be infinite, which is why the number of states is limited there unless --max-states says otherwise.
    Check(Box<Check>),
    /// Drop each assumption of a claim in turn, and see what becomes of it
    ///
    /// At every default size until one is refuted, or at the one given with -p. Some worlds without an assumption are
    /// infinite, which is why the number of states is limited here.
    Assumptions(Assumptions),
    /// Replay a stored trace against the model, step by step
    ///
    /// Strict: every step must be enabled, every state must be as recorded, and the run must decide the property. With --on, the
    /// same interleaving is then taken by the code itself.
    Replay(Replay),
    /// Draw a stored trace: a diagram, or a page
    Trace(Trace),
    /// Compare the recorded results with the catalog and the models as they stand
    ///
    /// Reports records that are missing, stale (what decides them has changed since), changed or unknown, and fails if there
    /// are any. `check --update-ledger` makes them anew.
    Ledger(Ledger),
    /// Put the tables of recorded verdicts into a README and a page
    Readme(Readme),
    /// Explain a counterexample in plain sentences: what broke, and how it came about
    ///
    /// Of a stored trace, or of a claim: then its cases are checked at their smallest size (or as changed), and
    /// every run that is found is explained, its steps in the order with the fewest changes between nodes.
    Explain(Explain),
    /// Put small errors into an algorithm and see which property notices
    Mutants(Mutants),
    /// Take random steps, where a size is out of reach of a search
    Simulate(Simulate),
    /// Write the page of a verdict: one file that needs nothing else
    ///
    /// With the claim and its reading, the verdict with its bounds, the run as lanes with every state, what becomes of the claim
    /// without each assumption, the audit and the mutants, how to repeat and to cite it. What is recorded is taken from the ledger
    /// and the traces; what is not is checked now.
    Page(Page),
    /// Step through a model in a browser
    ///
    /// Take any step, go back, switch assumptions off, search for the shortest run from here to a violation, keep a run as a trace.
    /// Serves this machine alone, writes nothing, and ends with Ctrl-C.
    Explore(Explore),
    /// Write the whole catalog as a site: pages that need no server
    ///
    /// From the ledger and the traces alone, with no search: an index, a page for each reading, the matrix of assumptions, the book.
    Site(Site),
    /// Cite a verdict: an id that names exactly what was checked, and a sentence that claims no more
    ///
    /// Of an id that was cited before it says whether it still stands, and what superseded it (then the exit code is 22).
    Cite(Cite),
    /// Write a crate of your own, with one small algorithm: it builds, checks and tests at once
    New(New),
    /// Print a script that completes the commands in a shell
    Completions(Completions),
    /// Write manual pages
    Man(Man),
}

/// How far a world without an assumption is searched: it may be infinite. A number of states and not of seconds, so that the
/// same run ends in the same way everywhere.
pub const DROPPED_STATES: u32 = 200_000;

/// How far a world without two assumptions is searched: there are many pairs, and what two of them do together they mostly do soon.
pub const PAIR_STATES: u32 = 20_000;

/// How far a world without an assumption is searched if the catalog expects no end of it.
pub const BOUNDED_STATES: u32 = 10_000;

/// Where results are recorded, below where the user stands.
pub(crate) const LEDGER: &str = "ledger";
/// Where traces are kept, below where the user stands.
const TRACES: &str = "traces";
/// Where the book is, below where the user stands.
const BOOK: &str = "docs";

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
    /// List only this claim, the claims below this prefix (such as the key of a source), or those that have this word
    pub prefix: Option<String>,
    /// Where results are recorded; without it, the verdicts that the catalog expects are listed
    #[arg(long, value_name = "DIR", default_value = LEDGER)]
    pub ledger: PathBuf,
    /// For people, or for programs
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

/// `verdict show`.
#[derive(Debug, Args)]
pub struct Show {
    /// The claim, by its id
    pub claim: String,
    /// Where traces are kept
    #[arg(long, value_name = "DIR", default_value = TRACES)]
    pub traces_dir: PathBuf,
    /// Where results are recorded
    #[arg(long, value_name = "DIR", default_value = LEDGER)]
    pub ledger: PathBuf,
    /// The book: the chapters about the claim are named
    #[arg(long, value_name = "DIR", default_value = BOOK)]
    pub book: PathBuf,
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
    /// Give up beyond this memory of the search, and of the process where the system tells, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    pub max_memory: u32,
    /// Give up a search after this many seconds: that of each run, and each of its audit
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
        let bytes = (self.max_memory as usize).saturating_mul(1 << 20);
        Limits {
            states: max_states.map_or(open.states, |n| open.states.min(n as usize)),
            bytes,
            resident: bytes,
            time: self
                .max_seconds
                .map_or(open.time, |s| Duration::from_secs(s.into())),
            threads: self.threads.map_or(open.threads, usize::from),
            stop: interrupt::stop(),
        }
    }
}

/// `verdict assumptions`.
#[derive(Debug, Args)]
pub struct Assumptions {
    /// Claims, or prefixes such as the key of a source; with --listed or --pairs, none means all
    #[arg(required_unless_present_any = ["listed", "pairs"])]
    pub claims: Vec<String>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub changes: Changes,
    /// Give up beyond this number of distinct states [default: as far as the catalog knows an end, else 200000]
    #[arg(long, value_name = "N")]
    pub max_states: Option<u32>,
    /// Only those of which the catalog says what becomes of the claim without them
    #[arg(long, conflicts_with = "pairs")]
    pub listed: bool,
    /// Then every pair of which neither matters alone, for the first reading of a claim that does not fall, or the one that is
    /// named; of readings that fall under all their assumptions, only what the catalog says something of
    #[arg(long)]
    pub pairs: bool,
    /// Only what the ledger has no result of, or one of another version of the model
    #[arg(long, conflicts_with_all = ["mutant", "with"])]
    pub stale: bool,
    /// Record what was found in the ledger
    #[arg(long)]
    pub update_ledger: bool,
    /// Where results are recorded
    #[arg(long, value_name = "DIR", default_value = LEDGER)]
    pub ledger: PathBuf,
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
    /// Tell everything that each step changes
    #[arg(long)]
    pub full: bool,
    /// Take the code itself through it too, on one of the engines that this catalog has
    #[arg(long, value_name = "ENGINE")]
    pub on: Option<String>,
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
    /// Draw it even if `replay` does not take it: the picture says so
    #[arg(long)]
    pub unreplayed: bool,
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

/// `verdict man`.
#[derive(Debug, Args)]
pub struct Man {
    /// The folder for the pages, one for each command
    pub dir: PathBuf,
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
    pub value: Value,
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
                "`{value}` is neither a whole number from 0 to {} nor a word; write, for example, -p {name}=4",
                u64::MAX
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict_checker::catalog::Catalog;

    #[test]
    fn the_command_line_is_consistent() {
        let catalog = Catalog::new([], [], []).expect("nothing is wrong with nothing");
        command(&catalog, &[]).debug_assert();
    }

    #[test]
    fn an_assignment_is_a_name_and_a_value() {
        let assignment = "N=4".parse::<Assignment>().unwrap();
        assert_eq!(
            (assignment.name.as_str(), assignment.value),
            ("N", Value::Number(4))
        );
        for wrong in [
            "",
            "N",
            "=4",
            "N=",
            "N=Four",
            "N=-1",
            "N=1.5",
            "N=99999999999999999999",
        ] {
            assert!(wrong.parse::<Assignment>().is_err(), "{wrong}");
        }
    }
}
