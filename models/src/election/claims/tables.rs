//! The tables of chapter 5 that show runs, row by row.

use super::*;
use crate::election::tables::{Cells, Contacts, Rows, Run};

fn printed(run: Run, reading: &'static str) -> Asked<Rows> {
    every_one(Rows {
        run,
        cells: Cells::AsPrinted,
        contacts: Contacts::AtAnyTime,
    })
    .reading("as-printed", reading)
}

fn corrected(run: Run, reading: &'static str) -> Asked<Rows> {
    every_one(Rows {
        run,
        cells: Cells::Corrected,
        contacts: Contacts::AtAnyTime,
    })
    .reading("corrected", reading)
    .kills([Mutant::SkipUpdate, Mutant::IgnoreCounter])
}

/// The table against Assumption 7.1.3.
fn outlasting(run: Run, reading: &'static str) -> Asked<Rows> {
    every_one(Rows {
        run,
        cells: Cells::Corrected,
        contacts: Contacts::OutlastElections,
    })
    .reading("assumption-7.1.3", reading)
}

pub fn claims() -> Vec<Claim> {
    vec![
        Claim::replay(
            "thesis/table-5.1",
            "Section 5.4; Table 5.1",
            "A run of Algorithm 6 with three nodes: node 1 misses the change of leader from 3 to \
             2 and back to 3, its stale CAS(3,3,1) succeeds, and nodes 3 and 1 are both leader. \
             The marks of rows 3 and 6 are garbled in extraction; read as CAS(3,3,2) succeeding \
             and node 3 failing to contact node 2.",
        )
        .case(
            printed(
                Run::Table5_1,
                "every value of Table 5.1, under Algorithm 6",
            )
            .kills([Mutant::SkipUpdate, Mutant::LeadAnyway]),
        ),
        Claim::replay(
            "thesis/table-5.2",
            "Section 5.4; Table 5.2",
            "The run of Table 5.1 under Algorithm 7: node 1 fails its first CAS, on the counter \
             (3 against 1), and accepts node 3, which stays the only leader.",
        )
        .case(
            printed(
                Run::Table5_2,
                "every value of Table 5.2, under Algorithm 7",
            )
            .kills([Mutant::SkipUpdate, Mutant::IgnoreCounter]),
        ),
        Claim::replay(
            "thesis/table-5.3",
            "Section 5.5; Table 5.3",
            "Nodes 1 and 2 compete under Algorithm 7 and node 1 wins both CAS; node 2 fails the \
             first and adopts leader 1 and counter 1. Row 2 already shows shm.cnt = 1, one row \
             before the CAS that sets it.",
        )
        .case(
            printed(
                Run::Table5_3,
                "every value of Table 5.3: shm.cnt is 1 in row 2 already, before the CAS that raises it",
            )
            .expect(Refuted),
        )
        .case(corrected(Run::Table5_3, "Table 5.3 with shm.cnt:0 in row 2")),
        Claim::replay(
            "thesis/table-5.4",
            "Section 5.5; Table 5.4",
            "Node 2 updates between the two CAS of node 1 and keeps the crashed leader 0 with \
             counter 1; it runs again, raises the counter to 2, fails the CAS on the leader id, \
             and adopts leader 1.",
        )
        .case(
            printed(
                Run::Table5_4,
                "every value of Table 5.4, under Algorithm 7",
            )
            .kills([Mutant::SkipUpdate, Mutant::IgnoreCounter, Mutant::LeadAnyway]),
        ),
        Claim::replay(
            "thesis/table-5.5",
            "Section 5.5; Table 5.5",
            "Nodes 2 and 3 both update between the two CAS of node 1; in the second round node 2 \
             raises the counter to 2 and fails the second CAS, node 3 fails the first, and both \
             adopt leader 1. The text adds that at most one node besides the winner raises the \
             counter.",
        )
        .case(
            printed(
                Run::Table5_5,
                "every value of Table 5.5, under Algorithm 7",
            )
            .kills([Mutant::SkipUpdate, Mutant::IgnoreCounter, Mutant::LeadAnyway]),
        )
        .case(
            outlasting(
                Run::Table5_5,
                "no contact fails while another node stands between its two CAS: those of row 7 fail after the second CAS of node 1 \
                 in the same row",
            )
            .kills([Mutant::SkipUpdate, Mutant::IgnoreCounter]),
        ),
        Claim::replay(
            "thesis/table-5.6",
            "Section 5.5; Table 5.6",
            "Node 1 crashes after raising the counter and is reintegrated with leader id and \
             counter -1; node 2 wins in its second round, and node 1 adopts it. Row 2 already \
             shows shm.cnt = 1, one row before the CAS that sets it.",
        )
        .case(
            printed(
                Run::Table5_6,
                "every value of Table 5.6: shm.cnt is 1 in row 2 already, before the CAS that raises it",
            )
            .expect(Refuted),
        )
        .case(corrected(Run::Table5_6, "Table 5.6 with shm.cnt:0 in row 2")),
        Claim::replay(
            "thesis/table-5.7",
            "Section 5.5; Table 5.7",
            "Node 1 crashes after writing its id as leader and before taking the role; \
             reintegrated, it learns that the leader is itself, cannot contact it, wins \
             CAS(1,1,1) in a new round, and becomes leader. Row 2 already shows shm.cnt = 1.",
        )
        .case(
            printed(
                Run::Table5_7,
                "every value of Table 5.7: shm.cnt is 1 in row 2 already, before the CAS that raises it",
            )
            .expect(Refuted),
        )
        .case(corrected(Run::Table5_7, "Table 5.7 with shm.cnt:0 in row 2")),
        Claim::replay(
            "thesis/table-5.10",
            "Section 5.6.3; Table 5.10",
            "Four nodes elect node 1 under Algorithm 7 with 2, 7, 6 and 6 reads and 2, 1, 0 and 0 \
             writes. Rows 6, 7 and 8 as extracted disagree with their neighbours (whose leader \
             node 2 contacts, the leader id that node 4 holds).",
        )
        .case(
            printed(
                Run::Table5_10,
                "every value of Table 5.10 and its totals: in row 6 node 2 contacts the leader of node 1, in row 8 node 4 \
                 contacts leader 0 although it has read leader 1 in row 7",
            )
            .expect(Refuted),
        )
        .case(corrected(
            Run::Table5_10,
            "Table 5.10 with n2.lid in row 6 and n4.lid:1 in row 8; its totals, 21 reads and 3 writes, are more than 6(n-1) \
             reads",
        ))
        .case(
            outlasting(
                Run::Table5_10,
                "no contact fails while another node stands between its two CAS: in row 6 node 2 gives up on a leader, and node 1, \
                 which has passed its first CAS in row 3, makes its second in row 7; the contact is shorter than the election",
            )
            .expect(Refuted),
        ),
    ]
}
