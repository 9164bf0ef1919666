//! What is found in the crates of this workspace.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use verdict_analysis::analyse;
use verdict_sources::{Graph, Package};

/// The libraries and programs at the root of the workspace, by name.
static CRATES: LazyLock<BTreeMap<String, PathBuf>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let entries = fs::read_dir(root).expect("the workspace is readable");
    let mut crates = BTreeMap::new();
    for entry in entries {
        let directory = entry.expect("the workspace is readable").path();
        let Ok(manifest) = fs::read_to_string(directory.join("Cargo.toml")) else {
            continue;
        };
        let name = manifest.split("name = \"").nth(1);
        if let Some(name) = name.and_then(|rest| rest.split('"').next()) {
            crates.insert(name.replace('-', "_"), directory);
        }
    }
    crates
});

static PACKAGES: LazyLock<Vec<Package>> = LazyLock::new(|| {
    let packages = CRATES.iter().map(|(name, directory)| {
        analyse(name, &|path| fs::read(directory.join(path)).ok())
            .unwrap_or_else(|error| panic!("{name}: {error}"))
    });
    packages.collect()
});

fn closure(root: &str) -> BTreeSet<(&'static str, &'static str)> {
    Graph::new(&PACKAGES).closure(&[root])
}

#[test]
fn every_crate_is_read() {
    for name in ["verdict_models", "verdict_checker", "verdict_election"] {
        let package = PACKAGES.iter().find(|package| package.name == name);
        assert!(
            package.is_some_and(|package| package.files.len() > 4),
            "{name}"
        );
    }
}

#[test]
fn a_property_of_the_ring_depends_on_the_ring_its_world_and_the_search_alone() {
    let files = closure("verdict_models::ring::properties::unique_real");
    for needed in [
        ("verdict_models", "src/ring/properties.rs"),
        ("verdict_models", "src/ring/plugin.rs"),
        ("verdict_models", "src/ring/application.rs"),
        ("verdict_models", "src/ring/node.rs"),
        ("verdict_checker", "src/property.rs"),
        ("verdict_checker", "src/search.rs"),
        ("verdict_checker", "src/liveness.rs"),
    ] {
        assert!(files.contains(&needed), "{needed:?}");
    }
    let others = [
        "naimi",
        "rollback",
        "topology",
        "election",
        "families",
        "ring/misra",
        "ring/transpeer",
    ];
    for (package, path) in files {
        let other = others
            .iter()
            .any(|other| path.starts_with(&format!("src/{other}")));
        assert!(!other, "{package} {path}");
    }
}

#[test]
fn the_model_of_the_election_depends_on_the_library() {
    let files = closure("verdict_models::election::algorithm");
    assert!(files.contains(&("verdict_election", "src/procedure.rs")));
    let ring = |path: &str| path.starts_with("src/ring") || path.starts_with("src/naimi");
    assert!(!files.iter().any(|(_, path)| ring(path)), "{files:?}");
}

/// Source in another layout: other spaces and comments between the tokens, commas at the end of arguments.
struct Layout {
    choices: Vec<u8>,
    taken: usize,
    text: String,
}

impl Layout {
    fn choice(&mut self) -> u8 {
        self.taken += 1;
        self.choices[self.taken % self.choices.len()]
    }

    fn separate(&mut self) {
        const BETWEEN: [&str; 6] = [
            " ",
            "\n",
            "\n\n\t",
            " // it's \"so\"\n",
            " /* so, } */ ",
            "\r\n",
        ];
        let choice = usize::from(self.choice());
        self.text += BETWEEN[choice % BETWEEN.len()];
    }

    fn write(&mut self, tokens: TokenStream) {
        let (mut called, mut lifetime) = (false, false);
        for token in tokens {
            let joint = matches!(&token, TokenTree::Punct(p) if p.spacing() == Spacing::Joint);
            let quote = matches!(&token, TokenTree::Punct(p) if p.as_char() == '\'');
            let name = matches!(&token, TokenTree::Ident(ident) if is_callable(&ident.to_string()));
            match token {
                TokenTree::Group(group) => self.group(&group, called),
                other => self.text += &other.to_string(),
            }
            if !joint {
                self.separate();
            }
            called = name && !lifetime;
            lifetime = quote;
        }
    }

    fn group(&mut self, group: &Group, called: bool) {
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Brace => ("{", "}"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::None => ("", ""),
        };
        self.text += open;
        self.separate();
        self.write(group.stream());
        let last = group.stream().into_iter().last();
        let ended = matches!(&last, None | Some(TokenTree::Punct(_)));
        if called && open == "(" && !ended && self.choice().is_multiple_of(2) {
            self.text += ",";
        }
        self.text += close;
    }
}

/// Whether arguments may follow a word.
fn is_callable(word: &str) -> bool {
    let others = [
        "pub", "if", "while", "match", "return", "break", "in", "let", "mut", "ref", "else", "as",
        "for",
    ];
    !others.contains(&word)
}

/// The hash of a file for itself.
fn digest(path: &str, source: &str) -> &'static str {
    let read = |path: &str| (path == "src/lib.rs").then(|| source.as_bytes().to_vec());
    let package = analyse("alone", &read).unwrap_or_else(|error| panic!("{path}: {error}"));
    package.files[0].digest
}

/// Every file of the workspace that is part of a crate.
static FILES: LazyLock<Vec<PathBuf>> = LazyLock::new(|| {
    let packages = PACKAGES.iter();
    let paths = packages.flat_map(|package| {
        let directory = &CRATES[package.name];
        package.files.iter().map(|file| directory.join(file.path))
    });
    paths.collect()
});

proptest! {
    #[test]
    fn layout_comments_and_last_commas_change_no_hash(
        file in any::<prop::sample::Index>(),
        choices in prop::collection::vec(any::<u8>(), 1..50),
    ) {
        let path = file.get(&FILES);
        let source = fs::read_to_string(path).expect("it was read before");
        let tokens: TokenStream = source.parse().expect("it was read before");
        let mut layout = Layout { choices, taken: 0, text: String::new() };
        layout.write(tokens);
        let path = path.display().to_string();
        prop_assert_eq!(digest(&path, &source), digest(&path, &layout.text), "{}", path);
    }
}
