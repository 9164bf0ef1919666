//! What an entry costs on average when requests come one at a time: a walk over all trees at rest that the rules of
//! section 3 can reach.

use super::super::site::SiteId;
use super::{Handled, Mutant, Rules, Variables};
use std::collections::HashMap;
use verdict_checker::catalog::{Model, Parameter, SetupError};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::size::Size;

/// Sites with nothing in transit.
type Rest = Vec<Variables>;

/// A site asks, gets the token, enters and leaves, before anyone else asks. Answers with how often its request is sent,
/// and how often the token.
fn serve(sites: &mut Rest, asks: usize, rules: Rules) -> (usize, usize) {
    let origin = SiteId::from(asks);
    let mut receiver = sites[asks].request(origin, rules);
    let (mut sends, mut tokens) = (0, 0);
    while let Some(at) = receiver.take() {
        sends += 1;
        if sends > sites.len() {
            break;
        }
        match sites[usize::from(at)].on_request(at, origin, rules) {
            Handled::Forwarded(last) => receiver = Some(last),
            Handled::Granted => {
                tokens += 1;
                sites[asks].on_token();
            }
            Handled::Queued | Handled::Forgotten => {}
        }
    }
    sites[asks].release(rules);
    (sends, tokens)
}

/// How many messages an entry takes in the long run, token included, and how often a request is sent at most, if requests
/// come one at a time and each site is as likely as any other to make the next: the stationary average over all trees
/// that can be reached.
fn messages(nodes: usize, rules: Rules) -> (f64, usize) {
    let mut numbers = HashMap::from([(Variables::of_all(nodes), 0)]);
    let mut trees = vec![Variables::of_all(nodes)];
    let mut edges: Vec<(usize, (usize, usize))> = Vec::new();
    let mut expanded = 0;
    while expanded < trees.len() {
        for asks in 0..nodes {
            let mut after = trees[expanded].clone();
            let cost = serve(&mut after, asks, rules);
            let number = *numbers.entry(after.clone()).or_insert(trees.len());
            if number == trees.len() {
                trees.push(after);
            }
            edges.push((number, cost));
        }
        expanded += 1;
        // At rest there is a rooted tree, and of those with N labels there are N^(N-1): more is a mistake.
        if trees.len() > nodes.pow(nodes as u32 - 1) {
            return (f64::NAN, 0);
        }
    }
    let share = 1.0 / nodes as f64;
    let mut weight = vec![1.0 / trees.len() as f64; trees.len()];
    for _ in 0..200 {
        let mut next = vec![0.0; trees.len()];
        for (edge, (to, _)) in edges.iter().enumerate() {
            next[*to] += weight[edge / nodes] * share;
        }
        weight = next;
    }
    let costs = edges.iter().enumerate();
    let average = costs.map(|(edge, (_, cost))| {
        let (sends, tokens) = cost;
        weight[edge / nodes] * share * (sends + tokens) as f64
    });
    let most = edges.iter().map(|(_, (sends, _))| *sends).max();
    (average.sum(), most.unwrap_or_default())
}

/// 1 + 1/2 + ... + 1/n.
fn harmonic(n: usize) -> f64 {
    (1..=n).map(|i| 1.0 / i as f64).sum()
}

/// The average over N = 2 to 6, beside its closed form: an entry takes H(N-1) messages, which is at most log2(N).
#[derive(Clone, Copy, Debug)]
pub struct Average;

impl Model for Average {
    type Mutant = Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn build(&self, _: &Size, mutant: Option<Mutant>) -> Result<Domain, SetupError> {
        let rules = Rules {
            mutant,
            ..Rules::MEANT
        };
        let setting = "requests one at a time, each site as likely as any other; N = 2 to 6";
        let list = move || (2..=6).map(|nodes| of(nodes, rules)).collect();
        Ok(Domain::new(setting, list))
    }
}

fn of(nodes: usize, rules: Rules) -> Instance {
    let (average, most) = messages(nodes, rules);
    let (closed, log) = (harmonic(nodes - 1), (nodes as f64).log2());
    Instance::new(format!("N = {nodes}"))
        .with("messages on average", format!("{average:.6}"))
        .with("H(N-1)", format!("{closed:.6}"))
        .with("log2(N)", format!("{log:.6}"))
        .with("sends of one request, at most", most)
        .must((average - closed).abs() < 1e-9)
        .must(average <= log + 1e-9)
        .must(most == nodes - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trees_that_can_be_reached_one_request_at_a_time_cost_h_of_n_less_one() {
        for nodes in 2..=5 {
            let (average, most) = messages(nodes, Rules::MEANT);
            assert!((average - harmonic(nodes - 1)).abs() < 1e-9, "{nodes}");
            assert_eq!(most, nodes - 1);
        }
    }
}
