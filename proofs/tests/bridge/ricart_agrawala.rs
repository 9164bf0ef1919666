//! Ricart and Agrawala's algorithm, where each process asks a given number of times: then clocks are not lowered.

use crate::{notices, protocol, search, size_of, world};
use verdict_epr::bridge::{Crossed, Crossing, Gap, Kind};
use verdict_epr::structure::{Finite, Step, Structure};
use verdict_epr::syntax::Protocol;
use verdict_models::basics::mutual_exclusion::ricart_agrawala::{
    Message, Mutant, MyState, Node, RicartAgrawala,
};
use verdict_world::World;

const MODEL: RicartAgrawala = RicartAgrawala::COUNTED;

#[derive(Clone, Copy)]
struct Scale {
    processes: usize,
    requests: usize,
}

impl Scale {
    fn finite(self, protocol: &Protocol) -> Finite<'_> {
        let latest = self.processes * self.requests + 1;
        let names = vec![
            (0..self.processes).map(|p| format!("S{p}")).collect(),
            (0..=latest).map(|t| t.to_string()).collect(),
            ["out", "req", "in"].map(str::to_owned).into(),
        ];
        Finite { protocol, names }
    }

    fn read(self, finite: &Finite, world: &World<Node>, state: &[u32]) -> Structure {
        let mut read = finite.blank();
        for (phase, name) in finite.names[2].iter().enumerate() {
            finite.set(&mut read, name, &[], phase);
        }
        let times = finite.names[1].len();
        for a in 0..times {
            for b in a + 1..times {
                finite.set(&mut read, "earlier", &[a, b], 1);
            }
            if a + 1 < times {
                finite.set(&mut read, "plus-one", &[a, a + 1], 1);
            }
        }
        let view = world.view(state);
        let sent = |from: usize, to: usize, is: &dyn Fn(&Message) -> bool| {
            let mut all = view.messages();
            all.any(|m| (m.src.into(), m.dst.into()) == (from, to) && is(&m.msg))
        };
        for (p, process) in view.live() {
            let phase = match process.mystate {
                MyState::Out => 0,
                MyState::Req => 1,
                MyState::In => 2,
            };
            finite.set(&mut read, "phase-of", &[p], phase);
            finite.set(&mut read, "clock", &[p], process.myclock.into());
            finite.set(&mut read, "stamp", &[p], process.myreq_lt.into());
            let mut pending = 0;
            for (q, other) in view.live().filter(|(q, _)| *q != p) {
                finite.set(&mut read, "below", &[p, q], (p < q).into());
                let asks = sent(p, q, &|m| matches!(m, Message::Req(..)));
                let answered = sent(q, p, &|m| matches!(m, Message::Ok(..)));
                let waits = other.req_delayed.contains(&(p as u8));
                finite.set(&mut read, "sent-req", &[p, q], asks.into());
                finite.set(&mut read, "sent-ok", &[q, p], answered.into());
                finite.set(&mut read, "delayed", &[q, p], waits.into());
                // Whose OK it has is whose OK cannot come any more.
                let granted = phase != 0 && !asks && !answered && !waits;
                finite.set(&mut read, "granted", &[p, q], granted.into());
                pending += i8::from(phase != 0 && !granted);
            }
            if phase != 0 {
                assert_eq!(
                    process.pending_oks, pending,
                    "who is counted is who has not granted"
                );
            }
        }
        // The stamp in a REQ is that of the request for which it was sent.
        for message in view.messages() {
            if let Message::Req(lt, _) = message.msg {
                let of = view.node(message.src.into()).expect("nobody crashes");
                assert_eq!(lt, of.myreq_lt, "a REQ outlives its request");
            }
        }
        read
    }

    fn cross(self, protocol: &Protocol, mutant: Option<Mutant>) -> Result<Crossed, Gap> {
        let size = [self.processes as u64, self.requests as u64];
        let world = world(&MODEL, &size_of(&MODEL, &size), mutant);
        let finite = self.finite(protocol);
        let mut asked = Vec::new();
        let seen = std::cell::RefCell::new(&mut asked);
        let searched = search(&world, |state| {
            let entries = |p: usize| {
                let process = world.view(state).node(p).expect("nobody crashes");
                process.history.as_ref().map_or(0, |h| h.entries)
            };
            let all: Vec<_> = (0..self.processes).map(entries).collect();
            seen.borrow_mut().push(all);
            self.read(&finite, &world, state)
        });
        let request = protocol.action("request");
        let spent = |at: usize, step: &Step| {
            Some(step.action) == request
                && usize::from(asked[at][step.arguments[0]]) == self.requests
        };
        let crossing = Crossing {
            beyond: &spent,
            ..Crossing::of(finite)
        };
        crossing.cross(&searched)
    }
}

const fn scale(processes: usize, requests: usize) -> Scale {
    Scale {
        processes,
        requests,
    }
}

#[test]
fn ricart_and_agrawalas_algorithm_is_the_protocol() {
    let protocol = protocol("ricart-agrawala.epr");
    notices(&protocol, &|p| scale(2, 2).cross(p, None), &[]);
    let crossed = scale(3, 1).cross(&protocol, None);
    println!("{:?}", crossed.unwrap_or_else(|gap| panic!("{gap}")));
}

#[test]
fn errors_in_ricart_and_agrawalas_algorithm_are_noticed() {
    let protocol = protocol("ricart-agrawala.epr");
    for mutant in [Mutant::GrantAlways, Mutant::IgnorePid, Mutant::KeepClock] {
        let gap = scale(2, 2).cross(&protocol, Some(mutant));
        let gap = gap.expect_err("an error made on purpose");
        println!("{mutant:?}: {gap}");
        assert_ne!(gap.kind, Kind::Back, "{mutant:?}: {gap}");
    }
}
