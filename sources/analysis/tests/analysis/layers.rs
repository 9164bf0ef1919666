//! The layers of the house: which crate may depend on which, and what its code may not do.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What a crate may depend on, of ours.
struct Layer {
    name: &'static str,
    may_use: &'static [&'static str],
    /// Only with a feature that is off unless somebody asks for it.
    may_offer: &'static [&'static str],
    /// For its tests alone.
    may_test_with: &'static [&'static str],
}

/// How a crate that can be used without the framework says what the build found in it.
const SAYS_WHAT_IT_IS: &[&str] = &["verdict-macros", "verdict-sources"];

const fn layer(name: &'static str, may_use: &'static [&'static str]) -> Layer {
    Layer {
        name,
        may_use,
        may_offer: &[],
        may_test_with: &[],
    }
}

/// Bottom up: nothing uses what is below it in this list, but for tests.
const LAYERS: &[Layer] = &[
    layer("verdict-sources", &[]),
    layer("verdict-analysis", &["verdict-sources"]),
    layer("verdict-macros", &["verdict-sources", "verdict-analysis"]),
    layer("verdict-checker", &["verdict-sources", "verdict-macros"]),
    layer("verdict-world", &["verdict-macros", "verdict-checker"]),
    Layer {
        may_test_with: &["verdict-world"],
        ..layer(
            "verdict-distributed",
            &["verdict-macros", "verdict-checker"],
        )
    },
    layer("verdict-explorer", &["verdict-sources", "verdict-checker"]),
    layer(
        "verdict",
        &[
            "verdict-macros",
            "verdict-checker",
            "verdict-distributed",
            "verdict-world",
            "verdict-explorer",
        ],
    ),
    Layer {
        may_offer: SAYS_WHAT_IT_IS,
        ..layer("verdict-election", &[])
    },
    Layer {
        may_offer: SAYS_WHAT_IT_IS,
        ..layer("verdict-recovery", &[])
    },
    Layer {
        may_test_with: &["verdict-analysis"],
        ..layer(
            "verdict-models",
            &[
                "verdict-macros",
                "verdict-checker",
                "verdict-world",
                "verdict-election",
                "verdict-recovery",
            ],
        )
    },
    layer(
        "verdict-harnesses",
        &[
            "verdict-checker",
            "verdict-world",
            "verdict-election",
            "verdict-recovery",
            "verdict-models",
        ],
    ),
    Layer {
        may_offer: SAYS_WHAT_IT_IS,
        ..layer("verdict-kani", &["verdict-election"])
    },
    layer("verdict-certify", &[]),
    layer("verdict-epr", &["verdict-certify"]),
    layer("verdict-quantities", &[]),
    Layer {
        may_test_with: &["verdict-epr", "verdict-models", "verdict-world"],
        ..layer(
            "verdict-proofs",
            &[
                "verdict-macros",
                "verdict-checker",
                "verdict-election",
                "verdict-kani",
            ],
        )
    },
    layer(
        "verdict-cli",
        &[
            "verdict-sources",
            "verdict-analysis",
            "verdict-macros",
            "verdict-checker",
            "verdict-world",
            "verdict-explorer",
            "verdict",
            "verdict-election",
            "verdict-recovery",
            "verdict-models",
            "verdict-harnesses",
            "verdict-kani",
            "verdict-epr",
            "verdict-proofs",
        ],
    ),
];

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What a manifest says about crates of ours.
#[derive(Default)]
struct Manifest {
    name: String,
    uses: BTreeSet<String>,
    offers: BTreeSet<String>,
    tests_with: BTreeSet<String>,
}

impl Manifest {
    /// Ours are written on one line each, as `name.workspace = true` or `name = { ... }`.
    fn read(folder: &Path) -> Self {
        let mut manifest = Manifest::default();
        let mut section = String::new();
        for line in read(&folder.join("Cargo.toml")).lines() {
            if let Some(header) = line.strip_prefix('[') {
                section = header.trim_end_matches(']').to_owned();
                assert!(
                    !section.contains("dependencies.verdict"),
                    "{}: [{section}] is not understood here",
                    folder.display()
                );
                continue;
            }
            let key = line.split(['.', ' ', '=']).next().unwrap_or_default();
            if section == "package" && key == "name" {
                manifest.name = line.split('"').nth(1).unwrap_or_default().to_owned();
            }
            if !section.ends_with("dependencies") || !key.starts_with("verdict") {
                continue;
            }
            let list = if section.ends_with("dev-dependencies") {
                &mut manifest.tests_with
            } else if line.contains("optional = true") {
                &mut manifest.offers
            } else {
                &mut manifest.uses
            };
            list.insert(key.to_owned());
        }
        manifest
    }

    fn assert_within(&self, layer: &Layer) {
        let allowed = |lists: &[&[&'static str]]| -> BTreeSet<String> {
            let names = lists.iter().copied().flatten();
            names.map(|name| (*name).to_owned()).collect()
        };
        let Layer {
            name,
            may_use,
            may_offer,
            may_test_with,
        } = layer;
        for (found, allowed, how) in [
            (&self.uses, allowed(&[may_use]), "depend on"),
            (&self.offers, allowed(&[may_use, may_offer]), "offer"),
            (
                &self.tests_with,
                allowed(&[may_use, may_offer, may_test_with]),
                "test with",
            ),
        ] {
            let too_much: Vec<_> = found.difference(&allowed).collect();
            assert!(too_much.is_empty(), "{name} may not {how} {too_much:?}");
        }
    }
}

/// The folders of the members of the workspace.
fn members() -> Vec<PathBuf> {
    let manifest = read(&workspace().join("Cargo.toml"));
    let members = manifest.split("members = [").nth(1).expect("a workspace");
    let members = members.split(']').next().unwrap_or_default();
    let folders = members.split('"').skip(1).step_by(2);
    folders.map(|folder| workspace().join(folder)).collect()
}

#[test]
fn a_crate_depends_on_the_layers_below_it_alone() {
    let mut manifests: BTreeMap<_, _> = members()
        .iter()
        .map(|folder| Manifest::read(folder))
        .map(|manifest| (manifest.name.clone(), manifest))
        .collect();
    let mut below = BTreeSet::new();
    for layer in LAYERS {
        let manifest = manifests.remove(layer.name);
        let manifest = manifest.unwrap_or_else(|| panic!("{} is no crate", layer.name));
        manifest.assert_within(layer);
        for used in layer.may_use.iter().chain(layer.may_offer) {
            assert!(below.contains(used), "{} above {used}", layer.name);
        }
        below.insert(layer.name);
    }
    let unknown: Vec<_> = manifests.keys().collect();
    assert!(unknown.is_empty(), "in no layer: {unknown:?}");
}

#[test]
fn a_crate_of_an_outsider_depends_on_one_crate() {
    let examples = fs::read_dir(workspace().join("examples")).expect("the examples");
    let mut count = 0;
    for example in examples {
        let folder = example.expect("a readable folder").path();
        if folder.join("Cargo.toml").exists() {
            let manifest = Manifest::read(&folder);
            let (uses, name) = (manifest.uses, manifest.name);
            assert_eq!(uses, BTreeSet::from(["verdict".to_owned()]), "{name}");
            assert!(manifest.tests_with.is_subset(&uses), "{name}");
            count += 1;
        }
    }
    assert!(count >= 2);
}

/// The source files of a crate that are not tests, each with its code.
fn code(member: &str) -> Vec<(String, Vec<String>)> {
    let mut open = vec![workspace().join(member).join("src")];
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the crate") {
            let path = entry.expect("a readable folder").path();
            let is_test = path.file_stem().is_some_and(|name| name == "tests");
            if is_test {
                continue;
            }
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|name| name == "rs") {
                let tokens: TokenStream = read(&path).parse().expect("Rust");
                let mut pieces = Vec::new();
                add(tokens, &mut pieces);
                files.push((path.display().to_string(), pieces));
            }
        }
    }
    assert!(!files.is_empty(), "{member} has no source");
    files
}

