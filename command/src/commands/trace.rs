//! `verdict trace`: a trace for people to look at.

use super::replay::load;
use crate::args::{Drawing, Trace};
use crate::error::Failure;
use crate::{Session, exit};
use std::io::{self, Write};
use std::path::Path;
use verdict_checker::trace::{markdown, mermaid, shiviz, svg};

/// Draws a trace.
pub fn run(args: &Trace, session: &mut Session<'_>) -> Result<u8, Failure> {
    let trace = load(&args.file)?;
    let text = match args.to {
        Drawing::Mermaid => mermaid::to_mermaid(&trace),
        Drawing::Shiviz => shiviz::to_shiviz(&trace),
        Drawing::Svg => svg::to_svg(&trace),
        Drawing::Markdown => markdown::to_markdown(&trace, Some(&args.file.display().to_string())),
    };
    match &args.output {
        Some(path) => write_whole(path, &text).map_err(|error| Failure::file(path, error))?,
        None => session.out.write_all(text.as_bytes())?,
    }
    Ok(exit::AS_EXPECTED)
}

/// Writes a file whole or not at all.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let folder = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    if path.is_dir() {
        return Err(io::Error::other("it is a directory"));
    }
    let mut file = tempfile::Builder::new()
        .prefix(".verdict-")
        .tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    #[cfg(unix)]
    {
        // Temporary files are private to their owner; a drawing is not.
        use std::os::unix::fs::PermissionsExt;
        let readable = std::fs::Permissions::from_mode(0o644);
        file.as_file().set_permissions(readable)?;
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
