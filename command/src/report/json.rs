//! Outcomes for programs: one document, `{"results": [...]}`.

use crate::outcome::Outcome;
use serde_json::{Value, json};
use std::io::{self, Write};
use verdict_checker::catalog::{Catalog, Claim};
use verdict_checker::measure::{Measurement, TEST};

/// One outcome.
pub fn outcome(outcome: &Outcome, catalog: &Catalog) -> Value {
    let (case, setup) = (outcome.target.case, &outcome.target.setup);
    let judgement = &outcome.judgement;
    let counts = &judgement.counts;
    let trace = judgement.trace.as_ref().map(|trace| {
        json!({
            "file": outcome.trace_file.as_ref().map(|file| file.display().to_string()),
            "steps": trace.steps.len(),
        })
    });
    let mut document = json!({
        "claim": case.claim,
        "variant": case.variant,
        "parameters": setup.size,
        "world": outcome.origin.world,
        "assumptions": outcome.origin.assumptions,
        "lacking": outcome.origin.lacking,
        "dropped": setup.without,
        "added": setup.with,
        "mutant": setup.mutant,
        "fairness": outcome.liveness.then(|| case.fairness()),
        "verdict": judgement.verdict.word(),
        "expected": outcome.expected.map(|verdict| verdict.word()),
        "asExpected": outcome.as_expected(),
        "exhausted": judgement.exhausted(),
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
        "measured": judgement.measurement.as_ref().map(measured),
        "audit": outcome.audit.as_ref().map(|audit| {
            json!({ "result": audit.result(), "checks": audit.checks })
        }),
        "hash": catalog.hash(case, setup),
    });
    if let Some(exact) = &outcome.exact {
        document["exact"] = json!({ "isExact": exact.is_exact(), "detail": exact.to_string() });
    }
    document
}

/// What was measured, and by which test it is judged.
fn measured(measurement: &Measurement) -> Value {
    let Measurement {
        generator,
        seeds,
        figures,
    } = measurement;
    json!({ "generator": generator, "seeds": seeds, "test": TEST, "figures": figures })
}

/// A claim that has no model.
pub fn unchecked(claim: &Claim) -> Value {
    json!({
        "claim": claim.id,
        "variant": null,
        "parameters": {},
        "world": null,
        "assumptions": [],
        "lacking": [],
        "dropped": [],
        "added": [],
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
        "measured": null,
        "audit": null,
        "hash": null,
    })
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
