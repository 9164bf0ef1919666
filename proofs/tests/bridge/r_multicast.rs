//! Reliable multicast: one message of a sender, or one of each of two.

use crate::{notices, protocol, search, size_of, world};
use verdict_epr::bridge::{Crossed, Crossing, Gap, Kind};
use verdict_epr::structure::{Finite, Step, Structure};
use verdict_epr::syntax::Protocol;
use verdict_models::basics::multicast::b_multicast::{Mutant, Plain};
use verdict_models::basics::multicast::group::{Event, Message};
use verdict_models::basics::multicast::layers::Wire;
use verdict_models::basics::multicast::process::Process;
use verdict_models::basics::multicast::r_multicast::{DELIVER_FIRST, REPEAT_FIRST};
use verdict_models::basics::multicast::setting::Setting;
use verdict_world::World;

#[derive(Clone, Copy)]
struct Scale {
    processes: usize,
    /// Whether the second process multicasts too.
    both: bool,
    crashes: usize,
}

impl Scale {
    /// The messages that there may be, and for each sender one that its application never multicasts.
    fn messages(self) -> Vec<(u8, u8)> {
        let of = |sender: u8| [(sender, 1), (sender, 6)];
        let senders = if self.both { 0..2 } else { 0..1 };
        senders.flat_map(of).collect()
    }

    /// A message that is none of these is noticed as one that was not multicast, like the last of these.
    fn message(self, message: &Message) -> usize {
        let all = self.messages();
        let found = all
            .iter()
            .position(|m| *m == (message.sender, message.number));
        found.unwrap_or(all.len() - 1)
    }

    fn finite(self, protocol: &Protocol) -> Finite<'_> {
        let sets = (0..1usize << self.processes).map(|set| format!("{set:b}"));
        let message = |(sender, number)| {
            format!(
                "{:?}",
                Message {
                    sender,
                    number,
                    group: 0
                }
            )
        };
        let names = vec![
            (0..self.processes).map(|p| format!("S{p}")).collect(),
            self.messages().into_iter().map(message).collect(),
            sets.collect(),
        ];
        Finite { protocol, names }
    }

    fn read(self, finite: &Finite, world: &World<Process<Plain>>, state: &[u32]) -> Structure {
        let mut read = finite.blank();
        let view = world.view(state);
        let mut set = |name: &str, args: &[usize], value| finite.set(&mut read, name, args, value);
        for (m, (sender, _)) in self.messages().into_iter().enumerate() {
            set("sender", &[m], sender.into());
        }
        for b in 0..1usize << self.processes {
            for p in (0..self.processes).filter(|p| b >> p & 1 == 1) {
                set("in", &[b, p], 1);
            }
        }
        for p in 0..self.processes {
            // What a crash leaves is the record.
            let local = view.local(p);
            set("up", &[p], local.up.into());
            let Some(process) = &local.state else {
                continue;
            };
            for event in &process.log {
                match event {
                    Event::Multicast(m) => set("multicast", &[self.message(m)], 1),
                    Event::Deliver(m) => {
                        let m = self.message(m);
                        let delivers =
                            |e: &&Event| matches!(e, Event::Deliver(n) if self.message(n) == m);
                        let times = process.log.iter().filter(delivers).count();
                        set("delivered", &[m, p], 1);
                        set("again", &[m, p], (times > 1).into());
                    }
                    Event::Receive(_) => panic!("receipts are not on record"),
                }
            }
            for packet in &process.received {
                set("received", &[self.message(&packet.word), p], 1);
            }
            for (i, packet) in process.half_done.iter().enumerate() {
                set("in-hand", &[self.message(&packet.word), p], 1);
                for later in &process.half_done[i + 1..] {
                    let pair = [p, self.message(&packet.word), self.message(&later.word)];
                    set("earlier", &pair, 1);
                }
            }
        }
        for sent in view.messages() {
            if let Wire::Cast(packet) = &sent.msg {
                set("coming", &[self.message(&packet.word), sent.dst.into()], 1);
            }
        }
        read
    }

    /// More crashes than the run allows, and multicasts of what the application never multicasts.
    fn is_beyond(self, finite: &Finite, step: &Step) -> bool {
        let up = finite.protocol.symbol("up").expect("it is one of these");
        let down = (0..self.processes).filter(|p| finite.get(&step.next, up, &[*p]) == 0);
        let action = &finite.protocol.actions[step.action].name;
        let never = action.starts_with("multicast") && self.messages()[step.arguments[0]].1 == 6;
        never || down.count() > self.crashes
    }

    fn cross(
        self,
        model: Setting<Plain>,
        protocol: &Protocol,
        mutant: Option<Mutant>,
    ) -> Result<Crossed, Gap> {
        let size = [
            self.processes as u64,
            1,
            self.both.into(),
            0,
            self.crashes as u64,
        ];
        let world = world(&model, &size_of(&model, &size), mutant);
        let finite = self.finite(protocol);
        let searched = search(&world, |state| self.read(&finite, &world, state));
        let crossing = Crossing {
            beyond: &|_, step| self.is_beyond(&finite, step),
            ..Crossing::of(finite.clone())
        };
        crossing.cross(&searched)
    }
}

const fn scale(processes: usize, both: bool, crashes: usize) -> Scale {
    Scale {
        processes,
        both,
        crashes,
    }
}

#[test]
fn reliable_multicast_is_the_protocol() {
    let protocol = protocol("r-multicast.epr");
    // Nothing comes to one that is down or has received it, and only who is up has something in hand; two crashes
    // leave somebody up, and one message has no order.
    let implied = [
        "guard to-others of multicast-in-part",
        "guard alive of receive",
        "guard first-copy of receive",
        "guard alive of receive-in-part",
        "guard first-copy of receive-in-part",
        "guard alive of deliver",
        "guard in-turn of deliver",
    ];
    notices(
        &protocol,
        &|p| scale(3, false, 2).cross(REPEAT_FIRST, p, None),
        &implied,
    );
    for scale in [scale(2, true, 2), scale(3, true, 0), scale(4, false, 1)] {
        let crossed = scale.cross(REPEAT_FIRST, &protocol, None);
        println!("{:?}", crossed.unwrap_or_else(|gap| panic!("{gap}")));
    }
}

#[test]
fn errors_in_reliable_multicast_are_noticed() {
    let protocol = protocol("r-multicast.epr");
    for (mutant, kind) in [
        (Mutant::Short, Kind::State),
        (Mutant::Silent, Kind::State),
        (Mutant::Twice, Kind::State),
        (Mutant::Swallow, Kind::State),
        (Mutant::LastFirst, Kind::Forth),
        (Mutant::Forge, Kind::State),
    ] {
        // Two messages have an order; of two processes none needs what another repeats.
        let scale = match mutant {
            Mutant::LastFirst => scale(2, true, 1),
            _ => scale(3, false, 1),
        };
        let gap = scale.cross(REPEAT_FIRST, &protocol, Some(mutant));
        let Err(gap) = gap else {
            panic!("{mutant:?} is not noticed");
        };
        assert_eq!(gap.kind, kind, "{mutant:?}: {gap}");
    }
    // To deliver first is another algorithm.
    let other = scale(2, true, 1).cross(DELIVER_FIRST, &protocol, None);
    let gap = other.expect_err("another order");
    assert_ne!(gap.kind, Kind::Back, "{gap}");
}
