//! Files that are whole or not there at all.

use std::io::{self, Write};
use std::path::Path;

/// Writes a file, replacing what was there, and creates the folders on the way.
///
/// A reader sees the old file or the new one, never a part: the text goes to a temporary file in the
/// same folder, reaches the disk, and only then takes the name.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let folder = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::Builder::new()
        .prefix(".verdict-")
        .suffix(".tmp")
        .tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    make_readable_like_other_files(&file)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Temporary files are private to their owner; a result in a repository is not.
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
