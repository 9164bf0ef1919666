//! Claims about Naimi and Trehel's algorithm that are numbers and worked examples: what a request costs on average,
//! and Fig. 1, step by step. Both run the rules of [`tree`](super::tree) themselves.

use super::tree::{Handled, Phase, Rules, SiteId, Variables};
use std::collections::HashMap;
use verdict_checker::domain::{Domain, Instance};

/// Sites with nothing in transit.
type Rest = Vec<Variables>;

fn at_first(nodes: usize) -> Rest {
    let site = |i: usize| Variables::initially(i.into(), SiteId(0));
    (0..nodes).map(site).collect()
}

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
    let mut numbers = HashMap::from([(at_first(nodes), 0)]);
    let mut trees = vec![at_first(nodes)];
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
pub fn average(rules: Rules) -> Domain {
    let setting = "requests one at a time, each site as likely as any other; N = 2 to 6";
    Domain::new(setting, move || {
        let of = |nodes: usize| {
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
        };
        (2..=6).map(of).collect()
    })
}

fn letter(site: SiteId) -> char {
    char::from(b'A' + site.0)
}

/// `last = A B C D, next = B - - -`
fn pointers(sites: &[Variables]) -> (String, String) {
    let last = sites.iter().map(|site| letter(site.last).to_string());
    let next = sites
        .iter()
        .map(|site| site.next.map_or("-".to_owned(), |n| letter(n).to_string()));
    let join = |parts: Vec<String>| parts.join(" ");
    (join(last.collect()), join(next.collect()))
}

fn shown(label: &str, sites: &[Variables], claimed: (&str, &str)) -> Instance {
    let (last, next) = pointers(sites);
    let (claimed_last, claimed_next) = claimed;
    Instance::new(label)
        .with("last of A B C D", last.clone())
        .with("in the figure", claimed_last)
        .with("next of A B C D", next.clone())
        .with("in the figure, next", claimed_next)
        .must(last == claimed_last && next == claimed_next)
        .or_say(format!(
            "{label}: last of A, B, C and D is {last}, where Fig. 1 has {claimed_last}; next is {next}, where it has \
             {claimed_next}."
        ))
}

/// Fig. 1: four sites, A inside; B asks, then C, then A leaves.
pub fn figure_1(rules: Rules) -> Domain {
    Domain::in_order("Fig. 1, with A in its critical section", move || {
        let [a, b, c] = [0, 1, 2].map(SiteId);
        let mut sites = at_first(4);
        sites[0].request(a, rules);
        let start = shown("(a) A holds the token", &sites, ("A A A A", "- - - -"));
        let to = sites[1].request(b, rules);
        let asked = shown("(b) B asks for the token", &sites, ("A B A A", "- - - -"));
        let asked = asked.must(to == Some(a));
        let first = sites[0].on_request(a, b, rules);
        let queued = shown("(b) A receives B's request", &sites, ("B B A A", "B - - -"));
        let queued = queued.must(first == Handled::Queued);
        let to = sites[2].request(c, rules);
        let second = shown("(c) C asks for the token", &sites, ("B B C A", "B - - -"));
        let second = second.must(to == Some(a));
        let handled = sites[0].on_request(a, c, rules);
        let forwarded = shown("(c) A forwards C's request", &sites, ("C B C A", "B - - -"));
        let forwarded = forwarded.must(handled == Handled::Forwarded(b));
        let handled = sites[1].on_request(b, c, rules);
        let tail = shown("(c) B receives C's request", &sites, ("C C C A", "B C - -"));
        let tail = tail.must(handled == Handled::Queued);
        let to = sites[0].release(rules);
        if let Some(to) = to {
            sites[usize::from(to)].on_token();
        }
        let left = shown(
            "A releases; B gets the token",
            &sites,
            ("C C C A", "- C - -"),
        );
        let inside = sites[1].token && sites[1].phase == Phase::Inside;
        let left = left.must(to == Some(b) && inside && !sites[0].token);
        vec![start, asked, queued, second, forwarded, tail, left]
    })
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
