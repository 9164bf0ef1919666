//! A summary in Markdown, for the page of a pipeline: a table, and each new counterexample as a picture.

use super::Report;
use super::problem::{self, Problem};
use super::summary::{Line, lines};
use crate::layout::{count, thousands};
use verdict_checker::trace::mermaid;

/// GitHub drops a summary of more than a MiB, without a word.
pub const MOST_BYTES: usize = 1_000_000;
/// A picture of a longer run is more than a browser draws, and more than anybody reads.
const MOST_STEPS: usize = 200;

/// The page.
pub fn text(report: &Report<'_, '_>) -> String {
    let problems = problem::all(report);
    let mut page = String::from("## Verdicts\n\n");
    page += &standing(report, &problems);
    page += "\n\n| source | claims | readings | runs | states | unexpected | stale |\n|---|--:|--:|--:|--:|--:|--:|\n";
    for line in lines(report) {
        page += &row(&line);
    }
    for (index, problem) in problems.iter().enumerate() {
        let section = section(problem);
        let rest = count(problems.len() - index, "more problem");
        let end = format!("\n{rest}: too many for this page.\n");
        if page.len() + section.len() + end.len() > MOST_BYTES {
            page += &end;
            break;
        }
        page += &section;
    }
    page
}

fn standing(report: &Report<'_, '_>, problems: &[Problem<'_>]) -> String {
    let runs = count(report.outcomes.len(), "run");
    let standing = match problems.len() {
        0 => "everything is as expected".to_owned(),
        many => format!("**{}**", count(many, "problem")),
    };
    let left_out = report.left_out().map(|words| format!("; {words}"));
    format!("{runs}: {standing}{}.", left_out.unwrap_or_default())
}

fn row(line: &Line) -> String {
    let Line {
        source,
        claims,
        readings,
        runs,
        states,
        unexpected,
        stale,
        ..
    } = line;
    let states = thousands(*states);
    format!("| {source} | {claims} | {readings} | {runs} | {states} | {unexpected} | {stale} |\n")
}

fn section(problem: &Problem<'_>) -> String {
    let Problem {
        rule, name, place, ..
    } = problem;
    let mut section = format!(
        "\n### {}: `{name}`\n\n{} (`{}:{}`)\n",
        rule.id(),
        plain(&problem.message()),
        place.path,
        place.line
    );
    let Some((trace, _)) = problem.shown else {
        return section;
    };
    let steps = trace.length_in_words();
    if trace.steps.len() > MOST_STEPS {
        section += &format!("\nThe run has {steps}, too many for a picture.\n");
        return section;
    }
    let picture = mermaid::to_mermaid(trace);
    section += &format!(
        "\n<details><summary>The run of {steps}</summary>\n\n```mermaid\n{picture}```\n\n</details>\n"
    );
    section
}

/// A text in which Markdown finds nothing to obey.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for c in text.chars() {
        if "\\`*_[]<>|#".contains(c) {
            plain.push('\\');
        }
        plain.push(if c == '\n' { ' ' } else { c });
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_taken_for_markdown() {
        assert_eq!(plain("a_b <c>\n`d`"), "a\\_b \\<c\\> \\`d\\`");
    }
}