/// Adds the pieces of code (names, signs, literals), without documentation and without what is compiled for tests alone.
fn add(tokens: TokenStream, pieces: &mut Vec<String>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(sign) if sign.as_char() == '#' => {
                // `#![...]` is about the file.
                tokens.next_if(|next| matches!(next, TokenTree::Punct(p) if p.as_char() == '!'));
                let attribute = tokens.next().map(|next| next.to_string());
                let attribute = attribute.unwrap_or_default().replace(' ', "");
                if attribute == "[cfg(test)]" {
                    // The item ends with its body or a semicolon.
                    tokens
                        .by_ref()
                        .find(|next| match next {
                            TokenTree::Punct(sign) => sign.as_char() == ';',
                            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                            TokenTree::Ident(_) | TokenTree::Literal(_) => false,
                        })
                        .expect("an item behind its attribute");
                }
            }
            TokenTree::Group(group) => add(group.stream(), pieces),
            other => pieces.push(other.to_string()),
        }
    }
}

/// Sources of the corpus whose keys are words that anyone may use: they are named by what they claim, as in `ring/unique-real`.
const KEYS: [&str; 2] = ["ring", "basics"];

/// Other sources, authors and algorithms of the corpus.
const OF_THE_CORPUS: [&str; 16] = [
    "arantes",
    "bechini",
    "chang",
    "ciuffoletti",
    "kasami",
    "lann",
    "misra",
    "naimi",
    "raymond",
    "roberts",
    "sopena",
    "suzuki",
    "thesis",
    "transpeer",
    "trehel",
    "wandering",
];

