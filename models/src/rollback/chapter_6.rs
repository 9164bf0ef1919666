//! Chapter 6, as it is read: which reading, who fails, when tasks are sent, on which pipeline.
//!
//! Mail arrives in the order in which it was sent, as in the mailboxes of LPEL. Whoever failed comes back with its stable
//! storage.

use super::pipeline::{Pipeline, examples};
use super::reading::{Logged, Lost, Reading};
use super::{Mechanism, Mutant, Node, Scheduling, System};
use verdict_checker::catalog::{Mutants, Parameter, SetupError, Switch};
use verdict_checker::size::Size;
use verdict_world::{Algorithm, Assumptions, Crash, Detector, Memory, Order, Return, World};

/// Which nodes may fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fails {
    /// Workers.
    Workers,
    /// The leader.
    Leader,
    /// Any of them.
    Any,
}

/// A pipeline on which the claims are checked. Its place is its value in a list of sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Example {
    /// A task that writes a datum twice.
    Twice,
    /// Such a task, and one that reads one of the data and writes.
    ReadThenWrite,
    /// The three tasks of section 6.2.
    Section62,
    /// A writer and a reader of two data, with streams that hold one.
    StreamsOfOne,
    /// A task that writes a datum, and one that reads it.
    WrittenAndRead,
}

impl Example {
    const ALL: [Example; 5] = [
        Example::Twice,
        Example::ReadThenWrite,
        Example::Section62,
        Example::StreamsOfOne,
        Example::WrittenAndRead,
    ];

    /// The words of all of them, each at its place.
    const WORDS: [&'static str; 5] = {
        let mut words = [""; 5];
        let mut next = 0;
        while next < words.len() {
            let example = Example::ALL[next];
            words[example as usize] = example.word();
            next += 1;
        }
        words
    };

    const fn word(self) -> &'static str {
        match self {
            Example::Twice => "twice",
            Example::ReadThenWrite => "read-then-write",
            Example::Section62 => "section-6.2",
            Example::StreamsOfOne => "streams-of-one",
            Example::WrittenAndRead => "written-and-read",
        }
    }

    fn of(size: &Size) -> Example {
        let word = size.word(PIPELINE);
        let mut all = Example::ALL.into_iter();
        let found = all.find(|example| example.word() == word);
        found.expect("a parameter has one of its words")
    }

    fn pipeline(self) -> Pipeline {
        match self {
            Example::Twice => examples::twice(),
            Example::ReadThenWrite => examples::read_then_write(),
            Example::Section62 => examples::section_6_2(),
            Example::StreamsOfOne => examples::streams_of_one(),
            Example::WrittenAndRead => examples::written_and_read(),
        }
    }
}

const PIPELINE: &str = "pipeline";

/// An error in the mechanism, as the catalog takes it: the errors are those of the crate that has the mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Planted(pub Mutant);

impl Mutants for Planted {
    fn all() -> Vec<Self> {
        Mutant::ALL.iter().copied().map(Planted).collect()
    }

    fn name(self) -> &'static str {
        self.0.name()
    }

    fn change(self) -> &'static str {
        self.0.change()
    }
}

/// These errors, as the catalog takes them.
pub(super) fn planted<const COUNT: usize>(mutants: [Mutant; COUNT]) -> [Planted; COUNT] {
    mutants.map(Planted)
}

/// Chapter 6, as it is read.
#[derive(Clone, Copy, Debug)]
pub struct Chapter6 {
    /// What the text leaves open or says twice.
    pub reading: Reading,
    /// Who may fail.
    pub fails: Fails,
    /// When tasks are sent.
    pub scheduling: Scheduling,
    /// What a node has when it comes back.
    pub memory: Memory,
}

impl Chapter6 {
    /// With every clarification, workers failing.
    pub const CLEAR: Chapter6 = Chapter6 {
        reading: Reading::CLEAR,
        fails: Fails::Workers,
        scheduling: Scheduling::WhenReady,
        memory: Memory::Stable,
    };

    /// The same in another reading.
    pub const fn read(self, reading: Reading) -> Self {
        Chapter6 { reading, ..self }
    }

    /// The same with others failing.
    pub const fn failing(self, fails: Fails) -> Self {
        Chapter6 { fails, ..self }
    }

