//! Files that are whole or not there at all, and are not longer than expected.

use std::fs::{self, File, FileType, Permissions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How temporary files are called: `.verdict-XXXXXX.tmp`.
const PREFIX: &str = ".verdict-";
const SUFFIX: &str = ".tmp";
/// No writer takes this long: what is older was left behind by one that was killed.
const LEFT_BEHIND: Duration = Duration::from_secs(3600);

/// Writes a file, replacing what was there, and creates the folders on the way.
///
/// A reader sees the old file or the new one, never a part: the text goes to a temporary file in the
/// same folder, reaches the disk, and only then takes the name. A file keeps its permissions. What is no file is never
/// replaced: a device or a pipe is written to, and anything else, a symbolic link too, is an error.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(folder_of(path))?;
    replace(path, text)
}

/// The same, for a path whose folder must be there.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    match place(path)? {
        Place::Stream => {
            let mut stream = File::options().write(true).open(path)?;
            stream.write_all(text.as_bytes())?;
            stream.flush()
        }
        Place::File(permissions) => persist(path, text, Some(permissions)),
        Place::Free => persist(path, text, None),
    }
}

/// The same below a folder that is the user's choice: no symbolic link on the way may lead out of it.
pub fn write_below(root: &Path, path: &Path, text: &str) -> io::Result<()> {
    let below = path.strip_prefix(root).unwrap_or(path);
    let mut at = root.to_owned();
    for part in below.parent().unwrap_or(Path::new("")).components() {
        at.push(part);
        if fs::symlink_metadata(&at).is_ok_and(|found| found.is_symlink()) {
            let at = at.display();
            return Err(io::Error::other(format!(
                "{at} is a symbolic link, which may lead out of {}",
                root.display()
            )));
        }
    }
    write_whole(path, text)
}

/// Whether a file could be written there, as far as that can be known while there is nothing to write: for those who would rather
/// hear it before a long search than after it. Nothing is left behind.
pub fn expect_place(path: &Path) -> io::Result<()> {
    match place(path)? {
        Place::Stream => Ok(()),
        Place::File(_) | Place::Free => expect_folder(&folder_of(path)),
    }
}

/// The same of files in a folder that may still have to be made.
pub fn expect_folder(folder: &Path) -> io::Result<()> {
    let mut at = folder;
    loop {
        match fs::metadata(at) {
            Ok(found) if found.is_dir() => break,
            Ok(_) => {
                let words = format!("{} is no folder", at.display());
                return Err(io::Error::new(ErrorKind::NotADirectory, words));
            }
            Err(error) if error.kind() == ErrorKind::NotFound && at != Path::new(".") => {}
            Err(error) => return Err(error),
        }
        at = match at.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    builder.tempfile_in(at).map(drop)
}

/// Reads a text of at most this many bytes.
pub fn read_text(path: &Path, at_most: u64) -> io::Result<String> {
    let bytes = read_bytes(path, at_most)?;
    String::from_utf8(bytes).map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8"))
}

/// Reads at most this many bytes; a longer file is an error, and is not held in memory.
pub fn read_bytes(path: &Path, at_most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?
        .take(at_most + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > at_most {
        let limit = at_most >> 20;
        let words = format!("it is longer than {limit} MiB, the most that is read");
        return Err(io::Error::new(ErrorKind::FileTooLarge, words));
    }
    Ok(bytes)
}

/// What stands where a file is to be written.
enum Place {
    Free,
    File(Permissions),
    /// A device or a pipe.
    Stream,
}

fn place(path: &Path) -> io::Result<Place> {
    let found = match fs::symlink_metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Place::Free),
        Err(error) => return Err(error),
    };
    if found.is_symlink() {
        // `/dev/stdout` is a link, to something that can only be written to.
        return match fs::metadata(path) {
            Ok(target) if is_stream(target.file_type()) => Ok(Place::Stream),
            _ => Err(io::Error::other(
                "it is a symbolic link, which is neither followed nor replaced; name the file itself",
            )),
        };
    }
    if found.is_dir() {
        return Err(io::Error::other("it is a directory"));
    }
    if is_stream(found.file_type()) {
        return Ok(Place::Stream);
    }
    if !found.is_file() {
        return Err(io::Error::other(
            "it is neither a file nor a pipe nor a device that takes a text",
        ));
    }
    if found.permissions().readonly() {
        return Err(io::Error::new(
            ErrorKind::PermissionDenied,
            "it is read-only",
        ));
    }
    Ok(Place::File(found.permissions()))
}

#[cfg(unix)]
fn is_stream(found: FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    found.is_char_device() || found.is_fifo()
}

#[cfg(not(unix))]
fn is_stream(_: FileType) -> bool {
    false
}

fn persist(path: &Path, text: &str, permissions: Option<Permissions>) -> io::Result<()> {
    let folder = folder_of(path);
    remove_left_behind(&folder);
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    // A temporary file is private to its owner; a result is what the user's mask makes of any new file.
    #[cfg(unix)]
    let open = {
        use std::os::unix::fs::PermissionsExt;
        Permissions::from_mode(0o666)
    };
    #[cfg(unix)]
    builder.permissions(open);
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Removes the temporary files of writers that were killed. What cannot be removed is no reason not to write.
fn remove_left_behind(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if !(name.starts_with(PREFIX) && name.ends_with(SUFFIX)) {
            continue;
        }
        let written = entry.metadata().ok().filter(fs::Metadata::is_file);
        let age = written
            .and_then(|found| found.modified().ok())
            .and_then(|written| SystemTime::now().duration_since(written).ok());
        if age.is_some_and(|age| age > LEFT_BEHIND) {
            let _ = fs::remove_file(entry.path());
        }
    }
}
