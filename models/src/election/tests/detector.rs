//! How long the timeout of section 4.2 must be.

use super::*;

/// The verdict for a timeout of T ticks and messages of at most d, one of which may be lost if `lossy`.
fn accused(variant: &str, timeout: u64, delay: u64, lossy: bool) -> Verdict {
    let case = case("thesis/detector", variant);
    let mut setup = Setup::of(case.size(&[1, timeout, delay]));
    if lossy {
        setup.without.push("no-loss".to_owned());
    }
    found(case, &setup)
}

/// The smallest timeout that accuses nobody, if one up to 2d + 3 does.
fn enough(variant: &str, delay: u64, lossy: bool) -> Option<u64> {
    (1..=2 * delay + 3).find(|timeout| accused(variant, *timeout, delay, lossy) == Verdict::Holds)
}

#[test]
fn a_worker_that_resends_needs_half_the_time_of_one_that_asks_once() {
    for delay in 1..=2 {
        assert_eq!(
            enough("first-way", delay, false),
            Some(delay + 1),
            "d = {delay}"
        );
        assert_eq!(
            enough("both-ways", delay, false),
            Some(2 * delay + 1),
            "d = {delay}"
        );
    }
}

#[test]
fn a_lost_message_is_made_up_for_by_the_resend_and_by_nothing_else() {
    assert_eq!(enough("first-way", 1, true), Some(3));
    assert_eq!(enough("both-ways", 1, true), None);
}
