//! Curves in a field, as an SVG file: a title, a grid, and a legend to the right.

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

/// A drawing under construction. Places are given in parts of the field: 0 is left or below, 1 right or above.
pub struct Plot {
    svg: String,
    curves: usize,
}

fn x(part: f64) -> f64 {
    LEFT + (RIGHT - LEFT) * part
}

fn y(part: f64) -> f64 {
    BOTTOM - (BOTTOM - TOP) * part
}

impl Plot {
    /// An empty field. Texts are not escaped.
    pub fn new(title: &str) -> Self {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
             height=\"{HEIGHT}\" role=\"img\" aria-label=\"{title}\">\n<style>\n{STYLE}</style>\n\
             <rect class=\"paper\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n\
             <text class=\"heading\" x=\"{LEFT}\" y=\"20\">{title}</text>\n"
        );
        Plot { svg, curves: 0 }
    }

    fn line(&mut self, text: &str) {
        writeln!(self.svg, "{text}").expect("a string grows");
    }

    /// A line across the field, with its number.
    pub fn level(&mut self, at: f64, number: &str) {
        let at = y(at);
        self.line(&format!(
            "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{RIGHT}\" y2=\"{at:.1}\"/>\
             <text class=\"number\" x=\"{}\" y=\"{:.1}\">{number}</text>",
            LEFT - 8.0,
            at + 4.0
        ));
    }

    /// A number below the field.
    pub fn tick(&mut self, at: f64, number: &str) {
        self.line(&format!(
            "<text class=\"tick\" x=\"{:.1}\" y=\"{}\">{number}</text>",
            x(at),
            BOTTOM + 20.0
        ));
    }

    /// What the numbers below the field are.
    pub fn axis(&mut self, name: &str) {
        self.line(&format!(
            "<text class=\"tick\" x=\"{:.1}\" y=\"{}\">{name}</text>",
            x(0.5),
            BOTTOM + 42.0
        ));
    }

    /// A curve, and what it is.
    pub fn curve(&mut self, points: impl IntoIterator<Item = (f64, f64)>, name: &str) {
        let colour = self.curves % COLOURS;
        let points: Vec<_> = points
            .into_iter()
            .map(|(right, up)| (format!("{:.1}", x(right)), format!("{:.1}", y(up))))
            .collect();
        let path: Vec<_> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
        self.line(&format!(
            "<polyline class=\"curve c{colour}\" points=\"{}\"/>",
            path.join(" ")
        ));
        for (x, y) in &points {
            self.line(&format!(
                "<circle class=\"dot c{colour}\" cx=\"{x}\" cy=\"{y}\" r=\"2.6\"/>"
            ));
        }
        let at = TOP + 20.0 + 22.0 * self.curves as f64;
        self.line(&format!(
            "<line class=\"curve c{colour}\" x1=\"{}\" y1=\"{at:.1}\" x2=\"{}\" y2=\"{at:.1}\"/>\
             <text x=\"{}\" y=\"{:.1}\">{name}</text>",
            RIGHT + 16.0,
            RIGHT + 36.0,
            RIGHT + 44.0,
            at + 4.0
        ));
        self.curves += 1;
    }

    /// Two lines above the legend.
    pub fn legend(&mut self, first: &str, second: &str) {
        self.line(&format!(
            "<text class=\"facts\" x=\"{}\" y=\"{}\">{first}</text>\
             <text class=\"facts\" x=\"{}\" y=\"{}\">{second}</text>",
            RIGHT + 16.0,
            TOP - 18.0,
            RIGHT + 16.0,
            TOP
        ));
    }

    /// The file.
    pub fn finish(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }
}
