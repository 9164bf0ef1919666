//! Algorithm 7, where a timeout waits for every election that has passed its first CAS. Lives are those of the repair.

use crate::{notices, protocol, search, size_of, world};
use verdict_epr::bridge::{Crossed, Crossing, Gap, Kind};
use verdict_epr::structure::{Finite, Step, Structure};
use verdict_epr::syntax::Protocol;
use verdict_models::election::algorithm::{Algorithm, Line, Mutant};
use verdict_models::election::memory::{Access, Found, NodeId};
use verdict_models::election::scenario::{Scenario, Tempo};
use verdict_models::election::{Election, Message, State, Timeouts};
use verdict_world::World;

const MODEL: Scenario = waiting(Timeouts::PastFirstCas);

const fn waiting(timeouts: Timeouts) -> Scenario {
    Scenario::new(Algorithm::Seven, Tempo::Waits(timeouts))
}

const PHASES: [&str; 13] = [
    "unborn",
    "idle",
    "asking",
    "raised",
    "second",
    "won",
    "lost",
    "asks-counter",
    "told-counter",
    "asks-leader",
    "told-leader",
    "leading",
    "dead",
];

fn phase(name: &str) -> usize {
    PHASES.iter().position(|p| *p == name).expect(name)
}

#[derive(Clone, Copy)]
struct Scale {
    nodes: usize,
    crashes: usize,
    returns: usize,
}

impl Scale {
    fn lives(self) -> usize {
        self.returns + 1
    }

    /// More elections than these are noticed as a counter that does not exist.
    fn counters(self) -> usize {
        3 * (self.nodes + self.returns)
    }

    fn life(self, node: usize, life: u8) -> usize {
        node * self.lives() + usize::from(life) - 1
    }

    fn finite(self, protocol: &Protocol) -> Finite<'_> {
        let lives = (0..self.nodes * self.lives())
            .map(|l| format!("n{}#{}", l / self.lives() + 1, l % self.lives() + 1));
        let nodes = (0..=self.nodes).map(|n| match n {
            0 => "nobody".to_owned(),
            n => format!("n{n}"),
        });
        let counters = (0..self.counters()).map(|c| (c as i64 - 1).to_string());
        let names = vec![
            lives.collect(),
            nodes.collect(),
            counters.collect(),
            PHASES.map(str::to_owned).into(),
        ];
        Finite { protocol, names }
    }

    /// What no step changes. That -1 is nobody, and no counter, is where the names begin.
    fn fixed(self, finite: &Finite) -> Structure {
        let mut fixed = finite.blank();
        for (phase, name) in PHASES.into_iter().enumerate() {
            finite.set(&mut fixed, name, &[], phase);
        }
        for life in 0..self.nodes * self.lives() {
            finite.set(&mut fixed, "of-node", &[life], life / self.lives() + 1);
        }
        for a in 0..self.counters() {
            for b in a + 1..self.counters() {
                finite.set(&mut fixed, "before", &[a, b], 1);
            }
            if a + 1 < self.counters() {
                finite.set(&mut fixed, "next", &[a, a + 1], 1);
            }
        }
        fixed
    }

    fn counter(self, cnt: i64) -> usize {
        let place = usize::try_from(cnt + 1).expect("-1 at least");
        place.min(self.counters() - 1)
    }

    fn read(
        self,
        finite: &Finite,
        fixed: &Structure,
        world: &World<Election>,
        state: &[u32],
    ) -> Structure {
        let mut read = fixed.clone();
        let view = world.view(state);
        let id = |NodeId(id): NodeId| usize::try_from(id).unwrap_or(0);
        let mut set = |name: &str, args: &[usize], value| finite.set(&mut read, name, args, value);
        let Some(State::Memory(memory)) = view.node(self.nodes) else {
            panic!("the last actor is the memory");
        };
        set("shm-cnt", &[], self.counter(memory.cnt));
        set("shm-lid", &[], id(memory.lid));
        for node in 0..self.nodes {
            let local = view.local(node);
            let last = local.storage.unwrap_or(1);
            for life in 1..=last {
                set("phase-of", &[self.life(node, life)], phase("dead"));
            }
            let Some(State::Node(of)) = view.node(node) else {
                continue;
            };
            let place = [self.life(node, last)];
            let standing = match of.line {
                Line::Communicate => "idle",
                Line::CasCounter => "asking",
                Line::CasLeader => "second",
                Line::ReadCounter => "asks-counter",
                Line::ReadLeader => "asks-leader",
                Line::Lead => "leading",
                other => panic!("{other:?} is no line of Algorithm 7"),
            };
            set("phase-of", &place, phase(standing));
            set("cnt", &place, self.counter(of.cnt));
            set("lid", &place, id(of.lid));
        }
        for message in view.messages() {
            match message.msg {
                Message::Request(access, life) => {
                    let life = self.life(message.src.into(), life);
                    match access {
                        Access::CasCounter { cmp, .. } => {
                            set("cas-counter", &[life, self.counter(cmp)], 1);
                        }
                        Access::CasLeader { cmp, .. } => set("cas-leader", &[life, id(cmp)], 1),
                        Access::ReadCounter => set("read-counter", &[life], 1),
                        Access::ReadLeader => set("read-leader", &[life], 1),
                        other => panic!("{other:?} is no access of Algorithm 7"),
                    }
                }
                Message::Answer(access, found, life) => {
                    let to: usize = message.dst.into();
                    match view.node(to) {
                        Some(State::Node(of)) if of.life == life => {}
                        _ => continue, // It is for a life that is over.
                    }
                    let place = [self.life(to, life)];
                    let comes = match (access, found) {
                        (Access::CasCounter { .. }, Found::Success(true)) => "raised",
                        (Access::CasLeader { .. }, Found::Success(true)) => "won",
                        (_, Found::Success(false)) => "lost",
                        (_, Found::Counter(cnt)) => {
                            set("heard-cnt", &place, self.counter(cnt));
                            "told-counter"
                        }
                        (_, Found::Leader(lid)) => {
                            set("heard-lid", &place, id(lid));
                            "told-leader"
                        }
                        other => panic!("{other:?} is no answer to Algorithm 7"),
                    };
                    set("phase-of", &place, phase(comes));
                }
                other => panic!("{other:?} is no message here"),
            }
        }
        read
    }

    /// What this size, and the order of its channels, keep the model from doing: see `repair.rs`.
    fn is_beyond(self, finite: &Finite, state: &Structure, step: &Step) -> bool {
        let symbol = |name: &str| finite.protocol.symbol(name).expect(name);
        let is = |name, args: &[usize]| finite.get(state, symbol(name), args) == 1;
        let phase_of = |life: &usize| PHASES[finite.get(state, symbol("phase-of"), &[*life])];
        let lives = 0..finite.names[0].len();
        let life = step.arguments[0];
        let mut earlier = (life / self.lives() * self.lives())..life;
        let under_way = |l: usize| {
            let mut counters = 0..finite.names[2].len();
            let mut nodes = 0..finite.names[1].len();
            is("read-counter", &[l])
                || is("read-leader", &[l])
                || counters.any(|c| is("cas-counter", &[l, c]))
                || nodes.any(|n| is("cas-leader", &[l, n]))
        };
        match finite.protocol.actions[step.action].name.as_str() {
            "crash" => lives.filter(|l| phase_of(l) == "dead").count() == self.crashes,
            "reintegrate" => {
                let born = lives.filter(|l| phase_of(l) != "unborn").count();
                born == self.nodes + self.returns || earlier.any(|l| phase_of(&l) == "unborn")
            }
            "raise" | "miss" | "win" | "fail" | "tell-counter" | "tell-leader" => {
                earlier.any(under_way)
            }
            _ => false,
        }
    }

    fn cross(
        self,
        model: Scenario,
        protocol: &Protocol,
        mutant: Option<Mutant>,
    ) -> Result<Crossed, Gap> {
        let size = [self.nodes as u64, self.crashes as u64, self.returns as u64];
        let world = world(&model, &size_of(&model, &size), mutant);
        let finite = self.finite(protocol);
        let fixed = self.fixed(&finite);
        let searched = search(&world, |state| self.read(&finite, &fixed, &world, state));
        let crossing = Crossing {
            // A leader that answers changes nothing; an answer to a life that is over is thrown away.
            silent: &|label| label.starts_with("answer ") || label.starts_with("deliver "),
            beyond: &|at, step| self.is_beyond(&finite, &searched.states[at], step),
            ..Crossing::of(finite.clone())
        };
        crossing.cross(&searched)
    }
}

