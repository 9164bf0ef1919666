//! The readings of the rules that are simulated, beside [`Rules::TEXT`].

use crate::wandering::rules::{Adaptive, Evidence, Fresh, Period, Rules};

/// The reading that comes nearest to the tables: a regenerating component operates with its token; ∆min counts from the end of an
/// operation; the older token stays.
pub const FITTED: Rules = Rules {
    fresh: Fresh::Received,
    period: Period::FromEnd,
    ..Rules::TEXT
};

/// [`FITTED`] with the rate at which the columns of N = 300 in Tables 3 and 4 say that ∆gen comes back: 55% of the excess with
/// each token, where the text says 5%.
pub const FITTED_RATE: Rules = Rules {
    adaptive: Adaptive::Rates {
        raise: 50,
        relax: 55,
    },
    ..FITTED
};

/// [`FITTED`] without the adaptive timeout.
pub const NOT_ADAPTIVE: Rules = Rules {
    adaptive: Adaptive::Off,
    ..FITTED
};

/// What section 8 leaves open: only what enabled a component since a token was generated counts against the token. A token
/// that was lost before can then not remove it, nor can any that it has removed.
pub const SINCE_GENERATION: Rules = Rules {
    evidence: Evidence::SinceGeneration,
    ..NOT_ADAPTIVE
};
