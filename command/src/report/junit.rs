//! JUnit's XML, in the dialect of nextest: a suite for each source, a test case for each run. A claim that is refuted as expected
//! passes.

use super::problem::{Rule, full_name, what_was_found};
use super::{Report, steps};
use crate::outcome::Outcome;
use quick_junit::{NonSuccessKind, Report as Document, TestCase, TestCaseStatus, TestSuite};
use std::io;
use std::time::Duration;
use verdict_checker::command::name;

/// The document.
pub fn text(report: &Report<'_, '_>) -> io::Result<String> {
    let mut document = Document::new(name());
    let mut suites: Vec<(String, TestSuite)> = Vec::new();
    let mut put = |claim: &str, case: TestCase| {
        let key = claim.split('/').next().unwrap_or_default();
        match suites.iter_mut().find(|(known, _)| known == key) {
            Some((_, suite)) => {
                suite.add_test_case(case);
            }
            None => {
                let mut suite = TestSuite::new(key);
                suite.add_test_case(case);
                suites.push((key.to_owned(), suite));
            }
        }
    };
    for outcome in report.outcomes {
        put(outcome.target.case.claim, case(report, outcome)?);
    }
    for claim in report.unmodelled {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_type(Rule::Inconclusive.id());
        status.set_message("unchecked, it has no model yet");
        let mut case = TestCase::new(claim.id, status);
        case.set_classname(claim.id);
        put(claim.id, case);
    }
    document.add_test_suites(suites.into_iter().map(|(_, suite)| suite));
    let text = document.to_string().map_err(io::Error::other)?;
    Ok(without_sum_of_skipped(&text))
}

/// The published schemas know how many tests of a suite were skipped, but not how many of all: a strict reader refuses the attribute.
fn without_sum_of_skipped(text: &str) -> String {
    const ROOT: &str = "<testsuites ";
    let Some((before, rest)) = text.split_once(ROOT) else {
        return text.to_owned();
    };
    let (tag, rest) = rest.split_once('>').unwrap_or((rest, ""));
    let kept = tag.split(' ').filter(|word| !word.starts_with("skipped="));
    let kept: Vec<&str> = kept.collect();
    format!("{before}{ROOT}{}>{rest}", kept.join(" "))
}

fn case(report: &Report<'_, '_>, outcome: &Outcome) -> io::Result<TestCase> {
    let judgement = &outcome.judgement;
    let found = what_was_found(outcome);
    let status = match outcome.surprise() {
        _ if outcome.interrupted => TestCaseStatus::skipped(),
        None => TestCaseStatus::success(),
        Some(_) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            let rule = Rule::of_outcome(outcome);
            status.set_type(rule.map_or("unexpected", Rule::id));
            status.set_message(found.as_str());
            status.set_description(description(report, outcome)?);
            status
        }
    };
    // Names must differ within a document: a reader that meets one twice ignores it.
    let mut case = TestCase::new(full_name(outcome), status);
    case.set_classname(outcome.target.case.claim);
    case.set_time(Duration::from_secs_f64(outcome.seconds.max(0.0)));
    let counts = &judgement.counts;
    case.set_system_out(format!(
        "{found}\n{} distinct states, depth {}\nhash {}\n",
        counts.distinct,
        counts.depth,
        report
            .catalog
            .hash(outcome.target.case, &outcome.target.setup)
    ));
    Ok(case)
}

/// The run, and what repeats it.
fn description(report: &Report<'_, '_>, outcome: &Outcome) -> io::Result<String> {
    let mut bytes = Vec::new();
    if let Some(trace) = &outcome.judgement.trace {
        let mut out = anstream::StripStream::new(&mut bytes);
        steps::write(&mut out, trace, steps::Detail::Full)?;
    }
    let run = String::from_utf8(bytes).map_err(io::Error::other)?;
    Ok(format!("{run}repeat: {}\n", report.repeat(outcome)))
}