const fn scale(nodes: usize, crashes: usize, returns: usize) -> Scale {
    Scale {
        nodes,
        crashes,
        returns,
    }
}

#[test]
fn algorithm_7_is_the_protocol() {
    let protocol = protocol("alg7.epr");
    let cross = |p: &Protocol| scale(2, 1, 1).cross(MODEL, p, None);
    notices(&protocol, &cross, &[]);
    for scale in [scale(2, 2, 2), scale(3, 1, 0)] {
        let crossed = scale.cross(MODEL, &protocol, None);
        println!("{:?}", crossed.unwrap_or_else(|gap| panic!("{gap}")));
    }
}

/// Without the assumption it is the algorithm of another reading, which is refuted: there, too, the invariant falls.
#[test]
fn algorithm_7_without_patience_is_the_reading_that_is_refuted() {
    let mut impatient = protocol("alg7.epr");
    for action in &mut impatient.actions {
        action.guards.retain(|guard| guard.name != "patient");
    }
    let gap = scale(2, 1, 1).cross(waiting(Timeouts::RoundTrip), &impatient, None);
    let gap = gap.expect_err("two lead");
    assert_eq!(gap.kind, Kind::State, "{gap}");
    impatient.safety.clear();
    impatient.invariant.clear();
    let crossed = scale(3, 1, 0).cross(waiting(Timeouts::RoundTrip), &impatient, None);
    println!("{:?}", crossed.unwrap_or_else(|gap| panic!("{gap}")));
}

#[test]
fn errors_in_algorithm_7_are_noticed() {
    let protocol = protocol("alg7.epr");
    for mutant in [
        Mutant::IgnoreCounter,
        Mutant::LeadAnyway,
        Mutant::CountFirst,
        Mutant::SkipUpdate,
        Mutant::Retry,
        Mutant::ReturnAsBefore,
    ] {
        let gap = scale(2, 1, 1).cross(MODEL, &protocol, Some(mutant));
        let Err(gap) = gap else {
            panic!("{mutant:?} is not noticed");
        };
        println!("{mutant:?}: {:?}", gap.kind);
        assert_ne!(gap.kind, Kind::Back, "{mutant:?}: {gap}");
    }
}
