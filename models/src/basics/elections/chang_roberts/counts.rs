//! Messages and time of Chang and Roberts' election over all arrangements of UIDs, counted twice: by running the procedures in
//! rounds (every message takes one round, all initiators start in the first), and by closed forms.
//!
//! The ELECTION of a process goes as far as the next higher UID. If all initiate, that makes, over all (n-1)! arrangements,
//! n(1 + 1/2 + ... + 1/n) ELECTIONs on average: the text's O(n log n), exactly.

use super::{Code, Message, Mutant, Process, Uid, arrangement, arrangements};
use verdict_checker::catalog::{Model, Parameter, SetupError};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::size::Size;
use verdict_world::NodeSet;

/// What an election took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Cost {
    elections: usize,
    leaders: usize,
    /// Rounds until a process is elected.
    until_elected: usize,
    /// Rounds until all know.
    until_known: usize,
}

/// An election in rounds; `None` if it does not end.
fn run(uids: &[Uid], initiators: NodeSet, code: Code) -> Option<Cost> {
    let n = uids.len();
    let mut ring: Vec<Process> = uids.iter().map(|uid| Process::new(*uid)).collect();
    let mut channel: Vec<Option<Message>> = vec![None; n];
    for i in initiators.iter() {
        channel[i] = Some(ring[i].start_election());
    }
    let mut cost = Cost::default();
    for round in 1..=4 * n {
        let mut next = vec![None; n];
        for (i, message) in channel.iter().enumerate() {
            let Some(message) = *message else { continue };
            match message {
                Message::Election(_) => cost.elections += 1,
                Message::Leader(_) => cost.leaders += 1,
            }
            let to = (i + 1) % n;
            next[to] = ring[to].on(message, code);
            if ring[to].elected == Some(true) && cost.until_elected == 0 {
                cost.until_elected = round;
            }
        }
        channel = next;
        if channel.iter().all(Option::is_none) {
            cost.until_known = round;
            return ring.iter().all(|p| p.done).then_some(cost);
        }
    }
    None
}

/// How many steps from each process to the next higher UID, or around to itself: the ELECTIONs if all initiate.
fn reach(uids: &[Uid]) -> usize {
    let n = uids.len();
    let steps = |i: usize| (1..=n).find(|d| uids[(i + d) % n] >= uids[i]).unwrap_or(n);
    (0..n).map(steps).sum()
}

/// What is counted.
#[derive(Clone, Copy, Debug)]
pub enum Counted {
    /// Messages.
    Messages,
    /// Rounds.
    Time,
}

impl Model for Counted {
    type Mutant = Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn build(&self, _: &Size, mutant: Option<Mutant>) -> Result<Domain, SetupError> {
        let code = Code {
            resets: false,
            mutant,
        };
        let (counted, last) = (*self, 7);
        let setting = "all arrangements of UIDs, all sets of initiators, in rounds; n = 1 to 7";
        let list = move || {
            (1..=last)
                .map(|n| match counted {
                    Counted::Messages => messages(n, code),
                    Counted::Time => time(n, code),
                })
                .collect()
        };
        Ok(Domain::new(setting, list))
    }
}

/// Every election with these many processes: arrangement, initiators, cost.
fn elections(n: usize, code: Code) -> Vec<(Vec<Uid>, NodeSet, Option<Cost>)> {
    let rings = (0..arrangements(n)).map(|number| arrangement(n, number));
    let each = rings.flat_map(|uids| {
        (1..1_usize << n).map(move |bits| {
            let initiators: NodeSet = (0..n).filter(|i| bits >> i & 1 == 1).collect();
            let cost = run(&uids, initiators, code);
            (uids.clone(), initiators, cost)
        })
    });
    each.collect()
}

