//! What both extensions do about a failure under every schedule: all orders in which messages, reports and timers can
//! come, until every live site that has asked has entered.

use super::failures::Failure;
use super::{Told, script};
use std::collections::{BTreeSet, HashMap};
use verdict_checker::space::Space;
use verdict_world::{Resident, World};

/// With more broadcasts than that a schedule is not followed any further.
pub(super) const MOST: u8 = 9;

/// What has happened on the way to a state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Tally {
    broadcasts: u8,
    resent: u8,
    order: Vec<usize>,
}

/// What all schedules come to.
#[derive(Debug)]
pub(super) struct Reach {
    /// The most broadcasts in a schedule; more than [`MOST`] if it was not followed any further.
    pub(super) broadcasts: u8,
    /// The fewest and the most requests that are sent again before everybody has entered.
    pub(super) resent: (u8, u8),
    /// The orders in which sites have entered.
    pub(super) orders: BTreeSet<Vec<usize>>,
    /// Whether some schedule comes to where not everybody can enter any more.
    pub(super) gets_stuck: bool,
    /// How many situations there are.
    pub(super) situations: usize,
}

/// Follows every schedule.
pub(super) fn every<A: Resident>(
    world: &World<A>,
    failure: &Failure,
    inside: fn(&A::State) -> bool,
) -> Reach {
    let start = (script(world, failure), Tally::default());
    let mut places = HashMap::from([(start.clone(), 0)]);
    let mut open = vec![start];
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let mut done = Vec::new();
    let mut reach = Reach {
        broadcasts: 0,
        resent: (u8::MAX, 0),
        orders: BTreeSet::new(),
        gets_stuck: false,
        situations: 0,
    };
    while let Some((state, tally)) = open.pop() {
        let place = places[&(state.clone(), tally.clone())];
        reach.broadcasts = reach.broadcasts.max(tally.broadcasts);
        if tally.broadcasts > MOST {
            done.push(place);
            continue;
        }
        if tally.order.len() == failure.order.len() {
            let (fewest, most) = reach.resent;
            reach.resent = (fewest.min(tally.resent), most.max(tally.resent));
            reach.orders.insert(tally.order);
            done.push(place);
            continue;
        }
        for (step, next) in world.steps(&state) {
            if world.label(&step).starts_with("request ") {
                continue;
            }
            let told = Told::of(world, (&state, &step, &next), inside);
            let mut tally = tally.clone();
            tally.broadcasts += u8::from(told.broadcasts);
            tally.resent += told.resent as u8;
            tally.order.extend(told.entered);
            let there = (next, tally);
            let known = places.len();
            let after = *places.entry(there.clone()).or_insert(known);
            if after == known {
                before.push(Vec::new());
                open.push(there);
            }
            before[after].push(place);
        }
    }
    reach.situations = places.len();
    reach.gets_stuck = leading_to(done, &before) < places.len();
    reach
}

/// From how many places one of these can be reached.
fn leading_to(mut open: Vec<usize>, before: &[Vec<usize>]) -> usize {
    let mut leads = vec![false; before.len()];
    while let Some(place) = open.pop() {
        if !std::mem::replace(&mut leads[place], true) {
            open.extend(&before[place]);
        }
    }
    leads.iter().filter(|leads| **leads).count()
}
