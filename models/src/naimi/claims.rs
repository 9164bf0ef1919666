//! Every claim of this source that a machine can judge, in the order of the paper; here those of its worked examples, with
//! the verdict that each reading must get.

use super::compare::{NaimiTrehel, Proposed};
use super::consult::{Clock, Section4, Wait};
use super::figure_1::Figure1;
use super::figure_2::{Figure2, Later};
use super::{consult, original, recovery};
use verdict_checker::catalog::{Asked, Claim, Model};
use verdict_checker::domain::every_instance_is_right;
use verdict_checker::verdict::Verdict::Refuted;
use verdict_world::{Algorithm, Order};

/// Section by section, then the figures and the comparison.
pub fn claims() -> Vec<Claim> {
    let sections = [original::claims(), consult::claims(), recovery::claims()];
    let examples = [figure_1(), figure_2(), compare()];
    sections.into_iter().flatten().chain(examples).collect()
}

fn figure_1() -> Claim {
    let figure = |reading| Figure1 { reading }.asks(every_instance_is_right);
    Claim::replay(
        "naimi/figure-1",
        "Section 3; Fig. 1",
        "With sites A to D and A holding the token, B and then C request: afterwards next_A = \
         B, next_B = C and the last of A and B is C, the new root, and A's token goes to B. \
         The drawing is not in the extracted text; the steps are those of its description.",
    )
    .case(
        figure(original::Reading::Meant)
            .reading(
                "as-meant",
                "Fig. 1, step by step: a root that is asked points its last to the requester",
            )
            .sizes([[]])
            .kills([original::Mutant::StayBelow, original::Mutant::ForgetRequest]),
    )
    .case(
        figure(original::Reading::Printed)
            .reading(
                "as-printed",
                "action (2) to the letter: a root that is asked leaves its last as it is",
            )
            .expect(Refuted)
            .sizes([[]]),
    )
}

fn figure_2() -> Claim {
    use recovery::{Mutant, Reading, RuleThree};
    let asked = |reading, later| -> Asked<Figure2> {
        let figure = Figure2 { reading, later };
        figure.asks(every_instance_is_right).sizes([[]])
    };
    let rule_three_as_printed = Reading {
        rule_three: RuleThree::NextTakesLast,
        ..Reading::MEANT
    };
    Claim::replay(
        "naimi/figure-2",
        "Section 5.1; Fig. 2",
        "With two faulty sites and the queue broken into (G, H) and (A, B, C), A and D detect \
         the failure and A wins: H connects to A, D's request reaches C along last, and the \
         final queue is G, H, A, B, C, D, E. The drawing is not in the extracted text; rule \
         III is printed as next taking the value of last, while the example assigns last the \
         value of next.",
    )
    .case(
        asked(Reading::MEANT, Later::OfTheWinner)
            .reading(
                "as-meant",
                "Fig. 2, step by step; A's SEARCH_QUEUE arrives after that of D, who loses; rule III as in the example",
            )
            .kills([
                Mutant::SilentQueue,
                Mutant::NoRuleTwo,
                Mutant::NoRuleThree,
                Mutant::NoCommit,
                Mutant::NoElection,
            ]),
    )
    .case(
        asked(rule_three_as_printed, Later::OfTheWinner)
            .reading(
                "rule-three-as-printed",
                "Fig. 2 with rule III as printed: next takes the value of last",
            )
            .expect(Refuted),
    )
    .case(
        asked(Reading::MEANT, Later::OfTheLoser)
            .reading(
                "loser-heard-last",
                "Fig. 2, but D's SEARCH_QUEUE arrives after that of A: nobody else knows yet who has won, so last \
                 points to D",
            )
            .expect(Refuted),
    )
}

fn compare() -> Claim {
    use recovery::Mutant::{ConnectFarthest, SkipPredecessor};
    let waits = || {
        let patient = Section4 {
            wait: Wait::Given,
            ..Section4::in_ticks(Order::Fifo, Clock::BoundedSections)
        };
        patient.asks(consult::properties::no_false_alarm)
    };
    Claim::quantity(
        "naimi/compare",
        "Section 6",
        "For the same failure the proposed extension takes one COMMIT for each request, at \
         most one broadcast, resends of lost requests only, fewer phases, and at most \
         ((N-1)+1)*T_msg to suspect; Naimi and Trehel's takes four broadcasts in the worst \
         case, resends by all successors of the faulty site, and up to (N-1)*(T_msg+T_cs).",
    )
    .case(
        Proposed::Effort
            .asks(every_instance_is_right)
            .reading(
                "proposed",
                "the half about the proposed extension, as meant: at most one broadcast, only lost requests are sent \
                 again, the order kept; none at all where M1 can repair it",
            )
            .sizes([[]])
            .kills([SkipPredecessor, ConnectFarthest]),
    )
    .case(
        Proposed::Phases
            .asks(every_instance_is_right)
            .reading(
                "fewer-phases",
                "the proposed extension has fewer phases: it waits less often than Naimi and Trehel's",
            )
            .expect(Refuted)
            .sizes([[]]),
    )
    .case(
        NaimiTrehel::Effort
            .asks(every_instance_is_right)
            .reading(
                "naimi-trehel",
                "the half about Naimi and Trehel's extension: at most four broadcasts, and all successors of the faulty \
                 site send their requests again",
            )
            .sizes([[]])
            .kills([consult::Mutant::NoResend]),
    )
    .case(
        Proposed::EverySchedule(recovery::Reading::MEANT)
            .asks(every_instance_is_right)
            .reading(
                "proposed-every-schedule",
                "the half about the proposed extension, as meant, under every schedule: the predecessor that has answered \
                 hands the token to the crashed site",
            )
            .expect(Refuted)
            .sizes([[]]),
    )
    .case(
        Proposed::EverySchedule(recovery::Reading::REPAIRED)
            .asks(every_instance_is_right)
            .reading(
                "repaired-every-schedule",
                "the same with the four repairs: a CONNECTION that nobody confirms costs a second broadcast",
            )
            .expect(Refuted)
            .sizes([[]]),
    )
    .case(
        Proposed::OrderInEverySchedule(recovery::Reading::REPAIRED)
            .asks(every_instance_is_right)
            .reading(
                "repaired-order-every-schedule",
                "of that, with the four repairs, under every schedule: everybody enters, the order is kept, and only lost \
                 requests are sent again",
            )
            .sizes([[]])
            .kills([ConnectFarthest]),
    )
    .case(
        NaimiTrehel::EverySchedule
            .asks(every_instance_is_right)
            .reading(
                "naimi-trehel-every-schedule",
                "the half about Naimi and Trehel's extension, under every schedule: T_wait passes again and again \
                 while another site is in its critical section",
            )
            .expect(Refuted)
            .sizes([[]]),
    )
    .case(
        waits()
            .reading(
                "naimi-trehel-waits",
                "without failures, in ticks, each critical section within T_cs = T_msg, nobody suspects a failure: \
                 T_wait = (N-1)*(T_msg+T_cs) counts the way of the token and not that of the request",
            )
            .expect(Refuted)
            .sizes([[2, 1, 0, 1, 2], [3, 1, 0, 1, 4]]),
    )
    .case(
        waits()
            .sizes([[2, 2, 0, 1, 3], [3, 1, 0, 2, 6], [3, 2, 0, 1, 6]])
            .deep([[4, 1, 0, 1, 9]])
            .reading(
                "naimi-trehel-waits-longer",
                "the same with T_wait = (N-1)*(2*T_msg+T_cs)",
            )
            .kills([consult::Mutant::Impatient]),
    )
}
