//! What is claimed of two-phase commit, each claim with its readings.

use crate::commit::TwoPhaseCommit;
use verdict::prelude::*;

mutants! {
    /// Errors in the coordinator.
    Hasty = "hasty": "the coordinator commits at the first yes",
}

fn two_phase_commit(size: &Size, mutant: Option<Mutant>) -> Result<TwoPhaseCommit, SetupError> {
    Ok(TwoPhaseCommit {
        participants: size.within("N", 1..=9, "beside the coordinator")?,
        may_crash: size.within::<u8>("crashes", 0..=1, "of the one coordinator")? == 1,
        hasty: mutant == Some(Mutant::Hasty),
    })
}

pub fn claims() -> Vec<Claim> {
    let model = Plain::new(
        two_phase_commit,
        [Parameter::new("N", "participants"), Parameter::new("crashes", "crashes of the coordinator")],
    );
    let decides = model.asks_its("everyone decides").fair([("VoteYes", Weak), ("Deliver", Weak)]);
    vec![
        Claim::safety("2pc/agreement", "phase two", "No participant commits while another aborts.").case(
            model
                .asks_its("agreement")
                .reading("as-meant", "whether or not the coordinator crashes")
                .sizes([[2, 0], [2, 1], [3, 1]])
                .deep([[5, 1]])
                .kills([Mutant::Hasty]),
        ),
        Claim::safety("2pc/commits", "phase two", "A transaction can be committed everywhere.").case(
            model
                .asks_its("all commit")
                .reading("as-meant", "there is a run in which every participant commits")
                .sizes([[2, 0], [3, 0]]),
        ),
        Claim::liveness("2pc/decides", "phase two", "Every participant learns a decision in the end.")
            .case(
                decides
                    .clone()
                    .reading("no-crash", "the coordinator is up; whoever can vote votes, and mail arrives")
                    .sizes([[2, 0], [3, 0]]),
            )
            .case(
                decides
                    .reading("crash", "the same, but the coordinator may crash before it decides")
                    .expect(Refuted)
                    .sizes([[2, 1]]),
            ),
    ]
}
