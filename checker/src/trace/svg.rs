//! A trace as a picture: one vertical lane for each node, time going down, an arrow for each message
//! from the step that sent it to the step that received it. The labels of the steps stand in a column of
//! their own, beside the numbers, and what changed stands beside the lane on which it changed.
//!
//! The file is self-contained and follows the reader's light or dark colour scheme.

use super::causality::Causality;
use super::svg_layout::{BESIDE, LINE, Layout, MARGIN};
use super::{Role, Trace};
use crate::explain::number;
use std::cmp::Ordering;
use std::fmt::Write;

/// How the parts of a picture look.
pub const STYLE: &str = include_str!("svg.css");

/// The trace as an SVG document.
pub fn to_svg(trace: &Trace) -> String {
    draw(trace, &Drawing::default())
}

/// How a trace is drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Drawing<'a> {
    /// What is wrong, in a sentence: it stands below the lanes, and the lanes that it names are marked. Without one, the
    /// property is named.
    pub what: Option<&'a str>,
    /// Whether the drawing stands in a page, which has the style ([`STYLE`]) and a heading of its own.
    pub in_page: bool,
}

/// The trace as a picture. Whatever belongs to a step carries its number, or the numbers of the steps that are drawn as one:
/// `data-step`, `data-through`.
pub fn draw(trace: &Trace, drawing: &Drawing<'_>) -> String {
    let order = Causality::of(trace);
    let layout = Layout::of(trace, &order, drawing.what);
    let mut picture = Picture {
        in_page: drawing.in_page,
        trace,
        order: &order,
        layout: &layout,
        out: String::new(),
    };
    picture.draw().expect("writing to a string cannot fail");
    picture.out
}

struct Picture<'a> {
    trace: &'a Trace,
    order: &'a Causality,
    layout: &'a Layout,
    out: String,
    in_page: bool,
}

