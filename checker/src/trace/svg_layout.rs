//! Where everything goes in the lanes diagram: sizes first, so that nothing is drawn outside.

use super::causality::Causality;
use super::changes::{changes, short};
use super::{Role, Trace};
use crate::explain::{number, together};
use serde_json::Value;

/// Outer margin.
pub(super) const MARGIN: f64 = 24.0;
/// Distance between the lines of a small text.
pub(super) const LINE: f64 = 16.0;
/// From a lane to the text beside it.
pub(super) const BESIDE: f64 = 14.0;
/// Width of one character of the small text, which is monospaced.
const SMALL: f64 = 6.7;
/// Width of one character of a step's label, of the heading.
const LABEL: f64 = 7.3;
const HEADING: f64 = 10.0;
/// Lines of text beside a lane; what goes beyond is counted, not shown.
const MOST_LINES: usize = 4;
const LONGEST_TEXT: usize = 34;
const LONGEST_LABEL: usize = 52;

/// One row: a step, or a message that is still in flight at the end.
pub(super) struct Row {
    /// The first and the last step that it tells; nothing for a message in flight.
    pub(super) steps: Option<(usize, usize)>,
    /// The steps in full, for whoever points at the row.
    pub(super) whole: String,
    /// Where marks and arrow heads are.
    pub(super) y: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
    pub(super) label: String,
    /// For each lane, what stands beside it.
    pub(super) beside: Vec<Beside>,
}

/// The lines beside a lane.
#[derive(Clone, Default)]
pub(super) struct Beside {
    pub(super) lines: Vec<String>,
    place: Place,
}

/// Text stands where no arrow begins or ends: those to the right leave downwards, those from the
/// right come from above.
#[derive(Clone, Copy, Default, PartialEq)]
enum Place {
    #[default]
    Middle,
    Above,
    Below,
}

impl Beside {
    /// From the row's mark to the first base line.
    pub(super) fn first_line(&self) -> f64 {
        let further = (self.lines.len().max(1) - 1) as f64 * LINE;
        match self.place {
            Place::Middle => 4.0 - further / 2.0,
            Place::Above => -5.0 - further,
            Place::Below => 14.0,
        }
    }

    /// How much room it takes above and below the row's mark.
    fn room(&self) -> (f64, f64) {
        let further = (self.lines.len().max(1) - 1) as f64 * LINE;
        let first = self.first_line();
        (20.0 - first, first + further + 12.0)
    }
}

/// The measured diagram.
pub(super) struct Layout {
    pub(super) width: f64,
    pub(super) height: f64,
    /// The left edge of the numbers; a loop's bracket has its place left of it.
    pub(super) numbers_x: f64,
    pub(super) labels_x: f64,
    pub(super) lane_x: Vec<f64>,
    /// Half the width of the box with a lane's name.
    pub(super) name_half: Vec<f64>,
    pub(super) names_y: f64,
    /// Where the lanes begin, below the initial values.
    pub(super) lanes_top: f64,
    pub(super) lanes_bottom: f64,
    pub(super) heading: [String; 2],
    pub(super) names: Vec<String>,
    pub(super) initial: Vec<Vec<String>>,
    pub(super) rows: Vec<Row>,
    /// The row of each step.
    pub(super) row_of: Vec<usize>,
    /// The lanes that what is wrong names.
    pub(super) broken: Vec<bool>,
    pub(super) ending: Vec<String>,
    pub(super) ending_y: f64,
}

