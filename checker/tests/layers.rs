//! What decides a verdict knows nothing of what is done with it afterwards.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The file of a module, if the path names one.
fn file_of(module: &[&str]) -> Option<PathBuf> {
    let path = sources().join(module.join("/"));
    [path.with_extension("rs"), path.join("mod.rs")]
        .into_iter()
        .find(|file| file.exists())
}

/// The module to which a path such as `search::{Limits, Search}` or `trace::data::Trace` leads.
fn module_of(path: &str) -> Vec<&str> {
    let words: Vec<&str> = path
        .split("::")
        .map(|word| {
            let end = word.find(|c: char| !c.is_alphanumeric() && c != '_');
            &word[..end.unwrap_or(word.len())]
        })
        .collect();
    let lengths = (1..=words.len()).rev();
    let longest = lengths
        .map(|length| &words[..length])
        .find(|module| !module.contains(&"") && file_of(module).is_some());
    longest
        .unwrap_or_else(|| panic!("`crate::{path}` names no module"))
        .to_vec()
}

/// The modules that these use, directly or through others; a module uses its own parts.
fn closure<'a>(roots: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut open: Vec<String> = roots.into_iter().map(str::to_owned).collect();
    while let Some(module) = open.pop() {
        if !seen.insert(module.clone()) {
            continue;
        }
        let path: Vec<&str> = module.split("::").collect();
        let file = file_of(&path).unwrap_or_else(|| panic!("no file for `{module}`"));
        let text = fs::read_to_string(file).expect("a source file");
        let code = text.lines().map(str::trim).filter(|l| !l.starts_with("//"));
        for line in code {
            let used = line.split("crate::").skip(1);
            // A crate of its own, under another name.
            for used in used.filter(|path| !path.to_lowercase().starts_with("sources")) {
                open.push(module_of(used).join("::"));
            }
            let declared = line.rsplit_once("mod ").map(|(_, name)| name);
            if let Some(part) = declared.and_then(|name| name.strip_suffix(';')) {
                open.push(format!("{module}::{part}"));
            }
        }
    }
    seen
}

#[test]
fn a_verdict_is_decided_by_these_modules_alone() {
    let decides = closure(["judge"]);
    let whole: BTreeSet<_> = decides
        .iter()
        .map(String::as_str)
        .filter(|module| !module.starts_with("liveness::"))
        .collect();
    let expected = [
        "debug",
        "figure",
        "graph",
        "judge",
        "liveness",
        "property",
        "reduce",
        "reduce::audit",
        "reduce::folded",
        "search",
        "search::batch",
        "search::checkpoint",
        "search::frontier",
        "search::keep",
        "search::limits",
        "search::path",
        "search::regrow",
        "search::runs",
        "search::sheet",
        "search::shelf",
        "search::spill",
        "search::sweep",
        "search::sweep::kept",
        "size",
        "space",
        "table",
        "trace::data",
        "transitions",
        "verdict",
        "watch",
    ];
    assert_eq!(whole, BTreeSet::from(expected));
}

#[test]
fn only_what_builds_subjects_knows_the_trait_over_everything() {
    let reports = [
        "audit",
        "explain",
        "follow",
        "minimise",
        "replay",
        "simulate",
        "straighten",
    ];
    let below = closure(reports);
    assert!(!below.contains("subject"), "{below:?}");
    let all = closure(["subject"]);
    for module in reports.into_iter().filter(|module| *module != "follow") {
        assert!(all.contains(module), "{module}");
    }
}
