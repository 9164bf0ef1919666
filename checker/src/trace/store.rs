//! Where traces are kept: one file per refuted claim and variant, whole or not there at all.

use super::{Trace, TraceError, itf};
use crate::file::write_whole;
use std::io;
use std::path::{Path, PathBuf};

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
    trace
        .validate()
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    write_whole(path, &itf::write(trace))
}

/// Reads a trace; every error carries the name of the file.
pub fn load(path: &Path) -> Result<Trace, TraceError> {
    std::fs::read_to_string(path)
        .map_err(TraceError::Unreadable)
        .and_then(|text| itf::read(&text))
        .map_err(|error| TraceError::InFile {
            path: path.to_owned(),
            error: Box::new(error),
        })
}
