//! What the slides claim of snapshots, and the verdict that each reading must get.

mod chandy_lamport;
mod lai_yang;

use verdict_checker::catalog::Claim;

/// N, E, M, T, I: every strongly connected network of two and three processes, and the ring of four; two units; one and
/// all initiators.
const SIZES: [[u64; 5]; 9] = [
    [2, 2, 2, 2, 1],
    [2, 2, 2, 2, 2],
    [3, 3, 2, 1, 1],
    [3, 3, 2, 1, 3],
    [3, 4, 2, 1, 1],
    [3, 4, 2, 1, 3],
    [3, 5, 2, 1, 1],
    [3, 6, 2, 1, 1],
    [4, 4, 2, 1, 1],
];
/// Four processes, and more payments.
const DEEP: [[u64; 5]; 6] = [
    [3, 4, 2, 2, 1],
    [3, 6, 2, 1, 3],
    [3, 6, 2, 2, 1],
    [4, 5, 2, 1, 1],
    [4, 6, 1, 1, 1],
    [4, 7, 1, 1, 1],
];

/// The claims of these slides, with their readings.
pub fn claims() -> Vec<Claim> {
    vec![
        chandy_lamport::marks_consistent(),
        chandy_lamport::markers(),
        chandy_lamport::time(),
        chandy_lamport::terminates(),
        chandy_lamport::worked_example(),
        chandy_lamport::needs_fifo(),
        lai_yang::colours_consistent(),
        lai_yang::channel_state(),
        lai_yang::needs_trigger(),
    ]
}
