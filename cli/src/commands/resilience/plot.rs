//! The probabilities as curves, k to the right, one curve for each ring: Fig. 5 of the paper.

use super::Answer;
use crate::args::{Failures, Resilience};
use crate::plot::Plot;
use verdict::layout::thousands;

/// A curve ends where it can no longer be told from 1.
const FLAT: f64 = 1.0 - 1e-6;

/// The drawing, as a file.
pub fn draw(answers: &[Answer], args: &Resilience) -> String {
    let last = answers.iter().map(last_k).max().unwrap_or(0).max(1);
    let right = |k: usize| k as f64 / last as f64;
    let crashed = match &args.failures {
        Failures::Count(count) => format!("{} nodes", thousands(*count as usize)),
        Failures::Part(part) => format!("{} of the nodes", percent(&part.to_string())),
    };
    let mut plot = Plot::new(&format!("At most k crashes in a row, when {crashed} crash"));
    for tenths in (0..=10).step_by(2) {
        let level = f64::from(tenths) / 10.0;
        plot.level(level, &format!("{level:.1}"));
    }
    let step = last.div_ceil(16).max(1);
    for k in (0..=last).step_by(step) {
        plot.tick(right(k), &k.to_string());
    }
    plot.axis("k");
    for answer in answers {
        let rows = answer.rows[..=last_k(answer)].iter().enumerate();
        let name = format!("N = {}: k = {}", answer.crashes.nodes(), answer.k);
        plot.curve(rows.map(|(k, row)| (right(k), row.rounded)), &name);
    }
    plot.legend("smallest k for", &format!("{}:", args.target.0));
    plot.finish()
}

/// The k at which a curve has become flat.
fn last_k(answer: &Answer) -> usize {
    let flat = answer.rows.iter().position(|row| row.rounded >= FLAT);
    flat.unwrap_or(answer.rows.len() - 1)
}

/// `0.10` as `10%`.
fn percent(part: &str) -> String {
    let (whole, fraction) = part.split_once('.').unwrap_or((part, ""));
    let (cents, rest) = fraction.split_at(2.min(fraction.len()));
    let number = format!("{whole}{cents}");
    let whole = match number.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    };
    match rest.trim_end_matches('0') {
        "" => format!("{whole}%"),
        rest => format!("{whole}.{rest}%"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_written_as_percentages() {
        for (part, written) in [
            ("0.10", "10%"),
            ("0.50", "50%"),
            ("1.00", "100%"),
            ("0.125", "12.5%"),
            ("0.00", "0%"),
            ("0.0050", "0.5%"),
        ] {
            assert_eq!(percent(part), written);
        }
    }
}
