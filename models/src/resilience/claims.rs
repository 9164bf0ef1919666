//! The claims about the choice of k, each reading with the verdict it must get.
//!
//! The paper names no level for its "resilience threshold", nor for "closer to 100%", so each claim is judged at levels
//! of so many nines: 2 is 99%, 5 is 99.999%.

use super::Mutant::{CorrectFirst, FewerThanK};
use super::figure_4::Mutant::{NoLimit, OneForN, RunBeginsAtS0, StrictlyFewer, SumTooShort};
use super::figure_4::Reading;
use super::questions::Statement;
use verdict_checker::catalog::{Claim, Model};
use verdict_checker::domain::every_instance_is_right;
use verdict_checker::verdict::Verdict::Refuted;

/// The claims of section IV.
pub fn claims() -> Vec<Claim> {
    vec![w_recurrence(), k_8(), k_20()]
}

fn w_recurrence() -> Claim {
    Claim::quantity(
        "ring/w-recurrence",
        "Section IV; Fig. 4",
        "For all k > 0 and f <= N, W_k(f, N) as given by the recurrence of Fig. 4 \
         is the number of ways to place f failures on a ring of N nodes with at \
         most k of them consecutive. In the extracted figure one case has the value \
         n, read as N.",
    )
    .case(
        Reading::Printed
            .asks(every_instance_is_right)
            .reading(
                "as-printed",
                "the recurrence of Fig. 4, with the n of its third line, which is nowhere \
                 defined, as N",
            )
            .sizes([[8], [16]])
            .deep([[20]])
            .kills([OneForN, StrictlyFewer, NoLimit, SumTooShort]),
    )
    .case(
        Reading::Chain
            .asks(every_instance_is_right)
            .reading(
                "chain",
                "the text: S_0 is correct, or one of i <= k crashes between two correct \
                 sites, and the rest is a chain; with fewer than two correct sites as in \
                 Fig. 4",
            )
            .sizes([[8], [16]])
            .deep([[20]])
            .kills([SumTooShort, RunBeginsAtS0]),
    )
    .case(
        Reading::AmongTheFirstK
            .asks(every_instance_is_right)
            .reading(
                "among-the-first-k",
                "the text to the letter: the first correct site of a chain is among the \
                 first k, so that a run at its beginning has at most k - 1",
            )
            .expect(Refuted)
            .sizes([[8]]),
    )
    .case(
        Reading::Queue
            .asks(every_instance_is_right)
            .reading(
                "queue",
                "the sites in a queue, as the text says of Figs. 5(a) and 5(b): the crashes \
                 at its ends do not join",
            )
            .expect(Refuted)
            .sizes([[8]]),
    )
}

fn k_8() -> Claim {
    let threshold = Statement::Threshold { percent: 10, k: 8 }.asks(every_instance_is_right);
    Claim::quantity(
        "ring/k-8",
        "Section IV; Fig. 5(a)",
        "With N = 10000 nodes of which 10% crash, the probability of at most k \
         consecutive crashes reaches its resilience threshold at k = 8.",
    )
    .case(
        threshold
            .clone()
            .reading(
                "five-nines",
                "the threshold is the smallest k with a probability of at least 99.999%",
            )
            .sizes([[5]])
            .kills([FewerThanK, CorrectFirst]),
    )
    .case(
        threshold
            .reading(
                "other-levels",
                "the threshold is the smallest k with a probability of at least 99%, 99.9%, \
                 99.99%, 99.9999%",
            )
            .expect(Refuted)
            .sizes([[2], [3], [4], [6]]),
    )
}

fn k_20() -> Claim {
    let (percent, k) = (50, 20);
    let enough = Statement::Enough { percent, k }.asks(every_instance_is_right);
    Claim::quantity(
        "ring/k-20",
        "Section I; Section IV; Fig. 5(b)",
        "With N = 10000 nodes of which 50% crash, k = 20 is enough for the \
         probability of at most k consecutive crashes to be close to 100%.",
    )
    .case(
        enough
            .clone()
            .reading(
                "two-nines",
                "close to 100% is 99% or more: k = 20 is enough",
            )
            .sizes([[2]])
            .kills([CorrectFirst]),
    )
    .case(
        enough
            .clone()
            .reading(
                "three-nines",
                "close to 100% is 99.9% or more: k = 20 is enough",
            )
            .expect(Refuted)
            .sizes([[3], [4]]),
    )
    .case(
        enough
            .reading(
                "as-safe-as-k-8",
                "close to 100% is the level of 99.999% at which k = 8 is the threshold for \
                 10%: k = 20 is enough",
            )
            .expect(Refuted)
            .sizes([[5]]),
    )
    .case(
        Statement::Threshold { percent, k }
            .asks(every_instance_is_right)
            .reading(
                "just-necessary",
                "k = 20 is not only enough but the smallest k, at 99%, 99.9%, 99.99%, \
                 99.999% or 99.9999%",
            )
            .expect(Refuted)
            .sizes([[2], [3], [4], [5], [6]]),
    )
    .case(
        Statement::GrowsFaster
            .asks(every_instance_is_right)
            .reading(
                "grows-faster",
                "from 50 to 10000 nodes the threshold grows more with 50% crashed than with \
                 10%",
            )
            .sizes([[2], [5]])
            .deep([[3], [4], [6]])
            .kills([CorrectFirst]),
    )
}
