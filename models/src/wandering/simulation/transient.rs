//! What happens after the token was lost, until there is one for good.

use super::engine::{Log, System};
use crate::wandering::rules::{Rules, Time};
use verdict_checker::random::Random;

/// How long a system runs before anything is measured, in multiples of ∆max.
pub const WARM_UP: Time = 10;

/// For how long a system is watched that does not stabilise, in time units.
pub const PATIENCE: Time = 200_000;

/// One stabilisation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transient {
    /// From the loss to the end of the last time without a token; 0 if another one was there.
    pub duration: Time,
    /// Whether it was watched in vain.
    pub given_up: bool,
    /// What happened in the time from the loss to `duration`.
    pub log: Log,
    /// What happened from then on until the token that stays had been the first of all for ∆min: tokens that are too many are
    /// still being removed.
    pub settling: Log,
}

/// A system that has come to rest, as far as it does.
pub fn warm<'a>(rules: &'a Rules, components: u16, random: Random) -> System<'a> {
    let mut system = System::new(rules, components, random);
    system.advance(WARM_UP * rules.constants.max);
    system.log = Log::default();
    system
}

/// Loses the token of a system that has come to rest. `watch` hears of every time unit from the loss on: how many operations
/// run.
pub fn lose(
    rules: &Rules,
    components: u16,
    random: Random,
    mut watch: impl FnMut(u32),
) -> Transient {
    let mut system = warm(rules, components, random);
    let tokens = system.tokens();
    system.lose_token();
    // Until it is passed again.
    while system.tokens() == tokens {
        system.step();
    }
    let lost = system.now();
    system.log = Log::default();
    let mut log = Log::default();
    let mut bare = system.tokens() == 0;
    loop {
        system.step();
        watch(system.running());
        let waited = system.now() - lost;
        let given_up = waited > PATIENCE;
        if bare && system.tokens() > 0 || given_up {
            log.absorb(&std::mem::take(&mut system.log));
        }
        bare = system.tokens() == 0;
        if system.is_settled() || given_up {
            let last = system
                .bare()
                .map_or(0, |moment| (moment + 1).saturating_sub(lost));
            return Transient {
                duration: if given_up { PATIENCE } else { last },
                given_up,
                log,
                settling: std::mem::take(&mut system.log),
            };
        }
    }
}
