//! The command over a catalog.

use crate::args::{self, Cli};
use crate::error::Failure;
use crate::select::selects;
use crate::{commands, exit, interrupt, layout, profile, style};
use clap::{ArgMatches, FromArgMatches};
use std::ffi::OsString;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use verdict_checker::catalog::{Catalog, Slips};
use verdict_checker::command;
use verdict_checker::strict::{has_unprintable, is_unprintable};
use verdict_checker::trace::Trace;
use verdict_explorer::cite::Edition;

/// What a command works with: the catalog, and where it writes. Colours are written always; a stream that wants none
/// strips them.
pub struct Session<'a> {
    /// The catalog.
    pub catalog: &'a Catalog,
    /// What can take real code through a trace.
    pub engines: &'a [Engine],
    /// Data.
    pub out: &'a mut dyn Write,
    /// Errors and notes.
    pub err: &'a mut dyn Write,
    /// What has judged, as it is cited.
    pub edition: Edition,
    /// Whether to draw progress on standard error, which then must be a terminal.
    pub show_progress: bool,
}

/// Takes real code through a trace of its model: `replay --on <name>`.
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    /// The name on the command line.
    pub name: &'static str,
    /// The claims whose traces it takes, or prefixes of them.
    pub claims: &'static [&'static str],
    /// Takes the code through the trace; what it did, or where it did otherwise, in words.
    pub take: fn(&Trace) -> Result<String, String>,
}

impl Engine {
    /// Whether it takes the traces of a claim.
    pub fn takes(&self, claim: &str) -> bool {
        self.claims.iter().any(|known| selects(known, claim))
    }
}

/// A command that one catalog has and others have not, such as an experiment of one of its sources.
pub trait Extension: Send + Sync {
    /// What can be typed.
    fn command(&self) -> clap::Command;
    /// Does it; answers with the exit code.
    fn run(&self, words: &ArgMatches, session: &mut Session<'_>) -> Result<u8, Failure>;
}

/// The command over one catalog.
pub struct App {
    catalog: Catalog,
    version: &'static str,
    edition: Edition,
    engines: Vec<Engine>,
    extensions: Vec<Box<dyn Extension>>,
}

/// The `main` of a crate with a catalog. What is wrong with the catalog is an error at the start.
pub fn main(catalog: Result<Catalog, Slips>) -> ExitCode {
    App::main_of(catalog.map(App::new))
}

impl App {
    /// The command over this catalog.
    pub fn new(catalog: Catalog) -> Self {
        App {
            catalog,
            version: concat!("(verdict ", env!("CARGO_PKG_VERSION"), ")"),
            edition: Edition::default(),
            engines: Vec::new(),
            extensions: Vec::new(),
        }
    }

    /// What `--version` says behind the name, and what is cited.
    pub fn version(mut self, version: &'static str) -> Self {
        self.version = version;
        self.edition.version = version;
        self
    }

    /// The day of that version, as `2026-11-16`, for those who cite it; empty if nobody knows.
    pub fn of_day(mut self, day: &'static str) -> Self {
        self.edition.day = day;
        self
    }

    /// Adds an engine for `replay --on`.
    pub fn engine(mut self, engine: Engine) -> Self {
        self.engines.push(engine);
        self
    }

    /// Adds a command.
    pub fn extend(mut self, extension: impl Extension + 'static) -> Self {
        self.extensions.push(Box::new(extension));
        self
    }

    /// The catalog.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// Everything that can be typed.
    pub fn command(&self) -> clap::Command {
        let command = args::command(&self.catalog, &self.engines).version(self.version);
        let extensions = self.extensions.iter();
        command.subcommands(extensions.map(|extension| extension.command()))
    }

    /// The `main` of a command with more than a catalog.
    pub fn main_of(app: Result<App, Slips>) -> ExitCode {
        let (mut out, mut err) = (anstream::stdout(), anstream::stderr());
        let code = match app {
            Ok(app) => {
                interrupt::allow();
                layout::take_room_there_is();
                let words: Vec<OsString> = std::env::args_os().collect();
                if let Some(name) = words.first().and_then(|word| name_of(Path::new(word))) {
                    command::call_it(name);
                }
                app.run(words, &mut out, &mut err, io::stderr().is_terminal())
            }
            Err(slips) => complain(&mut err, &slips),
        };
        ExitCode::from(code)
    }

