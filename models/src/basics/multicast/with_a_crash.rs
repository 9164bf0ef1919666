//! The columns of the table order x property x crash: what becomes of deliveries if one process may crash, amid a multicast too,
//! over Bmulticast and over Rmulticast.

use super::layers::{Carrier, Protocol};
use super::process::Group;
use super::properties;
use super::r_multicast::Turn;
use super::setting::Setting;
use verdict_checker::catalog::{Asked, Asks};
use verdict_checker::verdict::Verdict::{Holds, Refuted};
use verdict_world::{Algorithm, InWorld};

type Question<P> = Asked<InWorld<Setting<P>>>;

/// What a reading is called, at which sizes it is asked, and what is found: if it holds, also if one message may be lost.
pub type Found = (&'static str, &'static [[u64; 5]], Holding);

/// What is found.
pub enum Holding {
    /// It is refuted.
    Never,
    /// It holds, but not if a message may be lost.
    UnlessLost,
    /// It holds, even if a message may be lost.
    EvenIfLost,
}

/// Validity, reach and agreement over Bmulticast, then over Rmulticast: what each reading is called, and what is found; with one
/// crash. Where it holds, `late` breaks it.
pub fn with_a_crash<P: Protocol>(
    protocol: P,
    late: P::Mutant,
    found: [Found; 6],
) -> Vec<Question<P>> {
    const SAYS: [&str; 6] = [
        "one process may crash, over Bmulticast: a correct process delivers what it multicasts",
        "one process may crash, over Bmulticast: correct processes deliver what a correct process multicasts",
        "one process may crash, over Bmulticast: correct processes deliver what one of them delivers",
        "one process may crash, over Rmulticast: a correct process delivers what it multicasts",
        "one process may crash, over Rmulticast: correct processes deliver what a correct process multicasts",
        "one process may crash, over Rmulticast: correct processes deliver what one of them delivers",
    ];
    let asked = found.into_iter().zip(SAYS).enumerate();
    let one = |(place, ((variant, sizes, found), says)): (usize, (Found, &'static str))| {
        let over_r = place >= 3;
        let carrier = if over_r {
            Carrier::R(Turn::RepeatFirst)
        } else {
            Carrier::B
        };
        let setting = Setting::new(protocol, carrier);
        let fair = if over_r {
            &properties::FAIR[..]
        } else {
            &properties::ARRIVES[..]
        };
        let case = match place % 3 {
            0 => ask(setting, properties::validity::<P>),
            1 => ask(setting, properties::reach::<P>),
            _ => ask(setting, properties::agreement::<P>),
        };
        let case = case
            .reading(variant, says)
            .sizes(sizes)
            .fair(fair.iter().copied());
        let kept = |loss| {
            case.clone()
                .without("no-loss", loss)
                .without("no-duplicates", Holds)
                .kills([late])
        };
        match found {
            Holding::Never => case.expect(Refuted),
            Holding::UnlessLost => kept(Refuted),
            Holding::EvenIfLost => kept(Holds),
        }
    };
    asked.map(one).collect()
}

fn ask<P: Protocol, M>(setting: Setting<P>, property: impl Asks<Group<P>, M>) -> Question<P> {
    setting.asks(property)
}
