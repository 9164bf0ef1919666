//! TranspeerToken in the setting of its source: sizes, assumptions and fairness that the claims share.

use super::{Clients, Mutant, Parties, Reading, Transaction, Transpeer, properties};
use crate::catalog::{Setup, SetupError};
use crate::ring::node::Node;
use crate::ring::{plugin, setting};
use crate::world::World;
use verdict_checker::judge::Judge;
use verdict_checker::liveness::Fairness::Weak;

/// The ring of section II, with a client and a data server beside it.
fn parties(setup: &Setup, mut reading: Reading) -> Result<Parties, SetupError> {
    let (managers, k) = setting::size(setup)?;
    if setup.lacks("clients-resubmit") {
        reading.clients = Clients::Trust;
    }
    let transpeer = Transpeer {
        reading,
        managers,
        k,
        data_sets: setting::within(setup, "D", 1..=26)?,
        transactions: setting::within(setup, "T", 1..=99)?.into(),
        mutant: setup.mutant.as_deref().and_then(Mutant::named),
    };
    let plugin = plugin::Reading {
        initial_backups: !setup.lacks("initial-backups"),
        ..plugin::Reading::MEANT
    };
    let party = Node::new(managers, k, transpeer).reading(plugin, None);
    let assumptions = setup.world(setting::section_ii(managers, k));
    Ok(World::new(vec![party; managers + 2], assumptions))
}

pub(super) fn serial(setup: &Setup, reading: Reading) -> Result<Box<dyn Judge>, SetupError> {
    setting::judge(
        setup,
        parties(setup, reading)?,
        properties::serial(),
        Vec::new(),
    )
}

pub(super) fn no_loss(setup: &Setup, reading: Reading) -> Result<Box<dyn Judge>, SetupError> {
    let fairness = vec![("deliver", Weak), ("suspect", Weak), ("local", Weak)];
    let property = properties::no_loss(setup.get("T") as Transaction);
    setting::judge(setup, parties(setup, reading)?, property, fairness)
}

/// The same, with no crash.
pub(super) fn without_crashes(setup: &Setup) -> Setup {
    let mut setup = setup.clone();
    setup.with.push("no-crash".to_owned());
    setup
}
