//! Section 5.6: what an election costs, in reads and writes of the shared memory.
//!
//! All costs are of one election: the leader has crashed, n nodes compete, nobody else fails. The search visits every
//! state of it with what it has cost so far, so that the largest cost is exact.

use super::*;
use crate::election::algorithm::{Next, Node};
use crate::election::memory::{Access, Found, Tally};
use crate::election::properties::{costs_at_most, costs_attained};
use crate::election::tables;
use verdict_checker::domain::{Domain, Instance};

const TABLE_A2: Sources = &[
    ("election/tables/mod.rs", include_str!("../tables/mod.rs")),
    ("election/claims/costs.rs", include_str!("costs.rs")),
];

const fn counted(timeouts: Timeouts, first: First) -> Scenario {
    Scenario {
        first,
        ..Scenario::new(Algorithm::Seven, Tempo::Waits(timeouts)).counting(Counted::ReadsAndWrites)
    }
}

/// The leader has crashed and stays away.
const GONE: Scenario = counted(Timeouts::PastFirstCas, First::Gone);
/// The leader has crashed and competes again.
const BACK: Scenario = counted(Timeouts::PastFirstCas, First::Back);

/// A property of the reads, which depend on n, and the writes.
fn costs(
    setup: &Setup,
    scenario: Scenario,
    property: fn(u8, u8) -> Property<Nodes>,
    reads: fn(u8) -> u8,
    writes: u8,
) -> Result<Box<dyn Judge>, SetupError> {
    let n = setup.within("N", 2..=12, "nodes that compete")? as u8;
    safety(setup, scenario, property(reads(n), writes))
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

/// Table 5.8: the instructions of Algorithm 5 when `Communicate` returns this.
fn instructions(contacts: &[bool], counts_test: bool) -> u64 {
    let mut count = 1; // leaderContacted := false
    for contacted in contacts {
        count += 2; // Communicate(...) == true
        count += 1; // leaderContacted := true, or LeaderElection(node)
        count += u64::from(counts_test); // leaderContacted == false
        if *contacted {
            break;
        }
    }
    count
}

/// Each sample of Table A.2 against a bound that depends on the number of competitors.
fn samples(bound: fn(u32) -> u32, competitors: fn(u32) -> u32) -> Vec<Instance> {
    let readings = tables::readings();
    let mut instances = Vec::new();
    for (number, row) in readings.samples.iter().enumerate() {
        for (cores, reads) in readings.cores.iter().zip(row) {
            let bound = bound(competitors(*cores));
            let sample = Instance::new(format!("experiment {}, {cores} cores", number + 1))
                .with("bound", bound)
                .with("reads", *reads)
                .must(*reads <= bound);
            instances.push(sample);
        }
    }
    instances
}

/// The averages of Table A.2 against its samples.
fn averages() -> Vec<Instance> {
    let readings = tables::readings();
    let columns = readings.cores.iter().zip(&readings.averages).enumerate();
    let average = |(column, (cores, printed)): (usize, (&u32, &String))| {
        let sum: u32 = readings.samples.iter().map(|row| row[column]).sum();
        let mean = |sum: u32, of: usize| format!("{:.4}", f64::from(sum) / of as f64);
        let all = mean(sum, readings.samples.len());
        let but_first = mean(
            sum - readings.samples[0][column],
            readings.samples.len() - 1,
        );
        let printed = format!("{:.4}", printed.parse::<f64>().expect("a number"));
        Instance::new(format!("{cores} cores"))
            .with("average of the 50 samples", all.clone())
            .with("average without the first", but_first)
            .must(all == printed)
            .with("printed", printed)
    };
    columns.map(average).collect()
}

const READS: Case = Case {
    claim: "thesis/alg7/reads",
    sizes: &[&[2, 0, 0], &[3, 0, 0], &[4, 0, 0]],
    deep: &[&[5, 0, 0]],
    ..BASE
};

const SAMPLES: Case = Case {
    parameters: &[],
    sizes: &[&[]],
    deep: &[],
    mutants: &[(
        "leader-stays-away",
        "the reintegrated leader is not counted among the competitors",
    )],
    sources: &[TABLE_A2, tables::DATA],
    ..READS
};

/// Every case about costs.
pub const CASES: &[Case] = &[
    Case {
        variant: "as-claimed",
        reading: "6(n-1) reads and 3 CAS, with the timeouts that the thesis needs (past-first-cas): the first run of the node \
                  that fails to compare leader ids, 3 reads, is missing in the sum",
        deep: &[],
        build: build!(|setup| costs(setup, GONE, costs_at_most, |n| 6 * (n - 1), 3)),
        ..READS
    },
    Case {
        variant: "exact",
        reading: "6n-3 reads and 3 CAS: 2 for the winner, 3+4 for the node that fails to compare leader ids, 3+3 for each other",
        expected: Holds,
        kills: &["skip-update", "retry"],
        build: build!(|setup| costs(setup, GONE, costs_at_most, |n| 6 * n - 3, 3)),
        ..READS
    },
    Case {
        variant: "exact-attained",
        reading: "some election costs 6n-3 reads and 3 CAS, as the one of Table 5.10 does",
        expected: Holds,
        kills: &["lead-anyway"],
        build: build!(|setup| costs(setup, GONE, costs_attained, |n| 6 * n - 3, 3)),
        ..READS
    },
    Case {
        variant: "reintegrated",
        reading: "6n reads and 3 CAS if the crashed leader is back and one of the n, as in section 8.1: its first run, from -1, \
                  comes on top",
        expected: Holds,
        kills: &["skip-update", "retry"],
        build: build!(|setup| costs(setup, BACK, costs_at_most, |n| 6 * n, 3)),
        ..READS
    },
    Case {
        variant: "reintegrated-attained",
        reading: "some election with the crashed leader among the n costs 6n reads and 3 CAS",
        expected: Holds,
        kills: &["lead-anyway"],
        build: build!(|setup| costs(setup, BACK, costs_attained, |n| 6 * n, 3)),
        ..READS
    },
    Case {
        variant: "round-trip",
        reading: "6n-3 reads and 3 CAS, with timeouts that wait for no election: more nodes raise the counter, and run it more than \
                  twice",
        sizes: &[&[2, 0, 0], &[3, 0, 0]],
        deep: &[],
        build: build!(|setup| {
            let scenario = counted(Timeouts::RoundTrip, First::Gone);
            costs(setup, scenario, costs_at_most, |n| 6 * n - 3, 3)
        }),
        ..READS
    },
    Case {
        variant: "serial",
        reading: "3n-1 reads and 2 CAS, with timeouts that wait for every election: nobody reads between the two CAS of another",
        expected: Holds,
        kills: &["skip-update", "retry"],
        build: build!(|setup| {
            let scenario = counted(Timeouts::Serial, First::Gone);
            costs(setup, scenario, costs_at_most, |n| 3 * n - 1, 2)
        }),
        ..READS
    },
    Case {
        variant: "one-run",
        reading: "Table 5.9 and the three behaviours: 2 reads and 2 writes, 3 reads, 4 reads and 1 write in one run",
        expected: Holds,
        parameters: &[],
        sizes: &[&[]],
        deep: &[],
        kills: &["skip-update", "retry", "lead-anyway"],
        build: build!(|setup| {
            let procedure = Procedure {
                algorithm: Algorithm::Seven,
                become_leader: BecomeLeader::SetsLeader,
                mutant: setup.mutant.as_deref().and_then(Mutant::named),
            };
            let list = move || one_run(procedure);
            let what = "every run of LeaderElection, whatever the memory answers";
            Ok(Domain::new(what, list).subject(setup.origin("")))
        }),
        ..READS
    },
    Case {
        variant: "table-5.8",
        reading: "Table 5.8: 1 + (2+1+1)x instructions of Algorithm 5 in x rounds of its loop",
        expected: Holds,
        kills: &["no-test"],
        mutants: &[("no-test", "the test of the loop is not counted")],
        build: build!(|setup| {
            let counts_test = setup.mutant.is_none();
            let list = move || {
                let of = |x: u64| {
                    let contacts: Vec<_> = (1..=x).map(|round| round == x).collect();
                    let found = instructions(&contacts, counts_test);
                    Instance::new(format!("x = {x}"))
                        .with("claimed", 1 + 4 * x)
                        .with("found", found)
                        .must(found == 1 + 4 * x)
                };
                (1..=6).map(of).collect()
            };
            Ok(Domain::new("x = 1 to 6", list).subject(setup.origin("")))
        }),
        ..SAMPLES
    },
    Case {
        variant: "table-5.8-two-rounds",
        reading: "section 5.6.2: x is at most 2, since LeaderElection runs at most twice; but the contact that succeeds after the \
                  second run is a third round",
        build: build!(|setup| {
            let list = || {
                let of = |runs: usize| {
                    let failed = std::iter::repeat_n(false, runs);
                    let rounds = failed.chain([true]).count();
                    Instance::new(format!("{runs} runs of LeaderElection"))
                        .with("claimed rounds", "at most 2")
                        .with("rounds", rounds)
                        .must(rounds <= 2)
                };
                (0..=2).map(of).collect()
            };
            Ok(
                Domain::new("no, one or two runs of LeaderElection", list)
                    .subject(setup.origin("")),
            )
        }),
        ..SAMPLES
    },
    Case {
        variant: "table-a.2",
        reading: "the 250 samples of Table A.2 against 6(n-1), all n cores competing",
        build: build!(|setup| {
            let list = || samples(|n| 6 * (n - 1), |cores| cores);
            Ok(Domain::new("the samples of Table A.2", list).subject(setup.origin("")))
        }),
        ..SAMPLES
    },
    Case {
        variant: "table-a.2-exact",
        reading: "the 250 samples of Table A.2 against 6n-3, all n cores competing; two of them attain it",
        expected: Holds,
        kills: &["leader-stays-away"],
        build: build!(|setup| {
            let competitors: fn(u32) -> u32 = match setup.mutant {
                Some(_) => |cores| cores - 1,
                None => |cores| cores,
            };
            let list = move || samples(|n| 6 * n - 3, competitors);
            Ok(Domain::new("the samples of Table A.2", list).subject(setup.origin("")))
        }),
        ..SAMPLES
    },
    Case {
        variant: "table-a.2-averages",
        reading: "the averages of Table A.2 are those of its 50 samples; they leave out the first",
        build: build!(|setup| Ok(
            Domain::new("the columns of Table A.2", averages).subject(setup.origin(""))
        )),
        ..SAMPLES
    },
];
