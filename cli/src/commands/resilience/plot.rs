//! The probabilities as curves, k to the right, one curve for each ring: Fig. 5 of the paper.

use super::Answer;
use crate::args::{Failures, Resilience};
use crate::layout::thousands;
use std::fmt::Write;

const STYLE: &str = include_str!("plot.css");

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
/// The corners of the field of curves.
const LEFT: f64 = 70.0;
const RIGHT: f64 = 580.0;
const TOP: f64 = 60.0;
const BOTTOM: f64 = 380.0;
/// As many as there are colours; further curves begin anew.
const COLOURS: usize = 6;
/// A curve ends where it can no longer be told from 1.
const FLAT: f64 = 1.0 - 1e-6;

/// The drawing, as a file.
pub fn draw(answers: &[Answer], args: &Resilience) -> String {
    let last = answers.iter().map(last_k).max().unwrap_or(0).max(1);
    let x = |k: usize| LEFT + (RIGHT - LEFT) * k as f64 / last as f64;
    let y = |probability: f64| BOTTOM - (BOTTOM - TOP) * probability;
    let crashed = match &args.failures {
        Failures::Count(count) => format!("{} nodes", thousands(*count as usize)),
        Failures::Part(part) => format!("{} of the nodes", percent(&part.to_string())),
    };
    let title = format!("At most k crashes in a row, when {crashed} crash");
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" role=\"img\" aria-label=\"{title}\">\n<style>\n{STYLE}</style>\n\
         <rect class=\"paper\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n\
         <text class=\"heading\" x=\"{LEFT}\" y=\"32\">{title}</text>\n"
    );
    let mut line = |text: String| writeln!(svg, "{text}").expect("a string grows");
    for tenths in (0..=10).step_by(2) {
        let (level, at) = (f64::from(tenths) / 10.0, y(f64::from(tenths) / 10.0));
        line(format!(
            "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{RIGHT}\" y2=\"{at:.1}\"/>\
             <text class=\"number\" x=\"{}\" y=\"{:.1}\">{level:.1}</text>",
            LEFT - 8.0,
            at + 4.0
        ));
    }
    let step = last.div_ceil(16).max(1);
    for k in (0..=last).step_by(step) {
        line(format!(
            "<text class=\"tick\" x=\"{:.1}\" y=\"{}\">{k}</text>",
            x(k),
            BOTTOM + 20.0
        ));
    }
    line(format!(
        "<text class=\"tick\" x=\"{:.1}\" y=\"{}\">k</text>",
        (LEFT + RIGHT) / 2.0,
        BOTTOM + 42.0
    ));
    for (index, answer) in answers.iter().enumerate() {
        let colour = index % COLOURS;
        let points: Vec<String> = answer.rows[..=last_k(answer)]
            .iter()
            .enumerate()
            .map(|(k, row)| format!("{:.1},{:.1}", x(k), y(row.rounded)))
            .collect();
        line(format!(
            "<polyline class=\"curve c{colour}\" points=\"{}\"/>",
            points.join(" ")
        ));
        for point in &points {
            let (x, y) = point.split_once(',').expect("two numbers");
            line(format!(
                "<circle class=\"dot c{colour}\" cx=\"{x}\" cy=\"{y}\" r=\"2.6\"/>"
            ));
        }
        let at = TOP + 20.0 + 22.0 * index as f64;
        line(format!(
            "<line class=\"curve c{colour}\" x1=\"{}\" y1=\"{at:.1}\" x2=\"{}\" y2=\"{at:.1}\"/>\
             <text x=\"{}\" y=\"{:.1}\">N = {}: k = {}</text>",
            RIGHT + 16.0,
            RIGHT + 36.0,
            RIGHT + 44.0,
            at + 4.0,
            answer.crashes.nodes(),
            answer.k
        ));
    }
    line(format!(
        "<text class=\"facts\" x=\"{}\" y=\"{}\">smallest k for</text>\
         <text class=\"facts\" x=\"{}\" y=\"{}\">{}:</text>",
        RIGHT + 16.0,
        TOP - 18.0,
        RIGHT + 16.0,
        TOP,
        args.target.0
    ));
    svg.push_str("</svg>\n");
    svg
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