impl Picture<'_> {
    /// From the back to the front: bands, lanes, arrows, then marks and text.
    fn draw(&mut self) -> std::fmt::Result {
        let Layout { width, height, .. } = *self.layout;
        // A page has the heading already.
        let top = if self.in_page { MARGIN + 44.0 } else { 0.0 };
        let height = height - top;
        writeln!(
            self.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 {top} {width} {height}\" role=\"img\">"
        )?;
        let [claim, facts] = &self.layout.heading;
        writeln!(
            self.out,
            "<title>{}</title>",
            escape(&format!("{claim}: {}", self.layout.ending.join(" ")))
        )?;
        if !self.in_page {
            writeln!(self.out, "<style>\n{STYLE}</style>")?;
            writeln!(
                self.out,
                "<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>"
            )?;
            self.text("heading", MARGIN, MARGIN + 14.0, claim)?;
            self.text("facts", MARGIN, MARGIN + 36.0, facts)?;
        }
        self.bands()?;
        self.lanes()?;
        self.arrows()?;
        self.names()?;
        self.rows()?;
        self.loop_bracket()?;
        for (index, line) in self.layout.ending.iter().enumerate() {
            let y = self.layout.ending_y + index as f64 * LINE * 1.2;
            self.text("ending", self.layout.labels_x, y, line)?;
        }
        writeln!(self.out, "</svg>")
    }

    /// Every other row is shaded, so that the eye finds the way from a label to its mark.
    fn bands(&mut self) -> std::fmt::Result {
        let rows = &self.layout.rows;
        let x = self.layout.numbers_x - 12.0;
        let width = self.layout.width - MARGIN + 12.0 - x;
        for (index, row) in rows.iter().enumerate() {
            let (top, height) = (row.top, row.bottom - row.top);
            let class = if index % 2 == 0 { "band" } else { "band plain" };
            let steps = data_steps(row.steps);
            writeln!(
                self.out,
                "<rect class=\"{class}\"{steps} x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>"
            )?;
        }
        Ok(())
    }

    /// A lane is solid while its node is up and dotted while it is down.
    fn lanes(&mut self) -> std::fmt::Result {
        for lane in 0..self.layout.lane_x.len() {
            let x = self.layout.lane_x[lane];
            let (mut top, mut class) = (self.layout.lanes_top, "lane");
            for (index, step) in self.trace.steps.iter().enumerate() {
                // A node may crash amid its sends: the step has another name then.
                let next = match step.role() {
                    _ if self.trace.goes_down(index).is_some() => "lane down",
                    Role::Return => "lane",
                    _ => continue,
                };
                if step.lane(&self.trace.lanes) == Some(lane) {
                    let y = self.layout.rows[self.layout.row_of[index]].y;
                    self.line(class, (x, top), (x, y))?;
                    (top, class) = (y, next);
                }
            }
            self.line(class, (x, top), (x, self.layout.lanes_bottom))?;
        }
        Ok(())
    }

    fn arrows(&mut self) -> std::fmt::Result {
        for (index, step) in self.trace.steps.iter().enumerate() {
            let is_report = step.role() == Role::Suspect;
            if is_report || step.channel(&self.trace.lanes).is_some() {
                let steps = data_steps(Some((index, index)));
                writeln!(self.out, "<g class=\"way\"{steps}>")?;
                self.way(index)?;
                writeln!(self.out, "</g>")?;
            }
        }
        self.in_flight()
    }

    /// The way of a message or of a report, up to the step that ends it.
    fn way(&mut self, index: usize) -> std::fmt::Result {
        let trace = self.trace;
        let step = &trace.steps[index];
        let y = self.layout.rows[self.layout.row_of[index]].y;
        if step.role() == Role::Suspect {
            let crash = self
                .order
                .direct_causes(index)
                .iter()
                .copied()
                .find(|&cause| {
                    trace.steps[cause].role() == Role::Crash && trace.steps[cause].at == step.from
                });
            if let (Some(crash), Some(lane)) = (crash, step.lane(&trace.lanes))
                && let Some(start) = self.mark(crash)
            {
                self.line("hint", start, (self.layout.lane_x[lane], y))?;
            }
        }
        let Some((from, to)) = step.channel(&trace.lanes) else {
            return Ok(());
        };
        let (from_x, to_x) = (self.layout.lane_x[from], self.layout.lane_x[to]);
        let sent = self
            .order
            .sent_by(index)
            .and_then(|sender| self.mark(sender));
        let start = sent.unwrap_or((from_x, (y - 14.0).max(self.layout.lanes_top)));
        match step.role() {
            Role::Deliver => self.arrow(start, (to_x, y))?,
            Role::Lose => {
                let end = (self.short_of(from, to, 0.4), y);
                self.line("arrow lost", start, end)?;
                self.cross(end, 5.0)?;
            }
            Role::Duplicate => {
                let end = (self.short_of(from, to, 0.6), y);
                self.line("arrow flight", start, end)?;
                let (x, y) = end;
                writeln!(
                    self.out,
                    "<circle class=\"end\" cx=\"{x}\" cy=\"{y}\" r=\"4\"/>"
                )?;
                writeln!(
                    self.out,
                    "<circle class=\"end\" cx=\"{}\" cy=\"{y}\" r=\"4\"/>",
                    x + 6.0
                )?;
            }
            _ => {}
        }
        Ok(())
    }

    /// The messages that nobody has received.
    fn in_flight(&mut self) -> std::fmt::Result {
        let in_flight = self.layout.rows.iter().filter(|row| row.steps.is_some());
        let in_flight = in_flight.count();
        for (offset, message) in self.order.in_flight().iter().enumerate() {
            let y = self.layout.rows[in_flight + offset].y;
            let from_x = self.layout.lane_x[message.from];
            let sent = self.mark(message.sent_by);
            if let Some(end) = self.dead_end(message.to, message.sent_by) {
                let start = sent.unwrap_or((from_x, end.1 - 14.0));
                self.line("arrow flight", start, end)?;
                self.cross(end, 4.0)?;
                continue;
            }
            let end = (self.short_of(message.from, message.to, 0.2), y);
            let start = sent.unwrap_or((from_x, y - 14.0));
            self.line("arrow flight", start, end)?;
            writeln!(
                self.out,
                "<circle class=\"end\" cx=\"{}\" cy=\"{y}\" r=\"4\"/>",
                end.0
            )?;
        }
        Ok(())
    }

    /// Where a message ends whose receiver is down for the rest of the run: on its lane, below both the crash and the sending.
    fn dead_end(&self, to: usize, sent_by: usize) -> Option<(f64, f64)> {
        let name = &self.trace.lanes[to];
        if self.trace.is_up(name, self.trace.steps.len()) {
            return None;
        }
        let is_crash = |index: &usize| self.trace.goes_down(*index) == Some(name.as_str());
        let crash = (0..self.trace.steps.len()).rev().find(is_crash)?;
        let row = &self.layout.rows[self.layout.row_of[crash.max(sent_by)]];
        Some((self.layout.lane_x[to], row.bottom - 4.0))
    }

    /// A place in the gap just before the receiver's lane, where it is on no lane. A message to
    /// oneself goes a little to the left.
    fn short_of(&self, from: usize, to: usize, part: f64) -> f64 {
        let lanes = &self.layout.lane_x;
        match from.cmp(&to) {
            Ordering::Less => lanes[to] - part * (lanes[to] - lanes[to - 1]),
            Ordering::Greater => lanes[to] + part * (lanes[to + 1] - lanes[to]),
            Ordering::Equal => lanes[to] - 22.0,
        }
    }

    /// Where a step is marked on its lane.
    fn mark(&self, step: usize) -> Option<(f64, f64)> {
        let lane = self.trace.steps[step].lane(&self.trace.lanes)?;
        let row = &self.layout.rows[self.layout.row_of[step]];
        Some((self.layout.lane_x[lane], row.y))
    }

    fn names(&mut self) -> std::fmt::Result {
        for (lane, name) in self.layout.names.iter().enumerate() {
            let (x, half) = (self.layout.lane_x[lane], self.layout.name_half[lane]);
            let y = self.layout.names_y;
            let (left, top, width) = (x - half, y - 15.0, 2.0 * half);
            let class = match self.layout.broken[lane] {
                true => "box broken",
                false => "box",
            };
            writeln!(
                self.out,
                "<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"30\" rx=\"8\"/>"
            )?;
            self.text("name", x, y + 4.5, name)?;
            for (index, line) in self.layout.initial[lane].iter().enumerate() {
                let y = self.layout.lanes_top + 18.0 + index as f64 * LINE;
                self.text("small start", x + BESIDE, y, line)?;
            }
        }
        Ok(())
    }

    fn rows(&mut self) -> std::fmt::Result {
        let layout = self.layout;
        for (index, row) in layout.rows.iter().enumerate() {
            writeln!(self.out, "<g class=\"row\"{}>", data_steps(row.steps))?;
            writeln!(self.out, "<title>{}</title>", escape(&row.whole))?;
            let class = match row.steps {
                Some((first, last)) => {
                    let number = number(first, last);
                    self.text("number", layout.labels_x - 14.0, row.y + 4.5, &number)?;
                    "label"
                }
                None => "waiting",
            };
            self.text(class, layout.labels_x, row.y + 4.5, &row.label)?;
            if let Some((_, last)) = row.steps {
                self.step_mark(last)?;
            }
            let class = if index % 2 == 0 {
                "small banded"
            } else {
                "small"
            };
            for (lane, beside) in row.beside.iter().enumerate() {
                let top = row.y + beside.first_line();
                for (line, text) in beside.lines.iter().enumerate() {
                    let y = top + line as f64 * LINE;
                    self.text(class, layout.lane_x[lane] + BESIDE, y, text)?;
                }
            }
            writeln!(self.out, "</g>")?;
        }
        Ok(())
    }

    fn step_mark(&mut self, index: usize) -> std::fmt::Result {
        let Some(step) = self.trace.steps.get(index) else {
            return Ok(());
        };
        let Some((x, y)) = self.mark(index) else {
            return Ok(());
        };
        if self.trace.goes_down(index).is_some() {
            return self.cross((x, y), 7.0);
        }
        let class = match step.role() {
            Role::Suspect => "suspect",
            Role::Return => "return",
            _ => "dot",
        };
        writeln!(
            self.out,
            "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"5\"/>"
        )
    }

    /// From the last step back up to the first one that is repeated.
    fn loop_bracket(&mut self) -> std::fmt::Result {
        let Some(start) = self.trace.before_loop() else {
            return Ok(());
        };
        let bottom = self.layout.lanes_bottom;
        let top = self
            .layout
            .row_of
            .get(start)
            .map_or(bottom, |row| self.layout.rows[*row].y)
            .min(bottom - 12.0);
        let (right, left) = (self.layout.numbers_x - 2.0, self.layout.numbers_x - 18.0);
        let end = right - 6.0;
        writeln!(
            self.out,
            "<path class=\"loop\" d=\"M {right} {bottom} H {left} V {top} H {end}\"/>"
        )?;
        self.head("loophead", (right, top), (1.0, 0.0))
    }

    /// An arrow that stops at the edge of the mark to which it points.
    fn arrow(&mut self, start: (f64, f64), end: (f64, f64)) -> std::fmt::Result {
        if start.0 == end.0 {
            // A message to oneself goes around on the left, where no text is.
            let ((x, top), bottom) = (start, end.1);
            let (bend, tip) = (x - 26.0, x - 7.0);
            let near = tip - 6.0;
            writeln!(
                self.out,
                "<path class=\"arrow\" d=\"M {x} {top} C {bend} {top} {bend} {bottom} {near} {bottom}\"/>"
            )?;
            return self.head("head", (tip, bottom), (1.0, 0.0));
        }
        let (dx, dy) = (end.0 - start.0, end.1 - start.1);
        let length = dx.hypot(dy);
        let (ux, uy) = (dx / length, dy / length);
        let tip = (end.0 - 6.0 * ux, end.1 - 6.0 * uy);
        self.line("arrow", start, (tip.0 - 6.0 * ux, tip.1 - 6.0 * uy))?;
        self.head("head", tip, (ux, uy))
    }

    fn head(&mut self, class: &str, tip: (f64, f64), (ux, uy): (f64, f64)) -> std::fmt::Result {
        let back = (tip.0 - 9.0 * ux, tip.1 - 9.0 * uy);
        writeln!(
            self.out,
            "<path class=\"{class}\" d=\"M {:.1} {:.1} L {:.1} {:.1} L {:.1} {:.1} Z\"/>",
            tip.0,
            tip.1,
            back.0 - 4.0 * uy,
            back.1 + 4.0 * ux,
            back.0 + 4.0 * uy,
            back.1 - 4.0 * ux,
        )
    }

    fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) -> std::fmt::Result {
        writeln!(
            self.out,
            "<line class=\"{class}\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
            from.0, from.1, to.0, to.1
        )
    }

    fn cross(&mut self, (x, y): (f64, f64), arm: f64) -> std::fmt::Result {
        let (left, right, top, bottom) = (x - arm, x + arm, y - arm, y + arm);
        writeln!(
            self.out,
            "<path class=\"cross\" d=\"M {left:.1} {top:.1} L {right:.1} {bottom:.1} \
             M {left:.1} {bottom:.1} L {right:.1} {top:.1}\"/>"
        )
    }

    fn text(&mut self, class: &str, x: f64, y: f64, text: &str) -> std::fmt::Result {
        writeln!(
            self.out,
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
            escape(text)
        )
    }
}

/// Which steps an element tells, counted from 1.
fn data_steps(steps: Option<(usize, usize)>) -> String {
    steps.map_or_else(String::new, |(first, last)| {
        format!(" data-step=\"{}\" data-through=\"{}\"", first + 1, last + 1)
    })
}

/// Text in XML: markup escaped, and characters that XML cannot hold replaced.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ if character.is_control() => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}
