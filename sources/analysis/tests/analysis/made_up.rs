//! Crates of a few lines.

use std::collections::BTreeSet;
use verdict_analysis::{Error, analyse};
use verdict_sources::{Graph, Package};

/// Files by their paths below `src`.
pub(crate) type Files<'f> = &'f [(&'f str, &'f str)];

pub(crate) fn package(name: &str, files: Files<'_>) -> Result<Package, Error> {
    analyse(name, &|path| {
        let file = files.iter().find(|(name, _)| format!("src/{name}") == path);
        file.map(|(_, text)| text.as_bytes().to_vec())
    })
}

pub(crate) fn graph(files: Files<'_>) -> Graph {
    Graph::new(&[package("made", files).expect("the crate parses")])
}

/// The files on which a path depends, without `src/`.
pub(crate) fn closure(graph: &Graph, root: &str) -> BTreeSet<&'static str> {
    let files = graph.closure(&[root]).into_iter();
    files.map(|(_, path)| &path["src/".len()..]).collect()
}

/// Asserts on which files a path of a crate depends.
pub(crate) fn depends(files: Files<'_>, root: &str, on: &[&str]) {
    let found = closure(&graph(files), root);
    assert_eq!(found, on.iter().copied().collect(), "{root}");
}
