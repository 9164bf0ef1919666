//! Traces as ITF JSON, the Informal Trace Format of Apalache's ADR-015.
//!
//! Every state has the variable `step`, the step that led to it, before the variables of the model;
//! the first state has the step `start`. All of `#meta` is strings, because that is what other
//! readers of the format expect of keys they do not know.
//!
//! ITF has no null and no integers beyond 2^53; they are written as the empty tuple, `{"#tup": []}`,
//! and as `{"#bigint": "..."}`, and turned back on reading.

use super::check::STEP;
use super::error::{describe, quoted};
use super::{Origin, Sent, Step, Trace, TraceError};
use crate::strict;
use serde_json::{Map, Value, json};

pub(super) mod fields;
use fields::{Record, decode, encode};

/// The version of the layout that this module writes, and the only one it reads.
pub const VERSION: &str = "1";

const FORMAT_DESCRIPTION: &str = "https://apalache-mc.org/docs/adr/015adr-trace.html";

/// The trace as pretty-printed ITF with a newline at the end. The same trace gives the same text.
pub fn write(trace: &Trace) -> String {
    let mut document = Map::new();
    document.insert("#meta".into(), Value::Object(write_meta(trace)));
    let variables = trace
        .states
        .first()
        .into_iter()
        .flat_map(|state| state.keys().cloned());
    let vars = [STEP.to_owned()]
        .into_iter()
        .chain(variables)
        .collect::<Vec<_>>();
    document.insert("vars".into(), json!(vars));
    if let Some(start) = trace.loop_start {
        document.insert("loop".into(), json!(start));
    }
    let states = trace.states.iter().enumerate().map(|(index, state)| {
        let mut record = Map::new();
        record.insert("#meta".into(), json!({ "index": index }));
        // A step that is missing (in a trace that does not validate) is written as a second start.
        let step = index
            .checked_sub(1)
            .and_then(|before| trace.steps.get(before));
        record.insert(STEP.into(), step.map_or_else(start, write_step));
        record.extend(
            state
                .iter()
                .map(|(name, value)| (name.clone(), encode(value))),
        );
        Value::Object(record)
    });
    document.insert("states".into(), Value::Array(states.collect()));
    let mut text = serde_json::to_string_pretty(&document)
        .expect("string keys and JSON values can be written");
    text.push('\n');
    text
}

fn start() -> Value {
    json!({ "label": "start", "kind": "start", "sent": [] })
}

fn write_meta(trace: &Trace) -> Map<String, Value> {
    let origin = &trace.origin;
    let mut meta = Map::new();
    let mut put = |key: &str, value: String| meta.insert(key.into(), Value::String(value));
    put("format", "ITF".into());
    put("format-description", FORMAT_DESCRIPTION.into());
    put("description", describe_run(trace));
    put("verdict-trace", VERSION.into());
    put("claim", origin.claim.clone());
    put("variant", origin.variant.clone());
    put("property", origin.property.clone());
    put("parameters", origin.size.to_string());
    put("world", origin.world.clone());
    put("assumptions", origin.assumptions.join(", "));
    if !origin.lacking.is_empty() {
        put("lacking", origin.lacking.join(", "));
    }
    put("dropped", origin.dropped.join(", "));
    if !origin.added.is_empty() {
        put("added", origin.added.join(", "));
    }
    if let Some(mutant) = &origin.mutant {
        put("mutant", mutant.clone());
    }
    put("lanes", trace.lanes.join(" "));
    meta
}

/// `A run of 7 steps that breaks unique-real (claim ring/unique-real, variant as-printed).`
fn describe_run(trace: &Trace) -> String {
    let Origin {
        claim,
        variant,
        property,
        ..
    } = &trace.origin;
    let steps = trace.length_in_words();
    format!("A run of {steps} that breaks {property} (claim {claim}, variant {variant}).")
}

fn write_step(step: &Step) -> Value {
    let mut record = Map::new();
    let optional = [
        ("at", &step.at),
        ("from", &step.from),
        ("message", &step.message),
    ];
    record.insert("label".into(), json!(step.label));
    record.insert("kind".into(), json!(step.kind));
    for (name, value) in optional {
        if let Some(value) = value {
            record.insert(name.into(), json!(value));
        }
    }
    let sent = step
        .sent
        .iter()
        .map(|sent| json!({ "to": sent.to, "message": sent.message }));
    record.insert("sent".into(), sent.collect());
    Value::Object(record)
}

/// Reads what [`write()`] wrote. Strict: whatever is missing, of the wrong type, unknown or in
/// contradiction to the rest is an error that names the place. Never panics.
pub fn read(text: &str) -> Result<Trace, TraceError> {
    let document = strict::parse(text.as_bytes()).map_err(TraceError::NotJson)?;
    let document = Record::new("the trace", &document)?;
    let meta = document.record("#meta")?;
    // First of all the version: with another one, every other message would mislead.
    expect_text(&meta, "format", "ITF", "\"ITF\"")?;
    let version = format!("\"{VERSION}\", the only version of the format supported here");
    expect_text(&meta, "verdict-trace", VERSION, &version)?;
    document.only(&["#meta", "vars", "loop", "states"])?;
    let origin = read_origin(&meta)?;
    let lanes = meta
        .text("lanes")?
        .split_whitespace()
        .map(str::to_owned)
        .collect();

    let vars = read_vars(&document)?;
    let mut states = Vec::new();
    let mut steps = Vec::new();
    for (index, state) in document.list("states")?.iter().enumerate() {
        let state = Record::new(format!("states[{index}]"), state)?;
        state.only(
            &vars
                .iter()
                .map(String::as_str)
                .chain(["#meta"])
                .collect::<Vec<_>>(),
        )?;
        read_index(&state, index)?;
        let step = state.record(STEP)?;
        match index {
            0 => expect_start(&step)?,
            _ => steps.push(read_step(&step)?),
        }
        let variables = vars.iter().filter(|name| *name != STEP);
        let values = variables.map(|name| Ok((name.clone(), decode(state.required(name)?))));
        states.push(values.collect::<Result<Map<String, Value>, TraceError>>()?);
    }
    if states.is_empty() {
        return Err(TraceError::field("states", "at least one state", "none"));
    }
    let loop_start = document
        .optional("loop")
        .map(|_| document.index("loop"))
        .transpose()?;

    let trace = Trace {
        origin,
        lanes,
        states,
        steps,
        loop_start,
    };
    trace.validate()?;
    Ok(trace)
}