    /// The same with tasks that are sent at any time, and wait for what they read.
    pub const fn freely(self) -> Self {
        Chapter6 {
            scheduling: Scheduling::Free,
            ..self
        }
    }
}

impl Algorithm for Chapter6 {
    type Node = Node;
    type Mutant = Planted;

    fn parameters(&self) -> Vec<Parameter> {
        vec![
            Parameter::one_of(
                PIPELINE,
                "twice: a task that writes a datum twice; read-then-write: and one that reads one of them and writes; \
                 section-6.2: the three tasks of section 6.2; streams-of-one: a writer and a reader of two data, with \
                 streams that hold one; written-and-read: a task that writes a datum, and one that reads it",
                &Example::WORDS,
            ),
            Parameter::new("workers", "workers beside the leader"),
            Parameter::new("faults", "faults in a run, of nodes that may fail"),
            Parameter::new("blocks", "how often a task may be blocked"),
        ]
    }

    fn assumptions(&self, size: &Size) -> Result<Assumptions, SetupError> {
        let faults = size.within("faults", 0..=100, "a budget for the whole run")?;
        let world = assumptions(faults, self.memory);
        Ok(match self.reading.lost {
            Lost::Awaited => world,
            Lost::QueuedAgain => Assumptions {
                returns: Return::Never,
                detector: Detector::Perfect,
                ..world
            },
        })
    }

    fn nodes(&self, size: &Size, mutant: Option<Planted>) -> Result<Vec<Node>, SetupError> {
        let workers = size.within("workers", 1..=8, "beside the leader")?;
        Ok(parties(Mechanism {
            blocks: size.within("blocks", 0..=100, "of each task")?,
            scheduling: self.scheduling,
            workers_fail: self.fails != Fails::Leader,
            leader_fails: self.fails != Fails::Workers,
            reading: self.reading,
            mutant: mutant.map(|Planted(mutant)| mutant),
            ..Mechanism::new(Example::of(size).pipeline(), workers)
        }))
    }

    fn start(&self, _: &Size) -> String {
        let fails = match self.fails {
            Fails::Workers => "only workers fail",
            Fails::Leader => "only the leader fails",
            Fails::Any => "leader and workers fail",
        };
        let sent = match self.scheduling {
            Scheduling::WhenReady => "once all that it reads can be read",
            Scheduling::Free => "at any time",
        };
        format!(
            "every task is queued and the streams are empty; a task is sent {sent}; {fails}, the streams never"
        )
    }

    fn switches() -> &'static [Switch<Self>] {
        &[
            Switch {
                name: "stable-storage",
                meaning: "what a node has stored survives its fault (dropped: nothing does)",
                holds: |chapter| chapter.memory == Memory::Stable,
                assume: |chapter| chapter.memory = Memory::Stable,
                drop: |chapter| chapter.memory = Memory::Lost,
            },
            Switch {
                name: "write-ahead",
                meaning: "READ and WRITE are stored before the action (dropped: after it)",
                holds: |chapter| logged(&chapter.reading) == (Logged::Ahead, Logged::Ahead),
                assume: |chapter| log(&mut chapter.reading, Logged::Ahead),
                drop: |chapter| log(&mut chapter.reading, Logged::Afterwards),
            },
        ]
    }
}

/// When READ and WRITE are stored.
fn logged(reading: &Reading) -> (Logged, Logged) {
    (reading.read, reading.write)
}

fn log(reading: &mut Reading, when: Logged) {
    (reading.read, reading.write) = (when, when);
}

/// Leader, workers and streams.
fn parties(mechanism: Mechanism) -> Vec<Node> {
    let parties = usize::from(mechanism.workers) + 2;
    vec![Node(mechanism); parties]
}

fn assumptions(faults: u8, memory: Memory) -> Assumptions {
    Assumptions {
        order: Order::Fifo,
        crash: Crash {
            budget: faults,
            consecutive: None,
            amid_sends: false,
        },
        returns: match faults {
            0 => Return::Never,
            times => Return::UpTo { times, memory },
        },
        ..Assumptions::default()
    }
}

/// A mechanism in a world with so many faults.
pub(super) fn with_faults(mechanism: Mechanism, faults: u8) -> System {
    World::new(parties(mechanism), assumptions(faults, Memory::Stable))
}
