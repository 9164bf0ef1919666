//! How soon tokens that are too many are discarded: of section 5, "since for each token passing operation the spurious token has
//! the same probability of being removed, the probability that the token survives falls exponentially with time".
//!
//! A life is the number of components that a token has reached when it is discarded, the last one included; tokens that are never
//! discarded have none.

use super::engine::Log;
use verdict_checker::measure::{Gauge, Said};
use verdict_checker::size::Size;

/// The share of the tokens with a life beyond `to` among those beyond `from`, in percent; all of them if none is ever discarded.
fn survive(log: &Log, from: usize, to: usize) -> f64 {
    match (log.lives.total(), log.lives.sum(from + 1..)) {
        (0, _) => 100.0,
        (_, 0) => 0.0,
        (_, alive) => 100.0 * log.lives.sum(to + 1..) as f64 / alive as f64,
    }
}

fn mean() -> Gauge<Log> {
    Gauge::new("components reached until discarded, mean", |log: &Log| {
        log.lives.weight() as f64 / log.lives.total().max(1) as f64
    })
}

/// "After being passed a few times", "with high probability": of a hundred, at most one reaches more than ten components.
pub fn few_passes(_: &Size) -> Vec<Gauge<Log>> {
    let read = |log: &Log| survive(log, 0, 10);
    let beyond = Gauge::new("more than 10 components, percent", read);
    vec![mean(), beyond.said(Said::AtMost(1.0))]
}

/// "Falls exponentially": of those that have survived so long, at most half survive two passes more.
pub fn exponential(_: &Size) -> Vec<Gauge<Log>> {
    let mut gauges = vec![mean()];
    for from in [0, 2, 4] {
        let read = move |log: &Log| survive(log, from, from + 2);
        let name = format!("2 more, of those that survive {from}, percent");
        gauges.push(Gauge::new(name, read).said(Said::AtMost(50.0)));
    }
    gauges
}

/// "The same probability of being removed" at each pass: of those that have survived so many passes as many survive the next as of
/// all. The first row is that share, nine in ten at most; the others say by how much later ones differ.
pub fn same_chance(_: &Size) -> Vec<Gauge<Log>> {
    let share = Gauge::new("survive the first pass, percent", |log: &Log| {
        survive(log, 0, 1)
    });
    let mut gauges = vec![mean(), share.said(Said::AtMost(90.0))];
    for from in 1..4 {
        let read = move |log: &Log| survive(log, from, from + 1) - survive(log, 0, 1);
        let name = format!("survive one pass after {from}: more by so many percent");
        gauges.push(Gauge::new(name, read).said(Said::Between(-5.0, 5.0)));
    }
    gauges
}
