//! The repaired election. A life of the protocol is a node with the number of its start.

use crate::{notices, protocol, search, size_of, world};
use verdict_epr::bridge::{Crossed, Crossing, Gap, Kind};
use verdict_epr::structure::{Finite, Step, Structure};
use verdict_epr::syntax::Protocol;
use verdict_models::election::algorithm::{Algorithm, Line, Mutant};
use verdict_models::election::memory::{Access, Found, NodeId, Word};
use verdict_models::election::scenario::{First, Scenario, Tempo};
use verdict_models::election::{Election, Message, State};
use verdict_world::World;

const MODEL: Scenario = Scenario::new(Algorithm::OneWord { wraps: None }, Tempo::Asynchronous);

/// A size of the model, and the finite sorts of the protocol that it needs.
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

    /// Each life wins once at most.
    fn epochs(self) -> usize {
        self.nodes + self.returns + 2
    }

    fn life(self, node: usize, life: u8) -> usize {
        node * self.lives() + usize::from(life) - 1
    }

    /// The word that names no epoch is the first.
    fn word(self, Word { cnt, lid }: Word) -> usize {
        match lid {
            NodeId::NOBODY => 0,
            NodeId(id) => 1 + cnt as usize * self.nodes + id as usize - 1,
        }
    }

    fn finite(self, protocol: &Protocol) -> Finite<'_> {
        let lives = (0..self.nodes * self.lives())
            .map(|l| format!("n{}#{}", l / self.lives() + 1, l % self.lives() + 1));
        let nodes = (0..=self.nodes).map(|n| match n {
            0 => "nobody".to_owned(),
            n => format!("n{n}"),
        });
        let words =
            (0..self.epochs() - 1).flat_map(|e| (1..=self.nodes).map(move |n| format!("{e}.{n}")));
        let epochs = (0..self.epochs()).map(|e| (e as i64 - 1).to_string());
        let phases = [
            "unborn", "idle", "asking", "won", "lost", "asks-who", "told", "leading", "dead",
        ];
        let names = vec![
            lives.collect(),
            nodes.collect(),
            ["nothing".to_owned()].into_iter().chain(words).collect(),
            epochs.collect(),
            phases.map(str::to_owned).into(),
        ];
        Finite { protocol, names }
    }

    /// What no step changes.
    fn fixed(self, finite: &Finite) -> Structure {
        let mut fixed = finite.blank();
        let sizes: Vec<usize> = finite.names.iter().map(Vec::len).collect();
        for (phase, name) in finite.names[4].iter().enumerate() {
            finite.set(&mut fixed, name, &[], phase);
        }
        for life in 0..sizes[0] {
            finite.set(&mut fixed, "of-node", &[life], life / self.lives() + 1);
        }
        for word in 1..sizes[2] {
            finite.set(&mut fixed, "epoch-of", &[word], (word - 1) / self.nodes + 1);
            finite.set(
                &mut fixed,
                "leader-of",
                &[word],
                (word - 1) % self.nodes + 1,
            );
        }
        for a in 0..sizes[3] {
            for b in a + 1..sizes[3] {
                finite.set(&mut fixed, "before", &[a, b], 1);
            }
            if a + 1 < sizes[3] {
                finite.set(&mut fixed, "next", &[a, a + 1], 1);
            }
        }
        fixed
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
        let phase = |name: &str| finite.names[4].iter().position(|p| p == name).expect(name);
        let Some(State::Memory(memory)) = view.node(self.nodes) else {
            panic!("the last actor is the memory");
        };
        let (cnt, lid) = (memory.cnt, memory.lid);
        finite.set(&mut read, "shm", &[], self.word(Word { cnt, lid }));
        for node in 0..self.nodes {
            let local = view.local(node);
            // Where nobody returns, a crashed node keeps nothing, and has had one life.
            let last = local.storage.unwrap_or(1);
            for life in 1..=last {
                finite.set(
                    &mut read,
                    "phase-of",
                    &[self.life(node, life)],
                    phase("dead"),
                );
            }
            let Some(State::Node(of)) = view.node(node) else {
                continue;
            };
            assert_eq!(of.life, last, "a node counts its starts");
            let place = [self.life(node, last)];
            let standing = match of.line {
                Line::Communicate => "idle",
                Line::CasWord => "asking",
                Line::ReadWord => "asks-who",
                Line::Lead => "leading",
                other => panic!("{other:?} is no line of the repair"),
            };
            finite.set(&mut read, "phase-of", &place, phase(standing));
            let (cnt, lid) = (of.cnt, of.lid);
            finite.set(&mut read, "knows", &place, self.word(Word { cnt, lid }));
        }
        for message in view.messages() {
            match message.msg {
                Message::Request(Access::CasWord { cmp, .. }, life) => {
                    let life = self.life(message.src.into(), life);
                    finite.set(&mut read, "cas", &[life, self.word(cmp)], 1);
                }
                Message::Request(Access::ReadWord, life) => {
                    finite.set(&mut read, "read", &[self.life(message.src.into(), life)], 1);
                }
                Message::Answer(access, found, life) => {
                    let to: usize = message.dst.into();
                    let Some(State::Node(of)) = view.node(to) else {
                        continue;
                    };
                    if of.life != life {
                        continue; // It is for a life that is over.
                    }
                    let place = [self.life(to, life)];
                    let (comes, heard) = match (access, found) {
                        (Access::CasWord { new, .. }, Found::Success(true)) => ("won", new),
                        (Access::CasWord { .. }, Found::Success(false)) => ("lost", Word::NOTHING),
                        (_, Found::Word(word)) => ("told", word),
                        other => panic!("{other:?} is no access of the repair"),
                    };
                    finite.set(&mut read, "phase-of", &place, phase(comes));
                    finite.set(&mut read, "heard", &place, self.word(heard));
                }
                other => panic!("{other:?} is no message of the repair"),
            }
        }
        read
    }

    /// What this size, and the order of its channels, keep the model from doing: another crash, another return, a return
    /// in a life that is not the next one, an access that overtakes one of an earlier life of the same node.
    fn is_beyond(self, finite: &Finite, state: &Structure, step: &Step) -> bool {
        let symbol = |name: &str| finite.protocol.symbol(name).expect(name);
        let phase_of = |life: usize| {
            let phase = finite.get(state, symbol("phase-of"), &[life]);
            finite.names[4][phase].as_str()
        };
        let lives = 0..finite.names[0].len();
        let life = step.arguments[0];
        let mut earlier = (life / self.lives() * self.lives())..life;
        match finite.protocol.actions[step.action].name.as_str() {
            "crash" => lives.filter(|l| phase_of(*l) == "dead").count() == self.crashes,
            "reintegrate" => {
                let born = lives.filter(|l| phase_of(*l) != "unborn").count();
                born == self.nodes + self.returns || earlier.any(|l| phase_of(l) == "unborn")
            }
            "win" | "fail" | "answer" => earlier.any(|l| {
                let words = 0..finite.names[2].len();
                let is = |name, args: &[usize]| finite.get(state, symbol(name), args) == 1;
                is("read", &[l]) || words.clone().any(|w| is("cas", &[l, w]))
            }),
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
fn the_repaired_election_is_the_protocol() {
    let protocol = protocol("repair.epr");
    notices(&protocol, &|p| scale(2, 1, 1).cross(MODEL, p, None), &[]);
    for (model, scale) in [
        (MODEL, scale(2, 2, 2)),
        (MODEL, scale(3, 1, 0)),
        (MODEL.first(First::Nobody), scale(2, 1, 1)),
    ] {
        let crossed = scale.cross(model, &protocol, None);
        let crossed = crossed.unwrap_or_else(|gap| panic!("{gap}"));
        println!("{crossed:?}");
        let never: Vec<_> = protocol
            .actions
            .iter()
            .filter(|a| !crossed.back.contains_key(&a.name))
            .collect();
        assert!(never.len() <= usize::from(scale.returns == 0), "{never:?}");
    }
}

#[test]
fn errors_in_the_election_are_noticed() {
    let protocol = protocol("repair.epr");
    for mutant in [
        Mutant::KeepEpoch,
        Mutant::LeadAnyway,
        Mutant::ReturnAsBefore,
    ] {
        let gap = scale(2, 1, 1).cross(MODEL, &protocol, Some(mutant));
        let gap = gap.expect_err("an error made on purpose");
        println!("{mutant:?}: {:?}", gap.kind);
        assert_ne!(gap.kind, Kind::Back, "{mutant:?}: {gap}");
    }
}
