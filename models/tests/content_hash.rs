//! The hash is closed: a record is stale if, and only if, something that decides its verdict has changed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;
use verdict_checker::catalog::{Case, Catalog, Setup};
use verdict_checker::sources::{File, Package};
use verdict_checker::verdict::Verdict;

static CATALOG: LazyLock<Catalog> =
    LazyLock::new(|| verdict_models::catalog().expect("a sound catalog"));

/// A case by its claim and its variant.
type Name = (&'static str, &'static str);

fn name(case: &Case) -> Name {
    (case.claim, case.variant)
}

/// The hash of each case at its smallest size.
fn hashes(catalog: &Catalog) -> BTreeMap<Name, String> {
    let cases = catalog.cases();
    cases
        .map(|case| (name(case), catalog.hash(case, &Setup::of(case.smallest()))))
        .collect()
}

static HASHES: LazyLock<BTreeMap<Name, String>> = LazyLock::new(|| hashes(&CATALOG));

/// The cases that are stale once these are the crates behind the catalog.
fn stale_with(code: impl IntoIterator<Item = Package>) -> BTreeSet<Name> {
    let changed = hashes(&CATALOG.with_code(code)).into_iter();
    changed
        .filter(|(name, hash)| HASHES[name] != *hash)
        .map(|(name, _)| name)
        .collect()
}

/// A file by its crate and its path.
type Place = (&'static str, &'static str);

/// For each file, the cases that are stale once it says something else.
static STALE: LazyLock<BTreeMap<Place, BTreeSet<Name>>> = LazyLock::new(|| {
    let packages = CATALOG.code().iter();
    let files = packages.flat_map(|package| package.files.iter().map(|file| (package.name, file)));
    files
        .map(|(package, file)| {
            let place = (package, file.path);
            (place, stale_with(code_with_another(place)))
        })
        .collect()
});

/// The crates, with another text in one file.
fn code_with_another(place: Place) -> Vec<Package> {
    let other = |package: &Package, file: &File| match (package.name, file.path) == place {
        true => File {
            digest: "of another text",
            ..*file
        },
        false => *file,
    };
    let packages = CATALOG.code().iter();
    packages
        .map(|package| {
            let files = package.files.iter().map(|file| other(package, file));
            Package {
                name: package.name,
                files: files.collect::<Vec<_>>().leak(),
            }
        })
        .collect()
}

fn stale(package: &'static str, path: &'static str) -> &'static BTreeSet<Name> {
    let found = STALE.get(&(package, path));
    found.unwrap_or_else(|| panic!("{package} has no {path}"))
}

/// The files of a crate, each with the cases that it makes stale.
fn files_of(package: &str) -> impl Iterator<Item = (&'static str, &'static BTreeSet<Name>)> {
    let files = STALE.iter().filter(move |((name, _), _)| *name == package);
    files.map(|((_, path), stale)| (*path, stale))
}

fn all() -> BTreeSet<Name> {
    CATALOG.cases().map(name).collect()
}

/// The cases whose claims begin so.
fn claims(prefixes: &[&str]) -> BTreeSet<Name> {
    let begins = |claim: &str| prefixes.iter().any(|prefix| claim.starts_with(prefix));
    all()
        .into_iter()
        .filter(|(claim, _)| begins(claim))
        .collect()
}

/// The cases whose actors live in a world of assumptions: whatever has a network says whether it doubles messages.
fn in_a_world() -> BTreeSet<Name> {
    let known = |case: &&Case| case.assumptions().iter().any(|a| a.name == "no-duplicates");
    CATALOG.cases().filter(known).map(name).collect()
}

/// What the build would find in the models if their files were edited so.
fn edited_models(edit: impl Fn(&str, String) -> String) -> Package {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| {
        let bytes = std::fs::read(root.join(path)).ok()?;
        if !path.ends_with(".rs") {
            return Some(bytes);
        }
        let text = String::from_utf8(bytes).expect("source is text");
        Some(edit(path, text).into_bytes())
    };
    verdict_analysis::analyse(verdict_models::SOURCES.name, &read).expect("Rust")
}

fn stale_with_models(models: Package) -> BTreeSet<Name> {
    let others = CATALOG.code().iter().copied();
    stale_with(others.map(|package| {
        if package.name == models.name {
            models
        } else {
            package
        }
    }))
}

#[test]
fn each_file_makes_exactly_those_cases_stale_that_it_decides() {
    let mut decided: BTreeMap<Place, BTreeSet<Name>> = BTreeMap::new();
    for case in CATALOG.cases() {
        for place in CATALOG.decided_by(case) {
            decided.entry(place).or_default().insert(name(case));
        }
    }
    for (place, stale) in &*STALE {
        assert_eq!(
            *stale,
            decided.remove(place).unwrap_or_default(),
            "{place:?}"
        );
    }
    assert!(decided.is_empty(), "no files of ours: {decided:?}");
}

