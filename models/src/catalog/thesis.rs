//! Claims of Sanz Marco's thesis "Fault Tolerance for Stream Programs on Parallel Platforms": leader
//! election by compare-and-swap (chapters 4, 5 and 7.1) and log-based rollback-recovery (chapters 4, 6
//! and 7.2), with the experiments of chapter 8.
//!
//! The tick and cross marks of the tables in chapter 5 are unreliable in the extracted text: the same
//! failed ContactLeader is marked now one way, now the other. The outcome of a step is taken from the
//! values of the row and of the rows after it.

use super::{Claim, Kind, Source};

/// Every claim of this source that a machine can judge.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "thesis/cas-from-llsc",
        source: Source::Thesis,
        place: "Section 5.1.1; Algorithm 4",
        says: "CAS can be implemented with LL and SC as in Algorithm 4. Line 12 as extracted \
               attempts the store if LL(p) differs from old; the reading meant is if they are \
               equal.",
        kind: Kind::Safety,
    },
    Claim {
        id: "thesis/alg6/unique-leader",
        source: Source::Thesis,
        place: "Lemma 7.1.5; Section 5.4; Table 5.1",
        says: "Once at most one node believes it is leader (n.lid = n.id), Algorithm 6 keeps it so \
               at all later times. The thesis states this property in order to refute it: when \
               failed nodes may be reintegrated, an ABA on the leader id violates it.",
        kind: Kind::Safety,
    },
    Claim {
        id: "thesis/alg6/persistent-faults",
        source: Source::Thesis,
        place: "Section 5.2; caption of Algorithm 6; Lemma 7.1.5, end of proof",
        says: "Algorithm 6 tolerates persistent faults: as long as no failed node is reintegrated, \
               at most one node believes it is leader.",
        kind: Kind::Safety,
    },
    Claim {
        id: "thesis/alg7/unique-leader",
        source: Source::Thesis,
        place: "Lemma 7.1.6, with Assumptions 7.1.1 to 7.1.4; Algorithm 7",
        says: "If at some time at most one node believes it is leader (n.lid = n.id), Algorithm 7 \
               preserves this at all later times, also when failed nodes are reintegrated; assumed \
               are unique ids and a communication timeout longer than a complete election.",
        kind: Kind::Safety,
    },
    Claim {
        id: "thesis/alg7/at-most-twice",
        source: Source::Thesis,
        place: "Corollary 7.1.7; Lemma 7.1.6, case a.2",
        says: "A node runs Algorithm 7 at most twice to finish a leader election.",
        kind: Kind::Quantity,
    },
    Claim {
        id: "thesis/alg7/counter-bound",
        source: Source::Thesis,
        place: "Lemma 7.1.8",
        says: "At all times and for every node, the counter in the node's local memory is at most \
               the counter in the shared memory.",
        kind: Kind::Safety,
    },
    Claim {
        id: "thesis/alg7/constant-space",
        source: Source::Thesis,
        place: "Lemma 7.1.9; Section 5.6.1",
        says: "The shared memory and each node store two integers, the leader id and a counter, \
               whatever the number of nodes. The thesis takes an integer as constant size although \
               the counter grows with each election.",
        kind: Kind::Quantity,
    },
    Claim {
        id: "thesis/alg7/wait-free",
        source: Source::Thesis,
        place: "Lemma 7.1.10",
        says: "Algorithm 7 is wait-free: every node that performs the election completes it, as \
               leader or with updated local information, in a bounded number of its own steps.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "thesis/alg7/lock-free",
        source: Source::Thesis,
        place: "Lemma 7.1.11",
        says: "Algorithm 7 is lock-free: infinitely often some node that performs the election \
               finishes it in a finite number of steps; derived from its being wait-free.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "thesis/alg7/reads",
        source: Source::Thesis,
        place: "Sections 5.6.2 and 5.6.3; Tables 5.8, 5.9 and 5.10; Section 8.1.2; Table A.2",
        says: "With n competing nodes an election takes at most 6(n-1) reads and 3 successful CAS \
               in all: 2 reads and 2 writes for the winner, 3 reads for each lost first CAS, 4 \
               reads and 1 write for a lost second CAS. Section 8.1.2 takes the measured reads as \
               confirmation of this worst case.",
        kind: Kind::Quantity,
    },
    Claim {
        id: "thesis/table-5.1",
        source: Source::Thesis,
        place: "Section 5.4; Table 5.1",
        says: "A run of Algorithm 6 with three nodes: node 1 misses the change of leader from 3 to \
               2 and back to 3, its stale CAS(3,3,1) succeeds, and nodes 3 and 1 are both leader. \
               The marks of rows 3 and 6 are garbled in extraction; read as CAS(3,3,2) succeeding \
               and node 3 failing to contact node 2.",
        kind: Kind::Replay,
    },
    Claim {
        id: "thesis/table-5.2",
        source: Source::Thesis,
        place: "Section 5.4; Table 5.2",
        says: "The run of Table 5.1 under Algorithm 7: node 1 fails its first CAS, on the counter \
               (3 against 1), and accepts node 3, which stays the only leader.",
        kind: Kind::Replay,
    },
    Claim {
        id: "thesis/table-5.3",
        source: Source::Thesis,
        place: "Section 5.5; Table 5.3",
        says: "Nodes 1 and 2 compete under Algorithm 7 and node 1 wins both CAS; node 2 fails the \
               first and adopts leader 1 and counter 1. Row 2 already shows shm.cnt = 1, one row \
               before the CAS that sets it.",
        kind: Kind::Replay,
    },
    Claim {
        id: "thesis/table-5.4",
        source: Source::Thesis,
        place: "Section 5.5; Table 5.4",
        says: "Node 2 updates between the two CAS of node 1 and keeps the crashed leader 0 with \
               counter 1; it runs again, raises the counter to 2, fails the CAS on the leader id, \
               and adopts leader 1.",
        kind: Kind::Replay,
    },
    Claim {
        id: "thesis/table-5.5",
        source: Source::Thesis,
        place: "Section 5.5; Table 5.5",
        says: "Nodes 2 and 3 both update between the two CAS of node 1; in the second round node 2 \
               raises the counter to 2 and fails the second CAS, node 3 fails the first, and both \
               adopt leader 1. The text adds that at most one node besides the winner raises the \
               counter.",
        kind: Kind::Replay,
    },
    Claim {
        id: "thesis/table-5.6",
        source: Source::Thesis,
        place: "Section 5.5; Table 5.6",
        says: "Node 1 crashes after raising the counter and is reintegrated with leader id and \
               counter -1; node 2 wins in its second round, and node 1 adopts it. Row 2 already \
               shows shm.cnt = 1, one row before the CAS that sets it.",
        kind: Kind::Replay,
    },
    Claim {
        id: "thesis/table-5.7",
        source: Source::Thesis,
        place: "Section 5.5; Table 5.7",
        says: "Node 1 crashes after writing its id as leader and before taking the role; \
               reintegrated, it learns that the leader is itself, cannot contact it, wins \
               CAS(1,1,1) in a new round, and becomes leader. Row 2 already shows shm.cnt = 1.",
        kind: Kind::Replay,
    },
    Claim {
        id: "thesis/table-5.10",
        source: Source::Thesis,
        place: "Section 5.6.3; Table 5.10",
        says: "Four nodes elect node 1 under Algorithm 7 with 2, 7, 6 and 6 reads and 2, 1, 0 and 0 \
               writes. Rows 6, 7 and 8 as extracted disagree with their neighbours (whose leader \
               node 2 contacts, the leader id that node 4 holds).",
        kind: Kind::Replay,
    },
    Claim {
        id: "thesis/repair",
        source: Source::Thesis,
        place: "Sections 5.2 to 5.4; our repair, not in the thesis",
        says: "One CAS on one word that packs an epoch and the leader id keeps the leader unique \
               for any number of nodes with reintegration, as long as the epoch does not wrap. This \
               claim is ours and repairs Algorithm 7.",
        kind: Kind::Safety,
    },
    Claim {
        id: "thesis/detector",
        source: Source::Thesis,
        place: "Section 4.2; Fig. 4.1",
        says: "A worker that waits 3 s for a notification message, resends once (or, when idle, \
               sends an alive message) and waits 3 s again starts an election only if the leader \
               has crashed; assumed are that no message is lost and that 3 s are enough for the \
               leader's reply.",
        kind: Kind::Safety,
    },
    Claim {
        id: "thesis/rollback/always-no-orphans",
        source: Source::Thesis,
        place: "Theorem 7.2.8, with Assumptions 7.2.1 to 7.2.7",
        says: "No orphan messages arise: for every non-deterministic event that is not stable, each \
               node that depends on it has logged it (Depend(e) is a subset of Log(e)), wherever a \
               fault falls between storing a register and the action it announces.",
        kind: Kind::Safety,
    },
    Claim {
        id: "thesis/rollback/same-output",
        source: Source::Thesis,
        place: "Section 6.1.4; Section 8.2.2",
        says: "Recovery and garbage collection do not modify the output of the application: the \
               streams end as in the run without faults, nothing lost, doubled or reordered.",
        kind: Kind::Safety,
    },
    Claim {
        id: "thesis/rollback/exactly-once",
        source: Source::Thesis,
        place: "Assumption 7.2.3; Section 6.1.5; Theorem 7.2.11, cases BLOCKED and END",
        says: "No task is duplicated in the system and none is dropped: a task returned twice is \
               removed the second time and confirmed again, so each task is finished exactly once. \
               The text says this case by case; the summary is ours.",
        kind: Kind::Safety,
    },
    Claim {
        id: "thesis/rollback/no-domino",
        source: Source::Thesis,
        place: "Theorem 7.2.9; Section 6.1.5",
        says: "With a reliable Log Buffer the recovery of a worker is consistent and no other \
               worker has to roll back, so that there is no domino effect.",
        kind: Kind::Safety,
    },
    Claim {
        id: "thesis/rollback/repeated-faults",
        source: Source::Thesis,
        place: "Theorem 7.2.10",
        says: "A worker hit by further faults during its restore starts the restore again, which \
               removes no register, and ends in the state before the first fault.",
        kind: Kind::Safety,
    },
    Claim {
        id: "thesis/rollback/gc-safe",
        source: Source::Thesis,
        place: "Theorem 7.2.11, in words; Section 6.1.4",
        says: "Garbage collection removes only registers that no future recovery will use, given \
               the precondition stated for each kind of register.",
        kind: Kind::Safety,
    },
    Claim {
        id: "thesis/rollback/gc-complete",
        source: Source::Thesis,
        place: "Theorem 7.2.11, as formula; Sections 6.2 and 7.3",
        says: "Every register that is no longer useful is eventually removed, so no storage keeps \
               obsolete registers; read at the end of a run as: every storage is empty. The \
               theorem's formula states this direction, its words the other one.",
        kind: Kind::Liveness,
    },
    Claim {
        id: "thesis/rollback/blocked-migrates",
        source: Source::Thesis,
        place: "Section 6.1.3; Figures 6.3 and 6.4",
        says: "A task may be blocked, move through other workers and finish elsewhere or where it \
               began, and recovery from a fault still works, since the leader's RECEIVED registers \
               with IsFinished = FALSE record every worker it ran on.",
        kind: Kind::Safety,
    },
    Claim {
        id: "thesis/rollback/leader-fault",
        source: Source::Thesis,
        place: "Section 6.1.5, incorrect data in the leader's storage; Section 6.1.2",
        says: "If the leader fails between storing SENT and sending the task, or between receiving \
               a task and storing RECEIVED, the new leader's check of the stable storage sets it \
               right. The printed condition (a SENT and no RECEIVED with IsFinished = FALSE) is \
               also read as: no RECEIVED at all.",
        kind: Kind::Safety,
    },
    Claim {
        id: "thesis/rollback/write-ahead",
        source: Source::Thesis,
        place: "Section 6.1.1, READ and WRITE; Assumption 7.2.7",
        says: "READ and WRITE registers have to be stored before the action: stored afterwards, a \
               fault in between loses the data read or writes the data twice. Contradictory in the \
               text and kept as variants: whether the leader may read a failed worker's Log Buffer \
               (Section 6.1.1 allows it, Assumption 7.2.5 forbids it).",
        kind: Kind::Safety,
    },
    Claim {
        id: "thesis/rollback/example-6.2",
        source: Source::Thesis,
        place: "Section 6.2; Figures 6.8 to 6.16",
        says: "With two workers and three tasks, W1 fails after T1 has written D1 twice; T1 is \
               restarted and does not write D1 again, T2 and T3 are undisturbed, and all storages \
               are empty at the end. The drawings are not in the extracted text; T2 reading D1 from \
               ST2 is read as from ST1.",
        kind: Kind::Replay,
    },
    Claim {
        id: "thesis/table-4.1",
        source: Source::Thesis,
        place: "Section 4.4; Table 4.1",
        says: "Coordinated checkpointing, pessimistic and causal logging have neither domino effect \
               nor orphans and roll back to the last (global) checkpoint; uncoordinated and \
               communication-induced checkpointing have both, optimistic logging has the domino \
               effect and temporary orphans, and their rollback extent is several checkpoints or \
               unbounded.",
        kind: Kind::Safety,
    },
    Claim {
        id: "thesis/rollback/overhead",
        source: Source::Thesis,
        place: "Section 8.2; Fig. 8.8; Table A.3",
        says: "Against a run without the algorithm, execution takes 8.75% longer without faults, \
               12.44% with one fault, and 24.92% with faults of probability 1 in 1000 at each \
               stream access, on average over 4 to 48 cores; the first two are constant in the \
               number of workers.",
        kind: Kind::Quantity,
    },
];