/// What of the corpus is named in a piece of code.
fn named(text: &str) -> Option<&str> {
    let is_letter = |c: char| c.is_ascii_alphanumeric();
    let words = text.split(|c| !is_letter(c) && c != '/');
    words
        .flat_map(|path| {
            let claims = path.split_once('/').map(|(key, _)| key);
            let claims = claims.filter(|key| KEYS.contains(key));
            claims
                .into_iter()
                .chain(path.split('/').filter(|word| OF_THE_CORPUS.contains(word)))
        })
        .next()
}

#[test]
fn the_framework_names_no_source_and_no_algorithm() {
    assert_eq!(named("\"ask ring/unique-real\""), Some("ring"));
    assert_eq!(named("suzuki_kasami"), Some("suzuki"));
    assert_eq!(
        named("\"a change in parenthesis, on the ring; string/word\""),
        None
    );
    let framework = [
        "sources",
        "sources/analysis",
        "macros",
        "checker",
        "world",
        "distributed",
        "explorer",
        "command",
    ];
    for (path, pieces) in framework.into_iter().flat_map(code) {
        for piece in pieces {
            assert_eq!(named(&piece.to_lowercase()), None, "{path}: {piece}");
        }
    }
}

/// What a model has no business with, of the standard library.
const OUTSIDE: [&str; 6] = ["env", "fs", "io", "net", "process", "thread"];

const PRINTS: [&str; 5] = ["dbg", "eprint", "eprintln", "print", "println"];

#[test]
fn nothing_in_the_models_prints_reads_files_or_starts_threads() {
    for (path, pieces) in code("models") {
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        for at in 0..pieces.len() {
            match pieces[at..] {
                [name, "!", ..] => assert!(!PRINTS.contains(&name), "{path}: {name}!"),
                ["use", "std", ..] => {
                    let mut imported = pieces[at..].iter().take_while(|piece| **piece != ";");
                    let outside = imported.find(|piece| OUTSIDE.contains(*piece));
                    assert_eq!(outside, None, "{path}: use std");
                }
                ["std", ":", ":", name, ..] => {
                    assert!(!OUTSIDE.contains(&name), "{path}: std::{name}");
                }
                _ => {}
            }
        }
    }
}
