//! The readings of `ring/any-topology`, each with its sizes and the verdict it must get.
//!
//! For each of the two algorithms: by itself (`bare`), with the copies of section V and no more (`literal`), and with the
//! repairs (`told`, `queue`; for Raymond's tree also `path`). A variant is named by the algorithm, the reading, and what is
//! asked: `unique`, `never-lost`, `members`, `nested`, `progress`.

mod raymond;
mod suzuki_kasami;

use super::reading::{Place, Reading};
use verdict_checker::catalog::{Asked, Claim};
use verdict_checker::liveness::Fairness::{self, Weak};
use verdict_world::InWorld;

/// The claim of section V.
pub fn claims() -> Vec<Claim> {
    let any_topology = Claim::safety(
        "ring/any-topology",
        "Section V; Fig. 6",
        "On any topology the holder can form a set T of k+1 distinct nodes, \
         predictable successors first and recent holders as monitors to fill it up, \
         whose detection sets are again different and nested; this keeps the \
         properties of the ring algorithm, above all that the token is unique.",
    );
    vec![raymond::readings(suzuki_kasami::readings(any_topology))]
}

/// The sizes of most readings: N, k, r.
const SIZES: [[u64; 3]; 3] = [[3, 1, 3], [4, 1, 2], [4, 2, 2]];

/// Of an algorithm by itself: N, r.
const BARE: [[u64; 2]; 3] = [[3, 3], [3, 5], [4, 4]];
const BARE_DEEP: [[u64; 2]; 2] = [[3, 7], [4, 5]];

/// Every message arrives, every crash is reported, whoever wants to asks, and nobody stays inside.
const FAIR: [Owed; 3] = [("deliver", Weak), ("local", Weak), ("suspect", Weak)];
const FAIR_WITHOUT_CRASHES: [Owed; 2] = [("deliver", Weak), ("local", Weak)];
/// That the token is not lost may not count on any node doing anything by itself.
const FAIR_WITHOUT_CLIENTS: [Owed; 2] = [("deliver", Weak), ("suspect", Weak)];

type Owed = (&'static str, Fairness);

/// What the first repair needs beyond section II: no crash cuts a hand-over, and every report is late.
fn calm<P: Place>(asked: Asked<InWorld<Reading<P>>>) -> Asked<InWorld<Reading<P>>> {
    asked.assuming("whole-broadcasts").assuming("late-reports")
}
