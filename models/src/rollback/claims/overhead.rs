//! Section 8.2: what the mechanism costs, as far as the printed numbers go. What it costs on this machine is measured by
//! `verdict experiment rollback`, and never asserted.

use super::super::overhead::{Behaviour, Mutant, Statement};
use verdict_checker::catalog::{Claim, Model};
use verdict_checker::domain::every_instance_is_right;
use verdict_checker::verdict::Verdict::Refuted;

pub(super) fn overhead() -> Claim {
    let says = |statement: Statement| {
        let asked = statement.asks(every_instance_is_right);
        asked.sizes([[]])
    };
    Claim::quantity(
        "thesis/rollback/overhead",
        "Section 8.2; Fig. 8.8; Table A.3",
        "Against a run without the algorithm, execution takes 8.75% longer without faults, \
         12.44% with one fault, and 24.92% with faults of probability 1 in 1000 at each \
         stream access, on average over 4 to 48 cores; the first two are constant in the \
         number of workers.",
    )
    .case(
        says(Statement::Percentages)
            .reading(
                "table-a.3",
                "the percentages of Table A.3, and their averages in section 8.2.2, follow from its times",
            )
            .kills([Mutant::SwapRows]),
    )
    .case(
        says(Statement::OfAverageTimes)
            .reading(
                "averages-of-times",
                "the same averages from the printed average times: a mean of ratios is not the ratio of the means",
            )
            .expect(Refuted),
    )
    .case(
        says(Statement::Constant(Behaviour::NoFault))
            .reading(
                "constant-without-faults",
                "8.2.2: without faults the overhead is constant in the number of workers; read as: within one percentage point",
            )
            .kills([Mutant::SwapRows]),
    )
    .case(
        says(Statement::Constant(Behaviour::OneFault))
            .reading(
                "constant-with-one-fault",
                "8.2.2: so it is with one fault; read the same way",
            )
            .expect(Refuted),
    )
}
