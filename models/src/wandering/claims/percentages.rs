//! The percentages and other single numbers of sections 5, 6 and 7, each a claim.

use super::simulation::{
    NOMINAL_SHARE, NOMINAL_SOME, OPERATES, OVERLOAD, OVERLOAD_SHARE, OVERLOAD_SHORTER,
    OVERLOAD_SOME,
};
use crate::wandering::rules::{Mutant, Rules};
use crate::wandering::simulation::access::{Access, Between, Bias};
use crate::wandering::simulation::experiments::{Doubled, Losses, RandomAccess, Stable};
use crate::wandering::simulation::gauges;
use crate::wandering::simulation::readings::{FITTED, FITTED_RATE};
use verdict_checker::catalog::Claim;
use verdict_checker::measure::Experiment;
use verdict_checker::verdict::Verdict::NotReproduced;

const SENT: &str = "a regenerated token is only sent, as in Fig. 2";

/// "More than 15%."
pub(super) fn random_nominal() -> Claim {
    let says = "With random access at N = 150, two or more operations run at once for more than 15% of the time.";
    let access = RandomAccess(Access::table_1(Between::StartAndStart, Bias::Below));
    Claim::quantity("wandering/random-nominal", "Section 6", says).case(
        access
            .measures(gauges::random_nominal)
            .reading("as-meant", "start to start")
            .sizes(NOMINAL_SHARE),
    )
}

/// "40%."
pub(super) fn random_overload() -> Claim {
    let says =
        "With random access at N = 300, two or more operations run at once for 40% of the time.";
    let access = RandomAccess(Access::table_1(Between::StartAndStart, Bias::Below));
    Claim::quantity("wandering/random-overload", "Section 6", says).case(
        access
            .measures(gauges::random_overload)
            .reading(
                "as-meant",
                "start to start, rounded to tens; Table 1 itself says 47.6%",
            )
            .sizes(OVERLOAD_SHARE)
            .expect(NotReproduced),
    )
}

/// "Around 0.2."
pub(super) fn small_rate() -> Claim {
    let says = "When Delta_op N / Delta_max is small (around 0.2), the probability that a regenerated token is removed is \
         sufficiently small, and the system recovers to stable operation.";
    let recovers = |variant, reading| {
        Losses(FITTED)
            .measures(gauges::recovers_at_once)
            .reading(variant, reading)
    };
    Claim::quantity("wandering/small-rate", "Section 5", says)
        .case(
            recovers(
                "rate-0.2",
                "N = 90 with Delta_max = 1800: stable within Delta_max",
            )
            .sizes([[90, 50, 5]]),
        )
        .case(
            recovers(
                "rate-0.33",
                "N = 150 with Delta_max = 1800, the nominal load of the paper's own simulations",
            )
            .sizes(NOMINAL_SOME)
            .expect(NotReproduced),
        )
}

/// "Less than 0.5%."
pub(super) fn token_nominal() -> Claim {
    let says = "With the wandering token at N = 150, two or more operations run at once for less than 0.5% of the time.";
    Claim::quantity("wandering/token-nominal", "Section 6", says).case(
        Stable(FITTED)
            .measures(gauges::token_nominal)
            .reading("as-meant", OPERATES)
            .sizes(NOMINAL_SHARE)
            .kills([Mutant::Greedy]),
    )
}

/// "10%."
pub(super) fn token_overload() -> Claim {
    let says = "With the wandering token at N = 300, two or more operations run at once for 10% of the time.";
    Claim::quantity("wandering/token-overload", "Section 6", says)
        .case(
            Stable(FITTED)
                .measures(gauges::token_overload)
                .reading("as-meant", OPERATES)
                .sizes(OVERLOAD_SHARE),
        )
        .case(
            Stable(FITTED_RATE)
                .measures(gauges::token_overload)
                .reading("fitted", "fitted: 55% instead of 5%, the rate that Tables 3 and 4 need; of 560000 time units Table 3 itself says 16%")
                .sizes(OVERLOAD_SHARE)
                .expect(NotReproduced),
        )
}

/// "Only 9 intervals."
pub(super) fn starved() -> Claim {
    let says = "In stable operation at N = 300 only 9 intervals are longer than 5 Delta_min. The total that they are compared \
         with is extracted as 109 and not relied on.";
    let measured = |rules: Rules, variant, reading| {
        Stable(rules)
            .measures(gauges::starved)
            .reading(variant, reading)
    };
    Claim::quantity("wandering/starved", "Section 6", says)
        .case(
            measured(FITTED, "as-meant", OPERATES)
                .sizes(OVERLOAD)
                .expect(NotReproduced),
        )
        .case(
            measured(
                FITTED_RATE,
                "fitted",
                "fitted: 560000 time units instead of 10^6, and 55% instead of 5%",
            )
            .sizes(OVERLOAD_SHORTER),
        )
}

