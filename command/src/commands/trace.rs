//! `verdict trace`: a trace for people to look at.

use super::note;
use super::replay::{load, replay};
use crate::args::{Drawing, Trace};
use crate::error::Failure;
use crate::{Session, exit};
use verdict_checker::file::replace;
use verdict_checker::trace::{Trace as Run, markdown, mermaid, shiviz, svg};

/// Draws a trace.
pub fn run(args: &Trace, session: &mut Session<'_>) -> Result<u8, Failure> {
    let trace = drawn(args, session)?;
    let text = match args.to {
        Drawing::Mermaid => mermaid::to_mermaid(&trace),
        Drawing::Shiviz => shiviz::to_shiviz(&trace),
        Drawing::Svg => svg::to_svg(&trace),
        Drawing::Markdown => markdown::to_markdown(&trace, Some(&args.file.display().to_string())),
    };
    match &args.output {
        Some(path) => replace(path, &text).map_err(|error| Failure::file(path, error))?,
        None => session.out.write_all(text.as_bytes())?,
    }
    Ok(exit::AS_EXPECTED)
}

/// The run that is drawn. A picture of what no model does would be taken for a counterexample.
fn drawn(args: &Trace, session: &mut Session<'_>) -> Result<Run, Failure> {
    let refusal = match replay(session.catalog, &args.file) {
        Ok((trace, _)) => return Ok(trace),
        Err(refusal) => refusal,
    };
    if !args.unreplayed {
        return Err(Failure::input(format!(
            "{refusal}; --unreplayed draws it nonetheless, and says so in the picture"
        )));
    }
    let mut trace = load(&args.file)?;
    note(session, &format!("not replayed: {refusal}"))?;
    trace.origin.property += " (not a run of the model as it stands)";
    Ok(trace)
}