fn expect_text(
    record: &Record<'_>,
    name: &str,
    value: &str,
    expected: &str,
) -> Result<(), TraceError> {
    match record.text(name)? {
        found if found == value => Ok(()),
        found => Err(TraceError::field(
            record.path(name),
            expected,
            quoted(found),
        )),
    }
}

fn read_origin(meta: &Record<'_>) -> Result<Origin, TraceError> {
    meta.only(&[
        "format",
        "format-description",
        "description",
        "verdict-trace",
        "claim",
        "variant",
        "property",
        "parameters",
        "world",
        "assumptions",
        "lacking",
        "dropped",
        "added",
        "mutant",
        "lanes",
    ])?;
    for unused in ["format-description", "description"] {
        meta.text(unused)?;
    }
    let mut origin = Origin {
        claim: meta.text("claim")?.to_owned(),
        variant: meta.text("variant")?.to_owned(),
        property: meta.text("property")?.to_owned(),
        world: meta.text("world")?.to_owned(),
        assumptions: names(meta.text("assumptions")?),
        dropped: names(meta.text("dropped")?),
        mutant: meta.optional_text("mutant")?.map(str::to_owned),
        lacking: names(meta.optional_text("lacking")?.unwrap_or_default()),
        added: names(meta.optional_text("added")?.unwrap_or_default()),
        ..Origin::default()
    };
    for word in meta.text("parameters")?.split_whitespace() {
        let wrong = |expected| TraceError::field(meta.path("parameters"), expected, quoted(word));
        let form = "words such as N=3";
        let (name, value) = word.split_once('=').ok_or_else(|| wrong(form))?;
        let value = value.parse().map_err(|_| wrong(form))?;
        if origin.size.set(name, value).is_some() {
            return Err(wrong("each parameter once"));
        }
    }
    Ok(origin)
}

fn names(list: &str) -> Vec<String> {
    match list.trim() {
        "" => Vec::new(),
        list => list.split(',').map(|name| name.trim().to_owned()).collect(),
    }
}

fn read_vars(document: &Record<'_>) -> Result<Vec<String>, TraceError> {
    let mut vars: Vec<String> = Vec::new();
    for (index, name) in document.list("vars")?.iter().enumerate() {
        let field = format!("vars[{index}]");
        match name {
            Value::String(name) if vars.contains(name) => {
                return Err(TraceError::field(field, "each variable once", quoted(name)));
            }
            Value::String(name) => vars.push(name.clone()),
            other => {
                return Err(TraceError::field(
                    field,
                    "the name of a variable",
                    describe(Some(other)),
                ));
            }
        }
    }
    if vars.iter().any(|name| name == STEP) {
        Ok(vars)
    } else {
        let expected = format!("the variable {STEP} among them");
        Err(TraceError::field("vars", expected, vars.join(", ")))
    }
}

fn read_index(state: &Record<'_>, index: usize) -> Result<(), TraceError> {
    let meta = state.record("#meta")?;
    match meta.index("index")? {
        found if found == index => Ok(()),
        found => Err(TraceError::field(
            meta.path("index"),
            index.to_string(),
            found.to_string(),
        )),
    }
}

fn expect_start(step: &Record<'_>) -> Result<(), TraceError> {
    let start = Step {
        label: "start".into(),
        kind: "start".into(),
        ..Step::default()
    };
    let found = read_step(step)?;
    if found == start {
        return Ok(());
    }
    let expected = "the step \"start\", which neither happens on a lane nor sends";
    let found = match found.label == start.label && found.kind == start.kind {
        true => "a start that does".to_owned(),
        false => format!("the step {}", quoted(&found.label)),
    };
    Err(TraceError::field(step.path(""), expected, found))
}

fn read_step(step: &Record<'_>) -> Result<Step, TraceError> {
    step.only(&["label", "kind", "at", "from", "message", "sent"])?;
    let mut sent = Vec::new();
    for (index, item) in step.list("sent")?.iter().enumerate() {
        let item = Record::new(step.path(&format!("sent[{index}]")), item)?;
        item.only(&["to", "message"])?;
        sent.push(Sent {
            to: item.text("to")?.to_owned(),
            message: item.text("message")?.to_owned(),
        });
    }
    let optional = |name| Ok::<_, TraceError>(step.optional_text(name)?.map(str::to_owned));
    Ok(Step {
        label: step.text("label")?.to_owned(),
        kind: step.text("kind")?.to_owned(),
        at: optional("at")?,
        from: optional("from")?,
        message: optional("message")?,
        sent,
    })
}
