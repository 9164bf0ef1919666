//! Chang and Roberts' election. A process of the protocol is a place on the ring; UIDs are its order.

use crate::{notices, protocol, search, size_of, world};
use verdict_epr::bridge::{Crossed, Crossing, Gap, Kind};
use verdict_epr::structure::{Finite, Structure};
use verdict_epr::syntax::Protocol;
use verdict_models::basics::elections::chang_roberts::{
    ChangRoberts, Message, Mutant, Node, Uid, arrangement, arrangements,
};
use verdict_world::World;

const MODEL: ChangRoberts = ChangRoberts::PRINTED;

fn read(finite: &Finite, uids: &[Uid], world: &World<Node>, state: &[u32]) -> Structure {
    let mut read = finite.blank();
    let n = uids.len();
    let place = |uid: Uid| {
        uids.iter()
            .position(|u| *u == uid)
            .expect("a UID of the ring")
    };
    for p in 0..n {
        finite.set(&mut read, "next", &[p, (p + 1) % n], 1);
        for q in 0..n {
            finite.set(&mut read, "lower", &[p, q], (uids[p] < uids[q]).into());
            for r in 0..n {
                let (to_q, to_r) = ((q + n - p) % n, (r + n - p) % n);
                let between = 0 < to_q && to_q < to_r;
                finite.set(&mut read, "between", &[p, q, r], between.into());
            }
        }
    }
    let view = world.view(state);
    for (p, process) in view.live() {
        finite.set(&mut read, "participant", &[p], process.participant.into());
        finite.set(&mut read, "started", &[p], (process.starts > 0).into());
        let elected = |is: bool| usize::from(process.elected == Some(is));
        finite.set(&mut read, "elected", &[p], elected(true));
        finite.set(&mut read, "not-elected", &[p], elected(false));
        finite.set(&mut read, "done", &[p], process.done.into());
        if let Some(leader) = process.leader {
            finite.set(&mut read, "leader", &[p, place(leader)], 1);
        }
    }
    for message in view.messages() {
        let (name, uid) = match message.msg {
            Message::Election(uid) => ("election", uid),
            Message::Leader(uid) => ("word", uid),
        };
        finite.set(&mut read, name, &[place(uid), message.dst.into()], 1);
    }
    read
}

fn cross(
    protocol: &Protocol,
    (n, number): (usize, usize),
    mutant: Option<Mutant>,
) -> Result<Crossed, Gap> {
    let world = world(&MODEL, &size_of(&MODEL, &[n as u64, number as u64]), mutant);
    let uids = arrangement(n, number);
    let names = vec![uids.iter().map(|uid| format!("p{uid}")).collect()];
    let finite = Finite { protocol, names };
    let searched = search(&world, |state| read(&finite, &uids, &world, state));
    Crossing::of(finite).cross(&searched)
}

#[test]
fn chang_and_roberts_election_is_the_protocol() {
    let protocol = protocol("chang-roberts.epr");
    // Who has started is a participant for ever, so that one of the two guards would do.
    let implied = ["guard once of start"];
    notices(&protocol, &|p| cross(p, (3, 1), None), &implied);
    for n in [2, 3, 4] {
        for number in 0..arrangements(n) {
            let crossed = cross(&protocol, (n, number), None);
            println!("{:?}", crossed.unwrap_or_else(|gap| panic!("{gap}")));
        }
    }
}

#[test]
fn errors_in_chang_and_roberts_election_are_noticed() {
    let protocol = protocol("chang-roberts.epr");
    for mutant in [
        Mutant::PassAll,
        Mutant::LowestWins,
        Mutant::Mute,
        Mutant::NoWord,
        Mutant::DoneEarly,
    ] {
        let gap = cross(&protocol, (3, 1), Some(mutant));
        let gap = gap.expect_err("an error made on purpose");
        println!("{mutant:?}: {gap}");
        assert_ne!(gap.kind, Kind::Back, "{mutant:?}: {gap}");
    }
}
