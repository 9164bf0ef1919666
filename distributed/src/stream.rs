//! A connection that says when the process at its other end has gone.
//!
//! Timely panics in a thread of its own when a connection breaks, and whoever waits for data waits for ever. Here a broken
//! connection raises a flag, at which the workers look while they wait; the thread that found it broken rests.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering::SeqCst};
use timely::communication::allocator::zero_copy::stream::Stream;

/// Timely ends what it sends with a header of zeros.
const FAREWELL: usize = 48;

const THERE: u8 = 0;
const FINISHED: u8 = 1;
const LOST: u8 = 2;

/// How the processes are, as far as this one knows.
#[derive(Debug)]
pub struct Health {
    states: Vec<AtomicU8>,
    /// The first that was lost. Others may end because of it.
    first_lost: OnceLock<usize>,
}

impl Health {
    /// All are there.
    pub fn of(processes: usize) -> Self {
        Health {
            states: (0..processes).map(|_| AtomicU8::new(THERE)).collect(),
            first_lost: OnceLock::new(),
        }
    }

    /// The first that ended without a farewell.
    pub fn lost(&self) -> Option<usize> {
        self.first_lost.get().copied()
    }

    /// One that has ended in any way.
    pub fn ended(&self) -> Option<usize> {
        let mut states = self.states.iter();
        states.position(|state| state.load(SeqCst) != THERE)
    }
}

/// A connection to a process.
pub struct Watched {
    stream: TcpStream,
    process: usize,
    health: Arc<Health>,
    /// How many zeros were read last.
    zeros: usize,
}

impl Watched {
    /// To this process.
    pub fn new(stream: TcpStream, process: usize, health: Arc<Health>) -> Self {
        Watched {
            stream,
            process,
            health,
            zeros: 0,
        }
    }

    fn is(&self, state: u8) {
        self.health.states[self.process].store(state, SeqCst);
    }

    /// Never comes back: an error would end the thread with a panic, and tell nobody.
    fn rest(&self) -> ! {
        self.is(LOST);
        self.health.first_lost.get_or_init(|| self.process);
        loop {
            std::thread::park();
        }
    }
}

impl Read for Watched {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.stream.read(room) {
                Ok(0) if self.zeros >= FAREWELL => {
                    self.is(FINISHED);
                    return Ok(0);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Ok(0) | Err(_) => self.rest(),
                Ok(count) => {
                    let zeros = room[..count].iter().rev().take_while(|byte| **byte == 0);
                    let zeros = zeros.count();
                    self.zeros = if zeros == count {
                        self.zeros + zeros
                    } else {
                        zeros
                    };
                    return Ok(count);
                }
            }
        }
    }
}

impl Write for Watched {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.stream.write(bytes) {
            Err(error) if error.kind() != ErrorKind::Interrupted => self.rest(),
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Stream for Watched {
    fn try_clone(&self) -> io::Result<Self> {
        let stream = self.stream.try_clone()?;
        Ok(Watched::new(stream, self.process, Arc::clone(&self.health)))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // The other end may be gone by then, and has had all it needs.
        self.stream.shutdown(how).or(Ok(()))
    }
}
