//! Le Lann's algorithm over the plug-in of the ring. What it does with the token it does in the step that gives it the token.

use crate::ring::{Scale, scale};
use crate::{notices, protocol, search};
use verdict_checker::catalog::Mutants;
use verdict_epr::bridge::{Crossed, Crossing, Gap, Kind};
use verdict_epr::structure::Step;
use verdict_epr::syntax::Protocol;
use verdict_models::ring::applications::Phase;
use verdict_models::ring::applications::le_lann::{Mutant, Reading};
use verdict_models::ring::plugin;
use verdict_models::ring::setting::{self, OnRing};

const MODEL: OnRing<Reading> = OnRing::meant(Reading::WORDED);

/// A site is given the token, and decides.
fn decides(protocol: &Protocol, given: &Step, then: &Step) -> bool {
    let is = |step: &Step, names: &[&str]| {
        let name = protocol.actions[step.action].name.as_str();
        names.contains(&name)
    };
    given.arguments[0] == then.arguments[0]
        && is(given, &["deliver", "take-over", "use-backup"])
        && is(then, &["enter", "release", "release-in-part"])
}

fn cross(
    scale: Scale,
    protocol: &Protocol,
    mutant: Option<setting::Mutant<Reading>>,
) -> Result<Crossed, Gap> {
    let world = scale.world(&MODEL, mutant);
    let finite = scale.finite(protocol);
    let mut fixed = scale.fixed(&finite);
    for (phase, name) in ["idle", "wants", "inside"].into_iter().enumerate() {
        finite.set(&mut fixed, name, &[], phase);
    }
    let searched = search(&world, |state| {
        let mut read = scale.read(&finite, &fixed, &world, state);
        for (s, site) in world.view(state).live() {
            let phase = match site.own.phase {
                Phase::Idle => 0,
                Phase::Wants => 1,
                Phase::Inside => 2,
            };
            finite.set(&mut read, "phase-of", &[s], phase);
        }
        read
    });
    let crossing = Crossing {
        beyond: &|_, step| scale.is_beyond(&finite, step),
        form: &|state| scale.form(&finite, &state),
        at_once: Some(&|given, then| decides(protocol, given, then)),
        ..Crossing::of(finite.clone())
    };
    crossing.cross(&searched)
}

#[test]
fn le_lanns_algorithm_is_the_protocol() {
    let protocol = protocol("le-lann.epr");
    // Those of `ring.rs`; and with k = 1 a D has one other site, so that its crash is not merely noted.
    let implied = [
        "guard alive of enter",
        "guard alive of release",
        "guard alive of release-in-part",
        "guard alive of deliver",
        "guard news of deliver",
        "guard alive of keep",
        "guard news of keep",
        "guard other of keep",
        "guard alive of take-over",
        "guard news of take-over",
        "guard other of take-over",
        "guard alive of suspect",
        "guard crashed of suspect",
        "guard once of suspect",
        "guard alive of use-backup",
        "guard once of use-backup",
        "guard monitored of use-backup",
        "guard all-crashed of use-backup",
        "action suspect",
    ];
    notices(&protocol, &|p| cross(scale(3, 1), p, None), &implied);
    let crossed = cross(scale(4, 1), &protocol, None);
    println!("{:?}", crossed.unwrap_or_else(|gap| panic!("{gap}")));
}

#[test]
fn errors_in_le_lanns_algorithm_are_noticed() {
    let protocol = protocol("le-lann.epr");
    let own = Mutant::all().into_iter().map(setting::Mutant::Own);
    let beneath = [plugin::Mutant::KeepToken, plugin::Mutant::SendOneLess];
    for mutant in own.chain(beneath.map(setting::Mutant::Plugin)) {
        let gap = cross(scale(3, 1), &protocol, Some(mutant));
        let Err(gap) = gap else {
            panic!("{mutant:?} is not noticed");
        };
        println!("{mutant:?}: {:?}", gap.kind);
        assert_ne!(gap.kind, Kind::Back, "{mutant:?}: {gap}");
    }
}
