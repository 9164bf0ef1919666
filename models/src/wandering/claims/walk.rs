//! Section 5: what is claimed of removal and regeneration, every random choice being open.
//!
//! Sizes are N, Delta_op, Delta_min, Delta_max, tokens at once, losses (and rounds); Delta_skip is 1. The constants keep the
//! proportions of the paper, Delta_min = Delta_op N and Delta_max = 3 Delta_min, unless a reading says otherwise.

use super::super::rules::Mutant::{
    Greedy, Grudge, Hasty, NeverRegenerate, NeverRemove, RemoveOwn, RemovePreceding,
};
use super::super::simulation::experiments::Stable;
use super::super::simulation::hops;
use super::super::simulation::readings::FITTED;
use super::super::walk::{
    AlmostSurely, Section5, Table2, Watch, at_most_one_operation_per_period,
    every_recent_component_removes, one_token_without_starvation, removal_can_happen,
    removed_in_the_end, replaced_and_stays, replaced_for_good, replaced_in_the_end,
    the_first_persists, the_oldest_stays, vanish_in_rounds,
};
use verdict_checker::catalog::{Asked, Claim, Model};
use verdict_checker::domain::every_instance_is_right;
use verdict_checker::liveness::Fairness::{Strong, Weak};
use verdict_checker::measure::Experiment;
use verdict_checker::verdict::Verdict::{Holds, Refuted};

/// N, time units, seeds.
const BOTH_LOADS: [[u64; 3]; 2] = [[150, 300_000, 10], [300, 300_000, 10]];

pub fn removal() -> Claim {
    Claim::quantity(
        "wandering/removal",
        "Section 5, token removal rule",
        "A spurious token is removed with high probability after a few passes, since each \
         pass has the same chance of reaching a component that a preceding token enabled less \
         than Delta_min ago; the probability that it survives falls exponentially with time.",
    )
    .case(
        Section5::TEXT
            .asks(the_oldest_stays)
            .reading(
                "oldest-stays",
                "what the rule is for: as long as none is lost, whatever is discarded, it is never the oldest token",
            )
            .sizes([[3, 1, 3, 9, 2, 0], [3, 4, 12, 36, 2, 0]])
            .deep([[3, 1, 3, 9, 3, 0], [4, 1, 4, 12, 2, 0]])
            .without("no-loss", Refuted)
            .without("one-clock", Holds)
            .kills([RemoveOwn, RemovePreceding]),
    )
    .case(
        Section5::TEXT
            .asks(at_most_one_operation_per_period)
            .reading(
                "least-interval",
                "spurious tokens do no other harm: no component operates twice within Delta_min, however many tokens \
                 come",
            )
            .sizes([[3, 1, 3, 9, 2, 0]])
            .deep([[3, 1, 3, 9, 3, 1]])
            .without("no-loss", Holds)
            .without("one-clock", Holds)
            .without("instant-passing", Holds)
            .kills([Greedy]),
    )
    .case(
        AlmostSurely::one_token(Section5::TEXT)
            .asks(every_instance_is_right)
            .reading(
                "way-back",
                "a single token is never out of reach: it can be reached from every state with fewer tokens than are \
                 looked at; of states with more this says nothing",
            )
            .sizes([[3, 1, 2, 6, 3, 0]])
            .without("no-loss", Holds)
            .without("one-clock", Holds)
            .kills([NeverRemove]),
    )
    .case(
        Section5::TEXT
            .asks(removed_in_the_end)
            .fair([("pass", Strong), ("wait", Weak), ("regenerate", Weak)])
            .reading(
                "every-run",
                "in the end there is one token again in every run in which each pass that is possible again and again \
                 is made again and again",
            )
            .expect(Refuted)
            .sizes([[3, 1, 3, 9, 2, 0]]),
    )
    .case(
        Section5::TEXT
            .asks(every_recent_component_removes)
            .reading(
                "every-recent-component",
                "the argument to the letter: a component that has not exceeded its Delta_min timeout throws a spurious \
                 token away",
            )
            .expect(Refuted)
            .sizes([[3, 1, 3, 9, 2, 0], [3, 4, 12, 36, 2, 0]]),
    )
    .case(
        Section5::TEXT
            .by_visit()
            .asks(every_recent_component_removes)
            .reading(
                "every-recent-component-visited",
                "the same, if a component is enabled by every token that visits it and is not discarded",
            )
            .expect(Refuted)
            .sizes([[4, 1, 3, 9, 2, 0]]),
    )
    .case(
        Section5::TEXT
            .asks(removal_can_happen)
            .reading(
                "same-chance",
                "each pass has the same chance of removing it: at least, the chance is never 0",
            )
            .expect(Refuted)
            .sizes([[3, 4, 12, 36, 2, 0]]),
    )
    .case(
        Stable(FITTED)
            .measures(hops::few_passes)
            .reading(
                "few-passes",
                "measured at rest, of the tokens that are discarded: \"high probability\" is 99%, \"a few passes\" are ten",
            )
            .sizes(BOTH_LOADS)
            .kills([NeverRemove]),
    )
    .case(
        Stable(FITTED)
            .measures(hops::exponential)
            .reading(
                "falls-exponentially",
                "the same: of those that have survived 0, 2 or 4 passes, at most half survive two more",
            )
            .sizes(BOTH_LOADS)
            .kills([NeverRemove]),
    )
    .case(
        Stable(FITTED)
            .measures(hops::same_chance)
            .reading(
                "same-chance-measured",
                "the same at N = 300, where many are: the share that survives a pass is that of the first pass, within 5%, \
                 whatever came before",
            )
            .sizes([[300, 300_000, 10]])
            .kills([NeverRemove]),
    )
}

