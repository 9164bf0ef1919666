//! Section 6.2: the worked example.

use super::super::Mutant::{EndUnreceived, NeverCollect, StartEarly, WriteAnew};
use super::super::example::Figure610;
use super::*;
use verdict_checker::catalog::Model;
use verdict_checker::domain::every_instance_is_right;

pub(super) fn example_6_2() -> Claim {
    Claim::replay(
        "thesis/rollback/example-6.2",
        "Section 6.2; Figures 6.8 to 6.16",
        "With two workers and three tasks, W1 fails after T1 has written D1 twice; T1 is \
         restarted and does not write D1 again, T2 and T3 are undisturbed, and all storages \
         are empty at the end. The drawings are not in the extracted text; T2 reading D1 from \
         ST2 is read as from ST1.",
    )
    .case(
        Figure610::AsPrinted
            .asks(every_instance_is_right)
            .reading(
                "as-printed",
                "Figures 6.8 to 6.16 as the text describes them; at Fig. 6.10 it has garbage collection wait until T2 is returned, which \
                 sections 6.1.4 and 6.2 (Fig. 6.14) contradict",
            )
            .expect(Refuted)
            .sizes([[]]),
    )
    .case(
        Figure610::Collected
            .asks(every_instance_is_right)
            .reading(
                "corrected",
                "the same, with the registers of T2 collected when END is stored",
            )
            .sizes([[]])
            .kills(planted([
                WriteAnew,
                StartEarly,
                NeverCollect,
                EndUnreceived,
            ])),
    )
}
