//! Plans that can be carried out, plans that cannot, and plans that proptest makes up.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use verdict_election::memory::Memory as _;
use verdict_election::{
    Access, Algorithm, AtomicMemory, Found, Node, NodeId, Procedure, Role, Word,
};
use verdict_harnesses::drive::{Drive, Taken};
use verdict_harnesses::engine::{Engine, Shuttle, Threads};
use verdict_harnesses::plan::{Move, Plan, PlanError};
use verdict_models::election::memory::{Fence, Memory};

const SIX: Procedure = Procedure::as_meant(Algorithm::Six);
const SEVEN: Procedure = Procedure::as_meant(Algorithm::Seven);

fn plan(text: &str) -> Plan {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Carries out a plan on both engines, which agree.
fn follow(
    procedure: Procedure,
    nodes: usize,
    text: &str,
) -> (Result<Vec<Taken>, PlanError>, Vec<NodeId>) {
    fn on<E: Engine>(
        procedure: Procedure,
        nodes: usize,
        plan: Plan,
    ) -> (Result<Vec<Taken>, PlanError>, Vec<NodeId>) {
        E::host(move || {
            let mut drive = Drive::<E>::first_day(procedure, nodes);
            let taken = drive.follow(&plan);
            (taken, drive.leaders())
        })
    }
    let threads = on::<Threads>(procedure, nodes, plan(text));
    assert_eq!(on::<Shuttle>(procedure, nodes, plan(text)), threads);
    threads
}

/// Section 5.4 with two nodes: node 1 stands before its CAS while the leader crashes, comes back and succeeds itself.
#[test]
fn a_plan_drives_algorithm_6_into_two_leaders_and_the_repair_not() {
    let aba = "-2 1 +2 2 2 2 2 2 2 2 2 1 1";
    let (taken, leaders) = follow(SIX, 2, aba);
    assert_eq!(leaders, [NodeId(1), NodeId(2)]);
    let cas = Access::CasLeader {
        cmp: NodeId(2),
        new: NodeId(1),
    };
    let taken = taken.expect("a plan to its end");
    assert_eq!(taken[11], Taken::Made(cas, Found::Success(true)));
    let (taken, leaders) = follow(Procedure::REPAIRED, 2, &format!("{aba} 1 1"));
    assert!(taken.is_ok());
    assert_eq!(leaders, [NodeId(2)]);
}

#[test]
fn plans_that_cannot_be_carried_out_are_errors() {
    let refused = |text: &str| follow(SIX, 2, text).0.expect_err("no plan for two nodes");
    let node = NodeId(3);
    let unknown = |at| PlanError::UnknownNode { at, node, nodes: 2 };
    for (text, error) in [
        ("1 3", unknown(2)),
        ("-3", unknown(1)),
        ("1 1 +3", unknown(3)),
        (
            "-1 1",
            PlanError::Down {
                at: 2,
                node: NodeId(1),
            },
        ),
        (
            "-1 -1",
            PlanError::Down {
                at: 2,
                node: NodeId(1),
            },
        ),
        (
            "+1",
            PlanError::Up {
                at: 1,
                node: NodeId(1),
            },
        ),
        (
            "2",
            PlanError::Leads {
                at: 1,
                node: NodeId(2),
            },
        ),
    ] {
        assert_eq!(refused(text), error, "{text}");
    }
    for text in ["0", "99999"] {
        assert!(
            matches!(refused(text), PlanError::UnknownNode { .. }),
            "{text}"
        );
    }
    let ends = refused("1 1").to_string();
    assert_eq!(
        ends,
        "the plan ends early: node 1 still stands at CAS_l(2,1)"
    );
    assert!(follow(SIX, 2, "1 1 1").0.is_ok());
    // A node that has crashed in the middle of an election is not waited for.
    assert!(follow(SIX, 2, "1 1 -1").0.is_ok());
}

#[test]
fn what_is_no_plan_is_refused_and_what_is_comes_back() {
    for text in [
        "x",
        "1,2",
        "-",
        "+",
        "--1",
        "+-1",
        "1.5",
        "99999999999",
        "-2 one",
    ] {
        let error = text.parse::<Plan>().expect_err("no plan");
        assert!(matches!(error, PlanError::Unreadable(_)), "{text}");
    }
    for text in ["", "1", "-2 1 +2 2 10"] {
        assert_eq!(plan(text).to_string(), text);
    }
}

/// What may happen next in the reading `role-taken`, with one crash: a contact fails only if the node contacted does not lead, and
/// nobody has won without knowing it yet.
fn may(drive: &Drive<Threads>, next: Move, plan: &Plan, won: &[NodeId]) -> bool {
    let id = match next {
        Move::Step(id) => id,
        Move::Crash(_) => return !plan.0.iter().any(|made| matches!(made, Move::Crash(_))),
        Move::Return(_) => return true,
    };
    let begins = drive
        .nodes()
        .find_map(|(node, at_rest, _)| at_rest.filter(|_| node == id));
    match begins {
        None => true,
        Some(Node {
            role: Role::Leader, ..
        }) => false,
        Some(node) => won.is_empty() && !drive.leaders().contains(&node.lid),
    }
}

/// Carries out what can be carried out of a list of moves; the plan that remains, up to the first moment with two leaders.
fn two_lead(procedure: Procedure, nodes: usize, moves: &[Move]) -> Option<Plan> {
    let mut drive = Drive::<Threads>::first_day(procedure, nodes);
    let (mut plan, mut won) = (Plan::default(), Vec::new());
    for next in moves {
        if !may(&drive, *next, &plan, &won) {
            continue;
        }
        let (Move::Step(id) | Move::Crash(id) | Move::Return(id)) = *next;
        let Ok(taken) = drive.make(*next) else {
            continue;
        };
        plan.0.push(*next);
        match taken {
            Taken::Made(
                Access::CasLeader { .. } | Access::CasWord { .. },
                Found::Success(true),
            ) => {
                won.push(id);
            }
            _ => won.retain(|winner| *winner != id),
        }
        if drive.leaders().len() > 1 {
            return Some(plan);
        }
    }
    None
}

fn moves(nodes: i32) -> impl Strategy<Value = Vec<Move>> {
    let next = (1..=nodes, 0..12).prop_map(|(id, kind)| match kind {
        0 => Move::Crash(NodeId(id)),
        1 => Move::Return(NodeId(id)),
        _ => Move::Step(NodeId(id)),
    });
    proptest::collection::vec(next, 0..60)
}

/// The plan that proptest finds and shrinks, with a fixed seed.
fn shrunk(procedure: Procedure, cases: u32) -> Option<Plan> {
    let config = Config {
        cases,
        max_shrink_iters: 20_000,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let found = runner.run(&moves(2), |moves| {
        prop_assert!(two_lead(procedure, 2, &moves).is_none());
        Ok(())
    });
    match found {
        Ok(()) => None,
        Err(TestError::Fail(_, moves)) => two_lead(procedure, 2, &moves),
        Err(error) => panic!("{error}"),
    }
}

/// The searches of the models say that no run is shorter: 13 steps for Algorithm 6, 19 for Algorithm 7.
#[test]
fn proptest_shrinks_to_the_shortest_plan_there_is() {
    let plan = shrunk(SIX, 3000).expect("two nodes can lead");
    assert_eq!(plan.0.len(), 13, "{plan}");
    let plan = shrunk(SEVEN, 20_000).expect("two nodes can lead");
    assert_eq!(plan.0.len(), 19, "{plan}");
    assert_eq!(shrunk(Procedure::REPAIRED, 3000), None);
}

fn word() -> impl Strategy<Value = Word> {
    (-1..4i64, -1..4).prop_map(|(cnt, id)| Word {
        cnt,
        lid: NodeId(id),
    })
}

fn access() -> impl Strategy<Value = Access> {
    prop_oneof![
        (word(), word()).prop_map(|(a, b)| Access::CasCounter {
            cmp: a.cnt,
            new: b.cnt
        }),
        (word(), word()).prop_map(|(a, b)| Access::CasLeader {
            cmp: a.lid,
            new: b.lid
        }),
        Just(Access::ReadCounter),
        Just(Access::ReadLeader),
    ]
}

fn access_to_word() -> impl Strategy<Value = Access> {
    prop_oneof![
        (word(), word()).prop_map(|(cmp, new)| Access::CasWord { cmp, new }),
        Just(Access::ReadWord),
        word().prop_map(|word| Access::Work {
            leader: word.lid,
            epoch: word.cnt
        }),
    ]
}

fn agree(first: NodeId, accesses: &[Access]) -> Result<(), TestCaseError> {
    let (mut specified, atomics) = (Memory::new(first), AtomicMemory::new(Word::first(first)));
    for access in accesses {
        let expected = specified.perform(*access, Fence::Epoch);
        prop_assert_eq!(atomics.perform(*access), expected);
    }
    Ok(())
}

proptest! {
    #[test]
    fn the_atomics_do_what_the_memory_of_the_models_does(
        id in -1..4, accesses in proptest::collection::vec(access(), 0..30)
    ) {
        agree(NodeId(id), &accesses)?;
    }

    #[test]
    fn and_so_does_the_packed_word(
        id in -1..4, accesses in proptest::collection::vec(access_to_word(), 0..30)
    ) {
        agree(NodeId(id), &accesses)?;
    }
}
