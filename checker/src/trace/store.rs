//! Where traces are kept: one file per refuted claim and variant, whole or not there at all.

use super::{Trace, TraceError, itf};
use std::io::{self, Write};
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
/// A reader sees the old file or the new one, never a part: the text goes to a temporary file in the
/// same folder, reaches the disk, and only then takes the name. A trace that could not be read back
/// is an error of kind [`io::ErrorKind::InvalidData`], and nothing is written.
pub fn save(path: &Path, trace: &Trace) -> io::Result<()> {
    trace
        .validate()
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    let folder = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::Builder::new()
        .prefix(".trace-")
        .suffix(".tmp")
        .tempfile_in(folder)?;
    file.write_all(itf::write(trace).as_bytes())?;
    make_readable_like_other_files(&file)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Temporary files are private to their owner; a trace in a repository is not.
#[cfg(unix)]
fn make_readable_like_other_files(file: &tempfile::NamedTempFile) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.as_file()
        .set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable_like_other_files(_: &tempfile::NamedTempFile) -> io::Result<()> {
    Ok(())
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