/// What section 6 says of the time after a loss.
pub(super) fn while_stabilising() -> Vec<Claim> {
    let nominal = Claim::quantity(
        "wandering/stabilising-nominal",
        "Section 6",
        "During stabilisation at N = 150, more than one operation runs for 3% of the time.",
    )
    .case(
        Losses(FITTED)
            .measures(gauges::transient_nominal)
            .reading("as-meant", OPERATES)
            .sizes(NOMINAL_SOME)
            .expect(NotReproduced),
    )
    .case(
        Losses(Rules::TEXT)
            .measures(gauges::transient_nominal)
            .reading("sent", SENT)
            .sizes(NOMINAL_SOME),
    );
    let overload = Claim::quantity(
        "wandering/stabilising-overload",
        "Section 6",
        "During stabilisation at N = 300, more than one operation runs for 9% of the time.",
    )
    .case(
        Losses(FITTED)
            .measures(gauges::transient_overload)
            .reading("as-meant", OPERATES)
            .sizes(OVERLOAD_SOME)
            .expect(NotReproduced),
    )
    .case(
        Losses(Rules::TEXT)
            .measures(gauges::transient_overload)
            .reading("sent", SENT)
            .sizes(OVERLOAD_SOME)
            .expect(NotReproduced),
    );
    let tail = Claim::quantity(
        "wandering/stabilising-tail",
        "Section 6",
        "During stabilisation at N = 300, more than 5 operations run for 0.015% of the time.",
    )
    .case(
        Losses(FITTED)
            .measures(gauges::transient_tail)
            .reading("as-meant", OPERATES)
            .sizes(OVERLOAD_SOME)
            .expect(NotReproduced),
    )
    .case(
        Losses(Rules::TEXT)
            .measures(gauges::transient_tail)
            .reading("sent", SENT)
            .sizes(OVERLOAD_SOME)
            .expect(NotReproduced),
    );
    let starved = Claim::quantity(
        "wandering/stabilising-starved",
        "Section 6",
        "During stabilisation at N = 300, almost 15% of the intervals between operations exceed 5 Delta_min.",
    )
    .case(
        Losses(FITTED)
            .measures(gauges::transient_starved)
            .reading("as-meant", "FITTED; an interval that a regeneration ends is not counted")
            .sizes(OVERLOAD_SOME)
            .expect(NotReproduced),
    )
    .case(
        Losses(Rules::TEXT)
            .measures(gauges::transient_starved)
            .reading("sent", SENT)
            .sizes(OVERLOAD_SOME)
            .expect(NotReproduced),
    );
    vec![nominal, overload, tail, starved]
}

/// What section 7 says.
pub(super) fn section_7() -> Vec<Claim> {
    let stable = Stable(FITTED);
    let doubled = Doubled(FITTED);
    vec![
        Claim::quantity(
            "wandering/within-2-min",
            "Section 7",
            "With the nominal number of units, 80% of the times the applications have access within 2 Delta_min.",
        )
        .case(stable.measures(gauges::within_2_min).reading("at-least", "80% or more").sizes(NOMINAL_SHARE))
        .case(
            stable
                .measures(gauges::within_2_min_rounded)
                .reading("rounded", "80%, rounded to tens")
                .sizes(NOMINAL_SHARE)
                .expect(NotReproduced),
        ),
        Claim::quantity(
            "wandering/below-one-percent",
            "Section 7",
            "With the nominal number of units, two or more applications use the backbone for less than one percent of the time.",
        )
        .case(stable.measures(gauges::below_one_percent).reading("as-meant", OPERATES).sizes(NOMINAL_SHARE)),
        Claim::quantity(
            "wandering/more-than-3",
            "Section 7",
            "At twice the nominal size, more than 3 simultaneous transfers are rare.",
        )
        .case(
            stable
                .measures(gauges::more_than_3)
                .reading("as-meant", "FITTED; rare is less than one time unit in a thousand")
                .sizes(OVERLOAD_SHARE),
        ),
        Claim::quantity(
            "wandering/within-3-min",
            "Section 7",
            "At twice the nominal size, the period between successive transfers is lower than 3 Delta_min 90% of the times.",
        )
        .case(
            stable
                .measures(gauges::within_3_min)
                .reading("at-least", "90% or more")
                .sizes(OVERLOAD_SHARE)
                .expect(NotReproduced),
        )
        .case(stable.measures(gauges::within_3_min_rounded).reading("rounded", "90%, rounded to tens").sizes(OVERLOAD_SHARE)),
        Claim::quantity(
            "wandering/slow-down",
            "Section 7",
            "At twice the nominal size, applications are slowed down by approximately 30%.",
        )
        .case(
            doubled
                .measures(gauges::slow_down_of_rate)
                .reading("rate", "each component operates less often by 25% to 35%")
                .sizes(NOMINAL_SHARE),
        )
        .case(
            doubled
                .measures(gauges::slow_down_of_interval)
                .reading("interval", "the intervals of Table 4 are longer by 25% to 35% on average")
                .sizes(NOMINAL_SHARE),
        ),
        Claim::quantity(
            "wandering/hours",
            "Section 7",
            "The transient after a token loss may take several hours, a time unit being a second.",
        )
        .case(
            Losses(FITTED)
                .measures(gauges::hours)
                .reading("as-meant", "two hours or more on average")
                .sizes([[150, 50, 5], [300, 50, 5]]),
        ),
    ]
}
