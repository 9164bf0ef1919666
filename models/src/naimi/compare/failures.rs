//! The failures by which both extensions are compared, among four sites.

/// A failure.
pub(super) struct Failure {
    /// What fails, in words.
    pub(super) name: &'static str,
    /// What happens up to it. A step with a `!` is not followed by what is in transit.
    pub(super) script: &'static [&'static str],
    /// The order in which the sites that live would have entered.
    pub(super) order: &'static [usize],
    /// How many requests are lost in it.
    pub(super) lost: usize,
    /// How many sites wait behind the one that crashes.
    pub(super) successors: usize,
    /// Whether M1 can repair it, if COMMIT names two predecessors.
    pub(super) by_m1: bool,
}

pub(super) const FAILURES: [Failure; 4] = [
    Failure {
        name: "S0 crashes in its critical section; S1, S2 and S3 wait",
        script: &[
            "request S0",
            "request S1",
            "request S2",
            "request S3",
            "crash S0",
        ],
        order: &[1, 2, 3],
        lost: 0,
        successors: 3,
        by_m1: false,
    },
    Failure {
        name: "S1 crashes while it waits, before S2 and S3, for S0",
        script: &[
            "request S0",
            "request S1",
            "request S2",
            "request S3",
            "crash S1",
        ],
        order: &[2, 3],
        lost: 0,
        successors: 2,
        by_m1: true,
    },
    Failure {
        name: "S2 crashes while it waits, before S3 and behind S1, for S0",
        script: &[
            "request S0",
            "request S1",
            "request S2",
            "request S3",
            "crash S2",
        ],
        order: &[1, 3],
        lost: 0,
        successors: 1,
        by_m1: true,
    },
    Failure {
        name: "S0 crashes before it forwards the request of S2 to S1, who is inside",
        script: &["request S1", "!request S2", "crash S0"],
        order: &[2],
        lost: 1,
        successors: 0,
        by_m1: false,
    },
];
