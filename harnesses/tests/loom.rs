//! Loom runs the repair under every schedule and every value that the orderings allow a read to see.
//!
//! Where it stops: three nodes that try three times are 243,689 runs (half a minute), four that try once 65,257, and four that try
//! twice are out of reach; there the models search, and shuttle schedules. Loom takes SeqCst for AcqRel, which is no loss
//! here: the library asks for less.

use loom::sync::atomic::AtomicU64;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::{self, Acquire, Relaxed, Release};
use verdict_election::{Algorithm, Election, Epoch, Outcome, Procedure, Word};
use verdict_harnesses::cells::{Cell, Cells, Orderings};
use verdict_harnesses::explore::{Scenario, Stage};

#[derive(Debug)]
struct LoomCell(AtomicU64);

impl LoomCell {
    fn wrap(bits: u64) -> Self {
        LoomCell(AtomicU64::new(bits))
    }
}

verdict_harnesses::cell!(LoomCell, LoomCell::wrap, |it| it.0);

/// Not atomic: it compares, and then stores.
#[derive(Debug)]
struct TornCell(AtomicU64);

impl Cell for TornCell {
    fn new(bits: u64) -> Self {
        TornCell(AtomicU64::new(bits))
    }

    fn load(&self, ordering: Ordering) -> u64 {
        self.0.load(ordering)
    }

    fn compare_exchange(&self, cmp: u64, new: u64, won: Ordering, lost: Ordering) -> bool {
        let equal = self.0.load(lost) == cmp;
        if equal {
            self.0.store(new, won);
        }
        equal
    }
}

type Elections<C> = Election<Vec<u32>, Cells<C>>;

fn election<C: Cell>(nodes: u32, orderings: Orderings) -> Arc<Elections<C>> {
    let memory = Cells::new(Word::NOTHING, orderings);
    let election = Election::over((1..=nodes).collect(), memory);
    Arc::new(election.expect("different nodes"))
}

/// In how many of loom's runs a body finds something wrong, and how many runs there are.
fn wrong(body: impl Fn() -> bool + Send + Sync + 'static) -> (usize, usize) {
    let counts = Arc::new([(); 2].map(|()| AtomicUsize::new(0)));
    let counted = counts.clone();
    loom::model(move || {
        counted[1].fetch_add(1, Relaxed);
        counted[0].fetch_add(usize::from(body()), Relaxed);
    });
    let [wrong, runs] = &*counts;
    (wrong.load(Relaxed), runs.load(Relaxed))
}

/// Every node tries to lead several times. Wrong is an epoch with two leaders, whoever tells of them.
fn epochs_with_two_leaders<C: Cell>(
    nodes: u32,
    times: usize,
    orderings: Orderings,
) -> (usize, usize) {
    wrong(move || {
        let election = election::<C>(nodes, orderings);
        let tries = move |id: u32, election: &Elections<C>| -> Vec<(u32, Epoch)> {
            let mut node = election.candidate(id).expect("one of the nodes");
            let outcomes = (0..times).map(|_| node.try_lead().expect("epochs are left"));
            let told = outcomes.map(|outcome| match outcome {
                Outcome::Leader(epoch) => (id, epoch),
                Outcome::Follower { leader, epoch } => (leader, epoch),
            });
            told.collect()
        };
        let others: Vec<_> = (2..=nodes)
            .map(|id| {
                let election = election.clone();
                loom::thread::spawn(move || tries(id, &election))
            })
            .collect();
        let mut told = tries(1, &election);
        told.extend(
            others
                .into_iter()
                .flat_map(|node| node.join().expect("a node")),
        );
        let mut leaders = BTreeMap::new();
        told.into_iter()
            .any(|(leader, epoch)| *leaders.entry(epoch).or_insert(leader) != leader)
    })
}

