//! The beginning: every process is connected to every other, and all are about to do the same.
//!
//! Each listens at its own address and calls those before it. Before anything else both ends say what they are about to do, as facts
//! with names: versions, content hashes, limits. Whoever hears another fact ends with an error. The
//! connections are then timely's. Nothing is encrypted, and nobody has to prove who he is: hosts are in one trusted network.

use crate::Error;
use serde::{Deserialize, Serialize};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// How long processes wait for each other at the beginning.
pub const PATIENCE: Duration = Duration::from_secs(30);
/// How long a stranger may take to say who he is.
const STRANGER: Duration = Duration::from_secs(5);
/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(20);
/// What we say first, so that no other program is taken for one of us.
const GREETING: &str = "verdict, a search on several processes";
/// More than this is no greeting.
const LONGEST: u32 = 1 << 24;

/// Something that must be the same in all processes, with its name.
pub type Fact = (String, String);

/// What one end says to the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Hello {
    greeting: String,
    process: usize,
    facts: Vec<Fact>,
}

/// Where a process is among all.
pub struct Beginning<'a> {
    pub addresses: &'a [String],
    pub process: usize,
    pub facts: Vec<Fact>,
    pub patience: Duration,
}

/// Listens at an address.
pub fn listen(address: &str) -> Result<TcpListener, Error> {
    TcpListener::bind(address).map_err(|error| Error::Listen {
        address: address.to_owned(),
        error,
    })
}

impl Beginning<'_> {
    /// Connections to all others, in order; none to this process.
    pub fn connect(&self, listener: &TcpListener) -> Result<Vec<Option<TcpStream>>, Error> {
        let until = Instant::now() + self.patience;
        let mut streams: Vec<Option<TcpStream>> = Vec::new();
        for process in 0..self.process {
            streams.push(Some(self.call(process, until)?));
        }
        streams.resize_with(self.addresses.len(), || None);
        self.answer(listener, &mut streams, until)?;
        for stream in streams.iter().flatten() {
            let ready = stream.set_nodelay(true).and(stream.set_read_timeout(None));
            ready.map_err(|error| Error::Engine(error.to_string()))?;
        }
        Ok(streams)
    }

    /// Calls a process until it answers.
    fn call(&self, process: usize, until: Instant) -> Result<TcpStream, Error> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let why = match self.try_call(process, left.max(PAUSE)) {
                Ok((stream, hello)) => {
                    self.compare(process, &hello)?;
                    return Ok(stream);
                }
                Err(why) => why,
            };
            if left.is_zero() {
                return Err(self.no_answer(process, why.to_string()));
            }
            std::thread::sleep(PAUSE);
        }
    }

    fn try_call(&self, process: usize, left: Duration) -> io::Result<(TcpStream, Hello)> {
        let mut last = io::Error::new(ErrorKind::NotFound, "the name stands for no address");
        for address in self.addresses[process].to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, left) {
                Ok(mut stream) => {
                    self.greet(&mut stream)?;
                    // It may have others to listen to first.
                    let hello = hear(&mut stream, left)?;
                    return Ok((stream, hello));
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Waits until all processes behind this one have called.
    fn answer(
        &self,
        listener: &TcpListener,
        streams: &mut [Option<TcpStream>],
        until: Instant,
    ) -> Result<(), Error> {
        let broken = |error: io::Error| Error::Engine(error.to_string());
        listener.set_nonblocking(true).map_err(broken)?;
        while let Some(missing) =
            (self.process + 1..streams.len()).find(|at| streams[*at].is_none())
        {
            match listener.accept() {
                Ok((mut stream, _)) => {
                    stream.set_nonblocking(false).map_err(broken)?;
                    // Whoever says nothing that we understand is none of us.
                    let Ok(hello) = hear(&mut stream, STRANGER) else {
                        continue;
                    };
                    // It hears what is wrong even if this end has had enough.
                    let answered = self.greet(&mut stream);
                    self.compare(hello.process, &hello)?;
                    if answered.is_ok() {
                        self.seat(hello.process, stream, streams)?;
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if Instant::now() > until {
                        return Err(self.no_answer(missing, "it has not called".to_owned()));
                    }
                    std::thread::sleep(PAUSE);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(broken(error)),
            }
        }
        Ok(())
    }

    fn seat(
        &self,
        process: usize,
        stream: TcpStream,
        streams: &mut [Option<TcpStream>],
    ) -> Result<(), Error> {
        let count = streams.len();
        match streams.get_mut(process) {
            Some(seat) if process > self.process && seat.is_none() => {
                *seat = Some(stream);
                Ok(())
            }
            _ => Err(Error::Misplaced(format!(
                "two processes say that they are process {process}; expected each number from 0 to {} once, with --process",
                count - 1
            ))),
        }
    }

    fn greet(&self, stream: &mut TcpStream) -> io::Result<()> {
        let hello = Hello {
            greeting: GREETING.to_owned(),
            process: self.process,
            facts: self.facts.clone(),
        };
        let text = serde_json::to_vec(&hello)?;
        stream.write_all(&(text.len() as u32).to_be_bytes())?;
        stream.write_all(&text)
    }

    /// That the other is about to do the same.
    fn compare(&self, process: usize, hello: &Hello) -> Result<(), Error> {
        if hello.process != process {
            return Err(Error::Misplaced(format!(
                "process {} answers at {}, where process {process} should be; expected the same file of hosts everywhere",
                hello.process, self.addresses[process]
            )));
        }
        let nothing = || "nothing of the kind".to_owned();
        for at in 0..self.facts.len().max(hello.facts.len()) {
            let (ours, theirs) = (self.facts.get(at), hello.facts.get(at));
            if ours != theirs {
                let same = |fact: &&Fact| ours.is_none_or(|(name, _)| *name == fact.0);
                let what = ours.or(theirs).map(|(name, _)| name.clone());
                return Err(Error::Unequal {
                    process,
                    what: what.unwrap_or_default(),
                    theirs: theirs.filter(same).map_or_else(nothing, |(_, v)| v.clone()),
                    ours: ours.map_or_else(nothing, |(_, value)| value.clone()),
                });
            }
        }
        Ok(())
    }

    fn no_answer(&self, process: usize, why: String) -> Error {
        Error::NoAnswer {
            process,
            address: self.addresses[process].clone(),
            seconds: self.patience.as_secs(),
            why,
        }
    }
}

/// What the other end says.
fn hear(stream: &mut TcpStream, patience: Duration) -> io::Result<Hello> {
    let odd = || {
        io::Error::new(
            ErrorKind::InvalidData,
            "what answers there is another program",
        )
    };
    stream.set_read_timeout(Some(patience))?;
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let length = u32::from_be_bytes(length);
    if length > LONGEST {
        return Err(odd());
    }
    let mut text = vec![0; length as usize];
    stream.read_exact(&mut text)?;
    let hello: Hello = serde_json::from_slice(&text).map_err(|_| odd())?;
    (hello.greeting == GREETING)
        .then_some(hello)
        .ok_or_else(odd)
}
