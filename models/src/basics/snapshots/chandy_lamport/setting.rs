//! The processes as those who take a snapshot, and the networks in which they do.

use super::super::consistency::Snapshot;
use super::super::money::{Account, Global, Scene, Units, scenes};
use super::{Member, Message, Mutant, Process, Records};
use verdict_checker::catalog::{Parameter, SetupError, Switch};
use verdict_checker::size::Size;
use verdict_world::{Algorithm, Assumptions, NodeSet, Order, Time};

impl Snapshot for Member {
    fn outgoing(process: &Process) -> NodeSet {
        process.outgoing
    }

    fn began(process: &Process) -> (Account, &Units) {
        (process.began.0, &process.began.1)
    }

    fn account(process: &Process) -> Account {
        process.account
    }

    fn recorded(process: &Process) -> Option<Account> {
        process.recorded
    }

    fn is_complete(process: &Process) -> bool {
        process.terminated && process.recorded.is_some()
    }

    fn in_transit(&self, processes: &[&Process], from: usize, to: usize) -> NodeSet {
        match self.reading.records {
            Records::Meant | Records::Interrupted => processes[to].chstate[from],
            Records::AtOnce => NodeSet::default(), // `chstate` is filled only later.
        }
    }

    fn truly_in_transit(processes: &[&Process], from: usize, to: usize) -> NodeSet {
        processes[to].truly_in_transit[from]
    }

    fn crossed(processes: &[&Process], from: usize, to: usize) -> bool {
        processes[to].recorded.is_some() && processes[to].crossed.contains(from)
    }

    fn carries_unit(message: &Message) -> bool {
        matches!(message, Message::Basic { .. })
    }
}

/// The slide, as it is read.
#[derive(Clone, Copy, Debug)]
pub struct ChandyLamport {
    /// When what is recorded.
    pub records: Records,
    /// What the channels keep in order.
    pub order: Order,
    /// Whether the network is strongly connected.
    pub strongly_connected: bool,
    /// Whether markers count the chain that they end.
    pub counts_hops: bool,
    /// Whether each message takes just one tick.
    pub lock_step: bool,
    /// Whether a process whose local snapshot has terminated may start another.
    pub again: bool,
}

impl ChandyLamport {
    /// As the slides mean it.
    pub const MEANT: ChandyLamport = ChandyLamport {
        records: Records::Meant,
        order: Order::Fifo,
        strongly_connected: true,
        counts_hops: false,
        lock_step: false,
        again: false,
    };

    /// The processes of a scene, the first `initiators` of which may start a snapshot.
    pub fn members(self, scene: &Scene, initiators: usize, mutant: Option<Mutant>) -> Vec<Member> {
        let Scene {
            network,
            start: Global { accounts, channels },
        } = scene;
        let member = |node: usize| Member {
            reading: self,
            mutant,
            outgoing: network.outgoing(node),
            incoming: network.incoming(node),
            account: accounts[node],
            sent: channels[node].clone(),
            initiator: node < initiators,
        };
        (0..network.len()).map(member).collect()
    }
}

/// The parameters of a snapshot.
pub(in crate::basics::snapshots) fn parameters() -> Vec<Parameter> {
    vec![
        Parameter::new("N", "processes"),
        Parameter::new("E", "channels, each in one direction"),
        Parameter::new("M", "units of money"),
        Parameter::new("T", "payments that each process may make"),
        Parameter::new("I", "processes that may start a snapshot"),
    ]
}

pub(in crate::basics::snapshots) fn initiators(size: &Size) -> Result<usize, SetupError> {
    let nodes: u64 = size.within("N", 1..=4, "in every network")?;
    size.within("I", 1..=nodes, "of the processes")
}

impl Algorithm for ChandyLamport {
    type Node = Member;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        parameters()
    }

    fn assumptions(&self, _: &Size) -> Result<Assumptions, SetupError> {
        let time = if self.lock_step {
            Time::Ticks { delay: 1 }
        } else {
            Time::Asynchronous
        };
        Ok(Assumptions {
            order: self.order,
            time,
            ..Assumptions::default()
        })
    }

    fn nodes(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Member>, SetupError> {
        let first = scenes(size, self.strongly_connected)?.next();
        Ok(self.members(
            &first.expect("a complete network is one"),
            initiators(size)?,
            mutant,
        ))
    }

    fn casts(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Vec<Member>>, SetupError> {
        let initiators = initiators(size)?;
        let scenes = scenes(size, self.strongly_connected)?;
        Ok(scenes
            .map(|scene| self.members(&scene, initiators, mutant))
            .collect())
    }

    fn start(&self, _: &Size) -> String {
        "every strongly connected network of N processes and E channels, every placement of M units among processes and channels; \
         S0 starts a snapshot at once"
            .to_owned()
    }

    fn switches() -> &'static [Switch<Self>] {
        &[Switch {
            name: "strongly-connected",
            meaning: "every process can send to every other, through others (dropped: one channel of the \
                network may be missing)",
            holds: |reading| reading.strongly_connected,
            assume: |reading| reading.strongly_connected = true,
            drop: |reading| reading.strongly_connected = false,
        }]
    }
}