#[test]
fn the_search_decides_every_case_and_the_world_those_that_live_in_it() {
    for path in [
        "src/judge.rs",
        "src/search.rs",
        "src/liveness/components.rs",
        "src/property.rs",
    ] {
        assert_eq!(*stale("verdict_checker", path), all(), "{path}");
    }
    assert!(in_a_world().len() > 100);
    // A network decides what is bound to one.
    let of_every_world = files_of("verdict_world").filter(|(path, _)| *path != "src/network.rs");
    for (path, stale) in of_every_world {
        let overlooked: Vec<_> = in_a_world().difference(stale).copied().collect();
        assert_eq!(overlooked, [], "{path}");
    }
    // A recurrence needs no world.
    let without_a_world = claims(&["ring/k-8", "ring/k-20", "ring/w-recurrence"]);
    assert!(stale("verdict_world", "src/moves.rs").is_disjoint(&without_a_world));
}

#[test]
fn what_is_done_with_a_verdict_afterwards_makes_nothing_stale() {
    let afterwards = [
        "audit",
        "catalog/expected",
        "catalog/kill",
        "catalog/slips",
        "command",
        "explain",
        "file",
        "follow",
        "ledger",
        "minimise",
        "replay",
        "simulate",
        "straighten",
        "trace/itf.",
        "trace/markdown",
        "trace/mermaid",
        "trace/store",
        "trace/svg",
    ];
    for part in afterwards {
        let start = format!("src/{part}");
        let files: Vec<_> = files_of("verdict_checker")
            .filter(|(path, _)| path.starts_with(&start))
            .collect();
        assert!(!files.is_empty(), "the checker has no {start}");
        for (path, stale) in files {
            assert!(stale.is_empty(), "{path}: {stale:?}");
        }
    }
    // A new module is a line in one of these.
    for path in ["src/lib.rs", "src/catalog/mod.rs", "src/trace/mod.rs"] {
        assert!(stale("verdict_checker", path).is_empty(), "{path}");
    }
    let command = CATALOG
        .code()
        .iter()
        .find(|package| package.name == "verdict");
    assert!(command.is_none(), "the command decides nothing");
}

#[test]
fn the_plug_in_decides_whatever_runs_over_it() {
    // What is worked out without a ring.
    let apart = claims(&["ring/k-8", "ring/k-20", "ring/w-recurrence"]);
    assert!(!apart.is_empty());
    let over_it: BTreeSet<_> = claims(&["ring/"]).difference(&apart).copied().collect();
    assert_eq!(*stale("verdict_models", "src/ring/plugin.rs"), over_it);
}

#[test]
fn an_extension_decides_what_is_claimed_of_it_and_what_compares_it() {
    // Section 6 measures both extensions on their models.
    let (consult, recovery) = ("src/naimi/consult/mod.rs", "src/naimi/recovery/mod.rs");
    let expected = claims(&["naimi/consult/", "naimi/compare"]);
    assert_eq!(*stale("verdict_models", consult), expected);
    // How long one waits with the first extension is a matter of that one alone; Fig. 2 is an example of the other one.
    let both = claims(&["naimi/recovery/", "naimi/compare", "naimi/figure-2"]);
    let (of_one, expected): (BTreeSet<_>, BTreeSet<_>) = both
        .into_iter()
        .partition(|(_, variant)| variant.starts_with("naimi-trehel-waits"));
    assert!(!of_one.is_empty());
    assert_eq!(*stale("verdict_models", recovery), expected);
}

/// The files of the models that decide nothing, each for a reason; claims files apart.
const DECIDE_NOTHING: &[&str] = &[
    // What is claimed of two algorithms that have a file each.
    "src/basics/multicast/total.rs",
    // Collects the claims.
    "src/catalog.rs",
    // A second implementation, to measure the first by.
    "src/ring/packed.rs",
    // Readings are data, and enter the hash as such.
    "src/wandering/simulation/readings.rs",
];

#[test]
fn every_file_of_the_models_decides_something_but_claims_do_not() {
    let is_claims = |path: &str| path.ends_with("/claims.rs") || path.contains("/claims/");
    let (claims, others): (Vec<_>, Vec<_>) =
        files_of("verdict_models").partition(|(path, _)| is_claims(path));
    for (path, stale) in claims {
        assert!(stale.is_empty(), "a builder lives in {path}: {stale:?}");
    }
    // A file that only names its parts decides nothing.
    let names_parts = |path: &str| path.ends_with("/mod.rs") || path == "src/lib.rs";
    let idle = others.iter().filter(|(_, stale)| stale.is_empty());
    let idle = idle
        .map(|(path, _)| *path)
        .filter(|path| !names_parts(path));
    assert_eq!(idle.collect::<Vec<_>>(), DECIDE_NOTHING);
}