fn domino(of: Section5) -> Asked<Section5> {
    of.watching(Watch::Rounds).asks(replaced_for_good)
}

pub fn regeneration() -> Claim {
    Claim::liveness(
        "wandering/regeneration",
        "Section 5, token generation rule and domino effect",
        "A component that sees no token for Delta_max generates one, so that a lost token is \
         replaced; yet if the loss is recent, components that the lost token visited may \
         remove the new one and, as in a domino, all regenerated tokens may vanish. The \
         bound, printed as lost more than t_gen - Delta_min time units ago, is read as lost \
         before the time t_gen - Delta_min.",
    )
    .case(
        Section5::TEXT
            .asks(replaced_in_the_end)
            .fair([("pass", Weak), ("wait", Weak), ("regenerate", Weak)])
            .reading(
                "some-token",
                "whenever there is no token, there will be one",
            )
            .sizes([[2, 1, 2, 6, 2, 1], [3, 1, 3, 9, 2, 1]])
            .without("one-clock", Holds)
            .kills([NeverRegenerate]),
    )
    .case(
        Section5::TEXT
            .asks(one_token_without_starvation)
            .reading(
                "regular",
                "a component that receives the token regularly generates none: two components, between which it can \
                 only go to and fro",
            )
            .sizes([[2, 1, 3, 9, 2, 0], [2, 4, 8, 24, 2, 0]])
            .without("no-loss", Refuted)
            .without("one-clock", Holds)
            .without("instant-passing", Holds)
            .kills([Hasty, RemoveOwn]),
    )
    .case(
        domino(Section5::TEXT)
            .reading(
                "never-again-without",
                "once the lost token is replaced there is always one: the domino that section 5 itself fears",
            )
            .expect(Refuted)
            .sizes([[3, 1, 3, 9, 2, 1, 1], [3, 4, 12, 36, 2, 1, 1]]),
    )
    .case(
        Section5::TEXT
            .watching(Watch::Rounds)
            .asks(vanish_in_rounds)
            .reading(
                "domino-again",
                "the domino has several rounds: after one loss the last token is removed as often as given",
            )
            .sizes([[4, 1, 4, 5, 1, 1, 2], [4, 1, 4, 12, 1, 1, 2]])
            .without("one-clock", Holds)
            .kills([NeverRemove]),
    )
    .case(
        Section5::TEXT
            .watching(Watch::First)
            .asks(the_first_persists)
            .reading(
                "first-persists",
                "if the only token was lost more than Delta_min before the first new one was generated, that one is \
                 never removed",
            )
            .sizes([[2, 1, 2, 6, 2, 1], [3, 1, 2, 6, 2, 1], [3, 1, 3, 9, 2, 1]])
            .without("one-clock", Refuted)
            .kills([Grudge, RemoveOwn, RemovePreceding]),
    )
    .case(
        Section5::TEXT
            .watching(Watch::Presence)
            .asks(replaced_and_stays)
            .fair([("pass", Weak), ("wait", Weak), ("regenerate", Weak)])
            .reading(
                "stays",
                "a lost token is replaced by one that stays: in every run there is in the end a token for 2 Delta_max \
                 without a break; Delta_max little more than Delta_min",
            )
            .expect(Refuted)
            .sizes([[4, 1, 5, 6, 1, 1]]),
    )
    .case(
        Table2
        .asks(every_instance_is_right)
        .reading(
            "stays-table-2",
            "the same with the constants of Table 2 and the fixed timeout of section 5: one run, directed by hand, \
             comes back to where it was",
        )
        .expect(Refuted)
        .sizes([[]]),
    )
    .case(
        AlmostSurely::settled(Section5::TEXT)
            .asks(every_instance_is_right)
            .reading(
                "way-back",
                "a token that stays is never out of reach: from every state with fewer tokens than are looked at, one can \
                 be reached that has had a token for 2 Delta_max",
            )
            .sizes([[2, 1, 2, 6, 3, 1], [3, 1, 2, 4, 3, 1]])
            .without("one-clock", Holds)
            .kills([NeverRegenerate]),
    )
    .case(
        domino(Section5::TEXT.since_generation())
            .reading(
                "repair-since-generation",
                "a repair: an enabling counts against a token only if it is later than the token's timestamp, so that \
                 what was lost before cannot remove what was generated after; then there is no domino",
            )
            .sizes([[2, 1, 3, 9, 2, 1, 1], [3, 1, 3, 9, 2, 1, 1]])
            .deep([[3, 1, 3, 9, 3, 1, 1], [3, 4, 12, 36, 2, 1, 1]])
            .without("one-clock", Holds)
            .kills([RemoveOwn]),
    )
    .case(
        Section5::TEXT
            .since_generation()
            .asks(the_oldest_stays)
            .reading(
                "repair-since-generation-removes",
                "with that repair and no loss, it is still never the oldest token that is discarded",
            )
            .sizes([[3, 1, 3, 9, 2, 0]])
            .deep([[3, 1, 3, 9, 3, 0]])
            .without("no-loss", Refuted)
            .without("one-clock", Holds)
            .without("instant-passing", Holds)
            .kills([RemoveOwn, RemovePreceding]),
    )
    .case(
        domino(Section5::TEXT.newer_first())
            .reading(
                "repair-newer-precedes",
                "another: the newer token precedes the older; then there is no domino either",
            )
            .sizes([[2, 1, 3, 9, 2, 1, 1], [3, 1, 3, 9, 2, 1, 1]])
            .deep([[3, 4, 12, 36, 2, 1, 1]])
            .without("one-clock", Holds)
            .kills([RemoveOwn]),
    )
    .case(
        Section5::TEXT
            .since_generation()
            .watching(Watch::AnyRounds)
            .asks(replaced_for_good)
            .reading(
                "repair-any-loss",
                "what the first repair does not do: the oldest token is lost while a spurious one is about, which a \
                 component that both have met then discards",
            )
            .expect(Refuted)
            .sizes([[3, 1, 3, 9, 2, 1, 1]]),
    )
    .case(
        Section5::TEXT
            .newer_first()
            .watching(Watch::AnyRounds)
            .asks(replaced_for_good)
            .reading(
                "repair-newer-any-loss",
                "what the second does not do: the newest is lost instead",
            )
            .expect(Refuted)
            .sizes([[3, 1, 3, 9, 2, 1, 1]]),
    )
}
