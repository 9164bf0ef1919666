//! Reads the source of one crate: which tokens define each file, which names it has, and to which it refers.
//!
//! Names are followed in `verdict_sources`, where other packages are known, too. Here each file is taken alone, but for
//! macros, which are also found by the order of the text. Where the text leaves open what is meant, both
//! meanings are recorded: a result that is called stale without need can be repeated, one that is not called
//! stale is believed.
//!
//! What cannot be seen: paths that a macro writes relative to its caller, files named by anything but a string
//! (`include!(concat!(env!("OUT_DIR"), ...))`), and a crate that `Cargo.toml` gives another name.

mod digest;
mod facts;
mod modules;
mod prune;
mod scan;
mod scope;

use std::collections::BTreeMap;
use verdict_sources::{File, Impl, Package};

/// What is wrong with the source of a crate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No root of a library or a program.
    #[error("there is neither src/lib.rs nor src/main.rs")]
    NoRoot,
    /// Not text.
    #[error("{path} is not UTF-8")]
    NotText {
        /// The file.
        path: String,
    },
    /// Not Rust.
    #[error("{path}: {what}")]
    NotRust {
        /// The file.
        path: String,
        /// What the parser says.
        what: String,
    },
}

/// Takes the crate `name` apart, which `read` reads: given a path from the root of the crate, the bytes of the file,
/// or `None` if there is none. The library is taken if there is one, else the program.
///
/// What is returned is never freed: it is meant to be printed by a macro, or kept by a test.
pub fn analyse(name: &str, read: &dyn Fn(&str) -> Option<Vec<u8>>) -> Result<Package, Error> {
    let files = modules::of_crate(name, read)?;
    let mut macros: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in &files {
        for (name, path) in facts::macros(file) {
            macros.entry(name).or_default().push(path);
        }
    }
    let files = files
        .iter()
        .map(|file| facts::of_file(name, file, &macros, read));
    let files: Vec<File> = files.collect();
    Ok(Package {
        name: keep(name.to_owned()),
        files: keep_all(files),
    })
}

fn keep(text: String) -> &'static str {
    text.leak()
}

fn keep_all<T>(all: impl IntoIterator<Item = T>) -> &'static [T] {
    let all: Vec<T> = all.into_iter().collect();
    all.leak()
}

fn keep_texts(all: impl IntoIterator<Item = String>) -> &'static [&'static str] {
    keep_all(all.into_iter().map(keep))
}

fn keep_pairs(
    all: impl IntoIterator<Item = (String, String)>,
) -> &'static [(&'static str, &'static str)] {
    keep_all(all.into_iter().map(|(a, b)| (keep(a), keep(b))))
}

fn keep_impl((of, with): (Vec<String>, Vec<String>)) -> Impl {
    Impl {
        of: keep_texts(of),
        with: keep_texts(with),
    }
}
