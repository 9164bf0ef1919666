//! The processes as those who take a snapshot, and the networks in which they do.

use super::super::chandy_lamport::{initiators, parameters};
use super::super::consistency::Snapshot;
use super::super::money::{Account, Global, Scene, Units, scenes};
use super::{Difference, Member, Message, Mutant, Process, Red};
use verdict_checker::catalog::{Parameter, SetupError, Switch};
use verdict_checker::size::Size;
use verdict_world::{Algorithm, NodeSet};

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
        process.recorded.as_ref().map(|(account, ..)| *account)
    }

    fn is_complete(process: &Process) -> bool {
        process.recorded.is_some()
    }

    fn in_transit(&self, processes: &[&Process], from: usize, to: usize) -> NodeSet {
        let logs = |process: &Process| match (&process.recorded, self.reading.difference) {
            (Some((_, logs, _)), Difference::OfMessages | Difference::OfSets) => logs.clone(),
            (_, Difference::OfLatestLogs) | (None, _) => process.logs.clone(),
        };
        let sent = logs(processes[from]).sent[to];
        let received = logs(processes[to]).received[from];
        match self.reading.difference {
            // All contents are alike: of {unit} and {unit} nothing is left.
            Difference::OfSets => (0..1).filter(|_| sent > 0 && received.is_empty()).collect(),
            Difference::OfMessages | Difference::OfLatestLogs => (0..sent.into())
                .filter(|number| !received.contains(*number))
                .collect(),
        }
    }

    fn truly_in_transit(processes: &[&Process], from: usize, to: usize) -> NodeSet {
        let (Some((.., sent)), Some((_, logs, _))) =
            (&processes[from].recorded, &processes[to].recorded)
        else {
            return NodeSet::default();
        };
        (0..sent[to].into())
            .filter(|number| !logs.received[from].contains(*number))
            .collect()
    }

    fn crossed(processes: &[&Process], from: usize, to: usize) -> bool {
        let (Some((.., sent)), Some((_, logs, _))) =
            (&processes[from].recorded, &processes[to].recorded)
        else {
            return false;
        };
        logs.received[from]
            .iter()
            .any(|number| number >= usize::from(sent[to]))
    }

    fn carries_unit(message: &Message) -> bool {
        message.unit.is_some()
    }
}

/// The slides, as they are read.
#[derive(Clone, Copy, Debug)]
pub struct LaiYang {
    /// What a red message does at a process that has been marked.
    pub red: Red,
    /// What `sent \ received` is.
    pub difference: Difference,
    /// Whether triggers are sent.
    pub triggers: bool,
    /// Whether the network is strongly connected.
    pub strongly_connected: bool,
}

impl LaiYang {
    /// As the slides mean it, without triggers.
    pub const MEANT: LaiYang = LaiYang {
        red: Red::TakesOnce,
        difference: Difference::OfMessages,
        triggers: false,
        strongly_connected: true,
    };

    fn members(self, scene: &Scene, initiators: usize, mutant: Option<Mutant>) -> Vec<Member> {
        let Scene {
            network,
            start: Global { accounts, channels },
        } = scene;
        let member = |node: usize| Member {
            reading: self,
            mutant,
            outgoing: network.outgoing(node),
            account: accounts[node],
            sent: channels[node].clone(),
            initiator: node < initiators,
        };
        (0..network.len()).map(member).collect()
    }
}

impl Algorithm for LaiYang {
    type Node = Member;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        parameters()
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
         S0 takes its snapshot at once"
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
