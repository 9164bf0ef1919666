//! "Basic Multicast": Bmulticast(g, m) is "for each process p in g, send(p, m)", and on receive(m) a process Bdelivers m.
//!
//! Both lines are in `process.rs`, where every multicast of this folder passes ([`super::process::Process::b_multicast`]). Here is
//! the protocol that adds nothing to them: a word is the message, and is delivered when the carrier delivers it. Over
//! Bmulticast that is Bmulticast itself, over Rmulticast it is Rmulticast itself.

use super::group::Message;
use super::layers::{Carrier, Desk, Protocol};
use super::properties;
use super::setting::Setting;
use verdict_checker::catalog::Claim;
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::Algorithm;

verdict_checker::mutants! {
    /// Errors in Bmulticast and Rmulticast, and in laws about what they may do.
    Short = "short": "Bmulticast leaves out the last process of the group with the first message of a sender",
    Silent = "silent": "Rmulticast: a process does not repeat what it delivers",
    Twice = "twice": "Rmulticast: a copy of what was received before is delivered again",
    Swallow = "swallow": "Rmulticast: a process repeats its own message and does not deliver it",
    LastFirst = "last-first": "Rmulticast: of the messages with which half is done, the other half is done with the last first",
    Forge = "forge": "Rmulticast: with a message a process also delivers one that nobody has multicast",
    FirstPremise = "first-premise": "laws about orders: the first premise is left out",
    LastPremise = "last-premise": "laws about orders: the last premise is left out",
}

/// No order.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl Protocol for Plain {
    type Mutant = Mutant;
    type Word = Message;
    type Memory = ();

    fn multicast(&self, desk: &mut Desk<Self>, m: Message) {
        desk.multicast(m.group, m);
    }

    fn on_deliver(&self, desk: &mut Desk<Self>, _: usize, m: Message) {
        desk.deliver(m);
    }

    fn message(m: &Message) -> Option<Message> {
        Some(*m)
    }

    fn show(_: &()) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn slip_of_carrier(mutant: Mutant) -> Option<Mutant> {
        Some(mutant)
    }
}

/// Bmulticast in one group.
pub const B: Setting<Plain> = Setting::new(Plain, Carrier::B);

/// What is claimed of it.
pub fn claims() -> Vec<Claim> {
    let asked = B
        .asks(properties::reach::<Plain>)
        .sizes([[3, 1, 1, 0, 1], [3, 1, 1, 0, 2], [4, 1, 1, 0, 1]])
        .fair(properties::ARRIVES);
    vec![
        Claim::liveness(
            "basics/b-multicast",
            "Basic Multicast",
            "Every correct process of the group eventually delivers a message multicast by \
             B-multicast, as long as the multicaster does not crash.",
        )
        .case(
            asked
                .clone()
                .reading(
                    "as-printed",
                    "as long as the multicaster never crashes: others may, and it may in the runs of which nothing is said",
                )
                .deep([[3, 1, 1, 1, 1], [5, 1, 1, 0, 1]])
                .without("no-loss", Refuted)
                .without("no-duplicates", Holds)
                .kills([Mutant::Short]),
        )
        .case(
            B.on(super::group::Groups::Open)
                .asks(properties::reach::<Plain>)
                .reading("open-group", "the same, with a multicaster outside the group")
                .sizes([[3, 1, 1, 0, 1], [4, 1, 1, 0, 1]])
                .fair(properties::ARRIVES)
                .without("no-loss", Refuted)
                .kills([Mutant::Short]),
        )
        .case(
            B.asks(properties::reach_whatever_happens::<Plain>)
                .reading(
                    "crash-after-the-loop",
                    "the proviso can be weaker: it is enough that the multicaster has sent to every process before it crashes",
                )
                .sizes([[3, 1, 1, 0, 1], [3, 1, 1, 0, 2]])
                .assuming("whole-broadcasts")
                .fair(properties::ARRIVES)
                .without("whole-broadcasts", Refuted)
                .without("no-loss", Refuted)
                .kills([Mutant::Short]),
        )
        .case(
            B.asks(properties::agreement::<Plain>)
                .reading(
                    "without-the-proviso",
                    "and it cannot be dropped: a multicaster that crashes amid its loop leaves one correct process with the \
                     message and another without",
                )
                .sizes([[3, 1, 0, 0, 1]])
                .fair(properties::ARRIVES)
                .expect(Refuted),
        ),
    ]
}
