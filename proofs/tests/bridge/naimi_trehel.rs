//! Naimi and Trehel's algorithm without failures.

use crate::{notices, protocol, search, size_of, world};
use verdict_epr::bridge::{Crossed, Crossing, Gap, Kind};
use verdict_epr::structure::{Finite, Structure};
use verdict_epr::syntax::Protocol;
use verdict_models::naimi::original::{Message, Mutant, Original, Phase, Section3};
use verdict_world::World;

fn read(finite: &Finite, world: &World<Original>, state: &[u32]) -> Structure {
    let mut read = finite.blank();
    for (phase, name) in finite.names[1].iter().enumerate() {
        finite.set(&mut read, name, &[], phase);
    }
    let view = world.view(state);
    for (s, site) in view.live() {
        let phase = match site.phase {
            Phase::Idle => 0,
            Phase::Waiting => 1,
            Phase::Inside => 2,
        };
        finite.set(&mut read, "phase-of", &[s], phase);
        finite.set(&mut read, "last", &[s, site.last.into()], 1);
        if let Some(next) = site.next {
            finite.set(&mut read, "next", &[s, next.into()], 1);
        }
        finite.set(&mut read, "token", &[s], site.token.into());
    }
    for message in view.messages() {
        let to = usize::from(message.dst);
        match message.msg {
            Message::Token => finite.set(&mut read, "token-to", &[to], 1),
            Message::Request { origin, .. } => {
                finite.set(&mut read, "request", &[origin.into(), to], 1);
            }
        }
    }
    read
}

fn cross(
    model: &Section3,
    protocol: &Protocol,
    n: usize,
    mutant: Option<Mutant>,
) -> Result<Crossed, Gap> {
    let world = world(model, &size_of(model, &[n as u64]), mutant);
    let sites = (0..n).map(|s| format!("S{s}")).collect();
    let phases = ["idle", "waiting", "inside"].map(str::to_owned).into();
    let names = vec![sites, phases];
    let finite = Finite { protocol, names };
    let searched = search(&world, |state| read(&finite, &world, state));
    Crossing::of(finite).cross(&searched)
}

#[test]
fn naimi_and_trehels_algorithm_is_the_protocol() {
    let protocol = protocol("naimi-trehel.epr");
    // In every reachable state an idle site is a root if and only if it has the token.
    let implied = ["guard root of grant", "guard token of grant"];
    notices(
        &protocol,
        &|p| cross(&Section3::MEANT, p, 3, None),
        &implied,
    );
    for n in [2, 4] {
        let crossed = cross(&Section3::MEANT, &protocol, n, None);
        println!("{:?}", crossed.unwrap_or_else(|gap| panic!("{gap}")));
    }
}

#[test]
fn errors_in_naimi_and_trehels_algorithm_are_noticed() {
    let protocol = protocol("naimi-trehel.epr");
    for (mutant, kind) in [
        (Mutant::KeepToken, Kind::State),
        (Mutant::GrantInside, Kind::State),
        (Mutant::StayBelow, Kind::Forth),
        (Mutant::ForgetRequest, Kind::Forth),
        (Mutant::KeepNext, Kind::Forth),
    ] {
        let gap = cross(&Section3::MEANT, &protocol, 3, Some(mutant));
        let gap = gap.expect_err("an error made on purpose");
        assert_eq!(gap.kind, kind, "{mutant:?}: {gap}");
    }
    // Action (2) to the letter is another algorithm.
    let printed = cross(&Section3::PRINTED, &protocol, 3, None).expect_err("another reading");
    assert_eq!(printed.kind, Kind::Forth, "{printed}");
}
