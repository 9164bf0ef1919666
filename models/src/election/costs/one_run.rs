//! Table 5.9 and the three behaviours of section 5.6.3.

use crate::election::algorithm::{Algorithm, BecomeLeader, Mutant, Next, Node, Procedure, Reads};
use crate::election::memory::{Access, Found, NodeId, Tally};
use verdict_checker::catalog::{Model, Parameter, SetupError};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::size::Size;

/// Every run of `LeaderElection`, Algorithm 7, with its reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OneRun;

impl Model for OneRun {
    type Mutant = Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn build(&self, _: &Size, mutant: Option<Mutant>) -> Result<Domain, SetupError> {
        let procedure = Procedure {
            algorithm: Algorithm::Seven,
            become_leader: BecomeLeader::SetsLeader,
            reads: Reads::CounterFirst,
            mutant,
        };
        let what = "every run of LeaderElection, whatever the memory answers";
        Ok(Domain::new(what, move || one_run(procedure)))
    }
}

/// The three behaviours of section 5.6.3, with their reads and writes.
const BEHAVIOURS: [(&str, Tally); 3] = [
    (
        "the node becomes leader",
        Tally {
            reads: 2,
            writes: 2,
        },
    ),
    (
        "the node fails to compare counters",
        Tally {
            reads: 3,
            writes: 0,
        },
    ),
    (
        "the node fails to compare leader ids",
        Tally {
            reads: 4,
            writes: 1,
        },
    ),
];

/// Every run of `LeaderElection`, whatever the memory answers: what happens, and what it costs.
fn one_run(procedure: Procedure) -> Vec<Instance> {
    let (id, leader) = (NodeId(1), NodeId(0));
    let mut node = Node::first_day(id, leader);
    let access = procedure.begin(id, &mut node);
    let mut open = vec![(node, access, String::new(), Tally::default(), 0)];
    let mut runs = Vec::new();
    while let Some((node, access, path, cost, lost)) = open.pop() {
        let answers: &[Found] = match access {
            Access::ReadCounter => &[Found::Counter(1)],
            Access::ReadLeader => &[Found::Leader(leader)],
            _ => &[Found::Success(false), Found::Success(true)],
        };
        for found in answers {
            let mut node = node.clone();
            let cost = Tally {
                reads: cost.reads + 1,
                writes: cost.writes + u8::from(*found == Found::Success(true)),
            };
            let lost = match (access, found) {
                (Access::CasCounter { .. }, Found::Success(false)) => 1,
                (Access::CasLeader { .. }, Found::Success(false)) => 2,
                _ => lost,
            };
            let path = format!("{path} {access}={found}");
            match procedure.resume(id, &mut node, access, *found) {
                Next::Access(access) if cost.reads < 6 => {
                    open.push((node, access, path, cost, lost));
                }
                _ => {
                    let (behaviour, claimed) = BEHAVIOURS[lost];
                    let run = Instance::new(path.trim_start())
                        .with("behaviour", behaviour)
                        .with("claimed", in_words(claimed))
                        .with("found", in_words(cost))
                        .must(cost == claimed);
                    runs.push(run);
                }
            }
        }
    }
    runs
}

fn in_words(Tally { reads, writes }: Tally) -> String {
    format!("{reads} reads, {writes} writes")
}
