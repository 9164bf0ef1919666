//! The token on a ring.

use crate::{notices, protocol, search, size_of, world};
use verdict_epr::bridge::{Crossed, Crossing, Gap, Kind};
use verdict_epr::structure::{Finite, Structure};
use verdict_epr::syntax::Protocol;
use verdict_models::basics::mutual_exclusion::token_ring::{
    Mutant, MyState, Node, Reading, TokenRing,
};
use verdict_world::World;

const MODEL: TokenRing = TokenRing(Reading::OnToken);

fn read(finite: &Finite, world: &World<Node>, state: &[u32]) -> Structure {
    let mut read = finite.blank();
    let view = world.view(state);
    for (p, process) in view.live() {
        finite.set(&mut read, "next", &[p, (p + 1) % view.len()], 1);
        finite.set(
            &mut read,
            "wants",
            &[p],
            (process.mystate == MyState::Req).into(),
        );
        finite.set(&mut read, "executes", &[p], process.executes.into());
    }
    for message in view.messages() {
        finite.set(&mut read, "sent-to", &[message.dst.into()], 1);
    }
    read
}

fn cross(protocol: &Protocol, n: usize, mutant: Option<Mutant>) -> Result<Crossed, Gap> {
    let world = world(&MODEL, &size_of(&MODEL, &[n as u64]), mutant);
    let names = vec![(0..n).map(|p| format!("S{p}")).collect()];
    let finite = Finite { protocol, names };
    let searched = search(&world, |state| read(&finite, &world, state));
    Crossing::of(finite).cross(&searched)
}

#[test]
fn the_token_ring_is_the_protocol() {
    let protocol = protocol("token-ring.epr");
    for n in [2, 3, 4] {
        notices(&protocol, &|p| cross(p, n, None), &[]);
    }
}

#[test]
fn errors_in_the_token_ring_are_noticed() {
    let protocol = protocol("token-ring.epr");
    let kept = cross(&protocol, 3, Some(Mutant::KeepToken)).expect_err("a second token");
    assert_eq!(kept.kind, Kind::State, "{kept}");
    let skipped = cross(&protocol, 3, Some(Mutant::SkipNext)).expect_err("not the successor");
    assert_eq!(skipped.kind, Kind::Forth, "{skipped}");
    let hoarded = cross(&protocol, 3, Some(Mutant::Hoard)).expect_err("nobody has the token");
    assert_eq!(hoarded.kind, Kind::Forth, "{hoarded}");
}
