//! `verdict check --processes` and `--hosts`: safety properties are judged on several processes.
//!
//! All processes are given the same words, and plan the same runs. Process 0 goes through them as any check does, and reports; the
//! others search with it when it says so, and do nothing else. With `--processes` it starts them itself, and each tells
//! it at which port of this machine it listens.

use super::max_states;
use crate::app::Session;
use crate::args::Check;
use crate::commands::note;
use crate::error::Failure;
use crate::exit;
use crate::layout::count;
use crate::outcome::{Outcome, limit_words};
use crate::plan::Run;
use crate::progress::Display;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use verdict_checker::catalog::Catalog;
use verdict_checker::search::Limits;
use verdict_checker::sources::ContentHash;
use verdict_checker::subject::AnySubject;
use verdict_checker::verdict::Judgement;
use verdict_distributed::{Cluster, Error, Fact, Hosts, Load, Place, listen};

/// Where processes listen that are started here: nobody else can reach them.
const HERE: &str = "127.0.0.1:0";
/// How long a process that was started here may take to end.
const ENDING: Duration = Duration::from_secs(10);
/// How long the last words of one that has gone are waited for.
const LAST_WORDS: Duration = Duration::from_secs(2);
/// More of them is not told.
const MOST_WORDS: usize = 2_000;

/// This process among those that search together.
pub struct Together {
    cluster: Cluster,
    children: Vec<Started>,
    threads: usize,
    notes: Vec<String>,
}

impl Together {
    /// Meets the others, if there are to be any.
    pub fn begin(
        args: &Check,
        runs: &[Run],
        session: &mut Session<'_>,
    ) -> Result<Option<Self>, Failure> {
        let (given, cores) = (&args.together, std::thread::available_parallelism());
        let cores = cores.map_or(1, usize::from);
        let threads = |share: usize| args.resources.threads.map_or(share.max(1), usize::from);
        let failed = |error: Error| Failure::input(error.to_string());
        let mut children = Vec::new();
        let (place, listener) = if let Some(processes) = given.processes.map(usize::from) {
            let listener = listen(HERE).map_err(failed)?;
            let own = address(&listener)?;
            let threads = threads(cores / processes);
            let (process, addresses) = match given.joined_as {
                Some(process) => (process, exchanged(&own, session)?),
                None => {
                    let started: Result<_, _> = (1..processes).map(Started::new).collect();
                    children = started?;
                    (0, met(&mut children, own)?)
                }
            };
            (Place::new(addresses, process, threads), listener)
        } else if let Some(file) = &given.hosts {
            let Hosts(addresses) = Hosts::read(file).map_err(Failure::input)?;
            let process = given.process.unwrap_or(0);
            let Some(own) = addresses.get(process) else {
                return Err(Failure::input(format!(
                    "there is no process {process}: {} names {}; expected --process 0 to {}",
                    file.display(),
                    count(addresses.len(), "host"),
                    addresses.len() - 1
                )));
            };
            let listener = listen(own).map_err(failed)?;
            (Place::new(addresses, process, threads(cores)), listener)
        } else {
            return Ok(None);
        };
        let threads = place.threads;
        let facts = facts(args, runs, session.catalog);
        match Cluster::join(&place, &listener, &facts) {
            Ok(cluster) => Ok(Some(Together {
                cluster,
                children,
                threads,
                notes: Vec::new(),
            })),
            Err(error) => Err(told(&error, &mut children)),
        }
    }

    /// Whether another process leads.
    pub fn follows(&self) -> bool {
        self.cluster.process() > 0
    }

    /// Searches whatever process 0 says, until it has no more.
    pub fn follow(
        &mut self,
        runs: Vec<Run>,
        args: &Check,
        session: &mut Session<'_>,
    ) -> Result<u8, Failure> {
        let mut runs: Vec<Option<Run>> = runs.into_iter().map(Some).collect();
        let mut shared = 0;
        let failed = |error: Error| Failure::input(error.to_string());
        while let Some(number) = self.cluster.follow().map_err(failed)? {
            let run = runs.get_mut(number as usize).and_then(Option::take);
            let Some(run) = run else {
                return Err(Failure::input(format!(
                    "process 0 begins run {number}, which is none of this process: nothing was searched"
                )));
            };
            let limits = args
                .resources
                .limits(max_states(args.max_states, &run.target));
            let limits = without_numbers(limits, max_states(args.max_states, &run.target));
            let found = self.cluster.judge(number, &run.subject, limits, &|_| {});
            found.map_err(failed)?;
            shared += 1;
        }
        let process = self.cluster.process();
        let text = format!(
            "process {process} took part in {}; process 0 reports",
            count(shared, "run")
        );
        note(session, &text)?;
        Ok(exit::AS_EXPECTED)
    }

