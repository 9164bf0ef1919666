//! Outcomes for programs: one document, `{"results": [...]}`.

use crate::outcome::Outcome;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use verdict_models::catalog::{Case, Claim, Kind, Setup};

/// One outcome.
pub fn outcome(outcome: &Outcome) -> Value {
    let (case, setup) = (outcome.run.case, &outcome.run.setup);
    let judgement = &outcome.judgement;
    let counts = &judgement.counts;
    let trace = judgement.trace.as_ref().map(|trace| {
        json!({
            "file": outcome.trace_file.as_ref().map(|file| file.display().to_string()),
            "steps": trace.steps.len(),
        })
    });
    json!({
        "claim": case.claim,
        "variant": case.variant,
        "parameters": parameters(case, setup),
        "assumptions": outcome.assumptions,
        "world": outcome.setting,
        "dropped": setup.without,
        "mutant": setup.mutant,
        "fairness": outcome.liveness.then_some(case.fairness),
        "verdict": judgement.verdict.word(),
        "expected": outcome.expected.map(|verdict| verdict.word()),
        "asExpected": outcome.as_expected(),
        "exhausted": outcome.exhausted(),
        "cut": judgement.cut.as_ref().map(ToString::to_string),
        "distinctStates": counts.distinct,
        "totalStates": counts.total,
        "depth": counts.depth,
        "branching": counts.branching,
        "seconds": outcome.seconds,
        "bytesPerState": outcome.bytes_per_state(),
        "collisionProbability": counts.collision_probability(),
        "broken": judgement.broken,
        "complaint": judgement.complaint,
        "trace": trace,
        "audit": outcome.audit.as_ref().map(|audit| {
            json!({ "result": audit.result(), "checks": audit.checks })
        }),
        "modelHash": outcome.origin.model_hash,
    })
}

/// A claim that has no model.
pub fn unchecked(claim: &Claim) -> Value {
    json!({
        "claim": claim.id,
        "variant": null,
        "parameters": {},
        "assumptions": [],
        "world": null,
        "dropped": [],
        "mutant": null,
        "fairness": null,
        "verdict": "unchecked",
        "expected": null,
        "asExpected": null,
        "exhausted": false,
        "cut": null,
        "distinctStates": 0,
        "totalStates": 0,
        "depth": 0,
        "branching": 0,
        "seconds": 0.0,
        "bytesPerState": 0.0,
        "collisionProbability": 0.0,
        "broken": [],
        "complaint": null,
        "trace": null,
        "audit": null,
        "modelHash": null,
    })
}

fn parameters(case: &Case, setup: &Setup) -> Map<String, Value> {
    let named = case.parameters.iter().filter_map(|parameter| {
        let value = setup.parameters.get(parameter.name)?;
        Some((parameter.name.to_owned(), json!(value)))
    });
    named.collect()
}

/// The word for a kind of claim.
pub fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Safety => "safety",
        Kind::Liveness => "liveness",
        Kind::Quantity => "quantity",
        Kind::Replay => "replay",
    }
}

/// Writes the one document of a command.
pub fn document(out: &mut dyn Write, results: Vec<Value>) -> io::Result<()> {
    write(out, &json!({ "results": results }))
}

/// Writes a document, readable for people too.
pub fn write(out: &mut dyn Write, document: &Value) -> io::Result<()> {
    let text = serde_json::to_string_pretty(document).map_err(io::Error::other)?;
    writeln!(out, "{text}")
}