/// The files below a folder that are not tests.
fn on_disk(root: &Path, folder: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(root.join(folder)).expect("a folder of the crate") {
        let entry = entry.expect("a readable folder");
        let name = entry.file_name().into_string().expect("a plain name");
        let path = format!("{folder}/{name}");
        if name == "tests" || name == "tests.rs" {
            continue;
        }
        if entry.path().is_dir() {
            found.extend(on_disk(root, &path));
        } else if name.ends_with(".rs") {
            found.insert(path);
        }
    }
    found
}

#[test]
fn the_build_finds_every_file() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for package in CATALOG.code() {
        let folder = package.name.trim_start_matches("verdict_");
        let found = package.files.iter().map(|file| file.path.to_owned());
        let (found, there) = (found.collect(), on_disk(&workspace.join(folder), "src"));
        let overlooked: Vec<_> = there.symmetric_difference(&found).collect();
        assert!(overlooked.is_empty(), "{folder}: {overlooked:?}");
    }
}

#[test]
fn comments_and_layout_make_nothing_stale() {
    let remarked = edited_models(|_, text| {
        let lines = text.lines().map(|line| match line.trim() {
            // The lines of a string that is continued by `\` cannot carry a comment.
            code if code.is_empty() || code.ends_with('\\') => line.to_owned(),
            code if code.starts_with("//!") => "//! another remark".to_owned(),
            code if code.starts_with("//") => "// another remark".to_owned(),
            code if code.ends_with(';') => format!("\t  {code}   // and one more\n"),
            code => format!("        {code}"),
        });
        lines.collect::<Vec<_>>().join("\n")
    });
    assert_eq!(stale_with_models(remarked), BTreeSet::new());
}

#[test]
fn one_guard_makes_stale_what_its_file_decides() {
    for (wanted, guard, weakened) in [
        ("src/ring/plugin.rs", "known < received", "true"),
        ("src/ring/properties.rs", ".len() <= 1", ".len() <= 2"),
        (
            "src/ring/application.rs",
            "held.token == Token::Real",
            "true",
        ),
        (
            "src/ring/setting.rs",
            "amid_sends: true",
            "amid_sends: false",
        ),
    ] {
        let models = edited_models(|path, text| {
            if path != wanted {
                return text;
            }
            assert!(text.contains(guard), "{path} has no {guard}");
            text.replace(guard, weakened)
        });
        assert_eq!(stale_with_models(models), *stale("verdict_models", wanted));
    }
}

#[test]
fn the_words_about_a_case_make_nothing_stale() {
    for case in CATALOG.cases() {
        let mut in_other_words = case.clone();
        in_other_words.reading = "the same in other words";
        in_other_words.expected = Verdict::Unchecked;
        in_other_words.kills.clear();
        in_other_words.deep.clear();
        in_other_words.without.clear();
        let hash = CATALOG.hash(&in_other_words, &Setup::of(case.smallest()));
        assert_eq!(HASHES[&name(case)], hash, "{} {}", case.claim, case.variant);
    }
}

#[test]
fn every_size_mutant_and_assumption_has_its_own_hash() {
    let case = CATALOG.cases().next().expect("the catalog has cases");
    let plain = Setup::of(case.smallest());
    let mut setups: Vec<_> = case.all_sizes().map(Setup::of).collect();
    for mutant in &case.mutants {
        let mutant = Some(mutant.name.to_owned());
        setups.push(Setup {
            mutant,
            ..plain.clone()
        });
    }
    for assumption in case.assumptions() {
        let named = vec![assumption.name.to_owned()];
        setups.push(Setup {
            without: named.clone(),
            ..plain.clone()
        });
        setups.push(Setup {
            with: named,
            ..plain.clone()
        });
    }
    let hashes: BTreeSet<_> = setups
        .iter()
        .map(|setup| CATALOG.hash(case, setup))
        .collect();
    assert!(setups.len() > 20);
    assert_eq!(hashes.len(), setups.len());
}

#[test]
fn cases_share_a_hash_only_if_they_ask_the_same_of_the_same() {
    let mut first: BTreeMap<&str, &Case> = BTreeMap::new();
    for case in CATALOG.cases() {
        let Some(other) = first.insert(&HASHES[&name(case)], case) else {
            continue;
        };
        let [one, two] = [case, other].map(|case| {
            let subject = case.subject(&Setup::of(case.smallest()));
            let origin = subject.expect("a size of its own").origin().clone();
            (
                origin.property,
                origin.size,
                origin.assumptions,
                origin.world,
                case.fairness(),
            )
        });
        assert_eq!(one, two, "{:?} {:?}", name(case), name(other));
    }
}