    /// Runs the command with these words, the first of which is its name, and answers with the exit code.
    pub fn run(
        &self,
        words: impl IntoIterator<Item = OsString>,
        out: &mut dyn Write,
        err: &mut dyn Write,
        show_progress: bool,
    ) -> u8 {
        let mut session = Session {
            catalog: &self.catalog,
            engines: &self.engines,
            edition: self.edition,
            out,
            err,
            show_progress,
        };
        let done = self.dispatch(words, &mut session);
        let done = done.and_then(|code| Ok(session.out.flush().map(|()| code)?));
        match done {
            Ok(code) => code,
            // Whoever reads has seen enough: nothing to complain about, but the verdicts were not all told.
            Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => {
                exit::PIPE_CLOSED
            }
            Err(failure) => complain(session.err, &failure),
        }
    }

    fn dispatch(
        &self,
        words: impl IntoIterator<Item = OsString>,
        session: &mut Session<'_>,
    ) -> Result<u8, Failure> {
        let whole = self.command();
        let mut words: Vec<OsString> = words.into_iter().collect();
        let mut matches = match whole.clone().try_get_matches_from(&words) {
            Ok(matches) => matches,
            Err(problem) => return report_usage(&problem, &words, session),
        };
        if let Some(expanded) = profile::expand(&words, matches.subcommand())? {
            words = expanded;
            // What was typed counts more than what the profile says.
            let command = whole.clone();
            let command = command.mut_subcommand("check", |c| c.args_override_self(true));
            matches = match command.try_get_matches_from(&words) {
                Ok(matches) => matches,
                Err(problem) => return report_usage(&problem, &words, session),
            };
        }
        if let Some((name, typed)) = matches.subcommand() {
            let mut extensions = self.extensions.iter();
            if let Some(extension) = extensions.find(|e| e.command().get_name() == name) {
                return extension.run(typed, session);
            }
        }
        match Cli::from_arg_matches(&matches) {
            Ok(cli) => commands::run(cli, whole, session),
            Err(problem) => report_usage(&problem, &words, session),
        }
    }
}

/// What a command calls itself: the name of its file, as it was typed.
fn name_of(word: &Path) -> Option<String> {
    Some(word.file_stem()?.to_str()?.to_owned())
}

fn complain(err: &mut dyn Write, what: &dyn std::fmt::Display) -> u8 {
    let word = style::paint(style::BAD, "error:");
    let what = shown(&what.to_string());
    // If even the error cannot be written, the exit code is all that is left.
    let _ = writeln!(err, "{word} {what}");
    exit::BAD_INPUT
}

/// A text as a terminal shows it, whatever a file or a name had in it; its lines stay lines.
pub(crate) fn shown(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        if c != '\n' && is_unprintable(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Help and version go to standard output, complaints to standard error. A complaint repeats what was typed or stands in a profile; if a
/// terminal would obey that, it is told without colours, which are no different from it.
fn report_usage(
    problem: &clap::Error,
    words: &[OsString],
    session: &mut Session<'_>,
) -> Result<u8, Failure> {
    let text = problem.render();
    if !problem.use_stderr() {
        write!(session.out, "{}", text.ansi())?;
        return Ok(exit::AS_EXPECTED);
    }
    let mut words = words.iter().map(|word| word.to_string_lossy());
    if words.any(|word| has_unprintable(&word)) {
        write!(session.err, "{}", shown(&text.to_string()))?;
    } else {
        write!(session.err, "{}", text.ansi())?;
    }
    Ok(exit::BAD_INPUT)
}

/// A command whose words are parsed into `A`.
pub fn typed<A: clap::Args + Send + Sync + 'static>(
    command: clap::Command,
    run: fn(&A, &mut Session<'_>) -> Result<u8, Failure>,
) -> impl Extension {
    Typed { command, run }
}

struct Typed<A> {
    command: clap::Command,
    run: fn(&A, &mut Session<'_>) -> Result<u8, Failure>,
}

impl<A: clap::Args + Send + Sync> Extension for Typed<A> {
    fn command(&self) -> clap::Command {
        A::augment_args(self.command.clone())
    }

    fn run(&self, words: &ArgMatches, session: &mut Session<'_>) -> Result<u8, Failure> {
        match A::from_arg_matches(words) {
            Ok(args) => (self.run)(&args, session),
            Err(problem) => report_usage(&problem, &[], session),
        }
    }
}
