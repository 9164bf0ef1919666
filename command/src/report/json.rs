//! Outcomes for programs: one document, `{"format": "verdict-results", "version": 1, "results": [...]}`.
//!
//! Its schema is made from the types of this file and kept in `command/schema/`. A field may be added without another version; none is
//! renamed, removed, or given another meaning.

use super::Report;
use crate::outcome::Outcome;
use serde::Serialize;
use serde_json::Value;
use std::io::{self, Write};
use verdict_checker::audit::Audit;
use verdict_checker::catalog::{Catalog, Claim};
use verdict_checker::measure::{Measurement, TEST};
use verdict_checker::size::Size;

/// The version of the document.
pub const VERSION: u32 = 1;

/// The document of a check.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, schemars(deny_unknown_fields, title = "What verdict found"))]
pub struct Document {
    /// `verdict-results`.
    format: &'static str,
    /// The version of this document: 1.
    version: u32,
    /// What wrote it.
    tool: Tool,
    /// Whether the check was ended before it was over, by a signal or at the first that was not as expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    incomplete: Option<String>,
    /// Each run, in the order of the catalog, and each claim that was asked for and has no model.
    results: Vec<Entry>,
}

/// The program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(deny_unknown_fields))]
struct Tool {
    /// The name of the command.
    name: &'static str,
    /// Its version.
    version: &'static str,
}

/// One run: a reading of a claim, at a size, in a world.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, schemars(deny_unknown_fields))]
pub struct Entry {
    /// The id of the claim.
    claim: String,
    /// The reading; null if the claim has no model.
    variant: Option<String>,
    /// The size: each parameter with a number or a word.
    #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, Parameter>"))]
    parameters: Size,
    /// The world, in words.
    world: Option<String>,
    /// The assumptions in force.
    assumptions: Vec<String>,
    /// The assumptions of the model that the reading does not make.
    lacking: Vec<String>,
    /// The assumptions that were dropped.
    dropped: Vec<String>,
    /// The assumptions that were added.
    added: Vec<String>,
    /// The mutant that was checked instead of the algorithm.
    mutant: Option<String>,
    /// What the scheduler owes, where cycles are judged.
    fairness: Option<String>,
    /// The verdict.
    #[cfg_attr(test, schemars(with = "Word"))]
    verdict: &'static str,
    /// The verdict that was expected, if one was.
    #[cfg_attr(test, schemars(with = "Option<Word>"))]
    expected: Option<&'static str>,
    /// Whether it is the expected one, if one was expected.
    as_expected: Option<bool>,
    /// Whether every reachable state was seen.
    exhausted: bool,
    /// What cut the search.
    cut: Option<String>,
    /// Distinct states.
    distinct_states: usize,
    /// States generated, known ones included.
    total_states: usize,
    /// Steps to the deepest state.
    depth: usize,
    /// The largest number of successors of one state.
    branching: usize,
    /// How long it took.
    seconds: f64,
    /// Memory for each distinct state.
    bytes_per_state: f64,
    /// The chance that two states shared a fingerprint, so that one was missed.
    collision_probability: f64,
    /// The parts of the property that the last state of the run breaks.
    broken: Vec<String>,
    /// What is wrong with that state, in a sentence.
    complaint: Option<String>,
    /// The run that decides.
    trace: Option<Run>,
    /// What the search has left out, if it was reduced: then the counts are of what was stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    reduced: Option<LeftOut>,
    /// What is to be said of reductions.
    #[serde(skip_serializing_if = "Option::is_none")]
    remarks: Option<Vec<String>>,
    /// The figures, if the claim was measured.
    measured: Option<Measured>,
    /// Whether the search can be believed without its fingerprints, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<Exact>,
    /// Why a success can be believed.
    audit: Option<Audited>,
    /// The content hash over whatever decides the verdict; null if the claim has no model.
    hash: Option<String>,
}

/// The value of a parameter, for the schema.
#[cfg(test)]
#[derive(schemars::JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum Parameter {
    Number(u64),
    Word(String),
}

/// The words of a verdict, for the schema.
#[cfg(test)]
#[derive(schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(dead_code)]
enum Word {
    Proved,
    Holds,
    Bounded,
    Refuted,
    Unchecked,
    Reproduced,
    NotReproduced,
    Ambiguous,
}

/// How a search was reduced.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, schemars(deny_unknown_fields))]
struct LeftOut {
    /// `symmetry`, `silent`, or both.
    by: Vec<String>,
    /// How many renamings of nodes leave the model as it is; null if states that differ by names alone were all stored.
    renamings: Option<usize>,
    /// Whether the run that decides, if there is one, is known to be a shortest one.
    shortest: bool,
}

/// A second search with all states kept in full.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, schemars(deny_unknown_fields))]
struct Exact {
    /// Whether no two different states were taken for one.
    is_exact: bool,
    /// What it came to, in words.
    detail: String,
}

/// A run as a file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(deny_unknown_fields))]
struct Run {
    /// Where it was written, if it was.
    file: Option<String>,
    /// How many steps it has.
    steps: usize,
}

/// What was measured, and by which test it is judged.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(deny_unknown_fields))]
struct Measured {
    /// The generator of the random numbers.
    generator: String,
    /// How many seeds.
    seeds: u64,
    /// The test, in words.
    test: &'static str,
    /// What was said, and what came out.
    figures: Vec<Value>,
}