fn messages(n: usize, code: Code) -> Instance {
    let all = elections(n, code);
    let costs: Vec<Cost> = all.iter().filter_map(|(_, _, cost)| *cost).collect();
    let worst = n * (n + 1) / 2;
    let decreasing = arrangement(n, arrangements(n) - 1);
    let is_worst = |(uids, initiators, cost): &(Vec<Uid>, NodeSet, Option<Cost>)| {
        // The highest need not initiate: it is woken by the lowest, and sends no less for that.
        let named = *uids == decreasing && (1..n).all(|i| initiators.contains(i));
        (cost.map(|c| c.elections) == Some(worst), named)
    };
    let is_best = |(_, initiators, cost): &(Vec<Uid>, NodeSet, Option<Cost>)| {
        (
            cost.map(|c| c.elections) == Some(n),
            *initiators == NodeSet::only(0),
        )
    };
    let everyone = all
        .iter()
        .filter(|(_, initiators, _)| initiators.len() == n);
    let total: usize = everyone
        .clone()
        .filter_map(|(_, _, cost)| Some(cost.as_ref()?.elections))
        .sum();
    let by_reach: usize = everyone.map(|(uids, _, _)| reach(uids)).sum();
    let factorial: usize = (1..=n).product();
    let harmonic: usize = (1..=n).map(|k| factorial / k).sum();
    let mean = total as f64 / arrangements(n) as f64;
    Instance::new(format!("n = {n}"))
        .with("elections held", all.len())
        .with(
            "ELECTIONs at least",
            costs.iter().map(|c| c.elections).min().unwrap_or(0),
        )
        .with(
            "ELECTIONs at most",
            costs.iter().map(|c| c.elections).max().unwrap_or(0),
        )
        .with("n(n+1)/2", worst)
        .with("mean if all initiate", format!("{mean:.6}"))
        .must(costs.len() == all.len())
        .must(costs.iter().all(|cost| cost.leaders == n))
        .must(
            costs
                .iter()
                .all(|cost| (n..=worst).contains(&cost.elections)),
        )
        .must(all.iter().map(is_best).all(|(best, named)| best == named))
        .must(
            all.iter()
                .map(is_worst)
                .all(|(worst, named)| worst == named),
        )
        .must(total == by_reach && total == harmonic)
}

fn time(n: usize, code: Code) -> Instance {
    let all = elections(n, code);
    let costs: Vec<Cost> = all.iter().filter_map(|(_, _, cost)| *cost).collect();
    // Alone, and just behind the highest, which stands first.
    let behind = |initiators: &NodeSet| n > 1 && *initiators == NodeSet::only(1);
    let slow = all.iter().filter(|(_, initiators, _)| behind(initiators));
    let named = slow
        .clone()
        .filter(|(uids, ..)| usize::from(uids[1]) + 1 == n);
    let takes = |cost: &Option<Cost>, rounds| cost.is_some_and(|c| c.until_elected == rounds);
    let worst = if n > 1 { 2 * n - 1 } else { 1 };
    let highest_starts = all
        .iter()
        .filter(|(_, initiators, _)| initiators.contains(0));
    Instance::new(format!("n = {n}"))
        .with(
            "rounds until elected, at least",
            costs.iter().map(|c| c.until_elected).min().unwrap_or(0),
        )
        .with(
            "rounds until elected, at most",
            costs.iter().map(|c| c.until_elected).max().unwrap_or(0),
        )
        .with(
            "rounds until all know, at most",
            costs.iter().map(|c| c.until_known).max().unwrap_or(0),
        )
        .must(costs.len() == all.len())
        .must(
            highest_starts
                .into_iter()
                .all(|(_, _, cost)| takes(cost, n)),
        )
        .must(
            named.into_iter().all(|(_, _, cost)| {
                takes(cost, worst) && cost.is_some_and(|c| c.elections == worst)
            }),
        )
        .must(slow.into_iter().all(|(_, _, cost)| takes(cost, worst)))
        .must(
            costs
                .iter()
                .all(|cost| (n..=worst).contains(&cost.until_elected)),
        )
        .must(
            costs
                .iter()
                .all(|cost| cost.until_known == cost.until_elected + n),
        )
}
