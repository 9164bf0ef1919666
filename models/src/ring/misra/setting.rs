//! The termination detection in the setting of its source: sizes, assumptions and fairness that the claims share.

use super::{Detection, FromTheDead, Mutant, Reading, Routes, Sites, properties};
use crate::catalog::{Setup, SetupError};
use crate::ring::node::Node;
use crate::ring::setting;
use crate::world::{Order, World};
use verdict_checker::judge::Judge;
use verdict_checker::liveness::Fairness::Weak;

/// The ring of section II in the setting of section III.B: channels are FIFO.
fn sites(setup: &Setup, mut reading: Reading) -> Result<Sites, SetupError> {
    let (nodes, k) = setting::size(setup)?;
    if setup.lacks("refuse-the-dead") {
        reading.from_the_dead = FromTheDead::Taken;
    }
    if setup.lacks("along-the-ring") {
        reading.routes = Routes::Anyone;
    }
    reading.plugin.initial_backups = !setup.lacks("initial-backups");
    let detection = Detection {
        reading,
        nodes,
        messages: setting::within(setup, "M", 0..=9)?,
        computations: setting::within(setup, "C", 1..=9)?,
        mutant: setup.mutant.as_deref().and_then(Mutant::named),
    };
    let site = Node::new(nodes, k, detection).reading(reading.plugin, None);
    let mut assumptions = setting::section_ii(nodes, k);
    assumptions.order = Order::Fifo;
    Ok(World::new(vec![site; nodes], setup.world(assumptions)))
}

pub(super) fn safe(setup: &Setup, reading: Reading) -> Result<Box<dyn Judge>, SetupError> {
    setting::judge(
        setup,
        sites(setup, reading)?,
        properties::safe(),
        Vec::new(),
    )
}

pub(super) fn live(setup: &Setup, reading: Reading) -> Result<Box<dyn Judge>, SetupError> {
    let fairness = vec![("deliver", Weak), ("suspect", Weak), ("local", Weak)];
    setting::judge(setup, sites(setup, reading)?, properties::live(), fairness)
}

/// The same, with no crash unless that is dropped.
pub(super) fn without_crashes(setup: &Setup) -> Setup {
    let mut setup = setup.clone();
    if !setup.lacks("no-crash") {
        setup.with.push("no-crash".to_owned());
    }
    setup
}

/// The same over the channels of section II, which reorder.
pub(super) fn out_of_order(setup: &Setup) -> Setup {
    let mut setup = setup.clone();
    setup.without.push("fifo".to_owned());
    setup
}