impl Layout {
    pub(super) fn of(trace: &Trace, order: &Causality, what: Option<&str>) -> Layout {
        let names: Vec<String> = trace.lanes.iter().map(|lane| clip(lane, 24)).collect();
        let initial: Vec<Vec<String>> = trace
            .lanes
            .iter()
            .map(|lane| initial_values(trace, lane))
            .collect();
        let all: Vec<usize> = (0..trace.steps.len()).collect();
        let mut rows: Vec<Row> = together(trace, &all)
            .into_iter()
            .map(|steps| step_row(trace, order, steps))
            .collect();
        let mut row_of = Vec::with_capacity(all.len());
        for (row, (first, last)) in rows.iter().filter_map(|row| row.steps).enumerate() {
            row_of.extend((first..=last).map(|_| row));
        }
        rows.extend(order.in_flight().iter().map(|message| {
            let ends = format!("{}->{}", trace.lanes[message.from], trace.lanes[message.to]);
            let label = format!("in flight: {} {ends}", message.message);
            Row::new(None, label, vec![Beside::default(); names.len()])
        }));

        // Across.
        let loop_room = if trace.before_loop().is_some() {
            26.0
        } else {
            0.0
        };
        let numbers_x = MARGIN + loop_room;
        let longest = rows.iter().filter_map(|row| row.steps);
        let longest = longest.map(|(first, last)| number(first, last).len()).max();
        let labels_x = numbers_x + 14.0 + (longest.unwrap_or(1) as f64 * LABEL).max(20.0);
        let name_half: Vec<f64> = names
            .iter()
            .map(|name| (width(name, LABEL) / 2.0 + 14.0).max(26.0))
            .collect();
        let labels_width = rows
            .iter()
            .map(|row| width(&row.label, LABEL))
            .fold(80.0, f64::max);
        let mut lane_x = Vec::new();
        let mut right = labels_x + labels_width + 20.0;
        for lane in 0..names.len() {
            let x = right + name_half[lane];
            let beside = rows.iter().map(|row| &row.beside[lane].lines);
            let texts = beside.chain([&initial[lane]]);
            let text = texts
                .flatten()
                .map(|line| width(line, SMALL))
                .fold(0.0, f64::max);
            lane_x.push(x);
            right = x + name_half[lane].max(BESIDE + text) + 14.0;
        }
        let heading = heading(trace);
        let texts = [
            MARGIN + width(&heading[0], HEADING),
            MARGIN + width(&heading[1], LABEL),
            right,
        ];
        let full_width = texts.into_iter().fold(360.0, f64::max) + MARGIN;
        let columns = ((full_width - labels_x - MARGIN) / LABEL).max(30.0) as usize;
        let ending = ending(trace, what, columns);

        // Down.
        let names_y = MARGIN + 72.0;
        let initial_lines = initial.iter().map(Vec::len).max().unwrap_or(0);
        let lanes_top = names_y + 15.0;
        let mut y = lanes_top + 14.0 + initial_lines as f64 * LINE;
        for row in &mut rows {
            let rooms = row.beside.iter().map(Beside::room);
            let (above, below) = rooms.fold((19.0, 19.0), |(above, below), room| {
                (f64::max(above, room.0), f64::max(below, room.1))
            });
            row.top = y;
            row.y = y + above;
            row.bottom = row.y + below;
            y = row.bottom;
        }
        let lanes_bottom = y + 6.0;
        let ending_y = lanes_bottom + 28.0;
        let below = ending.len().saturating_sub(1) as f64 * LINE * 1.2;
        let broken = broken(trace, what);
        Layout {
            width: full_width.ceil(),
            height: (ending_y + below + MARGIN).ceil(),
            row_of,
            broken,
            numbers_x,
            labels_x,
            lane_x,
            name_half,
            names_y,
            lanes_top,
            lanes_bottom,
            heading,
            names,
            initial,
            rows,
            ending,
            ending_y,
        }
    }
}

fn heading(trace: &Trace) -> [String; 2] {
    let origin = &trace.origin;
    let mut facts = vec![origin.variant.clone(), origin.size.in_words()];
    facts.extend(
        origin
            .mutant
            .iter()
            .map(|mutant| format!("mutant {mutant}")),
    );
    if !origin.dropped.is_empty() {
        facts.push(format!("without {}", origin.dropped.join(", ")));
    }
    facts.push(trace.length_in_words());
    facts.retain(|fact| !fact.is_empty());
    [clip(&origin.claim, 80), clip(&facts.join(" · "), 110)]
}

