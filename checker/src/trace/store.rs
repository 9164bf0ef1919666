//! Where traces are kept: one file per refuted claim and variant, whole or not there at all.

use super::{Trace, TraceError, itf};
use crate::file::{read_text, write_below, write_whole};
use std::io;
use std::path::{Path, PathBuf};

/// More than any run that somebody would look at.
const LONGEST: u64 = 64 << 20;

/// The place of a trace: `<root>/<claim, slashes as folders>/<variant>.itf.json`.
///
/// Parts that would lead out of `root` (`..`, an empty part, a leading slash) are left out.
pub fn path_for(root: &Path, claim: &str, variant: &str) -> PathBuf {
    let mut path = root.to_owned();
    path.extend(
        claim
            .split(['/', '\\'])
            .filter(|part| !["", ".", ".."].contains(part)),
    );
    path.push(format!("{}.itf.json", variant.replace(['/', '\\'], "-")));
    path
}

/// Writes a trace, replacing what was there, and creates the folders on the way.
///
/// A reader sees the old file or the new one, never a part. A trace that could not be read back is
/// an error of kind [`io::ErrorKind::InvalidData`], and nothing is written.
pub fn save(path: &Path, trace: &Trace) -> io::Result<()> {
    write_whole(path, &readable(trace)?)
}

/// The same below a folder, out of which no symbolic link may lead.
pub fn save_below(root: &Path, path: &Path, trace: &Trace) -> io::Result<()> {
    write_below(root, path, &readable(trace)?)
}

fn readable(trace: &Trace) -> io::Result<String> {
    let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
    trace.validate().map_err(invalid)?;
    let text = itf::write(trace);
    itf::read(&text).map_err(invalid)?;
    Ok(text)
}

/// Reads a trace; every error carries the name of the file.
pub fn load(path: &Path) -> Result<Trace, TraceError> {
    read_text(path, LONGEST)
        .map_err(TraceError::Unreadable)
        .and_then(|text| itf::read(&text))
        .map_err(|error| TraceError::InFile {
            path: path.to_owned(),
            error: Box::new(error),
        })
}