/// An audit.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(deny_unknown_fields))]
struct Audited {
    /// `passed`, `vacuous`, `partial` or `not-run`.
    result: Value,
    /// Each check: its name, its result, and what was seen.
    checks: Vec<Value>,
}

/// One outcome.
pub fn outcome(outcome: &Outcome, catalog: &Catalog) -> Entry {
    let (case, setup) = (outcome.target.case, &outcome.target.setup);
    let judgement = &outcome.judgement;
    let counts = &judgement.counts;
    let trace = judgement.trace.as_ref().map(|trace| Run {
        file: outcome
            .trace_file
            .as_ref()
            .map(|file| file.display().to_string()),
        steps: trace.steps.len(),
    });
    Entry {
        claim: case.claim.to_owned(),
        variant: Some(case.variant.to_owned()),
        parameters: setup.size.clone(),
        world: Some(outcome.origin.world.clone()),
        assumptions: outcome.origin.assumptions.clone(),
        lacking: outcome.origin.lacking.clone(),
        dropped: setup.without.clone(),
        added: setup.with.clone(),
        mutant: setup.mutant.clone(),
        fairness: outcome.liveness.then(|| case.fairness()),
        verdict: judgement.verdict.word(),
        expected: outcome.expected.map(|verdict| verdict.word()),
        as_expected: outcome.as_expected(),
        exhausted: judgement.exhausted(),
        cut: judgement.cut.as_ref().map(ToString::to_string),
        distinct_states: counts.distinct,
        total_states: counts.total,
        depth: counts.depth,
        branching: counts.branching,
        seconds: outcome.seconds,
        bytes_per_state: outcome.bytes_per_state(),
        collision_probability: counts.collision_probability(),
        broken: judgement.broken.clone(),
        complaint: judgement.complaint.clone(),
        trace,
        reduced: judgement.reduced.as_ref().map(|reduced| LeftOut {
            by: reduced.names(),
            renamings: reduced.symmetry,
            shortest: reduced.shortest,
        }),
        remarks: Some(judgement.remarks.clone()).filter(|remarks| !remarks.is_empty()),
        measured: judgement.measurement.as_ref().map(measured),
        exact: outcome.exact.as_ref().map(|exact| Exact {
            is_exact: exact.is_exact(),
            detail: exact.to_string(),
        }),
        audit: outcome.audit.as_ref().map(audited),
        hash: Some(catalog.hash(case, setup)),
    }
}

fn measured(measurement: &Measurement) -> Measured {
    Measured {
        generator: measurement.generator.clone(),
        seeds: measurement.seeds,
        test: TEST,
        figures: measurement.figures.iter().map(value).collect(),
    }
}

fn audited(audit: &Audit) -> Audited {
    Audited {
        result: value(&audit.result()),
        checks: audit.checks.iter().map(value).collect(),
    }
}

fn value(data: &impl Serialize) -> Value {
    serde_json::to_value(data).expect("plain data")
}

/// A claim that has no model.
pub fn unchecked(claim: &Claim) -> Entry {
    Entry {
        claim: claim.id.to_owned(),
        variant: None,
        parameters: Size::default(),
        world: None,
        assumptions: Vec::new(),
        lacking: Vec::new(),
        dropped: Vec::new(),
        added: Vec::new(),
        mutant: None,
        fairness: None,
        verdict: "unchecked",
        expected: None,
        as_expected: None,
        exhausted: false,
        cut: None,
        distinct_states: 0,
        total_states: 0,
        depth: 0,
        branching: 0,
        seconds: 0.0,
        bytes_per_state: 0.0,
        collision_probability: 0.0,
        broken: Vec::new(),
        complaint: None,
        trace: None,
        reduced: None,
        remarks: None,
        measured: None,
        audit: None,
        exact: None,
        hash: None,
    }
}

/// The document of a check.
pub fn text(report: &Report<'_, '_>) -> io::Result<String> {
    let judged = report.outcomes.iter().map(|o| outcome(o, report.catalog));
    let unchecked = report.unmodelled.iter().map(|claim| unchecked(claim));
    let document = whole(judged.chain(unchecked).collect(), report.left_out());
    let text = serde_json::to_string_pretty(&document).map_err(io::Error::other)?;
    Ok(text + "\n")
}

fn whole(results: Vec<Entry>, incomplete: Option<String>) -> Document {
    Document {
        format: "verdict-results",
        version: VERSION,
        tool: Tool {
            name: "verdict",
            version: env!("CARGO_PKG_VERSION"),
        },
        incomplete,
        results,
    }
}

/// Writes the one document of a command.
pub fn document(out: &mut dyn Write, results: Vec<Entry>) -> io::Result<()> {
    write(out, &whole(results, None))
}

/// Writes a document, readable for people too.
pub fn write(out: &mut dyn Write, document: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_string_pretty(document).map_err(io::Error::other)?;
    writeln!(out, "{text}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// The schema is for those who do not read this file. `VERDICT_SCHEMA=write cargo test -p verdict --lib schema` writes it anew.
    #[test]
    fn the_schema_that_is_kept_is_the_one_of_the_types() {
        let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/results-1.schema.json");
        let schema = schemars::schema_for!(Document);
        let made = serde_json::to_string_pretty(&schema).expect("plain data") + "\n";
        if std::env::var_os("VERDICT_SCHEMA").is_some() {
            std::fs::write(&kept, &made).expect("writable");
        }
        let kept = std::fs::read_to_string(kept).expect("the schema is kept");
        assert_eq!(kept, made);
    }
}