    /// A run and what came of it.
    pub fn outcome<'c>(
        &mut self,
        number: usize,
        run: Run<'c>,
        limits: Limits,
        args: &Check,
        display: &mut Display,
    ) -> Result<Outcome<'c>, Failure> {
        let states = max_states(args.max_states, &run.target);
        let name = run.target.name();
        let judge = |subject: &Arc<dyn AnySubject>, display: &Display| {
            if subject.share().is_none() {
                self.notes.push(format!("{name} is not shared: what is judged on cycles or measured stays with process 0"));
                return Ok(subject.judge(limits, &|progress| display.update(progress)));
            }
            self.judge(
                number,
                subject,
                without_numbers(limits, states),
                &name,
                display,
            )
        };
        Outcome::by(run, limits, args.expect, args.exact, display, judge)
    }

    fn judge(
        &mut self,
        number: usize,
        subject: &Arc<dyn AnySubject>,
        limits: Limits,
        name: &str,
        display: &Display,
    ) -> Result<Judgement, Failure> {
        let update = |progress| display.update(progress);
        match self.cluster.judge(number as u32, subject, limits, &update) {
            Ok(found) => {
                self.notes.push(shares(name, &found.loads, self.threads));
                Ok(found.judgement)
            }
            Err(error) => Err(told(&error, &mut self.children)),
        }
    }

    /// What there is to say, each once.
    pub fn notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Sends all others home.
    pub fn finish(self) -> Result<(), Failure> {
        let Together {
            cluster,
            mut children,
            ..
        } = self;
        let done = cluster.finish();
        let until = Instant::now() + ENDING;
        for child in &mut children {
            child.wait(until);
        }
        done.map_err(|error| Failure::input(error.to_string()))
    }
}

/// State numbers are 32 bits wide on one machine only.
fn without_numbers(limits: Limits, states: Option<u32>) -> Limits {
    Limits {
        states: states.map_or(usize::MAX, |states| states as usize),
        ..limits
    }
}

/// What each process has held.
fn shares(name: &str, loads: &[Load], threads: usize) -> String {
    let process = |loads: &[Load]| {
        let states: u64 = loads.iter().map(|load| load.states).sum();
        let resident = loads.iter().map(|load| load.resident >> 20).max();
        format!("{states} in {} MiB", resident.unwrap_or(0))
    };
    let all: Vec<String> = loads.chunks(threads).map(process).collect();
    let walked: u64 = loads.iter().map(|load| load.walked).sum();
    format!(
        "{name}: states by process, and resident memory: {}; {walked} expanded again for states that moved",
        all.join(", ")
    )
}

/// Whatever must be the same everywhere: the runs with their content hashes, the limits, and the code that searches.
fn facts(args: &Check, runs: &[Run], catalog: &Catalog) -> Vec<Fact> {
    let run = |run: &Run| {
        let hash = catalog.hash(run.target.case, &run.target.setup);
        (format!("content hash of {}", run.target.name()), hash)
    };
    let mut facts: Vec<Fact> = runs.iter().map(run).collect();
    let limits = limit_words(args.max_states, &args.resources);
    let limits = match limits.trim() {
        "" => "none".to_owned(),
        limits => limits.to_owned(),
    };
    facts.push(("set of limits".to_owned(), limits));
    let mut hash = ContentHash::new();
    for package in catalog.code().iter().chain([&verdict_distributed::SOURCES]) {
        for file in package.files {
            hash.text(file.path);
            hash.text(file.digest);
        }
    }
    facts.push(("content hash of the code".to_owned(), hash.finish()));
    facts
}

fn address(listener: &TcpListener) -> Result<String, Failure> {
    let address = listener.local_addr();
    let address =
        address.map_err(|error| Failure::input(format!("a port has no number: {error}")))?;
    Ok(address.to_string())
}

/// Tells who started this process where it listens, and hears where the others do.
fn exchanged(own: &str, session: &mut Session<'_>) -> Result<Vec<String>, Failure> {
    writeln!(session.out, "{own}")?;
    session.out.flush()?;
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line);
    match read {
        Ok(length) if length > 0 => Ok(line.split_whitespace().map(str::to_owned).collect()),
        _ => Err(Failure::input(
            "--joined-as is for processes that --processes starts, and nobody has started this one",
        )),
    }
}

