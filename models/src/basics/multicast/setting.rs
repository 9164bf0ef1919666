//! The world of a group: who multicasts how much, who may crash, how processes are grouped.

use super::group::Groups;
use super::layers::{Carrier, Protocol, Record};
use super::process::Process;
use verdict_checker::catalog::{Parameter, SetupError};
use verdict_checker::size::Size;
use verdict_world::{Algorithm, Assumptions, Memory, Return};

/// A protocol over a carrier, in groups.
#[derive(Clone, Copy, Debug)]
pub struct Setting<P> {
    protocol: P,
    carrier: Carrier,
    groups: Groups,
    record: Record,
}

impl<P> Setting<P> {
    /// In one group.
    pub const fn new(protocol: P, carrier: Carrier) -> Self {
        let (groups, record) = (Groups::One, Record::Deeds);
        Setting {
            protocol,
            carrier,
            groups,
            record,
        }
    }

    /// In other groups.
    pub fn on(self, groups: Groups) -> Self {
        Setting { groups, ..self }
    }

    /// With more on record.
    pub fn recording(self, record: Record) -> Self {
        Setting { record, ..self }
    }
}

impl<P: Protocol> Algorithm for Setting<P> {
    type Node = Process<P>;
    type Mutant = P::Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        vec![
            Parameter::new("N", "processes"),
            Parameter::new("a", "messages that S0 may multicast"),
            Parameter::new("b", "messages that S1 may multicast"),
            Parameter::new("c", "messages that S2 may multicast"),
            Parameter::new("crashes", "processes that may crash"),
        ]
    }

    /// "Let us suppose processes may fail only by crashing", in the middle of a multicast too; channels may reorder.
    fn assumptions(&self, size: &Size) -> Result<Assumptions, SetupError> {
        let mut assumptions = Assumptions::default();
        assumptions.crash.budget = size.within("crashes", 0..=9, "of the processes")?;
        assumptions.crash.amid_sends = true;
        Ok(assumptions)
    }

    fn nodes(&self, size: &Size, mutant: Option<P::Mutant>) -> Result<Vec<Process<P>>, SetupError> {
        let nodes = match self.groups {
            Groups::Pairs => size.within("N", 3..=3, "any two of which are a group")?,
            Groups::One | Groups::Open | Groups::Two => {
                size.within("N", 2..=9, "in all groups together")?
            }
        };
        let mut multicasts = vec![0; nodes];
        for (sender, name) in ["a", "b", "c"].into_iter().enumerate() {
            let messages = size.within(name, 0..=4, "of one process")?;
            match multicasts.get_mut(sender) {
                Some(planned) => *planned = messages,
                None => size
                    .within(name, 0..=0, "because there is no such process")
                    .map(|_: u8| ())?,
            }
        }
        let process = |multicasts| Process {
            protocol: self.protocol,
            carrier: self.carrier,
            groups: self.groups,
            nodes,
            multicasts,
            record: self.record,
            mutant,
        };
        Ok(multicasts.into_iter().map(process).collect())
    }

    /// A process that returns after all has kept its memory: the slides say nothing of what one would have to save.
    fn settle(&self, mut world: Assumptions) -> Assumptions {
        if let Return::UpTo { memory, .. } = &mut world.returns {
            *memory = Memory::Kept;
        }
        world
    }

    fn start(&self, _: &Size) -> String {
        let carrier = match self.carrier {
            Carrier::B => "over Bmulticast",
            Carrier::R(super::r_multicast::Turn::RepeatFirst) => {
                "over Rmulticast that repeats first"
            }
            Carrier::R(super::r_multicast::Turn::DeliverFirst) => {
                "over Rmulticast that delivers first"
            }
        };
        format!(
            "{}; {carrier}; each multicasts when it pleases",
            self.groups.words()
        )
    }
}