/// What became of it in the end, in lines: what is wrong, as far as anybody said it.
fn ending(trace: &Trace, what: Option<&str>, columns: usize) -> Vec<String> {
    let property = &trace.origin.property;
    let what = match (what, trace.before_loop()) {
        (Some(""), _) => return Vec::new(),
        (Some(what), _) => what.to_owned(),
        (None, None) => format!("breaks {property}"),
        (None, Some(start)) if start < trace.steps.len() => {
            let (first, last) = (start + 1, trace.steps.len());
            format!("steps {first} to {last} repeat forever: breaks {property}")
        }
        (None, Some(_)) => format!("stays here forever: breaks {property}"),
    };
    let mut lines: Vec<String> = Vec::new();
    for word in what.split_whitespace() {
        match lines.last_mut() {
            Some(line)
                if line
                    .chars()
                    .chain(word.chars())
                    .map(columns_of)
                    .sum::<usize>()
                    < columns =>
            {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(clip(word, 110)),
        }
    }
    lines
}

/// The lanes that the sentence names; if it names none, the lane of the step that decides.
fn broken(trace: &Trace, what: Option<&str>) -> Vec<bool> {
    let named = |lane: &String| what.is_some_and(|what| names_lane(what, lane));
    let named: Vec<bool> = trace.lanes.iter().map(named).collect();
    let decides = what.is_some_and(|what| !what.is_empty());
    if !decides || named.contains(&true) || trace.loop_start.is_some() {
        return named;
    }
    let last = trace.steps.last().and_then(|step| step.lane(&trace.lanes));
    let lanes = 0..named.len();
    lanes.map(|lane| Some(lane) == last).collect()
}

/// Whether a sentence names this lane, as a word.
fn names_lane(sentence: &str, lane: &str) -> bool {
    let mut words = sentence.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
    words.any(|word| word == lane)
}

fn initial_values(trace: &Trace, lane: &str) -> Vec<String> {
    let value = trace.states.first().and_then(|state| state.get(lane));
    let lines = match value {
        Some(Value::Object(fields)) => fields
            .iter()
            .map(|(name, value)| format!("{name}: {}", short(value)))
            .collect(),
        Some(value) => vec![short(value)],
        None => Vec::new(),
    };
    limit(lines)
}

impl Row {
    fn new(steps: Option<(usize, usize)>, label: String, beside: Vec<Beside>) -> Row {
        Row {
            steps,
            whole: label.clone(),
            y: 0.0,
            top: 0.0,
            bottom: 0.0,
            label: clip(&label, LONGEST_LABEL),
            beside,
        }
    }
}

/// The row of steps that are told together: what they changed, taken together.
fn step_row(trace: &Trace, order: &Causality, (first, last): (usize, usize)) -> Row {
    let changes = match (trace.states.get(first), trace.states.get(last + 1)) {
        (Some(before), Some(after)) => changes(before, after),
        _ => Vec::new(),
    };
    let index = last;
    let step = &trace.steps[index];
    let beside = trace.lanes.iter().enumerate().map(|(lane, name)| {
        let here = changes.iter().filter(|change| change.variable == *name);
        let mut lines = limit(here.map(|change| change.brief(LONGEST_TEXT)).collect());
        let happens_here = step.lane(&trace.lanes) == Some(lane);
        if lines.is_empty() && happens_here && step.role() == Role::Crash {
            lines.push("crashed".to_owned());
        }
        let place = if happens_here {
            place(trace, order, index, lane)
        } else {
            Place::Middle
        };
        Beside { lines, place }
    });
    let label = match last - first {
        0 => step.label.clone(),
        more => format!("{} × {}", step.label, more + 1),
    };
    let mut row = Row::new(Some((first, last)), label, beside.collect());
    let all = changes.iter().map(ToString::to_string);
    row.whole = std::iter::once(row.whole)
        .chain(all)
        .collect::<Vec<_>>()
        .join("\n");
    row
}

fn place(trace: &Trace, order: &Causality, index: usize, lane: usize) -> Place {
    let position = |name: &String| trace.lanes.iter().position(|lane| lane == name);
    let step = &trace.steps[index];
    let to_the_right = step
        .sent
        .iter()
        .filter_map(|sent| position(&sent.to))
        .any(|to| to > lane);
    // A report points from the crash to the suspicion, so it leaves the crash like a message.
    let reported = trace
        .steps
        .iter()
        .enumerate()
        .skip(index + 1)
        .any(|(later, report)| {
            let to_the_right = report.lane(&trace.lanes).is_some_and(|at| at > lane);
            report.role() == Role::Suspect
                && to_the_right
                && step.role() == Role::Crash
                && order.direct_causes(later).contains(&index)
        });
    let from_the_right = step
        .from
        .as_ref()
        .and_then(position)
        .is_some_and(|from| from > lane);
    match (to_the_right || reported, from_the_right) {
        (true, _) => Place::Above,
        (false, true) => Place::Below,
        (false, false) => Place::Middle,
    }
}

fn limit(mut lines: Vec<String>) -> Vec<String> {
    if lines.len() > MOST_LINES {
        let more = lines.len() - (MOST_LINES - 1);
        lines.truncate(MOST_LINES - 1);
        lines.push(format!("and {more} more"));
    }
    let arrows = |line: &String| clip(&line.replace("-> ", "→ "), LONGEST_TEXT);
    lines.iter().map(arrows).collect()
}

/// Characters beyond ASCII may be twice as wide.
fn columns_of(character: char) -> usize {
    if character.is_ascii() || "·…→×".contains(character) {
        1
    } else {
        2
    }
}

fn width(text: &str, character: f64) -> f64 {
    text.chars().map(columns_of).sum::<usize>() as f64 * character
}

/// The text, or as much of it as fits into so many columns, ending in an ellipsis.
fn clip(text: &str, longest: usize) -> String {
    if text.chars().map(columns_of).sum::<usize>() <= longest {
        return text.to_owned();
    }
    let mut used = 1;
    let mut clipped = String::new();
    for character in text.chars() {
        used += columns_of(character);
        if used > longest {
            break;
        }
        clipped.push(character);
    }
    clipped + "…"
}