#[test]
fn each_epoch_has_one_leader_whatever_the_orderings() {
    for orderings in [Orderings::LIBRARY, Orderings::RELAXED] {
        for (nodes, times, runs) in [(2, 2, 19), (2, 4, 120), (3, 1, 204), (3, 2, 9179)] {
            let found = epochs_with_two_leaders::<LoomCell>(nodes, times, orderings);
            assert_eq!(
                found,
                (0, runs),
                "{nodes} nodes, {times} times, {orderings:?}"
            );
        }
    }
}

#[test]
fn without_an_atomic_compare_and_swap_an_epoch_has_two_leaders() {
    let (wrong, _) = epochs_with_two_leaders::<TornCell>(2, 1, Orderings::LIBRARY);
    assert!(wrong > 0);
}

/// Every node puts something into its mailbox and tries to lead; whoever learns of a leader looks into its mailbox. Wrong is an
/// empty one.
fn empty_mailboxes(orderings: Orderings) -> (usize, usize) {
    wrong(move || {
        let election = election::<LoomCell>(2, orderings);
        let mailboxes = Arc::new([(); 2].map(|()| AtomicU64::new(0)));
        let play = |id: u32, election: &Elections<LoomCell>, mailboxes: &[AtomicU64; 2]| {
            mailboxes[id as usize - 1].store(1, Relaxed);
            let mut node = election.candidate(id).expect("one of the nodes");
            match node.try_lead() {
                Ok(Outcome::Follower { leader, .. }) => {
                    mailboxes[leader as usize - 1].load(Relaxed) == 0
                }
                _ => false,
            }
        };
        let (theirs, mail) = (election.clone(), mailboxes.clone());
        let other = loom::thread::spawn(move || play(2, &theirs, &mail));
        let mine = play(1, &election, &mailboxes);
        other.join().expect("a node") || mine
    })
}

#[test]
fn who_learns_of_a_leader_sees_what_it_did_before_with_release_and_acquire_and_not_with_less() {
    let orderings = |load, won| Orderings {
        load,
        won,
        lost: Relaxed,
    };
    assert_eq!(Orderings::LIBRARY, orderings(Acquire, Release));
    for (orderings, found) in [
        (orderings(Acquire, Release), (0, 4)),
        (orderings(Relaxed, Release), (4, 8)),
        (orderings(Acquire, Relaxed), (4, 8)),
        (Orderings::RELAXED, (4, 8)),
    ] {
        assert_eq!(empty_mailboxes(orderings), found, "{orderings:?}");
    }
}

/// Two nodes in the scenario of the ABA. Wrong are two leaders.
fn two_leaders(procedure: Procedure) -> (usize, usize) {
    let scenario = Scenario::two_nodes(procedure);
    wrong(move || {
        let memory = Arc::new(Cells::<LoomCell>::new(scenario.first(), Orderings::LIBRARY));
        let stage = Arc::new(Stage::new(&scenario));
        // What happens on the stage is tied to accesses that loom does see.
        let clock = Arc::new(AtomicU64::new(0));
        let play =
            move |index: usize, memory: &Cells<LoomCell>, stage: &Stage, clock: &AtomicU64| {
                let pause = || {
                    clock.fetch_add(1, Relaxed);
                };
                scenario.play(index, memory, stage, &pause);
            };
        let (shared, seen, ticks) = (memory.clone(), stage.clone(), clock.clone());
        let other = loom::thread::spawn(move || play(1, &shared, &seen, &ticks));
        play(0, &memory, &stage, &clock);
        other.join().expect("a node");
        stage.broken().is_some()
    })
}

/// Loom does not see the stage, so that it may leave out runs that differ only there: what it finds counts, and what it does not
/// find is for shuttle to exhaust.
#[test]
fn loom_finds_the_aba_of_algorithms_6_and_7() {
    let (six, seven) = (Algorithm::Six, Algorithm::Seven);
    assert_eq!(two_leaders(Procedure::as_meant(six)), (10, 33));
    assert_eq!(two_leaders(Procedure::as_meant(seven)), (62, 272));
    assert_eq!(two_leaders(Procedure::REPAIRED), (0, 33));
}
