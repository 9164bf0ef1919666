//! Phases: everybody sends, and everybody has received all of it before anybody goes on.
//!
//! A phase is a timestamp of one small dataflow, whose only operator routes parcels to the worker they are for. Timely's own
//! accounting of what is under way says when a phase is over.

use crate::Error;
use crate::message::{Body, Parcel};
use crate::stream::Health;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

/// How long a phase may take in which nothing is heard.
pub const SILENCE: Duration = Duration::from_secs(300);
/// How long what a process has sent before it finished may still take to come.
const LATE: Duration = Duration::from_secs(10);
/// How often a worker that waits looks whether everybody is still there.
const LOOK: Duration = Duration::from_millis(50);

/// The other processes, as a worker knows them.
pub struct Others {
    /// Their addresses, and this process's own.
    pub addresses: Vec<String>,
    /// How they are.
    pub health: Arc<Health>,
    /// How long a phase may take.
    pub silence: Duration,
}

/// What the dataflow has delivered, with the phase that it belongs to.
type Inbox = Rc<RefCell<Vec<(u64, Parcel)>>>;

/// One worker's end of all exchanges.
pub struct Exchange<'w> {
    worker: &'w mut Worker,
    others: Arc<Others>,
    input: InputHandle<u64, CapacityContainerBuilder<Vec<Parcel>>>,
    probe: ProbeHandle<u64>,
    inbox: Inbox,
    phase: u64,
}

impl<'w> Exchange<'w> {
    /// The dataflow.
    pub fn new(worker: &'w mut Worker, others: Arc<Others>) -> Self {
        let inbox = Inbox::default();
        let delivered = Rc::clone(&inbox);
        let (input, probe) = worker.dataflow::<u64, _, _>(|scope| {
            let (input, parcels) = scope.new_input::<Vec<Parcel>>();
            let route = pact::Exchange::new(|parcel: &Parcel| u64::from(parcel.to));
            let (probe, _) = parcels
                .unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(route, "Deliver", |_, _| {
                    move |input, _| {
                        input.for_each(|time, parcels| {
                            let parcels = parcels.drain(..).map(|parcel| (*time.time(), parcel));
                            delivered.borrow_mut().extend(parcels);
                        });
                    }
                })
                .probe();
            (input, probe)
        });
        Exchange {
            worker,
            others,
            input,
            probe,
            inbox,
            phase: 0,
        }
    }

    /// This worker.
    pub fn index(&self) -> usize {
        self.worker.index()
    }

    /// How many there are.
    pub fn workers(&self) -> usize {
        self.worker.peers()
    }

    /// How many of them a process has.
    pub fn threads(&self) -> usize {
        self.workers() / self.others.addresses.len()
    }

    /// Sends, and waits for what others send in the same phase: in the order of who sends it, and of one sender in the order in which
    /// he does.
    pub fn phase(&mut self, sent: Vec<(usize, Body)>) -> Result<Vec<(usize, Body)>, Error> {
        let silence = self.others.silence;
        self.within(sent, Some(silence))
    }

    /// The same, however long it takes.
    pub fn patiently(&mut self, sent: Vec<(usize, Body)>) -> Result<Vec<(usize, Body)>, Error> {
        self.within(sent, None)
    }

    /// The same to everybody.
    pub fn tell_all(&mut self, body: &Body) -> Result<Vec<(usize, Body)>, Error> {
        let all = (0..self.workers()).map(|worker| (worker, body.clone()));
        let all = all.collect();
        self.phase(all)
    }

    fn within(
        &mut self,
        sent: Vec<(usize, Body)>,
        silence: Option<Duration>,
    ) -> Result<Vec<(usize, Body)>, Error> {
        let from = self.index() as u32;
        for (to, body) in sent {
            let to = to as u32;
            self.input.send(Parcel { to, from, body });
        }
        let phase = self.phase;
        self.phase += 1;
        self.input.advance_to(self.phase);
        self.input.flush();
        let (started, mut ended) = (Instant::now(), None);
        while self.probe.less_equal(&phase) {
            self.worker.step_or_park(Some(LOOK));
            let health = &self.others.health;
            if let Some(process) = health.lost() {
                return Err(self.gone(process));
            }
            // A process that has finished had all it needs, so the rest of this phase is under way, or never comes.
            if let Some(process) = health.ended()
                && ended.get_or_insert_with(Instant::now).elapsed() > LATE
            {
                return Err(self.gone(process));
            }
            if silence.is_some_and(|silence| started.elapsed() > silence) {
                return Err(self.silent(phase, started));
            }
        }
        let mut received = Vec::new();
        self.inbox.borrow_mut().retain_mut(|(time, parcel)| {
            let due = *time == phase;
            if due {
                let body = std::mem::replace(&mut parcel.body, Body::Begin(None));
                received.push((parcel.from as usize, body));
            }
            !due
        });
        received.sort_by_key(|(from, _)| *from);
        Ok(received)
    }

    fn gone(&self, process: usize) -> Error {
        let address = self.others.addresses[process].clone();
        Error::Lost { process, address }
    }

    /// Names the processes that have sent nothing in this phase.
    fn silent(&self, phase: u64, started: Instant) -> Error {
        let (inbox, threads) = (self.inbox.borrow(), self.threads());
        let heard = |process: usize| {
            let mut parcels = inbox.iter().filter(|(time, _)| *time == phase);
            parcels.any(|(_, parcel)| parcel.from as usize / threads == process)
        };
        let own = self.index() / threads;
        let silent = (0..self.others.addresses.len()).filter(|process| *process != own);
        let silent: Vec<String> = silent
            .filter(|process| !heard(*process))
            .map(|process| format!("process {process} at {}", self.others.addresses[process]))
            .collect();
        Error::Silent {
            who: silent.join(", "),
            seconds: started.elapsed().as_secs(),
        }
    }
}
