//! Annotations for GitHub: lines on standard output that its runner takes for remarks on files. It shows ten of a step.

use super::Report;
use super::problem::{self, Problem};
use crate::layout::count;

/// So many annotations are shown of each step.
pub const MOST: usize = 10;

/// The lines.
pub fn text(report: &Report<'_, '_>) -> String {
    let problems = problem::all(report);
    // The last of them tells of those that have no room.
    let shown = if problems.len() > MOST {
        MOST - 1
    } else {
        problems.len()
    };
    let mut lines: String = problems[..shown].iter().map(line).collect();
    if problems.len() > shown {
        let more = count(problems.len() - shown, "more problem");
        lines += &format!(
            "::warning title=verdict::{}\n",
            data(&format!("{more}; see the summary"))
        );
    }
    lines
}

fn line(problem: &Problem<'_>) -> String {
    let kind = if problem.rule.is_error() {
        "error"
    } else {
        "warning"
    };
    let title = format!("{}: {}", problem.rule.id(), problem.name);
    format!(
        "::{kind} file={},line={},title={}::{}\n",
        property(&problem.place.path),
        problem.place.line,
        property(&title),
        data(&problem.message())
    )
}

/// The text of an annotation: one line, whatever it says.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// A property of an annotation, which ends at a comma or a colon.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_ends_the_annotation() {
        assert_eq!(data("50%\na::b"), "50%25%0Aa::b");
        assert_eq!(property("a,b: c"), "a%2Cb%3A c");
    }
}