/// Hears where all processes listen, and tells each of them.
fn met(children: &mut [Started], own: String) -> Result<Vec<String>, Failure> {
    let mut addresses = vec![own];
    for (at, child) in children.iter_mut().enumerate() {
        match child.address() {
            Some(address) => addresses.push(address),
            None => {
                let words = child.last_words();
                let process = at + 1;
                return Err(Failure::input(format!(
                    "process {process} did not begin{words}"
                )));
            }
        }
    }
    let line = addresses.join(" ");
    for child in children {
        // If one has gone meanwhile, the connections say so.
        let _ = writeln!(child.ear, "{line}");
    }
    Ok(addresses)
}

/// An error, with the last words of the process that it is about.
fn told(error: &Error, children: &mut [Started]) -> Failure {
    let process = match error {
        Error::Lost { process, .. } | Error::NoAnswer { process, .. } => *process,
        _ => 0,
    };
    let child = process.checked_sub(1).and_then(|at| children.get_mut(at));
    let words = child.map_or_else(String::new, Started::last_words);
    Failure::input(format!("{error}{words}"))
}

/// A process that was started here.
struct Started {
    child: Child,
    ear: ChildStdin,
    /// What it says on standard output.
    mouth: BufReader<std::process::ChildStdout>,
    /// What it says on standard error, once it has ended.
    complaint: Option<JoinHandle<String>>,
}

impl Started {
    /// The same command with the same words, as this process.
    fn new(process: usize) -> Result<Self, Failure> {
        let cannot = |error: std::io::Error| {
            Failure::input(format!("process {process} cannot be started: {error}"))
        };
        let program = std::env::current_exe().map_err(cannot)?;
        let mut child = Command::new(program)
            .args(words(std::env::args_os().skip(1), process))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(cannot)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(ear), Some(mouth), Some(complaint)) = pipes else {
            return Err(cannot(std::io::ErrorKind::BrokenPipe.into()));
        };
        let complaint = std::thread::spawn(move || {
            let (mut words, mut pipe) = (Vec::new(), complaint);
            // Read to its end, so that it never waits for somebody to listen.
            let _ = pipe.read_to_end(&mut words);
            words.truncate(MOST_WORDS);
            String::from_utf8_lossy(&words).trim().to_owned()
        });
        Ok(Started {
            child,
            ear,
            mouth: BufReader::new(mouth),
            complaint: Some(complaint),
        })
    }

    /// Where it listens.
    fn address(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = self.mouth.read_line(&mut line);
        let line = line.trim();
        (read.is_ok() && !line.is_empty()).then(|| line.to_owned())
    }

    /// Waits until it has ended, at most until then.
    fn wait(&mut self, until: Instant) -> Option<std::process::ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < until => {
                    std::thread::sleep(Duration::from_millis(10));
                }
                Ok(ended) => return ended,
                Err(_) => return None,
            }
        }
    }

    /// How it ended, and what it said.
    fn last_words(&mut self) -> String {
        let Some(status) = self.wait(Instant::now() + LAST_WORDS) else {
            return String::new();
        };
        let said = self.complaint.take().and_then(|said| said.join().ok());
        match said.unwrap_or_default().as_str() {
            "" => format!(" ({status})"),
            said => format!(" ({status}); it said: {said}"),
        }
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        // One that has ended in order is not there any more.
        if let Ok(None) = self.child.try_wait() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// What was typed, for another process.
fn words(typed: impl Iterator<Item = OsString>, process: usize) -> Vec<OsString> {
    let mut words: Vec<OsString> = typed.collect();
    let command = words.iter().position(|word| word == "check");
    let behind = command.map_or(words.len(), |at| at + 1);
    words.insert(behind, format!("--joined-as={process}").into());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_process_is_given_the_same_words_and_its_number() {
        let typed = ["check", "--processes=3", "--", "lock"].map(OsString::from);
        let expected = ["check", "--joined-as=2", "--processes=3", "--", "lock"];
        assert_eq!(words(typed.into_iter(), 2), expected);
    }

    #[test]
    fn each_process_is_told_with_all_of_its_workers() {
        let load = |states| Load {
            states,
            resident: 3 << 20,
            walked: 1,
            ..Load::default()
        };
        let text = shares("x", &[load(1), load(2), load(3), load(4)], 2);
        assert_eq!(
            text,
            "x: states by process, and resident memory: 3 in 3 MiB, 7 in 3 MiB; 4 expanded again for states that moved"
        );
    }
}
