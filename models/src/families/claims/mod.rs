//! The cells of Table 4.1, each with its readings and the verdict it must get.
//!
//! A variant is called after the column and the row; what follows tells the readings of one cell apart.

mod checkpoints;
mod domino;
mod extent;
mod orphans;

use verdict_checker::catalog::Claim;

/// The claim that is the table, row by row.
pub fn claims() -> Vec<Claim> {
    let table = Claim::safety(
        "thesis/table-4.1",
        "Section 4.4; Table 4.1",
        "Coordinated checkpointing, pessimistic and causal logging have neither domino effect \
         nor orphans and roll back to the last (global) checkpoint; uncoordinated and \
         communication-induced checkpointing have both, optimistic logging has the domino \
         effect and temporary orphans, and their rollback extent is several checkpoints or \
         unbounded.",
    );
    let rows = [domino::row, orphans::row, extent::row, checkpoints::row];
    vec![rows.into_iter().fold(table, |table, row| row(table))]
}

/// Sizes of a search that must be exhausted, of families that only take checkpoints: N, M, C, failures.
const CHECKPOINTING: [[u64; 4]; 4] = [[2, 2, 1, 1], [2, 3, 1, 1], [2, 3, 2, 1], [3, 3, 1, 1]];
const CHECKPOINTING_DEEP: [[u64; 4]; 3] = [[2, 4, 2, 1], [3, 3, 1, 2], [3, 3, 2, 1]];
/// The same of families that log; a third process and a second failure without checkpoints.
const LOGGING: [[u64; 4]; 4] = [[2, 2, 1, 1], [2, 3, 1, 1], [2, 3, 2, 1], [3, 3, 0, 2]];
const LOGGING_DEEP: [[u64; 4]; 3] = [[2, 4, 2, 1], [3, 3, 1, 1], [3, 3, 1, 2]];
/// Sizes of a search for a run.
const WITNESS: [[u64; 4]; 3] = [[2, 2, 1, 1], [2, 3, 2, 1], [3, 3, 1, 1]];
/// The same, each with one more checkpoint.
const MORE_CHECKPOINTS: [[u64; 4]; 4] = [[2, 2, 1, 1], [2, 2, 2, 1], [2, 2, 3, 1], [2, 2, 4, 1]];
