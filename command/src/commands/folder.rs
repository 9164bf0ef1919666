//! Folders that are whole or not there at all.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

/// Nobody writes a folder for so long: what is older was left behind by somebody who was killed.
const LEFT_BEHIND: Duration = Duration::from_secs(3600);

/// An empty folder in `parent`, for what is to take a place there. What was left behind under the same prefix goes.
pub fn fresh(parent: &Path, prefix: &str) -> io::Result<TempDir> {
    remove_left_behind(parent, prefix);
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    // Temporary folders are private to their owner; this one is what the user's mask makes of any new folder.
    #[cfg(unix)]
    builder.permissions({
        use std::os::unix::fs::PermissionsExt;
        fs::Permissions::from_mode(0o777)
    });
    builder.tempdir_in(parent)
}

/// The path as it stands in its parent: without a slash at its end, which would follow a link.
pub fn plain(path: &Path) -> PathBuf {
    path.components().collect()
}

/// Puts a folder in the place of another, which stays where it is until the new one can come.
pub fn take_place(new: TempDir, at: &Path, prefix: &str) -> io::Result<()> {
    let old = match fs::symlink_metadata(at) {
        Ok(old) => old,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return fs::rename(new.path(), at).map(|()| drop(new.keep()));
        }
        Err(error) => return Err(error),
    };
    fs::set_permissions(new.path(), old.permissions())?;
    let parent = at.parent().filter(|parent| *parent != Path::new(""));
    let aside = fresh(parent.unwrap_or(Path::new(".")), prefix)?;
    let kept = aside.path().join("old");
    fs::rename(at, &kept)?;
    if let Err(error) = fs::rename(new.path(), at) {
        fs::rename(&kept, at)?;
        return Err(error);
    }
    drop(new.keep());
    // The new one stands, whatever becomes of the old one: it is removed an hour later at the latest.
    let _ = aside.close();
    Ok(())
}

/// What cannot be removed is no reason not to write.
fn remove_left_behind(parent: &Path, prefix: &str) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let found = entry.metadata().ok().filter(fs::Metadata::is_dir);
        let written = found.and_then(|found| found.modified().ok());
        let age = written.and_then(|written| SystemTime::now().duration_since(written).ok());
        let is_old = age.is_some_and(|age| age > LEFT_BEHIND);
        if is_old && name.to_string_lossy().starts_with(prefix) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_takes_the_place_of_another_and_leaves_nothing_beside_it() {
        let parent = tempfile::tempdir().expect("a folder");
        let at = parent.path().join("site");
        for text in ["old", "new"] {
            let made = fresh(parent.path(), ".made-").expect("a folder");
            fs::write(made.path().join("page"), text).expect("a file");
            take_place(made, &at, ".made-").expect("it is free, or ours");
            assert_eq!(fs::read_to_string(at.join("page")).expect("a page"), text);
        }
        let left = fs::read_dir(parent.path()).expect("a folder").count();
        assert_eq!(left, 1);
    }

    #[test]
    fn what_was_left_behind_long_ago_goes_and_what_is_being_made_stays() {
        let parent = tempfile::tempdir().expect("a folder");
        let long_ago = SystemTime::now() - 2 * LEFT_BEHIND;
        for (name, is_old) in [(".made-a", true), (".made-b", false), ("mine", true)] {
            let path = parent.path().join(name);
            fs::create_dir(&path).expect("a folder");
            fs::write(path.join("page"), "").expect("a file");
            let folder = fs::File::open(&path).expect("a folder");
            if is_old {
                folder.set_modified(long_ago).expect("it is ours");
            }
        }
        drop(fresh(parent.path(), ".made-").expect("a folder"));
        let left = fs::read_dir(parent.path()).expect("a folder").flatten();
        let mut left: Vec<_> = left.map(|entry| entry.file_name()).collect();
        left.sort();
        assert_eq!(left, [".made-b", "mine"]);
    }
}
